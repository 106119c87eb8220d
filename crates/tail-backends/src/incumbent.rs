//! A refill to start from, found without search.

use edgewise_puzzle::{Board, Placement, Sides, opposite};
use edgewise_tail::{Meets, Option4, TailProblem};

/// The better of what stands on the given board, if that is a refill within the cap, and a greedy fill: slots
/// in order, each with the free option that matches most of the sides in view, the first of equals, within
/// the cap. Breaks on incoming sides whose neighbour comes later in slot order are checked at the end. `None`
/// if neither gives a refill.
pub fn incumbent(problem: &TailProblem) -> Option<Vec<Placement>> {
    let score = |filling: &Vec<Placement>| problem.puzzle().score(&problem.refilled(filling)).matched;
    let [stands, greedy] = [standing(problem), greedy(problem)].map(|f| f.filter(|f| keeps_cap(problem, f)));
    match (stands, greedy) {
        (Some(stands), Some(greedy)) if score(&greedy) > score(&stands) => Some(greedy),
        (stands, greedy) => stands.or(greedy),
    }
}

fn keeps_cap(problem: &TailProblem, filling: &[Placement]) -> bool {
    let most = || problem.most_incoming_breaks(&problem.refilled(filling));
    problem.cap().is_none_or(|cap| most() <= usize::from(cap))
}

/// What stands on the free cells, if it fills them and fits the rim.
fn standing(problem: &TailProblem) -> Option<Vec<Placement>> {
    let given: &Board = problem.given();
    let fitting = |cell: usize| {
        let placement = given.get(cell)?;
        problem.puzzle().fits(cell, problem.puzzle().sides(placement)).then_some(placement)
    };
    problem.slots().iter().map(|slot| fitting(slot.cell)).collect()
}

fn greedy(problem: &TailProblem) -> Option<Vec<Placement>> {
    let mut used = vec![false; problem.pool().len()];
    let mut laid: Vec<Sides> = Vec::new();
    let mut filling = Vec::new();
    for (s, slot) in problem.slots().iter().enumerate() {
        let matches = |option: &Option4| {
            let matched = |side: usize| {
                let there = match slot.meets[side] {
                    Meets::Frozen(colour) => Some(colour),
                    Meets::Slot(other) => laid.get(other).map(|sides| sides[opposite(side)]),
                    Meets::Rim | Meets::Open => None,
                };
                there.map(|there| problem.puzzle().seam_matches(option.sides[side], there))
            };
            let over = (0..4).filter(|&side| slot.incoming[side] && matched(side) == Some(false)).count();
            let keeps = problem.cap().is_none_or(|cap| over <= usize::from(cap));
            (keeps, (0..4).filter(|&side| matched(side) == Some(true)).count())
        };
        let open = problem.options(s).into_iter().filter(|option| !used[option.index]);
        let best = open.rev().max_by_key(matches)?;
        used[best.index] = true;
        laid.push(best.sides);
        filling.push(best.placement);
    }
    Some(filling)
}
