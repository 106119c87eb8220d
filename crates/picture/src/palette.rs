//! What each colour of a puzzle looks like: ground, ink, accent and motif.
//!
//! Colours 1..=5 are the frame of the official set: a family of dark grounds with ivory figures.
//! Colours 6..=22 come in three tiers of lightness, so that a reader who cannot tell two hues
//! still has lightness and the motif. Larger colours follow a rule: hues a golden angle apart,
//! lightness in five steps, the same motifs in turn. Colour 0 is plain grey.

use crate::colour::Rgb;
use crate::motif::{MOTIFS, Motif};
use edgewise_puzzle::{Colour, GREY};

/// The look of one colour.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    /// Fills the quarter of the cell.
    pub ground: Rgb,
    /// The figure's main colour.
    pub ink: Rgb,
    /// The figure's second colour.
    pub accent: Rgb,
    /// The figure, `None` for grey.
    pub motif: Option<&'static Motif>,
}

impl Look {
    /// The colour of the figure's outline: its ground, much darkened.
    pub fn outline(&self) -> Rgb {
        self.ground.mix(DARK, 0.8)
    }

    /// The look of a colour that is to stay in the background.
    pub fn faded(&self) -> Look {
        let pale = |colour: Rgb| colour.mix(EMPTY, 0.86);
        Look { ground: pale(self.ground), ink: pale(self.ink), accent: pale(self.accent), motif: self.motif }
    }
}

/// The rim.
pub const GREY_GROUND: Rgb = Rgb::hex(0x9ba1a9);
/// Breaks. No ground comes near it.
pub const BREAK: Rgb = Rgb::hex(0xff0040);
/// Outlines, joints between pieces, the plate under the board.
pub const DARK: Rgb = Rgb::hex(0x1b1e26);
/// The paper around the board, and the light casing of marks.
pub const PAPER: Rgb = Rgb::hex(0xfbfaf7);
/// An empty cell.
pub const EMPTY: Rgb = Rgb::hex(0xeceae4);
/// The hatch of an empty cell.
pub const HATCH: Rgb = Rgb::hex(0xcbc8bf);

/// Letters and ground of an empty cell in a terminal.
pub const EMPTY_TEXT: (Rgb, Rgb) = (Rgb::hex(0x7a7f8a), Rgb::hex(0x2a2d35));

/// Colours with a look of their own: grounds, inks, accents of 1..=22.
const HAND_MADE: [(u32, u32, u32); MOTIFS.len()] = [
    (0x1d3a66, 0xf0e3c0, 0xf0e3c0),
    (0x5a2430, 0xf0e3c0, 0xf0e3c0),
    (0x1d4741, 0xf0e3c0, 0xf0e3c0),
    (0x533e1c, 0xf0e3c0, 0xf0e3c0),
    (0x33204a, 0xf0e3c0, 0xf0e3c0),
    (0x2e7cd1, 0xffdc52, 0xffffff),
    (0xa5d8f3, 0xd94f8f, 0xffe48a),
    (0xf08a2c, 0xfff3d6, 0x6a3590),
    (0xf5d44e, 0x2f8f4e, 0xffffff),
    (0x4fa64a, 0xffffff, 0xf5d44e),
    (0x1c7950, 0xf7b7c8, 0xc7426b),
    (0xf5acc6, 0x6c2c91, 0xffffff),
    (0xbf5ab8, 0xffe27a, 0x5b1e63),
    (0x3d3fa0, 0x7fe0e0, 0x3d3fa0),
    (0xa8e3bd, 0x1f5f8b, 0xf08a2c),
    (0x1fa5a3, 0xffe9a8, 0xf08a2c),
    (0x7d2f72, 0xf6b26b, 0xfff0d8),
    (0xc6b5f2, 0x3a2f86, 0xffdc52),
    (0xe4705f, 0x591a3c, 0x591a3c),
    (0x8a552f, 0x9fdc8a, 0xfff2c4),
    (0xfbc796, 0x96351e, 0x2a7f86),
    (0x5e7488, 0xffc861, 0xffc861),
];

