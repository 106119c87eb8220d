//! Running a plan.
//!
//! A factory is a study that keeps its boards: [`Study::run_keeping`] hands each to the caller before the
//! job counts as finished, so no finished job is without its board.

use std::time::Duration;

use edgewise_puzzle::{Board, Puzzle};
use edgewise_search::{Budget, Engine, Seed, Silent, StopFlag, StopReason};

use crate::job::Job;
use crate::plan::Plan;
use crate::results::{Record, Results};
use crate::work::{RunReport, StudyError, Workers};

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
        let workers = Workers { threads: self.threads, cpu: self.cpu, stop, hear: &hear };
        workers.work(self.jobs, results, |job| {
            let budget = Budget {
                nodes: self.plan.budget.nodes,
                time: self.plan.budget.seconds.map(Duration::from_secs_f64),
                target: None,
                stop: stop.clone(),
            };
            let outcome = self.engine.run(self.puzzle, &job.params, Seed::new(job.seed), &budget, &mut Silent)?;
            if outcome.stop == StopReason::Flag {
                return Ok(None);
            }
            let record = workers.record(job, self.puzzle, &outcome)?;
            keep(&record, &outcome.board).map_err(StudyError::Keep)?;
            Ok(Some(record))
        })
    }
}
