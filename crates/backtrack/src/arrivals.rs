//! Arrivals: what happens when the search gets deep. The board is completed exactly with its
//! left-over pieces if that can beat the best one, and the best is kept.
//!
//! A fill at every arrival, not only of the deepest board, is worth two points in a minute (own
//! measurement, `docs/BACKTRACK.md`). It must not eat the search: the effort of fills is held to a
//! share of the placements by moving the depth at which fills begin, and by passing over arrivals
//! while it is overspent.
//!
//! What a fill leaves as it is, the cells placed before the arrival, the exact tail then looks at:
//! every new best board is *closed*, its last cells refilled (`tail::best_refill`), and so are the
//! holes of deep boards that are too many for a fill.

use std::cmp::Reverse;

use edgewise_puzzle::{Board, Colour, Puzzle, Score};
use edgewise_search::checkpoint::{self, Cells};
use edgewise_search::fill::{Filler, RIM_VIOLATION};
use edgewise_search::{Event, Observer};
use edgewise_tail::best_refill;

use crate::checkpoint::Checkpoint;

/// Branch-and-bound nodes one exact fill may take.
const NODES_PER_FILL: u64 = 40_000;
/// What a fill costs besides its nodes (boards cloned, options sorted), in nodes.
const OVERHEAD: u64 = 50;
/// Effort allowed before the share counts.
const HEAD_START: u64 = 400_000;
/// How many of the order's last cells are refilled in a new best board, one after the other.
const LAST: [usize; 2] = [16, 20];
/// Most holes of a deep board that the tail is asked to fill.
const MOST_TAIL_HOLES: usize = 24;
/// Nodes of one refill: some 50 ms at most.
const NODES_PER_REFILL: u64 = 60_000;
/// Fewest holes the adapting threshold goes down to.
const FEWEST_HOLES: usize = 4;

/// Who fills boards.
const FILLED_BY: [&str; 3] = ["exact", "greedy", "tail"];

/// The best board so far and the state of the filling policy.
pub(crate) struct Arrivals<'a> {
    puzzle: &'a Puzzle,
    /// The cells in the order of the search.
    order: &'a [usize],
    filler: Filler<'a>,
    /// The best board.
    pub(crate) best: Option<Best>,
    /// Fills made.
    pub(crate) fills: u64,
    /// Branch-and-bound nodes they took.
    pub(crate) fill_nodes: u64,
    /// Most holes to fill exactly; 0: holes stay open.
    most_holes: usize,
    /// Holes at which fills happen now.
    holes: usize,
    share: u64,
    /// Whether the tail of the best board was refilled already.
    pub(crate) closed: bool,
}

/// A board and where it came from.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Best {
    /// The board; complete if holes are filled at all.
    pub(crate) board: Board,
    /// Its score.
    pub(crate) score: Score,
    /// Its breaks, a rim violation counted as a thousand: what a complete board must stay below.
    cost: u32,
    /// The board before its holes were filled.
    pub(crate) unfilled: Board,
    /// `exact`, `greedy`, `tail`, or `None` if nothing was filled.
    pub(crate) filled_by: Option<&'static str>,
}

/// The boards of an [`edgewise_search::Outcome`].
pub(crate) struct Ending {
    pub(crate) board: Board,
    pub(crate) score: Score,
    /// The board before its holes were filled, with its score.
    pub(crate) unfilled: Option<(Board, Score)>,
    pub(crate) filled_by: Option<&'static str>,
}

impl Best {
    /// Boards in order of worth: fewer rim violations, then more matched seams.
    fn worth(&self) -> (Reverse<u32>, usize) {
        (Reverse(self.cost / RIM_VIOLATION), self.score.matched)
    }
}

