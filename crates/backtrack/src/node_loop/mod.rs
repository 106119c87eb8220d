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

mod path;
mod turn;

use edgewise_puzzle::{Placement, Puzzle};
use edgewise_search::candidates::Candidate;

use crate::compiled::Compiled;
use crate::lanes::{FIRST, Lanes, MORE, WIDTH};
use crate::rules::{Note, Rules};
pub(crate) use path::Path;
use turn::{Hot, Shared, Turn, key, need, take};

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

impl<L: Lanes> Search<L> {
    /// A search of `strands` strands at the root of `compiled`.
    pub(crate) fn new(compiled: &mut Compiled, puzzle: &Puzzle, strands: usize) -> Search<L> {
        let steps = compiled.plan.steps.len();
        let rules = compiled.rules.is_some();
        let notes = compiled.rules.as_ref().is_some_and(Rules::look_at_breaks);
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
            notes: vec![Note::BLANK; if notes { 2 * steps } else { 0 }],
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
