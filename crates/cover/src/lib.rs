//! Exact cover with colours: Algorithm X and Algorithm C of Knuth, TAOCP 4B, 7.2.2.1, two
//! independent implementations beside them, Knuth's text format, and edge-matching puzzles as
//! exact-cover problems.
//!
//! ```
//! use edgewise_cover::{Search, Settings, text};
//!
//! let problem = text::read(b"p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n").unwrap();
//! let solutions: Vec<Vec<u32>> = Search::new(&problem, &Settings::default()).unwrap().collect();
//! assert_eq!(solutions, [[3, 1]]);
//! ```

pub mod branching;
pub mod classics;
pub mod encode;
pub mod limits;
pub mod problem;
pub mod search;
pub mod steps;
pub mod text;

mod kernels;

pub use limits::{End, Limits};
pub use problem::{Builder, Member, Problem, ProblemError};
pub use search::{Method, Outcome, Search, SearchError, Settings, count, first, unique};
