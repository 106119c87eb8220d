//! A sample of scores, counted.

use std::collections::BTreeMap;

use edgewise_puzzle::Rng;

/// Why a tail cannot be fitted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TailError {
    /// The sample is small.
    #[error("tail: {n} scores: expected at least {least}")]
    TooFew {
        /// Scores there are.
        n: usize,
        /// Scores needed.
        least: usize,
    },
    /// The sample has no tail to speak of.
    #[error("tail: {different} different scores {what}: expected at least {least}")]
    TooEven {
        /// Different scores there are.
        different: usize,
        /// Where.
        what: String,
        /// Different scores needed.
        least: usize,
    },
}

/// Scores and how often each came.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scores {
    counts: BTreeMap<usize, usize>,
    n: usize,
}

impl Scores {
    /// Counts scores.
    pub fn of(scores: &[usize]) -> Scores {
        let mut counts = BTreeMap::new();
        scores.iter().for_each(|&score| *counts.entry(score).or_insert(0) += 1);
        Scores { counts, n: scores.len() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// Every score that came, with how often, upward.
    pub fn counts(&self) -> impl DoubleEndedIterator<Item = (usize, usize)> + '_ {
        self.counts.iter().map(|(&score, &count)| (score, count))
    }

    /// How many different scores there are.
    pub fn different(&self) -> usize {
        self.counts.len()
    }

    /// The best score and how often it came.
    pub fn best(&self) -> Option<(usize, usize)> {
        self.counts().next_back()
    }

    /// Those of at least `score`.
    pub fn from(&self, score: usize) -> Scores {
        let counts: BTreeMap<usize, usize> = self.counts.range(score..).map(|(&s, &n)| (s, n)).collect();
        Scores { n: counts.values().sum(), counts }
    }

    /// How many are at least `score`.
    pub fn reaching(&self, score: usize) -> usize {
        self.counts.range(score..).map(|(_, n)| n).sum()
    }

    /// The least score that at most this share of the sample reaches; none if there is none.
    pub fn top(&self, share: f64) -> Option<usize> {
        let most = (share * self.n as f64) as usize;
        let mut reaching = 0;
        let mut least = None;
        for (score, count) in self.counts().rev() {
            reaching += count;
            if reaching > most {
                break;
            }
            least = Some(score);
        }
        least
    }

    /// Mean and variance (n − 1 below); 0 for none, variance 0 for one.
    pub fn moments(&self) -> (f64, f64) {
        let n = self.n.max(1) as f64;
        let mean = self.counts().map(|(s, c)| s as f64 * c as f64).sum::<f64>() / n;
        let squares: f64 = self.counts().map(|(s, c)| (s as f64 - mean).powi(2) * c as f64).sum();
        (mean, if self.n > 1 { squares / (n - 1.0) } else { 0.0 })
    }

    /// As many scores drawn from these with replacement.
    pub fn resampled(&self, rng: &mut Rng) -> Scores {
        let mut ends = Vec::with_capacity(self.counts.len());
        let mut end = 0;
        for (score, count) in self.counts() {
            end += count;
            ends.push((end, score));
        }
        let mut drawn = vec![0usize; ends.len()];
        for _ in 0..self.n {
            let at = rng.index(self.n);
            drawn[ends.partition_point(|&(end, _)| end <= at)] += 1;
        }
        let counts = ends.iter().zip(drawn).filter(|(_, n)| *n > 0).map(|(&(_, score), n)| (score, n)).collect();
        Scores { counts, n: self.n }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_by_hand() {
        let scores = Scores::of(&[5, 3, 5, 9, 3, 3]);
        assert_eq!(scores.counts().collect::<Vec<_>>(), [(3, 3), (5, 2), (9, 1)]);
        assert_eq!((scores.len(), scores.different(), scores.best()), (6, 3, Some((9, 1))));
        assert_eq!((scores.reaching(5), scores.reaching(10)), (3, 0));
        assert_eq!(scores.from(4), Scores::of(&[5, 5, 9]));
        assert_eq!(
            (scores.top(0.5), scores.top(0.4), scores.top(0.1), scores.top(1.0)),
            (Some(5), Some(9), None, Some(3))
        );
        let (mean, variance) = scores.moments();
        assert!((mean - 28.0 / 6.0).abs() < 1e-12);
        assert!((variance - (3.0 * 9.0 + 2.0 * 25.0 + 81.0 - 28.0 * 28.0 / 6.0) / 5.0).abs() < 1e-12);
        assert!(Scores::default().is_empty() && Scores::default().best().is_none());
    }

    #[test]
    fn resampling_draws_each_as_often_as_it_came() {
        let scores = Scores::of(&[1, 1, 1, 2, 4]);
        let mut rng = Rng::new(1);
        let mut sums = BTreeMap::new();
        for _ in 0..4000 {
            let drawn = scores.resampled(&mut rng);
            assert_eq!(drawn.len(), 5);
            drawn.counts().for_each(|(score, n)| *sums.entry(score).or_insert(0) += n);
        }
        for (score, share) in [(1, 0.6), (2, 0.2), (4, 0.2)] {
            assert!((sums[&score] as f64 / 20_000.0 - share).abs() < 0.015, "{sums:?}");
        }
    }
}
