//! CP-SAT, the solver of OR-Tools (Google, Apache 2.0), through its C interface.
//!
//! The library is opened at run time: `libortools.so.9` of the Python package `ortools` is all that is needed,
//! not Python itself. `find` says where it may lie, `library` calls it, `proto` is what goes over the wire,
//! `translate` puts the model into it, `backend` joins them.

mod backend;
pub mod find;
mod library;
mod proto;
mod translate;

pub use backend::CpSat;
pub use library::OrTools;
