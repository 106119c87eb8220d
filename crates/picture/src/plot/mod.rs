//! Plots of numbers, by way of plotters: it lays out axes, ticks and series, [`canvas`] draws them with
//! this crate's own letters and markup. So a plot needs no font, reads alike everywhere, and turns into a
//! PNG as boards do.

mod canvas;
mod intervals;
mod panel;

pub use intervals::{IntervalRow, intervals_svg};
pub(crate) use panel::draw_plot;

use crate::colour::Rgb;

/// Colours of series that tell apart on paper, also for the colour-blind: blue, orange, green, plum.
pub const SERIES: [Rgb; 4] = [Rgb::hex(0x1f6fc4), Rgb::hex(0xd1620a), Rgb::hex(0x1c7950), Rgb::hex(0x7d2f72)];

/// A plot: a title, a line of words under it, two axes and what is drawn between them.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// What else to say, on one line; may be empty.
    pub note: String,
    /// What the x axis counts, written below it.
    pub x_label: String,
    /// First and last x. Empty or not finite: 0 to 1.
    pub x_range: (f64, f64),
    /// Whether the y axis is logarithmic; values of 0 and less are then left out.
    pub log: bool,
    /// Written after every number of the y axis: "%".
    pub unit: &'static str,
    /// What is drawn, first things first.
    pub series: Vec<Series>,
}

/// Numbers drawn in one way and colour. Points that are not finite leave a gap.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// Its name in the legend; empty: not in it.
    pub name: String,
    /// Its colour.
    pub colour: Rgb,
    /// How it is drawn.
    pub mark: Mark,
    /// (x, y) by rising x.
    pub points: Vec<(f64, f64)>,
}

/// How a series is drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    /// A line from point to point.
    Line,
    /// A level stretch of width 1 around every x, joined by uprights.
    Steps,
    /// Steps with a pale ground down to the axis.
    Area,
    /// A pale ground between y and these lower ends, one for each point.
    Band(Vec<f64>),
}

impl Plot {
    /// First and last y: from 0 (or the decade below the least) to a little above the greatest.
    fn y_range(&self) -> (f64, f64) {
        let lows = self.series.iter().filter_map(|s| if let Mark::Band(low) = &s.mark { Some(low) } else { None });
        let ys = self.series.iter().flat_map(|s| s.points.iter().map(|p| p.1));
        let drawn = |y: &f64| y.is_finite() && (!self.log || *y > 0.0);
        let all = ys.chain(lows.flatten().copied()).filter(drawn).map(|y| y.clamp(-1e100, 1e100));
        let (least, most) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), y| (a.min(y), b.max(y)));
        match (least <= most, self.log) {
            (false, false) => (0.0, 1.0),
            (false, true) => (1.0, 10.0),
            (true, true) => (10f64.powf(least.max(1e-100).log10().floor()), most.max(1e-99) * 1.6),
            (true, false) => {
                let (low, high) = (least.min(0.0) * 1.06, most.max(0.0) * 1.06);
                // A range that the axis can divide, also where all is 0.
                (low, if high - low < 1e-9 { low + 1.0 } else { high })
            }
        }
    }
}

/// A number in few characters for an axis: 20000 as 20k, 3000000 as 3M.
pub(crate) fn axis_number(value: f64) -> String {
    let size = value.abs();
    for (scale, letter) in [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")] {
        if size >= scale * 0.9995 && size < 1e15 {
            return format!("{}{letter}", plain(value / scale));
        }
    }
    if size >= 1e15 || (size > 0.0 && size < 1e-3) { format!("{value:.0e}") } else { plain(value) }
}

/// A count with its thousands set apart: `1234567` as `1,234,567`.
pub fn grouped(count: impl Into<u128>) -> String {
    let digits = count.into().to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.iter().map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}

/// A number with up to three decimals and no trailing zeros.
fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axis_numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (0.25, "0.25"),
            (12.0, "12"),
            (-1500.0, "-1.5k"),
            (1e6, "1M"),
            (999999.9999, "1M"),
            (2.5e9, "2.5G"),
            (1e12, "1T"),
            (1e18, "1e18"),
            (1e-5, "1e-5"),
        ];
        for (value, text) in cases {
            assert_eq!(axis_number(value), text);
        }
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!([0u64, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn ranges_hold_what_is_drawn_and_are_never_empty() {
        let plot = |log, points: &[(f64, f64)]| Plot {
            title: String::new(),
            note: String::new(),
            x_label: String::new(),
            x_range: (0.0, 1.0),
            log,
            unit: "",
            series: vec![Series { name: String::new(), colour: SERIES[0], mark: Mark::Line, points: points.to_vec() }],
        };
        for points in [&[][..], &[(0.0, 0.0)], &[(0.0, f64::NAN)], &[(0.0, 5.0), (1.0, -5.0)], &[(0.0, f64::MAX)]] {
            for log in [false, true] {
                let (low, high) = plot(log, points).y_range();
                assert!(low < high && low.is_finite() && high.is_finite() && (!log || low > 0.0), "{points:?}");
            }
        }
        assert_eq!(plot(true, &[(0.0, 0.0), (1.0, 250.0), (2.0, 4e6)]).y_range(), (100.0, 6.4e6));
    }
}
