//! Board letters and the letter orders in circulation.
//!
//! Four letters a cell, sides up, right, down, left as placed; `aaaa` is an empty cell. Source of
//! the orders: the `motifs_order` permutations of the viewer at e2.bucas.name, checked piece by
//! piece against the sets of the programs that use them.

use std::fmt;
use std::sync::LazyLock;

use super::error::{FormatError, cell_place, quoted};
use super::sizes::size_of;
use crate::edges::EdgeGrid;
use crate::official;
use crate::piece::{Colour, Sides, rotated};
use crate::puzzle::Puzzle;
use crate::size::{MAX_CELLS, Size};

/// Which letter stands for which colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LetterOrder {
    /// `'a' + colour`, the order of this crate and of the viewer's default.
    #[default]
    Default,
    /// `motifs_order=jef`.
    Jef,
    /// `motifs_order=marie`: the same letters as [`LetterOrder::Jblackwood`].
    Marie,
    /// `motifs_order=jblackwood`.
    Jblackwood,
}

/// For each letter of the order, a first, the default letter of its colour.
const JEF: &[u8; official::COLOURS] = b"atojeqlgbupkfrmhcwvsnid";
/// As [`JEF`], for marie and jblackwood.
const JBLACKWOOD: &[u8; official::COLOURS] = b"abglqejotchmrfkpudinsvw";

impl LetterOrder {
    /// All orders.
    pub const ALL: [LetterOrder; 4] =
        [LetterOrder::Default, LetterOrder::Jef, LetterOrder::Marie, LetterOrder::Jblackwood];

    /// The value of `motifs_order`; `default` where the parameter is left out.
    pub const fn name(self) -> &'static str {
        match self {
            LetterOrder::Default => "default",
            LetterOrder::Jef => "jef",
            LetterOrder::Marie => "marie",
            LetterOrder::Jblackwood => "jblackwood",
        }
    }

    /// The order called `name`.
    pub fn from_name(name: &str) -> Option<LetterOrder> {
        LetterOrder::ALL.into_iter().find(|order| order.name() == name)
    }

    fn table(self) -> Option<&'static [u8]> {
        match self {
            LetterOrder::Default => None,
            LetterOrder::Jef => Some(JEF),
            LetterOrder::Marie | LetterOrder::Jblackwood => Some(JBLACKWOOD),
        }
    }

    /// The colour a letter stands for; `None` if it is no lower-case letter or, in an order other
    /// than the default, lies beyond `w`.
    pub fn colour(self, letter: char) -> Option<Colour> {
        let index = letter.is_ascii_lowercase().then(|| letter as u8 - b'a')?;
        self.colour_of_index(index)
    }

    /// The colour of the letter with this index, or of this number in the order's own numbering.
    fn colour_of_index(self, index: u8) -> Option<Colour> {
        match self.table() {
            None => Some(index),
            Some(table) => table.get(index as usize).map(|&letter| letter - b'a'),
        }
    }

    /// The letter of a colour; `None` beyond 25, or beyond 22 in an order other than the default.
    pub fn letter(self, colour: Colour) -> Option<char> {
        let index = match self.table() {
            None => (colour < 26).then_some(colour)?,
            Some(table) => table.iter().position(|&letter| letter - b'a' == colour)? as u8,
        };
        Some((b'a' + index) as char)
    }
}

impl fmt::Display for LetterOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads board letters as they stand, in the default order. White space between them is skipped.
pub(super) fn parse(text: &str, known: Option<Size>) -> Result<EdgeGrid, FormatError> {
    let mut colours: Vec<Colour> = Vec::new();
    let mut length = 0usize;
    let mut unknown = None;
    for letter in text.chars().filter(|c| !c.is_ascii_whitespace()) {
        length += 1;
        let colour = LetterOrder::Default.colour(letter);
        if colour.is_none() {
            unknown = unknown.or(Some((length - 1, letter)));
        }
        if length <= MAX_CELLS * 4 {
            colours.push(colour.unwrap_or(0));
        }
    }
    let size = size_of(length, 4, known, "board letters");
    if let Some((index, letter)) = unknown {
        let place = size.map_or_else(|_| format!("letter {}", index + 1), |size| cell_place(size, index / 4));
        return Err(FormatError::new(place, format!("unknown letter {}", quoted(&letter.to_string())), "a to z"));
    }
    let cells = colours.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]);
    Ok(EdgeGrid { size: size?, cells: cells.map(|sides| (sides != [0; 4]).then_some(sides)).collect() })
}

/// Board letters of `grid` in a letter order.
///
/// An error where a colour has no letter (the default order ends with colour 25, the others with
/// 22) or a piece has four sides of colour 0, which would read as an empty cell.
pub fn letters(grid: &EdgeGrid, order: LetterOrder) -> Result<String, FormatError> {
    let mut text = String::with_capacity(grid.cells.len() * 4);
    for (cell, sides) in grid.cells.iter().enumerate() {
        let fail = |what: String, expected: &str| {
            FormatError::new(cell_place(grid.size, cell), what, expected).in_text("board letters")
        };
        if *sides == Some([0; 4]) {
            return Err(fail("a piece with four sides of colour 0".into(), "a piece that differs from an empty cell"));
        }
        for colour in sides.unwrap_or([0; 4]) {
            let last = if order == LetterOrder::Default { 25 } else { official::COLOURS - 1 };
            let letter = order.letter(colour).ok_or_else(|| {
                fail(format!("colour {colour}"), &format!("at most {last}, the last with a letter in order {order}"))
            })?;
            text.push(letter);
        }
    }
    Ok(text)
}

