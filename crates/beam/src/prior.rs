//! The corpus prior: how often each piece lies on each cell in a set of boards (PRIOR of the seed
//! document). The boards themselves are read by the caller; the engine takes their counts as text.

use std::collections::BTreeMap;
use std::fmt::Write;

use edgewise_puzzle::{Board, Puzzle};

/// What a prior must look like, for messages.
pub(crate) const EXPECTED: &str = "none, or @ and counts as edgewise_beam::Corpus writes them";
/// The most boards of a corpus.
const MOST_BOARDS: u64 = 1 << 20;

/// How often each piece lies on each cell in some boards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Corpus {
    boards: u64,
    /// How many of the boards are published ones, or grew out of such.
    published: u64,
    /// By (cell, piece).
    counts: BTreeMap<(usize, usize), u64>,
}

impl Corpus {
    /// Adds a board. `published` says whether it is a published one, or was made with the help of
    /// one: what a beam builds with such a corpus is labelled.
    pub fn add(&mut self, board: &Board, published: bool) {
        self.boards += 1;
        self.published += u64::from(published);
        for (cell, placement) in board.cells().iter().enumerate() {
            if let Some(placement) = placement {
                *self.counts.entry((cell, placement.piece())).or_default() += 1;
            }
        }
    }

    /// Boards added.
    pub fn boards(&self) -> u64 {
        self.boards
    }

    /// Boards among them that are published or grew out of published ones.
    pub fn published(&self) -> u64 {
        self.published
    }

    /// The value of the engine's parameter `prior`: `@`, the number of boards, that of published
    /// ones, and a line `cell piece count` (0-based) for everything that occurs.
    pub fn text(&self) -> String {
        let mut text = format!("@{} {}\n", self.boards, self.published);
        for ((cell, piece), count) in &self.counts {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{cell} {piece} {count}");
        }
        text
    }

    /// Reads what [`Self::text`] wrote; `Ok(None)` for `none`. The error is what does not fit.
    pub(crate) fn parse(text: &str, puzzle: &Puzzle) -> Result<Option<Corpus>, String> {
        if text == "none" {
            return Ok(None);
        }
        let shown = |what: &str| what.chars().take(40).collect::<String>();
        let body = text.strip_prefix('@').ok_or_else(|| shown(text))?;
        let mut numbers = Vec::new();
        for word in body.split_whitespace() {
            numbers.push(word.parse::<u64>().map_err(|_| shown(word))?);
        }
        let ([boards, published], rest) = numbers.split_first_chunk().ok_or_else(|| shown(text))?;
        if *boards > MOST_BOARDS || published > boards || rest.len() % 3 != 0 {
            return Err(format!("{boards} boards, {published} published, {} numbers", rest.len()));
        }
        let mut corpus = Corpus { boards: *boards, published: *published, counts: BTreeMap::new() };
        let cells = puzzle.size().cells() as u64;
        for triple in rest.chunks_exact(3) {
            let (cell, piece, count) = (triple[0], triple[1], triple[2]);
            let fits = cell < cells && piece < cells && (1..=*boards).contains(&count);
            if !fits || corpus.counts.insert((cell as usize, piece as usize), count).is_some() {
                return Err(format!("{cell} {piece} {count}"));
            }
        }
        Ok(Some(corpus))
    }

    /// The share of boards with `piece` on `cell`, 65536 = all.
    pub(crate) fn share(&self, cell: usize, piece: usize) -> u32 {
        let count = self.counts.get(&(cell, piece)).copied().unwrap_or(0);
        ((count << 16) / self.boards.max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{ClueSet, official};

    #[test]
    fn a_corpus_is_written_and_read_again() {
        let puzzle = official::puzzle(ClueSet::Five);
        let mut corpus = Corpus::default();
        corpus.add(&puzzle.clue_board(), true);
        corpus.add(&official::puzzle(ClueSet::Starter).clue_board(), false);
        let read = Corpus::parse(&corpus.text(), &puzzle).unwrap().unwrap();
        assert_eq!(read, corpus);
        assert_eq!((read.boards(), read.published()), (2, 1));
        assert_eq!([(135, 138), (34, 207), (0, 0)].map(|(c, p)| read.share(c, p)), [65536, 32768, 0]);
        assert_eq!(Corpus::parse("none", &puzzle), Ok(None));
        for bad in ["", "x", "@", "@1", "@1 2", "@1 0 5", "@1 0 256 0 1", "@1 0 0 0 2", "@2 0 1 1 1 1 1 1", "@1 x"] {
            assert!(Corpus::parse(bad, &puzzle).is_err(), "{bad}");
        }
    }
}
