//! One step of any search on a compiled tail: the children of a state, cheapest bound first.

use crate::balance::Balance;
use crate::layout::Layout;
use crate::relax::{BREAK, Relaxation, is_never};
use crate::table::KEY_BITS;

/// Most lists of matching choices a step has.
const MOST_LISTS: u64 = 1 << 14;

/// A state: `step` slots filled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    /// Used pieces, a bit each.
    pub(crate) used: u64,
    /// Frontier classes, mixed radix; see [`Walk::has_key`].
    pub(crate) key: u64,
    /// Breaks so far.
    pub(crate) breaks: u8,
    /// Cost so far in the relaxation's units: breaks and prices, minus the refund.
    pub(crate) cost: i32,
    /// Supply less demand.
    pub(crate) balance: Balance,
    /// Tracked pieces used.
    pub(crate) tracked: u32,
}

/// A child: the choice taken and the state it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    /// Number of the choice within the step.
    pub(crate) choice: u16,
    /// Lower bound on the breaks of any refill through the child, in [`BREAK`]s.
    pub(crate) bound: i32,
    pub(crate) state: State,
}

/// How a step's key is made of the one before.
struct KeyStep {
    /// Seams that stay: (divisor, base) in the key before and stride after.
    stays: Vec<(u64, u64, u64)>,
    /// Per choice: what its opened seams add.
    adds: Vec<u64>,
    /// Seams that close: (divisor, base) in the key before, side of the step, side and step of the other slot.
    closes: Vec<Close>,
    /// The same for the relaxation's kept seams: (divisor, base) in the full key, stride in the state after.
    relaxed: Vec<(u64, u64, u32)>,
    /// Choices that break nothing, by the classes of the seams that close (mixed radix as in `closes`).
    matching: Vec<Vec<u16>>,
    /// All choices.
    all: Vec<u16>,
}

#[derive(Clone, Copy)]
struct Close {
    divisor: u64,
    base: u64,
    side: usize,
    incoming: bool,
    /// Step and side of the other slot.
    from: (usize, usize),
    /// Factor of its class in the index of `matching`.
    stride: u64,
}

/// A compiled tail with its relaxation, ready to be walked.
pub(crate) struct Walk<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) relaxation: &'a Relaxation,
    steps: Vec<KeyStep>,
    /// Whether the keys after so many steps hold the whole frontier.
    whole: Vec<bool>,
}

impl<'a> Walk<'a> {
    /// A walk; `None` if a frontier does not fit a key of 64 bits.
    pub(crate) fn new(layout: &'a Layout, relaxation: &'a Relaxation) -> Option<Walk<'a>> {
        let frontiers: Vec<Vec<(usize, u64)>> =
            (0..=layout.len()).map(|k| strides(layout, k)).collect::<Option<_>>()?;
        let fits = |f: &Vec<(usize, u64)>| {
            let product = f.last().map_or(1, |&(s, stride)| u128::from(stride) * u128::from(layout.seams[s].classes));
            product <= 1 << KEY_BITS
        };
        let steps = (0..layout.len()).map(|k| key_step(layout, relaxation, k, &frontiers)).collect();
        Some(Walk { layout, relaxation, steps, whole: frontiers.iter().map(fits).collect() })
    }

    /// Whether a state after `step` steps can be remembered by its key.
    pub(crate) fn has_key(&self, step: usize) -> bool {
        self.whole[step]
    }

    /// The empty tail.
    pub(crate) fn root(&self) -> State {
        State {
            used: 0,
            key: 0,
            breaks: 0,
            cost: self.relaxation.start(),
            balance: self.layout.ledger.start,
            tracked: 0,
        }
    }

    /// Appends to `out` the children of `state` with at most `allowed` breaks themselves that may lead to refills
    /// with at most `most`. `colours(step, side)` is the colour shown by the slot of an earlier step.
    pub(crate) fn children(
        &self,
        k: usize,
        state: &State,
        most: u8,
        allowed: u8,
        colours: impl Fn(usize, usize) -> u8,
        out: &mut Vec<Child>,
    ) {
        let (layout, step, keys) = (self.layout, &self.layout.steps[k], &self.steps[k]);
        let priced = &self.relaxation.steps[k].choices;
        let limit = i32::from(most) * BREAK;
        let digit = |divisor: u64, base: u64| state.key / divisor % base;
        let stays: u64 = keys.stays.iter().map(|&(d, b, stride)| digit(d, b) * stride).sum();
        let relaxed: u32 = keys.relaxed.iter().map(|&(d, b, stride)| digit(d, b) as u32 * stride).sum();
        let mut met = [(0u8, 0usize, false); 4];
        let mut after_closing = state.balance;
        let closes = keys.closes.len();
        for (slot, close) in met.iter_mut().zip(&keys.closes) {
            layout.ledger.close(&mut after_closing, colours(close.from.0, close.from.1));
            *slot = (digit(close.divisor, close.base) as u8, close.side, close.incoming);
        }
        let matching: u64 = keys.closes.iter().map(|close| digit(close.divisor, close.base) * close.stride).sum();
        // Where no break is left, only what matches everywhere need be looked at.
        let list = match keys.matching.get(matching as usize) {
            Some(matching) if state.breaks >= allowed => matching,
            _ => &keys.all,
        };
        for &i in list {
            let (choice, priced) = (&step.choices[usize::from(i)], &priced[usize::from(i)]);
            if state.used >> choice.piece & 1 != 0 {
                continue;
            }
            let (mut broken, mut incoming) = (0u8, choice.incoming);
            for &(class, side, is_incoming) in &met[..closes] {
                let differs = choice.class[side] != class;
                broken += u8::from(differs);
                incoming += u8::from(differs & is_incoming);
            }
            let breaks = state.breaks + choice.breaks + broken;
            if incoming > layout.cap || breaks > allowed {
                continue;
            }
            let cost = state.cost + priced.cost + i32::from(broken) * BREAK;
            let tracked = state.tracked | priced.tracked;
            let rest = self.relaxation.rest(k + 1, tracked, relaxed + priced.add);
            if is_never(rest) {
                continue;
            }
            if cost + rest > limit {
                continue;
            }
            let mut balance = after_closing;
            balance.iter_mut().zip(&choice.change).for_each(|(balance, change)| *balance += change);
            let bound = (cost + rest).max((i32::from(breaks) + layout.ledger.to_come(&balance)) * BREAK);
            if bound <= limit {
                let key = stays + keys.adds[usize::from(i)];
                let state = State { used: state.used | 1 << choice.piece, key, breaks, cost, balance, tracked };
                out.push(Child { choice: i, bound, state });
            }
        }
    }
}

