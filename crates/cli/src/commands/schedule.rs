//! `edgewise schedule`: the break schedule that needs the fewest placements for a good board.

use std::time::Instant;

use clap::Args;
use edgewise_backtrack::forecast::{Expected, Model, first_position};
use edgewise_backtrack::growth::{Growth, survey};
use edgewise_backtrack::parameters::Settings;
use edgewise_backtrack::schedule::Schedule;
use edgewise_backtrack::{Backtrack, TABLE, default_preset};
use edgewise_picture::{Mark, Plot, SERIES, Series, Tile, sheet_svg};
use edgewise_puzzle::Puzzle;
use serde_json::{Value, json};

use crate::engine_flags::FlagsOf;
use crate::failure::{Answer, Failure, output_error};
use crate::input::{self, Clues};
use crate::output;
use crate::run_flags::node_count;
use crate::signals;

/// Breaks beyond the schedule's own that boards with their last cells filled have.
const BEYOND: usize = 3;
/// Last positions that may stay unseen.
const UNSEEN: usize = 4;
/// Scores shown beside the one asked for, above and below.
const BESIDE: usize = 2;

/// Find the break schedule that needs the fewest placements for a board of a score.
///
/// Four short searches measure how the tree grows: of every step, how many candidates with no, one and two breaks
/// a board has. These numbers hardly depend on the schedule, so they say what every schedule would do, and the best one
/// falls out of them. docs/BACKTRACK.md has the method and what it is worth. Fills are left out: they make the last
/// cells cheaper for all schedules.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  edgewise schedule eternity2 --clues five --score 462 --best mine.toml\n  \
edgewise backtrack eternity2 --clues five --preset mine.toml --time 60s\n  \
edgewise schedule eternity2 --quota-offset -2 --svg schedule.svg")]
pub(crate) struct ScheduleArgs {
    /// Built-in name or puzzle file
    puzzle: String,
    /// Clues to pin
    #[arg(long, value_enum)]
    clues: Option<Clues>,
    /// The score of the boards wanted [default: the best that --placements are expected to reach]
    #[arg(long, value_name = "SCORE")]
    score: Option<usize>,
    /// What a board may cost
    #[arg(long, value_name = "N", value_parser = node_count, default_value = "10G")]
    placements: u64,
    /// Placements that measure the growth (some two minutes; with few of them chance decides which openings are seen)
    #[arg(long, value_name = "N", value_parser = node_count, default_value = "8G")]
    nodes: u64,
    /// Seed of the measuring searches
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the parameters with the schedule found, as a file for --preset
    #[arg(long, value_name = "FILE")]
    best: Option<String>,
    /// Draw both schedules, and boards by position, into this file: SVG, or PNG if its name ends in .png
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    engine: FlagsOf<Backtrack>,
}

/// One number of breaks: what the schedule given is expected to do, and the best one.
struct Row {
    breaks: usize,
    given: Expected,
    best: Expected,
    schedule: Schedule,
}

/// What was found.
struct Found<'a> {
    puzzle: &'a Puzzle,
    given: Schedule,
    /// Positions of the steps looked at, and the last of all.
    positions: Vec<usize>,
    last: usize,
    /// Whether the survey was stopped early.
    stopped: bool,
    rows: Vec<Row>,
    /// Which row was asked for.
    chosen: usize,
}

/// Runs the command.
pub(crate) fn run(args: &ScheduleArgs) -> Result<Answer, Failure> {
    let read = input::puzzle(&args.puzzle, args.clues)?;
    read.say_notes(args.quiet || args.json);
    let puzzle = &read.puzzle;
    let (params, _) = args.engine.given.params(&TABLE, default_preset(puzzle))?;
    let settings = Settings::read(&params, puzzle).map_err(Failure::input)?;
    let seams = puzzle.size().seams();
    if let Some(score) = args.score.filter(|&score| score > seams) {
        return Err(Failure::input(format!("--score {score}: expected at most {seams}, the seams of the puzzle")));
    }
    let breaks = args.score.map_or(settings.schedule.positions().len() + BEYOND, |score| seams - score);
    let (stop, began) = (signals::stop_flag_saying(args.quiet, "stopping (again to end at once)"), Instant::now());
    let mut hear = |round: usize, growth: &Growth| {
        if !args.quiet {
            let placements: u64 = growth.steps.iter().map(|step| step.placements).sum();
            let seconds = began.elapsed().as_secs_f64();
            output_error(&format!("{seconds:7.0}s  round {round}/4: {} placements", output::short(placements as f64)));
        }
    };
    let growth = survey(puzzle, &params, breaks, args.seed, args.nodes, &stop, &mut hear).map_err(Failure::input)?;
    let first = first_position(&settings);
    let model = Model::of(&growth, first);
    let known = model.as_ref().and_then(|model| model.positions().last().copied());
    let last = settings.plan(puzzle).steps.last().map_or(0, |step| step.position);
    let Some(model) = model.filter(|_| known.is_some_and(|known| known + UNSEEN > last)) else {
        let known = known.unwrap_or(first);
        return Err(Failure::with_code(
            4,
            format!(
                "too few boards came beyond position {known}, the last is {last}: expected a larger --nodes, another --seed, or a lower quota"
            ),
        ));
    };
    let found = Found { last, stopped: stop.is_raised(), ..found(args, puzzle, &settings, &model, breaks)? };
    let chosen = &found.rows[found.chosen];
    if let Some(file) = &args.best {
        let mut best = params.clone();
        best.set("breaks", &chosen.schedule.to_string()).map_err(Failure::input)?;
        let about = format!("{}: the break schedule for {} matched seams", puzzle.name(), seams - chosen.breaks);
        output::to_file_or_stdout(Some(file), best.to_toml(&about, "edgewise schedule").as_bytes())?;
        if file == "-" {
            return Ok(Answer::Yes);
        }
    }
    if let Some(file) = &args.svg {
        output::picture(file, &found.plot()?, 1200)?;
        if file == "-" {
            return Ok(Answer::Yes);
        }
    }
    output::line(&if args.json { found.json().to_string() } else { found.text() })
}

