//! The exact tail: the best legal refill of a freed region of a board, proven.
//!
//! Freeze most of a board, free some cells, and ask for the arrangement of the freed pieces with the most
//! matched seams. [`TailProblem`] is the question, [`Backend`] whoever answers it, [`TailResult`] the answer,
//! [`verify`] the check no back end takes part in, and [`Verdict`] what the answer says about the board.
//! Source of the study: R. Anjou, "The tail as its own exact problem", eternity2.dev, 2026-07-23.

pub mod backend;
pub mod brute;
pub mod error;
pub mod judging;
pub mod problem;
pub mod verdict;
pub mod verify;

pub use backend::{Backend, Limits, Status, TailResult};
pub use brute::BruteForce;
pub use error::TailError;
pub use problem::{Meets, Option4, Pool, Slot, TailOptions, TailProblem};
pub use verdict::{Assessment, Verdict, assess};
pub use verify::verify;
