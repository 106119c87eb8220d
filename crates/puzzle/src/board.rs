//! Boards: a placement or nothing per cell.

use crate::fnv::Fnv;
use crate::piece::Placement;
use crate::size::Size;

/// A placement or nothing for every cell of a board. Holds no rule: legality and score are
/// [`crate::Puzzle`]'s business.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    size: Size,
    cells: Vec<Option<Placement>>,
}

impl Board {
    /// A board with every cell empty.
    pub fn empty(size: Size) -> Board {
        Board { size, cells: vec![None; size.cells()] }
    }

    /// A board from its cells in row-major order, if their number fits `size`.
    pub fn from_cells(size: Size, cells: Vec<Option<Placement>>) -> Option<Board> {
        (cells.len() == size.cells()).then_some(Board { size, cells })
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What lies at `cell`.
    pub fn get(&self, cell: usize) -> Option<Placement> {
        self.cells[cell]
    }

    /// Puts `placement` (or nothing) at `cell`.
    pub fn set(&mut self, cell: usize, placement: Option<Placement>) {
        self.cells[cell] = placement;
    }

    /// All cells in row-major order.
    pub fn cells(&self) -> &[Option<Placement>] {
        &self.cells
    }

    /// Number of filled cells.
    pub fn filled(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// The empty cells in row-major order.
    pub fn holes(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&c| self.cells[c].is_none()).collect()
    }

    /// A 64-bit hash of the placements alone (FNV-1a over size and cell codes), the same on every
    /// machine and for ever: two boards with the same placements share it.
    pub fn hash64(&self) -> u64 {
        let mut hash = Fnv::default();
        hash.byte(self.size.width() as u8);
        hash.byte(self.size.height() as u8);
        self.cells.iter().for_each(|cell| hash.half(cell.map_or(u16::MAX, Placement::code)));
        hash.hash()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_tells_boards_apart_and_never_changes() {
        let size = Size::new(2, 2).unwrap();
        let mut board = Board::empty(size);
        let before = board.hash64();
        board.set(3, Some(Placement::new(2, 1)));
        assert_ne!(before, board.hash64());
        assert_eq!(board.holes(), vec![0, 1, 2]);
        assert_eq!(board.filled(), 1);
    }
}
