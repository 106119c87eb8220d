//! `edgewise puzzle order`: a cell order in figures or as a picture.

use clap::Args;
use edgewise_picture::order_map;
use edgewise_search::Order;
use edgewise_search::order::NAMES;

use crate::failure::{Answer, Failure};
use crate::input::{self, Clues};
use crate::output;

/// Arguments of `order`.
#[derive(Debug, Args)]
pub(crate) struct OrderArgs {
    /// A name, with :SPLIT where it takes one, or @FILE with the cell numbers
    #[arg(help = format!("One of {}, or @FILE with the cell numbers", NAMES.join(", ")))]
    order: String,
    /// Built-in name or puzzle file whose board it is for
    #[arg(long, value_name = "PUZZLE", default_value = "eternity2")]
    puzzle: String,
    /// Clues to pin; their cells are marked, and clues-outward begins there
    #[arg(long, value_enum)]
    clues: Option<Clues>,
    /// Draw it into this file: SVG, or PNG if its name ends in .png; - for SVG on standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Width of a PNG in pixels
    #[arg(long, default_value_t = 1200, value_parser = clap::value_parser!(u32).range(16..=16384))]
    width: u32,
}

/// Shows the order: positions from 0, clue cells starred.
pub(super) fn run(args: &OrderArgs) -> Result<Answer, Failure> {
    let puzzle = input::puzzle(&args.puzzle, args.clues)?.puzzle;
    let size = puzzle.size();
    let clues: Vec<usize> = puzzle.clues().iter().map(|clue| clue.cell).collect();
    let order = match args.order.strip_prefix('@') {
        Some(path) => Order::parse(&input::read_text(path)?, size),
        None => Order::named(&args.order, size, &clues),
    };
    let order = order.map_err(Failure::input)?;
    if let Some(file) = &args.output {
        return output::picture(file, &order_map(size, &order, &clues).svg(), args.width);
    }
    let positions = order.positions(size);
    let row = |row: usize| {
        let cells = (0..size.width()).map(|col| {
            let cell = size.cell(row, col);
            let star = if clues.contains(&cell) { "*" } else { "" };
            positions[cell].map_or(format!("{:>5}", "."), |p| format!("{:>5}", format!("{p}{star}")))
        });
        cells.collect::<String>()
    };
    output::line(&(0..size.height()).map(row).collect::<Vec<_>>().join("\n"))
}
