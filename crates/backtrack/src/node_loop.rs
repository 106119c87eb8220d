//! The node loop: place the next free candidate, or go back.
//!
//! At every step the list for the colours in view is cut to the breaks still allowed, tested
//! against the used pieces and the quota in one go ([`crate::lanes`]), and the resulting mask is
//! eaten bit by bit. The used set of every step is kept, so going back is a reload.

use edgewise_puzzle::{Placement, Puzzle};
use edgewise_search::candidates::{Candidate, CandidateTables};
use serde::{Deserialize, Serialize};

use crate::compiled::{Compiled, HotStep};
use crate::lanes::{Lanes, WIDTH};

/// [`WIDTH`] as a distance between candidates.
const CHUNK: u32 = WIDTH as u32;

/// Why the loop came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pause {
    /// The fuel is burnt.
    Fuel,
    /// The tree is searched.
    Exhausted,
    /// A new greatest depth, or the watched one: look at the board.
    Arrival,
}

/// What a step is about to try.
#[derive(Clone, Copy, Default, Debug)]
struct Frame {
    /// Free candidates of the current chunk that were not tried yet.
    mask: u64,
    /// The first of the current chunk.
    at: u32,
    /// One past the last candidate of the current list.
    end: u32,
    /// Quota sides and breaks (high half) of the steps before.
    sums: u32,
    /// The key of the colours in view.
    key: u32,
    /// What the step has placed, once it has.
    placed: u16,
    /// Breaks of the current list's candidates.
    breaks: u8,
    /// Most breaks the placement may pay.
    most: u8,
}

/// What a step has chosen and what it has left to try, independent of where tables lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Choice {
    /// The placement's code.
    placed: u16,
    /// Free candidates of the current chunk that were not tried yet.
    mask: u64,
    /// Where the chunk begins in its list.
    offset: u32,
    /// Breaks of the list's candidates.
    breaks: u8,
}

/// A depth-first search that can pause anywhere.
#[derive(Clone, Debug)]
pub(crate) struct Search<L: Lanes> {
    lanes: L,
    frames: Vec<Frame>,
    /// Used pieces before each step.
    used: Vec<L::Used>,
    /// Colours as placed, four a cell in side order, and a zero at the end.
    colours: Vec<u8>,
    /// Steps placed.
    placed: usize,
    /// Most steps ever placed.
    pub(crate) deepest: usize,
    /// A step count to pause at, besides new depths.
    pub(crate) watch: usize,
    /// Placements by steps placed after them.
    pub(crate) counts: Vec<u64>,
    /// Candidates looked at: lengths of all lists opened.
    pub(crate) reads: u64,
    /// With isolated breaks, what they touch.
    isolation: Option<Isolation>,
}

/// Which cells touch a break, where no cell may touch two.
#[derive(Clone, Debug)]
struct Isolation {
    /// Whether each cell touches a break.
    touched: Vec<bool>,
    /// The two cells of the break that each step's placement pays, if it pays one.
    paid: Vec<Option<[usize; 2]>>,
}

impl Isolation {
    /// Takes back the break of `step`.
    fn undo(&mut self, step: usize) {
        if let Some(cells) = self.paid[step].take() {
            cells.into_iter().for_each(|cell| self.touched[cell] = false);
        }
    }

    /// Whether `step`'s placement at `cell` may break its seam with `other`; notes it if so.
    fn allows(&mut self, step: usize, cell: usize, other: Option<usize>) -> bool {
        let Some(other) = other else { return true };
        let free = !self.touched[cell] && !self.touched[other];
        if free {
            self.touched[cell] = true;
            self.touched[other] = true;
            self.paid[step] = Some([cell, other]);
        }
        free
    }
}

/// Reads `slice[index]`. The node loop's indices come from the compiled plan: steps below their
/// number, lists and candidates below theirs (`Compiled` builds them so), colours from cell offsets.
#[inline(always)]
fn get<T: Copy>(slice: &[T], index: usize) -> T {
    debug_assert!(index < slice.len());
    // SAFETY: every caller's index is made by `Compiled::new` for these very slices; checked
    // builds assert it above.
    unsafe { *slice.get_unchecked(index) }
}

#[inline(always)]
fn get_ref<T>(slice: &[T], index: usize) -> &T {
    debug_assert!(index < slice.len());
    // SAFETY: as for `get`.
    unsafe { slice.get_unchecked(index) }
}

