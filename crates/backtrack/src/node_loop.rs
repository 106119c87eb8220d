//! The node loop: place the next free candidate, or go back.
//!
//! At every step the list for the colours in view is cut to the breaks still allowed, tested
//! against the used pieces and the quota in one go ([`crate::lanes`]), and the resulting mask is
//! eaten bit by bit. The used set of every step is kept, so going back is a reload.

use edgewise_puzzle::{Placement, Puzzle};
use edgewise_search::candidates::{Candidate, List};

use crate::compiled::Compiled;
use crate::lanes::Lanes;

/// Why the loop came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
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
    /// Free candidates of the current 64 that were not tried yet.
    mask: u64,
    /// The first of the current 64.
    at: u32,
    /// One past the last candidate.
    end: u32,
    /// Quota sides and breaks (high half) of the steps before.
    sums: u32,
    /// What the step has placed, once it has.
    placed: u16,
}

/// A depth-first search that can pause anywhere.
#[derive(Clone, Debug)]
pub struct Search<L: Lanes> {
    lanes: L,
    frames: Vec<Frame>,
    /// Used pieces before each step.
    used: Vec<L::Used>,
    /// Colours as placed, four a cell in side order, and a zero at the end.
    colours: Vec<u8>,
    /// Steps placed.
    placed: usize,
    /// Most steps ever placed.
    pub deepest: usize,
    /// A step count to pause at, besides new depths.
    pub watch: usize,
    /// Placements by steps placed after them.
    pub counts: Vec<u64>,
    /// Candidates looked at: lengths of all lists opened.
    pub reads: u64,
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
fn get_mut<T>(slice: &mut [T], index: usize) -> &mut T {
    debug_assert!(index < slice.len());
    // SAFETY: as for `get`.
    unsafe { slice.get_unchecked_mut(index) }
}

impl<L: Lanes> Search<L> {
    /// A search at the root of `compiled`.
    pub fn new(compiled: &mut Compiled, puzzle: &Puzzle) -> Search<L> {
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
        };
        search.restart(compiled, puzzle);
        search
    }

    /// Goes back to the root, with the candidate lists as they are now.
    pub fn restart(&mut self, compiled: &mut Compiled, puzzle: &Puzzle) {
        self.lanes.update(0, &compiled.tables.candidates);
        self.placed = 0;
        if !compiled.steps.is_empty() {
            let list = match compiled.steps[0].scan {
                Some(_) => self.scan(compiled, puzzle, 0),
                None => compiled.tables.lists[compiled.steps[0].base as usize],
            };
            self.open(compiled, 0, list, L::empty(), 0);
        }
    }

    /// Steps placed now.
    pub fn placed(&self) -> usize {
        self.placed
    }

    /// What the placed steps hold.
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        self.frames[..self.placed].iter().map(|f| Placement::from_code(f.placed))
    }

    /// Placements so far.
    pub fn nodes(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Runs until `fuel` placements are made or something is to be looked at. Returns the pause and
    /// the fuel left.
    pub fn advance(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, fuel: u64) -> (Pause, u64) {
        if compiled.small {
            self.run::<true>(compiled, puzzle, fuel)
        } else {
            self.run::<false>(compiled, puzzle, fuel)
        }
    }

    fn scan(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, step: usize) -> List {
        let list = compiled.scan(puzzle, step, &self.colours);
        let span = list.start as usize..list.start as usize + list.ends[2] as usize;
        self.lanes.update(list.start as usize, &compiled.tables.candidates[span]);
        list
    }

    /// Opens `step` with `list`: cuts it to the breaks allowed and finds what is free.
    #[inline(always)]
    fn open(&mut self, compiled: &Compiled, step: usize, list: List, used: L::Used, sums: u32) -> u64 {
        let hot = &compiled.steps[step];
        let spare = u32::from(hot.allowed).saturating_sub(sums >> 16);
        let length = u32::from(list.ends[spare.min(2) as usize]);
        let need = u32::from(hot.need).saturating_sub(sums & 0xffff).min(255) as u8;
        let candidates = &compiled.tables.candidates;
        let mask = self.lanes.available(candidates, used, list.start as usize, length as usize, need);
        self.reads += u64::from(length);
        *get_mut(&mut self.used, step) = used;
        *get_mut(&mut self.frames, step) = Frame { mask, at: list.start, end: list.start + length, sums, placed: 0 };
        mask
    }

    fn run<const SMALL: bool>(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, mut fuel: u64) -> (Pause, u64) {
        let steps = compiled.steps.len();
        if steps == 0 {
            return (Pause::Exhausted, fuel);
        }
        let mut step = self.placed;
        // A full board has no step to go on with: take its last placement back.
        if step == steps {
            step -= 1;
        }
        let mut mask = self.frames[step].mask;
        loop {
            while mask == 0 {
                // The next 64 of a long list, or one step back.
                let frame = get(&self.frames, step);
                let at = frame.at + 64;
                if at < frame.end {
                    let hot = &compiled.steps[step];
                    let need = u32::from(hot.need).saturating_sub(frame.sums & 0xffff).min(255) as u8;
                    let left = (frame.end - at) as usize;
                    let used = get(&self.used, step);
                    mask = self.lanes.available(&compiled.tables.candidates, used, at as usize, left, need);
                    get_mut(&mut self.frames, step).at = at;
                    continue;
                }
                if step == 0 {
                    self.frames[0].mask = 0;
                    self.placed = 0;
                    return (Pause::Exhausted, fuel);
                }
                step -= 1;
                mask = get(&self.frames, step).mask;
            }

            // Place.
            let frame = get_mut(&mut self.frames, step);
            let candidate: Candidate =
                get(&compiled.tables.candidates, frame.at as usize + mask.trailing_zeros() as usize);
            mask &= mask - 1;
            frame.mask = mask;
            frame.placed = candidate.placement.code();
            let sums = frame.sums + u32::from(candidate.quota) + (u32::from(candidate.breaks) << 16);
            let own = get(&compiled.steps, step).own as usize;
            debug_assert!(own + 4 <= self.colours.len());
            // SAFETY: `own` is four times a cell of the board, and `colours` holds four bytes a
            // cell and four more.
            unsafe { self.colours.as_mut_ptr().add(own).cast::<[u8; 4]>().write(candidate.sides) };
            let used = self.lanes.with(get(&self.used, step), candidate.placement.piece());
            step += 1;
            *get_mut(&mut self.counts, step) += 1;
            fuel -= 1;
            if step == steps {
                self.deepest = steps;
                self.placed = steps;
                return (Pause::Arrival, fuel);
            }

            // Open the next step with the colours in view.
            let list = self.look_up::<SMALL>(compiled, puzzle, step);
            mask = self.open(compiled, step, list, used, sums);
            if step > self.deepest || step == self.watch || fuel == 0 {
                let arrival = step > self.deepest || step == self.watch;
                self.deepest = self.deepest.max(step);
                self.placed = step;
                return (if arrival { Pause::Arrival } else { Pause::Fuel }, fuel);
            }
        }
    }

    #[inline(always)]
    fn look_up<const SMALL: bool>(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, step: usize) -> List {
        let hot = get(&compiled.steps, step);
        let part = |i: usize| u32::from(get(&self.colours, hot.offsets[i] as usize)) * hot.multipliers[i];
        if SMALL {
            get(&compiled.tables.lists, (hot.base + part(0) + part(1)) as usize)
        } else if hot.scan.is_some() {
            self.scan(compiled, puzzle, step)
        } else {
            get(&compiled.tables.lists, (hot.base + part(0) + part(1) + part(2) + part(3)) as usize)
        }
    }
}
