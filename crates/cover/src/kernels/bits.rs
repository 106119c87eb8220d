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

/// One level of the path.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    /// The bit being tried; [`NONE`] before the first.
    bit: u32,
    tried: u32,
    of: u32,
}

const NONE: u32 = u32::MAX;

/// The bit matrix and the sets of the path.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    /// Blocks of a set.
    blocks: usize,
    /// For every option what it leaves, itself not included.
    rows: Vec<Block>,
    /// The masks of all primary items without their empty blocks, which block each is, and where every
    /// item's begin.
    masks: Vec<Block>,
    places: Vec<u32>,
    begin: Vec<u32>,
    /// For every option its primary items.
    covers: Vec<Vec<u32>>,
    /// Number of the option behind every bit.
    number: Vec<u32>,
    /// Sets of options, one a level, root first.
    sets: Vec<Block>,
    /// Primary items not covered, a list a level, in item order.
    active: Vec<Vec<u32>>,
    levels: Vec<Level>,
    state: State,
    /// The item that ended the last node: a good guess at what ends the next.
    suspect: u32,
    updates: u64,
}

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
        let (mut masks, mut places, mut begin) = (Vec::new(), Vec::new(), vec![0]);
        for mask in &all[..primary] {
            for (block, &mask) in (0..).zip(mask).filter(|(_, m)| **m != Block::EMPTY) {
                masks.push(mask);
                places.push(block);
            }
            begin.push(masks.len() as u32);
        }
        let mut root = vec![Block::EMPTY; blocks];
        (0..options.len()).for_each(|bit| Block::set(&mut root, bit));
        let covered = |option: &[Member]| option.iter().map(|m| m.item).filter(|&i| (i as usize) < primary).collect();
        Some(Bits {
            blocks,
            rows,
            masks,
            places,
            begin,
            covers: options.iter().map(|(_, option)| covered(option)).collect(),
            number: options.iter().map(|(number, _)| *number).collect(),
            sets: root,
            active: vec![(0..primary as u32).collect()],
            levels: Vec::new(),
            state: State::Enter,
            suspect: 0,
            updates: 0,
        })
    }

    /// The blocks of an item's mask and their numbers.
    fn mask(&self, item: u32) -> impl Iterator<Item = (&Block, usize)> {
        let range = self.begin[item as usize] as usize..self.begin[item as usize + 1] as usize;
        self.masks[range.clone()].iter().zip(&self.places[range]).map(|(mask, &place)| (mask, place as usize))
    }

    /// How many options of an item remain in a set.
    #[inline]
    fn left(&self, set: &[Block], item: u32) -> u32 {
        self.mask(item).map(|(mask, place)| ones(&set[place], mask)).sum()
    }

    /// The set of the deepest node.
    fn set(&self) -> &[Block] {
        &self.sets[self.levels.len() * self.blocks..][..self.blocks]
    }

    /// The first active item with the fewest options, and their number.
    fn choose(&mut self) -> (u32, u32) {
        let depth = self.levels.len();
        let set = self.set();
        let active = &self.active[depth];
        let mut best = (0, u32::MAX);
        let mut updates = 1;
        if active.contains(&self.suspect) && self.left(set, self.suspect) == 0 {
            best = (self.suspect, 0);
        } else {
            for &item in active {
                updates += 1;
                let left = self.left(set, item);
                if left < best.1 {
                    best = (item, left);
                    if left == 0 {
                        break;
                    }
                }
            }
        }
        self.updates += updates;
        if best.1 == 0 {
            self.suspect = best.0;
        }
        best
    }

    /// The first option of the item after bit `last` (or at all) in the set of the node above the
    /// last level.
    fn next_bit(&self, level: &Level) -> Option<u32> {
        let set = &self.sets[(self.levels.len() - 1) * self.blocks..][..self.blocks];
        let from = level.bit.wrapping_add(1) as usize;
        for (mask, place) in self.mask(level.item) {
            let first = place * WORDS;
            for word in (from / 64).saturating_sub(first)..WORDS {
                let mut bits = set[place].0[word] & mask.0[word];
                if first + word == from / 64 {
                    bits &= u64::MAX << (from % 64);
                }
                if bits != 0 {
                    return Some(((first + word) * 64) as u32 + bits.trailing_zeros());
                }
            }
        }
        None
    }

    /// Makes the node below an option.
    fn enter(&mut self, bit: u32) {
        let depth = self.levels.len();
        let blocks = self.blocks;
        if self.sets.len() < (depth + 1) * blocks {
            self.sets.resize((depth + 1) * blocks, Block::EMPTY);
        }
        let row = &self.rows[bit as usize * blocks..][..blocks];
        let (above, below) = self.sets.split_at_mut(depth * blocks);
        let above = &above[(depth - 1) * blocks..];
        for ((below, above), row) in below.iter_mut().zip(above).zip(row) {
            *below = Block(std::array::from_fn(|word| above.0[word] & row.0[word]));
        }
        if self.active.len() <= depth {
            self.active.push(Vec::new());
        }
        let (above, below) = self.active.split_at_mut(depth);
        let covers = &self.covers[bit as usize];
        below[0].clear();
        below[0].extend(above[depth - 1].iter().filter(|&item| !covers.contains(item)));
    }
}

impl Kernel for Bits {
    fn advance<const COUNT: bool>(&mut self, meter: &mut Meter) -> Pause {
        let pause = loop {
            match self.state {
                State::Enter => {
                    let remaining = self.active[self.levels.len()].len();
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
                        self.levels.push(Level { item, bit: NONE, tried: 0, of });
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
                    let bit = self.next_bit(&level).unwrap_or(NONE);
                    if let Some(level) = self.levels.last_mut() {
                        level.bit = bit;
                        level.tried += 1;
                    }
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
        let bits = self.levels.iter().filter(|level| level.bit != NONE);
        options.extend(bits.map(|level| self.number[level.bit as usize]));
    }

    fn levels(&self, levels: &mut Vec<(u32, u32)>) {
        levels.clear();
        levels.extend(self.levels.iter().map(|level| (level.tried, level.of)));
    }

    fn memory(&self) -> usize {
        let blocks = self.rows.capacity() + self.sets.capacity() + self.masks.capacity();
        let lists =
            self.covers.iter().chain(&self.active).map(|l| l.capacity() * size_of::<u32>() + size_of::<Vec<u32>>());
        blocks * size_of::<Block>() + self.places.capacity() * size_of::<u32>() + lists.sum::<usize>()
    }
}
