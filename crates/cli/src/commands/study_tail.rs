//! `edgewise study report --tail`: what many more runs of each setting would give.

use edgewise_picture::{Mark, Plot, SERIES, Series, Tile, sheet_svg};
use edgewise_study::tail::{Fit, Tail, TailError, text};
use edgewise_study::{TailReport, TailSettings, analyse, tail_text};

use crate::failure::Failure;

/// Beyond so many runs nothing is drawn.
const MOST_RUNS: f64 = 1e12;
/// Widest score axis.
const MOST_SCORES: usize = 400;

/// A setting's name and its tail, or why it has none.
type Setting = (String, Result<TailReport, TailError>);

/// The tails of a study.
#[derive(Debug)]
pub(super) struct Tails {
    settings: Vec<Setting>,
    /// The score whose cost is asked.
    score: Option<usize>,
}

impl Tails {
    /// Fits the tails of settings with their scores in the order of seeds.
    pub(super) fn of(rows: impl IntoIterator<Item = (String, Vec<usize>)>, score: Option<usize>) -> Tails {
        let one = |(name, scores): (String, Vec<usize>)| (name, analyse(&scores, &TailSettings::default()));
        Tails { settings: rows.into_iter().map(one).collect(), score }
    }

    /// A table for each setting.
    pub(super) fn text(&self) -> String {
        let one = |(name, tail): &Setting| match tail {
            Ok(report) => tail_text(name, report, self.score),
            Err(error) => format!("{name}: {error}\n"),
        };
        self.settings.iter().map(one).collect::<Vec<_>>().join("\n")
    }

    /// A plot for each setting that has a tail.
    pub(super) fn svg(&self, title: &str) -> Result<String, Failure> {
        let plots = self.settings.iter().filter_map(|(name, tail)| Some((name, tail.as_ref().ok()?)));
        let tiles: Vec<Tile> = plots.map(|(name, report)| Tile::Plot(plot(name, report, self.score))).collect();
        if tiles.is_empty() {
            return Err(Failure::input("--svg: no setting has enough scores for a tail"));
        }
        let caption = "runs for one board of at least a score; band: 95 % of resamples of the Pareto fit";
        sheet_svg(title, caption, &tiles, 1).map_err(Failure::input)
    }
}

/// Runs for one board of at least a score, by the sample and by its fits.
fn plot(name: &str, report: &TailReport, score: Option<usize>) -> Plot {
    let scores = &report.scores;
    let best = scores.best().map_or(0, |(best, _)| best);
    let (mean, _) = scores.moments();
    let first = mean.round() as usize;
    let far = |fit: &Fit| fit.tail.expected_best(text::RUNS[2].0);
    let furthest = report.fits().map(|(fit, _)| far(fit)).filter(|x| x.is_finite()).fold(best as f64, f64::max);
    let last = (furthest.ceil() as usize + 1).max(score.unwrap_or(0)).min(first + MOST_SCORES);
    let within = |runs: f64| if runs <= MOST_RUNS { runs } else { f64::NAN };
    let seen = (first..=best).map(|k| (k as f64, scores.len() as f64 / scores.reaching(k) as f64));
    let series = |name: &str, colour, mark, points| Series { name: name.to_owned(), colour, mark, points };
    let line = |name: &str, colour, fit: &Fit, from: usize| {
        let points = (from..=last).map(|k| (k as f64, within(1.0 / fit.tail.reaching(k))));
        series(name, colour, Mark::Line, points.collect())
    };
    let mut all = Vec::new();
    if let Some(fit) = report.chosen.map(|chosen| &report.pareto[chosen]) {
        let from = start(&fit.tail).max(first);
        let band: Vec<_> = (from..=last).map(|k| (k as f64, fit.estimate(|tail| 1.0 / tail.reaching(k)))).collect();
        let low = band.iter().map(|(_, runs)| within(runs.low)).collect();
        let high = band.iter().map(|(x, runs)| (*x, runs.high.min(MOST_RUNS))).collect();
        all.push(series("", SERIES[1], Mark::Band(low), high));
        all.push(line(&text::kind(&fit.tail), SERIES[1], fit, from));
    }
    all.push(line("normal", SERIES[2], &report.normal, first));
    if let Some(fit) = &report.gumbel {
        all.push(line(&text::kind(&fit.tail), SERIES[3], fit, first));
    }
    all.push(series("runs", SERIES[0], Mark::Steps, seen.collect()));
    Plot {
        title: name.to_owned(),
        note: format!("{} runs, best {best}", scores.len()),
        x_label: "score (matched seams)".to_owned(),
        x_range: (first as f64, last as f64),
        log: true,
        unit: "",
        series: all,
    }
}

/// The least score a tail speaks of.
fn start(tail: &Tail) -> usize {
    match tail {
        Tail::Pareto { threshold, .. } => (threshold + 0.5).round().max(0.0) as usize,
        _ => 0,
    }
}