/// `raw` (letters or numbers read in the default order) read in another order; the cell and letter
/// index that have no meaning there otherwise.
fn translated(raw: &EdgeGrid, order: LetterOrder) -> Result<EdgeGrid, (usize, u8)> {
    let mut grid = raw.clone();
    for (cell, sides) in grid.cells.iter_mut().enumerate() {
        for side in sides.iter_mut().flatten() {
            *side = order.colour_of_index(*side).ok_or((cell, *side))?;
        }
    }
    Ok(grid)
}

/// The least of a piece's four rotations.
fn canonical(sides: Sides) -> Sides {
    (0..4).map(|r| rotated(sides, r)).min().unwrap_or(sides)
}

/// The official pieces, each in its least rotation, sorted.
static OFFICIAL: LazyLock<Vec<Sides>> = LazyLock::new(|| sorted_canonical(official::pieces()));

fn sorted_canonical(pieces: &[Sides]) -> Vec<Sides> {
    let mut all: Vec<Sides> = pieces.iter().map(|&sides| canonical(sides)).collect();
    all.sort_unstable();
    all
}

/// Whether `puzzle` has the official pieces under the official colour numbers, in any piece order.
pub(super) fn is_official_set(puzzle: &Puzzle) -> bool {
    puzzle.pieces().len() == OFFICIAL.len() && sorted_canonical(puzzle.pieces()) == *OFFICIAL
}

/// Filled cells that hold an official piece.
fn official_cells(grid: &EdgeGrid) -> usize {
    grid.cells.iter().flatten().filter(|&&sides| OFFICIAL.binary_search(&canonical(sides)).is_ok()).count()
}

/// Settles the letter order of a board read in the default order.
///
/// An order given (`stated`) is taken. Otherwise, where the pieces should be the official ones
/// (`official`), the order under which most filled cells are official pieces, all of them as a rule. If
/// that is less than half of them in every order, the board is of another puzzle, and it and other
/// puzzles have the default order.
pub(super) fn settle_order(
    raw: EdgeGrid,
    stated: Option<LetterOrder>,
    official: bool,
    notes: &mut Vec<String>,
) -> Result<(EdgeGrid, LetterOrder), FormatError> {
    let filled = raw.cells.iter().flatten().count();
    let mut readings: Vec<(EdgeGrid, LetterOrder, usize)> = Vec::new();
    if official && filled > 0 {
        for order in [LetterOrder::Default, LetterOrder::Jef, LetterOrder::Jblackwood] {
            if let Ok(grid) = translated(&raw, order) {
                let hits = official_cells(&grid);
                readings.push((grid, order, hits));
            }
        }
    }
    let best = readings.iter().map(|r| r.2).max().unwrap_or(0);
    if let Some(order) = stated {
        let grid = translated(&raw, order).map_err(|(cell, index)| {
            let what = match LetterOrder::Default.letter(index) {
                Some(letter) => format!("letter `{letter}`"),
                None => format!("colour {index}"),
            };
            FormatError::new(cell_place(raw.size, cell), what, format!("a to w, the letters of order {order}"))
        })?;
        let hits = official_cells(&grid);
        if let Some(other) = readings.iter().find(|r| r.2 == best && best == filled && hits < filled) {
            let fits = other.1;
            notes.push(format!("motifs_order={order} is stated, but all {filled} cells are pieces in order {fits}"));
        }
        return Ok((grid, order));
    }
    let tied: Vec<&str> = readings.iter().filter(|r| r.2 == best && best > 0).map(|r| r.1.name()).collect();
    let Some(chosen) = readings.iter().position(|r| r.2 == best && 2 * best >= filled) else {
        if !readings.is_empty() {
            notes.push(format!(
                "letter order default: at most {best} of {filled} cells are official pieces in any order"
            ));
        }
        return Ok((raw, LetterOrder::Default));
    };
    let (grid, order, _) = readings.swap_remove(chosen);
    if tied.len() > 1 {
        notes
            .push(format!("letter order: {best} of {filled} cells are pieces in {}; took {order}", tied.join(" and ")));
    } else if best < filled {
        notes.push(format!("letter order {order}: {best} of {filled} cells are official pieces, in no order more"));
    }
    Ok((grid, order))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_a_permutation_of_the_official_colours() {
        for order in LetterOrder::ALL {
            assert_eq!(LetterOrder::from_name(order.name()), Some(order));
            let mut colours: Vec<Colour> = ('a'..='w').filter_map(|l| order.colour(l)).collect();
            for (letter, &colour) in ('a'..='w').zip(&colours) {
                assert_eq!(order.letter(colour), Some(letter));
            }
            colours.sort_unstable();
            assert_eq!(colours, (0..23).collect::<Vec<Colour>>());
            assert_eq!(order.colour('a'), Some(0));
            assert_eq!(order.colour('A'), None);
        }
        assert_eq!(LetterOrder::Default.colour('z'), Some(25));
        assert_eq!(LetterOrder::Default.letter(26), None);
        assert_eq!(LetterOrder::Jef.colour('x'), None);
        assert_eq!(LetterOrder::Jef.letter(23), None);
    }

    #[test]
    fn the_starter_reads_as_published_in_every_order() {
        let starter = EdgeGrid { size: Size::new(1, 1).unwrap(), cells: vec![Some([8, 9, 9, 12])] };
        let texts = LetterOrder::ALL.map(|order| letters(&starter, order).unwrap());
        assert_eq!(texts, ["ijjm", "vddo", "sggl", "sggl"]);
    }
}
