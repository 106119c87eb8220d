//! `edgewise tail sweep`: the seed study of exact tails.

use std::path::PathBuf;

use clap::Args;
use edgewise_picture::{IntervalRow, intervals_svg};
use edgewise_puzzle::{ClueSet, official};
use edgewise_study::Summary as Interval;
use edgewise_tail::records::Records;
use edgewise_tail::sweep::{self, Job, Record, Summary};
use serde_json::json;

use super::tail::{Ranges, SolverFlags, failure, ranges};
use crate::failure::{Answer, Failure, output_error};
use crate::output;

/// The seed study: producer boards with five clues, their last rows solved exactly.
///
/// For every seed a greedy row-major board is made as the study describes, its last rows are freed, and the
/// exact optimum is set against what the producer had. Every solve leaves a line in the results file, so a sweep
/// goes on where it stopped. docs/TAIL.md explains the columns.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  edgewise tail sweep --rows 1\n  \
edgewise tail sweep --results tails.jsonl --svg tails.svg --json")]
pub(crate) struct SweepArgs {
    /// Seeds of the producer
    #[arg(long, value_name = "LIST", default_value = "1-24", value_parser = ranges)]
    seeds: Ranges,
    /// Rows freed
    #[arg(long, value_name = "LIST", default_value = "1,2", value_parser = ranges)]
    rows: Ranges,
    /// Caps on incoming breaks
    #[arg(long, value_name = "LIST", default_value = "1,2", value_parser = ranges)]
    caps: Ranges,
    #[command(flatten)]
    solver: SolverFlags,
    /// The file of finished solves
    #[arg(long, value_name = "FILE", default_value = "tail-sweep.jsonl")]
    results: PathBuf,
    /// Solve again what the limits had left undecided
    #[arg(long)]
    retry: bool,
    /// Draw the deltas: a dot for every seed, the mean of every configuration with its 95 % interval
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Print the summaries as one JSON object as the last line
    #[arg(long)]
    json: bool,
    /// No progress and no table
    #[arg(long, short)]
    quiet: bool,
}

/// The records of one configuration.
struct Configuration {
    rows: usize,
    cap: u8,
    records: Vec<Record>,
}

impl Configuration {
    fn name(&self) -> String {
        format!("rows{}_cap{}", self.rows, self.cap)
    }
}

/// Runs the sweep.
pub(crate) fn run(args: &SweepArgs) -> Result<Answer, Failure> {
    let (configurations, is_whole, skipped) = solve_all(args)?;
    if !args.quiet {
        skipped.iter().for_each(|seed| output_error(&format!("note: seed {seed}: the producer fails, left out")));
        output::line(&table(&configurations))?;
    }
    if let Some(file) = &args.svg {
        output::picture(file, &plot(&configurations)?, 1200)?;
    }
    if args.json {
        let summaries =
            configurations.iter().map(|c| (c.name(), json!(Summary::of(&c.records.iter().collect::<Vec<_>>()))));
        let json = json!({
            "engine": "tail sweep",
            "backend": args.solver.backend()?.name(),
            "results": args.results.display().to_string(),
            "stopped": !is_whole,
            "summary": summaries.collect::<serde_json::Map<_, _>>(),
        });
        output::line(&json.to_string())?;
    }
    let all_proven = configurations.iter().flat_map(|c| &c.records).all(Record::is_proven);
    Ok(if all_proven || !is_whole { Answer::Yes } else { Answer::Undecided })
}

