//! `edgewise cover steps`: the moves of the search.

use clap::Args;
use edgewise_cover::Problem;
use edgewise_cover::steps::{Move, Step, trace};
use serde_json::{Value, json};

use super::source::{Source, SourceArgs};
use crate::failure::{Answer, Failure};
use crate::output;

/// Arguments of `steps`.
#[derive(Debug, Args)]
pub(crate) struct StepsArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// Stop after this many moves
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    moves: u32,

    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

/// A move as JSON: items and colours by name, options by number from 1.
fn step_json(step: &Step, problem: &Problem) -> Value {
    let item = |i: u32| json!(problem.items()[i as usize]);
    let colour = |c: u32| json!(problem.colours()[c as usize]);
    let numbers = |options: &[u32]| json!(options.iter().map(|o| o + 1).collect::<Vec<_>>());
    let mut json = match &step.what {
        Move::Choose { item: i, options } => json!({"move": "choose", "item": item(*i), "options": numbers(options)}),
        Move::DeadEnd { item: i } => json!({"move": "dead_end", "item": item(*i)}),
        Move::Cover { item: i, options } => json!({"move": "cover", "item": item(*i), "options": numbers(options)}),
        Move::Uncover { item: i, options } => json!({"move": "uncover", "item": item(*i), "options": numbers(options)}),
        Move::Purify { item: i, colour: c, options } => {
            json!({"move": "purify", "item": item(*i), "colour": colour(*c), "options": numbers(options)})
        }
        Move::Unpurify { item: i, colour: c, options } => {
            json!({"move": "unpurify", "item": item(*i), "colour": colour(*c), "options": numbers(options)})
        }
        Move::Try { option } => json!({"move": "try", "option": option + 1}),
        Move::TakeBack { option } => json!({"move": "take_back", "option": option + 1}),
        Move::Solution { options } => json!({"move": "solution", "options": numbers(options)}),
    };
    json["level"] = json!(step.level);
    json
}

/// Runs the command.
pub(super) fn run(args: &StepsArgs) -> Result<Answer, Failure> {
    let source = Source::read(&args.source, args.json)?;
    let problem = source.problem();
    let trace = trace(problem, args.moves as usize);
    if args.json {
        let (primary, secondary) = problem.items().split_at(problem.primary());
        let options: Vec<String> = (0..problem.len()).map(|o| problem.option_text(o)).collect();
        let steps: Vec<Value> = trace.steps.iter().map(|step| step_json(step, problem)).collect();
        let json = json!({
            "primary": primary, "secondary": secondary, "options": options, "steps": steps, "complete": trace.complete,
        });
        output::line(&json.to_string())?;
    } else {
        let lines: Vec<String> = trace.steps.iter().map(|step| step.text(problem)).collect();
        output::line(&lines.join("\n"))?;
        output::line(if trace.complete { "end: everything is back in place" } else { "cut by --moves" })?;
    }
    Ok(if trace.complete { Answer::Yes } else { Answer::Undecided })
}
