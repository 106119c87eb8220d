//! The best board of a run.

use std::cmp::Reverse;

use edgewise_puzzle::{Board, Puzzle, Score};
use edgewise_search::checkpoint::{self, Cells};
use edgewise_search::fill::{Filler, RIM_VIOLATION};

use crate::checkpoint::Checkpoint;

/// Branch-and-bound nodes one exact fill may take.
const NODES_PER_FILL: u64 = 2_000_000;

/// A board and where it came from.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Found {
    /// The board; complete if holes are filled at all.
    pub(crate) board: Board,
    /// Its score.
    pub(crate) score: Score,
    /// Its breaks, a rim violation counted as a thousand.
    cost: u32,
    /// The board before its holes were filled.
    pub(crate) unfilled: Board,
    /// `exact`, `greedy`, or `None` if nothing was filled.
    pub(crate) filled_by: Option<&'static str>,
}

impl Found {
    /// Boards in order of worth: fewer rim violations, then more matched seams.
    fn worth(&self) -> (Reverse<u32>, usize) {
        (Reverse(self.cost / RIM_VIOLATION), self.score.matched)
    }
}

/// Keeps the best board, filling the holes of partial ones.
pub(crate) struct Best<'a> {
    puzzle: &'a Puzzle,
    filler: Filler<'a>,
    /// Most holes filled exactly; 0: holes stay open.
    most_holes: usize,
    /// The best board.
    pub(crate) found: Option<Found>,
    /// Fills made.
    pub(crate) fills: u64,
    /// Branch-and-bound nodes they took.
    pub(crate) fill_nodes: u64,
}

impl<'a> Best<'a> {
    /// No board yet.
    pub(crate) fn new(puzzle: &'a Puzzle, most_holes: usize) -> Best<'a> {
        Best { puzzle, filler: Filler::new(puzzle), most_holes, found: None, fills: 0, fill_nodes: 0 }
    }

    /// The best score, whatever board has it.
    pub(crate) fn score(&self) -> Option<usize> {
        self.found.as_ref().map(|f| f.score.matched)
    }

    /// The best score if its board is legal: what counts for a target.
    pub(crate) fn legal_score(&self) -> Option<usize> {
        self.found.as_ref().filter(|f| self.puzzle.is_legal(&f.board)).map(|f| f.score.matched)
    }

    /// Whether no board can be better.
    pub(crate) fn is_perfect(&self) -> bool {
        self.legal_score() == Some(self.puzzle.size().seams())
    }

    /// What a checkpoint keeps of the best board.
    pub(crate) fn state(&self) -> Option<(Cells, Cells, Option<String>)> {
        let found = self.found.as_ref()?;
        let by = found.filled_by.map(str::to_owned);
        Some((checkpoint::cells(&found.board), checkpoint::cells(&found.unfilled), by))
    }

    /// Takes over what a checkpoint kept; false if its boards are none of the puzzle.
    pub(crate) fn restore(&mut self, kept: &Checkpoint) -> bool {
        (self.fills, self.fill_nodes) = (kept.fills, kept.fill_nodes);
        let Some((full, unfilled, by)) = &kept.best else { return true };
        let boards = checkpoint::board(self.puzzle, full).zip(checkpoint::board(self.puzzle, unfilled));
        let Some((full, unfilled)) = boards else { return false };
        let by = by.as_deref().map(|by| if by == "exact" { "exact" } else { "greedy" });
        self.take(&unfilled, full, by)
    }

    /// Looks at what a descent left; true if it gave a better board.
    pub(crate) fn look(&mut self, board: &Board) -> bool {
        if self.most_holes == 0 || board.holes().is_empty() {
            return self.take(board, board.clone(), None);
        }
        if self.filler.lower_bound(board) >= self.found.as_ref().map_or(u32::MAX, |f| f.cost) {
            return false;
        }
        let better = self.fill(board);
        // The left-over pieces may not fit the rim: then a board built from the clues alone is better.
        let illegal = self.found.as_ref().is_some_and(|f| f.cost >= RIM_VIOLATION);
        let start = self.puzzle.clue_board();
        illegal && self.take(&start, self.filler.greedy(&start).board, Some("greedy")) || better
    }

    /// Fills the holes of `board`, exactly if there are few.
    fn fill(&mut self, board: &Board) -> bool {
        self.fills += 1;
        let greedy = self.filler.greedy(board);
        let (cost, mut filled, mut by) = (greedy.cost, greedy.board, "greedy");
        if board.holes().len() <= self.most_holes {
            let report = self.filler.exact(board, cost, NODES_PER_FILL);
            self.fill_nodes += report.nodes;
            if report.finished {
                by = "exact";
            }
            if let Some(found) = report.filled {
                filled = found.board;
            }
        }
        self.take(board, filled, Some(by))
    }

    /// Keeps `full` if it is better than the best.
    fn take(&mut self, unfilled: &Board, full: Board, filled_by: Option<&'static str>) -> bool {
        let (score, cost) = (self.puzzle.score(&full), self.filler.total_cost(&full));
        let new = Found { board: full, score, cost, unfilled: unfilled.clone(), filled_by };
        let better = self.found.as_ref().is_none_or(|found| new.worth() > found.worth());
        if better {
            self.found = Some(new);
        }
        better
    }
}
