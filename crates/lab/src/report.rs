//! One run with everything it is compared with.

use serde::{Deserialize, Serialize};

use crate::beam;
use crate::depth_first::{Found, best_path, depth_first, optimum};
use crate::greedy::{Restarts, greedy, restarts};
use crate::settings::{BeamSettings, Detail, LabError};
use crate::trace::{Leaf, Trace};
use crate::tree::{Tree, TreeSettings};

/// The name of the JSON's layout; a change that breaks readers changes it.
pub const SCHEMA: &str = "edgewise-lab-1";

/// What is reported beside the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportSettings {
    /// Most nodes for the optimum; 0: not looked for.
    pub optimum_nodes: u64,
    /// How much of the run is traced.
    pub detail: Detail,
}

/// A run and its comparisons.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// The beam, level by level.
    pub trace: Trace,
    /// One greedy walk, ties to the first child.
    pub greedy: Leaf,
    /// Greedy walks with drawn ties, for the nodes of the beam.
    pub restarts: Restarts,
    /// Depth-first search for the nodes of the beam.
    pub depth_first: Found,
    /// The best leaf of the tree, as far as it was looked for.
    pub optimum: Option<Found>,
}

/// Runs the beam on the tree, and all it is compared with.
pub fn report(tree: &TreeSettings, beam: &BeamSettings, settings: &ReportSettings) -> Result<Report, LabError> {
    let tree = Tree::new(*tree)?;
    let optimum = match settings.optimum_nodes {
        0 => None,
        nodes => Some(optimum(&tree, nodes)?),
    };
    let watch = optimum.as_ref().and_then(best_path);
    let trace = beam::run(&tree, beam, watch.as_deref(), settings.detail)?;
    Ok(Report {
        schema: SCHEMA.to_owned(),
        greedy: greedy(&tree),
        restarts: restarts(&tree, trace.nodes, beam.seed),
        depth_first: depth_first(&tree, trace.nodes),
        trace,
        optimum,
    })
}
