//! The way back: for every layer the parent and the placement of each survivor, six bytes a state.
//!
//! Most states of older layers lead nowhere: none of the last layer descends from them. Every few
//! layers those are dropped, so that what is kept is the family tree of the last layer and not the
//! width times the depth.

use edgewise_puzzle::Placement;

/// Layers between two clearings.
const CLEARING: usize = 4;
/// Bytes of a state that is only a step of the way back.
pub(crate) const HISTORY_BYTES: usize = size_of::<u32>() + size_of::<u16>();

/// The survivors of one layer, as steps of the way back.
#[derive(Clone, Debug, Default)]
struct Generation {
    /// Places in the layer before.
    parents: Vec<u32>,
    /// Placement codes.
    codes: Vec<u16>,
}

/// Parents and placements of all layers so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    generations: Vec<Generation>,
    /// Layers that were looked at in the last clearing.
    cleared: usize,
    states: usize,
    /// The most there were at a time.
    most: usize,
    /// New places of the states of a layer that is cleared.
    places: Vec<u32>,
}

impl History {
    /// Forgets all layers.
    pub(crate) fn clear(&mut self) {
        *self = History::default();
    }

    /// Adds a layer of survivors, as (parent, placement code).
    pub(crate) fn push(&mut self, survivors: impl ExactSizeIterator<Item = (u32, u16)>) {
        let (parents, codes): (Vec<u32>, Vec<u16>) = survivors.unzip();
        self.states += codes.len();
        self.most = self.most.max(self.states);
        self.generations.push(Generation { parents, codes });
        if self.generations.len().is_multiple_of(CLEARING) {
            self.drop_childless();
        }
    }

    /// Drops the states from which no state of the last layer descends.
    fn drop_childless(&mut self) {
        for layer in (1..self.generations.len()).rev() {
            let (before, after) = self.generations.split_at_mut(layer);
            let (above, below) = (&mut before[layer - 1], &mut after[0]);
            let dropped = above.keep_parents_of(below, &mut self.places);
            self.states -= dropped;
            // Above this nothing has changed since the last clearing.
            if dropped == 0 && layer <= self.cleared {
                break;
            }
        }
        self.cleared = self.generations.len();
    }

    /// The placements that lead to state `index` of the last layer, in the order of the steps.
    pub(crate) fn path(&self, index: usize) -> Vec<Placement> {
        let mut at = index;
        let mut path: Vec<Placement> = self
            .generations
            .iter()
            .rev()
            .map(|generation| {
                let code = generation.codes[at];
                at = generation.parents[at] as usize;
                Placement::from_code(code)
            })
            .collect();
        path.reverse();
        path
    }

    /// The most states there were in all layers at a time.
    pub(crate) fn most(&self) -> usize {
        self.most
    }
}

impl Generation {
    /// Drops the states that are no parent of one in `children`, whose parents follow to their new
    /// places. Returns how many were dropped.
    fn keep_parents_of(&mut self, children: &mut Generation, places: &mut Vec<u32>) -> usize {
        const NONE: u32 = u32::MAX;
        let all = self.codes.len();
        places.clear();
        places.resize(all, NONE);
        children.parents.iter().for_each(|&parent| places[parent as usize] = 0);
        let mut kept = 0;
        for (at, place) in places.iter_mut().enumerate() {
            if *place != NONE {
                *place = kept as u32;
                self.parents[kept] = self.parents[at];
                self.codes[kept] = self.codes[at];
                kept += 1;
            }
        }
        if kept < all {
            children.parents.iter_mut().for_each(|parent| *parent = places[*parent as usize]);
            self.parents.truncate(kept);
            self.codes.truncate(kept);
            self.parents.shrink_to_fit();
            self.codes.shrink_to_fit();
        }
        all - kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::Rng;

    #[test]
    fn paths_lead_back_to_the_root() {
        let mut history = History::default();
        for _ in 0..2 {
            history.clear();
            history.push([(0, 7), (0, 9)].into_iter());
            history.push([(1, 3), (0, 4), (1, 5)].into_iter());
            let codes = |i| history.path(i).iter().map(|p| p.code()).collect::<Vec<_>>();
            assert_eq!([codes(0), codes(1), codes(2)], [[9, 3], [7, 4], [9, 5]]);
        }
        assert_eq!(history.most(), 5);
    }

    #[test]
    fn clearing_changes_no_path() {
        let mut rng = Rng::new(6);
        let mut history = History::default();
        for board in 0..40 {
            history.clear();
            let mut paths: Vec<Vec<u16>> = vec![Vec::new()];
            let mut all = 0;
            for _ in 0..1 + rng.index(60) {
                let width = 1 + rng.index(if board % 2 == 0 { 9 } else { 200 });
                let survivors: Vec<(u32, u16)> =
                    (0..width).map(|_| (rng.below(paths.len() as u64) as u32, rng.below(1000) as u16)).collect();
                history.push(survivors.iter().copied());
                let longer = survivors.iter().map(|&(parent, code)| {
                    let mut path = paths[parent as usize].clone();
                    path.push(code);
                    path
                });
                paths = longer.collect();
                all += width;
                for (i, path) in paths.iter().enumerate() {
                    let found: Vec<u16> = history.path(i).iter().map(|p| p.code()).collect();
                    assert_eq!(&found, path);
                }
                let held: usize = history.generations.iter().map(|g| g.codes.len()).sum();
                assert_eq!(held, history.states);
                assert!(history.states <= all && history.most() <= all);
            }
        }
    }

    #[test]
    fn a_long_descent_keeps_a_small_family_tree() {
        let mut rng = Rng::new(7);
        let mut history = History::default();
        for layer in 0..256u64 {
            let parents = if layer == 0 { 1 } else { 500 };
            history.push((0..500u32).map(|_| (rng.below(parents) as u32, 1)));
        }
        // Half the parents have a child, a third a grandchild, and so on: about 2/k of 500, k layers back.
        assert!(history.most() < 256 * 500 / 15, "{}", history.most());
    }
}
