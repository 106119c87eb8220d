//! What a child is worth: the parts of a key.
//!
//! A key counts matched seams, `ONE` each. All children of a layer have decided equally many seams,
//! so that part is minus the breaks. Added to it, each with a weight that may change with depth:
//!
//! * **Concentration** of the inventory. Over the colours of the pieces not placed, n sides of each,
//!   S = Σ n² and N the number of sides the cells still to fill take on average: the weight times
//!   S/N. Left-over pieces of few colours match more often by chance, which is what the last rows
//!   live on. Frame colours are a group of their own. A placement changes at most four n: S falls by
//!   2 Σ n - Σ k², over the piece's sides and over its numbers k of equal sides.
//! * **Outlook**: any function of the sides left over and lying open, see [`crate::outlook`].
//! * **Burning** a fixed set of colours: sides of those colours placed (Blackwood's quota as a slope).
//! * **Prior**: how often the placed pieces lie on their cells in a corpus of boards.
//! * **Scarcity**: for every break-free placement 1/m where m placements of the whole set would have
//!   fitted: demands that few pieces serve are worth having served.
//!
//! A weight so small that its part never outweighs a seam breaks ties and no more.

use edgewise_puzzle::{Puzzle, Rim, Sides};

use crate::fixed::PLACES;
use crate::lanes::MOST_COLOURS;
use crate::layout::{HotStep, Layout};
use crate::outlook::Outlook;
use crate::settings::Settings;

/// Binary places that the concentration has beyond a key's.
pub(crate) const AREA_PLACES: u32 = 6;
/// Binary places of priors and scarcities.
const SHARE_PLACES: u32 = 16;
/// What a demand with a single taker is worth to the scarcity.
pub(crate) const SCARCEST: u32 = 1 << SHARE_PLACES;

/// The group of colours that belong to none.
const NO_GROUP: usize = 2;

/// The weights of one layer, fixed point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Weights {
    /// Of S by group of colours, over N: key places and [`AREA_PLACES`]. Colours without a group weigh 0.
    pub(crate) square: [i64; 3],
    /// Of a burnt side.
    burn: i64,
    /// Of a whole share of the prior.
    prior: i64,
    /// Of the scarcest demand.
    scarcity: i64,
    /// The most a placement adds to burnt sides, prior and scarcity.
    most: [u32; 3],
}

/// Everything keys are made of.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    /// Whether states count colours: any layer weighs concentration, or outlook.
    pub(crate) concentrates: bool,
    /// The outlook, if any layer weighs it.
    pub(crate) outlook: Option<Outlook>,
    /// Whether any layer weighs burnt sides, prior or scarcity.
    pub(crate) sums: bool,
    /// Length of a state's counts: one for each colour, and a few to spare.
    pub(crate) stride: usize,
    /// The group of each colour, [`NO_GROUP`] for those without.
    group: Vec<usize>,
    /// The pieces' sides.
    sides: Vec<Sides>,
    /// By piece: Σ k² over its numbers of equal sides, by group.
    pub(crate) equal: Vec<[u32; 2]>,
    /// The greatest of them.
    equal_most: [u32; 2],
    /// By piece: sides that burn.
    burn: Vec<u8>,
    /// By cell and piece.
    prior: Vec<u32>,
    /// By step: whether all pieces that fit have all their sides in group 0.
    pub(crate) plain: Vec<bool>,
    /// By step.
    weights: Vec<Weights>,
    pieces: usize,
}

impl Keys {
    /// The keys of `settings` for `puzzle`.
    pub(crate) fn new(puzzle: &Puzzle, settings: &Settings, layout: &Layout) -> Keys {
        let stride = puzzle.colours().next_multiple_of(MOST_COLOURS);
        let mut group: Vec<usize> = groups(puzzle).into_iter().map(|g| g.unwrap_or(NO_GROUP)).collect();
        group.resize(stride, NO_GROUP);
        let concentrates = settings.concentration.iter().chain(&settings.outlook).any(|curve| !curve.is_zero());
        let sides = puzzle.pieces().to_vec();
        let equal: Vec<[u32; 2]> = sides.iter().map(|sides| equal_sides(sides, &group)).collect();
        let most = |g: usize| equal.iter().map(|e| e[g]).max().unwrap_or(0);
        let burns = |c: &u8| settings.burn_colours.contains(c);
        let burn = puzzle.pieces().iter().map(|sides| sides.iter().filter(|c| burns(c)).count() as u8);
        let sums = [&settings.burn, &settings.scarcity].iter().any(|curve| !curve.is_zero())
            || (settings.prior.is_some() && !settings.prior_weight.is_zero());
        let inner = |piece: usize| sides[piece].iter().all(|&c| group[c as usize] == 0);
        let mut keys = Keys {
            concentrates,
            outlook: None,
            sums,
            stride: if concentrates { stride } else { 0 },
            plain: layout.steps.iter().map(|s| layout.pieces_at(s).into_iter().all(inner)).collect(),
            equal_most: [most(0), most(1)],
            burn: burn.collect(),
            prior: prior(puzzle, settings),
            weights: Vec::new(),
            pieces: puzzle.pieces().len(),
            group,
            sides,
            equal,
        };
        let left = keys.left(layout);
        keys.weights = keys.layers(settings, layout, &left);
        keys.outlook = Outlook::new(puzzle, settings, layout, &keys.group, &left);
        keys
    }

