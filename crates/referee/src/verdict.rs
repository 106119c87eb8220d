//! The referee's verdict on a board.

use serde::Serialize;

use crate::Sides;
use crate::break_free::break_free;
use crate::clues::{MissingClue, Regime, missing_clues, official_flags};
use crate::facts::PuzzleFacts;
use crate::grid::Grid;
use crate::identity::{Foreign, Identity, Misfit, Repeated, identity};
use crate::rim::{RimViolation, rim_violations};
use crate::seams::{Break, Seams, seams};

/// Everything the referee has to say about a board. Serialises with these names; places appear as
/// `row` and `col`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// Matched seams.
    pub score: usize,
    /// All seams of the board, `2wh − w − h`.
    pub total: usize,
    /// Number of breaks: seams between two filled cells that do not match.
    pub breaks: usize,
    /// Where they are: by cell, row by row, right before down.
    pub break_places: Vec<Break>,
    /// Filled cells.
    pub filled: usize,
    /// Cells of the board.
    pub cells: usize,
    /// The most placed pieces with no break between any two of them; `filled` if there is no break.
    pub break_free: usize,
    /// Sides on the rim that are not 0, row by row.
    pub rim_violations: Vec<RimViolation>,
    /// Pieces on more cells than they have copies, by piece number.
    pub repeated: Vec<Repeated>,
    /// Cells that show no piece, row by row.
    pub foreign: Vec<Foreign>,
    /// Cells that show a turned piece in a puzzle without rotation, row by row.
    pub misfits: Vec<Misfit>,
    /// Clues of the puzzle the board respects.
    pub clues_respected: usize,
    /// Clues of the puzzle.
    pub clues_required: usize,
    /// The clues it does not respect, in the puzzle's order.
    pub missing_clues: Vec<MissingClue>,
    /// How many of the five official clues it honours; official set only.
    pub official_clues: Option<usize>,
    /// Which ones, in the order of the facts, the starter first; official set only.
    pub official_flags: Option<[bool; 5]>,
    /// The regime label; official set only.
    pub regime: Option<Regime>,
    /// No rim violation, no repeated or foreign piece, no misfit, no missing clue. Breaks and empty
    /// cells are legal.
    pub legal: bool,
}

impl Verdict {
    /// Everything that makes the board illegal, one line each: rim, repeated, foreign, turned,
    /// clues. Empty exactly if [`Verdict::legal`].
    pub fn problems(&self) -> Vec<String> {
        let mut lines = lines(&self.rim_violations);
        lines.extend(self::lines(&self.repeated));
        lines.extend(self::lines(&self.foreign));
        lines.extend(self::lines(&self.misfits));
        lines.extend(self::lines(&self.missing_clues));
        lines
    }

    /// The breaks, one line each. They cost score, not legality.
    pub fn break_lines(&self) -> Vec<String> {
        lines(&self.break_places)
    }
}

fn lines<T: ToString>(items: &[T]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// Judges a board of `facts.width · facts.height` cells by facts already checked.
pub(crate) fn verdict(facts: &PuzzleFacts, cells: &[Option<Sides>]) -> Verdict {
    let grid = Grid { width: facts.width, height: facts.height, cells };
    let Seams { matched, total, breaks } = seams(&grid, facts.rim);
    let Identity { repeated, foreign, misfits } = identity(&grid, facts);
    let rim_violations = rim_violations(&grid, facts.rim);
    let missing_clues = missing_clues(&grid, facts);
    let official_flags = official_flags(&grid, facts);
    let wrong = rim_violations.len() + repeated.len() + foreign.len() + misfits.len() + missing_clues.len();
    Verdict {
        score: matched,
        total,
        breaks: breaks.len(),
        break_free: break_free(&grid, &breaks),
        break_places: breaks,
        filled: grid.filled().count(),
        cells: cells.len(),
        rim_violations,
        repeated,
        foreign,
        misfits,
        clues_respected: facts.clues.len() - missing_clues.len(),
        clues_required: facts.clues.len(),
        missing_clues,
        official_clues: official_flags.map(|flags| flags.iter().filter(|&&honoured| honoured).count()),
        official_flags,
        regime: official_flags.map(Regime::of),
        legal: wrong == 0,
    }
}
