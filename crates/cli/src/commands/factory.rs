//! `edgewise factory`: a study that keeps its boards, in a run directory.

use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use clap::{Args, Subcommand};
use edgewise_archive::{Event, RunDir, RunInfo, cpu_model};
use edgewise_portfolio::engines;
use edgewise_puzzle::{Board, Puzzle, formats};
use edgewise_study::{Job, Plan, Record, Results, Study};

use super::factory_report::{self, ReportFlags};
use super::study;
use crate::board_set::{FACTORY, PLAN_FILE, RESULTS_FILE};
use crate::cpu_time;
use crate::failure::{Answer, Failure, output_error};
use crate::input::PUZZLE_FILE;
use crate::output;
use crate::recorder::board_text;
use crate::signals;
use crate::study_plan::{self, Prepared};

/// Build many boards from a plan, keep them all, and tell their families apart.
///
/// A factory runs a plan of docs/STUDY.md, seeds x orders x weights, with a board for every job. Every board is
/// re-scored by the referee and stored in the run directory before its job counts as finished, so a kill
/// loses no finished board, and the boards do not depend on the number of threads.
#[derive(Debug, Subcommand)]
pub(crate) enum FactoryCommand {
    /// Build the boards of a plan, or go on with a factory, and report
    #[command(after_help = "Examples:\n  edgewise factory run bench/plans/beam-factory-row.toml\n  \
edgewise factory run bench/plans/beam-nine-orders.toml --out nine --threads 8\n  edgewise factory run --resume nine")]
    Run(RunArgs),
    /// Report on a factory, running or ended: scores, families, agreement, boards per hour
    #[command(after_help = "Example: edgewise factory report nine --from-score 453 --svg nine.svg --json")]
    Report(ReportArgs),
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The plan file
    #[arg(required_unless_present = "resume")]
    plan: Option<String>,
    /// Directory for the factory (new or empty) [default: runs/UTC-factory-SEED]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the factory in DIR; its plan is there
    #[arg(long, value_name = "DIR", conflicts_with_all = ["plan", "out"])]
    resume: Option<PathBuf>,
    /// Threads: a job each, or several for each where there are fewer jobs [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    report: ReportFlags,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// The factory's directory
    dir: PathBuf,
    /// Draw scores, agreement and maps of breaks into this file: SVG, or PNG if its name ends in .png
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    #[command(flatten)]
    report: ReportFlags,
}

/// Runs a factory command.
pub(crate) fn run(command: &FactoryCommand) -> Result<Answer, Failure> {
    match command {
        FactoryCommand::Run(args) => work(args),
        FactoryCommand::Report(args) => {
            let report = factory_report::of(&args.dir, &args.report)?;
            if let Some(file) = &args.svg {
                output::picture(file, &report.svg()?, 1600)?;
                if file == "-" {
                    return Ok(Answer::Yes);
                }
            }
            report.print(args.report.json)
        }
    }
}

fn work(args: &RunArgs) -> Result<Answer, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    let (dir, prepared) = match (&args.resume, &args.plan) {
        (Some(path), _) => take_up(path)?,
        (None, Some(plan)) => match begin(plan, args, threads)? {
            Some(begun) => begun,
            None => {
                output_error("stopped before the corpus was finished: run again to go on");
                return Ok(Answer::Yes);
            }
        },
        (None, None) => return Err(Failure::input("nothing to run: expected a plan, or --resume DIR")),
    };
    let shown = dir.path().display().to_string();
    if !args.quiet {
        output_error(&format!("factory of {} in {shown}", output::counted(prepared.jobs.len() as u64, "job")));
    }
    let left = build(&dir, &prepared, threads, args.quiet)?;
    let report = factory_report::of(dir.path(), &args.report)?;
    dir.store_file("summary.json", format!("{:#}\n", report.json()).as_bytes())?;
    dir.store_file("factory.svg", report.svg()?.as_bytes())?;
    let answer = report.print(args.report.json);
    if left > 0 {
        output_error(&format!("stopped with {left} jobs left: edgewise factory run --resume {shown} goes on"));
    }
    answer
}

/// Opens the factory in `path` to go on with it.
fn take_up(path: &Path) -> Result<(RunDir, Prepared), Failure> {
    let prepared = read(path)?;
    let dir = RunDir::open(path)?;
    dir.log(&Event::new(std::time::Duration::ZERO, "resumed"))?;
    Ok((dir, prepared))
}

/// The plan of the factory in `path`.
pub(crate) fn read(path: &Path) -> Result<Prepared, Failure> {
    let info = RunDir::read(path)?.info;
    if info.is_none_or(|info| info.engine != FACTORY) {
        return Err(Failure::input(format!(
            "{}: not a factory: expected a directory that `factory run` made",
            path.display()
        )));
    }
    let plan = path.join(PLAN_FILE).display().to_string();
    study_plan::read(&plan, &path.join(RESULTS_FILE))
}

