//! `edgewise study`: experiments from a plan, in pieces, with a table at the end.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand};
use edgewise_archive::cpu_model;
use edgewise_picture::{IntervalRow, intervals_svg};
use edgewise_search::StopFlag;
use edgewise_study::{Record, Results, StudyError, Summary, good_table, published_table, rows, table};

use super::study_tail::Tails;
use super::study_tune;
use crate::failure::{Answer, Failure, output_error};
use crate::output;
use crate::signals;
use crate::study_plan::{self, Prepared};

/// Plan, run and sum up experiments.
///
/// A plan is a TOML file: puzzle, clues, engine, preset, seeds, a budget per job, and axes of parameters
/// whose every combination is a setting. Finished jobs are kept in a file, so a study goes on where it
/// stopped. A plan with a section `tune` is a search for the best setting. docs/STUDY.md shows the format.
#[derive(Debug, Subcommand)]
pub(crate) enum StudyCommand {
    /// List the jobs of a plan and which are finished
    #[command(after_help = "Example: edgewise study plan bench/plans/five-quota.toml")]
    Plan(PlanArgs),
    /// Run the jobs that are not finished, then print the table; with a section `tune` search for the best setting
    #[command(after_help = "Examples:\n  edgewise study run bench/plans/five-quota.toml --threads 2\n  \
edgewise study run bench/plans/tune-five.toml")]
    Run(RunArgs),
    /// Print the table of what is finished
    #[command(after_help = "Examples:\n  edgewise study report bench/plans/five-quota.toml\n  \
edgewise study report bench/plans/five-quota.toml --svg scores.svg\n  \
edgewise study report plan.toml --tail --tail-score 440 --svg tail.svg\n  \
edgewise study report bench/plans/tune-five.toml --best mine.toml")]
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
    /// Also draw the scores: a dot for every job, and the mean of every setting with its 95 % interval; with
    /// --tail the tails
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Fit the upper tail of every setting's scores: the best board of 10⁶ and more runs, with its uncertainty
    #[arg(long)]
    tail: bool,
    /// Also say how many runs one board of at least this score would cost
    #[arg(long, value_name = "SCORE", requires = "tail")]
    tail_score: Option<usize>,
    /// Also write the best setting of a plan with a section `tune`, as a file for --preset
    #[arg(long, value_name = "FILE")]
    best: Option<String>,
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

impl PlanArgs {
    fn results(&self) -> PathBuf {
        self.results.clone().unwrap_or_else(|| study_plan::default_results(&self.plan))
    }

