//! CP-SAT as a back end.

use std::time::Instant;

use edgewise_tail::{Backend, Limits, Status, TailError, TailProblem, TailResult};

use super::library::OrTools;
use super::proto::{CpSolverResponse, CpSolverStatus, SatParameters};
use super::translate::translate;
use crate::incumbent::incumbent;
use crate::model::Model;

/// CP-SAT. Its nodes are conflicts. A limit on nodes holds for every worker by itself, one on memory is the
/// library's own, on the whole process.
#[derive(Clone, Debug)]
pub struct CpSat {
    /// The library.
    pub library: OrTools,
    /// Threads, at least 1. One is what compares with a method on one core; the source of the study had 8.
    pub workers: usize,
    /// Whether it gets the [`incumbent`] as a hint. With it, an end without a solution of its own still has
    /// the incumbent as its answer.
    pub hint: bool,
}

impl Backend for CpSat {
    fn name(&self) -> &'static str {
        "cpsat"
    }

    fn solve(&self, problem: &TailProblem, limits: &Limits) -> Result<TailResult, TailError> {
        let started = Instant::now();
        let result = |status, score: Option<usize>, board, bound, nodes| TailResult {
            status,
            board,
            score,
            bound,
            nodes,
            seconds: started.elapsed().as_secs_f64(),
        };
        let trivial = problem.base_score() + problem.seams();
        let Some(model) = Model::new(problem) else { return Ok(result(Status::Infeasible, None, None, trivial, 0)) };
        let incumbent = self.hint.then(|| incumbent(problem)).flatten();
        let reply = match limits.stop.is_raised() {
            true => CpSolverResponse::default(),
            false => {
                let hint = incumbent.as_ref().and_then(|filling| model.values(filling));
                let request = translate(&model, hint.as_deref());
                self.library.solve(&request, &self.parameters(limits), || limits.stop.is_raised())?
            }
        };
        let nodes = u64::try_from(reply.num_conflicts).unwrap_or(0);
        let own = match reply.status() {
            CpSolverStatus::ModelInvalid => return Err(failed(format!("rejects the model: {}", info(&reply)))),
            CpSolverStatus::Infeasible => return Ok(result(Status::Infeasible, None, None, trivial, nodes)),
            CpSolverStatus::Unknown => None,
            CpSolverStatus::Feasible | CpSolverStatus::Optimal => {
                let value = |var: usize| reply.solution.get(var).copied();
                let filling = model.filling(value).ok_or_else(|| failed("its solution lacks values".to_owned()))?;
                let matched = model.matches.iter().filter(|&&seam| value(seam) == Some(1)).count();
                Some((problem.base_score() + matched, problem.refilled(&filling)))
            }
        };
        let theirs = incumbent.map(|filling| {
            let board = problem.refilled(&filling);
            (problem.puzzle().score(&board).matched, board)
        });
        let Some((score, board)) = better(own, theirs) else {
            return Ok(result(Status::Unknown, None, None, trivial, nodes));
        };
        // Without a solution of its own it need not have said a bound.
        let bound = match reply.status() {
            CpSolverStatus::Unknown => trivial,
            _ => trivial.min(problem.base_score() + (reply.best_objective_bound + 1e-6).floor() as usize),
        };
        let optimal = reply.status() == CpSolverStatus::Optimal || score == bound;
        let status = if optimal { Status::Optimal } else { Status::Feasible };
        Ok(result(status, Some(score), Some(board), bound, nodes))
    }
}

impl CpSat {
    fn parameters(&self, limits: &Limits) -> SatParameters {
        SatParameters {
            max_time_in_seconds: limits.time.map(|time| time.as_secs_f64()),
            max_number_of_conflicts: limits.nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX)),
            max_memory_in_mb: limits.memory.map(|bytes| i64::try_from(bytes >> 20).unwrap_or(i64::MAX).max(1)),
            catch_sigint_signal: Some(false),
            num_workers: Some(i32::try_from(self.workers.max(1)).unwrap_or(i32::MAX)),
        }
    }
}

/// The one with the greater score, the first of equals.
fn better<T>(a: Option<(usize, T)>, b: Option<(usize, T)>) -> Option<(usize, T)> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b.0 > a.0 { b } else { a }),
        (a, b) => a.or(b),
    }
}

fn failed(why: String) -> TailError {
    TailError::Backend { backend: "cpsat", why }
}

/// What it says, in one line.
fn info(reply: &CpSolverResponse) -> String {
    reply.solution_info.replace('\n', " ")
}
