//! The node loop: one placement per turn, without going back.
//!
//! Every step that has candidates left to try is an *entry* on a stack. A turn takes the first free
//! candidate of the top entry, and with its last one the entry leaves the stack *before* the next
//! step is opened; a step where nothing is free never gets onto it. So there is no walk back through
//! exhausted steps, and no branch on whether the search goes down or up: both are one addition to
//! the stack pointer. What lies below the top of the stack is still the board, since a cell is only
//! rewritten by a step at or above the top entry's.
//!
//! What is left is the time from one table read to the next. To hide it a thread interleaves
//! several searches, its *strands*: each has a stack and a board, all share the tables.
//!
//! At every step the list for the colours in view is cut to the breaks still allowed and tested
//! against the used pieces and the quota in one go ([`crate::lanes`]).

use std::hint::select_unpredictable;

use edgewise_puzzle::{Placement, Puzzle};
use edgewise_search::candidates::Candidate;

use crate::compiled::{CELL_BYTES, ColdStep, Compiled, Head, HotStep, Sums};
use crate::lanes::{FIRST, Lanes, MORE, WIDTH};
use crate::rules::Note;
mod path;

pub(crate) use path::Path;

/// [`WIDTH`] as a distance between candidates.
const CHUNK: u32 = WIDTH as u32;

/// Why the loop came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pause {
    /// The fuel is burnt.
    Fuel,
    /// The tree is searched.
    Exhausted,
    /// A strand stands at a new greatest depth, at the watched one or at a full board: look at it.
    Arrival {
        /// Which strand.
        strand: usize,
        /// Its steps placed.
        placed: usize,
    },
}

/// A step with candidates left to try.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Entry<U> {
    /// Pieces used by the steps before.
    used: U,
    /// Free candidates of the current chunk that were not tried yet, and [`MORE`] if there is more to
    /// try after them: another chunk, or candidates with one more break.
    left: u32,
    /// The first candidate of the chunk.
    at: u32,
    /// Quota sides and breaks of the steps before, as [`Sums`] has them.
    sums: u32,
    /// The step (lower half) and the breaks of the current list's candidates.
    step: u32,
}

/// One search.
#[derive(Clone, Debug)]
struct Strand<U> {
    /// The entries from the first step on. Below them lies one that nothing can be taken from.
    stack: Vec<Entry<U>>,
    /// Index of the top entry.
    top: usize,
    /// What was placed, by step; right for all steps before the top entry's. One more shows zeros.
    placed: Vec<Candidate>,
    /// With rules beyond quota and budget: what is known after each break on the path.
    notes: Vec<Note>,
}

/// A depth-first search that can pause anywhere.
#[derive(Clone, Debug)]
pub(crate) struct Search<L: Lanes> {
    lanes: L,
    strands: Vec<Strand<L::Used>>,
    /// The strand whose turn it is.
    turn: usize,
    /// Whether the strands share one tree, and not only the tables.
    one_tree: bool,
    /// Most steps ever placed.
    pub(crate) deepest: usize,
    /// A step count to pause at, besides new depths.
    pub(crate) watch: usize,
    /// Placements by steps placed after them.
    pub(crate) counts: Vec<u64>,
    /// Candidates tested besides the first ones of every list.
    pub(crate) more_reads: u64,
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

/// What a turn came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    /// A placement, or a look at more of a list.
    Done,
    /// A placement in the opening, one that may be an arrival, or one before a step without a table.
    /// What is known of that step's entry lies above the top of the stack.
    Slow,
    /// Nothing left to try.
    Exhausted,
}

impl<L: Lanes> Search<L> {
    /// A search of `strands` strands at the root of `compiled`.
    pub(crate) fn new(compiled: &mut Compiled, puzzle: &Puzzle, strands: usize) -> Search<L> {
        let steps = compiled.plan.steps.len();
        let rules = compiled.rules.is_some();
        // The loop is built for so many strands.
        let strands = match (compiled.small, rules) {
            (true, false) => strands,
            (true, true) if strands >= 4 => 4,
            _ => 1,
        };
        let nothing = Candidate { sides: [0; 4], placement: Placement::from_code(0), quota: 0, breaks: 0 };
        let strand = Strand {
            stack: vec![Entry::bottom(L::empty()); steps + 2],
            top: 0,
            placed: vec![nothing; steps + 1],
            // A placement pays two breaks at most.
            notes: vec![Note::BLANK; if rules { 2 * steps } else { 0 }],
        };
        let mut search = Search {
            lanes: L::new(&compiled.tables.candidates, puzzle.pieces().len()),
            strands: vec![strand; strands],
            turn: 0,
            one_tree: compiled.copies == 1,
            deepest: 0,
            watch: usize::MAX,
            counts: vec![0; steps + 1],
            more_reads: 0,
        };
        search.restart(compiled, puzzle);
        search
    }

