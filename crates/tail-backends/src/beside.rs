//! Several back ends on one tail, side by side.

use edgewise_tail::{Backend, Limits, Status, TailError, TailProblem, TailResult, verify};

/// One back end's answer as a record.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Row {
    /// Its name.
    pub backend: String,
    /// `optimal`, `feasible`, `infeasible` or `unknown`.
    pub status: &'static str,
    /// The score, if there is a refill.
    pub score: Option<usize>,
    /// The proven bound on it.
    pub bound: usize,
    /// Nodes of the back end's own kind.
    pub nodes: u64,
    /// Wall time in seconds, its own account.
    pub seconds: f64,
}

/// Solves `problem` with each of `backends` in turn, each within `limits`, checks every answer with [`verify()`] and
/// all of them with [`contradiction`].
///
/// # Errors
/// A back end's own, or [`TailError::Wrong`] if an answer fails the check or contradicts another.
pub fn beside(problem: &TailProblem, backends: &[&dyn Backend], limits: &Limits) -> Result<Vec<Row>, TailError> {
    let mut answers = Vec::new();
    for backend in backends {
        let result = backend.solve(problem, limits)?;
        verify(problem, backend.name(), &result)?;
        answers.push((backend.name(), result));
    }
    if let Some((backend, why)) = contradiction(&answers) {
        return Err(TailError::Wrong { backend: backend.to_owned(), why });
    }
    let row = |(name, result): (&str, TailResult)| Row {
        backend: name.to_owned(),
        status: result.status.name(),
        score: result.score,
        bound: result.bound,
        nodes: result.nodes,
        seconds: result.seconds,
    };
    Ok(answers.into_iter().map(row).collect())
}

/// What cannot be true of two answers to one tail: a refill where there is none, or a score above another's
/// bound (so two optima are equal). The first back end named claims the refill.
pub fn contradiction<'a>(answers: &[(&'a str, TailResult)]) -> Option<(&'a str, String)> {
    let pairs = answers.iter().flat_map(|a| answers.iter().map(move |b| (a, b)));
    for ((name, result), (other, theirs)) in pairs {
        let Some(score) = result.score else { continue };
        if theirs.status == Status::Infeasible {
            return Some((name, format!("score {score}, where {other} has proven there is no refill")));
        }
        if score > theirs.bound {
            return Some((name, format!("score {score}, where {other} has proven at most {}", theirs.bound)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: Status, score: Option<usize>, bound: usize) -> TailResult {
        TailResult { status, board: None, score, bound, nodes: 0, seconds: 0.0 }
    }

    #[test]
    fn answers_that_cannot_both_be_true_are_found() {
        let optimal = |score| answer(Status::Optimal, Some(score), score);
        let none = answer(Status::Infeasible, None, 24);
        let between = answer(Status::Feasible, Some(9), 12);
        let clash = |a: &TailResult, b: &TailResult| contradiction(&[("a", a.clone()), ("b", b.clone())]);
        assert_eq!(clash(&optimal(10), &between), None);
        assert_eq!(clash(&optimal(10), &answer(Status::Unknown, None, 24)), None);
        assert_eq!(clash(&none, &none), None);
        assert_eq!(clash(&optimal(10), &optimal(11)), Some(("b", "score 11, where a has proven at most 10".into())));
        assert_eq!(clash(&optimal(13), &between), Some(("a", "score 13, where b has proven at most 12".into())));
        assert_eq!(clash(&none, &between), Some(("b", "score 9, where a has proven there is no refill".into())));
    }
}
