//! Board letters: four a cell, `'a' + colour`, `aaaa` for an empty cell.

use crate::Sides;
use crate::error::RefereeError;
use crate::place::{Place, Side};

/// The colours of every cell. `width` and `height` are not 0.
pub(crate) fn decode(width: usize, height: usize, letters: &str) -> Result<Vec<Option<Sides>>, RefereeError> {
    let expected = 4 * width * height;
    let mut colours = Vec::with_capacity(expected);
    for (index, found) in letters.chars().take(expected).enumerate() {
        if !found.is_ascii_lowercase() {
            let (place, side) = (Place::of(index / 4, width), Side::ALL[index % 4]);
            return Err(RefereeError::Letter { place, side, found });
        }
        colours.push(found as u8 - b'a');
    }
    let found = letters.chars().count();
    if found < expected {
        return Err(RefereeError::TooShort { place: Place::of(found / 4, width), found, expected });
    }
    if found > expected {
        let place = Place { row: height - 1, col: width - 1 };
        return Err(RefereeError::TooLong { place, found, expected });
    }
    let (cells, _) = colours.as_chunks::<4>();
    Ok(cells.iter().map(|&sides| (sides != [0; 4]).then_some(sides)).collect())
}