impl<'a> Arrivals<'a> {
    /// A policy for a search along `order` that fills at most `most_holes` holes exactly (0: leaves holes open) and spends at
    /// most `share` fill nodes per hundred placements.
    pub(crate) fn new(puzzle: &'a Puzzle, order: &'a [usize], most_holes: usize, share: u64) -> Arrivals<'a> {
        Arrivals {
            puzzle,
            order,
            filler: Filler::new(puzzle),
            best: None,
            fills: 0,
            fill_nodes: 0,
            most_holes,
            holes: most_holes,
            share,
            closed: false,
        }
    }

    /// The best score so far.
    pub(crate) fn best_score(&self) -> Option<usize> {
        self.best.as_ref().map(|b| b.score.matched)
    }

    /// The best score so far, if its board is legal: what counts for a target.
    pub(crate) fn legal_score(&self) -> Option<usize> {
        self.best.as_ref().filter(|b| self.puzzle.is_legal(&b.board)).map(|b| b.score.matched)
    }

    /// Whether no board can be better than the best.
    pub(crate) fn nothing_better(&self) -> bool {
        self.legal_score() == Some(self.puzzle.size().seams())
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

    /// What a checkpoint keeps: holes, fills, fill nodes, the best board.
    #[expect(clippy::type_complexity, reason = "four plain facts for one caller")]
    pub(crate) fn state(&self) -> (usize, u64, u64, Option<(Cells, Cells, Option<String>)>) {
        let best = self
            .best
            .as_ref()
            .map(|b| (checkpoint::cells(&b.board), checkpoint::cells(&b.unfilled), b.filled_by.map(str::to_owned)));
        (self.holes, self.fills, self.fill_nodes, best)
    }

    /// Takes over what a checkpoint kept; false if its boards are none of the puzzle.
    pub(crate) fn restore(&mut self, kept: &Checkpoint) -> bool {
        (self.holes, self.fills, self.fill_nodes) = (kept.holes.min(self.most_holes), kept.fills, kept.fill_nodes);
        let Some((full, unfilled, by)) = &kept.best else { return true };
        let boards = checkpoint::board(self.puzzle, full).zip(checkpoint::board(self.puzzle, unfilled));
        let Some((full, unfilled)) = boards else { return false };
        let by = by.as_deref().map(|by| FILLED_BY.into_iter().find(|&known| known == by).unwrap_or("greedy"));
        let taken = self.take(&unfilled, full, by);
        self.closed = kept.closed;
        taken
    }

    /// Most breaks of a better board.
    pub(crate) fn breaks_to_beat(&self) -> u32 {
        self.must_beat().saturating_sub(1)
    }

    /// Tells of the best board, if there is one.
    pub(crate) fn report_best(&self, nodes: u64, observer: &mut dyn Observer) {
        if let Some(Best { board, score, unfilled, .. }) = &self.best {
            observer.event(&Event::Improved {
                board: board.clone(),
                score: *score,
                nodes,
                unfilled: (unfilled != board).then(|| unfilled.clone()),
            });
        }
    }

    /// What a run leaves: the best board, or the deepest where none was taken.
    pub(crate) fn ending(&self, deepest: &Board) -> Ending {
        match &self.best {
            Some(Best { board, score, unfilled, filled_by, .. }) => {
                let before = filled_by.map(|_| (unfilled.clone(), self.puzzle.score(unfilled)));
                Ending { board: board.clone(), score: *score, unfilled: before, filled_by: *filled_by }
            }
            None => {
                let score = self.puzzle.score(deepest);
                Ending { board: deepest.clone(), score, unfilled: None, filled_by: None }
            }
        }
    }

    /// What a complete board must stay below to be better; every one beats none and a partial one.
    fn must_beat(&self) -> u32 {
        self.best.as_ref().filter(|b| b.board.holes().is_empty()).map_or(u32::MAX, |b| b.cost)
    }

    /// Whether an arrival with these broken seams (the colours on both sides) may still become a
    /// better board: what [`Self::look`] asks first, before there is a board.
    pub(crate) fn promises(&self, broken: impl IntoIterator<Item = (Colour, Colour)>) -> bool {
        self.filler.lower_bound_of(broken) < self.must_beat()
    }

    /// Looks at an arrival with few holes; true if it gave a better board.
    pub(crate) fn look(&mut self, board: &Board) -> bool {
        if self.filler.lower_bound(board) >= self.must_beat() {
            return false;
        }
        if board.filled() == board.size().cells() {
            return self.take(board, board.clone(), None);
        }
        // Something to beat, at once: the exact search prunes with it.
        let first = self.best.is_none() && {
            let greedy = self.filler.greedy(board);
            self.take(board, greedy.board, Some("greedy"))
        };
        let report = self.filler.exact(board, self.must_beat(), NODES_PER_FILL);
        self.fills += 1;
        self.fill_nodes += report.nodes;
        let better = report.filled.is_some_and(|filled| {
            // A fill that was cut short but found something better is still a better board.
            self.take(board, filled.board, Some(if filled.exact { "exact" } else { "greedy" }))
        });
        first || better
    }

    /// Looks at the deepest board, whatever its holes: fills it greedily, or takes it as it is where
    /// holes stay open. True if that gave a better board.
    pub(crate) fn look_at_deepest(&mut self, board: &Board) -> bool {
        if self.most_holes == 0 || board.holes().is_empty() {
            return self.take(board, board.clone(), None);
        }
        if self.filler.lower_bound(board) >= self.must_beat() {
            return false;
        }
        let filled = self.filler.fill(board, self.most_holes, NODES_PER_FILL);
        self.fills += 1;
        let mut better = self.take(board, filled.board, Some(if filled.exact { "exact" } else { "greedy" }));
        let first = self.order.iter().position(|&cell| board.get(cell).is_none());
        let last = self.order.len() - first.unwrap_or(self.order.len());
        if !filled.exact && last <= MOST_TAIL_HOLES {
            better |= self.refill(board, last);
        }
        // The left-over pieces may not fit the rim: then a board built from the clues alone is better.
        let illegal = self.best.as_ref().is_some_and(|b| b.cost >= RIM_VIOLATION);
        let start = self.puzzle.clue_board();
        illegal && self.take(&start, self.filler.greedy(&start).board, Some("greedy")) || better
    }

    /// Closes the best board where that was not done yet and the effort allows it: its last cells are
    /// refilled. True if that gave a better board.
    pub(crate) fn close(&mut self, placements: u64) -> bool {
        if self.closed || self.most_holes == 0 || self.effort() > self.allowed(placements) {
            return false;
        }
        let mut better = false;
        for last in LAST {
            if let Some(Best { board, .. }) = self.best.clone() {
                better |= self.refill(&board, last);
            }
        }
        self.closed = true;
        better
    }

    /// Refills the last `last` cells of the order on `board`; true if that gave a board better than the best.
    fn refill(&mut self, board: &Board, last: usize) -> bool {
        let last = last.min(self.order.len());
        let within = self.must_beat().min(RIM_VIOLATION).saturating_sub(1) as usize;
        // What the tail refuses, such as an illegal board or more pieces than it can number, stays as it is.
        let Ok(refilled) = best_refill(self.puzzle, board, self.order, last, within, NODES_PER_REFILL) else {
            return false;
        };
        self.fill_nodes += refilled.nodes;
        let Some(full) = refilled.board.filter(|full| full.holes().is_empty()) else { return false };
        let mut without = full.clone();
        let clues: Vec<usize> = self.puzzle.clues().iter().map(|clue| clue.cell).collect();
        let freed = self.order[self.order.len() - last..].iter().filter(|cell| !clues.contains(cell));
        freed.for_each(|&cell| without.set(cell, None));
        self.take(&without, full, Some("tail"))
    }

    /// Keeps `full` if it is better than the best.
    fn take(&mut self, unfilled: &Board, full: Board, filled_by: Option<&'static str>) -> bool {
        let (score, cost) = (self.puzzle.score(&full), self.filler.total_cost(&full));
        let new = Best { board: full, score, cost, unfilled: unfilled.clone(), filled_by };
        let better = self.best.as_ref().is_none_or(|best| new.worth() > best.worth());
        if better {
            (self.best, self.closed) = (Some(new), false);
        }
        better
    }
}
