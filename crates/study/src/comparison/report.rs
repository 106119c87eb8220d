//! What came of a comparison: a row for every engine, ground and allowance, and whether the order of the seed
//! document holds.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::{Comparison, Finished, Kind, Unit};
use crate::results::{Record, Results};
use crate::table::{Summary, rows};

/// The shapes in the order of the seed document, best first.
const CLAIMED: [Kind; 3] = [Kind::Beam, Kind::DepthFirst, Kind::Discrepancy];

/// A run in a row.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Run {
    /// The seed.
    pub seed: u64,
    /// Matched seams of the board as the search left it.
    pub score: usize,
    /// Matched seams once its holes were filled.
    pub completed: Option<usize>,
    /// Most cells the search filled.
    pub deepest: usize,
    /// Nodes.
    pub nodes: u64,
    /// Candidates looked at.
    pub candidate_reads: u64,
    /// Why it ended.
    pub stop: String,
}

/// An engine on a ground with an allowance.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The clues.
    pub clues: String,
    /// Breaks a board may have; none where the engine has a schedule of its own.
    pub allowance: Option<usize>,
    /// The engine.
    pub engine: String,
    /// Its shape.
    pub kind: &'static str,
    /// What its nodes are.
    pub node: &'static str,
    /// The width of a beam.
    pub width: Option<usize>,
    /// Matched seams as the searches left them.
    pub score: Summary,
    /// Matched seams once the holes were filled.
    pub completed: Summary,
    /// Cells filled.
    pub deepest: Summary,
    /// Nodes spent.
    pub nodes: Summary,
    /// Candidates looked at.
    pub candidate_reads: Summary,
    /// Boards without a hole.
    pub complete_boards: usize,
    /// Boards that break the rim or a clue, as left or filled.
    pub illegal: usize,
    /// Score less that of the group's first row, seed by seed.
    pub difference: Summary,
    /// Wall time of a run in seconds.
    pub seconds: Summary,
    /// The runs.
    pub runs: Vec<Run>,
}

/// Whether beam, depth-first and limited discrepancy come in that order on a ground with an allowance. The score of a
/// shape with a seed is the mean of its rows, so that none gains by being tried in more ways.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ranking {
    /// The clues; `all` for all grounds and allowances together.
    pub clues: String,
    /// The allowance; none for all together.
    pub allowance: Option<usize>,
    /// The shapes, each with its score.
    pub shapes: Vec<(&'static str, Summary)>,
    /// Score of each less that of the next, seed by seed.
    pub gaps: Vec<Summary>,
    /// Whether all gaps are above 0.
    pub holds: bool,
    /// Whether all intervals of the gaps are.
    pub clear: bool,
}

/// A comparison's outcome.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// What is equal: `nodes` or `reads`.
    pub by: &'static str,
    /// How many.
    pub amount: u64,
    /// The rows, in the order of the comparison.
    pub rows: Vec<Row>,
    /// The order of shapes, wherever all three were compared, and where that is several times all together.
    pub rankings: Vec<Ranking>,
    /// Jobs not finished.
    pub left: usize,
}

/// Sums up `field` over `records`.
fn summary(records: &[&Record], field: impl Fn(&Record) -> Option<f64>) -> Summary {
    Summary::of(&records.iter().filter_map(|r| field(r)).collect::<Vec<_>>())
}

/// Scores by seed.
type Scores = BTreeMap<u64, f64>;

/// The differences over common seeds.
fn paired(upper: &Scores, lower: &Scores) -> Summary {
    let both = upper.iter().filter_map(|(seed, u)| lower.get(seed).map(|l| u - l));
    Summary::of(&both.collect::<Vec<_>>())
}

/// The mean of `all` for every seed that each of them has.
fn mean(all: &[Scores]) -> Scores {
    let Some(first) = all.first() else { return Scores::new() };
    let of_seed = |seed: &u64| {
        let of: Option<Vec<f64>> = all.iter().map(|scores| scores.get(seed).copied()).collect();
        of.map(|of| (*seed, of.iter().sum::<f64>() / of.len() as f64))
    };
    first.keys().filter_map(of_seed).collect()
}

