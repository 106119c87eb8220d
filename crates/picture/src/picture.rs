//! What is to be drawn: a grid of colours and the marks upon it.

use edgewise_puzzle::{Board, Colour, EdgeGrid, GREY, Puzzle, Rim, Sides, opposite};

/// A board and how to show it. The board is `grid`; everything else is choice.
///
/// Cells that lie outside the board are ignored, and cells that `grid.cells` is too short to hold
/// are shown empty, so no picture can fail on its input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPicture {
    /// The colours as placed.
    pub grid: EdgeGrid,
    /// Decides whether grey against grey inside is a break ([`Rim::Grey`]) or a match.
    pub rim: Rim,
    /// Cells to mark discreetly as clues.
    pub clues: Vec<usize>,
    /// Whether to mark the broken seams. On by default.
    pub mark_breaks: bool,
    /// A heading.
    pub title: Option<String>,
    /// A second line, such as the score and the regime.
    pub caption: Option<String>,
    /// A number per cell in row-major order, shown in the middle of filled cells (piece numbers);
    /// may be empty. Not shown in a terminal.
    pub numbers: Vec<Option<usize>>,
    /// Colours to bring out: all others fade. Empty: none does. Not in a terminal.
    pub highlight: Vec<Colour>,
    /// Whether to write row letters A.. and column numbers 1.. beside the board.
    pub coordinates: bool,
    /// Whether to list the colours in use below the board. Off by default; not in a terminal.
    pub legend: bool,
    /// Pixels per cell of the SVG's natural size, 4..=400.
    pub cell_pixels: u32,
}

/// The state of a seam.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeamState {
    /// At least one of the two cells is empty.
    Open,
    /// Both are filled and the colours agree.
    Matched,
    /// Both are filled and the colours do not.
    Break,
}

/// What can be counted on a picture, for its description.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Filled cells.
    pub filled: usize,
    /// Matched seams.
    pub matched: usize,
    /// Breaks.
    pub breaks: usize,
}

impl BoardPicture {
    /// A bare picture of `grid`: breaks marked, nothing written, 48 pixels a cell.
    pub fn new(grid: EdgeGrid, rim: Rim) -> BoardPicture {
        BoardPicture {
            grid,
            rim,
            clues: Vec::new(),
            mark_breaks: true,
            title: None,
            caption: None,
            numbers: Vec::new(),
            highlight: Vec::new(),
            coordinates: false,
            legend: false,
            cell_pixels: 48,
        }
    }

    /// A picture of `board` in `puzzle`: as [`Self::new`], with the clues that the board honours
    /// marked. Every piece on the board must be the puzzle's.
    pub fn of_board(puzzle: &Puzzle, board: &Board) -> BoardPicture {
        let honoured = puzzle.clues().iter().filter(|c| board.cells().get(c.cell) == Some(&Some(c.placement)));
        let clues = honoured.map(|c| c.cell).collect();
        BoardPicture { clues, ..BoardPicture::new(EdgeGrid::from_board(puzzle, board), puzzle.rim()) }
    }

    /// The same picture with the numbers of the pieces of `board`.
    pub fn with_piece_numbers(self, board: &Board) -> BoardPicture {
        BoardPicture { numbers: board.cells().iter().map(|c| c.map(|p| p.piece() + 1)).collect(), ..self }
    }

    /// The colours at `cell`, `None` if it is empty or off the board.
    pub fn sides(&self, cell: usize) -> Option<Sides> {
        if cell < self.grid.size.cells() { self.grid.cells.get(cell).copied().flatten() } else { None }
    }

    /// The state of the seam on `side` of `cell`, `None` on the rim.
    pub fn seam(&self, cell: usize, side: usize) -> Option<SeamState> {
        let other = self.grid.size.neighbour(cell, side)?;
        let (Some(here), Some(there)) = (self.sides(cell), self.sides(other)) else { return Some(SeamState::Open) };
        let (a, b) = (here[side], there[opposite(side)]);
        let matched = a == b && (a != GREY || self.rim != Rim::Grey);
        Some(if matched { SeamState::Matched } else { SeamState::Break })
    }

    /// The breaks as `(cell, side)`, side right or down, in cell order.
    pub fn breaks(&self) -> Vec<(usize, usize)> {
        let seams = self.grid.size.seam_list().map(|(cell, side, _)| (cell, side));
        seams.filter(|&(cell, side)| self.seam(cell, side) == Some(SeamState::Break)).collect()
    }

    /// Counts filled cells, matches and breaks.
    pub fn tally(&self) -> Tally {
        let size = self.grid.size;
        let seams: Vec<SeamState> = size.seam_list().filter_map(|(cell, side, _)| self.seam(cell, side)).collect();
        let count = |state| seams.iter().filter(|&&s| s == state).count();
        Tally {
            filled: (0..size.cells()).filter(|&cell| self.sides(cell).is_some()).count(),
            matched: count(SeamState::Matched),
            breaks: count(SeamState::Break),
        }
    }

    /// The colours in use, ascending.
    pub fn colours(&self) -> Vec<Colour> {
        let mut used = [false; 256];
        for colour in (0..self.grid.size.cells()).filter_map(|cell| self.sides(cell)).flatten() {
            used[usize::from(colour)] = true;
        }
        (0..=Colour::MAX).filter(|&c| used[usize::from(c)]).collect()
    }
}

/// The name of a cell as people write it: row letter, then 1-based column ("I8").
pub fn cell_name(row: usize, col: usize) -> String {
    format!("{}{}", row_letter(row), col + 1)
}

/// The letter of a row: A for the topmost.
pub(crate) fn row_letter(row: usize) -> char {
    char::from(b'A' + (row % 26) as u8)
}

/// How a colour is written: its letter while there is one (`a` = 0 ..= `z` = 25), else its number.
pub(crate) fn colour_label(colour: Colour) -> String {
    if colour < 26 { char::from(b'a' + colour).to_string() } else { colour.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{DOWN, RIGHT, Size};

    fn pair(a: Sides, b: Option<Sides>, rim: Rim) -> BoardPicture {
        let size = Size::new(2, 1).unwrap();
        BoardPicture::new(EdgeGrid { size, cells: vec![Some(a), b] }, rim)
    }

    #[test]
    fn grey_against_grey_follows_the_rim_rule() {
        let (a, b) = ([0, 0, 0, 0], Some([0, 0, 0, 0]));
        assert_eq!(pair(a, b, Rim::Grey).seam(0, RIGHT), Some(SeamState::Break));
        assert_eq!(pair(a, b, Rim::Zero).seam(0, RIGHT), Some(SeamState::Matched));
        assert_eq!(pair(a, b, Rim::Free).seam(0, RIGHT), Some(SeamState::Matched));
        assert_eq!(pair(a, None, Rim::Grey).seam(0, RIGHT), Some(SeamState::Open));
        assert_eq!(pair(a, b, Rim::Grey).seam(0, DOWN), None);
    }

    #[test]
    fn a_short_grid_is_shown_empty_at_its_end() {
        let mut picture = pair([1, 2, 3, 4], Some([1, 2, 3, 4]), Rim::Free);
        assert_eq!(picture.tally(), Tally { filled: 2, matched: 0, breaks: 1 });
        picture.grid.cells.truncate(1);
        assert_eq!(picture.tally(), Tally { filled: 1, matched: 0, breaks: 0 });
        assert_eq!(picture.colours(), vec![1, 2, 3, 4]);
    }
}
