//! The stochastic beam of Kool, van Hoof and Welling ("Stochastic Beams and Where to Find Them",
//! 2019): survivors are a sample without replacement of all paths, each path as likely as the product
//! of its steps' probabilities.
//!
//! Every state carries the logarithm φ of its probability and a perturbed one, G, as if Gumbel noise
//! had been added to the φ of every complete path and G were the greatest below the state. A child
//! is chosen with a probability that falls with its key: exp(key/T) over the sum for all children of
//! the parent. Children's G are drawn so that their maximum is the parent's.

use crate::fixed::{PLACES, exp_minus, gumbel, ln, ln_one_minus, ln_one_plus};

/// Below this logarithm a probability is called nothing.
const NEVER: i64 = 1 << 50;

/// φ and G.
pub(crate) type Luck = [i64; 2];

/// The luck of the children of a state, from their keys and 32 random bits each.
pub(crate) fn children(parent: Luck, keys: &[i64], bits: &[u32], temperature: i64) -> Vec<Luck> {
    let [phi, g] = parent;
    let top = keys.iter().copied().max().unwrap_or(0);
    let logit = |key: i64| {
        let wide = (i128::from(key - top) << PLACES) / i128::from(temperature.max(1));
        wide.max(-i128::from(NEVER)) as i64
    };
    let logits: Vec<i64> = keys.iter().map(|&key| logit(key)).collect();
    let total: u64 = logits.iter().map(|&l| exp_minus(-l)).sum();
    let log_total = ln(total.max(1), 32);
    let phis: Vec<i64> = logits.iter().map(|l| phi + l - log_total).collect();
    let free: Vec<i64> = phis.iter().zip(bits).map(|(phi, &bits)| phi + gumbel(bits)).collect();
    let most = free.iter().copied().max().unwrap_or(0);
    let conditioned = |free: i64| {
        if free == most {
            return g;
        }
        // -ln(exp(-g) - exp(-most) + exp(-free)) without overflow, as in the paper's appendix.
        let v = g - free + ln_one_minus(most - free);
        g - v.max(0) - ln_one_plus(v.abs())
    };
    phis.into_iter().zip(free).map(|(phi, free)| [phi, conditioned(free)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixed::ONE;
    use edgewise_puzzle::Rng;

    #[test]
    fn the_best_child_has_the_parents_luck_and_probabilities_add_up() {
        let mut rng = Rng::new(6);
        for _ in 0..500 {
            let n = 1 + rng.index(60);
            let keys: Vec<i64> = (0..n).map(|_| -(rng.below(3) as i64) * ONE).collect();
            let bits: Vec<u32> = (0..n).map(|_| rng.next_u64() as u32).collect();
            let parent = [-(rng.below(900) as i64) * ONE, (rng.below(20) as i64 - 10) * ONE];
            let lucks = children(parent, &keys, &bits, ONE / 2);
            let float = |x: i64| x as f64 / ONE as f64;
            let sum: f64 = lucks.iter().map(|l| (float(l[0]) - float(parent[0])).exp()).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            assert_eq!(lucks.iter().map(|l| l[1]).max(), Some(parent[1]));
            // The formula of the paper, in floating point.
            let free: Vec<f64> = lucks.iter().zip(&bits).map(|(l, &b)| float(l[0]) + float(gumbel(b))).collect();
            let most = free.iter().copied().fold(f64::MIN, f64::max);
            for (luck, free) in lucks.iter().zip(&free) {
                let g = float(parent[1]);
                let v = g - free + (-(free - most).exp_m1()).ln();
                let exact = g - v.max(0.0) - (-v.abs()).exp().ln_1p();
                assert!((float(luck[1]) - exact).abs() < 1e-2 || most - free < 1e-4, "{luck:?} {exact}");
            }
        }
    }

    #[test]
    fn children_come_out_as_often_as_their_probability_says() {
        // One parent, three children with gains 0, -1, -2 at temperature 1: the first choice.
        let mut rng = Rng::new(7);
        let mut first = [0u32; 3];
        for _ in 0..30_000 {
            let bits: Vec<u32> = (0..3).map(|_| rng.next_u64() as u32).collect();
            let lucks = children([0, 0], &[0, -ONE, -2 * ONE], &bits, ONE);
            first[(0..3).max_by_key(|&i| lucks[i][1]).unwrap()] += 1;
        }
        for (i, share) in [0.6652, 0.2447, 0.0900].into_iter().enumerate() {
            assert!((f64::from(first[i]) / 30_000.0 - share).abs() < 0.012, "{first:?}");
        }
    }
}
