//! Fits of the three tails.

use super::scores::{Scores, TailError};
use super::simplex::minimise;
use super::{Tail, pareto_above};

/// Fewest scores for a fit.
pub const LEAST: usize = 30;
/// Fewest different scores.
pub const LEAST_DIFFERENT: usize = 4;
/// Largest shape, either way, that a Pareto fit may have.
const MOST_SHAPE: f64 = 2.0;
/// Euler's constant: the mean of the standard Gumbel distribution.
const GAMMA: f64 = 0.577_215_664_901_532_9;

fn enough(scores: &Scores, what: &str) -> Result<(), TailError> {
    if scores.len() < LEAST {
        return Err(TailError::TooFew { n: scores.len(), least: LEAST });
    }
    match scores.different() {
        different if different < LEAST_DIFFERENT => {
            Err(TailError::TooEven { different, what: what.to_owned(), least: LEAST_DIFFERENT })
        }
        _ => Ok(()),
    }
}

/// Minus the logarithm of the likelihood of stretches: `chance(k)` is that of the score k.
fn minus_log_likelihood(scores: &Scores, chance: impl Fn(f64) -> f64) -> f64 {
    -scores.counts().map(|(k, n)| n as f64 * chance(k as f64).ln()).sum::<f64>()
}

/// The normal distribution of the sample's mean and variance, less the 1/12 that rounding added.
pub fn normal(scores: &Scores) -> Result<Tail, TailError> {
    enough(scores, "in all")?;
    let (mean, variance) = scores.moments();
    Ok(Tail::Normal { mean, sd: (variance - 1.0 / 12.0).max(1.0 / 12.0).sqrt() })
}

/// The generalised Pareto distribution of the scores of at least `least`.
pub fn pareto(scores: &Scores, least: usize) -> Result<Tail, TailError> {
    let above = scores.from(least);
    enough(&above, &format!("from {least} up"))?;
    let threshold = least as f64 - 0.5;
    let (mean, variance) = above.moments();
    // The moments of the distribution (Hosking and Wallis 1987) begin the search.
    let (excess, ratio) = (mean - threshold, (mean - threshold).powi(2) / variance);
    let start = [(excess * (ratio + 1.0) / 2.0).ln(), ((1.0 - ratio) / 2.0).clamp(-0.5, 0.5)];
    let cost = |[log_scale, shape]: [f64; 2]| {
        if shape.abs() > MOST_SHAPE {
            return f64::INFINITY;
        }
        let scale = log_scale.exp();
        let at = |x: f64| pareto_above(x - threshold, scale, shape);
        minus_log_likelihood(&above, |k| at(k - 0.5) - at(k + 0.5))
    };
    let (found, _) = [start, [excess.ln(), 0.0]]
        .map(|start| minimise(cost, start, [0.2, 0.1]))
        .map(|x| (x, cost(x)))
        .into_iter()
        .reduce(|a, b| if b.1 < a.1 { b } else { a })
        .unwrap_or((start, 0.0));
    let share = above.len() as f64 / scores.len() as f64;
    Ok(Tail::Pareto { threshold, share, scale: found[0].exp(), shape: found[1] })
}

/// The best of every block of `block` scores in a row; an incomplete last block is left out.
pub fn block_bests(scores: &[usize], block: usize) -> Scores {
    let bests = scores.chunks_exact(block.max(1)).filter_map(|b| b.iter().copied().max());
    Scores::of(&bests.collect::<Vec<_>>())
}

/// The Gumbel distribution of the bests of blocks of `block` runs.
pub fn gumbel(bests: &Scores, block: usize) -> Result<Tail, TailError> {
    enough(bests, &format!("among the bests of {block}"))?;
    let (mean, variance) = bests.moments();
    let scale = (6.0 * variance).sqrt() / std::f64::consts::PI;
    let cost = |[location, log_scale]: [f64; 2]| {
        let (inverse, step) = ((-log_scale).exp(), (-(-log_scale).exp()).exp());
        minus_log_likelihood(bests, |k| {
            // G(k + ½) − G(k − ½), one exponential for both.
            let lower = ((location - k + 0.5) * inverse).exp();
            (-lower * step).exp() * -(-lower * (1.0 - step)).exp_m1()
        })
    };
    let [location, log_scale] = minimise(cost, [mean - GAMMA * scale, scale.ln()], [0.5 * scale, 0.2]);
    Ok(Tail::Gumbel { block, location, scale: log_scale.exp() })
}

#[cfg(test)]
mod tests {
    use super::super::tests::uniform;
    use super::*;
    use edgewise_puzzle::Rng;

