//! How many solutions a puzzle has: exactly, and as theory expects it.
//!
//! [`count`](count()) is exact. It never lists solutions: pieces that look alike are one kind, a board is counted
//! from both ends, states that used the same pieces and show the same colours are merged, and in framed
//! puzzles frame and inside can be counted apart and joined by the colours between them. It serves other
//! engines' tests as an oracle. The method, proofs and measurements are in `docs/COUNTING.md`.
//!
//! * `kinds`, `task`: the pieces by their looks, and what is to be filled
//! * `key`, `table`: which pieces are used and which colours show, in a few words; tables of such states
//! * `steps`, `half`, `walk`: filling some cells, states merging on the way
//! * `part`, `plan`, `probe`: joining two halves, frame and inside, and choosing what looks cheapest
//! * `symmetry`: boards up to turns
//!
//! [`expect`](expect()) is Brendan Owen's complex theory for any order, clue set and break list: expected solutions,
//! and expected nodes by depth of a search not yet run (`joins`: the chance that joins match).

mod count;
mod expect;
mod half;
mod joins;
mod key;
mod kinds;
mod limits;
mod part;
mod plan;
mod probe;
mod steps;
mod symmetry;
mod table;
mod task;
mod walk;

pub use count::{BlockCount, Count, CountError, count, count_block, count_completions};
pub use expect::{BreakList, Expectation, ExpectedStep, expect};
pub use limits::{Limits, Stop};
