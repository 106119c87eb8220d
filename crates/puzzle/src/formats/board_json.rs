//! Board JSON, the output of the site's solvers and of our run directories.
//!
//! `board` holds `piece * 4 + rotation` per cell, the piece counted from 0, or -1; `board_pieces`
//! counts from 1. `breaks` is total minus score here, so that empty cells count as breaks; it is
//! converted on the way in and out. `board_hash` comes in two kinds and is not compared.

use serde::{Deserialize, Serialize};

use super::digits::{self, digits};
use super::error::{FormatError, cell_place};
use super::json::{self, Bounded};
use super::letters::{self, LetterOrder, letters};
use super::links::{bucas_url, dev_viewer_url};
use super::placements::{assumption, board as placed_board, check_writable, needs_puzzle, reference};
use super::read_board::{BoardFormat, Meta, ReadBoard, assemble, from_board};
use super::sizes::{same_size, size, size_of};
use crate::board::Board;
use crate::edges::EdgeGrid;
use crate::puzzle::Puzzle;
use crate::size::Size;

#[derive(Deserialize)]
struct Document {
    name: Option<String>,
    size: Option<u64>,
    width: Option<u64>,
    height: Option<u64>,
    score: Option<f64>,
    breaks: Option<f64>,
    board: Option<Bounded<i64>>,
    board_edges: Option<String>,
    board_pieces: Option<String>,
    /// Only puzzle files have it.
    pieces: Option<serde::de::IgnoredAny>,
}

/// Reads board JSON. `board` is believed; the letters and numbers beside it must agree with it.
pub(super) fn read(text: &str, puzzle: Option<&Puzzle>) -> Result<ReadBoard, FormatError> {
    let document: Document = json::parse(text, "board JSON")?;
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let (edges, pieces) = (given(&document.board_edges), given(&document.board_pieces));
    if document.board.is_none() && edges.is_none() && pieces.is_none() {
        let what = if document.pieces.is_some() { "a puzzle" } else { "JSON without a board" };
        return Err(FormatError::new("", what, "the field board, board_edges or board_pieces"));
    }
    let stated = stated_size(&document)?;
    let mut meta = Meta { name: document.name.clone(), field: "field", ..Meta::new(BoardFormat::BoardJson) };
    let Some(Bounded(codes)) = &document.board else {
        let mut read = assemble(meta, stated, edges.as_deref(), pieces.as_deref(), puzzle)?;
        let reference = reference(puzzle, read.grid.size);
        if let Some((reference, board)) = reference.zip(read.board.as_ref()) {
            read.notes.extend(disagreements(&document, reference, board));
        }
        return Ok(read);
    };
    let known = stated.or(puzzle.map(Puzzle::size));
    let size = size_of(codes.len(), 1, known, "cells").map_err(|e| e.within("field board"))?;
    same_size(size, puzzle)?;
    let Some(reference) = reference(puzzle, size) else {
        let Some(edges) = edges else { return Err(needs_puzzle(size)) };
        meta.notes.push("no puzzle given: the letters are read, the placements are not".into());
        return assemble(meta, Some(size), Some(&edges), pieces.as_deref(), puzzle);
    };
    let board = decode(codes, reference).map_err(|e| e.within("field board"))?;
    compare(reference, &board, edges.as_deref(), pieces.as_deref()).map_err(|e| e.within(assumption(puzzle)))?;
    meta.notes.extend(disagreements(&document, reference, &board));
    from_board(meta, reference, board, puzzle)
}

/// The size the document states: width and height, or the side of a square.
fn stated_size(document: &Document) -> Result<Option<Size>, FormatError> {
    match (document.width, document.height, document.size) {
        (Some(w), Some(h), _) => size(w, h).map(Some),
        (None, None, Some(side)) => size(side, side).map(Some).map_err(|e| e.within("field size")),
        (None, None, None) => Ok(None),
        _ => Err(FormatError::new("", "only one of width and height", "both")),
    }
}

fn decode(codes: &[i64], puzzle: &Puzzle) -> Result<Board, FormatError> {
    let last = puzzle.pieces().len() as i64 * 4 - 1;
    let mut cells = Vec::with_capacity(codes.len());
    for (cell, &code) in codes.iter().enumerate() {
        cells.push(match code {
            -1 => None,
            code if (0..=last).contains(&code) => Some(((code / 4) as usize, (code % 4) as u8)),
            code => {
                let place = cell_place(puzzle.size(), cell);
                let expected = format!("piece * 4 + rotation in 0..={last}, or -1");
                return Err(FormatError::new(place, code.to_string(), expected));
            }
        });
    }
    placed_board(puzzle, &cells)
}

