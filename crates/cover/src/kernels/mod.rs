//! The engines that walk the tree of an exact-cover problem. All three choose the same item at every
//! node (the first one of fewest options, in item order), so they try the same number of options.

pub(crate) mod bits;
pub(crate) mod cells;
pub(crate) mod links;
pub(crate) mod nodes;

use crate::limits::Meter;

/// Why a kernel came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pause {
    /// At a solution; not when only counting.
    Solution,
    /// Nodes have reached [`Meter::pause_at`].
    Look,
    /// Nothing is left.
    Done,
}

/// Where a kernel goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// At a new node: choose an item.
    Enter,
    /// With an item chosen and covered: try its next option.
    Try,
    /// Below an option that has been dealt with: take it back.
    Back,
    /// At the end.
    Done,
}

/// A search that can be resumed.
pub(crate) trait Kernel {
    /// Goes on until there is a reason to pause. `COUNT`: solutions are only counted.
    fn advance<const COUNT: bool>(&mut self, meter: &mut Meter) -> Pause;

    /// The options on the path from the root, by index among those given to the kernel.
    fn path(&self, options: &mut Vec<u32>);

    /// For every level of the path: which option of its item is tried (1-based), and of how many.
    fn levels(&self, levels: &mut Vec<(u32, u32)>);

    /// Bytes held.
    fn memory(&self) -> usize;
}
