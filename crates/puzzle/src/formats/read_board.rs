//! Reading a board in whatever format it comes.

use std::fmt;

use super::digits::{self, Numbers};
use super::error::FormatError;
use super::letters::{self, LetterOrder};
use super::links::{self, parse_hints};
use super::placements::{assumption, check_ids, needs_puzzle, reference};
use super::sizes::same_size;
use super::{blackwood, board_json, piece_list, text, turns};
use crate::board::Board;
use crate::edges::{EdgeGrid, ResolveError};
use crate::puzzle::Puzzle;
use crate::size::Size;

/// The formats of boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardFormat {
    /// Four letters a cell.
    Letters,
    /// Three digits a cell, the piece number; no rotations.
    Digits,
    /// A link to the viewer at e2.bucas.name.
    BucasLink,
    /// A link to the viewer at eternity2.dev.
    DevViewerLink,
    /// A line of four integers per piece in reading order, full boards only.
    PlacedText,
    /// The JSON of solver output.
    BoardJson,
    /// A `piece/rotation` grid in the convention of Blackwood's solver.
    BlackwoodText,
}

impl BoardFormat {
    /// All formats.
    pub const ALL: [BoardFormat; 7] = [
        BoardFormat::Letters,
        BoardFormat::Digits,
        BoardFormat::BucasLink,
        BoardFormat::DevViewerLink,
        BoardFormat::PlacedText,
        BoardFormat::BoardJson,
        BoardFormat::BlackwoodText,
    ];

    /// A short name.
    pub const fn name(self) -> &'static str {
        match self {
            BoardFormat::Letters => "letters",
            BoardFormat::Digits => "digits",
            BoardFormat::BucasLink => "bucas-link",
            BoardFormat::DevViewerLink => "dev-viewer-link",
            BoardFormat::PlacedText => "placed-text",
            BoardFormat::BoardJson => "board-json",
            BoardFormat::BlackwoodText => "blackwood-text",
        }
    }
}

impl fmt::Display for BoardFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A clue cell that a link declares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hint {
    /// The cell, row-major.
    pub cell: usize,
    /// Quarter turns, if stated. Not to be trusted: the site writes 0 for every clue of a link it
    /// has read.
    pub rotation: Option<u8>,
}

/// A board as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadBoard {
    /// The colours as placed, in the default colour numbering.
    pub grid: EdgeGrid,
    /// The placements, if there is a puzzle to find them in and every cell is a piece of its own.
    pub board: Option<Board>,
    /// Why there are none although there is a puzzle: a foreign or repeated piece.
    pub unresolved: Option<ResolveError>,
    /// The format it came in.
    pub format: BoardFormat,
    /// The letter order (of placed-piece text: the colour numbering) it came in.
    pub letter_order: LetterOrder,
    /// The puzzle's name where the format has one.
    pub name: Option<String>,
    /// The clue cells a link declares, in its order.
    pub hints: Vec<Hint>,
    /// The 1-based piece numbers as stated, `None` in empty cells, if the format has them.
    pub piece_numbers: Option<Vec<Option<usize>>>,
    /// No puzzle was given and the board, 16x16, was read as one of the official puzzle.
    pub official_assumed: bool,
    /// What was assumed, recovered, ignored or found to disagree, a line each.
    pub notes: Vec<String>,
}

/// Reads a board in any format. `origin` names the text in errors; `puzzle` is the puzzle the board
/// belongs to (without one, a 16x16 board is taken as one of the official puzzle).
///
/// Repeated and foreign pieces in board letters are no error here: see [`ReadBoard::unresolved`].
pub fn read_board(bytes: &[u8], origin: &str, puzzle: Option<&Puzzle>) -> Result<ReadBoard, FormatError> {
    let read = || {
        let text = text(bytes)?;
        read_text(detect(text)?, text, puzzle)
    };
    read().map_err(|error: FormatError| error.in_text(origin))
}

/// [`read_board`] with the format given instead of detected. The two link formats are one here.
pub fn read_board_as(
    format: BoardFormat,
    bytes: &[u8],
    origin: &str,
    puzzle: Option<&Puzzle>,
) -> Result<ReadBoard, FormatError> {
    let read = || read_text(format, text(bytes)?, puzzle);
    read().map_err(|error: FormatError| error.in_text(origin))
}

