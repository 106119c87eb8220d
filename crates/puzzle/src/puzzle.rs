//! A puzzle: its pieces, its board, its rules and its clues.

use crate::board::Board;
use crate::fnv::Fnv;
use crate::piece::{Colour, GREY, Placement, Sides, distinct_rotations, rotated};
use crate::size::Size;

/// What the rim of the board asks for, and whether colour 0 may match inside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rim {
    /// Every rim side is grey (0), and grey against grey inside is a break. Eternity II.
    Grey,
    /// Every rim side has colour 0, but 0 is an ordinary colour inside (MacMahon's squares).
    Zero,
    /// No rim rule, all colours ordinary (Wang tiles in a box).
    Free,
}

/// A placement the puzzle pins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clue {
    /// Where, row-major.
    pub cell: usize,
    /// What.
    pub placement: Placement,
}

/// Why a puzzle could not be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The board is too large or has no cells.
    #[error("board size {width}x{height}: expected both sides in 1..=20")]
    Size {
        /// Width asked for.
        width: usize,
        /// Height asked for.
        height: usize,
    },
    /// The pieces do not fill the board.
    #[error("{found} pieces for a {size} board: expected {}", size.cells())]
    PieceCount {
        /// Pieces given.
        found: usize,
        /// The board.
        size: Size,
    },
    /// A clue lies outside the board.
    #[error("clue {index}: cell {cell} is off the {size} board: expected a cell in 0..{}", size.cells())]
    ClueCell {
        /// 1-based number of the clue.
        index: usize,
        /// Its cell.
        cell: usize,
        /// The board.
        size: Size,
    },
    /// A clue names a piece the puzzle does not have.
    #[error("clue {index} (row {row}, column {col}): piece {piece} does not exist: expected 1..={pieces}")]
    CluePiece {
        /// 1-based number of the clue.
        index: usize,
        /// 0-based row.
        row: usize,
        /// 0-based column.
        col: usize,
        /// 1-based piece number.
        piece: usize,
        /// Number of pieces.
        pieces: usize,
    },
    /// Two clues share a cell or a piece.
    #[error("clue {index} (row {row}, column {col}): {what} is already pinned by clue {other}")]
    ClueTwice {
        /// 1-based number of the later clue.
        index: usize,
        /// 0-based row of the later clue.
        row: usize,
        /// 0-based column of the later clue.
        col: usize,
        /// "its cell" or "piece 17".
        what: String,
        /// 1-based number of the earlier clue.
        other: usize,
    },
    /// A clue breaks the rim rule or, in a puzzle without rotation, is turned.
    #[error("clue {index} (row {row}, column {col}): piece {piece} turned {rotation}: {why}")]
    ClueIllegal {
        /// 1-based number of the clue.
        index: usize,
        /// 0-based row.
        row: usize,
        /// 0-based column.
        col: usize,
        /// 1-based piece number.
        piece: usize,
        /// Quarter turns.
        rotation: u8,
        /// What was expected.
        why: &'static str,
    },
}

/// A puzzle whose parts fit together: as many pieces as cells, clues on the board and legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    name: String,
    size: Size,
    pieces: Vec<Sides>,
    rim: Rim,
    rotation: bool,
    clues: Vec<Clue>,
}

impl Puzzle {
    /// A puzzle, checked. `rotation` says whether pieces may be turned.
    pub fn new(
        name: impl Into<String>,
        (width, height): (usize, usize),
        pieces: Vec<Sides>,
        rim: Rim,
        rotation: bool,
        clues: Vec<Clue>,
    ) -> Result<Puzzle, PuzzleError> {
        let size = Size::new(width, height).ok_or(PuzzleError::Size { width, height })?;
        if pieces.len() != size.cells() {
            return Err(PuzzleError::PieceCount { found: pieces.len(), size });
        }
        let puzzle = Puzzle { name: name.into(), size, pieces, rim, rotation, clues };
        puzzle.check_clues()?;
        Ok(puzzle)
    }

