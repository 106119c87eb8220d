//! The upper tail of scores, and what it promises beyond the best: how many runs a score would take.
//!
//! Above a high threshold u, the excess of a score is taken to be geometric: each further seam is reached by
//! the same share q of those that got so far (the discrete form of an exponential tail, the peaks over
//! threshold of extreme-value statistics with shape 0; J. Pickands, 1975). The fit is by maximum likelihood, the
//! interval by its asymptotic variance on the scale of logarithms. It does not know whether the tail goes on
//! as it begins, so the same score is asked of three thresholds: where they disagree by more than their
//! intervals, extrapolation is not to be trusted.

use std::fmt::Write;

use crate::job::Job;
use crate::results::Results;
use crate::table::rows;

/// Shares of the runs that are taken for the tail.
const SHARES: [f64; 3] = [0.05, 0.01, 0.002];
/// The fewest runs a tail is fitted to.
const FEWEST: usize = 20;

/// A tail fitted to the scores from a threshold on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tail {
    /// Scores in all.
    pub n: usize,
    /// The least score of the tail.
    pub threshold: usize,
    /// Scores in the tail.
    pub over: usize,
    /// The share of those that reached a score in the tail that reached the next one too.
    pub ratio: f64,
    /// Standard error of the logarithm of `ratio`.
    pub log_ratio_error: f64,
}

impl Tail {
    /// Fits the tail that holds `share` (0 to 1) of the scores, but at least 20, and all that tie with the last of
    /// them. None for fewer than 20 scores, or where nothing is above the threshold.
    pub fn fit(scores: &[usize], share: f64) -> Option<Tail> {
        let mut sorted = scores.to_vec();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let wanted = ((sorted.len() as f64 * share).round() as usize).max(FEWEST);
        let threshold = *sorted.get(wanted.checked_sub(1)?)?;
        let over = sorted.partition_point(|&score| score >= threshold);
        let excess: usize = sorted[..over].iter().map(|score| score - threshold).sum();
        let mean = excess as f64 / over as f64;
        let ratio = mean / (1.0 + mean);
        // Fisher information of a geometric distribution, on the scale of ln q.
        let log_ratio_error = (1.0 - ratio) / (ratio * over as f64).sqrt();
        (excess > 0).then_some(Tail { n: sorted.len(), threshold, over, ratio, log_ratio_error })
    }

    /// The runs in which a score of at least `score` is expected once, with the ends of a 95 % interval;
    /// none for a score below the threshold.
    pub fn runs_to(&self, score: usize) -> Option<(f64, f64, f64)> {
        let steps = score.checked_sub(self.threshold)? as f64;
        let share = self.over as f64 / self.n as f64;
        let log = -share.ln() - steps * self.ratio.ln();
        let variance = (1.0 - share) / self.over as f64 + (steps * self.log_ratio_error).powi(2);
        let half = 1.96 * variance.sqrt();
        Some((log.exp(), (log - half).exp(), (log + half).exp()))
    }
}

/// What each setting's tails say of `score`, as Markdown.
pub fn tail_table(jobs: &[Job], results: &Results, score: usize) -> String {
    let mut text = format!(
        "| setting | n | best | tail from | scores in it | a seam more | runs for {score} (95 %) |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n"
    );
    for (name, records) in rows(jobs, results) {
        let scores: Vec<usize> = records.iter().map(|r| r.score).collect();
        let mut tails: Vec<Tail> = SHARES.iter().filter_map(|&share| Tail::fit(&scores, share)).collect();
        // Few runs have one tail, not three.
        tails.dedup_by_key(|tail| tail.threshold);
        let best = scores.iter().max().map_or("–".to_owned(), usize::to_string);
        // Writing to a string does not fail.
        for tail in &tails {
            let runs = tail
                .runs_to(score)
                .map_or("in the data".to_owned(), |(runs, low, high)| format!("{runs:.2e} ({low:.1e} to {high:.1e})"));
            let Tail { n, threshold, over, ratio, .. } = tail;
            let _ =
                writeln!(text, "| {name} | {n} | {best} | {threshold} | {over} | {:.1} % | {runs} |", 100.0 * ratio);
        }
        if tails.is_empty() {
            let _ = writeln!(text, "| {name} | {} | {best} | – | – | – | too few |", scores.len());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::Rng;

    /// Scores whose tail is geometric above 100: half are 90, the others go on by a share of `q`.
    fn drawn(rng: &mut Rng, n: usize, q: f64) -> Vec<usize> {
        let mut unit = || (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let draw = |_| {
            if unit() < 0.5 {
                return 90;
            }
            let mut score = 100;
            while unit() < q {
                score += 1;
            }
            score
        };
        (0..n).map(draw).collect()
    }

    #[test]
    fn a_known_tail_is_found_within_its_interval() {
        let mut rng = Rng::new(3);
        let (q, score) = (0.6f64, 125);
        let truth = 1.0 / (0.5 * q.powi(25));
        let mut held = 0;
        for _ in 0..200 {
            let tail = Tail::fit(&drawn(&mut rng, 4000, q), 0.05).unwrap();
            let (runs, low, high) = tail.runs_to(score).unwrap();
            assert!(low < runs && runs < high);
            assert!((tail.ratio - q).abs() < 0.2, "{tail:?}");
            held += usize::from(low <= truth && truth <= high);
        }
        // 95 % of intervals, give or take four standard deviations and the threshold being drawn too.
        assert!((170..=200).contains(&held), "{held} of 200 intervals hold the truth");
    }

    #[test]
    fn tails_by_hand() {
        let scores: Vec<usize> = [vec![10; 60], vec![11; 20], vec![12; 10], vec![13; 10]].concat();
        let tail = Tail::fit(&scores, 0.4).unwrap();
        assert_eq!((tail.n, tail.threshold, tail.over), (100, 11, 40));
        // Mean excess (10·1 + 10·2)/40 = 3/4, so q = 3/7.
        assert!((tail.ratio - 3.0 / 7.0).abs() < 1e-12);
        let (runs, ..) = tail.runs_to(13).unwrap();
        assert!((runs - 2.5 * (7.0f64 / 3.0).powi(2)).abs() < 1e-9);
        assert_eq!(tail.runs_to(10), None);
        assert_eq!(Tail::fit(&scores[..19], 0.5), None);
        assert_eq!(Tail::fit(&[5; 50], 0.5), None, "nothing above the threshold");
        assert_eq!(Tail::fit(&[], 0.5), None);
    }
}
