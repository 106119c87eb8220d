//! One wave: all paths whose discrepancies stay within (or add up to) a number.
//!
//! Where none is left the path is forced: the first free candidate of every step, down to a dead end or a
//! full board. Nothing is remembered on the way, and a dead end returns at once to the last step with a
//! choice still waiting. Where discrepancies are spent early, nine nodes of ten and more lie on such stretches.

use edgewise_puzzle::{Placement, Puzzle};
use edgewise_search::candidates::Candidate;

use super::layout::{FlatStep, Layout};
use super::parameters::{Cost, WaveRule};

/// Why a wave came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pause {
    /// The fuel is burnt.
    Fuel,
    /// A new greatest depth, the watched one, or a full board: look at the board.
    Arrival,
    /// Nothing is left of the wave.
    Over,
}

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
struct Place<const W: usize> {
    /// Steps placed.
    step: usize,
    /// Discrepancies left to spend.
    left: u32,
    /// Quota sides placed.
    quota: u32,
    /// Breaks paid.
    breaks: u32,
    /// Pieces used.
    used: [u64; W],
}

/// A candidate that waits to be tried.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// Its index.
    at: u32,
    /// Its discrepancies.
    cost: u32,
}

/// A place with choices waiting.
#[derive(Clone, Copy, Debug)]
struct Branch<const W: usize> {
    place: Place<W>,
    /// Where its choices begin.
    from: usize,
}

/// What a step is to choose from.
#[derive(Clone, Copy, Debug)]
struct View {
    /// First list by number of breaks.
    bases: [u32; 3],
    key: u32,
    /// Most breaks to pay.
    most: u32,
    /// Quota sides to bring.
    need: u32,
}

/// A search wave by wave, for up to `64 * W` pieces, that can pause after any node.
#[derive(Clone, Debug)]
pub(super) struct Waves<const W: usize> {
    rule: WaveRule,
    here: Place<W>,
    /// Places to go back to, the last one first.
    branches: Vec<Branch<W>>,
    /// What waits there, the next one last.
    choices: Vec<Choice>,
    /// What the steps have placed.
    placed: Vec<Placement>,
    /// Colours as placed, four a cell in side order, and a zero at the end.
    colours: Vec<u8>,
    /// Whether the wave passed over a free candidate for want of discrepancies.
    pub(super) cut: bool,
    /// Most steps ever placed.
    pub(super) deepest: usize,
    /// A step count to pause at, besides new depths.
    pub(super) watch: usize,
    /// Placements by steps placed after them, over all waves.
    pub(super) counts: Vec<u64>,
    /// Candidates looked at.
    pub(super) reads: u64,
}

impl<const W: usize> Waves<W> {
    /// A search for `layout`, at the beginning of wave 0.
    pub(super) fn new(layout: &Layout, puzzle: &Puzzle, rule: WaveRule) -> Waves<W> {
        let steps = layout.steps.len();
        Waves {
            rule,
            here: Place { step: 0, left: 0, quota: 0, breaks: 0, used: [0; W] },
            branches: Vec::with_capacity(steps),
            choices: Vec::new(),
            placed: vec![Placement::new(0, 0); steps],
            colours: vec![0; puzzle.size().cells() * 4 + 1],
            cut: false,
            deepest: 0,
            watch: usize::MAX,
            counts: vec![0; steps + 1],
            reads: 0,
        }
    }

    /// Begins wave `k`.
    pub(super) fn begin(&mut self, k: u32) {
        self.here = Place { step: 0, left: k, quota: 0, breaks: 0, used: [0; W] };
        self.branches.clear();
        self.choices.clear();
        self.cut = false;
    }

    /// What the placed steps hold.
    pub(super) fn placed(&self) -> &[Placement] {
        &self.placed[..self.here.step]
    }

    /// Goes on until `fuel` placements are made or something is to be looked at; takes what it burns off
    /// `fuel`.
    pub(super) fn advance(&mut self, layout: &mut Layout, puzzle: &Puzzle, fuel: &mut u64) -> Pause {
        let steps = layout.steps.len();
        while *fuel > 0 {
            let step = self.here.step;
            let forced = if step == steps {
                None
            } else {
                if layout.steps[step].scans {
                    layout.filter(puzzle, step, &self.colours);
                }
                self.open(layout)
            };
            let Some(at) = forced.or_else(|| self.turn_back()) else { return Pause::Over };
            self.place(layout, at);
            *fuel -= 1;
            let step = self.here.step;
            if step > self.deepest || step == self.watch || step == steps {
                self.deepest = self.deepest.max(step);
                return Pause::Arrival;
            }
        }
        Pause::Fuel
    }

