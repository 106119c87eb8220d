//! The lab: beam search on a synthetic tree small enough to look at, with a trace of every step.
//!
//! The tree is the one the seed document "Beam search" describes: branching 4, depth 14, scores from a hash,
//! partly heritable, and a few trap nodes that pay at once and cost all their descendants. No board is
//! involved, so what width, ties, noise and duplicates do to a beam can be seen by itself. See `docs/LAB.md`.
//!
//! * [`points`]: scores, in fixed point
//! * [`tree`]: the tree, made as far as it is looked at
//! * [`settings`]: how the beam chooses
//! * `noise`, `choose`: keys and survivors
//! * [`beam`]: the beam, level by level
//! * [`trace`]: what it leaves, as JSON
//! * [`greedy`], [`depth_first`]: the searches it is compared with, and the optimum
//! * [`report()`], [`survey()`]: one run with all comparisons; many trees, seeds and widths
//!
//! Everything depends on the settings alone: the same trace on every machine.

pub mod beam;
mod choose;
pub mod depth_first;
pub mod greedy;
mod noise;
pub mod points;
pub mod report;
pub mod settings;
pub mod survey;
pub mod trace;
pub mod tree;

pub use points::Points;
pub use report::{Report, ReportSettings, report};
pub use settings::{BeamSettings, Detail, LabError, Likeness, Rule};
pub use survey::{SurveyRow, SurveySettings, survey};
pub use trace::{Fate, Leaf, Level, Trace};
pub use tree::{Node, Tree, TreeSettings};
