//! The incumbent: the best board of a run so far, and all that every engine asks and tells of it.

use std::cmp::Reverse;

use edgewise_puzzle::{Board, Puzzle, Score};
use serde::{Deserialize, Serialize};

use crate::checkpoint::{self, Cells};
use crate::fill::{Filler, RIM_VIOLATION};
use crate::{Event, Observer};

/// Who fills boards.
const FILLED_BY: [&str; 3] = ["exact", "greedy", "tail"];

/// A board and where it came from.
#[derive(Clone, PartialEq, Debug)]
pub struct BestBoard {
    /// The board; complete if holes are filled at all.
    pub board: Board,
    /// Its score.
    pub score: Score,
    /// Its breaks, a rim violation counted as a thousand: what a complete board must stay below.
    pub cost: u32,
    /// Whether it keeps the clues and the rim rule: asked again and again.
    legal: bool,
    /// The board before its holes were filled.
    pub unfilled: Board,
    /// `exact`, `greedy`, `tail`, or `None` if nothing was filled.
    pub filled_by: Option<&'static str>,
}

impl BestBoard {
    /// Boards in order of worth: fewer rim violations, then more matched seams.
    fn worth(&self) -> (Reverse<u32>, usize) {
        (Reverse(self.cost / RIM_VIOLATION), self.score.matched)
    }
}

/// What checkpoints keep of the best board: the board, the board behind it, and how it was filled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptBoard(Cells, Cells, Option<String>);

/// The boards of an [`crate::Outcome`].
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// The best board, or another where there is none.
    pub board: Board,
    /// Its score.
    pub score: Score,
    /// The board before its holes were filled, with its score.
    pub unfilled: Option<(Board, Score)>,
    /// How it was filled.
    pub filled_by: Option<&'static str>,
}

/// Keeps the best board of a run.
#[derive(Clone, Debug)]
pub struct Incumbent<'a> {
    puzzle: &'a Puzzle,
    /// Fills boards of the puzzle.
    pub filler: Filler<'a>,
    best: Option<BestBoard>,
}

