//! Odd puzzles: every audit holds on them, with a small and a larger budget.

use edgewise_search::{Engine, StopReason};

use super::boards::audit_all;
use crate::audits::{self, Audit, boards, events, stops};
use crate::failure::{Failure, require};
use crate::options::Options;
use crate::puzzles::{Puzzles, odd, spoilt};
use crate::subject::Subject;

const BUDGETS: [u64; 3] = [0, 3, 4_000];

fn check(engine: &dyn Engine, options: &Options, puzzles: Puzzles) -> Result<(), Failure> {
    audit_all(Subject::new(engine, options), &puzzles?, &BUDGETS, audits::ALL)
}

/// 1×1, 1×n, n×1, 2×2, n×m.
pub fn odd_sizes(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, odd::sizes())
}

/// Pieces that coincide, pieces that look the same when turned, nothing but one piece.
pub fn duplicate_and_symmetric_pieces(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, odd::duplicate_and_symmetric())
}

/// Puzzles whose zeros are a colour inside, and puzzles without a rim.
pub fn free_and_zero_rims(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, odd::rims())
}

/// Puzzles without rotation.
pub fn pieces_that_may_not_turn(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, odd::unturned())
}

/// Puzzles with no, one and two cells to fill.
pub fn clues_on_all_cells_and_all_but_one(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, odd::full_of_clues())
}

/// Clues that break the seam between them.
pub fn clues_that_clash(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, odd::clashing_clues())
}

/// Puzzles with legal boards of which none is perfect.
pub fn puzzles_without_a_perfect_board(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, spoilt::imperfect())
}

/// 250 colours and more, and the last label.
pub fn colours_up_to_the_last(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    check(engine, options, odd::colourful())
}

/// Boards beyond the official size, up to 20×20 with 400 pieces.
pub fn the_largest_boards(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    audit_all(Subject::new(engine, options), &odd::largest()?, &[0, 4_000], audits::ALL)
}

/// Puzzles without any legal board end, and are not called solved or their target reached; the board
/// that comes back has its true score and its clues, and the referee calls it illegal or it has holes.
pub fn puzzles_without_a_legal_board(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    const AUDITS: &[Audit] = &[
        boards::clues_in_place,
        boards::scores_agree,
        boards::unfilled_within,
        events::in_order,
        events::improvements_rise,
        events::progress_rises,
        events::accounts_add_up,
        stops::honest,
    ];
    let subject = Subject::new(engine, options);
    for puzzle in &spoilt::hopeless()? {
        for nodes in BUDGETS {
            let trace = subject.audited(puzzle, nodes, AUDITS)?;
            let board = &trace.outcome.board;
            let problems = trace_problems(&trace)?;
            trace.require(require(!problems.is_empty() || !board.holes().is_empty(), || {
                "a complete legal board of a puzzle that has none".to_owned()
            }))?;
            let stop = trace.outcome.stop;
            trace.require(require(matches!(stop, StopReason::Nodes | StopReason::Exhausted), || {
                format!("ended as {}, expected nodes or exhausted", stop.name())
            }))?;
        }
    }
    Ok(())
}

fn trace_problems(trace: &crate::trace::Trace) -> Result<Vec<String>, Failure> {
    crate::judging::problems(&trace.puzzle, &trace.outcome.board).map_err(|e| Failure::new(&trace.case, e))
}
