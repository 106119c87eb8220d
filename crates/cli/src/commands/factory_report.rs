//! What a factory made: scores, families, agreement, boards per hour, where breaks lie.

use std::collections::BTreeMap;
use std::path::Path;

use clap::Args;
use edgewise_archive::{Event, RunDir, RunReport};
use edgewise_picture::{Tile, agreement_plot, score_plot, sheet_svg};
use edgewise_puzzle::formats;
use edgewise_study::{
    Kinship, Look, Published, Record, Results, by_score, families_by, good_table, published_table, rows, table,
};
use serde_json::{Value, json};

use super::board_breaks::{self, Census};
use super::board_compare::MATRIX;
use super::board_compare::{kinship_line, matrix_lines};
use super::factory;
use crate::board_set::{Member, RESULTS_FILE};
use crate::corpus;
use crate::failure::{Answer, Failure};
use crate::input;
use crate::output;
use crate::study_plan::Prepared;

/// What to report, and how.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReportFlags {
    /// Families and agreement of boards from this score on only
    #[arg(long, value_name = "SCORE", default_value_t = 0, hide_default_value = true)]
    from_score: usize,
    /// Boards whose first ROWS rows are equal are of one family
    #[arg(long, default_value_t = 13)]
    rows: usize,
    /// Boards that agree on this percentage of their cells are of one family
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u8).range(1..=100))]
    agreement: u8,
    /// Print one JSON object as the last line
    #[arg(long)]
    pub(crate) json: bool,
}

/// The most settings and orders with tiles of their own.
const TILES: usize = 16;

/// A board with the job that made it.
struct Product {
    record: Record,
    member: Member,
}

/// Families of some boards, as lists of their indices.
struct Families {
    rows: Vec<Vec<usize>>,
    opening: Vec<Vec<usize>>,
    corners: Vec<Vec<usize>>,
    kinship: Kinship,
}

/// Time spent, over all sessions, each up to its last finished board.
struct Spent {
    wall: f64,
    /// Processor time, or where the system does not tell, the sum of the jobs' own times.
    cpu: f64,
}

/// The report of a factory.
pub(crate) struct FactoryReport {
    prepared: Prepared,
    results: Results,
    products: Vec<Product>,
    flags: ReportFlags,
    /// Indices of the boards from the least score asked for on.
    chosen: Vec<usize>,
    families: Families,
    spent: Spent,
    censuses: Vec<Census>,
    /// Whether published boards were behind a prior of any setting.
    touched: bool,
    dir: String,
}

/// Reads what the factory in `dir` has made so far.
pub(crate) fn of(dir: &Path, flags: &ReportFlags) -> Result<FactoryReport, Failure> {
    let prepared = factory::read(dir)?;
    let run = RunDir::read(dir)?;
    let results = Results::read(&dir.join(RESULTS_FILE)).map_err(Failure::outside)?;
    let mut products = Vec::new();
    for job in &prepared.jobs {
        let Some(record) = results.get(&job.key) else { continue };
        let order = job.params.iter().find(|(name, _)| *name == "order").map(|(_, value)| value.to_string());
        products.push(Product { member: member(dir, record, order, &prepared)?, record: record.clone() });
    }
    let chosen: Vec<usize> = (0..products.len()).filter(|&i| products[i].record.score >= flags.from_score).collect();
    let families = Families::of(&products, &chosen, flags);
    let members: Vec<&Member> = products.iter().map(|p| &p.member).collect();
    let censuses = board_breaks::censuses(members, None)?;
    let spent = Spent::of(&run, &products);
    let touched = run.info.as_ref().is_some_and(|info| corpus::touched(&info.parameters));
    let dir = dir.display().to_string();
    Ok(FactoryReport {
        prepared,
        results,
        products,
        flags: flags.clone(),
        chosen,
        families,
        spent,
        censuses,
        touched,
        dir,
    })
}

