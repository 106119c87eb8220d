//! Making states of the children that survive.

use edgewise_puzzle::Placement;
use edgewise_search::candidates::Candidate;

use crate::child::Child;
use crate::expand::{Layer, Tally};
use crate::family::{Kin, Manners};
use crate::keys::served;
use crate::lanes::Lanes;
use crate::layout::{HotStep, List};
use crate::likeness::Likeness;
use crate::states::{BLOCK, Part, States};

/// Survivors between the one being made and the one whose parent is fetched.
const AHEAD: usize = 12;
/// Fewest survivors of a thread.
const WORTH_SHARING: usize = 1 << 11;

/// What making states needs besides the layer.
pub(crate) struct Birth<'a> {
    /// Likenesses.
    pub(crate) likeness: &'a Likeness,
    /// The step after the layer's, if there is one.
    pub(crate) next: Option<&'a HotStep>,
    /// How families are made, in a stochastic beam.
    pub(crate) manners: Option<Manners>,
    /// Threads to use.
    pub(crate) threads: usize,
}

impl<const W: usize, L: Lanes<W>> Layer<'_, W, L> {
    /// Makes `children` the states of `next`.
    pub(crate) fn survive(&self, birth: &Birth<'_>, children: &[Child], next: &mut States<W>) {
        next.resize(children.len());
        let threads = birth.threads.min(children.len() / WORTH_SHARING + 1);
        let size = children.len().div_ceil(threads).max(1);
        if threads == 1 {
            next.parts(size).into_iter().for_each(|part| self.write(birth, children, part));
            return;
        }
        std::thread::scope(|scope| {
            for (part, children) in next.parts(size).into_iter().zip(children.chunks(size)) {
                scope.spawn(move || self.write(birth, children, part));
            }
        });
    }

    /// Writes the states of `children`.
    fn write(&self, birth: &Birth<'_>, children: &[Child], part: Part<'_, W>) {
        let slots = self.states.shape.slots;
        let mut family: (usize, Vec<Kin>) = (usize::MAX, Vec::new());
        let mut scratch = Vec::new();
        for (i, child) in children.iter().enumerate() {
            if let Some(ahead) = children.get(i + AHEAD) {
                self.states.prefetch(ahead.parent as usize);
            }
            let (parent, code) = (child.parent as usize, child.code());
            let placement = Placement::from_code(code);
            let piece = placement.piece();
            let sides = self.layout.sides[code as usize];

            let used = &self.states.used[parent];
            let bit = 1u64 << (piece % 64);
            // Word by word: a word changed inside a vector just stored would stall its next load.
            part.used[i] = std::array::from_fn(|word| used[word] | if word == piece / 64 { bit } else { 0 });
            part.breaks[i] = self.states.breaks[parent] + child.class() as u16;
            let frontier = &mut part.frontier[i * slots..][..slots];
            copy_blocks(frontier, self.states.frontier(parent));
            for open in &self.step.opens {
                frontier[open.slot] = sides[open.side];
            }
            if birth.likeness.is_on() {
                let closed = birth.next.map_or(0, |step| birth.likeness.closed(step, frontier));
                part.hash[i] = self.states.hash[parent]
                    .wrapping_add(birth.likeness.placed(self.step, piece, sides))
                    .wrapping_sub(closed);
            }
            if self.keys.concentrates {
                let counts = &mut part.counts[i * self.keys.stride..][..self.keys.stride];
                copy_blocks(counts, self.states.counts(parent));
                part.squares[i] = self.keys.take(piece, sides, counts, self.states.squares[parent]);
            }
            if let Some(outlook) = &self.keys.outlook {
                let open = &mut part.open[i * self.keys.stride..][..self.keys.stride];
                copy_blocks(open, self.states.open(parent));
                let frontier = &part.frontier[i * slots..][..slots];
                let (counts, sums) = (self.states.counts(parent), self.states.outlook[parent]);
                part.outlook[i] = outlook.take((self.index, birth.next), counts, open, (sides, frontier), sums);
            }
            if self.keys.sums {
                let gains = self.keys.gains(self.step.cell, piece, self.served(parent, child.class(), &mut scratch));
                let sums = self.states.sums[parent];
                part.sums[i] = std::array::from_fn(|j| sums[j] + gains[j]);
            }
            if let Some(manners) = birth.manners {
                if family.0 != parent {
                    family = (parent, self.family(manners, parent, u64::MAX, &mut Tally::default()));
                }
                part.luck[i] = family.1.iter().find(|kin| kin.code == code).map_or([0; 2], |kin| kin.luck);
            }
        }
    }

    /// What a child of `class` adds to the scarcity.
    fn served(&self, parent: usize, class: usize, scratch: &mut Vec<Candidate>) -> u32 {
        if class > 0 {
            return 0;
        }
        match self.list(parent, class, scratch) {
            List::Table { len, .. } => served(class, len),
            List::Scanned(list) => served(class, list.len()),
        }
    }
}

/// Copies slices whose length is a multiple of [`BLOCK`], which is quicker than a call for so little.
#[inline(always)]
fn copy_blocks<T: Copy>(to: &mut [T], from: &[T]) {
    let (to, rest) = to.as_chunks_mut::<BLOCK>();
    debug_assert!(rest.is_empty());
    to.iter_mut().zip(from.as_chunks::<BLOCK>().0).for_each(|(to, from)| *to = *from);
}
