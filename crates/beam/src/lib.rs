//! The beam producer: the best partial boards of each depth are kept side by side and grown cell by
//! cell, for any puzzle, order and set of clues. See `docs/BEAM.md` for sources and measurements.
//!
//! * [`parameters`]: every tunable, and the presets
//! * `keys`, `outlook`: what a child is worth; `curve`, `fixed`, [`Corpus`]: what keys are made of
//! * `layout`: a step plan laid out for a beam
//! * `states`, `history`: survivors, and the way back
//! * `expand`, `family`, `stochastic`, `rollout`: making children
//! * `child`, `pool`, `dedup`, `likeness`, `select`: which of them survive
//! * `survive`, `descent`: making the next layer, one board
//! * `best`, `checkpoint`, `engine`: the run
//! * `oracle` (tests): the slow obvious beam all of this is tested against

mod best;
mod checkpoint;
mod child;
mod curve;
mod dedup;
mod descent;
mod engine;
mod expand;
mod family;
mod fixed;
mod history;
mod keys;
mod lanes;
mod layout;
mod likeness;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod oracle_tests;
mod outlook;
pub mod parameters;
mod pool;
mod prior;
mod rollout;
mod select;
mod settings;
mod states;
mod stochastic;
mod survive;

pub use engine::Beam;
pub use parameters::{TABLE, default_preset};
pub use prior::Corpus;
