//! `edgewise lab`: beam search on the synthetic tree, survivors and distinct prefixes level by level.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use edgewise_lab::depth_first::Found;
use edgewise_lab::{
    BeamSettings, Detail, Leaf, Level, Likeness, Points, Report, ReportSettings, Rule, SurveyRow, SurveySettings,
    TreeSettings, report, survey,
};
use edgewise_study::Summary;
use serde_json::json;

use crate::failure::{Answer, Failure};
use crate::output::{self, grouped};
use crate::run_flags::node_count;

/// Run a beam down a synthetic tree and show what survives, level by level.
///
/// The tree has partly heritable scores and trap nodes that pay at once and cost all their descendants; the
/// defaults are the seed document's branching and depth. With one width, tree and seed: a table of the levels.
/// With several of any: a row of means for every width. docs/LAB.md explains both and the JSON.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  edgewise lab\n  edgewise lab --lab-width 4 --lab-nodes --json\n  \
edgewise lab --lab-width 1,4,16,64,256 --lab-trees 50 --lab-repeats 4")]
pub(crate) struct LabArgs {
    #[command(flatten)]
    pub(crate) flags: LabFlags,

    /// Print the trace as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// How survivors are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RuleName {
    /// The best; exact ties go to the earlier path
    Plain,
    /// The best; exact ties are drawn
    Lottery,
    /// The best with Gumbel noise on each score
    Gumbel,
    /// The stochastic beam of Kool et al.
    Stochastic,
    /// A draw among the best
    Sample,
}

/// Which candidates are duplicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LikenessName {
    /// None
    None,
    /// Those that made the same choices equally often
    Choices,
}

/// The lab's flags; none has the name of a beam's.
#[derive(Clone, Debug, Args)]
pub(crate) struct LabFlags {
    /// Survivors of a level, 0 for all; several to compare
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_value = "16")]
    lab_width: Vec<usize>,
    /// How survivors are chosen
    #[arg(long, value_enum, default_value = "lottery")]
    lab_rule: RuleName,
    /// Lottery: candidates so many points below the level's best tie with it [default: 0]
    #[arg(long, value_name = "POINTS")]
    lab_tolerance: Option<f64>,
    /// Gumbel, stochastic: the temperature [default: 0.1]
    #[arg(long, value_name = "POINTS")]
    lab_temperature: Option<f64>,
    /// Sample: among so many times the width [default: 2]
    #[arg(long, value_name = "N")]
    lab_pool: Option<usize>,
    /// Of which candidates only the best stays
    #[arg(long, value_enum, default_value = "none")]
    lab_dedup: LikenessName,
    /// Most survivors of a family, 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 0)]
    lab_family_most: usize,
    /// The depth at which families part
    #[arg(long, value_name = "DEPTH", default_value_t = 2)]
    lab_family_depth: u32,
    /// The seed of lotteries and noise
    #[arg(long, value_name = "N", default_value_t = 1)]
    lab_seed: u64,
    /// Run so many seeds from --lab-seed on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    lab_repeats: u64,
    /// Which tree
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    lab_tree: u64,
    /// Run so many trees from --lab-tree on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    lab_trees: u64,
    /// Children of a node, 1 to 36
    #[arg(long, value_name = "N", default_value_t = 4)]
    lab_branching: u32,
    /// Levels of the tree, 1 to 64
    #[arg(long, value_name = "N", default_value_t = 14)]
    lab_depth: u32,
    /// Share of a node's quality that is its parent's
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    lab_heritability: f64,
    /// Steps of a point that scores are rounded to, 0 for none
    #[arg(long, value_name = "N", default_value_t = 8)]
    lab_levels: u32,
    /// Share of nodes that are traps
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    lab_trap_share: f64,
    /// What a trap pays at once
    #[arg(long, value_name = "POINTS", default_value_t = 1.0)]
    lab_trap_reward: f64,
    /// What a trap costs each of its descendants
    #[arg(long, value_name = "POINTS", default_value_t = 0.25)]
    lab_trap_cost: f64,
    /// Most nodes in the search for a tree's optimum, 0 to do without
    #[arg(long, value_name = "N", value_parser = node_count, default_value = "20M")]
    lab_optimum: u64,
    /// With --json: every candidate of every level
    #[arg(long)]
    lab_nodes: bool,
}

