//! What a run leaves: counts of every level, and if asked every candidate. `docs/LAB.md` has the JSON.

use serde::{Deserialize, Serialize};

use crate::points::Points;
use crate::settings::BeamSettings;
use crate::tree::{Node, TreeSettings, path_text};

/// A run, step by step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// The tree.
    pub tree: TreeSettings,
    /// The beam.
    pub beam: BeamSettings,
    /// Candidates made and scored.
    pub nodes: u64,
    /// The levels from depth 1 to the leaves.
    pub levels: Vec<Level>,
    /// The best leaf; of equal ones that with the earliest path.
    pub best: Leaf,
}

/// A leaf that a search ended with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leaf {
    /// Its path, one character of 0–9, a–z a choice.
    pub path: String,
    /// Its score.
    pub score: Points,
    /// Traps on the way.
    pub traps: u32,
}

impl Leaf {
    /// The leaf at the end of `path`.
    pub(crate) fn of(path: &[u8], node: &Node) -> Leaf {
        Leaf { path: path_text(path), score: node.score, traps: node.traps }
    }
}

/// What happened on a level. `candidates = alike + passed + kept + cut`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Level {
    /// Choices made so far.
    pub depth: u32,
    /// Children of the survivors above.
    pub candidates: usize,
    /// Of these dropped because a better one was alike.
    pub alike: usize,
    /// Of these dropped because their family was full.
    pub passed: usize,
    /// Survivors.
    pub kept: usize,
    /// Dropped because the beam was full.
    pub cut: usize,
    /// Candidates with exactly the key of the last survivor, alike and passed ones left out; 0 where nothing was
    /// cut, or where survivors are drawn whatever their keys (`sample`).
    pub ties: usize,
    /// Survivors among them.
    pub tie_places: usize,
    /// The best score of a survivor.
    pub best: Points,
    /// The least score of a survivor.
    pub least: Points,
    /// The best score of a dropped candidate.
    pub best_lost: Option<Points>,
    /// Survivors with a trap on their way.
    pub trapped: usize,
    /// Distinct prefixes: how many ancestors the survivors have at depth 1, 2 … this one.
    pub distinct: Vec<usize>,
    /// Choices that all survivors share, from the root.
    pub shared: usize,
    /// The place of the eventual best leaf's ancestor among the candidates by key, from 1.
    pub winner_place: usize,
    /// What became of the watched path's node here; none if no path was watched.
    pub watched: Option<Fate>,
    /// Every candidate in the order of paths, if asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<NodeTrace>,
}

/// What became of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It survived.
    Kept,
    /// The beam was full.
    Cut,
    /// A better one was alike.
    Alike,
    /// Its family was full.
    Passed,
    /// Of a watched node: its parent had not survived.
    Gone,
}

/// A candidate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NodeTrace {
    /// Its path.
    pub path: String,
    /// What it added.
    pub gain: Points,
    /// Its score.
    pub score: Points,
    /// What it was ranked by: the score, with noise where there is any.
    pub key: Points,
    /// Its place among the candidates by key, from 1.
    pub place: usize,
    /// Whether it is a trap.
    pub trap: bool,
    /// Traps on its way, itself included.
    pub traps: u32,
    /// What became of it.
    pub fate: Fate,
}
