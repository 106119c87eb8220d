//! Edge-matching puzzles: pieces, rotation, boards, clues, scoring, rim legality, the official
//! Eternity II set, a seeded generator of solvable puzzles, and the file formats of the field.
//!
//! Nothing in this crate searches. Words are used as `docs/ARCHITECTURE.md` defines them: a *seam*
//! is the place where two neighbouring cells meet, the *score* of a board is its number of matched
//! seams, and the rim is a legality rule that never adds to the score.

pub mod board;
pub mod edges;
pub mod fnv;
pub mod formats;
pub mod generate;
pub mod labels;
pub mod official;
pub mod piece;
pub mod puzzle;
pub mod rng;
pub mod score;
pub mod size;

pub use board::Board;
pub use edges::{EdgeGrid, ResolveError};
pub use labels::ColourMap;
pub use official::ClueSet;
pub use piece::{Colour, DOWN, GREY, LEFT, Placement, RIGHT, Sides, UP, distinct_rotations, opposite, rotated};
pub use puzzle::{Clue, Puzzle, PuzzleError, Rim};
pub use rng::Rng;
pub use score::Score;
pub use size::{MAX_CELLS, MAX_SIDE, Size};
