//! The exact tail: the best legal refill of a freed region of a board, proven.
//!
//! Freeze most of a board, free some cells, and ask for the arrangement of the freed pieces with the most
//! matched seams. [`TailProblem`] is the question, [`Backend`] whoever answers it, [`TailResult`] the answer,
//! [`verify()`] the check no back end takes part in, and [`Verdict`] what the answer says about the board.
//! Source of the study: R. Anjou, "The tail as its own exact problem", eternity2.dev, 2026-07-23.

pub mod assignment;
pub mod backend;
mod balance;
mod beam;
mod branch;
pub mod brute;
pub mod error;
pub mod full;
pub mod judging;
mod layout;
pub mod own;
pub mod problem;
pub mod producer;
pub mod records;
pub mod refill;
pub mod region;
mod relax;
pub mod sweep;
mod table;
pub mod verdict;
pub mod verify;
mod walk;

pub use backend::{Backend, Limits, Status, TailResult};
pub use brute::BruteForce;
pub use error::TailError;
pub use full::FullProgramme;
pub use own::Own;
pub use problem::{Meets, Option4, Pool, Slot, TailOptions, TailProblem};
pub use refill::{Refilled, best_refill, closing};
pub use region::Region;
pub use verdict::{Assessment, Verdict, assess};
pub use verify::verify;
