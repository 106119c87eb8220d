//! The full programme: every state of every step, no bound, no dominance. The second method of the tests.
//!
//! It shares the problem with our own method and nothing else: its states hold bare colours, its order is its
//! own, and of equal states it keeps the one with fewest breaks. For about twenty cells.

use std::collections::HashMap;
use std::time::Instant;

use edgewise_puzzle::{Colour, Placement, opposite};

use crate::backend::{Backend, Limits, Status, TailResult};
use crate::error::TailError;
use crate::problem::{Meets, Option4, TailProblem};

/// Used pieces, a bit each, and the colours towards empty slots, a byte each in the sequence of [`Frontier`].
type State = (u64, u128);
/// Colours a state has room for.
const MOST_OPEN: usize = 16;

/// The full programme.
#[derive(Clone, Copy, Debug, Default)]
pub struct FullProgramme;

impl Backend for FullProgramme {
    fn name(&self) -> &'static str {
        "full"
    }

    fn solve(&self, problem: &TailProblem, limits: &Limits) -> Result<TailResult, TailError> {
        let started = Instant::now();
        if problem.pool().len() > 64 {
            let why = format!("the pool has {} pieces, expected at most 64", problem.pool().len());
            return Err(TailError::Unsupported { backend: self.name(), why });
        }
        let sequence = sequence(problem);
        let widest = (0..sequence.len()).map(|k| frontier(problem, &sequence[..k]).len()).max().unwrap_or(0);
        if widest > MOST_OPEN {
            let why = format!("the region has {widest} open seams at a time, expected at most {MOST_OPEN}");
            return Err(TailError::Unsupported { backend: self.name(), why });
        }
        let most = problem.base_score() + problem.seams();
        let mut nodes = 0;
        let answer = programme(problem, &sequence, limits, started, &mut nodes);
        let score = answer.as_ref().and_then(|best| best.as_ref()).map(|(breaks, _)| most - usize::from(*breaks));
        Ok(TailResult {
            status: match (&answer, score) {
                (None, _) => Status::Unknown,
                (Some(_), None) => Status::Infeasible,
                (Some(_), Some(_)) => Status::Optimal,
            },
            board: answer.flatten().map(|(_, filling)| problem.refilled(&filling)),
            score,
            bound: score.unwrap_or(most),
            nodes,
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

/// The slots, each after the free cells on its incoming sides; columns first where that is so.
fn sequence(problem: &TailProblem) -> Vec<usize> {
    let slots = problem.slots();
    let size = problem.puzzle().size();
    let mut waiting: Vec<usize> = (0..slots.len()).collect();
    waiting.sort_by_key(|&s| (size.col(slots[s].cell), size.row(slots[s].cell)));
    let mut sequence: Vec<usize> = Vec::with_capacity(slots.len());
    while !waiting.is_empty() {
        let comes_in =
            |s: usize, t: usize| (0..4).any(|side| slots[s].incoming[side] && slots[s].meets[side] == Meets::Slot(t));
        let next = waiting.iter().position(|&s| !waiting.iter().any(|&t| comes_in(s, t))).unwrap_or(0);
        sequence.push(waiting.remove(next));
    }
    sequence
}

/// The open sides after some slots are filled: (slot, side) of the filled ones.
type Frontier = Vec<(usize, usize)>;

fn frontier(problem: &TailProblem, done: &[usize]) -> Frontier {
    let is_open =
        |slot: usize, side: usize| matches!(problem.slots()[slot].meets[side], Meets::Slot(o) if !done.contains(&o));
    done.iter()
        .flat_map(|&slot| (0..4).map(move |side| (slot, side)))
        .filter(|&(slot, side)| is_open(slot, side))
        .collect()
}

/// Fewest breaks and a refill that has them, `Some(None)` if there is no refill, `None` if a limit ended it.
fn programme(
    problem: &TailProblem,
    sequence: &[usize],
    limits: &Limits,
    started: Instant,
    nodes: &mut u64,
) -> Option<Option<(u16, Vec<Placement>)>> {
    let mut levels: Vec<HashMap<State, (u16, State, Placement)>> = Vec::new();
    let mut level: HashMap<State, u16> = HashMap::from([((0, 0), 0)]);
    for k in 0..sequence.len() {
        let slot = sequence[k];
        let (before, after) = (frontier(problem, &sequence[..k]), frontier(problem, &sequence[..=k]));
        let stays: Vec<Option<usize>> = after.iter().map(|open| before.iter().position(|b| b == open)).collect();
        let options = problem.options(slot);
        let mut next: HashMap<State, (u16, State, Placement)> = HashMap::new();
        for (state, breaks) in &level {
            for option in options.iter().filter(|o| state.0 >> o.index & 1 == 0) {
                *nodes += 1;
                if is_over(limits, started, *nodes) {
                    return None;
                }
                let Some(more) = cost(problem, slot, option, &before, state.1) else { continue };
                let open = stays.iter().zip(&after).enumerate().map(|(to, (stays, &(_, side)))| {
                    let colour = stays.map_or(option.sides[side], |from| colour_at(state.1, from));
                    u128::from(colour) << (8 * to)
                });
                let to = (state.0 | 1 << option.index, open.sum());
                let reached = (breaks + more, *state, option.placement);
                next.entry(to).and_modify(|held| *held = (*held).min(reached)).or_insert(reached);
            }
        }
        level = next.iter().map(|(state, (breaks, ..))| (*state, *breaks)).collect();
        levels.push(next);
    }
    let best = level.into_iter().min_by_key(|&(state, breaks)| (breaks, state));
    let Some((mut state, breaks)) = best else { return Some(None) };
    let mut filling = vec![Placement::new(0, 0); sequence.len()];
    for k in (0..sequence.len()).rev() {
        let (_, parent, placement) = levels[k].get(&state)?;
        filling[sequence[k]] = *placement;
        state = *parent;
    }
    Some(Some((breaks, filling)))
}

fn is_over(limits: &Limits, started: Instant, nodes: u64) -> bool {
    limits.nodes.is_some_and(|n| nodes > n)
        || nodes.is_multiple_of(4096)
            && (limits.stop.is_raised() || limits.time.is_some_and(|t| started.elapsed() >= t))
}

/// The colour at an open side.
fn colour_at(open: u128, index: usize) -> Colour {
    (open >> (8 * index)) as Colour
}

/// New breaks of `option`, or `None` if it breaks the cap.
fn cost(problem: &TailProblem, slot: usize, option: &Option4, before: &Frontier, open: u128) -> Option<u16> {
    let at = &problem.slots()[slot];
    let (mut breaks, mut incoming) = (0, 0);
    for side in 0..4 {
        let there = match at.meets[side] {
            Meets::Frozen(colour) => Some(colour),
            Meets::Slot(other) => before.iter().position(|&b| b == (other, opposite(side))).map(|i| colour_at(open, i)),
            Meets::Rim | Meets::Open => None,
        };
        if there.is_some_and(|there| !problem.puzzle().seam_matches(option.sides[side], there)) {
            breaks += 1;
            incoming += u8::from(at.incoming[side]);
        }
    }
    problem.cap().is_none_or(|cap| incoming <= cap).then_some(breaks)
}
