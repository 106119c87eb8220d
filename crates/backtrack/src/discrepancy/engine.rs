//! The engine: wave after wave, arrivals, events.

use edgewise_puzzle::{Board, Puzzle};
use edgewise_search::{
    Budget, Clock, Ending, Engine, EngineError, Event, Observer, Outcome, ParameterTable, Params, Profile, Progress,
    Seed, StopReason,
};

use super::layout::Layout;
use super::parameters::{LdsSettings, TABLE};
use super::wave::{Pause, Waves};
use crate::arrivals::Arrivals;

/// Placements between two looks at the clock.
const BATCH: u64 = 1 << 20;
/// Fill nodes allowed per hundred placements, as by default in the depth-first engine.
const FILL_SHARE: u64 = 10;

/// Limited-discrepancy search. A node is one piece placed; later waves place many pieces again, and each
/// time counts. `attempts` are waves begun.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discrepancy;

impl Engine for Discrepancy {
    fn name(&self) -> &'static str {
        "lds"
    }

    fn parameters(&self) -> &'static ParameterTable {
        &TABLE
    }

    fn check(&self, puzzle: &Puzzle, params: &Params) -> Result<(), EngineError> {
        LdsSettings::read(params, puzzle).map(drop)
    }

    fn run(
        &self,
        puzzle: &Puzzle,
        params: &Params,
        seed: Seed,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, EngineError> {
        let settings = LdsSettings::read(params, puzzle)?;
        let layout = Layout::new(puzzle, &settings, &mut seed.rng())?;
        let clock = Clock::start(budget);
        Ok(if puzzle.pieces().len() <= 256 {
            Run::<4>::new(puzzle, &settings, layout, clock).go(observer)
        } else {
            Run::<7>::new(puzzle, &settings, layout, clock).go(observer)
        })
    }
}

/// One run in progress.
struct Run<'a, const W: usize> {
    puzzle: &'a Puzzle,
    /// The cells in visiting order.
    order: Vec<usize>,
    layout: Layout,
    search: Waves<W>,
    arrivals: Arrivals<'a>,
    clock: Clock,
    nodes: u64,
    /// The wave in progress, the last one to make, and how many were begun.
    wave: u32,
    last_wave: u32,
    waves: u64,
    /// The deepest board of the run.
    deepest_board: Board,
    /// Whether the deepest board was not looked at yet.
    deepest_waits: bool,
    /// Nodes at which a waiting deepest board is looked at.
    next_greedy: u64,
}

impl<'a, const W: usize> Run<'a, W> {
    fn new(puzzle: &'a Puzzle, settings: &'a LdsSettings, layout: Layout, clock: Clock) -> Self {
        let mut search = Waves::new(&layout, puzzle, settings.rule);
        search.begin(settings.first_wave);
        Run {
            puzzle,
            order: settings.base.order.cells.clone(),
            search,
            layout,
            arrivals: Arrivals::new(puzzle, &settings.base.order.cells, settings.base.fill_holes, FILL_SHARE),
            clock,
            nodes: 0,
            wave: settings.first_wave,
            last_wave: settings.last_wave,
            waves: 1,
            deepest_board: puzzle.clue_board(),
            deepest_waits: true,
            next_greedy: BATCH,
        }
    }

    fn go(mut self, observer: &mut dyn Observer) -> Outcome {
        observer.event(&Event::Started);
        let mut stop = self.batches(observer);
        if self.deepest_waits || self.arrivals.incumbent.legal_score().is_none() {
            self.look_at_deepest(observer);
        }
        if self.arrivals.close() {
            self.report_best(observer);
        }
        if let Some(reason @ (StopReason::Solved | StopReason::Target)) = self.over() {
            stop = reason;
        }
        observer.event(&Event::Profile(Box::new(self.profile())));
        observer.event(&Event::Finished(self.progress()));
        self.outcome(stop)
    }

    /// Batch after batch until the budget ends or no wave is left.
    fn batches(&mut self, observer: &mut dyn Observer) -> StopReason {
        if self.layout.steps.is_empty() {
            return StopReason::Exhausted;
        }
        loop {
            if let Some(reason) = self.over() {
                return reason;
            }
            // Batches end at whole multiples, and only there is the policy looked at: where a budget
            // cuts a run leaves no trace in it.
            let fuel = (BATCH - self.nodes % BATCH).min(self.clock.nodes_left(self.nodes));
            let before = self.nodes;
            if self.batch(fuel, observer) == Pause::Over {
                return StopReason::Exhausted;
            }
            if self.nodes.is_multiple_of(BATCH) && self.nodes > before {
                self.arrivals.adapt(self.nodes);
                if self.deepest_waits && self.nodes >= self.next_greedy {
                    self.next_greedy = self.nodes.saturating_mul(2);
                    self.look_at_deepest(observer);
                }
                if self.arrivals.close_within_share(self.nodes) {
                    self.report_best(observer);
                }
            }
            observer.event(&Event::Progress(self.progress()));
        }
    }

