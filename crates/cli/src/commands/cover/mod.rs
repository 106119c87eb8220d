//! `edgewise cover`: exact cover and counting.

mod answer;
mod frontier;
mod matrix;
mod source;
mod steps;

use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use edgewise_cover::encode::{self, Encoding};
use edgewise_cover::{End, Limits, Method, Outcome, Search, SearchError, Settings};
use edgewise_puzzle::formats;
use serde_json::{Value, json};

use crate::failure::{Answer, Failure, output_error};
use crate::output::{self, grouped};
use crate::run_flags::{TimeLimit, duration, node_count};
use crate::signals;
use answer::{number, say_end};
use source::{Source, SourceArgs};

/// Exact cover: count, solve, prove uniqueness, watch Algorithm X.
///
/// INPUT is a puzzle (a built-in name or a file in any puzzle format), an exact-cover problem in Knuth's text
/// format, or a built-in problem: knuth, queens:N, langford:N, latin:N, sudoku:N, dominoes:WxH, pentominoes:WxH.
#[derive(Debug, Subcommand)]
pub(crate) enum CoverCommand {
    /// Count all solutions
    #[command(after_help = "Examples:\n  edgewise cover count queens:8\n  edgewise cover count puzzle.json --json\n  \
edgewise cover count eternity2 --clues none --rect 0,0,2,2\n  edgewise cover count puzzle.json --method frontier\n\nExit codes: 0 counted; 4 cut by a limit.")]
    Count(RunArgs),
    /// Print solutions: one, or as many as --solutions says
    #[command(
        after_help = "Examples:\n  edgewise cover solve knuth\n  edgewise cover solve puzzle.json --solutions all\n\n\
Exit codes: 0 found; 1 there is none; 4 cut by a limit before that was known."
    )]
    Solve(RunArgs),
    /// Is there exactly one solution? Stops at the second
    ///
    /// Solutions of a puzzle that are turns of each other, or look alike, are one.
    #[command(after_help = "Example: edgewise cover unique puzzle.json\n\n\
Exit codes: 0 exactly one; 1 none or several; 4 cut by a limit before that was known.")]
    Unique(RunArgs),
    /// Print the moves of Algorithm X (C with colours): choose, cover, uncover in reverse
    #[command(after_help = "Examples:\n  edgewise cover steps knuth\n  edgewise cover steps problem.txt --json")]
    Steps(steps::StepsArgs),
    /// Show the matrix: items, options, branching by depth; or write it as text
    #[command(after_help = "Examples:\n  edgewise cover matrix eternity2 --clues none --branching 20\n  \
edgewise cover matrix puzzle.json -o puzzle.xc")]
    Matrix(matrix::MatrixArgs),
}

/// How to search: the one place where methods have their names on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum MethodChoice {
    /// Dancing links: Algorithm X, or C with colours
    Xcc,
    /// Sparse sets ("dancing cells")
    Cells,
    /// A bit matrix, at most 16384 options
    Bits,
    /// No search for solutions but their number, by halves of the board and states that are alike; `count` on puzzles
    Frontier,
}

impl MethodChoice {
    /// The exact-cover method; none for the counter.
    fn method(self) -> Option<Method> {
        match self {
            MethodChoice::Xcc => Some(Method::Links),
            MethodChoice::Cells => Some(Method::Cells),
            MethodChoice::Bits => Some(Method::Bits),
            MethodChoice::Frontier => None,
        }
    }
}

/// Arguments of `count`, `solve` and `unique`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// The method; all give the same answers [default: bits up to 4096 options, xcc beyond]
    #[arg(long, value_enum)]
    method: Option<MethodChoice>,

    /// Shuffle items and options by this seed [default: Knuth's order]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Take items in their order, not the one with fewest options: on a puzzle without clues the tree of a plain
    /// backtracker, to compare with one
    #[arg(long, conflicts_with = "seed")]
    in_order: bool,

    /// Options to try at most
    #[arg(long, value_name = "N", value_parser = node_count)]
    nodes: Option<u64>,

    /// Wall time at most, such as 90s, 10m, 8h, 1h30m; `none` for no limit
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    time: Option<TimeLimit>,

    /// Stop after this many solutions, or `all` [default: 1 for solve, all for count]
    #[arg(long, value_name = "N", value_parser = solutions)]
    solutions: Option<Wanted>,

    /// Print one JSON object as the last line
    #[arg(long)]
    json: bool,

    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

/// How many solutions are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    All,
    Some(u128),
}

fn solutions(text: &str) -> Result<Wanted, String> {
    match (text, text.parse()) {
        ("all", _) => Ok(Wanted::All),
        (_, Ok(n)) if n > 0 => Ok(Wanted::Some(n)),
        _ => Err("expected `all` or a whole number from 1".to_owned()),
    }
}

