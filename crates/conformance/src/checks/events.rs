//! What an engine tells its observer.

use edgewise_search::{Budget, Engine};

use super::boards::{audit_all, everyday};
use crate::audits::{Audit, events};
use crate::failure::Failure;
use crate::options::Options;
use crate::puzzles::vast;
use crate::subject::{SEED, Subject};

const BUDGETS: [u64; 3] = [0, 100, 20_000];

/// Everyday puzzles, and one run long enough for reports on the way.
fn check(engine: &dyn Engine, options: &Options, audit: Audit) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    audit_all(subject, &everyday()?, &BUDGETS, &[audit])?;
    let long = Budget::of_nodes(options.latency.saturating_mul(2).saturating_add(10));
    vast()?.iter().take(1).try_for_each(|puzzle| subject.run(puzzle, SEED, &long)?.audit(&[audit]))
}

/// `Started` comes once and first, `Finished` once and last.
pub fn events_come_in_order(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, events::in_order)
}

/// Every improvement is better than the one before, and the last is the outcome.
pub fn improvements_rise_to_the_outcome(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, events::improvements_rise)
}

/// Nodes, reads, restarts, fills and the deepest depth never fall from one report to the next, and the
/// best score is that of the last improvement.
pub fn progress_never_falls(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, events::progress_rises)
}

/// The last report, the profile and the outcome say the same.
pub fn accounts_add_up(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, events::accounts_add_up)
}
