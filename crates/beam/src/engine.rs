//! The engine: boards one after the other until the budget ends.

use std::time::Duration;

use edgewise_puzzle::{Board, Puzzle, Rng};
use edgewise_search::checkpoint::{damaged, owner, read};
use edgewise_search::{
    Budget, Clock, Ending, Engine, EngineError, Event, Observer, Outcome, ParameterTable, Params, Profile, Progress,
    Seed, StopReason,
};

use crate::best::Best;
use crate::checkpoint::{Checkpoint, VERSION};
use crate::descent::{Descent, End, Ground, Ledger};
use crate::keys::Keys;
use crate::lanes::{Lanes, Portable};
use crate::layout::Layout;
use crate::likeness::Likeness;
use crate::parameters::TABLE;
use crate::settings::Settings;

/// Nodes between two reports of progress.
const REPORT_EVERY: u64 = 1 << 16;
/// Time between two checkpoints. When they are made does not change the boards.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// The beam producer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beam {
    /// Threads of one beam. The boards do not depend on it.
    pub threads: usize,
    /// Uses the portable set tests even where vector ones are built in. The boards are the same.
    pub portable: bool,
}

impl Default for Beam {
    /// One thread.
    fn default() -> Beam {
        Beam { threads: 1, portable: false }
    }
}

impl Engine for Beam {
    fn name(&self) -> &'static str {
        "beam"
    }

    fn node_name(&self) -> &'static str {
        "children"
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

impl Beam {
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
        let clock = Clock::start(budget);
        let layout = Layout::new(puzzle, &settings)?;
        let kept = checkpoint.map(|text| read::<Checkpoint>(text, &owner(puzzle, &settings, seed))).transpose()?;
        if kept.as_ref().is_some_and(|kept| !kept.fits(puzzle, layout.steps.len())) {
            return Err(damaged());
        }
        let keys = Keys::new(puzzle, &settings, &layout);
        let likeness = Likeness::new(puzzle, settings.dedup);
        let free: Vec<u32> = keys.equal.iter().map(|e| e[0]).collect();
        let limited = budget.nodes.is_some() || budget.time.is_some() || budget.target.is_some();
        // Without a limit one board more than there are.
        let boards = match settings.boards {
            0 if !limited => kept.as_ref().map_or(0, |kept| kept.boards) + 1,
            boards => boards,
        };
        let plan = Plan { settings: &settings, puzzle, boards, seed, clock: &clock };
        macro_rules! with {
            ($words:literal, $lanes:ty) => {{
                let lanes = <$lanes as Lanes<$words>>::new(&layout.tables.candidates, puzzle.pieces(), &free);
                let ground = Ground {
                    puzzle,
                    settings: &settings,
                    layout: &layout,
                    keys: &keys,
                    likeness: &likeness,
                    lanes: &lanes,
                    clock: &clock,
                    threads: self.threads.max(1),
                };
                Run::new(&plan, Descent::<$words, $lanes>::new(ground), kept)?.go(observer)
            }};
        }
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
        if !self.portable && puzzle.pieces().len() <= 256 {
            return Ok(with!(4, crate::lanes::Vbmi));
        }
        Ok(if puzzle.pieces().len() <= 256 { with!(4, Portable) } else { with!(7, Portable) })
    }
}

/// What a run is asked for.
struct Plan<'a> {
    settings: &'a Settings,
    puzzle: &'a Puzzle,
    /// Boards to build, 0: until the budget ends.
    boards: u64,
    seed: Seed,
    clock: &'a Clock,
}

/// One run in progress.
struct Run<'a, const W: usize, L> {
    plan: &'a Plan<'a>,
    descent: Descent<'a, W, L>,
    layout: &'a Layout,
    best: Best<'a>,
    rng: Rng,
    /// Boards begun.
    attempts: u64,
    /// Boards that the beam itself completed, by score.
    scores: Vec<u64>,
    /// What checkpoints of the run belong to.
    belongs: String,
    /// When the last checkpoint was told of.
    last_checkpoint: Duration,
}