impl RunArgs {
    fn time(&self) -> Option<Duration> {
        self.time.and_then(TimeLimit::limit)
    }

    fn settings(&self, source: &Source, wanted: Option<u128>) -> Result<Settings, Failure> {
        let method = match self.method {
            Some(choice) => choice.method().ok_or_else(|| {
                Failure::input("--method frontier: only counts: expected xcc, cells or bits for solve and unique")
            })?,
            None => Method::fastest(source.problem()),
        };
        let stop = signals::stop_flag_saying(self.quiet, "stopping (again to end at once)");
        let limits = Limits { nodes: self.nodes, solutions: wanted, time: self.time(), stop };
        Ok(Settings { method, seed: self.seed, in_order: self.in_order, limits })
    }

    fn wanted(&self, default: Wanted) -> Option<u128> {
        match self.solutions.unwrap_or(default) {
            Wanted::All => None,
            Wanted::Some(n) => Some(n),
        }
    }
}

/// Runs a cover command.
pub(crate) fn run(command: &CoverCommand) -> Result<Answer, Failure> {
    match command {
        CoverCommand::Count(args) => count(args),
        CoverCommand::Solve(args) => solve(args),
        CoverCommand::Unique(args) => unique(args),
        CoverCommand::Steps(args) => steps::run(args),
        CoverCommand::Matrix(args) => matrix::run(args),
    }
}

fn failed(error: SearchError) -> Failure {
    match error {
        // Nothing is wrong with the question.
        SearchError::Overflow => Failure::outside(error),
        other => Failure::input(other),
    }
}

/// A line of progress on standard error.
fn watch(quiet: bool) -> impl FnMut(&Search) {
    move |search: &Search| {
        if !quiet {
            let outcome = search.outcome();
            output_error(&format!(
                "{:.0} s: {} solutions, {} nodes, about {:.4} of the tree",
                outcome.seconds,
                grouped(outcome.solutions),
                grouped(u128::from(outcome.nodes)),
                search.progress()
            ));
        }
    }
}

fn count(args: &RunArgs) -> Result<Answer, Failure> {
    if args.method == Some(MethodChoice::Frontier) {
        return frontier::count(args, signals::stop_flag_saying(args.quiet, "stopping (again to end at once)"));
    }
    let source = Source::read(&args.source, args.quiet)?;
    let settings = args.settings(&source, args.wanted(Wanted::All))?;
    let mut watch = watch(args.quiet);
    let (counts, end) = match source.encoding() {
        Some(encoding) => {
            let counts = encode::counts::count(encoding, &settings, &mut watch).map_err(failed)?;
            let lines =
                |name: &str, count: Option<u128>| format!("{:>20} {name}", count.map_or("?".to_owned(), grouped));
            let text = [
                lines(
                    if counts.complete { "solutions, labelled" } else { "labelled solutions so far" },
                    Some(counts.solutions),
                ),
                lines("distinct", counts.distinct),
                lines("essentially different", counts.essentially_different),
            ];
            output::line(&text.join("\n"))?;
            let json = json!({
                "solutions": number(counts.solutions), "distinct": counts.distinct.map(number),
                "essentially_different": counts.essentially_different.map(number), "complete": counts.complete,
                "nodes": counts.nodes, "updates": counts.updates, "seconds": counts.seconds,
            });
            (json, counts.end)
        }
        None => {
            let mut search = Search::new(source.problem(), &settings).map_err(failed)?;
            let outcome = search.count_with(&mut watch);
            let word = if outcome.complete { "solutions" } else { "solutions so far" };
            output::line(&format!("{:>20} {word}", grouped(outcome.solutions)))?;
            let json = json!({
                "solutions": number(outcome.solutions), "distinct": null, "essentially_different": null,
                "complete": outcome.complete, "nodes": outcome.nodes, "updates": outcome.updates, "seconds": outcome.seconds,
            });
            (json, outcome.end)
        }
    };
    say_end(&counts, end, settings.method)?;
    finish(args, &source, &settings, counts, end)?;
    Ok(match end {
        Some(End::Exhausted | End::Flag) => Answer::Yes,
        _ => Answer::Undecided,
    })
}

