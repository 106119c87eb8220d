//! Budgets: when a run has to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that asks every run holding it to stop soon. Cloning shares it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks for a stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a run may spend. Every limit is optional; the first one met ends the run.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Nodes (of the engine's own kind). Runs with only this limit are reproducible to the node.
    pub nodes: Option<u64>,
    /// Wall time.
    pub time: Option<Duration>,
    /// Stop as soon as a board with at least this score is found.
    pub target: Option<usize>,
    /// Stop when raised.
    pub stop: StopFlag,
}

impl Budget {
    /// A budget of `nodes` nodes and nothing else.
    pub fn of_nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// A budget of wall time and nothing else.
    pub fn of_time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// Every seam matches: nothing better exists.
    Solved,
    /// Nothing is left to search: the result is final for the engine's settings.
    Exhausted,
    /// The node budget is spent.
    Nodes,
    /// The time is up.
    Time,
    /// The target score is reached.
    Target,
    /// The stop flag was raised.
    Flag,
}

impl StopReason {
    /// A one-word name.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Solved => "solved",
            StopReason::Exhausted => "exhausted",
            StopReason::Nodes => "nodes",
            StopReason::Time => "time",
            StopReason::Target => "target",
            StopReason::Flag => "flag",
        }
    }
}

/// A budget with its clock running.
#[derive(Clone, Debug)]
pub struct Clock {
    budget: Budget,
    started: Instant,
}

impl Clock {
    /// Starts the clock.
    pub fn start(budget: &Budget) -> Clock {
        Clock { budget: budget.clone(), started: Instant::now() }
    }

    /// Wall time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Nodes left of the budget after `spent`; `u64::MAX` without a limit.
    pub fn nodes_left(&self, spent: u64) -> u64 {
        self.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(spent))
    }

    /// The limit that has been met, if any, after `nodes` nodes with best score `best`. The target
    /// comes first, so that a run that reached it says so.
    pub fn spent(&self, nodes: u64, best: Option<usize>) -> Option<StopReason> {
        let Budget { nodes: limit, time, target, stop } = &self.budget;
        if target.is_some_and(|t| best.is_some_and(|b| b >= t)) {
            Some(StopReason::Target)
        } else if limit.is_some_and(|n| nodes >= n) {
            Some(StopReason::Nodes)
        } else if stop.is_raised() {
            Some(StopReason::Flag)
        } else if time.is_some_and(|t| self.started.elapsed() >= t) {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}
