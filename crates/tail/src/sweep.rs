//! The sweep of the seed study: producer boards, their last rows solved exactly, one record per solve.

use edgewise_puzzle::formats::{LetterOrder, bucas_url, read_board};
use edgewise_puzzle::{Board, EdgeGrid, Puzzle};
use serde::{Deserialize, Serialize};

use crate::assignment::frozen_boundary;
use crate::backend::{Backend, Limits};
use crate::error::TailError;
use crate::judging::referee;
use crate::problem::{Meets, TailOptions, TailProblem};
use crate::producer::produce;
use crate::region::Region;
use crate::verdict::{Assessment, Verdict, assess};

/// One solve to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Rows freed.
    pub rows: usize,
    /// Most incoming breaks of a freed cell.
    pub cap: u8,
    /// The producer's seed.
    pub seed: u32,
}

/// What a solve left. Serialises to a line of the results file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// What was solved.
    #[serde(flatten)]
    pub job: Job,
    /// Who solved it.
    pub backend: String,
    /// Score of the producer's board.
    pub producer_score: usize,
    /// Freed cells of the producer's board with two incoming breaks.
    pub producer_double_breaks: usize,
    /// The best score found.
    pub exact_score: Option<usize>,
    /// No refill scores more; `None` where there is no refill at all.
    pub bound: Option<usize>,
    /// Exact score minus producer score.
    pub delta: Option<i64>,
    /// `optimal`, `feasible`, `infeasible` or `unknown`.
    pub status: String,
    /// What it says of the board.
    pub verdict: String,
    /// Whether the viewer link decodes to a legal board that the referee scores as claimed, with the same
    /// frozen part; an infeasible tail has no board and counts as not verified.
    pub verified: bool,
    /// Seams between freed and frozen cells.
    pub boundary_seams: usize,
    /// The most of them that match in any assignment of pieces to cells (Hungarian method, cap not asked).
    pub boundary_hungarian: usize,
    /// How many match on the best board found.
    pub boundary_exact: Option<usize>,
    /// Score of the board the Hungarian method makes.
    pub hungarian_score: usize,
    /// Nodes of the back end.
    pub nodes: u64,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Viewer link of the best board.
    pub url: Option<String>,
}

impl Record {
    /// Whether nothing is left to find out.
    pub fn is_proven(&self) -> bool {
        matches!(self.status.as_str(), "optimal" | "infeasible")
    }

    /// Whether it says at least as much as another record of the same job: proven, then the better score, then the
    /// lower bound.
    pub fn says_as_much_as(&self, other: &Record) -> bool {
        let worth = |r: &Record| (r.is_proven(), r.exact_score, std::cmp::Reverse(r.bound));
        worth(self) >= worth(other)
    }
}

/// Does one solve: `Ok(None)` if the producer fails on this seed.
///
/// # Errors
/// The back end's or the check's, or if the rows do not fit the board.
pub fn solve(puzzle: &Puzzle, job: Job, backend: &dyn Backend, limits: &Limits) -> Result<Option<Record>, TailError> {
    let Some(board) = produce(puzzle, job.seed) else { return Ok(None) };
    let cells = Region::Rows(job.rows).cells(puzzle, &board, &[])?;
    let options = TailOptions { cap: Some(job.cap), ..TailOptions::default() };
    let problem = TailProblem::new(puzzle, &board, &cells, &options)?;
    let Assessment { result, given_score, delta, verdict, .. } = assess(&problem, backend, limits)?;
    let url = result.board.as_ref().and_then(|board| bucas_url(puzzle, board, LetterOrder::Default).ok());
    let verified = match (&url, result.score) {
        (Some(url), Some(score)) => is_verified(&problem, url, score),
        _ => false,
    };
    let boundary = frozen_boundary(&problem.with_cap(None)?);
    let boundary = boundary.map(|(matched, filling)| (matched, puzzle.score(&problem.refilled(&filling)).matched));
    let (boundary_hungarian, hungarian_score) = boundary.unwrap_or((0, 0));
    Ok(Some(Record {
        job,
        backend: backend.name().to_owned(),
        producer_score: given_score,
        producer_double_breaks: double_breaks(&problem),
        exact_score: result.score,
        bound: (verdict != Verdict::Infeasible && verdict != Verdict::LoadBearing).then_some(result.bound),
        delta,
        status: result.status.name().to_owned(),
        verdict: verdict.name().to_owned(),
        verified,
        boundary_seams: problem.slots().iter().flat_map(|s| s.meets).filter(|m| matches!(m, Meets::Frozen(_))).count(),
        boundary_hungarian,
        boundary_exact: result.board.as_ref().map(|board| boundary_matches(&problem, board)),
        hungarian_score,
        nodes: result.nodes,
        seconds: result.seconds,
        url,
    }))
}

