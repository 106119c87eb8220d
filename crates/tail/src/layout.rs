//! A tail compiled for search: its slots in a search order, its options with their costs, its open seams.
//!
//! A state of any search here is (pieces used, colours on the *frontier*): the seams between a filled slot
//! and an empty one. Colours are told apart only where it matters: a seam's *class* is a colour both of its
//! slots can show, or 0 for those only the earlier can, which match nothing.

use edgewise_puzzle::{Colour, Placement, Sides, opposite};

use crate::balance::{Balance, COLOURS, Ledger};

use crate::error::TailError;
use crate::problem::{Meets, TailProblem};

/// Most pieces of a pool: used sets are one machine word.
pub(crate) const MAX_POOL: usize = 64;
/// Class of a colour that only the later slot of a seam shows.
const NOTHING: u8 = 255;
/// The cap that forbids nothing.
const NO_CAP: u8 = 4;
/// Most seams of a tail: its breaks are counted in a byte, four more than allowed before they are refused.
/// Most colours of a pool: a seam's class is a byte, with two values to spare.
const MAX_CLASSES: usize = 250;
const MAX_SEAMS: usize = 250;

/// A seam between two slots.
#[derive(Clone, Debug)]
pub(crate) struct Seam {
    /// The step that fills its first slot, and the side there.
    pub(crate) from: (usize, usize),
    /// The step that fills its second slot, and the side there.
    pub(crate) to: (usize, usize),
    /// Whether it is incoming for the second slot.
    pub(crate) incoming: bool,
    /// Number of classes: 0 for none, then one each for the shared colours.
    pub(crate) classes: u64,
}

/// An option of a step.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// Index into the pool.
    pub(crate) piece: u8,
    /// Breaks against frozen cells.
    pub(crate) breaks: u8,
    /// Those of them on incoming sides.
    pub(crate) incoming: u8,
    pub(crate) placement: Placement,
    pub(crate) sides: Sides,
    /// Class on every side that meets a slot.
    pub(crate) class: [u8; 4],
    /// What it changes in supply and demand before closed seams are looked at.
    pub(crate) change: Balance,
}

/// A slot in search order.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Number in the problem.
    pub(crate) slot: usize,
    /// Seams to slots filled before, by number.
    pub(crate) closes: Vec<usize>,
    /// Seams to slots filled later.
    pub(crate) opens: Vec<usize>,
    pub(crate) choices: Vec<Choice>,
}

/// The compiled tail.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) steps: Vec<Step>,
    pub(crate) seams: Vec<Seam>,
    pub(crate) pieces: usize,
    /// Most incoming breaks of a slot.
    pub(crate) cap: u8,
    pub(crate) ledger: Ledger,
}

impl Layout {
    /// Compiles `problem`.
    ///
    /// # Errors
    /// If the pool has more than 64 pieces or the free cells more than 250 seams.
    pub(crate) fn new(problem: &TailProblem, backend: &'static str) -> Result<Layout, TailError> {
        if problem.pool().len() > MAX_POOL {
            let why = format!("the pool has {} pieces, expected at most {MAX_POOL}", problem.pool().len());
            return Err(TailError::Unsupported { backend, why });
        }
        if problem.seams() > MAX_SEAMS {
            let why = format!("the free cells have {} seams, expected at most {MAX_SEAMS}", problem.seams());
            return Err(TailError::Unsupported { backend, why });
        }
        let sides = problem.pool().iter().flat_map(|&piece| problem.puzzle().pieces()[piece]);
        let colours = sides.collect::<std::collections::BTreeSet<_>>().len();
        if colours > MAX_CLASSES {
            let why = format!("the pool has {colours} colours, expected at most {MAX_CLASSES}");
            return Err(TailError::Unsupported { backend, why });
        }
        Ok(Layout::along(problem, &best_sequence(problem)))
    }

