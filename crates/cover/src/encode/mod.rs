//! Edge-matching puzzles as exact-cover problems with colours.
//!
//! Items: a cell to fill is primary; a piece is primary if every cell is filled and secondary if only
//! a part of the board is; a seam between two cells of the part is secondary and has a colour. Options:
//! a piece, turned, at a cell. It gives every seam of the cell the colour of its side there. So two
//! options agree on a seam exactly if their sides match. Seams to cells that stay empty ask for
//! nothing. What the rim asks, and that grey never lies inside a framed puzzle, is settled before: such
//! options are left out (156,816 remain of the official set's 262,144).
//!
//! A turn of a symmetric piece that looks like another turn is left out too; [`counts`] puts it back
//! into the labelled count.
//!
//! Source: the usual encoding, as in TAOCP 4B, 7.2.2.1, on MacMahon's squares.

pub mod counts;
pub mod solve;

use edgewise_puzzle::{Board, Placement, Puzzle, opposite};

use crate::problem::{Member, Problem, ProblemError};

/// What to fill and what to leave out.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Placements besides the clues that lie there already.
    pub board: Option<Board>,
    /// The cells to fill; `None` for all that are empty. The others stay as they are.
    pub region: Option<Vec<usize>>,
    /// Placements that must not be made, as (cell, placement). They are meant by their look: a piece
    /// identical to a forbidden one is forbidden there too.
    pub forbidden: Vec<(usize, Placement)>,
}

/// Why a puzzle could not be encoded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EncodeError {
    /// The board has another size.
    #[error("the board is {found}: expected {expected}")]
    Size {
        /// The board's size.
        found: String,
        /// The puzzle's.
        expected: String,
    },
    /// The board contradicts the clues or the rules.
    #[error("row {row}, column {column}: piece {piece} turned {rotation}: {why}")]
    Placement {
        /// 0-based row.
        row: usize,
        /// 0-based column.
        column: usize,
        /// 1-based piece number.
        piece: usize,
        /// Quarter turns.
        rotation: u8,
        /// What is wrong and what was expected.
        why: &'static str,
    },
    /// A cell of the region is off the board, filled, or named twice.
    #[error("region cell {cell}: {why}")]
    Region {
        /// The cell.
        cell: usize,
        /// What is wrong and what was expected.
        why: &'static str,
    },
    /// The problem could not be built.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// A puzzle as an exact-cover problem.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// The problem.
    pub problem: Problem,
    puzzle: Puzzle,
    /// For every option its cell and placement.
    placements: Vec<(u16, Placement)>,
    /// What lies there before: clues and the given board.
    pinned: Board,
    /// Cells that are filled in a solution: pinned ones and the region.
    filled: Vec<bool>,
    forbidden: Vec<(usize, Placement)>,
}

impl Encoding {
    /// The puzzle's own.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Cell and placement of an option. Panics where there is no such option, as slices do.
    pub fn placement(&self, option: u32) -> (usize, Placement) {
        let (cell, placement) = self.placements[option as usize];
        (usize::from(cell), placement)
    }

    /// The board of a solution: its options and, for a part of the board, what lay there before.
    pub fn board(&self, options: &[u32]) -> Board {
        let mut board = self.pinned.clone();
        for &option in options {
            let (cell, placement) = self.placement(option);
            board.set(cell, Some(placement));
        }
        board
    }

    /// Whether every cell of the board is filled in a solution.
    pub fn is_whole(&self) -> bool {
        self.filled.iter().all(|&f| f)
    }
}

/// The placement among those that look alike with the least rotation.
fn least_turn(puzzle: &Puzzle, placement: Placement) -> Placement {
    let turns = puzzle.rotations(placement.piece()).end;
    Placement::new(placement.piece(), placement.rotation() % turns)
}

/// The board with clues and given placements, checked.
fn pinned(puzzle: &Puzzle, board: Option<&Board>) -> Result<Board, EncodeError> {
    let size = puzzle.size();
    let mut pinned = puzzle.clue_board();
    let Some(board) = board else { return Ok(pinned) };
    if board.size() != size {
        return Err(EncodeError::Size { found: board.size().to_string(), expected: size.to_string() });
    }
    let mut used: Vec<Option<usize>> = vec![None; puzzle.pieces().len()];
    for clue in puzzle.clues() {
        used[clue.placement.piece()] = Some(clue.cell);
    }
    for (cell, placement) in board.cells().iter().enumerate() {
        let Some(placement) = *placement else { continue };
        let (piece, rotation) = (placement.piece(), placement.rotation());
        let wrong = |why| {
            let (row, column) = (size.row(cell), size.col(cell));
            Err(EncodeError::Placement { row, column, piece: piece + 1, rotation, why })
        };
        if piece >= used.len() {
            return wrong("no such piece, expected one of the puzzle's");
        }
        if !puzzle.rotation() && rotation != 0 {
            return wrong("expected no turn, the puzzle has no rotation");
        }
        if pinned.get(cell).is_some_and(|clue| puzzle.sides(clue) != puzzle.sides(placement)) {
            return wrong("a clue lies there, expected the clue or nothing");
        }
        if !puzzle.fits(cell, puzzle.sides(placement)) {
            return wrong("expected grey on the rim and only there");
        }
        if pinned.get(cell).is_none() {
            if used[piece].is_some() {
                return wrong("the piece lies elsewhere already, expected every piece once");
            }
            used[piece] = Some(cell);
            pinned.set(cell, Some(placement));
        }
    }
    Ok(pinned)
}