impl<'a, const W: usize, L: Lanes<W>> Run<'a, W, L> {
    fn new(plan: &'a Plan<'a>, descent: Descent<'a, W, L>, kept: Option<Checkpoint>) -> Result<Self, EngineError> {
        let mut run = Run {
            plan,
            layout: descent.layout(),
            descent,
            best: Best::new(plan.puzzle, plan.settings.fill_holes),
            rng: plan.seed.rng(),
            attempts: 0,
            scores: vec![0; plan.puzzle.size().seams() + 1],
            belongs: owner(plan.puzzle, plan.settings, plan.seed),
            last_checkpoint: Duration::ZERO,
        };
        if let Some(kept) = kept {
            if !run.best.incumbent.restore(kept.best.as_ref()) {
                return Err(damaged());
            }
            (run.best.fills, run.best.fill_nodes) = (kept.fills, kept.fill_nodes);
            (run.rng, run.attempts, run.scores) = (kept.rng, kept.boards, kept.scores);
            (run.descent.ledger, run.descent.lossy, run.descent.peaks) = (kept.ledger, kept.lossy, kept.peaks);
        }
        Ok(run)
    }

    /// The state of the run between two boards.
    fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            version: VERSION,
            belongs: self.belongs.clone(),
            rng: self.rng.clone(),
            boards: self.attempts,
            ledger: self.descent.ledger.clone(),
            peaks: self.descent.peaks,
            lossy: self.descent.lossy,
            scores: self.scores.clone(),
            fills: self.best.fills,
            fill_nodes: self.best.fill_nodes,
            best: self.best.incumbent.kept(),
        }
    }

    /// Tells of a checkpoint now and then.
    fn keep(&mut self, observer: &mut dyn Observer) {
        let now = self.plan.clock.elapsed();
        if now - self.last_checkpoint >= CHECKPOINT_EVERY {
            self.last_checkpoint = now;
            observer.event(&Event::Checkpoint(self.checkpoint().text()));
        }
    }

    fn go(mut self, observer: &mut dyn Observer) -> Outcome {
        observer.event(&Event::Started);
        self.report_best(observer);
        let mut stop = self.boards(observer);
        if let Some(reason @ (StopReason::Solved | StopReason::Target)) = self.over() {
            stop = reason;
        }
        self.tell(observer);
        self.outcome(stop)
    }

    /// Board after board until the budget ends.
    fn boards(&mut self, observer: &mut dyn Observer) -> StopReason {
        loop {
            // A run that goes on may be over already.
            let between_boards = self.checkpoint();
            if self.attempts > 0
                && let Some(reason) = self.ended()
            {
                if matches!(reason, StopReason::Nodes | StopReason::Time | StopReason::Flag) {
                    observer.event(&Event::Checkpoint(between_boards.text()));
                }
                return reason;
            }
            self.attempts += 1;
            let seed = self.rng.next_u64();
            let widths = self.plan.settings.widths_of(self.attempts);
            let reported = (self.best.incumbent.score(), self.attempts, self.best.fills);
            let layout = self.layout;
            let before = self.descent.ledger.nodes;
            let mut next_report = before + REPORT_EVERY;
            let (end, path) =
                self.descent.descend(widths, seed, self.best.incumbent.legal_score(), &mut |ledger, depth| {
                    if ledger.nodes >= next_report {
                        next_report = ledger.nodes + REPORT_EVERY;
                        observer.event(&Event::Progress(progress(layout, ledger, depth, reported)));
                    }
                });
            let mut board = self.plan.puzzle.clue_board();
            self.layout.plan.steps.iter().zip(&path).for_each(|(step, &p)| board.set(step.cell, Some(p)));
            if let End::Cut(reason) = end {
                observer.event(&Event::Checkpoint(between_boards.text()));
                self.look(&board, observer);
                return reason;
            }
            self.look(&board, observer);
            if end == End::Complete {
                self.scores[self.plan.puzzle.score(&board).matched] += 1;
            }
            observer.event(&Event::Progress(self.progress(path.len())));
            if self.descent.ledger.nodes == before {
                return self.over().unwrap_or(StopReason::Exhausted);
            }
            self.keep(observer);
        }
    }

    /// Why no other board is built, if none is.
    fn ended(&self) -> Option<StopReason> {
        let built = self.plan.boards > 0 && self.attempts >= self.plan.boards;
        let done = built || !self.descent.lossy;
        self.over().or(done.then_some(StopReason::Exhausted))
    }

    /// Looks at a board, and reports it if it is the best.
    fn look(&mut self, board: &Board, observer: &mut dyn Observer) {
        if self.best.look(board) {
            self.report_best(observer);
        }
    }

    /// Tells of the best board, if there is one.
    fn report_best(&self, observer: &mut dyn Observer) {
        self.best.incumbent.report(self.descent.ledger.nodes, observer);
    }

    /// Why the run is over, if it is.
    fn over(&self) -> Option<StopReason> {
        if self.best.incumbent.is_perfect() {
            return Some(StopReason::Solved);
        }
        self.plan.clock.spent(self.descent.ledger.nodes, self.best.incumbent.legal_score())
    }

    fn progress(&self, steps: usize) -> Progress {
        progress(
            self.layout,
            &self.descent.ledger,
            steps,
            (self.best.incumbent.score(), self.attempts, self.best.fills),
        )
    }

    /// The last events.
    fn tell(&self, observer: &mut dyn Observer) {
        let ledger = &self.descent.ledger;
        let series = |name: &'static str, of: &dyn Fn(&crate::descent::StepLedger) -> u64| {
            let mut by_depth = vec![0; self.layout.plan.length + 1];
            ledger.steps.iter().zip(&self.layout.steps).for_each(|(l, step)| by_depth[step.depth] += of(l));
            Event::Series { name, values: by_depth }
        };
        observer.event(&series("survivors", &|l| l.survivors));
        observer.event(&series("ties", &|l| l.ties));
        observer.event(&series("tie_places", &|l| l.places));
        observer.event(&series("twins", &|l| l.twins));
        observer.event(&Event::Series { name: "scores", values: self.scores.clone() });
        observer.event(&Event::Note { name: "bytes", text: self.descent.bytes().to_string() });
        if let Some(prior) = &self.plan.settings.prior {
            let touched = if prior.published() > 0 { "published boards" } else { "own boards" };
            observer.event(&Event::Note { name: "prior", text: touched.to_owned() });
        }
        observer.event(&Event::Profile(Box::new(Profile::of_placements(self.depth_counts()))));
        observer.event(&Event::Finished(self.progress(ledger.deepest)));
    }

    /// Children by cells filled.
    fn depth_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.layout.plan.length + 1];
        let steps = self.descent.ledger.steps.iter().zip(&self.layout.steps);
        steps.for_each(|(ledger, step)| counts[step.depth] += ledger.nodes);
        counts
    }

    fn outcome(self, stop: StopReason) -> Outcome {
        let puzzle = self.plan.puzzle;
        let Ending { board, score, unfilled, filled_by } = self.best.incumbent.ending(&puzzle.clue_board());
        let ledger = &self.descent.ledger;
        Outcome {
            board,
            score,
            unfilled,
            filled_by,
            stop,
            nodes: ledger.nodes,
            candidate_reads: ledger.reads,
            deepest: self.layout.depth(ledger.deepest),
            profile: Profile::of_placements(self.depth_counts()),
            attempts: self.attempts,
            fills: self.best.fills,
            fill_nodes: self.best.fill_nodes,
            seconds: self.plan.clock.elapsed().as_secs_f64(),
        }
    }
}

/// Where a run stands with `steps` done; `reported` are best score, boards begun and fills.
fn progress(layout: &Layout, ledger: &Ledger, steps: usize, reported: (Option<usize>, u64, u64)) -> Progress {
    let (best, attempts, fills) = reported;
    Progress {
        nodes: ledger.nodes,
        candidate_reads: ledger.reads,
        restarts: attempts - 1,
        depth: layout.depth(steps),
        deepest: layout.depth(ledger.deepest),
        best,
        fills,
    }
}
