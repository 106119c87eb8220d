//! Filling: the holes of a partial board get the left-over pieces, so that every engine ends in a
//! complete legal board.
//!
//! Few holes are filled exactly: a branch and bound over (hole, piece, rotation) for the fewest
//! breaks, pruned by the best board known and by the *parity bound*. All sides of one colour lie in
//! pairs on a fully matched board; a break between colours a and b flips the parity of both. So
//! with `odd` colours out of balance at least `odd / 2` more breaks must come (own measurement: at
//! depth 242 of the official puzzle this alone rejects more than 99 % of the partial boards that
//! cannot reach 470). Many holes are filled greedily, hardest hole first, and then improved by
//! exchanging and turning the filled pieces while that helps.

mod exact;
mod gap;
mod greedy;

use edgewise_puzzle::size::MAX_SIDE;
use edgewise_puzzle::{Board, Colour, DOWN, LEFT, Placement, Puzzle, RIGHT, Rim, Sides, UP};

use exact::Search;
pub use gap::{Around, Gap};

/// Cost of a rim side that is not grey, in breaks: more than any board has.
pub const RIM_VIOLATION: u32 = 1000;
/// Most holes an exact fill is tried for.
pub const MAX_EXACT_HOLES: usize = 16;

/// A parity mask over colours: bit c set = colour c is out of balance.
pub type ParityMask = [u64; 4];

/// A filled board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filled {
    /// The complete board.
    pub board: Board,
    /// Its breaks over the whole board, a rim violation counted as a thousand.
    pub cost: u32,
    /// Whether no filling of these holes has fewer.
    pub exact: bool,
}

/// What a try at filling cost and gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FillReport {
    /// The filling, if one cheaper than the bound was found.
    pub filled: Option<Filled>,
    /// Whether the search was finished: without a filling this proves that none beats the bound.
    pub finished: bool,
    /// Branch-and-bound nodes.
    pub nodes: u64,
}

/// As [`FillReport`], for a gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GapReport {
    /// The filling, if one cheaper than the bound was found.
    pub filling: Option<Filling>,
    /// Whether the search was finished.
    pub finished: bool,
    /// Branch-and-bound nodes.
    pub nodes: u64,
}

/// What goes into a gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filling {
    /// Each hole and what lies there.
    pub pieces: Vec<(usize, Placement)>,
    /// Breaks of the whole board, a rim violation counted as a thousand.
    pub cost: u32,
}

/// Fills boards of one puzzle.
#[derive(Clone, Debug)]
pub struct Filler<'a> {
    puzzle: &'a Puzzle,
    /// Colours of the puzzle, grey among them.
    colours: usize,
    /// The parities of an empty board.
    parity: ParityMask,
}

fn flip(mask: &mut ParityMask, colour: Colour) {
    mask[colour as usize / 64] ^= 1 << (colour % 64);
}

fn odd(mask: &ParityMask) -> u32 {
    mask.iter().map(|word| word.count_ones()).sum()
}

/// A lower bound on the breaks of any completion, by class of colours: `supply` has the sides on the
/// pieces not yet placed, `demand` the sides of the board that face an empty cell.
///
/// Where more sides ask for a colour than there are, the difference must break, and each such break uses
/// up a side of some other colour. In a framed puzzle every side but grey meets another, so of each
/// colour with more supply than demand what is left must pair up: it breaks once more for every two such
/// colours with an odd rest, less those that the first breaks have evened out. This is never less than
/// half the number of colours out of balance, the *parity bound*. Source: LEDGER (R. Anjou,
/// eternity2.dev) has both halves; joined they are our own.
pub fn still_to_come(supply: &[u16], demand: &[u16], framed: bool) -> u32 {
    let (mut missing, mut odd) = (0, 0);
    for (&supply, &demand) in supply.iter().zip(demand) {
        if demand > supply {
            missing += u32::from(demand - supply);
        } else {
            odd += u32::from((supply - demand) % 2);
        }
    }
    missing + if framed { odd.saturating_sub(missing).div_ceil(2) } else { 0 }
}

