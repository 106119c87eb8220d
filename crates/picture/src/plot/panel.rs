//! One plot of a sheet.

use std::convert::Infallible;
use std::ops::Range;

use plotters::chart::{ChartBuilder, ChartContext, LabelAreaPosition};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::combinators::IntoLogRange;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{PathElement, Polygon};
use plotters::style::{Color, IntoFont, RGBColor, ShapeStyle};

use super::canvas::{Canvas, FINE};
use super::{Mark, Plot, Series, axis_number};
use crate::colour::Rgb;
use crate::drawing::{Anchor, Drawing, TextStyle, fitting_height, width_at};
use crate::markup::Length;
use crate::palette::{DARK, HATCH, PAPER};

/// Heights of capitals: title, note and legend, axis numbers (a text size, see [`super::canvas`]).
const TITLE: f64 = 12.0;
const NOTE: f64 = 8.5;
const NUMBERS: f64 = 13.0;
/// Room above the axes for title and note, left for numbers, below for numbers and label.
const HEAD: u32 = 50;
const LEFT: u32 = 50;
const BELOW: u32 = 40;

pub(super) type Failed = DrawingAreaErrorKind<Infallible>;

/// Draws `plot` into the rectangle of `size` units whose corner is at `corner`.
pub(crate) fn draw_plot(
    drawing: &mut Drawing,
    plot: &Plot,
    corner: (f64, f64),
    size: (u32, u32),
) -> Result<(), Failed> {
    drawing.body.newline();
    let place = format!("translate({} {})", Length(corner.0), Length(corner.1));
    drawing.body.open("g", &[("transform", &place)]);
    heading(drawing, plot, f64::from(size.0));
    let drawn = axes_and_series(drawing, plot, size);
    drawing.body.close();
    drawn
}

/// Title and legend on one line, the note below.
fn heading(drawing: &mut Drawing, plot: &Plot, width: f64) {
    let named: Vec<&Series> = plot.series.iter().filter(|s| !s.name.is_empty()).collect();
    let entry = |s: &Series| width_at(&s.name, NOTE) + 34.0;
    let legend: f64 = named.iter().map(|s| entry(s)).sum();
    let height = fitting_height(&plot.title, TITLE, width - legend);
    let style = |height, colour| TextStyle { height, anchor: Anchor::Start, colour };
    drawing.text(&plot.title, 0.0, TITLE, style(height, DARK));
    let mut x = width - legend + 12.0;
    for series in named {
        let swatch = if matches!(series.mark, Mark::Band(_)) { 8.0 } else { 2.5 };
        let colour = if swatch > 3.0 { series.colour.mix(PAPER, 0.7) } else { series.colour };
        drawing.rect((x, TITLE - 4.0 - swatch / 2.0), (16.0, swatch), 1.0, colour);
        drawing.text(&series.name, x + 21.0, TITLE, style(NOTE, DARK));
        x += entry(series);
    }
    if !plot.note.is_empty() {
        let height = fitting_height(&plot.note, NOTE, width);
        drawing.text(&plot.note, 0.0, TITLE + 19.0, style(height, DARK.mix(PAPER, 0.3)));
    }
}

fn axes_and_series(drawing: &mut Drawing, plot: &Plot, size: (u32, u32)) -> Result<(), Failed> {
    let (first, last) = plot.x_range;
    let x = if first < last && first.is_finite() && last.is_finite() { first..last } else { 0.0..1.0 };
    let (low, high) = plot.y_range();
    let root = Canvas::new(drawing, size).into_drawing_area();
    let mut builder = ChartBuilder::on(&root);
    let fine = |units: u32| units as i32 * FINE;
    builder
        .margin_top(fine(HEAD))
        .margin_right(fine(6))
        .set_label_area_size(LabelAreaPosition::Left, fine(LEFT))
        .set_label_area_size(LabelAreaPosition::Bottom, fine(BELOW));
    if plot.log {
        fill(builder.build_cartesian_2d(x, (low..high).log_scale())?, plot, low)
    } else {
        fill(builder.build_cartesian_2d(x, low..high)?, plot, low.max(0.0).min(high))
    }
}

