//! `edgewise compare`: search shapes on the same moves at the same cost.

use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use edgewise_archive::cpu_model;
use edgewise_picture::{IntervalRow, intervals_svg};
use edgewise_puzzle::{ColourMap, Puzzle};
use edgewise_study::comparison::{Entrant, Ground, Report, Rules, Spend, Unit};
use edgewise_study::{Comparison, Results, Seeds, Workers};
use serde_json::{Value, json};

use super::study::{failure, tell};
use crate::failure::{Answer, Failure, output_error};
use crate::input::{self, Clues};
use crate::output;
use crate::run_flags::node_count;
use crate::signals;

/// Compare depth-first search, limited-discrepancy search and the beam on the same moves at equal cost.
///
/// All have the same clues, order of cells, candidates, breaks a board may have, score, seeds, and budget; holes stay
/// open, and afterwards every board is completed in the same way. A node is a piece placed, of the beam a child made
/// and scored: equal nodes are equal counts of different kinds. --by reads makes the candidates looked at equal
/// instead, which are of one kind, though not all engines need as many for the same work. The beam is as wide as lets
/// one board be built (--boards: so many); the widths are printed. Finished runs are kept, so a comparison that is
/// stopped or killed goes on where it was.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  edgewise compare eternity2 --nodes 20M --threads 2 --svg shapes.svg\n  \
edgewise compare eternity2 --nodes 100M --by reads --seeds 1..=8 --json\n  \
edgewise compare puzzle.json --nodes 500k --allowance 4,8 --engines beam,depth-first,waves")]
pub(crate) struct CompareArgs {
    /// Built-in name or puzzle file
    puzzle: String,

    /// What every run may spend, in nodes, or in candidate reads with --by reads
    #[arg(long, value_name = "N", value_parser = node_count)]
    nodes: u64,

    /// What is equal between runs
    #[arg(long, value_enum, default_value_t = By::Nodes)]
    by: By,

    /// Sets of clues to compare with [default: none,five; of a file: none, and its own if it has any]
    #[arg(long, value_enum, value_delimiter = ',')]
    clues: Vec<Clues>,

    /// Breaks a board may have [default: one for 17 and one for 16 seams, which of the official puzzle is 28,30]
    #[arg(long, value_name = "BREAKS,..", value_delimiter = ',')]
    allowance: Vec<usize>,

    /// Who is compared [default: all; quota, which knows more than the others, on the official set alone]
    #[arg(long, value_enum, value_delimiter = ',')]
    engines: Vec<Contender>,

    /// Limits of limited-discrepancy search in one pass
    #[arg(long, value_name = "D,..", value_delimiter = ',', default_values_t = [5, 10, 20],
        value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    discrepancies: Vec<u32>,

    /// Boards for which the beam's width leaves room; the best counts. Several numbers: several beams
    #[arg(long, value_name = "K,..", value_delimiter = ',', default_values_t = [1],
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    boards: Vec<u64>,

    /// Cell order of all: a name, or @FILE with the cell numbers
    #[arg(long, default_value = "row")]
    order: String,

    /// Most breaks one placement may pay
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    breaks_per_placement: u8,

    /// Whether seams between two border cells may break
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    break_frame: bool,

    /// Seeds, the same for all: a range, or numbers separated by commas
    #[arg(long, default_value = "1..=16")]
    seeds: String,

    /// Runs at a time; each takes one core. The numbers do not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// The file of finished runs [default: compare-PUZZLE.results.jsonl]
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    /// Draw the scores: a dot for every run, and the mean of every row with its 95 % interval
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,

    /// Print one JSON object as the last line
    #[arg(long)]
    json: bool,

    /// No progress and no table
    #[arg(long, short)]
    quiet: bool,
}

/// What is equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum By {
    /// Nodes: pieces placed; of the beam, children made and scored
    Nodes,
    /// Candidates looked at
    Reads,
}