/// Decodes a viewer link and has the referee count again.
fn is_verified(problem: &TailProblem, url: &str, score: usize) -> bool {
    let puzzle = problem.puzzle();
    let Ok(read) = read_board(url.as_bytes(), "the link", Some(puzzle)) else { return false };
    let Some(board) = read.board else { return false };
    let is_counted = referee(puzzle, &board).is_ok_and(|v| v.score == score && v.legal && v.filled == v.cells);
    let (frozen, decoded) = (EdgeGrid::from_board(puzzle, problem.frozen()), EdgeGrid::from_board(puzzle, &board));
    is_counted && frozen.cells.iter().zip(&decoded.cells).all(|(frozen, decoded)| frozen.is_none() || frozen == decoded)
}

/// Matched seams between freed and frozen cells of `board`.
fn boundary_matches(problem: &TailProblem, board: &Board) -> usize {
    let puzzle = problem.puzzle();
    let at = |slot: &crate::problem::Slot| {
        let sides = board.get(slot.cell).map(|p| puzzle.sides(p));
        let matches = |side: usize, colour| sides.is_some_and(|sides| puzzle.seam_matches(sides[side], colour));
        (0..4).filter(|&side| matches!(slot.meets[side], Meets::Frozen(colour) if matches(side, colour))).count()
    };
    problem.slots().iter().map(at).sum()
}

/// Freed cells of the given board with two incoming breaks or more.
fn double_breaks(problem: &TailProblem) -> usize {
    problem.incoming_breaks(problem.given()).into_iter().filter(|&breaks| breaks >= 2).count()
}

/// A configuration's records summed up.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Records.
    pub n: usize,
    /// Proven optimal.
    pub n_optimal: usize,
    /// Boards whose link decodes to what was claimed.
    pub n_verified: usize,
    /// Tails without a refill.
    pub n_infeasible: usize,
    /// Of those: with a refill under cap 2.
    pub n_load_bearing: usize,
    /// Better refill found.
    pub n_limited: usize,
    /// Nothing better, proven.
    pub n_tight: usize,
    /// Worse, the producer's own board outside the cap.
    pub n_outside: usize,
    /// Producer boards with a double break in the freed cells.
    pub n_producer_outside: usize,
    /// Least, median, mean and greatest delta; `None` without any.
    pub delta: Option<Spread>,
    /// Median wall time in seconds.
    pub seconds_median: f64,
    /// Greatest wall time in seconds.
    pub seconds_max: f64,
}

/// Numbers in short.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// The least.
    pub min: f64,
    /// The middle one, or the mean of the two in the middle.
    pub median: f64,
    /// The mean.
    pub mean: f64,
    /// The greatest.
    pub max: f64,
}

impl Spread {
    fn of(mut values: Vec<f64>) -> Option<Spread> {
        values.sort_by(f64::total_cmp);
        let (&min, &max) = (values.first()?, values.last()?);
        let n = values.len();
        let median = (values[(n - 1) / 2] + values[n / 2]) / 2.0;
        Some(Spread { min, median, mean: values.iter().sum::<f64>() / n as f64, max })
    }
}

impl Summary {
    /// Sums up records, usually those of one configuration.
    pub fn of(records: &[&Record]) -> Summary {
        let count = |is: &dyn Fn(&Record) -> bool| records.iter().filter(|r| is(r)).count();
        let verdict = |name: Verdict| count(&|r| r.verdict == name.name());
        let seconds = Spread::of(records.iter().map(|r| r.seconds).collect());
        Summary {
            n: records.len(),
            n_optimal: count(&|r| r.status == "optimal"),
            n_verified: count(&|r| r.verified),
            n_infeasible: count(&|r| r.status == "infeasible"),
            n_load_bearing: verdict(Verdict::LoadBearing),
            n_limited: verdict(Verdict::Limited),
            n_tight: verdict(Verdict::Tight),
            n_outside: verdict(Verdict::OutsideTheCap),
            n_producer_outside: count(&|r| r.producer_double_breaks > 0),
            delta: Spread::of(records.iter().filter_map(|r| r.delta).map(|d| d as f64).collect()),
            seconds_median: seconds.map_or(0.0, |s| s.median),
            seconds_max: seconds.map_or(0.0, |s| s.max),
        }
    }
}
