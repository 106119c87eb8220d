//! `edgewise tail`: the exact optimum of a freed region.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use edgewise_portfolio::judging::verdict;
use edgewise_puzzle::formats::{self, LetterOrder};
use edgewise_puzzle::{Board, EdgeGrid, Puzzle};
use edgewise_search::{Order, StopFlag};
use edgewise_tail::assignment::frozen_boundary;
use edgewise_tail::{Assessment, Backend, Limits, Pool, Region, Status, TailError, TailOptions, TailProblem, assess};
use edgewise_tail_backends::{BackendError, BackendSettings, backend};
use serde_json::{Value, json};

use super::board::resolved;
use super::tail_sweep::{self, SweepArgs};
use crate::failure::{Answer, Failure, output_error};
use crate::input::{self, Clues};
use crate::output;
use crate::run_flags::{TimeLimit, duration, node_count};
use crate::session::caption;
use crate::signals;

/// Prove what a region of a board is worth: its best refill, exactly.
///
/// The cells of the region are freed (clue cells never), the rest is frozen; wanted is the legal refill with
/// the most matched seams. Exit 1: there is none; exit 4: the limits ended the proof.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  edgewise tail board.json\n  edgewise tail board.json --rows 1 --cap 1 --json\n  \
edgewise tail board.json --last 24 --order blackwood\n  edgewise tail partial.json --cells 0-3,16 --pool unplaced"
)]
pub(crate) struct TailArgs {
    #[command(subcommand)]
    command: Option<TailCommand>,
    /// The board: a file, a run directory (its best board), a viewer link, letters, or -
    #[arg(required = true)]
    board: Option<String>,
    /// Its puzzle (default: eternity2 for 16x16 boards, the run's own inside a run directory)
    #[arg(long, value_name = "PUZZLE")]
    puzzle: Option<String>,
    /// Clues the board honours; their cells stay frozen
    #[arg(long, value_enum)]
    clues: Option<Clues>,
    #[command(flatten)]
    region: RegionFlags,
    /// The order of cells, for --last and for what comes in under --cap: a name, or @FILE
    #[arg(long, value_name = "ORDER", default_value = "row")]
    order: String,
    /// Most breaks on a freed cell's incoming sides, those towards cells earlier in the order
    #[arg(long, value_enum, default_value = "none")]
    cap: Cap,
    /// Pieces for the freed cells
    #[arg(long, value_enum, default_value = "here")]
    pool: PoolFlag,
    #[command(flatten)]
    solver: SolverFlags,
    /// Write the best board to this file, as board JSON
    #[arg(short, long, value_name = "FILE")]
    out: Option<String>,
    /// Print one JSON object as the last line
    #[arg(long)]
    json: bool,
    /// No words but the JSON
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum TailCommand {
    Sweep(SweepArgs),
}

/// What is freed; the last two rows if nothing is said.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct RegionFlags {
    /// The last R rows [default: 2]
    #[arg(long, value_name = "R")]
    rows: Option<usize>,
    /// These cells: row-major numbers and ranges, such as 224-231,240
    #[arg(long, value_name = "LIST", value_parser = ranges)]
    cells: Option<Ranges>,
    /// The last N cells of --order
    #[arg(long, value_name = "N")]
    last: Option<usize>,
    /// The columns A to B, 0 the leftmost
    #[arg(long, value_name = "A-B", value_parser = ranges)]
    columns: Option<Ranges>,
    /// A rectangle: top row, left column, height, width
    #[arg(long, value_name = "R,C,H,W", value_parser = ranges)]
    rect: Option<Ranges>,
    /// The K cells nearest to a break
    #[arg(long, value_name = "K")]
    near_breaks: Option<usize>,
}

