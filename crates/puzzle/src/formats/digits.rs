//! Piece digits: three decimal digits a cell, the 1-based piece number, `000` for an empty cell.
//!
//! Alone they hold no rotations (see [`super::turns`]); beside board letters they settle which of
//! several pieces that look alike lies where.

use super::error::{FormatError, cell_place, quoted};
use super::sizes::size_of;
use crate::board::Board;
use crate::edges::{EdgeGrid, ResolveError};
use crate::piece::{Placement, rotated};
use crate::puzzle::Puzzle;
use crate::size::{MAX_CELLS, Size};

/// The numbers of a board: 0 for an empty cell, as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) size: Size,
    pub(super) cells: Vec<u16>,
}

impl Numbers {
    /// 0-based piece ids, `None` where the cell is empty.
    pub(super) fn ids(&self) -> Vec<Option<usize>> {
        self.cells.iter().map(|&n| (n as usize).checked_sub(1)).collect()
    }
}

/// Reads piece digits. White space between them is skipped.
pub(super) fn parse(text: &str, known: Option<Size>) -> Result<Numbers, FormatError> {
    let mut digits: Vec<u16> = Vec::new();
    let mut length = 0usize;
    for digit in text.chars().filter(|c| !c.is_ascii_whitespace()) {
        length += 1;
        let Some(value) = digit.to_digit(10) else {
            let what = format!("unknown digit {}", quoted(&digit.to_string()));
            return Err(FormatError::new(format!("digit {length}"), what, "0 to 9"));
        };
        if length <= MAX_CELLS * 3 {
            digits.push(value as u16);
        }
    }
    let size = size_of(length, 3, known, "piece digits")?;
    Ok(Numbers { size, cells: digits.chunks_exact(3).map(|d| d[0] * 100 + d[1] * 10 + d[2]).collect() })
}

/// Piece digits of `board`. An error where a piece number has more than three digits.
pub fn digits(board: &Board) -> Result<String, FormatError> {
    let mut text = String::with_capacity(board.cells().len() * 3);
    for (cell, placement) in board.cells().iter().enumerate() {
        let number = placement.map_or(0, |p| p.piece() + 1);
        if number > 999 {
            let place = cell_place(board.size(), cell);
            return Err(FormatError::new(place, format!("piece {number}"), "at most 999").in_text("piece digits"));
        }
        text.push_str(&format!("{number:03}"));
    }
    Ok(text)
}

/// What a board of colours with its piece numbers comes to.
pub(super) struct Settled {
    pub(super) grid: EdgeGrid,
    pub(super) board: Result<Board, ResolveError>,
    /// The numbers count from 0, as in some sample links.
    pub(super) zero_based: bool,
}

/// Finds the placements behind `grid` where `numbers` names the pieces. A number that contradicts
/// the colours is an error; a piece named twice leaves the board unresolved.
pub(super) fn settle(puzzle: &Puzzle, grid: &EdgeGrid, numbers: &Numbers) -> Result<Settled, FormatError> {
    let from_one = identify(puzzle, grid, &numbers.ids());
    let (cells, zero_based) = match from_one {
        Ok(cells) => (cells, false),
        Err(error) => {
            let filled = |(&number, sides): (&u16, &Option<_>)| sides.map(|_| number as usize);
            let ids: Vec<Option<usize>> = numbers.cells.iter().zip(&grid.cells).map(filled).collect();
            (identify(puzzle, grid, &ids).map_err(|_| error)?, true)
        }
    };
    let size = grid.size;
    let grid = EdgeGrid { size, cells: cells.iter().map(|cell| cell.map(|p| puzzle.sides(p))).collect() };
    let mut board = Board::empty(size);
    let mut used_at: Vec<Option<usize>> = vec![None; puzzle.pieces().len()];
    for (cell, placement) in cells.into_iter().enumerate() {
        let Some(placement) = placement else { continue };
        if let Some(other) = used_at[placement.piece()].replace(cell) {
            let error = ResolveError::Repeated {
                row: size.row(cell),
                col: size.col(cell),
                piece: placement.piece() + 1,
                other_row: size.row(other),
                other_col: size.col(other),
            };
            return Ok(Settled { grid, board: Err(error), zero_based });
        }
        board.set(cell, Some(placement));
    }
    Ok(Settled { grid, board: Ok(board), zero_based })
}

/// The placement of each cell: the named piece turned so that it shows the cell's colours.
fn identify(puzzle: &Puzzle, grid: &EdgeGrid, ids: &[Option<usize>]) -> Result<Vec<Option<Placement>>, FormatError> {
    let mut cells = Vec::with_capacity(ids.len());
    for (cell, (&id, &sides)) in ids.iter().zip(&grid.cells).enumerate() {
        let contradiction =
            |what: String, expected: String| Err(FormatError::new(cell_place(grid.size, cell), what, expected));
        let Some(id) = id else {
            match sides {
                None => cells.push(None),
                Some(_) => return contradiction("no piece".into(), "the piece whose letters board_edges has".into()),
            }
            continue;
        };
        let Some(&piece) = puzzle.pieces().get(id) else {
            return contradiction(format!("piece {}", id + 1), format!("1 to {}, or 000", puzzle.pieces().len()));
        };
        // An empty cell and a piece of four colours 0 have the same letters.
        let shown = sides.unwrap_or([0; 4]);
        let pinned = puzzle.clues().iter().find(|clue| clue.cell == cell && clue.placement.piece() == id);
        let pinned = pinned.map(|clue| clue.placement.rotation()).filter(|&r| rotated(piece, r) == shown);
        match pinned.or_else(|| (0..4).find(|&r| rotated(piece, r) == shown)) {
            Some(rotation) => cells.push(Some(Placement::new(id, rotation))),
            None => {
                let what = format!("piece {} with sides {piece:?}", id + 1);
                return contradiction(what, format!("the piece of board_edges there, {shown:?} as placed"));
            }
        }
    }
    Ok(cells)
}
