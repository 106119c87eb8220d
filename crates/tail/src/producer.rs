//! The producer of the seed study: a greedy row-major filler with ties broken by a Mersenne Twister.
//!
//! Re-implemented from the description of R. Anjou's `exact-tail-endgame` topic (eternity2.dev, 2026-07-23).
//! For every cell but the clues', row by row: every unused piece in ascending number and every rotation that
//! keeps the rim is drawn a number in [0, 1), losers too; the most matches on the sides up and left win,
//! then the greatest number. Mismatches are allowed, nothing is undone. Numbers are CPython's
//! `random.Random(seed).random()`.

use edgewise_puzzle::{Board, LEFT, Placement, Puzzle, UP, opposite};
use rand_mt::Mt;

/// CPython's `random.Random(seed)` for seeds below 2³²: the Mersenne Twister keyed with `[seed]`.
struct PythonRandom(Mt);

impl PythonRandom {
    fn new(seed: u32) -> PythonRandom {
        PythonRandom(Mt::new_with_key([seed]))
    }

    /// `random()` times 2⁵³, a whole number: 53 random bits.
    fn bits53(&mut self) -> u64 {
        let (high, low) = (u64::from(self.0.next_u32() >> 5), u64::from(self.0.next_u32() >> 6));
        high << 26 | low
    }
}

/// The producer's board of `puzzle` for `seed`, clues in place; `None` if at some cell no piece is left that
/// keeps the rim.
pub fn produce(puzzle: &Puzzle, seed: u32) -> Option<Board> {
    let mut random = PythonRandom::new(seed);
    let mut board = puzzle.clue_board();
    let mut used = vec![false; puzzle.pieces().len()];
    puzzle.clues().iter().for_each(|clue| used[clue.placement.piece()] = true);
    for cell in 0..puzzle.size().cells() {
        if board.get(cell).is_some() {
            continue;
        }
        let mut best: Option<(usize, u64, Placement)> = None;
        for piece in (0..used.len()).filter(|&p| !used[p]) {
            for rotation in puzzle.rotations(piece) {
                let placement = Placement::new(piece, rotation);
                let sides = puzzle.sides(placement);
                if !puzzle.fits(cell, sides) {
                    continue;
                }
                let matches = |side: usize| {
                    let there = puzzle.size().neighbour(cell, side).and_then(|c| board.get(c));
                    there.is_some_and(|p| puzzle.seam_matches(sides[side], puzzle.sides(p)[opposite(side)]))
                };
                let key = (usize::from(matches(UP)) + usize::from(matches(LEFT)), random.bits53(), placement);
                best = best.max(Some(key));
            }
        }
        let (.., placement) = best?;
        used[placement.piece()] = true;
        board.set(cell, Some(placement));
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_pythons() {
        let mut random = PythonRandom::new(1);
        let drawn: Vec<f64> = (0..3).map(|_| random.bits53() as f64 / (1u64 << 53) as f64).collect();
        assert_eq!(drawn, [0.134_364_244_112_401_22, 0.847_433_736_937_232_7, 0.763_774_618_976_614]);
    }
}
