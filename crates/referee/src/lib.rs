//! The independent referee: score and legality of a board from its letters and a puzzle's bare
//! facts alone.
//!
//! Every board that leaves an engine is judged here a second time. So that a mistake in the main
//! library cannot hide itself, this crate depends on no other crate of the workspace and shares no
//! scoring, rotation or rim code with it; it reads colours, not placements.
//!
//! # Rules
//! - **Letters** ([`judge`]): four a cell, `'a' + colour`, sides up, right, down, left as placed,
//!   cells row by row from the top left. `aaaa` is an empty cell, always: a puzzle with an all-zero
//!   piece, or with colours beyond `z` (25), needs [`judge_cells`].
//! - **Score**: matched seams. A seam is where two neighbouring cells meet; it is *matched* if both
//!   are filled and the colours agree, a *break* if both are filled and they do not, and neither if
//!   a cell is empty. Under [`RimRule::Grey`] grey against grey is a break. The rim adds nothing.
//! - **Break-free set**: the most placed pieces among which no two share a break, which is how the
//!   community counts a partial board. Legality plays no part in it. See [`Verdict::break_free`].
//! - **Rim**: under [`RimRule::Grey`] and [`RimRule::Zero`] each side of a filled cell that lies on
//!   the rim must be 0. A grey side turned inwards is no rim violation; it can only make breaks.
//! - **Identity**: a cell shows a piece if the piece has the cell's colours in some rotation.
//!   Pieces that coincide up to rotation are one kind with as many copies; a kind is *repeated* if
//!   more cells show it than there are copies. A cell that shows no piece is *foreign*.
//! - **No rotation**: a cell then shows a piece only if the colours are the piece's own, unturned.
//!   A cell that shows a piece merely turned is a *misfit*, neither foreign nor a use of the piece.
//! - **Clues**: a clue is respected if its cell shows the colours of the clue's piece in the clue's
//!   rotation. Letters carry no piece numbers, so a twin of the piece, or another turn of a
//!   symmetric piece, respects the clue as well: the boards are the same.
//! - **Regime**: which of the five official clues a board honours, whatever the puzzle pins.
//! - **Legal**: no rim violation, no repeated or foreign piece, no misfit, every clue of the puzzle
//!   respected. Breaks and empty cells are legal.
//!
//! Rows and columns are 0-based from the top left; messages add the community's name of the cell
//! (`I8` = row 8, column 7).

mod break_free;
mod clues;
mod error;
mod facts;
mod grid;
mod identity;
mod letters;
mod place;
mod rim;
mod seams;
mod verdict;

pub use clues::{MissingClue, Regime};
pub use error::RefereeError;
pub use facts::{ClueFact, MAX_SIDE, PuzzleFacts, RimRule};
pub use identity::{Foreign, Misfit, Repeated};
pub use place::{Place, Side};
pub use rim::RimViolation;
pub use seams::Break;
pub use verdict::Verdict;

/// The four colours of a piece or a cell: up, right, down, left. 0 is grey.
pub type Sides = [u8; 4];

/// Judges the board written in `letters`: `4 · width · height` letters `a` to `z`, nothing around
/// them.
///
/// # Errors
/// If the facts contradict themselves (see [`PuzzleFacts`]) or the letters are too few, too many or
/// not `a` to `z`. A board that is merely illegal is no error; its verdict says what is wrong.
pub fn judge(facts: &PuzzleFacts, letters: &str) -> Result<Verdict, RefereeError> {
    facts.check()?;
    let cells = letters::decode(facts.width, facts.height, letters)?;
    Ok(verdict::verdict(facts, &cells))
}

/// Judges a board given as the colours of each cell, row by row, `None` where it is empty.
///
/// # Errors
/// If the facts contradict themselves (see [`PuzzleFacts`]) or there are not `width · height` cells.
pub fn judge_cells(facts: &PuzzleFacts, cells: &[Option<Sides>]) -> Result<Verdict, RefereeError> {
    facts.check()?;
    let (width, height, expected) = (facts.width, facts.height, facts.width * facts.height);
    if cells.len() != expected {
        return Err(RefereeError::CellCount { found: cells.len(), width, height, expected });
    }
    Ok(verdict::verdict(facts, cells))
}
