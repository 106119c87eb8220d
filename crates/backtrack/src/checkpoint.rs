//! Checkpoints: the state of a run between two batches, as JSON. A run that goes on from one makes the
//! very placements an undisturbed run would have made.
//!
//! Candidate tables are not stored: they are shuffled again from the random state at the attempt's
//! beginning. What the tables cannot tell is the path, the counts, and the filling policy.

use edgewise_puzzle::Rng;
use edgewise_search::KeptBoard;
use edgewise_search::checkpoint::Cells;
use serde::{Deserialize, Serialize};

use crate::attempts::Attempt;
use crate::node_loop::Path;
use crate::profile::Samples;

/// The form's version; another one is refused.
pub(crate) const VERSION: u32 = 3;

/// The state of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    pub(crate) version: u32,
    /// Hash of the puzzle, the settings and the seed: what it belongs to.
    pub(crate) belongs: String,
    /// The random state at the attempt's beginning.
    pub(crate) attempt_rng: Rng,
    pub(crate) attempts: u64,
    pub(crate) attempt_nodes: u64,
    pub(crate) attempt: Attempt,
    pub(crate) nodes: u64,
    pub(crate) more_reads: u64,
    pub(crate) counts: Vec<u64>,
    pub(crate) deepest: usize,
    /// The strand whose turn it is, and where each stands.
    pub(crate) turn: usize,
    pub(crate) paths: Vec<Path>,
    pub(crate) deepest_board: Cells,
    pub(crate) deepest_waits: bool,
    pub(crate) next_greedy: u64,
    pub(crate) holes: usize,
    pub(crate) fills: u64,
    pub(crate) fill_nodes: u64,
    pub(crate) best: Option<KeptBoard>,
    /// Whether the best board's last cells were refilled already.
    #[serde(default)]
    pub(crate) closed: bool,
    /// What the profile was sampled from; older checkpoints have none.
    #[serde(default)]
    pub(crate) samples: Option<Samples>,
}

impl Checkpoint {
    /// The text of the checkpoint.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl edgewise_search::checkpoint::Checkpoint for Checkpoint {
    const VERSION: u32 = VERSION;

    fn head(&self) -> (u32, &str) {
        (self.version, &self.belongs)
    }
}
