//! What the checkpoints of all engines are made of: boards as plain numbers, and a mark of what a
//! checkpoint belongs to.

use std::fmt::Debug;

use edgewise_puzzle::fnv::Fnv;
use edgewise_puzzle::{Board, Placement, Puzzle, Rng};
use serde::de::DeserializeOwned;

use crate::{EngineError, Seed};

/// An engine's checkpoint.
pub trait Checkpoint: DeserializeOwned {
    /// The version of its form; another one is refused.
    const VERSION: u32;

    /// The version it was written in, and what it belongs to: see [`owner`].
    fn head(&self) -> (u32, &str);
}

/// Reads a checkpoint that belongs to `owner`.
///
/// # Errors
/// If the text is none, of another version, or of another run.
pub fn read<C: Checkpoint>(text: &str, owner: &str) -> Result<C, EngineError> {
    let checkpoint: C = serde_json::from_str(text).map_err(|e| refused(&format!("{e}: expected the JSON of one")))?;
    match checkpoint.head() {
        (version, _) if version != C::VERSION => Err(refused(&format!("version {version}: expected {}", C::VERSION))),
        (_, belongs) if belongs != owner => {
            Err(refused("made with another puzzle, other parameters or another seed: expected the same"))
        }
        _ => Ok(checkpoint),
    }
}

/// What is said of a checkpoint that reads well and holds what no run leaves.
pub fn damaged() -> EngineError {
    refused("damaged: expected one this engine wrote")
}

fn refused(why: &str) -> EngineError {
    EngineError::Unsupported(format!("checkpoint: {why}"))
}

/// Whether a random state would give zeros for ever, as no seed's does.
pub fn is_dead(rng: &Rng) -> bool {
    let mut rng = rng.clone();
    (0..4).all(|_| rng.next_u64() == 0)
}

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
