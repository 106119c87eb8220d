//! A board as colours, row by row.

use crate::Sides;
use crate::place::Place;

/// The colours of every cell. `cells` holds `width · height` of them.
pub(crate) struct Grid<'a> {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) cells: &'a [Option<Sides>],
}

impl Grid<'_> {
    /// The colours at `place`, `None` where the cell is empty or there is no such cell.
    pub(crate) fn at(&self, place: Place) -> Option<Sides> {
        let inside = place.row < self.height && place.col < self.width;
        if inside { self.cells[place.row * self.width + place.col] } else { None }
    }

    /// Every filled cell and its colours, row by row.
    pub(crate) fn filled(&self) -> impl Iterator<Item = (Place, Sides)> {
        (0..).zip(self.cells).filter_map(|(cell, sides)| sides.map(|sides| (Place::of(cell, self.width), sides)))
    }
}
