//! Clues of the puzzle, and the regime label from the five official ones.

use std::fmt;

use serde::Serialize;

use crate::Sides;
use crate::facts::{ClueFact, PuzzleFacts};
use crate::grid::Grid;
use crate::place::{Place, colours};

/// A clue the board does not respect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct MissingClue {
    /// 1-based number of the clue in the puzzle's list.
    pub clue: usize,
    /// The clue's cell.
    #[serde(flatten)]
    pub place: Place,
    /// 1-based number of the clue's piece.
    pub piece: usize,
    /// Clockwise quarter turns the clue asks for.
    pub rotation: u8,
    /// The colours the clue asks for.
    pub expected: Sides,
    /// The colours there, `None` if the cell is empty.
    pub found: Option<Sides>,
}

impl fmt::Display for MissingClue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MissingClue { clue, place, piece, rotation, expected, found } = self;
        let found = found.map_or_else(|| "an empty cell".to_owned(), colours);
        let expected = colours(*expected);
        write!(f, "clue {clue}: {place}: {found}, expected {expected} (piece {piece} turned {rotation})")
    }
}

/// Which of the five official clues a board honours. The board alone decides, not the clues of the
/// puzzle it was made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Regime {
    /// All five.
    FiveClues,
    /// The starter and no other.
    StarterOnly,
    /// Some, but neither all five nor the starter alone.
    Mixed,
    /// None.
    NoClue,
}

impl Regime {
    /// The label of the five flags, the starter first.
    pub fn of(honoured: [bool; 5]) -> Regime {
        match honoured {
            [true, true, true, true, true] => Regime::FiveClues,
            [true, false, false, false, false] => Regime::StarterOnly,
            [false, false, false, false, false] => Regime::NoClue,
            _ => Regime::Mixed,
        }
    }
}

/// The label as in JSON: `five_clues`, `starter_only`, `mixed` or `no_clue`.
impl fmt::Display for Regime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Regime::FiveClues => "five_clues",
            Regime::StarterOnly => "starter_only",
            Regime::Mixed => "mixed",
            Regime::NoClue => "no_clue",
        })
    }
}

/// The clues of the puzzle that the board does not respect, in the puzzle's order.
pub(crate) fn missing_clues(grid: &Grid, facts: &PuzzleFacts) -> Vec<MissingClue> {
    let numbered = (1..).zip(&facts.clues);
    let missing = numbered.filter(|&(_, &clue)| !respected(grid, facts, clue));
    missing
        .map(|(number, &clue)| MissingClue {
            clue: number,
            place: Place::of(clue.cell, facts.width),
            piece: clue.piece + 1,
            rotation: clue.rotation,
            expected: facts.clue_sides(clue),
            found: grid.cells[clue.cell],
        })
        .collect()
}

/// Which of the five official clues the board honours; `None` if the puzzle is not the official one.
pub(crate) fn official_flags(grid: &Grid, facts: &PuzzleFacts) -> Option<[bool; 5]> {
    facts.official_clues.map(|five| five.map(|clue| respected(grid, facts, clue)))
}

/// Whether the clue's cell shows the colours of its piece in its rotation.
fn respected(grid: &Grid, facts: &PuzzleFacts, clue: ClueFact) -> bool {
    grid.cells[clue.cell] == Some(facts.clue_sides(clue))
}
