//! Plots and maps of sets of boards: where their breaks lie, what they score, how alike they are, and how
//! much an order sees.

use std::collections::BTreeMap;

use edgewise_puzzle::Size;
use edgewise_search::{BreakCensus, Order, StepPlan};

use crate::heatmap::HeatMap;
use crate::picture::cell_name;
use crate::plot::{Mark, Plot, SERIES, Series, grouped};

/// Where the breaks of boards built in `order` lie: breaks paid at every cell, mean of all boards. In
/// brackets: cells that paid two at once on some board.
pub fn census_map(census: &BreakCensus, order: &str) -> HeatMap {
    let values: Vec<f64> = census.paid.iter().map(|&n| census.per_board(n)).collect();
    let most = values.iter().copied().fold(0.0, f64::max);
    let label = |&v: &f64| match v {
        v if v >= 0.995 => format!("{v:.1}"),
        v if v >= 0.005 => format!("{:.0}%", 100.0 * v),
        v if v > 0.0 => "<1%".to_owned(),
        _ => String::new(),
    };
    HeatMap {
        note: format!(
            "{} boards, {:.2} breaks each; breaks paid at a cell, mean; in brackets: two at once on a board",
            grouped(census.boards),
            census.per_board(census.breaks())
        ),
        labels: values.iter().map(label).collect(),
        marked: (0..values.len()).filter(|&cell| census.paid_two[cell] > 0).collect(),
        range: Some((0.0, if most > 0.0 { most } else { 1.0 })),
        ..HeatMap::new(census.size(), values, &format!("Breaks in order {order}"))
    }
}

/// The breaks of such boards by row, mean of all boards, and the cells that paid two at once.
pub fn census_rows(census: &BreakCensus, order: &str) -> Plot {
    let rows = census.size().height();
    let per_board = |by_cell: &[u64]| -> Vec<(f64, f64)> {
        let rows = census.rows(by_cell).into_iter();
        rows.enumerate().map(|(row, n)| ((row + 1) as f64, census.per_board(n))).collect()
    };
    let series = |name: &str, colour, mark, points| Series { name: name.to_owned(), colour, mark, points };
    let worst = (0..census.paid.len()).max_by_key(|&cell| (census.paid[cell], std::cmp::Reverse(cell)));
    let size = census.size();
    let note = match worst.filter(|&cell| census.paid[cell] > 0) {
        None => "no break".to_owned(),
        Some(cell) => format!(
            "most at {}: {:.2} a board; {} of {} boards have a cell that paid two",
            cell_name(size.row(cell), size.col(cell)),
            census.per_board(census.paid[cell]),
            grouped(census.with_two),
            grouped(census.boards)
        ),
    };
    Plot {
        title: format!("Breaks by row, order {order}"),
        note,
        x_label: "row (1: top)".to_owned(),
        x_range: (0.5, rows as f64 + 0.5),
        log: false,
        unit: "",
        series: vec![
            series("breaks a board", SERIES[0], Mark::Area, per_board(&census.paid)),
            series("cells with two", SERIES[1], Mark::Steps, per_board(&census.paid_two)),
        ],
    }
}

/// How many boards have each score, in percent of each group; four groups at most are drawn. The first is
/// drawn as ground. The axis holds the scores of `range` and all that occur.
pub fn score_plot(title: &str, groups: &[(String, BTreeMap<usize, u64>)], range: &[usize]) -> Plot {
    let scores = || groups.iter().flat_map(|(_, counts)| counts.keys()).chain(range).copied();
    // A score more at both ends, so that the first and the last have sides.
    let (least, most) = (scores().min().unwrap_or(0).saturating_sub(1), scores().max().unwrap_or(0) + 1);
    let mut names = Vec::new();
    let drawn = groups.iter().zip(SERIES).enumerate().map(|(i, ((name, counts), colour))| {
        let all: u64 = counts.values().sum();
        names.push(format!("{} boards", grouped(all)));
        let share = |score| 100.0 * counts.get(&score).copied().unwrap_or(0) as f64 / all.max(1) as f64;
        let points = (least..=most).map(|score| (score as f64, share(score))).collect();
        Series { name: name.clone(), colour, mark: if i == 0 { Mark::Area } else { Mark::Steps }, points }
    });
    let series: Vec<Series> = drawn.collect();
    Plot {
        title: title.to_owned(),
        note: names.join(", "),
        x_label: "score (matched seams)".to_owned(),
        x_range: (least as f64 - 0.5, most as f64 + 0.5),
        log: false,
        unit: "%",
        series,
    }
}

/// How many pairs of boards agree on how many cells: `pairs` by cells.
pub fn agreement_plot(pairs: &[u64]) -> Plot {
    let all: u64 = pairs.iter().sum();
    let sum: u64 = pairs.iter().zip(0..).map(|(n, cells)| n * cells).sum();
    let most = pairs.iter().rposition(|&n| n > 0).unwrap_or(0);
    let points = pairs[..pairs.len().min(most + 1)].iter().enumerate().map(|(cells, &n)| (cells as f64, n as f64));
    Plot {
        title: "Cells that two boards share".to_owned(),
        note: format!("{} pairs, mean {:.1}", grouped(all), sum as f64 / all.max(1) as f64),
        x_label: "cells with the same placement".to_owned(),
        x_range: (-0.5, most as f64 + 0.5),
        log: true,
        unit: "",
        series: vec![Series {
            name: "pairs".to_owned(),
            colour: SERIES[2],
            mark: Mark::Steps,
            points: points.collect(),
        }],
    }
}

/// How many neighbours lie already when each cell is filled. Clue cells have no value.
pub fn neighbour_map(size: Size, order: &Order, plan: &StepPlan) -> HeatMap {
    let mut values = vec![f64::NAN; size.cells()];
    plan.steps.iter().for_each(|step| values[step.cell] = step.neighbours() as f64);
    HeatMap {
        note: "neighbours that lie already when a cell is filled; hatched: clues".to_owned(),
        labels: values.iter().map(|v| if v.is_nan() { String::new() } else { v.to_string() }).collect(),
        range: Some((0.0, 4.0)),
        ..HeatMap::new(size, values, &format!("What order {} sees", order.name))
    }
}

/// The same by position, and its mean so far.
pub fn neighbour_plot(order: &Order, plan: &StepPlan) -> Plot {
    let mut sum = 0;
    let mut points = Vec::with_capacity(plan.steps.len());
    let mut means = Vec::with_capacity(plan.steps.len());
    for (i, step) in plan.steps.iter().enumerate() {
        sum += step.neighbours();
        points.push((step.position as f64, step.neighbours() as f64));
        means.push((step.position as f64, sum as f64 / (i + 1) as f64));
    }
    let counts =
        plan.neighbour_counts().iter().enumerate().map(|(n, steps)| format!("{n}: {steps}")).collect::<Vec<_>>();
    let series = |name: &str, colour, mark, points| Series { name: name.to_owned(), colour, mark, points };
    Plot {
        title: format!("Neighbours lying, order {}", order.name),
        note: format!("steps by neighbours: {}", counts.join("   ")),
        x_label: "position".to_owned(),
        x_range: (-0.5, plan.length as f64 - 0.5),
        log: false,
        unit: "",
        series: vec![
            series("neighbours", SERIES[0], Mark::Area, points),
            series("mean so far", SERIES[1], Mark::Line, means),
        ],
    }
}
