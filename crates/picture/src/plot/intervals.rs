//! Groups of numbers compared: every number as a dot, every mean with its interval.

use plotters::chart::{ChartBuilder, LabelAreaPosition};
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Circle, PathElement};
use plotters::style::{Color, IntoFont};

use super::canvas::{Canvas, FINE};
use super::panel::{Failed, rgb, stroke};
use super::{SERIES, axis_number};
use crate::drawing::{About, Anchor, Drawing, TextStyle, fitting_height, width_at};
use crate::markup::{Length, Markup};
use crate::palette::{DARK, HATCH, PAPER};
use crate::raster::PictureError;

/// A group: a name, its numbers, their mean and half the width of its interval.
#[derive(Clone, PartialEq, Debug)]
pub struct IntervalRow {
    /// The name.
    pub name: String,
    /// The numbers.
    pub values: Vec<f64>,
    /// Their mean and half the width of its interval, drawn if both are finite.
    pub mean: f64,
    /// See `mean`.
    pub half_width: f64,
}

const MARGIN: f64 = 20.0;
/// Height of capitals: title, names.
const TITLE: f64 = 14.0;
const NAME: f64 = 9.0;
/// Height of a row, and of the axis below.
const ROW: u32 = 34;
const AXIS: u32 = 42;
/// Width of the plot beside the names, and the most the names may take.
const WIDTH: u32 = 620;
const NAMES: f64 = 420.0;

/// Draws the rows one below the other over one axis, which `label` describes.
pub fn intervals_svg(title: &str, label: &str, rows: &[IntervalRow]) -> Result<String, PictureError> {
    let names = rows.iter().map(|r| width_at(&r.name, NAME)).fold(0.0, f64::max).min(NAMES) + 14.0;
    let width = names + f64::from(WIDTH);
    let body = rows.len() as u32 * ROW + AXIS;
    let extent = (width + 2.0 * MARGIN, 2.0 * MARGIN + TITLE + 18.0 + f64::from(body));
    let mut drawing = Drawing::default();
    drawing.rect((0.0, 0.0), extent, 8.0, PAPER);
    let style = |height, anchor| TextStyle { height, anchor, colour: DARK };
    let height = fitting_height(title, TITLE, width);
    drawing.text(title, MARGIN, MARGIN + TITLE, style(height, Anchor::Start));
    let top = MARGIN + TITLE + 18.0;
    for (i, row) in rows.iter().enumerate() {
        let middle = top + f64::from(ROW) * (i as f64 + 0.5);
        let height = fitting_height(&row.name, NAME, names - 14.0);
        drawing.text(&row.name, MARGIN + names - 12.0, middle + height / 2.0, style(height, Anchor::End));
    }
    let place = format!("translate({} {})", Length(MARGIN + names), Length(top));
    drawing.body.open("g", &[("transform", &place)]);
    draw_rows(&mut drawing, label, rows, (WIDTH, body)).map_err(|e| PictureError::Plot(e.to_string()))?;
    drawing.body.close();
    let lines: Vec<String> = rows.iter().map(describe).collect();
    let about = About { title, description: &lines.join(" "), extent, scale: 1.0 };
    Ok(drawing.document(&about, Markup::default()))
}

fn describe(row: &IntervalRow) -> String {
    let n = row.values.len();
    match row.mean.is_finite() {
        true => format!("{}: {n} values, mean {:.2}.", row.name, row.mean),
        false => format!("{}: {n} values.", row.name),
    }
}

/// The least and the greatest thing drawn, with some room.
fn range(rows: &[IntervalRow]) -> (f64, f64) {
    let ends = |r: &IntervalRow| [r.mean - r.half_width, r.mean + r.half_width];
    let all = rows.iter().flat_map(|r| r.values.iter().copied().chain(ends(r)));
    let known = all.filter(|v| v.is_finite()).map(|v| v.clamp(-1e100, 1e100));
    let (least, most) = known.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
    if least > most {
        return (0.0, 1.0);
    }
    let room = ((most - least) * 0.04).max(0.5).max(least.abs().max(most.abs()) * 1e-9);
    (least - room, most + room)
}

fn draw_rows(drawing: &mut Drawing, label: &str, rows: &[IntervalRow], size: (u32, u32)) -> Result<(), Failed> {
    let (least, most) = range(rows);
    let root = Canvas::new(drawing, size).into_drawing_area();
    let mut chart = ChartBuilder::on(&root)
        .set_label_area_size(LabelAreaPosition::Bottom, AXIS as i32 * FINE)
        .build_cartesian_2d(least..most, (rows.len().max(1) as f64)..0.0)?;
    let numbers = ("sans-serif", 13.0 * f64::from(FINE)).into_font().color(&rgb(DARK.mix(PAPER, 0.2)));
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .bold_line_style(stroke(HATCH, 0.6))
        .light_line_style(stroke(PAPER, 0.0).color.mix(0.0))
        .axis_style(stroke(DARK.mix(PAPER, 0.4), 1.0))
        .label_style(numbers)
        .x_labels(10)
        .x_label_formatter(&|x| axis_number(*x))
        .x_desc(label)
        .set_tick_mark_size(LabelAreaPosition::Bottom, 4 * FINE)
        .draw()?;
    let dot = rgb(SERIES[0]).mix(0.45).filled();
    for (i, row) in rows.iter().enumerate() {
        let middle = i as f64 + 0.5;
        if row.mean.is_finite() && row.half_width.is_finite() {
            let (from, to) = (row.mean - row.half_width, row.mean + row.half_width);
            let bar = |x| PathElement::new(vec![(x, middle - 0.13), (x, middle + 0.13)], stroke(SERIES[1], 1.6));
            chart.draw_series([PathElement::new(vec![(from, middle), (to, middle)], stroke(SERIES[1], 2.2))])?;
            chart.draw_series([bar(from), bar(to)])?;
        }
        // Equal numbers stand one above the other.
        let mut sorted: Vec<f64> = row.values.iter().copied().filter(|v| v.is_finite() && v.abs() <= 1e100).collect();
        sorted.sort_by(f64::total_cmp);
        for group in sorted.chunk_by(|a, b| a == b) {
            let step = (0.8 / group.len() as f64).min(0.16);
            let first = middle - step * (group.len() - 1) as f64 / 2.0;
            let at = |k: usize| (group[k], first + step * k as f64);
            chart.draw_series((0..group.len()).map(|k| Circle::new(at(k), 5 * FINE / 2, dot)))?;
        }
        if row.mean.is_finite() {
            chart.draw_series([Circle::new((row.mean, middle), 4 * FINE, rgb(SERIES[1]).filled())])?;
        }
    }
    Ok(())
}
