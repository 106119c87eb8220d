//! One solution, and whether there is only one.

use edgewise_puzzle::Board;

use super::Encoding;
use super::counts::{Symmetry, look};
use crate::search::{Outcome, Search, SearchError, Settings};

/// Whether a puzzle has one solution.
#[derive(Clone, PartialEq, Debug)]
pub struct Uniqueness {
    /// A solution, if one was found.
    pub first: Option<Board>,
    /// One that is neither the first nor a turn of it, if one was found: the puzzle is not unique.
    pub second: Option<Board>,
    /// The search; it is complete if it came to its end without finding a second.
    pub outcome: Outcome,
}

impl Uniqueness {
    /// The answer, `None` if a limit came first.
    pub fn is_unique(&self) -> Option<bool> {
        if self.second.is_some() {
            return Some(false);
        }
        self.outcome.complete.then_some(self.first.is_some())
    }
}

/// Looks for a solution and then for one that is essentially different from it: it looks different, and
/// so do all turns of the board that are solutions. Stops at the second.
pub fn unique(encoding: &Encoding, settings: &Settings) -> Result<Uniqueness, SearchError> {
    let symmetry = Symmetry::new(encoding);
    let mut search = Search::new(&encoding.problem, settings)?;
    let mut options = Vec::new();
    let (mut first, mut known) = (None, None);
    while search.next_into(&mut options) {
        let look = symmetry.least(look(encoding, &options));
        match &known {
            None => {
                first = Some(encoding.board(&options));
                known = Some(look);
            }
            Some(known) if *known == look => {}
            Some(_) => {
                let second = Some(encoding.board(&options));
                return Ok(Uniqueness { first, second, outcome: search.outcome() });
            }
        }
    }
    Ok(Uniqueness { first, second: None, outcome: search.outcome() })
}
