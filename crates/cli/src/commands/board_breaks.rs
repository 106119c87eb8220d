//! `edgewise board breaks`: where the breaks of a set of boards lie, by cell and by row, for each order.

use clap::Args;
use edgewise_picture::{Tile, census_map, census_rows, sheet_svg};
use edgewise_search::{BreakCensus, Order};
use serde_json::{Value, json};

use crate::board_set::{self, Member};
use crate::failure::{Answer, Failure};
use crate::output;

/// Arguments of `breaks`.
#[derive(Debug, Args)]
pub(crate) struct BreaksArgs {
    /// Boards, and run directories and factories (all their boards)
    #[arg(required = true)]
    boards: Vec<String>,
    /// Their puzzle
    #[arg(long, value_name = "PUZZLE")]
    puzzle: Option<String>,
    /// The order they were built in: a name, or @FILE with the cell numbers [default: what their run says,
    /// else rows]
    #[arg(long, value_name = "ORDER")]
    order: Option<String>,
    /// Draw the maps into this file: SVG, or PNG if its name ends in .png; - for SVG on standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Width of a PNG in pixels
    #[arg(long, default_value_t = 1600, value_parser = clap::value_parser!(u32).range(16..=16384))]
    width: u32,
    /// Print one JSON object as the last line
    #[arg(long)]
    json: bool,
}

/// The breaks of the boards of one order.
pub(crate) struct Census {
    /// The order's name.
    pub(crate) order: String,
    /// Their breaks.
    pub(crate) breaks: BreakCensus,
}

/// What boards are grouped by that tell of no order.
const ASSUMED: &str = "row (assumed)";

/// Counts the breaks of boards of one size, by order; boards that tell of none are taken to be built in rows.
pub(crate) fn censuses<'a>(
    members: impl IntoIterator<Item = &'a Member>,
    given: Option<&Order>,
) -> Result<Vec<Census>, Failure> {
    let mut found: Vec<(Option<&str>, Census)> = Vec::new();
    for member in members {
        let value = if given.is_some() { None } else { member.order.as_deref() };
        let order = match (given, value) {
            (Some(order), _) => order.clone(),
            (None, Some(value)) => board_set::order(value, &member.puzzle)?,
            (None, None) => Order { name: ASSUMED.to_owned(), ..board_set::order("row", &member.puzzle)? },
        };
        let at = found.iter().position(|(known, _)| *known == value).unwrap_or_else(|| {
            found.push((value, Census { order: order.name.clone(), breaks: BreakCensus::new(member.board.size()) }));
            found.len() - 1
        });
        let depths = BreakCensus::depths(&member.puzzle, &order);
        found[at].1.breaks.add(&member.puzzle, &member.board, &depths);
    }
    Ok(found.into_iter().map(|(_, census)| census).collect())
}

/// Map and plot of every order.
pub(crate) fn tiles(censuses: &[Census]) -> Vec<Tile> {
    let of = |c: &Census| [Tile::Map(census_map(&c.breaks, &c.order)), Tile::Plot(census_rows(&c.breaks, &c.order))];
    censuses.iter().flat_map(of).collect()
}

/// The figures of every order as JSON.
pub(crate) fn to_json(censuses: &[Census]) -> Value {
    let of = |c: &Census| {
        let breaks = &c.breaks;
        json!({
            "order": c.order, "boards": breaks.boards, "breaks": breaks.breaks(), "boards_with_two": breaks.with_two,
            "paid": breaks.paid, "paid_two": breaks.paid_two, "beside_two": breaks.beside_two,
            "paid_by_row": breaks.rows(&breaks.paid), "paid_two_by_row": breaks.rows(&breaks.paid_two),
        })
    };
    censuses.iter().map(of).collect()
}

/// The figures of one order for people.
fn words(census: &Census) -> Vec<String> {
    let breaks = &census.breaks;
    let mut lines = vec![
        format!(
            "order {}: {}, {:.2} breaks each; {} with a cell that paid two",
            census.order,
            output::counted(breaks.boards, "board"),
            breaks.per_board(breaks.breaks()),
            breaks.with_two
        ),
        "  row  breaks a board   share  cells that paid two  cells beside two".to_owned(),
    ];
    let by_row = [&breaks.paid, &breaks.paid_two, &breaks.beside_two].map(|by_cell| breaks.rows(by_cell));
    for (row, &paid) in by_row[0].iter().enumerate() {
        lines.push(format!(
            "  {:>3}  {:14.2}  {:4.1} %  {:19.3}  {:16.3}",
            row + 1,
            breaks.per_board(paid),
            100.0 * paid as f64 / breaks.breaks().max(1) as f64,
            breaks.per_board(by_row[1][row]),
            breaks.per_board(by_row[2][row]),
        ));
    }
    lines
}

/// Runs the command.
pub(crate) fn run(args: &BreaksArgs) -> Result<Answer, Failure> {
    let members = board_set::read(&args.boards, args.puzzle.as_deref())?;
    let first = &members[0].puzzle;
    let given = args.order.as_ref().map(|text| board_set::order_given(text, first)).transpose()?;
    let censuses = censuses(&members, given.as_ref())?;
    if let Some(file) = &args.output {
        let caption = format!("{}, {}", output::counted(members.len() as u64, "board"), members[0].board.size());
        let svg = sheet_svg("Where breaks lie", &caption, &tiles(&censuses), 2).map_err(Failure::input)?;
        let written = output::picture(file, &svg, args.width)?;
        if file == "-" {
            return Ok(written);
        }
    }
    output::line(&censuses.iter().flat_map(words).collect::<Vec<_>>().join("\n"))?;
    match args.json {
        true => output::line(&json!({"orders": to_json(&censuses)}).to_string()),
        false => Ok(Answer::Yes),
    }
}
