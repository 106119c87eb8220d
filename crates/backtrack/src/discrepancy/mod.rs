//! Limited-discrepancy search on the candidates of the depth-first engine.
//!
//! A *discrepancy* is a step that does not take the first free candidate of its list: a place where the
//! search disagrees with the candidate order. Depth-first search undoes late decisions first; if the order is
//! good, what is wrong is more likely one of few early decisions. So the search runs in *waves*, and wave k
//! goes only where at most k discrepancies lead. See `docs/LDS.md` for sources and parameters.
//!
//! * [`parameters`]: every tunable, and the presets
//! * `layout`: plan and candidate lists laid out flat
//! * `wave`: one wave, node by node
//! * `engine`: wave after wave, arrivals, events
//!
//! # References
//!
//! * W. D. Harvey, M. L. Ginsberg: Limited discrepancy search. IJCAI 1995, 607–613.
//! * R. E. Korf: Improved limited discrepancy search. AAAI 1996, 286–291.
//! * T. Walsh: Depth-bounded discrepancy search. IJCAI 1997, 1388–1393 (not done here).

mod engine;
mod layout;
#[cfg(test)]
mod oracle;
pub mod parameters;
mod wave;

pub use engine::Discrepancy;
pub use parameters::{TABLE, default_preset};
