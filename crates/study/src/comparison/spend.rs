//! Budgets of nodes, which engines keep to the node, and of candidate reads, which they know nothing of: there the
//! node budget is looked for that comes nearest. A run depends on its node budget alone, so the search is
//! reproducible and what it ends with is a run that never spent more.

use edgewise_puzzle::Puzzle;
use edgewise_search::{Budget, Engine, EngineError, Outcome, Params, Seed, Silent, StopFlag, StopReason};

use super::{Spend, Unit};

/// The first run has this part of the reads as nodes.
const FIRST: u64 = 64;
/// A run is good that spends so many of a hundred reads.
const GOOD: u64 = 95;
/// What is aimed at, of a thousand reads.
const AIM: u128 = 975;
/// Most runs. Nodes of our engines cost nearly the same throughout, so three or four are enough.
const ROUNDS: usize = 24;

/// Runs `engine` with `seed` until what it may spend is spent; none if `stop` cut it short.
pub(super) fn spend(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    params: &Params,
    seed: u64,
    spend: Spend,
    stop: &StopFlag,
) -> Result<Option<Outcome>, EngineError> {
    let run = |nodes| {
        let budget = Budget { nodes: Some(nodes), stop: stop.clone(), ..Budget::default() };
        let outcome = engine.run(puzzle, params, Seed::new(seed), &budget, &mut Silent)?;
        Ok((outcome.stop != StopReason::Flag).then_some(outcome))
    };
    match spend.unit {
        Unit::Nodes => run(spend.amount),
        Unit::Reads => by_reads(spend.amount, run),
    }
}

/// The run that spends most of `reads` candidate reads, and no more. `run` takes a node budget.
fn by_reads<E>(reads: u64, run: impl Fn(u64) -> Result<Option<Outcome>, E>) -> Result<Option<Outcome>, E> {
    let aim = u128::from(reads) * AIM / 1000;
    // The greatest node budget within the reads and the least beyond them, each with what it spent.
    let (mut within, mut beyond) = ((0, 0), None::<(u64, u64)>);
    let mut nodes = (reads / FIRST).max(1);
    let mut best = None;
    for round in 0..ROUNDS {
        let Some(outcome) = run(nodes)? else { return Ok(None) };
        let spent = outcome.candidate_reads;
        if spent > reads {
            beyond = Some((nodes, spent));
        } else {
            within = (nodes, spent);
            let done = outcome.stop != StopReason::Nodes || spent >= reads / 100 * GOOD;
            best = Some(outcome);
            if done {
                break;
            }
        }
        nodes = match beyond {
            // As many reads for every node as so far.
            None => scaled(nodes, aim, spent.into()).max(within.0 + 1),
            Some((beyond, _)) if beyond - within.0 <= 1 => break,
            Some((beyond, _)) if round % 2 == 0 => within.0 + (beyond - within.0) / 2,
            // A straight line between what was seen.
            Some((beyond, most)) => {
                let on = scaled(beyond - within.0, aim.saturating_sub(within.1.into()), (most - within.1).into());
                (within.0 + on).clamp(within.0 + 1, beyond - 1)
            }
        };
    }
    match best {
        Some(outcome) => Ok(Some(outcome)),
        None => run(0),
    }
}

/// `n` times `part` in `whole`, at most a quarter of all numbers.
fn scaled(n: u64, part: u128, whole: u128) -> u64 {
    u64::try_from(u128::from(n) * part / whole.max(1)).unwrap_or(u64::MAX).min(u64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_backtrack::Backtrack;
    use edgewise_puzzle::{ClueSet, official};

    /// Node budgets asked for, and what came of them, where node n takes `price(n)` reads.
    fn search(reads: u64, last: u64, price: impl Fn(u64) -> u64) -> (Vec<u64>, Outcome) {
        let puzzle = official::puzzle(ClueSet::None);
        let params = Backtrack::default().parameters().preset("strict").unwrap();
        let engine = Backtrack::default();
        let blank = engine.run(&puzzle, &params, Seed::new(1), &Budget::of_nodes(0), &mut Silent).unwrap();
        let asked = std::cell::RefCell::new(Vec::new());
        let outcome = by_reads(reads, |nodes| {
            asked.borrow_mut().push(nodes);
            let made = nodes.min(last);
            let stop = if nodes > last { StopReason::Exhausted } else { StopReason::Nodes };
            Ok::<_, ()>(Some(Outcome {
                nodes: made,
                candidate_reads: (0..made).map(&price).sum(),
                stop,
                ..blank.clone()
            }))
        });
        (asked.into_inner(), outcome.unwrap().unwrap())
    }

    #[test]
    fn the_reads_are_kept_and_nearly_spent_whatever_a_node_costs() {
        let prices: [fn(u64) -> u64; 5] =
            [|_| 8, |_| 1, |n| 1 + n / 50, |n| if n < 500 { 300 } else { 2 }, |n| 1 + 900 / (n + 1)];
        for price in prices {
            for reads in [10_000, 123_457] {
                let (asked, outcome) = search(reads, u64::MAX, price);
                let spent = outcome.candidate_reads;
                assert!(spent <= reads && spent >= reads / 100 * 94, "{spent} of {reads}, {asked:?}");
                assert!(asked.len() <= ROUNDS);
            }
        }
    }

    #[test]
    fn searches_that_end_and_reads_too_few_for_a_node() {
        let (asked, outcome) = search(1_000_000, 50, |_| 10);
        assert_eq!((outcome.stop, outcome.candidate_reads, asked.len()), (StopReason::Exhausted, 500, 1));
        let (_, none) = search(5, u64::MAX, |_| 10);
        assert_eq!((none.nodes, none.candidate_reads), (0, 0));
    }
}