/// The look of `colour`.
pub fn look(colour: Colour) -> Look {
    if colour == GREY {
        return Look { ground: GREY_GROUND, ink: GREY_GROUND, accent: GREY_GROUND, motif: None };
    }
    let index = usize::from(colour) - 1;
    match HAND_MADE.get(index) {
        Some(&(ground, ink, accent)) => {
            Look { ground: Rgb::hex(ground), ink: Rgb::hex(ink), accent: Rgb::hex(accent), motif: Some(&MOTIFS[index]) }
        }
        None => derived(index),
    }
}

/// The look of a colour beyond the hand-made ones. Lightness changes at every colour, hue by the
/// golden angle, and each round of motifs starts six later; the first hue, the chroma and the six
/// were chosen to keep the grounds under one motif as far apart as possible.
fn derived(index: usize) -> Look {
    const LIGHTNESS: [f64; 5] = [0.84, 0.56, 0.74, 0.44, 0.65];
    const GOLDEN_ANGLE: f64 = 137.507_764;
    let lightness = LIGHTNESS[index % LIGHTNESS.len()];
    let hue = (240.0 + index as f64 * GOLDEN_ANGLE) % 360.0;
    let (ink, accent) = if lightness > 0.7 { (0.32, 0.96) } else { (0.95, 0.30) };
    Look {
        ground: Rgb::from_oklch(lightness, 0.11, hue),
        ink: Rgb::from_oklch(ink, 0.08, hue + 180.0),
        accent: Rgb::from_oklch(accent, 0.08, hue + 90.0),
        motif: Some(&MOTIFS[(index + 6 * (index / MOTIFS.len())) % MOTIFS.len()]),
    }
}

/// Black or white, whichever reads better on `ground`.
pub fn text_on(ground: Rgb) -> Rgb {
    let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
    if ground.contrast(white) >= ground.contrast(black) { white } else { black }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motif::FRAME_MOTIFS;

    fn all() -> impl Iterator<Item = (Colour, Look)> {
        (0..=Colour::MAX).map(|c| (c, look(c)))
    }

    #[test]
    fn every_pair_of_colours_differs_in_ground_and_in_motif_or_clearly_in_ground() {
        for (a, x) in all() {
            for (b, y) in all().filter(|&(b, _)| b > a) {
                assert_ne!(x.ground, y.ground, "{a} {b}");
                if x.motif == y.motif {
                    assert!(x.ground.distance(y.ground) > 0.05, "{a} {b}: {} {}", x.ground, y.ground);
                }
            }
        }
    }

    #[test]
    fn the_official_colours_are_far_apart_and_have_motifs_of_their_own() {
        for a in 0..=22 {
            for b in a + 1..=22 {
                let (x, y) = (look(a), look(b));
                assert_ne!(x.motif, y.motif);
                let near = if b as usize <= FRAME_MOTIFS { 0.07 } else { 0.085 };
                let distance = x.ground.distance(y.ground);
                assert!(distance > near, "{a} {b}: {distance} between {} and {}", x.ground, y.ground);
            }
        }
    }

    #[test]
    fn figures_stand_out_from_their_ground() {
        for (colour, look) in all().skip(1) {
            let contrast = look.ground.contrast(look.ink).max(look.ground.contrast(look.accent));
            assert!(contrast > 2.2, "{colour}: {contrast}");
        }
    }

    #[test]
    fn the_frame_is_darker_than_every_inner_colour_of_the_official_set() {
        let lightness = |c: Colour| look(c).ground.oklab()[0];
        let frame = (1..=FRAME_MOTIFS as Colour).map(lightness).fold(0.0, f64::max);
        assert!((6..=22).all(|c| lightness(c) > frame + 0.02));
    }

    #[test]
    fn nothing_is_near_the_colour_of_breaks() {
        for (colour, look) in all() {
            assert!(look.ground.distance(BREAK) > 0.1, "{colour}: {}", look.ground);
        }
    }
}
