//! A board as SVG.
//!
//! Each colour in use is defined once, as the upper quarter of a cell of side 100, and turned for
//! the other three sides; a cell is four references. Breaks are drawn last, over everything.

use edgewise_puzzle::{Colour, DOWN, GREY, RIGHT, UP};

use crate::drawing::{About, Anchor, Drawing, TextStyle, fitting_height, width_at};
use crate::markup::{Length, Markup};
use crate::motif::Paint;
use crate::palette::{BREAK, DARK, EMPTY, HATCH, PAPER, look};
use crate::picture::{BoardPicture, Tally, cell_name, colour_label, row_letter};

/// Side of a cell in drawing units.
const CELL: f64 = 100.0;
/// Paper around everything.
const MARGIN: f64 = 28.0;
/// Width of the dark plate that shows around the board.
const PLATE: f64 = 10.0;
/// Room for row letters and column numbers.
const GUTTER: f64 = 44.0;
/// Height of capitals in the title and in the caption.
const TITLE: f64 = 36.0;
const CAPTION: f64 = 26.0;
/// The most a text may widen the picture of a narrow board.
const TEXT_ROOM: f64 = 640.0;
/// Width and height of one entry of the legend.
const ENTRY: (f64, f64) = (76.0, 100.0);
/// Names of the definitions of a colour's quarters, by side.
const SIDE_LETTERS: [char; 4] = ['u', 'r', 'd', 'l'];

/// Draws `picture`.
///
/// One cell is 100 units of the view box; the natural size is [`BoardPicture::cell_pixels`] a cell.
/// Definitions depend on the colour alone, so several pictures may stand in one page.
pub fn svg(picture: &BoardPicture) -> String {
    let layout = Layout::new(picture);
    let mut drawing = Drawing::default();
    drawing.rect((0.0, 0.0), layout.extent, 12.0, PAPER);
    header(&mut drawing, &layout);
    coordinates(&mut drawing, picture, &layout);
    cells(&mut drawing, picture, &layout);
    marks(&mut drawing, picture, &layout);
    if picture.legend {
        legend(&mut drawing, picture, &layout);
    }
    let tally = picture.tally();
    let title = picture.title.clone().unwrap_or_else(|| format!("Board {}", picture.grid.size));
    let about = About {
        title: &title,
        description: &description(picture, tally),
        extent: layout.extent,
        scale: f64::from(picture.cell_pixels.clamp(4, 400)) / CELL,
    };
    drawing.document(&about, definitions(picture))
}

/// Where things are, in drawing units.
struct Layout {
    /// Top left corner of cell 0.
    origin: (f64, f64),
    /// Left end and width of everything between the margins.
    left: f64,
    width: f64,
    /// Title and caption: text, baseline, height of capitals, anchor.
    lines: Vec<(String, f64, f64, Anchor)>,
    /// Top of the legend and entries per row of it.
    legend_top: f64,
    legend_columns: usize,
    extent: (f64, f64),
}

impl Layout {
    fn new(picture: &BoardPicture) -> Layout {
        let size = picture.grid.size;
        let gutter = if picture.coordinates { GUTTER } else { 0.0 };
        let board = (size.width() as f64 * CELL, size.height() as f64 * CELL);
        let texts = [(&picture.title, TITLE), (&picture.caption, CAPTION)];
        let texts: Vec<(&str, f64)> =
            texts.into_iter().filter_map(|(t, h)| Some((t.as_deref().filter(|t| !t.trim().is_empty())?, h))).collect();
        let widest = texts.iter().map(|&(t, h)| width_at(t, h)).fold(0.0, f64::max).min(TEXT_ROOM);
        let plated = board.0 + 2.0 * PLATE + gutter;
        let width = plated.max(widest);

        let mut lines = Vec::new();
        let mut y = MARGIN;
        let together: f64 = texts.iter().map(|&(t, h)| width_at(t, h)).sum();
        let one_line = texts.len() == 2 && together + 80.0 <= width;
        for (index, &(text, height)) in texts.iter().enumerate() {
            let height = fitting_height(text, height, width);
            let anchor = if one_line && index == 1 { Anchor::End } else { Anchor::Start };
            if anchor == Anchor::Start {
                y += height;
            }
            lines.push((text.to_string(), y, height, anchor));
            if !one_line || index == 1 {
                y += height * 0.5 + 8.0;
            }
        }
        let origin = (MARGIN + gutter + (width - gutter - board.0) / 2.0, y + gutter + PLATE);
        let mut bottom = origin.1 + board.1 + PLATE;
        let legend_top = bottom + 24.0;
        let mut legend_columns = 1;
        if picture.legend {
            let entries = picture.colours().len();
            let rows = entries.div_ceil(((width / ENTRY.0) as usize).max(1));
            legend_columns = entries.div_ceil(rows.max(1)).max(1);
            bottom = legend_top + rows as f64 * ENTRY.1 - 12.0;
        }
        let extent = (width + 2.0 * MARGIN, bottom + MARGIN);
        Layout { origin, left: MARGIN, width, lines, legend_top, legend_columns, extent }
    }

