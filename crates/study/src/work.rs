//! Jobs over threads: each thread takes the next unfinished job, and every finished one is on disk
//! before the next begins. A stop loses only jobs in progress.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use edgewise_portfolio::verdict;
use edgewise_puzzle::{EdgeGrid, Puzzle};
use edgewise_search::{EngineError, Outcome, StopFlag};

use crate::job::{Job, JobError};
use crate::results::{Record, Results, ResultsError};

/// Who works, and who listens.
pub struct Workers<'a> {
    /// Threads; each runs one job at a time.
    pub threads: usize,
    /// The processor's name, for the records.
    pub cpu: &'a str,
    /// Raised to end soon; jobs cut short are not kept. Raised by the workers themselves where one fails.
    pub stop: &'a StopFlag,
    /// Told of every finished job: jobs done so far, jobs in all.
    pub hear: &'a (dyn Fn(&Record, usize, usize) + Sync),
}

/// What running jobs did.
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
    /// A job cannot be made.
    #[error(transparent)]
    Job(#[from] JobError),
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

impl Workers<'_> {
    /// Runs the jobs that have no record yet. `run` makes a job's record, or none if it was cut short.
    pub(crate) fn work(
        &self,
        jobs: &[Job],
        results: &mut Results,
        run: impl Fn(&Job) -> Result<Option<Record>, StudyError> + Sync,
    ) -> Result<RunReport, StudyError> {
        let waiting: VecDeque<&Job> = jobs.iter().filter(|job| results.get(&job.key).is_none()).collect();
        let (all, found) = (jobs.len(), jobs.len() - waiting.len());
        let (waiting, results, done) = (Mutex::new(waiting), Mutex::new(results), Mutex::new(0usize));
        let worker = || -> Result<(), StudyError> {
            while !self.stop.is_raised() {
                let Some(job) = lock(&waiting).pop_front() else { return Ok(()) };
                let Some(record) = run(job)? else { return Ok(()) };
                lock(&results).add(record.clone())?;
                let mut done = lock(&done);
                *done += 1;
                (self.hear)(&record, found + *done, all);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..self.threads.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        let result = worker();
                        if result.is_err() {
                            self.stop.raise();
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

    /// The record of a job on `puzzle` that ended with `outcome`.
    pub(crate) fn record(&self, job: &Job, puzzle: &Puzzle, outcome: &Outcome) -> Result<Record, StudyError> {
        let verdict = verdict(puzzle, &outcome.board).map_err(|e| StudyError::Referee(e.to_string()))?;
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
            board_edges: EdgeGrid::from_board(puzzle, &outcome.board).letters(),
            board_hash: Some(format!("{:016x}", outcome.board.hash64())),
            completed: None,
            cpu: self.cpu.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }
}
