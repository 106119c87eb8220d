//! What an answer says about the board.

use crate::backend::{Backend, Limits, Status, TailResult};
use crate::error::TailError;
use crate::problem::TailProblem;
use crate::verify::verify;

/// What the tail says about its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A better refill exists: the tail limits the board.
    Limited,
    /// The best refill is as good as what stands there, proven.
    Tight,
    /// No refill keeps one incoming break a cell, one with two exists: double breaks bear the board.
    LoadBearing,
    /// The given board breaks the cap itself, and the best refill that keeps it is worse, proven.
    OutsideTheCap,
    /// What stands there is no legal refill (a turn that is not allowed, grey inside), and the best legal one is
    /// worse, proven.
    OutsideTheRules,
    /// No refill keeps rim and cap.
    Infeasible,
    /// Nothing better was found, and the limits ended the proof.
    Undecided,
}

impl Verdict {
    /// As records have it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Limited => "limited",
            Verdict::Tight => "tight",
            Verdict::LoadBearing => "load-bearing",
            Verdict::OutsideTheCap => "outside the cap",
            Verdict::OutsideTheRules => "outside the rules",
            Verdict::Infeasible => "infeasible",
            Verdict::Undecided => "undecided",
        }
    }
}

/// A checked answer and what it says.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// The answer.
    pub result: TailResult,
    /// Score of the board as given.
    pub given_score: usize,
    /// The most incoming breaks of a free cell of the board as given.
    pub given_incoming: usize,
    /// Best score minus the given one; `None` without a refill.
    pub delta: Option<i64>,
    /// What it says.
    pub verdict: Verdict,
}

/// Solves `problem`, checks the answer with [`verify`] and draws the verdict. A tail infeasible under cap 1
/// is asked once more under cap 2, which tells load-bearing from infeasible; the second question has the
/// same limits again.
///
/// # Errors
/// The back end's, or [`TailError::Wrong`].
pub fn assess(problem: &TailProblem, backend: &dyn Backend, limits: &Limits) -> Result<Assessment, TailError> {
    let result = backend.solve(problem, limits)?;
    verify(problem, backend.name(), &result)?;
    let given_score = problem.given_score();
    let given_incoming = problem.most_incoming_breaks(problem.given());
    let delta = result.score.map(|score| score as i64 - given_score as i64);
    let verdict = match (result.status, delta) {
        (Status::Infeasible, _) if problem.stands(problem.cap()) => {
            let why = "infeasible, but what stands there is a refill".to_owned();
            return Err(TailError::Wrong { backend: backend.name().to_owned(), why });
        }
        (Status::Infeasible, _) => infeasible(problem, backend, limits)?,
        (_, Some(1..)) => Verdict::Limited,
        (Status::Optimal, Some(0)) => Verdict::Tight,
        (Status::Optimal, Some(_)) if !problem.stands(None) => Verdict::OutsideTheRules,
        (Status::Optimal, Some(_)) if !problem.stands(problem.cap()) => Verdict::OutsideTheCap,
        (Status::Optimal, Some(_)) => {
            let why = format!("{:?} seams proven where {given_score} stand there", result.score);
            return Err(TailError::Wrong { backend: backend.name().to_owned(), why });
        }
        _ => Verdict::Undecided,
    };
    Ok(Assessment { result, given_score, given_incoming, delta, verdict })
}

fn infeasible(problem: &TailProblem, backend: &dyn Backend, limits: &Limits) -> Result<Verdict, TailError> {
    if problem.cap() != Some(1) {
        return Ok(Verdict::Infeasible);
    }
    let relaxed = problem.with_cap(Some(2))?;
    if problem.stands(Some(2)) {
        return Ok(Verdict::LoadBearing);
    }
    let again = backend.solve(&relaxed, limits)?;
    verify(&relaxed, backend.name(), &again)?;
    Ok(match again.status {
        Status::Optimal | Status::Feasible => Verdict::LoadBearing,
        Status::Infeasible => Verdict::Infeasible,
        Status::Unknown => Verdict::Undecided,
    })
}
