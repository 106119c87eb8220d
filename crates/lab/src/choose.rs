//! Which candidates of a level survive.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use crate::points::Points;
use crate::settings::{BeamSettings, Likeness, Rule};
use crate::trace::Fate;

/// What the choice looks at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Contender {
    /// What it is ranked by.
    pub(crate) key: Points,
    /// Random bits: a lottery among equal keys, and a second one.
    pub(crate) draws: [u64; 2],
    /// Equal for candidates alike.
    pub(crate) likeness: u64,
    /// Equal for candidates of one family.
    pub(crate) family: u64,
}

/// The choice of a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    /// What became of every candidate.
    pub(crate) fates: Vec<Fate>,
    /// Its place by key, from 0.
    pub(crate) places: Vec<usize>,
    /// Candidates with the key of the last survivor.
    pub(crate) ties: usize,
    /// Survivors among them.
    pub(crate) tie_places: usize,
}

/// Chooses among `all`, which stand in the order of their paths, on the level at `depth`.
pub(crate) fn choose(all: &[Contender], settings: &BeamSettings, depth: u32) -> Choice {
    let key = keys(all, settings.rule);
    let mut order: Vec<usize> = (0..all.len()).collect();
    match settings.rule {
        Rule::Plain => order.sort_by_key(|&i| Reverse(key[i])),
        _ => order.sort_by_key(|&i| Reverse((key[i], all[i].draws[0]))),
    }
    let mut places = vec![0; all.len()];
    order.iter().enumerate().for_each(|(place, &i)| places[i] = place);

    let mut fates = vec![Fate::Cut; all.len()];
    let (mut seen, mut families) = (HashSet::new(), HashMap::new());
    let mut left = Vec::with_capacity(all.len());
    for i in order {
        if settings.likeness != Likeness::None && !seen.insert(all[i].likeness) {
            fates[i] = Fate::Alike;
            continue;
        }
        let family: &mut usize = families.entry(all[i].family).or_default();
        if settings.family_most > 0 && depth > settings.family_depth && *family == settings.family_most {
            fates[i] = Fate::Passed;
            continue;
        }
        *family += 1;
        left.push(i);
    }

    let width = if settings.width == 0 { left.len() } else { settings.width.min(left.len()) };
    let mut choice = Choice { fates, places, ties: 0, tie_places: 0 };
    if let Rule::Sample { pool } = settings.rule {
        let mut pooled: Vec<usize> = left[..width.saturating_mul(pool).min(left.len())].to_vec();
        pooled.sort_by_key(|&i| Reverse(all[i].draws[1]));
        pooled[..width].iter().for_each(|&i| choice.fates[i] = Fate::Kept);
        return choice;
    }
    left[..width].iter().for_each(|&i| choice.fates[i] = Fate::Kept);
    if width < left.len() {
        let last = key[left[width - 1]];
        let tied = |some: &[usize]| some.iter().filter(|&&i| key[i] == last).count();
        (choice.ties, choice.tie_places) = (tied(&left), tied(&left[..width]));
    }
    choice
}

