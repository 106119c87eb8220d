//! The back end that plotters draws on: a part of a [`Drawing`].

use std::convert::Infallible;
use std::fmt::Display;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform,
};

use crate::colour::Rgb;
use crate::drawing::{Anchor, Drawing, TextStyle, width_at};
use crate::markup::Length;

/// Steps of a plotters coordinate, which is a whole number, in a drawing unit.
pub(crate) const FINE: i32 = 16;
/// Height of capitals in a text's size.
pub(crate) const CAPITALS: f64 = 0.66;

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// A rectangle of a drawing.
pub(crate) struct Canvas<'a> {
    drawing: &'a mut Drawing,
    /// Width and height in drawing units.
    size: (u32, u32),
}

impl<'a> Canvas<'a> {
    /// The part of `drawing` from the origin of its open group, `size` units wide and high.
    pub(crate) fn new(drawing: &'a mut Drawing, size: (u32, u32)) -> Canvas<'a> {
        Canvas { drawing, size }
    }

    fn path(&mut self, d: &str, style: &impl BackendStyle, fill: bool) {
        let colour = style.color();
        if d.is_empty() || colour.alpha <= 0.0 {
            return;
        }
        let (rgb, alpha) = (rgb(colour), Length(colour.alpha));
        let body = &mut self.drawing.body;
        if fill {
            body.leaf("path", &[("d", &d), ("fill", &rgb), ("fill-opacity", &alpha)]);
        } else {
            let width = stroke_width(style);
            let ends: (&str, &dyn Display) = ("stroke-linejoin", &"round");
            body.leaf(
                "path",
                &[
                    ("d", &d),
                    ("fill", &"none"),
                    ("stroke", &rgb),
                    ("stroke-opacity", &alpha),
                    ("stroke-width", &width),
                    ends,
                ],
            );
        }
    }
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.size.0 * FINE as u32, self.size.1 * FINE as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Drawn {
        let end = (point.0 + FINE, point.1 + FINE);
        self.draw_rect(point, end, &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let d = path_data([(left, top), (right, top), (right, bottom), (left, bottom)]) + "Z";
        self.path(&d, style, fill);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.path(&path_data(path), style, false);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, at: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        let (x, y, r) = (units(at.0), units(at.1), Length(f64::from(radius) / f64::from(FINE)));
        let (rgb, alpha) = (rgb(style.color()), Length(style.color().alpha));
        let width = stroke_width(style);
        let mut attributes: Vec<(&str, &dyn Display)> = vec![("cx", &x), ("cy", &y), ("r", &r)];
        match fill {
            true => attributes.push(("fill", &rgb)),
            false => attributes.extend::<[(&str, &dyn Display); 3]>([
                ("fill", &"none"),
                ("stroke", &rgb),
                ("stroke-width", &width),
            ]),
        }
        attributes.push(("opacity", &alpha));
        self.drawing.body.leaf("circle", &attributes);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Drawn {
        self.path(&(path_data(corners) + "Z"), style, true);
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, (x, y): BackendCoord) -> Drawn {
        let height = style.size() / f64::from(FINE) * CAPITALS;
        let anchor = match style.anchor().h_pos {
            HPos::Left => Anchor::Start,
            HPos::Center => Anchor::Middle,
            HPos::Right => Anchor::End,
        };
        // The baseline, from where the text's top, middle or bottom is to be.
        let down = match style.anchor().v_pos {
            VPos::Top => height,
            VPos::Center => height / 2.0,
            VPos::Bottom => -height / 3.0,
        };
        let turn = match style.transform() {
            FontTransform::None => 0,
            FontTransform::Rotate90 => 90,
            FontTransform::Rotate180 => 180,
            FontTransform::Rotate270 => 270,
        };
        let place = format!("translate({} {})rotate({turn})", units(x), units(y));
        self.drawing.body.open("g", &[("transform", &place)]);
        self.drawing.text(text, 0.0, down, TextStyle { height, anchor, colour: rgb(style.color()) });
        self.drawing.body.close();
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((width_at(text, style.size() * CAPITALS).ceil() as u32, style.size().ceil() as u32))
    }
}

fn rgb(colour: BackendColor) -> Rgb {
    let (r, g, b) = colour.rgb;
    Rgb(r, g, b)
}

fn stroke_width(style: &impl BackendStyle) -> Length {
    Length(f64::from(style.stroke_width()) / f64::from(FINE))
}

fn units(fine: i32) -> Length {
    Length(f64::from(fine) / f64::from(FINE))
}

/// Path data through some points; level and upright stretches in their short form.
fn path_data(points: impl IntoIterator<Item = BackendCoord>) -> String {
    let mut d = String::new();
    let mut last = None;
    for (x, y) in points {
        match last {
            None => d.push_str(&format!("M{} {}", units(x), units(y))),
            Some(at) if at == (x, y) => {}
            Some((_, same)) if same == y => d.push_str(&format!("H{}", units(x))),
            Some((same, _)) if same == x => d.push_str(&format!("V{}", units(y))),
            Some(_) => d.push_str(&format!("L{} {}", units(x), units(y))),
        }
        last = Some((x, y));
    }
    d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_short() {
        assert_eq!(path_data([]), "");
        assert_eq!(path_data([(16, 32), (40, 32), (40, 32), (40, 8), (0, 0)]), "M1 2H2.5V0.5L0 0");
    }

    #[test]
    fn a_circle_is_a_disc_or_a_ring() {
        struct Pen;
        impl BackendStyle for Pen {
            fn color(&self) -> BackendColor {
                BackendColor { alpha: 0.5, rgb: (0x10, 0x20, 0x30) }
            }
            fn stroke_width(&self) -> u32 {
                8
            }
        }
        let drawn = |fill| {
            let mut drawing = Drawing::default();
            Canvas::new(&mut drawing, (10, 10)).draw_circle((32, 48), 16, &Pen, fill).unwrap();
            drawing.body.finish()
        };
        assert_eq!(drawn(true), r##"<circle cx="2" cy="3" r="1" fill="#102030" opacity="0.5"/>"##);
        assert_eq!(
            drawn(false),
            r##"<circle cx="2" cy="3" r="1" fill="none" stroke="#102030" stroke-width="0.5" opacity="0.5"/>"##
        );
    }
}
