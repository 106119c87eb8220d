//! `edgewise estimate`: what a depth-first search along an order may expect, before it is run.

use clap::Args;
use edgewise_backtrack::TABLE;
use edgewise_backtrack::schedule::{self, Schedule};
use edgewise_counting::{BreakList, Expectation, expect};
use edgewise_picture::{Mark, Plot, SERIES, Series, Tile, sheet_svg};
use edgewise_puzzle::Puzzle;
use edgewise_search::Order;
use edgewise_search::order::NAMES;
use serde_json::{Value, json};

use crate::failure::{Answer, Failure};
use crate::input::{self, Clues};
use crate::output;

/// Expected solutions, and expected nodes by depth, of a search along an order (complex theory).
///
/// Nothing is searched. The sides of all pieces are taken for half-edges in an urn; see docs/COUNTING.md for the
/// formulas and how far they can be trusted. Counts tell every piece and every turn apart.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  edgewise estimate eternity2 --order row-reversed\n  \
edgewise estimate eternity2 --clues five --order blackwood --breaks five-clue --svg nodes.svg\n  \
edgewise estimate small.json --order spiral-in --breaks 30,33 --json")]
pub(crate) struct EstimateArgs {
    /// Built-in name or puzzle file
    puzzle: String,
    /// The order of the search
    #[arg(long, default_value = "row", help = format!("One of {}, or @FILE with the cell numbers", NAMES.join(", ")))]
    order: String,
    /// Clues to pin
    #[arg(long, value_enum)]
    clues: Option<Clues>,
    /// Break budget: positions from 0, in rising order, at each of which one more break is allowed in all (201,206,..);
    /// spread; none; or the name of a preset of `backtrack`, for its breaks
    #[arg(long, default_value = "none", value_name = "LIST|PRESET")]
    breaks: String,
    /// Breaks one placement may pay [default: the preset's, or 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    breaks_per_placement: Option<u8>,
    /// Let seams between border cells break too
    #[arg(long)]
    break_frame: bool,
    /// Every how many steps the table has a line; the peak and the last step always have one
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Plot log10 of the nodes by depth into this file: SVG, or PNG if its name ends in .png; - for standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<String>,
    /// Print one JSON object, with a list by depth
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &EstimateArgs) -> Result<Answer, Failure> {
    let read = input::puzzle(&args.puzzle, args.clues)?;
    read.say_notes(args.json);
    let puzzle = read.puzzle;
    let clues: Vec<usize> = puzzle.clues().iter().map(|clue| clue.cell).collect();
    let order = match args.order.strip_prefix('@') {
        Some(path) => Order::parse(&input::read_text(path)?, puzzle.size()),
        None => Order::named(&args.order, puzzle.size(), &clues),
    };
    let order = order.map_err(Failure::input)?;
    let breaks = break_list(args, order.cells.len())?;
    let expected = expect(&puzzle, &order, &breaks);
    if args.json {
        return output::line(&as_json(&puzzle, &order, &breaks, &expected).to_string());
    }
    if let Some(file) = &args.svg {
        let picture = plot(&puzzle, &order, &breaks, &expected)?;
        output::picture(file, &picture, 1200)?;
        if file == "-" {
            return Ok(Answer::Yes);
        }
    }
    output::line(&table(args, &puzzle, &order, &breaks, &expected))
}

/// The break list that the flags ask for, on an order of `length` cells.
fn break_list(args: &EstimateArgs, length: usize) -> Result<BreakList, Failure> {
    let preset = TABLE.presets.iter().any(|preset| preset.0 == args.breaks);
    let (text, per_placement, frame) = match preset {
        true => {
            let params = TABLE.preset(&args.breaks).map_err(Failure::input)?;
            let per_placement = params.integer("breaks_per_placement");
            (params.text("breaks").to_owned(), usize::try_from(per_placement).unwrap_or(1), params.flag("break_frame"))
        }
        false => (args.breaks.clone(), 1, false),
    };
    let schedule = Schedule::parse(&text, length).map_err(|word| {
        Failure::input(format!(
            "--breaks, `{}`: expected {} below {length}, or a preset of backtrack",
            word.escape_debug(),
            schedule::EXPECTED
        ))
    })?;
    let more = |i: usize| schedule.allowed(i) - i.checked_sub(1).map_or(0, |before| schedule.allowed(before));
    Ok(BreakList {
        positions: (0..length).flat_map(|i| std::iter::repeat_n(i, usize::from(more(i)))).collect(),
        per_placement: args.breaks_per_placement.map_or(per_placement, usize::from),
        frame: frame || args.break_frame,
    })
}

/// 10 to the power of `log10` to six digits, also where no float holds it.
fn number(log10: f64) -> String {
    if log10 == f64::NEG_INFINITY {
        return "0".to_owned();
    }
    if (-3.0..7.0).contains(&log10) {
        let digits = (5.0 - log10.floor()).max(0.0) as usize;
        return format!("{:.digits$}", 10f64.powf(log10));
    }
    let mut exponent = log10.floor();
    let mut mantissa = 10f64.powf(log10 - exponent);
    if mantissa >= 9.999_995 {
        (mantissa, exponent) = (1.0, exponent + 1.0);
    }
    format!("{mantissa:.5}e{exponent}")
}

