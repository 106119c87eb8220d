//! The lower bound: a relaxed tail in which a piece may be used more than once, at a price.
//!
//! Dropping the rule that a piece is used once leaves a path problem over frontier colours alone, which a
//! programme from the last step backwards solves for every state (*state-space relaxation*: Christofides,
//! Mingozzi, Toth, Networks 11, 1981). A *price* λ per piece, charged at each use and refunded once, keeps the
//! bound valid for any λ (for λ ≥ 0 where pieces may stay unused) and makes reuse dear; subgradient steps
//! find good prices (Held, Karp 1971). Some pieces are *tracked*: whether they are used is part of the state,
//! so they cannot be reused at all (Righini, Salani, Networks 51, 2008). Where the frontier is wide, some seams
//! are left out and taken as matched.

use crate::layout::Layout;

/// A break in the fixed point of bounds.
pub(crate) const BREAK: i32 = 1 << 12;
/// Cost of what cannot be.
pub(crate) const NEVER: i32 = i32::MAX / 4;
/// The highest price.
const DEAREST: i64 = 8 * BREAK as i64;
/// Most choices looked at in a round of subgradient steps, all together.
const MOST_WORK: usize = 200_000_000;

/// A choice as the relaxation sees it.
#[derive(Clone, Debug)]
pub(crate) struct Priced {
    /// Breaks against frozen cells and the piece's price, in [`BREAK`]s.
    pub(crate) cost: i32,
    /// What it adds to the index of the next state.
    pub(crate) add: u32,
    /// Its bit among the tracked pieces.
    pub(crate) tracked: u32,
    /// Its classes at the seams that close, in the sequence of [`RelaxedStep::closes`].
    met: [u8; 4],
}

/// A kept seam that stays open over a step.
#[derive(Clone, Debug)]
pub(crate) struct Stay {
    pub(crate) seam: usize,
    /// Its class is `index / divisor % base` in the state before.
    divisor: u32,
    base: u32,
    /// Factor of its class in the state after.
    pub(crate) stride: u32,
}

/// A kept seam that closes at a step.
#[derive(Clone, Debug)]
struct Close {
    divisor: u32,
    base: u32,
    incoming: bool,
}

/// A step as the relaxation sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct RelaxedStep {
    pub(crate) stays: Vec<Stay>,
    closes: Vec<Close>,
    /// States before the step.
    states: usize,
    pub(crate) choices: Vec<Priced>,
}

/// A choice open to a state.
struct Way {
    cost: i32,
    to: u32,
    tracked: u32,
    piece: u8,
}

/// Bounds for every relaxed state.
#[derive(Clone, Debug)]
pub(crate) struct Relaxation {
    pub(crate) steps: Vec<RelaxedStep>,
    /// Per step: the least cost from there on, by tracked set and then state.
    table: Vec<Vec<i32>>,
    /// Price per piece.
    prices: Vec<i32>,
    /// Sum of prices, refunded.
    refund: i32,
    tracked: Vec<u8>,
    /// Whether pieces may stay unused.
    spare: bool,
}

impl Relaxation {
    /// A relaxation without prices whose steps have at most `states` states.
    pub(crate) fn new(layout: &Layout, states: usize) -> Relaxation {
        let kept = kept_seams(layout, states);
        let strides: Vec<Vec<(usize, u32)>> = (0..=layout.len()).map(|k| strides(layout, &kept, k)).collect();
        let mut steps: Vec<RelaxedStep> =
            (0..layout.len()).map(|k| relaxed_step(layout, k, &strides[k], &strides[k + 1])).collect();
        steps.push(RelaxedStep { states: 1, ..RelaxedStep::default() });
        let mut relaxation = Relaxation {
            steps,
            table: Vec::new(),
            prices: vec![0; layout.pieces],
            refund: 0,
            tracked: Vec::new(),
            spare: layout.pieces > layout.len(),
        };
        relaxation.solve(layout);
        relaxation
    }

    /// The bound at the root, in [`BREAK`]s.
    pub(crate) fn root(&self) -> i32 {
        let least = self.table.first().and_then(|t| t.first()).copied().unwrap_or(NEVER);
        if is_never(least) { NEVER } else { least - self.refund }
    }

    /// What a search starts from, so that `cost of choices so far + rest(..)` is a bound: minus the refund.
    pub(crate) fn start(&self) -> i32 {
        -self.refund
    }

    /// Least cost from step `step` on.
    pub(crate) fn rest(&self, step: usize, tracked: u32, state: u32) -> i32 {
        self.table[step][tracked as usize * self.steps[step].states + state as usize]
    }