/// Prints the JSON line, if asked for.
fn finish(
    args: &RunArgs,
    source: &Source,
    settings: &Settings,
    mut json: Value,
    end: Option<End>,
) -> Result<Answer, Failure> {
    if !args.json {
        return Ok(Answer::Yes);
    }
    let problem = source.problem();
    json["method"] = json!(settings.method.name());
    json["seed"] = json!(settings.seed);
    json["in_order"] = json!(settings.in_order);
    json["end"] = json!(end.map(End::name));
    json["stopped"] = json!(end == Some(End::Flag));
    json["primary"] = json!(problem.primary());
    json["secondary"] = json!(problem.secondary());
    json["options"] = json!(problem.len());
    output::line(&json.to_string())
}

fn outcome_json(outcome: &Outcome) -> Value {
    json!({
        "solutions": number(outcome.solutions), "complete": outcome.complete, "nodes": outcome.nodes,
        "updates": outcome.updates, "seconds": outcome.seconds,
    })
}

/// A solution as a line: option numbers (from 1) for a problem, board letters for a puzzle.
fn solution_text(source: &Source, options: &[u32]) -> (String, Value) {
    if let Some(encoding) = source.encoding() {
        return board_text(encoding, &encoding.board(options));
    }
    let texts: Vec<String> = options.iter().map(|&o| source.problem().option_text(o as usize)).collect();
    let numbers: Vec<u32> = options.iter().map(|o| o + 1).collect();
    let words = numbers.iter().zip(&texts).map(|(n, text)| format!("R{n} ({text})"));
    (words.collect::<Vec<_>>().join(", "), json!(numbers))
}

fn board_text(encoding: &Encoding, board: &edgewise_puzzle::Board) -> (String, Value) {
    let grid = edgewise_puzzle::EdgeGrid::from_board(encoding.puzzle(), board);
    let placed = || formats::board_json(encoding.puzzle(), board).unwrap_or_default();
    let text = grid.letters().unwrap_or_else(placed);
    let json = json!(text);
    (text, json)
}

fn solve(args: &RunArgs) -> Result<Answer, Failure> {
    let source = Source::read(&args.source, args.quiet)?;
    let settings = args.settings(&source, args.wanted(Wanted::Some(1)))?;
    let mut search = Search::new(source.problem(), &settings).map_err(failed)?;
    let mut options = Vec::new();
    let mut found = Vec::new();
    while search.next_into(&mut options) {
        let (text, json) = solution_text(&source, &options);
        output::line(&text)?;
        if args.json {
            found.push(json);
        }
    }
    let outcome = search.outcome();
    if outcome.solutions == 0 && outcome.complete {
        output::line("no solution")?;
    }
    let mut json = outcome_json(&outcome);
    json["found"] = json!(found);
    say_end(&json, outcome.end, settings.method)?;
    finish(args, &source, &settings, json, outcome.end)?;
    Ok(match outcome.end {
        Some(End::Exhausted) if outcome.solutions == 0 => Answer::No,
        Some(End::Exhausted | End::Flag | End::Solutions) => Answer::Yes,
        _ => Answer::Undecided,
    })
}

fn unique(args: &RunArgs) -> Result<Answer, Failure> {
    let source = Source::read(&args.source, args.quiet)?;
    let settings = args.settings(&source, None)?;
    let (verdict, outcome, shown) = match source.encoding() {
        Some(encoding) => {
            let found = encode::solve::unique(encoding, &settings).map_err(failed)?;
            let boards = [&found.first, &found.second].into_iter().flatten();
            let shown: Vec<(String, Value)> = boards.map(|board| board_text(encoding, board)).collect();
            (found.is_unique(), found.outcome, shown)
        }
        None => {
            let mut search = Search::new(source.problem(), &settings).map_err(failed)?;
            let mut options = Vec::new();
            let mut shown = Vec::new();
            while shown.len() < 2 && search.next_into(&mut options) {
                shown.push(solution_text(&source, &options));
            }
            let outcome = search.outcome();
            let decided = (outcome.complete || shown.len() == 2).then_some(shown.len() == 1);
            (decided, outcome, shown)
        }
    };
    let words = match (verdict, shown.len()) {
        (Some(true), _) => "unique: exactly one solution",
        (Some(false), 0) => "not unique: no solution",
        (Some(false), _) => "not unique: these two",
        (None, _) => "undecided",
    };
    output::line(words)?;
    for (text, _) in &shown {
        output::line(text)?;
    }
    let mut json = outcome_json(&outcome);
    json["unique"] = json!(verdict);
    json["found"] = json!(shown.into_iter().map(|(_, json)| json).collect::<Vec<_>>());
    say_end(&json, outcome.end, settings.method)?;
    finish(args, &source, &settings, json, outcome.end)?;
    Ok(match verdict {
        Some(true) => Answer::Yes,
        Some(false) => Answer::No,
        None if outcome.end == Some(End::Flag) => Answer::Yes,
        None => Answer::Undecided,
    })
}
