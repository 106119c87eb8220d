//! The check of an answer, by code no back end takes part in.

use edgewise_puzzle::Board;

use crate::backend::{Status, TailResult};
use crate::error::TailError;
use crate::judging::referee;
use crate::problem::TailProblem;

/// Checks an answer of the back end called `backend`: a board where there must be one, the referee's score of
/// it, legality, the frozen part untouched, every free cell filled from the pool, grey only on the rim, no
/// cell over the cap, and a bound that is not below the score (and equal to it when optimal) nor below what stands
/// there as a refill.
///
/// # Errors
/// [`TailError::Wrong`] with the first thing that does not hold.
pub fn verify(problem: &TailProblem, backend: &str, result: &TailResult) -> Result<(), TailError> {
    let wrong = |why: String| Err(TailError::Wrong { backend: backend.to_owned(), why });
    let (board, score) = match (&result.board, result.score, result.status) {
        (Some(board), Some(score), Status::Optimal | Status::Feasible) => (board, score),
        (None, None, Status::Infeasible | Status::Unknown) => return Ok(()),
        (board, ..) => {
            let has = if board.is_some() { "has" } else { "lacks" };
            return wrong(format!("status {} {has} a board or a score", result.status.name()));
        }
    };
    if let Some(why) = problem_with(problem, board, score) {
        return wrong(why);
    }
    let (bound, most) = (result.bound, problem.base_score() + problem.seams());
    if bound < score || bound > most {
        return wrong(format!("the bound is {bound}: expected {score} (the score) to {most} (all seams)"));
    }
    if problem.stands(problem.cap()) && bound < problem.given_score() {
        return wrong(format!("the bound is {bound}, but what stands there scores {}", problem.given_score()));
    }
    if result.status == Status::Optimal && bound != score {
        return wrong(format!("optimal with score {score} and bound {bound}: expected them equal"));
    }
    Ok(())
}

/// What is wrong with `board` as a refill said to score `score`.
fn problem_with(problem: &TailProblem, board: &Board, score: usize) -> Option<String> {
    let puzzle = problem.puzzle();
    let size = puzzle.size();
    let at = |cell: usize| format!("row {}, column {}", size.row(cell), size.col(cell));
    if board.size() != size {
        return Some(format!("the board is {}: expected {size}", board.size()));
    }
    let is_slot = |cell: usize| problem.slots().iter().any(|slot| slot.cell == cell);
    if let Some(cell) = (0..size.cells()).find(|&c| !is_slot(c) && board.get(c) != problem.frozen().get(c)) {
        return Some(format!("{}: frozen, and changed", at(cell)));
    }
    let mut used = vec![false; puzzle.pieces().len()];
    for slot in problem.slots() {
        let Some(placement) = board.get(slot.cell) else { return Some(format!("{}: left empty", at(slot.cell))) };
        let number = placement.piece() + 1;
        if problem.pool().binary_search(&placement.piece()).is_err() {
            return Some(format!("{}: piece {number} is not of the pool", at(slot.cell)));
        }
        if std::mem::replace(&mut used[placement.piece()], true) {
            return Some(format!("{}: piece {number} used twice", at(slot.cell)));
        }
        if !puzzle.fits(slot.cell, puzzle.sides(placement)) {
            return Some(format!("{}: piece {number} does not fit the rim", at(slot.cell)));
        }
    }
    let most = problem.most_incoming_breaks(board);
    if let Some(cap) = problem.cap().filter(|&cap| most > usize::from(cap)) {
        return Some(format!("a cell has {most} incoming breaks: expected at most {cap}"));
    }
    let verdict = match referee(puzzle, board) {
        Ok(verdict) => verdict,
        Err(error) => return Some(error.to_string()),
    };
    if let Some(line) = verdict.problems().first() {
        return Some(line.clone());
    }
    (verdict.score != score).then(|| format!("said to score {score}, the referee counts {}", verdict.score))
}
