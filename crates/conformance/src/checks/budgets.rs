//! Budgets: nodes to the node, everything else within the engine's latency.

use std::time::Duration;

use edgewise_puzzle::{ClueSet, Puzzle, official};
use edgewise_search::{Budget, Engine, Event, StopFlag, StopReason};

use super::boards::everyday;
use crate::audits::stops;
use crate::failure::{Failure, require};
use crate::judging::is_legal;
use crate::options::Options;
use crate::puzzles::{odd, spoilt, vast};
use crate::subject::{SEED, Subject};
use crate::trace::{Improvement, Trace};

/// Puzzles that no engine solves or exhausts within these checks.
fn endless() -> Result<Vec<Puzzle>, Failure> {
    Ok([vast()?, vec![official::puzzle(ClueSet::Starter)]].concat())
}

/// A budget of nodes that only a run which ignores its other limits can spend.
fn backstop(options: &Options) -> Option<u64> {
    Some(options.latency.saturating_mul(16))
}

/// Ended as `wanted`, at most `latency` nodes after node `since`.
fn ended(trace: &Trace, wanted: StopReason, since: u64, latency: u64) -> Result<(), Failure> {
    let outcome = &trace.outcome;
    trace.require(require(outcome.stop == wanted && outcome.nodes <= since.saturating_add(latency), || {
        let (wanted, found) = (wanted.name(), outcome.stop.name());
        format!("expected to end as {wanted} by node {since} + {latency}, ended as {found} at node {}", outcome.nodes)
    }))
}

/// A run spends its node budget exactly, or less if it is solved or exhausted, whatever the budget.
pub fn node_budgets_are_kept_exactly(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    for puzzle in everyday()?.iter().step_by(2) {
        for nodes in [0, 1, 2, 7, 1_000, 20_011] {
            subject.audited(puzzle, nodes, &[stops::honest])?;
        }
    }
    for puzzle in &endless()? {
        for nodes in [0, 1, 7, 1_000, 100_000, options.latency.saturating_add(1)] {
            let trace = subject.audited(puzzle, nodes, &[stops::honest])?;
            ended(&trace, StopReason::Nodes, nodes, 0)?;
        }
    }
    Ok(())
}

/// A run with a larger budget finds what the run with the smaller one found, at the same nodes.
pub fn longer_runs_begin_like_shorter_ones(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    let prefix = |trace: &Trace, nodes: u64| -> Vec<(u64, usize, u64)> {
        let early = |i: &Improvement<'_>| i.nodes < nodes;
        trace.improvements().filter(early).map(|i| (i.nodes, i.score.matched, i.board.hash64())).collect()
    };
    let long_run = (options.latency, options.latency.saturating_mul(2));
    for (number, puzzle) in endless()?.into_iter().chain(everyday()?.into_iter().step_by(4)).enumerate() {
        let pairs = [(50, 900), (1_000, 20_000), (20_000, 20_001), long_run];
        for (less, more) in pairs.into_iter().take(if number < 1 { 4 } else { 3 }) {
            let short = subject.audited(&puzzle, less, &[])?;
            let long = subject.audited(&puzzle, more, &[])?;
            let (found, expected) = (prefix(&long, less), prefix(&short, less));
            long.require(require(found == expected, || {
                format!("before node {less} found (node, score, hash) {found:?}, with {less} nodes {expected:?}")
            }))?;
        }
    }
    Ok(())
}

/// A flag raised before the start ends the run as `Flag` within the latency.
pub fn a_raised_flag_stops_the_run_at_once(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    for puzzle in &endless()? {
        let budget = Budget { nodes: backstop(options), ..Budget::default() };
        budget.stop.raise();
        ended(&subject.run(puzzle, SEED, &budget)?, StopReason::Flag, 0, options.latency)?;
    }
    Ok(())
}

