//! One board after another: from the clues down to the last cell, layer by layer.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use edgewise_puzzle::{Placement, Puzzle};
use edgewise_search::{Clock, StopReason};
use serde::{Deserialize, Serialize};

use crate::child::{Child, key_of};
use crate::curve::Widths;
use crate::expand::{CHILDLESS, Layer, Tally, Watch};
use crate::family::Manners;
use crate::history::{HISTORY_BYTES, History};
use crate::keys::Keys;
use crate::lanes::Lanes;
use crate::layout::{CLASSES, Layout};
use crate::likeness::{Likeness, mix};
use crate::pool::Pool;
use crate::select::{resample, sample};
use crate::settings::{Selection, Settings, TwoBreaks};
use crate::states::{BLOCK, Shape, States};
use crate::survive::Birth;

/// Fewest parents of a round without breaks.
const ROUND: usize = 1 << 15;
/// Fewest parents of a round with breaks, whose lists are long.
const SHORT_ROUND: usize = 1 << 11;
/// Bytes of a child in the pool, with its copy, likeness and table entries.
const POOL_BYTES: usize = 16 + 16 + 8 + 8 + 16;
/// Fewest parents of a thread.
const WORTH_SHARING: usize = 1 << 9;

/// What never changes during a run.
pub(crate) struct Ground<'a, L> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) settings: &'a Settings,
    pub(crate) layout: &'a Layout,
    pub(crate) keys: &'a Keys,
    pub(crate) likeness: &'a Likeness,
    pub(crate) lanes: &'a L,
    pub(crate) clock: &'a Clock,
    pub(crate) threads: usize,
}

/// How a descent ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// With a complete board.
    Complete,
    /// Without children.
    Starved,
    /// By the budget.
    Cut(StopReason),
}

/// What the steps of all descents so far were like.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Ledger {
    /// Children made.
    pub(crate) nodes: u64,
    /// Candidates looked at.
    pub(crate) reads: u64,
    /// Most steps any state has done.
    pub(crate) deepest: usize,
    /// Per step.
    pub(crate) steps: Vec<StepLedger>,
}

/// What one step was like, over all descents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct StepLedger {
    /// Children made.
    pub(crate) nodes: u64,
    /// States that survived.
    pub(crate) survivors: u64,
    /// Children with the key of the last survivor, where there were more children than places.
    pub(crate) ties: u64,
    /// Survivors among them.
    pub(crate) places: u64,
    /// Children lost to one alike.
    pub(crate) twins: u64,
}

/// The most there was at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Peaks {
    /// States of a layer.
    states: usize,
    /// Children in the pool.
    pool: usize,
    /// States of all layers.
    history: usize,
}

/// A beam on its way down.
pub(crate) struct Descent<'a, const W: usize, L> {
    ground: Ground<'a, L>,
    /// The widths of the board that is built.
    widths: Widths,
    current: States<W>,
    next: States<W>,
    history: History,
    pool: Pool,
    buffers: Vec<Vec<Child>>,
    fewest: Vec<AtomicU8>,
    over: AtomicBool,
    /// The best state of the current layer.
    lead: usize,
    pub(crate) peaks: Peaks,
    /// Whether any child was lost that an exhaustive search would have kept.
    pub(crate) lossy: bool,
    /// The accounts.
    pub(crate) ledger: Ledger,
}

impl<'a, const W: usize, L: Lanes<W>> Descent<'a, W, L> {
    /// A beam that has not begun.
    pub(crate) fn new(ground: Ground<'a, L>) -> Self {
        let shape = Shape {
            slots: ground.layout.slots.next_multiple_of(BLOCK),
            colours: ground.keys.stride,
            hash: ground.likeness.is_on(),
            sums: ground.keys.sums,
            outlook: ground.keys.outlook.is_some(),
            luck: ground.settings.is_stochastic(),
        };
        let steps = ground.layout.steps.len();
        Descent {
            widths: ground.settings.widths.clone(),
            current: States::new(shape),
            next: States::new(shape),
            history: History::default(),
            pool: Pool::default(),
            buffers: Vec::new(),
            fewest: Vec::new(),
            over: AtomicBool::new(false),
            lead: 0,
            peaks: Peaks::default(),
            lossy: ground.likeness.is_lossy(),
            ledger: Ledger { steps: vec![StepLedger::default(); steps], ..Ledger::default() },
            ground,
        }
    }

