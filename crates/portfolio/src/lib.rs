//! Joining engines: many workers on one puzzle, and the plan `solve` follows.
//!
//! * [`engines`]: the engines by name
//! * [`crew`]: the same engine on several threads, each with its own jump stream; the best board wins
//! * [`solve`]: which engine settings suit which puzzle
//! * [`judging`]: every board that leaves goes past the referee

pub mod bench;
mod closing;
pub mod crew;
pub mod engines;
pub mod judging;
pub mod solve;

pub use crew::{Crew, CrewOutcome, Report};
pub use judging::verdict;
