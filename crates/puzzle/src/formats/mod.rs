//! File formats: every text in which the field's programs pass puzzles and boards around.
//!
//! | format | read | write |
//! | --- | --- | --- |
//! | board letters, four letter orders | [`read_board`] | [`letters`] |
//! | piece digits | [`read_board`] | [`digits`] |
//! | viewer links | [`read_board`] | [`bucas_url`], [`dev_viewer_url`] |
//! | placed-piece text | [`read_board`] | [`placed_text`] |
//! | board JSON | [`read_board`] | [`board_json`] |
//! | Blackwood's `piece/rotation` text | [`read_board`] | [`blackwood_text`] |
//! | puzzle JSON, our spelling and the site's | [`read_puzzle`] | [`puzzle_json`], [`puzzle_json_site`] |
//! | puzzle CSV | [`read_puzzle`] | [`puzzle_csv`] |
//! | piece list | [`read_puzzle`] | [`piece_list`] |
//!
//! Reading detects the format (the `_as` functions take it as given), says which it was, and keeps
//! what a user should know in `notes`. It takes bytes; opening files is the caller's business. Rows,
//! columns and cells in messages count from 0, the top left first; pieces are numbered from 1.
//!
//! Conventions shared by all formats: colours are small integers, 0 grey; the sides of a cell come
//! in the order up, right, down, left as placed; rotation counts clockwise quarter turns.

mod blackwood;
mod board_json;
mod digits;
mod error;
mod json;
mod letters;
mod links;
mod piece_list;
mod placements;
mod puzzle_csv;
mod puzzle_json;
mod read_board;
mod read_puzzle;
mod sizes;
mod turns;

pub use blackwood::blackwood_text;
pub use board_json::board_json;
pub use digits::digits;
pub use error::FormatError;
pub use letters::{LetterOrder, letters};
pub use links::{bucas_url, dev_viewer_url};
pub use piece_list::{piece_list, placed_text};
pub use puzzle_csv::puzzle_csv;
pub use puzzle_json::{puzzle_json, puzzle_json_site};
pub use read_board::{BoardFormat, Hint, ReadBoard, read_board, read_board_as};
pub use read_puzzle::{PuzzleFormat, ReadPuzzle, read_puzzle, read_puzzle_as};

/// The longest input that is read at all, in bytes. The largest real file is a few kilobytes.
pub const MAX_INPUT_BYTES: usize = 16 << 20;

/// The text behind `bytes`: UTF-8, not too long, not empty, without a byte order mark.
fn text(bytes: &[u8]) -> Result<&str, FormatError> {
    if bytes.len() > MAX_INPUT_BYTES {
        let expected = format!("at most {MAX_INPUT_BYTES}");
        return Err(FormatError::new("", format!("{} bytes", bytes.len()), expected));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
        FormatError::new(format!("byte {}", error.valid_up_to()), format!("0x{byte:02x} is not UTF-8"), "text")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(FormatError::new("", "nothing in it", "a puzzle or a board"));
    }
    Ok(text)
}