/// Axes, grid and series; areas stand on `ground`.
fn fill<Y>(
    mut chart: ChartContext<'_, Canvas<'_>, Cartesian2d<RangedCoordf64, Y>>,
    plot: &Plot,
    ground: f64,
) -> Result<(), Failed>
where
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let numbers = ("sans-serif", NUMBERS * f64::from(FINE)).into_font().color(&rgb(DARK.mix(PAPER, 0.2)));
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(stroke(HATCH, 0.6))
        .light_line_style(stroke(PAPER, 0.0).color.mix(0.0))
        .axis_style(stroke(DARK.mix(PAPER, 0.4), 1.0))
        .label_style(numbers)
        .x_labels(12)
        .y_labels(6)
        .x_label_formatter(&|x| axis_number(*x))
        .y_label_formatter(&|y| format!("{}{}", axis_number(*y), plot.unit))
        .x_desc(plot.x_label.as_str())
        .set_tick_mark_size(LabelAreaPosition::Left, 3 * FINE)
        .set_tick_mark_size(LabelAreaPosition::Bottom, 4 * FINE)
        .draw()?;
    let range = chart.x_range();
    for series in &plot.series {
        for piece in pieces(series, plot.log, &range) {
            draw_piece(&mut chart, series, piece, ground)?;
        }
    }
    Ok(())
}

/// A point with the lower end of its band (its own y elsewhere).
type Point = (f64, f64, f64);

/// The stretches of a series without a gap, as far as they lie in `range`.
fn pieces(series: &Series, log: bool, range: &Range<f64>) -> Vec<Vec<Point>> {
    let drawn = |v: f64| v.is_finite() && v.abs() <= 1e100 && (!log || v > 0.0);
    let points: Vec<Point> = (series.points.iter().enumerate())
        .map(|(i, &(x, y))| match &series.mark {
            Mark::Band(low) => (x, y, low.get(i).copied().unwrap_or(y)),
            _ => (x, y, y),
        })
        .collect();
    let whole = |p: &Point| p.0 >= range.start && p.0 <= range.end && drawn(p.1) && drawn(p.2);
    let chunks = points.chunk_by(|a, b| whole(a) == whole(b));
    chunks.filter(|chunk| whole(&chunk[0])).map(<[Point]>::to_vec).collect()
}

fn draw_piece<Y: Ranged<ValueType = f64>>(
    chart: &mut ChartContext<'_, Canvas<'_>, Cartesian2d<RangedCoordf64, Y>>,
    series: &Series,
    points: Vec<Point>,
    ground: f64,
) -> Result<(), Failed> {
    let range = chart.x_range();
    let ends = |&(x, y, _): &Point| [((x - 0.5).max(range.start), y), ((x + 0.5).min(range.end), y)];
    let line: Vec<(f64, f64)> = match &series.mark {
        Mark::Line => points.iter().map(|&(x, y, _)| (x, y)).collect(),
        Mark::Steps | Mark::Area => points.iter().flat_map(ends).collect(),
        Mark::Band(_) => {
            let upper = points.iter().map(|&(x, y, _)| (x, y));
            let corners: Vec<_> = upper.chain(points.iter().rev().map(|&(x, _, low)| (x, low))).collect();
            chart.draw_series([Polygon::new(corners, rgb(series.colour).mix(0.3).filled())])?;
            return Ok(());
        }
    };
    if series.mark == Mark::Area
        && let (Some(&(first, _)), Some(&(last, _))) = (line.first(), line.last())
    {
        let corners: Vec<_> = [(first, ground)].into_iter().chain(line.clone()).chain([(last, ground)]).collect();
        chart.draw_series([Polygon::new(corners, rgb(series.colour).mix(0.22).filled())])?;
    }
    chart.draw_series([PathElement::new(line, stroke(series.colour, 1.7))])?;
    Ok(())
}

/// A plotters colour.
pub(super) fn rgb(Rgb(r, g, b): Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

/// A pen of `width` units.
pub(super) fn stroke(colour: Rgb, width: f64) -> ShapeStyle {
    rgb(colour).stroke_width((width * f64::from(FINE)) as u32)
}
