//! `edgewise study`: experiments from a plan, in pieces, with a table at the end.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};
use edgewise_archive::cpu_model;
use edgewise_picture::{IntervalRow, intervals_svg};
use edgewise_portfolio::engines;
use edgewise_puzzle::Puzzle;
use edgewise_search::Engine;
use edgewise_study::{Job, Plan, Record, Results, Study, StudyError, Summary, good_table, jobs, rows, table};

use crate::corpus;
use crate::failure::{Answer, Failure, output_error};
use crate::input::{self, Clues};
use crate::output;
use crate::signals;

/// Plan, run and sum up experiments.
///
/// A plan is a TOML file: puzzle, clues, engine, preset, seeds, a budget per job, and axes of parameters
/// whose every combination is a setting. Finished jobs are kept in a file, so a study goes on where it
/// stopped. docs/STUDY.md shows the format.
#[derive(Debug, Subcommand)]
pub(crate) enum StudyCommand {
    /// List the jobs of a plan and which are finished
    #[command(after_help = "Example: edgewise study plan bench/plans/five-quota.toml")]
    Plan(PlanArgs),
    /// Run the jobs that are not finished, then print the table
    #[command(after_help = "Example: edgewise study run bench/plans/five-quota.toml --threads 2")]
    Run(RunArgs),
    /// Print the table of what is finished
    #[command(after_help = "Examples:\n  edgewise study report bench/plans/five-quota.toml\n  \
edgewise study report bench/plans/five-quota.toml --svg scores.svg")]
    Report(ReportArgs),
}

/// A plan and its results.
#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// The plan file
    plan: String,
    /// The file of finished jobs [default: the plan's name with .results.jsonl]
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    plan: PlanArgs,
    /// Also draw the scores: a dot for every job, and the mean of every setting with its 95 % interval
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    plan: PlanArgs,
    /// Jobs at a time; each takes one core
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

/// A plan, read and prepared.
struct Prepared {
    plan: Plan,
    puzzle: edgewise_puzzle::Puzzle,
    engine: Box<dyn Engine>,
    jobs: Vec<Job>,
    results: Results,
}

fn prepare(args: &PlanArgs, to_run: bool) -> Result<Prepared, Failure> {
    let mut plan = Plan::parse(&input::read_text(&args.plan)?).map_err(Failure::input)?;
    let Some(engines::Listed { engine, default_preset }) = engines::named(&plan.engine) else {
        let known = engines::NAMES.join(", ");
        return Err(Failure::input(format!("plan: engine `{}`: expected one of {known}", plan.engine)));
    };
    let clues = plan.clues.as_deref().map(|name| Clues::from_str(name, false)).transpose();
    let clues = clues.map_err(|_| Failure::input("plan: clues: expected starter, five or none"))?;
    let puzzle = input::puzzle(&plan.puzzle, clues)?.puzzle;
    read_files(&mut plan, &puzzle)?;
    let jobs = jobs(&plan, &puzzle, engine.as_ref(), default_preset(&puzzle)).map_err(Failure::input)?;
    let path = args.results.clone().unwrap_or_else(|| PathBuf::from(&args.plan).with_extension("results.jsonl"));
    let results = if to_run { Results::open(&path) } else { Results::read(&path) };
    let results = results.map_err(Failure::outside)?;
    Ok(Prepared { plan, puzzle, engine, jobs, results })
}

/// Replaces values `@PATH` of orders and priors by what the engine takes for them.
fn read_files(plan: &mut Plan, puzzle: &Puzzle) -> Result<(), Failure> {
    let of_settings = plan.settings.iter_mut().flat_map(|s| s.parameters.iter_mut());
    let single = plan.fixed.iter_mut().chain(of_settings);
    let of_axes = plan.axes.iter_mut().flat_map(|(name, values)| values.iter_mut().map(move |value| (name, value)));
    for (name, value) in single.chain(of_axes) {
        let toml::Value::String(text) = value else { continue };
        match (name.as_str(), text.strip_prefix('@')) {
            ("order", Some(path)) => *text = format!("@{}", input::read_text(path)?),
            ("prior", _) => *text = corpus::text(text, puzzle)?,
            _ => {}
        }
    }
    Ok(())
}

