//! What a search may spend, and how it ended.

use std::time::{Duration, Instant};

use edgewise_search::StopFlag;

/// Limits of a search; the first one met ends it. Without any it runs to its end.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Nodes: options tried. A search that only this limit or the next ends is reproducible.
    pub nodes: Option<u64>,
    /// Solutions.
    pub solutions: Option<u128>,
    /// Wall time, looked at every 1024 nodes.
    pub time: Option<Duration>,
    /// Stop when raised, looked at every 1024 nodes.
    pub stop: StopFlag,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Everything was searched: counts are final.
    Exhausted,
    /// The node limit.
    Nodes,
    /// The limit of solutions; there may be more.
    Solutions,
    /// The time limit.
    Time,
    /// The stop flag.
    Flag,
}

impl End {
    /// A one-word name.
    pub fn name(self) -> &'static str {
        match self {
            End::Exhausted => "exhausted",
            End::Nodes => "nodes",
            End::Solutions => "solutions",
            End::Time => "time",
            End::Flag => "flag",
        }
    }
}

/// Nodes between two looks at the clock.
const SLICE: u64 = 1024;

/// The counters of a search, and where it has to pause.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    /// Options tried.
    pub(crate) nodes: u64,
    /// Updates made; the kernel says what one is.
    pub(crate) updates: u64,
    /// Solutions found.
    pub(crate) solutions: u128,
    /// The kernel pauses before it tries an option at this number of nodes.
    pub(crate) pause_at: u64,
    /// The kernel never counts beyond this number of solutions in one step.
    pub(crate) solutions_at: u128,
    limits: Limits,
    started: Instant,
}

impl Meter {
    /// Starts the clock. The first pause comes before the first node, so that a flag already raised is seen.
    pub(crate) fn start(limits: Limits) -> Meter {
        let solutions_at = limits.solutions.unwrap_or(u128::MAX);
        Meter { nodes: 0, updates: 0, solutions: 0, pause_at: 0, solutions_at, limits, started: Instant::now() }
    }

    /// Wall time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether `more` nodes that are all solutions may be counted at once.
    #[inline]
    pub(crate) fn allows(&self, more: u64) -> bool {
        self.nodes + more <= self.pause_at && self.solutions.saturating_add(u128::from(more)) < self.solutions_at
    }

    /// The limit that has been met, if any; otherwise the next pause is set.
    pub(crate) fn look(&mut self) -> Option<End> {
        let Limits { nodes, solutions, time, stop } = &self.limits;
        if solutions.is_some_and(|limit| self.solutions >= limit) {
            return Some(End::Solutions);
        }
        if stop.is_raised() {
            return Some(End::Flag);
        }
        if nodes.is_some_and(|limit| self.nodes >= limit) {
            return Some(End::Nodes);
        }
        if time.is_some_and(|limit| self.elapsed() >= limit) {
            return Some(End::Time);
        }
        self.pause_at = self.nodes.saturating_add(SLICE).min(nodes.unwrap_or(u64::MAX));
        None
    }
}
