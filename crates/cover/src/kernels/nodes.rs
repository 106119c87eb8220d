//! The node array of the dancing links: 16 bytes a node, links as 32-bit indices.
//!
//! This is the one place with unchecked indexing. Invariant: every `top`, `up` and `down` stored in
//! the array is an index into it, and every `top` an index into the lengths beside it. The builder
//! makes it so ([`Nodes::new`] verifies it), and the dance only ever stores values it has read from
//! the array itself. Debug builds check every access.

use crate::problem::Member;

/// Bit of a length whose item must not be chosen: it is covered, secondary, or none at all.
pub(crate) const COVERED: u32 = 1 << 31;

/// Colour of a node whose seam already has it: Knuth's -1.
pub(crate) const PURIFIED: u32 = u32::MAX;

/// A member of an option, the header of an item, or a spacer between options.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(crate) struct Node {
    /// The item's header; 0 in a spacer.
    pub(crate) top: u32,
    /// The node above in the item's list; in a spacer the first node of the option before.
    pub(crate) up: u32,
    /// The node below in the item's list; in a spacer the last node of the option after.
    pub(crate) down: u32,
    /// The colour, 0 for none; in a spacer the index of the option before.
    pub(crate) colour: u32,
}

/// Headers, members and spacers, and the length of every item's list.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    nodes: Vec<Node>,
    /// By header; a multiple of 16 of them, those that are no primary items marked [`COVERED`].
    lens: Vec<u32>,
    primary: u32,
}

/// Lengths are searched in blocks of this many.
const BLOCK: usize = 16;

impl Nodes {
    /// The lists of these options. `items` includes the secondary ones; headers are 1-based. Options
    /// are numbered as they come; one without a primary item gets no nodes, as it is never chosen.
    pub(crate) fn new<'a>(items: usize, primary: usize, options: impl Iterator<Item = &'a [Member]>) -> Nodes {
        let header = |i: u32| Node { top: i, up: i, down: i, colour: 0 };
        let mut nodes: Vec<Node> = (0..=items as u32).map(header).collect();
        let mut lens = vec![COVERED; (items + 1).next_multiple_of(BLOCK)];
        lens[1..=primary].fill(0);
        let mut spacer = nodes.len();
        nodes.push(Node { top: 0, up: 0, down: 0, colour: 0 });
        for (index, option) in options.enumerate() {
            if option.iter().all(|m| m.item as usize >= primary) {
                continue;
            }
            for member in option {
                let (top, at) = (member.item + 1, nodes.len() as u32);
                let last = std::mem::replace(&mut nodes[top as usize].up, at);
                nodes[last as usize].down = at;
                nodes.push(Node { top, up: last, down: top, colour: member.colour });
                lens[top as usize] += 1;
            }
            nodes[spacer].down = nodes.len() as u32 - 1;
            let first = spacer as u32 + 1;
            spacer = nodes.len();
            nodes.push(Node { top: 0, up: first, down: 0, colour: index as u32 });
        }
        let bound = nodes.len() as u32;
        assert!(nodes.iter().all(|n| n.top as usize <= items && n.up < bound && n.down < bound), "links are closed");
        Nodes { nodes, lens, primary: primary as u32 }
    }

    /// The node at `index`, which must come from the array.
    #[inline(always)]
    pub(crate) fn node(&self, index: u32) -> Node {
        node(&self.nodes, index)
    }

    /// The array and the lengths, for the operations of the dance.
    #[inline(always)]
    pub(crate) fn parts(&mut self) -> (&mut [Node], &mut [u32]) {
        (&mut self.nodes, &mut self.lens)
    }

    /// Whether the header is a primary item's.
    #[inline(always)]
    pub(crate) fn is_primary(&self, top: u32) -> bool {
        top <= self.primary
    }

    /// How many items are primary.
    pub(crate) fn primary(&self) -> u32 {
        self.primary
    }

    /// The first header with the smallest length that is not marked, and that length; a marked
    /// length if there is none.
    #[inline]
    pub(crate) fn shortest(&self) -> (u32, u32) {
        let (blocks, _) = self.lens[..(self.primary as usize + 1).next_multiple_of(BLOCK)].as_chunks::<BLOCK>();
        let mut least = [u32::MAX; BLOCK];
        for block in blocks {
            for (least, &len) in least.iter_mut().zip(block) {
                *least = (*least).min(len);
            }
        }
        let least = least.into_iter().fold(u32::MAX, u32::min);
        for (number, block) in blocks.iter().enumerate() {
            let mut hits = 0u32;
            for (bit, &len) in block.iter().enumerate() {
                hits |= u32::from(len == least) << bit;
            }
            if hits != 0 {
                return ((number * BLOCK) as u32 + hits.trailing_zeros(), least);
            }
        }
        (0, least)
    }

    /// The first header that is not marked, and its length.
    pub(crate) fn first(&self) -> (u32, u32) {
        let headers = (0..).zip(&self.lens[..=self.primary as usize]);
        headers.map(|(header, &len)| (header, len)).find(|(_, len)| len & COVERED == 0).unwrap_or((0, COVERED))
    }

    /// The option a member belongs to.
    pub(crate) fn option_of(&self, node: u32) -> u32 {
        let mut at = node + 1;
        while self.node(at).top != 0 {
            at += 1;
        }
        self.node(at).colour
    }

    /// Whether the option of `node` has a member under this header.
    pub(crate) fn option_has(&self, node: u32, top: u32) -> bool {
        let mut at = node;
        loop {
            let here = self.node(at);
            if here.top == top {
                return true;
            }
            at = if here.top == 0 { here.up } else { at + 1 };
            if at == node {
                return false;
            }
        }
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.lens.capacity() * size_of::<u32>()
    }
}

/// The node at `index`, which must come from the array.
#[inline(always)]
pub(super) fn node(nodes: &[Node], index: u32) -> Node {
    debug_assert!((index as usize) < nodes.len());
    // SAFETY: indices come from the array, whose links are closed (module text).
    unsafe { *nodes.get_unchecked(index as usize) }
}

/// The same, to be changed.
#[inline(always)]
pub(super) fn node_mut(nodes: &mut [Node], index: u32) -> &mut Node {
    debug_assert!((index as usize) < nodes.len());
    // SAFETY: as in `node`.
    unsafe { nodes.get_unchecked_mut(index as usize) }
}

/// The length of the list under a header, with its mark.
#[inline(always)]
pub(super) fn len_mut(lens: &mut [u32], top: u32) -> &mut u32 {
    debug_assert!((top as usize) < lens.len());
    // SAFETY: `top` comes from the array, and every `top` has a length (module text).
    unsafe { lens.get_unchecked_mut(top as usize) }
}
