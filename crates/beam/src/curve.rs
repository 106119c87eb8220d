//! Numbers that change with depth: weights along straight lines between points, widths in steps.

use crate::fixed::millionths;

/// What [`Curve::parse`] takes, for messages.
pub(crate) const WEIGHT: &str =
    "a weight of 0 to 1000 such as 0.4, or weights by depth such as 0:0.4,210:0.4,211:0 in rising order";
/// What [`Widths::parse`] takes, for messages.
pub(crate) const WIDTHS: &str =
    "none, or widths by depth such as 160:24576 or 160:3x in rising order, each at least 1 and at most 134217728";

/// The widest beam.
pub(crate) const WIDEST: usize = 1 << 27;
/// The deepest depth a point may name.
const DEEPEST: usize = 10_000;

/// A weight by depth, in millionths: straight between its points, level before the first and after
/// the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Curve(Vec<(usize, i64)>);

impl Curve {
    /// Reads a curve.
    pub(crate) fn parse(text: &str) -> Option<Curve> {
        if let Some(level) = millionths(text) {
            return Some(Curve(vec![(0, level)]));
        }
        points(text, millionths).map(Curve)
    }

    /// The weight at `depth`.
    pub(crate) fn at(&self, depth: usize) -> i64 {
        let next = self.0.partition_point(|p| p.0 < depth);
        match (next.checked_sub(1).map(|i| self.0[i]), self.0.get(next)) {
            (Some((from, a)), Some(&(to, b))) => a + (b - a) * (depth - from) as i64 / (to - from) as i64,
            (None, Some(&(_, level))) | (Some((_, level)), None) => level,
            (None, None) => 0,
        }
    }

    /// Whether the weight is 0 nowhere.
    pub(crate) fn is_positive(&self) -> bool {
        self.0.iter().all(|p| p.1 > 0)
    }

    /// The curve, if no weight is above `most` millionths.
    pub(crate) fn at_most(self, most: i64) -> Option<Curve> {
        self.0.iter().all(|p| p.1 <= most).then_some(self)
    }

    /// Whether the weight is 0 everywhere.
    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(|p| p.1 == 0)
    }
}

/// The width from a depth on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Width {
    /// So many states.
    States(usize),
    /// So many thousandths of the base width.
    Thousandths(usize),
}

/// Widths by depth, in steps; before the first point the base width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Widths {
    base: usize,
    points: Vec<(usize, Width)>,
}

impl Widths {
    /// Reads a schedule over the width `base`.
    pub(crate) fn parse(base: usize, text: &str) -> Option<Widths> {
        let points = if text == "none" { Vec::new() } else { points(text, width)? };
        let widths = Widths { base, points };
        let fits = |w: usize| (1..=WIDEST).contains(&w);
        widths.points.iter().all(|p| fits(widths.of(p.1))).then_some(widths)
    }

    /// The schedule over another width. Factors of it stay within what a beam can hold.
    pub(crate) fn over(&self, base: usize) -> Widths {
        Widths { base, points: self.points.clone() }
    }

    /// The width before the first point.
    pub(crate) fn base(&self) -> usize {
        self.base
    }

    fn of(&self, width: Width) -> usize {
        match width {
            Width::States(states) => states,
            Width::Thousandths(n) => self.base.saturating_mul(n) / 1000,
        }
    }

    /// The greatest width at any depth.
    pub(crate) fn widest(&self) -> usize {
        self.points.iter().map(|p| self.at(p.0)).fold(self.base, usize::max)
    }

    /// The width at `depth`.
    pub(crate) fn at(&self, depth: usize) -> usize {
        let next = self.points.partition_point(|p| p.0 <= depth);
        next.checked_sub(1).map_or(self.base, |i| self.of(self.points[i].1).clamp(1, WIDEST))
    }
}

/// A width: `24576`, `24k`, or a factor such as `3x`.
fn width(text: &str) -> Option<Width> {
    if let Some(factor) = text.strip_suffix('x') {
        return millionths(factor).map(|n| Width::Thousandths((n / 1000) as usize));
    }
    let (digits, scale) = match text.strip_suffix(['k', 'M']) {
        Some(digits) => (digits, if text.ends_with('k') { 1000 } else { 1_000_000 }),
        None => (text, 1),
    };
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse::<usize>().ok().filter(|_| plain)?.checked_mul(scale).map(Width::States)
}

/// `depth:value` pairs separated by commas, depths rising.
fn points<T>(text: &str, value: impl Fn(&str) -> Option<T>) -> Option<Vec<(usize, T)>> {
    let mut points: Vec<(usize, T)> = Vec::new();
    for pair in text.split(',') {
        let (depth, rest) = pair.trim().split_once(':')?;
        let plain = !depth.is_empty() && depth.bytes().all(|b| b.is_ascii_digit());
        let depth = depth.parse().ok().filter(|&d| plain && d <= DEEPEST)?;
        if points.last().is_some_and(|last| last.0 >= depth) {
            return None;
        }
        points.push((depth, value(rest)?));
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_run_straight_between_points() {
        let curve = Curve::parse("10:0.4,20:0.6,21:0").unwrap();
        let at = [0, 10, 15, 20, 21, 300].map(|d| curve.at(d));
        assert_eq!(at, [400_000, 400_000, 500_000, 600_000, 0, 0]);
        assert_eq!(Curve::parse("0.25").unwrap().at(77), 250_000);
        assert!(Curve::parse("0").unwrap().is_zero() && Curve::parse("0:0,5:0").unwrap().is_zero());
        assert!(!curve.is_zero() && !curve.is_positive() && Curve::parse("0.1").unwrap().is_positive());
        for bad in ["", "x", "1:", ":1", "5:1,5:2", "5:1,4:2", "1:2:3", "1001", "+1:2", "1:-2", "99999:1"] {
            assert_eq!(Curve::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn widths_go_in_steps() {
        let widths = Widths::parse(8192, "160:3x, 200:1k,210:0.5x").unwrap();
        assert_eq!([0, 159, 160, 199, 200, 256].map(|d| widths.at(d)), [8192, 8192, 24576, 24576, 1000, 4096]);
        assert_eq!(Widths::parse(5, "none").unwrap().at(9), 5);
        for bad in ["", "160", "160:0", "3:0.1x", "1:200M", "1:x", "1:2k3", "9:1,8:1", "1:99999999999999999999"] {
            assert_eq!(Widths::parse(5, bad), None, "{bad}");
        }
    }
}
