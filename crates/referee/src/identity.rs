//! Which pieces a board shows: repeated, foreign, and turned where turning is forbidden.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::Sides;
use crate::facts::{PuzzleFacts, turned};
use crate::grid::Grid;
use crate::place::{Place, colours};

/// A piece on more cells than it has copies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Repeated {
    /// 1-based number; the lowest where pieces coincide.
    pub piece: usize,
    /// How many pieces of the puzzle coincide with it, itself included.
    pub copies: usize,
    /// Every cell that shows it, row by row; more than `copies`.
    pub cells: Vec<Place>,
}

impl fmt::Display for Repeated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (piece, copies, lies) = (self.piece, self.copies, self.cells.len());
        write!(f, "repeated: piece {piece} lies on {lies} cells, expected at most {copies}: ")?;
        for (i, place) in self.cells.iter().enumerate() {
            write!(f, "{}{place}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

/// A cell whose colours no piece has in any rotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Foreign {
    /// The cell.
    #[serde(flatten)]
    pub place: Place,
    /// Its colours: up, right, down, left.
    pub sides: Sides,
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "foreign: {}: no piece has the sides {} in any rotation", self.place, colours(self.sides))
    }
}

/// A turned piece in a puzzle without rotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Misfit {
    /// The cell.
    #[serde(flatten)]
    pub place: Place,
    /// 1-based number of the piece it shows turned; the lowest if several.
    pub piece: usize,
    /// The fewest clockwise quarter turns that show it, 1..=3.
    pub rotation: u8,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Misfit { place, piece, rotation } = self;
        write!(f, "turned: {place}: piece {piece} turned {rotation}, expected 0: the puzzle has no rotation")
    }
}

/// What is wrong with the pieces of a board.
pub(crate) struct Identity {
    /// By piece number.
    pub(crate) repeated: Vec<Repeated>,
    /// Row by row.
    pub(crate) foreign: Vec<Foreign>,
    /// Row by row.
    pub(crate) misfits: Vec<Misfit>,
}

/// Counts what every cell shows against what the puzzle has.
pub(crate) fn identity(grid: &Grid, facts: &PuzzleFacts) -> Identity {
    let kind = |sides: Sides| if facts.rotation { least_turn(sides) } else { sides };
    // The first piece of a kind makes its entry, so `piece` is the lowest number of the kind.
    let mut kinds: BTreeMap<Sides, Repeated> = BTreeMap::new();
    for (number, &sides) in (1..).zip(&facts.pieces) {
        let entry = kinds.entry(kind(sides));
        entry.or_insert(Repeated { piece: number, copies: 0, cells: Vec::new() }).copies += 1;
    }
    let (mut foreign, mut misfits) = (Vec::new(), Vec::new());
    for (place, sides) in grid.filled() {
        if let Some(shown) = kinds.get_mut(&kind(sides)) {
            shown.cells.push(place);
        } else if let Some((piece, rotation)) = turned_piece(facts, sides) {
            misfits.push(Misfit { place, piece, rotation });
        } else {
            foreign.push(Foreign { place, sides });
        }
    }
    let mut repeated: Vec<Repeated> = kinds.into_values().filter(|shown| shown.cells.len() > shown.copies).collect();
    repeated.sort_by_key(|shown| shown.piece);
    Identity { repeated, foreign, misfits }
}

/// The name of a piece up to rotation: the least of its four turns.
fn least_turn(sides: Sides) -> Sides {
    (1..4).map(|turns| turned(sides, turns)).fold(sides, Sides::min)
}

/// The lowest piece number and fewest turns that show `sides`, which no piece has unturned.
fn turned_piece(facts: &PuzzleFacts, sides: Sides) -> Option<(usize, u8)> {
    (1..)
        .zip(&facts.pieces)
        .find_map(|(number, &piece)| (1..4).find(|&turns| turned(piece, turns) == sides).map(|turns| (number, turns)))
}