/// Which format a text is in, by its look.
fn detect(text: &str) -> Result<BoardFormat, FormatError> {
    let text = text.trim();
    let first = text.split_whitespace().next().unwrap_or_default();
    let only = |test: &dyn Fn(char) -> bool| text.chars().all(|c| c.is_ascii_whitespace() || test(c));
    let several_words = text.lines().next().is_some_and(|line| line.split_whitespace().count() > 1);
    let numbers = if several_words { BoardFormat::PlacedText } else { BoardFormat::Digits };
    if text.starts_with('{') {
        return Ok(BoardFormat::BoardJson);
    }
    if blackwood::is_cell(first) {
        return Ok(BoardFormat::BlackwoodText);
    }
    let parameters = first.starts_with(['#', '?']) && first.contains('=');
    if parameters || first.contains("://") || text.contains("board_edges=") || text.contains("board_pieces=") {
        return Ok(BoardFormat::BucasLink);
    }
    if text.contains(',') && only(&|c| c.is_ascii_digit() || c == ',') {
        return Err(FormatError::new("", "a puzzle CSV", "a board"));
    }
    match text.chars().next() {
        Some(c) if c.is_ascii_alphabetic() => Ok(BoardFormat::Letters),
        Some(c) if c.is_ascii_digit() => Ok(numbers),
        _ => {
            let expected = "a viewer link, board letters, piece digits, lines of 4 integers, board JSON or \
                            piece/rotation rows";
            Err(FormatError::new("", "not the text of a board", expected))
        }
    }
}

fn read_text(format: BoardFormat, text: &str, puzzle: Option<&Puzzle>) -> Result<ReadBoard, FormatError> {
    let meta = Meta::new(format);
    match format {
        BoardFormat::Letters => assemble(meta, None, Some(text), None, puzzle),
        BoardFormat::Digits => assemble(meta, None, None, Some(text), puzzle),
        BoardFormat::BucasLink | BoardFormat::DevViewerLink => {
            let link = links::parse(text)?;
            let meta = Meta {
                format: link.format,
                name: link.name,
                order: link.order,
                hints: link.hints,
                notes: link.notes,
                field: "parameter",
            };
            assemble(meta, link.size, link.edges.as_deref(), link.pieces.as_deref(), puzzle)
        }
        BoardFormat::PlacedText => {
            let (raw, notes) = piece_list::parse_placed(text, puzzle)?;
            from_colours(Meta { notes, ..meta }, raw, None, puzzle)
        }
        BoardFormat::BoardJson => board_json::read(text, puzzle),
        BoardFormat::BlackwoodText => blackwood::read(text, puzzle),
    }
}

/// What a text says beside the cells.
pub(super) struct Meta {
    pub(super) format: BoardFormat,
    pub(super) name: Option<String>,
    pub(super) order: Option<LetterOrder>,
    pub(super) hints: Option<String>,
    pub(super) notes: Vec<String>,
    /// What `board_edges` and `board_pieces` are called: "parameter", "field", or "" where the text
    /// is nothing else.
    pub(super) field: &'static str,
}

impl Meta {
    /// Nothing but the format.
    pub(super) fn new(format: BoardFormat) -> Meta {
        Meta { format, name: None, order: None, hints: None, notes: Vec::new(), field: "" }
    }

    fn label(&self, name: &str) -> String {
        if self.field.is_empty() { String::new() } else { format!("{} {name}", self.field) }
    }
}

/// A board from letters, digits or both.
pub(super) fn assemble(
    meta: Meta,
    size: Option<Size>,
    edges: Option<&str>,
    pieces: Option<&str>,
    puzzle: Option<&Puzzle>,
) -> Result<ReadBoard, FormatError> {
    if let Some(size) = size {
        same_size(size, puzzle)?;
    }
    let known = size.or(puzzle.map(Puzzle::size));
    let (of_edges, of_pieces) = (meta.label("board_edges"), meta.label("board_pieces"));
    let raw = match edges {
        Some(edges) => Some(letters::parse(edges, known).map_err(|e| e.within(&of_edges))?),
        None => None,
    };
    let known = known.or(raw.as_ref().map(|raw| raw.size));
    let numbers = match pieces {
        Some(pieces) => Some(digits::parse(pieces, known).map_err(|e| e.within(&of_pieces))?),
        None => None,
    };
    match (raw, numbers) {
        (Some(raw), numbers) => from_colours(meta, raw, numbers, puzzle),
        (None, Some(numbers)) => from_numbers(meta, &numbers, puzzle),
        (None, None) => Err(FormatError::new("", "no board", "board_edges or board_pieces")),
    }
}

