//! A seeded generator of solvable puzzles: same specification and seed, same puzzle, for ever.
//!
//! The solution is drawn first: every seam gets a colour from a balanced, shuffled stock (frame
//! seams from the frame colours, the rest from the inner colours, as in Eternity II), the pieces
//! are read off, and then shuffled and turned.

use crate::board::Board;
use crate::piece::{Colour, Placement, Sides, opposite, rotated};
use crate::puzzle::{Clue, Puzzle, PuzzleError, Rim};
use crate::rng::Rng;
use crate::size::Size;

/// What to generate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    /// Cells in a row, 1..=20.
    pub width: usize,
    /// Cells in a column, 1..=20.
    pub height: usize,
    /// Colours that occur only between border cells (framed puzzles; at least 1 there).
    pub frame_colours: usize,
    /// Colours of all other seams (at least 1).
    pub inner_colours: usize,
    /// The rim rule. Only [`Rim::Grey`] puzzles separate frame and inner colours.
    pub rim: Rim,
    /// Whether pieces may be turned.
    pub rotation: bool,
    /// How many placements of the solution to pin as clues.
    pub clues: usize,
    /// The seed.
    pub seed: u64,
}

impl Default for Specification {
    fn default() -> Self {
        Specification {
            width: 8,
            height: 8,
            frame_colours: 3,
            inner_colours: 9,
            rim: Rim::Grey,
            rotation: true,
            clues: 0,
            seed: 1,
        }
    }
}

/// A puzzle and one board that solves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// A board that matches every seam.
    pub solution: Board,
}

/// Why a specification cannot be met.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    /// Colour counts out of range.
    #[error(
        "{frame} frame and {inner} inner colours: expected at least 1 inner and, in a framed puzzle, 1 frame colour, and at most 250 in all"
    )]
    Colours {
        /// Frame colours asked for.
        frame: usize,
        /// Inner colours asked for.
        inner: usize,
    },
    /// More clues than cells.
    #[error("{clues} clues: expected at most {cells}, one a cell")]
    Clues {
        /// Clues asked for.
        clues: usize,
        /// Cells there are.
        cells: usize,
    },
    /// The size is out of range.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// Generates the puzzle of a specification.
pub fn generate(spec: &Specification) -> Result<Generated, GenerateError> {
    let (frame, inner) = (spec.frame_colours, spec.inner_colours);
    let size =
        Size::new(spec.width, spec.height).ok_or(PuzzleError::Size { width: spec.width, height: spec.height })?;
    let framed = spec.rim == Rim::Grey;
    if (framed && frame == 0) || inner == 0 || frame.saturating_add(inner) > 250 {
        return Err(GenerateError::Colours { frame, inner });
    }
    if spec.clues > size.cells() {
        return Err(GenerateError::Clues { clues: spec.clues, cells: size.cells() });
    }
    let mut rng = Rng::new(spec.seed);
    let sides = solved_sides(spec, size, &mut rng);

    let mut order: Vec<usize> = (0..size.cells()).collect();
    rng.shuffle(&mut order);
    let mut pieces = vec![[0; 4]; size.cells()];
    let mut solution = Board::empty(size);
    for (cell, &piece) in order.iter().enumerate() {
        let turn = if spec.rotation { rng.below(4) as u8 } else { 0 };
        pieces[piece] = rotated(sides[cell], (4 - turn) % 4);
        let turn = turn % if spec.rotation { crate::distinct_rotations(pieces[piece]) } else { 1 };
        solution.set(cell, Some(Placement::new(piece, turn)));
    }
    let mut cells: Vec<usize> = (0..size.cells()).collect();
    rng.shuffle(&mut cells);
    cells.truncate(spec.clues);
    cells.sort_unstable();
    let clues = cells.iter().filter_map(|&cell| solution.get(cell).map(|placement| Clue { cell, placement })).collect();
    let name = format!("generated_{}x{}_f{frame}_i{inner}_s{}", spec.width, spec.height, spec.seed);
    let puzzle = Puzzle::new(name, (spec.width, spec.height), pieces, spec.rim, spec.rotation, clues)?;
    Ok(Generated { puzzle, solution })
}

/// The sides of every cell of a solved board. Colour 0 is the rim's in framed puzzles; where the
/// rim is free, rim sides get inner colours too and numbering starts at 0.
fn solved_sides(spec: &Specification, size: Size, rng: &mut Rng) -> Vec<Sides> {
    let framed = spec.rim == Rim::Grey;
    let first_inner = if framed { 1 + spec.frame_colours } else { 0 };
    let is_frame_seam = |cell: usize, other: usize| framed && size.is_border(cell) && size.is_border(other);
    let frame_seams = size.seam_list().filter(|&(a, _, b)| is_frame_seam(a, b)).count();
    let mut frame_stock = stock(frame_seams, 1, spec.frame_colours, rng);
    let mut inner_stock = stock(size.seams() - frame_seams, first_inner, spec.inner_colours, rng);

    let mut sides = vec![[0 as Colour; 4]; size.cells()];
    for (cell, side, other) in size.seam_list() {
        let stock = if is_frame_seam(cell, other) { &mut frame_stock } else { &mut inner_stock };
        let colour = stock.pop().unwrap_or(0);
        sides[cell][side] = colour;
        sides[other][opposite(side)] = colour;
    }
    if spec.rim == Rim::Free {
        for (cell, sides) in sides.iter_mut().enumerate() {
            for (side, colour) in sides.iter_mut().enumerate() {
                if size.neighbour(cell, side).is_none() {
                    *colour = rng.below(spec.inner_colours as u64) as Colour;
                }
            }
        }
    }
    sides
}

/// `count` colours, `first..first + colours` as evenly as possible, shuffled.
fn stock(count: usize, first: usize, colours: usize, rng: &mut Rng) -> Vec<Colour> {
    let mut stock: Vec<Colour> = (0..count).map(|i| (first + i % colours) as Colour).collect();
    rng.shuffle(&mut stock);
    stock
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_puzzles_are_solved_by_their_solution() {
        for seed in 0..40 {
            for (width, height) in [(1, 1), (1, 6), (2, 2), (3, 5), (8, 8), (20, 20)] {
                for (rim, rotation) in [(Rim::Grey, true), (Rim::Free, true), (Rim::Free, false), (Rim::Zero, true)] {
                    let clues = (seed as usize) % 3 % (width * height);
                    let spec = Specification { width, height, rim, rotation, clues, seed, ..Specification::default() };
                    let made = generate(&spec).unwrap();
                    let score = made.puzzle.score(&made.solution);
                    assert_eq!(score.matched, score.total, "{spec:?}");
                    assert!(made.puzzle.is_legal(&made.solution), "{spec:?}");
                    assert_eq!(made.puzzle.clues().len(), clues);
                }
            }
        }
    }

    #[test]
    fn impossible_specifications_are_refused() {
        let bad = |spec: Specification| generate(&spec).unwrap_err().to_string();
        assert!(bad(Specification { width: 21, ..Default::default() }).contains("21x8"));
        assert!(bad(Specification { inner_colours: 0, ..Default::default() }).contains("0 inner colours"));
        assert!(bad(Specification { frame_colours: usize::MAX, ..Default::default() }).contains("at most 250"));
        assert!(generate(&Specification { frame_colours: 0, rim: Rim::Free, ..Default::default() }).is_ok());
        assert!(bad(Specification { clues: 65, ..Default::default() }).contains("65 clues"));
    }
}
