//! When an attempt ends and the next one begins, and when an attempt goes back on the way.
//!
//! * **Restart**: an attempt may make so many placements. The cap is the same for all attempts
//!   (Blackwood), or a multiple of it by the sequence 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair and
//!   Zuckerman 1993: within a constant factor of the best cap when nothing is known of the run
//!   times), or it grows by a ratio from attempt to attempt (Walsh 1999).
//! * **Abort**: an attempt that has made so many placements and was never so deep ends at once
//!   (Verhaard's eii: no depth 128 within N nodes, no deep completion in 4e9).
//! * **Prune-back**: a search that lingers below a depth leaves the subtree it is in and goes on some
//!   cells further up (Joe 2026). What it leaves is not searched in this attempt, so such an attempt
//!   cannot prove that there is nothing.
//!
//! Caps are kept to the node. Aborts and prune-backs are looked at only between two batches of the
//! engine, at fixed node counts of the run: nothing depends on time, and where a budget cuts a run
//! leaves no trace in it.
//!
//! # References
//! - M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms", Inf. Process.
//!   Lett. 47 (1993).
//! - T. Walsh, "Search in a small world", IJCAI 1999.

use edgewise_search::candidates::Sort;
use edgewise_search::params::read_number;
use edgewise_search::{ParamError, Params, StepPlan};
use serde::{Deserialize, Serialize};

/// Bits after the point of a geometric factor.
const FRACTION: u32 = 32;

/// How the cap of placements changes from attempt to attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restart {
    /// Every attempt has the same.
    Fixed,
    /// The cap times the Luby sequence.
    Luby,
    /// Every attempt has so many percent of the one before.
    Geometric(u64),
}

/// An attempt with `nodes` placements that was never `depth` cells deep ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abort {
    /// Placements of the attempt.
    pub nodes: u64,
    /// Cells filled, clues included.
    pub depth: usize,
}

/// After `nodes` placements below `depth` the search goes back to `depth - steps`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PruneBack {
    /// Cells filled, clues included.
    pub depth: usize,
    /// Placements since the search last stood at `depth` cells or fewer.
    pub nodes: u64,
    /// Cells further up.
    pub steps: usize,
}

impl PruneBack {
    /// Steps of `plan` placed where the search stands at `depth`, and where it goes back to.
    fn stand_and_goal(&self, plan: &StepPlan) -> (usize, usize) {
        let steps = |depth: usize| plan.steps.partition_point(|s| s.depth_after <= depth);
        (steps(self.depth), steps(self.depth.saturating_sub(self.steps)))
    }
}

/// The policies of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Placements of an attempt; `u64::MAX`: no cap.
    pub node_cap: u64,
    /// How that changes.
    pub restart: Restart,
    /// Most multiples of `node_cap` an attempt gets.
    pub restart_most: u64,
    /// When an attempt is given up.
    pub aborts: Vec<Abort>,
    /// When an attempt goes back.
    pub prune_backs: Vec<PruneBack>,
}

impl Policy {
    /// Whether lingering searches go back.
    pub(crate) fn prunes_back(&self) -> bool {
        !self.prune_backs.is_empty()
    }

    /// Reads the policies of `params` for an order of `length` cells.
    pub(crate) fn read(params: &Params, length: usize, sort: Sort) -> Result<Policy, ParamError> {
        let policy = Policy {
            node_cap: match params.integer("node_cap") {
                0 => u64::MAX,
                // Without chance every attempt is the same one.
                _ if sort == Sort::Number => u64::MAX,
                cap => cap as u64,
            },
            restart: match params.text("restart") {
                "luby" => Restart::Luby,
                "geometric" => Restart::Geometric(params.integer("restart_ratio") as u64),
                _ => Restart::Fixed,
            },
            restart_most: params.integer("restart_most") as u64,
            aborts: read_aborts(params, length)?,
            prune_backs: read_prune_backs(params, length)?,
        };
        let expected = "none with candidate_sort number, where every attempt would be the same";
        match sort {
            Sort::Number if !policy.aborts.is_empty() => Err(bad(params, "abort", expected)),
            Sort::Number if !policy.prune_backs.is_empty() => Err(bad(params, "prune_back", expected)),
            _ => Ok(policy),
        }
    }

    /// Placements of attempt `number` (the first is 1).
    pub fn cap(&self, number: u64) -> u64 {
        match self.restart {
            Restart::Fixed => self.node_cap,
            Restart::Luby => self.node_cap.saturating_mul(luby(number.max(1)).min(self.restart_most)),
            Restart::Geometric(percent) => {
                let most = u128::from(self.restart_most) << FRACTION;
                let mut factor = 1u128 << FRACTION;
                let mut left = number.saturating_sub(1);
                while left > 0 && factor < most && percent > 100 {
                    factor = factor * u128::from(percent) / 100;
                    left -= 1;
                }
                let cap = (u128::from(self.node_cap) * factor.min(most)) >> FRACTION;
                u64::try_from(cap).unwrap_or(u64::MAX)
            }
        }
    }
}

