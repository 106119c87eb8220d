//! The published boards of the official puzzle, with the figures recorded for them, and ways to spoil them.

/// A board and its recorded figures.
#[derive(Debug)]
pub(crate) struct Published {
    pub(crate) name: &'static str,
    pub(crate) score: usize,
    pub(crate) filled: usize,
    pub(crate) break_free: usize,
    /// How many of the five official clues it honours.
    pub(crate) clues: usize,
    /// Whether the starter is one of them.
    pub(crate) starter: bool,
    pub(crate) regime: &'static str,
    pub(crate) letters: &'static str,
}

/// Every published board of the referee's own test data.
pub(crate) fn published() -> Vec<Published> {
    let rows = include_str!("../../../referee/tests/data/boards.tsv").lines().filter(|l| !l.starts_with('#'));
    let board = |row: &'static str| {
        let columns: Vec<&'static str> = row.split('\t').collect();
        let number = |i: usize| columns[i].parse().unwrap();
        Published {
            name: columns[0],
            score: number(1),
            filled: number(2),
            break_free: number(3),
            clues: columns[4].matches('1').count(),
            starter: columns[4].starts_with('1'),
            regime: columns[5],
            letters: columns[7],
        }
    };
    rows.map(board).collect()
}

/// The letters of a published board.
pub(crate) fn letters(name: &str) -> &'static str {
    published().into_iter().find(|b| b.name == name).unwrap().letters
}

/// The best known board: 470, the starter clue.
pub(crate) const BEST: &str = "JBlackwood+Jef_470";
/// The best known board with all five clues: 464.
pub(crate) const BEST_FIVE: &str = "Benjamin_Riotte_464";
/// A board with holes: 230 pieces, no break.
pub(crate) const PARTIAL: &str = "Joshua_Blackwood_230";

/// The letters of a 16x16 board with one cell written over.
pub(crate) fn with_cell(letters: &str, row: usize, col: usize, cell: &str) -> String {
    let at = 4 * (16 * row + col);
    format!("{}{cell}{}", &letters[..at], &letters[at + 4..])
}

/// The letters of a 16x16 board's cell.
pub(crate) fn cell(letters: &str, row: usize, col: usize) -> &str {
    &letters[4 * (16 * row + col)..][..4]
}

/// The letters with two cells exchanged.
pub(crate) fn exchanged(letters: &str, a: (usize, usize), b: (usize, usize)) -> String {
    let (first, second) = (cell(letters, a.0, a.1), cell(letters, b.0, b.1));
    with_cell(&with_cell(letters, a.0, a.1, second), b.0, b.1, first)
}
