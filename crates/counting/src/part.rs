//! A part of the board that uses up all pieces that can lie in it, counted from both ends.
//!
//! Its cells are cut into two halves. What one half uses the other leaves, and both show the same colours on the
//! seams between them; so the states of one half are kept by (pieces used, colours between), those of the
//! other look for their complement, and what is handed on for each pair are the colours the two show on the
//! seams that leave the part, with the product of the counts.

use std::collections::BTreeMap;

use crate::half::{Half, Layout, words};
use crate::key::{Field, Key, Packer};
use crate::limits::{Control, Halt, Stop};
use crate::table::{Index, Table};
use crate::task::{Meets, Task, seam};
use crate::walk::{Filter, Sink, Walk};

/// How a part is to be counted: its cells in two halves, each in walking order.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cut {
    /// The half whose end states are kept.
    pub(crate) kept: Vec<usize>,
    /// The half whose end states look them up.
    pub(crate) asking: Vec<usize>,
}

impl Cut {
    /// All cells of the part.
    pub(crate) fn cells(&self) -> impl Iterator<Item = usize> {
        self.kept.iter().chain(&self.asking).copied()
    }
}

/// A part laid out.
#[derive(Clone, Debug)]
pub(crate) struct Part<const N: usize> {
    kept: Half<N>,
    asking: Half<N>,
    /// All pieces of the part used.
    full: Key<N>,
    used_mask: Key<N>,
    interface_mask: Key<N>,
    /// The colours shown to the other part.
    exports: Vec<Field>,
}

/// The colours between the part of `cut` and the rest, as fields of a key.
pub(crate) fn exports(task: &Task, cut: &Cut, packer: &mut Packer) -> BTreeMap<usize, Field> {
    let seams = cut.cells().flat_map(|cell| (0..4).map(move |side| (cell, side)));
    let leaving = seams.filter(|&(cell, side)| match task.meets(cell, side) {
        Meets::Free(other) => cut.cells().all(|cell| cell != other),
        _ => false,
    });
    let leaving = leaving.map(|(cell, side)| (seam(task.size, cell, side), task.colours_at(cell, side)));
    let seams: BTreeMap<usize, _> = leaving.collect();
    seams.into_iter().map(|(seam, colours)| (seam, packer.field(colours))).collect()
}

/// The fields of the keys of the part of `cut`, and the words they need.
pub(crate) fn layout(task: &Task, cut: &Cut, exports: &BTreeMap<usize, Field>, packer: &Packer) -> (Layout, usize) {
    let mut packer = packer.clone();
    let mut is_here = vec![false; task.left.len()];
    cut.cells().flat_map(|cell| task.candidates(cell)).for_each(|c| is_here[c.kind] = true);
    let mut used = Vec::with_capacity(is_here.len());
    for (kind, here) in is_here.into_iter().enumerate() {
        used.push(here.then(|| packer.field(0..=usize::from(task.left[kind]))));
    }
    let (kept, asking) = (&cut.kept, &cut.asking);
    let between = kept.iter().flat_map(|&cell| (0..4).map(move |side| (cell, side)));
    let between = between.filter(|&(cell, side)| match task.meets(cell, side) {
        Meets::Free(other) => asking.contains(&other),
        _ => false,
    });
    let field = |(cell, side): (usize, usize)| (seam(task.size, cell, side), packer.field(task.colours_at(cell, side)));
    let interface = between.map(field).collect();
    let layout = Layout { exports: exports.clone(), interface, used, packer };
    let needed = words(task, kept, &layout).max(words(task, asking, &layout));
    (layout, needed)
}

impl<const N: usize> Part<N> {
    pub(crate) fn new(task: &Task, cut: &Cut, layout: &Layout) -> Part<N> {
        let (kept, asking) = (&cut.kept, &cut.asking);
        let fields = || layout.used.iter().enumerate().filter_map(|(kind, field)| field.map(|f| (kind, f)));
        Part {
            full: fields().fold(Key::EMPTY, |key, (kind, field)| key.with(field, usize::from(task.left[kind]))),
            used_mask: Key::mask(fields().map(|f| f.1)),
            interface_mask: Key::mask(layout.interface.values().copied()),
            exports: layout.exports.values().copied().collect(),
            kept: Half::new(task, kept, layout, Some(asking)),
            asking: Half::new(task, asking, layout, Some(kept)),
        }
    }

    /// Whether the part has as many cells as pieces that can lie there; no board is complete otherwise.
    pub(crate) fn fits(task: &Task, cut: &Cut, layout: &Layout) -> bool {
        let pieces = layout.used.iter().zip(&task.left).filter(|u| u.0.is_some()).map(|u| usize::from(*u.1));
        pieces.sum::<usize>() == cut.cells().count()
    }

    /// Hands every pair of states that fill the part to `out`, as the colours shown to the other part, and the
    /// number of ways. With `wanted`, states are dropped as soon as they show what no key of it shows.
    pub(crate) fn run(
        &self,
        control: &Control,
        wanted: Option<&Table<N>>,
        out: impl FnMut(Key<N>, u128) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let filters = [&self.kept, &self.asking].map(|half| match wanted {
            Some(wanted) => self.filters(half, wanted, control),
            None => Vec::new(),
        });
        let index = Index::new(self.used_mask.plus(&self.interface_mask));
        let mut join = Keep { part: self, control, index, filters: &filters[1], out };
        // Most of the memory is for the index, the rest for the meetings of both walks.
        let share = control.room() / 8;
        let walked = Walk::run(&self.kept, control, &filters[0], false, share, &mut join);
        let done = walked.and_then(|()| join.ask());
        join.index.release(control);
        filters.into_iter().flatten().flatten().for_each(|filter| filter.shown.release(control));
        done
    }

