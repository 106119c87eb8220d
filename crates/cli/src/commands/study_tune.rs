//! `edgewise study` on a plan with `[tune]`: the search for the best setting of an engine.

use std::time::Instant;

use edgewise_archive::cpu_model;
use edgewise_picture::{IntervalRow, intervals_svg};
use edgewise_search::StopFlag;
use edgewise_study::tuning::report::{fate, measured, preset, rows, tuning_table, words};
use edgewise_study::{News, Results, Tuned, tune};

use super::study::{failure, stop_flag};
use crate::failure::{Answer, Failure, output_error};
use crate::output;
use crate::study_plan::Prepared;

/// Runs the tuning as far as it is not finished, then prints its tables.
pub(super) fn work(prepared: &Prepared, results: &mut Results, threads: usize, quiet: bool) -> Result<Answer, Failure> {
    let (stop, began, races) = (stop_flag(quiet), Instant::now(), challengers(prepared));
    let tuned = go(prepared, results, threads, &stop, &|news| {
        let seconds = began.elapsed().as_secs_f64();
        match news {
            _ if quiet => {}
            News::Job(record) => {
                output_error(&format!("{seconds:7.0}s  {}, seed {}: {}", record.setting, record.seed, record.score));
            }
            News::Race(trial, number) => {
                let fate = fate(trial.verdict).trim_matches('*');
                output_error(&format!(
                    "{seconds:7.0}s  race {number}/{races}: {}: {} {fate}",
                    words(trial),
                    measured(trial)
                ));
            }
        }
    })?;
    print(prepared, &tuned, results)?;
    if !tuned.finished {
        output_error("stopped before the end: run again to go on");
    }
    Ok(Answer::Yes)
}

/// Prints the tables of what is finished; also draws the races, and writes the best setting.
pub(super) fn report(
    prepared: &Prepared,
    results: &mut Results,
    title: &str,
    svg: Option<&str>,
    best: Option<&str>,
) -> Result<Answer, Failure> {
    // Nothing is run: what is finished decides how far it gets.
    let stop = StopFlag::default();
    stop.raise();
    let tuned = go(prepared, results, 1, &stop, &|_| ())?;
    if let Some(file) = best {
        let written = output::to_file_or_stdout(Some(file), preset(&prepared.plan.about, &tuned).as_bytes())?;
        if file == "-" {
            return Ok(written);
        }
    }
    if let Some(file) = svg {
        let row = |(name, values, summary): (String, Vec<f64>, edgewise_study::Summary)| IntervalRow {
            name,
            values,
            mean: summary.mean,
            half_width: summary.half_width,
        };
        let rows: Vec<IntervalRow> = rows(&tuned).into_iter().map(row).collect();
        let label = "difference to the best setting of the time; mean of every race with its 95 % interval";
        let picture = intervals_svg(title, label, &rows).map_err(Failure::input)?;
        let written = output::to_file_or_stdout(Some(file), picture.as_bytes())?;
        if file == "-" {
            return Ok(written);
        }
    }
    print(prepared, &tuned, results)
}

fn challengers(prepared: &Prepared) -> usize {
    prepared.plan.tune.as_ref().map_or(0, |tune| tune.challengers)
}

fn go(
    prepared: &Prepared,
    results: &mut Results,
    threads: usize,
    stop: &StopFlag,
    hear: &(dyn Fn(News<'_>) + Sync),
) -> Result<Tuned, Failure> {
    let cpu = cpu_model();
    tune(&prepared.study(threads, &cpu), results, stop, hear).map_err(failure)
}

fn print(prepared: &Prepared, tuned: &Tuned, results: &Results) -> Result<Answer, Failure> {
    let table = prepared.plan.tune.as_ref().map_or(String::new(), |tune| tuning_table(tune, tuned, results));
    output::line(format!("{}\n\n{}", prepared.plan.about, table.trim_end()).trim_start())
}
