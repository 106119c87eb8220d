//! Arrivals: what happens when the search gets deep. The board is completed exactly with its
//! left-over pieces if that can beat the best one, and the best is kept.
//!
//! A fill at every arrival, not only of the deepest board, is worth two points in a minute (own
//! measurement, `docs/BACKTRACK.md`). It must not eat the search: fill nodes are held to a share of
//! the placements by moving the depth at which fills begin.

use edgewise_puzzle::{Board, Puzzle, Score};
use edgewise_search::fill::{Filled, Filler};

/// Branch-and-bound nodes one exact fill may take.
const NODES_PER_FILL: u64 = 40_000;
/// Fill nodes allowed before the share counts.
const HEAD_START: u64 = 400_000;
/// Fewest holes the adapting threshold goes down to.
const FEWEST_HOLES: usize = 4;

/// The best complete board so far and the state of the filling policy.
pub struct Arrivals<'a> {
    puzzle: &'a Puzzle,
    filler: Filler<'a>,
    /// The best board, its score, and the search's own board behind it.
    pub best: Option<Best>,
    /// Fills made.
    pub fills: u64,
    /// Branch-and-bound nodes they took.
    pub fill_nodes: u64,
    /// Arrivals the lower bound turned away.
    pub bounded: u64,
    most_holes: usize,
    /// Holes at which fills happen now.
    holes: usize,
    share: u64,
}

/// A complete board and where it came from.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// The complete board.
    pub board: Board,
    /// Its score.
    pub score: Score,
    /// The board before its holes were filled.
    pub unfilled: Board,
    /// `exact`, `greedy`, or `None` for a board without holes.
    pub filled_by: Option<&'static str>,
}

impl<'a> Arrivals<'a> {
    /// A policy that fills at most `most_holes` holes exactly (0: none on the way) and spends at
    /// most `share` fill nodes per hundred placements.
    pub fn new(puzzle: &'a Puzzle, most_holes: usize, share: u64) -> Arrivals<'a> {
        Arrivals {
            puzzle,
            filler: Filler::new(puzzle),
            best: None,
            fills: 0,
            fill_nodes: 0,
            bounded: 0,
            most_holes,
            holes: most_holes,
            share,
        }
    }

    /// The best score so far.
    pub fn best_score(&self) -> Option<usize> {
        self.best.as_ref().map(|b| b.score.matched)
    }

    /// Most holes an arrival may have to be filled now.
    pub fn holes(&self) -> usize {
        self.holes
    }

    /// Breaks that a board must stay below to be better; every board beats none.
    fn must_beat(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |b| b.score.breaks as u32)
    }

    /// Looks at an arrival; true if it gave a better board.
    pub fn look(&mut self, board: &Board) -> bool {
        let must_beat = self.must_beat();
        if self.filler.lower_bound(board) >= must_beat {
            self.bounded += 1;
            return false;
        }
        if board.filled() == board.size().cells() {
            return self.take(board, board.clone(), None);
        }
        if self.best.is_none() {
            // Something to beat, at once: the exact search prunes with it.
            let greedy = self.filler.greedy(board);
            self.take(board, greedy.board, Some("greedy"));
            self.look(board);
            return true;
        }
        let report = self.filler.exact(board, must_beat, NODES_PER_FILL);
        self.fills += 1;
        self.fill_nodes += report.nodes;
        match report.filled {
            Some(Filled { board: full, exact, .. }) => {
                // A capped fill that found something better is still a better board.
                self.take(board, full, Some(if exact { "exact" } else { "greedy" }))
            }
            None => false,
        }
    }

    /// Fills a board with many holes greedily; true if that gave a better board.
    pub fn look_greedily(&mut self, board: &Board) -> bool {
        if self.filler.lower_bound(board) >= self.must_beat() {
            return false;
        }
        let filled = self.filler.fill(board, self.most_holes, NODES_PER_FILL);
        self.fills += 1;
        let by = if filled.exact { "exact" } else { "greedy" };
        self.take(board, filled.board, Some(by))
    }

    /// Keeps `full` if it is better than the best.
    fn take(&mut self, unfilled: &Board, full: Board, filled_by: Option<&'static str>) -> bool {
        let score = self.puzzle.score(&full);
        let better = |best: &Best| {
            let legal = |board| self.puzzle.is_legal(board);
            (legal(&full), score.matched) > (legal(&best.board), best.score.matched)
        };
        if self.best.as_ref().is_some_and(|best| !better(best)) {
            return false;
        }
        self.best = Some(Best { board: full, score, unfilled: unfilled.clone(), filled_by });
        true
    }

    /// Moves the threshold so that fills keep to their share of `placements`.
    pub fn adapt(&mut self, placements: u64) {
        let allowed = HEAD_START + placements / 100 * self.share;
        if self.fill_nodes > allowed {
            self.holes = self.holes.saturating_sub(1).max(FEWEST_HOLES).min(self.most_holes);
        } else if self.fill_nodes < allowed / 2 {
            self.holes = (self.holes + 1).min(self.most_holes);
        }
    }
}
