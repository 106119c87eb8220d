//! The engine: attempts, restarts, arrivals, events.

use std::time::Duration;

use edgewise_puzzle::{Board, Puzzle, Rng};
use edgewise_search::checkpoint::{board, cells, damaged, is_dead, owner, read};
use edgewise_search::{
    Budget, Clock, Ending, Engine, EngineError, Event, Observer, Outcome, ParameterTable, Params, Profile, Progress,
    Seed, StopReason,
};

use crate::arrivals::Arrivals;
use crate::attempts::{Attempt, Now, Verdict};
use crate::checkpoint::{Checkpoint, VERSION};
use crate::compiled::Compiled;
use crate::gaps::Gaps;
use crate::lanes::{Lanes, Portable};
use crate::node_loop::{Pause, Search};
use crate::parameters::{Settings, TABLE};
use crate::profile::Profiler;

/// Placements between two looks at the clock.
const BATCH: u64 = 1 << 20;
/// Time between two checkpoints. When they are made does not change the search.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

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

    fn check(&self, puzzle: &Puzzle, params: &Params) -> Result<(), EngineError> {
        Settings::read(params, puzzle).map(drop)
    }

    fn run(
        &self,
        puzzle: &Puzzle,
        params: &Params,
        seed: Seed,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, EngineError> {
        self.start(puzzle, params, seed, None, budget, observer)
    }

    fn resume(
        &self,
        puzzle: &Puzzle,
        params: &Params,
        seed: Seed,
        checkpoint: &str,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, EngineError> {
        self.start(puzzle, params, seed, Some(checkpoint), budget, observer)
    }
}

impl Backtrack {
    /// Runs from the beginning or from a checkpoint, with the lanes that suit puzzle and processor.
    fn start(
        &self,
        puzzle: &Puzzle,
        params: &Params,
        seed: Seed,
        checkpoint: Option<&str>,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, EngineError> {
        let settings = Settings::read(params, puzzle)?;
        let compiled = Compiled::new(puzzle, &settings)?;
        let clock = Clock::start(budget);
        let kept = checkpoint.map(|text| read::<Checkpoint>(text, &owner(puzzle, &settings, seed))).transpose()?;
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx512vbmi",
            target_feature = "avx512bw",
            target_feature = "avx512vl",
            target_feature = "bmi2"
        ))]
        if !self.portable && puzzle.pieces().len() <= 256 {
            return Ok(Run::<crate::lanes::Vbmi>::new(puzzle, &settings, compiled, seed, clock, kept)?.go(observer));
        }
        Ok(if puzzle.pieces().len() <= 256 {
            Run::<Portable<4>>::new(puzzle, &settings, compiled, seed, clock, kept)?.go(observer)
        } else {
            Run::<Portable<7>>::new(puzzle, &settings, compiled, seed, clock, kept)?.go(observer)
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
    gaps: Gaps,
    profiler: Profiler,
    seed: Seed,
    /// The random state now, and at the beginning of the attempt.
    rng: Rng,
    attempt_rng: Rng,
    clock: Clock,
    /// Nodes of the run and of the attempt.
    nodes: u64,
    attempt_nodes: u64,
    attempts: u64,
    /// What the policies remember of the attempt.
    attempt: Attempt,
    /// The deepest board of the run.
    deepest_board: Board,
    /// Whether the deepest board was not looked at yet.
    deepest_waits: bool,
    /// Nodes at which a waiting deepest board is looked at.
    next_greedy: u64,
}

impl<'a, L: Lanes> Run<'a, L> {
    fn new(
        puzzle: &'a Puzzle,
        settings: &'a Settings,
        mut compiled: Compiled,
        seed: Seed,
        clock: Clock,
        kept: Option<Checkpoint>,
    ) -> Result<Self, EngineError> {
        let attempt_rng = kept.as_ref().map_or_else(|| seed.rng(), |kept| kept.attempt_rng.clone());
        let mut rng = attempt_rng.clone();
        compiled.begin_attempt(settings, &mut rng);
        let search = Search::new(&mut compiled, puzzle, settings.strands);
        let attempt = Attempt::begin(&settings.attempts, &compiled.plan, 0, &search.counts);
        let mut run = Run {
            puzzle,
            settings,
            attempt,
            search,
            profiler: Profiler::new(puzzle, settings, &compiled),
            gaps: Gaps::new(puzzle, &compiled),
            compiled,
            arrivals: Arrivals::new(puzzle, &settings.order.cells, settings.fill_holes, settings.fill_share),
            seed,
            rng,
            attempt_rng,
            clock,
            nodes: 0,
            attempt_nodes: 0,
            attempts: 1,
            deepest_board: puzzle.clue_board(),
            deepest_waits: true,
            next_greedy: BATCH,
        };
        match kept {
            Some(kept) if !run.restore(&kept) => Err(damaged()),
            _ => Ok(run),
        }
    }

    /// The state of the run.
    fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            version: VERSION,
            belongs: owner(self.puzzle, self.settings, self.seed),
            attempt_rng: self.attempt_rng.clone(),
            attempts: self.attempts,
            attempt_nodes: self.attempt_nodes,
            attempt: self.attempt.clone(),
            nodes: self.nodes,
            more_reads: self.search.more_reads,
            counts: self.search.counts.clone(),
            deepest: self.search.deepest,
            turn: self.search.turn(),
            paths: self.search.paths(&self.compiled),
            deepest_board: cells(&self.deepest_board),
            deepest_waits: self.deepest_waits,
            next_greedy: self.next_greedy,
            holes: self.arrivals.holes,
            fills: self.arrivals.fills,
            fill_nodes: self.arrivals.fill_nodes,
            best: self.arrivals.incumbent.kept(),
            closed: self.arrivals.closed,
            samples: Some(self.profiler.samples(self.clock.elapsed())),
        }
    }

    /// Takes over the state of a checkpoint; false if it does not fit.
    fn restore(&mut self, kept: &Checkpoint) -> bool {
        let Some(deepest_board) = board(self.puzzle, &kept.deepest_board) else { return false };
        let steps = self.compiled.plan.steps.len();
        let dead = is_dead(&kept.attempt_rng);
        if kept.counts.len() != steps + 1 || kept.deepest > steps || steps == 0 || kept.attempts == 0 || dead {
            return false;
        }
        let policy = &self.settings.attempts;
        if !kept.attempt.fits(policy, steps + 1) || kept.attempt_nodes >= policy.cap(kept.attempts) {
            return false;
        }
        self.attempt.clone_from(&kept.attempt);
        (self.attempts, self.attempt_nodes, self.nodes) = (kept.attempts, kept.attempt_nodes, kept.nodes);
        (self.deepest_board, self.deepest_waits) = (deepest_board, kept.deepest_waits);
        self.next_greedy = kept.next_greedy;
        let fits = self.search.restore(&mut self.compiled, self.puzzle, kept.turn, &kept.paths);
        self.search.more_reads = kept.more_reads;
        self.search.counts.clone_from(&kept.counts);
        self.search.deepest = kept.deepest;
        fits && self.arrivals.restore(kept) && kept.samples.as_ref().is_none_or(|kept| self.profiler.restore(kept))
    }

    fn go(mut self, observer: &mut dyn Observer) -> Outcome {
        observer.event(&Event::Started);
        if self.arrivals.incumbent.best().is_some() {
            self.report_best(observer);
        }
        let mut stop = self.attempts(observer);
        // Before the last look, which an undisturbed run would not have taken here.
        if matches!(stop, StopReason::Nodes | StopReason::Time | StopReason::Flag)
            && !self.compiled.plan.steps.is_empty()
        {
            observer.event(&Event::Checkpoint(self.checkpoint().text()));
        }
        if self.deepest_waits || self.arrivals.incumbent.legal_score().is_none() {
            self.look_at_deepest(observer);
        }
        if self.profiler.fill(|| self.arrivals.close()) {
            self.report_best(observer);
        }
        if let Some(reason @ (StopReason::Solved | StopReason::Target)) = self.over() {
            stop = reason;
        }
        let profile = self.profile();
        observer.event(&Event::Profile(Box::new(profile.clone())));
        observer.event(&Event::Finished(self.progress()));
        self.outcome(stop, profile)
    }

    /// Attempt after attempt until the budget ends or the tree is searched.
    fn attempts(&mut self, observer: &mut dyn Observer) -> StopReason {
        if self.compiled.plan.steps.is_empty() {
            return StopReason::Exhausted;
        }
        let mut last_checkpoint = self.clock.elapsed();
        loop {
            if let Some(reason) = self.over() {
                return reason;
            }
            // Batches end at whole multiples, and only there is the policy looked at: where a budget
            // cuts a run leaves no trace in it.
            let cap = self.settings.attempts.cap(self.attempts);
            let fuel = (BATCH - self.nodes % BATCH)
                .min(self.clock.nodes_left(self.nodes))
                .min(cap.saturating_sub(self.attempt_nodes));
            let before = self.nodes;
            let pause = self.batch(fuel, observer);
            self.attempt_nodes += self.nodes - before;
            // What a prune-back left may hold something in another attempt, and so may another schedule.
            if pause == Pause::Exhausted && !self.attempt.pruned && self.settings.wobble == 0 {
                return StopReason::Exhausted;
            }
            let mut ends = pause == Pause::Exhausted || self.attempt_nodes >= cap;
            if self.nodes.is_multiple_of(BATCH) && self.nodes > before {
                self.arrivals.adapt(self.nodes);
                if self.deepest_waits && self.nodes >= self.next_greedy {
                    self.next_greedy = self.nodes.saturating_mul(2);
                    self.look_at_deepest(observer);
                }
                if self.profiler.fill(|| self.arrivals.close_within_share(self.nodes)) {
                    self.report_best(observer);
                }
                ends |= self.look_at_attempt();
            }
            if ends {
                self.next_attempt();
            }
            if self.clock.elapsed() - last_checkpoint >= CHECKPOINT_EVERY {
                last_checkpoint = self.clock.elapsed();
                observer.event(&Event::Checkpoint(self.checkpoint().text()));
            }
            observer.event(&Event::Progress(self.progress()));
        }
    }

    /// Lets the policies look at the attempt; true if it ends.
    fn look_at_attempt(&mut self) -> bool {
        let placed = self.search.placed();
        let now = Now { nodes: self.nodes, attempt_nodes: self.attempt_nodes, placed, counts: &self.search.counts };
        match self.attempt.look(&self.settings.attempts, &self.compiled.plan, now) {
            Verdict::GoOn => {}
            Verdict::GoBack(steps) => self.search.retreat(steps),
            Verdict::End => return true,
        }
        false
    }

    fn next_attempt(&mut self) {
        self.attempt_nodes = 0;
        self.attempts += 1;
        self.attempt_rng = self.rng.clone();
        self.compiled.begin_attempt(self.settings, &mut self.rng);
        self.search.restart(&mut self.compiled, self.puzzle);
        self.attempt = Attempt::begin(&self.settings.attempts, &self.compiled.plan, self.nodes, &self.search.counts);
    }

    /// Why the run is over, if it is.
    fn over(&self) -> Option<StopReason> {
        if self.arrivals.incumbent.is_perfect() {
            return Some(StopReason::Solved);
        }
        self.clock.spent(self.nodes, self.arrivals.incumbent.legal_score())
    }

    /// Searches until `fuel` placements are made, looking at every arrival. Ends early when the
    /// tree is searched or, between fills, the run is over.
    fn batch(&mut self, fuel: u64, observer: &mut dyn Observer) -> Pause {
        let steps = self.compiled.plan.steps.len();
        let mut left = fuel;
        let mut fills = 0;
        loop {
            // As of the batch's beginning, wherever a budget cuts it.
            let holes = self.arrivals.holes(self.nodes / BATCH * BATCH);
            self.search.watch = if holes == 0 { usize::MAX } else { steps.saturating_sub(holes).max(1) };
            let before = self.search.deepest;
            if let Some(rules) = self.compiled.rules.as_mut().filter(|_| self.settings.prune_target.is_none()) {
                rules.target = self.arrivals.breaks_to_beat();
            }
            let fuel = self.profiler.enter(self.nodes, left, &self.search.counts);
            let (pause, rest) = self.search.advance(&mut self.compiled, self.puzzle, fuel);
            self.nodes += fuel - rest;
            left -= fuel - rest;
            if self.profiler.leave(self.nodes, &self.search.counts) && rest < fuel {
                self.profiler.sample(self.puzzle, &self.compiled, self.search.standing());
            }
            let (strand, placed) = match pause {
                Pause::Arrival { strand, placed } => (strand, placed),
                Pause::Fuel if left > 0 => continue,
                pause => return pause,
            };
            let deeper = self.search.deepest > before;
            let path = self.search.path(strand, placed);
            let broken = self.compiled.broken_colours(self.puzzle, path);
            if deeper {
                self.deepest_board = self.compiled.board(self.puzzle, path);
                self.deepest_waits = placed < steps && steps - placed > holes;
            }
            if (placed == steps || steps - placed <= holes) && self.arrivals.promises(broken) {
                let fills_before = self.arrivals.fills;
                if self.look_at_arrival(strand, placed) {
                    self.report_best(observer);
                }
                if self.arrivals.fills > fills_before {
                    fills += 1;
                    if self.arrivals.holes(self.nodes / BATCH * BATCH) == 0 {
                        self.arrivals.adapt(self.nodes / BATCH * BATCH);
                    }
                }
            }
            // Fills are dear: look at the clock between them, not only at the end of the batch.
            if left == 0 || self.arrivals.incumbent.is_perfect() || (fills % 16 == 15 && self.over().is_some()) {
                return Pause::Fuel;
            }
        }
    }

    /// Looks at an arrival with few holes; true if it gave a better board.
    fn look_at_arrival(&mut self, strand: usize, placed: usize) -> bool {
        let Run { puzzle, compiled, arrivals, gaps, profiler, search, .. } = self;
        let path = search.path(strand, placed);
        let board = || compiled.board(puzzle, path);
        match gaps.of(puzzle, compiled, &arrivals.incumbent.filler, path) {
            Some((gap, around)) => {
                profiler.before_look(puzzle, compiled, path);
                profiler.fill(|| arrivals.look_around(gap, around, board))
            }
            None => {
                let board = board();
                profiler.before_fill(puzzle, compiled, &board);
                profiler.fill(|| arrivals.look(&board))
            }
        }
    }

    fn look_at_deepest(&mut self, observer: &mut dyn Observer) {
        self.deepest_waits = false;
        self.profiler.before_fill(self.puzzle, &self.compiled, &self.deepest_board);
        if self.profiler.fill(|| self.arrivals.look_at_deepest(&self.deepest_board)) {
            self.report_best(observer);
        }
    }

    fn report_best(&self, observer: &mut dyn Observer) {
        self.arrivals.incumbent.report(self.nodes, observer);
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes,
            candidate_reads: self.search.reads(),
            restarts: self.attempts - 1,
            depth: self.compiled.plan.depth(self.search.placed()),
            deepest: self.compiled.plan.depth(self.search.deepest),
            best: self.arrivals.incumbent.score(),
            fills: self.arrivals.fills,
        }
    }

    fn profile(&mut self) -> Profile {
        let best = self.arrivals.incumbent.best().map_or(&self.deepest_board, |best| &best.board);
        self.profiler.profile(self.puzzle, &self.compiled, &self.search.counts, self.clock.elapsed(), best)
    }

    fn outcome(self, stop: StopReason, profile: Profile) -> Outcome {
        let Ending { board, score, unfilled, filled_by } = self.arrivals.incumbent.ending(&self.deepest_board);
        Outcome {
            board,
            score,
            unfilled,
            filled_by,
            stop,
            nodes: self.nodes,
            candidate_reads: self.search.reads(),
            deepest: self.compiled.plan.depth(self.search.deepest),
            profile,
            attempts: self.attempts,
            fills: self.arrivals.fills,
            fill_nodes: self.arrivals.fill_nodes,
            seconds: self.clock.elapsed().as_secs_f64(),
        }
    }
}
