//! What has been found, kept: the directory of a run ([`run_dir`]) and the facts about the machine
//! that belong in it ([`cpu`]).
//!
//! Boards arrive as JSON bytes with their 64-bit hash; nothing here knows a piece or a score rule.

pub mod cpu;
pub mod run_dir;
mod whole_file;

pub use cpu::cpu_model;
pub use run_dir::{Event, RunDir, RunError, RunInfo, RunReport, Saved, StoredBoard, default_name};
