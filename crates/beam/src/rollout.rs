//! Rollouts: what a child is worth by the board that comes of it when every further cell gets the
//! first best piece.

use edgewise_puzzle::Placement;
use edgewise_search::candidates::Candidate;

use crate::child::draw;
use crate::expand::{Layer, holds};
use crate::lanes::Lanes;
use crate::layout::{CLASSES, List};
use crate::likeness::mix;

impl<const W: usize, L: Lanes<W>> Layer<'_, W, L> {
    /// The breaks that a greedy board from a child of `parent` pays after the child: on every cell one
    /// of the free placements with the fewest breaks, drawn with `bits`. Where nothing fits with at
    /// most two breaks all seams left count as breaks. Adds the candidates looked at to `reads`.
    pub(crate) fn rollout(&self, parent: usize, child: Placement, bits: u64, reads: &mut u64) -> usize {
        let mut used = self.states.used[parent];
        let mut frontier = self.states.frontier(parent).to_vec();
        let mut scratch: Vec<Candidate> = Vec::new();
        let (mut placed, mut breaks) = (child, 0);
        for (index, pair) in self.layout.steps[self.index..].windows(2).enumerate() {
            let (before, step) = (&pair[0], &pair[1]);
            let piece = placed.piece();
            used[(piece / 64) % W] |= 1 << (piece % 64);
            let sides = self.layout.sides[placed.code() as usize];
            before.opens.iter().for_each(|open| frontier[open.slot] = sides[open.side]);
            let salt = mix(bits ^ index as u64);
            let best = (0..CLASSES).find_map(|class| {
                let list = match self.layout.list(step, &frontier, &used, class, &mut scratch) {
                    List::Table { at, len } => &self.layout.tables.candidates[at..at + len],
                    List::Scanned(list) => list,
                };
                *reads += list.len() as u64;
                let free = list.iter().map(|c| c.placement).filter(|&p| !holds(&used, p));
                free.max_by_key(|p| draw(salt, p.code())).map(|p| (class, p))
            });
            let Some((class, placement)) = best else {
                let left = &self.layout.steps[self.index + 1 + index..];
                return breaks + left.iter().map(|step| step.meetings.len()).sum::<usize>();
            };
            breaks += class;
            placed = placement;
        }
        breaks
    }
}
