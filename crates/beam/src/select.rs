//! Choosing the survivors among the best children at random.

use crate::child::{Child, draw, keep_best, key_of, salt};
use crate::fixed::{PLACES, exp_minus};
use crate::likeness::mix;

/// Keeps `width` children of `pool` drawn by a lottery that does not look at their keys.
pub(crate) fn sample(pool: &mut Vec<Child>, width: usize, layer_seed: u64) {
    if pool.len() <= width {
        return;
    }
    // The upper bits of a draw decided ties; a second mixing is independent of them.
    let lot = |c: &Child| mix(!draw(salt(layer_seed, c.parent as usize), c.code()));
    let mut lots: Vec<u64> = pool.iter().map(lot).collect();
    let last = *lots.select_nth_unstable(width - 1).1;
    pool.retain(|c| lot(c) <= last);
    pool.truncate(width);
}

/// Keeps `width` children of `pool`: those that systematic resampling draws with weights
/// exp(key/temperature) (Kitagawa 1996), each once however often it is drawn, and for the places
/// left over the best of the others.
pub(crate) fn resample(pool: &mut Vec<Child>, width: usize, temperature: i64, layer_seed: u64, scratch: &mut Vec<u64>) {
    if pool.len() <= width {
        return;
    }
    let key = |c: &Child| i64::from(key_of(c.rank));
    let top = pool.iter().map(key).max().unwrap_or(0);
    let weight = |c: &Child| exp_minus(((top - key(c)) << PLACES) / temperature.max(1));
    let total: u128 = pool.iter().map(|c| u128::from(weight(c))).sum();
    // Child after child on a line, each as long as its weight; `width` points at equal distances.
    let offset = (u128::from(mix(layer_seed ^ u64::MAX)) * total) >> 64;
    let points_below = |end: u128| (end * width as u128).saturating_sub(offset).div_ceil(total);
    let mut end = 0;
    let drawn: Vec<bool> = pool
        .iter()
        .map(|c| {
            let before = points_below(end);
            end += u128::from(weight(c));
            points_below(end) > before
        })
        .collect();
    let mut flags = drawn.iter();
    let mut others: Vec<Child> = pool.iter().copied().filter(|_| !flags.next().is_some_and(|&d| d)).collect();
    let places = width - (pool.len() - others.len()).min(width);
    let last = if places == 0 { None } else { keep_best(&mut others, places, scratch).map(|cut| cut.0) };
    let mut flags = drawn.iter();
    pool.retain(|c| flags.next().is_some_and(|&d| d) || last.is_some_and(|last| c.rank >= last));
    pool.truncate(width);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::child::rank;
    use crate::fixed::ONE;
    use edgewise_puzzle::Rng;

    fn pool(len: usize, rng: &mut Rng) -> Vec<Child> {
        (0..len).map(|i| Child::new(rank(-(rng.below(4) as i64) * ONE, rng.next_u64()), i, i as u16, 0)).collect()
    }

    #[test]
    fn a_sample_is_as_wide_as_asked_and_even() {
        let mut rng = Rng::new(3);
        let all = pool(40, &mut rng);
        let mut often = [0u32; 40];
        for seed in 0..4000 {
            let mut some = all.clone();
            sample(&mut some, 10, seed);
            assert_eq!(some.len(), 10);
            assert!(some.is_sorted_by_key(|c| c.parent));
            some.iter().for_each(|c| often[c.parent as usize] += 1);
        }
        assert!(often.iter().all(|n| (850..1150).contains(n)), "{often:?}");
    }

    #[test]
    fn resampling_prefers_what_is_likely_and_fills_up_with_the_best() {
        let mut rng = Rng::new(4);
        for seed in 0..500 {
            let all = pool(1 + rng.index(200), &mut rng);
            let width = 1 + rng.index(120);
            let mut some = all.clone();
            resample(&mut some, width, ONE / 5, seed, &mut Vec::new());
            assert_eq!(some.len(), width.min(all.len()));
            assert!(some.is_sorted_by_key(|c| c.parent));
        }
        // Three in four of the weight is one child's: it is always drawn, the others by their share.
        let keys = [0, -ONE, -ONE, -ONE];
        let mut often = [0u32; 4];
        for seed in 0..4000 {
            let mut some: Vec<Child> = (0..4).map(|i| Child::new(rank(keys[i], 0), i, i as u16, 0)).collect();
            resample(&mut some, 2, ONE * 10 / 22, seed, &mut Vec::new());
            some.iter().for_each(|c| often[c.parent as usize] += 1);
        }
        assert_eq!((often[0], often.iter().sum::<u32>()), (4000, 8000));
        // exp(-2.2) = 0.11 each: a second point falls on one of the three in half of all draws.
        assert!(often[1] > often[2] && often[2] > 400 && often[3] > 400, "{often:?}");
    }
}
