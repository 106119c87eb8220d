//! Board sizes and the geometry of cells and seams.

use crate::piece::{DOWN, LEFT, RIGHT, UP};

/// The longest side a board may have.
pub const MAX_SIDE: usize = 20;
/// The most cells (and so pieces) a board may have.
pub const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;

/// Width and height of a board in cells, each 1..=20.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// A size, if both sides are in 1..=20.
    pub fn new(width: usize, height: usize) -> Option<Size> {
        let ok = (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height);
        ok.then_some(Size { width: width as u8, height: height as u8 })
    }

    /// Cells in a row.
    pub fn width(self) -> usize {
        self.width as usize
    }

    /// Cells in a column.
    pub fn height(self) -> usize {
        self.height as usize
    }

    /// Number of cells.
    pub fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// Number of seams: `2wh - w - h`, 480 for a 16×16 board.
    pub fn seams(self) -> usize {
        2 * self.cells() - self.width() - self.height()
    }

    /// The cell at `row` (0 = top) and `col` (0 = left).
    pub fn cell(self, row: usize, col: usize) -> usize {
        row * self.width() + col
    }

    /// The row of `cell`, 0 = top.
    pub fn row(self, cell: usize) -> usize {
        cell / self.width()
    }

    /// The column of `cell`, 0 = left.
    pub fn col(self, cell: usize) -> usize {
        cell % self.width()
    }

    /// The cell next to `cell` on `side`, or `None` where the rim is.
    pub fn neighbour(self, cell: usize, side: usize) -> Option<usize> {
        let (row, col) = (self.row(cell), self.col(cell));
        match side {
            UP => (row > 0).then(|| cell - self.width()),
            RIGHT => (col + 1 < self.width()).then(|| cell + 1),
            DOWN => (row + 1 < self.height()).then(|| cell + self.width()),
            LEFT => (col > 0).then(|| cell - 1),
            _ => None,
        }
    }

    /// Which sides of `cell` lie on the rim, in side order.
    pub fn rim_sides(self, cell: usize) -> [bool; 4] {
        std::array::from_fn(|side| self.neighbour(cell, side).is_none())
    }

    /// Whether `cell` belongs to the frame (has a side on the rim).
    pub fn is_border(self, cell: usize) -> bool {
        self.rim_sides(cell).contains(&true)
    }

    /// All seams as `(cell, side, neighbour)` with `side` right or down, each once, in cell order.
    pub fn seam_list(self) -> impl Iterator<Item = (usize, usize, usize)> {
        (0..self.cells())
            .flat_map(move |cell| [RIGHT, DOWN].into_iter().map(move |side| (cell, side)))
            .filter_map(move |(cell, side)| self.neighbour(cell, side).map(|other| (cell, side, other)))
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seams_are_counted_once() {
        for (w, h) in [(1, 1), (1, 7), (2, 2), (5, 3), (16, 16), (20, 20)] {
            let size = Size::new(w, h).unwrap();
            assert_eq!(size.seam_list().count(), size.seams());
        }
        assert_eq!(Size::new(16, 16).unwrap().seams(), 480);
        assert_eq!(Size::new(21, 3), None);
        assert_eq!(Size::new(0, 3), None);
    }

    #[test]
    fn neighbours_are_mutual() {
        let size = Size::new(5, 4).unwrap();
        for cell in 0..20 {
            for side in 0..4 {
                if let Some(other) = size.neighbour(cell, side) {
                    assert_eq!(size.neighbour(other, crate::opposite(side)), Some(cell));
                }
            }
        }
    }
}
