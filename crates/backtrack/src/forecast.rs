//! What a search is expected to do, from the growth of its tree; and the break schedule that reaches a
//! number of breaks with the fewest placements.
//!
//! Measured on the official puzzle, a board's candidates with no, one and two breaks depend on the step and
//! hardly on the breaks paid before or on the schedule that the board came by (docs/BACKTRACK.md). So a few
//! runs ([`crate::growth`]) say what any schedule would do: boards after a step = boards before it ×
//! candidates, for every number of breaks. The best schedule falls out of it by dynamic programming over (step,
//! breaks): a board is worth going on with where the finished boards it will give outweigh the placements they
//! will cost. Fills are left out; they make the last cells cheaper for every schedule.
//!
//! Source: own. Expected nodes by depth are the complex theory's (B. McGavin and others), here with measured
//! candidates; the price on a placement is Dinkelbach's way with a ratio (1967).

use crate::growth::{Growth, StepGrowth};
use crate::parameters::Settings;
use crate::schedule::Schedule;

/// Boards that a step must have seen, and that might have paid a number of breaks: with fewer its candidates are
/// unknown, and count as none.
const FEWEST: u64 = 30;

/// What a schedule is expected to do.
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    /// Placements for one finished board with at most so many breaks; infinite where there is none.
    pub placements: f64,
    /// Expected boards after each step from the first on, for one board there.
    pub boards: Vec<f64>,
}

/// A model of the search from some step on.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Positions of the steps.
    positions: Vec<usize>,
    /// Candidates with 0, 1 and 2 breaks at each.
    candidates: Vec<[f64; 3]>,
    /// Placements before the first of these steps, for one board that comes to it.
    before: f64,
}

impl Model {
    /// The model that `growth` gives from the first step at `position` or later on, up to the last step that
    /// thirty boards came to and some went on from. None where that is not even the first.
    pub fn of(growth: &Growth, position: usize) -> Option<Model> {
        let first = growth.positions.iter().position(|&p| p >= position)?;
        // The very first step is come to once an attempt.
        let known =
            |&(step, seen): &(usize, &StepGrowth)| (step == 0 || seen.boards[0] >= FEWEST) && seen.placements > 0;
        let known = growth.steps.iter().enumerate().skip(first).take_while(known).count();
        let candidates = |seen: &StepGrowth| {
            std::array::from_fn(|paid| match seen.boards[paid] {
                boards if paid > 0 && boards < FEWEST => 0.0,
                0 => 0.0,
                boards => seen.paid[paid] as f64 / boards as f64,
            })
        };
        let above: u64 = growth.steps[..first].iter().map(|seen| seen.placements).sum();
        let boards = if first == 0 { 1 } else { growth.steps[first - 1].placements };
        (known > 0 && boards > 0).then(|| Model {
            positions: growth.positions[first..first + known].to_vec(),
            candidates: growth.steps[first..first + known].iter().map(candidates).collect(),
            before: above as f64 / boards as f64,
        })
    }

    /// The positions of its steps. A board that comes to the last of them counts as finished.
    pub fn positions(&self) -> &[usize] {
        &self.positions
    }

    /// What `schedule` would do for boards of at most `breaks` breaks in all. What it allows before the model's first
    /// position is taken for paid, as nearly all boards have.
    pub fn expect(&self, schedule: &Schedule, breaks: usize) -> Expected {
        // The schedule may allow more than `breaks`: such boards are made and paid for, and do not count.
        let most = breaks.max(schedule.positions().len());
        let first = self.positions.first().copied().unwrap_or(0);
        let already = schedule.positions().iter().filter(|&&position| position < first).count();
        let mut boards = vec![0.0; most + 1];
        boards[already] = 1.0;
        let mut expected = Expected { placements: self.before, boards: Vec::with_capacity(self.positions.len()) };
        for (&position, candidates) in self.positions.iter().zip(&self.candidates) {
            let allowed = usize::from(schedule.allowed(position));
            let mut after = vec![0.0; most + 1];
            for (before, count) in boards.iter().enumerate() {
                for (paid, candidates) in candidates.iter().enumerate().take((allowed + 1).saturating_sub(before)) {
                    after[before + paid] += count * candidates;
                }
            }
            boards = after;
            let all: f64 = boards.iter().sum();
            expected.placements += all;
            expected.boards.push(all);
        }
        let finished: f64 = boards.iter().take(breaks + 1).sum();
        expected.placements = if finished > 0.0 { expected.placements / finished } else { f64::INFINITY };
        expected
    }

