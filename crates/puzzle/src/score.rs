//! Scoring inside the library. The referee crate re-scores every board by code of its own.

use crate::board::Board;
use crate::piece::{Sides, opposite, rotated};
use crate::puzzle::Puzzle;

/// What a board is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Matched seams: both cells filled and the colours agree. This is *the* score.
    pub matched: usize,
    /// Seams with both cells filled whose colours do not agree (grey against grey in a framed
    /// puzzle included).
    pub breaks: usize,
    /// Filled cells.
    pub filled: usize,
    /// All seams of the board.
    pub total: usize,
}

impl Puzzle {
    /// The sides of `placement` as placed.
    pub fn sides(&self, placement: crate::Placement) -> Sides {
        rotated(self.pieces()[placement.piece()], placement.rotation())
    }

    /// Scores `board`, which must have the puzzle's size.
    pub fn score(&self, board: &Board) -> Score {
        let mut score = Score { filled: board.filled(), total: self.size().seams(), ..Score::default() };
        for (cell, side, other) in self.size().seam_list() {
            if let (Some(here), Some(there)) = (board.get(cell), board.get(other)) {
                if self.seam_matches(self.sides(here)[side], self.sides(there)[opposite(side)]) {
                    score.matched += 1;
                } else {
                    score.breaks += 1;
                }
            }
        }
        score
    }

    /// The breaks of `board` as `(cell, side, neighbour)`, side right or down.
    pub fn breaks(&self, board: &Board) -> Vec<(usize, usize, usize)> {
        self.size()
            .seam_list()
            .filter(|&(cell, side, other)| match (board.get(cell), board.get(other)) {
                (Some(here), Some(there)) => {
                    !self.seam_matches(self.sides(here)[side], self.sides(there)[opposite(side)])
                }
                _ => false,
            })
            .collect()
    }

    /// Whether every filled cell keeps the rim rule, every piece lies at most once, and every clue
    /// is in its place.
    pub fn is_legal(&self, board: &Board) -> bool {
        let mut used = vec![false; self.pieces().len()];
        for (cell, placement) in board.cells().iter().enumerate() {
            let Some(placement) = *placement else { continue };
            if placement.piece() >= used.len() || std::mem::replace(&mut used[placement.piece()], true) {
                return false;
            }
            if (!self.rotation() && placement.rotation() != 0) || !self.rim_ok(cell, self.sides(placement)) {
                return false;
            }
        }
        self.clues().iter().all(|clue| board.get(clue.cell) == Some(clue.placement))
    }
}
