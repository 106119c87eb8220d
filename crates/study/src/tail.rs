//! The upper tail of a sample of scores: how good a board so many runs would give, and how sure that is.
//!
//! Scores are whole numbers; they are taken as a continuous quantity rounded, so a score k stands for the stretch
//! from k − ½ to k + ½ and all likelihoods are those of stretches. Three ways to extrapolate, which agree only
//! where the sample decides:
//!
//! * a **normal** distribution of all runs (moments, variance less Sheppard's 1/12);
//! * a **generalised Pareto** distribution of what lies above a threshold, by maximum likelihood, at several
//!   thresholds: Pickands (1975), Davison and Smith (1990);
//! * a **Gumbel** distribution of the best of every block of runs, by maximum likelihood: Gumbel (1958).
//!
//! Intervals are 95 % percentile bootstrap intervals (Efron 1979) of one fit: they say what another sample would
//! have given, not whether the family of distributions is right. How far the three disagree says more.
//!
//! * [`mod@scores`]: the sample, counted
//! * [`mod@simplex`]: minimisation by Nelder and Mead
//! * [`fit`]: the fits
//! * [`goodness`]: how well a fit describes the sample
//! * [`analysis`], [`text`]: all of it for a sample; as Markdown

pub mod analysis;
pub mod fit;
pub mod goodness;
pub mod scores;
pub mod simplex;
pub mod text;

use statrs::distribution::{ContinuousCDF, Normal};

pub use analysis::{Estimate, Fit, TailReport, TailSettings, analyse};
pub use scores::{Scores, TailError};
pub use text::tail_text;

/// A fitted distribution of a run's score, to be trusted in its upper tail.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Tail {
    /// All runs.
    Normal {
        /// Mean score.
        mean: f64,
        /// Standard deviation.
        sd: f64,
    },
    /// Runs above a threshold.
    Pareto {
        /// Half a point below the least score that counts.
        threshold: f64,
        /// The share of runs above it.
        share: f64,
        /// Scale σ, in points.
        scale: f64,
        /// Shape ξ: below 0 the scores end at threshold − σ/ξ, at 0 the tail is exponential.
        shape: f64,
    },
    /// The best of every so many runs.
    Gumbel {
        /// Runs in a block.
        block: usize,
        /// Location μ of a block's best.
        location: f64,
        /// Scale β, in points.
        scale: f64,
    },
}

/// The share of a generalised Pareto distribution above `excess`; 0 beyond its end.
pub(crate) fn pareto_above(excess: f64, scale: f64, shape: f64) -> f64 {
    let x = excess.max(0.0) / scale;
    if shape.abs() < 1e-9 {
        return (-x).exp();
    }
    let inside = shape * x;
    if inside <= -1.0 { 0.0 } else { (-inside.ln_1p() / shape).exp() }
}

impl Tail {
    /// The chance of a run to lie above `x`; between the whole scores a and a + 1 that is x = a + ½. Of a Pareto
    /// tail at most its share.
    pub fn above(&self, x: f64) -> f64 {
        match *self {
            Tail::Normal { mean, sd } => standard().sf((x - mean) / sd),
            Tail::Pareto { threshold, share, scale, shape } => share * pareto_above(x - threshold, scale, shape),
            Tail::Gumbel { block, location, scale } => -(-((location - x) / scale).exp() / block as f64).exp_m1(),
        }
    }

    /// The chance of a run to reach a whole score.
    pub fn reaching(&self, score: usize) -> f64 {
        self.above(score as f64 - 0.5)
    }

    /// The level that a run exceeds with chance `p`, above 0 and below 1. Of a Pareto tail never below its
    /// threshold.
    pub fn exceeded(&self, p: f64) -> f64 {
        match *self {
            Tail::Normal { mean, sd } => mean - sd * standard().inverse_cdf(p.clamp(0.0, 1.0)),
            Tail::Pareto { threshold, share, scale, shape } => {
                let log = (p / share).min(1.0).ln();
                let excess = if shape.abs() < 1e-9 { -log } else { (-shape * log).exp_m1() / shape };
                threshold + scale * excess
            }
            Tail::Gumbel { block, location, scale } => location - scale * (-(-p).ln_1p() * block as f64).ln(),
        }
    }

