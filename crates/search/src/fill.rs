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

use edgewise_puzzle::{Board, Colour, Placement, Puzzle, Rim, Sides, opposite};

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

/// Fills boards of one puzzle.
#[derive(Clone, Debug)]
pub struct Filler<'a> {
    puzzle: &'a Puzzle,
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
        Filler { puzzle, parity }
    }

    /// Breaks on `board` now and the parity mask they leave.
    fn state(&self, board: &Board) -> (u32, ParityMask) {
        let mut mask = self.parity;
        let mut breaks = 0;
        for (cell, side, other) in self.puzzle.size().seam_list() {
            if let (Some(a), Some(b)) = (board.get(cell), board.get(other)) {
                let (a, b) = (self.puzzle.sides(a)[side], self.puzzle.sides(b)[opposite(side)]);
                if !self.puzzle.seam_matches(a, b) {
                    breaks += 1;
                    flip(&mut mask, a);
                    flip(&mut mask, b);
                }
            }
        }
        (breaks, mask)
    }

    /// A lower bound on the breaks of any legal completion of `board`: what it has, and what
    /// [`still_to_come`] says of its open sides and left-over pieces.
    pub fn lower_bound(&self, board: &Board) -> u32 {
        let breaks = self.state(board).0;
        let (size, colours) = (self.puzzle.size(), self.puzzle.colours());
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
        let (mut breaks, mut mask) = (0, self.parity);
        for (a, b) in broken {
            breaks += 1;
            flip(&mut mask, a);
            flip(&mut mask, b);
        }
        breaks + if self.puzzle.rim() == Rim::Grey { odd(&mask).div_ceil(2) } else { 0 }
    }

    /// Fills the holes of `board` with fewer than `must_beat` breaks in all, exactly if `nodes`
    /// branch-and-bound nodes suffice. For at most [`MAX_EXACT_HOLES`] holes; with more nothing is
    /// tried.
    pub fn exact(&self, board: &Board, must_beat: u32, nodes: u64) -> FillReport {
        let (breaks, parity) = self.state(board);
        let holes = Holes::of(self.puzzle, board);
        if holes.cells.len().max(holes.pieces.len()) > MAX_EXACT_HOLES || breaks >= must_beat {
            return FillReport { filled: None, finished: breaks >= must_beat, nodes: 0 };
        }
        let mut search = Search::new(self, board, &holes, must_beat - breaks, nodes);
        search.descend(0, 0, parity);
        let finished = search.nodes < nodes;
        let filled = search.found.then(|| {
            let mut board = board.clone();
            for (&cell, &placement) in holes.cells.iter().zip(&search.best_filling) {
                board.set(cell, Some(placement));
            }
            Filled { board, cost: breaks + search.best, exact: finished }
        });
        FillReport { filled, finished, nodes: search.nodes }
    }

    /// Fills any number of holes greedily, hardest first, then improves by exchanges. Complete
    /// always; legal wherever the left-over pieces allow it hole by hole.
    pub fn greedy(&self, board: &Board) -> Filled {
        let holes = Holes::of(self.puzzle, board);
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

    /// Breaks and rim violations a piece with these sides makes at `cell` against what lies there.
    fn cost_at(&self, board: &Board, cell: usize, sides: Sides) -> u32 {
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

/// The holes of a board, hardest first, and the pieces left over.
struct Holes {
    cells: Vec<usize>,
    pieces: Vec<usize>,
}

impl Holes {
    fn of(puzzle: &Puzzle, board: &Board) -> Holes {
        let size = puzzle.size();
        let mut left = vec![true; puzzle.pieces().len()];
        board.cells().iter().flatten().for_each(|p| left[p.piece()] = false);
        let pieces: Vec<usize> = (0..left.len()).filter(|&p| left[p]).collect();

        // Hardest first: the hole with most sides known (rim, placed, or an earlier hole).
        let mut open = board.holes();
        let mut is_open = vec![false; size.cells()];
        open.iter().for_each(|&c| is_open[c] = true);
        let mut cells = Vec::with_capacity(open.len());
        while !open.is_empty() {
            // Where grey is an ordinary colour inside, the rim gets its pieces first.
            let rim_weight = if puzzle.rim() == Rim::Zero { 8 } else { 1 };
            let weight = |c: usize, s: usize| match size.neighbour(c, s) {
                None => rim_weight,
                Some(other) => usize::from(!is_open[other]),
            };
            let known = |c: usize| (0..4).map(|s| weight(c, s)).sum::<usize>();
            let next = (0..open.len()).max_by_key(|&i| (known(open[i]), usize::MAX - i)).unwrap_or(0);
            let cell = open.remove(next);
            is_open[cell] = false;
            cells.push(cell);
        }
        Holes { cells, pieces }
    }
}

/// A left-over piece in a rotation, with what it costs in a hole against what surely lies there.
#[derive(Clone, Copy)]
struct Choice {
    cost: u32,
    /// Index into the left-over pieces.
    piece: usize,
    placement: Placement,
    sides: Sides,
}

/// What a hole's side meets.
#[derive(Clone, Copy)]
enum Meets {
    /// A later hole, or the rim.
    Nothing,
    /// A colour that lies on the board.
    Colour(Colour),
    /// An earlier hole.
    Hole(usize),
}

/// The branch and bound of [`Filler::exact`].
struct Search<'a> {
    puzzle: &'a Puzzle,
    /// Per hole: its neighbours in side order.
    meets: Vec<[Meets; 4]>,
    /// Per hole: every left-over piece in every rotation, cheapest first.
    options: Vec<Vec<Choice>>,
    /// Least cost of holes `k..` against the board alone.
    floor: Vec<u32>,
    filling: Vec<(Placement, Sides)>,
    used: u32,
    /// Breaks of the best filling, those on the board before not counted.
    best: u32,
    best_filling: Vec<Placement>,
    found: bool,
    nodes: u64,
    limit: u64,
    /// Whether the parity bound applies.
    parity: bool,
}

impl<'a> Search<'a> {
    fn new(filler: &Filler<'a>, board: &Board, holes: &Holes, best: u32, limit: u64) -> Search<'a> {
        let puzzle = filler.puzzle;
        let size = puzzle.size();
        let index_of = |cell: usize| holes.cells.iter().position(|&c| c == cell);
        let meets = holes.cells.iter().enumerate().map(|(k, &cell)| {
            std::array::from_fn(|side| match size.neighbour(cell, side) {
                None => Meets::Nothing,
                Some(other) => match board.get(other) {
                    Some(there) => Meets::Colour(puzzle.sides(there)[opposite(side)]),
                    None => index_of(other).filter(|&j| j < k).map_or(Meets::Nothing, Meets::Hole),
                },
            })
        });
        let options: Vec<Vec<Choice>> = holes
            .cells
            .iter()
            .map(|&cell| {
                let mut options = Vec::with_capacity(4 * holes.pieces.len());
                for (piece, &id) in holes.pieces.iter().enumerate() {
                    for r in puzzle.rotations(id) {
                        let placement = Placement::new(id, r);
                        let sides = puzzle.sides(placement);
                        options.push(Choice { cost: filler.cost_at(board, cell, sides), piece, placement, sides });
                    }
                }
                options.sort_unstable_by_key(|o| (o.cost, o.placement));
                options
            })
            .collect();
        let mut floor = vec![0; holes.cells.len() + 1];
        for k in (0..holes.cells.len()).rev() {
            floor[k] = floor[k + 1] + options[k].first().map_or(0, |o| o.cost);
        }
        Search {
            puzzle,
            meets: meets.collect(),
            options,
            floor,
            filling: Vec::with_capacity(holes.cells.len()),
            used: 0,
            best,
            best_filling: Vec::new(),
            found: false,
            nodes: 0,
            limit,
            parity: puzzle.rim() == Rim::Grey && filler.rim_violations(board) == 0,
        }
    }

    /// Tries the options of hole `k`, cheapest first, with `cost` spent before.
    fn descend(&mut self, k: usize, cost: u32, parity: ParityMask) {
        if k == self.options.len() {
            self.best = cost;
            self.best_filling = self.filling.iter().map(|f| f.0).collect();
            self.found = true;
            return;
        }
        // Options by what they cost now; at most four sides more than against the board alone.
        let mut within: [u8; 4 * MAX_EXACT_HOLES] = [0; 4 * MAX_EXACT_HOLES];
        let mut extra: [u8; 4 * MAX_EXACT_HOLES] = [0; 4 * MAX_EXACT_HOLES];
        let mut count = 0;
        let room = self.best.saturating_sub(cost + self.floor[k + 1]);
        for (i, option) in self.options[k].iter().enumerate().take_while(|(_, o)| o.cost < room) {
            if self.used >> option.piece & 1 == 0 {
                let more = self.against_holes(k, option.sides);
                if option.cost + more < room {
                    within[count] = i as u8;
                    extra[count] = more as u8;
                    count += 1;
                }
            }
        }
        let cheapest = (0..count).map(|n| self.total(k, within[n], extra[n])).min().unwrap_or(0);
        let dearest = (0..count).map(|n| self.total(k, within[n], extra[n])).max().unwrap_or(0);
        let mut class = cheapest;
        while class <= dearest && count > 0 {
            let mut next_class = u32::MAX;
            for n in 0..count {
                let total = self.total(k, within[n], extra[n]);
                if total != class {
                    if total > class {
                        next_class = next_class.min(total);
                    }
                    continue;
                }
                if cost + total + self.floor[k + 1] >= self.best {
                    return;
                }
                let option = self.options[k][within[n] as usize];
                self.try_option(k, cost + total, parity, option, total > 0);
                if self.nodes >= self.limit {
                    return;
                }
            }
            class = next_class;
        }
    }

    fn total(&self, k: usize, option: u8, extra: u8) -> u32 {
        self.options[k][option as usize].cost + u32::from(extra)
    }

    fn try_option(&mut self, k: usize, cost: u32, parity: ParityMask, option: Choice, breaks: bool) {
        let mut mask = parity;
        if self.parity && breaks {
            self.flip_breaks(&mut mask, k, option.sides);
        }
        // Sound only while a legal filling is asked for: a rim violation upsets the parities.
        if self.parity && self.best <= RIM_VIOLATION && cost + odd(&mask).div_ceil(2) >= self.best {
            return;
        }
        self.nodes += 1;
        self.used |= 1 << option.piece;
        self.filling.push((option.placement, option.sides));
        self.descend(k + 1, cost, mask);
        self.filling.pop();
        self.used &= !(1 << option.piece);
    }

    /// Breaks of `sides` in hole `k` against earlier holes.
    fn against_holes(&self, k: usize, sides: Sides) -> u32 {
        (0..4)
            .map(|side| match self.meets[k][side] {
                Meets::Hole(j) => u32::from(!self.puzzle.seam_matches(sides[side], self.filling[j].1[opposite(side)])),
                _ => 0,
            })
            .sum()
    }

    fn flip_breaks(&self, mask: &mut ParityMask, k: usize, sides: Sides) {
        for (side, &colour) in sides.iter().enumerate() {
            let there = match self.meets[k][side] {
                Meets::Nothing => continue,
                Meets::Colour(there) => there,
                Meets::Hole(j) => self.filling[j].1[opposite(side)],
            };
            if !self.puzzle.seam_matches(colour, there) {
                flip(mask, colour);
                flip(mask, there);
            }
        }
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
            let holes = if rotation { 3 } else { 5 };
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
            if standing == 0 && expected < RIM_VIOLATION {
                assert!(filler.lower_bound(&board) <= expected);
            }
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