    /// Builds one board of these widths with the lottery of `seed`, as far as the budget lets it: how it ended, and
    /// the placements of the steps done. `best` is the best score so far; `hear` is told after every
    /// layer how many steps are done.
    pub(crate) fn descend(
        &mut self,
        widths: Widths,
        seed: u64,
        best: Option<usize>,
        hear: &mut dyn FnMut(&Ledger, usize),
    ) -> (End, Vec<Placement>) {
        self.widths = widths;
        self.begin();
        let steps = self.ground.layout.steps.len();
        for step in 0..steps {
            if let Some(reason) = self.ground.clock.spent(self.ledger.nodes, best) {
                return (End::Cut(reason), self.history.path(self.lead));
            }
            let layer_seed = mix(seed ^ step as u64);
            if let Err(reason) = self.make_children(step, layer_seed) {
                return (End::Cut(reason), self.path_of(self.best_child()));
            }
            if self.pool.children.is_empty() {
                return (End::Starved, self.history.path(self.lead));
            }
            self.select(step, layer_seed);
            if step + 1 == steps {
                return (End::Complete, self.path_of(self.best_child()));
            }
            self.advance(step, layer_seed);
            hear(&self.ledger, step + 1);
        }
        (End::Complete, self.history.path(self.lead))
    }

    /// Starts from the clues.
    fn begin(&mut self) {
        let Ground { puzzle, keys, layout, likeness, .. } = self.ground;
        self.history.clear();
        self.lead = 0;
        self.lossy = likeness.is_lossy();
        self.pool.begin_board();
        let root = &mut self.current;
        root.resize(1);
        root.used[0] = [0; W];
        for clue in puzzle.clues() {
            let piece = clue.placement.piece();
            root.used[0][(piece / 64) % W] |= 1 << (piece % 64);
        }
        root.frontier.fill(0);
        root.breaks[0] = puzzle.score(&puzzle.clue_board()).breaks as u16;
        let (counts, squares) = keys.beginning(puzzle);
        root.counts.copy_from_slice(&counts);
        root.squares.fill(squares);
        if let Some(outlook) = &keys.outlook {
            let (open, sums) = outlook.beginning(layout, &counts);
            root.open.copy_from_slice(&open);
            root.outlook.fill(sums);
        }
        root.sums.fill([0; 3]);
        root.luck.fill([0; 2]);
        let closed = layout.steps.first().map_or(0, |step| likeness.closed(step, root.frontier(0)));
        root.hash.fill(0u64.wrapping_sub(closed));
    }

    /// Makes the children of the current layer and leaves those that may survive in the pool.
    fn make_children(&mut self, step: usize, seed: u64) -> Result<(), StopReason> {
        let settings = self.ground.settings;
        let parents = self.current.len();
        let width = self.widths.at(self.ground.layout.steps[step].depth);
        let want = settings.wanted(width);
        self.pool.clear();
        if settings.tolerance.is_some() {
            self.fewest.clear();
            self.fewest.resize_with(parents, || AtomicU8::new(CHILDLESS));
        }
        if settings.by_family() {
            return self.make_class(None, step, seed, want, None);
        }
        let mut cut = None;
        for class in 0..CLASSES {
            let so_far = self.pool.children.len();
            let starving = so_far < parents.min(width);
            let wanted = match (class, settings.two_breaks) {
                (0, _) | (_, TwoBreaks::Always) => true,
                (1, _) => starving || so_far >= want || !self.is_level(),
                (_, TwoBreaks::Starve) => starving,
                (_, TwoBreaks::Never) => false,
            };
            if wanted {
                self.make_class(Some(class), step, seed, want, cut)?;
            }
            cut = (self.pool.floor > 0).then(|| key_of(self.pool.floor));
        }
        Ok(())
    }

    /// Whether all states have equally many breaks. A beam that grows by children without breaks from
    /// such states, as at its beginning, needs no others: they would be the worst from the start.
    fn is_level(&self) -> bool {
        self.current.breaks.iter().all(|&b| b == self.current.breaks[0])
    }

