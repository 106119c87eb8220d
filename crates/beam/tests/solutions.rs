//! A beam wide enough is an exhaustive search: it holds every perfect board of a small puzzle.

use edgewise_beam::{Beam, TABLE};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Board, Puzzle, opposite};
use edgewise_search::{Budget, Engine, Event, Seed, StopReason};

/// Perfect boards that agree with `board`, by trying every piece on every cell in rows.
fn perfect(puzzle: &Puzzle, board: &mut Board) -> u64 {
    let Some(&cell) = board.holes().first() else { return u64::from(puzzle.score(board).breaks == 0) };
    let mut found = 0;
    for placement in puzzle.placements_at(cell) {
        let sides = puzzle.sides(placement);
        let agrees = (0..4).all(|side| {
            let there = puzzle.size().neighbour(cell, side).and_then(|other| board.get(other));
            there.is_none_or(|p| puzzle.seam_matches(sides[side], puzzle.sides(p)[opposite(side)]))
        });
        if agrees && board.cells().iter().flatten().all(|p| p.piece() != placement.piece()) {
            board.set(cell, Some(placement));
            found += perfect(puzzle, board);
            board.set(cell, None);
        }
    }
    found
}

#[test]
fn the_last_layer_of_a_wide_beam_is_all_perfect_boards() {
    let mut several = 0;
    for seed in 0..60 {
        let spec = Specification {
            width: 3 + seed as usize % 2,
            height: 4,
            frame_colours: 2 + seed as usize % 3,
            inner_colours: 2 + seed as usize % 2,
            clues: seed as usize % 2,
            seed,
            ..Specification::default()
        };
        let puzzle = generate(&spec).unwrap().puzzle;
        let mut params = TABLE.preset("general").unwrap();
        let order = ["row", "spiral-in", "comb:1", "blackwood"][seed as usize % 4];
        for (name, value) in
            [("width", "1000000"), ("allowance", "0"), ("dedup", "none"), ("boards", "1"), ("order", order)]
        {
            params.set(name, value).unwrap();
        }
        let mut survivors = Vec::new();
        let mut observer = |event: &Event| {
            if let Event::Series { name: "survivors", values } = event {
                survivors.clone_from(values);
            }
        };
        let outcome = Beam::default().run(&puzzle, &params, Seed::new(1), &Budget::default(), &mut observer).unwrap();
        let expected = perfect(&puzzle, &mut puzzle.clue_board());
        let last = outcome.depth_counts.iter().rposition(|&n| n > 0).unwrap();
        assert_eq!((survivors[last], outcome.stop), (expected, StopReason::Solved), "{} {order}", puzzle.name());
        several += usize::from(expected > 1);
    }
    assert!(several > 20, "{several} puzzles with several solutions");
}
