//! The conformance suite: what every engine must keep, as one `#[test]` per requirement.
//!
//! An engine crate takes this crate as a dev-dependency and writes, in `tests/conformance.rs`,
//!
//! ```text
//! edgewise_conformance::suite!(Backtrack::default());
//! ```
//!
//! or, where the engine has more to say about itself, `suite!(engine, Options { .. })`; an engine
//! with several configurations puts one `suite!` in a module for each. Every test is a function of
//! [`checks`] and can be called alone; [`CHECKS`] lists them. Checks return a [`Failure`] of one
//! line that names the puzzle, parameters, seed and budget of the run it speaks of, so that the run
//! can be repeated.
//!
//! * [`checks`]: the requirements
//! * [`puzzles`]: what engines are run on
//! * [`subject`], [`trace`]: running an engine and writing down what it says
//! * [`audits`]: what must hold of any single run
//! * [`judging`]: a [`Puzzle`](edgewise_puzzle::Puzzle) as the referee sees it
//! * [`oracle`]: legal completions and optima by plain search
//!
//! Boards are scored by the referee, which shares no scoring code with the library the engines use.
//! Nothing here looks at a clock: how soon an engine stops is counted in nodes.

pub mod audits;
pub mod checks;
pub mod failure;
pub mod judging;
pub mod options;
pub mod oracle;
pub mod puzzles;
pub mod subject;
pub mod trace;

pub use failure::Failure;
pub use options::{Options, Settings};

use edgewise_search::Engine;

/// A requirement.
pub type Check = fn(&dyn Engine, &Options) -> Result<(), Failure>;

/// Every requirement with its name, in the order of [`checks`].
pub const CHECKS: &[(&str, Check)] = crate::for_every_check!(table);

/// Expands to one `#[test]` per requirement of [`checks`] for `$engine`, an expression of a type
/// that implements [`Engine`]; `$options` is an expression of type [`Options`].
#[macro_export]
macro_rules! suite {
    ($engine:expr $(,)?) => {
        $crate::suite!($engine, $crate::Options::default());
    };
    ($engine:expr, $options:expr $(,)?) => {
        $crate::for_every_check!(tests, $engine, $options);
    };
}

/// The one list of requirements.
#[doc(hidden)]
#[macro_export]
macro_rules! for_every_check {
    (tests, $engine:expr, $options:expr) => {
        $crate::for_every_check! { @list tests ($engine, $options) }
    };
    (table) => {
        $crate::for_every_check! { @list table () }
    };
    (@list $shape:ident $with:tt) => {
        $crate::for_every_check! {
            @$shape $with
            boards_are_complete_and_legal
            outcomes_are_legal_where_the_puzzle_allows
            clues_stay_in_place
            scores_agree_with_the_referee
            unfilled_boards_lie_within_their_boards
            exact_fills_are_exact
            boards_without_filling_are_legal
            events_come_in_order
            improvements_rise_to_the_outcome
            progress_never_falls
            accounts_add_up
            node_budgets_are_kept_exactly
            longer_runs_begin_like_shorter_ones
            a_raised_flag_stops_the_run_at_once
            a_flag_raised_on_the_way_stops_the_run_soon
            no_time_is_no_search
            reached_targets_end_the_run
            unreached_targets_are_not_claimed
            the_same_seed_gives_the_same_outcome
            other_seeds_and_streams_give_other_boards
            twins_agree
            odd_sizes
            duplicate_and_symmetric_pieces
            free_and_zero_rims
            pieces_that_may_not_turn
            clues_on_all_cells_and_all_but_one
            clues_that_clash
            puzzles_without_a_perfect_board
            puzzles_without_a_legal_board
            colours_up_to_the_last
            the_largest_boards
            the_table_declares_what_it_reads
            presets_run_on_the_official_puzzle
            every_value_in_range_runs_or_is_refused
            nonsense_text_is_refused
            solvable_puzzles_are_solved
            exhausted_means_optimal
        }
    };
    (@tests ($engine:expr, $options:expr) $($check:ident)*) => {
        $(
            #[test]
            fn $check() {
                if let Err(failure) = $crate::checks::$check(&$engine, &$options) {
                    panic!("{failure}");
                }
            }
        )*
    };
    (@table () $($check:ident)*) => {
        &[$((stringify!($check), $crate::checks::$check)),*]
    };
}
