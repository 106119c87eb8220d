//! The break-tolerant depth-first engine with a quota schedule: Joshua Blackwood's method, for any
//! puzzle, order and set of clues.
//!
//! Pieces go down along a fixed order. A *quota* asks that by each depth at least so many sides of a
//! few chosen colours have been placed; what is left for the end then holds few colours and matches
//! more often by chance. From some depth on a *break budget* lets seams mismatch. Attempts restart
//! with freshly shuffled tables. See `docs/BACKTRACK.md` for sources and measurements.
//!
//! * [`parameters`]: every tunable, and the presets
//! * [`quota`], [`schedule`]: the two curves
//! * [`attempts`]: restarts, aborts, going back on the way
//! * `compiled`: the plan laid out for the node loop
//! * `lanes`: which candidates of a list are free, the first 8, then 31 at a time
//! * `node_loop`: one placement a turn
//! * `rules`: ceiling, isolated breaks, the ledger
//! * `arrivals`: filling deep boards, keeping the best
//! * `profile`: where the run went, by depth, position and cell
//! * [`growth`], [`forecast`]: candidates by step and breaks, and the break schedule that follows from them
//! * [`plain`]: the slow obvious version all of this is tested against
//! * [`discrepancy`]: limited-discrepancy search on the same candidates, an engine of its own

mod arrivals;
pub mod attempts;
mod checkpoint;
mod compiled;
pub mod discrepancy;
mod engine;
pub mod forecast;
mod gaps;
pub mod growth;
mod lanes;
mod node_loop;
#[cfg(test)]
mod oracle;
pub mod parameters;
pub mod plain;
mod profile;
pub mod quota;
mod rules;
pub mod schedule;

pub use discrepancy::Discrepancy;
pub use engine::Backtrack;
pub use parameters::{TABLE, default_preset};
