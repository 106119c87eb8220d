//! Puzzle JSON in its spellings.
//!
//! Ours: `width`, `height`, `colours`, `rim`, `rotation`, clues by `row` and `col` with the piece
//! counted from 1. The site's: `numColors` or `num_colors`, `size` for a square, clues by `pos` with
//! the piece counted from 0. Which base a clue has is told by how it names its cell.

use serde::{Deserialize, Serialize};

use super::error::{FormatError, quoted};
use super::json::{self, Bounded};
use super::piece_list::check_framed;
use super::read_puzzle::{PuzzleFormat, ReadPuzzle};
use super::sizes::size as checked_size;
use crate::piece::{Placement, Sides};
use crate::puzzle::{Clue, Puzzle, PuzzleError, Rim};
use crate::size::Size;

/// How our spelling says [`Rim::Zero`]; any value that starts with its first half is read so.
const RIM_ZERO: &str = "all rim sides colour 0; colour 0 may also occur inside";

#[derive(Deserialize)]
struct Document {
    name: Option<String>,
    width: Option<u64>,
    height: Option<u64>,
    size: Option<u64>,
    #[serde(rename = "numColors", alias = "num_colors")]
    num_colors: Option<u64>,
    #[serde(alias = "colors")]
    colours: Option<u64>,
    pieces: Option<Bounded<Sides>>,
    hints: Option<Bounded<RawHint>>,
    rim: Option<String>,
    rotation: Option<bool>,
    /// Only board files have it.
    board: Option<serde::de::IgnoredAny>,
    /// No spelling has it, but people write it.
    clues: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct RawHint {
    pos: Option<usize>,
    row: Option<usize>,
    col: Option<usize>,
    piece: usize,
    #[serde(alias = "rotation")]
    rot: u8,
}

/// Reads a puzzle; `fallback` names it if it has no name.
pub(super) fn parse(text: &str, fallback: &str) -> Result<ReadPuzzle, FormatError> {
    let document: Document = json::parse(text, "puzzle JSON")?;
    let Some(Bounded(pieces)) = document.pieces else {
        let what = if document.board.is_some() { "a board" } else { "JSON without pieces" };
        return Err(FormatError::new("", what, "a puzzle with the field pieces"));
    };
    let size = match (document.width, document.height, document.size) {
        (Some(w), Some(h), _) => checked_size(w, h)?,
        (None, None, Some(side)) => checked_size(side, side).map_err(|e| e.within("field size"))?,
        (None, None, None) => return Err(FormatError::new("", "no size", "the fields width and height, or size")),
        _ => return Err(FormatError::new("", "only one of width and height", "both")),
    };
    if pieces.len() != size.cells() {
        return Err(PuzzleError::PieceCount { found: pieces.len(), size }.into());
    }
    let rim = rim(document.rim.as_deref())?;
    let hints = document.hints.map_or(Vec::new(), |hints| hints.0);
    let by_pos = hints.iter().any(|hint| hint.pos.is_some());
    let clues = hints.iter().enumerate().map(|(i, hint)| clue(i + 1, hint, size));
    let clues = clues.collect::<Result<Vec<_>, _>>()?;
    let site = by_pos
        || (hints.is_empty() && document.colours.is_none() && document.rim.is_none())
            && (document.num_colors.is_some() || document.width.is_none());
    let name = document.name.unwrap_or_else(|| fallback.to_owned());
    let rotation = document.rotation.unwrap_or(true);
    let puzzle = Puzzle::new(name, (size.width(), size.height()), pieces, rim, rotation, clues)?;

    let mut notes = Vec::new();
    if !hints.is_empty() {
        let (key, base) = if by_pos { ("pos", 0) } else { ("row and col", 1) };
        notes.push(format!("clues name their cell by {key}: pieces are counted from {base}"));
    }
    if document.clues.is_some() {
        notes.push("the field clues is ignored: clues are read from the field hints".to_owned());
    }
    let largest = puzzle.colours() as u64 - 1;
    let stated = document.colours.or(document.num_colors);
    if let Some(stated) = stated.filter(|&stated| stated != largest && stated != largest + 1) {
        notes.push(format!("{stated} colours are stated, the largest on a piece is {largest}"));
    }
    Ok(ReadPuzzle { puzzle, format: if site { PuzzleFormat::SiteJson } else { PuzzleFormat::Json }, notes })
}

fn rim(text: Option<&str>) -> Result<Rim, FormatError> {
    let zero = RIM_ZERO.split(';').next().unwrap_or(RIM_ZERO);
    match text {
        None | Some("grey" | "gray") => Ok(Rim::Grey),
        Some("none") => Ok(Rim::Free),
        Some(text) if text.starts_with(zero) => Ok(Rim::Zero),
        Some(text) => {
            let expected = format!("`grey`, `none` or `{zero}`");
            Err(FormatError::new("field rim", quoted(text), expected))
        }
    }
}

/// The clue behind hint number `index` (from 1) of a puzzle with as many pieces as cells.
fn clue(index: usize, hint: &RawHint, size: Size) -> Result<Clue, FormatError> {
    let fail = |what: String, expected: String| Err(FormatError::new(format!("hint {index}"), what, expected));
    let (cell, piece) = match (hint.pos, hint.row, hint.col) {
        (Some(pos), None, None) if pos < size.cells() => (pos, Some(hint.piece)),
        (Some(pos), None, None) => {
            return fail(format!("pos {pos} is off the {size} board"), format!("0 to {}", size.cells() - 1));
        }
        (None, Some(row), Some(col)) if row < size.height() && col < size.width() => {
            (size.cell(row, col), hint.piece.checked_sub(1))
        }
        (None, Some(row), Some(col)) => {
            let expected = format!("row 0 to {}, column 0 to {}", size.height() - 1, size.width() - 1);
            return fail(format!("row {row}, column {col} is off the {size} board"), expected);
        }
        _ => return fail("no clear cell".into(), "pos (piece from 0), or row and col (piece from 1)".into()),
    };
    if hint.rot > 3 {
        return fail(format!("rot {}", hint.rot), "0, 1, 2 or 3 quarter turns".into());
    }
    match piece.filter(|&piece| piece < size.cells()) {
        Some(piece) => Ok(Clue { cell, placement: Placement::new(piece, hint.rot) }),
        None => {
            let first = usize::from(hint.pos.is_none());
            fail(format!("piece {} does not exist", hint.piece), format!("{first} to {}", size.cells() + first - 1))
        }
    }
}

#[derive(Serialize)]
struct Ours<'a> {
    name: &'a str,
    width: usize,
    height: usize,
    colours: usize,
    rim: &'a str,
    rotation: bool,
    hints: Vec<OurHint>,
    pieces: &'a [Sides],
}

