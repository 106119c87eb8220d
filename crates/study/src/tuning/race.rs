//! Races: when a challenger is dropped, and when it has won.

/// The spread that is expected of a difference before there are any, in seams, and how many differences
/// this is worth.
const EXPECTED: (f64, f64) = (1.0, 8.0);
/// Standard errors below zero at which a challenger is dropped, above zero at which it wins at once, and
/// above zero at which it wins if it has run all seeds.
const DROPPED: f64 = -1.0;
const WINS: f64 = 2.5;
const WINS_AT_LAST: f64 = 1.0;

/// What to do with a challenger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More seeds.
    GoOn,
    /// It is no better.
    Dropped,
    /// It takes the place of the best.
    Won,
}

/// Standard deviation of one of `differences`: what they show, and what is expected.
///
/// Races are not pooled: a challenger that is far worse has large differences of its own, and would make
/// later ones look like chance.
pub fn deviation(differences: &[f64]) -> f64 {
    let mean = differences.iter().sum::<f64>() / differences.len().max(1) as f64;
    let squares: f64 = differences.iter().map(|value| (value - mean).powi(2)).sum();
    let (expected, worth) = EXPECTED;
    ((expected * expected * worth + squares) / (worth + differences.len().saturating_sub(1) as f64)).sqrt()
}

/// The verdict on a challenger by its `differences` to the best so far, seed by seed, whose standard
/// deviation is `deviation`; `last` where it has run all seeds, `first` where it has run the least number.
///
/// A challenger is dropped as soon as it stands a standard error below the best, since there are always
/// others to try, and wins early only by two and a half. Source: after F. Hutter, H. Hoos, K. Leyton-Brown,
/// *Sequential model-based optimization for general algorithm configuration* (2011), whose ROAR races random
/// settings against the best; the numbers are our own choice.
pub fn verdict(differences: &[f64], deviation: f64, first: bool, last: bool) -> Verdict {
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n.max(1.0);
    let error = deviation / n.max(1.0).sqrt();
    match mean / error.max(1e-9) {
        t if t <= DROPPED => Verdict::Dropped,
        t if t >= WINS && !first => Verdict::Won,
        t if last && t >= WINS_AT_LAST => Verdict::Won,
        _ if last => Verdict::Dropped,
        _ => Verdict::GoOn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::Rng;

    #[test]
    fn verdicts_by_hand() {
        // Four differences of deviation 1: a standard error of a half.
        assert_eq!(verdict(&[-1.0, 0.0, -1.0, 0.0], 1.0, true, false), Verdict::Dropped);
        assert_eq!(verdict(&[-1.0, 0.0, 0.0, 0.0], 1.0, true, false), Verdict::GoOn);
        assert_eq!(verdict(&[2.0; 4], 1.0, true, false), Verdict::GoOn, "too early");
        assert_eq!(verdict(&[2.0; 8], 1.0, false, false), Verdict::Won);
        assert_eq!(verdict(&[0.5; 8], 1.0, false, true), Verdict::Won);
        assert_eq!(verdict(&[0.25; 8], 1.0, false, true), Verdict::Dropped);
        assert_eq!(deviation(&[3.0]), 1.0);
        // 8 squares expected and 8 found, of 8 and 1.
        assert!((deviation(&[0.0, 4.0]) - (16.0f64 / 9.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn better_challengers_win_and_worse_ones_are_dropped_soon() {
        // Normal differences (the sum of twelve uniform ones), true advantage as given.
        let race = |advantage: f64, rng: &mut Rng| {
            let mut differences = Vec::new();
            loop {
                for _ in 0..4 {
                    let sum: f64 = (0..12).map(|_| rng.below(1 << 20) as f64 / f64::from(1 << 20)).sum();
                    differences.push(sum - 6.0 + advantage);
                }
                let (first, last) = (differences.len() == 4, differences.len() == 32);
                match verdict(&differences, deviation(&differences), first, last) {
                    Verdict::GoOn => {}
                    verdict => return (verdict == Verdict::Won, differences.len()),
                }
            }
        };
        let mut rng = Rng::new(8);
        let mut rate = |advantage: f64| {
            let races: Vec<(bool, usize)> = (0..400).map(|_| race(advantage, &mut rng)).collect();
            let won = races.iter().filter(|race| race.0).count() as f64 / 400.0;
            (won, races.iter().map(|race| race.1).sum::<usize>() as f64 / 400.0)
        };
        let (better, even, worse) = (rate(0.7), rate(0.0), rate(-0.7));
        assert!(better.0 > 0.75 && even.0 < 0.3 && worse.0 < 0.03, "{better:?} {even:?} {worse:?}");
        assert!(worse.1 < 8.0, "{worse:?}");
    }
}