    /// Top left corner of a cell.
    fn corner(&self, row: usize, col: usize) -> (f64, f64) {
        (self.origin.0 + col as f64 * CELL, self.origin.1 + row as f64 * CELL)
    }
}

fn header(drawing: &mut Drawing, layout: &Layout) {
    for (text, baseline, height, anchor) in &layout.lines {
        let x = if *anchor == Anchor::End { layout.left + layout.width } else { layout.left };
        drawing.text(text, x, *baseline, TextStyle { height: *height, anchor: *anchor, colour: DARK });
    }
}

fn coordinates(drawing: &mut Drawing, picture: &BoardPicture, layout: &Layout) {
    if !picture.coordinates {
        return;
    }
    let style = TextStyle { height: 22.0, anchor: Anchor::Middle, colour: DARK.mix(PAPER, 0.25) };
    let (left, top) = (layout.origin.0 - PLATE - 22.0, layout.origin.1 - PLATE - 12.0);
    for col in 0..picture.grid.size.width() {
        drawing.text(&(col + 1).to_string(), layout.corner(0, col).0 + CELL / 2.0, top, style);
    }
    for row in 0..picture.grid.size.height() {
        drawing.text(&row_letter(row).to_string(), left, layout.corner(row, 0).1 + CELL / 2.0 + 11.0, style);
    }
}

fn cells(drawing: &mut Drawing, picture: &BoardPicture, layout: &Layout) {
    let size = picture.grid.size;
    let plate = (layout.origin.0 - PLATE, layout.origin.1 - PLATE);
    let extent = (size.width() as f64 * CELL + 2.0 * PLATE, size.height() as f64 * CELL + 2.0 * PLATE);
    drawing.rect(plate, extent, 8.0, DARK);
    for cell in 0..size.cells() {
        let (row, col) = (size.row(cell), size.col(cell));
        let (x, y) = layout.corner(row, col);
        drawing.body.newline();
        let Some(sides) = picture.sides(cell) else {
            drawing.place("empty", x, y);
            continue;
        };
        let shift = format!("translate({} {})", Length(x), Length(y));
        drawing.body.open("g", &[("transform", &shift)]);
        drawing.body.text("title", &cell_description(picture, cell));
        for (side, colour) in sides.into_iter().enumerate() {
            let href = format!("#{}{colour}", SIDE_LETTERS[side]);
            drawing.body.leaf("use", &[("href", &href)]);
        }
        drawing.body.leaf("use", &[("href", &"#joints")]);
        drawing.body.close();
    }
}

/// Clue marks, numbers, and then the breaks over everything.
fn marks(drawing: &mut Drawing, picture: &BoardPicture, layout: &Layout) {
    let size = picture.grid.size;
    drawing.body.newline();
    for &cell in picture.clues.iter().filter(|&&cell| cell < size.cells()) {
        let (x, y) = layout.corner(size.row(cell), size.col(cell));
        drawing.place("clue", x, y);
    }
    numbers(drawing, picture, layout);
    drawing.body.newline();
    if picture.mark_breaks {
        for (cell, side) in picture.breaks() {
            let (x, y) = layout.corner(size.row(cell), size.col(cell));
            if side == RIGHT {
                drawing.place("break-upright", x + CELL, y + CELL / 2.0);
            } else {
                drawing.place("break-level", x + CELL / 2.0, y + CELL);
            }
        }
    }
}