    /// Goes back to the root, with the candidate lists as they are now.
    pub(crate) fn restart(&mut self, compiled: &mut Compiled, puzzle: &Puzzle) {
        self.lanes.update(0, &compiled.tables.candidates);
        self.turn = 0;
        for strand in 0..self.strands.len() {
            self.strands[strand].top = 0;
            if !compiled.plan.steps.is_empty() && (strand == 0 || !self.one_tree) {
                self.scan(compiled, puzzle, strand, 0);
                self.open(compiled, strand, 0, L::empty(), 0);
            }
        }
    }

    /// Steps placed by the deepest strand.
    pub(crate) fn placed(&self) -> usize {
        self.strands.iter().map(|s| s.stack[s.top].step()).max().unwrap_or(0)
    }

    /// What the first `placed` steps of a strand hold.
    pub(crate) fn path(&self, strand: usize, placed: usize) -> &[Candidate] {
        &self.strands[strand].placed[..placed]
    }

    /// What the strand whose turn it is has placed.
    pub(crate) fn standing(&self) -> &[Candidate] {
        let strand = &self.strands[self.turn];
        &strand.placed[..strand.stack[strand.top].step()]
    }

    /// Candidates tested against the used pieces: [`FIRST`] for every list opened, and what its pages
    /// held.
    pub(crate) fn reads(&self) -> u64 {
        self.counts.iter().sum::<u64>() * FIRST as u64 + self.more_reads
    }

