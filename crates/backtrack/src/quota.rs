//! The quota: the least number of sides of the chosen colours that must lie by each position.

/// Why a quota text cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuotaError(pub String);

/// What a quota text may be, for messages.
pub const EXPECTED: &str = "none, blackwood, points like 16:0,26:28,160:119, or one number per position";

/// A quota curve: entry `i` must be reached once position `i` (0-based, clue cells counted) is
/// filled; 0 asks nothing. Positions beyond the end ask nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Quota(Vec<u16>);

impl Quota {
    /// Reads a curve: `none`, `blackwood`, straight pieces between `position:value` points (nothing
    /// asked before the first or after the last), or a plain list of numbers.
    pub fn parse(text: &str) -> Result<Quota, QuotaError> {
        match text.trim() {
            "none" | "" => Ok(Quota::default()),
            "blackwood" => Ok(Quota::blackwood()),
            points if points.contains(':') => Quota::from_points(points),
            numbers => {
                let number = |w: &str| w.trim().parse::<u16>().map_err(|_| QuotaError(w.trim().to_owned()));
                numbers.split(',').map(number).collect::<Result<_, _>>().map(Quota)
            }
        }
    }

    fn from_points(text: &str) -> Result<Quota, QuotaError> {
        let mut points: Vec<(usize, usize)> = Vec::new();
        for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            let bad = || QuotaError(word.to_owned());
            let (position, value) = word.split_once(':').ok_or_else(bad)?;
            let position: usize = position.trim().parse().map_err(|_| bad())?;
            let value: u16 = value.trim().parse().map_err(|_| bad())?;
            let rising = points.last().is_none_or(|p| p.0 < position);
            if !rising || position >= edgewise_puzzle::MAX_CELLS {
                return Err(bad());
            }
            points.push((position, value.into()));
        }
        let mut curve = vec![0u16; points.last().map_or(0, |p| p.0 + 1)];
        for pair in points.windows(2) {
            let ((from, low), (to, high)) = (pair[0], pair[1]);
            for (i, entry) in curve.iter_mut().enumerate().take(to + 1).skip(from) {
                let part = (i - from) as i64 * (high as i64 - low as i64) / (to - from) as i64;
                *entry = (low as i64 + part) as u16;
            }
        }
        if let [(at, value)] = points[..] {
            curve[at] = value as u16;
        }
        Ok(Quota(curve))
    }

    /// Blackwood's hand-made curve, in the arithmetic of his program (single precision, the last
    /// piece double, truncated): free to 16, steep through the twenties, flat to 160, then nothing.
    pub fn blackwood() -> Quota {
        let at = |i: usize| {
            let x = i as f32;
            match i {
                0..=16 => 0,
                17..=26 => ((x - 16.0) * 2.8) as u16,
                27..=56 => ((x - 26.0) * 1.43333 + 28.0) as u16,
                57..=76 => ((x - 56.0) * 0.9 + 71.0) as u16,
                77..=102 => ((x - 76.0) * 0.6538 + 89.0) as u16,
                _ => (f64::from(x - 102.0) / 4.4615 + 106.0) as u16,
            }
        };
        Quota((0..=160).map(at).collect())
    }

    /// The curve moved by `offset`, never below 0; where it asks nothing it goes on asking nothing.
    pub fn shifted(&self, offset: i64) -> Quota {
        let moved = |q: u16| (i64::from(q) + offset).clamp(0, i64::from(u16::MAX)) as u16;
        Quota(self.0.iter().map(|&q| if q == 0 { 0 } else { moved(q) }).collect())
    }

    /// The first entry that no search of `length` cells can meet: more than `most` a cell, or a
    /// position that does not exist and asks for something. Blackwood's own curve is cut to the order
    /// instead.
    pub fn impossible(&self, length: usize, most: u16) -> Option<(usize, u16)> {
        let own = *self == Quota::blackwood();
        let beyond = |i: usize, q: u16| i >= length && q > 0 && !own;
        self.0.iter().copied().enumerate().find(|&(i, q)| usize::from(q) > usize::from(most) * (i + 1) || beyond(i, q))
    }

    /// What must lie once position `i` is filled.
    pub fn at(&self, i: usize) -> u16 {
        self.0.get(i).copied().unwrap_or(0)
    }
}

/// Most sides by position: the opposite of a quota. Positions before the first point, or beyond the
/// last, are free.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ceiling {
    free_before: usize,
    curve: Quota,
}

impl Ceiling {
    /// Reads a ceiling as [`Quota::parse`] reads a quota.
    pub fn parse(text: &str) -> Result<Ceiling, QuotaError> {
        let curve = Quota::parse(text)?;
        let first =
            text.split(',').find_map(|point| point.split_once(':')).and_then(|point| point.0.trim().parse().ok());
        Ok(Ceiling { free_before: first.unwrap_or(0), curve })
    }

    /// Whether every position is free.
    pub fn is_none(&self) -> bool {
        self.curve == Quota::default()
    }

    /// Whether it says something of positions that an order of `length` cells has not.
    pub fn goes_beyond(&self, length: usize) -> bool {
        self.curve.0.len() > length
    }

    /// The most once position `i` is filled, if it is not free.
    pub fn at(&self, i: usize) -> Option<u16> {
        self.curve.0.get(i).copied().filter(|_| i >= self.free_before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blackwoods_curve_has_the_published_values() {
        let quota = Quota::blackwood();
        let at = [0, 16, 17, 26, 27, 56, 76, 102, 130, 160, 161, 255].map(|i| quota.at(i));
        assert_eq!(at, [0, 0, 2, 28, 29, 70, 89, 105, 112, 119, 0, 0]);
        assert!((1..=160).all(|i| quota.at(i) >= quota.at(i - 1)), "it only rises");
    }

    #[test]
    fn ceilings_are_free_outside_their_points() {
        let ceiling = Ceiling::parse("2:3, 4:5").unwrap();
        assert_eq!(
            (0..7).map(|i| ceiling.at(i)).collect::<Vec<_>>(),
            [None, None, Some(3), Some(4), Some(5), None, None]
        );
        let list = Ceiling::parse("0,1").unwrap();
        assert_eq!([list.at(0), list.at(1), list.at(2)], [Some(0), Some(1), None]);
        assert!(Ceiling::parse("none").unwrap().is_none() && !list.is_none());
        assert_eq!(Ceiling::parse(",2:3, 4:5"), Ok(ceiling.clone()));
        assert!(ceiling.goes_beyond(4) && !ceiling.goes_beyond(5));
        assert!(Ceiling::parse("1:x").is_err());
    }

    #[test]
    fn curves_from_text() {
        assert_eq!(Quota::parse("none").unwrap(), Quota::default());
        let points = Quota::parse("2:0, 6:8, 8:9").unwrap();
        assert_eq!((0..10).map(|i| points.at(i)).collect::<Vec<_>>(), [0, 0, 0, 2, 4, 6, 8, 8, 9, 0]);
        assert_eq!(Quota::parse("0,1,5").unwrap().at(2), 5);
        assert_eq!(points.shifted(-5).at(8), 4);
        assert_eq!(points.shifted(-5).at(3), 0);
        assert_eq!([2, 3, 8, 9].map(|i| points.shifted(2).at(i)), [0, 4, 11, 0], "free positions stay free");
        for bad in ["x", "1:2,1:3", "5:1,4:2", "1:x", "900:1"] {
            assert!(Quota::parse(bad).is_err(), "{bad}");
        }
    }
}
