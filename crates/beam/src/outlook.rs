//! The outlook: what the colours left over promise, by any function of two numbers per colour.
//!
//! Over the colours, with n sides on the pieces not placed and d sides lying open on the board, the
//! outlook is Σ g(n, d). Open sides that the coming step meets count as closed. The functions, for the
//! comparison in `docs/studies/beam-keys.md`:
//!
//! * `power-P`: n^P over N^(P-1), with N sides left in all; P = 2 is the inventory concentration of
//!   [`crate::keys`]. `open-square` takes n + d for n.
//! * `entropy`: n ln n; `open-entropy` takes n + d.
//! * `matchings`: the logarithm of the ways to pair the d open sides with sides left over, and the rest of
//!   these among themselves: ln(n! / (n-d)!) + ln (n-d-1)!!. This is the factor of one colour in the expected
//!   number of completions when sides fall at random (complex theory, G. Owen), up to what all boards of a
//!   layer share. Where d > n only n are paired.
//! * `matchings-parity`: that, less three for every open side without a partner, and half as much where the rest
//!   is odd: each of these costs a break.
//! * `frontier`: n d over N, the chance that a side drawn at random fits an open one, summed over these;
//!   `frontier-log`: d ln n, a half taken for n = 0.
//! * `shortage`: minus the breaks that are certain: d - n where more sides lie open than are left, one half
//!   where the rest is odd.

use edgewise_puzzle::{Colour, Puzzle, Sides};

use crate::fixed::{PLACES, ln};
use crate::layout::{HotStep, Layout, With};
use crate::settings::Settings;

/// Binary places of an outlook.
pub(crate) const OUTLOOK_PLACES: u32 = 24;
/// One in an outlook.
const WHOLE: i64 = 1 << OUTLOOK_PLACES;
/// How far d may move while one piece is placed.
const REACH: usize = 4;
/// The largest weight: keys of the largest board stay within 64 bits.
pub(crate) const MOST_WEIGHT: i64 = 10_000_000;

/// The functions, by the names that the parameter takes.
pub(crate) const FORMS: &[&str] = &[
    "power-1.5",
    "power-2",
    "power-3",
    "open-square",
    "entropy",
    "open-entropy",
    "matchings",
    "matchings-parity",
    "frontier",
    "frontier-log",
    "shortage",
];

/// A function of the outlook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// n^(P/2), P given; with open sides or without.
    Power(u32, bool),
    /// n ln n, with open sides or without.
    Entropy(bool),
    /// Ways to pair.
    Matchings,
    /// Ways to pair, less certain breaks.
    MatchingsParity,
    /// n d over N.
    Frontier,
    /// d ln n.
    FrontierLog,
    /// Certain breaks alone.
    Shortage,
}

impl Form {
    /// The form called `name`, one of [`FORMS`].
    pub(crate) fn named(name: &str) -> Form {
        match name {
            "power-1.5" => Form::Power(3, false),
            "power-3" => Form::Power(6, false),
            "open-square" => Form::Power(4, true),
            "entropy" => Form::Entropy(false),
            "open-entropy" => Form::Entropy(true),
            "matchings" => Form::Matchings,
            "matchings-parity" => Form::MatchingsParity,
            "frontier" => Form::Frontier,
            "frontier-log" => Form::FrontierLog,
            "shortage" => Form::Shortage,
            _ => Form::Power(4, false),
        }
    }

    /// Twice the power of N that the values are divided by.
    fn halves(self) -> u32 {
        match self {
            Form::Power(halves, _) => halves - 2,
            Form::Frontier => 2,
            _ => 0,
        }
    }

    /// g(n, d), [`OUTLOOK_PLACES`]; powers divided by what `all` sides make of N.
    pub(crate) fn value(self, n: usize, d: usize, all: u64) -> i64 {
        let both = (n + d) as u64;
        let short = n.min(d);
        match self {
            Form::Power(halves, open) => {
                let base = u128::from(if open { both } else { n as u64 });
                // The root of base^halves / all^(halves - 2).
                let whole = (base.pow(halves) << (2 * OUTLOOK_PLACES)) / u128::from(all.max(1)).pow(halves - 2);
                whole.isqrt() as i64
            }
            Form::Entropy(open) => {
                let base = if open { both } else { n as u64 };
                base as i64 * fine(base)
            }
            Form::Matchings => pairings(n, short),
            Form::MatchingsParity => pairings(n, short) + 3 * certain(n, d),
            Form::Frontier => ((n * d) as i64 * WHOLE) / all.max(1) as i64,
            Form::FrontierLog if n == 0 => -(d as i64) * fine(2),
            Form::FrontierLog => d as i64 * fine(n as u64),
            Form::Shortage => certain(n, d),
        }
    }
}

