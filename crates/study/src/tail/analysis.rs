//! All fits of a sample, with their uncertainty.

use edgewise_puzzle::Rng;

use super::Tail;
use super::fit::{block_bests, gumbel, normal, pareto};
use super::goodness::Goodness;
use super::scores::{Scores, TailError};

/// The shares of a sample above the thresholds tried.
const TOPS: [f64; 4] = [0.1, 0.05, 0.02, 0.01];
/// Least p of the χ² test for a threshold to be the chosen one.
const GOOD: f64 = 0.1;

/// What is asked of a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TailSettings {
    /// Resamples for the intervals, at least 1.
    pub resamples: u32,
    /// Their seed.
    pub seed: u64,
}

impl Default for TailSettings {
    fn default() -> Self {
        TailSettings { resamples: 400, seed: 1 }
    }
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A fit with what resamples of the same size gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The fit.
    pub tail: Tail,
    /// Scores it is made from.
    pub n: usize,
    /// How well it describes them.
    pub goodness: Goodness,
    /// The fits of resamples; those that cannot be fitted are left out.
    pub resampled: Vec<Tail>,
}

impl Fit {
    /// What a tail says, with the interval of the resamples. Infinite numbers count as the largest.
    pub fn estimate(&self, of: impl Fn(&Tail) -> f64) -> Estimate {
        let mut values: Vec<f64> = self.resampled.iter().map(&of).collect();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| values.get(((values.len() as f64 - 1.0) * share).round() as usize).copied();
        let value = of(&self.tail);
        Estimate { value, low: at(0.025).unwrap_or(f64::NEG_INFINITY), high: at(0.975).unwrap_or(f64::INFINITY) }
    }
}

/// All fits of a sample.
#[derive(Clone, PartialEq, Debug)]
pub struct TailReport {
    /// The sample.
    pub scores: Scores,
    /// The normal fit.
    pub normal: Fit,
    /// Pareto fits by rising threshold; empty where the sample is too small.
    pub pareto: Vec<Fit>,
    /// The chosen one of them: the lowest threshold with a p of at least 0.1, or else the best p.
    pub chosen: Option<usize>,
    /// The Gumbel fit; none where the sample is too small.
    pub gumbel: Option<Fit>,
}

impl TailReport {
    /// Every fit, in the order of a table, and whether it is the chosen threshold.
    pub fn fits(&self) -> impl Iterator<Item = (&Fit, bool)> {
        let pareto = self.pareto.iter().enumerate().map(|(i, fit)| (fit, self.chosen == Some(i)));
        [(&self.normal, false)].into_iter().chain(pareto).chain(self.gumbel.iter().map(|fit| (fit, false)))
    }
}

/// The block length for n scores: √n, at least 10, so that blocks are as many as they are long.
pub fn block_length(n: usize) -> usize {
    n.isqrt().max(10)
}

/// Fits the tails of a sample of scores in the order they came. An error if not even the normal
/// fit is possible.
pub fn analyse(scores: &[usize], settings: &TailSettings) -> Result<TailReport, TailError> {
    let all = Scores::of(scores);
    let block = block_length(scores.len());
    let bests = block_bests(scores, block);
    let mut tops: Vec<usize> = TOPS.iter().filter_map(|&share| all.top(share)).collect();
    tops.dedup();

    let fit = |tail: Tail, n, goodness| Fit { tail, n, goodness, resampled: Vec::new() };
    let one = normal(&all)?;
    let mut of_all = fit(one, all.len(), Goodness::of_runs(&one, &all));
    let tried = tops.into_iter().filter_map(|least| Some((least, pareto(&all, least).ok()?)));
    let mut thresholds: Vec<(usize, Fit)> =
        tried.map(|(least, tail)| (least, fit(tail, all.reaching(least), Goodness::of_runs(&tail, &all)))).collect();
    let gumbel_fit = gumbel(&bests, block).ok();
    let mut of_bests = gumbel_fit.map(|tail| fit(tail, bests.len(), Goodness::of_bests(&tail, &bests)));

    let mut rng = Rng::new(settings.seed);
    for _ in 0..settings.resamples.max(1) {
        let drawn = all.resampled(&mut rng);
        of_all.resampled.extend(normal(&drawn).ok());
        for (least, fit) in &mut thresholds {
            fit.resampled.extend(pareto(&drawn, *least).ok());
        }
        if let Some(fit) = &mut of_bests {
            fit.resampled.extend(gumbel(&bests.resampled(&mut rng), block).ok());
        }
    }
    let pareto: Vec<Fit> = thresholds.into_iter().map(|(_, fit)| fit).collect();
    let best_p = (0..pareto.len()).max_by(|&a, &b| pareto[a].goodness.p.total_cmp(&pareto[b].goodness.p));
    let chosen = pareto.iter().position(|fit| fit.goodness.p >= GOOD).or(best_p);
    Ok(TailReport { scores: all, normal: of_all, pareto, chosen, gumbel: of_bests })
}

