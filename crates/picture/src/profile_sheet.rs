//! A run's profile as plots and maps of the board.

use edgewise_puzzle::Size;
use edgewise_search::{BreakPlaces, Profile};

use crate::heatmap::HeatMap;
use crate::plot::{Mark, Plot, SERIES, Series, axis_number, grouped};
use crate::raster::PictureError;
use crate::sheet::{Tile, sheet_svg};

/// Said where an engine does not measure what a plot shows.
const UNMEASURED: &str = "not measured by this engine";

/// The whole profile on one page: placements, time, quota and breaks as plots, time and breaks on the
/// board.
pub fn profile_sheet(profile: &Profile, size: Size, title: &str, caption: &str) -> Result<String, PictureError> {
    let mut tiles: Vec<Tile> = profile_plots(profile).into_iter().map(Tile::Plot).collect();
    tiles.push(Tile::Map(time_map(profile, size)));
    tiles.push(Tile::Map(break_map(profile, size)));
    sheet_svg(title, caption, &tiles, 2)
}

/// Placements by depth, time by depth, quota by position, breaks by depth.
pub fn profile_plots(profile: &Profile) -> [Plot; 4] {
    [placements(profile), time(profile), quota(profile), breaks(profile)]
}

/// Where on the board the time of the search went, in percent; fills apart.
pub fn time_map(profile: &Profile, size: Size) -> HeatMap {
    let search = profile.seconds.iter().sum::<f64>();
    let shares: Vec<f64> = profile.seconds.iter().map(|s| percent(*s, search)).collect();
    let cells = profile.by_cell(&shares, size.cells());
    let values: Vec<f64> = cells.into_iter().map(|v| v.unwrap_or(f64::NAN)).collect();
    let label = |&v: &f64| match v {
        v if v >= 9.95 => format!("{v:.0}"),
        v if v >= 0.095 => format!("{v:.1}"),
        _ => String::new(),
    };
    let hatched = if profile.clues.is_empty() { "" } else { "; hatched: clues" };
    HeatMap {
        note: match profile.seconds.is_empty() {
            true => UNMEASURED.to_owned(),
            false => format!("% of {} s by the cell placed last, fills apart{hatched}", seconds(search)),
        },
        labels: values.iter().map(label).collect(),
        ..HeatMap::new(size, values, "Where the search spent its time")
    }
}

/// Where on the board breaks lie: those of boards to be filled, or of sampled ones where there were none.
pub fn break_map(profile: &Profile, size: Size) -> HeatMap {
    let breaks = &profile.breaks;
    let (places, of) = match breaks.filled.boards {
        0 => (&breaks.sampled, "sampled boards"),
        _ => (&breaks.filled, "boards before their fill"),
    };
    let per_board = |&n: &u64| n as f64 / places.boards.max(1) as f64;
    let values: Vec<f64> = places.by_cell.iter().map(per_board).collect();
    let most = values.iter().copied().fold(0.0, f64::max);
    let marks = breaks.best.by_cell.iter().map(|&n| if n > 0 { n.to_string() } else { String::new() });
    HeatMap {
        note: if breaks.best.boards == 0 {
            UNMEASURED.to_owned()
        } else {
            format!("breaks at a cell, mean of {} {of}; numbers: the best board", grouped(places.boards))
        },
        labels: marks.collect(),
        range: Some((0.0, if most > 0.0 { most } else { 1.0 })),
        ..HeatMap::new(size, values, "Where breaks lie")
    }
}

fn percent(part: f64, all: f64) -> f64 {
    if all > 0.0 { 100.0 * part / all } else { 0.0 }
}

