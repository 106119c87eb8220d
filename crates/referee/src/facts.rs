//! What the referee has to know of a puzzle.

use crate::Sides;
use crate::error::RefereeError;
use crate::place::Place;

/// The longest side of a board.
pub const MAX_SIDE: usize = 20;

/// What lies on the rim, and whether colour 0 may match inside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RimRule {
    /// Rim sides are grey (0); grey against grey inside is a break. Eternity II.
    Grey,
    /// Rim sides are 0; inside, 0 is a colour like any other. MacMahon's squares.
    Zero,
    /// Rim sides are anything; 0 is a colour like any other. Wang tiles in a box.
    Free,
}

/// A placement that is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClueFact {
    /// Row-major cell number.
    pub cell: usize,
    /// 0-based piece id.
    pub piece: usize,
    /// Clockwise quarter turns from the piece's sides as given, 0..=3.
    pub rotation: u8,
}

/// The bare facts of a puzzle. Judging fails if they contradict themselves: a side beyond
/// [`MAX_SIDE`], not one piece a cell, a clue off the board or of no piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleFacts {
    /// Cells in a row, 1..=20.
    pub width: usize,
    /// Cells in a column, 1..=20.
    pub height: usize,
    /// The pieces unturned, up, right, down, left; as many as cells.
    pub pieces: Vec<Sides>,
    /// The rim rule.
    pub rim: RimRule,
    /// Whether pieces may be turned.
    pub rotation: bool,
    /// The clues a legal board respects.
    pub clues: Vec<ClueFact>,
    /// The five official clues, the starter first, if this is the official set; they decide the
    /// regime label, not legality.
    pub official_clues: Option<[ClueFact; 5]>,
}

impl PuzzleFacts {
    /// Refuses facts that contradict themselves.
    pub(crate) fn check(&self) -> Result<(), RefereeError> {
        let (width, height) = (self.width, self.height);
        if ![width, height].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
            return Err(RefereeError::Size { width, height });
        }
        let (found, expected) = (self.pieces.len(), width * height);
        if found != expected {
            return Err(RefereeError::PieceCount { found, width, height, expected });
        }
        self.check_clues("clue", &self.clues)?;
        self.check_clues("official clue", self.official_clues.as_ref().map_or(&[], |five| five))
    }

    fn check_clues(&self, list: &'static str, clues: &[ClueFact]) -> Result<(), RefereeError> {
        let cells = self.width * self.height;
        for (index, &ClueFact { cell, piece, rotation }) in (1..).zip(clues) {
            if cell >= cells {
                return Err(RefereeError::ClueCell { list, index, cell, cells });
            }
            let place = Place::of(cell, self.width);
            let pieces = self.pieces.len();
            if piece >= pieces {
                return Err(RefereeError::CluePiece { list, index, place, piece: piece + 1, pieces });
            }
            if rotation > 3 {
                return Err(RefereeError::ClueRotation { list, index, place, rotation });
            }
        }
        Ok(())
    }

    /// The colours a clue asks for at its cell.
    pub(crate) fn clue_sides(&self, clue: ClueFact) -> Sides {
        turned(self.pieces[clue.piece], clue.rotation)
    }
}

/// A piece after `turns` clockwise quarter turns; each takes the upper side to the right.
pub(crate) fn turned(mut sides: Sides, turns: u8) -> Sides {
    for _ in 0..turns {
        let [up, right, down, left] = sides;
        sides = [left, up, right, down];
    }
    sides
}