    /// Opens the next step: the candidate to place if that is settled, or its choices put to wait.
    #[inline(always)]
    fn open(&mut self, layout: &Layout) -> Option<u32> {
        let flat = &layout.steps[self.here.step];
        let view = self.view(flat);
        if self.here.left == 0 {
            return self.first(layout, view);
        }
        self.branch(layout, view);
        None
    }

    #[inline(always)]
    fn view(&self, flat: &FlatStep) -> View {
        View {
            bases: flat.bases,
            key: flat.key(&self.colours),
            most: flat.allowed.saturating_sub(self.here.breaks).min(flat.most),
            need: flat.need.saturating_sub(self.here.quota),
        }
    }

    /// No discrepancy left: the first free candidate. Until the wave knows that it cuts something, a
    /// second one is looked for.
    #[inline(always)]
    fn first(&mut self, layout: &Layout, view: View) -> Option<u32> {
        let (mut first, mut cut, mut reads) = (None, self.cut, 0);
        each_free(layout, view, &self.here.used, &mut reads, |at| {
            cut |= first.is_some();
            first = first.or(Some(at));
            !cut
        });
        (self.cut, self.reads) = (cut, self.reads + reads);
        first
    }

    /// Discrepancies left: every free candidate within reach waits, the next to be tried last.
    fn branch(&mut self, layout: &Layout, view: View) {
        let left = self.here.left;
        // An exact wave passes over what leaves more to spend than the steps below can.
        let least = if self.rule.exact { left.saturating_sub(layout.capacity[self.here.step + 1]) } else { 0 };
        let (farthest, dearest) = match self.rule.cost {
            Cost::Rank => (left, left),
            Cost::Binary => (u32::MAX, 1),
        };
        let from = self.choices.len();
        let (mut rank, mut cut, mut reads) = (0, self.cut, 0);
        let choices = &mut self.choices;
        each_free(layout, view, &self.here.used, &mut reads, |at| {
            if rank > farthest {
                cut = true;
                return false;
            }
            let cost = rank.min(dearest);
            if cost >= least {
                choices.push(Choice { at, cost });
            }
            rank += 1;
            rank <= farthest || !cut
        });
        (self.cut, self.reads) = (cut, self.reads + reads);
        let waiting = &mut self.choices[from..];
        match (self.rule.early, self.rule.cost) {
            // Farthest from the first candidate first.
            (true, Cost::Rank) => {}
            // All discrepancies in their order, then the first candidate.
            (true, Cost::Binary) => {
                let firsts = waiting.iter().take_while(|c| c.cost == 0).count();
                waiting[firsts..].reverse();
            }
            (false, _) => waiting.reverse(),
        }
        if !waiting.is_empty() {
            self.branches.push(Branch { place: self.here, from });
        }
    }

    /// A dead end or a full board: back to the last place with a choice waiting, and takes it.
    #[inline(always)]
    fn turn_back(&mut self) -> Option<u32> {
        let branch = self.branches.last()?;
        let choice = self.choices.pop()?;
        self.here = branch.place;
        self.here.left -= choice.cost;
        if self.choices.len() == branch.from {
            self.branches.pop();
        }
        Some(choice.at)
    }

    #[inline(always)]
    fn place(&mut self, layout: &Layout, at: u32) {
        let candidate = layout.candidates[at as usize];
        let here = &mut self.here;
        let own = layout.steps[here.step].own as usize;
        self.colours[own..own + 4].copy_from_slice(&candidate.sides);
        self.placed[here.step] = candidate.placement;
        let piece = candidate.placement.piece();
        here.used[(piece / 64) % W] |= 1 << (piece % 64);
        here.quota += u32::from(candidate.quota);
        here.breaks += u32::from(candidate.breaks);
        here.step += 1;
        self.counts[here.step] += 1;
    }
}

/// Shows the free candidates in view to `show` in their order, until it says no. Counts those looked at.
#[inline(always)]
fn each_free<const W: usize>(
    layout: &Layout,
    view: View,
    used: &[u64; W],
    reads: &mut u64,
    mut show: impl FnMut(u32) -> bool,
) {
    for breaks in 0..=view.most.min(2) {
        let list = (view.bases[breaks as usize] + view.key) as usize;
        let (from, to) = (layout.starts[list], layout.starts[list + 1]);
        for (at, candidate) in (from..to).zip(&layout.candidates[from as usize..to as usize]) {
            *reads += 1;
            if is_free(candidate, used, view.need) && !show(at) {
                return;
            }
        }
    }
}

#[inline(always)]
fn is_free<const W: usize>(candidate: &Candidate, used: &[u64; W], need: u32) -> bool {
    let piece = candidate.placement.piece();
    used[(piece / 64) % W] >> (piece % 64) & 1 == 0 && u32::from(candidate.quota) >= need
}