    /// By step: sides that the cells of later steps take on average, by group, [`SHARE_PLACES`].
    fn left(&self, layout: &Layout) -> Vec<[u64; 2]> {
        let takes = |step: &HotStep| -> [u64; 2] {
            let pieces = layout.pieces_at(step);
            let sides = |g: usize| {
                let all = pieces.iter().flat_map(|&p| self.sides[p]);
                all.filter(|&c| self.group[c as usize] == g).count() as u64
            };
            [0, 1].map(|g| (sides(g) << SHARE_PLACES) / (pieces.len() as u64).max(1))
        };
        let mut left = vec![[0u64; 2]; layout.steps.len()];
        for (i, step) in layout.steps.iter().enumerate().skip(1).rev() {
            let taken = takes(step);
            left[i - 1] = [left[i][0] + taken[0], left[i][1] + taken[1]];
        }
        left
    }

    /// The weights of every layer, with what is `left` after each step.
    fn layers(&self, settings: &Settings, layout: &Layout, left: &[[u64; 2]]) -> Vec<Weights> {
        let most = |values: &[u8]| values.iter().copied().max().unwrap_or(0);
        let layer = |(step, left): (&HotStep, &[u64; 2])| {
            let square = |g: usize| {
                let lambda = i128::from(settings.concentration[g].at(step.depth));
                let sides = i128::from(left[g].max(1 << SHARE_PLACES));
                ((lambda << (PLACES + AREA_PLACES + SHARE_PLACES)) / (1_000_000 * sides)) as i64
            };
            let key = |millionths: i64| (millionths << PLACES) / 1_000_000;
            let prior_most = |cell: usize| self.prior.chunks(self.pieces).nth(cell).and_then(|row| row.iter().max());
            Weights {
                square: [square(0), square(1), 0],
                burn: key(settings.burn.at(step.depth)),
                prior: key(settings.prior_weight.at(step.depth)),
                scarcity: key(settings.scarcity.at(step.depth)),
                most: [most(&self.burn).into(), prior_most(step.cell).copied().unwrap_or(0), SCARCEST],
            }
        };
        layout.steps.iter().zip(left).map(layer).collect()
    }

    /// The weights of the layer that `step` makes.
    pub(crate) fn weights(&self, step: usize) -> &Weights {
        &self.weights[step]
    }

    /// Sides of each colour on the pieces that are not pinned, and their squares.
    pub(crate) fn beginning(&self, puzzle: &Puzzle) -> (Vec<u16>, [u32; 2]) {
        let mut pinned = vec![false; self.pieces];
        puzzle.clues().iter().for_each(|clue| pinned[clue.placement.piece()] = true);
        let mut counts = vec![0u16; self.stride];
        if self.concentrates {
            let free = (0..self.pieces).filter(|&p| !pinned[p]).flat_map(|p| self.sides[p]);
            free.filter(|&c| self.group[c as usize] != NO_GROUP).for_each(|c| counts[c as usize] += 1);
        }
        let square = |g: usize| {
            let all = counts.iter().zip(&self.group).filter(|c| *c.1 == g);
            all.map(|(&n, _)| u32::from(n) * u32::from(n)).sum()
        };
        let squares = [square(0), square(1)];
        (counts, squares)
    }

    /// Takes a piece, which has these sides, out of the counts. Returns their squares after it.
    #[inline(always)]
    pub(crate) fn take(&self, piece: usize, sides: Sides, counts: &mut [u16], squares: [u32; 2]) -> [u32; 2] {
        // Two plain sums and no array: a pair of small stores read back at once would stall.
        let (mut inner, mut frame) = (0, 0);
        for c in sides {
            let n = counts[c as usize];
            match self.group[c as usize] {
                0 => inner += u32::from(n),
                1 => frame += u32::from(n),
                _ => {}
            }
        }
        for c in sides {
            counts[c as usize] -= u16::from(self.group[c as usize] != NO_GROUP);
        }
        let equal = self.equal[piece];
        [squares[0] + equal[0] - 2 * inner, squares[1] + equal[1] - 2 * frame]
    }