    /// The same tail with its steps in reverse. For tails without a cap that binds.
    pub(crate) fn reversed(&self, problem: &TailProblem) -> Layout {
        let sequence: Vec<usize> = self.steps.iter().rev().map(|step| step.slot).collect();
        Layout::along(problem, &sequence)
    }

    fn along(problem: &TailProblem, sequence: &[usize]) -> Layout {
        let mut step_of = vec![0; sequence.len()];
        sequence.iter().enumerate().for_each(|(step, &slot)| step_of[slot] = step);
        let cap = binding_cap(problem).unwrap_or(NO_CAP);
        let mut steps: Vec<Step> = sequence
            .iter()
            .map(|&slot| Step { slot, closes: vec![], opens: vec![], choices: choices(problem, slot, cap) })
            .collect();
        let seams = seams(problem, sequence, &step_of, &mut steps);
        let ledger = Ledger::new(problem);
        for (k, step) in steps.iter_mut().enumerate() {
            let meets = problem.slots()[step.slot].meets;
            let opens = meets.map(|m| matches!(m, Meets::Slot(other) if step_of[other] > k));
            let change = |sides| ledger.change(problem.puzzle().rim(), sides, meets, opens);
            step.choices.iter_mut().for_each(|choice| choice.change = change(choice.sides));
        }
        Layout { steps, seams, pieces: problem.pool().len(), cap, ledger }
    }

    /// Whether a cap can forbid anything.
    pub(crate) fn is_capped(&self) -> bool {
        self.cap != NO_CAP
    }

    /// Number of steps.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The seams open when `step` steps are done, by number.
    pub(crate) fn frontier(&self, step: usize) -> Vec<usize> {
        (0..self.seams.len()).filter(|&s| self.seams[s].from.0 < step && self.seams[s].to.0 >= step).collect()
    }

    /// Pool placements by step as the problem's filling by slot.
    pub(crate) fn filling(&self, by_step: &[Placement]) -> Vec<Placement> {
        let mut filling = by_step.to_vec();
        self.steps.iter().zip(by_step).for_each(|(step, &placement)| filling[step.slot] = placement);
        filling
    }
}

/// The cap, if some slot has more incoming seams than it allows breaks.
fn binding_cap(problem: &TailProblem) -> Option<u8> {
    let seams = |slot: &crate::problem::Slot| {
        (0..4)
            .filter(|&side| slot.incoming[side] && matches!(slot.meets[side], Meets::Slot(_) | Meets::Frozen(_)))
            .count()
    };
    let most = problem.slots().iter().map(seams).max().unwrap_or(0);
    problem.cap().filter(|&cap| usize::from(cap) < most)
}

fn choices(problem: &TailProblem, slot: usize, cap: u8) -> Vec<Choice> {
    let at = &problem.slots()[slot];
    let mut choices = Vec::new();
    for option in problem.options(slot) {
        let (mut breaks, mut incoming) = (0, 0);
        for side in 0..4 {
            let Meets::Frozen(there) = at.meets[side] else { continue };
            if !problem.puzzle().seam_matches(option.sides[side], there) {
                breaks += 1;
                incoming += u8::from(at.incoming[side]);
            }
        }
        if incoming <= cap {
            let (piece, placement, sides) = (option.index as u8, option.placement, option.sides);
            choices.push(Choice { piece, breaks, incoming, placement, sides, class: [0; 4], change: [0; COLOURS] });
        }
    }
    choices
}

