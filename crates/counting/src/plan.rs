//! How to count: the whole board in two halves, or the frame and the inside apart, and where to cut.

use std::collections::BTreeMap;

use edgewise_puzzle::{Puzzle, Rim, Rng};
use edgewise_search::Order;

use crate::part::Cut;
use crate::probe::profile;
use crate::steps::steps;
use crate::task::{Meets, Task, seam};

/// A cut and what it is thought to cost.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Planned {
    pub(crate) cut: Cut,
    /// In placements of a piece. Pairs that show a wanted word are not in it: how many there are is hard to tell.
    pub(crate) work: f64,
}

/// The words that one part wants the other to show.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Words {
    /// How many there are.
    pub(crate) count: f64,
    /// The effective number of colours at each seam.
    pub(crate) colours: BTreeMap<usize, f64>,
}

/// What keeping or looking up a state costs beside placing a piece.
const STATE: f64 = 6.0;
/// What handing on a pair costs.
pub(crate) const PAIR: f64 = 4.0;
/// Bytes of a state kept, about.
const STATE_BYTES: f64 = 64.0;

/// The cells, row by row along the shorter side of the board.
fn by_rows(task: &Task, mut cells: Vec<usize>) -> Vec<usize> {
    let size = task.size;
    if size.width() > size.height() {
        cells.sort_by_key(|&cell| (size.col(cell), size.row(cell)));
    }
    cells
}

/// The board in two halves.
pub(crate) fn halves(task: &Task, memory: usize) -> Planned {
    best_cut(task, by_rows(task, task.cells.clone()), memory, None)
}

/// The ring of a framed board in two halves, if there is a free cell in it and one inside.
pub(crate) fn ring(puzzle: &Puzzle, task: &Task, memory: usize) -> Option<Planned> {
    let size = task.size;
    if puzzle.rim() != Rim::Grey || size.width() < 3 || size.height() < 3 {
        return None;
    }
    let spiral = Order::named("spiral-in", size, &[]).map(|order| order.cells).unwrap_or_default();
    let is_free = |cell: &usize| task.cells.binary_search(cell).is_ok();
    let ring: Vec<usize> = spiral.into_iter().filter(|cell| size.is_border(*cell) && is_free(cell)).collect();
    (!ring.is_empty() && ring.len() < task.cells.len()).then(|| best_cut(task, ring, memory, None))
}

/// The inside of a framed board in two halves, shown only what `words` has.
pub(crate) fn inside(task: &Task, memory: usize, words: Option<&Words>) -> Planned {
    let inside = task.cells.iter().copied().filter(|&cell| !task.size.is_border(cell)).collect();
    best_cut(task, by_rows(task, inside), memory, words)
}

/// The estimated states of a walk over `cells`, by steps placed: of those that a free walk would have, merged nowhere,
/// the ones that show a wanted word.
fn states(task: &Task, cells: &[usize], words: Option<&Words>, rng: &mut Rng) -> Vec<f64> {
    let walk = steps(task, cells);
    let mut states = profile(task, &walk, rng);
    let Some(words) = words else { return states };
    let mut possible = 1.0;
    for (at, step) in walk.iter().enumerate() {
        let seams = step.takes.iter().map(|&(side, _)| side);
        let seams = seams.filter(|&side| matches!(task.meets(step.cell, side), Meets::Free(_)));
        let colours = seams.filter_map(|side| words.colours.get(&seam(task.size, step.cell, side)));
        possible *= colours.product::<f64>();
        states[at + 1] *= (words.count / possible).min(1.0);
    }
    states
}

