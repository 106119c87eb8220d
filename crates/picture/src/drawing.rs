//! An SVG drawing under construction: shapes, text in the crate's own letters, and the document
//! around them.

use std::collections::BTreeSet;

use crate::colour::Rgb;
use crate::glyphs::{CAP_HEIGHT, PEN, SPACING, glyph, text_width};
use crate::markup::{Length, Markup};

/// Which end of a text its x coordinate names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is set. `height` is that of capitals, in drawing units.
#[derive(Clone, Copy)]
pub(crate) struct TextStyle {
    pub(crate) height: f64,
    pub(crate) anchor: Anchor,
    pub(crate) colour: Rgb,
}

/// What a document says about itself.
pub(crate) struct About<'a> {
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
    /// Width and height in drawing units.
    pub(crate) extent: (f64, f64),
    /// Pixels per drawing unit of the natural size.
    pub(crate) scale: f64,
}

/// The body of a drawing and the letters it uses.
#[derive(Default)]
pub(crate) struct Drawing {
    pub(crate) body: Markup,
    used: BTreeSet<char>,
}

impl Drawing {
    /// A filled rectangle with rounded corners.
    pub(crate) fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), radius: f64, fill: Rgb) {
        let (x, y, width, height, radius) = (Length(x), Length(y), Length(width), Length(height), Length(radius));
        self.body.leaf(
            "rect",
            &[("x", &x), ("y", &y), ("width", &width), ("height", &height), ("rx", &radius), ("fill", &fill)],
        );
    }

    /// A reference to a definition, moved to (x, y).
    pub(crate) fn place(&mut self, id: &str, x: f64, y: f64) {
        let href = format!("#{id}");
        self.body.leaf("use", &[("href", &href), ("x", &Length(x)), ("y", &Length(y))]);
    }

    /// A line of text whose baseline is at `y`.
    pub(crate) fn text(&mut self, text: &str, x: f64, y: f64, style: TextStyle) {
        self.lettering(style.colour, |drawing| drawing.letters(text, x, y, style));
    }

    /// Sets the pen for letters of one colour; `write` then calls [`Self::letters`] as often as it
    /// likes.
    pub(crate) fn lettering(&mut self, colour: Rgb, write: impl FnOnce(&mut Drawing)) {
        self.body.open(
            "g",
            &[
                ("fill", &"none"),
                ("stroke", &colour),
                ("stroke-width", &PEN),
                ("stroke-linecap", &"round"),
                ("stroke-linejoin", &"round"),
            ],
        );
        write(self);
        self.body.close();
    }

    /// The letters of a line of text, in the pen of the group around.
    pub(crate) fn letters(&mut self, text: &str, x: f64, y: f64, style: TextStyle) {
        let scale = style.height / CAP_HEIGHT;
        let width = text_width(text) * scale;
        let left = match style.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let place = format!("translate({} {})scale({})", Length(left), Length(y - style.height), Length(scale));
        self.body.open("g", &[("transform", &place)]);
        let mut pen = 0.0;
        for letter in text.chars() {
            let glyph = glyph(letter);
            if !glyph.path.is_empty() {
                self.used.insert(letter);
                let href = format!("#{}", letter_id(letter));
                self.body.leaf("use", &[("href", &href), ("x", &Length(pen))]);
            }
            pen += glyph.width + SPACING;
        }
        self.body.close();
    }

    /// The whole document: `defs` holds what the body refers to besides letters.
    pub(crate) fn document(self, about: &About<'_>, defs: Markup) -> String {
        let (width, height) = about.extent;
        let view_box = format!("0 0 {} {}", Length(width), Length(height));
        let mut svg = Markup::default();
        svg.open(
            "svg",
            &[
                ("xmlns", &"http://www.w3.org/2000/svg"),
                ("viewBox", &view_box),
                ("width", &Length(width * about.scale)),
                ("height", &Length(height * about.scale)),
                ("role", &"img"),
            ],
        );
        svg.newline();
        svg.text("title", about.title);
        svg.text("desc", about.description);
        svg.newline();
        svg.open("defs", &[]);
        svg.append(defs);
        for letter in self.used {
            svg.leaf("path", &[("id", &letter_id(letter)), ("d", &glyph(letter).path)]);
        }
        svg.close();
        svg.newline();
        svg.append(self.body);
        svg.newline();
        svg.finish()
    }
}

/// The height at which `text` is at most `width` wide, no more than `height`.
pub(crate) fn fitting_height(text: &str, height: f64, width: f64) -> f64 {
    let units = text_width(text) + PEN;
    height.min(width.max(0.0) * CAP_HEIGHT / units)
}

/// Width of `text` set with capitals of `height`.
pub(crate) fn width_at(text: &str, height: f64) -> f64 {
    text_width(text) * height / CAP_HEIGHT
}

fn letter_id(letter: char) -> String {
    format!("t{:x}", letter as u32)
}
