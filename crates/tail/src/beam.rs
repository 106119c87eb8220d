//! The incumbent: a beam over the states of the exact search, kept by the lower bound.

use std::collections::HashMap;

use edgewise_puzzle::Placement;

use crate::walk::{Child, State, Walk};

/// A refill by slot and its breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refill {
    pub(crate) placements: Vec<Placement>,
    pub(crate) breaks: u8,
}

/// A survivor: its state and where it came from.
struct Survivor {
    state: State,
    parent: u32,
    choice: u16,
}

/// What a beam found, and whether it dropped nothing, so that it is a proof.
pub(crate) struct BeamResult {
    pub(crate) refill: Option<Refill>,
    pub(crate) complete: bool,
    pub(crate) nodes: u64,
}

/// The best refill with at most `most` breaks a beam of `width` finds; none once `is_over`, asked at every level.
pub(crate) fn beam(walk: &Walk<'_>, width: usize, most: u8, is_over: &dyn Fn() -> bool) -> BeamResult {
    let mut levels: Vec<Vec<Survivor>> = vec![vec![Survivor { state: walk.root(), parent: 0, choice: 0 }]];
    let (mut nodes, mut complete) = (0, true);
    let mut children: Vec<Child> = Vec::new();
    for k in 0..walk.layout.len() {
        if is_over() {
            return BeamResult { refill: None, complete: false, nodes };
        }
        let mut found: Vec<(Child, u32)> = Vec::new();
        let level = &levels[k];
        for (parent, survivor) in level.iter().enumerate() {
            children.clear();
            let colours = |step: usize, side: usize| shown(walk, &levels, k, parent, step, side);
            walk.children(k, &survivor.state, most, most, colours, &mut children);
            found.extend(children.iter().map(|&child| (child, parent as u32)));
        }
        nodes += found.len() as u64;
        // Of equal states the one with fewest breaks stays.
        found.sort_unstable_by_key(|(c, parent)| {
            (c.state.breaks, c.bound, c.state.used, c.state.key, c.choice, *parent)
        });
        let mut seen: HashMap<(u64, u64), ()> = HashMap::with_capacity(found.len());
        if walk.has_key(k + 1) {
            found.retain(|(c, _)| seen.insert((c.state.used, c.state.key), ()).is_none());
        }
        found.sort_by_key(|(c, _)| (c.bound, c.state.breaks));
        complete &= found.len() <= width;
        found.truncate(width);
        let next = found.into_iter().map(|(c, parent)| Survivor { state: c.state, parent, choice: c.choice });
        levels.push(next.collect());
    }
    let last = levels.last().map_or(&[][..], Vec::as_slice);
    let best = (0..last.len()).min_by_key(|&i| last[i].state.breaks);
    let refill =
        best.map(|i| Refill { placements: walk.layout.filling(&path(walk, &levels, i)), breaks: last[i].state.breaks });
    BeamResult { refill, complete, nodes }
}

/// The colour at `side` of the slot filled at `step` by the line of survivor `i` at level `k`.
fn shown(walk: &Walk<'_>, levels: &[Vec<Survivor>], k: usize, i: usize, step: usize, side: usize) -> u8 {
    let (mut level, mut at) = (k, i);
    while level > step + 1 {
        at = levels[level][at].parent as usize;
        level -= 1;
    }
    walk.layout.steps[step].choices[usize::from(levels[level][at].choice)].sides[side]
}

fn path(walk: &Walk<'_>, levels: &[Vec<Survivor>], last: usize) -> Vec<Placement> {
    let mut at = last;
    let mut placements: Vec<Placement> = (1..levels.len())
        .rev()
        .map(|level| {
            let survivor = &levels[level][at];
            at = survivor.parent as usize;
            walk.layout.steps[level - 1].choices[usize::from(survivor.choice)].placement
        })
        .collect();
    placements.reverse();
    placements
}
