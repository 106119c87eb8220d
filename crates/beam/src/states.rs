//! The survivors of a layer, an array for each thing that is known of them.
//!
//! Only the current and the next layer are held like this; of older layers only [`crate::history`]
//! is left.

use crate::lanes::prefetch;

/// Slots and counts come in multiples of this, so that they are copied quickly.
pub(crate) const BLOCK: usize = 16;

/// What a search keeps of each state besides pieces, frontier and breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// Slots of the frontier, a multiple of [`BLOCK`].
    pub(crate) slots: usize,
    /// Counts of colours, 0 where no key needs them; a multiple of [`BLOCK`].
    pub(crate) colours: usize,
    /// Whether likenesses are hashed.
    pub(crate) hash: bool,
    /// Whether burnt sides, prior and scarcity are summed.
    pub(crate) sums: bool,
    /// Whether the outlook is kept.
    pub(crate) outlook: bool,
    /// Whether each state carries its luck (stochastic beam).
    pub(crate) luck: bool,
}

/// A layer of states over sets of up to `W * 64` pieces.
#[derive(Clone, Debug)]
pub(crate) struct States<const W: usize> {
    /// What is kept.
    pub(crate) shape: Shape,
    /// Pieces placed.
    pub(crate) used: Vec<[u64; W]>,
    /// Colours of the open sides, by slot; free slots hold anything.
    pub(crate) frontier: Vec<u8>,
    /// Breaks so far.
    pub(crate) breaks: Vec<u16>,
    /// The likeness so far, less what the coming step closes.
    pub(crate) hash: Vec<u64>,
    /// Sides of each colour on the pieces not placed.
    pub(crate) counts: Vec<u16>,
    /// Sums of the squares of those, by group of colours.
    pub(crate) squares: Vec<[u32; 2]>,
    /// Open sides of each colour, less those that the coming step meets.
    pub(crate) open: Vec<u16>,
    /// The outlook, by group of colours.
    pub(crate) outlook: Vec<[i64; 2]>,
    /// Sides burnt, prior, scarcity.
    pub(crate) sums: Vec<[u32; 3]>,
    /// Log-probability and perturbed log-probability.
    pub(crate) luck: Vec<[i64; 2]>,
}

/// A run of neighbouring states, to be written by one thread.
#[derive(Debug)]
pub(crate) struct Part<'a, const W: usize> {
    pub(crate) used: &'a mut [[u64; W]],
    pub(crate) frontier: &'a mut [u8],
    pub(crate) breaks: &'a mut [u16],
    pub(crate) hash: &'a mut [u64],
    pub(crate) counts: &'a mut [u16],
    pub(crate) squares: &'a mut [[u32; 2]],
    pub(crate) open: &'a mut [u16],
    pub(crate) outlook: &'a mut [[i64; 2]],
    pub(crate) sums: &'a mut [[u32; 3]],
    pub(crate) luck: &'a mut [[i64; 2]],
}

