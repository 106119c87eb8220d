//! The rim rule: legality, never part of the score.

use std::fmt;

use serde::Serialize;

use crate::facts::RimRule;
use crate::grid::Grid;
use crate::place::{Place, Side, colour};

/// A side on the rim that is not grey (not 0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RimViolation {
    /// The cell.
    #[serde(flatten)]
    pub place: Place,
    /// Its side on the rim.
    pub side: Side,
    /// The colour there.
    pub colour: u8,
}

impl fmt::Display for RimViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rim: {}, {}: {} on the rim, expected a", self.place, self.side, colour(self.colour))
    }
}

/// Every rim side of a filled cell that is not 0, by cell and then side order.
pub(crate) fn rim_violations(grid: &Grid, rim: RimRule) -> Vec<RimViolation> {
    if rim == RimRule::Free {
        return Vec::new();
    }
    let mut violations = Vec::new();
    for (place, sides) in grid.filled() {
        for (side, colour) in Side::ALL.into_iter().zip(sides) {
            let on_rim = match side {
                Side::Up => place.row == 0,
                Side::Right => place.col + 1 == grid.width,
                Side::Down => place.row + 1 == grid.height,
                Side::Left => place.col == 0,
            };
            if on_rim && colour != 0 {
                violations.push(RimViolation { place, side, colour });
            }
        }
    }
    violations
}
