//! A crew: one engine on several threads. Each worker searches with its own jump stream of the seed
//! and tells the caller's thread what happens; a target reached, a puzzle solved or a tree searched to
//! its end by one stops all.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use edgewise_puzzle::Puzzle;
use edgewise_search::{Budget, Engine, EngineError, Event, Outcome, Params, Progress, Seed, StopFlag, StopReason};

/// Who works on what.
pub struct Crew<'a> {
    /// The engine.
    pub engine: &'a dyn Engine,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The engine's parameters.
    pub params: &'a Params,
    /// The seed; worker `i` takes jump stream `first_stream + i`.
    pub seed: u64,
    /// The first worker's stream.
    pub first_stream: usize,
    /// Workers, at least 1.
    pub threads: usize,
    /// Checkpoints to go on from, by worker; workers without one begin.
    pub checkpoints: &'a [Option<String>],
}

/// What the caller hears while the crew works, on its own thread.
#[derive(Debug)]
pub enum Report<'a> {
    /// A worker's event.
    Event {
        /// The worker's number from 0.
        worker: usize,
        /// The event.
        event: &'a Event,
        /// Sums over all workers (greatest depth, best score).
        total: Progress,
    },
    /// Time passes: a chance to look at signals and redraw.
    Tick(Progress),
}

/// What the crew leaves.
#[derive(Clone, PartialEq, Debug)]
pub struct CrewOutcome {
    /// The best worker's outcome, with nodes, reads, profile, attempts and fills summed over all
    /// workers and the greatest depth of any.
    pub outcome: Outcome,
    /// Which worker that was. Ties go to the lowest number, so the result does not depend on timing.
    pub worker: usize,
}

impl Crew<'_> {
    /// Works until the budget ends. Node budgets are shared out evenly, so a run that only its
    /// node budget ends is reproducible for a given number of threads; where one worker solves the puzzle
    /// or reaches the target, the others stop where they happen to be. `hear` is called on this thread; it
    /// may raise the budget's stop flag.
    pub fn work(&self, budget: &Budget, mut hear: impl FnMut(Report<'_>)) -> Result<CrewOutcome, EngineError> {
        let threads = self.threads.max(1);
        let began = Instant::now();
        // The crew's own flag: raised for all when one worker is done for good, or the caller asks.
        let crew_stop = StopFlag::default();
        let mut latest = vec![Progress::default(); threads];
        let results = std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel::<(usize, Event)>();
            let handles: Vec<_> = (0..threads)
                .map(|worker| {
                    let sender = sender.clone();
                    let stop = crew_stop.clone();
                    let share = Budget {
                        nodes: budget
                            .nodes
                            .map(|n| n / threads as u64 + u64::from((worker as u64) < n % threads as u64)),
                        stop: stop.clone(),
                        ..budget.clone()
                    };
                    scope.spawn(move || {
                        let seed = Seed { seed: self.seed, stream: self.first_stream + worker };
                        // A caller that went away hears nothing more; the worker ends by its budget.
                        let mut tell = |event: &Event| drop(sender.send((worker, event.clone())));
                        let (puzzle, params) = (self.puzzle, self.params);
                        let result = match self.checkpoints.get(worker) {
                            Some(Some(text)) => self.engine.resume(puzzle, params, seed, text, &share, &mut tell),
                            _ => self.engine.run(puzzle, params, seed, &share, &mut tell),
                        };
                        let over = |o: &Outcome| {
                            matches!(o.stop, StopReason::Solved | StopReason::Target | StopReason::Exhausted)
                        };
                        if result.as_ref().map_or(true, over) {
                            stop.raise();
                        }
                        result
                    })
                })
                .collect();
            drop(sender);
            let mut heard = Instant::now();
            loop {
                match receiver.recv_timeout(Duration::from_millis(100)) {
                    Ok((worker, event)) => {
                        if let Event::Progress(progress) | Event::Finished(progress) = &event {
                            latest[worker] = *progress;
                        }
                        // Progress comes many times a second; the caller hears it as ticks.
                        if !matches!(event, Event::Progress(_)) {
                            hear(Report::Event { worker, event: &event, total: total(&latest) });
                        }
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
                if heard.elapsed() >= Duration::from_millis(100) {
                    heard = Instant::now();
                    hear(Report::Tick(total(&latest)));
                }
                if budget.stop.is_raised() {
                    crew_stop.raise();
                }
            }
            handles
                .into_iter()
                .map(|h| h.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect::<Vec<_>>()
        });
        let outcomes = results.into_iter().collect::<Result<Vec<_>, _>>()?;
        let mut done = self.sum(outcomes, began.elapsed());
        let settled = matches!(done.outcome.stop, StopReason::Solved | StopReason::Target | StopReason::Exhausted);
        if budget.stop.is_raised() && !settled {
            done.outcome.stop = StopReason::Flag;
        }
        Ok(done)
    }

    fn sum(&self, outcomes: Vec<Outcome>, elapsed: Duration) -> CrewOutcome {
        let mut best = 0;
        for (i, o) in outcomes.iter().enumerate() {
            if worth(self.puzzle, o) > worth(self.puzzle, &outcomes[best]) {
                best = i;
            }
        }
        // Why the crew ended: the strongest word of any worker.
        let strength = |stop: StopReason| match stop {
            StopReason::Solved => 5,
            StopReason::Target => 4,
            StopReason::Exhausted => 3,
            StopReason::Time => 2,
            StopReason::Nodes => 1,
            StopReason::Flag => 0,
        };
        let stop = outcomes.iter().map(|o| o.stop).max_by_key(|&stop| strength(stop));
        let mut sum = outcomes[best].clone();
        for o in outcomes.iter().enumerate().filter(|&(i, _)| i != best).map(|(_, o)| o) {
            add_counts(&mut sum, o);
            sum.profile.add(&o.profile);
        }
        sum.stop = stop.unwrap_or(sum.stop);
        sum.seconds = elapsed.as_secs_f64();
        CrewOutcome { outcome: sum, worker: best }
    }
}

/// Outcomes in order of worth: legal boards first, then by score.
pub(crate) fn worth(puzzle: &Puzzle, outcome: &Outcome) -> (bool, usize) {
    (puzzle.is_legal(&outcome.board), outcome.score.matched)
}

/// Adds what `other` spent to `sum`, except its profile.
pub(crate) fn add_counts(sum: &mut Outcome, other: &Outcome) {
    sum.nodes += other.nodes;
    sum.candidate_reads += other.candidate_reads;
    sum.deepest = sum.deepest.max(other.deepest);
    sum.attempts += other.attempts;
    sum.fills += other.fills;
    sum.fill_nodes += other.fill_nodes;
}

/// Sums of the workers' latest progress; greatest depth and best score.
fn total(latest: &[Progress]) -> Progress {
    latest.iter().fold(Progress::default(), |sum, p| Progress {
        nodes: sum.nodes + p.nodes,
        candidate_reads: sum.candidate_reads + p.candidate_reads,
        restarts: sum.restarts + p.restarts,
        depth: sum.depth.max(p.depth),
        deepest: sum.deepest.max(p.deepest),
        best: sum.best.max(p.best),
        fills: sum.fills + p.fills,
    })
}
