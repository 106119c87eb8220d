//! Whether the reason a run gives for its end is true.

use edgewise_puzzle::Score;
use edgewise_search::StopReason;

use crate::failure::require;
use crate::judging::is_legal;
use crate::trace::Trace;

/// The node budget is not overdrawn, and the reason for the end is true: `Solved` boards are legal
/// and match every seam, `Target` boards are legal and reach the target, `Nodes` means exactly the
/// budget, `Time` and `Flag` that there was one.
pub fn honest(trace: &Trace) -> Result<(), String> {
    let (outcome, budget) = (&trace.outcome, &trace.budget);
    let (nodes, score) = (outcome.nodes, outcome.score);
    require(budget.nodes.is_none_or(|limit| nodes <= limit), || format!("{nodes} nodes overdraw the budget"))?;
    let legal = is_legal(&trace.puzzle, &outcome.board)?;
    let true_reason = match outcome.stop {
        StopReason::Solved => legal && score.matched == score.total,
        StopReason::Target => legal && budget.target.is_some_and(|target| score.matched >= target),
        StopReason::Nodes => budget.nodes == Some(nodes),
        StopReason::Time => budget.time.is_some(),
        StopReason::Flag => budget.stop.is_raised(),
        StopReason::Exhausted => true,
    };
    require(true_reason, || {
        let legal = if legal { "a legal" } else { "an illegal" };
        let Score { matched, total, .. } = score;
        format!("ended as {} after {nodes} nodes with {legal} board of {matched}/{total}", outcome.stop.name())
    })
}
