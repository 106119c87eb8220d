//! The motifs: half figures that lie on a seam and are completed by their twin across it.
//!
//! Coordinates are those of the upper quarter of a cell of side 100, seen from the middle of its
//! upper side: the seam runs along y = 0 from x = -50 to 50 and the middle of the cell is (0, 50),
//! so the quarter is `|x| + y <= 50`. Every motif is symmetric in x. The quarter across the seam
//! is this one turned by half, `(-x, -y)`, which for a symmetric shape is its mirror image
//! `(x, -y)`: that is why any two equal sides make a whole figure however the pieces are turned.
//!
//! Outlines that cross the seam are open paths with both ends on it, so that no line is drawn
//! along the seam itself. No whole figure is another one turned by a quarter, else two colours
//! could be mistaken between upright and level seams.

/// The paint of a layer, taken from the colour's look ([`crate::palette::Look`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// The main colour of the figure.
    Ink,
    /// Its second colour.
    Accent,
    /// The ground again: a hole.
    Ground,
}

/// One filled and outlined shape of a motif: its paint and its SVG path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layer {
    /// What fills the shape.
    pub paint: Paint,
    /// SVG path data with absolute commands.
    pub path: &'static str,
}

/// A half figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Motif {
    /// What the whole figure looks like.
    pub name: &'static str,
    /// Shapes from back to front.
    pub layers: &'static [Layer],
}

const fn ink(path: &'static str) -> Layer {
    Layer { paint: Paint::Ink, path }
}

const fn accent(path: &'static str) -> Layer {
    Layer { paint: Paint::Accent, path }
}

const fn hole(path: &'static str) -> Layer {
    Layer { paint: Paint::Ground, path }
}

const fn motif(name: &'static str, layers: &'static [Layer]) -> Motif {
    Motif { name, layers }
}

/// How many of [`MOTIFS`] belong to the frame family: plain shapes with a hole.
pub const FRAME_MOTIFS: usize = 5;

/// The motifs of colours 1..=22, the frame family first.
pub const MOTIFS: [Motif; 22] = [
    motif("disc", &[ink("M30 0A30 30 0 0 1 -30 0"), hole("M14 0A14 14 0 0 1 -14 0")]),
    motif("diamond", &[ink("M38 0L0 38L-38 0"), hole("M18 0L0 18L-18 0")]),
    motif("square", &[ink("M23 0V23H-23V0"), hole("M10 0V10H-10V0")]),
    motif("cross", &[ink("M35 0V10H10V35H-10V10H-35V0"), hole("M9 0L0 9L-9 0")]),
    motif("lens", &[ink("M44 0Q0 44 -44 0"), hole("M11 0A11 11 0 0 1 -11 0")]),
    motif(
        "eight-pointed star",
        &[ink("M41 0L17 7L23 23L7 17L0 41L-7 17L-23 23L-17 7L-41 0"), accent("M9 0A9 9 0 0 1 -9 0")],
    ),
    motif(
        "flower",
        &[ink("M41 0Q24 19 4 0M0 4Q19 24 0 41Q-19 24 0 4ZM-41 0Q-24 19 -4 0"), accent("M9 0A9 9 0 0 1 -9 0")],
    ),
    motif(
        "target",
        &[ink("M32 0A32 32 0 0 1 -32 0"), accent("M22 0A22 22 0 0 1 -22 0"), ink("M10 0A10 10 0 0 1 -10 0")],
    ),
    motif(
        "clover",
        &[
            ink("M34 0A12 12 0 0 1 10 0M12 22A12 12 0 0 1 -12 22A12 12 0 0 1 12 22ZM-34 0A12 12 0 0 0 -10 0"),
            accent("M8 0L0 8L-8 0"),
        ],
    ),
    motif("sparkle", &[ink("M44 0Q9 9 0 44Q-9 9 -44 0"), accent("M8 0A8 8 0 0 1 -8 0")]),
    motif(
        "rosette",
        &[
            ink("M30 0A13 13 0 0 1 21.2 21.2A13 13 0 0 1 0 30A13 13 0 0 1 -21.2 21.2A13 13 0 0 1 -30 0"),
            accent("M11 0A11 11 0 0 1 -11 0"),
        ],
    ),
    motif("saltire", &[ink("M9 0L25 16L16 25L0 9L-16 25L-25 16L-9 0")]),
    motif("bow tie", &[ink("M33 0V15L0 0L-33 15V0"), accent("M10 0A10 10 0 0 1 -10 0")]),
    motif(
        "dumbbell",
        &[ink("M41 0A13 13 0 0 1 17 7H-17A13 13 0 0 1 -41 0"), accent("M34 0A6 6 0 0 1 22 0M-34 0A6 6 0 0 0 -22 0")],
    ),
    motif("bars", &[ink("M30 0V17H18V0M-30 0V17H-18V0"), accent("M6 0V34H-6V0")]),
    motif(
        "sun",
        &[
            ink("M42 0L22 7V0M23 23L11 19L19 11ZM7 22L0 42L-7 22ZM-23 23L-11 19L-19 11ZM-42 0L-22 7V0"),
            accent("M16 0A16 16 0 0 1 -16 0"),
        ],
    ),
    motif("octagon", &[ink("M32 0V13L13 32H-13L-32 13V0"), accent("M25 0L0 25L-25 0"), ink("M11 0L0 11L-11 0")]),
    motif("cross potent", &[ink("M36 0V11H27V6H6V27H11V36H-11V27H-6V6H-27V11H-36V0")]),
    motif("window", &[ink("M4 4H23V23H4ZM-4 4H-23V23H-4Z")]),
    motif("hexagram", &[ink("M20 0L30 17L10 17L0 35L-10 17L-30 17L-20 0"), accent("M13 0L6.5 11H-6.5L-13 0")]),
    motif(
        "wheel",
        &[
            ink("M33 0A33 33 0 0 1 -33 0"),
            hole("M26 0A26 26 0 0 1 -26 0"),
            ink("M3 0V26H-3V0M17 20L20 17L3 0H-3ZM-17 20L-20 17L-3 0H3Z"),
            accent("M9 0A9 9 0 0 1 -9 0"),
        ],
    ),
    motif("double arrow", &[ink("M6 0V16H18L0 44L-18 16H-6V0")]),
];
