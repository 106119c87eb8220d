//! The engine: attempts, restarts, arrivals, events.

use edgewise_puzzle::{Board, Puzzle, Rng};
use edgewise_search::{
    Budget, Clock, Engine, EngineError, Event, Observer, Outcome, ParameterTable, Params, Progress, Seed, StopReason,
};

use crate::arrivals::{Arrivals, Best};
use crate::compiled::Compiled;
use crate::lanes::{Lanes, Portable};
use crate::node_loop::{Pause, Search};
use crate::parameters::{Settings, TABLE};

/// Placements between two looks at the clock.
const BATCH: u64 = 1 << 20;

/// The depth-first engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backtrack {
    /// Uses the portable candidate test even where a vector one is built in. The nodes are the same.
    pub portable: bool,
}

impl Engine for Backtrack {
    fn name(&self) -> &'static str {
        "backtrack"
    }

    fn parameters(&self) -> &'static ParameterTable {
        &TABLE
    }

    fn run(
        &self,
        puzzle: &Puzzle,
        params: &Params,
        seed: Seed,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, EngineError> {
        let settings = Settings::read(params, puzzle)?;
        let compiled = Compiled::new(puzzle, &settings)?;
        let clock = Clock::start(budget);
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
        if !self.portable && puzzle.pieces().len() <= 256 {
            return Ok(Run::<crate::lanes::Vbmi>::new(puzzle, &settings, compiled, seed, clock).go(observer));
        }
        Ok(if puzzle.pieces().len() <= 256 {
            Run::<Portable<4>>::new(puzzle, &settings, compiled, seed, clock).go(observer)
        } else {
            Run::<Portable<7>>::new(puzzle, &settings, compiled, seed, clock).go(observer)
        })
    }
}

/// One run in progress.
struct Run<'a, L: Lanes> {
    puzzle: &'a Puzzle,
    settings: &'a Settings,
    compiled: Compiled,
    search: Search<L>,
    arrivals: Arrivals<'a>,
    rng: Rng,
    clock: Clock,
    nodes: u64,
    attempts: u64,
    /// The deepest board of the run and of the current attempt.
    deepest_board: Board,
    /// Whether the deepest board was not filled yet.
    deepest_waits: bool,
    /// Nodes at which a waiting deepest board is filled greedily.
    next_greedy: u64,
}

impl<'a, L: Lanes> Run<'a, L> {
    fn new(puzzle: &'a Puzzle, settings: &'a Settings, mut compiled: Compiled, seed: Seed, clock: Clock) -> Self {
        let mut rng = seed.rng();
        compiled.shuffle(&mut rng);
        let search = Search::new(&mut compiled, puzzle);
        Run {
            puzzle,
            settings,
            search,
            compiled,
            arrivals: Arrivals::new(puzzle, settings.fill_holes, settings.fill_share),
            rng,
            clock,
            nodes: 0,
            attempts: 1,
            deepest_board: puzzle.clue_board(),
            deepest_waits: true,
            next_greedy: BATCH,
        }
    }

    fn go(mut self, observer: &mut dyn Observer) -> Outcome {
        observer.event(&Event::Started);
        let stop = self.attempts(observer);
        if self.deepest_waits || self.arrivals.best.is_none() {
            self.fill_deepest(observer);
        }
        observer.event(&Event::Profile { depth_counts: self.depth_counts() });
        observer.event(&Event::Finished(self.progress()));
        self.outcome(stop)
    }

