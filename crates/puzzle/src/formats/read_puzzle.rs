//! Reading a puzzle in whatever format it comes.

use std::fmt;

use super::error::FormatError;
use super::{piece_list, puzzle_csv, puzzle_json, text};
use crate::piece::GREY;
use crate::puzzle::{Puzzle, Rim};

/// The formats of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PuzzleFormat {
    /// JSON in our spelling.
    Json,
    /// JSON in the site's spelling.
    SiteJson,
    /// CSV with binary colour words.
    Csv,
    /// A line of four integers per piece.
    PieceList,
}

impl PuzzleFormat {
    /// All formats.
    pub const ALL: [PuzzleFormat; 4] =
        [PuzzleFormat::Json, PuzzleFormat::SiteJson, PuzzleFormat::Csv, PuzzleFormat::PieceList];

    /// A short name.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleFormat::Json => "json",
            PuzzleFormat::SiteJson => "site-json",
            PuzzleFormat::Csv => "csv",
            PuzzleFormat::PieceList => "piece-list",
        }
    }
}

impl fmt::Display for PuzzleFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A puzzle as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadPuzzle {
    /// The puzzle. One whose format has no name is called after its origin.
    pub puzzle: Puzzle,
    /// The format it came in.
    pub format: PuzzleFormat,
    /// What was assumed or found odd, a line each.
    pub notes: Vec<String>,
}

/// Reads a puzzle in any format. `origin` names the text in errors and, by its last path component
/// without extension, a puzzle that has no name of its own.
pub fn read_puzzle(bytes: &[u8], origin: &str) -> Result<ReadPuzzle, FormatError> {
    let read = || {
        let text = text(bytes)?;
        read_text(detect(text)?, text, origin)
    };
    read().map_err(|error: FormatError| error.in_text(origin))
}

/// [`read_puzzle`] with the format given instead of detected. The two spellings of JSON are one here.
pub fn read_puzzle_as(format: PuzzleFormat, bytes: &[u8], origin: &str) -> Result<ReadPuzzle, FormatError> {
    let read = || read_text(format, text(bytes)?, origin);
    read().map_err(|error: FormatError| error.in_text(origin))
}

/// Which format a text is in, by its look.
fn detect(text: &str) -> Result<PuzzleFormat, FormatError> {
    let text = text.trim();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next().unwrap_or_default();
    let second = lines.next().unwrap_or_default();
    if text.starts_with('{') {
        return Ok(PuzzleFormat::Json);
    }
    let numeric = |line: &str| line.starts_with(|c: char| c.is_ascii_digit());
    if numeric(first) && (first.contains(',') || second.contains(',')) {
        return Ok(PuzzleFormat::Csv);
    }
    let several_words = [first, second].iter().any(|line| line.split_whitespace().count() > 1);
    if numeric(first) && several_words {
        return Ok(PuzzleFormat::PieceList);
    }
    let board = text.contains("board_edges=") || text.bytes().all(|b| b.is_ascii_alphanumeric());
    let what = if board { "the text of a board" } else { "not the text of a puzzle" };
    Err(FormatError::new("", what, "puzzle JSON, puzzle CSV, or lines of 4 integers"))
}

fn read_text(format: PuzzleFormat, text: &str, origin: &str) -> Result<ReadPuzzle, FormatError> {
    let name = name_from(origin);
    let mut read = match format {
        PuzzleFormat::Json | PuzzleFormat::SiteJson => puzzle_json::parse(text, name)?,
        PuzzleFormat::Csv => ReadPuzzle { puzzle: puzzle_csv::parse(text, name)?, format, notes: Vec::new() },
        PuzzleFormat::PieceList => {
            let piece_list::Pieces { size, pieces, notes } = piece_list::parse(text)?;
            let puzzle = Puzzle::new(name, (size.width(), size.height()), pieces, Rim::Grey, true, Vec::new())?;
            ReadPuzzle { puzzle, format, notes }
        }
    };
    read.notes.extend(odd_frame(&read.puzzle));
    Ok(read)
}

/// A note where the grey sides of a framed puzzle are not as many as its rim has.
fn odd_frame(puzzle: &Puzzle) -> Option<String> {
    let size = puzzle.size();
    let (found, rim) = (
        puzzle.pieces().iter().flatten().filter(|&&colour| colour == GREY).count(),
        2 * (size.width() + size.height()),
    );
    (puzzle.rim() == Rim::Grey && found != rim).then(|| {
        format!("the pieces have {found} grey sides, the rim of a {size} board {rim}: no board can be perfect")
    })
}

/// The last path component of `origin` without its extension.
fn name_from(origin: &str) -> &str {
    let last = origin.rsplit(['/', '\\']).next().unwrap_or(origin);
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    if stem.is_empty() { "unnamed" } else { stem }
}