    /// Makes the children of a class, or whole families, in rounds.
    fn make_class(
        &mut self,
        class: Option<usize>,
        step: usize,
        seed: u64,
        want: usize,
        cut: Option<u32>,
    ) -> Result<(), StopReason> {
        let parents = self.current.len();
        let mut from = 0;
        while from < parents {
            // Long lists and no floor yet: a short round, to have one soon.
            let size = match (class, self.pool.floor) {
                (Some(0), _) => ROUND.max(want / 16),
                (_, 0) => SHORT_ROUND.max(want / 16),
                _ => SHORT_ROUND.max(want / 4),
            };
            let round = from..(from + size).min(parents);
            from = round.end;
            let left = self.ground.clock.nodes_left(self.ledger.nodes);
            self.over.store(false, Ordering::Relaxed);
            let tally = self.round(class, step, seed, cut, round, left);
            self.account(step, &tally);
            if self.over.load(Ordering::Relaxed) || tally.nodes >= left {
                self.settle(step, want);
                // The clock says why; it may have been asked by a thread alone.
                let reason = self.ground.clock.spent(self.ledger.nodes, None);
                return Err(reason.unwrap_or(StopReason::Nodes));
            }
            if self.pool.children.len() > want + want / 2 + SHORT_ROUND {
                self.settle(step, want);
            }
        }
        self.settle(step, want);
        self.lossy |= self.pool.floor > 0;
        Ok(())
    }

    /// Makes the children of the parents in `round`, on all threads, at most `fuel`.
    fn round(
        &mut self,
        class: Option<usize>,
        step: usize,
        seed: u64,
        cut: Option<u32>,
        round: Range<usize>,
        fuel: u64,
    ) -> Tally {
        let layer = layer(&self.ground, &self.current, &self.fewest, &self.over, step, seed);
        let layer = Layer { floor: self.pool.floor, cut, ..layer };
        let manners = Manners::of(self.ground.settings, self.ground.layout.steps[step].depth);
        let make = |parents: Range<usize>, fuel: u64, out: &mut Vec<Child>| match class {
            Some(class) => layer.expand(class, parents, fuel, out),
            None => layer.expand_families(manners, parents, fuel, out),
        };
        let threads = self.ground.threads.min(round.len() / WORTH_SHARING + 1);
        if threads == 1 {
            return make(round, fuel, &mut self.pool.children);
        }
        let size = round.len().div_ceil(threads);
        self.buffers.resize_with(threads, Vec::new);
        let make = &make;
        let tallies: Vec<Tally> = std::thread::scope(|scope| {
            let shares = round.clone().step_by(size).zip(&mut self.buffers);
            let handles: Vec<_> = shares
                .map(|(from, out)| {
                    let share = from..(from + size).min(round.end);
                    out.clear();
                    scope.spawn(move || make(share, u64::MAX, out))
                })
                .collect();
            handles.into_iter().map(|h| h.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        });
        let mut tally = Tally::default();
        tallies.iter().for_each(|t| tally.add(*t));
        if tally.nodes >= fuel {
            // Where the budget ends every child counts: once more, one after the other.
            return make(round, fuel, &mut self.pool.children);
        }
        let shares = self.buffers.iter().take(tallies.len());
        shares.for_each(|share| self.pool.children.extend_from_slice(share));
        tally
    }

    /// Takes down what a round was.
    fn account(&mut self, step: usize, tally: &Tally) {
        self.ledger.nodes += tally.nodes;
        self.ledger.reads += tally.reads;
        self.ledger.steps[step].nodes += tally.nodes;
        if tally.nodes > 0 {
            self.ledger.deepest = self.ledger.deepest.max(step + 1);
        }
        self.pool.tied += tally.tied;
        self.lossy |= tally.passed;
    }

    /// Thins the pool out to what may survive.
    fn settle(&mut self, step: usize, want: usize) {
        self.peaks.pool = self.peaks.pool.max(self.pool.children.len());
        let Ground { likeness, layout, threads, .. } = self.ground;
        let hash = &self.current.hash;
        let step = &layout.steps[step];
        let looks = likeness.is_on() && step.depth >= self.ground.settings.dedup_from;
        let of = |child: &Child| {
            let (code, parent) = (child.code(), child.parent as usize);
            let piece = Placement::from_code(code).piece();
            hash[parent].wrapping_add(likeness.placed(step, piece, layout.sides[code as usize]))
        };
        self.pool.settle(want, threads, looks.then_some(&of));
    }

    /// Chooses the survivors among the children in the pool.
    fn select(&mut self, step: usize, seed: u64) {
        let settings = self.ground.settings;
        let depth = self.ground.layout.steps[step].depth;
        let width = self.widths.at(depth);
        let pool = &mut self.pool;
        let ledger = &mut self.ledger.steps[step];
        ledger.twins += pool.twins;
        if pool.floor > 0 && settings.selection == Selection::Best {
            let key = key_of(pool.floor);
            let places = pool.children.iter().filter(|c| key_of(c.rank) == key).count() as u64;
            ledger.places += places;
            ledger.ties += places + pool.tied;
        }
        self.lossy |= pool.children.len() > width;
        match settings.selection {
            Selection::Best => {}
            Selection::Sample => sample(&mut pool.children, width, seed),
            Selection::Resample => {
                resample(&mut pool.children, width, settings.temperature(depth), seed, &mut pool.scratch);
            }
        }
        ledger.survivors += pool.children.len() as u64;
    }

    /// Makes the survivors the current layer.
    fn advance(&mut self, step: usize, seed: u64) {
        let Ground { layout, likeness, settings, threads, .. } = self.ground;
        let layer = layer(&self.ground, &self.current, &self.fewest, &self.over, step, seed);
        let manners = settings.is_stochastic().then(|| Manners::of(settings, layout.steps[step].depth));
        let birth = Birth { likeness, next: layout.steps.get(step + 1), manners, threads };
        let children = &self.pool.children;
        layer.survive(&birth, children, &mut self.next);
        self.history.push(children.iter().map(|c| (c.parent, c.code())));
        self.lead = best(&self.current, children).unwrap_or(0);
        std::mem::swap(&mut self.current, &mut self.next);
        self.peaks.states = self.peaks.states.max(self.current.len());
        self.peaks.history = self.peaks.history.max(self.history.most());
    }

    /// The layout it goes down.
    pub(crate) fn layout(&self) -> &'a Layout {
        self.ground.layout
    }

