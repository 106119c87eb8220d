//! Characters with colours on a grid, and the escape sequences that show them.

use std::fmt::Write;
use std::sync::LazyLock;

use crate::colour::Rgb;

/// What colours a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TerminalColours {
    /// 24-bit colours (`COLORTERM=truecolor`).
    True,
    /// The 256 colours of xterm.
    Ansi256,
    /// No escape sequences: plain ASCII.
    None,
}

/// One character and its paint. `None` is the terminal's own colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) letter: char,
    pub(crate) ink: Option<Rgb>,
    pub(crate) ground: Option<Rgb>,
    pub(crate) bold: bool,
}

impl Spot {
    /// An unpainted character.
    pub(crate) fn plain(letter: char) -> Spot {
        Spot { letter, ink: None, ground: None, bold: false }
    }

    /// A painted character.
    pub(crate) fn painted(letter: char, ink: Rgb, ground: Rgb) -> Spot {
        Spot { letter, ink: Some(ink), ground: Some(ground), bold: false }
    }

    /// The same in bold.
    pub(crate) fn bold(self) -> Spot {
        Spot { bold: true, ..self }
    }
}

/// A rectangle of spots, blank at first.
pub(crate) struct TextCanvas {
    columns: usize,
    spots: Vec<Spot>,
}

impl TextCanvas {
    pub(crate) fn new(columns: usize, rows: usize) -> TextCanvas {
        TextCanvas { columns, spots: vec![Spot::plain(' '); columns * rows] }
    }

    /// Sets one spot; outside the canvas nothing happens.
    pub(crate) fn set(&mut self, row: usize, column: usize, spot: Spot) {
        if column < self.columns
            && let Some(place) = self.spots.get_mut(row * self.columns + column)
        {
            *place = spot;
        }
    }

    /// Writes unpainted text from (row, column) on.
    pub(crate) fn write(&mut self, row: usize, column: usize, text: &str) {
        for (i, letter) in text.chars().enumerate() {
            self.set(row, column + i, Spot::plain(letter));
        }
    }

    /// The text, one line a row, each ended by a newline. Paint changes are written only where
    /// they happen and end with the line; unpainted blanks at the end of a line are left out.
    pub(crate) fn render(&self, colours: TerminalColours) -> String {
        let mut out = String::new();
        for row in self.spots.chunks(self.columns.max(1)) {
            let end = row.iter().rposition(|s| *s != Spot::plain(' ')).map_or(0, |last| last + 1);
            let mut paint = Spot::plain(' ');
            for spot in &row[..end] {
                let same = (spot.ink, spot.ground, spot.bold) == (paint.ink, paint.ground, paint.bold);
                if colours != TerminalColours::None && !same {
                    out.push_str(&escape(*spot, colours));
                    paint = *spot;
                }
                out.push(spot.letter);
            }
            if (paint.ink, paint.ground, paint.bold) != (None, None, false) {
                out.push_str("\x1b[0m");
            }
            out.push('\n');
        }
        out
    }
}

/// The sequence that sets exactly the paint of `spot`.
fn escape(spot: Spot, colours: TerminalColours) -> String {
    let mut out = String::from("\x1b[0");
    if spot.bold {
        out.push_str(";1");
    }
    for (target, colour) in [(38, spot.ink), (48, spot.ground)] {
        let Some(colour) = colour else { continue };
        let _ = match colours {
            TerminalColours::Ansi256 => write!(out, ";{target};5;{}", nearest_256(colour)),
            _ => write!(out, ";{target};2;{};{};{}", colour.0, colour.1, colour.2),
        };
    }
    out.push('m');
    out
}

/// The colours 16..=255 of xterm in OKLab: a 6×6×6 cube and a ramp of greys.
static XTERM: LazyLock<Vec<[f64; 3]>> = LazyLock::new(|| {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let cube = (0..216).map(|i| Rgb(LEVELS[i / 36], LEVELS[i / 6 % 6], LEVELS[i % 6]));
    let ramp = (0..24).map(|i| 8 + 10 * i).map(|v| Rgb(v, v, v));
    cube.chain(ramp).map(Rgb::oklab).collect()
});

/// The xterm colour (16..=255) that looks most like `colour`. A colour with a hue keeps one: the
/// cube has few dark colours, and greys would swallow them.
pub(crate) fn nearest_256(colour: Rgb) -> u8 {
    const NEUTRAL: f64 = 0.025;
    let wanted = colour.oklab();
    let coloured = |lab: &[f64; 3]| lab[1].hypot(lab[2]) > NEUTRAL;
    let distance = |lab: &[f64; 3]| lab.iter().zip(wanted).map(|(x, y)| (x - y).powi(2)).sum::<f64>();
    let candidates = XTERM.iter().enumerate().filter(|(_, lab)| coloured(lab) || !coloured(&wanted));
    let best = candidates.min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
    best.map_or(16, |(index, _)| (index + 16) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_256_colours_map_to_themselves() {
        assert_eq!(nearest_256(Rgb(0, 0, 0)), 16);
        assert_eq!(nearest_256(Rgb(255, 255, 255)), 231);
        assert_eq!(nearest_256(Rgb(255, 0, 0)), 196);
        assert_eq!(nearest_256(Rgb(95, 135, 175)), 67);
        assert_eq!(nearest_256(Rgb(118, 118, 118)), 243);
        assert_eq!(nearest_256(Rgb(8, 8, 8)), 232);
    }

    #[test]
    fn the_official_colours_stay_apart_in_256_colours() {
        let code = |colour| nearest_256(crate::palette::look(colour).ground);
        for a in 0..=22 {
            for b in a + 1..=22 {
                assert_ne!(code(a), code(b), "colours {a} and {b}");
            }
        }
    }

    #[test]
    fn paint_is_written_once_and_ended() {
        let mut canvas = TextCanvas::new(4, 2);
        let red = Rgb(255, 0, 0);
        canvas.set(0, 0, Spot::painted('a', red, Rgb(0, 0, 0)));
        canvas.set(0, 1, Spot::painted('b', red, Rgb(0, 0, 0)));
        canvas.set(0, 2, Spot::plain('c'));
        canvas.set(9, 9, Spot::plain('x'));
        assert_eq!(canvas.render(TerminalColours::True), "\x1b[0;38;2;255;0;0;48;2;0;0;0mab\x1b[0mc\n\n");
        assert_eq!(canvas.render(TerminalColours::Ansi256), "\x1b[0;38;5;196;48;5;16mab\x1b[0mc\n\n");
        assert_eq!(canvas.render(TerminalColours::None), "abc\n\n");
    }
}