/// What is estimated, on one line.
fn subject(puzzle: &Puzzle, order: &Order, breaks: &BreakList) -> String {
    let budget = match breaks.positions.len() {
        0 => "no breaks".to_owned(),
        n => format!("{} from position {}", output::counted(n as u64, "break"), breaks.positions[0]),
    };
    let clues = output::counted(puzzle.clues().len() as u64, "clue");
    format!("{}, {}, {clues}, order {}, {budget}", puzzle.name(), puzzle.size(), order.name)
}

fn table(args: &EstimateArgs, puzzle: &Puzzle, order: &Order, breaks: &BreakList, expected: &Expectation) -> String {
    let mut lines = vec![subject(puzzle, order, breaks)];
    lines.push(format!("expected solutions  {}", number(expected.log10_solutions)));
    if !breaks.positions.is_empty() {
        lines.push(format!("expected boards     {} within the breaks", number(expected.log10_boards)));
    }
    lines.push(format!("expected nodes      {}", number(expected.log10_nodes)));
    let peak = expected.peak();
    if let Some(peak) = peak {
        let step = &expected.steps[peak];
        lines.push(format!(
            "peak                {} at step {}, depth {}",
            number(step.log10_nodes),
            peak + 1,
            step.depth
        ));
    }
    lines.push(format!("\n{:>6} {:>6} {:>6} {:>7} {:>7}  nodes", "step", "depth", "cell", "frame", "inner"));
    for (i, step) in expected.steps.iter().enumerate() {
        let shown = i < 6 || (i + 1) % usize::from(args.every) == 0 || i + 1 == expected.steps.len();
        if shown || Some(i) == peak {
            let (depth, cell, nodes) = (step.depth, step.cell, number(step.log10_nodes));
            lines.push(format!(
                "{:>6} {depth:>6} {cell:>6} {:>7} {:>7}  {nodes}",
                i + 1,
                step.frame_joins,
                step.inner_joins
            ));
        }
    }
    lines.join("\n")
}

/// A number for JSON; null where a float cannot hold it.
fn value(log10: f64) -> Value {
    json!(10f64.powf(log10))
}

fn as_json(puzzle: &Puzzle, order: &Order, breaks: &BreakList, expected: &Expectation) -> Value {
    let steps: Vec<Value> = (expected.steps.iter().enumerate())
        .map(|(i, step)| {
            json!({
                "step": i + 1, "depth": step.depth, "cell": step.cell, "frame_joins": step.frame_joins,
                "inner_joins": step.inner_joins, "nodes": value(step.log10_nodes), "log10_nodes": step.log10_nodes,
            })
        })
        .collect();
    json!({
        "puzzle": puzzle.name(), "width": puzzle.size().width(), "height": puzzle.size().height(),
        "clues": puzzle.clues().len(), "order": order.name, "breaks": breaks.positions,
        "breaks_per_placement": breaks.per_placement, "break_frame": breaks.frame,
        "solutions": value(expected.log10_solutions), "log10_solutions": expected.log10_solutions,
        "boards": value(expected.log10_boards), "log10_boards": expected.log10_boards,
        "nodes": value(expected.log10_nodes), "log10_nodes": expected.log10_nodes,
        "peak_step": expected.peak().map(|peak| peak + 1), "steps": steps,
    })
}

fn plot(puzzle: &Puzzle, order: &Order, breaks: &BreakList, expected: &Expectation) -> Result<String, Failure> {
    let points = expected.steps.iter().enumerate().map(|(i, step)| ((i + 1) as f64, step.log10_nodes)).collect();
    let series = Series { name: String::new(), colour: SERIES[0], mark: Mark::Area, points };
    let plot = Plot {
        title: "Expected nodes, log10".to_owned(),
        note: format!("{} in all", number(expected.log10_nodes)),
        x_label: "step (pieces placed, clues left out)".to_owned(),
        x_range: (0.0, expected.steps.len() as f64 + 1.0),
        log: false,
        unit: "",
        series: vec![series],
    };
    let caption = format!("expected solutions {}", number(expected.log10_solutions));
    sheet_svg(&subject(puzzle, order, breaks), &caption, &[Tile::Plot(plot)], 1).map_err(Failure::input)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_have_six_digits_at_any_size() {
        let cases = [(0.0, "1.00000"), (4.167_384, "14702.3"), (-7.387_554, "4.09681e-8"), (500.0, "1.00000e500")];
        for (log10, text) in cases {
            assert_eq!(number(log10), text);
        }
        assert_eq!(number(f64::NEG_INFINITY), "0");
        assert_eq!(number(7.999_999_999_9), "1.00000e8");
    }
}