    /// The schedule with the fewest placements for one finished board of at most `breaks` breaks.
    ///
    /// With a price λ on a placement, the worth of a board is w = max(0, −λ + Σ candidates × worth after), and 1
    /// once finished; boards worth nothing are not made. The price at which the whole search is worth
    /// nothing is one over the placements a board costs.
    pub fn best(&self, breaks: usize) -> Schedule {
        let (mut low, mut high) = (-80.0f64, 0.0f64);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if self.worth(breaks, middle.exp()).0 > 0.0 { low = middle } else { high = middle }
        }
        let most = self.worth(breaks, low.exp()).1;
        let mut positions = Vec::new();
        for (&position, most) in self.positions.iter().zip(most) {
            let more = most.unwrap_or(0).saturating_sub(positions.len());
            positions.extend(std::iter::repeat_n(position, more));
        }
        Schedule::of(positions)
    }

    /// The worth of the search at a price, and by step the most breaks of boards worth making.
    fn worth(&self, breaks: usize, price: f64) -> (f64, Vec<Option<usize>>) {
        let mut after = vec![1.0; breaks + 1];
        let mut most = vec![None; self.positions.len()];
        for (step, candidates) in self.candidates.iter().enumerate().rev() {
            let made: Vec<f64> = after.iter().map(|worth| (worth - price).max(0.0)).collect();
            most[step] = made.iter().rposition(|&worth| worth > 0.0);
            let worth = |before: usize| -> f64 {
                candidates.iter().enumerate().filter_map(|(paid, c)| made.get(before + paid).map(|w| c * w)).sum()
            };
            after = (0..=breaks).map(worth).collect();
        }
        (after[0] - price * self.before, most)
    }
}

/// Positions from which the model decides: behind the quota, or six tenths of the order.
pub fn first_position(settings: &Settings) -> usize {
    let length = settings.order.cells.len();
    let asked = (0..length).rev().find(|&position| settings.quota.at(position) > 0);
    asked.map_or(length * 6 / 10, |last| last + 1).min(length.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::Rng;

    /// A model of `steps` steps with candidates drawn at random.
    fn random(steps: usize, rng: &mut Rng) -> Model {
        let mut part = |most: u64| rng.below(1000) as f64 / 1000.0 * most as f64;
        Model {
            positions: (0..steps).map(|i| 3 + i + i / 4).collect(),
            candidates: (0..steps).map(|_| [part(2), part(4), part(2)]).collect(),
            before: part(50),
        }
    }

    /// All schedules of at most `breaks` positions among `positions`.
    fn all(positions: &[usize], breaks: usize) -> Vec<Vec<usize>> {
        let mut lists = vec![vec![]];
        let mut last: Vec<Vec<usize>> = lists.clone();
        for _ in 0..breaks {
            let longer = |list: &Vec<usize>| -> Vec<Vec<usize>> {
                let from = list.last().copied().unwrap_or(0);
                positions.iter().filter(|&&p| p >= from).map(|&p| [list.as_slice(), &[p]].concat()).collect()
            };
            last = last.iter().flat_map(longer).collect();
            lists.extend(last.iter().cloned());
        }
        lists
    }

    #[test]
    fn no_schedule_is_better_than_the_best() {
        let mut rng = Rng::new(6);
        let mut different = std::collections::BTreeSet::new();
        for breaks in [0, 1, 2, 3].into_iter().cycle().take(60) {
            let model = random(7, &mut rng);
            let best = model.best(breaks);
            let reached = model.expect(&best, breaks).placements;
            let fewest = all(&model.positions, breaks)
                .into_iter()
                .map(|list| model.expect(&Schedule::of(list), breaks).placements)
                .fold(f64::INFINITY, f64::min);
            assert!(
                reached == fewest || (reached - fewest).abs() <= 1e-9 * fewest,
                "{reached} {fewest} {best} {model:?}"
            );
            different.insert(best.to_string());
        }
        assert!(different.len() > 20, "{different:?}");
    }

    #[test]
    fn expectations_by_hand() {
        let model = Model { positions: vec![5, 6], candidates: vec![[0.5, 4.0, 1.0], [0.25, 2.0, 3.0]], before: 10.0 };
        // One break from 6 on: 0.5 boards, then 0.5 × (0.25 + 2) finished ones.
        let expected = model.expect(&Schedule::of(vec![6]), 1);
        assert_eq!(expected.boards, [0.5, 1.125]);
        assert!((expected.placements - (10.0 + 0.5 + 1.125) / 1.125).abs() < 1e-12);
        // Two from 5 on: 5.5 boards, of which 0.5 pay up to two, 4 up to one more, and 1 none more.
        let expected = model.expect(&Schedule::of(vec![5, 5]), 2);
        assert_eq!(expected.boards, [5.5, 0.5 * 5.25 + 4.0 * 2.25 + 0.25]);
        assert_eq!(model.expect(&Schedule::default(), 2).boards, [0.5, 0.125]);
        // One break too many is paid for and does not count.
        let expected = model.expect(&Schedule::of(vec![5]), 0);
        assert_eq!(expected.boards, [4.5, 0.5 * 2.25 + 4.0 * 0.25]);
        assert!((expected.placements - (10.0 + 4.5 + 2.125) / 0.125).abs() < 1e-12);
        // What was allowed before is paid.
        assert_eq!(model.expect(&Schedule::of(vec![2]), 1).boards, [0.5, 0.125]);
        assert_eq!(model.expect(&Schedule::of(vec![2]), 0).placements, f64::INFINITY);
        let dead = Model { candidates: vec![[1.0, 0.0, 0.0], [0.0; 3]], ..model };
        assert_eq!(dead.expect(&Schedule::of(vec![5]), 3).placements, f64::INFINITY);
    }
}
