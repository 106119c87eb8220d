//! A tail report as Markdown.

use super::Tail;
use super::analysis::{Estimate, Fit, TailReport};

/// Numbers of runs whose expected best is shown.
pub const RUNS: [(f64, &str); 3] = [(1e6, "10⁶"), (1e9, "10⁹"), (5e9, "5·10⁹")];

/// A heading, the sample in a line, and a row for every fit: parameters, goodness, the expected best of 10⁶, 10⁹
/// and 5·10⁹ runs, and, if a score is named, how many runs one board of it costs. Numbers behind them in brackets
/// are 95 % intervals. The chosen threshold is starred.
pub fn tail_text(name: &str, report: &TailReport, score: Option<usize>) -> String {
    let scores = &report.scores;
    let (mean, variance) = scores.moments();
    let (best, times) = scores.best().unwrap_or_default();
    let mut text = format!(
        "{name}: {} scores, mean {mean:.2}, standard deviation {:.2}, best {best} ({})\n\n",
        scores.len(),
        variance.sqrt(),
        if times == 1 { "once".to_owned() } else { format!("{times} times") },
    );
    let mut head = "| fit | scores | parameters | χ² (freedom), p | distance |".to_owned();
    RUNS.iter().for_each(|(_, runs)| head.push_str(&format!(" best of {runs} |")));
    if let Some(score) = score {
        head.push_str(&format!(" runs for one of {score} |"));
    }
    let columns = head.matches('|').count() - 1;
    text.push_str(&format!("{head}\n|{}\n", " --- |".repeat(columns)));
    for (fit, chosen) in report.fits() {
        let goodness = &fit.goodness;
        let p = match goodness.freedom {
            0 => "–".to_owned(),
            freedom => format!("{:.1} ({freedom}), {:.2}", goodness.chi_squared, goodness.p),
        };
        let star = if chosen { " *" } else { "" };
        text.push_str(&format!(
            "| {}{star} | {} | {} | {p} | {:.3} |",
            kind(&fit.tail),
            fit.n,
            parameters(fit),
            goodness.distance
        ));
        for (runs, _) in RUNS {
            text.push_str(&format!(
                " {} |",
                shown(fit.estimate(|tail| tail.expected_best(runs)), |x| format!("{x:.1}"))
            ));
        }
        if let Some(score) = score {
            text.push_str(&format!(" {} |", shown(fit.estimate(|tail| 1.0 / tail.reaching(score)), count)));
        }
        text.push('\n');
    }
    text
}

/// The family of a fit.
pub fn kind(tail: &Tail) -> String {
    match tail {
        Tail::Normal { .. } => "normal".to_owned(),
        Tail::Pareto { threshold, .. } => format!("Pareto from {:.0}", threshold + 0.5),
        Tail::Gumbel { block, .. } => format!("Gumbel, bests of {block}"),
    }
}

fn parameters(fit: &Fit) -> String {
    let of = |name: &str, part: fn(&Tail) -> f64, places: usize| {
        format!("{name} {}", shown(fit.estimate(part), |x| format!("{x:.places$}")))
    };
    match fit.tail {
        Tail::Normal { .. } => format!("{}, {}", of("mean", first, 2), of("sd", second, 2)),
        Tail::Pareto { .. } => {
            let end = fit.tail.end().map_or(String::new(), |end| format!(", ends at {end:.1}"));
            format!("{}, {}{end}", of("scale", first, 2), of("shape", second, 3))
        }
        Tail::Gumbel { .. } => format!("{}, {}", of("location", first, 2), of("scale", second, 2)),
    }
}

fn first(tail: &Tail) -> f64 {
    match *tail {
        Tail::Normal { mean, .. } => mean,
        Tail::Pareto { scale, .. } => scale,
        Tail::Gumbel { location, .. } => location,
    }
}

fn second(tail: &Tail) -> f64 {
    match *tail {
        Tail::Normal { sd, .. } => sd,
        Tail::Pareto { shape, .. } => shape,
        Tail::Gumbel { scale, .. } => scale,
    }
}

fn shown(estimate: Estimate, number: impl Fn(f64) -> String) -> String {
    let number = |x: f64| if x.is_finite() { number(x) } else { "∞".to_owned() };
    format!("{} [{}, {}]", number(estimate.value), number(estimate.low), number(estimate.high))
}

/// A large number in two digits.
fn count(x: f64) -> String {
    if x < 1e4 { format!("{x:.0}") } else { format!("{x:.1e}") }
}

#[cfg(test)]
mod tests {
    use super::super::analysis::{TailSettings, analyse};
    use super::super::tests::uniform;
    use super::*;
    use edgewise_puzzle::Rng;

    #[test]
    fn every_fit_has_a_row_of_full_length() {
        let truth = Tail::Normal { mean: 374.0, sd: 7.0 };
        let mut rng = Rng::new(3);
        let scores: Vec<usize> = (0..5000).map(|_| truth.exceeded(uniform(&mut rng)).round() as usize).collect();
        let report = analyse(&scores, &TailSettings { resamples: 20, seed: 1 }).unwrap();
        let text = tail_text("width=1", &report, Some(440));
        assert!(text.starts_with("width=1: 5000 scores, mean 37"), "{text}");
        let rows: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(rows.len(), 2 + report.fits().count());
        assert!(rows.iter().all(|row| row.matches('|').count() == 10), "{text}");
        assert_eq!(text.matches(" * |").count(), 1);
        assert_eq!(tail_text("a", &report, None).lines().nth(2).unwrap().matches('|').count(), 9);
        let mean = report.normal.estimate(first);
        assert!(text.contains(&format!("mean {:.2} [{:.2}, {:.2}]", mean.value, mean.low, mean.high)), "{text}");
        assert_eq!((count(12.4), count(3.26e12)), ("12".to_owned(), "3.3e12".to_owned()));
    }
}
