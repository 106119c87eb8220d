//! The same tree on a bit matrix, for problems of up to [`MOST`] options.
//!
//! Two options exclude each other or not, whatever else is chosen: they do if they share an item and do
//! not both give it the same colour. So a node is a set of options that remain, one bit each; trying an
//! option is one AND with the row of what it leaves; the number of options an item still has is a
//! count of bits under its mask. Nothing is put back: a level keeps its own set. The work per node does
//! not shrink as links do when options go, but it is a handful of vector operations an item, which is
//! why this wins as long as the matrix fits the cache.
//!
//! Own code on an old idea (bit-parallel constraint checking). An update is a count of one item's
//! remaining options.

use super::{Kernel, Pause, State};
use crate::limits::Meter;
use crate::problem::Member;

/// The most options: 32 MiB of matrix.
pub(crate) const MOST: usize = 16_384;

/// Bits are handled in blocks of 512.
const WORDS: usize = 8;

/// A cache line of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
struct Block([u64; WORDS]);

impl Block {
    const EMPTY: Block = Block([0; WORDS]);

    fn set(blocks: &mut [Block], bit: usize) {
        blocks[bit / (64 * WORDS)].0[bit / 64 % WORDS] |= 1 << (bit % 64);
    }
}

/// A word of an item's mask that is not 0, and its number.
#[derive(Clone, Copy, Debug)]
struct Word {
    mask: u64,
    place: u32,
}

/// An item with at most this many such words is counted word by word, one with more block by block.
const FEW: usize = 6;

/// One level of the path.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Index of the word in which the option being tried stands.
    word: u32,
    /// The bits of it that are still to be tried.
    rest: u64,
    /// The bit being tried.
    bit: u32,
    tried: u32,
    of: u32,
}

/// The bit matrix and the sets of the path.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    /// Blocks of a set of options.
    blocks: usize,
    /// For every option what it leaves, itself not included.
    rows: Vec<Block>,
    /// The words of all primary items' masks, and where every item's begin.
    words: Vec<Word>,
    word_begin: Vec<u32>,
    /// The blocks of the masks of primary items with many words, their numbers, and where every item's
    /// begin.
    masks: Vec<Block>,
    places: Vec<u32>,
    begin: Vec<u32>,
    /// Words of a set of primary items.
    item_words: usize,
    /// For every option the primary items it leaves.
    leaves: Vec<u64>,
    /// Number of the option behind every bit.
    number: Vec<u32>,
    /// Sets of options, one a level, root first.
    sets: Vec<Block>,
    /// Sets of primary items not covered, one a level.
    active: Vec<u64>,
    levels: Vec<Level>,
    state: State,
    /// The item that ended the last node: a good guess at what ends the next.
    suspect: u32,
    /// See [`crate::Settings::in_order`].
    pub(crate) in_order: bool,
    updates: u64,
}

/// Word `place` of a set.
#[inline]
fn word_of(set: &[Block], place: u32) -> u64 {
    set[place as usize / WORDS].0[place as usize % WORDS]
}

#[inline]
fn ones(set: &Block, mask: &Block) -> u32 {
    set.0.iter().zip(&mask.0).map(|(a, b)| (a & b).count_ones()).sum()
}

