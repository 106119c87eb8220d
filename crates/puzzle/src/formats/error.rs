//! The one error of the formats: a line that names what, where, and what was expected.

use std::fmt;

use crate::puzzle::PuzzleError;

/// Longest quotation of foreign text in a message, in characters.
const LONGEST: usize = 240;

/// Why a text is no puzzle or board, or why a puzzle or board has no text in a format.
///
/// `Display` is one line: `origin: place: what: expected ...`, rows and columns counted from 0.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct FormatError {
    origin: String,
    place: String,
    what: String,
    expected: String,
}

impl FormatError {
    /// An error at `place` ("" for the whole text).
    pub(super) fn new(place: impl Into<String>, what: impl Into<String>, expected: impl Into<String>) -> Self {
        FormatError { origin: String::new(), place: place.into(), what: what.into(), expected: expected.into() }
    }

    /// An error from another error's message, cut where it says what was expected.
    pub(super) fn from_message(place: impl Into<String>, message: &str, otherwise: &str) -> Self {
        let cut = [": expected ", ", expected "].iter().find_map(|mark| message.split_once(mark));
        let (what, expected) = cut.unwrap_or((message, otherwise));
        FormatError::new(place, what, expected)
    }

    /// The same error inside `outer`: its place comes after.
    pub(super) fn within(self, outer: &str) -> Self {
        let parts = [outer, &self.place].into_iter().filter(|part| !part.is_empty());
        FormatError { place: parts.collect::<Vec<_>>().join(", "), ..self }
    }

    /// The same error in the text called `origin`.
    pub(super) fn in_text(self, origin: &str) -> Self {
        FormatError { origin: origin.to_owned(), ..self }
    }
}

impl From<PuzzleError> for FormatError {
    fn from(error: PuzzleError) -> Self {
        FormatError::from_message("", &error.to_string(), "every cell and piece in one clue at most")
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in [&self.origin, &self.place, &self.what].into_iter().filter(|part| !part.is_empty()) {
            write!(f, "{}: ", one_line(part))?;
        }
        write!(f, "expected {}", one_line(&self.expected))
    }
}

/// The place of a cell.
pub(super) fn cell_place(size: crate::Size, cell: usize) -> String {
    format!("row {}, column {}", size.row(cell), size.col(cell))
}

/// Foreign text between back quotes, escaped and cut to a readable length.
pub(super) fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        short.push_str("...");
    }
    format!("`{short}`")
}

/// `text` without line breaks and other control characters, cut to [`LONGEST`] characters.
fn one_line(text: &str) -> String {
    text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_one_line_with_place_and_expectation() {
        let error = FormatError::new("row 1", format!("piece {}", quoted("a\nb")), "a number");
        assert_eq!(error.to_string(), r"row 1: piece `a\nb`: expected a number");
        let error = error.within("parameter board_pieces").in_text("link\n");
        assert_eq!(error.to_string(), r"link : parameter board_pieces, row 1: piece `a\nb`: expected a number");
        let error = FormatError::from_message("line 3", "invalid type: null, expected u8", "JSON");
        assert_eq!(error.to_string(), "line 3: invalid type: null: expected u8");
        assert!(quoted(&"x".repeat(1000)).len() < 50);
    }
}
