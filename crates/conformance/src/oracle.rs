//! Plain answers to compare with: is there a legal completion, and how good is the best.

use edgewise_puzzle::{Board, Placement, Puzzle, opposite};

/// A complete legal board that agrees with `board`, whatever its breaks, or `None` if the left-over
/// pieces allow none. Legality asks of each hole alone for a piece that keeps the rim rule there, so
/// this is a perfect matching of holes and pieces (augmenting paths; Kuhn 1955). `board` itself must
/// be legal.
pub fn legal_completion(puzzle: &Puzzle, board: &Board) -> Option<Board> {
    let holes = board.holes();
    let fitting: Vec<Vec<Placement>> =
        holes.iter().map(|&hole| legal_at(puzzle, hole, &left_over(puzzle, board))).collect();
    let mut holder: Vec<Option<(usize, Placement)>> = vec![None; puzzle.pieces().len()];
    for hole in 0..holes.len() {
        if !augment(&fitting, hole, &mut holder, &mut vec![false; puzzle.pieces().len()]) {
            return None;
        }
    }
    let mut full = board.clone();
    holder.iter().flatten().for_each(|&(hole, placement)| full.set(holes[hole], Some(placement)));
    Some(full)
}

/// Whether some complete board of `puzzle` is legal.
pub fn has_legal_board(puzzle: &Puzzle) -> bool {
    legal_completion(puzzle, &puzzle.clue_board()).is_some()
}

/// The most matched seams of any complete legal board that agrees with `board`, `None` if there is
/// none; by trying everything that can still beat the best. For a handful of holes.
pub fn best_completion(puzzle: &Puzzle, board: &Board) -> Option<usize> {
    let mut search = Best { puzzle, board: board.clone(), left: left_over(puzzle, board), best: None };
    let (matched, broken) = search.seams_of_board();
    search.descend(matched, broken);
    search.best
}

/// The ids of the pieces that do not lie on `board`.
fn left_over(puzzle: &Puzzle, board: &Board) -> Vec<usize> {
    let mut left = vec![true; puzzle.pieces().len()];
    board.cells().iter().flatten().for_each(|p| left[p.piece()] = false);
    (0..left.len()).filter(|&p| left[p]).collect()
}

/// Every placement of `pieces` that keeps the rim rule at `cell`.
fn legal_at(puzzle: &Puzzle, cell: usize, pieces: &[usize]) -> Vec<Placement> {
    let turns = pieces.iter().flat_map(|&p| puzzle.rotations(p).map(move |r| Placement::new(p, r)));
    turns.filter(|&p| puzzle.rim_ok(cell, puzzle.sides(p))).collect()
}

/// Finds `hole` a piece, moving others to new pieces where that is needed.
fn augment(
    fitting: &[Vec<Placement>],
    hole: usize,
    holder: &mut [Option<(usize, Placement)>],
    seen: &mut [bool],
) -> bool {
    for &placement in &fitting[hole] {
        let piece = placement.piece();
        if std::mem::replace(&mut seen[piece], true) {
            continue;
        }
        if holder[piece].is_none_or(|(rival, _)| augment(fitting, rival, holder, seen)) {
            holder[piece] = Some((hole, placement));
            return true;
        }
    }
    false
}

/// The search of [`best_completion`]: the first hole, every piece, every turn.
struct Best<'a> {
    puzzle: &'a Puzzle,
    board: Board,
    left: Vec<usize>,
    best: Option<usize>,
}

impl Best<'_> {
    /// Seams of the board that match and that break.
    fn seams_of_board(&self) -> (usize, usize) {
        let pairs = self.puzzle.size().seam_list().filter_map(|(cell, side, other)| {
            let (here, there) = (self.board.get(cell)?, self.board.get(other)?);
            Some(self.puzzle.seam_matches(self.puzzle.sides(here)[side], self.puzzle.sides(there)[opposite(side)]))
        });
        pairs.fold((0, 0), |(matched, broken), fits| if fits { (matched + 1, broken) } else { (matched, broken + 1) })
    }

    /// Seams that `placement` at `cell` would match and break.
    fn seams_at(&self, cell: usize, placement: Placement) -> (usize, usize) {
        let sides = self.puzzle.sides(placement);
        let mut count = (0, 0);
        for (side, &colour) in sides.iter().enumerate() {
            let there = self.puzzle.size().neighbour(cell, side).and_then(|other| self.board.get(other));
            if let Some(there) = there {
                if self.puzzle.seam_matches(colour, self.puzzle.sides(there)[opposite(side)]) {
                    count.0 += 1;
                } else {
                    count.1 += 1;
                }
            }
        }
        count
    }

    fn descend(&mut self, matched: usize, broken: usize) {
        if self.best.is_some_and(|best| self.puzzle.size().seams() - broken <= best) {
            return;
        }
        let Some(&hole) = self.board.holes().first() else {
            self.best = Some(matched);
            return;
        };
        let counted = legal_at(self.puzzle, hole, &self.left).into_iter().map(|p| (self.seams_at(hole, p), p));
        let mut options: Vec<_> = counted.collect();
        options.sort_by_key(|((_, worse), _)| *worse);
        for ((more, worse), placement) in options {
            self.board.set(hole, Some(placement));
            self.left.retain(|&p| p != placement.piece());
            self.descend(matched + more, broken + worse);
            self.left.push(placement.piece());
            self.board.set(hole, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judging;
    use edgewise_puzzle::Rim;
    use edgewise_puzzle::generate::{Specification, generate};

    /// Every complete legal board, with no thought spent: the best score and whether there is one.
    fn by_all_boards(puzzle: &Puzzle, board: &mut Board) -> Option<usize> {
        let Some(&hole) = board.holes().first() else {
            let verdict = judging::judge(puzzle, board).unwrap();
            return verdict.legal.then_some(verdict.score);
        };
        let mut best = None;
        for piece in left_over(puzzle, board) {
            for turn in 0..if puzzle.rotation() { 4 } else { 1 } {
                board.set(hole, Some(Placement::new(piece, turn)));
                best = best.max(by_all_boards(puzzle, board));
                board.set(hole, None);
            }
        }
        best
    }

    #[test]
    fn both_oracles_agree_with_trying_every_board() {
        let (mut with, mut without) = (0, 0);
        for seed in 0..60 {
            let rim = [Rim::Grey, Rim::Zero, Rim::Free][seed as usize % 3];
            let (width, height) = [(2, 2), (3, 1), (1, 3), (2, 2)][seed as usize / 3 % 4];
            let spec = Specification {
                width,
                height,
                frame_colours: 2,
                inner_colours: 3,
                rim,
                seed,
                ..Specification::default()
            };
            let mut pieces = generate(&spec).unwrap().puzzle.pieces().to_vec();
            pieces[0][seed as usize / 12 % 4] = 1; // spoils the rim of some
            let puzzle = Puzzle::new("t", (width, height), pieces, rim, seed % 2 == 0, vec![]).unwrap();
            let expected = by_all_boards(&puzzle, &mut puzzle.clue_board());
            assert_eq!(best_completion(&puzzle, &puzzle.clue_board()), expected, "{puzzle:?}");
            let full = legal_completion(&puzzle, &puzzle.clue_board());
            assert_eq!(full.is_some(), expected.is_some(), "{puzzle:?}");
            match full {
                Some(full) => {
                    with += 1;
                    assert!(full.holes().is_empty() && judging::is_legal(&puzzle, &full).unwrap(), "{puzzle:?}");
                }
                None => without += 1,
            }
        }
        assert!(with > 10 && without > 10, "{with} with a legal board, {without} without");
    }
}