/// Checks the letters and numbers beside the placements against them.
fn compare(puzzle: &Puzzle, board: &Board, edges: Option<&str>, pieces: Option<&str>) -> Result<(), FormatError> {
    let size = board.size();
    let show = |sides: Option<[u8; 4]>| format!("sides {:?}", sides.unwrap_or_default());
    if let Some(edges) = edges {
        let stated = letters::parse(edges, Some(size)).map_err(|e| e.within("field board_edges"))?;
        let placed = EdgeGrid::from_board(puzzle, board);
        let differs = |&cell: &usize| stated.cells[cell].unwrap_or_default() != placed.cells[cell].unwrap_or_default();
        if let Some(cell) = (0..size.cells()).find(differs) {
            let place = format!("field board_edges, {}", cell_place(size, cell));
            let expected = format!("{}, the placement in board", show(placed.cells[cell]));
            return Err(FormatError::new(place, show(stated.cells[cell]), expected));
        }
    }
    if let Some(pieces) = pieces {
        let stated = digits::parse(pieces, Some(size)).map_err(|e| e.within("field board_pieces"))?.cells;
        let placed = |cell: usize| board.get(cell).map_or(0, |p| p.piece() + 1);
        if let Some(cell) = (0..size.cells()).find(|&cell| stated[cell] as usize != placed(cell)) {
            let place = format!("field board_pieces, {}", cell_place(size, cell));
            let expected = format!("{:03}, the placement in board", placed(cell));
            return Err(FormatError::new(place, format!("{:03}", stated[cell]), expected));
        }
    }
    Ok(())
}

/// Where the stated score and breaks differ from those of the placements.
fn disagreements(document: &Document, puzzle: &Puzzle, board: &Board) -> Vec<String> {
    let score = puzzle.score(board);
    let mut notes = Vec::new();
    if let Some(stated) = document.score.filter(|&stated| stated != score.matched as f64) {
        notes.push(format!("score {stated} is stated, the placements have {}", score.matched));
    }
    let breaks = score.total - score.matched;
    if let Some(stated) = document.breaks.filter(|&stated| stated != breaks as f64) {
        notes.push(format!("breaks {stated} is stated, total minus score is {breaks}"));
    }
    notes
}

#[derive(Serialize)]
struct Written<'a> {
    name: &'a str,
    size: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<usize>,
    score: usize,
    breaks: usize,
    board: Vec<i32>,
    board_hash: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    board_edges: Option<String>,
    board_pieces: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// Board JSON of `board`: `score` is the matched seams, `breaks` total minus score, `board_hash` of
/// the kind the site's engines write. `size` is the width, with `width` and `height` beside it where
/// the board is not square. `url` goes to eternity2.dev, or to e2.bucas.name where the name does not
/// suit that site; letters and link are left out where a colour has no letter.
pub fn board_json(puzzle: &Puzzle, board: &Board) -> Result<String, FormatError> {
    let named = |error: FormatError| error.in_text("board JSON");
    check_writable(puzzle, board).map_err(named)?;
    let (size, score) = (board.size(), puzzle.score(board));
    let oblong = |side: usize| (size.width() != size.height()).then_some(side);
    // Beside the placements a piece of four colours 0 may share the letters of an empty cell.
    let mut grid = EdgeGrid::from_board(puzzle, board);
    grid.cells.iter_mut().filter(|sides| **sides == Some([0; 4])).for_each(|sides| *sides = None);
    let link = dev_viewer_url(puzzle, board).or_else(|_| bucas_url(puzzle, board, LetterOrder::Default));
    let written = Written {
        name: puzzle.name(),
        size: size.width(),
        width: oblong(size.width()),
        height: oblong(size.height()),
        score: score.matched,
        breaks: score.total - score.matched,
        board: board.cells().iter().map(|cell| cell.map_or(-1, |p| i32::from(p.code()))).collect(),
        board_hash: board_hash(board),
        board_edges: letters(&grid, LetterOrder::Default).ok(),
        board_pieces: digits(board)?,
        url: link.ok(),
    };
    serde_json::to_string(&written).map_err(|e| named(FormatError::new("", e.to_string(), "JSON")))
}

/// FNV-1a over two little-endian bytes of piece id and one of rotation per cell; an empty cell is
/// piece 65535, rotation 0.
fn board_hash(board: &Board) -> u64 {
    let bytes = board.cells().iter().flat_map(|cell| {
        let (id, rotation) = cell.map_or((u16::MAX, 0), |p| (p.piece() as u16, p.rotation()));
        let [low, high] = id.to_le_bytes();
        [low, high, rotation]
    });
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Placement;

    #[test]
    fn the_hash_is_fnv_over_piece_and_rotation() {
        let size = Size::new(2, 1).unwrap();
        let mut board = Board::empty(size);
        board.set(0, Some(Placement::new(258, 3)));
        // From the definition of FNV-1a over 02 01 03 ff ff 00.
        assert_eq!(board_hash(&board), 0xe6d49f49bbef5881);
    }
}
