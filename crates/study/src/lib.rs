//! Experiments: a plan of settings and seeds, run in pieces, summed up in a table.
//!
//! * [`plan`]: what a plan file says
//! * [`job`]: the jobs of a plan, each with a key of its own
//! * [`results`]: the file of finished jobs, which makes a study resumable
//! * [`work`]: jobs over threads
//! * [`run`]: running a plan
//! * [`mod@table`]: n, mean, median and interval per setting, and paired differences
//! * [`comparison`]: search shapes at equal cost

pub mod comparison;
pub mod job;
pub mod plan;
pub mod results;
pub mod run;
pub mod table;
pub mod work;

pub use comparison::Comparison;
pub use job::{Job, jobs};
pub use plan::{Plan, PlanError, Seeds};
pub use results::{Completed, Record, Results, ResultsError};
pub use run::Study;
pub use table::{Summary, good_table, rows, table};
pub use work::{RunReport, StudyError, Workers};
