//! The events of a run: their order, and that they agree with each other and with the outcome.

use edgewise_search::{Event, Outcome, Progress};

use crate::failure::require;
use crate::judging::judge;
use crate::trace::Trace;

/// `Started` comes first, `Finished` last, each once.
pub fn in_order(trace: &Trace) -> Result<(), String> {
    let places = |wanted: fn(&Event) -> bool| -> Vec<usize> {
        trace.events.iter().enumerate().filter(|(_, event)| wanted(event)).map(|(place, _)| place).collect()
    };
    let started = places(|event| matches!(event, Event::Started));
    require(started == [0], || format!("Started came as events {started:?}, expected [0]"))?;
    let finished = places(|event| matches!(event, Event::Finished(_)));
    let last = trace.events.len() - 1;
    require(finished == [last], || format!("Finished came as events {finished:?}, expected [{last}]"))
}

/// Every improvement is better than the one before: fewer rim violations, or as many and a higher
/// score. The last one is the outcome, and there is one wherever holes are filled.
pub fn improvements_rise(trace: &Trace) -> Result<(), String> {
    let mut last: Option<(usize, usize)> = None;
    for (number, improvement) in (1..).zip(trace.improvements()) {
        let violations = judge(&trace.puzzle, improvement.board)?.rim_violations.len();
        let matched = improvement.score.matched;
        if let Some((before_violations, before)) = last.replace((violations, matched)) {
            let better = violations < before_violations || (violations == before_violations && matched > before);
            require(better, || {
                format!(
                    "improvement {number} scores {matched} with {violations} rim violations, \
                     expected better than {before} with {before_violations}"
                )
            })?;
        }
    }
    let Outcome { board, score, unfilled, .. } = &trace.outcome;
    match trace.improvements().last() {
        Some(last) => {
            let same = last.board == board && last.score == *score;
            let complaint = || {
                format!("the last improvement scores {} and is not the outcome, {}", last.score.matched, score.matched)
            };
            require(same, complaint)?;
            let own = unfilled.as_ref().map(|(own, _)| own);
            require(last.unfilled == own, || "the last improvement's unfilled board is not the outcome's".to_owned())
        }
        None => require(!trace.filling, || "expected an Improved event for the outcome, found none".to_owned()),
    }
}

/// Whatever progress and improvements count never falls, and the best score is that of the last
/// improvement.
pub fn progress_rises(trace: &Trace) -> Result<(), String> {
    let mut before = Progress::default();
    let mut best = None;
    for (place, event) in trace.events.iter().enumerate() {
        let now = match event {
            Event::Improved { nodes, score, .. } => {
                best = Some(score.matched);
                Progress { nodes: *nodes, ..before }
            }
            Event::Progress(progress) | Event::Finished(progress) => {
                let complaint = || format!("event {place}: best {:?}, the last improvement {best:?}", progress.best);
                require(progress.best == best, complaint)?;
                require(progress.depth <= progress.deepest, || format!("event {place}: depth above deepest"))?;
                *progress
            }
            _ => continue,
        };
        let rises = now.nodes >= before.nodes
            && now.candidate_reads >= before.candidate_reads
            && now.restarts >= before.restarts
            && now.deepest >= before.deepest
            && now.fills >= before.fills;
        require(rises, || format!("event {place} falls: {now:?} after {before:?}"))?;
        before = now;
    }
    Ok(())
}

/// The last progress, the profile and the improvements agree with the outcome.
pub fn accounts_add_up(trace: &Trace) -> Result<(), String> {
    let outcome = &trace.outcome;
    let last = trace.progress().last().copied().unwrap_or_default();
    let said = (last.nodes, last.candidate_reads, last.restarts + 1, last.deepest, last.fills);
    let left = (outcome.nodes, outcome.candidate_reads, outcome.attempts, outcome.deepest, outcome.fills);
    require(said == left, || {
        format!("the last progress has nodes, reads, attempts, deepest, fills {said:?}, the outcome {left:?}")
    })?;

    let nodes: u64 = outcome.profile.placements.iter().sum();
    require(nodes == outcome.nodes, || format!("{nodes} nodes by depth, {} in all", outcome.nodes))?;
    let cells = trace.puzzle.size().cells();
    let deepest = outcome.profile.placements.iter().rposition(|&count| count > 0).unwrap_or(0);
    require(deepest <= outcome.deepest && outcome.deepest <= cells, || {
        format!("nodes at depth {deepest}, deepest {}, {cells} cells", outcome.deepest)
    })?;
    let profile = trace.events.iter().rev().find_map(|event| match event {
        Event::Profile(profile) => Some(profile),
        _ => None,
    });
    require(profile.is_none_or(|profile| **profile == outcome.profile), || {
        "the last profile is not the outcome's".to_owned()
    })?;
    if let Some(problem) = outcome.profile.problem(cells) {
        return Err(format!("the profile has {problem}"));
    }
    let timed: f64 = outcome.profile.seconds.iter().chain([&outcome.profile.fill_seconds]).sum();
    require(timed <= outcome.seconds + 0.01, || format!("{timed} seconds by depth, {} in all", outcome.seconds))?;
    require(outcome.seconds.is_finite() && outcome.seconds >= 0.0, || format!("{} seconds", outcome.seconds))
}
