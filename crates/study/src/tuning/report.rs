//! The tables of a tuning.

use edgewise_search::Params;

use super::race::Verdict;
use super::{Trial, Tune, Tuned};
use crate::results::Results;
use crate::table::{Summary, table};

/// What differs between two settings: parameter, value before, value after.
pub fn differing(before: &Params, after: &Params) -> Vec<(&'static str, String, String)> {
    let pairs = before.iter().zip(after.iter()).filter(|(a, b)| a.1 != b.1);
    pairs.map(|((name, from), (_, to))| (name, from.to_string(), to.to_string())).collect()
}

/// A trial's changes in words.
pub fn words(trial: &Trial) -> String {
    trial.changes.iter().map(|(name, change)| format!("{name} {change}")).collect::<Vec<_>>().join(", ")
}

/// The difference of a trial, with the seeds it ran.
pub fn measured(trial: &Trial) -> String {
    let n = trial.differences.len();
    match trial.differences.iter().sum::<f64>() / n.max(1) as f64 {
        mean if n > 0 => format!("{mean:+.2} (n {n})"),
        _ => "–".to_owned(),
    }
}

/// What became of a trial.
pub fn fate(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::GoOn => "not over",
        Verdict::Dropped => "dropped",
        Verdict::Won => "**won**",
    }
}

/// The whole tuning as Markdown: the races that were won or are on, the best setting, and start and best over
/// fresh seeds.
pub fn tuning_table(tune: &Tune, tuned: &Tuned, results: &Results) -> String {
    let won = tuned.trials.iter().filter(|trial| trial.verdict == Verdict::Won).count();
    let seeds: usize = tuned.trials.iter().map(|trial| trial.differences.len()).sum();
    let over = tuned.trials.iter().filter(|trial| trial.verdict != Verdict::GoOn).count();
    let mut text = format!("{over} of {} challengers raced over {seeds} seeds, {won} won.\n\n", tune.challengers);
    text.push_str("| race | change | difference | |\n| --- | --- | --- | --- |\n");
    for (number, trial) in tuned.trials.iter().enumerate() {
        text.push_str(&format!(
            "| {} | {} | {} | {} |\n",
            number + 1,
            words(trial),
            measured(trial),
            fate(trial.verdict)
        ));
    }
    if tuned.finished && over < tune.challengers {
        text.push_str("\nThe moves led to no other setting that the engine takes.\n");
    }
    text.push_str("\nThe best setting, where it differs from the start:\n");
    let differing = differing(&tuned.start, &tuned.best);
    for (name, from, to) in &differing {
        text.push_str(&format!("* `{name}` = `{to}` (was `{from}`)\n"));
    }
    if differing.is_empty() {
        text.push_str("* nothing\n");
    }
    if !tuned.fresh.is_empty() {
        text.push_str(&format!(
            "\nStart and best over seeds that no race has seen:\n\n{}",
            table(&tuned.fresh, results)
        ));
    }
    text
}

/// The best setting as a preset file.
pub fn preset(about: &str, tuned: &Tuned) -> String {
    tuned.best.to_toml(&format!("Tuned: {about}"), "edgewise study run, a plan with [tune]")
}

/// The rows of a picture: every race with its differences and their mean.
pub fn rows(tuned: &Tuned) -> Vec<(String, Vec<f64>, Summary)> {
    let row = |(number, trial): (usize, &Trial)| {
        let name = format!("{}: {}", number + 1, words(trial));
        (name, trial.differences.clone(), Summary::of(&trial.differences))
    };
    tuned.trials.iter().enumerate().filter(|(_, trial)| !trial.differences.is_empty()).map(row).collect()
}
