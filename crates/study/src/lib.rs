//! Experiments: a plan of settings and seeds, run in pieces, summed up in a table.
//!
//! * [`plan`]: what a plan file says
//! * [`job`]: the jobs of a plan, each with a key of its own
//! * [`results`]: the file of finished jobs, which makes a study resumable
//! * [`work`]: jobs over threads
//! * [`run`]: running a plan
//! * [`kinship`]: families of boards, and cells on which pairs agree
//! * [`published`]: figures a plan names, to be printed beside its own
//! * [`mod@table`]: n, mean, median and interval per setting, and paired differences
//! * [`comparison`]: search shapes at equal cost
//! * [`tuning`]: a search for the best setting
//! * [`tail`]: what many more runs would give, by fits to the best scores

pub mod comparison;
pub mod job;
pub mod kinship;
pub mod plan;
pub mod published;
pub mod results;
pub mod run;
pub mod table;
pub mod tail;
pub mod tuning;
pub mod work;

pub use comparison::Comparison;
pub use job::{Job, jobs};
pub use kinship::{Kinship, Look, families_by};
pub use plan::{Plan, PlanError, Seeds};
pub use published::{Published, by_score, published_table};
pub use results::{Completed, Record, Results, ResultsError};
pub use run::Study;
pub use table::{Summary, good_table, rows, table};
pub use tail::{TailReport, TailSettings, analyse, tail_text};
pub use tuning::{News, Tune, Tuned, tune};
pub use work::{RunReport, StudyError, Workers};
