//! The cheap call for other engines: the best refill of an order's last cells within so many breaks.

use edgewise_puzzle::{Board, Puzzle};
use edgewise_search::fill::Filler;

use crate::backend::{Limits, Status, TailResult};
use crate::error::TailError;
use crate::own::Own;
use crate::problem::{Pool, TailOptions, TailProblem};

/// How many of an order's last cells are refilled to close a board, one after the other: where a full board
/// is closed, what stands there was mostly placed one by one.
const CLOSING: [usize; 2] = [16, 20];

/// The numbers of last cells that are refilled to close a board of `cells` cells.
pub fn closing(cells: usize) -> Vec<usize> {
    let mut lasts = CLOSING.map(|last| last.min(cells)).to_vec();
    lasts.dedup();
    lasts
}

/// What a refill of the last cells came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Refilled {
    /// The board with the best refill found that keeps to the breaks asked for; holes elsewhere stay.
    pub board: Option<Board>,
    /// The board without the cells that were refilled.
    pub frozen: Board,
    /// Its breaks, the frozen part's included; 0 without a board.
    pub breaks: usize,
    /// Whether it is proven that there is none better (without a board: none within the breaks).
    pub proven: bool,
    /// Nodes spent.
    pub nodes: u64,
}

/// The best refill of the last `last` cells of `order`, empty or not, with at most `within` breaks on the
/// whole board and after at most `nodes` nodes. Pieces: all that lie on no other cell. Clue cells stay. A bound
/// on breaks (supply, demand, parity) turns most hopeless boards away at once; a call then costs microseconds.
/// Deterministic.
///
/// # Errors
/// If the order is too short, more than 64 pieces are left, or the board is not legal outside the cells.
pub fn best_refill(
    puzzle: &Puzzle,
    board: &Board,
    order: &[usize],
    last: usize,
    within: usize,
    nodes: u64,
) -> Result<Refilled, TailError> {
    let cells = crate::region::Region::Last(last).cells(puzzle, board, order)?;
    let options = TailOptions { pool: Pool::Unplaced, ..TailOptions::default() };
    let problem = TailProblem::new(puzzle, board, &cells, &options)?;
    let frozen = puzzle.score(problem.frozen()).breaks;
    // The filler's bound speaks of full boards: only where no other hole stays open.
    let is_full = problem.pool().len() == cells.len();
    if frozen > within || is_full && Filler::new(puzzle).lower_bound(problem.frozen()) as usize > within {
        let frozen = problem.frozen().clone();
        return Ok(Refilled { board: None, frozen, breaks: 0, proven: true, nodes: 0 });
    }
    let light = Own { beam_width: 0, relaxed_states: 512, rounds: 0, tracked: 0, one_sided: u64::MAX, memory: 1 << 22 };
    let result = light.within(&problem, within - frozen, &Limits::of_nodes(nodes))?;
    let TailResult { status, board, nodes, .. } = result;
    let breaks = board.as_ref().map_or(0, |board| puzzle.score(board).breaks);
    let proven = matches!(status, Status::Optimal | Status::Infeasible);
    Ok(Refilled { board, frozen: problem.frozen().clone(), breaks, proven, nodes })
}
