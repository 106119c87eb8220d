//! From the library's puzzle and board to the referee's facts.

use edgewise_puzzle::{Board, EdgeGrid, Puzzle, Rim};
use edgewise_referee::{ClueFact, PuzzleFacts, RefereeError, RimRule, Verdict, judge_cells};

/// The referee's word on a board of `puzzle`'s size.
///
/// # Errors
/// Those of [`judge_cells`]: none for a board of the puzzle's size.
pub fn referee(puzzle: &Puzzle, board: &Board) -> Result<Verdict, RefereeError> {
    let clues = puzzle.clues().iter().map(|clue| ClueFact {
        cell: clue.cell,
        piece: clue.placement.piece(),
        rotation: clue.placement.rotation(),
    });
    let facts = PuzzleFacts {
        width: puzzle.size().width(),
        height: puzzle.size().height(),
        pieces: puzzle.pieces().to_vec(),
        rim: match puzzle.rim() {
            Rim::Grey => RimRule::Grey,
            Rim::Zero => RimRule::Zero,
            Rim::Free => RimRule::Free,
        },
        rotation: puzzle.rotation(),
        clues: clues.collect(),
        official_clues: None,
    };
    judge_cells(&facts, &EdgeGrid::from_board(puzzle, board).cells)
}