/// Runs the lab.
pub(crate) fn run(flags: &LabFlags, json: bool) -> Result<Answer, Failure> {
    let (tree, beam) = (flags.tree()?, flags.beam()?);
    if let ([_], 1, 1) = (&flags.lab_width[..], flags.lab_trees, flags.lab_repeats) {
        let detail = if flags.lab_nodes { Detail::Nodes } else { Detail::Counts };
        let settings = ReportSettings { optimum_nodes: flags.lab_optimum, detail };
        let report = report(&tree, &beam, &settings).map_err(Failure::input)?;
        return match json {
            true => output::line(&serde_json::to_string(&report).map_err(Failure::outside)?),
            false => output::line(&page(&report)),
        };
    }
    if flags.lab_nodes {
        return Err(Failure::input("--lab-nodes: expected one width, one tree and one seed"));
    }
    let settings = SurveySettings {
        tree,
        beam,
        widths: flags.lab_width.clone(),
        trees: flags.lab_trees,
        repeats: flags.lab_repeats,
        optimum_nodes: flags.lab_optimum,
    };
    let rows = survey(&settings).map_err(Failure::input)?;
    match json {
        true => {
            let all = json!({ "schema": "edgewise-lab-survey-1", "tree": tree, "beam": beam, "trees": flags.lab_trees,
                "repeats": flags.lab_repeats, "rows": rows });
            output::line(&all.to_string())
        }
        false => output::line(&survey_page(&settings, &rows)),
    }
}

impl LabFlags {
    fn tree(&self) -> Result<TreeSettings, Failure> {
        Ok(TreeSettings {
            branching: self.lab_branching,
            depth: self.lab_depth,
            heritability: points("heritability", self.lab_heritability)?,
            levels: self.lab_levels,
            trap_share: points("trap-share", self.lab_trap_share)?,
            trap_reward: points("trap-reward", self.lab_trap_reward)?,
            trap_cost: points("trap-cost", self.lab_trap_cost)?,
            seed: self.lab_tree,
        })
    }

    fn beam(&self) -> Result<BeamSettings, Failure> {
        use RuleName::{Gumbel, Lottery, Plain, Sample, Stochastic};
        let rule = self.lab_rule;
        for (flag, given, fits) in [
            ("tolerance", self.lab_tolerance.is_some(), rule == Lottery),
            ("temperature", self.lab_temperature.is_some(), matches!(rule, Gumbel | Stochastic)),
            ("pool", self.lab_pool.is_some(), rule == Sample),
        ] {
            if given && !fits {
                let name = rule.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
                return Err(Failure::input(format!("--lab-{flag}: the rule `{name}` has none")));
            }
        }
        let temperature = points("temperature", self.lab_temperature.unwrap_or(0.1))?;
        Ok(BeamSettings {
            width: self.lab_width.first().copied().unwrap_or_default(),
            rule: match rule {
                Plain => Rule::Plain,
                Lottery => Rule::Lottery { tolerance: points("tolerance", self.lab_tolerance.unwrap_or(0.0))? },
                Gumbel => Rule::Gumbel { temperature },
                Stochastic => Rule::Stochastic { temperature },
                Sample => Rule::Sample { pool: self.lab_pool.unwrap_or(2) },
            },
            likeness: match self.lab_dedup {
                LikenessName::None => Likeness::None,
                LikenessName::Choices => Likeness::Choices,
            },
            // The default depth of families is no demand on a lower tree.
            family_depth: if self.lab_family_most == 0 { 0 } else { self.lab_family_depth },
            family_most: self.lab_family_most,
            seed: self.lab_seed,
        })
    }
}

