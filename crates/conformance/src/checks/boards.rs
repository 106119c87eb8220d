//! The boards that leave an engine, on ordinary puzzles.

use edgewise_puzzle::Puzzle;
use edgewise_search::{Budget, Engine};

use crate::audits::{self, Audit, boards};
use crate::failure::Failure;
use crate::options::Options;
use crate::puzzles::{odd, ordinary, spoilt, vast};
use crate::subject::{SEED, Subject};

/// Budgets that leave the search at the start, early and deep.
const BUDGETS: [u64; 3] = [0, 40, 5_000];

/// Runs every puzzle of `puzzles` with each budget of `budgets` and checks it by `audits`.
pub(super) fn audit_all(
    subject: Subject<'_>,
    puzzles: &[Puzzle],
    budgets: &[u64],
    audits: &[Audit],
) -> Result<(), Failure> {
    for puzzle in puzzles {
        for &nodes in budgets {
            subject.audited(puzzle, nodes, audits)?;
        }
    }
    Ok(())
}

/// Ordinary puzzles and a vast one.
pub(super) fn everyday() -> Result<Vec<Puzzle>, Failure> {
    Ok(ordinary()?.into_iter().chain(vast()?.into_iter().take(1)).collect())
}

/// Every board that leaves is complete, and legal where the pieces left over allow that.
pub fn boards_are_complete_and_legal(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let puzzles = [everyday()?, odd::rims()?, spoilt::imperfect()?].concat();
    audit_all(Subject::new(engine, options), &puzzles, &BUDGETS, &[boards::complete_and_legal])
}

/// A run ends with a legal board wherever the puzzle has one, even if the search ran into a partial
/// board that cannot be completed legally.
pub fn outcomes_are_legal_where_the_puzzle_allows(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let puzzles = [everyday()?, odd::rims()?, spoilt::imperfect()?].concat();
    audit_all(Subject::new(engine, options), &puzzles, &BUDGETS, &[boards::legal_where_the_puzzle_allows])
}

/// Every clue lies where it was pinned, on every board.
pub fn clues_stay_in_place(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let with_clues: Vec<Puzzle> = everyday()?.into_iter().filter(|p| !p.clues().is_empty()).collect();
    audit_all(Subject::new(engine, options), &with_clues, &BUDGETS, &[boards::clues_in_place])
}

/// Every score is the referee's.
pub fn scores_agree_with_the_referee(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    audit_all(Subject::new(engine, options), &everyday()?, &BUDGETS, &[boards::scores_agree])
}

/// The board before filling is a legal part of the board after it.
pub fn unfilled_boards_lie_within_their_boards(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    audit_all(Subject::new(engine, options), &everyday()?, &BUDGETS, &[boards::unfilled_within])
}

/// What is said to be filled exactly cannot be filled better.
pub fn exact_fills_are_exact(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    let puzzles = [spoilt::small_imperfect()?, spoilt::tiny()?].concat();
    for puzzle in &puzzles {
        for nodes in [5, 60] {
            let trace = subject.audited(puzzle, nodes, &[])?;
            boards::exact_fill(&trace).map_or(Ok(()), |kept| trace.require(kept))?;
        }
    }
    Ok(())
}

/// With filling switched off boards may have holes, and everything else holds as well. Asked of
/// engines that name a [`no_filling`](Options::no_filling) parameter.
pub fn boards_without_filling_are_legal(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let Some((name, off)) = options.no_filling else { return Ok(()) };
    let subject = Subject::new(engine, options);
    let puzzles = [everyday()?, odd::rims()?, odd::full_of_clues()?, spoilt::hopeless()?].concat();
    for puzzle in &puzzles {
        let mut params = subject.params(puzzle)?;
        params.set(name, off).map_err(|e| Failure::new(engine.name(), e.to_string()))?;
        for nodes in BUDGETS {
            let trace = subject.run_with(puzzle, &params, SEED, &Budget::of_nodes(nodes))?;
            if crate::oracle::has_legal_board(puzzle) {
                trace.audit(audits::ALL)?;
            } else {
                trace.audit(&[boards::complete_and_legal, boards::scores_agree, audits::stops::honest])?;
            }
        }
    }
    Ok(())
}
