//! Checkpoints: a run between two boards, as JSON. A run that goes on from one builds the very boards
//! an undisturbed run would have built. A board half done is none of it: it is begun again.

use edgewise_puzzle::{Puzzle, Rng};
use edgewise_search::KeptBoard;
use edgewise_search::checkpoint::is_dead;
use serde::{Deserialize, Serialize};

use crate::descent::{Ledger, Peaks};

/// The form's version; another one is refused.
pub(crate) const VERSION: u32 = 1;

/// The state of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    pub(crate) version: u32,
    /// Hash of the puzzle, the settings and the seed: what it belongs to.
    pub(crate) belongs: String,
    /// The random state before the next board.
    pub(crate) rng: Rng,
    /// Boards built.
    pub(crate) boards: u64,
    pub(crate) ledger: Ledger,
    pub(crate) peaks: Peaks,
    /// Whether any child was lost that an exhaustive search would have kept.
    pub(crate) lossy: bool,
    /// Boards that the beam itself completed, by score.
    pub(crate) scores: Vec<u64>,
    pub(crate) fills: u64,
    pub(crate) fill_nodes: u64,
    pub(crate) best: Option<KeptBoard>,
}

impl Checkpoint {
    /// The text of the checkpoint.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether it can be one of a run of a board with `steps` steps.
    pub(crate) fn fits(&self, puzzle: &Puzzle, steps: usize) -> bool {
        self.ledger.steps.len() == steps
            && self.ledger.deepest <= steps
            && self.scores.len() == puzzle.size().seams() + 1
            && !is_dead(&self.rng)
    }
}

impl edgewise_search::checkpoint::Checkpoint for Checkpoint {
    const VERSION: u32 = VERSION;

    fn head(&self) -> (u32, &str) {
        (self.version, &self.belongs)
    }
}
