//! A counting task: cells to fill, what lies around them, and the pieces there are.

use std::ops::RangeInclusive;

use edgewise_puzzle::{Colour, GREY, Puzzle, Rim, Sides, Size, opposite};

use crate::kinds::Kinds;

/// What a free cell meets on one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meets {
    /// The rim, or a cell that stays empty.
    Nothing,
    /// A colour that lies there.
    Colour(Colour),
    /// Another free cell.
    Free(usize),
}

/// A look at a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub(crate) kind: usize,
    /// Colours as placed.
    pub(crate) sides: Sides,
}

/// Cells to fill with looks of pieces, all seams they touch matched.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) size: Size,
    rim: Rim,
    /// One more than the largest colour.
    pub(crate) colours: usize,
    /// The cells to fill, row-major.
    pub(crate) cells: Vec<usize>,
    /// Pieces left of every kind.
    pub(crate) left: Vec<u16>,
    /// Rotations that show the same look, by kind.
    pub(crate) turns: Vec<u128>,
    /// Of every cell to fill, by its number on the board, what may lie there.
    candidates: Vec<Vec<Candidate>>,
    meets: Vec<[Meets; 4]>,
    /// Sides of each colour that the pieces have, less those that rim and neighbours ask for.
    pub(crate) supply: Vec<i16>,
}

impl Task {
    /// The task to fill those cells of `region` at which no look lies yet, from `left` pieces of every kind.
    pub(crate) fn new(
        puzzle: &Puzzle,
        kinds: &Kinds,
        looks: &[Option<Sides>],
        region: &[usize],
        left: Vec<u16>,
    ) -> Task {
        let size = puzzle.size();
        let mut cells: Vec<usize> = region.iter().copied().filter(|&cell| looks[cell].is_none()).collect();
        cells.sort_unstable();
        cells.dedup();
        let mut is_free = vec![false; size.cells()];
        cells.iter().for_each(|&cell| is_free[cell] = true);
        let mut meets = vec![[Meets::Nothing; 4]; size.cells()];
        let mut candidates = vec![Vec::new(); size.cells()];
        for &cell in &cells {
            meets[cell] = std::array::from_fn(|side| match size.neighbour(cell, side) {
                Some(other) if is_free[other] => Meets::Free(other),
                Some(other) => looks[other].map_or(Meets::Nothing, |look| Meets::Colour(look[opposite(side)])),
                None => Meets::Nothing,
            });
            let agrees = |sides: &Sides| {
                (0..4).all(|s| match meets[cell][s] {
                    Meets::Colour(colour) => puzzle.seam_matches(colour, sides[s]),
                    _ => true,
                })
            };
            let all = kinds.kinds.iter().enumerate().filter(|&(kind, _)| left[kind] > 0);
            let looks = all.flat_map(|(kind, k)| k.looks.iter().map(move |&sides| Candidate { kind, sides }));
            candidates[cell] = looks.filter(|c| puzzle.fits(cell, c.sides) && agrees(&c.sides)).collect();
        }
        let turns = kinds.kinds.iter().map(|kind| kind.turns).collect();
        let mut task = Task {
            size,
            rim: puzzle.rim(),
            colours: puzzle.colours(),
            cells,
            left,
            turns,
            candidates,
            meets,
            supply: Vec::new(),
        };
        task.supply = task.supply(kinds);
        task
    }

    pub(crate) fn candidates(&self, cell: usize) -> &[Candidate] {
        &self.candidates[cell]
    }

    pub(crate) fn meets(&self, cell: usize, side: usize) -> Meets {
        self.meets[cell][side]
    }

    /// The colour that rim or neighbour ask for on a side of a free cell.
    pub(crate) fn asked(&self, cell: usize, side: usize) -> Option<Colour> {
        match self.meets[cell][side] {
            Meets::Colour(colour) => Some(colour),
            Meets::Nothing if self.rim != Rim::Free && self.size.neighbour(cell, side).is_none() => Some(GREY),
            _ => None,
        }
    }

    /// Sides of each colour that the pieces have, less those that rim and neighbours ask for.
    fn supply(&self, kinds: &Kinds) -> Vec<i16> {
        let mut sides = vec![0; self.colours];
        for (kind, &left) in kinds.kinds.iter().zip(&self.left) {
            kind.looks[0].iter().for_each(|&c| sides[usize::from(c)] += left as i16);
        }
        let all = self.cells.iter().flat_map(|&cell| (0..4).map(move |side| (cell, side)));
        all.filter_map(|(cell, side)| self.asked(cell, side)).for_each(|c| sides[usize::from(c)] -= 1);
        sides
    }

    /// The colours that the seam on a side of a free cell may have, from least to greatest, by what may lie on both of
    /// its sides.
    pub(crate) fn colours_at(&self, cell: usize, side: usize) -> RangeInclusive<usize> {
        let there = match self.meets[cell][side] {
            Meets::Free(other) => self.candidates[other].as_slice(),
            _ => &[],
        };
        let sides = self.candidates[cell].iter().map(|c| c.sides[side]);
        let all = sides.chain(there.iter().map(|c| c.sides[opposite(side)])).map(usize::from);
        let (least, most) = all.fold((usize::MAX, 0), |(least, most), c| (least.min(c), most.max(c)));
        least.min(most)..=most
    }

    /// Allows pieces of `kind` at these cells only.
    pub(crate) fn pin(&mut self, kind: usize, at: &[usize]) {
        for &cell in self.cells.iter().filter(|cell| !at.contains(cell)) {
            self.candidates[cell].retain(|c| c.kind != kind);
        }
    }

    /// The cells at which a piece of `kind` may lie.
    pub(crate) fn cells_of(&self, kind: usize) -> Vec<usize> {
        self.cells.iter().copied().filter(|&cell| self.candidates[cell].iter().any(|c| c.kind == kind)).collect()
    }
}

/// A seam, numbered by its upper or left cell: twice the cell, and one more if it lies below it.
pub(crate) fn seam(size: Size, cell: usize, side: usize) -> usize {
    match side {
        edgewise_puzzle::UP => 2 * (cell - size.width()) + 1,
        edgewise_puzzle::LEFT => 2 * (cell - 1),
        edgewise_puzzle::DOWN => 2 * cell + 1,
        _ => 2 * cell,
    }
}
