//! Where the breaks of a set of boards lie, by the cell that paid them.
//!
//! A break is paid by the later of its two cells in the order the board was built in: when that cell was
//! filled, the seam could not be matched any more. So the census of one board depends on its order, and
//! a search that allows one break a cell cannot build a board on which some cell paid two.

use edgewise_puzzle::{Board, Puzzle, Size, opposite};

use crate::order::Order;
use crate::plan::StepPlan;

/// The breaks of some boards of one size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BreakCensus {
    size: Size,
    /// Boards counted.
    pub boards: u64,
    /// Breaks by the cell that paid them, summed over the boards.
    pub paid: Vec<u64>,
    /// Boards on which a cell paid two breaks or more, by cell.
    pub paid_two: Vec<u64>,
    /// Boards on which a cell has two broken sides or more, whoever paid, by cell.
    pub beside_two: Vec<u64>,
    /// Boards with a cell that paid two breaks or more.
    pub with_two: u64,
}

impl BreakCensus {
    /// Of no board yet.
    pub fn new(size: Size) -> BreakCensus {
        let none = vec![0; size.cells()];
        BreakCensus { size, boards: 0, paid: none.clone(), paid_two: none.clone(), beside_two: none, with_two: 0 }
    }

    /// When each cell is filled by a search in `order` on `puzzle`: what [`Self::add`] takes. Clues lie from
    /// the start, at 0.
    pub fn depths(puzzle: &Puzzle, order: &Order) -> Vec<usize> {
        StepPlan::compile(puzzle, order).depths(puzzle.size().cells())
    }

    /// Adds a board of `puzzle`; `depths` says of every cell how many are filled once it is. Of a break between
    /// two cells of one depth (two clues) the later by rows pays. Boards of another size are left out.
    pub fn add(&mut self, puzzle: &Puzzle, board: &Board, depths: &[usize]) {
        if board.size() != self.size || puzzle.size() != self.size || depths.len() != self.size.cells() {
            return;
        }
        let (mut paid, mut beside) = (vec![0u64; depths.len()], vec![0u64; depths.len()]);
        for (cell, side, other) in self.size.seam_list() {
            let (Some(a), Some(b)) = (board.get(cell), board.get(other)) else { continue };
            if puzzle.seam_matches(puzzle.sides(a)[side], puzzle.sides(b)[opposite(side)]) {
                continue;
            }
            // Seams go right and down, so `other` is the later cell by rows.
            paid[if depths[cell] > depths[other] { cell } else { other }] += 1;
            beside[cell] += 1;
            beside[other] += 1;
        }
        self.boards += 1;
        self.with_two += u64::from(paid.iter().any(|&n| n >= 2));
        for cell in 0..paid.len() {
            self.paid[cell] += paid[cell];
            self.paid_two[cell] += u64::from(paid[cell] >= 2);
            self.beside_two[cell] += u64::from(beside[cell] >= 2);
        }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Breaks in all, over all boards.
    pub fn breaks(&self) -> u64 {
        self.paid.iter().sum()
    }

    /// Numbers by cell, summed by row.
    pub fn rows(&self, by_cell: &[u64]) -> Vec<u64> {
        by_cell.chunks(self.size.width()).map(|row| row.iter().sum()).collect()
    }

    /// A sum as a mean per board; 0 without a board.
    pub fn per_board(&self, sum: u64) -> f64 {
        sum as f64 / self.boards.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::generate::{Specification, generate};
    use edgewise_puzzle::{Placement, Rng};

    /// A full board at random, rim and seams as they fall.
    fn random_board(puzzle: &Puzzle, rng: &mut Rng) -> Board {
        let mut board = Board::empty(puzzle.size());
        let mut pieces: Vec<usize> = (0..puzzle.pieces().len()).collect();
        for cell in 0..puzzle.size().cells() {
            let piece = pieces.swap_remove(rng.next_u64() as usize % pieces.len());
            board.set(cell, Some(Placement::new(piece, (rng.next_u64() % 4) as u8)));
        }
        board
    }

    /// The obvious way: fill the board in its order and count what breaks at each step.
    fn replayed(puzzle: &Puzzle, board: &Board, order: &Order) -> Vec<u64> {
        let size = puzzle.size();
        let mut lying = puzzle.clue_board();
        let mut paid = vec![0; size.cells()];
        for &cell in order.cells.iter().filter(|&&c| puzzle.clues().iter().all(|clue| clue.cell != c)) {
            let before = puzzle.score(&lying).breaks;
            lying.set(cell, board.get(cell));
            paid[cell] = (puzzle.score(&lying).breaks - before) as u64;
        }
        paid
    }

    #[test]
    fn a_census_is_what_filling_the_boards_step_by_step_pays() {
        let mut rng = Rng::new(5);
        for (seed, name) in ["row", "spiral-in", "comb:2", "diagonal", "column-reversed"].into_iter().enumerate() {
            let made =
                generate(&Specification { width: 5, height: 4, seed: seed as u64, ..Default::default() }).unwrap();
            let clue = edgewise_puzzle::Clue { cell: 7, placement: made.solution.get(7).unwrap() };
            let puzzle = made.puzzle.with_clues(vec![clue]).unwrap();
            let order = Order::named(name, puzzle.size(), &[7]).unwrap();
            let depths = BreakCensus::depths(&puzzle, &order);
            let mut census = BreakCensus::new(puzzle.size());
            let (mut paid, mut two, mut with_two, mut breaks) = (vec![0; 20], vec![0; 20], 0, 0);
            for _ in 0..20 {
                let mut board = random_board(&puzzle, &mut rng);
                board.set(7, Some(clue.placement));
                census.add(&puzzle, &board, &depths);
                let own = replayed(&puzzle, &board, &order);
                for cell in 0..20 {
                    paid[cell] += own[cell];
                    two[cell] += u64::from(own[cell] >= 2);
                }
                with_two += u64::from(own.iter().any(|&n| n >= 2));
                breaks += puzzle.score(&board).breaks as u64;
            }
            assert_eq!((&census.paid, &census.paid_two, census.with_two), (&paid, &two, with_two), "{name}");
            assert_eq!((census.boards, census.breaks()), (20, breaks), "{name}");
            assert_eq!(census.rows(&census.paid).iter().sum::<u64>(), breaks);
            assert!(census.beside_two.iter().zip(&census.paid_two).all(|(beside, paid)| beside >= paid));
        }
    }

    #[test]
    fn two_broken_sides_are_seen_whoever_paid() {
        let made = generate(&Specification { width: 4, height: 4, seed: 2, ..Default::default() }).unwrap();
        let (puzzle, mut board) = (made.puzzle, made.solution);
        // An inner piece turned by half: whatever breaks there breaks around one cell.
        let turned = board.get(5).map(|p| Placement::new(p.piece(), (p.rotation() + 2) % 4));
        board.set(5, turned);
        let breaks = puzzle.score(&board).breaks as u64;
        assert!(breaks >= 2);
        let order = Order::named("row", puzzle.size(), &[]).unwrap();
        let mut census = BreakCensus::new(puzzle.size());
        census.add(&puzzle, &board, &BreakCensus::depths(&puzzle, &order));
        assert_eq!((census.breaks(), census.beside_two[5], census.beside_two.iter().sum::<u64>()), (breaks, 1, 1));
        // Boards of other sizes are no part of it.
        census.add(&puzzle, &Board::empty(Size::new(3, 3).unwrap()), &[0; 9]);
        assert_eq!(census.boards, 1);
    }
}
