//! `edgewise profile`: where a saved run went.

use std::path::Path;

use clap::{Args, ValueEnum};
use edgewise_archive::{RunDir, RunInfo};
use edgewise_picture::{BoardPicture, HeatMap, break_map, cell_name, order_map, quota_map, time_map};
use edgewise_puzzle::Puzzle;
use edgewise_search::{BreakPlaces, Order, Profile};

use crate::failure::{Answer, Failure};
use crate::input;
use crate::output;
use crate::run_profile;

/// Show where a saved run spent its placements, time, quota and breaks.
///
/// Prints the figures of a run that has ended. With --output it draws them: plots and maps of the board on
/// one page, or one map with --heat. Placements are exact; time is sampled and scaled to the wall time of
/// all threads, and quota and the breaks of partial boards are sampled.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  edgewise profile runs/20261130T101920Z-solve-7\n  \
edgewise profile runs/20261130T101920Z-solve-7 -o profile.svg\n  \
edgewise profile runs/20261130T101920Z-solve-7 --heat time -o time.svg")]
pub(crate) struct ProfileArgs {
    /// The run's directory
    run: String,

    /// Draw one map of the board instead of the plots
    #[arg(long, value_enum, requires = "output")]
    heat: Option<Heat>,

    /// Draw into this file: SVG, or PNG if its name ends in .png; - for SVG on standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,

    /// Width of a PNG in pixels
    #[arg(long, default_value_t = 1600, value_parser = clap::value_parser!(u32).range(16..=16384))]
    width: u32,

    /// Print the profile as one JSON object on the last line
    #[arg(long)]
    json: bool,
}

/// What a map shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Heat {
    /// Percent of the time, by the cell placed last
    Time,
    /// Breaks at every cell, mean of all boards before their fill
    Breaks,
    /// Sides of the run's quota colours on its best board
    Quota,
    /// Positions of the cells in the run's order
    Order,
}

/// Runs the command.
pub(crate) fn run(args: &ProfileArgs) -> Result<Answer, Failure> {
    let path = Path::new(&args.run);
    let report = RunDir::read(path)?;
    let info = report.info.ok_or_else(|| Failure::input(format!("{}: its run.toml cannot be read", args.run)))?;
    let puzzle = input::puzzle(&path.join(input::PUZZLE_FILE).display().to_string(), None)?.puzzle;
    let profile = run_profile::read(path, puzzle.size())?;
    if let Some(file) = &args.output {
        let svg = match args.heat {
            None => run_profile::sheet(&info, &puzzle, &profile).map_err(Failure::input)?,
            Some(heat) => map(heat, args, &info, &puzzle, &profile)?.svg(),
        };
        output::picture(file, &svg, args.width)?;
    } else {
        output::line(&figures(&info, &puzzle, &profile).join("\n"))?;
    }
    match args.json {
        true => output::line(&run_profile::to_json(&profile).to_string()),
        false => Ok(Answer::Yes),
    }
}

fn map(heat: Heat, args: &ProfileArgs, info: &RunInfo, puzzle: &Puzzle, profile: &Profile) -> Result<HeatMap, Failure> {
    let size = puzzle.size();
    Ok(match heat {
        Heat::Time => time_map(profile, size),
        Heat::Breaks => break_map(profile, size),
        Heat::Quota => {
            let board = input::board(&args.run, None, None)?;
            // Legs may count other colours: those of the leg whose profile this is.
            let legs = run_profile::settings(info, puzzle)?;
            let own = legs.iter().find(|leg| leg.order.cells == profile.order).or(legs.first());
            let weights = own.map_or(&[][..], |leg| &leg.weights);
            if weights.iter().all(|&w| w == 0) {
                return Err(Failure::input(format!(
                    "{}: the run had no quota colours: expected `edgewise board svg {} --heat quota --colours LIST`",
                    args.run, args.run
                )));
            }
            quota_map(&BoardPicture::new(board.read.grid, puzzle.rim()), weights)
        }
        Heat::Order => {
            // Beams count by depth alone; their run has one leg.
            let mut orders = run_profile::settings(info, puzzle)?.into_iter().map(|leg| leg.order);
            let own = orders.find(|order| order.cells == profile.order || profile.order.is_empty());
            let order = own.unwrap_or(Order { name: "of the run".to_owned(), cells: profile.order.clone() });
            order_map(size, &order, &profile.clues)
        }
    })
}

