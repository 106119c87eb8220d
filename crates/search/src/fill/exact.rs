//! The exact fill: branch and bound over the holes, hardest first.

use edgewise_puzzle::{Board, Colour, Placement, Puzzle, Rim, Sides, opposite};

use super::{Filler, Holes, MAX_EXACT_HOLES, ParityMask, RIM_VIOLATION, flip, odd};

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
pub(super) struct Search<'a> {
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
    pub(super) best: u32,
    pub(super) best_filling: Vec<Placement>,
    pub(super) found: bool,
    pub(super) nodes: u64,
    limit: u64,
    /// Whether the parity bound applies.
    parity: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(filler: &Filler<'a>, board: &Board, holes: &Holes, best: u32, limit: u64) -> Search<'a> {
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
    pub(super) fn descend(&mut self, k: usize, cost: u32, parity: ParityMask) {
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
