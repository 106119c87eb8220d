//! What other engines call: the assignment move and the refill of an order's last cells.

use edgewise_puzzle::generate::{Generated, Specification, generate};
use edgewise_puzzle::{Board, ClueSet, Placement, Puzzle, Rim, Rng, official};
use edgewise_search::fill::Filler;
use edgewise_tail::assignment::{frozen_boundary, refill_independent};
use edgewise_tail::{Backend, BruteForce, Limits, TailOptions, TailProblem, best_refill, producer};

fn made(width: usize, height: usize, rim: Rim, seed: u64) -> Generated {
    let spec = Specification { width, height, frame_colours: 3, inner_colours: 3, rim, seed, ..Default::default() };
    generate(&spec).unwrap()
}

/// The solution with some pieces turned about, where the rim allows it.
fn disordered(puzzle: &Puzzle, solution: &Board, rng: &mut Rng) -> Board {
    let mut board = solution.clone();
    for _ in 0..6 {
        let cell = rng.index(puzzle.size().cells());
        let turned = board.get(cell).map(|p| Placement::new(p.piece(), p.rotation() + rng.index(4) as u8));
        if turned
            .is_some_and(|p| puzzle.rotations(p.piece()).contains(&p.rotation()) && puzzle.fits(cell, puzzle.sides(p)))
        {
            board.set(cell, turned);
        }
    }
    board
}

#[test]
fn the_assignment_move_is_the_exact_refill_of_cells_that_do_not_touch() {
    let mut rng = Rng::new(5);
    let mut gained = 0;
    for seed in 0..150 {
        let made = made(4, 4, [Rim::Grey, Rim::Free][seed as usize % 2], seed);
        let board = disordered(&made.puzzle, &made.solution, &mut rng);
        let mut free: Vec<usize> = (0..16).filter(|c| (c / 4 + c % 4) % 2 == seed as usize / 2 % 2).collect();
        rng.shuffle(&mut free);
        free.truncate(4);
        let cap = [None, Some(1), Some(2)][rng.index(3)];
        let options = TailOptions { cap, ..Default::default() };
        let problem = TailProblem::new(&made.puzzle, &board, &free, &options).unwrap();
        let brute = BruteForce.solve(&problem, &Limits::default()).unwrap();
        let moved = refill_independent(&problem).unwrap();
        assert_eq!(moved.as_ref().map(|(score, _)| *score), brute.score, "seed {seed}");
        if let Some((score, board)) = moved {
            assert_eq!(made.puzzle.score(&board).matched, score);
            gained += usize::from(score > problem.given_score());
        }
    }
    assert!(gained > 30, "{gained}");
    let made = made(4, 4, Rim::Grey, 1);
    let touching = TailProblem::new(&made.puzzle, &made.solution, &[5, 6], &TailOptions::default()).unwrap();
    let error = refill_independent(&touching).unwrap_err().to_string();
    assert_eq!(error, "free cell 5 touches another: expected cells no two of which are neighbours");
}

#[test]
fn the_boundary_value_is_what_an_assignment_sees() {
    let puzzle = official::puzzle(ClueSet::Five);
    let board = producer::produce(&puzzle, 1).unwrap();
    let free: Vec<usize> = (240..256).collect();
    let problem = TailProblem::new(&puzzle, &board, &free, &TailOptions::default()).unwrap();
    let (matched, filling) = frozen_boundary(&problem).unwrap();
    let filled = problem.refilled(&filling);
    assert!(puzzle.is_legal(&filled));
    let shown = |cell: usize, side: usize| puzzle.sides(filled.get(cell).unwrap())[side];
    assert_eq!((240..256).filter(|&c| puzzle.seam_matches(shown(c, 0), shown(c - 16, 2))).count(), matched);
    let rough = TailProblem::new(&puzzle, &board, &free, &TailOptions { cap: Some(1), ..Default::default() }).unwrap();
    assert!(frozen_boundary(&rough).unwrap().0 <= matched);
}

#[test]
fn refills_of_the_last_cells_agree_with_the_exact_filler() {
    let mut rng = Rng::new(9);
    let (mut found, mut refused) = (0, 0);
    for seed in 0..200 {
        let made = made(5, 4, Rim::Grey, seed);
        let (puzzle, size) = (&made.puzzle, made.puzzle.size());
        let mut board = disordered(puzzle, &made.solution, &mut rng);
        let mut order: Vec<usize> = (0..size.cells()).collect();
        rng.shuffle(&mut order);
        let last = 4 + rng.index(3);
        // Some of the last cells are empty, others still have the piece that goes.
        order.iter().rev().take(rng.index(last + 1)).for_each(|&cell| board.set(cell, None));
        let mut holed = board.clone();
        order.iter().rev().take(last).for_each(|&cell| holed.set(cell, None));
        let within = puzzle.score(&holed).breaks + rng.index(3);
        let exact = Filler::new(puzzle).exact(&holed, within as u32 + 1, u64::MAX);
        let refilled = best_refill(puzzle, &board, &order, last, within, u64::MAX).unwrap();
        assert!(exact.finished && refilled.proven);
        let wanted = exact.filled.map(|filled| filled.cost as usize);
        assert_eq!(refilled.board.as_ref().map(|_| refilled.breaks), wanted, "seed {seed}");
        if let Some(board) = &refilled.board {
            assert!(puzzle.is_legal(board) && board.holes().is_empty());
            assert_eq!(puzzle.score(board).breaks, refilled.breaks);
            found += 1;
        } else {
            refused += 1;
        }
    }
    assert!(found > 50 && refused > 30, "{found} {refused}");
}

#[test]
fn a_refill_cut_short_says_so() {
    let puzzle = official::puzzle(ClueSet::None);
    let board = producer::produce(&puzzle, 36).unwrap();
    assert_eq!(puzzle.score(&board).matched, 375, "published for the study without clues");
    let order: Vec<usize> = (0..256).collect();
    let cut = best_refill(&puzzle, &board, &order, 20, 120, 50).unwrap();
    assert!(!cut.proven && cut.nodes <= 50);
    assert!(best_refill(&puzzle, &board, &order, 100, 400, 50).unwrap_err().to_string().contains("at most 64"));
}

#[test]
fn sixteen_holes_in_a_row_are_filled_as_the_tail_fills_them() {
    let puzzle = official::puzzle(ClueSet::Five);
    let filler = Filler::new(&puzzle);
    let row: Vec<usize> = (0..256).collect();
    let mut gained = 0;
    for seed in 1..=8 {
        let board = producer::produce(&puzzle, seed).unwrap();
        let breaks = puzzle.score(&board).breaks;
        let mut open = board.clone();
        (240..256).for_each(|cell| open.set(cell, None));
        let refilled = best_refill(&puzzle, &board, &row, 16, breaks, u64::MAX).unwrap();
        let filled = filler.exact(&open, breaks as u32 + 1, u64::MAX);
        assert!(refilled.proven && filled.finished && refilled.frozen == open);
        assert_eq!(filled.filled.map(|f| f.cost as usize), Some(refilled.breaks), "seed {seed}");
        gained += breaks - refilled.breaks;
    }
    assert!(gained > 8, "{gained}");
}
