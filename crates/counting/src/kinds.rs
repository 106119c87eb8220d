//! Kinds of pieces: pieces that look alike when turned are one kind.

use std::collections::BTreeMap;

use edgewise_puzzle::{Puzzle, Sides, distinct_rotations, rotated};

/// Pieces that look alike.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// The different looks of the piece, rotation 0 first; one where pieces do not turn.
    pub(crate) looks: Vec<Sides>,
    /// Pieces of this kind.
    pub(crate) pieces: usize,
    /// Rotations that show the same look: 1, 2 or 4.
    pub(crate) turns: u128,
}

/// All kinds of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    pub(crate) kinds: Vec<Kind>,
    /// The kind of every look.
    by_look: BTreeMap<Sides, usize>,
}

impl Kinds {
    pub(crate) fn of(puzzle: &Puzzle) -> Kinds {
        let mut all = Kinds { kinds: Vec::new(), by_look: BTreeMap::new() };
        for &sides in puzzle.pieces() {
            if let Some(&kind) = all.by_look.get(&sides) {
                all.kinds[kind].pieces += 1;
                continue;
            }
            let distinct = if puzzle.rotation() { distinct_rotations(sides) } else { 1 };
            let looks: Vec<Sides> = (0..distinct).map(|r| rotated(sides, r)).collect();
            all.by_look.extend(looks.iter().map(|&look| (look, all.kinds.len())));
            let turns = if puzzle.rotation() { 4 / u128::from(distinct) } else { 1 };
            all.kinds.push(Kind { looks, pieces: 1, turns });
        }
        all
    }

    /// The kind of a piece with these sides as placed.
    pub(crate) fn of_look(&self, look: Sides) -> Option<usize> {
        self.by_look.get(&look).copied()
    }

    /// Pieces of every kind left once these looks lie; `None` if there are not that many.
    pub(crate) fn left(&self, looks: impl IntoIterator<Item = Sides>) -> Option<Vec<u16>> {
        let mut left: Vec<u16> = self.kinds.iter().map(|kind| kind.pieces as u16).collect();
        for look in looks {
            let kind = self.of_look(look)?;
            left[kind] = left[kind].checked_sub(1)?;
        }
        Some(left)
    }
}
