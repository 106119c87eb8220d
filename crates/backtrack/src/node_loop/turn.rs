//! One turn of a strand: take a candidate, open the next step. What the node loop does all the time.

use std::hint::select_unpredictable;

use edgewise_puzzle::Puzzle;
use edgewise_search::candidates::Candidate;

use super::{CHUNK, Entry, Strand};
use crate::compiled::{CELL_BYTES, ColdStep, Compiled, Head, HotStep, Sums};
use crate::lanes::{FIRST, Lanes, MORE};
use crate::rules::Note;

/// What a turn came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// A placement, or a look at more of a list.
    Done,
    /// A placement in the opening, one that may be an arrival, or one before a step without a table.
    /// What is known of that step's entry lies above the top of the stack.
    Slow,
    /// Nothing left to try.
    Exhausted,
}

/// Reads `slice[index]`. The node loop's indices come from the compiled plan: steps below their
/// number, lists and candidates below theirs (`Compiled` builds them so).
#[inline(always)]
fn get<T>(slice: &[T], index: usize) -> &T {
    debug_assert!(index < slice.len());
    // SAFETY: every caller's index is made by `Compiled::new` for these very slices; checked
    // builds assert it above.
    unsafe { slice.get_unchecked(index) }
}

/// As [`get`], to write.
#[inline(always)]
fn get_mut<T>(slice: &mut [T], index: usize) -> &mut T {
    debug_assert!(index < slice.len());
    // SAFETY: as for `get`.
    unsafe { slice.get_unchecked_mut(index) }
}

/// A byte of the placed candidates: a colour, if `offset` is that of a side.
#[inline(always)]
fn shown(cells: &[Candidate], offset: u32) -> u32 {
    debug_assert!(offset as usize % CELL_BYTES < 4 && (offset as usize) < size_of_val(cells));
    // SAFETY: `Compiled` makes offsets of sides of cells up to the blank one after the last, all of
    // which `cells` has; candidates are plain bytes without padding.
    unsafe { cells.as_ptr().cast::<u8>().add(offset as usize).read().into() }
}

/// What all strands share for one call of [`Search::run`].
pub(super) struct Shared<'a, L: Lanes + 'a> {
    pub(super) compiled: &'a Compiled,
    pub(super) puzzle: &'a Puzzle,
    pub(super) view: L::View<'a>,
    pub(super) steps: &'a [HotStep],
    pub(super) heads: &'a [Head],
    pub(super) candidates: &'a [Candidate],
    pub(super) counts: &'a mut [u64],
    pub(super) more_reads: u64,
    /// Turns without a placement.
    pub(super) idle: u64,
    /// Placements that need no second look: from how many steps placed on, and for how many more.
    pub(super) calm: (u32, u32),
}

/// A strand at work: its stack as a pointer to the top.
pub(super) struct Hot<'a, U> {
    /// The top entry, inside `stack`.
    top: *mut Entry<U>,
    stack: *const Entry<U>,
    placed: &'a mut [Candidate],
    notes: &'a mut [Note],
}