/// ln n, 0 for 0.
fn fine(n: u64) -> i64 {
    ln(n.max(1), 0) << (OUTLOOK_PLACES - PLACES)
}

/// The logarithm of the ways to give `d` of `n` sides a partner each, and to pair the others.
fn pairings(n: usize, d: usize) -> i64 {
    let rest = n - d;
    let taken: i64 = (rest + 1..=n).map(|i| fine(i as u64)).sum();
    taken + (1..rest).rev().step_by(2).map(|i| fine(i as u64)).sum::<i64>()
}

/// Minus the breaks that are certain.
fn certain(n: usize, d: usize) -> i64 {
    match d.checked_sub(n) {
        Some(short) if short > 0 => -(short as i64) * WHOLE,
        _ => -(((n - d) % 2) as i64) * (WHOLE / 2),
    }
}

/// The outlook of one run.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    /// g by n and d.
    values: Vec<i64>,
    /// By n and d: the most that one side placed can add, up to three sides and [`REACH`] openings later.
    rises: Vec<i64>,
    /// Entries for each n.
    columns: usize,
    /// The group of each colour.
    group: Vec<usize>,
    /// By step: its weights by group, 0 for colours without.
    weights: Vec<[i64; 3]>,
    /// By step and side: 1 where the side opens.
    opened: Vec<[u16; 4]>,
}

impl Outlook {
    /// The outlook of `settings`, if it has any weight. `left` has the sides left after every step, by group,
    /// 16 places; `group` the group of every colour, 2 for none.
    pub(crate) fn new(
        puzzle: &Puzzle,
        settings: &Settings,
        layout: &Layout,
        group: &[usize],
        left: &[[u64; 2]],
    ) -> Option<Outlook> {
        if settings.outlook.iter().all(|curve| curve.is_zero()) {
            return None;
        }
        let form = settings.outlook_form;
        let columns = columns(puzzle, layout);
        let sides = puzzle.pieces().iter().flatten();
        let mut numbers = vec![0usize; group.len()];
        sides.for_each(|&c| numbers[c as usize] += 1);
        let rows = numbers.iter().copied().max().unwrap_or(0) + 1;
        let all = all_sides(puzzle);
        let values = table(rows, columns, |n, d| form.value(n, d, all));
        let weights = layout.steps.iter().zip(left).map(|(step, left)| {
            let weight = |g: usize| weight(form, settings.outlook[g].at(step.depth), left[g], all);
            [weight(0), weight(1), 0]
        });
        let opened = layout.steps.iter().map(|step| {
            let mut opened = [0; 4];
            step.opens.iter().for_each(|open| opened[open.side] = 1);
            opened
        });
        Some(Outlook {
            rises: rises(&values, rows, columns),
            values,
            columns,
            group: group.to_vec(),
            weights: weights.collect(),
            opened: opened.collect(),
        })
    }

    /// Open sides of the clues by colour, less those that the first step meets, and the sums of the outlook by
    /// group, for `counts` sides left over.
    pub(crate) fn beginning(&self, layout: &Layout, counts: &[u16]) -> (Vec<u16>, [i64; 2]) {
        let mut open = vec![0u16; counts.len()];
        for step in layout.steps.iter().skip(1) {
            for meeting in &step.meetings {
                if let With::Clue(colour) = meeting.with {
                    open[usize::from(colour)] += u16::from(self.group[usize::from(colour)] < 2);
                }
            }
        }
        let mut sums = [0; 2];
        for (colour, &group) in self.group.iter().enumerate().filter(|(_, g)| **g < 2) {
            sums[group] += self.value(counts[colour].into(), open[colour].into());
        }
        (open, sums)
    }

    #[inline(always)]
    fn value(&self, n: usize, d: usize) -> i64 {
        self.values[n * self.columns + d]
    }

    /// The weighted sums.
    #[inline(always)]
    pub(crate) fn weighted(&self, step: usize, sums: [i64; 2]) -> i64 {
        self.weights[step][0] * sums[0] + self.weights[step][1] * sums[1]
    }

    /// What a piece with these sides, placed by `step`, adds to the weighted sums.
    #[inline(always)]
    pub(crate) fn change(&self, step: usize, counts: &[u16], open: &[u16], sides: Sides) -> i64 {
        let weights = &self.weights[step];
        let mut sum = 0;
        self.each_side(step, counts, open, sides, |group, change| sum += weights[group] * change);
        sum
    }