fn points(flag: &str, value: f64) -> Result<Points, Failure> {
    Points::new(value).map_err(|error| Failure::input(format!("--lab-{flag} {error}")))
}

/// The tree in words.
fn about(tree: &TreeSettings, seeds: &str) -> String {
    let steps = if tree.levels == 0 { "no steps".to_owned() } else { format!("steps of 1/{}", tree.levels) };
    format!(
        "tree: branching {}, depth {}, heritability {}, {steps}, {} % traps (+{}, then -{} a level), {seeds}",
        tree.branching,
        tree.depth,
        thousandth(tree.heritability.value()),
        thousandth(100.0 * tree.trap_share.value()),
        thousandth(tree.trap_reward.value()),
        thousandth(tree.trap_cost.value()),
    )
}

/// The rule in words.
fn rule(beam: &BeamSettings) -> String {
    let mut text = match beam.rule {
        Rule::Plain => "plain".to_owned(),
        Rule::Lottery { tolerance: Points::ZERO } => "lottery".to_owned(),
        Rule::Lottery { tolerance } => format!("lottery, tolerance {}", thousandth(tolerance.value())),
        Rule::Gumbel { temperature } => format!("gumbel {}", thousandth(temperature.value())),
        Rule::Stochastic { temperature } => format!("stochastic {}", thousandth(temperature.value())),
        Rule::Sample { pool } => format!("sample of {pool} times the width"),
    };
    if beam.likeness == Likeness::Choices {
        text.push_str(", same choices once");
    }
    if beam.family_most > 0 {
        text.push_str(&format!(", at most {} with one ancestor at depth {}", beam.family_most, beam.family_depth));
    }
    text
}

fn width_text(width: usize) -> String {
    if width == 0 { "all".to_owned() } else { width.to_string() }
}

