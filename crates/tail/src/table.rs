//! What a search remembers: states from which so many more breaks are proven too few.
//!
//! Entries hold the whole state, so an answer is never a mistaken one. The table grows while it may; then new
//! entries push out those that speak for less.

/// Bits of a frontier key; states with wider keys are not remembered.
pub(crate) const KEY_BITS: u32 = 56;
const WAYS: usize = 4;

#[derive(Clone, Copy, Default)]
struct Entry {
    used: u64,
    /// The frontier's key above, and below the breaks that are too few, plus one; 0 marks an empty entry.
    packed: u64,
}

/// The table.
pub(crate) struct Table {
    entries: Vec<Entry>,
    filled: usize,
    most: usize,
}

impl Table {
    /// A table of at most `bytes` bytes, or none at all.
    pub(crate) fn new(bytes: usize) -> Table {
        let most = (bytes / size_of::<Entry>()).checked_ilog2().map_or(0, |log| 1usize << log);
        let first = most.min(1 << 14);
        Table { entries: vec![Entry::default(); if first < WAYS { 0 } else { first }], filled: 0, most }
    }

    fn bucket(&self, used: u64, key: u64) -> usize {
        let mut hash =
            used.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(32);
        hash = (hash ^ (hash >> 32)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        (hash >> 20) as usize & (self.entries.len() - 1) & !(WAYS - 1)
    }

    /// The breaks known to be too few after this state, plus one; 0 if nothing is known.
    pub(crate) fn too_few(&self, used: u64, key: u64) -> u8 {
        if self.entries.is_empty() {
            return 0;
        }
        let at = self.bucket(used, key);
        let found =
            self.entries[at..at + WAYS].iter().find(|e| e.used == used && e.packed >> 8 == key && e.packed != 0);
        found.map_or(0, |e| e.packed as u8)
    }

    /// Remembers that `breaks` more are too few after this state.
    pub(crate) fn remember(&mut self, used: u64, key: u64, breaks: u8) {
        if self.entries.is_empty() {
            return;
        }
        if self.filled * 2 > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        let packed = key << 8 | u64::from(breaks.saturating_add(1));
        let at = self.bucket(used, key);
        let ways = &mut self.entries[at..at + WAYS];
        let place = ways.iter().position(|e| e.packed == 0 || e.used == used && e.packed >> 8 == key);
        match place {
            Some(i) => {
                self.filled += usize::from(ways[i].packed == 0);
                ways[i] = Entry { used, packed: packed.max(ways[i].packed) };
            }
            None => {
                // Early states speak for more: of the states in the bucket the latest goes.
                let latest = (0..WAYS).max_by_key(|&i| (ways[i].used.count_ones(), i)).unwrap_or(0);
                if ways[latest].used.count_ones() >= used.count_ones() {
                    ways[latest] = Entry { used, packed };
                }
            }
        }
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * 4).min(self.most);
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); size]);
        self.filled = 0;
        for entry in old.into_iter().filter(|e| e.packed != 0) {
            self.remember(entry.used, entry.packed >> 8, (entry.packed as u8).saturating_sub(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::Rng;
    use std::collections::HashMap;

    #[test]
    fn what_is_answered_was_remembered() {
        let mut rng = Rng::new(2);
        for bytes in [0, 1 << 10, 1 << 22] {
            let mut table = Table::new(bytes);
            let mut told: HashMap<(u64, u64), u8> = HashMap::new();
            let mut kept = 0;
            for _ in 0..40_000 {
                let (used, key) = (rng.index(100) as u64, rng.index(50) as u64);
                if rng.index(2) == 0 {
                    let breaks = rng.index(20) as u8;
                    table.remember(used, key, breaks);
                    let most = told.entry((used, key)).or_default();
                    *most = (*most).max(breaks + 1);
                } else {
                    let answer = table.too_few(used, key);
                    let most = told.get(&(used, key)).copied().unwrap_or(0);
                    assert!(answer <= most);
                    kept += usize::from(answer == most && most > 0);
                }
            }
            match bytes {
                0 => assert_eq!(kept, 0),
                1024 => assert!(kept > 10),
                _ => assert!(kept > 10_000, "{kept}"),
            }
        }
    }
}