impl Bits {
    /// A search at its root; `None` if there are too many options.
    pub(crate) fn new<'a>(items: usize, primary: usize, options: impl Iterator<Item = &'a [Member]>) -> Option<Bits> {
        let has_primary = |option: &[Member]| option.iter().any(|m| (m.item as usize) < primary);
        let options: Vec<(u32, &[Member])> = (0..).zip(options).filter(|(_, o)| has_primary(o)).collect();
        if options.len() > MOST {
            return None;
        }
        let blocks = options.len().div_ceil(64 * WORDS).max(1);
        let mut all = vec![vec![Block::EMPTY; blocks]; items];
        let mut coloured: std::collections::HashMap<Member, Vec<Block>> = std::collections::HashMap::new();
        for (bit, (_, option)) in options.iter().enumerate() {
            for member in *option {
                Block::set(&mut all[member.item as usize], bit);
                if member.colour != 0 {
                    Block::set(coloured.entry(*member).or_insert_with(|| vec![Block::EMPTY; blocks]), bit);
                }
            }
        }
        let mut rows = Vec::with_capacity(options.len() * blocks);
        for (bit, (_, option)) in options.iter().enumerate() {
            let mut row = vec![Block([u64::MAX; WORDS]); blocks];
            for member in *option {
                let same = coloured.get(member);
                for (block, row) in row.iter_mut().enumerate() {
                    for (word, row) in row.0.iter_mut().enumerate() {
                        let agree = same.map_or(0, |same| same[block].0[word]);
                        *row &= !all[member.item as usize][block].0[word] | agree;
                    }
                }
            }
            row[bit / (64 * WORDS)].0[bit / 64 % WORDS] &= !(1 << (bit % 64));
            rows.extend(row);
        }
        let mut root = vec![Block::EMPTY; blocks];
        (0..options.len()).for_each(|bit| Block::set(&mut root, bit));
        let item_words = primary.div_ceil(64);
        let set_of = |items: &mut dyn Iterator<Item = u32>| {
            let mut set = vec![0u64; item_words];
            items.for_each(|item| set[item as usize / 64] |= 1 << (item % 64));
            set
        };
        let mut leaves = Vec::with_capacity(options.len() * item_words);
        for (_, option) in &options {
            let covered = set_of(&mut option.iter().map(|m| m.item).filter(|&i| (i as usize) < primary));
            leaves.extend(covered.into_iter().map(|word| !word));
        }
        let mut bits = Bits {
            blocks,
            rows,
            words: Vec::new(),
            word_begin: vec![0],
            masks: Vec::new(),
            places: Vec::new(),
            begin: vec![0],
            item_words,
            leaves,
            number: options.iter().map(|(number, _)| *number).collect(),
            sets: root,
            active: set_of(&mut (0..primary as u32)),
            levels: Vec::new(),
            state: State::Enter,
            suspect: 0,
            in_order: false,
            updates: 0,
        };
        all[..primary].iter().for_each(|mask| bits.push_mask(mask));
        Some(bits)
    }

    /// Adds the mask of the next primary item.
    fn push_mask(&mut self, mask: &[Block]) {
        let before = self.words.len();
        let words = mask.iter().flat_map(|block| block.0);
        self.words.extend((0..).zip(words).filter(|w| w.1 != 0).map(|(place, mask)| Word { mask, place }));
        self.word_begin.push(self.words.len() as u32);
        if self.words.len() - before > FEW {
            for (place, &mask) in (0..).zip(mask).filter(|(_, m)| **m != Block::EMPTY) {
                self.masks.push(mask);
                self.places.push(place);
            }
        }
        self.begin.push(self.masks.len() as u32);
    }

    /// How many options of an item remain in a set.
    #[inline]
    fn left(&self, set: &[Block], item: u32) -> u32 {
        let range = self.begin[item as usize] as usize..self.begin[item as usize + 1] as usize;
        if range.is_empty() {
            let words = self.word_begin[item as usize] as usize..self.word_begin[item as usize + 1] as usize;
            return self.words[words].iter().map(|word| (word_of(set, word.place) & word.mask).count_ones()).sum();
        }
        let masks = self.masks[range.clone()].iter().zip(&self.places[range]);
        masks.map(|(mask, &place)| ones(&set[place as usize], mask)).sum()
    }

    /// The set of options at a depth.
    #[inline]
    fn set(&self, depth: usize) -> &[Block] {
        &self.sets[depth * self.blocks..][..self.blocks]
    }

    /// The set of primary items not covered at the deepest node.
    #[inline]
    fn active(&self) -> &[u64] {
        &self.active[self.levels.len() * self.item_words..][..self.item_words]
    }

    /// The first active item with the fewest options, and their number.
    #[inline]
    fn choose(&mut self) -> (u32, u32) {
        let set = self.set(self.levels.len());
        let active = self.active();
        if self.in_order {
            let first = (0..).zip(active).find(|(_, word)| **word != 0);
            let item = first.map_or(0, |(number, word): (u32, _)| number * 64 + word.trailing_zeros());
            let left = self.left(set, item);
            self.updates += 1;
            return (item, left);
        }
        let (suspect, mut updates) = (self.suspect, 1);
        let mut best = u64::MAX;
        if active[suspect as usize / 64] >> (suspect % 64) & 1 == 1 && self.left(set, suspect) == 0 {
            best = u64::from(suspect);
        } else {
            'items: for (number, &word) in (0..).zip(active) {
                let mut rest = word;
                while rest != 0 {
                    let item = number * 64 + rest.trailing_zeros();
                    rest &= rest - 1;
                    updates += 1;
                    let left = self.left(set, item);
                    best = best.min(u64::from(left) << 32 | u64::from(item));
                    if left == 0 {
                        break 'items;
                    }
                }
            }
        }
        self.updates += updates;
        let (item, left) = (best as u32, (best >> 32) as u32);
        if left == 0 {
            self.suspect = item;
        }
        (item, left)
    }

    /// Goes on to the next option of the last level's item in the set of the node above it: its bit.
    #[inline]
    fn next_bit(&mut self) -> u32 {
        let depth = self.levels.len() - 1;
        let set = &self.sets[depth * self.blocks..][..self.blocks];
        let level = &mut self.levels[depth];
        while level.rest == 0 {
            level.word += 1;
            let word = self.words[level.word as usize];
            level.rest = word_of(set, word.place) & word.mask;
        }
        level.bit = self.words[level.word as usize].place * 64 + level.rest.trailing_zeros();
        level.rest &= level.rest - 1;
        level.tried += 1;
        level.bit
    }

    /// Opens a level for an item with `of` options.
    fn open(&mut self, item: u32, of: u32) {
        let at = self.word_begin[item as usize];
        let word = self.words[at as usize];
        let rest = word_of(self.set(self.levels.len()), word.place) & word.mask;
        self.levels.push(Level { word: at, rest, bit: 0, tried: 0, of });
    }

    /// Makes the node below an option.
    #[inline]
    fn enter(&mut self, bit: u32) {
        let depth = self.levels.len();
        let (blocks, words) = (self.blocks, self.item_words);
        if self.sets.len() < (depth + 1) * blocks {
            self.sets.resize((depth + 1) * blocks, Block::EMPTY);
            self.active.resize((depth + 1) * words, 0);
        }
        let row = &self.rows[bit as usize * blocks..][..blocks];
        let (above, below) = self.sets.split_at_mut(depth * blocks);
        let above = &above[(depth - 1) * blocks..];
        for ((below, above), row) in below.iter_mut().zip(above).zip(row) {
            *below = Block(std::array::from_fn(|word| above.0[word] & row.0[word]));
        }
        let leaves = &self.leaves[bit as usize * words..][..words];
        let (above, below) = self.active.split_at_mut(depth * words);
        for ((below, above), leaves) in below.iter_mut().zip(&above[(depth - 1) * words..]).zip(leaves) {
            *below = above & leaves;
        }
    }
}