/// A flag raised by the observer ends the run as `Flag` within the latency of that event, be it
/// `Started`, an improvement or the first progress, which has to come.
pub fn a_flag_raised_on_the_way_stops_the_run_soon(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    let wanted: [fn(&Event) -> bool; 3] = [
        |event| matches!(event, Event::Started),
        |event| matches!(event, Event::Improved { .. }),
        |event| matches!(event, Event::Progress(_)),
    ];
    let nodes = backstop(options);
    for puzzle in &endless()? {
        for wanted in wanted {
            let stop = StopFlag::default();
            let budget = Budget { nodes, stop: stop.clone(), ..Budget::default() };
            let mut raised = None;
            let mut watcher = |event: &Event| {
                if raised.is_none() && wanted(event) {
                    stop.raise();
                    raised = Some(match event {
                        Event::Improved { nodes, .. } => *nodes,
                        Event::Progress(progress) => progress.nodes,
                        _ => 0,
                    });
                }
            };
            let told = subject.try_run(puzzle, &subject.params(puzzle)?, SEED, &budget, &mut watcher)?;
            let trace = told.map_err(|e| Failure::new(puzzle.name(), e.to_string()))?;
            match raised {
                // An engine may well improve nothing until its nodes are spent.
                Some(since) if Some(since) < nodes => ended(&trace, StopReason::Flag, since, options.latency)?,
                Some(_) => {}
                None => trace.require(Err("expected progress on the way, found none".to_owned()))?,
            }
        }
    }
    Ok(())
}

/// A time budget of zero ends the run as `Time` within the latency.
pub fn no_time_is_no_search(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    for puzzle in &endless()? {
        let budget = Budget { nodes: backstop(options), ..Budget::of_time(Duration::ZERO) };
        ended(&subject.run(puzzle, SEED, &budget)?, StopReason::Time, 0, options.latency)?;
    }
    Ok(())
}

/// A run whose board reaches the target ends as `Target`, or as `Solved` if the board is perfect,
/// within the latency of finding it; and it finds what it finds without a target.
pub fn reached_targets_end_the_run(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    let ordinary = everyday()?.into_iter().step_by(3);
    let small = spoilt::tiny()?.into_iter().chain(odd::full_of_clues()?);
    for puzzle in endless()?.into_iter().chain(ordinary).chain(small) {
        let nodes = 20_000;
        let free = subject.audited(&puzzle, nodes, &[])?;
        let on_the_way: Vec<usize> = free.improvements().filter(|i| i.nodes < nodes).map(|i| i.score.matched).collect();
        for target in on_the_way.iter().copied().rev().take(2).chain([0]) {
            let budget = Budget { target: Some(target), ..Budget::of_nodes(nodes) };
            let trace = subject.run(&puzzle, SEED, &budget)?;
            trace.audit(&[stops::honest])?;
            let reached = trace.improvements().find(|i| i.score.matched >= target).map(|i| i.nodes);
            match reached {
                Some(_) if is_legal(&puzzle, &trace.outcome.board) != Ok(true) => {}
                Some(since) if trace.outcome.stop == StopReason::Solved => {
                    ended(&trace, StopReason::Solved, since, options.latency)?;
                }
                Some(since) => ended(&trace, StopReason::Target, since, options.latency)?,
                None => {
                    let missed = on_the_way.iter().any(|&score| score >= target);
                    trace.require(require(!missed, || "missed a target it reaches without one".to_owned()))?;
                }
            }
        }
    }
    Ok(())
}

/// Targets beyond what a puzzle has, and boards that are not legal, are never called reached.
pub fn unreached_targets_are_not_claimed(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    let beyond = |p: &Puzzle| vec![p.size().seams() + 1, p.size().seams()];
    let puzzles = everyday()?
        .into_iter()
        .step_by(4)
        .chain(odd::sizes()?.into_iter().step_by(3))
        .chain(odd::clashing_clues()?)
        .map(|p| (beyond(&p), p));
    let imperfect = spoilt::imperfect()?.into_iter().map(|p| (beyond(&p), p));
    let hopeless = spoilt::hopeless()?.into_iter().map(|p| (vec![0, 1], p));
    for (targets, puzzle) in puzzles.chain(imperfect).chain(hopeless) {
        for target in targets {
            let budget = Budget { target: Some(target), ..Budget::of_nodes(1_000) };
            subject.run(&puzzle, SEED, &budget)?.audit(&[stops::honest])?;
        }
    }
    Ok(())
}