    /// The keys of `wanted` as far as the half shows them, by steps placed, where that is worth a look.
    fn filters(&self, half: &Half<N>, wanted: &Table<N>, control: &Control) -> Vec<Option<Filter<N>>> {
        let mut colours = vec![0u128; self.exports.len()];
        for (key, _) in wanted.iter() {
            colours.iter_mut().zip(&self.exports).for_each(|(seen, &field)| *seen |= 1 << (key.get(field) % 128));
        }
        let last = half.exported.len() - 1;
        let filter = |(at, mask): (usize, &Key<N>)| {
            let grows = at > 0 && half.exported[at - 1] != *mask;
            let ends = grows && half.exported[last] == *mask;
            if !grows || !ends && wanted.len() > WORDS {
                return None;
            }
            let shown = masked(wanted, mask, control)?;
            let shows = |field: Field| *mask != mask.minus(&mask.and(&Key::mask([field])));
            let fields = self.exports.iter().zip(&colours).filter(|(field, _)| shows(**field));
            let possible: f64 = fields.map(|(_, seen)| f64::from(seen.count_ones())).product();
            if ends || (shown.len() as f64) < 0.7 * possible {
                return Some(Filter { mask: *mask, shown });
            }
            shown.release(control);
            None
        };
        half.exported.iter().enumerate().map(filter).collect()
    }
}

/// Words up to which every step has its filter.
const WORDS: usize = 1 << 18;

/// The keys of a table as far as `mask` shows them; none if there is no room.
fn masked<const N: usize>(wanted: &Table<N>, mask: &Key<N>, control: &Control) -> Option<Table<N>> {
    let mut table = Table::new();
    for (key, _) in wanted.iter() {
        if table.add_growing(&key.and(mask), 1, control).is_err() {
            table.release(control);
            return None;
        }
    }
    Some(table)
}

/// Keeps the states of one half; when there is no more room, joins them with all of the other and begins anew.
struct Keep<'a, const N: usize, F> {
    part: &'a Part<N>,
    control: &'a Control,
    index: Index<N>,
    filters: &'a [Option<Filter<N>>],
    out: F,
}

impl<const N: usize, F: FnMut(Key<N>, u128) -> Result<(), Halt>> Keep<'_, N, F> {
    /// Walks over the asking half and joins.
    fn ask(&mut self) -> Result<(), Halt> {
        if self.index.is_empty() {
            return Ok(());
        }
        self.index.link();
        let part = self.part;
        let mut ask = Ask {
            part,
            control: self.control,
            index: &self.index,
            out: &mut self.out,
            waiting: Vec::with_capacity(BATCH),
            heads: Vec::with_capacity(BATCH),
        };
        let share = self.control.room() / 2;
        Walk::run(&part.asking, self.control, self.filters, false, share, &mut ask)?;
        ask.look_up()
    }
}

impl<const N: usize, F: FnMut(Key<N>, u128) -> Result<(), Halt>> Sink<N> for Keep<'_, N, F> {
    fn take(&mut self, key: &Key<N>, count: u128) -> Result<(), Halt> {
        if !self.index.push(key, count, self.control) {
            self.ask()?;
            self.index.clear();
            if !self.index.push(key, count, self.control) {
                return Err(Halt::Stop(Stop::Memory));
            }
        }
        Ok(())
    }
}

/// States looked up together, so that the memory they wait for is fetched side by side.
const BATCH: usize = 128;

/// Looks up the complement of every state.
struct Ask<'a, const N: usize, F> {
    part: &'a Part<N>,
    control: &'a Control,
    index: &'a Index<N>,
    out: &'a mut F,
    /// The complement, what the state shows to the other part, and its count.
    waiting: Vec<(Key<N>, Key<N>, u128)>,
    heads: Vec<u32>,
}

impl<const N: usize, F: FnMut(Key<N>, u128) -> Result<(), Halt>> Ask<'_, N, F> {
    fn look_up(&mut self) -> Result<(), Halt> {
        self.heads.clear();
        self.heads.extend(self.waiting.iter().map(|(complement, ..)| self.index.head(complement)));
        for (&head, (complement, shows, count)) in self.heads.iter().zip(&self.waiting) {
            for (kept, ways) in self.index.find(head, complement) {
                self.control.tick()?;
                let word = kept.and(&self.part.kept.shows()).plus(shows);
                (self.out)(word, ways.checked_mul(*count).ok_or(Halt::Overflow)?)?;
            }
        }
        self.waiting.clear();
        Ok(())
    }
}

impl<const N: usize, F: FnMut(Key<N>, u128) -> Result<(), Halt>> Sink<N> for Ask<'_, N, F> {
    fn take(&mut self, key: &Key<N>, count: u128) -> Result<(), Halt> {
        let part = self.part;
        let complement = part.full.minus(&key.and(&part.used_mask)).plus(&key.and(&part.interface_mask));
        self.waiting.push((complement, key.and(&part.asking.shows()), count));
        if self.waiting.len() == BATCH { self.look_up() } else { Ok(()) }
    }
}
