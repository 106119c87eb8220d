//! The exact fill: branch and bound over the holes, the one with the fewest options left first.
//!
//! All left-over pieces in all rotations are bits of one word, and each hole counts for all of them at
//! once, in three bit planes, how many sides of theirs would not match what lies around it. So the least
//! cost of a hole, and which options have it, are a few instructions, and can be asked for every hole at
//! every node: their sum is the bound, and the hole with the fewest options that keep below the best
//! filling comes next.

use edgewise_puzzle::{Colour, GREY, Placement, Puzzle, Rim, Sides, opposite};

use super::{Around, Filler, Gap, MAX_EXACT_HOLES, ParityMask, RIM_VIOLATION, flip, odd};

/// Pieces in rotations: bit `4 * piece + rotation`, pieces counted among those left over.
type Options = u64;

/// More rim violations than one piece can make, and more unmatched sides.
const CLASSES: usize = 5;

const _: () = assert!(4 * MAX_EXACT_HOLES <= Options::BITS as usize);

/// How many sides of every option do not match: bit planes of a number of 0 to 4.
#[derive(Clone, Copy, Default)]
struct Unmatched([Options; 3]);

impl Unmatched {
    /// One more for each of `options`.
    fn add(&mut self, options: Options) {
        let [ones, twos, fours] = &mut self.0;
        let carry = *ones & options;
        *ones ^= options;
        *fours |= *twos & carry;
        *twos ^= carry;
    }

    /// The options with exactly `n`.
    fn exactly(&self, n: usize) -> Options {
        let [ones, twos, fours] = self.0;
        match n {
            0 => !(ones | twos | fours),
            1 => ones & !twos,
            2 => twos & !ones,
            3 => ones & twos,
            _ => fours,
        }
    }
}

/// An empty cell.
#[derive(Clone, Copy)]
struct Hole {
    /// Unmatched sides of every option.
    unmatched: Unmatched,
    /// The options with each number of rim violations.
    violating: [Options; CLASSES],
    /// What its sides meet, as far as it is known.
    meets: [Option<Colour>; 4],
    /// The holes next to it.
    neighbours: [Option<u8>; 4],
}

impl Hole {
    /// The cost of the cheapest of `free`, `u32::MAX` if there is none.
    fn least(&self, free: Options) -> u32 {
        for (violations, with) in self.violating.iter().enumerate() {
            let left = with & free;
            if left != 0 {
                let breaks = (0..CLASSES).find(|&n| left & self.unmatched.exactly(n) != 0).unwrap_or(0);
                return violations as u32 * RIM_VIOLATION + breaks as u32;
            }
        }
        u32::MAX
    }

    /// How many of `free` cost at most `most`.
    fn within(&self, free: Options, most: u32) -> u32 {
        let mut count = 0;
        for (violations, with) in self.violating.iter().enumerate() {
            let Some(breaks) = most.checked_sub(violations as u32 * RIM_VIOLATION) else { break };
            let left = with & free;
            count += match breaks {
                0 => (left & self.unmatched.exactly(0)).count_ones(),
                1 => (left & !self.unmatched.0[1] & !self.unmatched.0[2]).count_ones(),
                2 => (left & !self.unmatched.exactly(3) & !self.unmatched.0[2]).count_ones(),
                3 => (left & !self.unmatched.0[2]).count_ones(),
                _ => left.count_ones(),
            };
        }
        count
    }

    /// The options that cost exactly `cost`.
    fn costing(&self, cost: u32) -> Options {
        let breaks = (cost % RIM_VIOLATION) as usize;
        match self.violating.get((cost / RIM_VIOLATION) as usize) {
            Some(with) if breaks < CLASSES => with & self.unmatched.exactly(breaks),
            _ => 0,
        }
    }
}