impl Report {
    /// Sums up what is finished.
    pub fn of(comparison: &Comparison, finished: &Finished, results: &Results) -> Report {
        let mut all: Vec<Row> = Vec::with_capacity(finished.contests.len());
        for (contest, (_, records)) in finished.contests.iter().zip(rows(&finished.jobs, results)) {
            let clues = comparison.grounds[contest.ground].clues.clone();
            let runs: Vec<Run> = records.iter().map(|r| run(r)).collect();
            let same = |row: &&Row| row.clues == clues && row.allowance == contest.allowance;
            let first = all.iter().find(same).map(Row::scores);

            let illegal = |r: &&&Record| !r.legal || r.completed.as_ref().is_some_and(|c| !c.legal);
            let complete = |r: &&&Record| r.completed.as_ref().is_some_and(|c| c.holes == 0);
            let row = Row {
                clues,
                allowance: contest.allowance,
                engine: contest.entrant.name(),
                kind: contest.entrant.kind().name(),
                node: if contest.entrant.kind() == Kind::Beam { "children scored" } else { "pieces placed" },
                width: contest.width,
                score: summary(&records, |r| Some(r.score as f64)),
                completed: summary(&records, |r| r.completed.as_ref().map(|c| c.score as f64)),
                deepest: summary(&records, |r| Some(r.deepest as f64)),
                nodes: summary(&records, |r| Some(r.nodes as f64)),
                candidate_reads: summary(&records, |r| Some(r.candidate_reads as f64)),
                complete_boards: records.iter().filter(complete).count(),
                illegal: records.iter().filter(illegal).count(),
                difference: Summary::default(),
                seconds: summary(&records, |r| Some(r.seconds)),
                runs,
            };
            let difference = first.map_or_else(Summary::default, |first| paired(&row.scores(), &first));
            all.push(Row { difference, ..row });
        }
        let by = match comparison.spend.unit {
            Unit::Nodes => "nodes",
            Unit::Reads => "reads",
        };
        let rankings = rankings(&all);
        Report { by, amount: comparison.spend.amount, rows: all, rankings, left: finished.report.left }
    }

    /// The table as Markdown, the order of shapes, and what to know about both.
    pub fn table(&self) -> String {
        let mut text = String::from(
            "| clues | breaks allowed | engine | n | least | median | most | mean score | less the first, paired \
             | cells filled | complete | mean, holes filled | M nodes | M reads | s |\n\
             | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
        );
        for row in &self.rows {
            row.write(&mut text);
        }
        text.push('\n');
        for ranking in &self.rankings {
            ranking.write(&mut text);
        }
        text.push_str(&self.notes());
        text
    }

    fn notes(&self) -> String {
        let mut text = format!(
            "\nEqual: {} {} a run. A node is a piece placed, of the beam a child made and scored: kinds apart. A read \
             is a candidate looked at, whatever becomes of it. Scores are of boards as the searches left them.\n",
            self.amount,
            if self.by == "nodes" { "nodes" } else { "candidate reads" },
        );
        if self.rows.iter().any(|r| r.allowance.is_none()) {
            text.push_str(
                "The informed row has quota colours, an order and a break schedule made for this puzzle, which the \
                 others lack.\n",
            );
        }
        let illegal: usize = self.rows.iter().map(|r| r.illegal).sum();
        if illegal > 0 {
            text.push_str(&format!("Boards that break the rim or a clue: {illegal}.\n"));
        }
        text
    }
}

fn run(record: &Record) -> Run {
    Run {
        seed: record.seed,
        score: record.score,
        completed: record.completed.as_ref().map(|c| c.score),
        deepest: record.deepest,
        nodes: record.nodes,
        candidate_reads: record.candidate_reads,
        stop: record.stop.clone(),
    }
}