/// Entry `i` (the first is 1) of the sequence 1, 1, 2, 1, 1, 2, 4, ...
fn luby(mut i: u64) -> u64 {
    loop {
        let next = u128::from(i) + 1;
        if next.is_power_of_two() {
            return (next / 2) as u64;
        }
        // After the last power of two the sequence begins again.
        i -= (1 << i.ilog2()) - 1;
    }
}

/// The refusal of a parameter's text.
fn bad(params: &Params, name: &str, expected: &str) -> ParamError {
    let found = params.text(name).chars().take(60).collect();
    ParamError::Value { name: name.to_owned(), found, expected: expected.to_owned() }
}

fn read_aborts(params: &Params, length: usize) -> Result<Vec<Abort>, ParamError> {
    let points = points(params.text("abort")).filter(|points: &Vec<[u64; 2]>| {
        let possible = |&[nodes, depth]: &[u64; 2]| nodes > 0 && depth > 0 && depth <= length as u64;
        points.iter().all(possible) && points.windows(2).all(|pair| pair[0][0] < pair[1][0])
    });
    let points = points.ok_or_else(|| {
        let syntax = "none, or placements:depth like 500M:128,4G:165, placements rising, depths in 1..=";
        bad(params, "abort", &format!("{syntax}{length}"))
    })?;
    Ok(points.into_iter().map(|[nodes, depth]| Abort { nodes, depth: depth as usize }).collect())
}

fn read_prune_backs(params: &Params, length: usize) -> Result<Vec<PruneBack>, ParamError> {
    let points = points(params.text("prune_back")).filter(|points: &Vec<[u64; 3]>| {
        let possible = |&[depth, nodes, steps]: &[u64; 3]| depth < length as u64 && nodes > 0 && steps <= depth;
        points.iter().all(possible)
    });
    let points = points.ok_or_else(|| {
        let syntax = "none, or depth:placements:cells back like 160:100M:24, cells back up to depth, depth below ";
        bad(params, "prune_back", &format!("{syntax}{length}"))
    })?;
    let prune_back = |[depth, nodes, steps]: [u64; 3]| {
        let (depth, steps) = (depth as usize, steps as usize);
        PruneBack { depth, nodes, steps }
    };
    Ok(points.into_iter().map(prune_back).collect())
}

/// Points of `N` whole numbers joined by colons, separated by commas; empty for `none`.
fn points<const N: usize>(text: &str) -> Option<Vec<[u64; N]>> {
    if text.trim() == "none" {
        return Some(Vec::new());
    }
    let point = |word: &str| {
        let numbers = word.split(':').map(|w| read_number(w).and_then(|n| u64::try_from(n).ok()));
        <[u64; N]>::try_from(numbers.collect::<Option<Vec<_>>>()?).ok()
    };
    text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(point).collect()
}

/// What the policies remember of the attempt in progress. Part of a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Attempt {
    /// Placements of the run by steps placed after them, when the attempt began.
    counts: Vec<u64>,
    /// For every prune-back: when the search was last seen at its depth.
    seen: Vec<Seen>,
    /// Whether a part of the tree was left.
    pub(crate) pruned: bool,
}

/// When a search was last seen at a depth or less.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Seen {
    /// Placements of the run.
    nodes: u64,
    /// Placements that led one step deeper: one more is a visit that is over.
    deeper: u64,
}

/// A search between two batches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now<'a> {
    /// Placements of the run.
    pub(crate) nodes: u64,
    /// Placements of the attempt.
    pub(crate) attempt_nodes: u64,
    /// Steps placed.
    pub(crate) placed: usize,
    /// Placements of the run by steps placed after them.
    pub(crate) counts: &'a [u64],
}

/// What becomes of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It goes on.
    GoOn,
    /// It goes back to so many steps.
    GoBack(usize),
    /// It ends.
    End,
}

impl Attempt {
    /// An attempt that begins after `nodes` placements of the run.
    pub(crate) fn begin(policy: &Policy, plan: &StepPlan, nodes: u64, counts: &[u64]) -> Attempt {
        let seen = |prune: &PruneBack| Seen { nodes, deeper: one_deeper(counts, prune.stand_and_goal(plan).0) };
        Attempt { counts: counts.to_vec(), seen: policy.prune_backs.iter().map(seen).collect(), pruned: false }
    }

    /// Whether this can be an attempt of a run with these policies and so many counts.
    pub(crate) fn fits(&self, policy: &Policy, counts: usize) -> bool {
        self.counts.len() == counts && self.seen.len() == policy.prune_backs.len()
    }

