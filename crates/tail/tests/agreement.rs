//! Different methods, one answer: brute force, the full programme and our own method on random small tails of
//! every kind, and on reduced tails of the official puzzle.

use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Board, ClueSet, Placement, Puzzle, Rim, Rng, official};
use edgewise_tail::{
    Backend, BruteForce, FullProgramme, Limits, Own, Pool, Status, TailOptions, TailProblem, producer, verify,
};

/// A random tail: shapes, rules, disorder, holes, pools, caps and orders all vary.
fn random_tail(rng: &mut Rng, seed: u64) -> TailProblem {
    let rim = [Rim::Grey, Rim::Free, Rim::Zero][rng.index(3)];
    let (width, height) = [(3, 3), (4, 3), (3, 5), (2, 4), (6, 1), (5, 2)][rng.index(6)];
    let spec = Specification {
        width,
        height,
        frame_colours: 2 + rng.index(2),
        inner_colours: 2 + rng.index(5),
        rim,
        rotation: rng.index(3) > 0,
        clues: rng.index(2),
        seed,
    };
    let made = generate(&spec).unwrap();
    let puzzle = made.puzzle;
    let mut cells: Vec<usize> = (0..width * height).filter(|&c| puzzle.clues().iter().all(|k| k.cell != c)).collect();
    rng.shuffle(&mut cells);
    let n = 1 + rng.index(if spec.rotation && rim != Rim::Grey { 4 } else { 5 });
    let mut free: Vec<usize> = cells[..n.min(cells.len())].to_vec();
    // Disorder, so that no demand need be met; then holes.
    let mut board = made.solution;
    for _ in 0..rng.index(40) {
        disorder(rng, &puzzle, &mut board, &cells);
    }
    let mut pool = Pool::Here;
    if rng.index(3) == 0 {
        pool = Pool::Unplaced;
        let rest = &cells[free.len()..];
        rest.iter().take(rng.index(2)).chain(free.iter().take(1)).for_each(|&hole| board.set(hole, None));
    }
    rng.shuffle(&mut free);
    let mut order: Vec<usize> = (0..width * height).collect();
    rng.shuffle(&mut order);
    let order = (rng.index(2) == 0).then_some(order);
    let cap = [None, Some(1), Some(2)][rng.index(3)];
    TailProblem::new(&puzzle, &board, &free, &TailOptions { pool, cap, order }).unwrap()
}

/// Exchanges two of `cells` that the rim allows to be exchanged.
fn disorder(rng: &mut Rng, puzzle: &Puzzle, board: &mut Board, cells: &[usize]) {
    if cells.is_empty() {
        return;
    }
    let (a, b) = (cells[rng.index(cells.len())], cells[rng.index(cells.len())]);
    let turned = |placement: Option<Placement>, rng: &mut Rng| {
        placement.map(|p| {
            let rotations = puzzle.rotations(p.piece());
            Placement::new(p.piece(), rng.index(rotations.len()) as u8)
        })
    };
    let (at_a, at_b) = (turned(board.get(a), rng), turned(board.get(b), rng));
    if a == b {
        return;
    }
    let fits = |cell, placement: Option<_>| placement.is_some_and(|p| puzzle.fits(cell, puzzle.sides(p)));
    if fits(a, at_b) && fits(b, at_a) {
        board.set(a, at_b);
        board.set(b, at_a);
    }
}

/// Settings that reach every part: beam or none, wide or narrow relaxation, tracking, no table.
fn settings(i: usize) -> Own {
    let all = [
        Own::default(),
        Own { beam_width: 0, rounds: 0, ..Own::default() },
        Own { beam_width: 2, relaxed_states: 8, rounds: 20, tracked: 2, ..Own::default() },
        Own { beam_width: 1, relaxed_states: 1, rounds: 5, tracked: 0, one_sided: 0, memory: 0 },
        Own { beam_width: 1, rounds: 1, one_sided: 0, ..Own::default() },
    ];
    all[i % all.len()].clone()
}