impl RegionFlags {
    fn region(&self) -> Result<Region, Failure> {
        let RegionFlags { rows, cells, last, columns, rect, near_breaks } = self;
        Ok(match (rows, cells, last, columns, rect, near_breaks) {
            (Some(rows), ..) => Region::Rows(*rows),
            (_, Some(cells), ..) => Region::Cells(cells.each()),
            (_, _, Some(last), ..) => Region::Last(*last),
            (.., Some(columns), _, _) => match columns.0[..] {
                [(first, last)] => Region::Columns(first, last),
                _ => return Err(Failure::input("--columns: expected one range, such as 12-15")),
            },
            (.., Some(rect), _) => match rect.each()[..] {
                [row, col, height, width] if rect.0.len() == 4 => Region::Rectangle(row, col, height, width),
                _ => return Err(Failure::input("--rect: expected four numbers: row, column, height, width")),
            },
            (.., Some(near)) => Region::NearBreaks(*near),
            _ => Region::Rows(2),
        })
    }
}

/// Numbers and ranges, both ends in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ranges(Vec<(usize, usize)>);

impl Ranges {
    /// Every number.
    pub(super) fn each(&self) -> Vec<usize> {
        self.0.iter().flat_map(|&(first, last)| first..=last).collect()
    }
}

/// Reads numbers and ranges, separated by commas.
pub(super) fn ranges(text: &str) -> Result<Ranges, String> {
    let number = |s: &str| s.trim().parse::<usize>().ok().filter(|&n| n < 1_000_000);
    let range = |part: &str| match part.split_once('-') {
        Some((first, last)) => number(first).zip(number(last)).filter(|(first, last)| first <= last),
        None => number(part).map(|n| (n, n)),
    };
    let all: Option<Vec<(usize, usize)>> = text.split(',').map(range).collect();
    all.map(Ranges).ok_or_else(|| "expected numbers and ranges A-B, separated by commas".to_owned())
}

/// Caps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Cap {
    /// One break
    #[value(name = "1")]
    One,
    /// Two breaks
    #[value(name = "2")]
    Two,
    /// Any number
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PoolFlag {
    /// Those that stand there
    Here,
    /// All that lie on no frozen cell
    Unplaced,
}

/// Who solves, and how long.
#[derive(Debug, Args)]
pub(super) struct SolverFlags {
    /// Who solves it
    #[arg(long, value_enum, default_value = "own")]
    backend: BackendFlag,
    /// Where the OR-Tools library lies: the file, a folder with it, or a Python environment [default:
    /// EDGEWISE_ORTOOLS, then the usual places]
    #[arg(long, value_name = "PATH")]
    ortools: Option<PathBuf>,
    /// Threads of CP-SAT
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    workers: u16,
    /// Do not give CP-SAT a first refill
    #[arg(long)]
    no_hint: bool,
    /// Wall time of a solve, such as 45s, 10m; `none` for no limit [default: none]
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    time: Option<TimeLimit>,
    /// Nodes of a solve, of the back end's kind
    #[arg(long, value_name = "N", value_parser = node_count)]
    nodes: Option<u64>,
    /// Memory of a solve in MiB, roughly [default: 4096]
    #[arg(long, value_name = "MIB")]
    memory: Option<usize>,
}

impl SolverFlags {
    pub(super) fn backend(&self) -> Result<Box<dyn Backend + Send + Sync>, Failure> {
        let settings =
            BackendSettings { ortools: self.ortools.clone(), workers: self.workers.into(), hint: !self.no_hint };
        let name = self.backend.to_possible_value();
        backend(name.as_ref().map_or("", |name| name.get_name()), &settings).map_err(|error| match error {
            BackendError::Unknown { .. } => Failure::input(error),
            BackendError::Absent(_) | BackendError::Unusable { .. } => Failure::outside(error),
        })
    }

    /// Threads a solve uses.
    fn threads(&self) -> u16 {
        if self.backend == BackendFlag::Cpsat { self.workers } else { 1 }
    }

    pub(super) fn limits(&self, quiet: bool) -> Limits {
        let time = self.time.and_then(TimeLimit::limit);
        let memory = self.memory.map(|mib| mib.saturating_mul(1 << 20));
        Limits {
            time,
            nodes: self.nodes,
            memory,
            stop: signals::stop_flag_saying(quiet, "stopping (again to end at once)"),
        }
    }
}