    /// Placements so far.
    #[cfg(test)]
    pub(crate) fn nodes(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Runs until `fuel` placements are made or something is to be looked at. Returns the pause and
    /// the fuel left. Where the fuel ends leaves no trace in the order of placements.
    pub(crate) fn advance(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, mut fuel: u64) -> (Pause, u64) {
        if compiled.plan.steps.is_empty() {
            return (Pause::Exhausted, fuel);
        }
        loop {
            let (turn, strand) = match (compiled.small, compiled.rules.is_some(), self.strands.len()) {
                (true, false, 8) => self.run::<true, false, 8>(compiled, puzzle, &mut fuel),
                (true, false, 4) => self.run::<true, false, 4>(compiled, puzzle, &mut fuel),
                (true, false, 2) => self.run::<true, false, 2>(compiled, puzzle, &mut fuel),
                (true, false, _) => self.run::<true, false, 1>(compiled, puzzle, &mut fuel),
                (true, true, 4) => self.run::<true, true, 4>(compiled, puzzle, &mut fuel),
                (true, true, _) => self.run::<true, true, 1>(compiled, puzzle, &mut fuel),
                (false, true, _) => self.run::<false, true, 1>(compiled, puzzle, &mut fuel),
                (false, false, _) => self.run::<false, false, 1>(compiled, puzzle, &mut fuel),
            };
            let placed = match turn {
                Turn::Done => return (Pause::Fuel, fuel),
                Turn::Exhausted if self.take_over(strand) => continue,
                Turn::Exhausted => return (Pause::Exhausted, fuel),
                Turn::Slow => self.open_slowly(compiled, puzzle, strand),
            };
            if placed > self.deepest || placed == self.watch || placed == compiled.plan.steps.len() {
                self.deepest = self.deepest.max(placed);
                return (Pause::Arrival { strand, placed }, fuel);
            }
        }
    }

    /// Gives a strand whose part of the tree is searched a part of another one's. Returns whether the
    /// search goes on: strands with trees of their own end with the first that is searched.
    fn take_over(&mut self, strand: usize) -> bool {
        if !self.one_tree {
            return false;
        }
        let open = |s: &Strand<L::Used>| (s.top > 0).then(|| s.stack[1].step());
        // The step nearest to the root has the most below it.
        let Some(other) = (0..self.strands.len())
            .filter(|&i| open(&self.strands[i]).is_some())
            .min_by_key(|&i| open(&self.strands[i]))
        else {
            return false;
        };
        let Ok([from, to]) = self.strands.get_disjoint_mut([other, strand]) else { return false };
        let mut given = from.stack[1];
        if from.top > 1 {
            from.stack.copy_within(2..=from.top, 1);
            from.top -= 1;
        } else {
            // The only open step: it keeps the candidate that comes first.
            if given.left & !MORE == 0 {
                return true;
            }
            given.left &= given.left - 1;
            if given.left == 0 {
                return true;
            }
            from.stack[1].left ^= given.left;
        }
        let step = given.step();
        to.placed[..step].copy_from_slice(&from.placed[..step]);
        to.notes.copy_from_slice(&from.notes);
        to.stack[1] = given;
        to.top = 1;
        true
    }

    /// Goes back to `steps` steps placed and drops what was left to try deeper.
    pub(crate) fn retreat(&mut self, steps: usize) {
        for strand in &mut self.strands {
            while strand.top > 0 && strand.stack[strand.top].step() > steps {
                strand.top -= 1;
            }
        }
    }

    /// Makes the list of a step that has no table, from what its neighbours show.
    fn scan(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, strand: usize, step: usize) {
        let written = compiled.scan(puzzle, step, &self.strands[strand].placed);
        self.lanes.update(written.start, &compiled.tables.candidates[written.clone()]);
    }

    /// The key of what `step` sees, its strand's own copy included.
    fn key(&self, compiled: &Compiled, strand: usize, step: usize) -> u32 {
        key(&compiled.cold[step], &self.strands[strand].placed) + compiled.steps[step].copy_stride * strand as u32
    }

    /// The entry of a step whose list is there.
    fn entry(&mut self, compiled: &Compiled, strand: usize, step: usize, used: L::Used, sums: u32) -> Entry<L::Used> {
        let hot = &compiled.steps[step];
        let list = (hot.base + self.key(compiled, strand, step)) as usize;
        let need = if compiled.small { need::<true>(hot, sums) } else { need::<false>(hot, sums) };
        Entry::open(hot, &compiled.heads[list], L::first(&compiled.heads[list], used, need), step as u32, used, sums)
    }

    /// Puts a step whose list is there onto the stack, if there is something to try.
    fn open(&mut self, compiled: &Compiled, strand: usize, step: usize, used: L::Used, sums: u32) {
        let entry = self.entry(compiled, strand, step, used, sums);
        if entry.left != 0 {
            let strand = &mut self.strands[strand];
            strand.top += 1;
            strand.stack[strand.top] = entry;
        }
    }

    /// Goes on after [`Turn::Slow`]: opens the step after the placement, whatever its kind. Returns
    /// the steps placed.
    fn open_slowly(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, strand: usize) -> usize {
        let Entry { used, sums, step, .. } = self.strands[strand].stack[self.strands[strand].top + 1];
        self.scan(compiled, puzzle, strand, step as usize);
        self.open(compiled, strand, step as usize, used, sums);
        step as usize
    }

    /// Turn after turn, one strand after another. Returns what the last one came to and whose it was.
    fn run<const SMALL: bool, const RULES: bool, const STRANDS: usize>(
        &mut self,
        compiled: &Compiled,
        puzzle: &Puzzle,
        fuel: &mut u64,
    ) -> (Turn, usize) {
        let opening = compiled.steps.iter().take_while(|step| STRANDS > 1 && step.copy_stride > 0).count() as u32;
        let alarm = compiled.plan.steps.len().min(self.watch).min(self.deepest + 1) as u32;
        let mut shared = Shared::<L> {
            compiled,
            puzzle,
            view: self.lanes.view(),
            steps: &compiled.steps,
            heads: &compiled.heads,
            candidates: &compiled.tables.candidates,
            counts: &mut self.counts,
            more_reads: self.more_reads,
            idle: 0,
            calm: (opening, alarm.saturating_sub(opening)),
        };
        let mut hot = self.strands.iter_mut();
        let mut hot: [Hot<'_, L::Used>; STRANDS] =
            std::array::from_fn(|_| Hot::of(hot.next().expect("as many strands as asked for")));
        let (mut next, mut turns) = (self.turn, 0);
        let (turn, strand) = 'turns: loop {
            let left = *fuel + shared.idle - turns;
            if left == 0 {
                break (Turn::Done, 0);
            }
            // Whole rounds, as long as no turn is a special one.
            if next == 0 && left >= STRANDS as u64 {
                for _ in 0..left / STRANDS as u64 {
                    macro_rules! turn {
                        ($($strand:literal)*) => {$(
                            if $strand < STRANDS {
                                let turn = take::<L, SMALL, RULES, STRANDS>(&mut shared, &mut hot[$strand], $strand);
                                if turn != Turn::Done {
                                    (next, turns) = (($strand + 1) % STRANDS, turns + $strand + 1);
                                    break 'turns (turn, $strand);
                                }
                            }
                        )*}
                    }
                    turn!(0 1 2 3 4 5 6 7);
                    turns += STRANDS as u64;
                }
                continue;
            }
            // The rest of a round begun, or the beginning of one.
            let (turn, strand) = (take::<L, SMALL, RULES, STRANDS>(&mut shared, &mut hot[next], next), next);
            (next, turns) = ((strand + 1) % STRANDS, turns + 1);
            if turn != Turn::Done {
                break (turn, strand);
            }
        };
        *fuel -= turns - shared.idle;
        self.more_reads = shared.more_reads;
        self.turn = next;
        let tops = hot.map(|hot| hot.top_index());
        self.strands.iter_mut().zip(tops).for_each(|(strand, top)| strand.top = top);
        (turn, strand)
    }
}

/// What all strands share for one call of [`Search::run`].
struct Shared<'a, L: Lanes + 'a> {
    compiled: &'a Compiled,
    puzzle: &'a Puzzle,
    view: L::View<'a>,
    steps: &'a [HotStep],
    heads: &'a [Head],
    candidates: &'a [Candidate],
    counts: &'a mut [u64],
    more_reads: u64,
    /// Turns without a placement.
    idle: u64,
    /// Placements that need no second look: from how many steps placed on, and for how many more.
    calm: (u32, u32),
}

/// A strand at work: its stack as a pointer to the top.
struct Hot<'a, U> {
    /// The top entry, inside `stack`.
    top: *mut Entry<U>,
    stack: *const Entry<U>,
    placed: &'a mut [Candidate],
    notes: &'a mut [Note],
}

