//! One module per command.

pub(crate) mod backtrack;
pub(crate) mod beam;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod board_breaks;
pub(crate) mod board_compare;
pub(crate) mod board_map;
pub(crate) mod compare;
pub(crate) mod cover;
pub(crate) mod estimate;
pub(crate) mod factory;
pub(crate) mod factory_report;
pub(crate) mod lab;
pub(crate) mod lds;
pub(crate) mod order;
pub(crate) mod profile;
pub(crate) mod puzzle;
pub(crate) mod schedule;
pub(crate) mod single;
pub(crate) mod solve;
pub(crate) mod study;
mod study_tail;
mod study_tune;
pub(crate) mod tail;
pub(crate) mod tail_sweep;
mod unique;
