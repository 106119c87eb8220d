//! Brute force, CP-SAT, Pumpkin and our own two methods on the same random small tails.

mod outside;
mod random_tail;

use edgewise_tail::{Backend, BruteForce, Limits, Status, TailProblem, TailResult, verify};
use edgewise_tail_backends::incumbent;
use outside::outside;
use random_tail::random_tail;

/// Tails every pair of back ends is compared on.
const TAILS: u64 = 1000;

/// What the tails were, so that the test cannot pass on a thin selection.
#[derive(Debug, Default)]
struct Census {
    infeasible: usize,
    infeasible_by_cap: usize,
    cap_costs: usize,
    larger_pool: usize,
    holes: usize,
    own_order: usize,
    not_all_matched: usize,
}

impl Census {
    fn count(&mut self, problem: &TailProblem, result: &TailResult) {
        let uncapped = BruteForce.solve(&problem.with_cap(None).unwrap(), &Limits::default()).unwrap();
        let infeasible = result.status == Status::Infeasible;
        let row_order = |slot: &edgewise_tail::Slot| slot.incoming == incoming_in_rows(problem, slot.cell);
        self.infeasible += usize::from(infeasible);
        self.infeasible_by_cap += usize::from(infeasible && uncapped.score.is_some());
        self.cap_costs += usize::from(result.score.is_some() && uncapped.score > result.score);
        self.larger_pool += usize::from(problem.pool().len() > problem.slots().len());
        self.holes += usize::from(!problem.given().holes().is_empty());
        self.own_order += usize::from(!problem.slots().iter().all(row_order));
        let all = problem.base_score() + problem.seams();
        self.not_all_matched += usize::from(result.score.is_some_and(|score| score < all));
    }
}

fn incoming_in_rows(problem: &TailProblem, cell: usize) -> [bool; 4] {
    let size = problem.puzzle().size();
    std::array::from_fn(|side| size.neighbour(cell, side).is_some_and(|other| other < cell))
}

#[test]
fn all_back_ends_agree() {
    let backends = ["cpsat", "pumpkin", "own", "full"].map(|name| outside(name, false));
    let mut census = Census::default();
    for seed in 0..TAILS {
        let problem = random_tail(seed);
        let brute = BruteForce.solve(&problem, &Limits::default()).unwrap();
        census.count(&problem, &brute);
        for backend in &backends {
            let result = backend.solve(&problem, &Limits::default()).unwrap();
            let said = (result.status, result.score);
            assert_eq!(said, (brute.status, brute.score), "seed {seed}, {}: {problem:?}", backend.name());
            verify(&problem, backend.name(), &result).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
    }
    assert!(census.infeasible >= 80 && census.infeasible_by_cap >= 10, "{census:?}");
    assert!(census.cap_costs >= 3 && census.not_all_matched >= 300, "{census:?}");
    assert!(census.larger_pool >= 50 && census.holes >= 300 && census.own_order >= 200, "{census:?}");
}

#[test]
fn a_hint_changes_nothing_but_the_way() {
    let hinted = outside("cpsat", true);
    let mut with_incumbent = 0;
    for seed in TAILS..TAILS + 150 {
        let problem = random_tail(seed);
        let brute = BruteForce.solve(&problem, &Limits::default()).unwrap();
        let result = hinted.solve(&problem, &Limits::default()).unwrap();
        assert_eq!((result.status, result.score), (brute.status, brute.score), "seed {seed}: {problem:?}");
        verify(&problem, "cpsat", &result).unwrap();
        if let Some(filling) = incumbent(&problem) {
            with_incumbent += 1;
            let board = problem.refilled(&filling);
            let score = Some(problem.puzzle().score(&board).matched);
            let bound = problem.base_score() + problem.seams();
            let start =
                TailResult { status: Status::Feasible, board: Some(board), score, bound, nodes: 0, seconds: 0.0 };
            verify(&problem, "incumbent", &start).unwrap();
            assert!(score <= brute.score, "seed {seed}");
        }
    }
    assert!(with_incumbent >= 75, "{with_incumbent}");
}
