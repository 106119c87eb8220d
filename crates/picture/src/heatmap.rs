//! A number per cell as a map of colours.

use edgewise_puzzle::Size;

use crate::colour::Rgb;
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
/// Height of capitals in the title, in the note, in labels and in cells.
const TITLE: f64 = 16.0;
const NOTE: f64 = 9.5;
const LABEL: f64 = 10.0;
const IN_CELL: f64 = 8.5;
/// The most a text may widen the map of a narrow board.
const TEXT_ROOM: f64 = 460.0;
/// The legend's bar: gap before it, width, least height.
const BAR: (f64, f64, f64) = (22.0, 16.0, 72.0);

/// A number for each cell of a board, to be drawn as a map of colours with row letters, column numbers
/// and a bar that says what the colours mean. Each cell carries its value as a tooltip.
#[derive(Clone, PartialEq, Debug)]
pub struct HeatMap {
    /// The board's size.
    pub size: Size,
    /// The values in row-major order. Cells without a finite one (missing, NaN, infinite) are hatched,
    /// values beyond the last cell ignored.
    pub values: Vec<f64>,
    /// The title.
    pub title: String,
    /// What else to say, on one line below the title; may be empty.
    pub note: String,
    /// What to write into each cell; may be empty.
    pub labels: Vec<String>,
    /// Cells to put into brackets.
    pub marked: Vec<usize>,
    /// Ends of the colour scale; the least and the greatest value if there are none.
    pub range: Option<(f64, f64)>,
}

/// Sizes of a map's parts, in drawing units.
struct Layout {
    /// The texts at the bar, each at 0..=1 of its height.
    labels: Vec<(f64, String)>,
    title_height: f64,
    /// Top left corner of the first cell.
    origin: (f64, f64),
    board: (f64, f64),
    bar_height: f64,
    extent: (f64, f64),
}

impl HeatMap {
    /// A map without note and labels, scaled to its values.
    pub fn new(size: Size, values: Vec<f64>, title: &str) -> HeatMap {
        HeatMap {
            size,
            values,
            title: title.to_owned(),
            note: String::new(),
            labels: Vec::new(),
            marked: Vec::new(),
            range: None,
        }
    }

    /// The map as a document.
    pub fn svg(&self) -> String {
        let extent = self.extent();
        let extent = (extent.0 + 2.0 * MARGIN, extent.1 + 2.0 * MARGIN);
        let mut drawing = Drawing::default();
        drawing.rect((0.0, 0.0), extent, 8.0, PAPER);
        self.draw(&mut drawing, (MARGIN, MARGIN), 1.0);
        let about = About { title: &self.title, description: &self.description(), extent, scale: 1.0 };
        drawing.document(&about, HeatMap::definitions())
    }

    /// Width and height in drawing units.
    pub(crate) fn extent(&self) -> (f64, f64) {
        self.layout().extent
    }

    /// Draws the map with its corner at `corner`, `scale` times its natural size; the document needs
    /// [`HeatMap::definitions`].
    pub(crate) fn draw(&self, drawing: &mut Drawing, corner: (f64, f64), scale: f64) {
        let Layout { labels, title_height, origin, board, bar_height, extent } = self.layout();
        drawing.body.newline();
        let place = format!("translate({} {})scale({})", Length(corner.0), Length(corner.1), Length(scale));
        drawing.body.open("g", &[("transform", &place)]);
        let style = |height, colour| TextStyle { height, anchor: Anchor::Start, colour };
        drawing.text(&self.title, 0.0, title_height, style(title_height, DARK));
        if !self.note.is_empty() {
            let height = fitting_height(&self.note, NOTE, extent.0);
            drawing.text(&self.note, 0.0, title_height + NOTE + 9.0, style(height, DARK.mix(PAPER, 0.3)));
        }
        axes(drawing, self.size, origin);
        let range = self.scale();
        for (cell, value) in self.known().into_iter().enumerate() {
            let name = cell_name(self.size.row(cell), self.size.col(cell));
            let corner = (origin.0 + CELL * self.size.col(cell) as f64, origin.1 + CELL * self.size.row(cell) as f64);
            let label = self.labels.get(cell).map_or("", String::as_str);
            draw_cell(drawing, corner, &name, value.map(|v| (v, position(v, range))), label);
        }
        for &cell in self.marked.iter().filter(|&&cell| cell < self.size.cells()) {
            let ground = self.known()[cell].map_or(EMPTY, |v| ordered_colour(position(v, range)));
            let (x, y) = (origin.0 + CELL * self.size.col(cell) as f64, origin.1 + CELL * self.size.row(cell) as f64);
            drawing.body.open("g", &[("stroke", &readable_on(ground))]);
            drawing.place("mark", x, y);
            drawing.body.close();
        }
        if range.is_some() {
            bar(drawing, (origin.0 + board.0 + BAR.0, origin.1), bar_height, &labels);
        }
        drawing.body.close();
    }

    /// The finite values, cell by cell.
    fn known(&self) -> Vec<Option<f64>> {
        (0..self.size.cells()).map(|cell| self.values.get(cell).copied().filter(|v| v.is_finite())).collect()
    }

    /// The ends of the colour scale; none where there is nothing to show.
    fn scale(&self) -> Option<(f64, f64)> {
        let known = self.known().into_iter().flatten();
        let own = known.fold(None, |range: Option<(f64, f64)>, v| {
            Some(range.map_or((v, v), |(least, most)| (least.min(v), most.max(v))))
        });
        own.map(|own| self.range.filter(|(a, b)| a.is_finite() && b.is_finite() && a < b).unwrap_or(own))
    }