/// Runs a study command.
pub(crate) fn run(command: &StudyCommand) -> Result<Answer, Failure> {
    match command {
        StudyCommand::Plan(args) => list(&prepare(args, false)?),
        StudyCommand::Run(args) => work(args),
        StudyCommand::Report(args) => {
            let prepared = prepare(&args.plan, false)?;
            if let Some(file) = &args.svg {
                let written = output::to_file_or_stdout(Some(file), scores(&args.plan.plan, &prepared)?.as_bytes())?;
                if file == "-" {
                    return Ok(written);
                }
            }
            report(&prepared)
        }
    }
}

fn list(prepared: &Prepared) -> Result<Answer, Failure> {
    let mut lines = Vec::with_capacity(prepared.jobs.len() + 1);
    for job in &prepared.jobs {
        let state = prepared.results.get(&job.key).map_or("waiting".to_owned(), |r| format!("done, {}", r.score));
        lines.push(format!("{}  seed {:4}  {}: {state}", job.key, job.seed, job.name));
    }
    let done = prepared.jobs.iter().filter(|j| prepared.results.get(&j.key).is_some()).count();
    lines.push(format!("{} jobs, {done} finished", prepared.jobs.len()));
    output::line(&lines.join("\n"))
}

fn report(prepared: &Prepared) -> Result<Answer, Failure> {
    if !prepared.plan.about.is_empty() {
        output::line(&format!("{}\n", prepared.plan.about))?;
    }
    if let Some(good) = prepared.plan.good {
        output::line(&good_table(&prepared.jobs, &prepared.results, good))?;
    }
    output::line(table(&prepared.jobs, &prepared.results).trim_end())
}

/// The scores of every setting as a picture.
fn scores(plan: &str, prepared: &Prepared) -> Result<String, Failure> {
    let row = |(name, records): (String, Vec<&Record>)| {
        let values: Vec<f64> = records.iter().map(|r| r.score as f64).collect();
        let Summary { mean, half_width, n, .. } = Summary::of(&values);
        IntervalRow { name, values, mean: if n == 0 { f64::NAN } else { mean }, half_width }
    };
    let rows: Vec<IntervalRow> = rows(&prepared.jobs, &prepared.results).into_iter().map(row).collect();
    let name = Path::new(plan).file_stem().map_or(plan.into(), |stem| stem.to_string_lossy());
    let label = "score (matched seams); mean of every setting with its 95 % interval";
    intervals_svg(&format!("Study {name}"), label, &rows).map_err(Failure::input)
}

/// A line about a finished job.
pub(super) fn tell(began: Instant, record: &Record, done: usize, all: usize) {
    let (seconds, Record { setting, seed, score, .. }) = (began.elapsed().as_secs_f64(), record);
    output_error(&format!("{seconds:7.0}s  {done}/{all}  {setting}, seed {seed}: {score}"));
}

/// Why jobs broke off.
pub(super) fn failure(error: StudyError) -> Failure {
    match error {
        StudyError::Results(error) => Failure::outside(error),
        other => Failure::input(other),
    }
}

fn work(args: &RunArgs) -> Result<Answer, Failure> {
    let mut prepared = prepare(&args.plan, true)?;
    let (cpu, stop, began) = (cpu_model(), signals::stop_flag(args.quiet), Instant::now());
    let study = Study {
        plan: &prepared.plan,
        puzzle: &prepared.puzzle,
        engine: prepared.engine.as_ref(),
        jobs: &prepared.jobs,
        threads: args.threads.into(),
        cpu: &cpu,
    };
    let done = study.run(&mut prepared.results, &stop, |record, done, all| {
        if !args.quiet {
            tell(began, record, done, all);
        }
    });
    let done = done.map_err(failure)?;
    report(&prepared)?;
    if done.left > 0 {
        output_error(&format!("stopped with {} jobs left: run again to go on", done.left));
    }
    Ok(Answer::Yes)
}
