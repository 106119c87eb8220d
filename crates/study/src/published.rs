//! Published figures a plan names, to be printed beside its own. None are known to the program.
//!
//! ```toml
//! [[published]]
//! setting = "width=64"          # a setting of the plan; left out: all its boards
//! source = "the seed document"
//! n = 32                        # boards
//! least = 436
//! median = 442
//! most = 446
//!
//! [[published]]
//! scores = { 455 = 19, 454 = 27 }   # boards by score
//! families = 94
//! agreement = [6, 10]           # cells that two boards share, from and to
//! boards_per_hour = 1160
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::job::Job;
use crate::results::{Record, Results};
use crate::table::{Summary, rows};

/// What somebody published of a setting, or of all boards of a plan. All numbers may be left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Published {
    /// The setting of the plan it is to be compared with; all of them if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
    /// Where it was published.
    pub source: String,
    /// What a reader should know.
    pub note: String,
    /// Boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<u64>,
    /// The least score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// The mean score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The median score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub median: Option<f64>,
    /// The greatest score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// Seconds a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Families of boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub families: Option<u64>,
    /// The least score of the boards that `families` counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub families_from: Option<usize>,
    /// Cells that two boards share: from, to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<[f64; 2]>,
    /// Boards in an hour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards_per_hour: Option<f64>,
    /// Boards by score.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub scores: BTreeMap<String, u64>,
}

impl Published {
    /// Boards by score; nothing where a score is no whole number.
    pub fn by_score(&self) -> Option<BTreeMap<usize, u64>> {
        self.scores.iter().map(|(score, n)| Some((score.parse().ok()?, *n))).collect()
    }

    /// Where it was published.
    fn by(&self) -> &str {
        if self.source.is_empty() { "published" } else { &self.source }
    }

    /// Where it was published and what to know of it, in one cell of a table.
    fn words(&self) -> String {
        if self.note.is_empty() { self.by().to_owned() } else { format!("{}; {}", self.by(), self.note) }
    }
}

/// Boards by score.
pub fn by_score(records: &[&Record]) -> BTreeMap<usize, u64> {
    let mut scores = BTreeMap::new();
    records.iter().for_each(|r| *scores.entry(r.score).or_default() += 1);
    scores
}

/// The records a published entry is to be compared with.
fn own<'a>(published: &Published, rows: &[(String, Vec<&'a Record>)]) -> Vec<&'a Record> {
    let meant = rows.iter().filter(|(name, _)| published.setting.as_ref().is_none_or(|s| s == name));
    meant.flat_map(|(_, records)| records.iter().copied()).collect()
}

/// A number as published: as many decimals as it has, two at most.
fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Own and published figures in turn, as Markdown; empty where a plan names none. Boards by score follow
/// for those that have them.
pub fn published_table(published: &[Published], jobs: &[Job], results: &Results) -> String {
    if published.is_empty() {
        return String::new();
    }
    let rows = rows(jobs, results);
    let mut text = String::from(
        "| setting | by | n | least | median | most | mean | s a board |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    // Writing to a string does not fail.
    for entry in published {
        let records = own(entry, &rows);
        let name = entry.setting.as_deref().unwrap_or("all boards");
        let of = |field: &dyn Fn(&Record) -> f64| Summary::of(&records.iter().map(|r| field(r)).collect::<Vec<_>>());
        let (score, seconds) = (of(&|r| r.score as f64), of(&|r| r.seconds));
        let ours = |value: f64| if score.n == 0 { "–".to_owned() } else { plain(value) };
        let _ = writeln!(
            text,
            "| {name} | this study | {} | {} | {} | {} | {} | {} |",
            score.n,
            ours(score.min),
            ours(score.median),
            ours(score.max),
            ours(score.mean),
            ours(seconds.median)
        );
        let theirs = |value: Option<f64>| value.map_or("–".to_owned(), plain);
        let n = entry.n.or_else(|| (!entry.scores.is_empty()).then(|| entry.scores.values().sum()));
        let _ = writeln!(
            text,
            "| | {} | {} | {} | {} | {} | {} | {} |",
            entry.words(),
            n.map_or("–".to_owned(), |n| n.to_string()),
            theirs(entry.least),
            theirs(entry.median),
            theirs(entry.most),
            theirs(entry.mean),
            theirs(entry.seconds)
        );
    }
    for entry in published.iter().filter(|e| !e.scores.is_empty()) {
        let (ours, theirs) = (by_score(&own(entry, &rows)), entry.by_score().unwrap_or_default());
        let name = entry.setting.as_deref().unwrap_or("all boards");
        let _ = write!(text, "\n{name}, by score:\n\n| score | this study | {} |\n| --- | --- | --- |\n", entry.by());
        let scores: std::collections::BTreeSet<usize> = ours.keys().chain(theirs.keys()).copied().collect();
        for score in scores.into_iter().rev() {
            let n = |counts: &BTreeMap<usize, u64>| counts.get(&score).copied().unwrap_or(0);
            let _ = writeln!(text, "| {score} | {} | {} |", n(&ours), n(&theirs));
        }
    }
    text
}