#[test]
fn everyone_agrees_with_brute_force_on_random_tails() {
    let mut rng = Rng::new(20_261_130);
    let (mut infeasible, mut broken, mut more_pieces) = (0, 0, 0);
    for i in 0..800 {
        let problem = random_tail(&mut rng, i as u64);
        let brute = BruteForce.solve(&problem, &Limits::default()).unwrap();
        verify(&problem, "brute", &brute).unwrap();
        let backends: [&dyn Backend; 2] = [&FullProgramme, &settings(i)];
        for backend in backends {
            let result = backend.solve(&problem, &Limits::default()).unwrap();
            verify(&problem, backend.name(), &result).unwrap();
            assert_eq!(
                (result.status, result.score),
                (brute.status, brute.score),
                "{} on tail {i}: {problem:?}",
                backend.name()
            );
        }
        infeasible += usize::from(brute.status == Status::Infeasible);
        broken += usize::from(brute.score.is_some_and(|score| score < problem.base_score() + problem.seams()));
        more_pieces += usize::from(problem.pool().len() > problem.slots().len());
    }
    assert!(infeasible > 5 && broken > 300 && more_pieces > 50, "{infeasible} {broken} {more_pieces}");
}

#[test]
fn looking_within_so_many_breaks_is_the_same_question() {
    let mut rng = Rng::new(7);
    let mut none = 0;
    for i in 0..200 {
        let problem = random_tail(&mut rng, 1000 + i as u64);
        let brute = BruteForce.solve(&problem, &Limits::default()).unwrap();
        let within = rng.index(4).min(problem.seams());
        let result = settings(i).within(&problem, within, &Limits::default()).unwrap();
        verify(&problem, "own", &result).unwrap();
        let wanted = brute.score.filter(|score| score + within >= problem.base_score() + problem.seams());
        assert_eq!(result.score, wanted, "tail {i} within {within}");
        assert_eq!(result.status, if wanted.is_some() { Status::Optimal } else { Status::Infeasible });
        none += usize::from(wanted.is_none());
    }
    assert!(none > 30 && none < 170, "{none}");
}

#[test]
fn the_full_programme_agrees_on_reduced_tails_of_the_official_puzzle() {
    let puzzle = official::puzzle(ClueSet::Five);
    let mut rng = Rng::new(3);
    let mut cells = 0;
    for i in 0..54 {
        let board = producer::produce(&puzzle, 1 + (i % 6) as u32).unwrap();
        let columns = [6, 6, 6, 6, 6, 7, 6, 6, 8][i % 9];
        let left = rng.index(17 - columns);
        let free: Vec<usize> = (224..256).filter(|c| (left..left + columns).contains(&(c % 16))).collect();
        let cap = [None, Some(1), Some(2)][i % 3];
        let problem = TailProblem::new(&puzzle, &board, &free, &TailOptions { cap, ..Default::default() }).unwrap();
        let full = FullProgramme.solve(&problem, &Limits::default()).unwrap();
        let own = Own::default().solve(&problem, &Limits::default()).unwrap();
        verify(&problem, "full", &full).unwrap();
        verify(&problem, "own", &own).unwrap();
        assert_eq!((own.status, own.score), (full.status, full.score), "columns {left}+{columns}, cap {cap:?}");
        // The proof from both ends, which long questions without a cap get, here from the first node on.
        if cap.is_none() {
            let poor = Own { one_sided: 0, beam_width: 1, tracked: 0, rounds: 5, ..Own::default() };
            let from_both_ends = poor.solve(&problem, &Limits::default()).unwrap();
            verify(&problem, "own", &from_both_ends).unwrap();
            assert_eq!((from_both_ends.status, from_both_ends.score), (full.status, full.score), "{left}+{columns}");
        }
        cells += free.len();
    }
    assert!(cells >= 54 * 12);
}

#[test]
fn limits_leave_a_proven_bound() {
    let puzzle = official::puzzle(ClueSet::Five);
    let board = producer::produce(&puzzle, 4).unwrap();
    let free: Vec<usize> = (224..256).collect();
    let problem = TailProblem::new(&puzzle, &board, &free, &TailOptions::default()).unwrap();
    let quick = Own { rounds: 30, tracked: 0, beam_width: 0, ..Own::default() };
    let cut = quick.solve(&problem, &Limits::of_nodes(20_000)).unwrap();
    verify(&problem, "own", &cut).unwrap();
    assert_eq!(cut.status, Status::Feasible);
    assert_eq!((cut.nodes, cut.score), (20_000, Some(problem.given_score())), "what stands there is a refill");
    let again = quick.solve(&problem, &Limits::of_nodes(20_000)).unwrap();
    assert_eq!((cut.score, cut.bound, cut.nodes), (again.score, again.bound, again.nodes), "reproducible");
    let limits = Limits::default();
    limits.stop.raise();
    let stopped = quick.solve(&problem, &limits).unwrap();
    verify(&problem, "own", &stopped).unwrap();
    assert!(stopped.status != Status::Optimal);
}