    /// Looks at the attempt between two batches.
    pub(crate) fn look(&mut self, policy: &Policy, plan: &StepPlan, now: Now<'_>) -> Verdict {
        let behind = |abort: &Abort| now.attempt_nodes >= abort.nodes && self.deepest(plan, now.counts) < abort.depth;
        if policy.aborts.iter().any(behind) {
            return Verdict::End;
        }
        let mut goal = now.placed;
        for (prune, seen) in policy.prune_backs.iter().zip(&mut self.seen) {
            let (stand, back) = prune.stand_and_goal(plan);
            let deeper = one_deeper(now.counts, stand);
            if now.placed <= stand || deeper != seen.deeper {
                *seen = Seen { nodes: now.nodes, deeper };
            } else if now.nodes.saturating_sub(seen.nodes) >= prune.nodes {
                goal = goal.min(back);
            }
        }
        if goal == now.placed {
            return Verdict::GoOn;
        }
        self.pruned = true;
        for (prune, seen) in policy.prune_backs.iter().zip(&mut self.seen) {
            if goal <= prune.stand_and_goal(plan).0 {
                seen.nodes = now.nodes;
            }
        }
        Verdict::GoBack(goal)
    }

    /// Most cells filled in this attempt, clues included.
    fn deepest(&self, plan: &StepPlan, counts: &[u64]) -> usize {
        let steps = (1..counts.len()).rev().find(|&steps| counts[steps] > self.counts[steps]);
        plan.depth(steps.unwrap_or(0))
    }
}