#[cfg(test)]
mod tests {
    use super::super::tests::uniform;
    use super::*;

    fn simulated(truth: &Tail, n: usize, seed: u64) -> Vec<usize> {
        let mut rng = Rng::new(seed);
        (0..n).map(|_| truth.exceeded(uniform(&mut rng)).round() as usize).collect()
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let truth = Tail::Pareto { threshold: 99.5, share: 1.0, scale: 5.0, shape: -0.15 };
        let settings = TailSettings { resamples: 60, seed: 4 };
        let (mut held, mut narrow) = (0, 0);
        for seed in 0..40 {
            let report = analyse(&simulated(&truth, 3000, seed), &settings).unwrap();
            let fit = &report.pareto[0];
            let best = fit.estimate(|tail| tail.expected_best(1e6));
            assert!(best.low <= best.high && best.value.is_finite());
            let exact = truth.expected_best(1e6);
            held += u32::from((best.low..=best.high).contains(&exact));
            narrow += u32::from(best.high - best.low < 20.0);
        }
        assert!(held >= 30, "{held} of 40 intervals of 95 % hold the expected best");
        assert!(narrow >= 30, "{narrow} of 40 are of use");
    }

    #[test]
    fn a_normal_sample_is_recognised_and_extrapolated() {
        let truth = Tail::Normal { mean: 374.0, sd: 7.0 };
        let scores = simulated(&truth, 20_000, 2);
        let report = analyse(&scores, &TailSettings { resamples: 40, seed: 1 }).unwrap();
        assert!(report.normal.goodness.p > 0.01);
        let best = report.normal.estimate(|tail| tail.expected_best(1e9));
        assert!((best.value - truth.expected_best(1e9)).abs() < 1.0, "{best:?}");
        assert!(best.high - best.low < 2.0, "{best:?}");
        assert_eq!(report.pareto.len(), 4);
        let above: Vec<usize> = report.pareto.iter().map(|fit| fit.n).collect();
        assert!(above.is_sorted_by(|a, b| a > b) && above[0] <= 2000 && above[3] <= 200, "{above:?}");
        let chosen = &report.pareto[report.chosen.unwrap()];
        // The tail of a normal distribution looks bounded at finite thresholds.
        assert!(matches!(chosen.tail, Tail::Pareto { shape, .. } if (-0.4..0.1).contains(&shape)), "{chosen:?}");
        let gumbel = report.gumbel.as_ref().unwrap();
        assert_eq!(gumbel.n, 20_000 / 141);
        // What docs/STUDY.md warns of: far out the bounded tail says too little, the unbounded one too much.
        let [bounded, exact, unbounded] = [chosen.tail, truth, gumbel.tail].map(|tail| tail.expected_best(5e9));
        assert!(bounded + 5.0 < exact && exact + 5.0 < unbounded, "{bounded} {exact} {unbounded}");
        assert_eq!(report.fits().filter(|(_, chosen)| *chosen).count(), 1);
        assert_eq!(report.fits().count(), 6);
        // The same sample and seed give the same report.
        assert_eq!(analyse(&scores, &TailSettings { resamples: 40, seed: 1 }).unwrap(), report);
    }

    #[test]
    fn small_samples_have_fewer_fits() {
        let truth = Tail::Normal { mean: 100.0, sd: 5.0 };
        let report = analyse(&simulated(&truth, 100, 1), &TailSettings::default()).unwrap();
        assert!(report.pareto.is_empty() && report.chosen.is_none() && report.gumbel.is_none());
        assert_eq!(report.normal.resampled.len(), 400);
        assert!(analyse(&[1, 2, 3], &TailSettings::default()).is_err());
        assert_eq!((block_length(50), block_length(20_000)), (10, 141));
    }
}
