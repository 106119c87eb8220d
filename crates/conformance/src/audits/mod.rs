//! What must hold of any single run.

pub mod boards;
pub mod events;
pub mod stops;

use crate::trace::Trace;

/// Looks at one run; the complaint if it does not hold.
pub type Audit = fn(&Trace) -> Result<(), String>;

/// All of them.
pub const ALL: &[Audit] = &[
    boards::complete_and_legal,
    boards::legal_where_the_puzzle_allows,
    boards::clues_in_place,
    boards::scores_agree,
    boards::unfilled_within,
    events::in_order,
    events::improvements_rise,
    events::progress_rises,
    events::accounts_add_up,
    stops::honest,
];
