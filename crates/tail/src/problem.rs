//! The question: which refill of the free cells matches most seams?

use edgewise_puzzle::{Board, Colour, Placement, Puzzle, Sides, opposite};

use crate::error::TailError;

/// Which pieces may go into the free cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pool {
    /// Those that stand there.
    #[default]
    Here,
    /// Every piece that lies on no frozen cell: those that stand there and those left over.
    Unplaced,
}

impl Pool {
    /// One word, as the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Pool::Here => "here",
            Pool::Unplaced => "unplaced",
        }
    }
}

/// How a tail is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TailOptions {
    /// The pieces.
    pub pool: Pool,
    /// Most breaks on a free cell's *incoming* sides, those towards cells earlier in the order; `None` for
    /// any number. A frozen cell's own incoming sides are not capped.
    pub cap: Option<u8>,
    /// The order that says which cells are earlier, every free cell and all its neighbours in it; `None` for
    /// row order, where up and left come in.
    pub order: Option<Vec<usize>>,
}

/// What one side of a free cell meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meets {
    /// The rim of the board.
    Rim,
    /// A frozen cell that shows this colour.
    Frozen(Colour),
    /// Another free cell, by its slot number.
    Slot(usize),
    /// An empty frozen cell: no seam.
    Open,
}

/// A free cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The cell, row-major.
    pub cell: usize,
    /// What its sides meet, in side order.
    pub meets: [Meets; 4],
    /// Which sides are incoming: towards a cell earlier in the order, empty or not.
    pub incoming: [bool; 4],
}

/// A way to fill a slot: a piece of the pool in a rotation that belongs there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Option4 {
    /// Index into the pool.
    pub index: usize,
    /// The piece and rotation.
    pub placement: Placement,
    /// Its sides as placed.
    pub sides: Sides,
}

/// A checked tail. Every slot takes exactly one piece, every piece of the pool goes into at most one slot, in
/// a rotation that [`Puzzle::fits`] (grey exactly on the rim in a framed puzzle), and no slot has more breaks
/// on its incoming sides than the cap. Wanted: the most matched seams.
#[derive(Clone, Debug)]
pub struct TailProblem {
    puzzle: Puzzle,
    given: Board,
    frozen: Board,
    slots: Vec<Slot>,
    pool: Vec<usize>,
    pool_kind: Pool,
    cap: Option<u8>,
    base_score: usize,
    seams: usize,
}

