//! Board sizes: stated, inferred from a length, and compared with the puzzle's.

use super::error::FormatError;
use crate::puzzle::Puzzle;
use crate::size::{MAX_SIDE, Size};

/// The size `width` x `height`, if there is such a board.
pub(super) fn size(width: u64, height: u64) -> Result<Size, FormatError> {
    let side = |n: u64| usize::try_from(n).ok();
    let size = side(width).zip(side(height)).and_then(|(w, h)| Size::new(w, h));
    size.ok_or_else(|| FormatError::new("", format!("board size {width}x{height}"), "both sides in 1..=20"))
}

/// Refuses a board of `size` where `puzzle` has another.
pub(super) fn same_size(size: Size, puzzle: Option<&Puzzle>) -> Result<(), FormatError> {
    match puzzle {
        Some(puzzle) if puzzle.size() != size => {
            let expected = format!("{}, the size of puzzle {}", puzzle.size(), puzzle.name());
            Err(FormatError::new("", format!("board size {size}"), expected))
        }
        _ => Ok(()),
    }
}

/// The size of a board of `length` characters, `each` a cell: `known` if it fits, else a square.
pub(super) fn size_of(length: usize, each: usize, known: Option<Size>, what: &str) -> Result<Size, FormatError> {
    let found = format!("{length} {what}");
    if let Some(size) = known {
        let wanted = size.cells() * each;
        let expected = format!("{wanted}, {each} for each cell of a {size} board");
        return if length == wanted { Ok(size) } else { Err(FormatError::new("", found, expected)) };
    }
    let side = (1..=MAX_SIDE).find(|side| side * side * each == length);
    side.and_then(|side| Size::new(side, side)).ok_or_else(|| {
        let official = 256 * each;
        FormatError::new("", found, format!("{each} for each cell of a square board, {official} for 16x16"))
    })
}