    fn check_clues(&self) -> Result<(), PuzzleError> {
        for (i, clue) in self.clues.iter().enumerate() {
            let (index, size, pieces) = (i + 1, self.size, self.pieces.len());
            if clue.cell >= size.cells() {
                return Err(PuzzleError::ClueCell { index, cell: clue.cell, size });
            }
            let (row, col) = (size.row(clue.cell), size.col(clue.cell));
            let (piece, rotation) = (clue.placement.piece() + 1, clue.placement.rotation());
            if piece > pieces {
                return Err(PuzzleError::CluePiece { index, row, col, piece, pieces });
            }
            for (j, earlier) in self.clues[..i].iter().enumerate() {
                let what = if earlier.cell == clue.cell {
                    "its cell".to_owned()
                } else if earlier.placement.piece() == clue.placement.piece() {
                    format!("piece {piece}")
                } else {
                    continue;
                };
                return Err(PuzzleError::ClueTwice { index, row, col, what, other: j + 1 });
            }
            let illegal = |why| PuzzleError::ClueIllegal { index, row, col, piece, rotation, why };
            if !self.rotation && rotation != 0 {
                return Err(illegal("expected no turn, the puzzle has no rotation"));
            }
            if !self.fits(clue.cell, self.sides(clue.placement)) {
                return Err(illegal("expected grey on the rim and only there"));
            }
        }
        Ok(())
    }

    /// The same puzzle with other clues.
    pub fn with_clues(&self, clues: Vec<Clue>) -> Result<Puzzle, PuzzleError> {
        let puzzle = Puzzle { clues, ..self.clone() };
        puzzle.check_clues()?;
        Ok(puzzle)
    }

    /// The same puzzle under another name.
    pub fn named(&self, name: impl Into<String>) -> Puzzle {
        Puzzle { name: name.into(), ..self.clone() }
    }

    /// The puzzle's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The pieces at rotation 0; the index is the piece's id, its number is one more.
    pub fn pieces(&self) -> &[Sides] {
        &self.pieces
    }

    /// The rim rule.
    pub fn rim(&self) -> Rim {
        self.rim
    }

    /// Whether pieces may be turned.
    pub fn rotation(&self) -> bool {
        self.rotation
    }

    /// The pinned placements, as given.
    pub fn clues(&self) -> &[Clue] {
        &self.clues
    }

    /// One more than the largest colour in use.
    pub fn colours(&self) -> usize {
        self.pieces.iter().flatten().max().map_or(1, |&c| c as usize + 1)
    }

    /// Whether two colours match across a seam: equal, and not grey in a framed puzzle.
    pub fn seam_matches(&self, a: Colour, b: Colour) -> bool {
        a == b && (a != GREY || self.rim != Rim::Grey)
    }

    /// Whether the seam between two neighbouring cells belongs to the frame of a framed puzzle: both
    /// cells lie on the border.
    pub fn is_frame_seam(&self, cell: usize, other: usize) -> bool {
        self.rim == Rim::Grey && self.size.is_border(cell) && self.size.is_border(other)
    }

    /// Whether a piece with these sides as placed keeps the rim rule at `cell`: its rim sides have
    /// colour 0. Grey turned inwards is not asked here; it is a break.
    pub fn rim_ok(&self, cell: usize, sides: Sides) -> bool {
        self.rim == Rim::Free || (0..4).all(|s| sides[s] == GREY || self.size.neighbour(cell, s).is_some())
    }

    /// Whether a piece with these sides belongs at `cell`: the rim rule holds and, in a framed
    /// puzzle, no grey side is turned inwards (such a side could never match).
    pub fn fits(&self, cell: usize, sides: Sides) -> bool {
        self.fits_rim(self.size.rim_sides(cell), sides)
    }

    /// [`Self::fits`] on any cell whose rim sides are these.
    pub fn fits_rim(&self, rim: [bool; 4], sides: Sides) -> bool {
        match self.rim {
            Rim::Free => true,
            Rim::Zero => (0..4).all(|s| !rim[s] || sides[s] == GREY),
            Rim::Grey => (0..4).all(|s| rim[s] == (sides[s] == GREY)),
        }
    }

    /// The rotations of `piece` that look different and are allowed.
    pub fn rotations(&self, piece: usize) -> std::ops::Range<u8> {
        0..if self.rotation { distinct_rotations(self.pieces[piece]) } else { 1 }
    }

