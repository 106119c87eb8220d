//! Parameters that several engines have: name, kind, help and unit, declared once. An engine's table takes
//! them over and says where its own default comes from:
//!
//! ```
//! use edgewise_search::{Parameter, shared};
//! let order = Parameter { default: "row", source: "own choice", ..shared::ORDER };
//! assert_eq!((order.name, order.default), ("order", "row"));
//! ```

use edgewise_puzzle::Puzzle;

use crate::order::{Order, OrderError};
use crate::params::{Kind, Parameter, Params};

/// A declaration without a source.
const fn declared(
    name: &'static str,
    kind: Kind,
    default: &'static str,
    help: &'static str,
    unit: &'static str,
) -> Parameter {
    Parameter { name, kind, default, help, unit, source: "" }
}

/// The cell order.
pub const ORDER: Parameter =
    declared("order", Kind::Text, "blackwood", "Cell order: a name, or @FILE with the cell numbers", "");

/// The order that [`ORDER`] is set to: a name, or `@` and the text of a file of cell numbers.
pub fn order(params: &Params, puzzle: &Puzzle) -> Result<Order, OrderError> {
    let text = params.text(ORDER.name);
    let clues: Vec<usize> = puzzle.clues().iter().map(|clue| clue.cell).collect();
    match text.strip_prefix('@') {
        Some(text) => Order::parse(text, puzzle.size()),
        None => Order::named(text, puzzle.size(), &clues),
    }
}

/// The colours a quota counts.
pub const COLOURS: Parameter = declared(
    "colours",
    Kind::Integers(0, 255),
    "5,20,7",
    "Colours the quota counts, in the official numbering (mapped to the puzzle's own labels)",
    "",
);

/// The quota.
pub const QUOTA: Parameter = declared(
    "quota",
    Kind::Text,
    "none",
    "Least number of quota sides by position: none, blackwood, points 16:0,26:28,.., or a list; higher prunes harder",
    "sides",
);

/// The quota's offset.
pub const QUOTA_OFFSET: Parameter = declared(
    "quota_offset",
    Kind::Integer(-200, 200),
    "0",
    "Added to the quota wherever it asks for something; negative loosens it",
    "sides",
);

/// The break schedule.
pub const BREAKS: Parameter = declared(
    "breaks",
    Kind::Text,
    "201,206,211,216,221,225,229,233,237,239",
    "Positions at which one more break is allowed: a list, none, or spread",
    "positions",
);

/// Most breaks of a placement.
pub const BREAKS_PER_PLACEMENT: Parameter =
    declared("breaks_per_placement", Kind::Integer(1, 2), "1", "Most breaks one placement may pay", "breaks");

/// Whether frame seams may break.
pub const BREAK_FRAME: Parameter =
    declared("break_frame", Kind::Flag, "false", "Whether seams between two border cells may break", "");

/// The order of candidates.
pub const CANDIDATE_SORT: Parameter = declared(
    "candidate_sort",
    Kind::Choice(&["quota", "chance", "number"]),
    "quota",
    "Order among equally many breaks: quota sides first, chance alone, or piece number (no chance at all)",
    "",
);

/// Holes filled exactly.
pub const FILL_HOLES: Parameter = declared(
    "fill_holes",
    Kind::Integer(0, 16),
    "12",
    "Arrivals with at most this many holes are completed exactly; 0: holes stay open, also at the end",
    "cells",
);
