//! Lines of four integers: a catalogue of pieces (line n is piece n), or the placed pieces of a
//! full board in reading order. The two look alike; the caller says which is meant.

use super::error::{FormatError, quoted};
use super::sizes::{size as checked_size, size_of};
use crate::edges::EdgeGrid;
use crate::piece::{Colour, Sides};
use crate::puzzle::{Puzzle, Rim};
use crate::size::{MAX_CELLS, Size};

/// A line of the text that holds numbers.
struct Row {
    /// 1-based line number.
    line: usize,
    values: Vec<u32>,
}

impl Row {
    fn place(&self) -> String {
        format!("line {}", self.line)
    }

    /// The four colours from `first` on.
    fn sides(&self, first: usize) -> Result<Sides, FormatError> {
        let mut sides = [0; 4];
        if self.values.len() != first + 4 {
            let what = format!("{} integers", self.values.len());
            return Err(FormatError::new(self.place(), what, "4: the colours up, right, down, left"));
        }
        for (side, &value) in sides.iter_mut().zip(&self.values[first..]) {
            let too_large = |_| FormatError::new(self.place(), format!("colour {value}"), "at most 255");
            *side = Colour::try_from(value).map_err(too_large)?;
        }
        Ok(sides)
    }
}

/// The lines of integers in `text`; blank lines and lines that start with `#` are skipped.
fn rows(text: &str) -> Result<Vec<Row>, FormatError> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut row = Row { line: index + 1, values: Vec::new() };
        for word in line.split_whitespace() {
            let value =
                word.parse().map_err(|_| FormatError::new(row.place(), quoted(word), "an integer of 0 or more"))?;
            if row.values.len() == 5 {
                return Err(FormatError::new(
                    row.place(),
                    "more than 5 integers",
                    "4: the colours up, right, down, left",
                ));
            }
            row.values.push(value);
        }
        rows.push(row);
        if rows.len() > MAX_CELLS + 1 {
            return Err(FormatError::new("", format!("more than {} lines", MAX_CELLS + 1), "at most 400 pieces"));
        }
    }
    Ok(rows)
}

/// A catalogue as read: size, pieces, notes.
pub(super) struct Pieces {
    pub(super) size: Size,
    pub(super) pieces: Vec<Sides>,
    pub(super) notes: Vec<String>,
}

/// Reads a piece list. The first line may be `width height`; otherwise the board is square. Lines of
/// five integers are taken with their first as the piece number, if it counts 1, 2, 3 and so on.
pub(super) fn parse(text: &str) -> Result<Pieces, FormatError> {
    let rows = rows(text)?;
    let header = rows.first().filter(|row| row.values.len() == 2);
    let pieces = &rows[usize::from(header.is_some())..];
    let mut notes = Vec::new();
    let numbered = pieces.first().is_some_and(|row| row.values.len() == 5);
    let mut sides = Vec::with_capacity(pieces.len());
    for (index, row) in pieces.iter().enumerate() {
        let number = row.values.first().copied().unwrap_or(0) as usize;
        if numbered && row.values.len() == 5 && number != index + 1 {
            let what = format!("piece number {number} in front of 4 colours");
            return Err(FormatError::new(row.place(), what, (index + 1).to_string()));
        }
        sides.push(row.sides(usize::from(numbered))?);
    }
    if numbered {
        notes.push("the first integer of each line is read as the piece number".into());
    }
    let known = match header {
        Some(row) => {
            Some(checked_size(row.values[0].into(), row.values[1].into()).map_err(|e| e.within(&row.place()))?)
        }
        None => None,
    };
    let size = size_of(sides.len(), 1, known, "pieces")?;
    if header.is_none() {
        notes.push(format!("no size is stated: {} pieces are read as {size}", sides.len()));
    }
    Ok(Pieces { size, pieces: sides, notes })
}

/// Reads a placed-piece text: its colours as numbered there, and notes. The format leaves out empty
/// cells, so only a full board has its places.
pub(super) fn parse_placed(text: &str, puzzle: Option<&Puzzle>) -> Result<(EdgeGrid, Vec<String>), FormatError> {
    let rows = rows(text)?;
    let lines = format!("{} lines", rows.len());
    let size = size_of(rows.len(), 1, puzzle.map(Puzzle::size), "lines").map_err(|_| match puzzle {
        Some(puzzle) => {
            let expected = format!("{}, one a cell (a partial board loses its places)", puzzle.size().cells());
            FormatError::new("", lines, expected)
        }
        None => FormatError::new("", lines, "one for each cell of a full square board"),
    })?;
    let cells = rows.iter().map(|row| row.sides(0)).collect::<Result<Vec<_>, _>>()?;
    let blank_exists = puzzle.is_some_and(|puzzle| puzzle.pieces().contains(&[0; 4]));
    let mut notes = Vec::new();
    let blanks = cells.iter().filter(|&&sides| sides == [0; 4]).count();
    if blanks > 0 && !blank_exists {
        notes.push(format!("{blanks} lines `0 0 0 0` are read as empty cells"));
    }
    let cells = cells.into_iter().map(|sides| (sides != [0; 4] || blank_exists).then_some(sides)).collect();
    Ok((EdgeGrid { size, cells }, notes))
}

/// A line of four integers for each of `cells`.
fn lines<'a>(cells: impl Iterator<Item = &'a Sides>) -> String {
    cells.map(|[u, r, d, l]| format!("{u} {r} {d} {l}\n")).collect()
}

/// Placed-piece text: the sides of every filled cell in reading order. Empty cells leave no trace,
/// so only a full board can be read back.
pub fn placed_text(grid: &EdgeGrid) -> String {
    lines(grid.cells.iter().flatten())
}

/// The catalogue of `puzzle`'s pieces, with a `width height` line where the board is not square.
/// Name and clues have no place in it. An error where the rules are not those of a framed puzzle
/// whose pieces turn, since a reader would take them to be.
pub fn piece_list(puzzle: &Puzzle) -> Result<String, FormatError> {
    check_framed(puzzle).map_err(|e| e.in_text("piece list"))?;
    let (w, h) = (puzzle.size().width(), puzzle.size().height());
    let header = if w == h { String::new() } else { format!("{w} {h}\n") };
    Ok(header + &lines(puzzle.pieces().iter()))
}

/// Refuses a puzzle with other rules than a grey rim and pieces that turn.
pub(super) fn check_framed(puzzle: &Puzzle) -> Result<(), FormatError> {
    let rule = match (puzzle.rim(), puzzle.rotation()) {
        (Rim::Grey, true) => return Ok(()),
        (Rim::Grey, false) => "a puzzle without rotation",
        (Rim::Zero, _) => "a puzzle with colour 0 inside",
        (Rim::Free, _) => "a puzzle without a rim rule",
    };
    Err(FormatError::new("", rule, "a framed puzzle with rotation, the only rules of this format"))
}
