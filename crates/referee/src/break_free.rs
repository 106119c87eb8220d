//! The largest set of placed pieces with no break between any two of them.
//!
//! Take the filled cells as vertices and the breaks as edges: the set sought is a maximum
//! independent set, whose complement is a minimum vertex cover (the fewest pieces to lift off so
//! that no break is left). Both are hard in general graphs, but breaks join neighbouring cells only,
//! and a grid is bipartite: colour its cells like a chessboard. In a bipartite graph the minimum
//! vertex cover is as large as the maximum matching (König 1931; the complement step is Gallai
//! 1959), so the set has `filled − matching` members. A 470 board with 10 breaks of which no more
//! than 9 can be paired off without sharing a cell counts as 247 of 256.
//!
//! The matching grows by augmenting paths (Berge 1957, Kuhn 1955): while some unmatched cell reaches
//! another along breaks alternately outside and inside the matching, swapping the path gains one.
//! One search a cell, at most 200 cells of one chessboard colour, at most 760 breaks: no need for
//! the shortest-path phases of Hopcroft and Karp.
//!
//! # References
//! - D. König, "Gráfok és mátrixok", Matematikai és Fizikai Lapok 38 (1931).
//! - T. Gallai, "Über extreme Punkt- und Kantenmengen", Ann. Univ. Sci. Budapest. 2 (1959).
//! - H. W. Kuhn, "The Hungarian method for the assignment problem", Nav. Res. Logist. Q. 2 (1955).
//! - C. Berge, "Two theorems in graph theory", Proc. Natl. Acad. Sci. 43 (1957).

use crate::grid::Grid;
use crate::place::{Place, Side};
use crate::seams::Break;

/// Size of the largest break-free set of the filled cells of `grid`, whose breaks are `breaks`.
pub(crate) fn break_free(grid: &Grid, breaks: &[Break]) -> usize {
    let number = |place: Place| place.row * grid.width + place.col;
    let mut white: Vec<Vec<usize>> = vec![Vec::new(); grid.cells.len()];
    for Break { place, side, .. } in breaks {
        let here = number(*place);
        let there = if *side == Side::Right { here + 1 } else { here + grid.width };
        let is_white = (place.row + place.col).is_multiple_of(2);
        let (one, other) = if is_white { (here, there) } else { (there, here) };
        white[one].push(other);
    }
    grid.filled().count() - maximum_matching(&white)
}

/// Size of a maximum matching. `white[v]` lists the black neighbours of white vertex `v`; black
/// vertices have empty lists.
fn maximum_matching(white: &[Vec<usize>]) -> usize {
    let mut partner = vec![None; white.len()];
    let mut size = 0;
    for vertex in 0..white.len() {
        let mut seen = vec![false; white.len()];
        if augment(white, vertex, &mut partner, &mut seen) {
            size += 1;
        }
    }
    size
}

/// Finds `vertex` (white) a black partner, moving others to new partners where that is needed;
/// `seen` marks the black vertices already tried in this search.
fn augment(white: &[Vec<usize>], vertex: usize, partner: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for &black in &white[vertex] {
        if std::mem::replace(&mut seen[black], true) {
            continue;
        }
        if partner[black].is_none_or(|rival| augment(white, rival, partner, seen)) {
            partner[black] = Some(vertex);
            return true;
        }
    }
    false
}
