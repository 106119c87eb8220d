//! The gap of a board: its holes, what lies around them, and the pieces left over.
//!
//! A search that fills the last cells of one order again and again leaves the same holes every time: where
//! they lie is found once ([`Gap`]), and of each board only what its holes meet and which pieces it has
//! left ([`Around`]).

use edgewise_puzzle::{Board, Colour, Puzzle, Rim, opposite};

use super::{Filler, ParityMask, still_to_come};

/// Where holes lie, towards each other and towards the rim: the same for all boards with these holes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gap {
    /// The holes, hardest first: the one with most sides known (rim, placed, or an earlier hole).
    cells: Vec<usize>,
    /// By hole and side: the hole there.
    pub(super) neighbours: Vec<[Option<u8>; 4]>,
    /// By hole and side: whether it lies on the rim.
    pub(super) rim: Vec<[bool; 4]>,
}

/// What a board has around its gap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Around {
    /// By hole (in the order of [`Gap::cells`]) and side: the colour placed there; none at the rim and
    /// between holes.
    pub meets: Vec<[Option<Colour>; 4]>,
    /// The pieces left over, by rising number.
    pub pieces: Vec<usize>,
    /// The breaks on the board.
    pub breaks: u32,
    /// The colours they leave out of balance ([`Filler::state_of`]).
    pub parity: ParityMask,
    /// Whether every rim side on the board is as it must be.
    pub keeps_the_rim: bool,
}

impl Gap {
    /// The gap of `board`.
    pub fn of(puzzle: &Puzzle, board: &Board) -> Gap {
        let (size, cells) = (puzzle.size(), hardest_first(puzzle, board));
        let mut hole_at = vec![None; size.cells()];
        cells.iter().enumerate().for_each(|(hole, &cell)| hole_at[cell] = u8::try_from(hole).ok());
        let by_side = |cell: usize| std::array::from_fn(|side| size.neighbour(cell, side));
        let around: Vec<[Option<usize>; 4]> = cells.iter().map(|&cell| by_side(cell)).collect();
        Gap {
            cells,
            neighbours: around.iter().map(|sides| sides.map(|other| other.and_then(|other| hole_at[other]))).collect(),
            rim: around.iter().map(|sides| sides.map(|other| other.is_none())).collect(),
        }
    }

    /// The holes, in the order that [`Around`] has them.
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// Where a hole meets a cell that is none: the hole's number, its side, and the cell.
    pub fn seams(&self, puzzle: &Puzzle) -> impl Iterator<Item = (usize, usize, usize)> {
        let sides = self.cells.iter().enumerate().flat_map(|(hole, &cell)| (0..4).map(move |side| (hole, cell, side)));
        sides.filter_map(|(hole, cell, side)| {
            let other = puzzle.size().neighbour(cell, side)?;
            self.neighbours[hole][side].is_none().then_some((hole, side, other))
        })
    }
}

impl Filler<'_> {
    /// What `board` has around its gap.
    pub fn around(&self, board: &Board, gap: &Gap) -> Around {
        let (breaks, parity) = self.state(board);
        let mut meets = vec![[None; 4]; gap.cells.len()];
        for (hole, side, other) in gap.seams(self.puzzle) {
            meets[hole][side] = board.get(other).map(|there| self.puzzle.sides(there)[opposite(side)]);
        }
        let pieces = left_over(self.puzzle, board);
        Around { meets, pieces, breaks, parity, keeps_the_rim: self.rim_violations(board) == 0 }
    }

    /// [`Self::lower_bound`] of a board with this around its gap.
    pub fn lower_bound_around(&self, around: &Around) -> u32 {
        // By colour; [`Colour`] is a byte.
        let (mut supply, mut demand) = ([0u16; 256], [0u16; 256]);
        around.meets.iter().flatten().flatten().for_each(|&colour| demand[usize::from(colour)] += 1);
        let left = around.pieces.iter().flat_map(|&piece| self.puzzle.pieces()[piece]);
        left.for_each(|colour| supply[usize::from(colour)] += 1);
        let framed = self.puzzle.rim() == Rim::Grey;
        // In a framed puzzle grey matches nothing: it must break wherever it lies open, and asks for nothing.
        let colours = usize::from(framed)..self.colours;
        around.breaks + still_to_come(&supply[colours.clone()], &demand[colours], framed)
    }
}

/// The pieces that do not lie on `board`, by rising number.
pub(super) fn left_over(puzzle: &Puzzle, board: &Board) -> Vec<usize> {
    let mut left = vec![true; puzzle.pieces().len()];
    board.cells().iter().flatten().for_each(|p| left[p.piece()] = false);
    (0..left.len()).filter(|&piece| left[piece]).collect()
}

/// The holes of `board`, the one with most sides known first.
pub(super) fn hardest_first(puzzle: &Puzzle, board: &Board) -> Vec<usize> {
    let size = puzzle.size();
    let mut open = board.holes();
    let mut is_open = vec![false; size.cells()];
    open.iter().for_each(|&c| is_open[c] = true);
    let mut cells = Vec::with_capacity(open.len());
    // Where grey is an ordinary colour inside, the rim gets its pieces first.
    let rim_weight = if puzzle.rim() == Rim::Zero { 8 } else { 1 };
    while !open.is_empty() {
        let weight = |c: usize, s: usize| match size.neighbour(c, s) {
            None => rim_weight,
            Some(other) => usize::from(!is_open[other]),
        };
        let known = |c: usize| (0..4).map(|s| weight(c, s)).sum::<usize>();
        let next = (0..open.len()).max_by_key(|&i| (known(open[i]), usize::MAX - i)).unwrap_or(0);
        let cell = open.remove(next);
        is_open[cell] = false;
        cells.push(cell);
    }
    cells
}