impl<'a, U> Hot<'a, U> {
    fn of(strand: &'a mut Strand<U>) -> Hot<'a, U> {
        let stack = strand.stack.as_mut_ptr();
        // SAFETY: `top` is an index of `stack`.
        let top = unsafe { stack.add(strand.top) };
        Hot { top, stack, placed: &mut strand.placed, notes: &mut strand.notes }
    }

    fn top_index(&self) -> usize {
        // SAFETY: both point into the same vector.
        unsafe { self.top.offset_from(self.stack) as usize }
    }
}

/// One turn of a strand.
#[inline(always)]
fn take<L: Lanes, const SMALL: bool, const RULES: bool, const STRANDS: usize>(
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
    unsafe { std::ptr::from_ref(candidate).cast::<u64>().read_unaligned() }
}

/// Writes a candidate as one word.
#[inline(always)]
fn put(placed: &mut [Candidate], step: u32, bits: u64) {
    debug_assert!((step as usize) < placed.len());
    // SAFETY: `placed` has a candidate for every step; the word is one of a candidate.
    unsafe { placed.as_mut_ptr().add(step as usize).cast::<u64>().write_unaligned(bits) }
}

/// The key of all the colours a step sees.
#[inline(always)]
fn key(cold: &ColdStep, placed: &[Candidate]) -> u32 {
    cold.parts.iter().map(|&(offset, multiplier)| shown(placed, offset) * multiplier).sum()
}

/// Quota sides the candidate of a step must bring.
#[inline(always)]
fn need<const SMALL: bool>(hot: &HotStep, sums: u32) -> u8 {
    let need = hot.need.saturating_sub(Sums::<SMALL>::quota(sums));
    // All sides of a small plan fit a byte.
    if SMALL { need as u8 } else { need.min(255) as u8 }
}

impl<U: Copy> Entry<U> {
    /// An entry that nothing can be taken from.
    fn bottom(used: U) -> Entry<U> {
        Entry { used, left: 0, at: 0, sums: 0, step: 0 }
    }

    /// The step.
    fn step(&self) -> usize {
        (self.step & 0xffff) as usize
    }

    /// The breaks of the current list's candidates.
    fn breaks(&self) -> u8 {
        (self.step >> 16) as u8
    }

    /// Most breaks the step's placement may pay.
    fn most<const SMALL: bool>(&self, compiled: &Compiled) -> u8 {
        let allowed = Sums::<SMALL>::breaks(compiled.steps[self.step()].allowed);
        allowed.saturating_sub(Sums::<SMALL>::breaks(self.sums)).min(compiled.cold[self.step()].most.into()) as u8
    }

    /// A step with a break-free list, and which of its first candidates are free.
    #[inline(always)]
    fn open(hot: &HotStep, head: &Head, free: u32, step: u32, used: U, sums: u32) -> Entry<U> {
        // The sign of the difference: fewer breaks than allowed.
        let breaks_left = sums.wrapping_sub(hot.allowed) & MORE;
        Entry { used, left: free | head.more | breaks_left, at: head.at, sums, step }
    }
}

/// Candidates of the chunk that begins at `offset` of a list, at most.
fn chunk(breaks: u8, offset: u32) -> u32 {
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