/// The keys, with those near the best lifted to it where the rule says so.
fn keys(all: &[Contender], rule: Rule) -> Vec<Points> {
    let best = all.iter().map(|c| c.key).max().unwrap_or_default();
    let lifted = |key: Points| match rule {
        Rule::Lottery { tolerance } if best - key <= tolerance => best,
        _ => key,
    };
    all.iter().map(|c| lifted(c.key)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::Rng;

    fn some(n: usize, rng: &mut Rng) -> Vec<Contender> {
        let one = |rng: &mut Rng| Contender {
            key: Points::ratio(rng.index(6) as u32, 4),
            draws: [rng.next_u64(), rng.next_u64()],
            likeness: rng.below(20),
            family: rng.below(4),
        };
        (0..n).map(|_| one(rng)).collect()
    }

    fn kept(choice: &Choice) -> Vec<usize> {
        (0..choice.fates.len()).filter(|&i| choice.fates[i] == Fate::Kept).collect()
    }

    #[test]
    fn the_best_survive_and_ties_are_counted() {
        let mut rng = Rng::new(1);
        for round in 0..400 {
            let all = some(1 + rng.index(60), &mut rng);
            let width = rng.index(40);
            let rule = [Rule::Plain, Rule::Lottery { tolerance: Points::ZERO }][round % 2];
            let settings = BeamSettings { width, rule, ..BeamSettings::default() };
            let choice = choose(&all, &settings, 5);
            let stay = kept(&choice);
            assert_eq!(stay.len(), if width == 0 { all.len() } else { width.min(all.len()) });
            let least = stay.iter().map(|&i| all[i].key).min().unwrap();
            let lost: Vec<usize> = (0..all.len()).filter(|i| !stay.contains(i)).collect();
            assert!(lost.iter().all(|&i| all[i].key <= least && choice.fates[i] == Fate::Cut));
            let tied = |some: &[usize]| some.iter().filter(|&&i| all[i].key == least).count();
            let expected = if lost.is_empty() { (0, 0) } else { (tied(&stay) + tied(&lost), tied(&stay)) };
            assert_eq!((choice.ties, choice.tie_places), expected);
            // Among ties the plain rule goes by the path, the lottery by the draw.
            for (&a, &b) in stay.iter().flat_map(|a| lost.iter().map(move |b| (a, b))) {
                if all[a].key == all[b].key {
                    assert!(if round % 2 == 0 { a < b } else { all[a].draws[0] > all[b].draws[0] });
                }
            }
        }
    }

    #[test]
    fn duplicates_and_full_families_make_room() {
        let mut rng = Rng::new(2);
        for _ in 0..300 {
            let all = some(60, &mut rng);
            let settings = BeamSettings {
                width: 10,
                likeness: Likeness::Choices,
                family_most: 3,
                family_depth: 2,
                ..BeamSettings::default()
            };
            let choice = choose(&all, &settings, 5);
            let stay = kept(&choice);
            let count = |f: &dyn Fn(&Contender) -> u64, x: u64| stay.iter().filter(|&&i| f(&all[i]) == x).count();
            assert!((0..20).all(|x| count(&|c| c.likeness, x) <= 1));
            assert!((0..4).all(|x| count(&|c| c.family, x) <= 3));
            for i in 0..60 {
                let better = |j: &usize| choice.places[*j] < choice.places[i];
                match choice.fates[i] {
                    Fate::Alike => assert!((0..60).any(|j| better(&j) && all[j].likeness == all[i].likeness)),
                    Fate::Passed => {
                        let stood = |j: &usize| matches!(choice.fates[*j], Fate::Kept | Fate::Cut);
                        let before = (0..60).filter(|j| all[*j].family == all[i].family && better(j) && stood(j));
                        assert_eq!(before.count(), 3);
                    }
                    _ => {}
                }
            }
            // On the family's own level there is no limit.
            let free = choose(&all, &settings, 2);
            assert!(free.fates.iter().all(|&fate| fate != Fate::Passed));
        }
    }

    #[test]
    fn tolerance_makes_a_lottery_of_what_is_near() {
        let mut rng = Rng::new(3);
        let near = BeamSettings {
            width: 5,
            rule: Rule::Lottery { tolerance: Points::ratio(1, 2) },
            ..BeamSettings::default()
        };
        for _ in 0..200 {
            let all = some(40, &mut rng);
            let best = all.iter().map(|c| c.key).max().unwrap();
            let close: Vec<usize> = (0..40).filter(|&i| best - all[i].key <= Points::ratio(1, 2)).collect();
            let stay = kept(&choose(&all, &near, 5));
            let mut drawn = close.clone();
            drawn.sort_by_key(|&i| Reverse(all[i].draws[0]));
            drawn.truncate(5);
            assert!(drawn.iter().all(|i| stay.contains(i)), "{close:?} {stay:?}");
        }
    }

    #[test]
    fn a_sample_comes_from_the_pool_and_is_even() {
        let mut rng = Rng::new(4);
        let settings = BeamSettings { width: 4, rule: Rule::Sample { pool: 2 }, ..BeamSettings::default() };
        let mut often = [0u32; 20];
        for _ in 0..4000 {
            let mut all = some(20, &mut rng);
            (0..20).for_each(|i| all[i].key = Points::ONE * (20 - i as u32));
            let stay = kept(&choose(&all, &settings, 5));
            assert_eq!(stay.len(), 4);
            stay.iter().for_each(|&i| often[i] += 1);
        }
        assert!(often[..8].iter().all(|n| (1850..2150).contains(n)) && often[8..] == [0; 12], "{often:?}");
    }
}