/// The board of a finished job, from its file.
fn member(dir: &Path, record: &Record, order: Option<String>, prepared: &Prepared) -> Result<Member, Failure> {
    let hash = record.board_hash.as_deref().unwrap_or_default();
    let origin = dir.join("boards").join(format!("{}-{hash}.json", record.score)).display().to_string();
    let puzzle = &prepared.puzzle;
    let read = formats::read_board(&input::read(&origin)?, &origin, Some(puzzle)).map_err(Failure::input)?;
    let board = read.board.ok_or_else(|| Failure::input(format!("{origin}: no board of {}", puzzle.name())))?;
    let score = puzzle.score(&board).matched;
    if score != record.score || format!("{:016x}", board.hash64()) != hash {
        return Err(Failure::input(format!("{origin}: damaged: expected the board its name says")));
    }
    let look = Look::of(puzzle, &board);
    Ok(Member { origin, board, puzzle: puzzle.clone(), score, look, order })
}

impl Families {
    fn of(products: &[Product], chosen: &[usize], flags: &ReportFlags) -> Families {
        let looks: Vec<Look> = chosen.iter().map(|&i| products[i].member.look.clone()).collect();
        let cells = chosen.first().map_or(0, |&i| products[i].member.board.size().cells());
        let back = |groups: Vec<Vec<usize>>| -> Vec<Vec<usize>> {
            groups.into_iter().map(|group| group.into_iter().map(|i| chosen[i]).collect()).collect()
        };
        let opening = |&i: &usize| {
            let Member { order, puzzle, look, .. } = &products[i].member;
            let value = order.as_deref().unwrap_or("row");
            let order = crate::board_set::order(value, puzzle).map(|order| order.cells).unwrap_or_default();
            let first = order
                .into_iter()
                .take(flags.rows.min(puzzle.size().height()) * puzzle.size().width())
                .collect::<Vec<_>>();
            (look.part(first.iter().copied()), first)
        };
        let mut kinship = Kinship::of(&looks, (cells * usize::from(flags.agreement)).div_ceil(100));
        kinship.families = back(std::mem::take(&mut kinship.families));
        Families {
            rows: back(families_by(looks.iter().map(|look| look.rows(flags.rows, false)))),
            opening: back(families_by(chosen.iter().map(opening))),
            corners: back(families_by(looks.iter().map(Look::corners))),
            kinship,
        }
    }

    /// The kinds of families with their names.
    fn kinds(&self, flags: &ReportFlags) -> [(String, &Vec<Vec<usize>>); 4] {
        [
            (format!("equal top {} rows", flags.rows), &self.rows),
            (format!("equal first {} rows' worth of cells in their order", flags.rows), &self.opening),
            ("equal corners".to_owned(), &self.corners),
            (format!("{} % of the cells agreed on", flags.agreement), &self.kinship.families),
        ]
    }
}

impl Spent {
    fn of(run: &RunReport, products: &[Product]) -> Spent {
        let (mut wall, mut cpu, mut known) = (0.0, 0.0, true);
        let sessions = run.events.chunk_by(|_, next| !matches!(next.kind(), "started" | "resumed"));
        for session in sessions {
            let ends = |e: &&Event| matches!(e.kind(), "board" | "finished" | "stopped");
            let Some(last) = session.iter().rev().find(ends) else { continue };
            wall += last.t();
            match last.fields().get("cpu").and_then(Value::as_f64) {
                Some(seconds) => cpu += seconds,
                None => known = false,
            }
        }
        let own = products.iter().map(|p| p.record.seconds).sum();
        Spent { wall, cpu: if known { cpu } else { own } }
    }
}

impl FactoryReport {
    /// Prints it; with `as_json` also as JSON on the last line.
    pub(crate) fn print(&self, as_json: bool) -> Result<Answer, Failure> {
        output::line(&self.text())?;
        match as_json {
            true => output::line(&self.json().to_string()),
            false => Ok(Answer::Yes),
        }
    }

    fn records(&self) -> Vec<&Record> {
        self.products.iter().map(|p| &p.record).collect()
    }

    /// Boards in an hour of `seconds`.
    fn per_hour(&self, seconds: f64) -> Option<f64> {
        (seconds > 0.0).then(|| self.products.len() as f64 * 3600.0 / seconds)
    }

