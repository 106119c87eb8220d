//! Events a running engine reports: the progress bar, the run directory, a live page and the study
//! recorder are all observers.

use edgewise_puzzle::{Board, Score};

use crate::profile::Profile;

/// Where a run stands.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// Candidates looked at so far.
    pub candidate_reads: u64,
    /// Restarts so far.
    pub restarts: u64,
    /// Cells filled in the current position of the search.
    pub depth: usize,
    /// Most cells filled so far.
    pub deepest: usize,
    /// Best score so far: of a complete board, if the engine fills holes.
    pub best: Option<usize>,
    /// Exact fills made so far.
    pub fills: u64,
}

/// What happened.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The run began. Always the first event.
    Started,
    /// A regular sign of life.
    Progress(Progress),
    /// A better board than any before: complete if the engine fills holes.
    Improved {
        /// The board.
        board: Board,
        /// Its score by the library; the referee's word comes later.
        score: Score,
        /// Nodes when it was found.
        nodes: u64,
        /// The board as the search left it, before its holes were filled.
        unfilled: Option<Board>,
    },
    /// Where the run went, with the last progress.
    Profile(Box<Profile>),
    /// Numbers only some engines have, by depth unless the engine says otherwise; at the end of a run.
    Series {
        /// What they are, one word.
        name: &'static str,
        /// The numbers.
        values: Vec<u64>,
    },
    /// A remark on the run; at its end.
    Note {
        /// What it is about, one word.
        name: &'static str,
        /// The remark.
        text: String,
    },
    /// The state to go on from with [`crate::Engine::resume`], as text. Now and then, and when a run
    /// that could go on ends.
    Checkpoint(String),
    /// The run ended. Always the last event of an engine.
    Finished(Progress),
}

/// Somebody who is told what happens. Called from the engine's own thread, between batches of
/// nodes, never inside the node loop.
pub trait Observer {
    /// Takes one event.
    fn event(&mut self, event: &Event);
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _: &Event) {}
}

impl<F: FnMut(&Event)> Observer for F {
    fn event(&mut self, event: &Event) {
        self(event);
    }
}