#[inline(always)]
fn get_mut<T>(slice: &mut [T], index: usize) -> &mut T {
    debug_assert!(index < slice.len());
    // SAFETY: as for `get`.
    unsafe { slice.get_unchecked_mut(index) }
}

impl<L: Lanes> Search<L> {
    /// A search at the root of `compiled`.
    pub(crate) fn new(compiled: &mut Compiled, puzzle: &Puzzle, isolated: bool) -> Search<L> {
        let steps = compiled.steps.len();
        let mut search = Search {
            lanes: L::new(&compiled.tables.candidates, puzzle.pieces().len()),
            frames: vec![Frame::default(); steps + 1],
            used: vec![L::empty(); steps + 1],
            colours: vec![0; puzzle.size().cells() * 4 + 4],
            placed: 0,
            deepest: 0,
            watch: usize::MAX,
            counts: vec![0; steps + 1],
            reads: 0,
            isolation: isolated
                .then(|| Isolation { touched: vec![false; puzzle.size().cells()], paid: vec![None; steps] }),
        };
        search.restart(compiled, puzzle);
        search
    }

    /// Goes back to the root, with the candidate lists as they are now.
    pub(crate) fn restart(&mut self, compiled: &mut Compiled, puzzle: &Puzzle) {
        self.lanes.update(0, &compiled.tables.candidates);
        self.placed = 0;
        if let Some(isolation) = &mut self.isolation {
            isolation.touched.fill(false);
            isolation.paid.fill(None);
        }
        if !compiled.steps.is_empty() {
            self.scan(compiled, puzzle, 0);
            self.open(compiled, 0, L::empty(), 0);
        }
    }

    /// Steps placed now.
    pub(crate) fn placed(&self) -> usize {
        self.placed
    }

    /// What the placed steps hold.
    pub(crate) fn placements(&self) -> impl Iterator<Item = Placement> {
        self.frames[..self.placed].iter().map(|f| Placement::from_code(f.placed))
    }

    /// The choices made and waiting, from the first step to the open one: all that a restart with the
    /// same candidate lists needs to stand here again.
    pub(crate) fn path(&self, compiled: &Compiled) -> Vec<Choice> {
        let open = self.placed.min(compiled.steps.len().saturating_sub(1));
        self.frames[..=open]
            .iter()
            .zip(&compiled.steps)
            .map(|(frame, hot)| {
                let list = compiled.tables.starts[(hot.bases[usize::from(frame.breaks)] + frame.key) as usize];
                Choice { placed: frame.placed, mask: frame.mask, offset: frame.at - list, breaks: frame.breaks }
            })
            .collect()
    }

    /// Stands where `path` leads, with `placed` steps placed; false if the path does not fit the
    /// candidate lists.
    pub(crate) fn restore(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, placed: usize, path: &[Choice]) -> bool {
        self.restart(compiled, puzzle);
        let (mut used, mut sums) = (L::empty(), 0);
        for (step, choice) in path.iter().enumerate().take(compiled.steps.len()) {
            if step > 0 {
                self.scan(compiled, puzzle, step);
            }
            let hot = &compiled.steps[step];
            let shown = |i: usize| u32::from(self.colours[hot.offsets[i] as usize]) * hot.multipliers[i];
            let key = shown(0) + shown(1) + shown(2) + shown(3);
            let (mut frame, _) = Frame::open::<L>(self.lanes.view(), &compiled.tables, hot, key, used, sums);
            let Some(base) = hot.bases.get(usize::from(choice.breaks)) else { return false };
            let list = (base + key) as usize;
            let Some(&[start, end]) = compiled.tables.starts.get(list..list + 2) else { return false };
            let candidates = &compiled.tables.candidates[start as usize..end as usize];
            (frame.at, frame.end) = (start + choice.offset, end);
            (frame.breaks, frame.mask, frame.placed) = (choice.breaks, choice.mask, choice.placed);
            let span = (frame.end - start).saturating_sub(choice.offset).min(CHUNK);
            if choice.mask.checked_shr(span).unwrap_or(0) != 0 || choice.breaks > frame.most {
                return false;
            }
            self.used[step] = used;
            self.frames[step] = frame;
            if step >= placed {
                break;
            }
            let Some(candidate) = candidates.iter().find(|c| c.placement.code() == choice.placed) else { return false };
            if let Some(isolation) = &mut self.isolation
                && candidate.breaks > 0
            {
                let other = compiled.broken_neighbour(puzzle, step, candidate.sides, &self.colours);
                if !isolation.allows(step, compiled.plan.steps[step].cell, other) {
                    return false;
                }
            }
            let own = hot.own as usize;
            self.colours[own..own + 4].copy_from_slice(&candidate.sides);
            used = L::with(self.lanes.view(), used, candidate.placement.piece());
            sums += u32::from(candidate.quota) + (u32::from(candidate.breaks) << 16);
        }
        self.placed = placed;
        path.len() == (placed + 1).min(compiled.steps.len())
    }