/// Placements that led from `stand` steps one step deeper.
fn one_deeper(counts: &[u64], stand: usize) -> u64 {
    counts.get(stand + 1).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::TABLE;
    use edgewise_puzzle::{ClueSet, Rng, official};
    use edgewise_search::Order;

    fn policy(settings: &[(&str, &str)]) -> Result<Policy, String> {
        let mut params = TABLE.defaults();
        settings.iter().for_each(|(name, value)| params.set(name, value).unwrap());
        let sort = if params.text("candidate_sort") == "number" { Sort::Number } else { Sort::Quota };
        Policy::read(&params, 256, sort).map_err(|e| e.to_string())
    }

    /// The sequence by its definition: all of it again, then the next power of two.
    fn luby_by_definition(terms: usize) -> Vec<u64> {
        let (mut sequence, mut power) = (vec![1], 2);
        while sequence.len() < terms {
            sequence.extend_from_within(..);
            sequence.push(power);
            power *= 2;
        }
        sequence
    }

    #[test]
    fn luby_caps_follow_the_definition() {
        let expected = luby_by_definition(5000);
        assert_eq!(expected[..15], [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
        assert!(expected.iter().zip(1..).all(|(&value, i)| luby(i) == value));
        let luby = policy(&[("restart", "luby"), ("node_cap", "70"), ("restart_most", "8")]).unwrap();
        assert!(expected.iter().zip(1..).all(|(&value, i)| luby.cap(i) == 70 * value.min(8)));
        assert_eq!(super::luby(u64::MAX), 1 << 63, "no number is too large");
    }

    #[test]
    fn geometric_caps_grow_by_their_ratio_up_to_the_most() {
        let caps = |ratio: &str, most: &str, terms: u64| -> Vec<u64> {
            let settings =
                [("restart", "geometric"), ("node_cap", "1000"), ("restart_ratio", ratio), ("restart_most", most)];
            let policy = policy(&settings).unwrap();
            (1..=terms).map(|i| policy.cap(i)).collect()
        };
        assert_eq!(caps("200", "20", 7), [1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
        assert_eq!(caps("150", "100", 5), [1000, 1500, 2250, 3375, 5062]);
        assert_eq!(caps("100", "100", 4), [1000; 4]);
        for (i, cap) in caps("107", "1000", 90).into_iter().enumerate() {
            assert!((cap as f64 - 1000.0 * 1.07f64.powi(i as i32)).abs() <= 1.0, "attempt {i}: {cap}");
        }
        let endless = policy(&[("restart", "geometric"), ("node_cap", "0")]).unwrap();
        assert_eq!([endless.cap(1), endless.cap(u64::MAX)], [u64::MAX; 2]);
        assert_eq!(policy(&[("node_cap", "9")]).unwrap().cap(77), 9, "fixed is the default");
    }

    #[test]
    fn points_are_read_and_mistakes_named() {
        let read = policy(&[("abort", "500k:100, 2_000_000:128,4G:256"), ("prune_back", "160:1M:24,200:5:0")]).unwrap();
        let aborts: Vec<_> = read.aborts.iter().map(|a| (a.nodes, a.depth)).collect();
        assert_eq!(aborts, [(500_000, 100), (2_000_000, 128), (4_000_000_000, 256)]);
        let backs: Vec<_> = read.prune_backs.iter().map(|p| (p.depth, p.nodes, p.steps)).collect();
        assert_eq!(backs, [(160, 1_000_000, 24), (200, 5, 0)]);
        for (name, wrong) in [
            ("abort", &["x", "1", "0:5", "1:0", "1:257", "5:9,5:10", "1:2:3", "-1:5", "9G"][..]),
            ("prune_back", &["1:2:3", "256:1:1", "9:0:1", "9:1", "9:1:1:1", "none:1:1"][..]),
        ] {
            for text in wrong {
                let message = policy(&[(name, text)]).unwrap_err();
                assert!(message.starts_with(&format!("parameter `{name}`: `{text}` does not fit")), "{message}");
            }
            let text = if name == "abort" { "1:2" } else { "3:2:1" };
            let message = policy(&[(name, text), ("candidate_sort", "number")]).unwrap_err();
            assert!(message.contains("none with candidate_sort number"), "{message}");
        }
    }

    /// A search walked by chance, looked at every `BATCH` placements, against models that keep the
    /// whole walk and look it over each time.
    #[test]
    fn aborts_and_prune_backs_against_the_whole_history() {
        const BATCH: u64 = 16;
        let puzzle = official::puzzle(ClueSet::Five);
        let order = Order::named("blackwood", puzzle.size(), &[]).unwrap();
        let plan = StepPlan::compile(&puzzle, &order);
        let depth = |steps: usize| steps.checked_sub(1).map_or(plan.depth_before, |last| plan.steps[last].depth_after);
        let mut rng = Rng::new(3);
        let (mut ends, mut backs, mut ons) = (0, 0, 0);
        for _ in 0..300 {
            let point = |rng: &mut Rng| format!("{}:{}:{}", 30 + rng.index(8), 1 + rng.index(90), rng.index(9));
            let prunes = format!("{},{}", point(&mut rng), point(&mut rng));
            let aborts = format!("{}:{},{}:{}", 1 + rng.index(99), 28 + rng.index(9), 150, 36);
            let policy = policy(&[("abort", &aborts), ("prune_back", &prunes)]).unwrap();
            let mut counts: Vec<u64> = (0..=plan.steps.len()).map(|_| rng.below(1000)).collect();
            let begin = BATCH * rng.below(9) + rng.below(BATCH);
            let mut attempt = Attempt::begin(&policy, &plan, begin, &counts);
            let (mut placed, mut nodes) = (25, begin);
            // Every depth the search stood at, with the placements so far.
            let mut walk: Vec<(u64, usize)> = vec![(begin, depth(placed))];
            let mut deepest = plan.depth_before;
            for _ in 0..40 {
                let restless = rng.index(4);
                loop {
                    for _ in 0..rng.index(restless + 1).min(placed) {
                        placed -= 1;
                        walk.push((nodes, depth(placed)));
                    }
                    placed = (placed + 1).min(60);
                    nodes += 1;
                    counts[placed] += 1;
                    deepest = deepest.max(depth(placed));
                    walk.push((nodes, depth(placed)));
                    if nodes.is_multiple_of(BATCH) {
                        break;
                    }
                }
                // A moment is seen at the next look; the search stands until it moves.
                let lingers = |p: &&PruneBack| {
                    let last = walk.iter().rev().find(|w| w.1 <= p.depth).unwrap();
                    nodes - ((last.0 / BATCH + 1) * BATCH).min(nodes) >= p.nodes
                };
                let goals = policy.prune_backs.iter().filter(lingers).map(|p| p.depth - p.steps);
                let expected = match goals.min() {
                    _ if policy.aborts.iter().any(|a| nodes - begin >= a.nodes && deepest < a.depth) => Verdict::End,
                    Some(goal) => Verdict::GoBack((0..placed).rev().find(|&s| depth(s) <= goal).unwrap_or(0)),
                    None => Verdict::GoOn,
                };
                let now = Now { nodes, attempt_nodes: nodes - begin, placed, counts: &counts };
                assert_eq!(attempt.look(&policy, &plan, now), expected, "{aborts} {prunes} at {nodes}");
                match expected {
                    Verdict::End => {
                        ends += 1;
                        break;
                    }
                    Verdict::GoBack(steps) => {
                        backs += 1;
                        assert!(attempt.pruned);
                        placed = steps;
                        walk.push((nodes, depth(placed)));
                    }
                    Verdict::GoOn => ons += 1,
                }
            }
        }
        assert!(ends > 50 && backs > 50 && ons > 500, "{ends} ends, {backs} backs, {ons} others");
    }
}
