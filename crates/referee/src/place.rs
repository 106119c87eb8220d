//! Places on a board and how they are written.

use std::fmt;

use serde::Serialize;

use crate::Sides;

/// A cell by its 0-based row and column, from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Place {
    /// 0 is the top row.
    pub row: usize,
    /// 0 is the left column.
    pub col: usize,
}

impl Place {
    /// The place of a row-major cell number on a board `width` cells wide (not 0).
    pub(crate) fn of(cell: usize, width: usize) -> Place {
        Place { row: cell / width, col: cell % width }
    }
}

/// `row 8, column 7 (I8)`: the figures, then the community's name, rows A, B, … from the top and
/// columns 1, 2, … from the left.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {} ({}{})", self.row, self.col, letter(self.row), self.col + 1)
    }
}

/// A side of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Towards row 0; index 0 in a cell's colours.
    Up,
    /// Index 1.
    Right,
    /// Index 2.
    Down,
    /// Towards column 0; index 3.
    Left,
}

impl Side {
    /// All four, in the order of a cell's colours.
    pub(crate) const ALL: [Side; 4] = [Side::Up, Side::Right, Side::Down, Side::Left];
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Up => "up",
            Side::Right => "right",
            Side::Down => "down",
            Side::Left => "left",
        })
    }
}

/// The `index`th capital letter; rows end at `T`.
fn letter(index: usize) -> char {
    u8::try_from(index).ok().filter(|&i| i < 26).map_or('?', |i| char::from(b'A' + i))
}

/// A colour as people see it: its board letter, or its number where it has none.
pub(crate) fn colour(colour: u8) -> String {
    if colour < 26 { char::from(b'a' + colour).to_string() } else { colour.to_string() }
}

/// Four colours as people see them: board letters, or numbers with dots where one has no letter.
pub(crate) fn colours(sides: Sides) -> String {
    if sides.iter().all(|&c| c < 26) { sides.map(colour).concat() } else { sides.map(|c| c.to_string()).join(".") }
}
