//! Puzzles and boards as the referee sees them.

use edgewise_puzzle::{Board, Clue, EdgeGrid, Puzzle, Rim, official};
use edgewise_referee::{ClueFact, PuzzleFacts, RimRule, Verdict, judge_cells};

/// The bare facts of `puzzle`; with the five official clues if its pieces are the official ones in
/// the official order.
pub fn facts(puzzle: &Puzzle) -> PuzzleFacts {
    let fact =
        |clue: &Clue| ClueFact { cell: clue.cell, piece: clue.placement.piece(), rotation: clue.placement.rotation() };
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
        official_clues: (puzzle.pieces() == official::pieces()).then(|| official::five_clues().each_ref().map(fact)),
    }
}

/// The referee's verdict on `board`; an error also if it is no board of `puzzle`'s size, or holds a
/// piece the puzzle does not have.
pub fn judge(puzzle: &Puzzle, board: &Board) -> Result<Verdict, String> {
    if board.size() != puzzle.size() {
        return Err(format!("the board is {}, expected {}", board.size(), puzzle.size()));
    }
    let pieces = puzzle.pieces().len();
    if let Some(placement) = board.cells().iter().flatten().find(|p| p.piece() >= pieces) {
        return Err(format!("piece {} lies on the board, expected 1..={pieces}", placement.piece() + 1));
    }
    judge_cells(&facts(puzzle), &EdgeGrid::from_board(puzzle, board).cells).map_err(|e| e.to_string())
}

/// Every reason why `board` is not legal: the referee's, and pieces used twice by their ids, which
/// colours alone do not show.
pub fn problems(puzzle: &Puzzle, board: &Board) -> Result<Vec<String>, String> {
    let mut problems = judge(puzzle, board)?.problems();
    let mut at = vec![None; puzzle.pieces().len()];
    for (cell, placement) in board.cells().iter().enumerate() {
        let Some(placement) = placement else { continue };
        if let Some(other) = at[placement.piece()].replace(cell) {
            problems.push(format!("piece {} lies on cells {other} and {cell}", placement.piece() + 1));
        }
    }
    Ok(problems)
}

/// Whether `board` is legal, see [`problems`].
pub fn is_legal(puzzle: &Puzzle, board: &Board) -> Result<bool, String> {
    problems(puzzle, board).map(|problems| problems.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{ClueSet, Placement, Size};

    #[test]
    fn the_official_clues_are_counted_whatever_is_pinned() {
        let puzzle = official::puzzle(ClueSet::Starter);
        let verdict = judge(&puzzle, &official::puzzle(ClueSet::Five).clue_board()).unwrap();
        assert_eq!((verdict.clues_required, verdict.official_clues, verdict.filled), (1, Some(5), 5));
        assert!(verdict.legal);
    }

    #[test]
    fn twins_used_twice_by_id_are_found() {
        let puzzle = Puzzle::new("t", (2, 1), vec![[1; 4]; 2], Rim::Free, true, vec![]).unwrap();
        let mut board = Board::empty(puzzle.size());
        board.set(0, Some(Placement::new(0, 0)));
        board.set(1, Some(Placement::new(0, 0)));
        assert!(judge(&puzzle, &board).unwrap().legal, "colours alone do not tell");
        assert_eq!(problems(&puzzle, &board).unwrap(), ["piece 1 lies on cells 0 and 1"]);
        board.set(1, Some(Placement::new(1, 0)));
        assert!(is_legal(&puzzle, &board).unwrap());
    }

    #[test]
    fn boards_of_another_puzzle_are_refused() {
        let puzzle = Puzzle::new("t", (2, 1), vec![[1; 4]; 2], Rim::Free, true, vec![]).unwrap();
        let mut board = Board::empty(puzzle.size());
        board.set(0, Some(Placement::new(2, 0)));
        assert!(judge(&puzzle, &board).unwrap_err().contains("piece 3 lies on the board, expected 1..=2"));
        let other = Size::new(1, 2).unwrap();
        assert_eq!(judge(&puzzle, &Board::empty(other)).unwrap_err(), "the board is 1x2, expected 2x1");
    }
}