    /// What placing `piece`, which has these sides, takes off the weighted squares, [`AREA_PLACES`]
    /// beyond a key's.
    #[inline(always)]
    pub(crate) fn cost(&self, weights: &Weights, counts: &[u16], sides: Sides, piece: usize) -> i64 {
        let equal = self.equal[piece];
        let own = weights.square[0] * i64::from(equal[0]) + weights.square[1] * i64::from(equal[1]);
        let of = |&c: &u8| weights.square[self.group[c as usize]] * i64::from(counts[c as usize]);
        2 * sides.iter().map(of).sum::<i64>() - own
    }

    /// [`Self::cost`] where all sides of the piece are in group 0.
    #[inline(always)]
    pub(crate) fn plain_cost(&self, weights: &Weights, counts: &[u16], sides: Sides, piece: usize) -> i64 {
        let sum: u32 = sides.iter().map(|&c| u32::from(counts[c as usize])).sum();
        weights.square[0] * (2 * i64::from(sum) - i64::from(self.equal[piece][0]))
    }

    /// The least any piece takes off, or less.
    pub(crate) fn least_cost(&self, weights: &Weights) -> i64 {
        -(0..2).map(|g| weights.square[g] * i64::from(self.equal_most[g])).sum::<i64>()
    }

    /// What a placement adds to burnt sides, prior and scarcity; `served` is what it adds to the last.
    #[inline(always)]
    pub(crate) fn gains(&self, cell: usize, piece: usize, served: u32) -> [u32; 3] {
        let prior = if self.prior.is_empty() { 0 } else { self.prior[cell * self.pieces + piece] };
        [self.burn[piece].into(), prior, served]
    }
}

impl Weights {
    /// The weighted squares.
    #[inline(always)]
    pub(crate) fn area(&self, squares: [u32; 2]) -> i64 {
        self.square[0] * i64::from(squares[0]) + self.square[1] * i64::from(squares[1])
    }

    /// The part of a key that burnt sides, prior and scarcity make.
    #[inline(always)]
    pub(crate) fn extras(&self, sums: [u32; 3], gains: [u32; 3]) -> i64 {
        let sum = |i: usize| i64::from(sums[i]) + i64::from(gains[i]);
        self.burn * sum(0) + ((self.prior * sum(1)) >> SHARE_PLACES) + ((self.scarcity * sum(2)) >> SHARE_PLACES)
    }

    /// The most [`Self::extras`] can be for any placement.
    pub(crate) fn extras_most(&self, sums: [u32; 3]) -> i64 {
        self.extras(sums, self.most)
    }
}

/// What a break-free placement out of `takers` adds to the scarcity.
#[inline(always)]
pub(crate) fn served(class: usize, takers: usize) -> u32 {
    if class == 0 && takers > 0 { SCARCEST / takers as u32 } else { 0 }
}

/// The group of every colour: in a framed puzzle 0 for the colours of inner pieces, 1 for those that
/// occur on border pieces alone, none for grey; elsewhere 0 for all.
pub(crate) fn groups(puzzle: &Puzzle) -> Vec<Option<usize>> {
    let mut group = vec![None; puzzle.colours()];
    for sides in puzzle.pieces() {
        let inner = puzzle.rim() != Rim::Grey || !sides.contains(&0);
        for &colour in sides.iter().filter(|&&c| c != 0 || puzzle.rim() != Rim::Grey) {
            let slot = &mut group[colour as usize];
            *slot = if inner || *slot == Some(0) { Some(0) } else { Some(1) };
        }
    }
    group
}

/// Σ k² over the numbers k of equal sides, by group.
fn equal_sides(sides: &[u8; 4], group: &[usize]) -> [u32; 2] {
    let mut equal = [0; 2];
    for &c in sides {
        let g = group[c as usize];
        if g != NO_GROUP {
            equal[g] += sides.iter().filter(|&&d| d == c).count() as u32;
        }
    }
    equal
}

/// The corpus as a table by cell and piece; empty without one.
fn prior(puzzle: &Puzzle, settings: &Settings) -> Vec<u32> {
    let Some(corpus) = &settings.prior else { return Vec::new() };
    let cells = puzzle.size().cells();
    (0..cells * cells).map(|i| corpus.share(i / cells, i % cells)).collect()
}