/// Back ends by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum BackendFlag {
    /// Our own exact method
    Own,
    /// CP-SAT, if the OR-Tools library is there (docs/TAIL-BACKENDS.md)
    Cpsat,
    /// Pumpkin, a lazy clause generation solver
    Pumpkin,
    /// The full programme: every state, no bound (about 20 cells)
    Full,
    /// Every arrangement (about 8 cells)
    Brute,
}

/// The exit code an error of the tail deserves.
pub(super) fn failure(error: TailError) -> Failure {
    match error {
        TailError::Backend { .. } | TailError::Wrong { .. } => Failure::outside(error),
        _ => Failure::input(error),
    }
}

/// Runs the command.
pub(crate) fn run(args: &TailArgs) -> Result<Answer, Failure> {
    match (&args.command, &args.board) {
        (Some(TailCommand::Sweep(sweep)), _) => tail_sweep::run(sweep),
        (None, Some(board)) => solve(args, board),
        (None, None) => Err(Failure::input("tail: expected a board")),
    }
}

fn order(name: &str, puzzle: &Puzzle) -> Result<Order, Failure> {
    let clues: Vec<usize> = puzzle.clues().iter().map(|clue| clue.cell).collect();
    let order = match name.strip_prefix('@') {
        Some(path) => Order::parse(&input::read_text(path)?, puzzle.size()),
        None => Order::named(name, puzzle.size(), &clues),
    };
    order.map_err(Failure::input)
}

fn solve(args: &TailArgs, board: &str) -> Result<Answer, Failure> {
    let input = input::board(board, args.puzzle.as_deref(), args.clues)?;
    let (puzzle, board) = (input.puzzle()?, resolved(&input)?);
    let problem = problem(args, puzzle, board)?;
    let backend = args.solver.backend()?;
    let limits = args.solver.limits(args.quiet);
    let assessment = assess(&problem, backend.as_ref(), &limits).map_err(failure)?;
    if !args.quiet {
        output::line(&words(&problem, backend.name(), &assessment)?.join("\n"))?;
    }
    if args.json {
        output::line(&summary(args, &problem, backend.name(), &assessment, &limits.stop)?.to_string())?;
    }
    // After what was found is told: a file that cannot be written does not lose it.
    if let (Some(path), Some(board)) = (&args.out, &assessment.result.board) {
        let text = formats::board_json(puzzle, board).map_err(Failure::input)?;
        output::to_file_or_stdout(Some(path), format!("{}\n", text.trim_end()).as_bytes())?;
    }
    Ok(match assessment.result.status {
        Status::Infeasible => Answer::No,
        Status::Feasible | Status::Unknown if !limits.stop.is_raised() => Answer::Undecided,
        _ => Answer::Yes,
    })
}

fn problem(args: &TailArgs, puzzle: &Puzzle, board: &Board) -> Result<TailProblem, Failure> {
    let order = order(&args.order, puzzle)?;
    let region = args.region.region()?;
    let cells = region.cells(puzzle, board, &order.cells).map_err(failure)?;
    let options = TailOptions {
        pool: match args.pool {
            PoolFlag::Here => Pool::Here,
            PoolFlag::Unplaced => Pool::Unplaced,
        },
        cap: match args.cap {
            Cap::One => Some(1),
            Cap::Two => Some(2),
            Cap::None => None,
        },
        order: Some(order.cells),
    };
    let problem = TailProblem::new(puzzle, board, &cells, &options).map_err(failure)?;
    let clues: Vec<usize> = puzzle.clues().iter().map(|clue| clue.cell).collect();
    let open = problem.frozen().holes().len() - problem.slots().len();
    if open > 0 && !args.quiet {
        output_error(&format!("note: {} outside the region stay open", output::counted(open as u64, "hole")));
    }
    if args.clues.is_none() && clues.len() == 1 && !args.quiet {
        output_error("note: one clue is pinned; --clues five or none for boards of other regimes");
    }
    Ok(problem)
}

