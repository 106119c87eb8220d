//! One module per command.

pub(crate) mod backtrack;
pub(crate) mod beam;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod board_compare;
pub(crate) mod puzzle;
pub(crate) mod solve;
pub(crate) mod study;