/// Solves what is not in the results file. Returns what is finished, whether that is all, and the seeds for
/// which there is no producer board.
fn solve_all(args: &SweepArgs) -> Result<(Vec<Configuration>, bool, Vec<u32>), Failure> {
    if args.caps.each().into_iter().any(|cap| !(1..=2).contains(&cap)) {
        return Err(Failure::input("--caps: expected 1, 2 or both"));
    }
    let puzzle = official::puzzle(ClueSet::Five);
    let most = puzzle.size().height() as u64;
    if let Some(rows) = args.rows.each().into_iter().find(|&rows| rows as u64 > most || rows == 0) {
        return Err(Failure::input(format!("--rows: {rows}: expected 1 to {most}")));
    }
    let backend = args.solver.backend()?;
    let limits = args.solver.limits(args.quiet);
    let mut records = Records::open(&args.results).map_err(Failure::outside)?;
    let mut configurations = Vec::new();
    let mut skipped = Vec::new();
    for rows in args.rows.each() {
        for cap in args.caps.each() {
            let cap = cap as u8;
            let mut configuration = Configuration { rows, cap, records: Vec::new() };
            for seed in args.seeds.each() {
                let seed = seed as u32;
                let job = Job { rows, cap, seed };
                let known = records.get(job, backend.name());
                let known = known.filter(|r| !args.retry || r.is_proven()).cloned();
                let record = match known {
                    Some(record) => Some(record),
                    None if limits.stop.is_raised() => continue,
                    None => sweep::solve(&puzzle, job, backend.as_ref(), &limits).map_err(failure)?,
                };
                let Some(record) = record else {
                    skipped.push(seed);
                    continue;
                };
                // What a signal cut short is not kept, what was proven before it is.
                if records.get(job, backend.name()) != Some(&record) && (record.is_proven() || !limits.stop.is_raised())
                {
                    records.add(record.clone()).map_err(Failure::outside)?;
                    if !args.quiet {
                        output_error(&line(&record));
                    }
                }
                configuration.records.push(records.get(job, backend.name()).cloned().unwrap_or(record));
            }
            configurations.push(configuration);
        }
    }
    skipped.sort_unstable();
    skipped.dedup();
    Ok((configurations, !limits.stop.is_raised(), skipped))
}

/// A record in one line.
fn line(r: &Record) -> String {
    let number = |n: Option<i64>| n.map_or("-".to_owned(), |n| n.to_string());
    format!(
        "{:>4} {:>4} {:>3}  {:>8} {:>7}  {:>5} {:>5} {:>5}  {:>5}/{:<5} {:>9}  {:>8}  {:>8.2}  {:<10} {}",
        r.job.seed,
        r.job.rows,
        r.job.cap,
        r.producer_score,
        r.producer_double_breaks,
        number(r.exact_score.map(|s| s as i64)),
        number(r.bound.map(|b| b as i64)),
        number(r.delta),
        number(r.boundary_exact.map(|b| b as i64)),
        r.boundary_hungarian,
        r.hungarian_score,
        if r.verified { "verified" } else { "-" },
        r.seconds,
        r.status,
        r.verdict,
    )
}

/// The table of all records with a summary for each configuration.
fn table(configurations: &[Configuration]) -> String {
    let mut lines = vec![
        "seed rows cap  producer doubles  exact bound delta  boundary    hungarian  link       seconds  status     verdict"
            .to_owned(),
    ];
    for configuration in configurations {
        lines.extend(configuration.records.iter().map(line));
        lines.push(summary_line(configuration));
        lines.push(String::new());
    }
    lines.join("\n").trim_end().to_owned()
}

fn summary_line(configuration: &Configuration) -> String {
    let s = Summary::of(&configuration.records.iter().collect::<Vec<_>>());
    let delta = s.delta.map_or("no delta".to_owned(), |d| {
        format!("delta {} to {}, median {}, mean {:.3}", d.min, d.max, d.median, d.mean)
    });
    format!(
        "{}: {} solves, {} optimal, {} infeasible ({} load-bearing), {} limited, {} tight, {} outside the cap; {delta}; \
{} of the producer's boards break cap 1; median {:.3} s, most {:.2} s",
        configuration.name(),
        s.n,
        s.n_optimal,
        s.n_infeasible,
        s.n_load_bearing,
        s.n_limited,
        s.n_tight,
        s.n_outside,
        s.n_producer_outside,
        s.seconds_median,
        s.seconds_max,
    )
}

/// The deltas as a picture.
fn plot(configurations: &[Configuration]) -> Result<String, Failure> {
    let row = |c: &Configuration| {
        let values: Vec<f64> = c.records.iter().filter_map(|r| r.delta).map(|d| d as f64).collect();
        let Interval { mean, half_width, n, .. } = Interval::of(&values);
        let rows = output::counted(c.rows as u64, "row");
        let name = format!("{rows}, cap {}: {} of {} feasible", c.cap, n, c.records.len());
        IntervalRow { name, values, mean: if n == 0 { f64::NAN } else { mean }, half_width }
    };
    let rows: Vec<IntervalRow> = configurations.iter().map(row).collect();
    let label = "exact score minus producer score; mean of every configuration with its 95 % interval";
    intervals_svg("What the exact tail buys", label, &rows).map_err(Failure::input)
}