impl<const W: usize> States<W> {
    /// No states.
    pub(crate) fn new(shape: Shape) -> Self {
        States {
            shape,
            used: Vec::new(),
            frontier: Vec::new(),
            breaks: Vec::new(),
            hash: Vec::new(),
            counts: Vec::new(),
            squares: Vec::new(),
            open: Vec::new(),
            outlook: Vec::new(),
            sums: Vec::new(),
            luck: Vec::new(),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.used.len()
    }

    /// Makes room for exactly `len` states, whatever they hold.
    pub(crate) fn resize(&mut self, len: usize) {
        let Shape { slots, colours, hash, sums, outlook, luck } = self.shape;
        let open = if outlook { colours } else { 0 };
        let if_kept = |kept: bool| if kept { len } else { 0 };
        if len > self.used.capacity() {
            // Exactly as much as is needed: wide beams fill the memory.
            self.used.reserve_exact(len - self.used.len());
            self.frontier.reserve_exact(len * slots - self.frontier.len());
            self.counts.reserve_exact(len * colours - self.counts.len());
            self.open.reserve_exact(len * open - self.open.len());
        }
        self.used.resize(len, [0; W]);
        self.frontier.resize(len * slots, 0);
        self.breaks.resize(len, 0);
        self.hash.resize(if_kept(hash), 0);
        self.counts.resize(len * colours, 0);
        self.squares.resize(if_kept(colours > 0), [0; 2]);
        self.open.resize(len * open, 0);
        self.outlook.resize(if_kept(outlook), [0; 2]);
        self.sums.resize(if_kept(sums), [0; 3]);
        self.luck.resize(if_kept(luck), [0; 2]);
    }

    /// The frontier of state `i`.
    #[inline(always)]
    pub(crate) fn frontier(&self, i: usize) -> &[u8] {
        &self.frontier[i * self.shape.slots..][..self.shape.slots]
    }

    /// The counts of state `i`.
    #[inline(always)]
    pub(crate) fn counts(&self, i: usize) -> &[u16] {
        &self.counts[i * self.shape.colours..][..self.shape.colours]
    }

    /// The open sides of state `i` by colour.
    #[inline(always)]
    pub(crate) fn open(&self, i: usize) -> &[u16] {
        &self.open[i * self.shape.colours..][..self.shape.colours]
    }

    /// Fetches state `i` into the cache before it is needed.
    #[inline(always)]
    pub(crate) fn prefetch(&self, i: usize) {
        prefetch(&self.used, i);
        prefetch(&self.frontier, i * self.shape.slots);
        prefetch(&self.counts, i * self.shape.colours);
        prefetch(&self.counts, (i + 1) * self.shape.colours);
        prefetch(&self.open, i * self.shape.colours);
        prefetch(&self.hash, i);
    }

    /// Bytes of one state.
    pub(crate) fn bytes_each(shape: Shape) -> usize {
        let if_kept = |kept: bool, bytes: usize| if kept { bytes } else { 0 };
        8 * W
            + shape.slots
            + 2
            + 2 * shape.colours
            + if_kept(shape.hash, 8)
            + if_kept(shape.colours > 0, 8)
            + if_kept(shape.outlook, 2 * shape.colours + 16)
            + if_kept(shape.sums, 12)
            + if_kept(shape.luck, 16)
    }

    /// The states in runs of `size`, the last one shorter.
    pub(crate) fn parts(&mut self, size: usize) -> Vec<Part<'_, W>> {
        let (len, shape) = (self.len(), self.shape);
        let mut rest = Part {
            used: &mut self.used,
            frontier: &mut self.frontier,
            breaks: &mut self.breaks,
            hash: &mut self.hash,
            counts: &mut self.counts,
            squares: &mut self.squares,
            open: &mut self.open,
            outlook: &mut self.outlook,
            sums: &mut self.sums,
            luck: &mut self.luck,
        };
        let mut parts = Vec::new();
        for at in (0..len).step_by(size) {
            let n = size.min(len - at);
            parts.push(Part {
                used: cut(&mut rest.used, n),
                frontier: cut(&mut rest.frontier, n * shape.slots),
                breaks: cut(&mut rest.breaks, n),
                hash: cut(&mut rest.hash, n),
                counts: cut(&mut rest.counts, n * shape.colours),
                squares: cut(&mut rest.squares, n),
                open: cut(&mut rest.open, n * shape.colours),
                outlook: cut(&mut rest.outlook, n),
                sums: cut(&mut rest.sums, n),
                luck: cut(&mut rest.luck, n),
            });
        }
        parts
    }
}

/// Cuts the first `n` items off, or all there are.
fn cut<'a, T>(rest: &mut &'a mut [T], n: usize) -> &'a mut [T] {
    let whole = std::mem::take(rest);
    let (first, others) = whole.split_at_mut(n.min(whole.len()));
    *rest = others;
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_all_states_once() {
        let shape = Shape { slots: 3, colours: 2, hash: true, sums: false, outlook: false, luck: false };
        let mut states = States::<4>::new(shape);
        states.resize(10);
        for (p, part) in states.parts(4).into_iter().enumerate() {
            let n = part.used.len();
            assert_eq!((part.frontier.len(), part.counts.len(), part.hash.len()), (3 * n, 2 * n, n));
            assert!(part.sums.is_empty() && part.luck.is_empty());
            part.breaks.fill(p as u16 + 1);
            part.frontier.fill(p as u8 + 1);
        }
        assert_eq!(states.breaks, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
        assert_eq!((states.frontier(4), states.frontier(9)), (&[2; 3][..], &[3; 3][..]));
        assert_eq!(States::<4>::bytes_each(shape), 32 + 3 + 2 + 4 + 8 + 8);
    }
}
