//! Arrivals: what happens when the search gets deep. The board is completed exactly with its
//! left-over pieces if that can beat the best one, and the best is kept.
//!
//! A fill at every arrival, not only of the deepest board, is worth two points in a minute (own
//! measurement, `docs/BACKTRACK.md`). It must not eat the search: the effort of fills is held to a
//! share of the placements by moving the depth at which fills begin, and by passing over arrivals
//! while it is overspent.
//!
//! What a fill leaves as it is, the cells placed before the arrival, the exact tail then looks at:
//! at the end of batches and of the run a new best board is *closed*, its last cells refilled (`tail::best_refill`), and so are the
//! holes of deep boards that are too many for a fill.

use edgewise_puzzle::{Board, Colour, Puzzle};
use edgewise_search::Incumbent;
use edgewise_search::fill::{Around, Gap, RIM_VIOLATION};
use edgewise_tail::{best_refill, closing};

use crate::checkpoint::Checkpoint;

/// Branch-and-bound nodes one exact fill may take.
const NODES_PER_FILL: u64 = 40_000;
/// What a fill costs besides its nodes (boards cloned, options matched), in nodes.
const OVERHEAD: u64 = 50;
/// Effort allowed before the share counts.
const HEAD_START: u64 = 400_000;
/// Most holes of a deep board that the tail is asked to fill.
const MOST_TAIL_HOLES: usize = 24;
/// Nodes of one refill by the tail: some 50 ms, which no clock cuts short.
const NODES_PER_REFILL: u64 = 60_000;
/// Fewest holes the adapting threshold goes down to.
const FEWEST_HOLES: usize = 4;

/// The best board so far and the state of the filling policy.
pub(crate) struct Arrivals<'a> {
    /// The best board.
    pub(crate) incumbent: Incumbent<'a>,
    /// The cells in the order of the search.
    order: &'a [usize],
    /// Fills made, those by the tail included.
    pub(crate) fills: u64,
    /// Nodes they took.
    pub(crate) fill_nodes: u64,
    /// Most holes to fill exactly; 0: holes stay open.
    most_holes: usize,
    /// Holes at which fills happen now.
    pub(crate) holes: usize,
    share: u64,
    /// Whether the tail of the best board was refilled already.
    pub(crate) closed: bool,
}