    /// Attempt after attempt until the budget ends or the tree is searched.
    fn attempts(&mut self, observer: &mut dyn Observer) -> StopReason {
        let mut attempt_nodes = 0;
        if self.compiled.steps.is_empty() {
            return StopReason::Exhausted;
        }
        loop {
            let target =
                self.arrivals.best.as_ref().filter(|b| self.puzzle.is_legal(&b.board)).map(|b| b.score.matched);
            if target == Some(self.puzzle.size().seams()) {
                return StopReason::Solved;
            }
            if let Some(reason) = self.clock.spent(self.nodes, target) {
                return reason;
            }
            let fuel =
                BATCH.min(self.clock.nodes_left(self.nodes)).min(self.settings.node_cap.saturating_sub(attempt_nodes));
            let (pause, spent) = self.batch(fuel, observer);
            self.nodes += spent;
            attempt_nodes += spent;
            if pause == Pause::Exhausted {
                return StopReason::Exhausted;
            }
            self.arrivals.adapt(self.nodes);
            if self.deepest_waits && self.nodes >= self.next_greedy {
                self.next_greedy = self.nodes.saturating_mul(2);
                self.fill_deepest(observer);
            }
            if attempt_nodes >= self.settings.node_cap {
                attempt_nodes = 0;
                self.attempts += 1;
                self.compiled.shuffle(&mut self.rng);
                self.search.restart(&mut self.compiled, self.puzzle);
            }
            observer.event(&Event::Progress(self.progress()));
        }
    }

    /// Searches until `fuel` placements are made, looking at every arrival. Ends early on a full
    /// tree or a board with nothing left to improve.
    fn batch(&mut self, fuel: u64, observer: &mut dyn Observer) -> (Pause, u64) {
        let steps = self.compiled.steps.len();
        let mut left = fuel;
        loop {
            self.search.watch = match self.arrivals.holes() {
                0 => usize::MAX,
                holes => steps.saturating_sub(holes).max(1),
            };
            let before = self.search.deepest;
            let (pause, rest) = self.search.advance(&mut self.compiled, self.puzzle, left);
            left = rest;
            if pause != Pause::Arrival {
                return (pause, fuel - left);
            }
            let placed = self.search.placed();
            let deeper = self.search.deepest > before;
            let fill = steps - placed <= self.arrivals.holes() || placed == steps;
            if deeper || fill {
                let board = self.compiled.board(self.puzzle, self.search.placements());
                if fill && self.arrivals.look(&board) {
                    self.report_best(observer);
                }
                if deeper {
                    self.deepest_board = board;
                    self.deepest_waits = !fill;
                }
            }
            let solved = self.arrivals.best_score() == Some(self.puzzle.size().seams());
            if left == 0 || solved {
                return (Pause::Fuel, fuel - left);
            }
        }
    }

    fn fill_deepest(&mut self, observer: &mut dyn Observer) {
        self.deepest_waits = false;
        if self.settings.fill_holes > 0 && self.arrivals.look_greedily(&self.deepest_board) {
            self.report_best(observer);
        }
    }

    fn report_best(&self, observer: &mut dyn Observer) {
        if let Some(Best { board, score, unfilled, .. }) = &self.arrivals.best {
            observer.event(&Event::Improved {
                board: board.clone(),
                score: *score,
                nodes: self.search.nodes(),
                unfilled: Some(unfilled.clone()),
            });
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes,
            candidate_reads: self.search.reads,
            restarts: self.attempts - 1,
            depth: self.compiled.depth(self.search.placed()),
            deepest: self.compiled.depth(self.search.deepest),
            best: self.arrivals.best_score(),
            fills: self.arrivals.fills,
        }
    }

    /// Placements by cells filled after them.
    fn depth_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.compiled.plan.length + 1];
        for (steps, &count) in self.search.counts.iter().enumerate().skip(1) {
            counts[self.compiled.depth(steps)] += count;
        }
        counts
    }

    fn outcome(self, stop: StopReason) -> Outcome {
        let unfilled_score = self.puzzle.score(&self.deepest_board);
        let (board, score, unfilled, filled_by) = match &self.arrivals.best {
            Some(best) => {
                let before = (best.unfilled.clone(), self.puzzle.score(&best.unfilled));
                (best.board.clone(), best.score, Some(before), best.filled_by)
            }
            None => (self.deepest_board.clone(), unfilled_score, None, None),
        };
        Outcome {
            board,
            score,
            unfilled,
            filled_by,
            stop,
            nodes: self.nodes,
            candidate_reads: self.search.reads,
            deepest: self.compiled.depth(self.search.deepest),
            depth_counts: self.depth_counts(),
            attempts: self.attempts,
            fills: self.arrivals.fills,
            fill_nodes: self.arrivals.fill_nodes,
            seconds: self.clock.elapsed().as_secs_f64(),
        }
    }
}