fn seams(problem: &TailProblem, sequence: &[usize], step_of: &[usize], steps: &mut [Step]) -> Vec<Seam> {
    let mut seams = Vec::new();
    for (step, &slot) in sequence.iter().enumerate() {
        let at = &problem.slots()[slot];
        for side in 0..4 {
            let Meets::Slot(other) = at.meets[side] else { continue };
            let from = step_of[other];
            if from > step {
                continue;
            }
            let theirs = opposite(side);
            let mut shown: Vec<Colour> = steps[from].choices.iter().map(|c| c.sides[theirs]).collect();
            shown.retain(|&c| {
                problem.puzzle().seam_matches(c, c) && steps[step].choices.iter().any(|d| d.sides[side] == c)
            });
            shown.sort_unstable();
            shown.dedup();
            let class = |c: Colour, none: u8| shown.iter().position(|&s| s == c).map_or(none, |i| i as u8 + 1);
            steps[from].choices.iter_mut().for_each(|c| c.class[theirs] = class(c.sides[theirs], 0));
            steps[step].choices.iter_mut().for_each(|c| c.class[side] = class(c.sides[side], NOTHING));
            let number = seams.len();
            steps[from].opens.push(number);
            steps[step].closes.push(number);
            seams.push(Seam {
                from: (from, theirs),
                to: (step, side),
                incoming: at.incoming[side],
                classes: shown.len() as u64 + 1,
            });
        }
    }
    seams
}

/// The search order: of those in which every slot comes after the free cells on its incoming sides (all, if
/// there is no cap) the one with the smallest frontier.
fn best_sequence(problem: &TailProblem) -> Vec<usize> {
    let size = problem.puzzle().size();
    let slots = problem.slots();
    let by = |key: &dyn Fn(usize) -> usize| {
        let mut sequence: Vec<usize> = (0..slots.len()).collect();
        sequence.sort_by_key(|&s| key(slots[s].cell));
        sequence
    };
    let (w, h) = (size.width(), size.height());
    let columns = by(&|c| size.col(c) * h + size.row(c));
    let columns_back = by(&|c| (w - 1 - size.col(c)) * h + size.row(c));
    let columns_up = by(&|c| size.col(c) * h + h - 1 - size.row(c));
    let rows = by(&|c| c);
    let rows_back = by(&|c| size.row(c) * w + w - 1 - size.col(c));
    let rows_up = by(&|c| (h - 1 - size.row(c)) * w + size.col(c));
    let last: Vec<usize> = rows.iter().rev().copied().collect();
    let candidates = [columns, rows, columns_back, columns_up, rows_back, rows_up, last, in_order(problem)];
    let consistent =
        candidates.into_iter().filter(|sequence| binding_cap(problem).is_none() || is_consistent(problem, sequence));
    consistent.min_by_key(|sequence| widths(problem, sequence)).unwrap_or_else(|| in_order(problem))
}

/// The slots in an order of their own incoming sides: each after all free cells that come in.
fn in_order(problem: &TailProblem) -> Vec<usize> {
    let slots = problem.slots();
    let mut done = vec![false; slots.len()];
    let mut sequence = Vec::with_capacity(slots.len());
    while sequence.len() < slots.len() {
        let waits = |s: usize| {
            (0..4).any(|side| matches!(slots[s].meets[side], Meets::Slot(o) if slots[s].incoming[side] && !done[o]))
        };
        let ready = (0..slots.len()).find(|&s| !done[s] && !waits(s));
        let next = ready.or_else(|| (0..slots.len()).find(|&s| !done[s])).unwrap_or(0);
        done[next] = true;
        sequence.push(next);
    }
    sequence
}

fn is_consistent(problem: &TailProblem, sequence: &[usize]) -> bool {
    let mut done = vec![false; sequence.len()];
    sequence.iter().all(|&s| {
        let slot = &problem.slots()[s];
        done[s] = true;
        (0..4).all(|side| !slot.incoming[side] || !matches!(slot.meets[side], Meets::Slot(o) if !done[o]))
    })
}

/// The widest frontier of a search order, and the sum of all.
fn widths(problem: &TailProblem, sequence: &[usize]) -> (usize, usize) {
    let mut done = vec![false; sequence.len()];
    let (mut width, mut most, mut sum) = (0, 0, 0);
    for &s in sequence {
        for meets in problem.slots()[s].meets {
            if let Meets::Slot(other) = meets {
                if done[other] { width -= 1 } else { width += 1 }
            }
        }
        done[s] = true;
        most = most.max(width);
        sum += width;
    }
    (most, sum)
}