    /// Boards that differ.
    fn different(&self) -> usize {
        families_by(self.products.iter().map(|p| &p.record.board_hash)).len()
    }

    fn text(&self) -> String {
        let Prepared { plan, jobs, .. } = &self.prepared;
        let mut parts = vec![plan.about.clone(), self.head().join("\n")];
        parts.extend(plan.good.map(|good| good_table(jobs, &self.results, good)));
        parts.push(table(jobs, &self.results));
        parts.push(self.scores());
        parts.push(published_table(&plan.published, jobs, &self.results));
        parts.push(self.family_lines().join("\n"));
        parts.retain(|part| !part.is_empty());
        parts.iter().map(|part| part.trim_end()).collect::<Vec<_>>().join("\n\n")
    }

    fn head(&self) -> Vec<String> {
        let (done, all) = (self.products.len(), self.prepared.jobs.len());
        let best = self.products.iter().map(|p| p.record.score).max();
        let best = best.map_or(String::new(), |score| format!(", best {score}"));
        let mut lines = vec![format!("{done} of {all} jobs done, {} different boards{best}", self.different())];
        let rate = |seconds| self.per_hour(seconds).map_or("–".to_owned(), |rate| format!("{rate:.0}"));
        lines.push(format!(
            "boards an hour: {} by the clock, {} of one core's time ({:.1} s and {:.1} s in all)",
            rate(self.spent.wall),
            rate(self.spent.cpu),
            self.spent.wall,
            self.spent.cpu
        ));
        for entry in &self.prepared.plan.published {
            lines.extend(entry.boards_per_hour.map(|rate| format!("  published: {rate} boards an hour{}", by(entry))));
        }
        if self.touched {
            lines.push("made with the help of published boards: counts for no record".to_owned());
        }
        lines
    }

    /// Boards by score as Markdown.
    fn scores(&self) -> String {
        let counts = by_score(&self.records());
        let mut text = "| score | boards | share |\n| --- | --- | --- |\n".to_owned();
        for (score, n) in counts.iter().rev() {
            let share = 100.0 * *n as f64 / self.products.len() as f64;
            text.push_str(&format!("| {score} | {n} | {share:.1} % |\n"));
        }
        if counts.is_empty() { String::new() } else { text }
    }

    fn family_lines(&self) -> Vec<String> {
        let from =
            if self.flags.from_score > 0 { format!(" from {} on", self.flags.from_score) } else { String::new() };
        let mut lines = vec![format!("families of the {} boards{from}:", self.chosen.len())];
        for (title, groups) in self.families.kinds(&self.flags) {
            let largest = groups.iter().map(Vec::len).max().unwrap_or(0);
            lines.push(format!("  {:5} by {title}, the largest has {largest}", groups.len()));
        }
        lines.extend(kinship_line(&self.families.kinship));
        lines.extend(self.prepared.plan.published.iter().flat_map(|entry| self.published_lines(entry)));
        if (2..=MATRIX).contains(&self.chosen.len()) {
            let looks: Vec<Look> = self.chosen.iter().map(|&i| self.products[i].member.look.clone()).collect();
            lines.extend(matrix_lines(&looks));
        }
        lines
    }

    /// Published families and agreement, beside those of the same boards here.
    fn published_lines(&self, entry: &Published) -> Vec<String> {
        let meant = |p: &Product| {
            entry.setting.as_ref().is_none_or(|name| *name == p.record.setting)
                && entry.families_from.is_none_or(|score| p.record.score >= score)
        };
        let meant: Vec<usize> = (0..self.products.len()).filter(|&i| meant(&self.products[i])).collect();
        if entry.families.is_none() && entry.agreement.is_none() {
            return Vec::new();
        }
        let own = Families::of(&self.products, &meant, &self.flags);
        let name = entry.setting.as_deref().unwrap_or("all boards");
        let from = entry.families_from.map_or(String::new(), |score| format!(" from {score} on"));
        let mut lines = Vec::new();
        if let Some(families) = entry.families {
            let ours: Vec<String> =
                own.kinds(&self.flags).iter().map(|(title, groups)| format!("{} by {title}", groups.len())).collect();
            lines.push(format!(
                "{name}{from}: {} boards in families: {}; published: {families}{}",
                meant.len(),
                ours.join(", "),
                by(entry)
            ));
        }
        if let (Some([least, most]), Some(line)) = (entry.agreement, kinship_line(&own.kinship)) {
            lines.push(format!("{name}{from}: {line}; published: {least} to {most}{}", by(entry)));
        }
        lines
    }