/// Makes the directory of a new factory; nothing if its corpus was stopped.
fn begin(plan: &str, args: &RunArgs, threads: usize) -> Result<Option<(RunDir, Prepared)>, Failure> {
    let mut prepared = study::with_corpus(plan, &study_plan::default_results(plan), threads, args.quiet)?;
    if prepared.corpus.is_some() {
        return Ok(None);
    }
    one_board_each(&mut prepared.plan, prepared.engine.as_ref());
    let listed = engines::named(&prepared.plan.engine);
    if let Some(listed) = listed {
        let preset = (listed.default_preset)(&prepared.puzzle);
        prepared.jobs = edgewise_study::jobs(&prepared.plan, &prepared.puzzle, prepared.engine.as_ref(), preset)
            .map_err(Failure::input)?;
    }
    for job in &prepared.jobs {
        if let Some((_, boards)) = job.params.iter().find(|(name, value)| *name == "boards" && value.to_string() != "1")
        {
            return Err(Failure::input(format!(
                "plan, setting `{}`: boards = {boards}: expected 1: in a factory every seed is a board",
                job.name
            )));
        }
    }
    if !prepared.built_in {
        PUZZLE_FILE.clone_into(&mut prepared.plan.puzzle);
    }
    let info = info(&prepared, threads);
    let dir = match &args.out {
        Some(path) => RunDir::create(path, &info)?,
        None => RunDir::create_default("runs", &info)
            .map_err(|error| Failure::with_code(error.exit_code(), format!("{error} (--out DIR writes elsewhere)")))?,
    };
    if let Err(failure) = furnish(&dir, &prepared) {
        dir.discard();
        return Err(failure);
    }
    Ok(Some((dir, prepared)))
}

/// Writes what a factory needs to go on.
fn furnish(dir: &RunDir, prepared: &Prepared) -> Result<(), Failure> {
    let puzzle = formats::puzzle_json(&prepared.puzzle).map_err(Failure::input)?;
    dir.store_file(PUZZLE_FILE, puzzle.as_bytes())?;
    dir.store_file(PLAN_FILE, prepared.plan.to_toml().map_err(Failure::input)?.as_bytes())?;
    dir.log(&Event::new(std::time::Duration::ZERO, "started"))?;
    Ok(())
}

/// Lets an engine that can build several boards build one for each job, unless the plan says how many.
fn one_board_each(plan: &mut Plan, engine: &dyn edgewise_search::Engine) {
    let name = "boards";
    let said = plan.fixed.contains_key(name) || plan.axes.contains_key(name);
    if engine.parameters().find(name).is_ok() && !said {
        plan.fixed.insert(name.to_owned(), toml::Value::Integer(1));
    }
}

fn info(prepared: &Prepared, threads: usize) -> RunInfo {
    let Prepared { plan, puzzle, jobs, .. } = prepared;
    let table = |job: &Job| -> toml::Table {
        job.params.iter().map(|(name, value)| (name.to_owned(), toml::Value::String(value.to_string()))).collect()
    };
    let settings = jobs.iter().map(|job| (job.name.clone(), toml::Value::Table(table(job))));
    RunInfo {
        puzzle: puzzle.name().to_owned(),
        puzzle_hash: puzzle.hash64(),
        clues: plan.clues.clone().unwrap_or_else(|| if prepared.built_in { "starter" } else { "own" }.to_owned()),
        engine: FACTORY.to_owned(),
        preset: plan.preset.clone(),
        seed: jobs.first().map_or(0, |job| job.seed),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        cpu: cpu_model(),
        threads,
        started: SystemTime::now(),
        command: std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect(),
        parameters: settings.collect(),
    }
}

/// Builds the boards that are missing. How many a stop left over.
fn build(dir: &RunDir, prepared: &Prepared, threads: usize, quiet: bool) -> Result<usize, Failure> {
    let path = dir.path().join(RESULTS_FILE);
    let mut results = Results::open(&path).map_err(Failure::outside)?;
    let (cpu, stop, began) = (cpu_model(), signals::stop_flag(quiet), Instant::now());
    let before = cpu_time::seconds();
    let spent = || Some(cpu_time::seconds()? - before?);
    let waiting = prepared.jobs.iter().filter(|job| results.get(&job.key).is_none()).count();
    // Fewer jobs than threads: the engine may use the others.
    let at_a_time = threads.min(waiting.max(1));
    let joint = engines::with_threads(&prepared.plan.engine, threads / at_a_time);
    let engine = joint.as_ref().map_or(prepared.engine.as_ref(), |listed| listed.engine.as_ref());
    let Prepared { plan, puzzle, jobs, .. } = prepared;
    let study = Study { plan, puzzle, engine, jobs, threads: at_a_time, cpu: &cpu };
    let keep = |record: &Record, board: &Board| -> Result<(), String> {
        store(dir, puzzle, record, board).map_err(|error| error.to_string())?;
        let event = Event::new(began.elapsed(), "board")
            .with("key", record.key.clone())
            .with("setting", record.setting.clone())
            .with("seed", record.seed)
            .with("score", record.score)
            .with("hash", record.board_hash.clone())
            .with("cpu", spent());
        dir.log(&event).map_err(|error| error.to_string())
    };
    let done = study.run_keeping(&mut results, &stop, keep, |record, done, all| {
        if !quiet {
            output_error(&study::told(began, record, done, all));
        }
    });
    let left = done.map_err(study::failure)?.left;
    let kind = if left == 0 { "finished" } else { "stopped" };
    dir.log(&Event::new(began.elapsed(), kind).with("left", left).with("cpu", spent()))?;
    Ok(left)
}

/// Stores a board that the referee has judged, by its hash: equal boards share a file.
fn store(dir: &RunDir, puzzle: &Puzzle, record: &Record, board: &Board) -> Result<(), edgewise_archive::RunError> {
    dir.save_board(record.score, board.hash64(), board_text(puzzle, board).as_bytes()).map(drop)
}
