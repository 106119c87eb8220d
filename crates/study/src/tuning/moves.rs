//! What a challenger may change: rules as a plan says them, and single changes drawn from them.

use std::fmt;

use edgewise_puzzle::Rng;
use serde::{Deserialize, Serialize};

use crate::plan::{PlanError, text};

/// The largest step, shift or raise.
const MOST: i64 = 1000;

/// How one parameter may change: exactly one of the four kinds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// To any of these values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<toml::Value>>,
    /// A whole number: by 1 to this much, up or down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<i64>,
    /// Positions in rising order such as a break schedule: one of them, all from one on, or all of them, by 1 to
    /// this much earlier or later; or one more; or one fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift: Option<i64>,
    /// Points `position:value` such as a quota: one value, or all from one on, by 1 to this much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raise: Option<i64>,
    /// How often this parameter is drawn, against the others.
    #[serde(default = "one")]
    pub weight: u64,
}

fn one() -> u64 {
    1
}

/// The kinds of [`Rule`], checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moves {
    /// To one of these values.
    Values(Vec<String>),
    /// By up to so much.
    Step(i64),
    /// Positions by up to so many.
    Shift(i64),
    /// Points by up to so much.
    Raise(i64),
}

/// A change of one parameter's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// To this value.
    To(String),
    /// A whole number by so much.
    Add(i64),
    /// The positions with these numbers (the last one excluded) by so much.
    Shift(usize, usize, i64),
    /// One more position.
    Insert(i64),
    /// Without the position of this number.
    Remove(usize),
    /// The points with these numbers by so much.
    Raise(usize, usize, i64),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |from: usize, to: usize| match to - from {
            1 => format!("no. {}", from + 1),
            _ => format!("nos. {} to {}", from + 1, to),
        };
        match self {
            Change::To(value) => write!(f, "= {value}"),
            Change::Add(by) => write!(f, "{by:+}"),
            Change::Shift(from, to, by) | Change::Raise(from, to, by) => write!(f, "{} {by:+}", part(*from, *to)),
            Change::Insert(position) => write!(f, "also {position}"),
            Change::Remove(index) => write!(f, "without no. {}", index + 1),
        }
    }
}

impl Rule {
    /// The rule for the parameter `name`.
    pub fn moves(&self, name: &str) -> Result<Moves, PlanError> {
        let wrong =
            |expected: &str| PlanError::Tune { what: format!("moves of `{name}`"), expected: expected.to_owned() };
        let size = |n: i64| if (1..=MOST).contains(&n) { Ok(n) } else { Err(wrong("a number from 1 to 1000")) };
        if self.weight == 0 {
            return Err(wrong("a weight above 0"));
        }
        match (&self.values, self.step, self.shift, self.raise) {
            (Some(values), None, None, None) if values.len() > 1 => {
                values.iter().map(|value| text(name, value)).collect::<Result<_, _>>().map(Moves::Values)
            }
            (Some(_), None, None, None) => Err(wrong("two values or more")),
            (None, Some(by), None, None) => size(by).map(Moves::Step),
            (None, None, Some(by), None) => size(by).map(Moves::Shift),
            (None, None, None, Some(by)) => size(by).map(Moves::Raise),
            _ => Err(wrong("exactly one of values, step, shift and raise")),
        }
    }
}

impl Moves {
    /// What a value must look like to be changed by these moves, if `value` does not.
    pub fn expected(&self, value: &str) -> Option<&'static str> {
        match self {
            Moves::Values(_) => None,
            Moves::Step(_) => value.parse::<i64>().is_err().then_some("a whole number"),
            Moves::Shift(_) => positions(value).is_none().then_some("positions such as 201,206"),
            Moves::Raise(_) => {
                points(value).is_none_or(|points| points.is_empty()).then_some("points such as 16:0,26:28")
            }
        }
    }

    /// A change of `value`, drawn at random.
    pub fn draw(&self, value: &str, rng: &mut Rng) -> Change {
        let by = |most: i64, rng: &mut Rng| {
            let size = 1 + rng.below(most.unsigned_abs()) as i64;
            if rng.below(2) == 0 { size } else { -size }
        };
        // One of them, all from one on, or all.
        let part = |len: usize, rng: &mut Rng| {
            let first = rng.index(len.max(1));
            match rng.below(4) {
                0 | 1 => (first, first + 1),
                2 => (first, len),
                _ => (0, len),
            }
        };
        match self {
            Moves::Values(values) => Change::To(values[rng.index(values.len())].clone()),
            Moves::Step(most) => Change::Add(by(*most, rng)),
            Moves::Shift(most) => {
                let list = positions(value).unwrap_or_default();
                match (rng.below(6), list.first().zip(list.last())) {
                    (0, Some((&first, &last))) => {
                        Change::Insert(first - most + rng.below((last - first + 2 * most + 1).unsigned_abs()) as i64)
                    }
                    (1, Some(_)) => Change::Remove(rng.index(list.len())),
                    _ => {
                        let (from, to) = part(list.len(), rng);
                        Change::Shift(from, to, by(*most, rng))
                    }
                }
            }
            Moves::Raise(most) => {
                let (from, to) = part(points(value).unwrap_or_default().len(), rng);
                Change::Raise(from, to, by(*most, rng))
            }
        }
    }
}

impl Change {
    /// Whether the same change can be made to what it made.
    pub fn goes_on(&self) -> bool {
        matches!(self, Change::Add(_) | Change::Shift(..) | Change::Raise(..))
    }

