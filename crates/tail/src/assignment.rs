//! The assignment move, and what an assignment alone says of a tail.
//!
//! Free cells no two of which are neighbours do not see each other: their best refill is an assignment problem
//! (pieces to cells), solved exactly by the Hungarian method (Kuhn 1955, Munkres 1957; `pathfinding`). On a
//! whole tail the same method prices only the seams to frozen cells; those between free cells, half of them
//! and more, it cannot see.

use edgewise_puzzle::{Board, Placement};
use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;

use crate::error::TailError;
use crate::problem::{Meets, Option4, TailProblem};

/// Less than any refill with every piece in place.
const CANNOT: i64 = -100_000;

/// Gives every slot of `problem` a piece so that most seams to frozen cells match, seams between slots not
/// counted: the matched seams and the filling. `None` if no assignment keeps the rim and the cap (asked on
/// the sides towards frozen cells only).
pub fn frozen_boundary(problem: &TailProblem) -> Option<(usize, Vec<Placement>)> {
    let (slots, pieces) = (problem.slots().len(), problem.pool().len());
    let mut best: Vec<Vec<Option<(i64, Placement)>>> = vec![vec![None; pieces]; slots];
    for (slot, row) in best.iter_mut().enumerate() {
        for option in problem.options(slot) {
            let Some(matched) = matched(problem, slot, &option) else { continue };
            let held = &mut row[option.index];
            if held.is_none_or(|(most, _)| matched > most) {
                *held = Some((matched, option.placement));
            }
        }
    }
    let weights = best.iter().map(|row| row.iter().map(|held| held.map_or(CANNOT, |(matched, _)| matched)));
    let weights = Matrix::from_rows(weights.map(Iterator::collect::<Vec<i64>>)).ok()?;
    let (total, columns) = kuhn_munkres(&weights);
    let filling = columns.iter().zip(&best).map(|(&piece, row)| row[piece].map(|(_, placement)| placement));
    let filling: Option<Vec<Placement>> = filling.collect();
    filling.map(|filling| (total.max(0) as usize, filling))
}

/// Seams to frozen cells that `option` matches in `slot`; `None` if it breaks the cap there.
fn matched(problem: &TailProblem, slot: usize, option: &Option4) -> Option<i64> {
    let at = &problem.slots()[slot];
    let (mut matched, mut incoming) = (0, 0);
    for side in 0..4 {
        let Meets::Frozen(there) = at.meets[side] else { continue };
        if problem.puzzle().seam_matches(option.sides[side], there) {
            matched += 1;
        } else {
            incoming += u8::from(at.incoming[side]);
        }
    }
    problem.cap().is_none_or(|cap| incoming <= cap).then_some(matched)
}

/// The assignment move: the best refill of free cells no two of which are neighbours, with its score.
/// `Ok(None)` if the pool cannot fill them within rim and cap.
///
/// # Errors
/// If two of the free cells are neighbours.
pub fn refill_independent(problem: &TailProblem) -> Result<Option<(usize, Board)>, TailError> {
    let touching = problem.slots().iter().find(|slot| slot.meets.iter().any(|m| matches!(m, Meets::Slot(_))));
    if let Some(slot) = touching {
        let why = format!("free cell {} touches another: expected cells no two of which are neighbours", slot.cell);
        return Err(TailError::Region(why));
    }
    let filled = frozen_boundary(problem);
    Ok(filled.map(|(matched, filling)| (problem.base_score() + matched, problem.refilled(&filling))))
}
