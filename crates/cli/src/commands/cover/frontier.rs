//! `cover count --method frontier`: the number alone, by `edgewise_counting`.

use std::time::Instant;

use edgewise_counting::{CountError, Limits, Stop, count_completions};
use edgewise_cover::encode::Encoding;
use edgewise_search::{Budget, StopFlag, StopReason};
use serde_json::json;

use super::answer::number;
use super::source::Source;
use super::{RunArgs, Wanted};
use crate::failure::{Answer, Failure};
use crate::output::{self, grouped};

/// Counts the solutions of a puzzle, or the completions of a board, without listing one.
pub(super) fn count(args: &RunArgs, stop: StopFlag) -> Result<Answer, Failure> {
    let source = Source::read(&args.source, args.quiet)?;
    let encoding = puzzle_alone(args, &source)?;
    let began = Instant::now();
    let budget = Budget { nodes: args.nodes, time: args.time(), target: None, stop };
    let limits = Limits { budget, ..Limits::default() };
    let count = count_completions(encoding.puzzle(), &encoding.board(&[]), &limits).map_err(|error| match error {
        CountError::Overflow(_) => Failure::outside(error),
        other => Failure::input(other),
    })?;
    let seconds = began.elapsed().as_secs_f64();
    let (labelled, at_least) = match count.complete {
        true => ("solutions, labelled", ""),
        false => ("labelled solutions at least", " at least"),
    };
    let line = |name: &str, count: u128| format!("{:>20} {name}", grouped(count));
    let cut = count.stop.map_or(String::new(), |stop| format!("; cut by {}", stop.name()));
    output::line(&format!(
        "{}\n{}\n{}\n{} nodes by frontier ({}), {:.1} MB of tables, {seconds:.3} s{cut}",
        line(labelled, count.solutions),
        line(&format!("distinct{at_least}"), count.distinct),
        line(&format!("essentially different{at_least}"), count.essentially_different),
        grouped(u128::from(count.nodes)),
        count.method,
        count.peak_bytes as f64 / 1e6,
    ))?;
    let stopped = count.stop == Some(Stop::Budget(StopReason::Flag));
    if args.json {
        let json = json!({
            "solutions": number(count.solutions), "distinct": number(count.distinct),
            "essentially_different": number(count.essentially_different), "complete": count.complete,
            "nodes": count.nodes, "updates": null, "seconds": seconds, "method": "frontier", "how": count.method,
            "bytes": count.peak_bytes, "end": count.stop.map_or("exhausted", Stop::name), "stopped": stopped,
        });
        output::line(&json.to_string())?;
    }
    Ok(if count.complete || stopped { Answer::Yes } else { Answer::Undecided })
}

/// The puzzle, if nothing is asked that this method has no answer to.
fn puzzle_alone<'a>(args: &RunArgs, source: &'a Source) -> Result<&'a Encoding, Failure> {
    let refused = |what: &str| Failure::input(format!("--method frontier: {what}: expected xcc, cells or bits"));
    if let Some(flag) = args.source.part() {
        return Err(refused(&format!("counts whole boards, not {flag}")));
    }
    if matches!(args.solutions, Some(Wanted::Some(_))) || args.seed.is_some() {
        return Err(refused("lists no solutions, so --solutions and --seed mean nothing"));
    }
    if args.in_order {
        return Err(refused("chooses no items, so --in-order means nothing"));
    }
    source.encoding().ok_or_else(|| refused("counts puzzles, this is an exact-cover problem"))
}
