//! Perfect and best boards of small puzzles.

use edgewise_search::{Budget, Engine, StopReason};

use crate::audits;
use crate::failure::{Failure, require};
use crate::options::Options;
use crate::oracle;
use crate::puzzles::{solvable, spoilt};
use crate::subject::{SEED, Subject};

/// Ample for the puzzles here.
const NODES: u64 = 20_000_000;

/// With its [`exhaustive`](Options::exhaustive) settings the engine solves what can be solved, and
/// exhausts tiny puzzles that have no perfect board.
pub fn solvable_puzzles_are_solved(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let Some(settings) = &options.exhaustive else { return Ok(()) };
    let subject = Subject::new(engine, options);
    let params = subject.settings(settings)?;
    let perfect = |puzzle| oracle::best_completion(&puzzle, &puzzle.clue_board()) == Some(puzzle.size().seams());
    let tiny = spoilt::tiny()?.into_iter().map(|puzzle| (puzzle.clone(), perfect(puzzle)));
    for (puzzle, has_perfect) in solvable()?.into_iter().map(|puzzle| (puzzle, true)).chain(tiny) {
        let trace = subject.run_with(&puzzle, &params, SEED, &Budget::of_nodes(NODES))?;
        trace.audit(audits::ALL)?;
        let expected = if has_perfect { StopReason::Solved } else { StopReason::Exhausted };
        let (stop, score) = (trace.outcome.stop, trace.outcome.score);
        trace.require(require(stop == expected, || {
            format!("expected to end as {}, ended as {} with {score:?}", expected.name(), stop.name())
        }))?;
    }
    Ok(())
}

/// With its [`optimal`](Options::optimal) settings a run that ends as exhausted left the best board
/// there is, by trying all boards of tiny puzzles; and such runs do end as exhausted or solved.
pub fn exhausted_means_optimal(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let Some(settings) = &options.optimal else { return Ok(()) };
    let subject = Subject::new(engine, options);
    let params = subject.settings(settings)?;
    for puzzle in &spoilt::tiny()? {
        let trace = subject.run_with(puzzle, &params, SEED, &Budget::of_nodes(NODES))?;
        trace.audit(audits::ALL)?;
        let best = oracle::best_completion(puzzle, &puzzle.clue_board());
        let (stop, found) = (trace.outcome.stop, trace.outcome.score.matched);
        let ended = matches!(stop, StopReason::Exhausted | StopReason::Solved);
        trace.require(require(ended && best == Some(found), || {
            format!("ended as {} with {found} matched seams, the best board has {best:?}", stop.name())
        }))?;
    }
    Ok(())
}