    /// Calls `take` with the group and the change of every side of a piece, one after the other.
    #[inline(always)]
    fn each_side(&self, step: usize, counts: &[u16], open: &[u16], sides: Sides, mut take: impl FnMut(usize, i64)) {
        let opened = &self.opened[step];
        for (i, &colour) in sides.iter().enumerate() {
            let group = self.group[usize::from(colour)];
            if group == 2 {
                continue;
            }
            let (mut n, mut d) = (usize::from(counts[usize::from(colour)]), usize::from(open[usize::from(colour)]));
            for j in 0..i {
                let same = usize::from(sides[j] == colour);
                n -= same;
                d += same * usize::from(opened[j]);
            }
            take(group, self.value(n - 1, d + usize::from(opened[i])) - self.value(n, d));
        }
    }

    /// No piece adds more to the weighted sums than this.
    #[inline(always)]
    pub(crate) fn most(&self, step: usize, counts: &[u16], open: &[u16]) -> i64 {
        let weights = &self.weights[step];
        let of = |(colour, &group): (usize, &usize)| {
            let at = usize::from(counts[colour]) * self.columns + usize::from(open[colour]);
            weights[group] * self.rises[at]
        };
        // A side of no group adds nothing.
        4 * self.group.iter().enumerate().map(of).max().unwrap_or(0).max(0)
    }

    /// Places a piece: its sides open in `open`, and the sides that the step after `step` meets close, whose
    /// colours lie in `frontier`. `counts` are those before it. Returns the sums after it.
    pub(crate) fn take(
        &self,
        at: (usize, Option<&HotStep>),
        counts: &[u16],
        open: &mut [u16],
        piece: (Sides, &[Colour]),
        mut sums: [i64; 2],
    ) -> [i64; 2] {
        let ((step, next), (sides, frontier)) = (at, piece);
        self.each_side(step, counts, open, sides, |group, change| sums[group] += change);
        for (side, &colour) in sides.iter().enumerate().filter(|(_, c)| self.group[usize::from(**c)] < 2) {
            open[usize::from(colour)] += self.opened[step][side];
        }
        for meeting in next.into_iter().flat_map(|next| &next.meetings) {
            let colour = match meeting.with {
                With::Clue(colour) => colour,
                With::Slot { slot, .. } => frontier[slot],
            };
            let colour = usize::from(colour);
            let group = self.group[colour];
            if group < 2 {
                let n = usize::from(counts[colour]) - sides.iter().filter(|&&c| usize::from(c) == colour).count();
                let d = usize::from(open[colour]);
                sums[group] += self.value(n, d - 1) - self.value(n, d);
                open[colour] -= 1;
            }
        }
        sums
    }
}

/// All sides that a colour's power is divided by.
pub(crate) fn all_sides(puzzle: &Puzzle) -> u64 {
    4 * puzzle.pieces().len() as u64
}

/// The weight of a group in millionths of a seam as a factor of values, where `left` sides (16 places) are
/// left after the step.
pub(crate) fn weight(form: Form, millionths: i64, left: u64, all: u64) -> i64 {
    let plain = (i128::from(millionths) << PLACES) / 1_000_000;
    // The root of (all / left)^halves, 32 places.
    let ratio = (u128::from(all) << 32) / u128::from(left.max(1 << 16));
    let power = (0..form.halves()).fold(1u128 << 32, |power, _| (power * ratio) >> 16);
    ((plain * ((power << 32).isqrt() as i128)) >> 32) as i64
}

/// Entries for each n: open sides a colour may have, and as many as a bound looks beyond.
fn columns(puzzle: &Puzzle, layout: &Layout) -> usize {
    layout.slots + 4 * puzzle.clues().len() + 2 * REACH
}

fn table(rows: usize, columns: usize, value: impl Fn(usize, usize) -> i64) -> Vec<i64> {
    (0..rows * columns).map(|i| value(i / columns, i % columns)).collect()
}