/// Seconds to a hundredth, long times to a tenth.
fn seconds(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { format!("{value:.1}") }
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Values by depth or position as points.
fn points<T: Copy>(values: &[T], y: impl Fn(T) -> f64) -> Vec<(f64, f64)> {
    values.iter().enumerate().map(|(x, &value)| (x as f64, y(value))).collect()
}

/// Values by depth as points, depths at which no placement ends left out.
fn by_depth<T: Copy>(profile: &Profile, values: &[T], y: impl Fn(T) -> f64) -> Vec<(f64, f64)> {
    points(values, y).into_iter().enumerate().filter(|&(d, _)| !profile.carried(d)).map(|(_, point)| point).collect()
}

fn placements(profile: &Profile) -> Plot {
    let series = Series {
        name: String::new(),
        colour: SERIES[0],
        mark: Mark::Area,
        points: by_depth(profile, &profile.placements, |n| n as f64),
    };
    let watched: Vec<String> =
        profile.watched().iter().map(|(depth, n)| format!("{depth}: {}", short_count(*n))).collect();
    Plot {
        title: "Placements by depth".to_owned(),
        note: format!("arrivals at {}", watched.join("   ")),
        x_label: "depth (cells filled)".to_owned(),
        x_range: (0.0, profile.length() as f64 + 1.0),
        log: true,
        unit: "",
        series: vec![series],
    }
}

/// A count to three digits.
fn short_count(n: u64) -> String {
    let digits = n.checked_ilog10().unwrap_or(0) as i32;
    let unit = 10f64.powi((digits - 2).max(0));
    axis_number((n as f64 / unit).round() * unit)
}

fn time(profile: &Profile) -> Plot {
    let search: f64 = profile.seconds.iter().sum();
    let nodes = profile.nodes();
    let series = |name: &str, colour, mark, points| Series { name: name.to_owned(), colour, mark, points };
    Plot {
        title: "Time by depth".to_owned(),
        note: if profile.seconds.is_empty() {
            UNMEASURED.to_owned()
        } else {
            format!(
                "search {} s, fills {} s, all threads; sampled, and scaled to the wall time",
                seconds(search),
                seconds(profile.fill_seconds)
            )
        },
        x_label: "depth (cells filled)".to_owned(),
        x_range: (0.0, profile.length() as f64 + 1.0),
        log: false,
        unit: "%",
        series: vec![
            series("time", SERIES[1], Mark::Area, by_depth(profile, &profile.seconds, |s| percent(s, search))),
            series(
                "placements",
                SERIES[0],
                Mark::Line,
                by_depth(profile, &profile.placements, |n| percent(n as f64, nodes as f64)),
            ),
        ],
    }
}

fn quota(profile: &Profile) -> Plot {
    let quota = &profile.quota;
    let reached: Vec<usize> = (0..quota.boards.len()).filter(|&i| quota.boards[i] > 0).collect();
    let at = |y: &dyn Fn(usize) -> f64| reached.iter().map(|&i| (i as f64, y(i))).collect::<Vec<_>>();
    let sides = |list: &[u16], i: usize| f64::from(list.get(i).copied().unwrap_or(0));
    let last = quota.asked.iter().rposition(|&q| q > 0);
    let note = match (last, quota.tightest()) {
        (None, _) if quota.asked.is_empty() => UNMEASURED.to_owned(),
        (None, _) => "no quota asked".to_owned(),
        (_, None) => "no board sampled".to_owned(),
        (_, Some(i)) => format!(
            "{} boards sampled; tightest at position {i}: asked {}, reached {} to {}, mean {}",
            grouped(quota.boards.iter().copied().max().unwrap_or(0)),
            quota.asked[i],
            quota.least[i],
            quota.most[i],
            axis_number(tenth(quota.mean(i).unwrap_or(0.0))),
        ),
    };
    let asked = &quota.asked[..last.map_or(0, |last| last + 1)];
    let series = |name: &str, colour, mark, points| Series { name: name.to_owned(), colour, mark, points };
    // Where no side counts there is nothing to show.
    let counted = last.is_some() || quota.most.iter().any(|&most| most > 0);
    let low = reached.iter().map(|&i| sides(&quota.least, i)).collect();
    Plot {
        title: "Quota".to_owned(),
        note,
        x_label: "position".to_owned(),
        x_range: (0.0, profile.length() as f64 + 1.0),
        log: false,
        unit: "",
        series: if !counted {
            Vec::new()
        } else {
            vec![
                series("least to most", SERIES[2], Mark::Band(low), at(&|i| sides(&quota.most, i))),
                series("reached (mean)", SERIES[2], Mark::Line, at(&|i| quota.mean(i).unwrap_or(f64::NAN))),
                series("asked", SERIES[1], Mark::Steps, points(asked, f64::from)),
            ]
        },
    }
}

/// Breaks of `places` up to each depth, per board.
fn paid(places: &BreakPlaces) -> Vec<f64> {
    let mut sum = 0u64;
    let so_far = places.by_depth.iter().map(|&n| {
        sum = sum.saturating_add(n);
        sum as f64 / places.boards.max(1) as f64
    });
    so_far.collect()
}

fn breaks(profile: &Profile) -> Plot {
    let breaks = &profile.breaks;
    let series = |name: &str, colour, mark, ys: Vec<f64>| Series {
        name: name.to_owned(),
        colour,
        mark,
        points: points(&ys, |y| y),
    };
    // A position's budget holds once its cell is filled: at the next depth.
    let budget: Vec<f64> = [0].iter().chain(&breaks.budget).map(|&b| f64::from(b)).collect();
    let lines = [&breaks.filled, &breaks.best].map(paid);
    let begins = |ys: &[f64]| ys.iter().position(|&y| y > 0.0);
    let first = lines.iter().chain([&budget]).filter_map(|ys| begins(ys)).min();
    let length = profile.length();
    let mean = |places: &BreakPlaces| axis_number(tenth(places.breaks() as f64 / places.boards.max(1) as f64));
    let note = match first {
        None if breaks.best.boards == 0 => UNMEASURED.to_owned(),
        None => "none allowed, none paid".to_owned(),
        Some(_) => format!(
            "best board {}; {} boards before their fill {}, {} sampled on the way {} on average",
            breaks.best.breaks(),
            grouped(breaks.filled.boards),
            mean(&breaks.filled),
            grouped(breaks.sampled.boards),
            mean(&breaks.sampled),
        ),
    };
    let [filled, best] = lines;
    let mut all = vec![series("allowed", SERIES[1], Mark::Steps, budget)];
    if breaks.filled.boards > 0 {
        all.push(series("before the fill (mean)", SERIES[0], Mark::Steps, filled));
    }
    all.push(series("best board", SERIES[3], Mark::Steps, best));
    Plot {
        title: "Breaks paid".to_owned(),
        note,
        x_label: "depth (cells filled)".to_owned(),
        x_range: (first.map_or(0.0, |d| (d as f64 - 6.0).max(0.0)), length as f64 + 1.0),
        log: false,
        unit: "",
        series: if first.is_some() { all } else { Vec::new() },
    }
}
