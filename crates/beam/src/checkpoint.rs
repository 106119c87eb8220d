//! Checkpoints: a run between two boards, as JSON. A run that goes on from one builds the very boards
//! an undisturbed run would have built. A board half done is none of it: it is begun again.

use edgewise_puzzle::{Puzzle, Rng};
use edgewise_search::checkpoint::{Cells, owner};
use edgewise_search::{EngineError, Seed};
use serde::{Deserialize, Serialize};

use crate::descent::{Ledger, Peaks};
use crate::settings::Settings;

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
    /// The best board, the board behind it, and how it was filled.
    pub(crate) best: Option<(Cells, Cells, Option<String>)>,
}

impl Checkpoint {
    /// The text of the checkpoint.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a checkpoint that belongs to this run, of a board with `steps` steps.
    pub(crate) fn read(
        text: &str,
        puzzle: &Puzzle,
        settings: &Settings,
        seed: Seed,
        steps: usize,
    ) -> Result<Checkpoint, EngineError> {
        let bad = |why: &str| EngineError::Unsupported(format!("checkpoint: {why}"));
        let kept: Checkpoint =
            serde_json::from_str(text).map_err(|e| bad(&format!("{e}: expected the JSON of one")))?;
        if kept.version != VERSION {
            return Err(bad(&format!("version {}: expected {VERSION}", kept.version)));
        }
        if kept.belongs != owner(puzzle, settings, seed) {
            return Err(bad("made with another puzzle, other parameters or another seed: expected the same"));
        }
        let dead = |mut rng: Rng| (0..4).all(|_| rng.next_u64() == 0);
        let fits = kept.ledger.steps.len() == steps
            && kept.ledger.deepest <= steps
            && kept.scores.len() == puzzle.size().seams() + 1
            && !dead(kept.rng.clone());
        fits.then_some(kept).ok_or_else(|| bad("damaged: expected one this engine wrote"))
    }
}
