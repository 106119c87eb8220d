//! Pieces, their sides, and placements.

use std::fmt;

/// A colour: a small integer. 0 is grey (the rim); the official set uses 1..=22.
pub type Colour = u8;

/// The rim's colour in a framed puzzle.
pub const GREY: Colour = 0;

/// The four colours of a piece in side order up, right, down, left ("URDL").
pub type Sides = [Colour; 4];

/// Index of the upper side in [`Sides`].
pub const UP: usize = 0;
/// Index of the right side in [`Sides`].
pub const RIGHT: usize = 1;
/// Index of the lower side in [`Sides`].
pub const DOWN: usize = 2;
/// Index of the left side in [`Sides`].
pub const LEFT: usize = 3;

/// The side that faces `side` across a seam.
pub const fn opposite(side: usize) -> usize {
    (side + 2) % 4
}

/// `sides` after `rotation` clockwise quarter turns: `rotated[i] = sides[(i + 4 - r) % 4]`.
pub const fn rotated(sides: Sides, rotation: u8) -> Sides {
    let r = (rotation % 4) as usize;
    [sides[(4 - r) % 4], sides[(5 - r) % 4], sides[(6 - r) % 4], sides[(7 - r) % 4]]
}

/// The number of rotations of a piece that look different: 1, 2 or 4. Rotations `0..n` are those.
pub const fn distinct_rotations(sides: Sides) -> u8 {
    let [u, r, d, l] = sides;
    if u == r && r == d && d == l {
        1
    } else if u == d && r == l {
        2
    } else {
        4
    }
}

/// A piece (0-based id) in a rotation (clockwise quarter turns), packed as `id * 4 + rotation`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Placement(u16);

impl Placement {
    /// The placement of piece `piece` (0-based) turned `rotation` quarter turns clockwise.
    pub const fn new(piece: usize, rotation: u8) -> Self {
        Placement((piece as u16) << 2 | (rotation & 3) as u16)
    }

    /// The placement behind a packed code.
    pub const fn from_code(code: u16) -> Self {
        Placement(code)
    }

    /// `id * 4 + rotation`.
    pub const fn code(self) -> u16 {
        self.0
    }

    /// The piece's 0-based id.
    pub const fn piece(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Clockwise quarter turns, 0..=3.
    pub const fn rotation(self) -> u8 {
        (self.0 & 3) as u8
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.piece() + 1, self.rotation())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clockwise_turn_moves_up_to_right() {
        assert_eq!(rotated([1, 2, 3, 4], 0), [1, 2, 3, 4]);
        assert_eq!(rotated([1, 2, 3, 4], 1), [4, 1, 2, 3]);
        assert_eq!(rotated([1, 2, 3, 4], 2), [3, 4, 1, 2]);
        assert_eq!(rotated([1, 2, 3, 4], 3), [2, 3, 4, 1]);
        for r in 0..4u8 {
            for i in 0..4 {
                assert_eq!(rotated([9, 8, 7, 6], r)[i], [9, 8, 7, 6][(i + 4 - r as usize) % 4]);
            }
        }
    }

    #[test]
    fn symmetric_pieces_have_fewer_rotations() {
        assert_eq!(distinct_rotations([1, 1, 1, 1]), 1);
        assert_eq!(distinct_rotations([1, 2, 1, 2]), 2);
        assert_eq!(distinct_rotations([1, 1, 2, 2]), 4);
    }

    #[test]
    fn placements_pack() {
        let p = Placement::new(138, 3);
        assert_eq!((p.piece(), p.rotation(), p.code()), (138, 3, 555));
        assert_eq!(format!("{p:?}"), "139/3");
    }
}