    /// Scores from a distribution's inverse, rounded.
    fn sample(n: usize, seed: u64, inverse: impl Fn(f64) -> f64) -> Vec<usize> {
        let mut rng = Rng::new(seed);
        (0..n).map(|_| inverse(uniform(&mut rng)).round() as usize).collect()
    }

    #[test]
    fn the_normal_fit_finds_what_was_simulated() {
        for (mean, sd) in [(374.2, 6.8), (30.0, 1.5)] {
            let truth = Tail::Normal { mean, sd };
            let fit = normal(&Scores::of(&sample(20_000, 5, |p| truth.exceeded(p)))).unwrap();
            let Tail::Normal { mean: m, sd: s } = fit else { panic!("{fit:?}") };
            assert!((m - mean).abs() < 4.0 * sd / 141.0 && (s / sd - 1.0).abs() < 0.02, "{fit:?}");
        }
    }

    #[test]
    fn the_pareto_fit_finds_what_was_simulated() {
        for (i, (scale, shape)) in [(6.0, -0.3), (5.0, -0.1), (4.0, 0.0), (2.5, 0.2)].into_iter().enumerate() {
            let truth = Tail::Pareto { threshold: 99.5, share: 1.0, scale, shape };
            let scores = Scores::of(&sample(6000, i as u64, |p| truth.exceeded(p)));
            let fit = pareto(&scores, 100).unwrap();
            let Tail::Pareto { threshold, share, scale: s, shape: x } = fit else { panic!("{fit:?}") };
            assert_eq!((threshold, share), (99.5, 1.0));
            // The asymptotic standard errors of Smith (1987) for a continuous sample: (1 + ξ)/√n for the shape.
            let error = (1.0 + shape) / 6000f64.sqrt();
            assert!((x - shape).abs() < 4.0 * error + 0.01, "{fit:?} for {truth:?}");
            assert!((s / scale - 1.0).abs() < 0.1, "{fit:?} for {truth:?}");
            // Excesses over a higher threshold have the same shape: scale + shape × rise.
            let higher = pareto(&scores, 103).unwrap();
            let Tail::Pareto { scale: raised, .. } = higher else { panic!("{higher:?}") };
            assert!((raised - (scale + 3.0 * shape)).abs() < 0.2 * scale, "{higher:?} for {truth:?}");
        }
    }

    #[test]
    fn the_gumbel_fit_finds_what_was_simulated() {
        for (location, scale) in [(390.0, 2.5), (60.0, 1.2)] {
            let truth = Tail::Gumbel { block: 1, location, scale };
            let fit = gumbel(&Scores::of(&sample(4000, 9, |p| truth.exceeded(p))), 1).unwrap();
            let Tail::Gumbel { location: m, scale: s, .. } = fit else { panic!("{fit:?}") };
            assert!((m - location).abs() < 0.1 * scale && (s / scale - 1.0).abs() < 0.06, "{fit:?}");
        }
    }

    #[test]
    fn fits_are_the_most_likely_of_a_grid() {
        let truth = Tail::Pareto { threshold: 99.5, share: 1.0, scale: 5.0, shape: -0.15 };
        let scores = Scores::of(&sample(1500, 3, |p| truth.exceeded(p)));
        let likelihood = |tail: Tail| minus_log_likelihood(&scores, |k| tail.above(k - 0.5) - tail.above(k + 0.5));
        let fit = pareto(&scores, 100).unwrap();
        for i in 0..=40 {
            for j in 0..=40 {
                let (scale, shape) = (3.0 + 0.1 * f64::from(i), -0.4 + 0.02 * f64::from(j));
                let other = Tail::Pareto { threshold: 99.5, share: 1.0, scale, shape };
                let cost = likelihood(other);
                assert!(cost.is_nan() || cost + 1e-6 >= likelihood(fit), "{other:?} beats {fit:?}");
            }
        }
    }

    #[test]
    fn samples_without_a_tail_are_refused() {
        let message = |r: Result<Tail, TailError>| r.unwrap_err().to_string();
        assert_eq!(message(normal(&Scores::of(&[1; 29]))), "tail: 29 scores: expected at least 30");
        assert_eq!(message(normal(&Scores::of(&[7; 50]))), "tail: 1 different scores in all: expected at least 4");
        let few = Scores::of(&[vec![1; 100], vec![5, 6, 7, 8]].concat());
        assert_eq!(message(pareto(&few, 5)), "tail: 4 scores: expected at least 30");
        assert_eq!(
            message(gumbel(&Scores::of(&[1, 2].repeat(20)), 10)),
            "tail: 2 different scores among the bests of 10: expected at least 4"
        );
        assert_eq!(block_bests(&[1, 5, 2, 7, 3, 3, 9], 3), Scores::of(&[5, 7]));
    }
}