    /// About the most bytes held by one thread: two layers, the pool, and the way back.
    pub(crate) fn bytes(&self) -> usize {
        let Peaks { states, pool, history } = self.peaks;
        2 * states * States::<W>::bytes_each(self.current.shape) + pool * POOL_BYTES + history * HISTORY_BYTES
    }

    /// The best child in the pool so far.
    fn best_child(&self) -> Option<&Child> {
        best(&self.current, &self.pool.children).map(|i| &self.pool.children[i])
    }

    /// The placements that lead to a child, or to the best state without one.
    fn path_of(&self, child: Option<&Child>) -> Vec<Placement> {
        let Some(child) = child else { return self.history.path(self.lead) };
        let mut path = self.history.path(child.parent as usize);
        path.push(Placement::from_code(child.code()));
        path
    }
}

/// Which child has the fewest breaks; the lottery decides among several.
fn best<const W: usize>(parents: &States<W>, children: &[Child]) -> Option<usize> {
    let breaks = |c: &Child| u32::from(parents.breaks[c.parent as usize]) + c.class() as u32;
    let worth = |c: &Child| u64::from(u32::MAX - breaks(c)) << 32 | c.rank & u64::from(u32::MAX);
    (0..children.len()).max_by_key(|&i| (worth(&children[i]), std::cmp::Reverse(i)))
}

/// The layer of `step`, without floor and cut.
fn layer<'b, const W: usize, L: Lanes<W>>(
    ground: &'b Ground<'_, L>,
    states: &'b States<W>,
    fewest: &'b [AtomicU8],
    over: &'b AtomicBool,
    step: usize,
    seed: u64,
) -> Layer<'b, W, L> {
    let settings = ground.settings;
    let mut layer = Layer {
        layout: ground.layout,
        lanes: ground.lanes,
        keys: ground.keys,
        weights: ground.keys.weights(step),
        step: &ground.layout.steps[step],
        index: step,
        plain: ground.keys.plain[step],
        states,
        seed,
        reference: 0,
        noise: settings.gumbel(ground.layout.steps[step].depth),
        allowance: settings.allowance,
        tolerance: settings.tolerance,
        fewest,
        floor: 0,
        cut: None,
        watch: Watch { clock: ground.clock, over },
    };
    layer.reference = if settings.is_stochastic() { states.luck[0][1] } else { layer.own_key(0) };
    layer
}