/// The branch and bound of [`Filler::exact`].
pub(super) struct Search<'a> {
    puzzle: &'a Puzzle,
    holes: Vec<Hole>,
    /// Per colour and side: the options that match the colour with that side.
    matching: Vec<[Options; 4]>,
    /// Per option: how it lies; `None` for rotations that its piece does not have.
    lies: [Option<(Placement, Sides)>; 4 * MAX_EXACT_HOLES],
    /// Options of pieces that lie nowhere.
    free: Options,
    /// Per hole: what lies in it.
    filling: Vec<Option<Placement>>,
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
    pub(super) fn new(filler: &Filler<'a>, gap: &Gap, around: &Around, best: u32, limit: u64) -> Search<'a> {
        let puzzle = filler.puzzle;
        let mut lies = [None; 4 * MAX_EXACT_HOLES];
        let mut matching = vec![[0; 4]; filler.colours];
        let mut free = 0;
        for (piece, &id) in around.pieces.iter().enumerate() {
            for rotation in puzzle.rotations(id) {
                let (option, placement) = (4 * piece + usize::from(rotation), Placement::new(id, rotation));
                let sides = puzzle.sides(placement);
                lies[option] = Some((placement, sides));
                free |= 1 << option;
                (0..4).for_each(|side| matching[usize::from(sides[side])][side] |= 1 << option);
            }
        }
        let grey = matching[usize::from(GREY)];
        if !puzzle.seam_matches(GREY, GREY) {
            matching[usize::from(GREY)] = [0; 4];
        }
        let mut search = Search {
            puzzle,
            holes: Vec::with_capacity(around.meets.len()),
            matching,
            lies,
            free,
            filling: vec![None; around.meets.len()],
            best,
            best_filling: Vec::new(),
            found: false,
            nodes: 0,
            limit,
            parity: puzzle.rim() == Rim::Grey && around.keeps_the_rim,
        };
        for (hole, meets) in around.meets.iter().enumerate() {
            // The options by how many of their rim sides are not grey.
            let mut violations = Unmatched::default();
            if puzzle.rim() != Rim::Free {
                (0..4).filter(|&side| gap.rim[hole][side]).for_each(|side| violations.add(!grey[side]));
            }
            let mut hole = Hole {
                unmatched: Unmatched::default(),
                violating: std::array::from_fn(|n| free & violations.exactly(n)),
                meets: [None; 4],
                neighbours: gap.neighbours[hole],
            };
            for (side, colour) in meets.iter().enumerate() {
                colour.iter().for_each(|&colour| search.meet(&mut hole, side, colour));
            }
            search.holes.push(hole);
        }
        search
    }

    /// Lets `side` of `hole` meet `colour`.
    fn meet(&self, hole: &mut Hole, side: usize, colour: Colour) {
        hole.meets[side] = Some(colour);
        hole.unmatched.add(!self.matching[usize::from(colour)][side]);
    }

    /// Fills the holes in `open`, a bit each, with `cost` spent before and the parities that it left.
    pub(super) fn descend(&mut self, open: u32, cost: u32, parity: ParityMask) {
        if open == 0 {
            self.best = cost;
            self.best_filling = self.filling.iter().flatten().copied().collect();
            self.found = true;
            return;
        }
        let mut least = [0; MAX_EXACT_HOLES];
        let mut rest = 0u32;
        for hole in bits(open) {
            least[hole] = self.holes[hole].least(self.free);
            rest = rest.saturating_add(least[hole]);
        }
        let Some(slack) = self.best.checked_sub(cost.saturating_add(rest)).filter(|&slack| slack > 0) else { return };
        let options = |hole: &usize| self.holes[*hole].within(self.free, least[*hole].saturating_add(slack - 1));
        let Some(hole) = bits(open).min_by_key(options) else { return };
        let others = rest - least[hole];
        let mut spent = least[hole];
        while cost.saturating_add(others).saturating_add(spent) < self.best {
            let mut options = self.holes[hole].costing(spent) & self.free;
            while options != 0 {
                if cost + others + spent >= self.best || self.nodes >= self.limit {
                    return;
                }
                self.place(hole, options.trailing_zeros() as usize, open & !(1 << hole), cost + spent, parity);
                options &= options - 1;
            }
            spent += 1;
            if spent % RIM_VIOLATION >= CLASSES as u32 {
                spent = spent.next_multiple_of(RIM_VIOLATION);
            }
            if spent >= CLASSES as u32 * RIM_VIOLATION {
                return;
            }
        }
    }

    /// Places `option` in `hole`, which leaves the holes in `open`, and goes on.
    fn place(&mut self, hole: usize, option: usize, open: u32, cost: u32, mut parity: ParityMask) {
        let Some((placement, sides)) = self.lies[option] else { return };
        if self.parity {
            self.flip_breaks(&mut parity, hole, sides);
        }
        // Sound only while a legal filling is asked for: a rim violation upsets the parities.
        if self.parity && self.best <= RIM_VIOLATION && cost + odd(&parity).div_ceil(2) >= self.best {
            return;
        }
        self.nodes += 1;
        let piece = 0xf << (option / 4 * 4);
        let neighbours = self.holes[hole].neighbours.map(|other| other.filter(|&other| open >> other & 1 == 1));
        let before = neighbours.map(|other| other.map(|other| self.holes[usize::from(other)]));
        for (side, other) in neighbours.into_iter().enumerate() {
            if let (Some(other), Some(mut changed)) = (other, before[side]) {
                self.meet(&mut changed, opposite(side), sides[side]);
                self.holes[usize::from(other)] = changed;
            }
        }
        let free = self.free;
        self.free &= !piece;
        self.filling[hole] = Some(placement);
        self.descend(open, cost, parity);
        self.filling[hole] = None;
        self.free = free;
        for (other, before) in neighbours.into_iter().zip(before) {
            if let (Some(other), Some(before)) = (other, before) {
                self.holes[usize::from(other)] = before;
            }
        }
    }

    /// Flips the parities of the colours on both sides of every break that `sides` make in `hole`.
    fn flip_breaks(&self, mask: &mut ParityMask, hole: usize, sides: Sides) {
        for (&colour, there) in sides.iter().zip(self.holes[hole].meets) {
            if let Some(there) = there.filter(|&there| !self.puzzle.seam_matches(colour, there)) {
                flip(mask, colour);
                flip(mask, there);
            }
        }
    }
}

/// The bits that are set, as numbers.
fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}
