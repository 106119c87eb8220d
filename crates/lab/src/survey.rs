//! Many trees, seeds and widths: what a beam does on average.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::beam;
use crate::depth_first::{depth_first, optimum};
use crate::greedy::restarts;
use crate::settings::{BeamSettings, Detail, LabError};
use crate::tree::{Tree, TreeSettings};

/// What is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SurveySettings {
    /// The first tree; the others have the seeds after its.
    pub tree: TreeSettings,
    /// The beam with its first seed.
    pub beam: BeamSettings,
    /// The widths, each run on every tree with every seed.
    pub widths: Vec<usize>,
    /// Trees.
    pub trees: u64,
    /// Seeds of the beam on each tree.
    pub repeats: u64,
    /// Most nodes for the optimum of a tree; 0: not looked for.
    pub optimum_nodes: u64,
}

/// What a width did. Lists have one entry a run, seed by seed and tree by tree, or one a tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SurveyRow {
    /// The width; 0: unlimited.
    pub width: usize,
    /// Nodes of a run, mean.
    pub nodes: f64,
    /// By run: the score, in points.
    pub scores: Vec<f64>,
    /// By run on a tree whose optimum is proven: points below it.
    pub gaps: Vec<f64>,
    /// By run: choices that all final survivors share, as a share of the depth.
    pub shared: Vec<f64>,
    /// By run: ancestors of the final survivors at half depth.
    pub half: Vec<f64>,
    /// By run: survivors tied at the cut, as a share of the survivors, mean over the levels with a cut.
    pub tied: Vec<f64>,
    /// By tree: different best leaves over the seeds.
    pub ends: Vec<f64>,
    /// Runs that did worse than the width before with the same tree and seed.
    pub worse: usize,
    /// By tree: depth-first search at the nodes of the first seed's run; trees whose leaves it did not reach left out.
    pub depth_first: Vec<f64>,
    /// By tree: the best of greedy walks at those nodes.
    pub restarts: Vec<f64>,
}

/// Runs all of it: a row for each width.
pub fn survey(settings: &SurveySettings) -> Result<Vec<SurveyRow>, LabError> {
    let mut rows: Vec<SurveyRow> = settings.widths.iter().map(|&width| empty(width)).collect();
    for number in 0..settings.trees {
        let tree = Tree::new(TreeSettings { seed: settings.tree.seed.wrapping_add(number), ..settings.tree })?;
        let best = match settings.optimum_nodes {
            0 => None,
            nodes => Some(optimum(&tree, nodes)?).filter(|found| found.complete).and_then(|found| found.best),
        };
        let best = best.map(|leaf| leaf.score.value());
        let mut before: Option<Vec<f64>> = None;
        for row in &mut rows {
            let scores = one_tree(&tree, settings, best, row)?;
            row.worse += before.iter().flat_map(|b| b.iter().zip(&scores)).filter(|(b, now)| now < b).count();
            before = Some(scores);
        }
    }
    for row in &mut rows {
        row.nodes /= row.scores.len().max(1) as f64;
    }
    Ok(rows)
}

fn empty(width: usize) -> SurveyRow {
    SurveyRow {
        width,
        nodes: 0.0,
        scores: Vec::new(),
        gaps: Vec::new(),
        shared: Vec::new(),
        half: Vec::new(),
        tied: Vec::new(),
        ends: Vec::new(),
        worse: 0,
        depth_first: Vec::new(),
        restarts: Vec::new(),
    }
}

/// All seeds of a width on a tree; their scores.
fn one_tree(
    tree: &Tree,
    settings: &SurveySettings,
    best: Option<f64>,
    row: &mut SurveyRow,
) -> Result<Vec<f64>, LabError> {
    let depth = tree.settings().depth;
    let (mut scores, mut ends) = (Vec::new(), BTreeSet::new());
    for repeat in 0..settings.repeats {
        let seed = settings.beam.seed.wrapping_add(repeat);
        let beam = BeamSettings { width: row.width, seed, ..settings.beam };
        let trace = beam::run(tree, &beam, None, Detail::Counts)?;
        let score = trace.best.score.value();
        if let Some(last) = trace.levels.last() {
            row.shared.push(last.shared as f64 / f64::from(depth));
            row.half.push(last.distinct[(depth as usize).div_ceil(2) - 1] as f64);
        }
        let cut: Vec<f64> = (trace.levels.iter().filter(|l| l.cut > 0))
            .map(|l| if l.ties > l.tie_places { l.tie_places as f64 / l.kept as f64 } else { 0.0 })
            .collect();
        row.tied.push(if cut.is_empty() { 0.0 } else { cut.iter().sum::<f64>() / cut.len() as f64 });
        row.gaps.extend(best.map(|best| best - score));
        row.nodes += trace.nodes as f64;
        if repeat == 0 {
            row.depth_first.extend(depth_first(tree, trace.nodes).best.map(|leaf| leaf.score.value()));
            row.restarts.push(restarts(tree, trace.nodes, seed).best.score.value());
        }
        ends.insert(trace.best.path);
        scores.push(score);
    }
    row.scores.extend(&scores);
    row.ends.push(ends.len() as f64);
    Ok(scores)
}