/// The order of shapes on every ground and allowance that has them all, and over all of these.
fn rankings(rows: &[Row]) -> Vec<Ranking> {
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for (clues, allowance) in rows.iter().filter_map(|row| Some((row.clues.as_str(), row.allowance?))) {
        if !groups.contains(&(clues, allowance)) {
            groups.push((clues, allowance));
        }
    }
    let mut rankings: Vec<Ranking> = Vec::new();
    let mut all: [Vec<Scores>; 3] = Default::default();
    for (clues, allowance) in groups {
        let group = |r: &&Row| r.clues == clues && r.allowance == Some(allowance);
        let shapes = CLAIMED.map(|kind| {
            let of_kind = rows.iter().filter(group).filter(|r| r.kind == kind.name());
            mean(&of_kind.map(Row::scores).collect::<Vec<_>>())
        });
        if shapes.iter().all(|scores| !scores.is_empty()) {
            rankings.push(Ranking::of(clues, Some(allowance), &shapes));
            all.iter_mut().zip(shapes).for_each(|(all, scores)| all.push(scores));
        }
    }
    let together = all.map(|groups| mean(&groups));
    if rankings.len() > 1 && together.iter().all(|scores| !scores.is_empty()) {
        rankings.push(Ranking::of("all", None, &together));
    }
    rankings
}

impl Row {
    fn scores(&self) -> Scores {
        self.runs.iter().map(|run| (run.seed, run.score as f64)).collect()
    }

    fn write(&self, text: &mut String) {
        let Row { clues, score, completed, deepest, nodes, candidate_reads, seconds, difference, .. } = self;
        let allowance = self.allowance.map_or_else(|| "own schedule".to_owned(), |a| a.to_string());
        let width = self.width.map_or_else(String::new, |w| format!(", width {w}"));
        let begin = format!("| {clues} | {allowance} | {}{width} | {} |", self.engine, score.n);
        if score.n == 0 {
            text.push_str(&format!("{begin}{}\n", " – |".repeat(11)));
            return;
        }
        let versus = match difference.n {
            0 => "–".to_owned(),
            _ => format!("{:+.2}{}", difference.mean, difference.interval()),
        };
        let written = writeln!(
            text,
            "{begin} {} | {} | {} | {:.2}{} | {versus} | {} | {} | {:.2} | {:.2} | {:.2} | {:.2} |",
            score.min,
            score.median,
            score.max,
            score.mean,
            score.interval(),
            deepest.median,
            self.complete_boards,
            completed.mean,
            nodes.mean / 1e6,
            candidate_reads.mean / 1e6,
            seconds.median,
        );
        debug_assert!(written.is_ok(), "writing to a string");
    }
}

impl Ranking {
    /// Of the claimed shapes' scores.
    fn of(clues: &str, allowance: Option<usize>, shapes: &[Scores; 3]) -> Ranking {
        let gaps: Vec<Summary> = shapes.windows(2).map(|pair| paired(&pair[0], &pair[1])).collect();
        let score = |scores: &Scores| Summary::of(&scores.values().copied().collect::<Vec<_>>());
        Ranking {
            clues: clues.to_owned(),
            allowance,
            shapes: CLAIMED.iter().zip(shapes).map(|(kind, scores)| (kind.name(), score(scores))).collect(),
            holds: gaps.iter().all(|gap| gap.n > 0 && gap.mean > 0.0),
            clear: gaps.iter().all(|gap| gap.n > 0 && gap.mean - gap.half_width > 0.0),
            gaps,
        }
    }

    fn write(&self, text: &mut String) {
        let shapes: Vec<String> = self.shapes.iter().map(|(name, score)| format!("{name} {:.2}", score.mean)).collect();
        let gaps: Vec<String> = self.gaps.iter().map(|g| format!("{:+.2}{}", g.mean, g.interval())).collect();
        let word = match (self.holds, self.clear) {
            (true, true) => "the order of the seed document, and both intervals leave out 0",
            (true, false) => "the order of the seed document, but not both intervals leave out 0",
            (false, _) => "not the order of the seed document",
        };
        let place = match self.allowance {
            Some(allowance) => format!("{}, {allowance} breaks", self.clues),
            None => "all together".to_owned(),
        };
        text.push_str(&format!(
            "* {place}: {} (each the mean of its rows); gaps, paired, {}: {word}.\n",
            shapes.join(", "),
            gaps.join(" and "),
        ));
    }
}
