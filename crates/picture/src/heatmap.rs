//! A number per cell as a map of colours.

use edgewise_puzzle::Size;

use crate::drawing::{About, Anchor, Drawing, TextStyle, fitting_height, width_at};
use crate::markup::{Length, Markup};
use crate::palette::{DARK, EMPTY, HATCH, PAPER};
use crate::picture::{cell_name, row_letter};
use crate::scale::{ordered_colour, steps};

/// Side of a cell in drawing units, which are pixels of the natural size.
const CELL: f64 = 36.0;
const MARGIN: f64 = 20.0;
/// Room for row letters and column numbers.
const GUTTER: f64 = 24.0;
/// Height of capitals in the title and in labels.
const TITLE: f64 = 16.0;
const LABEL: f64 = 10.0;
/// The legend's bar: gap before it, width, least height.
const BAR: (f64, f64, f64) = (22.0, 16.0, 72.0);

/// Draws `values`, one a cell in row-major order, on a board of `size`, with row letters, column
/// numbers and a bar that says what the colours mean. The scale runs from the least to the
/// greatest finite value. Cells without a finite value (missing, NaN, infinite) are hatched;
/// values beyond the last cell are ignored. Each cell carries its value as a tooltip.
pub fn heatmap_svg(size: Size, values: &[f64], title: &str) -> String {
    let values: Vec<Option<f64>> =
        (0..size.cells()).map(|cell| values.get(cell).copied().filter(|v| v.is_finite())).collect();
    let known = || values.iter().flatten().copied();
    let range = known().fold(None, |range: Option<(f64, f64)>, v| {
        Some(range.map_or((v, v), |(least, most)| (least.min(v), most.max(v))))
    });
    let labels = range.map(bar_labels).unwrap_or_default();
    let label_width = labels.iter().map(|(_, text)| width_at(text, LABEL)).fold(0.0, f64::max);
    let board = (CELL * size.width() as f64, CELL * size.height() as f64);
    let bar_width = if range.is_some() { BAR.0 + BAR.1 + 8.0 + label_width } else { 0.0 };
    let width = (GUTTER + board.0 + bar_width).max(width_at(title, TITLE).min(320.0));
    let title_height = fitting_height(title, TITLE, width);
    let origin = (MARGIN + GUTTER, MARGIN + title_height + 14.0 + GUTTER);
    let bar_height = board.1.max(BAR.2);
    let extent = (width + 2.0 * MARGIN, origin.1 + bar_height + MARGIN);

    let mut drawing = Drawing::default();
    drawing.rect((0.0, 0.0), extent, 8.0, PAPER);
    let style = TextStyle { height: title_height, anchor: Anchor::Start, colour: DARK };
    drawing.text(title, MARGIN, MARGIN + title_height, style);
    axes(&mut drawing, size, origin);
    for (cell, value) in values.iter().enumerate() {
        let name = cell_name(size.row(cell), size.col(cell));
        let corner = (origin.0 + CELL * size.col(cell) as f64, origin.1 + CELL * size.row(cell) as f64);
        draw_cell(&mut drawing, corner, &name, value.map(|v| (v, position(v, range))));
    }
    if range.is_some() {
        bar(&mut drawing, (origin.0 + board.0 + BAR.0, origin.1), bar_height, &labels);
    }
    let description = match range {
        Some((least, most)) => format!(
            "A value for {} of the {} cells of a {size} board, from {} to {}.",
            known().count(),
            size.cells(),
            short(least),
            short(most)
        ),
        None => format!("A {size} board without values."),
    };
    let about = About { title, description: &description, extent, scale: 1.0 };
    drawing.document(&about, definitions())
}

/// Where `value` lies in `range`, 0..=1; the middle if all values are equal.
fn position(value: f64, range: Option<(f64, f64)>) -> f64 {
    match range {
        // Halves, so that a range wider than the largest number does not overflow.
        Some((least, most)) if most > least => (value / 2.0 - least / 2.0) / (most / 2.0 - least / 2.0),
        _ => 0.5,
    }
}

/// Labels of the bar as (position 0..=1, text).
fn bar_labels((least, most): (f64, f64)) -> Vec<(f64, String)> {
    if least == most {
        return vec![(0.5, short(least))];
    }
    let mut labels = vec![(0.0, short(least))];
    let middle = least / 2.0 + most / 2.0;
    if least.fract() != 0.0 || most.fract() != 0.0 || middle.fract() == 0.0 {
        labels.push((0.5, short(middle)));
    }
    labels.push((1.0, short(most)));
    labels
}

