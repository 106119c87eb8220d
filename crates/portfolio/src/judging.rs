//! From the library's puzzle and board to the referee's facts.

use edgewise_puzzle::{Board, Clue, EdgeGrid, Puzzle, Rim, official};
use edgewise_referee::{ClueFact, PuzzleFacts, RefereeError, RimRule, Verdict, judge_cells};

/// The bare facts of `puzzle` as the referee takes them. Official clues are named only if the pieces
/// are the official set in the official order.
pub fn facts(puzzle: &Puzzle) -> PuzzleFacts {
    let fact =
        |clue: &Clue| ClueFact { cell: clue.cell, piece: clue.placement.piece(), rotation: clue.placement.rotation() };
    let is_official = puzzle.pieces() == official::pieces() && puzzle.rim() == Rim::Grey;
    PuzzleFacts {
        width: puzzle.size().width(),
        height: puzzle.size().height(),
        pieces: puzzle.pieces().to_vec(),
        rim: match puzzle.rim() {
            Rim::Grey => RimRule::Grey,
            Rim::Zero => RimRule::Zero,
            Rim::Free => RimRule::Free,
        },
        rotation: puzzle.rotation(),
        clues: puzzle.clues().iter().map(fact).collect(),
        official_clues: is_official.then(|| official::five_clues().each_ref().map(fact)),
    }
}

/// The referee's word on a grid of colours.
pub fn judge_grid(puzzle: &Puzzle, grid: &EdgeGrid) -> Result<Verdict, RefereeError> {
    judge_cells(&facts(puzzle), &grid.cells)
}

/// The referee's word on a board of `puzzle`'s size.
pub fn verdict(puzzle: &Puzzle, board: &Board) -> Result<Verdict, RefereeError> {
    judge_grid(puzzle, &EdgeGrid::from_board(puzzle, board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::ClueSet;

    #[test]
    fn the_clue_board_honours_its_clues() {
        let puzzle = official::puzzle(ClueSet::Five);
        let verdict = verdict(&puzzle, &puzzle.clue_board()).unwrap();
        assert_eq!((verdict.clues_respected, verdict.official_clues, verdict.filled), (5, Some(5), 5));
        assert!(verdict.legal);
    }
}