/// A board from colours as they stand in the text, with or without piece numbers.
fn from_colours(
    mut meta: Meta,
    raw: EdgeGrid,
    numbers: Option<Numbers>,
    puzzle: Option<&Puzzle>,
) -> Result<ReadBoard, FormatError> {
    let found = reference(puzzle, raw.size);
    let official = found.is_some_and(letters::is_official_set);
    let (of_edges, of_pieces) = (meta.label("board_edges"), meta.label("board_pieces"));
    let (grid, order) =
        letters::settle_order(raw, meta.order, official, &mut meta.notes).map_err(|e| e.within(&of_edges))?;
    let mut read = started(meta, grid, puzzle)?;
    read.letter_order = order;
    read.piece_numbers =
        numbers.as_ref().map(|n| n.cells.iter().map(|&n| Some(n as usize).filter(|&n| n > 0)).collect());
    let Some(reference) = found else { return Ok(read) };
    let resolved = match numbers {
        Some(numbers) => {
            let settled = digits::settle(reference, &read.grid, &numbers)
                .map_err(|e| e.within(&of_pieces).within(assumption(puzzle)))?;
            if settled.zero_based {
                read.notes.push("piece numbers count from 0 here: the letters fit no other reading".into());
            }
            read.grid = settled.grid;
            settled.board
        }
        None => {
            if reference.pieces().contains(&[0; 4]) && read.grid.cells.contains(&None) {
                read.notes.push("`aaaa` is read as an empty cell, though a piece has four sides of colour 0".into());
            }
            reference.resolve(&read.grid)
        }
    };
    match resolved {
        Ok(board) => read.board = Some(board),
        Err(error) => read.unresolved = Some(error),
    }
    Ok(read)
}

/// A board from piece numbers alone: the rotations are searched.
fn from_numbers(meta: Meta, numbers: &Numbers, puzzle: Option<&Puzzle>) -> Result<ReadBoard, FormatError> {
    let found = reference(puzzle, numbers.size).ok_or_else(|| needs_puzzle(numbers.size))?;
    let ids = numbers.ids();
    check_ids(numbers.size, &ids, found.pieces().len()).map_err(|e| e.within(&meta.label("board_pieces")))?;
    let board = turns::recover(found, &ids);
    let score = found.score(&board);
    let mut read = from_board(meta, found, board, puzzle)?;
    read.notes.push(format!(
        "rotations are not stored and were searched: {} of {} placed seams match, {} breaks",
        score.matched,
        score.matched + score.breaks,
        score.breaks
    ));
    Ok(read)
}

/// A board whose placements are known. `reference` is `puzzle` or the official one in its place.
pub(super) fn from_board(
    meta: Meta,
    reference: &Puzzle,
    board: Board,
    puzzle: Option<&Puzzle>,
) -> Result<ReadBoard, FormatError> {
    let mut read = started(meta, EdgeGrid::from_board(reference, &board), puzzle)?;
    read.piece_numbers = Some(board.cells().iter().map(|cell| cell.map(|p| p.piece() + 1)).collect());
    read.board = Some(board);
    Ok(read)
}

/// A board of which only the colours are known so far.
fn started(meta: Meta, grid: EdgeGrid, puzzle: Option<&Puzzle>) -> Result<ReadBoard, FormatError> {
    let official_assumed = puzzle.is_none() && reference(None, grid.size).is_some();
    let mut notes = meta.notes;
    if official_assumed {
        notes.push("no puzzle given: read as a board of eternity2".into());
    }
    let hints = match meta.hints {
        Some(hints) => parse_hints(&hints, grid.size)?,
        None => Vec::new(),
    };
    Ok(ReadBoard {
        grid,
        board: None,
        unresolved: None,
        format: meta.format,
        letter_order: LetterOrder::Default,
        name: meta.name,
        hints,
        piece_numbers: None,
        official_assumed,
        notes,
    })
}
