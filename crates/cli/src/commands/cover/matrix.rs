//! `edgewise cover matrix`: what the search works on.

use std::time::Instant;

use clap::Args;
use edgewise_cover::branching::branching;
use edgewise_cover::text;
use serde_json::json;

use super::source::{Source, SourceArgs};
use crate::failure::{Answer, Failure};
use crate::output::{self, grouped};

/// Arguments of `matrix`.
#[derive(Debug, Args)]
pub(crate) struct MatrixArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// Make this many random descents and print how many options the chosen item had at every depth
    #[arg(long, value_name = "DESCENTS", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    branching: Option<u32>,

    /// Seed of the descents
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the problem in Knuth's text format (`-` for standard output, without the summary)
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,

    /// Print one JSON object as the last line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &MatrixArgs) -> Result<Answer, Failure> {
    let began = Instant::now();
    let source = Source::read(&args.source, args.json)?;
    let seconds = began.elapsed().as_secs_f64();
    let problem = source.problem();
    if let Some(path) = &args.output {
        output::to_file_or_stdout(Some(path), text::write(problem).as_bytes())?;
        if path == "-" {
            return Ok(Answer::Yes);
        }
    }
    let whole = |n: usize| grouped(n as u128);
    output::line(&format!(
        "{} primary items, {} secondary items, {} options, {} members, {} colours; read and built in {seconds:.3} s",
        whole(problem.primary()),
        whole(problem.secondary()),
        whole(problem.len()),
        whole(problem.members()),
        problem.colours().len() - 1,
    ))?;
    let mut json = json!({
        "primary": problem.primary(), "secondary": problem.secondary(), "options": problem.len(),
        "members": problem.members(), "colours": problem.colours().len() - 1, "seconds": seconds,
    });
    if let Some(descents) = args.branching {
        let found = branching(problem, descents, args.seed);
        let mut lines = vec![
            format!(
                "{descents} random descents, {} to a solution; options of the item chosen, by depth:",
                found.solved
            ),
            format!("{:>5} {:>8} {:>8} {:>6} {:>6} {:>10}", "depth", "descents", "mean", "least", "most", "nodes"),
        ];
        for (depth, met) in found.depths.iter().enumerate() {
            let (least, most) = (met.least, met.most);
            lines.push(format!(
                "{depth:>5} {:>8} {:>8.2} {least:>6} {most:>6} {:>10.3e}",
                met.descents, met.mean, met.nodes
            ));
        }
        output::line(&lines.join("\n"))?;
        json["descents"] = json!(descents);
        json["solved"] = json!(found.solved);
        let depths = found.depths.iter().map(|met| {
            json!({"descents": met.descents, "mean": met.mean, "least": met.least, "most": met.most, "nodes": met.nodes})
        });
        json["depths"] = json!(depths.collect::<Vec<_>>());
    }
    if args.json { output::line(&json.to_string()) } else { Ok(Answer::Yes) }
}