/// The rows around the breaks asked for, or around the fewest that the placements allowed are expected to reach.
fn found<'a>(
    args: &ScheduleArgs,
    puzzle: &'a Puzzle,
    settings: &Settings,
    model: &Model,
    breaks: usize,
) -> Result<Found<'a>, Failure> {
    let seams = puzzle.size().seams();
    let row = |breaks: usize| {
        let schedule = model.best(breaks);
        let given = model.expect(&settings.schedule, breaks);
        Row { breaks, given, best: model.expect(&schedule, breaks), schedule }
    };
    let within = |&breaks: &usize| model.expect(&model.best(breaks), breaks).placements <= args.placements as f64;
    let wanted = match args.score {
        Some(_) => breaks,
        None => (0..=seams).find(within).ok_or_else(|| {
            let why = "no score is expected within so many placements a board: expected more, or a --score";
            Failure::with_code(4, format!("--placements {}: {why}", args.placements))
        })?,
    };
    let first = wanted.saturating_sub(BESIDE);
    let rows = (first..=(wanted + BESIDE).min(seams)).map(row).collect();
    let (given, positions) = (settings.schedule.clone(), model.positions().to_vec());
    Ok(Found { puzzle, given, positions, last: 0, stopped: false, rows, chosen: wanted - first })
}

impl Found<'_> {
    /// A board that comes here counts as finished.
    fn until(&self) -> usize {
        self.positions.last().copied().unwrap_or(0)
    }

    fn score(&self, row: &Row) -> usize {
        self.puzzle.size().seams().saturating_sub(row.breaks)
    }

    fn text(&self) -> String {
        let mut lines = vec![
            "| score | placements a board, as given | with the best schedule | best schedule |".to_owned(),
            "| --- | --- | --- | --- |".to_owned(),
        ];
        for row in &self.rows {
            let [given, best] = [&row.given, &row.best].map(|expected| placements(expected.placements));
            lines.push(format!("| {} | {given} | {best} | {} |", self.score(row), row.schedule));
        }
        let chosen = &self.rows[self.chosen];
        lines.push(format!("\nfor {}: --breaks {}", self.score(chosen), chosen.schedule));
        if self.stopped {
            lines.push("the survey was stopped early: these are the numbers of what it saw".to_owned());
        }
        if self.until() < self.last {
            lines.push(format!(
                "boards that come to position {} count as finished: too few went on to measure the rest",
                self.until()
            ));
        }
        lines.join("\n")
    }

    fn json(&self) -> Value {
        let rows: Vec<Value> = (self.rows.iter())
            .map(|row| {
                json!({
                    "score": self.score(row), "breaks": row.breaks, "schedule": row.schedule.positions(),
                    "placements": row.best.placements, "placements_as_given": row.given.placements,
                })
            })
            .collect();
        json!({
            "puzzle": self.puzzle.name(), "given": self.given.positions(), "known_until": self.until(), "stopped": self.stopped,
            "score": self.score(&self.rows[self.chosen]), "schedule": self.rows[self.chosen].schedule.positions(),
            "rows": rows,
        })
    }

    fn plot(&self) -> Result<String, Failure> {
        let chosen = &self.rows[self.chosen];
        let length = self.puzzle.size().cells();
        let from = self.positions.first().copied().unwrap_or(0);
        let series = |schedule: &Schedule, name: &str, i: usize, mark: Mark| Series {
            name: name.to_owned(),
            colour: SERIES[i],
            mark,
            points: (from..=self.until()).map(|p| (p as f64, f64::from(schedule.allowed(p)))).collect(),
        };
        let plot = |title: &str, note: String, series: Vec<Series>| {
            Tile::Plot(Plot {
                title: title.to_owned(),
                note,
                x_label: "position in the order".to_owned(),
                x_range: (from as f64, length as f64),
                log: false,
                unit: "",
                series,
            })
        };
        let log = |expected: &Expected, name: &str, i: usize| Series {
            name: name.to_owned(),
            colour: SERIES[i],
            mark: Mark::Line,
            points: (self.positions.iter().zip(&expected.boards))
                .map(|(&position, boards)| (position as f64, boards.max(1e-12).log10()))
                .collect(),
        };
        let tiles = [
            plot(
                "Breaks allowed",
                String::new(),
                vec![series(&self.given, "as given", 0, Mark::Steps), series(&chosen.schedule, "best", 1, Mark::Steps)],
            ),
            plot(
                "Boards for one at the start, log10",
                String::new(),
                vec![log(&chosen.given, "as given", 0), log(&chosen.best, "best", 1)],
            ),
        ];
        let [given, best] = [&chosen.given, &chosen.best].map(|expected| placements(expected.placements));
        let caption = format!(
            "{} matched seams: {given} placements a board as given, {best} with the best schedule",
            self.score(chosen)
        );
        sheet_svg(&format!("Break schedule of {}", self.puzzle.name()), &caption, &tiles, 1).map_err(Failure::input)
    }
}

/// A number of placements for people.
fn placements(number: f64) -> String {
    match number {
        n if n.is_finite() && n < 1e15 => output::short(n),
        n if n.is_finite() => format!("{n:.1e}"),
        _ => "never".to_owned(),
    }
}
