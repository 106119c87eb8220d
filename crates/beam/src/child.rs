//! The children of a layer, and how the best of them are found without sorting.
//!
//! A child is sixteen bytes: its *rank*, its parent and its placement. The rank is the key in the
//! upper half and a random draw in the lower, so that exact ties are a lottery; equal ranks go by
//! the order in which children are made. The best `n` are found by counting: a histogram of the
//! leading bits that differ, then of the next bits inside the bucket that holds the n-th.

use crate::likeness::mix;

/// A child of a layer's survivor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Child {
    /// Key and lottery; higher is better. Never 0.
    pub(crate) rank: u64,
    /// The parent's place in its layer.
    pub(crate) parent: u32,
    /// Placement code, and the breaks the placement pays above it.
    tail: u32,
}

impl Child {
    /// A child of `parent` by the placement `code`, which pays `class` breaks.
    #[inline(always)]
    pub(crate) fn new(rank: u64, parent: usize, code: u16, class: usize) -> Child {
        Child { rank, parent: parent as u32, tail: u32::from(code) | (class as u32) << 16 }
    }

    /// The placement.
    #[inline(always)]
    pub(crate) fn code(self) -> u16 {
        self.tail as u16
    }

    /// The breaks the placement pays.
    #[inline(always)]
    pub(crate) fn class(self) -> usize {
        (self.tail >> 16) as usize
    }
}

/// The rank of a key with a draw of the lottery. Keys are relative to one of the layer and are cut
/// off at ±2^31, two thousand seams.
#[inline(always)]
pub(crate) fn rank(key: i64, draw: u64) -> u64 {
    u64::from(clamped(key)) << 32 | draw >> 32 | 1
}

/// A key as the upper half of a rank.
#[inline(always)]
pub(crate) fn clamped(key: i64) -> u32 {
    (key.clamp(i32::MIN.into(), i32::MAX.into()) as i32 as u32) ^ 1 << 31
}

/// The upper half of a rank.
#[inline(always)]
pub(crate) fn key_of(rank: u64) -> u32 {
    (rank >> 32) as u32
}

/// What all draws of a parent's children share.
#[inline(always)]
pub(crate) fn salt(layer_seed: u64, parent: usize) -> u64 {
    mix(layer_seed ^ parent as u64)
}

/// The draw of a child: 64 random bits that depend on layer, parent and placement alone.
#[inline(always)]
pub(crate) fn draw(salt: u64, code: u16) -> u64 {
    mix(salt ^ u64::from(code))
}

/// The rank of the `n`-th best of `ranks`, 1 = the best, and how many of that rank the best `n` hold;
/// `n` must be 1..=len. Uses `scratch`.
pub(crate) fn nth_best(ranks: impl Iterator<Item = u64> + Clone, n: usize, scratch: &mut Vec<u64>) -> (u64, usize) {
    const BITS: u32 = 11;
    let mut histogram = [0u32; 1 << BITS];
    let (mut n, mut first) = (n, true);
    scratch.clear();
    loop {
        let (least, most) = if first { extent(ranks.clone()) } else { extent(scratch.iter().copied()) };
        if least == most {
            return (least, n);
        }
        let shift = (64 - (least ^ most).leading_zeros()).saturating_sub(BITS);
        let bucket = |rank: u64| (rank >> shift) as usize & ((1 << BITS) - 1);
        histogram.fill(0);
        if first {
            ranks.clone().for_each(|rank| histogram[bucket(rank)] += 1);
        } else {
            scratch.iter().for_each(|&rank| histogram[bucket(rank)] += 1);
        }
        let mut chosen = (1 << BITS) - 1;
        while (histogram[chosen] as usize) < n {
            n -= histogram[chosen] as usize;
            chosen -= 1;
        }
        // Bits above the window agree for all, so the bucket alone tells.
        if first {
            scratch.extend(ranks.clone().filter(|&rank| bucket(rank) == chosen));
            first = false;
        } else {
            scratch.retain(|&rank| bucket(rank) == chosen);
        }
        if shift == 0 {
            return (scratch[0], n);
        }
    }
}

/// The least and the greatest.
fn extent(ranks: impl Iterator<Item = u64>) -> (u64, u64) {
    ranks.fold((u64::MAX, 0), |(least, most), rank| (least.min(rank), most.max(rank)))
}

/// Keeps the best `n` of `pool` in their order, the earlier of equal ranks. If there were at least
/// `n`: the rank of the last one kept, and how many with its key were not kept.
pub(crate) fn keep_best(pool: &mut Vec<Child>, n: usize, scratch: &mut Vec<u64>) -> Option<(u64, u64)> {
    if pool.len() < n {
        return None;
    }
    let (cut, mut ties) = nth_best(pool.iter().map(|c| c.rank), n, scratch);
    let (mut kept, mut tied) = (0, 0);
    for i in 0..pool.len() {
        let child = pool[i];
        let stays = child.rank > cut || (child.rank == cut && ties > 0);
        ties -= usize::from(stays && child.rank == cut);
        tied += u64::from(!stays && key_of(child.rank) == key_of(cut));
        pool[kept] = child;
        kept += usize::from(stays);
    }
    pool.truncate(kept);
    Some((cut, tied))
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::Rng;

    #[test]
    fn ranks_order_by_key_then_draw() {
        let mut rng = Rng::new(1);
        for _ in 0..1000 {
            let (a, b) = (rng.below(7) as i64 - 3, rng.below(7) as i64 - 3);
            let (x, y) = (rng.next_u64(), rng.next_u64());
            if a != b {
                assert_eq!(rank(a, x) > rank(b, y), a > b);
            }
            assert!(rank(a, x) != 0 && key_of(rank(a, x)) == clamped(a));
        }
        assert!(rank(i64::MAX, 0) > rank(1 << 30, u64::MAX) && rank(i64::MIN, 0) == 1);
        assert_eq!(rank(5, 77 << 32), rank(5, 77 << 32 | 9));
    }

    #[test]
    fn the_best_are_those_of_a_stable_sort() {
        let mut rng = Rng::new(2);
        for round in 0..400 {
            let len = 1 + rng.index(3000);
            let range = [1, 2, 50, 1 << 20, u64::MAX][round % 5];
            let high = rng.below(3) << 62;
            let pool: Vec<Child> =
                (0..len).map(|i| Child::new(rng.below(range) | high, i, rng.below(1024) as u16, i % 3)).collect();
            let n = 1 + rng.index(len + 2);
            let mut sorted = pool.clone();
            sorted.sort_by_key(|c| std::cmp::Reverse(c.rank));
            sorted.truncate(n);
            let last = sorted.last().map(|c| c.rank);
            sorted.sort_by_key(|c| c.parent);
            let mut kept = pool.clone();
            let cut = keep_best(&mut kept, n, &mut Vec::new());
            assert_eq!(kept, sorted, "{n} of {len}");
            let tied = |cut: u64| pool.iter().filter(|c| key_of(c.rank) == key_of(cut)).count();
            let kept_ties = |cut: u64| sorted.iter().filter(|c| key_of(c.rank) == key_of(cut)).count();
            let expected = last.map(|cut| (cut, (tied(cut) - kept_ties(cut)) as u64));
            assert_eq!(cut, if n <= len { expected } else { None });
        }
    }

    #[test]
    fn children_hold_what_was_put_in() {
        let child = Child::new(9, 4_000_000_000, 1599, 2);
        assert_eq!((child.rank, child.parent, child.code(), child.class()), (9, 4_000_000_000, 1599, 2));
        assert_eq!(size_of::<Child>(), 16);
    }
}
