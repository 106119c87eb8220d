//! When two states count as the same: by the pieces used, by what the board looks like, or by their
//! future (pieces used and the colours of the open frontier).
//!
//! A likeness is a sum of random numbers, one for each thing that makes it up (Zobrist 1970; a sum
//! and not an exclusive or, because pieces that look alike share a number and may be used twice).
//! Two different states share one with a chance of 2^-64; that would cost a state, never a wrong
//! board.

use edgewise_puzzle::{Colour, Puzzle, Rng, Sides, rotated};

use crate::layout::{HotStep, With};

/// Seed of the numbers; any other would do.
const SEED: u64 = 0x0b_ea11;

/// Which states count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Dedup {
    /// None.
    None,
    /// Those that used the same pieces.
    Pieces,
    /// Those whose boards look the same.
    Path,
    /// Those with the same future: the same pieces used and the same colours on the open frontier.
    Future,
}

/// The numbers behind likenesses.
#[derive(Clone, Debug)]
pub(crate) struct Likeness {
    dedup: Dedup,
    /// By piece; pieces that look alike share a number.
    pieces: Vec<u64>,
    /// By open side and colour.
    open: Vec<u64>,
    colours: usize,
}

impl Likeness {
    /// The numbers for a puzzle.
    pub(crate) fn new(puzzle: &Puzzle, dedup: Dedup) -> Likeness {
        let mut rng = Rng::new(SEED);
        let kinds = kinds(puzzle);
        let of_kind: Vec<u64> = kinds.iter().map(|_| rng.next_u64()).collect();
        let colours = puzzle.colours();
        let open = if dedup == Dedup::Future { puzzle.size().cells() * 4 * colours } else { 0 };
        Likeness {
            dedup,
            pieces: kinds.iter().map(|&kind| of_kind[kind]).collect(),
            open: (0..open).map(|_| rng.next_u64()).collect(),
            colours,
        }
    }

    /// Whether any states count as the same.
    pub(crate) fn is_on(&self) -> bool {
        self.dedup != Dedup::None
    }

    /// Whether states with different futures may count as the same.
    pub(crate) fn is_lossy(&self) -> bool {
        self.dedup == Dedup::Pieces
    }

    /// What placing `piece` with these sides adds.
    #[inline(always)]
    pub(crate) fn placed(&self, step: &HotStep, piece: usize, sides: Sides) -> u64 {
        match self.dedup {
            Dedup::None => 0,
            Dedup::Pieces => self.pieces[piece],
            Dedup::Path => mix((step.cell as u64) << 32 | u64::from(u32::from_le_bytes(sides))),
            Dedup::Future => step.opens.iter().fold(self.pieces[piece], |sum, open| {
                sum.wrapping_add(self.open[open.number * self.colours + sides[open.side] as usize])
            }),
        }
    }

    /// What `step` takes away from a state with this frontier, by closing sides.
    #[inline(always)]
    pub(crate) fn closed(&self, step: &HotStep, frontier: &[Colour]) -> u64 {
        if self.dedup != Dedup::Future {
            return 0;
        }
        step.meetings.iter().fold(0u64, |sum, meeting| match meeting.with {
            With::Slot { slot, number } => sum.wrapping_add(self.open[number * self.colours + frontier[slot] as usize]),
            With::Clue(_) => sum,
        })
    }
}

/// For every piece the first piece that looks like it.
pub(crate) fn kinds(puzzle: &Puzzle) -> Vec<usize> {
    let turns = if puzzle.rotation() { 4 } else { 1 };
    let look = |sides: Sides| (0..turns).map(|r| rotated(sides, r)).min().unwrap_or(sides);
    let looks: Vec<Sides> = puzzle.pieces().iter().map(|&sides| look(sides)).collect();
    let mut first = std::collections::HashMap::new();
    looks.iter().enumerate().map(|(piece, look)| *first.entry(*look).or_insert(piece)).collect()
}

/// A fixed 64-bit mixing function (SplitMix64's finaliser; Steele, Lea and Flood 2014).
#[inline(always)]
pub(crate) fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