    /// Placements so far.
    #[cfg(test)]
    pub(crate) fn nodes(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Runs until `fuel` placements are made or something is to be looked at. Returns the pause and
    /// the fuel left.
    pub(crate) fn advance(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, mut fuel: u64) -> (Pause, u64) {
        if compiled.steps.is_empty() {
            return (Pause::Exhausted, fuel);
        }
        loop {
            let halt = match (compiled.small, self.isolation.is_some()) {
                (true, false) => self.run::<true, false>(compiled, puzzle, &mut fuel),
                (false, false) => self.run::<false, false>(compiled, puzzle, &mut fuel),
                (true, true) => self.run::<true, true>(compiled, puzzle, &mut fuel),
                (false, true) => self.run::<false, true>(compiled, puzzle, &mut fuel),
            };
            let arrival = match halt {
                Halt::Exhausted => return (Pause::Exhausted, fuel),
                Halt::Opened { arrival } => arrival,
                Halt::Scan { used, sums, arrival } => {
                    self.scan(compiled, puzzle, self.placed);
                    self.open(compiled, self.placed, used, sums);
                    arrival
                }
            };
            if arrival || fuel == 0 {
                return (if arrival { Pause::Arrival } else { Pause::Fuel }, fuel);
            }
        }
    }

    fn scan(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, step: usize) {
        let written = compiled.scan(puzzle, step, &self.colours);
        self.lanes.update(written.start, &compiled.tables.candidates[written.clone()]);
    }

    /// Opens `step`, a scan step or one that looks up nothing.
    fn open(&mut self, compiled: &Compiled, step: usize, used: L::Used, sums: u32) {
        let (frame, length) =
            Frame::open::<L>(self.lanes.view(), &compiled.tables, &compiled.steps[step], 0, used, sums);
        self.reads += u64::from(length);
        self.used[step] = used;
        self.frames[step] = frame;
    }

    /// The loop itself. Slices are taken out of their vectors once, so that stores to one do not
    /// make the others' addresses unknown.
    fn run<const SMALL: bool, const ISOLATED: bool>(
        &mut self,
        compiled: &Compiled,
        puzzle: &Puzzle,
        fuel: &mut u64,
    ) -> Halt<L::Used> {
        let lanes = self.lanes.view();
        let hot: &[HotStep] = &compiled.steps;
        let starts: &[u32] = &compiled.tables.starts;
        let candidates: &[Candidate] = &compiled.tables.candidates;
        let frames: &mut [Frame] = &mut self.frames;
        let used_before: &mut [L::Used] = &mut self.used;
        let colours: &mut [u8] = &mut self.colours;
        let counts: &mut [u64] = &mut self.counts;
        let mut isolation = self.isolation.as_mut();
        let steps = hot.len();
        // A full board has no step to go on with: take its last placement back.
        let mut step = self.placed.min(steps - 1);
        if ISOLATED
            && self.placed == steps
            && let Some(isolation) = &mut isolation
        {
            isolation.undo(step);
        }
        let mut mask = frames[step].mask;
        let mut left = *fuel;
        let mut reads = self.reads;
        let pause_at = (self.deepest, self.watch);
        let halt = loop {
            // Nothing free: more of the list, candidates with one more break, or one step back.
            if mask == 0 {
                let frame = get_mut(frames, step);
                if frame.at + CHUNK < frame.end || frame.breaks < frame.most {
                    let next = get_ref(hot, step);
                    if frame.at + CHUNK < frame.end {
                        frame.at += CHUNK;
                    } else {
                        frame.breaks += 1;
                        let list = (next.bases[usize::from(frame.breaks) % 3] + frame.key) as usize;
                        (frame.at, frame.end) = (get(starts, list), get(starts, list + 1));
                        reads += u64::from(frame.end - frame.at);
                    }
                    let need = hot_need(next, frame.sums);
                    let rest = (frame.end - frame.at) as usize;
                    mask = L::available(lanes, candidates, get(used_before, step), frame.at as usize, rest, need);
                } else if step == 0 {
                    frame.mask = 0;
                    break Halt::Exhausted;
                } else {
                    step -= 1;
                    mask = get(frames, step).mask;
                    if ISOLATED && let Some(isolation) = &mut isolation {
                        isolation.undo(step);
                    }
                }
                continue;
            }

            // Place the first free candidate.
            let frame = get_mut(frames, step);
            let candidate = get(candidates, frame.at as usize + mask.trailing_zeros() as usize);
            frame.mask = mask & (mask - 1);
            if ISOLATED
                && candidate.breaks > 0
                && let Some(isolation) = &mut isolation
            {
                let other = compiled.broken_neighbour(puzzle, step, candidate.sides, colours);
                if !isolation.allows(step, compiled.plan.steps[step].cell, other) {
                    mask = frame.mask;
                    continue;
                }
            }
            frame.placed = candidate.placement.code();
            let sums = frame.sums + u32::from(candidate.quota) + (u32::from(candidate.breaks) << 16);
            let own = get_ref(hot, step).own as usize;
            debug_assert!(own + 4 <= colours.len());
            // SAFETY: `own` is four times a cell of the board, and `colours` holds four bytes a
            // cell and four more.
            unsafe { colours.as_mut_ptr().add(own).cast::<[u8; 4]>().write(candidate.sides) };
            let used = L::with(lanes, get(used_before, step), candidate.placement.piece());
            step += 1;
            *get_mut(counts, step) += 1;
            left -= 1;
            if step == steps {
                break Halt::Opened { arrival: true };
            }
            let arrival = step > pause_at.0 || step == pause_at.1;

            // Open the next step with the colours in view.
            let next = get_ref(hot, step);
            let shown = |i: usize| u32::from(get(colours, next.offsets[i] as usize));
            let part = |i: usize| shown(i) * next.multipliers[i];
            let key = if SMALL {
                shown(0) + part(1)
            } else if next.scan.is_some() {
                break Halt::Scan { used, sums, arrival };
            } else {
                part(0) + part(1) + part(2) + part(3)
            };
            let (opened, length) = Frame::open::<L>(lanes, &compiled.tables, next, key, used, sums);
            reads += u64::from(length);
            *get_mut(used_before, step) = used;
            mask = opened.mask;
            *get_mut(frames, step) = opened;
            if arrival || left == 0 {
                break Halt::Opened { arrival };
            }
        };
        self.placed = step;
        self.deepest = self.deepest.max(step);
        self.reads = reads;
        *fuel = left;
        halt
    }

    /// Goes back to `steps` steps placed and drops what was left to try deeper.
    pub(crate) fn retreat(&mut self, steps: usize) {
        if let Some(isolation) = &mut self.isolation {
            (steps..self.placed).for_each(|step| isolation.undo(step));
        }
        self.placed = self.placed.min(steps);
    }
}

/// Why [`Search::run`] stopped.
enum Halt<U> {
    /// The tree is searched.
    Exhausted,
    /// The step to go on with is open (or the board is full).
    Opened { arrival: bool },
    /// The step to go on with has no table: its list must be made.
    Scan { used: U, sums: u32, arrival: bool },
}

/// Quota sides the candidate of a step must bring.
#[inline(always)]
fn hot_need(hot: &HotStep, sums: u32) -> u8 {
    u32::from(hot.need).saturating_sub(sums & 0xffff).min(255) as u8
}

impl Frame {
    /// The frame of a step: the break-free list of `key`, and what is free in it. Also returns the
    /// length of the list.
    #[inline(always)]
    fn open<L: Lanes>(
        lanes: L::View<'_>,
        tables: &CandidateTables,
        hot: &HotStep,
        key: u32,
        used: L::Used,
        sums: u32,
    ) -> (Frame, u32) {
        let list = (hot.bases[0] + key) as usize;
        let (at, end) = (get(&tables.starts, list), get(&tables.starts, list + 1));
        let most = u32::from(hot.allowed).saturating_sub(sums >> 16).min(u32::from(hot.most)) as u8;
        let need = hot_need(hot, sums);
        let mask = L::available(lanes, &tables.candidates, used, at as usize, (end - at) as usize, need);
        (Frame { mask, at, end, sums, key, placed: 0, breaks: 0, most }, end - at)
    }
}
