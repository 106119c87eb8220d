//! A stroke font of our own, so that no picture depends on an installed one.
//!
//! Letters are drawn as open paths on a grid: capitals and digits from y = 0 to [`CAP_HEIGHT`],
//! small letters from y = 2, descenders to y = 8; x from 0 to the glyph's width. A pen of width
//! [`PEN`] with round ends suits them. Printable ASCII and a few signs are covered, anything else
//! is shown as an empty box.

/// Height of capitals and digits in grid units; the baseline is there.
pub const CAP_HEIGHT: f64 = 6.0;
/// Width of the pen in grid units.
pub const PEN: f64 = 0.9;
/// Space between two glyphs in grid units.
pub const SPACING: f64 = 1.8;

/// One letter: its width in grid units and its SVG path, empty for a blank.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glyph {
    /// Advance without spacing.
    pub width: f64,
    /// Path data to be stroked.
    pub path: &'static str,
}

const BOX: Glyph = Glyph { width: 4.0, path: "M0 0H4V6H0Z" };

/// Glyphs of ' ' to '~' in code order.
#[rustfmt::skip]
const ASCII: [(f64, &str); 95] = [
    (1.4, ""),
    (0.0, "M0 0V4M0 5.9V6"),
    (1.6, "M0 0V1.6M1.6 0V1.6"),
    (4.0, "M1.4 0.6L0.8 5.4M3.2 0.6L2.6 5.4M0.2 2H4M0 4H3.8"),
    (4.0, "M3.8 1.4Q3.4 0.4 2 0.4Q0.2 0.4 0.2 1.8Q0.2 3 2 3Q3.9 3 3.9 4.3Q3.9 5.6 2 5.6Q0.4 5.6 0 4.6M2 -0.5V6.5"),
    (5.0, "M4.4 0L0.6 6M1 0Q2 0 2 1.2Q2 2.4 1 2.4Q0 2.4 0 1.2Q0 0 1 0ZM4 3.6Q5 3.6 5 4.8Q5 6 4 6Q3 6 3 4.8Q3 3.6 4 3.6Z"),
    (4.6, "M4.6 6L1 1.8Q0.6 1.2 0.8 0.8Q1.2 0 2 0Q3 0 3 1Q3 1.8 2 2.4L1 3Q0 3.6 0 4.4Q0 6 1.7 6Q3.8 6 4.2 3.4"),
    (0.0, "M0 0V1.6"),
    (1.6, "M1.6 -0.6Q0 0.8 0 3Q0 5.2 1.6 6.6"),
    (1.6, "M0 -0.6Q1.6 0.8 1.6 3Q1.6 5.2 0 6.6"),
    (3.2, "M1.6 0.4V3.6M0.2 1.2L3 2.8M3 1.2L0.2 2.8"),
    (3.6, "M1.8 1.4V5M0 3.2H3.6"),
    (0.6, "M0.6 5.7V6L0 7.2"),
    (2.4, "M0 3.4H2.4"),
    (0.0, "M0 5.9V6"),
    (2.8, "M2.8 -0.4L0 6.4"),
    (4.0, "M2 0Q4 0 4 2V4Q4 6 2 6Q0 6 0 4V2Q0 0 2 0Z"),
    (2.0, "M0 1.4L2 0V6"),
    (3.8, "M0 1.6Q0.1 0 1.9 0Q3.8 0 3.8 1.7Q3.8 2.7 2.8 3.6L0 6H3.8"),
    (3.8, "M0 0H3.6L1.7 2.3Q3.8 2.3 3.8 4.1Q3.8 6 1.9 6Q0.5 6 0 5"),
    (4.0, "M3.1 6V0L0 4.3H4"),
    (3.8, "M3.5 0H0.5L0.2 2.8Q0.9 2.2 1.9 2.2Q3.8 2.2 3.8 4.1Q3.8 6 1.9 6Q0.5 6 0 5"),
    (4.0, "M3.5 0.5Q2.9 0 2.2 0Q0 0 0 3.2V4Q0 6 2 6Q4 6 4 4.1Q4 2.4 2 2.4Q0 2.4 0 4"),
    (3.8, "M0 0H3.8L1.3 6"),
    (4.0, "M2 2.8Q0.2 2.8 0.2 1.4Q0.2 0 2 0Q3.8 0 3.8 1.4Q3.8 2.8 2 2.8Q4 2.8 4 4.4Q4 6 2 6Q0 6 0 4.4Q0 2.8 2 2.8Z"),
    (4.0, "M0.5 5.5Q1.1 6 1.8 6Q4 6 4 2.8V2Q4 0 2 0Q0 0 0 1.9Q0 3.6 2 3.6Q4 3.6 4 2"),
    (0.0, "M0 2.5V2.6M0 5.9V6"),
    (0.6, "M0.6 2.5V2.6M0.6 5.7V6L0 7.2"),
    (3.0, "M3 1L0 3.2L3 5.4"),
    (3.4, "M0 2.4H3.4M0 4.2H3.4"),
    (3.0, "M0 1L3 3.2L0 5.4"),
    (3.4, "M0 1.3Q0.2 0 1.7 0Q3.4 0 3.4 1.5Q3.4 2.4 2.4 2.9Q1.7 3.3 1.7 4.2M1.7 5.9V6"),
    (5.2, "M3.6 2.2V3.8Q3.6 4.4 4.2 4.4Q5.2 4.4 5.2 2.8Q5.2 0 2.6 0Q0 0 0 3Q0 6 2.6 6Q3.6 6 4.2 5.6M3.6 3.2Q3.6 4.4 2.6 4.4Q1.6 4.4 1.6 3.2Q1.6 2 2.6 2Q3.6 2 3.6 3.2Z"),
    (4.4, "M0 6L2.2 0L4.4 6M0.8 4H3.6"),
    (3.8, "M0 0V6H2Q3.8 6 3.8 4.4Q3.8 2.8 2 2.8H0M0 0H1.9Q3.4 0 3.4 1.4Q3.4 2.8 1.9 2.8"),
    (4.0, "M4 1.2Q3.4 0 2.1 0Q0 0 0 2.4V3.6Q0 6 2.1 6Q3.4 6 4 4.8"),
    (4.0, "M0 0V6H1.6Q4 6 4 3Q4 0 1.6 0Z"),
    (3.4, "M3.4 0H0V6H3.4M0 2.9H2.8"),
    (3.4, "M3.4 0H0V6M0 2.9H2.8"),
    (4.2, "M4 1.2Q3.4 0 2.1 0Q0 0 0 2.4V3.6Q0 6 2.1 6Q4.2 6 4.2 3.9V3.4H2.3"),
    (4.0, "M0 0V6M4 0V6M0 2.9H4"),
    (0.0, "M0 0V6"),
    (2.6, "M2.6 0V4.3Q2.6 6 1.3 6Q0 6 0 4.6"),
    (3.8, "M0 0V6M3.7 0L0 3.7M1.4 2.4L3.8 6"),
    (3.2, "M0 0V6H3.2"),
    (4.8, "M0 6V0L2.4 4.2L4.8 0V6"),
    (4.0, "M0 6V0L4 6V0"),
    (4.4, "M2.2 0Q4.4 0 4.4 2.3V3.7Q4.4 6 2.2 6Q0 6 0 3.7V2.3Q0 0 2.2 0Z"),
    (3.8, "M0 6V0H2Q3.8 0 3.8 1.7Q3.8 3.4 2 3.4H0"),
    (4.4, "M2.2 0Q4.4 0 4.4 2.3V3.7Q4.4 6 2.2 6Q0 6 0 3.7V2.3Q0 0 2.2 0ZM2.8 4.4L4.5 6.5"),
    (3.8, "M0 6V0H2Q3.8 0 3.8 1.6Q3.8 3.2 2 3.2H0M1.9 3.2L3.8 6"),
    (3.8, "M3.7 1.1Q3.2 0 1.9 0Q0.1 0 0.1 1.5Q0.1 2.8 1.9 2.9Q3.8 3.1 3.8 4.4Q3.8 6 1.9 6Q0.4 6 0 4.8"),
    (4.0, "M0 0H4M2 0V6"),
    (4.0, "M0 0V3.9Q0 6 2 6Q4 6 4 3.9V0"),
    (4.4, "M0 0L2.2 6L4.4 0"),
    (6.0, "M0 0L1.5 6L3 1.2L4.5 6L6 0"),
    (4.0, "M0 0L4 6M4 0L0 6"),
    (4.0, "M0 0L2 3.1L4 0M2 3.1V6"),
    (3.8, "M0 0H3.8L0 6H3.8"),
    (1.4, "M1.4 -0.6H0V6.6H1.4"),
    (2.8, "M0 -0.4L2.8 6.4"),
    (1.4, "M0 -0.6H1.4V6.6H0"),
    (3.2, "M0 2L1.6 0L3.2 2"),
    (4.0, "M0 7H4"),
    (1.2, "M0 0L1.2 1.2"),
    (3.2, "M0.3 2.4Q0.9 2 1.7 2Q3.2 2 3.2 3.5V6M3.2 3.7H1.5Q0 3.7 0 4.9Q0 6 1.4 6Q2.7 6 3.2 4.9"),
    (3.4, "M0 0V6M0 3.9Q0 2 1.7 2Q3.4 2 3.4 4Q3.4 6 1.7 6Q0 6 0 4.1"),
    (3.1, "M3.1 2.8Q2.6 2 1.7 2Q0 2 0 4Q0 6 1.7 6Q2.6 6 3.1 5.2"),
    (3.4, "M3.4 0V6M3.4 3.9Q3.4 2 1.7 2Q0 2 0 4Q0 6 1.7 6Q3.4 6 3.4 4.1"),
    (3.3, "M0 3.9H3.3Q3.3 2 1.7 2Q0 2 0 4Q0 6 1.8 6Q2.7 6 3.1 5.3"),
    (2.0, "M2 0Q0.8 -0.2 0.8 1.4V6M0 2.3H1.9"),
    (3.4, "M3.4 2V6.2Q3.4 8 1.7 8Q0.6 8 0.2 7.4M3.4 3.9Q3.4 2 1.7 2Q0 2 0 4Q0 6 1.7 6Q3.4 6 3.4 4.1"),
    (3.2, "M0 0V6M0 3.9Q0 2 1.7 2Q3.2 2 3.2 3.8V6"),
    (0.0, "M0 2V6M0 0.2V0.3"),
    (1.0, "M1 2V6.8Q1 8 0 8M1 0.2V0.3"),
    (3.0, "M0 0V6M2.9 2L0 4.6M1.1 3.6L3 6"),
    (0.8, "M0 0V5Q0 6 0.8 6"),
    (5.0, "M0 2V6M0 3.7Q0 2 1.3 2Q2.5 2 2.5 3.7V6M2.5 3.7Q2.5 2 3.8 2Q5 2 5 3.7V6"),
    (3.2, "M0 2V6M0 3.9Q0 2 1.7 2Q3.2 2 3.2 3.8V6"),
    (3.4, "M1.7 2Q3.4 2 3.4 4Q3.4 6 1.7 6Q0 6 0 4Q0 2 1.7 2Z"),
    (3.4, "M0 2V8M0 3.9Q0 2 1.7 2Q3.4 2 3.4 4Q3.4 6 1.7 6Q0 6 0 4.1"),
    (3.4, "M3.4 2V8M3.4 3.9Q3.4 2 1.7 2Q0 2 0 4Q0 6 1.7 6Q3.4 6 3.4 4.1"),
    (1.8, "M0 2V6M0 4Q0 2 1.8 2.1"),
    (2.8, "M2.7 2.7Q2.3 2 1.4 2Q0.1 2 0.1 2.9Q0.1 3.8 1.4 3.9Q2.8 4.1 2.8 5Q2.8 6 1.4 6Q0.3 6 0 5.2"),
    (2.0, "M0.8 0.6V4.9Q0.8 6 2 6M0 2.3H2"),
    (3.2, "M0 2V4.2Q0 6 1.5 6Q3.2 6 3.2 4.1M3.2 2V6"),
    (3.4, "M0 2L1.7 6L3.4 2"),
    (5.0, "M0 2L1.25 6L2.5 2.8L3.75 6L5 2"),
    (3.2, "M0 2L3.2 6M3.2 2L0 6"),
    (3.4, "M0 2L1.7 6M3.4 2L1.5 6.8Q1 8 0.1 8"),
    (3.0, "M0 2H3L0 6H3"),
    (1.8, "M1.8 -0.6Q0.9 -0.6 0.9 0.6V2Q0.9 3 0 3Q0.9 3 0.9 4V5.4Q0.9 6.6 1.8 6.6"),
    (0.0, "M0 -0.6V7"),
    (1.8, "M0 -0.6Q0.9 -0.6 0.9 0.6V2Q0.9 3 1.8 3Q0.9 3 0.9 4V5.4Q0.9 6.6 0 6.6"),
    (3.6, "M0 3.6Q0.9 2.4 1.8 3.2Q2.7 4 3.6 2.8"),
];