impl TailProblem {
    /// The tail of `board` (holes allowed) in the cells `free`, in any sequence; slots are numbered by cell.
    ///
    /// # Errors
    /// If the board is not the puzzle's or not legal, a free cell is off the board, doubled or a clue's, none
    /// is free, the pool has fewer pieces than there are free cells, the cap is neither 1 nor 2, or the
    /// order leaves out a free cell or a neighbour of one.
    pub fn new(puzzle: &Puzzle, board: &Board, free: &[usize], options: &TailOptions) -> Result<Self, TailError> {
        let size = puzzle.size();
        if board.size() != size {
            return Err(TailError::BoardSize { found: board.size(), expected: size });
        }
        if let Some(cap) = options.cap.filter(|cap| !(1..=2).contains(cap)) {
            return Err(TailError::Cap(cap));
        }
        let slot_of = slot_numbers(puzzle, free)?;
        check_legal(puzzle, board, &slot_of)?;
        let positions = positions(puzzle, options.order.as_deref())?;
        let mut frozen = board.clone();
        free.iter().for_each(|&cell| frozen.set(cell, None));
        let pool = pool(puzzle, board, &frozen, options.pool);
        if pool.len() < free.len() {
            let advice = match options.pool {
                Pool::Here => "some are empty on the board, expected pool `unplaced` for a region with holes",
                Pool::Unplaced => "expected as many unplaced pieces as free cells",
            };
            return Err(TailError::TooFewPieces { pieces: pool.len(), cells: free.len(), advice });
        }
        let mut cells = free.to_vec();
        cells.sort_unstable();
        let slots = cells.iter().map(|&cell| slot(puzzle, &frozen, &slot_of, &positions, cell));
        let slots: Vec<Slot> = slots.collect::<Result<_, _>>()?;
        let to_frozen = slots.iter().flat_map(|s| s.meets).filter(|m| matches!(m, Meets::Frozen(_))).count();
        let between = slots.iter().flat_map(|s| s.meets).filter(|m| matches!(m, Meets::Slot(_))).count() / 2;
        Ok(TailProblem {
            base_score: puzzle.score(&frozen).matched,
            puzzle: puzzle.clone(),
            given: board.clone(),
            frozen,
            slots,
            pool,
            pool_kind: options.pool,
            cap: options.cap,
            seams: to_frozen + between,
        })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The board as given.
    pub fn given(&self) -> &Board {
        &self.given
    }

    /// The board with the free cells empty.
    pub fn frozen(&self) -> &Board {
        &self.frozen
    }

    /// The free cells, by cell number.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The pieces of the pool, 0-based ids in ascending order; at least as many as slots.
    pub fn pool(&self) -> &[usize] {
        &self.pool
    }

    /// What the pool was made of.
    pub fn pool_kind(&self) -> Pool {
        self.pool_kind
    }

    /// Most breaks on a slot's incoming sides.
    pub fn cap(&self) -> Option<u8> {
        self.cap
    }

    /// The same tail under another cap (`None`, 1 or 2).
    ///
    /// # Errors
    /// If the cap is neither 1 nor 2.
    pub fn with_cap(&self, cap: Option<u8>) -> Result<TailProblem, TailError> {
        match cap {
            Some(cap) if !(1..=2).contains(&cap) => Err(TailError::Cap(cap)),
            _ => Ok(TailProblem { cap, ..self.clone() }),
        }
    }

    /// Matched seams that touch no free cell.
    pub fn base_score(&self) -> usize {
        self.base_score
    }

    /// Seams a refill decides: between two slots, or between a slot and a filled frozen cell. No refill
    /// scores more than `base_score + seams`.
    pub fn seams(&self) -> usize {
        self.seams
    }

    /// The score of the board as given.
    pub fn given_score(&self) -> usize {
        self.puzzle.score(&self.given).matched
    }

    /// The ways to fill `slot`, by piece and then rotation.
    pub fn options(&self, slot: usize) -> Vec<Option4> {
        let cell = self.slots[slot].cell;
        let all = self.pool.iter().enumerate().flat_map(|(index, &piece)| {
            self.puzzle.rotations(piece).map(move |r| {
                let placement = Placement::new(piece, r);
                Option4 { index, placement, sides: self.puzzle.sides(placement) }
            })
        });
        all.filter(|option| self.puzzle.fits(cell, option.sides)).collect()
    }

    /// The breaks on the incoming sides of each free cell of `board`, by slot; empty cells make none.
    pub fn incoming_breaks(&self, board: &Board) -> Vec<usize> {
        let breaks = |slot: &Slot| {
            let Some(here) = board.get(slot.cell).map(|p| self.puzzle.sides(p)) else { return 0 };
            let broken = |side: usize| {
                let other = self.puzzle.size().neighbour(slot.cell, side).and_then(|c| board.get(c));
                other.is_some_and(|p| !self.puzzle.seam_matches(here[side], self.puzzle.sides(p)[opposite(side)]))
            };
            (0..4).filter(|&side| slot.incoming[side] && broken(side)).count()
        };
        self.slots.iter().map(breaks).collect()
    }

    /// Whether what stands on the free cells is itself a refill: no holes, the rim kept, no turn that is not
    /// allowed, and at most `cap` incoming breaks on each.
    pub fn stands(&self, cap: Option<u8>) -> bool {
        let fits = |cell: usize| {
            self.given().get(cell).is_some_and(|placement| {
                let turned = self.puzzle().rotation() || placement.rotation() == 0;
                turned && self.puzzle().fits(cell, self.puzzle().sides(placement))
            })
        };
        let keeps = cap.is_none_or(|cap| self.most_incoming_breaks(self.given()) <= usize::from(cap));
        keeps && self.slots().iter().all(|slot| fits(slot.cell))
    }

    /// The greatest of [`Self::incoming_breaks`].
    pub fn most_incoming_breaks(&self, board: &Board) -> usize {
        self.incoming_breaks(board).into_iter().max().unwrap_or(0)
    }

    /// The frozen board with slot `i` filled by `filling[i]`.
    pub fn refilled(&self, filling: &[Placement]) -> Board {
        let mut board = self.frozen.clone();
        self.slots.iter().zip(filling).for_each(|(slot, &placement)| board.set(slot.cell, Some(placement)));
        board
    }
}

/// The slot number of every cell, `None` where it is frozen.
fn slot_numbers(puzzle: &Puzzle, free: &[usize]) -> Result<Vec<Option<usize>>, TailError> {
    let size = puzzle.size();
    let mut is_free = vec![false; size.cells()];
    for &cell in free {
        if cell >= size.cells() {
            return Err(TailError::OffBoard { cell, size });
        }
        if std::mem::replace(&mut is_free[cell], true) {
            return Err(TailError::Twice(cell));
        }
        if let Some(clue) = puzzle.clues().iter().find(|clue| clue.cell == cell) {
            let (row, col) = (size.row(cell), size.col(cell));
            return Err(TailError::ClueCell { cell, row, col, piece: clue.placement.piece() + 1 });
        }
    }
    if free.is_empty() {
        return Err(TailError::NothingFree("expected at least one cell that holds no clue".to_owned()));
    }
    let mut next = 0;
    let number = |is_free: bool| {
        next += usize::from(is_free);
        is_free.then(|| next - 1)
    };
    Ok(is_free.into_iter().map(number).collect())
}

/// The rules of [`Puzzle::is_legal`], the rim asked of frozen cells only (what lies on free cells goes), and
/// what is wrong first.
fn check_legal(puzzle: &Puzzle, board: &Board, slot_of: &[Option<usize>]) -> Result<(), TailError> {
    let size = puzzle.size();
    let at = |cell: usize| format!("row {}, column {}", size.row(cell), size.col(cell));
    let bad = |what: String| Err(TailError::IllegalBoard(what));
    let mut used_at: Vec<Option<usize>> = vec![None; puzzle.pieces().len()];
    for (cell, placement) in board.cells().iter().enumerate().filter_map(|(c, p)| p.map(|p| (c, p))) {
        let number = placement.piece() + 1;
        let Some(used) = used_at.get_mut(placement.piece()) else {
            return bad(format!("{}: piece {number} does not exist", at(cell)));
        };
        if let Some(other) = used.replace(cell) {
            return bad(format!("{}: piece {number} lies at {} too", at(cell), at(other)));
        }
        if slot_of[cell].is_some() {
            continue;
        }
        if !puzzle.rim_ok(cell, puzzle.sides(placement)) {
            return bad(format!("{}: expected grey on the rim", at(cell)));
        }
        if !puzzle.rotation() && placement.rotation() != 0 {
            return bad(format!("{}: piece {number} is turned, the puzzle has no rotation", at(cell)));
        }
    }
    match puzzle.clues().iter().find(|clue| board.get(clue.cell) != Some(clue.placement)) {
        Some(clue) => bad(format!("{}: expected clue piece {}", at(clue.cell), clue.placement.piece() + 1)),
        None => Ok(()),
    }
}

/// The position of every cell in the order, `usize::MAX` where it leaves the cell out.
fn positions(puzzle: &Puzzle, order: Option<&[usize]>) -> Result<Vec<usize>, TailError> {
    let size = puzzle.size();
    let Some(order) = order else { return Ok((0..size.cells()).collect()) };
    let mut positions = vec![usize::MAX; size.cells()];
    for (position, &cell) in order.iter().enumerate() {
        match positions.get_mut(cell) {
            None => return Err(TailError::Order(format!("cell {cell} is off the {size} board"))),
            Some(p) if *p != usize::MAX => return Err(TailError::Order(format!("cell {cell} comes twice"))),
            Some(p) => *p = position,
        }
    }
    Ok(positions)
}

fn pool(puzzle: &Puzzle, board: &Board, frozen: &Board, kind: Pool) -> Vec<usize> {
    let mut taken = vec![false; puzzle.pieces().len()];
    frozen.cells().iter().flatten().for_each(|p| taken[p.piece()] = true);
    let mut here = vec![false; puzzle.pieces().len()];
    board.cells().iter().flatten().for_each(|p| here[p.piece()] = true);
    (0..taken.len()).filter(|&p| !taken[p] && (here[p] || kind == Pool::Unplaced)).collect()
}

fn slot(
    puzzle: &Puzzle,
    frozen: &Board,
    slot_of: &[Option<usize>],
    positions: &[usize],
    cell: usize,
) -> Result<Slot, TailError> {
    let mut meets = [Meets::Rim; 4];
    let mut incoming = [false; 4];
    for side in 0..4 {
        let Some(other) = puzzle.size().neighbour(cell, side) else { continue };
        meets[side] = match (slot_of[other], frozen.get(other)) {
            (Some(slot), _) => Meets::Slot(slot),
            (None, Some(there)) => Meets::Frozen(puzzle.sides(there)[opposite(side)]),
            (None, None) => Meets::Open,
        };
        if let Some(missing) = [cell, other].into_iter().find(|&c| positions[c] == usize::MAX) {
            return Err(TailError::Order(format!("cell {missing} is missing, expected every cell near a free one")));
        }
        incoming[side] = positions[other] < positions[cell];
    }
    Ok(Slot { cell, meets, incoming })
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::generate::{Specification, generate};
    use edgewise_puzzle::{ClueSet, official};

    fn made(clues: usize) -> edgewise_puzzle::generate::Generated {
        let spec = Specification {
            width: 4,
            height: 3,
            frame_colours: 2,
            inner_colours: 2,
            clues,
            seed: 3,
            ..Default::default()
        };
        generate(&spec).unwrap()
    }

    #[test]
    fn slots_know_what_they_meet() {
        let made = made(0);
        let mut board = made.solution.clone();
        board.set(7, None);
        let problem = TailProblem::new(&made.puzzle, &board, &[6, 5], &TailOptions::default()).unwrap();
        let slots = problem.slots();
        let frozen = |cell: usize, side: usize| Meets::Frozen(made.puzzle.sides(board.get(cell).unwrap())[side]);
        assert_eq!((slots[0].cell, slots[1].cell), (5, 6));
        assert_eq!(slots[0].meets, [frozen(1, 2), Meets::Slot(1), frozen(9, 0), frozen(4, 1)]);
        assert_eq!(slots[1].meets, [frozen(2, 2), Meets::Open, frozen(10, 0), Meets::Slot(0)]);
        assert_eq!(slots[0].incoming, [true, false, false, true]);
        assert_eq!((problem.seams(), problem.pool().len()), (6, 2));
        assert_eq!(problem.base_score() + 6, problem.given_score());
        let all = TailOptions { pool: Pool::Unplaced, ..Default::default() };
        assert_eq!(TailProblem::new(&made.puzzle, &board, &[6, 5], &all).unwrap().pool().len(), 3);
    }

    #[test]
    fn an_order_says_which_sides_come_in() {
        let made = made(0);
        let order: Vec<usize> = (0..12).rev().collect();
        let options = TailOptions { order: Some(order), cap: Some(1), ..Default::default() };
        let problem = TailProblem::new(&made.puzzle, &made.solution, &[5], &options).unwrap();
        assert_eq!(problem.slots()[0].incoming, [false, true, true, false]);
        let short = TailOptions { order: Some(vec![5, 4, 6, 1]), ..Default::default() };
        let error = TailProblem::new(&made.puzzle, &made.solution, &[5], &short).unwrap_err().to_string();
        assert_eq!(error, "order: cell 9 is missing, expected every cell near a free one");
    }

    #[test]
    fn bad_questions_are_named() {
        let made = made(0);
        let ask = |board: &Board, free: &[usize], options: &TailOptions| {
            TailProblem::new(&made.puzzle, board, free, options).unwrap_err().to_string()
        };
        let plain = TailOptions::default();
        assert_eq!(ask(&made.solution, &[12], &plain), "free cell 12: off the 4x3 board, expected a cell in 0..12");
        assert_eq!(ask(&made.solution, &[3, 3], &plain), "free cell 3: listed twice, expected each cell once");
        assert!(ask(&made.solution, &[], &plain).starts_with("no cell is free"));
        let capped = TailOptions { cap: Some(3), ..Default::default() };
        assert_eq!(ask(&made.solution, &[3], &capped), "cap 3: expected 1, 2 or none");
        let mut holed = made.solution.clone();
        holed.set(5, None);
        assert!(ask(&holed, &[5, 6], &plain).contains("1 pieces for 2 free cells"));
        let mut doubled = made.solution.clone();
        doubled.set(5, doubled.get(6));
        assert!(ask(&doubled, &[1], &plain).contains("lies at"), "a piece twice");
        let mut turned = made.solution.clone();
        turned.set(0, turned.get(0).map(|p| Placement::new(p.piece(), p.rotation() + 1)));
        assert!(ask(&turned, &[1], &plain).contains("row 0, column 0: expected grey on the rim"));
        assert!(TailProblem::new(&made.puzzle, &turned, &[0], &plain).is_ok(), "what lies on free cells goes");
        let official = official::puzzle(ClueSet::Starter);
        let error = TailProblem::new(&official, &official.clue_board(), &[135], &plain).unwrap_err().to_string();
        assert_eq!(error, "free cell 135 (row 8, column 7): holds clue piece 139, and clues are never freed");
    }
}
