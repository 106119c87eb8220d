//! Random numbers of a run, and Gumbel noise.
//!
//! A node's numbers depend on the run's seed and on its path alone, whatever else the beam holds. Logarithms
//! and exponentials are those of `libm`, so keys are the same on every machine.
//!
//! Source of the stochastic beam: W. Kool, H. van Hoof, M. Welling, "Stochastic Beams and Where to Find Them"
//! (2019), section 4.1 and appendix B.3.

use edgewise_puzzle::Rng;
use edgewise_puzzle::fnv::Fnv;

use crate::points::Points;
use crate::tree::Node;

/// The random numbers of a node: for its lottery, for its noise.
pub(crate) fn draws(seed: u64, node: &Node) -> [u64; 2] {
    let mut hash = Fnv::default();
    hash.word(seed);
    hash.word(node.hash());
    let mut rng = Rng::new(hash.hash());
    [rng.next_u64(), rng.next_u64()]
}

/// A standard Gumbel variate from random bits.
pub(crate) fn gumbel(bits: u64) -> f64 {
    let uniform = ((bits >> 12) as f64 + 0.5) / (1u64 << 52) as f64;
    -libm::log(-libm::log(uniform))
}

/// The score with Gumbel noise of a temperature on it.
pub(crate) fn perturbed(score: Points, temperature: Points, bits: u64) -> Points {
    score + rounded(temperature.value() * gumbel(bits))
}

/// The nearest number of points, within ±2³².
fn rounded(value: f64) -> Points {
    let most = (1u64 << 32) as f64;
    Points::new(value.clamp(-most, most)).unwrap_or_default()
}

/// φ, the logarithm of a path's probability, and G, the greatest φ + Gumbel noise of all complete paths below.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Luck {
    pub(crate) phi: f64,
    pub(crate) g: f64,
}

impl Luck {
    /// The key of a stochastic beam.
    pub(crate) fn key(self) -> Points {
        rounded(self.g)
    }
}

/// The luck of all children of a node, from their gains and random bits: a child is likely by exp(gain /
/// temperature), and their greatest G is the parent's.
pub(crate) fn family(parent: Luck, gains: &[Points], bits: &[u64], temperature: Points) -> Vec<Luck> {
    let logits: Vec<f64> = gains.iter().map(|gain| gain.value() / temperature.value()).collect();
    let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let log_total = top + libm::log(logits.iter().map(|l| libm::exp(l - top)).sum());
    let phis: Vec<f64> = logits.iter().map(|l| parent.phi + l - log_total).collect();
    let free: Vec<f64> = phis.iter().zip(bits).map(|(phi, &bits)| phi + gumbel(bits)).collect();
    let most = free.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let conditioned = |free: f64| {
        // -ln(exp(-G) - exp(-most) + exp(-free)) without overflow.
        let v = parent.g - free + libm::log1p(-libm::exp(free - most));
        parent.g - v.max(0.0) - libm::log1p(libm::exp(-v.abs()))
    };
    phis.iter().zip(&free).map(|(&phi, &free)| Luck { phi, g: conditioned(free) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_gumbel() {
        let mut rng = Rng::new(2);
        let n = 40_000;
        let values: Vec<f64> = (0..n).map(|_| gumbel(rng.next_u64())).collect();
        let mean = values.iter().sum::<f64>() / f64::from(n);
        let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / f64::from(n);
        assert!((mean - 0.577_216).abs() < 0.02, "{mean}");
        assert!((variance - std::f64::consts::PI.powi(2) / 6.0).abs() < 0.06, "{variance}");
        assert!(gumbel(0).is_finite() && gumbel(u64::MAX).is_finite());
        let two = Points::ONE * 2;
        assert_eq!(perturbed(two, Points::ONE, 1 << 63).value(), two.value() + rounded(gumbel(1 << 63)).value());
    }

    #[test]
    fn children_share_the_parents_probability_and_the_luckiest_has_its_luck() {
        let mut rng = Rng::new(6);
        for _ in 0..300 {
            let n = 1 + rng.index(8);
            let gains: Vec<Points> = (0..n).map(|_| Points::ratio(rng.index(9) as u32, 8)).collect();
            let bits: Vec<u64> = (0..n).map(|_| rng.next_u64()).collect();
            let parent = Luck { phi: -(rng.index(9) as f64), g: rng.index(9) as f64 - 4.0 };
            let lucks = family(parent, &gains, &bits, Points::ratio(1, 4));
            let total: f64 = lucks.iter().map(|l| (l.phi - parent.phi).exp()).sum();
            assert!((total - 1.0).abs() < 1e-12, "{total}");
            let most = lucks.iter().map(|l| l.g).fold(f64::MIN, f64::max);
            assert_eq!(most, parent.g);
        }
    }

    #[test]
    fn the_first_choice_is_as_frequent_as_its_probability() {
        let gains = [0, 1, 2].map(|n| Points::ONE * n);
        let mut rng = Rng::new(7);
        let mut first = [0u32; 3];
        for _ in 0..30_000 {
            let bits = [rng.next_u64(), rng.next_u64(), rng.next_u64()];
            let lucks = family(Luck::default(), &gains, &bits, Points::ONE);
            first[(0..3).max_by(|&a, &b| lucks[a].g.total_cmp(&lucks[b].g)).unwrap()] += 1;
        }
        for (n, share) in first.iter().zip([0.0900, 0.2447, 0.6652]) {
            assert!((f64::from(*n) / 30_000.0 - share).abs() < 0.012, "{first:?}");
        }
    }
}
