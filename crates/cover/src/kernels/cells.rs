//! Algorithm C with sparse sets instead of links ("dancing cells").
//!
//! Source: Knuth's program SSXCC after Solnon, TAOCP 4C pre-fascicle 7A, 7.2.2.3. Shares no code with
//! the dancing links; written to be checked against them. Every item has a set of its remaining
//! options: an array whose first `size` entries are the members. Taking one out swaps it behind the
//! end and shrinks the size; putting everything back is restoring the sizes, since what was taken out
//! still lies behind the end. Items that are settled (covered, or given their colour) leave the list of
//! active items, which is such a set itself, and their own sets are frozen.
//!
//! An update is an option taken out of one item's set or an item taken out of the active ones.

use super::{Kernel, Pause, State};
use crate::limits::Meter;
use crate::problem::Member;

/// An option's place in the set of one of its items.
#[derive(Clone, Copy, Debug)]
struct Cell {
    item: u32,
    colour: u32,
    /// Index into `sets`.
    place: u32,
}

/// One level of the path.
#[derive(Clone, Debug)]
struct Level {
    /// The options here of the item chosen, by first cell, in option order.
    options: Vec<u32>,
    /// How many of them have been begun.
    tried: usize,
    /// Number of active items here.
    active: usize,
    /// Where the saved sizes begin.
    saved: usize,
}

/// The sparse sets.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    cells: Vec<Cell>,
    /// For every cell the range of its option's cells.
    range: Vec<(u32, u32)>,
    /// Number of the option of every cell.
    number: Vec<u32>,
    /// The sets of all items, one after the other; entries are cells.
    sets: Vec<u32>,
    /// Where each item's set begins.
    base: Vec<u32>,
    /// How many entries of it are members.
    size: Vec<u32>,
    /// Items, the active ones first.
    items: Vec<u32>,
    /// Where in `items` each item stands.
    place: Vec<u32>,
    active: usize,
    primary: usize,
    /// See [`crate::Settings::in_order`].
    pub(crate) in_order: bool,
    /// Active primary items.
    remaining: usize,
    levels: Vec<Level>,
    /// Sizes of the items that were active when a level was entered.
    saved: Vec<(u32, u32)>,
    state: State,
    updates: u64,
}

impl Cells {
    /// A search at its root.
    pub(crate) fn new<'a>(items: usize, primary: usize, options: impl Iterator<Item = &'a [Member]>) -> Cells {
        let (mut cells, mut range, mut number) = (Vec::new(), Vec::new(), Vec::new());
        let mut size = vec![0u32; items];
        for (index, option) in options.enumerate() {
            if option.iter().all(|m| m.item as usize >= primary) {
                continue;
            }
            let begin = cells.len() as u32;
            let end = begin + option.len() as u32;
            for member in option {
                cells.push(Cell { item: member.item, colour: member.colour, place: size[member.item as usize] });
                size[member.item as usize] += 1;
                range.push((begin, end));
                number.push(index as u32);
            }
        }
        let ends = size.iter().scan(0, |total, &n| {
            *total += n;
            Some(*total)
        });
        let base: Vec<u32> = ends.zip(&size).map(|(end, &n)| end - n).collect();
        let mut sets = vec![0; cells.len()];
        for (index, cell) in cells.iter_mut().enumerate() {
            cell.place += base[cell.item as usize];
            sets[cell.place as usize] = index as u32;
        }
        Cells {
            cells,
            range,
            number,
            sets,
            base,
            size,
            items: (0..items as u32).collect(),
            place: (0..items as u32).collect(),
            active: items,
            primary,
            in_order: false,
            remaining: primary,
            levels: Vec::new(),
            saved: Vec::new(),
            state: State::Enter,
            updates: 0,
        }
    }

    fn is_active(&self, item: u32) -> bool {
        (self.place[item as usize] as usize) < self.active
    }

    /// The members of an item's set.
    fn members(&self, item: u32) -> std::ops::Range<usize> {
        let base = self.base[item as usize] as usize;
        base..base + self.size[item as usize] as usize
    }

    /// The first primary item with the fewest options.
    fn choose(&self) -> (u32, u32) {
        let active = self.items[..self.active].iter().filter(|&&item| (item as usize) < self.primary);
        let rank = |item: u32| if self.in_order { 0 } else { self.size[item as usize] };
        let best = active.map(|&item| (rank(item), item)).min();
        best.map_or((0, 0), |(_, item)| (item, self.size[item as usize]))
    }

    /// Takes an item out of the active ones.
    fn settle(&mut self, item: u32) {
        self.active -= 1;
        self.updates += 1;
        let (at, last) = (self.place[item as usize], self.items[self.active]);
        self.items.swap(at as usize, self.active);
        self.place[last as usize] = at;
        self.place[item as usize] = self.active as u32;
        self.remaining -= usize::from((item as usize) < self.primary);
    }

    /// Takes an option out of the sets of its items other than `through`; `false` if an active primary
    /// one is left empty. Items that were active `before` the option being placed are still updated,
    /// so that what one of them hides is not hidden again through another.
    fn hide(&mut self, cell: u32, through: u32, before: usize) -> bool {
        let (begin, end) = self.range[cell as usize];
        for at in begin..end {
            let Cell { item, place, .. } = self.cells[at as usize];
            if item == through || self.place[item as usize] as usize >= before {
                continue;
            }
            let size = self.size[item as usize] - 1;
            let last = self.base[item as usize] + size;
            let other = self.sets[last as usize];
            self.sets[last as usize] = at;
            self.sets[place as usize] = other;
            self.cells[other as usize].place = place;
            self.cells[at as usize].place = last;
            self.size[item as usize] = size;
            self.updates += 1;
            if size == 0 && !self.in_order && (item as usize) < self.primary && self.is_active(item) {
                return false;
            }
        }
        true
    }

    /// Settles the items of an option and hides what it excludes; `false` at a dead end.
    fn place(&mut self, cell: u32) -> bool {
        let (begin, end) = self.range[cell as usize];
        let before = self.active;
        for at in begin..end {
            let item = self.cells[at as usize].item;
            if self.is_active(item) {
                self.settle(item);
            }
        }
        for at in begin..end {
            let Cell { item, colour, .. } = self.cells[at as usize];
            if self.place[item as usize] as usize >= before {
                // It had its colour already; what disagrees is gone.
                continue;
            }
            for set in self.members(item) {
                let other = self.sets[set];
                let agrees = colour != 0 && self.cells[other as usize].colour == colour;
                if other != at && !agrees && !self.hide(other, item, before) {
                    return false;
                }
            }
        }
        true
    }

    /// Saves the sizes of the active items and opens a level.
    fn open(&mut self, item: u32) {
        let mut options: Vec<u32> = self.members(item).map(|set| self.sets[set]).collect();
        options.sort_unstable();
        let level = Level { options, tried: 0, active: self.active, saved: self.saved.len() };
        let sizes = self.items[..self.active].iter().map(|&i| (i, self.size[i as usize]));
        self.saved.extend(sizes);
        self.levels.push(level);
    }

    /// Brings the sizes and the active items back to those of the last level.
    fn restore(&mut self) {
        let Some(level) = self.levels.last() else { return };
        self.active = level.active;
        for &(item, size) in &self.saved[level.saved..] {
            self.size[item as usize] = size;
        }
        self.remaining = self.items[..self.active].iter().filter(|&&i| (i as usize) < self.primary).count();
    }
}

