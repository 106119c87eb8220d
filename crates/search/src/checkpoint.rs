//! What the checkpoints of all engines are made of: boards as plain numbers, and a mark of what a
//! checkpoint belongs to.

use std::fmt::Debug;

use edgewise_puzzle::fnv::Fnv;
use edgewise_puzzle::{Board, Placement, Puzzle};

use crate::Seed;

/// A board as placement codes, -1 for an empty cell.
pub type Cells = Vec<i32>;

/// The cells of a board.
pub fn cells(board: &Board) -> Cells {
    board.cells().iter().map(|cell| cell.map_or(-1, |p| i32::from(p.code()))).collect()
}

/// The board of some cells, if they are one of `puzzle`.
pub fn board(puzzle: &Puzzle, cells: &Cells) -> Option<Board> {
    let placement = |&code: &i32| match u16::try_from(code) {
        Ok(code) => Some(Placement::from_code(code)).filter(|p| p.piece() < puzzle.pieces().len()).map(Some),
        Err(_) => Some(None),
    };
    Board::from_cells(puzzle.size(), cells.iter().map(placement).collect::<Option<_>>()?)
}

/// A hash of puzzle, settings and seed: what a checkpoint belongs to.
pub fn owner(puzzle: &Puzzle, settings: &impl Debug, seed: Seed) -> String {
    let mut hash = Fnv::default();
    hash.word(puzzle.hash64());
    format!("{settings:?} {seed:?}").bytes().for_each(|byte| hash.byte(byte));
    format!("{:016x}", hash.hash())
}
