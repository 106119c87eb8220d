//! Seams: what matches and what breaks.

use std::fmt;

use serde::Serialize;

use crate::facts::RimRule;
use crate::grid::Grid;
use crate::place::{Place, Side, colour};

/// A seam whose two cells are filled and do not match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Break {
    /// The cell on the left or above.
    #[serde(flatten)]
    pub place: Place,
    /// [`Side::Right`] or [`Side::Down`]: where the other cell lies.
    pub side: Side,
    /// The colour on this cell's side of the seam.
    pub here: u8,
    /// The colour on the other cell's side of the seam.
    pub there: u8,
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "break: {}, {}: {} against {}", self.place, self.side, colour(self.here), colour(self.there))
    }
}

/// The seams of a board.
pub(crate) struct Seams {
    /// Matched seams: the score.
    pub(crate) matched: usize,
    /// All seams, empty cells or not: `height · (width − 1)` upright ones and
    /// `width · (height − 1)` level ones.
    pub(crate) total: usize,
    /// By cell, row by row; right before down.
    pub(crate) breaks: Vec<Break>,
}

/// Looks at the seams to the right of and below every filled cell.
pub(crate) fn seams(grid: &Grid, rim: RimRule) -> Seams {
    let total = grid.height * (grid.width - 1) + grid.width * (grid.height - 1);
    let mut seams = Seams { matched: 0, total, breaks: Vec::new() };
    for (place, [_, right, down, _]) in grid.filled() {
        let beside = grid.at(Place { col: place.col + 1, ..place }).map(|[_, _, _, left]| (Side::Right, right, left));
        let below = grid.at(Place { row: place.row + 1, ..place }).map(|[up, _, _, _]| (Side::Down, down, up));
        for (side, here, there) in [beside, below].into_iter().flatten() {
            let grey = rim == RimRule::Grey && here == 0;
            if here == there && !grey {
                seams.matched += 1;
            } else {
                seams.breaks.push(Break { place, side, here, there });
            }
        }
    }
    seams
}