impl<'a> Filler<'a> {
    /// A filler for `puzzle`.
    pub fn new(puzzle: &'a Puzzle) -> Filler<'a> {
        // Grey counts beyond the perimeter: such sides are turned inwards and meet in breaks.
        let mut parity = [0; 4];
        puzzle.pieces().iter().flatten().for_each(|&colour| flip(&mut parity, colour));
        let perimeter = 2 * (puzzle.size().width() + puzzle.size().height());
        (0..perimeter).for_each(|_| flip(&mut parity, 0));
        Filler { puzzle, colours: puzzle.colours(), parity }
    }

    /// Breaks on `board` now and the parity mask they leave.
    fn state(&self, board: &Board) -> (u32, ParityMask) {
        // Asked at every arrival, so cell by cell with the row above and the cell to the left at hand.
        let (width, puzzle) = (self.puzzle.size().width(), self.puzzle);
        let (mut breaks, mut mask) = (0, self.parity);
        let mut above: [Option<Sides>; MAX_SIDE] = [None; MAX_SIDE];
        let mut left = None;
        for (cell, placement) in board.cells().iter().enumerate() {
            let col = cell % width;
            let here = placement.map(|placement| puzzle.sides(placement));
            if let Some(sides) = here {
                let up = above[col].map(|other: Sides| (sides[UP], other[DOWN]));
                let beside = left.filter(|_| col > 0).map(|other: Sides| (sides[LEFT], other[RIGHT]));
                for (a, b) in [up, beside].into_iter().flatten() {
                    if !puzzle.seam_matches(a, b) {
                        breaks += 1;
                        flip(&mut mask, a);
                        flip(&mut mask, b);
                    }
                }
            }
            (above[col], left) = (here, here);
        }
        (breaks, mask)
    }

    /// A lower bound on the breaks of any legal completion of `board`: what it has, and what
    /// [`still_to_come`] says of its open sides and left-over pieces.
    pub fn lower_bound(&self, board: &Board) -> u32 {
        let breaks = self.state(board).0;
        let (size, colours) = (self.puzzle.size(), self.colours);
        let (mut supply, mut demand) = (vec![0u16; colours], vec![0u16; colours]);
        let mut left = vec![true; self.puzzle.pieces().len()];
        for (cell, placement) in board.cells().iter().enumerate().filter_map(|(cell, p)| p.map(|p| (cell, p))) {
            left[placement.piece()] = false;
            for (side, colour) in self.puzzle.sides(placement).into_iter().enumerate() {
                let open = size.neighbour(cell, side).is_some_and(|other| board.get(other).is_none());
                demand[usize::from(colour)] += u16::from(open);
            }
        }
        let left = self.puzzle.pieces().iter().zip(left).filter(|(_, left)| *left);
        left.flat_map(|(piece, _)| piece).for_each(|&colour| supply[usize::from(colour)] += 1);
        for colour in (0..colours).filter(|&c| !self.puzzle.seam_matches(c as Colour, c as Colour)) {
            // What matches nothing must break wherever it lies open; what is left of it asks for nothing.
            (supply[colour], demand[colour]) = (0, 0);
        }
        breaks + still_to_come(&supply, &demand, self.puzzle.rim() == Rim::Grey)
    }

    /// The parity half of [`Self::lower_bound`], from the colours on both sides of every broken seam: cheap,
    /// and never more than it. It applies to framed puzzles only, where every side but grey meets another.
    pub fn lower_bound_of(&self, broken: impl IntoIterator<Item = (Colour, Colour)>) -> u32 {
        let (breaks, mask) = self.state_of(broken);
        breaks + if self.puzzle.rim() == Rim::Grey { odd(&mask).div_ceil(2) } else { 0 }
    }

    /// Breaks and parities of a board with these broken seams, each told by the colours on both sides.
    pub fn state_of(&self, broken: impl IntoIterator<Item = (Colour, Colour)>) -> (u32, ParityMask) {
        let (mut breaks, mut mask) = (0, self.parity);
        for (a, b) in broken {
            breaks += 1;
            flip(&mut mask, a);
            flip(&mut mask, b);
        }
        (breaks, mask)
    }

    /// Fills the holes of `board` with fewer than `must_beat` breaks in all, exactly if `nodes`
    /// branch-and-bound nodes suffice. For at most [`MAX_EXACT_HOLES`] holes; with more nothing is
    /// tried.
    pub fn exact(&self, board: &Board, must_beat: u32, nodes: u64) -> FillReport {
        let too_many = board.size().cells() - board.filled() > MAX_EXACT_HOLES;
        let gap = if too_many { Gap::default() } else { Gap::of(self.puzzle, board) };
        let around = self.around(board, &gap);
        if too_many {
            return FillReport { filled: None, finished: around.breaks >= must_beat, nodes: 0 };
        }
        let GapReport { filling, finished, nodes } = self.exact_around(&gap, &around, must_beat, nodes);
        let filled = filling.map(|Filling { pieces, cost }| {
            let mut board = board.clone();
            pieces.into_iter().for_each(|(cell, placement)| board.set(cell, Some(placement)));
            Filled { board, cost, exact: finished }
        });
        FillReport { filled, finished, nodes }
    }

    /// As [`Self::exact`], for a board of which only what lies around its gap is known. For at most
    /// [`MAX_EXACT_HOLES`] holes and left-over pieces; with more nothing is tried.
    pub fn exact_around(&self, gap: &Gap, around: &Around, must_beat: u32, nodes: u64) -> GapReport {
        let (breaks, holes) = (around.breaks, gap.cells().len());
        if holes.max(around.pieces.len()) > MAX_EXACT_HOLES || breaks >= must_beat {
            return GapReport { filling: None, finished: breaks >= must_beat, nodes: 0 };
        }
        let mut search = Search::new(self, gap, around, must_beat - breaks, nodes);
        search.descend((1u32 << holes) - 1, 0, around.parity);
        let filling = search.found.then(|| {
            let pieces = gap.cells().iter().copied().zip(search.best_filling).collect();
            Filling { pieces, cost: breaks + search.best }
        });
        GapReport { filling, finished: search.nodes < nodes, nodes: search.nodes }
    }

    /// The best complete board this module makes of `board` without a bound: exact up to
    /// `exact_holes` holes while `nodes` suffice, greedy beyond.
    pub fn fill(&self, board: &Board, exact_holes: usize, nodes: u64) -> Filled {
        let greedy = self.greedy(board);
        if board.holes().len() > exact_holes.min(MAX_EXACT_HOLES) {
            return greedy;
        }
        let report = self.exact(board, greedy.cost, nodes);
        report.filled.unwrap_or(Filled { exact: report.finished, ..greedy })
    }

    /// Breaks of `board` and a thousand for every rim side that is not grey.
    pub fn total_cost(&self, board: &Board) -> u32 {
        self.state(board).0 + self.rim_violations(board) * RIM_VIOLATION
    }

    /// Rim sides that are not grey.
    fn rim_violations(&self, board: &Board) -> u32 {
        if self.puzzle.rim() == Rim::Free {
            return 0;
        }
        let size = self.puzzle.size();
        let filled = board.cells().iter().enumerate().filter_map(|(cell, p)| p.map(|p| (cell, self.puzzle.sides(p))));
        filled.map(|(cell, s)| (0..4).filter(|&i| s[i] != 0 && size.neighbour(cell, i).is_none()).count() as u32).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::generate::{Specification, generate};
    use edgewise_puzzle::{ClueSet, Rng, official};

    /// Tries every assignment of left-over pieces to holes in every rotation.
    fn slow_best(puzzle: &Puzzle, board: &Board, filler: &Filler<'_>) -> u32 {
        let Some(hole) = board.holes().first().copied() else { return filler.total_cost(board) };
        let used: Vec<usize> = board.cells().iter().flatten().map(|p| p.piece()).collect();
        let mut best = u32::MAX;
        for piece in (0..puzzle.pieces().len()).filter(|p| !used.contains(p)) {
            for r in puzzle.rotations(piece) {
                let mut next = board.clone();
                next.set(hole, Some(Placement::new(piece, r)));
                best = best.min(slow_best(puzzle, &next, filler));
            }
        }
        best
    }

    #[test]
    fn exact_fills_agree_with_trying_everything() {
        let mut rng = Rng::new(77);
        for seed in 0..60 {
            let rim = [Rim::Grey, Rim::Free, Rim::Zero][seed as usize % 3];
            let rotation = seed % 2 == 0;
            let (width, height) = [(3, 3), (4, 3), (2, 5), (1, 7)][rng.index(4)];
            let spec =
                Specification { width, height, frame_colours: 2, inner_colours: 3, rim, rotation, clues: 0, seed };
            let made = generate(&spec).unwrap();
            let mut board = made.solution.clone();
            // Disorder: exchange some cells, then open holes.
            for _ in 0..3 {
                let (a, b) = (rng.index(width * height), rng.index(width * height));
                let (at_a, at_b) = (board.get(a), board.get(b));
                board.set(a, at_b);
                board.set(b, at_a);
            }
            let holes = if rotation { 4 } else { 6 };
            let mut cells: Vec<usize> = (0..width * height).collect();
            rng.shuffle(&mut cells);
            cells.iter().take(holes).for_each(|&c| board.set(c, None));
            let filler = Filler::new(&made.puzzle);
            let expected = slow_best(&made.puzzle, &board, &filler);
            // The bound and the search agree, whatever rim violations lie on the board already.
            let standing = filler.total_cost(&board) - filler.state(&board).0;
            let report = filler.exact(&board, u32::MAX, u64::MAX);
            let filled = report.filled.unwrap();
            assert_eq!(filled.cost + standing, expected, "{spec:?}");
            assert!(filled.exact && filled.board.holes().is_empty());
            assert!(filler.exact(&board, filled.cost, u64::MAX).filled.is_none(), "nothing beats the optimum");
            let gap = Gap::of(&made.puzzle, &board);
            assert_eq!(filler.lower_bound_around(&filler.around(&board, &gap)), filler.lower_bound(&board));
            if standing == 0 && expected < RIM_VIOLATION {
                assert!(filler.lower_bound(&board) <= expected);
            }
        }
    }

    /// A board of the official puzzle with sixteen holes and few breaks around them.
    fn sixteen_holes(puzzle: &Puzzle, rng: &mut Rng) -> Board {
        let filler = Filler::new(puzzle);
        let mut board = filler.greedy(&puzzle.clue_board()).board;
        let mut cells: Vec<usize> = (0..256).filter(|c| puzzle.clues().iter().all(|clue| clue.cell != *c)).collect();
        rng.shuffle(&mut cells);
        cells.iter().take(16).for_each(|&c| board.set(c, None));
        board
    }

    #[test]
    fn a_fill_that_is_cut_says_so_and_longer_ones_are_no_worse() {
        let puzzle = official::puzzle(ClueSet::Five);
        let filler = Filler::new(&puzzle);
        let mut rng = Rng::new(21);
        for _ in 0..20 {
            let board = sixteen_holes(&puzzle, &mut rng);
            let whole = filler.exact(&board, u32::MAX, u64::MAX);
            let best = whole.filled.clone().unwrap();
            assert!(whole.finished && best.exact && puzzle.is_legal(&best.board));
            assert_eq!(best.cost, filler.total_cost(&best.board));
            assert!(best.cost <= filler.greedy(&board).cost && filler.lower_bound(&board) <= best.cost);
            let mut last = u32::MAX;
            let mut limits = [0, 1, 15, 16, 17, 40, whole.nodes, whole.nodes + 1];
            limits.sort_unstable();
            for limit in limits {
                let cut = filler.exact(&board, u32::MAX, limit);
                assert!(cut.nodes <= limit && cut.finished == (limit > whole.nodes), "{limit}");
                let cost = cut.filled.map_or(u32::MAX, |f| f.cost);
                assert!(cost <= last && cost >= best.cost, "{limit}");
                last = cost;
            }
            assert_eq!(last, best.cost);
            let none = filler.exact(&board, best.cost, u64::MAX);
            assert!(none.finished && none.filled.is_none(), "nothing beats the optimum");
        }
    }

    #[test]
    fn grey_turned_inwards_does_not_upset_the_parity_bound() {
        let mut rng = Rng::new(5);
        let (mut odd_greys, mut legal) = (0, 0);
        for seed in 0..40 {
            let spec =
                Specification { width: 3, height: 3, frame_colours: 3, inner_colours: 3, seed, ..Default::default() };
            let made = generate(&spec).unwrap();
            let mut pieces = made.puzzle.pieces().to_vec();
            let inner = pieces.iter().position(|p| !p.contains(&0)).unwrap();
            let greyed = rng.index(4);
            pieces[inner][..greyed].fill(0);
            let greys = pieces.iter().flatten().filter(|&&c| c == 0).count();
            odd_greys += greys % 2;
            let puzzle = Puzzle::new("greys", (3, 3), pieces, Rim::Grey, true, vec![]).unwrap();
            let mut board = made.solution.clone();
            [4, 1, 5, 7].iter().for_each(|&c| board.set(c, None));
            let filler = Filler::new(&puzzle);
            let expected = slow_best(&puzzle, &board, &filler);
            assert_eq!(filler.exact(&board, u32::MAX, u64::MAX).filled.unwrap().cost, expected);
            if expected < RIM_VIOLATION {
                legal += 1;
                assert!(filler.lower_bound(&board) <= expected);
                let again = filler.exact(&board, expected + 1, u64::MAX).filled.unwrap();
                assert_eq!(again.cost, expected, "found again under the tightest bound");
            }
        }
        assert!(odd_greys > 10 && legal > 20);
    }

    #[test]
    fn greedy_fills_of_the_official_puzzle_are_legal() {
        let puzzle = official::puzzle(ClueSet::Five);
        let filler = Filler::new(&puzzle);
        let filled = filler.greedy(&puzzle.clue_board());
        assert!(puzzle.is_legal(&filled.board));
        let score = puzzle.score(&filled.board);
        assert_eq!(score.filled, 256);
        assert_eq!(score.breaks as u32, filled.cost);
        assert!(score.matched > 300, "{score:?}");
    }
}