/// The figures for people, a line each.
fn figures(info: &RunInfo, puzzle: &Puzzle, profile: &Profile) -> Vec<String> {
    let counts: Vec<f64> = profile.placements.iter().map(|&n| n as f64).collect();
    let mut lines = vec![
        run_profile::title(info),
        run_profile::caption(info, puzzle, profile),
        format!("placements  {}", spread(&counts)),
    ];
    if profile.seconds.is_empty() {
        lines.push("time        not measured by this engine".to_owned());
    } else {
        let search = profile.seconds.iter().sum::<f64>();
        lines.push(format!(
            "time        {search:.2} s searching, {:.2} s filling holes, all threads (sampled)",
            profile.fill_seconds
        ));
        lines.push(format!("            {}", spread(&profile.seconds)));
    }
    lines.extend(profile.watched().iter().map(|(depth, n)| format!("arrivals    {depth:3}: {}", output::grouped(*n))));
    lines.push(quota_line(profile));
    let breaks = &profile.breaks;
    let size = puzzle.size();
    let (worst, most) = (breaks.filled.by_cell.iter().enumerate())
        .fold((0, 0), |(cell, most), (c, &n)| if n > most { (c, n) } else { (cell, most) });
    if breaks.best.boards == 0 {
        lines.push("breaks      not measured by this engine".to_owned());
        return lines;
    }
    let budget = breaks.budget.last().map_or("nothing".to_owned(), u16::to_string);
    lines.push(format!("breaks      best board: {}; allowed to the search: {budget}", breaks.best.breaks()));
    lines.push(format!("            before a fill: {}", per_board(&breaks.filled)));
    if most > 0 {
        let share = most as f64 / breaks.filled.boards as f64;
        lines.push(format!(
            "            most of them at {}, {share:.2} a board",
            cell_name(size.row(worst), size.col(worst))
        ));
    }
    lines.push(format!("            on the way: {}", per_board(&breaks.sampled)));
    lines
}

/// Where half and nine tenths of some values by depth lie.
fn spread(by_depth: &[f64]) -> String {
    let all: f64 = by_depth.iter().sum();
    let below = |share: f64| {
        let mut sum = 0.0;
        by_depth.iter().position(|v| {
            sum += v;
            sum >= all * share
        })
    };
    match (all > 0.0, below(0.05), below(0.5), below(0.95)) {
        (true, Some(low), Some(middle), Some(high)) => {
            format!("half up to depth {middle}, nine tenths from {low} to {high}")
        }
        _ => "none".to_owned(),
    }
}

fn quota_line(profile: &Profile) -> String {
    let quota = &profile.quota;
    match quota.tightest() {
        None if quota.asked.is_empty() => "quota       not measured by this engine".to_owned(),
        None if quota.asked.iter().all(|&q| q == 0) => "quota       none asked".to_owned(),
        None => "quota       no board sampled".to_owned(),
        Some(i) => format!(
            "quota       tightest at position {i}: asked {}, reached {} to {}, {:.1} on average ({})",
            quota.asked[i],
            quota.least[i],
            quota.most[i],
            quota.mean(i).unwrap_or(0.0),
            output::counted(quota.boards[i], "board"),
        ),
    }
}

/// The mean of the breaks of some boards.
fn per_board(places: &BreakPlaces) -> String {
    match places.boards {
        0 => "no board looked at".to_owned(),
        n => format!("{:.2}, mean of {} boards", places.breaks() as f64 / n as f64, output::grouped(n)),
    }
}
