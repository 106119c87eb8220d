//! The table of a study: n, mean, median and interval per setting, and paired differences against
//! the first setting.
//!
//! Intervals are 95 % of Student's t; a difference is worth believing when its interval leaves out 0.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::job::Job;
use crate::results::{Record, Results};

/// Mean, spread and middle of some numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Summary {
    /// How many.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// Half the width of the 95 % interval of the mean; infinite for fewer than two.
    pub half_width: f64,
    /// Their median.
    pub median: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl Summary {
    /// Sums up some numbers.
    pub fn of(values: &[f64]) -> Summary {
        let n = values.len();
        if n == 0 {
            return Summary { half_width: f64::INFINITY, ..Summary::default() };
        }
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let mean = values.iter().sum::<f64>() / n as f64;
        let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
        let half_width = match n {
            1 => f64::INFINITY,
            _ => student_95(n - 1) * (squares / (n - 1) as f64 / n as f64).sqrt(),
        };
        let median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0;
        Summary { n, mean, half_width, median, min: sorted[0], max: sorted[n - 1] }
    }
}

impl Summary {
    /// The interval behind the mean; nothing where one number says nothing of the spread.
    pub fn interval(&self) -> String {
        if self.half_width.is_finite() { format!(" ± {:.2}", self.half_width) } else { String::new() }
    }
}

/// The two-sided 95 % point of Student's t.
fn student_95(freedom: usize) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    TABLE.get(freedom - 1).copied().unwrap_or(1.960 + 2.5 / freedom as f64)
}

/// The settings in the plan's order, each with its name and finished jobs.
pub fn rows<'a>(jobs: &[Job], results: &'a Results) -> Vec<(String, Vec<&'a Record>)> {
    let mut rows: BTreeMap<usize, (String, Vec<&Record>)> = BTreeMap::new();
    for job in jobs {
        let row = rows.entry(job.setting).or_insert_with(|| (job.name.clone(), Vec::new()));
        row.1.extend(results.get(&job.key));
    }
    rows.into_values().collect()
}

/// How often a setting reached a score, as Markdown: jobs with at least `good`, and how many that is in an
/// hour of the jobs' wall time, which is an hour of one core.
pub fn good_table(jobs: &[Job], results: &Results, good: usize) -> String {
    let mut text = format!("| setting | n | jobs ≥ {good} | in a CPU hour |\n| --- | --- | --- | --- |\n");
    for (name, records) in rows(jobs, results) {
        let reached = records.iter().filter(|r| r.score >= good).count();
        let hours: f64 = records.iter().map(|r| r.seconds).sum::<f64>() / 3600.0;
        let rate = if hours > 0.0 { format!("{:.1}", reached as f64 / hours) } else { "–".to_owned() };
        text.push_str(&format!("| {name} | {} | {reached} | {rate} |\n", records.len()));
    }
    text
}

/// The table as Markdown: one row per setting, in the plan's order.
pub fn table(jobs: &[Job], results: &Results) -> String {
    let rows = rows(jobs, results);
    let mut text = String::from(
        "| setting | n | mean score | median | least | most | deepest (median) | M nodes/s | difference to the first, paired |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let first: BTreeMap<u64, f64> =
        rows.first().map(|r| r.1.iter().map(|r| (r.seed, r.score as f64)).collect()).unwrap_or_default();
    for (index, (name, records)) in rows.iter().enumerate() {
        let of = |field: &dyn Fn(&Record) -> f64| Summary::of(&records.iter().map(|r| field(r)).collect::<Vec<_>>());
        let score = of(&|r| r.score as f64);
        let deepest = of(&|r| r.deepest as f64);
        let rate = of(&|r| r.nodes as f64 / r.seconds.max(1e-9) / 1e6);
        let paired: Vec<f64> = records.iter().filter_map(|r| first.get(&r.seed).map(|f| r.score as f64 - f)).collect();
        let difference = Summary::of(&paired);
        let versus = match (index == 0, difference.n) {
            (true, _) | (_, 0) => "–".to_owned(),
            (false, n) => format!("{:+.2}{} (n {n})", difference.mean, difference.interval()),
        };
        if score.n == 0 {
            text.push_str(&format!("| {name} | 0 | – | – | – | – | – | – | – |\n"));
            continue;
        }
        let row = writeln!(
            text,
            "| {name} | {} | {:.2}{} | {} | {} | {} | {} | {:.1} | {versus} |",
            score.n,
            score.mean,
            score.interval(),
            score.median,
            score.min,
            score.max,
            deepest.median,
            rate.median
        );
        debug_assert!(row.is_ok(), "writing to a string");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_by_hand() {
        let s = Summary::of(&[1.0, 2.0, 3.0, 6.0]);
        assert_eq!((s.n, s.mean, s.median, s.min, s.max), (4, 3.0, 2.5, 1.0, 6.0));
        assert_eq!(
            (Summary::of(&[7.0]).interval(), Summary::of(&[1.0, 1.0]).interval()),
            (String::new(), " ± 0.00".into())
        );
        // Standard deviation sqrt(14/3), standard error sqrt(14/12), t(3) = 3.182.
        assert!((s.half_width - 3.182 * (14.0f64 / 12.0).sqrt()).abs() < 1e-9);
        assert!(Summary::of(&[5.0]).half_width.is_infinite());
        assert_eq!(Summary::of(&[]).n, 0);
        assert!((student_95(60) - 2.0).abs() < 0.01);
    }
}
