//! What `solve` does for a puzzle: a list of legs, each an engine preset with its share of the
//! budget.
//!
//! The official set goes straight to the backtracker with the schedule for its clues: in a minute
//! on one core it beats every published engine (docs/BACKTRACK.md). Any other puzzle gets a strict
//! search first, which solves small and easy ones outright, and then the break-tolerant one.

use std::borrow::Cow;
use std::time::Duration;

use edgewise_backtrack::{TABLE, default_preset};
use edgewise_puzzle::Puzzle;
use edgewise_search::{Budget, ParamError, Params};

/// One part of the work.
#[derive(Clone, Debug)]
pub struct Leg {
    /// The preset's name.
    pub preset: Cow<'static, str>,
    /// Its parameters.
    pub params: Params,
    /// Percent of the budget; the last leg gets what is left.
    pub share: u32,
    /// Nodes it takes at most where the budget has no nodes and no time.
    pub nodes_without_limit: Option<u64>,
}

/// The legs for `puzzle`.
pub fn legs(puzzle: &Puzzle) -> Result<Vec<Leg>, ParamError> {
    let leg = |preset: &'static str, share, nodes_without_limit| {
        TABLE.preset(preset).map(|params| Leg { preset: Cow::Borrowed(preset), params, share, nodes_without_limit })
    };
    match default_preset(puzzle) {
        "general" => {
            let mut strict = leg("strict", 30, Some(2_000_000_000))?;
            strict.params.set("order", "row")?;
            Ok(vec![strict, leg("general", 100, None)?])
        }
        preset => Ok(vec![leg(preset, 100, None)?]),
    }
}

/// A leg's part of what is left of a budget.
pub fn share_of(leg: &Leg, last: bool, budget: &Budget, spent_nodes: u64, spent_time: Duration) -> Budget {
    let nodes_left = budget.nodes.map(|n| n.saturating_sub(spent_nodes));
    let time_left = budget.time.map(|t| t.saturating_sub(spent_time));
    if last {
        return Budget { nodes: nodes_left, time: time_left, ..budget.clone() };
    }
    let unlimited = nodes_left.is_none() && time_left.is_none();
    Budget {
        nodes: if unlimited { leg.nodes_without_limit } else { nodes_left.map(|n| n / 100 * u64::from(leg.share)) },
        time: time_left.map(|t| t * leg.share / 100),
        ..budget.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{ClueSet, official};

    #[test]
    fn official_puzzles_take_one_leg_with_their_own_preset() {
        let names = |puzzle: &Puzzle| legs(puzzle).unwrap().iter().map(|l| l.preset.clone()).collect::<Vec<_>>();
        assert_eq!(names(&official::puzzle(ClueSet::Starter)), ["blackwood-470"]);
        assert_eq!(names(&official::puzzle(ClueSet::Five)), ["five-clue"]);
        let small = edgewise_puzzle::generate::generate(&Default::default()).unwrap().puzzle;
        assert_eq!(names(&small), ["strict", "general"]);
        let legs = legs(&small).unwrap();
        let budget = Budget::of_nodes(1000);
        let first = share_of(&legs[0], false, &budget, 0, Duration::ZERO);
        let second = share_of(&legs[1], true, &budget, 250, Duration::ZERO);
        assert_eq!((first.nodes, second.nodes), (Some(300), Some(750)));
    }
}