/// The cut of a walk over `cells` that looks cheapest.
fn best_cut(task: &Task, cells: Vec<usize>, memory: usize, words: Option<&Words>) -> Planned {
    let mut rng = Rng::new(1);
    let n = cells.len();
    let (sets, colours) = (used_sets(task, &cells), effective_colours(task, &cells));
    let forward = states(task, &cells, words, &mut rng);
    let back: Vec<usize> = cells.iter().rev().copied().collect();
    let backward = states(task, &back, words, &mut rng);
    let sums = |curve: &[f64]| {
        curve
            .iter()
            .scan(0.0, |sum, &v| {
                *sum += v;
                Some(*sum)
            })
            .collect::<Vec<f64>>()
    };
    let (nodes_forward, nodes_backward) = (sums(&forward), sums(&backward));
    let mut best = Planned { cut: Cut { kept: cells.clone(), asking: Vec::new() }, work: f64::INFINITY };
    for first in 0..=n {
        let (a, b) = (forward[first], backward[n - first]);
        let meetings = sets[first].max(1.0) * colours.powi(interface(task, &cells, first) as i32);
        let pairs = if words.is_some() { 0.0 } else { a * b / meetings };
        let passes = (a.min(b) * STATE_BYTES / memory.max(1) as f64).max(1.0).ceil();
        let (from_start, from_end) = (nodes_forward[first] + STATE * a, nodes_backward[n - first] + STATE * b);
        let (keeping, asking) = if a <= b { (from_start, from_end) } else { (from_end, from_start) };
        let work = keeping + passes * asking + PAIR * pairs;
        if work < best.work {
            let (first, second) = (cells[..first].to_vec(), back[..n - first].to_vec());
            let (kept, asking) = if a <= b { (first, second) } else { (second, first) };
            best = Planned { cut: Cut { kept, asking }, work };
        }
    }
    reorder(task, &mut best.cut.kept, words, &mut rng);
    reorder(task, &mut best.cut.asking, words, &mut rng);
    best
}

/// Walks a half by columns or rows instead, from whichever end, if that looks shorter.
fn reorder(task: &Task, cells: &mut Vec<usize>, words: Option<&Words>, rng: &mut Rng) {
    let size = task.size;
    let mut length = |cells: &[usize]| states(task, cells, words, rng).iter().sum::<f64>();
    let mut best = length(cells);
    let mut columns = cells.clone();
    columns.sort_by_key(|&cell| (size.col(cell), size.row(cell)));
    let mut rows = cells.clone();
    rows.sort_unstable();
    for mut other in [columns, rows] {
        for _ in 0..2 {
            let sum = length(&other);
            if sum < 0.9 * best {
                (best, *cells) = (sum, other.clone());
            }
            other.reverse();
        }
    }
}

/// Seams between the first `first` cells and the rest.
fn interface(task: &Task, cells: &[usize], first: usize) -> usize {
    let later = &cells[first..];
    let sides = cells[..first].iter().flat_map(|&cell| (0..4).map(move |side| task.meets(cell, side)));
    sides.filter(|meets| matches!(meets, Meets::Free(other) if later.contains(other))).count()
}

/// Ways to choose so many pieces, by their number, where pieces that look alike are one.
fn used_sets(task: &Task, cells: &[usize]) -> Vec<f64> {
    let mut is_here = vec![false; task.left.len()];
    cells.iter().flat_map(|&cell| task.candidates(cell)).for_each(|c| is_here[c.kind] = true);
    let mut ways = vec![0.0; cells.len() + 1];
    ways[0] = 1.0;
    for (&left, _) in task.left.iter().zip(is_here).filter(|k| k.1) {
        for n in (1..ways.len()).rev() {
            ways[n] += (1..=usize::from(left).min(n)).map(|used| ways[n - used]).sum::<f64>();
        }
    }
    ways
}

/// The number of equally frequent colours that would meet by chance as often as those of the candidates.
fn effective_colours(task: &Task, cells: &[usize]) -> f64 {
    let mut seen = vec![0.0; task.colours];
    for &cell in cells {
        let free = (0..4).filter(|&side| matches!(task.meets(cell, side), Meets::Free(_)));
        for side in free {
            task.candidates(cell).iter().for_each(|c| seen[usize::from(c.sides[side])] += 1.0);
        }
    }
    let all: f64 = seen.iter().sum();
    let squares: f64 = seen.iter().map(|n| n * n).sum();
    if squares > 0.0 { all * all / squares } else { 1.0 }
}