/// Which cells are filled in a solution.
fn filled(puzzle: &Puzzle, pinned: &Board, region: Option<&[usize]>) -> Result<Vec<bool>, EncodeError> {
    let cells = puzzle.size().cells();
    let mut filled: Vec<bool> = (0..cells).map(|c| region.is_none() || pinned.get(c).is_some()).collect();
    for &cell in region.unwrap_or_default() {
        if cell >= cells {
            return Err(EncodeError::Region { cell, why: "off the board, expected one of its cells" });
        }
        if std::mem::replace(&mut filled[cell], true) {
            return Err(EncodeError::Region { cell, why: "filled or named twice, expected empty cells, each once" });
        }
    }
    Ok(filled)
}

/// Encodes a puzzle with its clues.
pub fn encode(puzzle: &Puzzle, request: &Request) -> Result<Encoding, EncodeError> {
    let size = puzzle.size();
    let pinned = pinned(puzzle, request.board.as_ref())?;
    let filled = filled(puzzle, &pinned, request.region.as_deref())?;
    let whole = filled.iter().all(|&f| f);
    let mut builder = Problem::builder();
    let mut cell_item = vec![None; size.cells()];
    for cell in (0..size.cells()).filter(|&c| filled[c]) {
        cell_item[cell] = Some(builder.primary(&format!("{},{}", size.row(cell), size.col(cell)))?);
    }
    let pieces = 1..=puzzle.pieces().len();
    let piece_item: Result<Vec<u32>, ProblemError> = pieces
        .map(|n| if whole { builder.primary(&format!("p{n}")) } else { builder.secondary(&format!("p{n}")) })
        .collect();
    let piece_item = piece_item?;
    let mut seam_item = vec![[None; 4]; size.cells()];
    for (cell, side, other) in size.seam_list().filter(|&(cell, _, other)| filled[cell] && filled[other]) {
        let direction = if side == edgewise_puzzle::RIGHT { 'h' } else { 'v' };
        let item = builder.secondary(&format!("{direction}{},{}", size.row(cell), size.col(cell)))?;
        seam_item[cell][side] = Some(item);
        seam_item[other][opposite(side)] = Some(item);
    }
    let colours: Result<Vec<u32>, ProblemError> =
        (0..puzzle.colours()).map(|c| builder.colour(&c.to_string())).collect();
    let colours = colours?;

    let mut used = vec![None; puzzle.pieces().len()];
    for (cell, placement) in pinned.cells().iter().enumerate() {
        if let Some(placement) = placement {
            used[placement.piece()] = Some((cell, least_turn(puzzle, *placement)));
        }
    }
    let is_forbidden = |cell: usize, placement: Placement| {
        let alike = |&(c, p): &(usize, Placement)| c == cell && puzzle.sides(p) == puzzle.sides(placement);
        request.forbidden.iter().any(alike)
    };
    let mut placements = Vec::new();
    let mut members = Vec::with_capacity(6);
    for (cell, item) in cell_item.iter().enumerate() {
        let Some(item) = *item else { continue };
        let pin = pinned.get(cell).map(|placement| least_turn(puzzle, placement));
        for placement in puzzle.placements_at(cell) {
            let allowed = match used[placement.piece()] {
                Some(only) => only == (cell, placement),
                None => pin.is_none(),
            };
            if !allowed || is_forbidden(cell, placement) {
                continue;
            }
            let sides = puzzle.sides(placement);
            members.clear();
            members.push(Member { item, colour: 0 });
            members.push(Member { item: piece_item[placement.piece()], colour: 0 });
            for (side, seam) in seam_item[cell].iter().enumerate() {
                members.extend(seam.map(|item| Member { item, colour: colours[sides[side] as usize] }));
            }
            builder.option(&members)?;
            placements.push((cell as u16, placement));
        }
    }
    let forbidden = request.forbidden.clone();
    Ok(Encoding { problem: builder.build(), puzzle: puzzle.clone(), placements, pinned, filled, forbidden })
}
