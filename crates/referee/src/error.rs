//! Why a board could not be judged.

use crate::facts::MAX_SIDE;
use crate::place::{Place, Side};

/// The input is no board of a puzzle, or the puzzle's facts contradict themselves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RefereeError {
    /// The board has no cells or is too large.
    #[error("board size {width}x{height}: expected both sides in 1..={MAX_SIDE}")]
    Size {
        /// Cells in a row.
        width: usize,
        /// Cells in a column.
        height: usize,
    },
    /// There are not as many pieces as cells.
    #[error("{found} pieces for a {width}x{height} board: expected {expected}")]
    PieceCount {
        /// Pieces given.
        found: usize,
        /// Cells in a row.
        width: usize,
        /// Cells in a column.
        height: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// A clue lies off the board.
    #[error("{list} {index}: cell {cell} is off the board: expected a cell in 0..{cells}")]
    ClueCell {
        /// `clue` or `official clue`.
        list: &'static str,
        /// 1-based number within that list.
        index: usize,
        /// Row-major cell number given.
        cell: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// A clue names a piece the puzzle does not have.
    #[error("{list} {index} at {place}: piece {piece} does not exist: expected 1..={pieces}")]
    CluePiece {
        /// `clue` or `official clue`.
        list: &'static str,
        /// 1-based number within that list.
        index: usize,
        /// Where the clue lies.
        place: Place,
        /// 1-based piece number.
        piece: usize,
        /// Pieces there are.
        pieces: usize,
    },
    /// A clue's rotation is no number of quarter turns.
    #[error("{list} {index} at {place}: rotation {rotation}: expected 0..=3 quarter turns")]
    ClueRotation {
        /// `clue` or `official clue`.
        list: &'static str,
        /// 1-based number within that list.
        index: usize,
        /// Where the clue lies.
        place: Place,
        /// The rotation given.
        rotation: u8,
    },
    /// The letters end early.
    #[error("board letters end in {place} after {found}: expected {expected}, four a cell")]
    TooShort {
        /// The cell whose letters are missing or incomplete.
        place: Place,
        /// Letters given.
        found: usize,
        /// Letters of a board of this size.
        expected: usize,
    },
    /// The letters go on beyond the last cell.
    #[error("board letters go on after {place}, the last cell: {found} found, expected {expected}")]
    TooLong {
        /// The last cell.
        place: Place,
        /// Letters given.
        found: usize,
        /// Letters of a board of this size.
        expected: usize,
    },
    /// A character that stands for no colour.
    #[error("{place}, {side}: character {found:?} is no colour: expected a letter a to z")]
    Letter {
        /// The cell.
        place: Place,
        /// The side of that cell.
        side: Side,
        /// The character.
        found: char,
    },
    /// There are not as many cells as the board has.
    #[error("{found} cells for a {width}x{height} board: expected {expected}")]
    CellCount {
        /// Cells given.
        found: usize,
        /// Cells in a row.
        width: usize,
        /// Cells in a column.
        height: usize,
        /// Cells of the board.
        expected: usize,
    },
}
