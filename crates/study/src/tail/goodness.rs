//! How well a fit describes the scores it was made from.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::Tail;
use super::scores::Scores;

/// Least expected count of a bin of the χ² test; neighbours are put together to reach it.
const LEAST_EXPECTED: f64 = 5.0;

/// Measures of a fit. They use the parameters the sample gave, which the degrees of freedom allow for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goodness {
    /// Pearson's χ² over whole scores, put together from below until 5 are expected.
    pub chi_squared: f64,
    /// Bins less one less the fitted parameters; 0: too few bins to judge.
    pub freedom: usize,
    /// The chance of such a χ² or a larger one if the fit is right; 1 without freedom.
    pub p: f64,
    /// Kolmogorov's distance: the largest difference between the shares of sample and fit below a level.
    pub distance: f64,
}

impl Goodness {
    /// Judges two fitted parameters by the sample they are of. `above(x)` is the chance of a score of the
    /// sample above x, 1 below `start`.
    pub fn of(scores: &Scores, start: f64, above: impl Fn(f64) -> f64) -> Goodness {
        let n = scores.len() as f64;
        let above = |x: f64| if x <= start { 1.0 } else { above(x) };
        let (mut bins, mut distance) = (Vec::new(), 0f64);
        let (mut seen, mut before) = (0.0, 1.0);
        let mut below = 0;
        let (Some((first, _)), Some((last, _))) = (scores.counts().next(), scores.best()) else {
            return Goodness { chi_squared: 0.0, freedom: 0, p: 1.0, distance: 0.0 };
        };
        let mut counts = scores.counts().peekable();
        for score in first..=last {
            let count = counts.next_if(|&(s, _)| s == score).map_or(0, |(_, count)| count);
            seen += count as f64;
            below += count;
            let left = above(score as f64 + 0.5);
            distance = distance.max((below as f64 / n - (1.0 - left)).abs());
            // What is beyond the last bin has to make a bin too.
            if n * (before - left) >= LEAST_EXPECTED && n * left >= LEAST_EXPECTED {
                bins.push((seen, n * (before - left)));
                (seen, before) = (0.0, left);
            }
        }
        bins.push((seen, n * before));
        let chi_squared = bins.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum::<f64>();
        let freedom = bins.len().saturating_sub(3);
        let p = ChiSquared::new(freedom as f64).map_or(1.0, |law| law.sf(chi_squared));
        Goodness { chi_squared, freedom, p, distance }
    }

    /// Judges a tail fitted to all of `scores`.
    pub(crate) fn of_runs(tail: &Tail, scores: &Scores) -> Goodness {
        match *tail {
            Tail::Pareto { threshold, share, .. } => {
                let above = scores.from((threshold + 0.5).round().max(0.0) as usize);
                Goodness::of(&above, threshold, |x| tail.above(x) / share)
            }
            _ => Goodness::of(scores, f64::NEG_INFINITY, |x| tail.above(x)),
        }
    }

    /// Judges the distribution of the bests of blocks.
    pub(crate) fn of_bests(tail: &Tail, bests: &Scores) -> Goodness {
        let of_one = match *tail {
            Tail::Gumbel { location, scale, .. } => Tail::Gumbel { block: 1, location, scale },
            other => other,
        };
        Goodness::of(bests, f64::NEG_INFINITY, |x| of_one.above(x))
    }
}

#[cfg(test)]
mod tests {
    use super::super::fit::normal;
    use super::super::tests::uniform;
    use super::*;
    use edgewise_puzzle::Rng;

    #[test]
    fn chi_squared_by_hand() {
        // Ten scores of each of 1 to 6, and a die expected: nothing to complain of; five bins less one less two.
        let even = Scores::of(&(1..=6).flat_map(|s| [s; 10]).collect::<Vec<_>>());
        let die = |x: f64| ((6.5 - x) / 6.0).clamp(0.0, 1.0);
        let good = Goodness::of(&even, 0.5, die);
        assert!(good.chi_squared.abs() < 1e-9 && good.p > 0.999 && good.distance < 1e-9, "{good:?}");
        assert_eq!(good.freedom, 3);
        // Two more sixes and two fewer ones: (4 + 4) / 10.
        let mut loaded: Vec<usize> = (1..=6).flat_map(|s| [s; 10]).collect();
        loaded[0] = 6;
        loaded[1] = 6;
        let skewed = Goodness::of(&Scores::of(&loaded), 0.5, die);
        assert!((skewed.chi_squared - 0.8).abs() < 1e-9 && (skewed.distance - 2.0 / 60.0).abs() < 1e-9, "{skewed:?}");
        assert_eq!(Goodness::of(&Scores::of(&[3, 4, 4]), 0.5, die).freedom, 0);
    }

    #[test]
    fn right_fits_have_even_p_values_and_wrong_ones_low_ones() {
        let truth = Tail::Normal { mean: 374.0, sd: 7.0 };
        let mut ps = Vec::new();
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let draw = |rng: &mut Rng| truth.exceeded(uniform(rng)).round() as usize;
            let scores = Scores::of(&(0..1000).map(|_| draw(&mut rng)).collect::<Vec<_>>());
            ps.push(Goodness::of_runs(&normal(&scores).unwrap(), &scores).p);
        }
        let low = ps.iter().filter(|&&p| p < 0.1).count();
        assert!((8..=36).contains(&low), "{low} of 200 below 0.1");
        // Squares are skewed.
        let mut rng = Rng::new(1);
        let squares: Vec<usize> = (0..3000).map(|_| (100.0 * uniform(&mut rng).powi(2)) as usize).collect();
        let scores = Scores::of(&squares);
        assert!(Goodness::of_runs(&normal(&scores).unwrap(), &scores).p < 1e-6);
    }
}