impl Kernel for Bits {
    fn advance<const COUNT: bool>(&mut self, meter: &mut Meter) -> Pause {
        let pause = loop {
            match self.state {
                State::Enter => {
                    let remaining: u32 = self.active().iter().map(|word| word.count_ones()).sum();
                    self.state = State::Back;
                    if remaining == 0 {
                        meter.solutions += 1;
                        if !COUNT || meter.solutions >= meter.solutions_at {
                            break Pause::Solution;
                        }
                        continue;
                    }
                    let (item, of) = self.choose();
                    if COUNT && remaining == 1 && meter.allows(u64::from(of)) {
                        meter.nodes += u64::from(of);
                        meter.solutions += u128::from(of);
                    } else if of > 0 {
                        self.open(item, of);
                        self.state = State::Try;
                    }
                }
                State::Try => {
                    let Some(&level) = self.levels.last() else { break Pause::Done };
                    if level.tried == level.of {
                        self.levels.pop();
                        self.state = State::Back;
                        continue;
                    }
                    if meter.nodes >= meter.pause_at {
                        break Pause::Look;
                    }
                    let bit = self.next_bit();
                    meter.nodes += 1;
                    self.enter(bit);
                    self.state = State::Enter;
                }
                State::Back if self.levels.is_empty() => self.state = State::Done,
                State::Back => self.state = State::Try,
                State::Done => break Pause::Done,
            }
        };
        meter.updates = self.updates;
        pause
    }

    fn path(&self, options: &mut Vec<u32>) {
        options.clear();
        let bits = self.levels.iter().filter(|level| level.tried > 0);
        options.extend(bits.map(|level| self.number[level.bit as usize]));
    }

    fn levels(&self, levels: &mut Vec<(u32, u32)>) {
        levels.clear();
        levels.extend(self.levels.iter().map(|level| (level.tried, level.of)));
    }

    fn memory(&self) -> usize {
        let blocks = self.rows.capacity() + self.sets.capacity() + self.masks.capacity();
        let doubles = self.leaves.capacity() + self.active.capacity();
        let singles =
            self.places.capacity() + self.begin.capacity() + self.word_begin.capacity() + self.number.capacity();
        blocks * size_of::<Block>()
            + self.words.capacity() * size_of::<Word>()
            + self.levels.capacity() * size_of::<Level>()
            + doubles * size_of::<u64>()
            + singles * size_of::<u32>()
    }
}
