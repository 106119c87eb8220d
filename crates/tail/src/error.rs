//! Why a tail cannot be asked, solved, or believed.

/// An error about a tail: one line that names what, where, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TailError {
    /// The board has another size than the puzzle.
    #[error("the board is {found}: expected {expected}, the puzzle's size")]
    BoardSize {
        /// The board's size.
        found: edgewise_puzzle::Size,
        /// The puzzle's size.
        expected: edgewise_puzzle::Size,
    },
    /// The board breaks the puzzle's rules.
    #[error("the board is not legal: {0}")]
    IllegalBoard(String),
    /// A freed cell is no cell of the board.
    #[error("free cell {cell}: off the {size} board, expected a cell in 0..{}", size.cells())]
    OffBoard {
        /// The cell given.
        cell: usize,
        /// The board's size.
        size: edgewise_puzzle::Size,
    },
    /// A cell is listed twice.
    #[error("free cell {0}: listed twice, expected each cell once")]
    Twice(usize),
    /// A freed cell holds a clue.
    #[error("free cell {cell} (row {row}, column {col}): holds clue piece {piece}, and clues are never freed")]
    ClueCell {
        /// The cell.
        cell: usize,
        /// Its 0-based row.
        row: usize,
        /// Its 0-based column.
        col: usize,
        /// 1-based number of the pinned piece.
        piece: usize,
    },
    /// No cell is freed.
    #[error("no cell is free: {0}")]
    NothingFree(String),
    /// Fewer pieces than cells.
    #[error("{pieces} pieces for {cells} free cells: {advice}")]
    TooFewPieces {
        /// Pieces of the pool.
        pieces: usize,
        /// Free cells.
        cells: usize,
        /// What to do.
        advice: &'static str,
    },
    /// The cap is no number of incoming sides that means anything.
    #[error("cap {0}: expected 1, 2 or none")]
    Cap(u8),
    /// The order does not list the cells it is asked about.
    #[error("order: {0}")]
    Order(String),
    /// A region flag does not fit the board.
    #[error("{0}")]
    Region(String),
    /// A back end cannot take this problem.
    #[error("back end {backend}: {why}")]
    Unsupported {
        /// Its name.
        backend: &'static str,
        /// What it can take instead.
        why: String,
    },
    /// A back end is not installed or failed.
    #[error("back end {backend}: {why}")]
    Backend {
        /// Its name.
        backend: &'static str,
        /// What happened, and what to do.
        why: String,
    },
    /// A back end's answer does not stand up to the check.
    #[error("the answer of back end {backend} fails the check: {why}")]
    Wrong {
        /// Its name.
        backend: String,
        /// What is wrong.
        why: String,
    },
}
