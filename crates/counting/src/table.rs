//! Tables from keys to counts.

use crate::key::Key;
use crate::limits::{Control, Halt, Stop};

/// A hash table with open addressing. Counts are never 0, so 0 marks a free slot.
#[derive(Debug)]
pub(crate) struct Table<const N: usize> {
    keys: Vec<Key<N>>,
    counts: Vec<u128>,
    len: usize,
    /// Additions, those to a key already there included.
    pub(crate) added: u64,
}

const FIRST: usize = 1 << 8;

impl<const N: usize> Table<N> {
    pub(crate) fn new() -> Table<N> {
        Table { keys: Vec::new(), counts: Vec::new(), len: 0, added: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    fn bytes_of(slots: usize) -> usize {
        slots * (size_of::<Key<N>>() + size_of::<u128>())
    }

    fn slot(&self, key: &Key<N>) -> usize {
        let mask = self.keys.len() - 1;
        let mut slot = (key.hash() >> 20) as usize & mask;
        while self.counts[slot] != 0 && self.keys[slot] != *key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Whether one more key may need a table twice as large.
    pub(crate) fn is_full(&self) -> bool {
        4 * (self.len + 1) > 3 * self.keys.len()
    }

    /// Whether a table twice as large is at most `share` bytes and there is room for it.
    pub(crate) fn may_grow_within(&self, share: usize, control: &Control) -> bool {
        Self::bytes_of((2 * self.keys.len()).max(FIRST)) <= share.min(control.room())
    }

    /// Doubles the slots.
    pub(crate) fn grow(&mut self, control: &Control) {
        let before = self.keys.len();
        let slots = (2 * before).max(FIRST);
        control.book(Self::bytes_of(before), Self::bytes_of(slots));
        let keys = std::mem::replace(&mut self.keys, vec![Key::EMPTY; slots]);
        let counts = std::mem::replace(&mut self.counts, vec![0; slots]);
        for (key, count) in keys.into_iter().zip(counts).filter(|e| e.1 != 0) {
            let slot = self.slot(&key);
            self.keys[slot] = key;
            self.counts[slot] = count;
        }
    }

    /// Adds to the count of a key; the table must not be full.
    pub(crate) fn add(&mut self, key: &Key<N>, count: u128) -> Result<(), Halt> {
        self.added += 1;
        let slot = self.slot(key);
        if self.counts[slot] == 0 {
            self.keys[slot] = *key;
            self.len += 1;
        }
        self.counts[slot] = self.counts[slot].checked_add(count).ok_or(Halt::Overflow)?;
        Ok(())
    }

    /// [`Self::add`] in a table that grows as long as there is memory.
    pub(crate) fn add_growing(&mut self, key: &Key<N>, count: u128, control: &Control) -> Result<(), Halt> {
        if self.is_full() {
            if !self.may_grow_within(usize::MAX, control) {
                return Err(Halt::Stop(Stop::Memory));
            }
            self.grow(control);
        }
        self.add(key, count)
    }

    /// The count of a key, 0 if it is not there.
    pub(crate) fn get(&self, key: &Key<N>) -> u128 {
        if self.len == 0 { 0 } else { self.counts[self.slot(key)] }
    }

    /// All entries.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key<N>, u128)> {
        self.keys.iter().copied().zip(self.counts.iter().copied()).filter(|e| e.1 != 0)
    }

    /// Forgets all entries and keeps the slots.
    pub(crate) fn clear(&mut self) {
        self.counts.fill(0);
        self.len = 0;
        self.added = 0;
    }

    /// Gives the memory back.
    pub(crate) fn release(self, control: &Control) {
        control.book(Self::bytes_of(self.keys.len()), 0);
    }
}

/// Keys with counts, gathered first and then found by some of their fields.
#[derive(Debug)]
pub(crate) struct Index<const N: usize> {
    entries: Vec<(Key<N>, u128)>,
    /// Of every entry the one before with the same hash, plus 1; 0 ends the chain.
    next: Vec<u32>,
    /// The last entry of every hash, plus 1.
    heads: Vec<u32>,
    /// The fields entries are found by.
    mask: Key<N>,
}

impl<const N: usize> Index<N> {
    pub(crate) fn new(mask: Key<N>) -> Index<N> {
        Index { entries: Vec::new(), next: Vec::new(), heads: Vec::new(), mask }
    }

    /// Bytes of so many entries, once linked.
    fn bytes_of(entries: usize) -> usize {
        entries * (size_of::<(Key<N>, u128)>() + 4) + 4 * Self::heads_of(entries)
    }

    fn heads_of(entries: usize) -> usize {
        (2 * entries).next_power_of_two()
    }

    fn hashed(&self, masked: &Key<N>) -> usize {
        (masked.hash() >> 20) as usize & (self.heads.len() - 1)
    }

    /// Adds an entry; `false` if there is no room for it.
    pub(crate) fn push(&mut self, key: &Key<N>, count: u128, control: &Control) -> bool {
        let entries = self.entries.capacity();
        if self.entries.len() == entries {
            let more = (entries / 2).max(FIRST);
            let (before, after) = (Self::bytes_of(entries), Self::bytes_of(entries + more));
            if after.saturating_sub(before) > control.room() || entries + more > u32::MAX as usize / 4 {
                return false;
            }
            self.entries.reserve_exact(more);
            control.book(before, Self::bytes_of(self.entries.capacity()));
        }
        self.entries.push((*key, count));
        true
    }

    /// Links all entries, so that they can be found.
    pub(crate) fn link(&mut self) {
        self.heads.clear();
        self.heads.resize(Self::heads_of(self.entries.len()), 0);
        self.next.clear();
        self.next.reserve_exact(self.entries.len());
        for i in 0..self.entries.len() {
            let head = self.hashed(&self.entries[i].0.and(&self.mask));
            self.next.push(self.heads[head]);
            self.heads[head] = i as u32 + 1;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The chain that entries with these fields are in, for [`Self::find`].
    pub(crate) fn head(&self, masked: &Key<N>) -> u32 {
        self.heads[self.hashed(masked)]
    }

    /// The entries of a chain whose fields under the mask are these.
    pub(crate) fn find<'a>(&'a self, head: u32, masked: &'a Key<N>) -> impl Iterator<Item = (Key<N>, u128)> + 'a {
        let mut at = head as usize;
        std::iter::from_fn(move || {
            let i = at.checked_sub(1)?;
            at = self.next[i] as usize;
            Some(self.entries[i])
        })
        .filter(move |entry| entry.0.and(&self.mask) == *masked)
    }

    /// Forgets all entries and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Gives the memory back.
    pub(crate) fn release(self, control: &Control) {
        control.book(Self::bytes_of(self.entries.capacity()), 0);
    }
}
