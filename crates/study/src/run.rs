//! Jobs over threads: each thread takes the next unfinished job, and every finished one is on disk
//! before the next begins. A stop loses only jobs in progress.
//!
//! A factory is a study that keeps its boards: [`Study::run_keeping`] hands each to the caller before the
//! job counts as finished, so no finished job is without its board.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use edgewise_portfolio::verdict;
use edgewise_puzzle::{Board, EdgeGrid, Puzzle};
use edgewise_search::{Budget, Engine, EngineError, Outcome, Seed, Silent, StopFlag, StopReason};

use crate::job::Job;
use crate::plan::Plan;
use crate::results::{Record, Results, ResultsError};

/// A plan with all it needs to run.
pub struct Study<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Its puzzle.
    pub puzzle: &'a Puzzle,
    /// Its engine.
    pub engine: &'a dyn Engine,
    /// Its jobs.
    pub jobs: &'a [Job],
    /// Threads; each runs one job at a time.
    pub threads: usize,
    /// The processor's name, for the records.
    pub cpu: &'a str,
}

/// What a call of [`Study::run`] did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunReport {
    /// Jobs that were finished before.
    pub found: usize,
    /// Jobs finished now.
    pub done: usize,
    /// Jobs left over by a stop.
    pub left: usize,
}

/// Why a study broke off.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The engine refused a job.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The results cannot be kept.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A board cannot be judged, or is not what its engine says.
    #[error("the referee refuses a board: {0}")]
    Referee(String),
    /// A board cannot be kept.
    #[error("{0}")]
    Keep(String),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Study<'_> {
    /// Runs what is not finished yet, telling `hear` of every finished job (jobs done so far, jobs
    /// in all). Raising `stop` ends it soon; jobs cut short are not kept.
    pub fn run(
        &self,
        results: &mut Results,
        stop: &StopFlag,
        hear: impl Fn(&Record, usize, usize) + Sync,
    ) -> Result<RunReport, StudyError> {
        self.run_keeping(results, stop, |_, _| Ok(()), hear)
    }

    /// As [`Self::run`], but every board goes to `keep` before its job is recorded as finished. If `keep`
    /// fails the job stays unfinished, and the study ends with what `keep` says. It is called by several
    /// threads at a time.
    pub fn run_keeping(
        &self,
        results: &mut Results,
        stop: &StopFlag,
        keep: impl Fn(&Record, &Board) -> Result<(), String> + Sync,
        hear: impl Fn(&Record, usize, usize) + Sync,
    ) -> Result<RunReport, StudyError> {
        let waiting: VecDeque<&Job> = self.jobs.iter().filter(|job| results.get(&job.key).is_none()).collect();
        let (all, found) = (self.jobs.len(), self.jobs.len() - waiting.len());
        let (waiting, results, done) = (Mutex::new(waiting), Mutex::new(results), Mutex::new(0usize));
        let worker = || -> Result<(), StudyError> {
            while !stop.is_raised() {
                let Some(job) = lock(&waiting).pop_front() else { return Ok(()) };
                let outcome = self.outcome(job, stop)?;
                if outcome.stop == StopReason::Flag {
                    return Ok(());
                }
                let record = self.record(job, &outcome)?;
                keep(&record, &outcome.board).map_err(StudyError::Keep)?;
                lock(&results).add(record.clone())?;
                let mut done = lock(&done);
                *done += 1;
                hear(&record, found + *done, all);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..self.threads.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        let result = worker();
                        if result.is_err() {
                            stop.raise();
                        }
                        result
                    })
                })
                .collect();
            let ends = handles.into_iter().map(|h| h.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            ends.collect::<Vec<_>>().into_iter().collect::<Result<Vec<()>, _>>()
        })?;
        let done = *lock(&done);
        Ok(RunReport { found, done, left: all - found - done })
    }

    fn outcome(&self, job: &Job, stop: &StopFlag) -> Result<Outcome, EngineError> {
        let budget = Budget {
            nodes: self.plan.budget.nodes,
            time: self.plan.budget.seconds.map(Duration::from_secs_f64),
            target: None,
            stop: stop.clone(),
        };
        self.engine.run(self.puzzle, &job.params, Seed::new(job.seed), &budget, &mut Silent)
    }

    fn record(&self, job: &Job, outcome: &Outcome) -> Result<Record, StudyError> {
        let verdict = verdict(self.puzzle, &outcome.board).map_err(|e| StudyError::Referee(e.to_string()))?;
        if verdict.score != outcome.score.matched {
            let claimed = outcome.score.matched;
            return Err(StudyError::Referee(format!("{} matched seams where {claimed} are claimed", verdict.score)));
        }
        Ok(Record {
            key: job.key.clone(),
            setting: job.name.clone(),
            seed: job.seed,
            score: verdict.score,
            legal: verdict.legal,
            deepest: outcome.deepest,
            nodes: outcome.nodes,
            candidate_reads: outcome.candidate_reads,
            seconds: outcome.seconds,
            attempts: outcome.attempts,
            fills: outcome.fills,
            stop: outcome.stop.name().to_owned(),
            depth_counts: outcome.profile.placements.clone(),
            board_edges: EdgeGrid::from_board(self.puzzle, &outcome.board).letters(),
            board_hash: Some(format!("{:016x}", outcome.board.hash64())),
            cpu: self.cpu.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }
}
