//! The children of a layer so far, and how they are thinned out to those that may survive.

use crate::child::{Child, keep_best, key_of, nth_best};
use crate::dedup::Twins;

/// Fewest children whose likenesses are found by several threads.
const WORTH_SHARING: usize = 1 << 14;

/// The children of a layer so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    /// The children, by class, parent and code.
    pub(crate) children: Vec<Child>,
    /// Children lost by the lottery alone: they have the key of the floor.
    pub(crate) tied: u64,
    /// Children lost to one alike.
    pub(crate) twins: u64,
    /// The rank new children must exceed; 0 while there is room.
    pub(crate) floor: u64,
    /// Room for the algorithms.
    pub(crate) scratch: Vec<u64>,
    top: Vec<Child>,
    likeness: Vec<u64>,
    table: Twins,
    /// How many more than wanted are looked at, by what the last layer lost.
    slack: usize,
}

/// Children not looked at because others outrank them: how many had the key of the best of them.
#[derive(Clone, Copy, Default)]
struct Outside {
    key: u32,
    count: u64,
}

impl Pool {
    /// Empties the pool for a new layer.
    pub(crate) fn clear(&mut self) {
        self.children.clear();
        (self.tied, self.twins, self.floor) = (0, 0, 0);
    }

    /// Forgets what earlier boards were like: a board and its counts depend on nothing before it.
    pub(crate) fn begin_board(&mut self) {
        self.slack = 0;
    }

    /// Leaves the best `want` children, no two of the same likeness, and raises the floor to the
    /// last of them if there are so many.
    ///
    /// Of all children alike the best stays, so what is left is what one gets by going through the
    /// children from the best downwards and taking each that is like none taken before. Children lost
    /// to the lottery are counted exactly without likenesses, and otherwise with a few alike ones.
    pub(crate) fn settle<F>(&mut self, want: usize, threads: usize, likeness: Option<&F>)
    where
        F: Fn(&Child) -> u64 + Sync,
    {
        let outside = match likeness {
            Some(likeness) => self.leave_distinct(want, threads, likeness),
            None => Outside::default(),
        };
        if let Some((cut, tied)) = keep_best(&mut self.children, want, &mut self.scratch) {
            let earlier = if key_of(self.floor) == key_of(cut) { self.tied } else { 0 };
            let unseen = if outside.key == key_of(cut) { outside.count } else { 0 };
            (self.tied, self.floor) = (earlier + tied + unseen, cut);
        }
    }

    /// Leaves at least the best `want` of the children that differ in likeness.
    fn leave_distinct<F>(&mut self, want: usize, threads: usize, likeness: &F) -> Outside
    where
        F: Fn(&Child) -> u64 + Sync,
    {
        let mut look = want + self.slack + want / 64 + 64;
        loop {
            let all = self.children.len();
            let outside = if look < all { self.top(look) } else { Outside::default() };
            let children = if look < all { &mut self.top } else { &mut self.children };
            find(&mut self.likeness, children, threads, likeness);
            let lost = self.table.mark(children, &self.likeness, threads);
            if children.len() - lost < want && look < all {
                // Too many were alike: look at more.
                look = look.saturating_mul(2);
                continue;
            }
            self.slack = lost + lost / 4;
            self.twins += lost as u64;
            children.retain(|c| c.rank != 0);
            if look < all {
                std::mem::swap(&mut self.children, &mut self.top);
            }
            return outside;
        }
    }

    /// Copies the best `look` children, and those that tie with the last of them, to `top`.
    fn top(&mut self, look: usize) -> Outside {
        let (least, _) = nth_best(self.children.iter().map(|c| c.rank), look, &mut self.scratch);
        self.top.clear();
        let mut outside = Outside { key: key_of(least), count: 0 };
        for child in &self.children {
            if child.rank >= least {
                self.top.push(*child);
            } else {
                outside.count += u64::from(key_of(child.rank) == outside.key);
            }
        }
        outside
    }
}

/// Finds the likeness of every child.
fn find<F>(words: &mut Vec<u64>, children: &[Child], threads: usize, likeness: &F)
where
    F: Fn(&Child) -> u64 + Sync,
{
    if children.len() < WORTH_SHARING || threads <= 1 {
        words.clear();
        words.extend(children.iter().map(likeness));
        return;
    }
    words.resize(children.len(), 0);
    let size = children.len().div_ceil(threads);
    std::thread::scope(|scope| {
        for (words, children) in words.chunks_mut(size).zip(children.chunks(size)) {
            scope.spawn(move || words.iter_mut().zip(children).for_each(|(word, child)| *word = likeness(child)));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::likeness::mix;
    use edgewise_puzzle::Rng;

    /// From the best downwards, each that is like none taken before.
    fn slowly(children: &[Child], want: usize, likeness: impl Fn(&Child) -> u64) -> Vec<Child> {
        let mut sorted: Vec<(usize, Child)> = children.iter().copied().enumerate().collect();
        sorted.sort_by_key(|&(i, c)| (std::cmp::Reverse(c.rank), i));
        let mut seen = std::collections::HashSet::new();
        sorted.retain(|(_, c)| seen.insert(likeness(c)));
        sorted.truncate(want);
        sorted.sort_by_key(|s| s.0);
        sorted.into_iter().map(|s| s.1).collect()
    }

    #[test]
    fn settling_now_and_then_leaves_what_a_full_sort_leaves() {
        let mut rng = Rng::new(9);
        for round in 0..120 {
            let want = 1 + rng.index(400);
            let kinds = [3, 100, 1 << 40][round % 3];
            let salt = rng.next_u64();
            let likeness = |c: &Child| mix(mix(u64::from(c.parent) ^ salt) % kinds);
            let mut pool = Pool::default();
            let mut all = Vec::new();
            for _ in 0..1 + rng.index(4) {
                for _ in 0..rng.index(3000) {
                    let child = Child::new((1 + rng.below(5)) << 32 | rng.below(40) | 1, all.len(), 0, 0);
                    all.push(child);
                    if child.rank > pool.floor {
                        pool.children.push(child);
                    }
                }
                pool.settle(want, 1 + round % 2, Some(&likeness));
                assert_eq!(pool.children, slowly(&all, want, likeness));
                assert_eq!(pool.floor > 0, pool.children.len() == want);
            }
        }
    }

    #[test]
    fn ties_at_the_cut_are_counted() {
        let mut rng = Rng::new(10);
        for _ in 0..200 {
            let want = 1 + rng.index(300);
            let mut pool = Pool::default();
            let mut all = Vec::new();
            for _ in 0..1 + rng.index(4) {
                for _ in 0..rng.index(900) {
                    let child = Child::new((1 + rng.below(3)) << 32 | rng.next_u64() >> 32 | 1, all.len(), 0, 0);
                    all.push(child);
                    if child.rank > pool.floor {
                        pool.children.push(child);
                    } else {
                        pool.tied += u64::from(key_of(child.rank) == key_of(pool.floor));
                    }
                }
                pool.settle(want, 1, None::<&fn(&Child) -> u64>);
            }
            let tied = all.iter().filter(|c| pool.floor > 0 && key_of(c.rank) == key_of(pool.floor)).count();
            let kept = pool.children.iter().filter(|c| pool.floor > 0 && key_of(c.rank) == key_of(pool.floor)).count();
            assert_eq!(pool.tied, (tied - kept) as u64);
        }
    }
}