/// An engine by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Contender {
    /// The beam, matched seams alone
    Beam,
    /// Depth-first search, first candidates first
    DepthFirst,
    /// Depth-first search with restarts by the Luby sequence
    Restarts,
    /// Limited-discrepancy search in waves
    Waves,
    /// Limited-discrepancy search in one pass, for every --discrepancies
    OnePass,
    /// Blackwood's engine with its own quota, order and break schedule (official set)
    Quota,
}

/// The puzzle with each set of clues.
fn grounds(args: &CompareArgs) -> Result<Vec<Ground>, Failure> {
    let ground = |clues: Option<Clues>| {
        let read = input::puzzle(&args.puzzle, clues)?;
        if clues.is_none() || clues == args.clues.first().copied() {
            read.say_notes(args.quiet);
        }
        let name = match clues {
            Some(Clues::Starter) => "starter",
            Some(Clues::Five) => "five",
            Some(Clues::None) => "none",
            None => "own",
        };
        Ok((read.format == "built-in", Ground { clues: name.to_owned(), puzzle: read.puzzle }))
    };
    if !args.clues.is_empty() {
        let clues = distinct(args.clues.iter().copied());
        return clues.into_iter().map(|c| ground(Some(c)).map(|g| g.1)).collect();
    }
    let (built_in, own) = ground(None)?;
    let bare = ground(Some(Clues::None))?.1;
    Ok(match (built_in, own.puzzle.clues().is_empty()) {
        (true, _) => vec![bare, ground(Some(Clues::Five))?.1],
        (false, true) => vec![bare],
        (false, false) => vec![bare, own],
    })
}

/// Without what came before.
fn distinct<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    values.into_iter().fold(Vec::new(), |mut once, value| {
        if !once.contains(&value) {
            once.push(value);
        }
        once
    })
}

/// Who is compared, in the order of the table.
fn entrants(args: &CompareArgs, puzzle: &Puzzle) -> Result<Vec<Entrant>, Failure> {
    let official = ColourMap::recognise(puzzle).is_some();
    if args.engines.contains(&Contender::Quota) && !official {
        return Err(Failure::input(format!(
            "--engines quota: {} is not the official set, for which quota and order were made",
            puzzle.name()
        )));
    }
    let wanted = |contender: &Contender| match args.engines.is_empty() {
        true => *contender != Contender::Quota || official,
        false => args.engines.contains(contender),
    };
    let of = |contender: Contender| match contender {
        Contender::Beam => args.boards.iter().map(|&boards| Entrant::Beam { boards }).collect(),
        Contender::DepthFirst => vec![Entrant::DepthFirst],
        Contender::Restarts => vec![Entrant::Restarts],
        Contender::Waves => vec![Entrant::Waves],
        Contender::OnePass => args.discrepancies.iter().map(|&d| Entrant::OnePass(d)).collect(),
        Contender::Quota => vec![Entrant::Quota],
    };
    Ok(distinct(Contender::value_variants().iter().filter(|c| wanted(c)).flat_map(|&c| of(c))))
}

fn comparison(args: &CompareArgs) -> Result<Comparison, Failure> {
    if args.nodes == 0 {
        return Err(Failure::input("--nodes 0: expected at least one to spend"));
    }
    let grounds = grounds(args)?;
    let puzzle = &grounds[0].puzzle;
    let seams = puzzle.size().seams();
    let allowances = if args.allowance.is_empty() { vec![seams / 17, seams / 16] } else { args.allowance.clone() };
    let order = match args.order.strip_prefix('@') {
        Some(path) => format!("@{}", input::read_text(path)?),
        None => args.order.clone(),
    };
    let seeds = Seeds::parse(&args.seeds).and_then(|seeds| seeds.list()).map_err(|_| {
        Failure::input(format!(
            "--seeds {}: expected a range such as 1..=16, or different numbers separated by commas",
            args.seeds
        ))
    })?;
    let unit = if args.by == By::Nodes { Unit::Nodes } else { Unit::Reads };
    let entrants = entrants(args, puzzle)?;
    let comparison = Comparison {
        rules: Rules { order, breaks_per_placement: args.breaks_per_placement, break_frame: args.break_frame },
        spend: Spend { unit, amount: args.nodes },
        allowances: distinct(allowances),
        entrants,
        seeds,
        grounds,
    };
    comparison.check().map_err(Failure::input)?;
    Ok(comparison)
}

