//! Making the children of a layer, one class of breaks at a time.
//!
//! Children are never states: a child is its parent, its placement and its rank, and most are gone
//! as soon as their rank is known. Classes come in order, so that the children without breaks tell
//! from which rank on one with a break can survive; parents that cannot have such a child are passed
//! over, and are no nodes.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use edgewise_puzzle::Placement;
use edgewise_search::Clock;
use edgewise_search::candidates::Candidate;

use crate::child::{Child, clamped, draw, key_of, rank, salt};
use crate::fixed::{GUMBEL_MOST, ONE, PLACES, gumbel};
use crate::keys::{AREA_PLACES, Keys, Weights, served};
use crate::lanes::{Lanes, MOST_COLOURS, WIDTH};
use crate::layout::{HotStep, Layout, List};
use crate::outlook::OUTLOOK_PLACES;
use crate::states::States;

/// Parents between two looks at the clock.
pub(crate) const WATCH: usize = 1024;
/// Candidates from which on a list is worth a price limit.
const WORTH_PRICING: usize = 24;
/// The mark of a parent of which no child was seen yet.
pub(crate) const CHILDLESS: u8 = u8::MAX;

/// What the children of one call were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    /// Children made and scored.
    pub(crate) nodes: u64,
    /// Candidates looked at.
    pub(crate) reads: u64,
    /// Children that lost against the floor by the lottery alone.
    pub(crate) tied: u64,
    /// Whether anything was passed over.
    pub(crate) passed: bool,
}

impl Tally {
    /// Adds another.
    pub(crate) fn add(&mut self, other: Tally) {
        self.nodes += other.nodes;
        self.reads += other.reads;
        self.tied += other.tied;
        self.passed |= other.passed;
    }
}

/// Whether time is up, looked at now and then by all threads of a layer.
pub(crate) struct Watch<'a> {
    /// The clock of the run.
    pub(crate) clock: &'a Clock,
    /// Raised by the first thread that finds it is.
    pub(crate) over: &'a AtomicBool,
}

impl Watch<'_> {
    pub(crate) fn is_over(&self) -> bool {
        if self.over.load(Ordering::Relaxed) {
            return true;
        }
        let over = self.clock.spent(0, None).is_some();
        if over {
            self.over.store(true, Ordering::Relaxed);
        }
        over
    }
}

/// A layer whose children are made.
pub(crate) struct Layer<'a, const W: usize, L> {
    pub(crate) layout: &'a Layout,
    pub(crate) lanes: &'a L,
    pub(crate) keys: &'a Keys,
    pub(crate) weights: &'a Weights,
    pub(crate) step: &'a HotStep,
    /// Its number.
    pub(crate) index: usize,
    /// Whether all pieces that fit have all sides in group 0.
    pub(crate) plain: bool,
    pub(crate) states: &'a States<W>,
    /// Seed of the layer's lottery.
    pub(crate) seed: u64,
    /// What keys are relative to.
    pub(crate) reference: i64,
    /// Temperature of Gumbel noise, 0 without.
    pub(crate) noise: i64,
    /// Most breaks of a board.
    pub(crate) allowance: usize,
    /// How many breaks more than its best child a parent's children may have.
    pub(crate) tolerance: Option<usize>,
    /// The least class any child of each parent was seen in; empty without a tolerance.
    pub(crate) fewest: &'a [AtomicU8],
    /// Children must rank above this; 0 lets all pass.
    pub(crate) floor: u64,
    /// Children of a class above 0 are made only where their key may reach this.
    pub(crate) cut: Option<u32>,
    pub(crate) watch: Watch<'a>,
}

/// What the keys of all children of a parent share.
#[derive(Clone, Copy)]
struct Base {
    /// Breaks, relative.
    whole: i64,
    /// Weighted squares.
    area: i64,
    /// Weighted outlook.
    outlook: i64,
    /// Burnt sides, prior, scarcity.
    sums: [u32; 3],
}