#[derive(Serialize)]
struct OurHint {
    row: usize,
    col: usize,
    piece: usize,
    rot: u8,
}

/// Puzzle JSON in our spelling, which holds everything a [`Puzzle`] does. `colours` leaves grey out.
pub fn puzzle_json(puzzle: &Puzzle) -> Result<String, FormatError> {
    let size = puzzle.size();
    let (rim, grey) = match puzzle.rim() {
        Rim::Grey => ("grey", 1),
        Rim::Zero => (RIM_ZERO, 0),
        Rim::Free => ("none", 0),
    };
    let hint = |clue: &Clue| {
        let (piece, rot) = (clue.placement.piece() + 1, clue.placement.rotation());
        OurHint { row: size.row(clue.cell), col: size.col(clue.cell), piece, rot }
    };
    written(&Ours {
        name: puzzle.name(),
        width: size.width(),
        height: size.height(),
        colours: puzzle.colours() - grey,
        rim,
        rotation: puzzle.rotation(),
        hints: puzzle.clues().iter().map(hint).collect(),
        pieces: puzzle.pieces(),
    })
}

#[derive(Serialize)]
struct Site<'a> {
    name: &'a str,
    width: usize,
    height: usize,
    #[serde(rename = "numColors")]
    num_colors: usize,
    pieces: &'a [Sides],
    hints: Vec<SiteHint>,
}

#[derive(Serialize)]
struct SiteHint {
    pos: usize,
    piece: usize,
    rot: u8,
}

/// Puzzle JSON in the site's spelling. An error where the rules are not those of a framed puzzle
/// whose pieces turn, which that spelling cannot say. `numColors` leaves grey out.
pub fn puzzle_json_site(puzzle: &Puzzle) -> Result<String, FormatError> {
    check_framed(puzzle).map_err(|e| e.in_text("site puzzle JSON"))?;
    let size = puzzle.size();
    let hint = |clue: &Clue| SiteHint { pos: clue.cell, piece: clue.placement.piece(), rot: clue.placement.rotation() };
    written(&Site {
        name: puzzle.name(),
        width: size.width(),
        height: size.height(),
        num_colors: puzzle.colours() - 1,
        pieces: puzzle.pieces(),
        hints: puzzle.clues().iter().map(hint).collect(),
    })
}

fn written(document: &impl Serialize) -> Result<String, FormatError> {
    serde_json::to_string(document).map_err(|e| FormatError::new("", e.to_string(), "JSON").in_text("puzzle JSON"))
}