/// The default name of the file of finished runs.
fn results_name(args: &CompareArgs) -> PathBuf {
    let stem = std::path::Path::new(&args.puzzle).file_stem().unwrap_or_default().to_string_lossy();
    PathBuf::from(format!("compare-{}.results.jsonl", stem.trim_start_matches('@')))
}

/// Runs the command.
pub(crate) fn run(args: &CompareArgs) -> Result<Answer, Failure> {
    let comparison = comparison(args)?;
    let path = args.results.clone().unwrap_or_else(|| results_name(args));
    let mut results = Results::open(&path).map_err(Failure::outside)?;
    let (cpu, stop, began) = (
        cpu_model(),
        signals::stop_flag_saying(args.quiet, "stopping: finished jobs are kept (again to end at once)"),
        Instant::now(),
    );
    let hear = |record: &_, done, all| {
        if !args.quiet {
            tell(began, record, done, all);
        }
    };
    let workers = Workers { threads: args.threads.into(), cpu: &cpu, stop: &stop, hear: &hear };
    let finished = comparison.run(&mut results, &workers).map_err(failure)?;
    let report = Report::of(&comparison, &finished, &results);
    if !args.quiet {
        output::line(report.table().trim_end())?;
    }
    if let Some(file) = &args.svg {
        output::to_file_or_stdout(Some(file), picture(args, &comparison, &report)?.as_bytes())?;
    }
    if report.left > 0 {
        output_error(&format!("stopped with {} runs left: run again to go on", report.left));
    }
    if args.json { output::line(&whole(&comparison, &report)?.to_string()) } else { Ok(Answer::Yes) }
}

/// The report as JSON, with what it was asked for.
fn whole(comparison: &Comparison, report: &Report) -> Result<Value, Failure> {
    let mut json = serde_json::to_value(report).map_err(Failure::outside)?;
    if let Some(object) = json.as_object_mut() {
        object.extend([
            ("puzzle".to_owned(), json!(comparison.grounds[0].puzzle.name())),
            ("order".to_owned(), json!(comparison.rules.order)),
            ("breaks_per_placement".to_owned(), json!(comparison.rules.breaks_per_placement)),
            ("break_frame".to_owned(), json!(comparison.rules.break_frame)),
            ("seeds".to_owned(), json!(comparison.seeds)),
            ("stopped".to_owned(), json!(report.left > 0)),
        ]);
    }
    Ok(json)
}

/// The scores of every row.
fn picture(args: &CompareArgs, comparison: &Comparison, report: &Report) -> Result<String, Failure> {
    let rows: Vec<IntervalRow> = report
        .rows
        .iter()
        .map(|row| IntervalRow {
            name: match row.allowance {
                Some(allowance) => format!("{}, {allowance} breaks: {}", row.clues, row.engine),
                None => format!("{}: {}", row.clues, row.engine),
            },
            values: row.runs.iter().map(|r| r.score as f64).collect(),
            mean: if row.score.n == 0 { f64::NAN } else { row.score.mean },
            half_width: row.score.half_width,
        })
        .collect();
    let unit = if args.by == By::Nodes { "nodes" } else { "candidate reads" };
    let title = format!("{} with {} {unit} a run", comparison.grounds[0].puzzle.name(), output::grouped(args.nodes));
    let label = "score (matched seams) as the searches left their boards; means with 95 % intervals";
    intervals_svg(&title, label, &rows).map_err(Failure::input)
}
