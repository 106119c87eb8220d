//! The greedy fill: hardest hole first, then exchanges and turns while they help.

use edgewise_puzzle::{Board, Placement, Rim, Sides, opposite};

use super::gap::{hardest_first, left_over};
use super::{Filled, Filler, RIM_VIOLATION};

/// The holes of a board, hardest first, and the pieces left over.
struct Holes {
    cells: Vec<usize>,
    pieces: Vec<usize>,
}

impl Filler<'_> {
    /// Fills any number of holes greedily, hardest first, then improves by exchanges. Complete
    /// always; legal wherever the left-over pieces allow it hole by hole.
    pub fn greedy(&self, board: &Board) -> Filled {
        let holes = Holes { cells: hardest_first(self.puzzle, board), pieces: left_over(self.puzzle, board) };
        let given = board;
        let mut board = board.clone();
        let mut used = vec![false; holes.pieces.len()];
        for &hole in &holes.cells {
            let mut best: Option<(u32, usize, Placement)> = None;
            for (i, &piece) in holes.pieces.iter().enumerate().filter(|&(i, _)| !used[i]) {
                for r in self.puzzle.rotations(piece) {
                    let placement = Placement::new(piece, r);
                    let cost = self.cost_at(&board, hole, self.puzzle.sides(placement));
                    if best.is_none_or(|(c, ..)| cost < c) {
                        best = Some((cost, i, placement));
                    }
                }
            }
            if let Some((_, i, placement)) = best {
                used[i] = true;
                board.set(hole, Some(placement));
            }
        }
        self.improve(&mut board, &holes.cells);
        if self.rim_violations(&board) > 0
            && let Some(mut legal) = self.matched(given, &holes)
        {
            self.improve(&mut legal, &holes.cells);
            board = legal;
        }
        let cost = self.total_cost(&board);
        Filled { board, cost, exact: false }
    }

    /// A filling that keeps the rim rule, breaks or not, if there is one: a perfect matching of
    /// holes and left-over pieces by augmenting paths (Kuhn 1955).
    fn matched(&self, board: &Board, holes: &Holes) -> Option<Board> {
        let fits = |hole: usize, piece: usize| {
            let mut turns = self.puzzle.rotations(piece).map(|r| Placement::new(piece, r));
            turns.find(|&p| self.puzzle.rim_ok(holes.cells[hole], self.puzzle.sides(p)))
        };
        fn augment(
            hole: usize,
            fits: &dyn Fn(usize, usize) -> bool,
            holder: &mut [Option<usize>],
            seen: &mut [bool],
        ) -> bool {
            for i in 0..holder.len() {
                if !seen[i] && fits(hole, i) {
                    seen[i] = true;
                    if holder[i].is_none_or(|rival| augment(rival, fits, holder, seen)) {
                        holder[i] = Some(hole);
                        return true;
                    }
                }
            }
            false
        }
        let mut holder: Vec<Option<usize>> = vec![None; holes.pieces.len()];
        let possible = |hole: usize, i: usize| fits(hole, holes.pieces[i]).is_some();
        let all = (0..holes.cells.len())
            .all(|hole| augment(hole, &possible, &mut holder, &mut vec![false; holes.pieces.len()]));
        let mut full = board.clone();
        for (i, hole) in holder.iter().enumerate().filter_map(|(i, h)| h.map(|h| (i, h))) {
            full.set(holes.cells[hole], fits(hole, holes.pieces[i]));
        }
        all.then_some(full)
    }

    /// Breaks and rim violations a piece with these sides makes at `cell` against what lies there.
    pub(super) fn cost_at(&self, board: &Board, cell: usize, sides: Sides) -> u32 {
        (0..4)
            .map(|side| match self.puzzle.size().neighbour(cell, side) {
                None => u32::from(self.puzzle.rim() != Rim::Free && sides[side] != 0) * RIM_VIOLATION,
                Some(other) => board.get(other).map_or(0, |there| {
                    let colour = self.puzzle.sides(there)[opposite(side)];
                    u32::from(!self.puzzle.seam_matches(sides[side], colour))
                }),
            })
            .sum()
    }

    /// Exchanges pairs of the given cells' pieces, and turns single ones, as long as that saves
    /// breaks. First improvement, fixed order: deterministic.
    fn improve(&self, board: &mut Board, cells: &[usize]) {
        let mut better = true;
        while better {
            better = false;
            for i in 0..cells.len() {
                for j in i..cells.len() {
                    better |= self.exchange(board, cells[i], cells[j]);
                }
            }
        }
    }

    /// Exchanges the pieces at `a` and `b` (or turns the one, if `a == b`) in the best rotations if
    /// that saves breaks.
    fn exchange(&self, board: &mut Board, a: usize, b: usize) -> bool {
        let (Some(at_a), Some(at_b)) = (board.get(a), board.get(b)) else { return false };
        board.set(a, None);
        board.set(b, None);
        let pair = |board: &mut Board, pa: Placement, pb: Placement| {
            let first = self.cost_at(board, a, self.puzzle.sides(pa));
            if a == b {
                return first;
            }
            board.set(a, Some(pa));
            let second = self.cost_at(board, b, self.puzzle.sides(pb));
            board.set(a, None);
            first + second
        };
        let before = pair(board, at_a, at_b);
        let mut best = (before, at_a, at_b);
        for ra in self.puzzle.rotations(at_b.piece()) {
            for rb in self.puzzle.rotations(at_a.piece()) {
                let (pa, pb) = (Placement::new(at_b.piece(), ra), Placement::new(at_a.piece(), rb));
                if a == b && ra != rb {
                    continue;
                }
                let cost = pair(board, pa, pb);
                if cost < best.0 {
                    best = (cost, pa, pb);
                }
            }
        }
        board.set(a, Some(best.1));
        if a != b {
            board.set(b, Some(best.2));
        }
        best.0 < before
    }
}