impl<'a, U> Hot<'a, U> {
    pub(super) fn of(strand: &'a mut Strand<U>) -> Hot<'a, U> {
        let stack = strand.stack.as_mut_ptr();
        // SAFETY: `top` is an index of `stack`.
        let top = unsafe { stack.add(strand.top) };
        Hot { top, stack, placed: &mut strand.placed, notes: &mut strand.notes }
    }

    pub(super) fn top_index(&self) -> usize {
        // SAFETY: both point into the same vector.
        unsafe { self.top.offset_from(self.stack) as usize }
    }
}

/// One turn of a strand.
#[inline(always)]
pub(super) fn take<L: Lanes, const SMALL: bool, const RULES: bool, const STRANDS: usize>(
    shared: &mut Shared<'_, L>,
    strand: &mut Hot<'_, L::Used>,
    index: usize,
) -> Turn {
    // SAFETY: `top` points into the stack, and nothing else does while a turn is taken. The entries'
    // steps rise strictly from the bottom, so of the stack's one entry more than steps and the bottom
    // one, the place above the top is always there.
    let (entry, above) = unsafe { (&mut *strand.top, strand.top.add(1)) };

    // Nothing free: more of the list, or candidates with one more break.
    let left = entry.left;
    if left & !MORE == 0 {
        shared.idle += 1;
        if left == 0 {
            return Turn::Exhausted;
        }
        let live = turn_page::<L, SMALL, STRANDS>(shared, entry, strand.placed, index);
        // SAFETY: an entry with more to try is not the bottom one.
        strand.top = unsafe { strand.top.sub(usize::from(!live)) };
        return Turn::Done;
    }

    // Take the first free candidate. With its last one the entry leaves the stack.
    let candidate = get(shared.candidates, entry.at as usize + left.trailing_zeros() as usize);
    let rest = left & (left - 1);
    entry.left = rest;
    let place = select_unpredictable(rest == 0, strand.top, above);
    let step = entry.step & 0xffff;
    if RULES && let Some(rules) = &shared.compiled.rules {
        let sums = (Sums::<SMALL>::quota(entry.sums), Sums::<SMALL>::breaks(entry.sums));
        let whole = (shared.compiled, shared.puzzle);
        if !rules.allow(whole, step as usize, sums, candidate, strand.placed, strand.notes) {
            shared.idle += 1;
            // SAFETY: `place` is the top or the place above it; the bottom entry has no candidate.
            strand.top = unsafe { place.sub(1) };
            return Turn::Done;
        }
    }
    let bits = as_bits(candidate);
    put(strand.placed, step, bits);
    let used = L::with_code(shared.view, entry.used, (bits >> 32) as usize & 0xffff);
    let sums = entry.sums + Sums::<SMALL>::of(bits);
    let placed = step + 1;
    *get_mut(shared.counts, placed as usize) += 1;

    // A second look at placements out of the ordinary.
    if placed.wrapping_sub(shared.calm.0) >= shared.calm.1
        || (!SMALL && get(&shared.compiled.cold, placed as usize).scan.is_some())
    {
        // SAFETY: as above.
        unsafe {
            *place = Entry { step: placed, sums, ..Entry::bottom(used) };
            strand.top = place.sub(1);
        }
        return Turn::Slow;
    }

    // Open the next step with the colours in view; it stays on the stack if something is free.
    let next = get(shared.steps, placed as usize);
    let list = next.base
        + if SMALL {
            let [first, second] = next.offsets;
            shown(strand.placed, first) + shown(strand.placed, second) * next.multiplier
        } else {
            key(get(&shared.compiled.cold, placed as usize), strand.placed)
        };
    let head = get(shared.heads, list as usize);
    let free = L::first(head, used, need::<SMALL>(next, sums));
    let opened = Entry::open(next, head, free, placed, used, sums);
    // SAFETY: as above.
    unsafe {
        *place = opened;
        strand.top = select_unpredictable(opened.left == 0, place.sub(1), place);
    }
    Turn::Done
}

/// A candidate as one word.
#[inline(always)]
fn as_bits(candidate: &Candidate) -> u64 {
    // SAFETY: a candidate is eight plain bytes without padding.
    u64::from_le(unsafe { std::ptr::from_ref(candidate).cast::<u64>().read_unaligned() })
}

/// Writes a candidate as one word.
#[inline(always)]
fn put(placed: &mut [Candidate], step: u32, bits: u64) {
    debug_assert!((step as usize) < placed.len());
    // SAFETY: `placed` has a candidate for every step; the word is one of a candidate.
    unsafe { placed.as_mut_ptr().add(step as usize).cast::<u64>().write_unaligned(bits.to_le()) }
}

/// The key of all the colours a step sees.
#[inline(always)]
pub(super) fn key(cold: &ColdStep, placed: &[Candidate]) -> u32 {
    cold.parts.iter().map(|&(offset, multiplier)| shown(placed, offset) * multiplier).sum()
}

/// Quota sides the candidate of a step must bring.
#[inline(always)]
pub(super) fn need<const SMALL: bool>(hot: &HotStep, sums: u32) -> u8 {
    let need = hot.need.saturating_sub(Sums::<SMALL>::quota(sums));
    // All sides of a small plan fit a byte.
    if SMALL { need as u8 } else { need.min(255) as u8 }
}

impl<U: Copy> Entry<U> {
    /// An entry that nothing can be taken from.
    pub(super) fn bottom(used: U) -> Entry<U> {
        Entry { used, left: 0, at: 0, sums: 0, step: 0 }
    }

    /// The step.
    pub(super) fn step(&self) -> usize {
        (self.step & 0xffff) as usize
    }

    /// The breaks of the current list's candidates.
    pub(super) fn breaks(&self) -> u8 {
        (self.step >> 16) as u8
    }

    /// Most breaks the step's placement may pay.
    pub(super) fn most<const SMALL: bool>(&self, compiled: &Compiled) -> u8 {
        let allowed = Sums::<SMALL>::breaks(compiled.steps[self.step()].allowed);
        allowed.saturating_sub(Sums::<SMALL>::breaks(self.sums)).min(compiled.cold[self.step()].most.into()) as u8
    }

    /// A step with a break-free list, and which of its first candidates are free.
    #[inline(always)]
    pub(super) fn open(hot: &HotStep, head: &Head, free: u32, step: u32, used: U, sums: u32) -> Entry<U> {
        // The sign of the difference: fewer breaks than allowed.
        let breaks_left = sums.wrapping_sub(hot.allowed) & MORE;
        Entry { used, left: free | head.more | breaks_left, at: head.at, sums, step }
    }
}

/// Candidates of the chunk that begins at `offset` of a list, at most.
pub(super) fn chunk(breaks: u8, offset: u32) -> u32 {
    if breaks == 0 && offset == 0 { FIRST as u32 } else { CHUNK }
}

/// Goes on to the next chunk of an entry's list, or to the list with one more break. Returns whether
/// there is something to try.
fn turn_page<L: Lanes, const SMALL: bool, const STRANDS: usize>(
    shared: &mut Shared<'_, L>,
    entry: &mut Entry<L::Used>,
    placed: &[Candidate],
    index: usize,
) -> bool {
    let (step, need) = (entry.step(), need::<SMALL>(get(shared.steps, entry.step()), entry.sums));
    let cold = get(&shared.compiled.cold, step);
    let starts: &[u32] = &shared.compiled.tables.starts;
    let most = entry.most::<SMALL>(shared.compiled);
    let mut key = key(cold, placed);
    if STRANDS > 1 {
        key += get(shared.steps, step).copy_stride * index as u32;
    }
    loop {
        let mut list = cold.list(entry.breaks(), key) as usize;
        let seen = chunk(entry.breaks(), entry.at - *get(starts, list));
        if entry.at + seen < *get(starts, list + 1) {
            entry.at += seen;
        } else {
            entry.step += 1 << 16;
            list = cold.list(entry.breaks(), key) as usize;
            entry.at = *get(starts, list);
        }
        let rest = *get(starts, list + 1) - entry.at;
        let span = rest.min(CHUNK);
        shared.more_reads += u64::from(span);
        let free = L::available(shared.view, shared.candidates, entry.used, entry.at as usize, span, need);
        let more = rest > CHUNK || entry.breaks() < most;
        if free != 0 || !more {
            entry.left = free | if more { MORE } else { 0 };
            return entry.left != 0;
        }
    }
}
