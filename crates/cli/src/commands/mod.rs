//! One module per command.

pub(crate) mod backtrack;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod board_compare;
pub(crate) mod board_map;
pub(crate) mod estimate;
pub(crate) mod lds;
pub(crate) mod order;
pub(crate) mod profile;
pub(crate) mod puzzle;
pub(crate) mod single;
pub(crate) mod solve;
pub(crate) mod study;
