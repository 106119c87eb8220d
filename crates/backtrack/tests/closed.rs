//! The best board's last cells are refilled by the exact tail, within the run.

use edgewise_backtrack::{Backtrack, Discrepancy, TABLE, discrepancy};
use edgewise_puzzle::{ClueSet, Puzzle, official};
use edgewise_search::{Budget, Engine, Event, Outcome, Seed, shared};
use edgewise_tail::best_refill;

/// Runs `engine` and checks that its board cannot be improved where it says so.
fn closed(engine: &dyn Engine, puzzle: &Puzzle, preset: &str, seed: u64, nodes: u64) -> Outcome {
    let table = if engine.name() == "lds" { &discrepancy::parameters::TABLE } else { &TABLE };
    let params = table.preset(preset).unwrap();
    let order = shared::order(&params, puzzle).unwrap();
    let outcome = engine.run(puzzle, &params, Seed::new(seed), &Budget::of_nodes(nodes), &mut |_: &Event| {}).unwrap();
    assert_eq!(outcome.score, puzzle.score(&outcome.board));
    assert!(puzzle.is_legal(&outcome.board) && outcome.board.holes().is_empty());
    for last in [16, 20] {
        let within = outcome.score.breaks - 1;
        let refilled = best_refill(puzzle, &outcome.board, &order.cells, last, within, 60_000).unwrap();
        assert!(refilled.board.is_none(), "seed {seed}: the last {last} cells can be better");
    }
    if outcome.filled_by == Some("tail") {
        let (without, score) = outcome.unfilled.clone().unwrap();
        assert_eq!(score, puzzle.score(&without));
        let pairs = without.cells().iter().zip(outcome.board.cells());
        assert!(pairs.clone().all(|(before, after)| before.is_none() || before == after));
        assert!(puzzle.clues().iter().all(|clue| without.get(clue.cell) == Some(clue.placement)));
    }
    outcome
}

#[test]
fn boards_are_closed_by_the_exact_tail() {
    let five = official::puzzle(ClueSet::Five);
    let boards: Vec<Outcome> =
        (1..=8).map(|seed| closed(&Backtrack::default(), &five, "five-clue", seed, 3_000_000)).collect();
    assert!(boards.iter().any(|outcome| outcome.filled_by == Some("tail")), "none was better by its tail");
    closed(&Discrepancy, &official::puzzle(ClueSet::Starter), "harvey-ginsberg", 1, 500_000);
}