/// The numbers of filled cells, each on a light plate in the middle of its cell.
fn numbers(drawing: &mut Drawing, picture: &BoardPicture, layout: &Layout) {
    let size = picture.grid.size;
    let style = TextStyle { height: 15.0, anchor: Anchor::Middle, colour: DARK };
    let shown: Vec<(String, f64, f64)> = (0..size.cells())
        .filter(|&cell| picture.sides(cell).is_some())
        .filter_map(|cell| {
            let number = picture.numbers.get(cell).copied().flatten()?;
            let (x, y) = layout.corner(size.row(cell), size.col(cell));
            Some((number.to_string(), x + CELL / 2.0, y + CELL / 2.0))
        })
        .collect();
    if shown.is_empty() {
        return;
    }
    for (text, x, y) in &shown {
        let width = width_at(text, style.height) + 14.0;
        drawing.rect((x - width / 2.0, y - 11.5), (width, 23.0), 6.0, PAPER);
    }
    drawing.lettering(style.colour, |drawing| {
        for (text, x, y) in &shown {
            drawing.letters(text, *x, y + style.height / 2.0, style);
        }
    });
}

/// Every colour in use as a whole figure, with its letter or number.
fn legend(drawing: &mut Drawing, picture: &BoardPicture, layout: &Layout) {
    const SCALE: f64 = 0.6;
    for (index, colour) in picture.colours().into_iter().enumerate() {
        let (row, col) = (index / layout.legend_columns, index % layout.legend_columns);
        let spread = layout.width / layout.legend_columns as f64;
        let middle = layout.left + (col as f64 + 0.5) * spread.min(1.3 * ENTRY.0);
        let seam = layout.legend_top + row as f64 * ENTRY.1 + 50.0 * SCALE;
        let place = format!("translate({} {})scale({SCALE})", Length(middle - 50.0 * SCALE), Length(seam));
        drawing.body.newline();
        drawing.body.open("g", &[("transform", &place)]);
        let quarter = format!("#{}{colour}", SIDE_LETTERS[UP]);
        drawing.body.leaf("use", &[("href", &quarter)]);
        drawing.body.leaf("use", &[("href", &quarter), ("transform", &"rotate(180 50 0)")]);
        drawing
            .body
            .leaf("path", &[("d", &"M0 0H100"), ("stroke", &DARK), ("stroke-width", &"2"), ("stroke-opacity", &".5")]);
        drawing.body.close();
        let label = if colour == GREY { "grey".to_string() } else { colour_label(colour) };
        let style = TextStyle { height: 15.0, anchor: Anchor::Middle, colour: DARK };
        drawing.text(&label, middle, seam + 50.0 * SCALE + 20.0, style);
    }
}

/// Everything the body refers to, letters apart.
fn definitions(picture: &BoardPicture) -> Markup {
    let mut defs = Markup::default();
    for colour in picture.colours() {
        let faded = !picture.highlight.is_empty() && !picture.highlight.contains(&colour);
        define_colour(&mut defs, colour, faded);
    }
    define_joints(&mut defs);
    define_empty(&mut defs);
    define_clue(&mut defs);
    define_breaks(&mut defs);
    defs
}

/// The four quarters of a colour, in the coordinates of a cell.
fn define_colour(defs: &mut Markup, colour: Colour, faded: bool) {
    let look = if faded { look(colour).faded() } else { look(colour) };
    let outline = if faded { look.ground.mix(DARK, 0.12) } else { look.outline() };
    let id = format!("{}{colour}", SIDE_LETTERS[UP]);
    defs.newline();
    defs.open("g", &[("id", &id), ("stroke", &outline), ("stroke-width", &"1.6"), ("stroke-linejoin", &"round")]);
    defs.leaf("path", &[("d", &"M0 0H100L50 50Z"), ("fill", &look.ground), ("stroke", &"none")]);
    if let Some(motif) = look.motif {
        defs.open("g", &[("transform", &"translate(50 0)")]);
        for layer in motif.layers {
            let fill = match layer.paint {
                Paint::Ink => look.ink,
                Paint::Accent => look.accent,
                Paint::Ground => look.ground,
            };
            defs.leaf("path", &[("d", &layer.path), ("fill", &fill)]);
        }
        defs.close();
    }
    defs.close();
    for (side, letter) in SIDE_LETTERS.into_iter().enumerate().skip(1) {
        let (turned, href, turn) =
            (format!("{letter}{colour}"), format!("#{id}"), format!("rotate({} 50 50)", 90 * side));
        defs.leaf("use", &[("id", &turned), ("href", &href), ("transform", &turn)]);
    }
}