/// The result in words.
fn words(problem: &TailProblem, backend: &str, assessment: &Assessment) -> Result<Vec<String>, Failure> {
    let Assessment { result, given_score, given_incoming, delta, verdict: what } = assessment;
    let cap = problem.cap().map_or("none".to_owned(), |cap| cap.to_string());
    let mut lines = vec![
        format!(
            "region    {} cells, {} pieces, {} seams, cap {cap}",
            problem.slots().len(),
            problem.pool().len(),
            problem.seams()
        ),
        format!(
            "given     {given_score}, at most {} on a cell's incoming sides",
            output::counted(*given_incoming as u64, "break")
        ),
    ];
    match frozen_boundary(problem) {
        Some((matched, _)) => {
            lines.push(format!("boundary  at most {matched} seams to frozen cells match (Hungarian method)"))
        }
        None => lines.push("boundary  no assignment of pieces to cells keeps rim and cap".to_owned()),
    }
    if let Some(board) = &result.board {
        let judged = verdict(problem.puzzle(), board).map_err(Failure::input)?;
        lines.extend(
            formats::bucas_url(problem.puzzle(), board, LetterOrder::Default).map(|url| format!("viewer    {url}")),
        );
        lines.push(caption(&judged));
    }
    lines.push(format!(
        "{}, {backend}: {} nodes in {:.2} s",
        match result.score {
            Some(score) if result.status == Status::Optimal => format!("proven: no refill scores more than {score}"),
            Some(_) => format!("no refill scores more than {}", result.bound),
            None if result.status == Status::Infeasible => "proven: there is no refill".to_owned(),
            None => format!("no refill found, none scores more than {}", result.bound),
        },
        output::grouped(result.nodes),
        result.seconds,
    ));
    let delta = delta.map_or(String::new(), |delta| format!(", {delta:+}"));
    lines.push(format!("{}{delta}", what.name()));
    Ok(lines)
}

/// The result as JSON; the fields are listed in `docs/TAIL.md`.
fn summary(
    args: &TailArgs,
    problem: &TailProblem,
    backend: &str,
    assessment: &Assessment,
    stop: &StopFlag,
) -> Result<Value, Failure> {
    let Assessment { result, given_score, given_incoming, delta, verdict: what } = assessment;
    let puzzle = problem.puzzle();
    let proven_infeasible = result.status == Status::Infeasible;
    let mut json = json!({
        "engine": "tail",
        "backend": backend,
        "puzzle": puzzle.name(),
        "seed": null,
        "threads": args.solver.threads(),
        "status": result.status.name(),
        "verdict": what.name(),
        "score": result.score,
        "bound": (!proven_infeasible).then_some(result.bound),
        "delta": delta,
        "given_score": given_score,
        "given_incoming": given_incoming,
        "base_score": problem.base_score(),
        "seams": problem.seams(),
        "boundary_hungarian": frozen_boundary(problem).map(|(matched, _)| matched),
        "cells": problem.slots().iter().map(|slot| slot.cell).collect::<Vec<_>>(),
        "pool": problem.pool_kind().name(),
        "pieces": problem.pool().iter().map(|piece| piece + 1).collect::<Vec<_>>(),
        "cap": problem.cap(),
        "order": args.order,
        "nodes": result.nodes,
        "seconds": result.seconds,
        "stopped": stop.is_raised(),
        "total": puzzle.size().seams(),
    });
    if let Some(board) = &result.board {
        let judged = verdict(puzzle, board).map_err(Failure::input)?;
        json["breaks"] = json!(judged.breaks);
        json["filled"] = json!(judged.filled);
        json["clues_respected"] = json!(judged.clues_respected);
        json["clues_required"] = json!(judged.clues_required);
        json["official_clues"] = json!(judged.official_clues);
        json["regime"] = json!(judged.regime.map(|regime| regime.to_string()));
        json["legal"] = json!(judged.legal);
        json["board_edges"] = json!(EdgeGrid::from_board(puzzle, board).letters());
        json["url"] = json!(formats::bucas_url(puzzle, board, LetterOrder::Default).ok());
        json["url_dev"] = json!(formats::dev_viewer_url(puzzle, board).ok());
    }
    Ok(json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_cells() {
        assert_eq!(ranges("3,5-7").map(|r| r.each()), Ok(vec![3, 5, 6, 7]));
        assert!(["", "a", "7-5", "1,,2", "99999999"].iter().all(|text| ranges(text).is_err()));
    }
}
