//! Finding the rotations of a board whose piece numbers alone are known.
//!
//! The rim leaves border pieces one rotation; the others are chosen row by row with a beam that
//! keeps the boards with the most matched seams so far. A board with few breaks comes back as it
//! was; one with many may come back with other rotations that match as well or better.

use std::collections::HashSet;

use crate::board::Board;
use crate::piece::{Colour, DOWN, LEFT, Placement, RIGHT, UP};
use crate::puzzle::Puzzle;
use crate::size::MAX_SIDE;

/// Boards kept per cell.
const WIDTH: usize = 256;

/// What the rest of the search sees of a partial board: the colours that face the cells to come.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Front {
    /// Lower side of the latest piece in each column.
    down: [Option<Colour>; MAX_SIDE],
    /// Right side of the latest piece.
    right: Option<Colour>,
}

#[derive(Clone, Copy)]
struct State {
    front: Front,
    matched: usize,
    /// Index of the state this one extends, in the layer before.
    parent: usize,
    placement: Option<Placement>,
}

/// The board with these pieces (ids below the puzzle's piece count) that matches most seams, as far
/// as the beam sees. Deterministic: equal scores keep the order in which they were made, lower
/// rotations first.
pub(super) fn recover(puzzle: &Puzzle, ids: &[Option<usize>]) -> Board {
    let size = puzzle.size();
    let front = Front { down: [None; MAX_SIDE], right: None };
    let mut layers = vec![vec![State { front, matched: 0, parent: 0, placement: None }]];
    for (cell, &id) in ids.iter().enumerate() {
        let options = options(puzzle, cell, id);
        let before = layers.last().map_or(&[][..], Vec::as_slice);
        let mut children = Vec::with_capacity(before.len() * options.len());
        for (parent, state) in before.iter().enumerate() {
            for &placement in &options {
                children.push(extended(puzzle, state, parent, size.col(cell), placement));
            }
        }
        children.sort_by_key(|child: &State| std::cmp::Reverse(child.matched));
        let mut seen = HashSet::new();
        children.retain(|child| seen.len() < WIDTH && seen.insert(child.front));
        layers.push(children);
    }
    let mut board = Board::empty(size);
    let mut index = 0;
    for cell in (0..size.cells()).rev() {
        let state = layers[cell + 1][index];
        board.set(cell, state.placement);
        index = state.parent;
    }
    board
}

/// The placements to try at `cell`: the pinned one; else those that fit the cell; else those that
/// keep the rim rule; else every rotation.
fn options(puzzle: &Puzzle, cell: usize, id: Option<usize>) -> Vec<Option<Placement>> {
    let Some(id) = id else { return vec![None] };
    let pinned = puzzle.clues().iter().find(|clue| clue.cell == cell && clue.placement.piece() == id);
    if let Some(clue) = pinned {
        return vec![Some(clue.placement)];
    }
    let all: Vec<Placement> = puzzle.rotations(id).map(|r| Placement::new(id, r)).collect();
    let tests: [&dyn Fn(&Placement) -> bool; 3] =
        [&|&p| puzzle.fits(cell, puzzle.sides(p)), &|&p| puzzle.rim_ok(cell, puzzle.sides(p)), &|_| true];
    let kept = tests.iter().map(|test| all.iter().copied().filter(|p| test(p)).map(Some).collect::<Vec<_>>());
    kept.into_iter().find(|kept| !kept.is_empty()).unwrap_or_default()
}

fn extended(puzzle: &Puzzle, state: &State, parent: usize, col: usize, placement: Option<Placement>) -> State {
    let mut front = state.front;
    if col == 0 {
        front.right = None;
    }
    let (up, left) = (front.down[col], front.right);
    let Some(placed) = placement else {
        front.down[col] = None;
        front.right = None;
        return State { front, matched: state.matched, parent, placement };
    };
    let sides = puzzle.sides(placed);
    let matches = |there: Option<Colour>, here: Colour| there.is_some_and(|c| puzzle.seam_matches(c, here));
    let matched = usize::from(matches(up, sides[UP])) + usize::from(matches(left, sides[LEFT]));
    front.down[col] = Some(sides[DOWN]);
    front.right = Some(sides[RIGHT]);
    State { front, matched: state.matched + matched, parent, placement }
}
