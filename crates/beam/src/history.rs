//! The way back: for every layer the parent and the placement of each survivor, six bytes a state.

use edgewise_puzzle::Placement;

/// Parents and placements of all layers so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    layers: Vec<(Vec<u32>, Vec<u16>)>,
    /// Layers in use; those beyond keep their room for the next board.
    len: usize,
    states: usize,
}

impl History {
    /// Forgets all layers.
    pub(crate) fn clear(&mut self) {
        (self.len, self.states) = (0, 0);
    }

    /// Adds a layer of survivors, as (parent, placement code).
    pub(crate) fn push(&mut self, survivors: impl Iterator<Item = (u32, u16)>) {
        if self.len == self.layers.len() {
            self.layers.push(Default::default());
        }
        let (parents, codes) = &mut self.layers[self.len];
        parents.clear();
        codes.clear();
        for (parent, code) in survivors {
            parents.push(parent);
            codes.push(code);
        }
        self.len += 1;
        self.states += codes.len();
    }

    /// The placements that lead to state `index` of the last layer, in the order of the steps.
    pub(crate) fn path(&self, index: usize) -> Vec<Placement> {
        let mut at = index;
        let mut path: Vec<Placement> = self.layers[..self.len]
            .iter()
            .rev()
            .map(|(parents, codes)| {
                let code = codes[at];
                at = parents[at] as usize;
                Placement::from_code(code)
            })
            .collect();
        path.reverse();
        path
    }

    /// States of all layers.
    pub(crate) fn states(&self) -> usize {
        self.states
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(history.states(), 5);
    }
}
