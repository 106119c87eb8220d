//! The break schedule: how many breaks may lie by each position.

use std::fmt;

use edgewise_puzzle::Rng;

/// What a schedule text may be, for messages.
pub const EXPECTED: &str = "none, spread, or positions in rising order like 201,206,211";

/// Positions (0-based, clue cells counted) at which the budget grows by one; a position may come
/// more than once. Unused allowance carries forward.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schedule(Vec<usize>);

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_empty() {
            true => f.write_str("none"),
            false => f.write_str(&self.0.iter().map(usize::to_string).collect::<Vec<_>>().join(",")),
        }
    }
}

impl Schedule {
    /// Reads a schedule for an order of `length` cells: `none`, `spread` (one break for every 25
    /// cells, evenly between 78 % and 94 % of the order, as the published schedules lie), or a
    /// list. The offending word on failure.
    pub fn parse(text: &str, length: usize) -> Result<Schedule, String> {
        match text.trim() {
            "none" | "" => Ok(Schedule::default()),
            "spread" => {
                let breaks = (length / 25).max(1);
                let (from, to) = (length * 78 / 100, length * 94 / 100);
                Ok(Schedule((0..breaks).map(|i| from + i * (to - from) / breaks).collect()))
            }
            list => {
                let mut positions = Vec::new();
                for word in list.split(',').map(str::trim).filter(|w| !w.is_empty()) {
                    let position = word.parse::<usize>().map_err(|_| word.to_owned())?;
                    if positions.last().is_some_and(|&last| last > position)
                        || position >= length
                        || positions.len() >= 2 * length
                    {
                        return Err(word.to_owned());
                    }
                    positions.push(position);
                }
                Ok(Schedule(positions))
            }
        }
    }

    /// The schedule with these positions, in rising order.
    pub fn of(mut positions: Vec<usize>) -> Schedule {
        positions.sort_unstable();
        Schedule(positions)
    }

    /// The positions.
    pub fn positions(&self) -> &[usize] {
        &self.0
    }

    /// The schedule with every position moved by a random number in `-wobble..=wobble`, kept below
    /// `length` and in rising order.
    pub fn wobbled(&self, wobble: usize, length: usize, rng: &mut Rng) -> Schedule {
        let mut moved = |&p: &usize| (p + rng.index(2 * wobble + 1)).saturating_sub(wobble).min(length - 1);
        let mut positions: Vec<usize> = self.0.iter().map(&mut moved).collect();
        positions.sort_unstable();
        Schedule(positions)
    }

    /// Breaks allowed in all once position `i` is filled.
    pub fn allowed(&self, i: usize) -> u16 {
        self.0.partition_point(|&p| p <= i) as u16
    }

    /// The first position that may break, `usize::MAX` if none.
    pub fn first(&self) -> usize {
        self.0.first().copied().unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_grow_at_the_listed_positions() {
        let schedule = Schedule::parse("3,5,5", 9).unwrap();
        assert_eq!((0..8).map(|i| schedule.allowed(i)).collect::<Vec<_>>(), [0, 0, 0, 1, 1, 3, 3, 3]);
        assert_eq!(schedule.first(), 3);
        assert_eq!(Schedule::parse("none", 9).unwrap().first(), usize::MAX);
        assert_eq!(Schedule::parse("spread", 256).unwrap().allowed(255), 10);
        assert_eq!(Schedule::parse("spread", 256).unwrap().first(), 199);
        let mut rng = Rng::new(2);
        let far = Schedule::parse("0,3,8", 9).unwrap();
        assert_eq!(far.wobbled(0, 9, &mut rng), far);
        for _ in 0..200 {
            let Schedule(moved) = far.wobbled(2, 9, &mut rng);
            assert!(moved.is_sorted() && moved[0] <= 2 && moved[2] < 9 && moved[2] >= 5);
        }
        assert_eq!(Schedule::parse("4,x", 9), Err("x".to_owned()));
        assert_eq!(Schedule::parse("4,3", 9), Err("3".to_owned()));
        assert_eq!(Schedule::parse("4,9", 9), Err("9".to_owned()));
    }
}