    /// `value` changed, if it has what is to be changed.
    pub fn apply(&self, value: &str) -> Option<String> {
        let joined = |list: &[i64]| list.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        match self {
            Change::To(to) => (to != value).then(|| to.clone()),
            Change::Add(by) => value.parse::<i64>().ok()?.checked_add(*by).map(|n| n.to_string()),
            Change::Shift(from, to, by) => {
                let mut list = positions(value)?;
                list.get_mut(*from..*to)?.iter_mut().for_each(|position| *position = position.saturating_add(*by));
                list.sort_unstable();
                Some(joined(&list))
            }
            Change::Insert(position) => {
                let mut list = positions(value)?;
                list.push(*position);
                list.sort_unstable();
                Some(joined(&list))
            }
            Change::Remove(index) => {
                let mut list = positions(value)?;
                // Without the last one there would be nothing left to move.
                (*index < list.len() && list.len() > 1).then(|| list.remove(*index))?;
                Some(joined(&list))
            }
            Change::Raise(from, to, by) => {
                let mut points = points(value)?;
                points.get_mut(*from..*to)?.iter_mut().for_each(|(_, value)| *value = value.saturating_add(*by).max(0));
                Some(points.iter().map(|(at, value)| format!("{at}:{value}")).collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// Words between commas, each read by `read`.
fn list<T>(value: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    value.split(',').map(str::trim).filter(|word| !word.is_empty()).map(read).collect()
}

fn positions(value: &str) -> Option<Vec<i64>> {
    list(value, |word| word.parse().ok()).filter(|list| !list.is_empty())
}

fn points(value: &str) -> Option<Vec<(i64, i64)>> {
    list(value, |word| {
        let (position, value) = word.split_once(':')?;
        Some((position.trim().parse().ok()?, value.trim().parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_by_hand() {
        let apply = |change: Change, value: &str| change.apply(value);
        assert_eq!(apply(Change::Add(-3), "2").as_deref(), Some("-1"));
        assert_eq!(apply(Change::Shift(1, 3, 4), "1,5,7,9").as_deref(), Some("1,9,9,11"));
        assert_eq!(apply(Change::Shift(0, 1, 6), "1,5,7").as_deref(), Some("5,7,7"), "in rising order again");
        assert_eq!(apply(Change::Shift(2, 4, 1), "1,5,7"), None);
        assert_eq!(apply(Change::Insert(6), "1,5,7").as_deref(), Some("1,5,6,7"));
        assert_eq!(apply(Change::Remove(0), "1,5,7").as_deref(), Some("5,7"));
        assert_eq!(apply(Change::Remove(3), "1,5,7"), None);
        assert_eq!(apply(Change::Remove(0), "7"), None, "something is left to move");
        assert_eq!(apply(Change::Raise(1, 3, -4), "16:0, 26:28, 56:3").as_deref(), Some("16:0,26:24,56:0"));
        assert_eq!(apply(Change::To("x".into()), "x"), None, "no change");
        assert_eq!(apply(Change::To("x".into()), "y").as_deref(), Some("x"));
        let words: Vec<String> = [Change::Add(2), Change::Shift(0, 1, -2), Change::Shift(1, 4, 3), Change::Insert(7)]
            .iter()
            .map(Change::to_string)
            .collect();
        assert_eq!(words, ["+2", "no. 1 -2", "nos. 2 to 4 +3", "also 7"]);
    }

    #[test]
    fn draws_stay_within_the_rule_and_reach_all_of_it() {
        let mut rng = Rng::new(4);
        let mut kinds = [0; 3];
        let mut sizes = std::collections::BTreeSet::new();
        for _ in 0..500 {
            match Moves::Shift(3).draw("10,20,30", &mut rng) {
                Change::Shift(from, to, by) => {
                    assert!(from < to && to <= 3 && by != 0 && by.abs() <= 3);
                    kinds[0] += 1;
                    sizes.insert((from, to, by));
                }
                Change::Insert(at) => {
                    assert!((7..=33).contains(&at));
                    kinds[1] += 1;
                }
                Change::Remove(index) => {
                    assert!(index < 3);
                    kinds[2] += 1;
                }
                other => panic!("{other}"),
            }
            assert!(matches!(Moves::Step(2).draw("5", &mut rng), Change::Add(-2 | -1 | 1 | 2)));
        }
        assert!(kinds.iter().all(|&n| n > 50), "{kinds:?}");
        // Three single positions, two tails that are none of these, and all of them.
        assert_eq!(sizes.len(), 6 * 5, "{sizes:?}");
    }

    #[test]
    fn rules_are_of_one_kind() {
        let of = |text: &str| toml::from_str::<Rule>(text).unwrap().moves("breaks").map_err(|e| e.to_string());
        assert_eq!(of("shift = 4"), Ok(Moves::Shift(4)));
        assert_eq!(of("values = ['a', 3]"), Ok(Moves::Values(vec!["a".into(), "3".into()])));
        for bad in ["", "shift = 1\nstep = 2", "step = 0", "values = [1]", "step = 1\nweight = 0", "shift = 1001"] {
            assert!(of(bad).unwrap_err().contains("plan: tune, moves of `breaks`: expected"), "{bad}");
        }
        assert_eq!(Moves::Shift(1).expected("spread"), Some("positions such as 201,206"));
        assert_eq!(Moves::Step(1).expected("7"), None);
        assert_eq!(Moves::Raise(1).expected("blackwood"), Some("points such as 16:0,26:28"));
    }
}