    /// All placements of every piece that [`Self::fits`] at `cell`, by piece and then rotation.
    pub fn placements_at(&self, cell: usize) -> Vec<Placement> {
        let all = (0..self.pieces.len()).flat_map(|p| self.rotations(p).map(move |r| Placement::new(p, r)));
        all.filter(|&p| self.fits(cell, rotated(self.pieces[p.piece()], p.rotation()))).collect()
    }

    /// A board with the clues in place and nothing else.
    pub fn clue_board(&self) -> Board {
        let mut board = Board::empty(self.size);
        for clue in &self.clues {
            board.set(clue.cell, Some(clue.placement));
        }
        board
    }

    /// A 64-bit hash of everything but the name: size, rules, pieces in order, clues (FNV-1a).
    pub fn hash64(&self) -> u64 {
        let mut hash = Fnv::default();
        let rim = match self.rim {
            Rim::Grey => 0,
            Rim::Zero => 1,
            Rim::Free => 2,
        };
        for byte in [self.size.width() as u8, self.size.height() as u8, rim, u8::from(self.rotation)] {
            hash.byte(byte);
        }
        self.pieces.iter().flatten().for_each(|&c| hash.byte(c));
        let mut clues = self.clues.clone();
        clues.sort_by_key(|c| c.cell);
        for clue in clues {
            hash.half(clue.cell as u16);
            hash.half(clue.placement.code());
        }
        hash.hash()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_by_two() -> Vec<Sides> {
        vec![[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]]
    }

    #[test]
    fn a_solved_board_scores_all_seams() {
        let puzzle = Puzzle::new("t", (2, 2), two_by_two(), Rim::Grey, true, vec![]).unwrap();
        let cells = (0..4).map(|p| Some(Placement::new(p, 0))).collect();
        let board = Board::from_cells(puzzle.size(), cells).unwrap();
        let score = puzzle.score(&board);
        assert_eq!((score.matched, score.breaks, score.filled, score.total), (4, 0, 4, 4));
        assert!(puzzle.is_legal(&board));
    }

    #[test]
    fn grey_inside_is_a_break_and_a_turned_corner_is_illegal() {
        let puzzle = Puzzle::new("t", (2, 2), two_by_two(), Rim::Grey, true, vec![]).unwrap();
        let mut board = Board::empty(puzzle.size());
        board.set(0, Some(Placement::new(0, 2)));
        board.set(1, Some(Placement::new(1, 2)));
        let score = puzzle.score(&board);
        assert_eq!((score.matched, score.breaks), (0, 1));
        assert!(!puzzle.is_legal(&board));
        let open = Puzzle::new("t", (2, 1), vec![[1, 0, 1, 1], [1, 1, 1, 0]], Rim::Free, false, vec![]).unwrap();
        let board = Board::from_cells(open.size(), vec![Some(Placement::new(0, 0)), Some(Placement::new(1, 0))]);
        assert_eq!(open.score(&board.unwrap()).matched, 1, "colour 0 is ordinary where the rim is free");
    }

    #[test]
    fn clues_are_checked() {
        let make = |clues| Puzzle::new("t", (2, 2), two_by_two(), Rim::Grey, true, clues);
        let clue = |cell, piece, rotation| Clue { cell, placement: Placement::new(piece, rotation) };
        assert!(make(vec![clue(0, 0, 0)]).is_ok());
        let message = |clues| make(clues).unwrap_err().to_string();
        assert_eq!(message(vec![clue(4, 0, 0)]), "clue 1: cell 4 is off the 2x2 board: expected a cell in 0..4");
        assert!(message(vec![clue(0, 4, 0)]).contains("piece 5 does not exist"));
        assert!(message(vec![clue(0, 0, 0), clue(0, 1, 3)]).contains("its cell is already pinned by clue 1"));
        assert!(message(vec![clue(0, 0, 0), clue(1, 0, 1)]).contains("piece 1 is already pinned by clue 1"));
        assert!(message(vec![clue(0, 0, 1)]).contains("expected grey on the rim"));
    }
}