impl<const W: usize, L: Lanes<W>> Layer<'_, W, L> {
    /// Makes the children of `parents` with exactly `class` breaks, at most `fuel`, and adds those
    /// above the floor to `out`.
    pub(crate) fn expand(&self, class: usize, parents: Range<usize>, fuel: u64, out: &mut Vec<Child>) -> Tally {
        let extras = self.keys.sums || self.keys.outlook.is_some() || self.noise > 0;
        match (self.keys.concentrates, extras) {
            (false, false) => self.run::<false, false>(class, parents, fuel, out),
            (false, true) => self.run::<false, true>(class, parents, fuel, out),
            (true, false) => self.run::<true, false>(class, parents, fuel, out),
            (true, true) => self.run::<true, true>(class, parents, fuel, out),
        }
    }

    /// [`Self::expand`] for keys with (`C`) or without concentration, with or without sums and noise
    /// (`X`).
    fn run<const C: bool, const X: bool>(
        &self,
        class: usize,
        parents: Range<usize>,
        fuel: u64,
        out: &mut Vec<Child>,
    ) -> Tally {
        let mut tally = Tally::default();
        let mut scratch = Vec::new();
        for parent in parents {
            if parent.is_multiple_of(WATCH) && self.watch.is_over() {
                break;
            }
            if !self.may_have(parent, class) {
                continue;
            }
            let base = self.base::<C, X>(parent);
            if class > 0 && self.cut.is_some_and(|cut| self.bound::<C, X>(parent, &base, class) < cut) {
                tally.passed = true;
                continue;
            }
            let list = self.list(parent, class, &mut scratch);
            let left = fuel - tally.nodes;
            match list {
                List::Table { len: 0, .. } => {}
                List::Table { at, len } => self.table::<C, X>(parent, class, &base, at, len, left, out, &mut tally),
                List::Scanned(list) => self.scanned::<C, X>(parent, class, &base, list, left, out, &mut tally),
            }
            if tally.nodes >= fuel {
                break;
            }
        }
        tally
    }

    /// The candidates of `parent` in `class`.
    #[inline(always)]
    pub(crate) fn list<'b>(&self, parent: usize, class: usize, scratch: &'b mut Vec<Candidate>) -> List<'b> {
        let (frontier, used) = (self.states.frontier(parent), &self.states.used[parent]);
        self.layout.list(self.step, frontier, used, class, scratch)
    }

    /// Whether `parent` may have children of `class` at all, whatever they are worth.
    #[inline(always)]
    fn may_have(&self, parent: usize, class: usize) -> bool {
        let within = |tolerance: usize| {
            let fewest = self.fewest[parent].load(Ordering::Relaxed);
            fewest == CHILDLESS || class <= usize::from(fewest) + tolerance
        };
        usize::from(self.states.breaks[parent]) + class <= self.allowance && self.tolerance.is_none_or(within)
    }

    /// What the keys of a parent's children share.
    #[inline(always)]
    fn base<const C: bool, const X: bool>(&self, parent: usize) -> Base {
        Base {
            whole: -i64::from(self.states.breaks[parent]) * ONE - self.reference,
            area: if C { self.weights.area(self.states.squares[parent]) } else { 0 },
            outlook: match &self.keys.outlook {
                Some(outlook) if X => outlook.weighted(self.index, self.states.outlook[parent]),
                _ => 0,
            },
            sums: if X && self.keys.sums { self.states.sums[parent] } else { [0; 3] },
        }
    }

    /// The key of the parent itself by the weights of the coming layer: what keys are relative to.
    pub(crate) fn own_key(&self, parent: usize) -> i64 {
        let base = match (self.keys.concentrates, self.keys.sums || self.keys.outlook.is_some()) {
            (false, false) => self.base::<false, false>(parent),
            (false, true) => self.base::<false, true>(parent),
            (true, false) => self.base::<true, false>(parent),
            (true, true) => self.base::<true, true>(parent),
        };
        base.whole
            + (base.area >> AREA_PLACES)
            + (base.outlook >> OUTLOOK_PLACES)
            + self.weights.extras(base.sums, [0; 3])
    }

    /// No child of `class` has a greater key.
    fn bound<const C: bool, const X: bool>(&self, parent: usize, base: &Base, class: usize) -> u32 {
        let mut key = base.whole - class as i64 * ONE;
        if C {
            key += (base.area - self.keys.least_cost(self.weights)) >> AREA_PLACES;
        }
        if X {
            key += self.outlook_most(parent, base);
            key += self.weights.extras_most(base.sums) + noise(self.noise, GUMBEL_MOST);
        }
        clamped(key)
    }

    /// The most that the outlook can be for any child.
    fn outlook_most(&self, parent: usize, base: &Base) -> i64 {
        let most = self.keys.outlook.as_ref().map_or(0, |outlook| {
            base.outlook + outlook.most(self.index, self.states.counts(parent), self.states.open(parent))
        });
        most >> OUTLOOK_PLACES
    }

    /// The key of a child; `draw` are its random bits.
    #[inline(always)]
    fn key<const C: bool, const X: bool>(
        &self,
        base: &Base,
        parent: usize,
        class: usize,
        candidate: &Candidate,
        takers: usize,
        draw: u64,
    ) -> i64 {
        let (piece, sides) = (candidate.placement.piece(), candidate.sides);
        let mut key = base.whole - class as i64 * ONE;
        if C {
            let counts = self.states.counts(parent);
            let cost = if self.plain {
                self.keys.plain_cost(self.weights, counts, sides, piece)
            } else {
                self.keys.cost(self.weights, counts, sides, piece)
            };
            key += (base.area - cost) >> AREA_PLACES;
        }
        if X {
            let gains =
                if self.keys.sums { self.keys.gains(self.step.cell, piece, served(class, takers)) } else { [0; 3] };
            key += self.weights.extras(base.sums, gains);
            if let Some(outlook) = &self.keys.outlook {
                let (counts, open) = (self.states.counts(parent), self.states.open(parent));
                key += (base.outlook + outlook.change(self.index, counts, open, sides)) >> OUTLOOK_PLACES;
            }
            if self.noise > 0 {
                key += noise(self.noise, gumbel(draw as u32));
            }
        }
        key
    }

    /// Adds a child if it ranks above the floor.
    #[inline(always)]
    pub(crate) fn offer(
        &self,
        rank: u64,
        parent: usize,
        code: u16,
        class: usize,
        out: &mut Vec<Child>,
        tally: &mut Tally,
    ) {
        if rank > self.floor {
            out.push(Child::new(rank, parent, code, class));
        } else {
            tally.tied += u64::from(key_of(rank) == key_of(self.floor));
        }
    }

    /// The children of a parent out of a list of the tables.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the inner loop, cut out to be read")]
    fn table<const C: bool, const X: bool>(
        &self,
        parent: usize,
        class: usize,
        base: &Base,
        at: usize,
        len: usize,
        fuel: u64,
        out: &mut Vec<Child>,
        tally: &mut Tally,
    ) {
        let candidates = &self.layout.tables.candidates;
        let used = &self.states.used[parent];
        // Nothing but breaks in the key: all these children share it.
        let flat = if C || X { u32::MAX } else { clamped(base.whole - class as i64 * ONE) };
        let hopeless = flat < key_of(self.floor);
        let dear = if C && len >= WORTH_PRICING { self.dear::<X>(parent, class, base) } else { None };
        let salt = salt(self.seed, parent);
        let mut left = fuel;
        let mut any = false;
        for from in (0..len).step_by(WIDTH) {
            let n = (len - from).min(WIDTH);
            let mut free = self.lanes.outside(candidates, used, at + from, n);
            if u64::from(free.count_ones()) > left {
                free = lowest(free, left);
            }
            let made = u64::from(free.count_ones());
            left -= made;
            any |= made > 0;
            tally.nodes += made;
            tally.reads += n as u64;
            if hopeless {
                continue;
            }
            if let Some(dear) = &dear {
                free &= self.lanes.outside(candidates, dear, at + from, n);
            }
            while free != 0 {
                let c = &candidates[at + from + free.trailing_zeros() as usize];
                free &= free - 1;
                let code = c.placement.code();
                let draw = draw(salt, code);
                let key = self.key::<C, X>(base, parent, class, c, len, draw);
                self.offer(rank(key, draw), parent, code, class, out, tally);
            }
        }
        if any {
            self.mark(parent, class);
        }
    }

    /// The children of a parent out of a list found by looking through all that fit.
    fn scanned<const C: bool, const X: bool>(
        &self,
        parent: usize,
        class: usize,
        base: &Base,
        list: &[Candidate],
        fuel: u64,
        out: &mut Vec<Child>,
        tally: &mut Tally,
    ) {
        let salt = salt(self.seed, parent);
        let used = &self.states.used[parent];
        let mut left = fuel;
        for c in list {
            tally.reads += 1;
            if left == 0 || holds(used, c.placement) {
                continue;
            }
            left -= 1;
            tally.nodes += 1;
            let code = c.placement.code();
            let draw = draw(salt, code);
            let key = self.key::<C, X>(base, parent, class, c, list.len(), draw);
            self.offer(rank(key, draw), parent, code, class, out, tally);
        }
        if left < fuel {
            self.mark(parent, class);
        }
    }

    /// Notes that `parent` has a child of `class`.
    #[inline(always)]
    fn mark(&self, parent: usize, class: usize) {
        if self.tolerance.is_some() {
            self.fewest[parent].fetch_min(class as u8, Ordering::Relaxed);
        }
    }

    /// Pieces whose children surely rank below the floor, by their concentration; `None` where that
    /// cannot be told at once.
    fn dear<const X: bool>(&self, parent: usize, class: usize, base: &Base) -> Option<[u64; W]> {
        let weight = self.weights.square[0];
        if !L::PRICES || !self.plain || self.floor == 0 || weight == 0 || self.keys.stride != MOST_COLOURS {
            return None;
        }
        let mut best = base.whole - class as i64 * ONE;
        if X {
            best += self.outlook_most(parent, base);
            best += self.weights.extras_most(base.sums) + noise(self.noise, GUMBEL_MOST);
        }
        // best + (area - cost) / 2^places must reach the floor's key.
        let floor = i64::from((key_of(self.floor) ^ 1 << 31) as i32);
        if floor == i64::from(i32::MIN) {
            return None;
        }
        let room = base.area - ((floor - best) << AREA_PLACES);
        if room < 0 {
            return Some([u64::MAX; W]);
        }
        Some(self.lanes.dear(self.states.counts(parent), (room / weight).min(u16::MAX.into()) as u16))
    }

    /// Calls `take` with every free candidate of `parent` in `class` and the length of its list.
    pub(crate) fn each_free(
        &self,
        parent: usize,
        class: usize,
        scratch: &mut Vec<Candidate>,
        reads: &mut u64,
        mut take: impl FnMut(&Candidate, usize),
    ) {
        let used = &self.states.used[parent];
        let list = match self.list(parent, class, scratch) {
            List::Table { at, len } => &self.layout.tables.candidates[at..at + len],
            List::Scanned(list) => list,
        };
        *reads += list.len() as u64;
        list.iter().filter(|c| !holds(used, c.placement)).for_each(|c| take(c, list.len()));
    }

    /// The key of a child, whatever the keys are made of.
    pub(crate) fn key_of_child(&self, parent: usize, class: usize, child: &Candidate, takers: usize, draw: u64) -> i64 {
        if self.keys.concentrates {
            self.key::<true, true>(&self.base::<true, true>(parent), parent, class, child, takers, draw)
        } else {
            self.key::<false, true>(&self.base::<false, true>(parent), parent, class, child, takers, draw)
        }
    }
}

/// Whether the piece of `placement` is in the set.
#[inline(always)]
pub(crate) fn holds<const W: usize>(set: &[u64; W], placement: Placement) -> bool {
    let piece = placement.piece();
    set[(piece / 64) % W] >> (piece % 64) & 1 == 1
}

/// A deviate at a temperature.
#[inline(always)]
pub(crate) fn noise(temperature: i64, deviate: i64) -> i64 {
    ((i128::from(temperature) * i128::from(deviate)) >> PLACES) as i64
}

/// The lowest `n` bits that are set.
fn lowest(mask: u64, n: u64) -> u64 {
    let mut rest = mask;
    for _ in 0..n {
        rest &= rest.wrapping_sub(1);
    }
    mask & !rest
}
