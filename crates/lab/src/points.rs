//! Scores in fixed point.

use std::iter::Sum;
use std::ops::{Add, Mul, Sub};

use serde::{Deserialize, Serialize};

/// Binary places after the point.
const PLACES: u32 = 20;

/// A score: a whole number of 2⁻²⁰ points, so that sums do not depend on their order and equal scores are
/// equal. In JSON a number of points, exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Points(i64);

/// The number is none, or too large for [`Points`].
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[error("{0}: expected a number of points between -2^32 and 2^32")]
pub struct NoPoints(f64);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);
    /// One point.
    pub const ONE: Points = Points(1 << PLACES);

    /// The nearest number of points, unless `value` is beyond ±2³² or no number.
    pub fn new(value: f64) -> Result<Points, NoPoints> {
        let good = value.abs() <= (1u64 << 32) as f64;
        if good { Ok(Points((value * Points::ONE.0 as f64).round() as i64)) } else { Err(NoPoints(value)) }
    }

    /// `over` / `under` points, to the nearest; `under` is above 0.
    pub const fn ratio(over: u32, under: u32) -> Points {
        Points((((over as i64) << (PLACES + 1)) / under as i64 + 1) >> 1)
    }

    /// The part of a point that 20 random bits say: from 0 to just below 1.
    pub(crate) fn fraction(bits: u64) -> Points {
        Points((bits >> (64 - PLACES)) as i64)
    }

    /// The number of points.
    pub fn value(self) -> f64 {
        self.0 as f64 / Points::ONE.0 as f64
    }

    /// This many points times a share.
    pub(crate) fn share(self, share: Points) -> Points {
        Points(((i128::from(self.0) * i128::from(share.0)) >> PLACES) as i64)
    }

    /// The value down to the next of `levels` steps a point; as it is for 0 levels.
    pub(crate) fn down_to(self, levels: u32) -> Points {
        if levels == 0 {
            return self;
        }
        let levels = i64::from(levels);
        // The same step everywhere, so that equal sums of steps are equal numbers.
        Points((self.0 * levels).div_euclid(Points::ONE.0) * (Points::ONE.0 / levels))
    }
}

impl TryFrom<f64> for Points {
    type Error = NoPoints;

    fn try_from(value: f64) -> Result<Points, NoPoints> {
        Points::new(value)
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> f64 {
        points.value()
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl Mul<u32> for Points {
    type Output = Points;

    fn mul(self, times: u32) -> Points {
        Points(self.0 * i64::from(times))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_steps_add_up() {
        for value in [0.0, 1.0, -2.5, 0.125, 1e9, 1.0 / 3.0] {
            let points = Points::new(value).unwrap();
            assert!((points.value() - value).abs() <= 0.5f64.powi(21));
            let text = serde_json::to_string(&points).unwrap();
            assert_eq!(serde_json::from_str::<Points>(&text).unwrap(), points);
        }
        assert!(Points::new(f64::NAN).is_err() && Points::new(1e10).is_err());
        assert_eq!(Points::ratio(1, 50), Points::new(0.02).unwrap());
        assert_eq!(Points::ratio(7, 4).value(), 1.75);
        let third = Points::new(0.4).unwrap().down_to(3);
        let two_thirds = Points::new(0.9).unwrap().down_to(3);
        assert_eq!(third + third, two_thirds, "steps of a third");
        assert_eq!(Points::new(0.4).unwrap().down_to(0), Points::new(0.4).unwrap());
        assert_eq!(Points::fraction(u64::MAX).down_to(8), Points::new(0.875).unwrap());
    }
}