impl Kernel for Cells {
    fn advance<const COUNT: bool>(&mut self, meter: &mut Meter) -> Pause {
        let pause = loop {
            match self.state {
                State::Enter => {
                    if self.remaining == 0 {
                        meter.solutions += 1;
                        self.state = State::Back;
                        if !COUNT || meter.solutions >= meter.solutions_at {
                            break Pause::Solution;
                        }
                        continue;
                    }
                    let (item, size) = self.choose();
                    self.state = State::Back;
                    if size > 0 {
                        self.open(item);
                        self.state = State::Try;
                    }
                }
                State::Try => {
                    let Some(level) = self.levels.last_mut() else { break Pause::Done };
                    let Some(&cell) = level.options.get(level.tried) else {
                        self.saved.truncate(level.saved);
                        self.levels.pop();
                        self.state = State::Back;
                        continue;
                    };
                    if meter.nodes >= meter.pause_at {
                        break Pause::Look;
                    }
                    level.tried += 1;
                    meter.nodes += 1;
                    if self.place(cell) {
                        self.state = State::Enter;
                    } else {
                        self.restore();
                    }
                }
                State::Back if self.levels.is_empty() => self.state = State::Done,
                State::Back => {
                    self.restore();
                    self.state = State::Try;
                }
                State::Done => break Pause::Done,
            }
        };
        meter.updates = self.updates;
        pause
    }

    fn path(&self, options: &mut Vec<u32>) {
        options.clear();
        let chosen = self.levels.iter().filter_map(|level| level.options.get(level.tried.wrapping_sub(1)));
        options.extend(chosen.map(|&cell| self.number[cell as usize]));
    }

    fn levels(&self, levels: &mut Vec<(u32, u32)>) {
        levels.clear();
        levels.extend(self.levels.iter().map(|level| (level.tried as u32, level.options.len() as u32)));
    }

    fn memory(&self) -> usize {
        let words =
            self.sets.capacity() + self.number.capacity() + 2 * self.range.capacity() + 4 * self.base.capacity();
        let levels = self.levels.iter().map(|l| size_of::<Level>() + l.options.capacity() * size_of::<u32>());
        self.cells.capacity() * size_of::<Cell>()
            + words * size_of::<u32>()
            + self.saved.capacity() * size_of::<(u32, u32)>()
            + levels.sum::<usize>()
    }
}