impl<'a> Arrivals<'a> {
    /// A policy for a search along `order` that fills at most `most_holes` holes exactly (0: leaves holes
    /// open) and spends at most `share` fill nodes per hundred placements.
    pub(crate) fn new(puzzle: &'a Puzzle, order: &'a [usize], most_holes: usize, share: u64) -> Arrivals<'a> {
        Arrivals {
            incumbent: Incumbent::new(puzzle),
            order,
            fills: 0,
            fill_nodes: 0,
            most_holes,
            holes: most_holes,
            share,
            closed: false,
        }
    }

    /// Most holes an arrival may have to be filled after `placements` placements; 0 while fills are
    /// overspent.
    pub(crate) fn holes(&self, placements: u64) -> usize {
        if self.effort() > self.allowed(placements) { 0 } else { self.holes }
    }

    fn effort(&self) -> u64 {
        self.fill_nodes + OVERHEAD * self.fills
    }

    fn allowed(&self, placements: u64) -> u64 {
        HEAD_START + placements / 100 * self.share
    }

    /// Moves the threshold so that fills keep to their share of `placements`.
    pub(crate) fn adapt(&mut self, placements: u64) {
        let allowed = self.allowed(placements);
        if self.effort() > allowed {
            self.holes = self.holes.saturating_sub(1).max(FEWEST_HOLES).min(self.most_holes);
        } else if self.effort() < allowed / 2 {
            self.holes = (self.holes + 1).min(self.most_holes);
        }
    }

    /// Takes over what a checkpoint kept; false if its boards are none of the puzzle.
    pub(crate) fn restore(&mut self, kept: &Checkpoint) -> bool {
        (self.holes, self.fills, self.fill_nodes) = (kept.holes.min(self.most_holes), kept.fills, kept.fill_nodes);
        self.closed = kept.closed;
        self.incumbent.restore(kept.best.as_ref())
    }

    /// Most breaks of a better board.
    pub(crate) fn breaks_to_beat(&self) -> u32 {
        self.incumbent.must_beat().saturating_sub(1)
    }

    /// Whether an arrival with these broken seams (the colours on both sides) may still become a
    /// better board: what [`Self::look`] asks first, before there is a board.
    pub(crate) fn promises(&self, broken: impl IntoIterator<Item = (Colour, Colour)>) -> bool {
        self.incumbent.filler.lower_bound_of(broken) < self.incumbent.must_beat()
    }

    /// Looks at an arrival with few holes; true if it gave a better board.
    pub(crate) fn look(&mut self, board: &Board) -> bool {
        if self.incumbent.filler.lower_bound(board) >= self.incumbent.must_beat() {
            return false;
        }
        if board.filled() == board.size().cells() {
            return self.take(board, board.clone(), None);
        }
        let first = self.begin(|| board.clone());
        let report = self.incumbent.filler.exact(board, self.incumbent.must_beat(), NODES_PER_FILL);
        self.fills += 1;
        self.fill_nodes += report.nodes;
        let better = report.filled.is_some_and(|filled| {
            // A fill that was cut short but found something better is still a better board.
            self.take(board, filled.board, Some(if filled.exact { "exact" } else { "greedy" }))
        });
        first || better
    }

    /// As [`Self::look`] at an arrival whose `gap` is known with what lies `around` it; `board` makes the board.
    pub(crate) fn look_around(&mut self, gap: &Gap, around: &Around, board: impl Fn() -> Board) -> bool {
        if self.incumbent.filler.lower_bound_around(around) >= self.incumbent.must_beat() {
            return false;
        }
        let first = self.begin(&board);
        let must_beat = self.incumbent.must_beat();
        let report = self.incumbent.filler.exact_around(gap, around, must_beat, NODES_PER_FILL);
        self.fills += 1;
        self.fill_nodes += report.nodes;
        let better = report.filling.is_some_and(|filling| {
            let (unfilled, mut full) = (board(), board());
            filling.pieces.into_iter().for_each(|(cell, placement)| full.set(cell, Some(placement)));
            self.take(&unfilled, full, Some(if report.finished { "exact" } else { "greedy" }))
        });
        first || better
    }

    /// Makes something to beat, at once, where there is nothing yet: the exact search prunes with it.
    fn begin(&mut self, board: impl FnOnce() -> Board) -> bool {
        self.incumbent.best().is_none() && {
            let board = board();
            let greedy = self.incumbent.filler.greedy(&board);
            self.take(&board, greedy.board, Some("greedy"))
        }
    }

    /// Looks at the deepest board, whatever its holes: fills it greedily and, if there are few enough, by the
    /// tail, or takes it as it is where holes stay open. True if that gave a better board.
    pub(crate) fn look_at_deepest(&mut self, board: &Board) -> bool {
        if self.most_holes == 0 || board.holes().is_empty() {
            return self.take(board, board.clone(), None);
        }
        if self.incumbent.filler.lower_bound(board) >= self.incumbent.must_beat() {
            return false;
        }
        let filled = self.incumbent.filler.fill(board, self.most_holes, NODES_PER_FILL);
        self.fills += 1;
        let mut better = self.take(board, filled.board, Some(if filled.exact { "exact" } else { "greedy" }));
        let first = self.order.iter().position(|&cell| board.get(cell).is_none());
        let last = self.order.len() - first.unwrap_or(self.order.len());
        if !filled.exact && last <= MOST_TAIL_HOLES {
            better |= self.refill(board, last);
        }
        let mended = self.incumbent.mend_the_rim();
        self.closed &= !mended;
        mended || better
    }

    /// Closes the best board after `placements` placements, if the effort allows it.
    pub(crate) fn close_within_share(&mut self, placements: u64) -> bool {
        self.effort() <= self.allowed(placements) && self.close()
    }

    /// Closes the best board where that was not done yet: its last cells are refilled. True if that gave a
    /// better board.
    pub(crate) fn close(&mut self) -> bool {
        if self.closed || self.most_holes == 0 {
            return false;
        }
        let mut better = false;
        for last in closing(self.order.len()) {
            if let Some(board) = self.incumbent.best().map(|best| best.board.clone()) {
                better |= self.refill(&board, last);
            }
        }
        self.closed = true;
        better
    }

    /// Refills the last `last` cells of the order on `board`; true if that gave a board better than the best.
    fn refill(&mut self, board: &Board, last: usize) -> bool {
        let within = self.incumbent.must_beat().min(RIM_VIOLATION).saturating_sub(1) as usize;
        // What the tail refuses, such as an illegal board or more pieces than it can number, stays as it is.
        let Ok(refilled) = best_refill(self.incumbent.puzzle(), board, self.order, last, within, NODES_PER_REFILL)
        else {
            return false;
        };
        self.fills += 1;
        self.fill_nodes += refilled.nodes;
        let full = refilled.board.filter(|full| full.holes().is_empty());
        full.is_some_and(|full| self.take(&refilled.frozen, full, Some("tail")))
    }

    /// Keeps `full` if it is better than the best, whose tail then was not refilled yet.
    fn take(&mut self, unfilled: &Board, full: Board, filled_by: Option<&'static str>) -> bool {
        let better = self.incumbent.take(unfilled, full, filled_by);
        self.closed &= !better;
        better
    }
}
