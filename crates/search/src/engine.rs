//! The one interface of all engines.

use edgewise_puzzle::{Board, Puzzle, Rng, Score};

use crate::budget::{Budget, StopReason};
use crate::observer::Observer;
use crate::order::OrderError;
use crate::params::{ParamError, ParameterTable, Params};
use crate::profile::Profile;

/// Why an engine cannot run as asked.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A parameter is unknown or out of range.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The order is no order of the board.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// The combination of puzzle and parameters is beyond the engine.
    #[error("{0}")]
    Unsupported(String),
}

/// What a run leaves.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The best board. Complete unless filling was switched off.
    pub board: Board,
    /// Its score by the library.
    pub score: Score,
    /// The search's own board behind it, before holes were filled, with its score.
    pub unfilled: Option<(Board, Score)>,
    /// How the holes were filled: `exact`, `greedy`, `tail` (the last cells were refilled), or `None` where there were none.
    pub filled_by: Option<&'static str>,
    /// Why the run ended.
    pub stop: StopReason,
    /// Nodes: placements for a depth-first engine.
    pub nodes: u64,
    /// Candidates looked at.
    pub candidate_reads: u64,
    /// Most cells filled by the search itself.
    pub deepest: usize,
    /// Where they went: nodes by depth, time, quota, breaks.
    pub profile: Profile,
    /// Attempts begun, the first included.
    pub attempts: u64,
    /// Hole fillings made.
    pub fills: u64,
    /// Nodes spent in them.
    pub fill_nodes: u64,
    /// Wall time in seconds.
    pub seconds: f64,
}

impl Outcome {
    /// The outcome without its times: what two runs of the same work have in common.
    pub fn timeless(&self) -> Outcome {
        Outcome { seconds: 0.0, profile: self.profile.timeless(), ..self.clone() }
    }
}

/// Which random numbers a run uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed {
    /// The user's seed.
    pub seed: u64,
    /// The worker's jump stream of it, 0 for a single run.
    pub stream: usize,
}

impl Seed {
    /// Stream 0 of `seed`.
    pub fn new(seed: u64) -> Seed {
        Seed { seed, stream: 0 }
    }

    /// The generator.
    pub fn rng(self) -> Rng {
        Rng::stream(self.seed, self.stream)
    }
}

/// A search engine. `run` is deterministic in (puzzle, parameters, seed, node budget); wall time and
/// the stop flag only decide where the same sequence is cut.
pub trait Engine: Sync {
    /// The engine's name, one word.
    fn name(&self) -> &'static str;

    /// What its nodes are, in the plural.
    fn node_name(&self) -> &'static str {
        "placements"
    }

    /// Its tunables.
    fn parameters(&self) -> &'static ParameterTable;

    /// Whether `run` would take this puzzle and these parameters: a cheap look before anything is
    /// written.
    fn check(&self, puzzle: &Puzzle, params: &Params) -> Result<(), EngineError> {
        let _ = (puzzle, params);
        Ok(())
    }

    /// Searches `puzzle` with the random numbers of `seed` until the budget ends. Events:
    /// `Started` first, `Finished` last, each `Improved` board better than the one before: fewer rim
    /// violations, or as many and a higher score.
    fn run(
        &self,
        puzzle: &Puzzle,
        params: &Params,
        seed: Seed,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, EngineError>;

    /// Goes on from a checkpoint of the same puzzle, parameters and seed, with the same nodes an
    /// undisturbed run would have made. Nodes and node budget count from the run's beginning; the
    /// time budget is for this part alone.
    fn resume(
        &self,
        puzzle: &Puzzle,
        params: &Params,
        seed: Seed,
        checkpoint: &str,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, EngineError> {
        let _ = (puzzle, params, seed, checkpoint, budget, observer);
        Err(EngineError::Unsupported(format!("{} cannot go on from a checkpoint", self.name())))
    }
}
