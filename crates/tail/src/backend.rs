//! Who answers: the interface of all back ends.

use std::time::Duration;

use edgewise_puzzle::Board;
use edgewise_search::StopFlag;

use crate::error::TailError;
use crate::problem::TailProblem;

/// What a back end may spend. The first limit met ends it; it then says what it has and what it has proven.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Nodes of the back end's own kind.
    pub nodes: Option<u64>,
    /// Bytes of working memory, roughly; a back end stays below by remembering less.
    pub memory: Option<usize>,
    /// Stop when raised.
    pub stop: StopFlag,
}

impl Limits {
    /// A limit on nodes and nothing else.
    pub fn of_nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit on wall time and nothing else.
    pub fn of_time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }
}

/// How an answer stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// A refill, and none is better.
    Optimal,
    /// A refill; a better one may exist.
    Feasible,
    /// There is no refill that keeps rim and cap.
    Infeasible,
    /// No refill found within the limits, and none excluded.
    Unknown,
}

impl Status {
    /// One word, as records have it.
    pub fn name(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Feasible => "feasible",
            Status::Infeasible => "infeasible",
            Status::Unknown => "unknown",
        }
    }
}

/// A back end's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct TailResult {
    /// How it stands.
    pub status: Status,
    /// The whole board with the best refill found; there if and only if the status is optimal or feasible.
    pub board: Option<Board>,
    /// Its score: matched seams of the whole board.
    pub score: Option<usize>,
    /// No refill scores more, proven; equal to the score when optimal. Of an infeasible tail it means
    /// nothing and is the trivial bound.
    pub bound: usize,
    /// Nodes of the back end's own kind, 0 if it does not count.
    pub nodes: u64,
    /// Wall time in seconds.
    pub seconds: f64,
}

/// Something that solves tails.
pub trait Backend {
    /// One word: what `--backend` takes.
    fn name(&self) -> &'static str;

    /// Solves `problem` within `limits`. Without a limit the status is optimal or infeasible.
    ///
    /// # Errors
    /// If the back end cannot take the problem, is not installed, or fails. Running out of a limit is none.
    fn solve(&self, problem: &TailProblem, limits: &Limits) -> Result<TailResult, TailError>;
}