/// A number in few characters: whole numbers below a million as they are, others to three digits.
fn short(value: f64) -> String {
    let size = value.abs();
    if size < 1e6 && value.fract() == 0.0 {
        return format!("{value:.0}");
    }
    if (0.01..1e6).contains(&size) {
        let decimals = (2 - size.log10().floor() as i32).clamp(0, 4) as usize;
        let text = format!("{value:.decimals$}");
        return if decimals == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_string() };
    }
    let text = format!("{value:.2e}");
    match text.split_once('e') {
        Some((digits, exponent)) if digits.contains('.') => {
            format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

fn axes(drawing: &mut Drawing, size: Size, origin: (f64, f64)) {
    let style = TextStyle { height: LABEL, anchor: Anchor::Middle, colour: DARK.mix(PAPER, 0.25) };
    for col in 0..size.width() {
        let x = origin.0 + CELL * (col as f64 + 0.5);
        drawing.text(&(col + 1).to_string(), x, origin.1 - 8.0, style);
    }
    for row in 0..size.height() {
        let y = origin.1 + CELL * (row as f64 + 0.5) + LABEL / 2.0;
        drawing.text(&row_letter(row).to_string(), origin.0 - 13.0, y, style);
    }
}

fn draw_cell(drawing: &mut Drawing, (x, y): (f64, f64), name: &str, value: Option<(f64, f64)>) {
    drawing.body.newline();
    let place = format!("translate({} {})", Length(x), Length(y));
    drawing.body.open("g", &[("transform", &place)]);
    match value {
        Some((value, t)) => {
            drawing.body.text("title", &format!("{name}: {value}"));
            drawing.rect((0.5, 0.5), (CELL - 1.0, CELL - 1.0), 3.0, ordered_colour(t));
        }
        None => {
            drawing.body.text("title", &format!("{name}: no value"));
            drawing.body.leaf("use", &[("href", &"#blank")]);
        }
    }
    drawing.body.close();
}

/// The legend: the scale from bottom to top, with labels on its right.
fn bar(drawing: &mut Drawing, (x, y): (f64, f64), height: f64, labels: &[(f64, String)]) {
    drawing.body.newline();
    drawing.body.leaf(
        "rect",
        &[
            ("x", &Length(x)),
            ("y", &Length(y)),
            ("width", &BAR.1),
            ("height", &Length(height)),
            ("rx", &"3"),
            ("fill", &"url(#heat)"),
        ],
    );
    let style = TextStyle { height: LABEL, anchor: Anchor::Start, colour: DARK };
    for (t, text) in labels {
        let baseline = y + LABEL + (height - LABEL) * (1.0 - t);
        drawing.text(text, x + BAR.1 + 8.0, baseline, style);
    }
}

fn definitions() -> Markup {
    let mut defs = Markup::default();
    defs.open("linearGradient", &[("id", &"heat"), ("x1", &"0"), ("y1", &"1"), ("x2", &"0"), ("y2", &"0")]);
    let steps = steps();
    for (index, colour) in steps.iter().enumerate() {
        let offset = Length(index as f64 / (steps.len() - 1) as f64);
        defs.leaf("stop", &[("offset", &offset), ("stop-color", colour)]);
    }
    defs.close();
    defs.open("g", &[("id", &"blank"), ("stroke", &HATCH), ("stroke-width", &"1.2")]);
    defs.leaf("path", &[("d", &"M.5 .5H35.5V35.5H.5Z"), ("fill", &EMPTY)]);
    defs.leaf("path", &[("d", &"M0 9L9 0M0 18L18 0M0 27L27 0M0 36L36 0M9 36L36 9M18 36L36 18M27 36L36 27")]);
    defs.close();
    defs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (12.0, "12"),
            (-3.0, "-3"),
            (999_999.0, "999999"),
            (0.5, "0.5"),
            (1.0 / 3.0, "0.333"),
            (12.345, "12.3"),
            (1234.5678, "1235"),
            (1.5e9, "1.5e9"),
            (2e9, "2e9"),
            (0.00012, "1.2e-4"),
        ];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn the_scale_spans_the_values_without_overflow() {
        let range = Some((-f64::MAX, f64::MAX));
        assert_eq!(position(-f64::MAX, range), 0.0);
        assert_eq!(position(f64::MAX, range), 1.0);
        assert_eq!(position(0.0, range), 0.5);
        assert_eq!(position(7.0, Some((7.0, 7.0))), 0.5);
        assert_eq!(bar_labels((0.0, 3.0)).len(), 2, "no label at one and a half breaks");
        assert_eq!(bar_labels((0.0, 4.0)).len(), 3);
    }
}