/// By n and d: the most that one side placed can add from there, or after up to three more sides.
fn rises(values: &[i64], rows: usize, columns: usize) -> Vec<i64> {
    let value = |n: usize, d: usize| values[n * columns + d.min(columns - 1)];
    let single = table(rows, columns, |n, d| match n.checked_sub(1) {
        Some(less) => value(less, d).max(value(less, d + 1)) - value(n, d),
        None => i64::MIN / 2,
    });
    table(rows, columns, |n, d| {
        let near = |i: usize| (n.saturating_sub(i), d.min(columns - 1)..(d + REACH).min(columns));
        let all = (0..REACH).flat_map(|i| {
            let (n, ds) = near(i);
            ds.map(move |d| (n, d))
        });
        all.map(|(n, d)| single[n * columns + d]).max().unwrap_or(0).max(0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(value: i64) -> f64 {
        value as f64 / WHOLE as f64
    }

    #[test]
    fn the_functions_are_those_of_the_reals() {
        let all = 1024u64;
        for n in 0..60usize {
            for d in 0..20usize {
                let (x, y) = (n as f64, (n + d) as f64);
                let log = |v: f64| if v > 0.0 { v * v.ln() } else { 0.0 };
                let factorial = |m: usize| (1..=m).map(|i| (i as f64).ln()).sum::<f64>();
                let double = |m: usize| (1..m).rev().step_by(2).map(|i| (i as f64).ln()).sum::<f64>();
                let paired = n.min(d);
                let ways = factorial(n) - factorial(n - paired) + double(n - paired);
                let breaks = if d > n { (d - n) as f64 } else { 0.5 * ((n - d) % 2) as f64 };
                for (name, exact) in [
                    ("power-1.5", x.powf(1.5) / 32.0),
                    ("power-2", x * x / 1024.0),
                    ("power-3", x * x * x / 1024.0 / 1024.0),
                    ("open-square", y * y / 1024.0),
                    ("entropy", log(x)),
                    ("open-entropy", log(y)),
                    ("matchings", ways),
                    ("matchings-parity", ways - 3.0 * breaks),
                    ("frontier", x * d as f64 / 1024.0),
                    ("frontier-log", d as f64 * x.max(0.5).ln()),
                    ("shortage", -breaks),
                ] {
                    assert!(FORMS.contains(&name));
                    let fixed = float(Form::named(name).value(n, d, all));
                    assert!((fixed - exact).abs() < 2e-3, "{name} of {n} and {d}: {fixed} {exact}");
                }
            }
        }
        assert_eq!(FORMS.len(), 11);
    }

    #[test]
    fn pairings_are_the_number_of_matchings() {
        // Counted one by one: open sides take a partner each, then the rest pair up.
        fn ways(n: u64, d: u64) -> u64 {
            match (n, d) {
                (0, _) => 1,
                (_, 0) if n.is_multiple_of(2) => (n - 1) * ways(n - 2, 0),
                (_, 0) => n * ways(n - 1, 0),
                _ => n * ways(n - 1, d - 1),
            }
        }
        for n in (0..12u64).step_by(2) {
            for d in (0..=n).step_by(2) {
                assert!((float(pairings(n as usize, d as usize)) - (ways(n, d) as f64).ln()).abs() < 1e-3);
            }
        }
    }

    #[test]
    fn weights_scale_powers_by_the_sides_left() {
        let close = |fixed: i64, exact: f64| (fixed as f64 / f64::from(1 << PLACES) - exact).abs() < 1e-3 * exact;
        for (left, ratio) in [(1024u64, 1.0), (256, 4.0), (100, 10.24)] {
            let left = left << 16;
            assert!(close(weight(Form::named("power-2"), 400_000, left, 1024), 0.4 * ratio));
            assert!(close(weight(Form::named("power-1.5"), 400_000, left, 1024), 0.4 * f64::sqrt(ratio)));
            assert!(close(weight(Form::named("power-3"), 400_000, left, 1024), 0.4 * ratio * ratio));
            assert!(close(weight(Form::Matchings, 400_000, left, 1024), 0.4));
        }
    }

    #[test]
    fn no_piece_adds_more_than_the_bound() {
        use edgewise_puzzle::{ClueSet, Rng, official};
        let puzzle = official::puzzle(ClueSet::Five);
        let mut rng = Rng::new(5);
        for &form in FORMS {
            let mut params = crate::TABLE.defaults();
            let set = [("outlook", "0.3"), ("frame_outlook", "0.2"), ("outlook_form", form)];
            set.iter().for_each(|(name, value)| params.set(name, value).unwrap());
            let settings = Settings::read(&params, &puzzle).unwrap();
            let layout = Layout::new(&puzzle, &settings).unwrap();
            let keys = crate::keys::Keys::new(&puzzle, &settings, &layout);
            let outlook = keys.outlook.as_ref().unwrap();
            for _ in 0..3000 {
                let step = rng.index(layout.steps.len());
                let most = 1 + rng.index(48);
                let counts: Vec<u16> = (0..keys.stride).map(|_| 4 + rng.index(most) as u16).collect();
                let open: Vec<u16> = (0..keys.stride).map(|_| rng.index(12) as u16).collect();
                let sides = puzzle.pieces()[rng.index(256)];
                let (change, most) = (outlook.change(step, &counts, &open, sides), outlook.most(step, &counts, &open));
                assert!(change <= most, "{form}: {change} above {most}");
            }
        }
    }
}
