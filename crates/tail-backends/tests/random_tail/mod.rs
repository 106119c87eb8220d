//! Random small tails.

use edgewise_puzzle::generate::{Generated, Specification, generate};
use edgewise_puzzle::{Board, Placement, Puzzle, Rim, Rng};
use edgewise_tail::{Pool, TailOptions, TailProblem};

/// A random tail of 1 to 4 cells (5 or 6 without rotation) of a puzzle of at most 5 by 4: every rim rule, with
/// and without rotation and clues, holes, every cap, both pools, any order; frozen parts that do and do not
/// match; pools that lack what the rim wants.
pub(crate) fn random_tail(seed: u64) -> TailProblem {
    let mut rng = Rng::new(seed);
    let puzzle = random_puzzle(&mut rng, seed);
    let most = if puzzle.puzzle.rotation() { 4 } else { 6 };
    let mut board = disordered(&mut rng, &puzzle.puzzle, &puzzle.solution);
    let mut cells: Vec<usize> = (0..puzzle.puzzle.size().cells()).collect();
    rng.shuffle(&mut cells);
    cells.retain(|cell| puzzle.puzzle.clues().iter().all(|clue| clue.cell != *cell));
    let free: Vec<usize> = cells.iter().copied().take(1 + rng.index(most)).collect();
    let rest = &cells[free.len()..];
    // A frozen cell's piece moves to a free cell, whose own is left over: the rim may then be past keeping.
    if rng.index(4) == 0 && !rest.is_empty() {
        let from = rest[rng.index(rest.len())];
        board.set(free[0], board.get(from));
        board.set(from, None);
    }
    for &cell in rest {
        if rng.index(8) == 0 {
            board.set(cell, None);
        }
    }
    let holes = board.holes().len();
    let pool = if holes > 0 && holes <= 2 && rng.index(2) == 0 { Pool::Unplaced } else { Pool::Here };
    if pool == Pool::Unplaced && rng.index(3) == 0 {
        board.set(free[0], None);
    }
    let mut order: Vec<usize> = (0..puzzle.puzzle.size().cells()).collect();
    rng.shuffle(&mut order);
    let order = (rng.index(3) == 0).then_some(order);
    let options = TailOptions { pool, cap: [None, Some(1), Some(1), Some(1), Some(2)][rng.index(5)], order };
    TailProblem::new(&puzzle.puzzle, &board, &free, &options).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

fn random_puzzle(rng: &mut Rng, seed: u64) -> Generated {
    let specification = Specification {
        width: 2 + rng.index(4).max(rng.index(4)),
        height: 2 + rng.index(3).max(rng.index(3)),
        frame_colours: 1 + rng.index(4),
        inner_colours: 1 + rng.index(8),
        rim: [Rim::Grey, Rim::Grey, Rim::Zero, Rim::Free][rng.index(4)],
        rotation: rng.index(4) > 0,
        clues: rng.index(2),
        seed,
    };
    generate(&specification).unwrap()
}

/// The solution with pieces exchanged and turned where they still fit the rim, so that seams break.
fn disordered(rng: &mut Rng, puzzle: &Puzzle, solution: &Board) -> Board {
    let mut board = solution.clone();
    let is_clue = |cell: usize| puzzle.clues().iter().any(|clue| clue.cell == cell);
    for _ in 0..rng.index(60) {
        let [a, other] = [0; 2].map(|_| rng.index(puzzle.size().cells()));
        let b = if rng.index(3) == 0 { a } else { other };
        let (Some(at_a), Some(at_b)) = (board.get(a), board.get(b)) else { continue };
        let turned = Placement::new(at_a.piece(), rng.index(puzzle.rotations(at_a.piece()).len()) as u8);
        if a == b && puzzle.fits(a, puzzle.sides(turned)) && !is_clue(a) {
            board.set(a, Some(turned));
            continue;
        }
        let keeps = puzzle.fits(a, puzzle.sides(at_b)) && puzzle.fits(b, puzzle.sides(at_a));
        if keeps && !is_clue(a) && !is_clue(b) {
            board.set(a, Some(at_b));
            board.set(b, Some(at_a));
        }
    }
    board
}
