//! The last step of a session: the best board's last cells, refilled exactly.
//!
//! The search has placed the last cells of its order one by one; whether a better filling of them
//! exists is a question of its own, and for so few cells a cheap one (docs/TAIL.md). It helps boards
//! of short runs by up to five seams; boards of a minute are mostly proven tight by it.

use edgewise_puzzle::Puzzle;
use edgewise_search::profile::BreakPlaces;
use edgewise_search::{Order, Outcome};
use edgewise_tail::best_refill;

/// Nodes for each: about a third of a second.
const NODES: u64 = 400_000;

/// Refills the last cells of `order` on the outcome's board, if it is a complete and legal one. True if
/// that gave a better board: then `unfilled` is the board without the cells refilled, and `filled_by` is `tail`.
pub(crate) fn close(puzzle: &Puzzle, order: &Order, outcome: &mut Outcome) -> bool {
    let mut better = false;
    for last in edgewise_tail::closing(order.cells.len()) {
        let within = puzzle.score(&outcome.board).breaks.checked_sub(1);
        let Some(within) = within.filter(|_| outcome.board.holes().is_empty() && puzzle.is_legal(&outcome.board))
        else {
            break;
        };
        // What the tail refuses, such as more pieces than it can number, stays as it is.
        let Ok(refilled) = best_refill(puzzle, &outcome.board, &order.cells, last, within, NODES) else { continue };
        outcome.fills += 1;
        outcome.fill_nodes += refilled.nodes;
        let Some(board) = refilled.board else { continue };
        outcome.score = puzzle.score(&board);
        outcome.unfilled = Some((refilled.frozen.clone(), puzzle.score(&refilled.frozen)));
        outcome.board = board;
        outcome.filled_by = Some("tail");
        better = true;
    }
    if better && outcome.profile.breaks.best.boards > 0 {
        let mut depths = vec![0; puzzle.size().cells()];
        order.cells.iter().enumerate().for_each(|(position, &cell)| depths[cell] = position + 1);
        puzzle.clues().iter().for_each(|clue| depths[clue.cell] = 0);
        outcome.profile.breaks.best = BreakPlaces::of_board(puzzle, &outcome.board, &depths);
    }
    better
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{ClueSet, official};
    use edgewise_search::{Budget, Engine, Event, Seed, shared};

    #[test]
    fn narrow_boards_become_better_and_stay_legal() {
        let puzzle = official::puzzle(ClueSet::Five);
        // Narrow beams: the backtracker closes its own boards.
        let mut params = edgewise_beam::TABLE.preset("producer").unwrap();
        params.set("width", "4").unwrap();
        let order = shared::order(&params, &puzzle).unwrap();
        let mut gained = 0;
        for seed in 1..=8 {
            let engine = edgewise_beam::Beam::default();
            let mut quiet = |_: &Event| {};
            let budget = Budget::of_nodes(40_000);
            let found = engine.run(&puzzle, &params, Seed::new(seed), &budget, &mut quiet).unwrap();
            let mut closed = found.clone();
            let better = close(&puzzle, &order, &mut closed);
            assert_eq!(better, closed.score.matched > found.score.matched);
            assert_eq!(closed.score, puzzle.score(&closed.board));
            assert!(puzzle.is_legal(&closed.board) && closed.board.holes().is_empty());
            gained += closed.score.matched - found.score.matched;
            if let (true, Some((without, _))) = (better, &closed.unfilled) {
                let kept = without.cells().iter().zip(found.board.cells());
                let other: Vec<_> = kept.enumerate().filter(|(_, (now, then))| now.is_some() && now != then).collect();
                assert!(other.is_empty(), "{other:?} {:?}", without.holes());
                // A clue lies among them.
                assert!([15, 19].contains(&without.holes().len()), "{:?}", without.holes());
            }
        }
        assert!(gained > 0, "eight narrow boards, and nothing gained");
    }
}
