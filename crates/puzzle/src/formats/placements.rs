//! What the formats that store piece numbers share: the puzzle they refer to, and the check that
//! every piece exists and lies once.

use std::sync::LazyLock;

use super::error::{FormatError, cell_place};
use super::sizes::same_size;
use crate::board::Board;
use crate::official::{self, ClueSet};
use crate::piece::Placement;
use crate::puzzle::Puzzle;
use crate::size::Size;

static OFFICIAL: LazyLock<Puzzle> = LazyLock::new(|| official::puzzle(ClueSet::None));

/// The puzzle a board of `size` belongs to: the one given, else the official set for 16x16.
pub(super) fn reference(puzzle: Option<&Puzzle>, size: Size) -> Option<&Puzzle> {
    puzzle.or_else(|| (size == OFFICIAL.size()).then(|| &*OFFICIAL))
}

/// The error of a board given by piece numbers alone without a puzzle to look them up in.
pub(super) fn needs_puzzle(size: Size) -> FormatError {
    let expected = "a puzzle beside it (only 16x16 is taken as eternity2 without one)";
    FormatError::new("", format!("piece numbers alone on a board of {size}"), expected)
}

/// Checks that each piece id is below `pieces` and occurs once.
pub(super) fn check_ids(size: Size, ids: &[Option<usize>], pieces: usize) -> Result<(), FormatError> {
    let mut used_at: Vec<Option<usize>> = vec![None; pieces];
    for (cell, id) in ids.iter().enumerate() {
        let Some(id) = *id else { continue };
        let fail = |what, expected| Err(FormatError::new(cell_place(size, cell), what, expected));
        match used_at.get_mut(id) {
            None => return fail(format!("piece {}", id + 1), format!("1 to {pieces}, or nothing")),
            Some(Some(other)) => {
                let what = format!("piece {} lies at {} already", id + 1, cell_place(size, *other));
                return fail(what, "every piece at most once".into());
            }
            Some(free) => *free = Some(cell),
        }
    }
    Ok(())
}

/// A board from its placements as (piece id, rotation), checked against the puzzle.
pub(super) fn board(puzzle: &Puzzle, cells: &[Option<(usize, u8)>]) -> Result<Board, FormatError> {
    let size = puzzle.size();
    let ids: Vec<Option<usize>> = cells.iter().map(|cell| cell.map(|c| c.0)).collect();
    check_ids(size, &ids, puzzle.pieces().len())?;
    let placements = cells.iter().map(|cell| cell.map(|(id, rotation)| Placement::new(id, rotation))).collect();
    let wrong = || FormatError::new("", format!("{} cells", cells.len()), format!("{}", size.cells()));
    Board::from_cells(size, placements).ok_or_else(wrong)
}

/// Refuses to write a board that is none of `puzzle`'s: another size, or a piece it does not have.
pub(super) fn check_writable(puzzle: &Puzzle, board: &Board) -> Result<(), FormatError> {
    same_size(board.size(), Some(puzzle))?;
    let pieces = puzzle.pieces().len();
    let foreign = (0..board.size().cells()).find_map(|c| board.get(c).filter(|p| p.piece() >= pieces).map(|p| (c, p)));
    match foreign {
        Some((cell, placement)) => {
            let place = cell_place(board.size(), cell);
            Err(FormatError::new(place, format!("piece {}", placement.piece() + 1), format!("1 to {pieces}")))
        }
        None => Ok(()),
    }
}

/// Where an error lies that may come from having no puzzle: "" if there is one.
pub(super) fn assumption(puzzle: Option<&Puzzle>) -> &'static str {
    if puzzle.is_some() { "" } else { "read as a board of eternity2" }
}