/// The lines where the quarters of a piece and the pieces themselves meet.
fn define_joints(defs: &mut Markup) {
    defs.newline();
    defs.open("g", &[("id", &"joints"), ("fill", &"none"), ("stroke", &DARK)]);
    defs.leaf("path", &[("d", &"M0 0L100 100M100 0L0 100"), ("stroke-width", &"1.6"), ("stroke-opacity", &".75")]);
    defs.leaf("path", &[("d", &"M.4 .4H99.6V99.6H.4Z"), ("stroke-width", &".8"), ("stroke-opacity", &".6")]);
    defs.close();
}

/// An empty cell: pale, hatched from lower left to upper right.
fn define_empty(defs: &mut Markup) {
    let hatch: String = (1..10)
        .map(|k| {
            let reach = k * 20;
            if reach <= 100 {
                format!("M0 {reach}L{reach} 0")
            } else {
                format!("M{} 100L100 {}", reach - 100, reach - 100)
            }
        })
        .collect();
    defs.newline();
    defs.open("g", &[("id", &"empty")]);
    defs.leaf("path", &[("d", &"M0 0H100V100H0Z"), ("fill", &EMPTY), ("stroke", &HATCH), ("stroke-width", &"2")]);
    defs.leaf("path", &[("d", &hatch), ("stroke", &HATCH), ("stroke-width", &"2.5")]);
    defs.close();
}

/// Light brackets in the corners of a clue's cell, where no motif reaches.
fn define_clue(defs: &mut Markup) {
    const BRACKETS: &str = "M6 22V6H22M78 6H94V22M94 78V94H78M22 94H6V78";
    defs.newline();
    defs.open("g", &[("id", &"clue"), ("fill", &"none"), ("stroke-linecap", &"round"), ("stroke-linejoin", &"round")]);
    defs.leaf("path", &[("d", &BRACKETS), ("stroke", &DARK), ("stroke-width", &"8")]);
    defs.leaf("path", &[("d", &BRACKETS), ("stroke", &PAPER), ("stroke-width", &"4.5")]);
    defs.close();
}

/// A crack along the seam, bright with a light and a dark casing, and the same upright.
fn define_breaks(defs: &mut Markup) {
    const CRACK: &str = "M-41 0L-25 -8L-8 8L8 -8L25 8L41 0";
    defs.newline();
    let ends: [(&str, &dyn std::fmt::Display); 3] =
        [("fill", &"none"), ("stroke-linecap", &"round"), ("stroke-linejoin", &"round")];
    defs.open("g", &[("id", &"break-level"), ends[0], ends[1], ends[2]]);
    for (colour, width) in [(DARK, "25"), (PAPER, "21"), (BREAK, "11.5")] {
        defs.leaf("path", &[("d", &CRACK), ("stroke", &colour), ("stroke-width", &width)]);
    }
    defs.close();
    defs.leaf("use", &[("id", &"break-upright"), ("href", &"#break-level"), ("transform", &"rotate(90)")]);
}

/// What a reader who cannot see the picture should know.
fn description(picture: &BoardPicture, tally: Tally) -> String {
    let size = picture.grid.size;
    let mut text = format!(
        "A {size} edge-matching board: {} of {} cells filled, {} of {} seams matched, {} breaks.",
        tally.filled,
        size.cells(),
        tally.matched,
        size.seams(),
        tally.breaks
    );
    if let Some(caption) = &picture.caption {
        text.push(' ');
        text.push_str(caption);
    }
    if tally.breaks > 0 {
        let names: Vec<String> = picture
            .breaks()
            .into_iter()
            .map(|(cell, side)| {
                let (row, col) = (size.row(cell), size.col(cell));
                let other = if side == DOWN { cell_name(row + 1, col) } else { cell_name(row, col + 1) };
                format!("{}-{other}", cell_name(row, col))
            })
            .collect();
        text.push_str(&format!(" Breaks: {}.", names.join(", ")));
    }
    text
}

/// The tooltip of a filled cell: its name, the piece's number if known, the colours.
fn cell_description(picture: &BoardPicture, cell: usize) -> String {
    let size = picture.grid.size;
    let mut text = cell_name(size.row(cell), size.col(cell));
    if let Some(Some(number)) = picture.numbers.get(cell) {
        text.push_str(&format!(" piece {number}"));
    }
    let labels: Vec<String> = picture.sides(cell).into_iter().flatten().map(colour_label).collect();
    let separator = if labels.iter().all(|l| l.len() == 1 && l.as_bytes()[0].is_ascii_lowercase()) { "" } else { "-" };
    format!("{text} {}", labels.join(separator))
}
