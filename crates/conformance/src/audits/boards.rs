//! The boards a run leaves, judged by the referee.

use edgewise_puzzle::{Board, Puzzle, Score};

use crate::failure::require;
use crate::judging::{is_legal, judge, problems};
use crate::oracle;
use crate::trace::{Leaving, Trace};

/// Every board that leaves is complete, unless filling is off, and legal wherever the pieces left
/// over by the search's own board (or by the clues, where there is none) allow that; without
/// filling always.
pub fn complete_and_legal(trace: &Trace) -> Result<(), String> {
    let puzzle = &trace.puzzle;
    trace.leaving().iter().try_for_each(|Leaving { by, board, unfilled, .. }| {
        let problems = problems(puzzle, board)?;
        let legal = || format!("{by}: expected a legal board, found {}", problems.join("; "));
        if !trace.filling {
            return require(problems.is_empty(), legal);
        }
        let holes = board.holes();
        require(holes.is_empty(), || format!("{by}: expected a complete board, found holes at cells {holes:?}"))?;
        let clues = puzzle.clue_board();
        let own = unfilled.map_or(&clues, |(own, _)| own);
        judge(puzzle, own)?;
        require(problems.is_empty() || oracle::legal_completion(puzzle, own).is_none(), legal)
    })
}

/// The outcome's board is legal wherever the puzzle has a complete legal board at all.
pub fn legal_where_the_puzzle_allows(trace: &Trace) -> Result<(), String> {
    let problems = problems(&trace.puzzle, &trace.outcome.board)?;
    require(problems.is_empty() || !oracle::has_legal_board(&trace.puzzle), || {
        format!("outcome: expected a legal board, as the puzzle has one; found {}", problems.join("; "))
    })
}

/// Every clue lies in its place, by piece and rotation, on every board that leaves and on the
/// search's own boards.
pub fn clues_in_place(trace: &Trace) -> Result<(), String> {
    let puzzle = &trace.puzzle;
    let check = |by: &str, board: &Board| {
        let verdict = judge(puzzle, board)?;
        let missing: Vec<String> = verdict.missing_clues.iter().map(ToString::to_string).collect();
        require(missing.is_empty(), || format!("{by}: {}", missing.join("; ")))?;
        puzzle.clues().iter().try_for_each(|clue| {
            require(board.get(clue.cell) == Some(clue.placement), || {
                format!("{by}: cell {} holds {:?}, the clue is {:?}", clue.cell, board.get(clue.cell), clue.placement)
            })
        })
    };
    trace.leaving().iter().try_for_each(|Leaving { by, board, unfilled, .. }| {
        check(by, board)?;
        unfilled.map_or(Ok(()), |(own, _)| check(&format!("{by}, unfilled"), own))
    })
}

/// Every score is the referee's, and the matched seams and breaks of a complete board are all.
pub fn scores_agree(trace: &Trace) -> Result<(), String> {
    let puzzle = &trace.puzzle;
    trace.leaving().iter().try_for_each(|Leaving { by, board, score, unfilled }| {
        let refereed = refereed(puzzle, board)?;
        require(refereed == *score, || format!("{by}: came with {score:?}, the referee says {refereed:?}"))?;
        require(!board.holes().is_empty() || score.matched + score.breaks == score.total, || {
            format!("{by}: a complete board with {score:?}, expected matched + breaks = total")
        })?;
        match unfilled {
            Some((own, Some(claimed))) => {
                let refereed = self::refereed(puzzle, own)?;
                let complaint = || format!("{by}, unfilled: came with {claimed:?}, the referee says {refereed:?}");
                require(refereed == *claimed, complaint)
            }
            _ => Ok(()),
        }
    })
}

/// The referee's score in the library's form.
fn refereed(puzzle: &Puzzle, board: &Board) -> Result<Score, String> {
    let verdict = judge(puzzle, board)?;
    Ok(Score { matched: verdict.score, breaks: verdict.breaks, filled: verdict.filled, total: verdict.total })
}

/// The search's own board is legal, and the board that leaves agrees with it wherever it is filled;
/// `filled_by` says `exact`, `greedy` or `tail` exactly if there were holes.
pub fn unfilled_within(trace: &Trace) -> Result<(), String> {
    for Leaving { by, board, unfilled, .. } in &trace.leaving() {
        let Some((own, _)) = unfilled else { continue };
        judge(&trace.puzzle, board)?;
        let problems = problems(&trace.puzzle, own)?;
        require(problems.is_empty(), || format!("{by}, unfilled: {}", problems.join("; ")))?;
        let differs = (0..own.cells().len()).find(|&cell| own.get(cell).is_some() && own.get(cell) != board.get(cell));
        if let Some(cell) = differs {
            let (own, full) = (own.get(cell), board.get(cell));
            return Err(format!("{by}: cell {cell} holds {full:?}, the search put {own:?} there"));
        }
    }
    let outcome = &trace.outcome;
    let holes = outcome.unfilled.as_ref().is_some_and(|(own, _)| own.filled() < outcome.board.filled());
    let expected: &[Option<&str>] = if holes { &[Some("exact"), Some("greedy"), Some("tail")] } else { &[None] };
    require(expected.contains(&outcome.filled_by), || {
        format!("outcome: filled_by {:?}, expected one of {expected:?}", outcome.filled_by)
    })
}

/// Most holes of a fill that [`exact_fill`] re-does.
const MOST_HOLES: usize = 11;

/// Where the outcome was filled exactly, no legal filling of those holes matches more seams. `None`
/// if there was nothing to compare: another kind of filling, too many holes, or no legal one.
pub fn exact_fill(trace: &Trace) -> Option<Result<(), String>> {
    let (own, _) = trace.outcome.unfilled.as_ref()?;
    if trace.outcome.filled_by != Some("exact") || own.holes().len() > MOST_HOLES {
        return None;
    }
    if let Err(complaint) = judge(&trace.puzzle, own) {
        return Some(Err(complaint));
    }
    let best = oracle::best_completion(&trace.puzzle, own)?;
    let found = trace.outcome.score.matched;
    Some(require(found == best && is_legal(&trace.puzzle, &trace.outcome.board) == Ok(true), || {
        format!("outcome: {} holes filled exactly match {found} seams, the best filling {best}", own.holes().len())
    }))
}
