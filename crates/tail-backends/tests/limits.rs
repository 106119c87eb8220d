//! What outside back ends do when they may not finish.

mod outside;

use std::time::Duration;

use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Board, Placement, Puzzle};
use edgewise_search::StopFlag;
use edgewise_tail::{Limits, Status, TailOptions, TailProblem, verify};
use edgewise_tail_backends::{Model, incumbent};
use outside::outside;

/// A tail of 60 cells that no solver closes in the time of a test: the pieces of the lower rows of a 10 by 10
/// puzzle of 12 inner colours, laid in the order of their numbers as the rim allows, under frozen rows of the
/// same kind.
fn vast() -> TailProblem {
    let specification =
        Specification { width: 10, height: 10, frame_colours: 4, inner_colours: 12, seed: 5, ..Default::default() };
    let puzzle = generate(&specification).unwrap().puzzle;
    let free: Vec<usize> = (40..100).collect();
    TailProblem::new(&puzzle, &laid(&puzzle), &free, &TailOptions { cap: Some(2), ..Default::default() }).unwrap()
}

fn laid(puzzle: &Puzzle) -> Board {
    let mut board = Board::empty(puzzle.size());
    let mut used = vec![false; puzzle.pieces().len()];
    for cell in 0..puzzle.size().cells() {
        let placements =
            (0..used.len()).flat_map(|piece| puzzle.rotations(piece).map(move |r| Placement::new(piece, r)));
        let fitting = |p: &Placement| !used[p.piece()] && puzzle.fits(cell, puzzle.sides(*p));
        let placement = placements.into_iter().find(fitting).unwrap();
        used[placement.piece()] = true;
        board.set(cell, Some(placement));
    }
    board
}

#[test]
fn a_time_limit_ends_with_what_there_is() {
    let problem = vast();
    let limits = Limits::of_time(Duration::from_millis(400));
    let cpsat = outside("cpsat", true).solve(&problem, &limits).unwrap();
    assert_eq!(cpsat.status, Status::Feasible, "the incumbent at least");
    verify(&problem, "cpsat", &cpsat).unwrap();
    let filling = incumbent(&problem).unwrap();
    assert!(cpsat.score >= Some(problem.puzzle().score(&problem.refilled(&filling)).matched));
    let pumpkin = outside("pumpkin", true).solve(&problem, &limits).unwrap();
    assert!(matches!(pumpkin.status, Status::Feasible | Status::Unknown), "{pumpkin:?}");
    verify(&problem, "pumpkin", &pumpkin).unwrap();
}

/// There is no other limit, so that a flag that goes unheard hangs the test.
#[test]
fn a_raised_flag_ends_a_solve_under_way() {
    for name in ["cpsat", "pumpkin"] {
        let backend = outside(name, true);
        let stop = StopFlag::default();
        let limits = Limits { stop: stop.clone(), ..Default::default() };
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(300));
                stop.raise();
            });
            backend.solve(&vast(), &limits).unwrap()
        });
        assert!(matches!(result.status, Status::Feasible | Status::Unknown), "{name}: {result:?}");
        verify(&vast(), name, &result).unwrap();
    }
}

#[test]
fn a_flag_raised_before_ends_at_once_and_nodes_are_limited() {
    let problem = vast();
    let raised = Limits::default();
    raised.stop.raise();
    let cpsat = outside("cpsat", true).solve(&problem, &raised).unwrap();
    assert_eq!((cpsat.status, cpsat.nodes), (Status::Feasible, 0));
    let bare = outside("cpsat", false).solve(&problem, &raised).unwrap();
    assert_eq!((bare.status, bare.score, bare.board), (Status::Unknown, None, None));
    let pumpkin = outside("pumpkin", true).solve(&problem, &raised).unwrap();
    assert_eq!((pumpkin.status, pumpkin.nodes), (Status::Unknown, 0));
    let pumpkin = outside("pumpkin", true).solve(&problem, &Limits::of_nodes(10)).unwrap();
    assert_eq!(pumpkin.nodes, 10);
    let cpsat = outside("cpsat", false).solve(&problem, &Limits::of_nodes(50)).unwrap();
    assert!(matches!(cpsat.status, Status::Feasible | Status::Unknown) && cpsat.nodes < 1000, "{cpsat:?}");
}

#[test]
fn the_values_of_a_filling_read_back_as_that_filling() {
    let problem = vast();
    let filling = incumbent(&problem).unwrap();
    let model = Model::new(&problem).unwrap();
    let values = model.values(&filling).unwrap();
    assert_eq!(model.filling(|var| values.get(var).map(|&v| i64::from(v))), Some(filling.clone()));
    assert!(values.iter().zip(&model.domains).all(|(value, domain)| domain.contains(value)));
    let matched: i32 = model.matches.iter().map(|&seam| values[seam]).sum();
    let score = problem.puzzle().score(&problem.refilled(&filling)).matched;
    assert_eq!(problem.base_score() + matched as usize, score);
    assert_eq!(model.filling(|_| Some(-1)), None);
}
