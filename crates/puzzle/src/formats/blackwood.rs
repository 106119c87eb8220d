//! Blackwood's text board: a row of `piece/rotation` a line, top row first, `---/-` for an empty
//! cell.
//!
//! His set has the official piece numbers but holds every piece upside down, so his rotation is ours
//! plus two quarter turns. The same is done for other puzzles, to have one convention.

use super::error::{FormatError, quoted};
use super::placements::{board as placed_board, needs_puzzle, reference};
use super::read_board::{BoardFormat, Meta, ReadBoard, from_board};
use super::sizes::{same_size, size};
use crate::board::Board;
use crate::puzzle::Puzzle;
use crate::size::{MAX_CELLS, MAX_SIDE};

/// Whether `word` looks like a cell of such a text.
pub(super) fn is_cell(word: &str) -> bool {
    let all = |part: &str, test: fn(char) -> bool| !part.is_empty() && part.chars().all(test);
    let digits = |part: &str| all(part, |c| c.is_ascii_digit());
    let dashes = |part: &str| all(part, |c| c == '-');
    word.split_once('/').is_some_and(|(a, b)| (digits(a) && digits(b)) || (dashes(a) && dashes(b)))
}

/// The 0-based piece and our rotation of a cell, `None` for an empty one.
fn cell(word: &str) -> Option<Option<(usize, u8)>> {
    let (piece, rotation) = word.split_once('/').filter(|_| is_cell(word))?;
    if piece.starts_with('-') {
        return Some(None);
    }
    let piece: usize = piece.parse().ok().filter(|&piece| (1..=MAX_CELLS).contains(&piece))?;
    let rotation: u8 = rotation.parse().ok().filter(|&rotation| rotation < 4)?;
    Some(Some((piece - 1, (rotation + 2) % 4)))
}

/// Reads the text. A viewer link below the rows, which the program appends, is not read.
pub(super) fn read(text: &str, puzzle: Option<&Puzzle>) -> Result<ReadBoard, FormatError> {
    let mut meta = Meta::new(BoardFormat::BlackwoodText);
    let mut cells = Vec::new();
    let mut width = 0;
    let mut height = 0;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("line {}", index + 1);
        if line.contains("://") {
            meta.notes.push(format!("line {}: the link below the board is not read", index + 1));
            break;
        }
        let before = cells.len();
        for word in line.split_whitespace().take(MAX_SIDE + 1) {
            let expected = format!("piece/rotation with a piece in 1..={MAX_CELLS} and a rotation in 0..=3, or ---/-");
            cells.push(cell(word).ok_or_else(|| FormatError::new(place(), quoted(word), expected))?);
        }
        let found = cells.len() - before;
        width = if height == 0 { found } else { width };
        height += 1;
        if found != width || height > MAX_SIDE {
            let expected = format!("{width} in every line, at most {MAX_SIDE} lines");
            return Err(FormatError::new(place(), format!("{found} cells in row {}", height - 1), expected));
        }
    }
    let size = size(width as u64, height as u64)?;
    same_size(size, puzzle)?;
    let reference = reference(puzzle, size).ok_or_else(|| needs_puzzle(size))?;
    let board = placed_board(reference, &cells)?;
    from_board(meta, reference, board, puzzle)
}

/// Blackwood's text of `board`, a line per row.
pub fn blackwood_text(board: &Board) -> String {
    let mut text = String::new();
    for row in board.cells().chunks(board.size().width()) {
        let cells = row.iter().map(|cell| match cell {
            None => "---/-".to_owned(),
            Some(p) => format!("{:>3}/{}", p.piece() + 1, (p.rotation() + 2) % 4),
        });
        text.push_str(&cells.collect::<Vec<_>>().join(" "));
        text.push('\n');
    }
    text
}