    /// Solves the relaxed problem for the prices and tracked pieces as they are.
    fn solve(&mut self, layout: &Layout) {
        let n = layout.len();
        let sets = 1usize << self.tracked.len();
        self.table.resize(n + 1, Vec::new());
        self.table[n] = vec![0; sets];
        let mut open = Vec::new();
        for k in (0..n).rev() {
            let states = self.steps[k].states;
            let mut out = std::mem::take(&mut self.table[k]);
            out.resize(sets * states, NEVER);
            let next = &self.table[k + 1];
            let next_states = self.steps[k + 1].states;
            for state in 0..states {
                self.open_choices(layout, k, state, &mut open);
                for set in 0..sets {
                    let mut least = NEVER;
                    for way in open.iter().filter(|way| set as u32 & way.tracked == 0) {
                        let to = (set | way.tracked as usize) * next_states + way.to as usize;
                        least = least.min(way.cost + next[to]);
                    }
                    out[set * states + state] = least;
                }
            }
            self.table[k] = out;
        }
    }

    /// The choices of step `k` a state may take.
    fn open_choices(&self, layout: &Layout, k: usize, state: usize, open: &mut Vec<Way>) {
        let step = &self.steps[k];
        let digit = |(base, divisor): (u32, u32)| (state as u32 / divisor % base) as u8;
        let stays: u32 = step.stays.iter().map(|stay| u32::from(digit((stay.base, stay.divisor))) * stay.stride).sum();
        let mut classes = [0u8; 4];
        classes.iter_mut().zip(&step.closes).for_each(|(class, close)| *class = digit((close.base, close.divisor)));
        let (most, closes) = (layout.cap, step.closes.len());
        open.clear();
        for (choice, priced) in layout.steps[k].choices.iter().zip(&step.choices) {
            let (mut broken, mut incoming) = (0, choice.incoming);
            for (i, close) in step.closes.iter().enumerate().take(closes) {
                let differs = priced.met[i] != classes[i];
                broken += i32::from(differs);
                incoming += u8::from(differs & close.incoming);
            }
            if incoming <= most {
                let cost = priced.cost + broken * BREAK;
                open.push(Way { cost, to: stays + priced.add, tracked: priced.tracked, piece: choice.piece });
            }
        }
    }

    /// Uses of each piece on a cheapest relaxed path; `None` if there is none.
    fn uses(&self, layout: &Layout) -> Option<Vec<u8>> {
        let mut uses = vec![0u8; layout.pieces];
        let (mut state, mut set) = (0u32, 0u32);
        let mut open = Vec::new();
        for k in 0..layout.len() {
            let wanted = self.rest(k, set, state);
            if is_never(wanted) {
                return None;
            }
            self.open_choices(layout, k, state as usize, &mut open);
            let is_on_path =
                |way: &&Way| set & way.tracked == 0 && way.cost + self.rest(k + 1, set | way.tracked, way.to) == wanted;
            let way = open.iter().find(is_on_path)?;
            uses[usize::from(way.piece)] += 1;
            (state, set) = (way.to, set | way.tracked);
        }
        Some(uses)
    }

    /// Puts `prices` in place of the old ones and solves again.
    fn reprice(&mut self, layout: &Layout, prices: &[i32]) {
        for (step, relaxed) in layout.steps.iter().zip(&mut self.steps) {
            for (choice, priced) in step.choices.iter().zip(&mut relaxed.choices) {
                priced.cost = i32::from(choice.breaks) * BREAK + prices[usize::from(choice.piece)];
            }
        }
        self.prices = prices.to_vec();
        self.refund = prices.iter().sum();
        self.solve(layout);
    }

    /// Looks for better prices by `rounds` subgradient steps, fewer where a step is dear, until `is_over`.
    /// Returns how far the uses of each piece were from one, summed over the later steps: what tracking
    /// should look at.
    pub(crate) fn improve(&mut self, layout: &Layout, rounds: usize, is_over: &dyn Fn() -> bool) -> Vec<u64> {
        let work: usize = self.steps.iter().map(|s| s.states * s.choices.len()).sum();
        let rounds = rounds.min(MOST_WORK / work.max(1)).max(1);
        let aim = i64::from(self.root()) + i64::from(8 * BREAK);
        let mut best = (self.root(), self.prices.clone());
        let mut prices: Vec<i64> = self.prices.iter().map(|&p| i64::from(p)).collect();
        // The length of a step in 1/64 of the way to the aim, shortened where it brings nothing.
        let (mut length, mut idle) = (96i64, 0);
        let mut misuse = vec![0u64; layout.pieces];
        for round in 0..rounds {
            let Some(uses) = self.uses(layout) else { break };
            let slope = self.slope(&uses, &prices);
            let norm: i64 = slope.iter().map(|s| s * s).sum();
            if norm == 0 || is_over() {
                break;
            }
            if 2 * round >= rounds {
                slope.iter().zip(&mut misuse).for_each(|(s, m)| *m += s.unsigned_abs());
            }
            let way = (aim - i64::from(self.root())).max(i64::from(BREAK) / 2);
            for (price, slope) in prices.iter_mut().zip(&slope) {
                let least = if self.spare { 0 } else { -DEAREST };
                *price = (*price + length * way * slope / (64 * norm)).clamp(least, DEAREST);
            }
            self.reprice(layout, &prices.iter().map(|&p| p as i32).collect::<Vec<_>>());
            if self.root() == NEVER {
                return misuse;
            }
            idle += 1;
            if self.root() > best.0 {
                best = (self.root(), self.prices.clone());
                idle = 0;
            } else if idle >= 12 {
                (length, idle) = ((length * 2 / 3).max(1), 0);
                prices = best.1.iter().map(|&p| i64::from(p)).collect();
            }
        }
        self.reprice(layout, &best.1);
        misuse
    }