impl<'a> Incumbent<'a> {
    /// No board yet.
    pub fn new(puzzle: &'a Puzzle) -> Incumbent<'a> {
        Incumbent { puzzle, filler: Filler::new(puzzle), best: None }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// The best board so far.
    pub fn best(&self) -> Option<&BestBoard> {
        self.best.as_ref()
    }

    /// Its score.
    pub fn score(&self) -> Option<usize> {
        self.best.as_ref().map(|b| b.score.matched)
    }

    /// Its score if the board is legal: what counts for a target.
    pub fn legal_score(&self) -> Option<usize> {
        self.best.as_ref().filter(|b| b.legal).map(|b| b.score.matched)
    }

    /// Whether no board can be better.
    pub fn is_perfect(&self) -> bool {
        self.legal_score() == Some(self.puzzle.size().seams())
    }

    /// Whether the best board breaks the rim rule.
    pub fn breaks_the_rim(&self) -> bool {
        self.best.as_ref().is_some_and(|b| b.cost >= RIM_VIOLATION)
    }

    /// What a complete board must stay below to be better; every one beats none and a partial one.
    pub fn must_beat(&self) -> u32 {
        self.best.as_ref().filter(|b| b.board.holes().is_empty()).map_or(u32::MAX, |b| b.cost)
    }

    /// Keeps `full`, made of `unfilled`, if it is better than the best; true if it is.
    pub fn take(&mut self, unfilled: &Board, full: Board, filled_by: Option<&'static str>) -> bool {
        let (score, cost) = (self.puzzle.score(&full), self.filler.total_cost(&full));
        let legal = self.puzzle.is_legal(&full);
        let new = BestBoard { board: full, score, cost, legal, unfilled: unfilled.clone(), filled_by };
        let better = self.best.as_ref().is_none_or(|best| new.worth() > best.worth());
        if better {
            self.best = Some(new);
        }
        better
    }

    /// Fills the clue board greedily where the best board breaks the rim rule, since the pieces left over
    /// by a search may not fit the rim. True if that gave a better board.
    pub fn mend_the_rim(&mut self) -> bool {
        let start = self.puzzle.clue_board();
        self.breaks_the_rim() && self.take(&start, self.filler.greedy(&start).board, Some("greedy"))
    }

    /// What a checkpoint keeps.
    pub fn kept(&self) -> Option<KeptBoard> {
        let best = self.best.as_ref()?;
        let by = best.filled_by.map(str::to_owned);
        Some(KeptBoard(checkpoint::cells(&best.board), checkpoint::cells(&best.unfilled), by))
    }

    /// Takes over what a checkpoint kept; false if its boards are none of the puzzle.
    pub fn restore(&mut self, kept: Option<&KeptBoard>) -> bool {
        let Some(KeptBoard(full, unfilled, by)) = kept else { return true };
        let boards = checkpoint::board(self.puzzle, full).zip(checkpoint::board(self.puzzle, unfilled));
        let Some((full, unfilled)) = boards else { return false };
        let by = by.as_deref().map(|by| FILLED_BY.into_iter().find(|&known| known == by).unwrap_or("greedy"));
        self.take(&unfilled, full, by)
    }

    /// Tells of the best board, if there is one.
    pub fn report(&self, nodes: u64, observer: &mut dyn Observer) {
        if let Some(BestBoard { board, score, unfilled, .. }) = &self.best {
            observer.event(&Event::Improved {
                board: board.clone(),
                score: *score,
                nodes,
                unfilled: (unfilled != board).then(|| unfilled.clone()),
            });
        }
    }

    /// What a run leaves: the best board, or `other` where none was taken.
    pub fn ending(&self, other: &Board) -> Ending {
        match &self.best {
            Some(BestBoard { board, score, unfilled, filled_by, .. }) => {
                let before = filled_by.map(|_| (unfilled.clone(), self.puzzle.score(unfilled)));
                Ending { board: board.clone(), score: *score, unfilled: before, filled_by: *filled_by }
            }
            None => {
                let score = self.puzzle.score(other);
                Ending { board: other.clone(), score, unfilled: None, filled_by: None }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{ClueSet, official};

    #[test]
    fn better_boards_are_taken_and_kept() {
        let puzzle = official::puzzle(ClueSet::Five);
        let mut incumbent = Incumbent::new(&puzzle);
        assert_eq!((incumbent.must_beat(), incumbent.score(), incumbent.kept()), (u32::MAX, None, None));
        let clues = puzzle.clue_board();
        let full = incumbent.filler.greedy(&clues).board;
        assert!(incumbent.take(&clues, full.clone(), Some("tail")));
        assert!(!incumbent.take(&clues, full.clone(), Some("greedy")), "no better than itself");
        assert_eq!(incumbent.must_beat(), puzzle.score(&full).breaks as u32);
        let mut other = Incumbent::new(&puzzle);
        assert!(other.restore(incumbent.kept().as_ref()));
        assert_eq!((other.best(), other.ending(&clues)), (incumbent.best(), incumbent.ending(&clues)));
        let text = serde_json::to_string(&incumbent.kept()).unwrap();
        assert_eq!(serde_json::from_str::<Option<KeptBoard>>(&text).unwrap(), incumbent.kept());
        let small = KeptBoard(vec![-1; 4], vec![-1; 4], None);
        assert!(!Incumbent::new(&puzzle).restore(Some(&small)), "a board of another puzzle");
    }

    #[test]
    fn a_board_that_breaks_the_rim_gives_way_to_any_that_keeps_it() {
        let puzzle = official::puzzle(ClueSet::Five);
        let mut incumbent = Incumbent::new(&puzzle);
        let clues = puzzle.clue_board();
        let mut broken = incumbent.filler.greedy(&clues).board;
        let (corner, inner) = (broken.get(0), broken.get(17));
        broken.set(0, inner);
        broken.set(17, corner);
        assert!(incumbent.take(&clues, broken, Some("greedy")) && incumbent.breaks_the_rim());
        assert_eq!(incumbent.legal_score(), None);
        assert!(incumbent.mend_the_rim() && !incumbent.breaks_the_rim() && !incumbent.mend_the_rim());
    }
}
