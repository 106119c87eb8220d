//! De-duplication: of all children alike the best stays.
//!
//! Alike children are found in an open-addressing table. The likenesses are shared out over threads
//! by their leading bits, so every thread has a table of its own; which child stays depends on ranks
//! and on the order of the children alone.

use crate::child::Child;

/// A table entry that is free.
const FREE: u32 = u32::MAX;
/// Fewest children that are shared out over threads.
const WORTH_SHARING: usize = 1 << 15;

/// Finds children that are alike. Keeps its tables between uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Twins {
    tables: Vec<Vec<u32>>,
    lost: Vec<Vec<u32>>,
}

impl Twins {
    /// Marks every child of `pool` that is no better than one alike: its rank becomes 0. `likeness`
    /// has one entry a child. Returns how many were marked.
    pub(crate) fn mark(&mut self, pool: &mut [Child], likeness: &[u64], threads: usize) -> usize {
        let shares = if pool.len() < WORTH_SHARING { 1 } else { threads.max(1) };
        self.tables.resize_with(shares, Vec::new);
        self.lost.resize_with(shares, Vec::new);
        let whole = &*pool;
        let work = self.tables.iter_mut().zip(&mut self.lost);
        if shares == 1 {
            work.for_each(|(table, lost)| losers(whole, likeness, 0, 1, table, lost));
        } else {
            std::thread::scope(|scope| {
                for (share, (table, lost)) in work.enumerate() {
                    scope.spawn(move || losers(whole, likeness, share as u64, shares as u64, table, lost));
                }
            });
        }
        for &i in self.lost.iter().flatten() {
            pool[i as usize].rank = 0;
        }
        self.lost.iter().map(Vec::len).sum()
    }
}

/// Finds the losers among the children whose likeness belongs to `share` of `shares`.
fn losers(pool: &[Child], likeness: &[u64], share: u64, shares: u64, table: &mut Vec<u32>, lost: &mut Vec<u32>) {
    let expected = pool.len() / shares as usize;
    let mut size = (2 * expected + 16).next_power_of_two();
    table.clear();
    table.resize(size, FREE);
    lost.clear();
    let mut entries = 0;
    for (i, &word) in likeness.iter().enumerate() {
        // The leading bits choose the share, the lowest the place in the table.
        if shares > 1 && ((word >> 32) * shares) >> 32 != share {
            continue;
        }
        if 4 * entries > 3 * size {
            size *= 2;
            grow(table, size, likeness);
        }
        let mut at = word as usize & (size - 1);
        loop {
            let held = table[at];
            if held == FREE {
                table[at] = i as u32;
                entries += 1;
                break;
            }
            if likeness[held as usize] == word {
                let better = pool[i].rank > pool[held as usize].rank;
                lost.push(if better { held } else { i as u32 });
                if better {
                    table[at] = i as u32;
                }
                break;
            }
            at = (at + 1) & (size - 1);
        }
    }
}

/// Moves all entries to a table of `size`.
fn grow(table: &mut Vec<u32>, size: usize, likeness: &[u64]) {
    let old = std::mem::replace(table, vec![FREE; size]);
    for held in old.into_iter().filter(|&h| h != FREE) {
        let mut at = likeness[held as usize] as usize & (size - 1);
        while table[at] != FREE {
            at = (at + 1) & (size - 1);
        }
        table[at] = held;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::likeness::mix;
    use edgewise_puzzle::Rng;

    #[test]
    fn the_best_of_each_kind_stays_whatever_the_threads() {
        let mut rng = Rng::new(5);
        for (len, kinds) in [(1, 1), (50, 3), (4000, 900), (40_000, 30_000), (70_000, 9)] {
            let pool: Vec<Child> = (0..len).map(|i| Child::new(1 + rng.below(len as u64), i, 0, 0)).collect();
            let likeness: Vec<u64> = (0..len).map(|_| mix(rng.below(kinds))).collect();
            let mut best = std::collections::HashMap::new();
            for (child, word) in pool.iter().zip(&likeness) {
                let held = best.entry(*word).or_insert(*child);
                if child.rank > held.rank {
                    *held = *child;
                }
            }
            for threads in [1, 2, 5] {
                let mut marked = pool.clone();
                let lost = Twins::default().mark(&mut marked, &likeness, threads);
                assert_eq!(lost, len - best.len());
                for (i, child) in marked.iter().enumerate() {
                    let stays = best[&likeness[i]].parent == child.parent;
                    assert_eq!(child.rank, if stays { pool[i].rank } else { 0 });
                }
            }
        }
    }

    #[test]
    fn likenesses_that_crowd_one_share_are_kept_apart() {
        let len = 50_000;
        let mut pool: Vec<Child> = (0..len).map(|i| Child::new(7, i, 0, 0)).collect();
        let likeness: Vec<u64> = (0..len as u64).map(|i| i / 2).collect();
        assert_eq!(Twins::default().mark(&mut pool, &likeness, 4), len / 2);
        assert!(pool.iter().enumerate().all(|(i, c)| (c.rank == 0) == (i % 2 == 1)));
    }
}