    /// Uses beyond one; 0 for an unused piece that may stay unused and has no price to lower.
    fn slope(&self, uses: &[u8], prices: &[i64]) -> Vec<i64> {
        let pieces = uses.iter().zip(prices).map(|(&uses, &price)| (i64::from(uses) - 1, price));
        pieces.map(|(slope, price)| if self.spare && price == 0 { slope.max(0) } else { slope }).collect()
    }

    /// Tracks `pieces` (pool indices) from now on.
    pub(crate) fn track(&mut self, layout: &Layout, pieces: &[u8]) {
        self.tracked = pieces.to_vec();
        let bit = |piece: u8| pieces.iter().position(|&p| p == piece).map_or(0, |i| 1u32 << i);
        for (step, relaxed) in layout.steps.iter().zip(&mut self.steps) {
            step.choices.iter().zip(&mut relaxed.choices).for_each(|(c, priced)| priced.tracked = bit(c.piece));
        }
        self.table.clear();
        self.solve(layout);
    }

    /// Bytes of its tables.
    pub(crate) fn bytes(&self) -> usize {
        self.table.iter().map(|t| t.len() * size_of::<i32>()).sum()
    }
}

/// Whether a cost has a [`NEVER`] in it; prices may have taken a little off.
pub(crate) fn is_never(cost: i32) -> bool {
    cost >= NEVER / 2
}

/// The breaks a bound in [`BREAK`]s stands for.
pub(crate) fn breaks_of(bound: i32) -> usize {
    bound.max(0).unsigned_abs().div_ceil(BREAK.unsigned_abs()) as usize
}

/// The kept seams open before step `k` with their factors in a state's index.
fn strides(layout: &Layout, kept: &[bool], k: usize) -> Vec<(usize, u32)> {
    let mut stride = 1;
    let frontier = layout.frontier(k).into_iter().filter(|&s| kept[s]);
    let each = frontier.map(|s| {
        let own = stride;
        stride *= layout.seams[s].classes as u32;
        (s, own)
    });
    each.collect()
}

fn relaxed_step(layout: &Layout, k: usize, before: &[(usize, u32)], after: &[(usize, u32)]) -> RelaxedStep {
    let base = |s: usize| layout.seams[s].classes as u32;
    let divisor = |seam: usize| before.iter().find(|(s, _)| *s == seam).map(|&(_, divisor)| divisor);
    let stays = after
        .iter()
        .filter_map(|&(seam, stride)| divisor(seam).map(|divisor| Stay { seam, divisor, base: base(seam), stride }));
    let closing: Vec<&(usize, u32)> = before.iter().filter(|(s, _)| layout.seams[*s].to.0 == k).collect();
    let opened: Vec<&(usize, u32)> = after.iter().filter(|(s, _)| layout.seams[*s].from.0 == k).collect();
    let price = |choice: &crate::layout::Choice| {
        let mut met = [0; 4];
        met.iter_mut().zip(&closing).for_each(|(met, (s, _))| *met = choice.class[layout.seams[*s].to.1]);
        Priced {
            cost: i32::from(choice.breaks) * BREAK,
            add: opened.iter().map(|(s, stride)| u32::from(choice.class[layout.seams[*s].from.1]) * stride).sum(),
            tracked: 0,
            met,
        }
    };
    RelaxedStep {
        stays: stays.collect(),
        closes: closing
            .iter()
            .map(|&&(s, divisor)| Close { divisor, base: base(s), incoming: layout.seams[s].incoming })
            .collect(),
        states: before.iter().map(|&(s, _)| base(s) as usize).product(),
        choices: layout.steps[k].choices.iter().map(price).collect(),
    }
}

/// Which seams a relaxation with so many states a step keeps: the shortest-lived first.
fn kept_seams(layout: &Layout, states: usize) -> Vec<bool> {
    let mut by_life: Vec<usize> = (0..layout.seams.len()).collect();
    by_life.sort_by_key(|&s| layout.seams[s].to.0 - layout.seams[s].from.0);
    let mut product = vec![1u64; layout.len() + 1];
    let mut kept = vec![false; layout.seams.len()];
    for s in by_life {
        let seam = &layout.seams[s];
        let life = &mut product[seam.from.0 + 1..=seam.to.0];
        if life.iter().all(|p| p * seam.classes <= states as u64) {
            life.iter_mut().for_each(|p| *p *= seam.classes);
            kept[s] = true;
        }
    }
    kept
}