/// A number to a thousandth, without trailing zeros.
fn thousandth(value: f64) -> String {
    format!("{value:.3}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

const LEVEL_HEAD: [&str; 12] =
    ["depth", "candidates", "alike", "passed", "kept", "cut", "tied", "best", "least", "trapped", "winner", "optimum"];

/// The levels of a run and what it is compared with.
fn page(report: &Report) -> String {
    let trace = &report.trace;
    let seeds = format!("seed {}", trace.tree.seed);
    let (width, rule) = (width_text(trace.beam.width), rule(&trace.beam));
    let nodes = grouped(trace.nodes);
    let mut text = format!(
        "{}\nbeam: width {width}, {rule}, seed {}; {nodes} nodes\n\n",
        about(&trace.tree, &seeds),
        trace.beam.seed
    );
    let mut rows = vec![LEVEL_HEAD.map(str::to_owned)];
    rows.extend(trace.levels.iter().map(level_row));
    let lines = aligned(&rows);
    let (head, body) = lines.split_at(1);
    text.push_str(&format!("{}  distinct prefixes of length 1, 2, ..\n", head[0]));
    for (line, level) in body.iter().zip(&trace.levels) {
        let distinct: Vec<String> = level.distinct.iter().map(usize::to_string).collect();
        text.push_str(&format!("{line}  {}\n", distinct.join(" ")));
    }
    let shared = trace.levels.last().map_or(0, |level| level.shared);
    let s = if shared == 1 { "" } else { "s" };
    text.push_str(&format!("\nall survivors share the first {shared} choice{s}\n\n"));
    text.push_str(&leaf_line("beam", Some(&trace.best), &format!("{nodes} nodes")));
    text.push_str(&leaf_line("greedy", Some(&report.greedy), "one walk"));
    let restarts = &report.restarts;
    let walks = format!("best of {}, {} nodes", output::counted(restarts.walks, "walk"), grouped(restarts.nodes));
    text.push_str(&leaf_line("greedy", Some(&restarts.best), &walks));
    let (first, found) = (&report.depth_first, "seen");
    text.push_str(&leaf_line("depth-first", first.best.as_ref(), &found_text(first, found)));
    if let Some(optimum) = &report.optimum {
        text.push_str(&leaf_line("optimum", optimum.best.as_ref(), &found_text(optimum, "proven")));
    }
    text.trim_end().to_owned()
}

fn found_text(found: &Found, complete: &str) -> String {
    let how = if found.complete { format!("{complete}, ") } else { String::new() };
    format!("{how}{} nodes{}", grouped(found.nodes), if found.complete { "" } else { ", not the whole tree" })
}

fn leaf_line(name: &str, leaf: Option<&Leaf>, note: &str) -> String {
    match leaf {
        None => format!("{name:12}     none           {note}\n"),
        Some(Leaf { path, score, traps }) => {
            let traps = output::counted((*traps).into(), "trap");
            format!("{name:12} {:>8}  {path}  {traps}; {note}\n", output_points(*score))
        }
    }
}

/// Points to a thousandth.
fn output_points(points: Points) -> String {
    format!("{:.3}", points.value())
}

fn level_row(level: &Level) -> [String; 12] {
    let fate = level.watched.and_then(|fate| serde_json::to_value(fate).ok());
    [
        level.depth.to_string(),
        level.candidates.to_string(),
        level.alike.to_string(),
        level.passed.to_string(),
        level.kept.to_string(),
        level.cut.to_string(),
        if level.ties == 0 { "-".to_owned() } else { format!("{}/{}", level.tie_places, level.ties) },
        output_points(level.best),
        output_points(level.least),
        level.trapped.to_string(),
        level.winner_place.to_string(),
        fate.as_ref().and_then(|fate| fate.as_str()).unwrap_or("-").to_owned(),
    ]
}

/// Columns set to the right, two spaces apart.
fn aligned<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let line = |row: &[String; N]| {
        let mut line = String::new();
        for (i, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = if i == 0 { "" } else { "  " };
            let written = write!(line, "{gap}{cell:>width$}");
            debug_assert!(written.is_ok(), "writing to a string");
        }
        line
    };
    rows.iter().map(line).collect()
}

/// A row of means for every width.
fn survey_page(settings: &SurveySettings, rows: &[SurveyRow]) -> String {
    let last = settings.tree.seed.wrapping_add(settings.trees - 1);
    let seeds = format!("seeds {} to {last}", settings.tree.seed);
    let runs = settings.trees * settings.repeats;
    let mean = |values: &[f64]| Summary::of(values);
    let shown = |s: Summary| if s.n == 0 { "-".to_owned() } else { format!("{:.2}", s.mean) };
    let head = [
        "width",
        "nodes",
        "score",
        "below optimum",
        "at it",
        "worse",
        "shared",
        "half way",
        "tied",
        "ends",
        "depth-first",
        "greedy",
    ];
    let mut table = vec![head.map(str::to_owned)];
    for row in rows {
        let (score, gap) = (mean(&row.scores), mean(&row.gaps));
        let spread = if score.half_width.is_finite() { format!(" ± {:.2}", score.half_width) } else { String::new() };
        let hits = row.gaps.iter().filter(|&&gap| gap == 0.0).count();
        table.push([
            width_text(row.width),
            format!("{:.0}", row.nodes),
            format!("{:.2}{spread}", score.mean),
            shown(gap),
            if gap.n == 0 { "-".to_owned() } else { format!("{:.0} %", 100.0 * hits as f64 / gap.n as f64) },
            row.worse.to_string(),
            format!("{:.0} %", 100.0 * mean(&row.shared).mean),
            format!("{:.1}", mean(&row.half).mean),
            format!("{:.0} %", 100.0 * mean(&row.tied).mean),
            format!("{:.1}", mean(&row.ends).mean),
            shown(mean(&row.depth_first)),
            shown(mean(&row.restarts)),
        ]);
    }
    let mut text = format!("{}\n", about(&settings.tree, &seeds));
    text.push_str(&format!("beam: {}, {} on each tree; {runs} runs a width\n\n", rule(&settings.beam), {
        output::counted(settings.repeats, "seed")
    }));
    text.push_str(&aligned(&table).join("\n"));
    text
}
