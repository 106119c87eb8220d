//! The best board of a run, and how partial ones are filled.

use edgewise_puzzle::{Board, Puzzle};
use edgewise_search::Incumbent;

/// Branch-and-bound nodes one exact fill may take.
const NODES_PER_FILL: u64 = 2_000_000;

/// Keeps the best board, filling the holes of partial ones.
pub(crate) struct Best<'a> {
    /// The best board.
    pub(crate) incumbent: Incumbent<'a>,
    /// Most holes filled exactly; 0: holes stay open.
    most_holes: usize,
    /// Fills made.
    pub(crate) fills: u64,
    /// Branch-and-bound nodes they took.
    pub(crate) fill_nodes: u64,
}

impl<'a> Best<'a> {
    /// No board yet.
    pub(crate) fn new(puzzle: &'a Puzzle, most_holes: usize) -> Best<'a> {
        Best { incumbent: Incumbent::new(puzzle), most_holes, fills: 0, fill_nodes: 0 }
    }

    /// Looks at what a descent left; true if it gave a better board.
    pub(crate) fn look(&mut self, board: &Board) -> bool {
        if self.most_holes == 0 || board.holes().is_empty() {
            return self.incumbent.take(board, board.clone(), None);
        }
        if self.incumbent.filler.lower_bound(board) >= self.incumbent.must_beat() {
            return false;
        }
        let better = self.fill(board);
        self.incumbent.mend_the_rim() || better
    }

    /// Fills the holes of `board`, exactly if there are few.
    fn fill(&mut self, board: &Board) -> bool {
        self.fills += 1;
        let greedy = self.incumbent.filler.greedy(board);
        let (cost, mut filled, mut by) = (greedy.cost, greedy.board, "greedy");
        if board.holes().len() <= self.most_holes {
            let report = self.incumbent.filler.exact(board, cost, NODES_PER_FILL);
            self.fill_nodes += report.nodes;
            if report.finished {
                by = "exact";
            }
            if let Some(found) = report.filled {
                filled = found.board;
            }
        }
        self.incumbent.take(board, filled, Some(by))
    }
}