    /// The report as one object.
    pub(crate) fn json(&self) -> Value {
        let board = |p: &Product| {
            json!({"setting": p.record.setting, "seed": p.record.seed, "score": p.record.score,
                "hash": p.record.board_hash, "legal": p.record.legal, "file": p.member.origin,
                "seconds": p.record.seconds, "nodes": p.record.nodes, "stop": p.record.stop})
        };
        let counts = |counts: BTreeMap<usize, u64>| -> BTreeMap<String, u64> {
            counts.into_iter().map(|(score, n)| (score.to_string(), n)).collect()
        };
        let of_settings = rows(&self.prepared.jobs, &self.results).into_iter();
        let of_settings: BTreeMap<String, Value> =
            of_settings.map(|(name, records)| (name, json!(counts(by_score(&records))))).collect();
        let Families { rows, opening, corners, kinship } = &self.families;
        json!({
            "run": self.dir,
            "puzzle": self.prepared.puzzle.name(),
            "engine": self.prepared.plan.engine,
            "jobs": self.prepared.jobs.len(),
            "done": self.products.len(),
            "different": self.different(),
            "score": self.products.iter().map(|p| p.record.score).max(),
            "total": self.prepared.puzzle.size().seams(),
            "seconds": self.spent.wall,
            "cpu_seconds": self.spent.cpu,
            "boards_per_hour": self.per_hour(self.spent.wall),
            "boards_per_cpu_hour": self.per_hour(self.spent.cpu),
            "scores": counts(by_score(&self.records())),
            "scores_by_setting": of_settings,
            "from_score": self.flags.from_score,
            "families": {"top_rows": rows, "opening": opening, "corners": corners, "agreement": kinship.families},
            "agreement": {"mean": kinship.mean(), "least": kinship.quantile(0.0), "median": kinship.quantile(0.5),
                "most": kinship.quantile(1.0), "pairs_by_cells": kinship.pairs},
            "breaks": board_breaks::to_json(&self.censuses),
            "published_prior": self.touched,
            "published": self.prepared.plan.published,
            "boards": self.products.iter().map(board).collect::<Vec<_>>(),
        })
    }

    /// Scores, agreement and the breaks of every order on one page.
    pub(crate) fn svg(&self) -> Result<String, Failure> {
        let all = by_score(&self.records());
        let range: Vec<usize> = all.keys().copied().collect();
        let theirs = self.prepared.plan.published.iter().filter(|e| e.setting.is_none() && !e.scores.is_empty());
        let mut groups = vec![("this factory".to_owned(), all)];
        groups.extend(theirs.filter_map(|e| Some(("published".to_owned(), e.by_score()?))));
        let mut tiles = vec![
            Tile::Plot(score_plot("Scores", &groups, &[])),
            Tile::Plot(agreement_plot(&self.families.kinship.pairs)),
        ];
        tiles.extend(board_breaks::tiles(&self.censuses).into_iter().take(2 * TILES));
        let settings = rows(&self.prepared.jobs, &self.results);
        if (2..=TILES).contains(&settings.len()) {
            let plot = |(name, records): &(String, Vec<&Record>)| {
                Tile::Plot(score_plot(name, &[(String::new(), by_score(records))], &range))
            };
            tiles.extend(settings.iter().map(plot));
        }
        let title = format!("Factory of {} on {}", self.prepared.plan.engine, self.prepared.puzzle.name());
        sheet_svg(&title, &self.head()[0], &tiles, 2).map_err(Failure::input)
    }
}

/// Where an entry was published, in brackets.
fn by(entry: &Published) -> String {
    if entry.source.is_empty() { String::new() } else { format!(" ({})", entry.source) }
}