    /// Why the run is over, if it is.
    fn over(&self) -> Option<StopReason> {
        if self.arrivals.incumbent.is_perfect() {
            return Some(StopReason::Solved);
        }
        self.clock.spent(self.nodes, self.arrivals.incumbent.legal_score())
    }

    /// Searches until `fuel` placements are made, through as many waves as that takes. Ends early when the
    /// last wave is over or, between fills, the run is.
    fn batch(&mut self, fuel: u64, observer: &mut dyn Observer) -> Pause {
        let steps = self.layout.steps.len();
        let mut left = fuel;
        let mut fills = 0;
        loop {
            // As of the batch's beginning, wherever a budget cuts it.
            let holes = self.arrivals.holes(self.nodes / BATCH * BATCH);
            self.search.watch = if holes == 0 { usize::MAX } else { steps.saturating_sub(holes).max(1) };
            let (before, had) = (self.search.deepest, left);
            let pause = self.search.advance(&mut self.layout, self.puzzle, &mut left);
            self.nodes += had - left;
            match pause {
                Pause::Fuel => return Pause::Fuel,
                Pause::Over if !self.next_wave() => return Pause::Over,
                Pause::Over => continue,
                Pause::Arrival => fills += u64::from(self.look(holes, before, observer)),
            }
            // Fills are dear: look at the clock between them, not only at the end of the batch.
            if left == 0 || self.arrivals.incumbent.is_perfect() || (fills % 16 == 15 && self.over().is_some()) {
                return Pause::Fuel;
            }
        }
    }

    /// Begins the next wave, if there is one: a wave that cut nothing has seen every board.
    fn next_wave(&mut self) -> bool {
        let more = self.search.cut && self.wave < self.last_wave;
        if more {
            self.wave += 1;
            self.waves += 1;
            self.search.begin(self.wave);
        }
        more
    }

    /// Looks at an arrival, which is new if it lies deeper than `before`, and filled if it has at most
    /// `holes`. Returns whether a fill was made.
    fn look(&mut self, holes: usize, before: usize, observer: &mut dyn Observer) -> bool {
        let (steps, placed) = (self.layout.steps.len(), self.search.placed().len());
        let deeper = self.search.deepest > before;
        let fill = placed == steps || steps - placed <= holes;
        if !deeper && !fill {
            return false;
        }
        let board = self.layout.board(self.puzzle, self.search.placed());
        let fills_before = self.arrivals.fills;
        if fill && self.arrivals.look(&board) {
            self.report_best(observer);
        }
        if deeper {
            self.deepest_board = board;
            self.deepest_waits = !fill;
        }
        let filled = self.arrivals.fills > fills_before;
        if filled && self.arrivals.holes(self.nodes / BATCH * BATCH) == 0 {
            self.arrivals.adapt(self.nodes / BATCH * BATCH);
        }
        filled
    }

    fn look_at_deepest(&mut self, observer: &mut dyn Observer) {
        self.deepest_waits = false;
        if self.arrivals.look_at_deepest(&self.deepest_board) {
            self.report_best(observer);
        }
    }

    fn report_best(&self, observer: &mut dyn Observer) {
        self.arrivals.incumbent.report(self.nodes, observer);
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes,
            candidate_reads: self.search.reads,
            restarts: self.waves - 1,
            depth: self.layout.plan.depth(self.search.placed().len()),
            deepest: self.layout.plan.depth(self.search.deepest),
            best: self.arrivals.incumbent.score(),
            fills: self.arrivals.fills,
        }
    }

    /// Placements by cells filled after them; nothing else is measured.
    fn profile(&self) -> Profile {
        let mut placements = vec![0; self.layout.plan.length + 1];
        for (steps, &count) in self.search.counts.iter().enumerate().skip(1) {
            placements[self.layout.plan.depth(steps)] += count;
        }
        let clues = self.puzzle.clues().iter().map(|clue| clue.cell).collect();
        Profile { order: self.order.clone(), clues, ..Profile::of_placements(placements) }
    }

    fn outcome(self, stop: StopReason) -> Outcome {
        let Ending { board, score, unfilled, filled_by } = self.arrivals.incumbent.ending(&self.deepest_board);
        Outcome {
            board,
            score,
            unfilled,
            filled_by,
            stop,
            nodes: self.nodes,
            candidate_reads: self.search.reads,
            deepest: self.layout.plan.depth(self.search.deepest),
            profile: self.profile(),
            attempts: self.waves,
            fills: self.arrivals.fills,
            fill_nodes: self.arrivals.fill_nodes,
            seconds: self.clock.elapsed().as_secs_f64(),
        }
    }
}