    /// The expected best of `runs` runs; infinite where the tail has no mean.
    ///
    /// The chance that the best of n runs exceeds is 1 − exp(−t) with t exponential, so the expectation is that of
    /// `exceeded(1 − exp(−t/n))`; with t = exp(s) the weight exp(s − exp(s)) dies off on both sides and the
    /// trapezoidal rule converges fast.
    pub fn expected_best(&self, runs: f64) -> f64 {
        if matches!(self, Tail::Pareto { shape, .. } if *shape >= 1.0) {
            return f64::INFINITY;
        }
        const STEP: f64 = 0.1;
        let term = |i: i32| {
            let s = f64::from(i) * STEP;
            let t = s.exp();
            (s - t).exp() * self.exceeded(-(-t / runs).exp_m1())
        };
        STEP * (-400..=35).map(term).sum::<f64>()
    }

    /// The score that no run can exceed, where there is one.
    pub fn end(&self) -> Option<f64> {
        match *self {
            Tail::Pareto { threshold, scale, shape, .. } if shape < 0.0 => Some(threshold - scale / shape),
            _ => None,
        }
    }
}

fn standard() -> Normal {
    Normal::standard()
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::Rng;

    pub(super) fn uniform(rng: &mut Rng) -> f64 {
        ((rng.next_u64() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
    }

    fn tails() -> Vec<Tail> {
        let pareto = |shape| Tail::Pareto { threshold: 380.5, share: 0.05, scale: 4.0, shape };
        vec![
            Tail::Normal { mean: 374.0, sd: 7.0 },
            pareto(-0.2),
            pareto(0.0),
            pareto(0.3),
            Tail::Gumbel { block: 100, location: 390.0, scale: 2.5 },
        ]
    }

    #[test]
    fn levels_and_chances_are_inverse() {
        for tail in tails() {
            for p in [1e-12, 1e-6, 1e-3, 0.04] {
                let back = tail.above(tail.exceeded(p));
                assert!((back / p - 1.0).abs() < 1e-6, "{tail:?}: {p} came back as {back}");
            }
        }
        // Published quantiles of the normal distribution.
        let normal = Tail::Normal { mean: 0.0, sd: 1.0 };
        for (p, z) in [(1e-3, 3.090_232_306), (1e-6, 4.753_424_309), (1e-9, 5.997_807_015), (1e-12, 7.034_483_825)] {
            assert!((normal.exceeded(p) - z).abs() < 1e-6, "{p}: {}", normal.exceeded(p));
        }
        let bounded = tails()[1];
        assert_eq!(bounded.end(), Some(400.5));
        assert_eq!((bounded.above(400.6), bounded.above(300.0)), (0.0, 0.05));
    }

    #[test]
    fn the_expected_best_of_a_few_runs_is_what_simulation_gives() {
        let mut rng = Rng::new(1);
        for tail in tails() {
            for runs in [200, 2000] {
                let trials = 3000;
                // The best of n has the chance u to lie below exceeded(1 - u^(1/n)).
                let mut best = || (0..runs).map(|_| uniform(&mut rng)).fold(1.0, f64::min);
                let values: Vec<f64> = (0..trials).map(|_| tail.exceeded(best())).collect();
                let mean = values.iter().sum::<f64>() / f64::from(trials);
                let sd = (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / f64::from(trials)).sqrt();
                let error = (tail.expected_best(f64::from(runs)) - mean).abs();
                assert!(error < 4.5 * sd / f64::from(trials).sqrt(), "{tail:?}, {runs}: {error} with sd {sd}");
            }
        }
    }

    #[test]
    fn expected_bests_in_closed_form() {
        // Exponential tail: threshold + scale * H_m for m runs above it; n large: ln(n share) + gamma.
        let exponential = Tail::Pareto { threshold: 0.0, share: 1.0, scale: 1.0, shape: 0.0 };
        let harmonic: f64 = (1..=1000).map(|k| 1.0 / f64::from(k)).sum();
        assert!((exponential.expected_best(1000.0) - harmonic).abs() < 1e-6);
        const GAMMA: f64 = 0.577_215_664_901_532_9;
        let gumbel = Tail::Gumbel { block: 100, location: 390.0, scale: 2.5 };
        let exact = 390.0 + 2.5 * ((1e9f64 / 100.0).ln() + GAMMA);
        assert!((gumbel.expected_best(1e9) - exact).abs() < 1e-6);
        let heavy = Tail::Pareto { threshold: 0.0, share: 1.0, scale: 1.0, shape: 1.2 };
        assert_eq!(heavy.expected_best(10.0), f64::INFINITY);
    }
}
