//! `edgewise puzzle order`: a cell order in figures or as a picture.

use clap::Args;
use edgewise_picture::{Tile, neighbour_map, neighbour_plot, order_map, sheet_svg};
use edgewise_puzzle::Size;
use edgewise_search::order::NAMES;
use edgewise_search::{Order, StepPlan};
use serde_json::json;

use crate::board_set;
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
    /// Show instead how many neighbours lie already when each cell is filled, clues included
    #[arg(long)]
    neighbours: bool,
    /// Print one JSON object as the last line
    #[arg(long)]
    json: bool,
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
    let order = board_set::order_given(&args.order, &puzzle)?;
    let plan = StepPlan::compile(&puzzle, &order);
    if let Some(file) = &args.output {
        let svg = if args.neighbours {
            let tiles = [Tile::Map(neighbour_map(size, &order, &plan)), Tile::Plot(neighbour_plot(&order, &plan))];
            sheet_svg(&format!("Order {}", order.name), &summary(&plan), &tiles, 2).map_err(Failure::input)?
        } else {
            order_map(size, &order, &clues).svg()
        };
        return output::picture(file, &svg, args.width);
    }
    let mut shown = vec![None; size.cells()];
    if args.neighbours {
        plan.steps.iter().for_each(|step| shown[step.cell] = Some(step.neighbours()));
    } else {
        shown = order.positions(size);
    }
    output::line(&grid(size, &shown, &clues))?;
    if args.neighbours {
        output::line(&summary(&plan))?;
    }
    match args.json {
        true => output::line(&to_json(&order, &plan).to_string()),
        false => Ok(Answer::Yes),
    }
}

/// A number for each cell, clue cells starred, cells without one dotted.
fn grid(size: Size, shown: &[Option<usize>], clues: &[usize]) -> String {
    let text = |cell: usize| {
        let star = if clues.contains(&cell) { "*" } else { "" };
        shown[cell].map_or(if star.is_empty() { ".".to_owned() } else { star.to_owned() }, |n| format!("{n}{star}"))
    };
    let row = |row| (0..size.width()).map(|col| format!("{:>5}", text(size.cell(row, col)))).collect::<String>();
    (0..size.height()).map(row).collect::<Vec<_>>().join("\n")
}

/// How many steps find how many neighbours.
fn summary(plan: &StepPlan) -> String {
    let counts = plan.neighbour_counts();
    let seen: usize = counts.iter().enumerate().map(|(n, steps)| n * steps).sum();
    let words = counts.iter().enumerate().map(|(n, steps)| format!("{n}: {steps}")).collect::<Vec<_>>();
    format!("steps by neighbours lying: {}; mean {:.3}", words.join(", "), seen as f64 / plan.steps.len().max(1) as f64)
}

fn to_json(order: &Order, plan: &StepPlan) -> serde_json::Value {
    let cells: Vec<usize> = plan.steps.iter().map(|step| step.cell).collect();
    let neighbours: Vec<usize> = plan.steps.iter().map(|step| step.neighbours()).collect();
    json!({"order": order.name, "cells": order.cells, "steps": cells, "neighbours": neighbours,
        "steps_by_neighbours": plan.neighbour_counts()})
}