/// The glyph of `letter`.
pub fn glyph(letter: char) -> Glyph {
    let extra = |width, path| Glyph { width, path };
    match letter {
        ' '..='~' => {
            let (width, path) = ASCII[letter as usize - ' ' as usize];
            Glyph { width, path }
        }
        '\u{a0}' => extra(1.4, ""),
        '·' => extra(0.0, "M0 3.1V3.2"),
        '×' => extra(2.8, "M0 2L2.8 4.8M2.8 2L0 4.8"),
        '–' | '−' => extra(3.6, "M0 3.3H3.6"),
        '—' => extra(5.0, "M0 3.3H5"),
        '…' => extra(3.2, "M0 5.9V6M1.6 5.9V6M3.2 5.9V6"),
        _ => BOX,
    }
}

/// Width of a line of text in grid units.
pub fn text_width(text: &str) -> f64 {
    let widths: Vec<f64> = text.chars().map(|c| glyph(c).width).collect();
    widths.iter().sum::<f64>() + SPACING * widths.len().saturating_sub(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_add_up() {
        assert_eq!(text_width(""), 0.0);
        assert_eq!(text_width("0"), 4.0);
        assert_eq!(text_width("10"), 2.0 + SPACING + 4.0);
        assert_eq!(glyph('é'), BOX);
    }

    #[test]
    fn no_two_letters_look_alike() {
        let mut paths: Vec<&str> = ASCII.iter().map(|(_, path)| *path).collect();
        paths.sort_unstable();
        assert!(paths.windows(2).all(|pair| pair[0] != pair[1]), "two letters share a path");
    }
}