    fn layout(&self) -> Layout {
        let range = self.scale();
        let labels = range.map(bar_labels).unwrap_or_default();
        let label_width = labels.iter().map(|(_, text)| width_at(text, LABEL)).fold(0.0, f64::max);
        let board = (CELL * self.size.width() as f64, CELL * self.size.height() as f64);
        let bar_width = if range.is_some() { BAR.0 + BAR.1 + 8.0 + label_width } else { 0.0 };
        let texts = width_at(&self.title, TITLE).max(width_at(&self.note, NOTE));
        let width = (GUTTER + board.0 + bar_width).max(texts.min(TEXT_ROOM));
        let title_height = fitting_height(&self.title, TITLE, width);
        let note_height = if self.note.is_empty() { 0.0 } else { NOTE + 9.0 };
        let origin = (GUTTER, title_height + note_height + 14.0 + GUTTER);
        let bar_height = board.1.max(BAR.2);
        Layout { labels, title_height, origin, board, bar_height, extent: (width, origin.1 + bar_height) }
    }

    /// What a reader who cannot see the map should know.
    pub(crate) fn description(&self) -> String {
        let known: Vec<f64> = self.known().into_iter().flatten().collect();
        let (least, most) = known.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &v| (a.min(v), b.max(v)));
        if known.is_empty() {
            return format!("A {} board without values.", self.size);
        }
        format!(
            "A value for {} of the {} cells of a {} board, from {} to {}.",
            known.len(),
            self.size.cells(),
            self.size,
            short(least),
            short(most)
        )
    }
}

/// Where `value` lies in `range`, 0..=1; the middle if all values are equal.
fn position(value: f64, range: Option<(f64, f64)>) -> f64 {
    match range {
        // Halves, so that a range wider than the largest number does not overflow.
        Some((least, most)) if most > least => {
            ((value / 2.0 - least / 2.0) / (most / 2.0 - least / 2.0)).clamp(0.0, 1.0)
        }
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

fn draw_cell(drawing: &mut Drawing, (x, y): (f64, f64), name: &str, value: Option<(f64, f64)>, label: &str) {
    drawing.body.newline();
    let place = format!("translate({} {})", Length(x), Length(y));
    drawing.body.open("g", &[("transform", &place)]);
    let ground = match value {
        Some((value, t)) => {
            drawing.body.text("title", &format!("{name}: {}", tooltip(value)));
            drawing.rect((0.5, 0.5), (CELL - 1.0, CELL - 1.0), 3.0, ordered_colour(t));
            ordered_colour(t)
        }
        None => {
            drawing.body.text("title", &format!("{name}: no value"));
            drawing.body.leaf("use", &[("href", &"#blank")]);
            EMPTY
        }
    };
    if !label.is_empty() {
        let height = fitting_height(label, IN_CELL, CELL - 6.0);
        let style = TextStyle { height, anchor: Anchor::Middle, colour: readable_on(ground) };
        drawing.text(label, CELL / 2.0, (CELL + height) / 2.0, style);
    }
    drawing.body.close();
}

/// Dark or light letters, whichever stand out more.
fn readable_on(ground: Rgb) -> Rgb {
    if ground.contrast(DARK) >= ground.contrast(PAPER) { DARK } else { PAPER }
}

/// A value as a tooltip gives it: to six digits.
fn tooltip(value: f64) -> String {
    if value.fract() == 0.0 || value.abs() >= 1e6 {
        return value.to_string();
    }
    let decimals = (5 - value.abs().log10().floor() as i32).clamp(0, 12) as usize;
    let text = format!("{value:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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

/// What every map refers to.
impl HeatMap {
    pub(crate) fn definitions() -> Markup {
        let mut defs = Markup::default();
        defs.open("linearGradient", &[("id", &"heat"), ("x1", &"0"), ("y1", &"1"), ("x2", &"0"), ("y2", &"0")]);
        let steps = steps();
        for (index, colour) in steps.iter().enumerate() {
            let offset = Length(index as f64 / (steps.len() - 1) as f64);
            defs.leaf("stop", &[("offset", &offset), ("stop-color", colour)]);
        }
        defs.close();
        defs.open("g", &[("id", &"mark"), ("fill", &"none"), ("stroke-width", &"1.6"), ("stroke-linecap", &"round")]);
        defs.leaf("path", &[("d", &"M3.5 10V3.5H10M26 3.5H32.5V10M32.5 26V32.5H26M10 32.5H3.5V26")]);
        defs.close();
        defs.open("g", &[("id", &"blank"), ("stroke", &HATCH), ("stroke-width", &"1.2")]);
        defs.leaf("path", &[("d", &"M.5 .5H35.5V35.5H.5Z"), ("fill", &EMPTY)]);
        defs.leaf("path", &[("d", &"M0 9L9 0M0 18L18 0M0 27L27 0M0 36L36 0M9 36L36 9M18 36L36 18M27 36L36 27")]);
        defs.close();
        defs
    }
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
    fn labels_stand_out_and_tooltips_are_exact_enough() {
        for t in 0..=100 {
            let ground = ordered_colour(f64::from(t) / 100.0);
            assert!(readable_on(ground).contrast(ground) > 3.9, "{ground}");
        }
        let cases = [(4.0, "4"), (0.0, "0"), (0.25, "0.25"), (1.0 / 3.0, "0.333333"), (12345.6789, "12345.7")];
        cases.into_iter().for_each(|(value, text)| assert_eq!(tooltip(value), text));
        assert_eq!(tooltip(-1.5e-9), "-0.000000001500".trim_end_matches('0'));
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