/// The seams open after `k` steps with their strides in the key; `None` if they need more than 64 bits.
fn strides(layout: &Layout, k: usize) -> Option<Vec<(usize, u64)>> {
    let mut stride = 1u64;
    let frontier = layout.frontier(k).into_iter().map(|s| {
        let own = stride;
        stride = stride.checked_mul(layout.seams[s].classes)?;
        Some((s, own))
    });
    frontier.collect()
}

fn key_step(layout: &Layout, relaxation: &Relaxation, k: usize, frontiers: &[Vec<(usize, u64)>]) -> KeyStep {
    let (before, after) = (&frontiers[k], &frontiers[k + 1]);
    let stride_in =
        |list: &[(usize, u64)], seam: usize| list.iter().find(|(s, _)| *s == seam).map(|&(_, stride)| stride);
    let base = |s: usize| layout.seams[s].classes;
    let staying = before.iter().filter_map(|&(s, d)| stride_in(after, s).map(|stride| (d, base(s), stride)));
    let opened: Vec<(usize, u64)> = after.iter().filter(|(s, _)| layout.seams[*s].from.0 == k).copied().collect();
    let add = |choice: &crate::layout::Choice| {
        opened.iter().map(|&(s, stride)| u64::from(choice.class[layout.seams[s].from.1]) * stride).sum()
    };
    let mut stride = 1;
    let closing = before.iter().filter(|(s, _)| layout.seams[*s].to.0 == k);
    let closes: Vec<Close> = closing
        .map(|&(s, divisor)| {
            let (seam, own) = (&layout.seams[s], stride);
            stride *= seam.classes;
            let (side, incoming, from) = (seam.to.1, seam.incoming, seam.from);
            Close { divisor, base: seam.classes, side, incoming, from, stride: own }
        })
        .collect();
    let relaxed = relaxation.steps[k]
        .stays
        .iter()
        .filter_map(|stay| stride_in(before, stay.seam).map(|divisor| (divisor, base(stay.seam), stay.stride)));
    KeyStep {
        stays: staying.collect(),
        adds: layout.steps[k].choices.iter().map(add).collect(),
        matching: matching(&layout.steps[k], &closes, stride),
        all: (0..layout.steps[k].choices.len() as u16).collect(),
        closes,
        relaxed: relaxed.collect(),
    }
}

/// The choices that break nothing by the classes of the seams that close, of which there are `combinations`; no
/// lists where there are very many.
fn matching(step: &crate::layout::Step, closes: &[Close], combinations: u64) -> Vec<Vec<u16>> {
    if combinations > MOST_LISTS {
        return Vec::new();
    }
    let mut lists = vec![Vec::new(); combinations as usize];
    for (i, choice) in step.choices.iter().enumerate().filter(|(_, choice)| choice.breaks == 0) {
        // A class of the later slot alone has no list.
        let class = |close: &Close| u64::from(choice.class[close.side]);
        if closes.iter().all(|close| class(close) < close.base) {
            let at: u64 = closes.iter().map(|close| class(close) * close.stride).sum();
            lists[at as usize].push(i as u16);
        }
    }
    lists
}
