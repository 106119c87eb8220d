//! The colours on a board as they lie, without piece identity: what board letters say.

use crate::board::Board;
use crate::piece::{Placement, Sides, rotated};
use crate::puzzle::Puzzle;
use crate::size::Size;

/// The four colours of every filled cell as placed. This is what a viewer shows and what the
/// referee judges; [`Puzzle::resolve`] finds the pieces behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeGrid {
    /// The board's size.
    pub size: Size,
    /// Colours per cell, `None` where the cell is empty.
    pub cells: Vec<Option<Sides>>,
}

/// Why a grid of colours is no board of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResolveError {
    /// The sizes differ.
    #[error("the board is {found}: expected {expected}")]
    Size {
        /// The grid's size.
        found: Size,
        /// The puzzle's size.
        expected: Size,
    },
    /// No piece of the puzzle has these colours.
    #[error("row {row}, column {col}: no piece has the sides {sides:?} (up, right, down, left) in any rotation")]
    Foreign {
        /// 0-based row.
        row: usize,
        /// 0-based column.
        col: usize,
        /// The colours found.
        sides: Sides,
    },
    /// The piece lies on the board already.
    #[error("row {row}, column {col}: piece {piece} is already used at row {other_row}, column {other_col}")]
    Repeated {
        /// 0-based row.
        row: usize,
        /// 0-based column.
        col: usize,
        /// 1-based piece number.
        piece: usize,
        /// 0-based row of the first use.
        other_row: usize,
        /// 0-based column of the first use.
        other_col: usize,
    },
}

impl EdgeGrid {
    /// The colours of `board`.
    pub fn from_board(puzzle: &Puzzle, board: &Board) -> EdgeGrid {
        let cells = board.cells().iter().map(|cell| cell.map(|p| puzzle.sides(p))).collect();
        EdgeGrid { size: board.size(), cells }
    }

    /// Board letters: `'a' + colour`, four per cell, `aaaa` for an empty cell. `None` if a colour
    /// has no letter (25 is the last that has).
    pub fn letters(&self) -> Option<String> {
        let colours = self.cells.iter().flat_map(|cell| cell.unwrap_or([0; 4]));
        colours.map(|c| (c < 26).then(|| (b'a' + c) as char)).collect()
    }
}

impl Puzzle {
    /// Finds the piece and rotation behind every filled cell. Where pieces coincide up to rotation
    /// the clue of that cell comes first, then the lowest unused number; a symmetric piece takes
    /// its least rotation.
    pub fn resolve(&self, grid: &EdgeGrid) -> Result<Board, ResolveError> {
        if grid.size != self.size() {
            return Err(ResolveError::Size { found: grid.size, expected: self.size() });
        }
        let mut board = Board::empty(self.size());
        let mut used_at: Vec<Option<usize>> = vec![None; self.pieces().len()];
        let place = |board: &mut Board, used_at: &mut Vec<Option<usize>>, cell: usize, p: Placement| {
            board.set(cell, Some(p));
            used_at[p.piece()] = Some(cell);
        };
        for clue in self.clues() {
            if grid.cells[clue.cell] == Some(self.sides(clue.placement)) {
                place(&mut board, &mut used_at, clue.cell, clue.placement);
            }
        }
        for (cell, sides) in grid.cells.iter().enumerate() {
            let Some(sides) = *sides else { continue };
            if board.get(cell).is_some() {
                continue;
            }
            let (row, col) = (self.size().row(cell), self.size().col(cell));
            let matching = |piece: usize| self.rotations(piece).find(|&r| rotated(self.pieces()[piece], r) == sides);
            let candidates = (0..self.pieces().len()).filter_map(|p| matching(p).map(|r| Placement::new(p, r)));
            let mut first = None;
            let mut free = None;
            for p in candidates {
                first = first.or(Some(p));
                if used_at[p.piece()].is_none() {
                    free = Some(p);
                    break;
                }
            }
            match (free, first) {
                (Some(p), _) => place(&mut board, &mut used_at, cell, p),
                (None, Some(p)) => {
                    let other = used_at[p.piece()].unwrap_or(cell);
                    return Err(ResolveError::Repeated {
                        row,
                        col,
                        piece: p.piece() + 1,
                        other_row: self.size().row(other),
                        other_col: self.size().col(other),
                    });
                }
                (None, None) => return Err(ResolveError::Foreign { row, col, sides }),
            }
        }
        Ok(board)
    }
}