    /// The plan and what is finished of it, to be looked at.
    fn look(&self) -> Result<(Prepared, Results), Failure> {
        let path = self.results();
        let prepared = study_plan::read(&self.plan, &path)?;
        Ok((prepared, Results::read(&path).map_err(Failure::outside)?))
    }
}

/// Runs a study command.
pub(crate) fn run(command: &StudyCommand) -> Result<Answer, Failure> {
    match command {
        StudyCommand::Plan(args) => {
            let (prepared, results) = args.look()?;
            list(&prepared, &results)
        }
        StudyCommand::Run(args) => work(args),
        StudyCommand::Report(args) => {
            let (prepared, mut results) = args.plan.look()?;
            if prepared.plan.tune.is_some() {
                let title = title(&args.plan.plan);
                return study_tune::report(&prepared, &mut results, &title, args.svg.as_deref(), args.best.as_deref());
            }
            if args.best.is_some() {
                return Err(Failure::input("--best: the plan has no section [tune], so no best setting"));
            }
            let tails = args.tail.then(|| tails(&prepared, &results, args.tail_score));
            if let Some(file) = &args.svg {
                let svg = match &tails {
                    Some(tails) => tails.svg(&title(&args.plan.plan))?,
                    None => scores(&args.plan.plan, &prepared, &results)?,
                };
                let written = output::to_file_or_stdout(Some(file), svg.as_bytes())?;
                if file == "-" {
                    return Ok(written);
                }
            }
            match tails {
                Some(tails) => output::line(tails.text().trim_end()),
                None => report(&prepared, &results),
            }
        }
    }
}

fn list(prepared: &Prepared, results: &Results) -> Result<Answer, Failure> {
    let mut lines = Vec::with_capacity(prepared.jobs.len() + 1);
    for job in &prepared.jobs {
        let (key, state) = match (&prepared.corpus, results.get(&job.key)) {
            // Its key depends on boards that are not there yet.
            (Some(_), _) => ("-".repeat(16), "waiting for the corpus".to_owned()),
            (None, None) => (job.key.clone(), "waiting".to_owned()),
            (None, Some(record)) => (job.key.clone(), format!("done, {}", record.score)),
        };
        lines.push(format!("{key}  seed {:4}  {}: {state}", job.seed, job.name));
    }
    if let Some(pending) = &prepared.corpus {
        lines.push(format!("{} jobs of the corpus come first", pending.prepared.jobs.len()));
    }
    let done = prepared.jobs.iter().filter(|j| prepared.corpus.is_none() && results.get(&j.key).is_some()).count();
    lines.push(format!("{} jobs, {done} finished", prepared.jobs.len()));
    output::line(&lines.join("\n"))
}

fn report(prepared: &Prepared, results: &Results) -> Result<Answer, Failure> {
    let Prepared { plan, jobs, .. } = prepared;
    let mut parts = vec![plan.about.clone()];
    parts.extend(plan.good.map(|good| good_table(jobs, results, good)));
    parts.extend([table(jobs, results), published_table(&plan.published, jobs, results)]);
    parts.retain(|part| !part.is_empty());
    output::line(&parts.iter().map(|part| part.trim_end()).collect::<Vec<_>>().join("\n\n"))
}

/// The tails of every setting's scores.
fn tails(prepared: &Prepared, results: &Results, score: Option<usize>) -> Tails {
    let rows = rows(&prepared.jobs, results);
    Tails::of(rows.into_iter().map(|(name, records)| (name, records.iter().map(|r| r.score).collect())), score)
}

/// What a study's pictures are called.
fn title(plan: &str) -> String {
    format!("Study {}", Path::new(plan).file_stem().map_or(plan.into(), |stem| stem.to_string_lossy()))
}

/// The scores of every setting as a picture.
fn scores(plan: &str, prepared: &Prepared, results: &Results) -> Result<String, Failure> {
    let row = |(name, records): (String, Vec<&Record>)| {
        let values: Vec<f64> = records.iter().map(|r| r.score as f64).collect();
        let Summary { mean, half_width, n, .. } = Summary::of(&values);
        IntervalRow { name, values, mean: if n == 0 { f64::NAN } else { mean }, half_width }
    };
    let rows: Vec<IntervalRow> = rows(&prepared.jobs, results).into_iter().map(row).collect();
    let label = "score (matched seams); mean of every setting with its 95 % interval";
    intervals_svg(&title(plan), label, &rows).map_err(Failure::input)
}

/// A line about a finished job.
pub(super) fn tell(began: Instant, record: &Record, done: usize, all: usize) {
    output_error(&told(began, record, done, all));
}

/// A finished job in a line.
pub(super) fn told(began: Instant, record: &Record, done: usize, all: usize) -> String {
    let (seconds, Record { setting, seed, score, .. }) = (began.elapsed().as_secs_f64(), record);
    format!("{seconds:7.0}s  {done}/{all}  {setting}, seed {seed}: {score}")
}

/// Why jobs broke off.
pub(super) fn failure(error: StudyError) -> Failure {
    match error {
        StudyError::Engine(_) | StudyError::Job(_) => Failure::input(error),
        StudyError::Results(_) | StudyError::Referee(_) | StudyError::Keep(_) => Failure::outside(error),
    }
}

fn work(args: &RunArgs) -> Result<Answer, Failure> {
    let path = args.plan.results();
    let prepared = with_corpus(&args.plan.plan, &path, args.threads.into(), args.quiet)?;
    let mut results = Results::open(&path).map_err(Failure::outside)?;
    if prepared.plan.tune.is_some() && prepared.corpus.is_none() {
        return study_tune::work(&prepared, &mut results, args.threads.into(), args.quiet);
    }
    let left = match &prepared.corpus {
        Some(_) => prepared.jobs.len(),
        None => finish(&prepared, &mut results, args.threads.into(), args.quiet)?,
    };
    report(&prepared, &results)?;
    if left > 0 {
        output_error(&format!("stopped with {left} jobs left: run again to go on"));
    }
    Ok(Answer::Yes)
}

/// Reads a plan, and makes its corpus first if that is not finished. It is not if the run was stopped.
pub(crate) fn with_corpus(path: &str, results: &Path, threads: usize, quiet: bool) -> Result<Prepared, Failure> {
    let prepared = study_plan::read(path, results)?;
    let Some(pending) = &prepared.corpus else { return Ok(prepared) };
    let mut finished = Results::open(&pending.results).map_err(Failure::outside)?;
    match finish(&pending.prepared, &mut finished, threads, quiet)? {
        0 => study_plan::read(path, results),
        _ => Ok(prepared),
    }
}

/// Raised by Ctrl-C.
pub(super) fn stop_flag(quiet: bool) -> StopFlag {
    signals::stop_flag_saying(quiet, "stopping: finished jobs are kept (again to end at once)")
}

/// Runs the jobs that are not finished. How many a stop left over.
fn finish(prepared: &Prepared, results: &mut Results, threads: usize, quiet: bool) -> Result<usize, Failure> {
    let (cpu, stop, began) = (cpu_model(), stop_flag(quiet), Instant::now());
    let done = prepared.study(threads, &cpu).run(results, &stop, |record, done, all| {
        if !quiet {
            tell(began, record, done, all);
        }
    });
    done.map(|done| done.left).map_err(failure)
}
