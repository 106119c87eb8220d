//! Puzzle CSV, as the standalone engines read it.
//!
//! First line N, then N*N lines `up,right,down,left,x,y,rotation`. Colours are binary words of 16
//! digits, the rim all ones. x is the column and y the row of a clue; `0,0,0` is no clue, so a clue at
//! the top left with rotation 0 cannot be written.

use csv::{ReaderBuilder, StringRecord, Trim};

use super::error::{FormatError, quoted};
use super::piece_list::check_framed;
use super::sizes::size as checked_size;
use crate::piece::{Colour, GREY, Placement, Sides};
use crate::puzzle::{Clue, Puzzle, Rim};
use crate::size::Size;

/// The rim's colour word.
const RIM: u16 = u16::MAX;

/// Reads a puzzle called `name`.
pub(super) fn parse(text: &str, name: &str) -> Result<Puzzle, FormatError> {
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(text.as_bytes());
    let mut records = reader.records();
    let mut next = || match records.next() {
        None => Ok(None),
        Some(Ok(record)) => Ok(Some(record)),
        Some(Err(error)) => Err(FormatError::from_message("", &error.to_string(), "puzzle CSV")),
    };
    let first = next()?.unwrap_or_default();
    let side = (first.len() == 1).then(|| first[0].parse::<u64>().ok()).flatten().ok_or_else(|| {
        let line = first.iter().take(8).collect::<Vec<_>>().join(",");
        FormatError::new(place(&first), quoted(&line), "the side N of the board alone on the first line")
    })?;
    let size = checked_size(side, side).map_err(|e| e.within(&place(&first)))?;
    let (mut pieces, mut clues) = (Vec::with_capacity(size.cells()), Vec::new());
    while let Some(record) = next()? {
        if pieces.len() == size.cells() {
            let expected = format!("{} lines of pieces for N = {side}", size.cells());
            return Err(FormatError::new(place(&record), "one line more", expected));
        }
        let (sides, clue) = piece(&record, size, pieces.len()).map_err(|e| e.within(&place(&record)))?;
        pieces.push(sides);
        clues.extend(clue);
    }
    if pieces.len() < size.cells() {
        let expected = format!("{} for N = {side}", size.cells());
        return Err(FormatError::new("", format!("{} lines of pieces", pieces.len()), expected));
    }
    Ok(Puzzle::new(name, (size.width(), size.height()), pieces, Rim::Grey, true, clues)?)
}

fn place(record: &StringRecord) -> String {
    format!("line {}", record.position().map_or(1, |position| position.line()))
}

/// The sides of a line, and its clue.
fn piece(record: &StringRecord, size: Size, id: usize) -> Result<(Sides, Option<Clue>), FormatError> {
    if record.len() != 7 {
        let expected = "7: up,right,down,left,x,y,rotation";
        return Err(FormatError::new("", format!("{} fields", record.len()), expected));
    }
    let mut sides = [GREY; 4];
    for (side, word) in sides.iter_mut().zip(record) {
        *side = colour(word)?;
    }
    let number = |field: usize, what: &str, below: usize| {
        let value = record[field].parse().ok().filter(|&value: &usize| value < below);
        value.ok_or_else(|| {
            FormatError::new("", format!("{what} {}", quoted(&record[field])), format!("0 to {}", below - 1))
        })
    };
    let (x, y) = (number(4, "clue column", size.width())?, number(5, "clue row", size.height())?);
    let rotation = number(6, "clue rotation", 4)? as u8;
    let pinned = (x, y, rotation) != (0, 0, 0);
    Ok((sides, pinned.then(|| Clue { cell: size.cell(y, x), placement: Placement::new(id, rotation) })))
}

fn colour(word: &str) -> Result<Colour, FormatError> {
    let fail = || {
        let expected = format!("16 binary digits, {RIM:b} for the rim or a colour of 1 to 255");
        FormatError::new("", format!("colour {}", quoted(word)), expected)
    };
    let binary = word.len() == 16 && word.bytes().all(|b| matches!(b, b'0' | b'1'));
    let value = binary.then(|| u16::from_str_radix(word, 2).ok()).flatten().ok_or_else(fail)?;
    match value {
        RIM => Ok(GREY),
        1..=255 => Ok(value as Colour),
        _ => Err(fail()),
    }
}

/// Puzzle CSV of a square framed puzzle whose pieces turn. An error for any other, and for a clue at
/// the top left with rotation 0. The name is not part of the format.
pub fn puzzle_csv(puzzle: &Puzzle) -> Result<String, FormatError> {
    let origin = "puzzle CSV";
    check_framed(puzzle).map_err(|e| e.in_text(origin))?;
    let size = puzzle.size();
    if size.width() != size.height() {
        return Err(FormatError::new("", format!("board size {size}"), "a square board").in_text(origin));
    }
    let mut text = format!("{}\n", size.width());
    for (id, sides) in puzzle.pieces().iter().enumerate() {
        for &colour in sides {
            let word = if colour == GREY { RIM } else { u16::from(colour) };
            text.push_str(&format!("{word:016b},"));
        }
        let clue = puzzle.clues().iter().find(|clue| clue.placement.piece() == id);
        let (cell, rotation) = clue.map_or((0, 0), |clue| (clue.cell, clue.placement.rotation()));
        if clue.is_some() && cell == 0 && rotation == 0 {
            let expected = "another clue: 0,0,0 stands for none";
            let error = FormatError::new("row 0, column 0", format!("a clue, piece {} turned 0", id + 1), expected);
            return Err(error.in_text(origin));
        }
        text.push_str(&format!("{},{},{rotation}\n", size.col(cell), size.row(cell)));
    }
    Ok(text)
}
