//! The three counts of a puzzle's solutions.
//!
//! *Labelled*: every piece and every turn of a symmetric piece told apart. *Distinct*: boards that look
//! alike merged. *Essentially different*: boards that are turns of each other merged too, among the
//! solutions (so where clues or a part of the board leave no symmetry the two are equal). A puzzle
//! without rotation has no board symmetry.
//!
//! A solution of the encoding stands for a look of the board with its identical pieces told apart and
//! the equal turns of symmetric pieces merged. Let it use, of a class of pieces identical up to a turn,
//! `u` of the `m` that are not pinned, and let a piece of the class have `t` turns that look alike.
//! Then it stands for `t^u` labelled boards, and `m!/(m-u)!` solutions of the encoding share its look.
//! Where every cell is filled `u = m` in all solutions and the factors are constants. Otherwise
//! solutions are counted by their `u`s, and each sum is divided by its own factor.
//!
//! Essentially different: if no solution can look like its own turn, or like the turn of another, the
//! answer follows from the number of distinct ones; otherwise a solution is counted if its look is the
//! least of those of its turns that are solutions.

use std::collections::HashMap;

use edgewise_puzzle::{Placement, Puzzle, Sides, Size, distinct_rotations, rotated};

use super::Encoding;
use crate::limits::End;
use crate::search::{Search, SearchError, Settings};

/// The counts of a puzzle's solutions. What a limit cut off is not counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Counts {
    /// Labelled solutions.
    pub solutions: u128,
    /// Looks of boards; `None` if the search was cut, for the parts of a class need not be whole then.
    pub distinct: Option<u128>,
    /// Looks with the turns of a board merged; `None` if the search was cut.
    pub essentially_different: Option<u128>,
    /// Whether the counts are final.
    pub complete: bool,
    /// Why the search ended.
    pub end: Option<End>,
    /// Options tried.
    pub nodes: u64,
    /// Updates, as [`crate::Outcome::updates`] has them.
    pub updates: u64,
    /// Wall time, in seconds.
    pub seconds: f64,
}

/// A piece turned to its least look.
fn class_of(puzzle: &Puzzle, piece: usize) -> Sides {
    let sides = puzzle.pieces()[piece];
    let turns = if puzzle.rotation() { 4 } else { 1 };
    (0..turns).map(|r| rotated(sides, r)).min().unwrap_or(sides)
}

/// Pieces that are identical up to a turn.
#[derive(Clone, Debug)]
struct Class {
    /// How many are not pinned.
    free: u32,
    /// Turns of one that look alike.
    alike: u128,
}

/// What of a solution decides its factors.
#[derive(Clone, Debug)]
struct Classes {
    classes: Vec<Class>,
    /// The class of every free piece that has an identical one or a symmetry.
    of: Vec<Option<usize>>,
}

impl Classes {
    fn new(encoding: &Encoding) -> Classes {
        let puzzle = &encoding.puzzle;
        let mut pinned = vec![false; puzzle.pieces().len()];
        encoding.pinned.cells().iter().flatten().for_each(|p| pinned[p.piece()] = true);
        let free: Vec<usize> = (0..pinned.len()).filter(|&p| !pinned[p]).collect();
        let mut members: HashMap<Sides, u32> = HashMap::new();
        free.iter().for_each(|&p| *members.entry(class_of(puzzle, p)).or_default() += 1);
        let (mut classes, mut of) = (Vec::new(), vec![None; pinned.len()]);
        let mut index: HashMap<Sides, usize> = HashMap::new();
        for piece in free {
            let class = class_of(puzzle, piece);
            let alike = if puzzle.rotation() { 4 / u128::from(distinct_rotations(class)) } else { 1 };
            if members[&class] == 1 && alike == 1 {
                continue;
            }
            let at = *index.entry(class).or_insert_with(|| {
                classes.push(Class { free: members[&class], alike });
                classes.len() - 1
            });
            of[piece] = Some(at);
        }
        Classes { classes, of }
    }

    /// How many pieces of every class a whole board uses: all.
    fn all(&self) -> Vec<u16> {
        self.classes.iter().map(|c| c.free as u16).collect()
    }

    /// How many turns and how many orders of identical pieces a solution with these uses stands for.
    fn factors(&self, uses: &[u16]) -> Result<(u128, u128), SearchError> {
        let (mut turns, mut orders) = (1u128, 1u128);
        for (class, &used) in self.classes.iter().zip(uses) {
            for step in 0..u32::from(used) {
                turns = turns.checked_mul(class.alike).ok_or(SearchError::Overflow)?;
                orders = orders.checked_mul(u128::from(class.free - step)).ok_or(SearchError::Overflow)?;
            }
        }
        Ok((turns, orders))
    }
}

/// Solutions of the encoding with the same uses.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    all: u128,
    /// Those whose look is the least of its turns.
    least: u128,
}

/// A turn of the board onto itself: for every cell the cell it comes from, and the quarter turns.
#[derive(Clone, Debug)]
struct Turn {
    from: Vec<usize>,
    quarters: u8,
}

/// The turns of the board other than none.
fn turns(puzzle: &Puzzle) -> Vec<Turn> {
    if !puzzle.rotation() {
        return Vec::new();
    }
    let size = puzzle.size();
    let square = size.width() == size.height();
    let quarters = if square { vec![1, 2, 3] } else { vec![2] };
    quarters.into_iter().map(|q| Turn { from: sources(size, q), quarters: q }).collect()
}

/// Where every cell of a board turned clockwise by `quarters` comes from.
fn sources(size: Size, quarters: u8) -> Vec<usize> {
    let (w, h) = (size.width(), size.height());
    let cell = |row: usize, col: usize| match quarters {
        1 => size.cell(h - 1 - col, row),
        2 => size.cell(h - 1 - row, w - 1 - col),
        _ => size.cell(col, w - 1 - row),
    };
    (0..size.cells()).map(|c| cell(size.row(c), size.col(c))).collect()
}

/// Which looks are counted as essentially different.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// Turns that may take a solution to a solution.
    turns: Vec<Turn>,
    /// If no solution can look like its own turn, and all turns take solutions to solutions: by how
    /// much the number of distinct ones is to be divided.
    divisor: Option<u128>,
    pins: Vec<(usize, Sides)>,
    forbidden: Vec<(usize, Sides)>,
}

impl Symmetry {
    pub(crate) fn new(encoding: &Encoding) -> Symmetry {
        let puzzle = &encoding.puzzle;
        let cells = encoding.pinned.cells().iter().enumerate();
        let pins: Vec<(usize, Sides)> = cells.filter_map(|(c, p)| p.map(|p| (c, puzzle.sides(p)))).collect();
        let sides = |&(cell, p): &(usize, Placement)| (cell, puzzle.sides(p));
        let forbidden: Vec<(usize, Sides)> = encoding.forbidden.iter().map(sides).collect();
        let mut members: HashMap<Sides, u32> = HashMap::new();
        (0..puzzle.pieces().len()).for_each(|p| *members.entry(class_of(puzzle, p)).or_default() += 1);
        let may = |turn: &Turn| {
            let same_cells = (0..turn.from.len()).all(|c| encoding.filled[c] == encoding.filled[turn.from[c]]);
            let pins_may = pins.iter().all(|&(cell, sides)| {
                let class = (0..4).map(|r| rotated(sides, r)).min().unwrap_or(sides);
                if turn.from[cell] == cell { rotated(sides, turn.quarters) == sides } else { members[&class] > 1 }
            });
            same_cells && pins_may
        };
        let all = turns(puzzle);
        let turns: Vec<Turn> = all.iter().filter(|turn| may(turn)).cloned().collect();
        // A board like its own half turn has its pieces in identical pairs, one in the middle apart.
        let odd = members.values().filter(|&&n| n % 2 == 1).count();
        let self_alike = !encoding.is_whole() || odd <= puzzle.pieces().len() % 2;
        let closed = pins.is_empty() && forbidden.is_empty() && turns.len() == all.len() && !self_alike;
        let divisor = (turns.is_empty() || closed).then_some(turns.len() as u128 + 1);
        Symmetry { turns, divisor, pins, forbidden }
    }

    /// Whether a look is the least among its turns that are solutions.
    pub(crate) fn is_least(&self, look: &[Option<Sides>]) -> bool {
        self.turns.iter().all(|turn| {
            let turned: Vec<Option<Sides>> =
                turn.from.iter().map(|&c| look[c].map(|s| rotated(s, turn.quarters))).collect();
            !self.is_solution(&turned) || look <= turned.as_slice()
        })
    }

    /// Whether the turn of a solution keeps the clues and what is forbidden.
    fn is_solution(&self, look: &[Option<Sides>]) -> bool {
        self.pins.iter().all(|&(cell, sides)| look[cell] == Some(sides))
            && self.forbidden.iter().all(|&(cell, sides)| look[cell] != Some(sides))
    }

    /// The least of the look's turns that are solutions: the same for boards that are turns of each
    /// other.
    pub(crate) fn least(&self, look: Vec<Option<Sides>>) -> Vec<Option<Sides>> {
        let turned = |turn: &Turn| -> Vec<Option<Sides>> {
            turn.from.iter().map(|&c| look[c].map(|s| rotated(s, turn.quarters))).collect()
        };
        let solutions = self.turns.iter().map(turned).filter(|look| self.is_solution(look));
        solutions.min().map_or(look.clone(), |least| least.min(look))
    }
}

/// The colours on the board of a solution.
pub(crate) fn look(encoding: &Encoding, options: &[u32]) -> Vec<Option<Sides>> {
    encoding.board(options).cells().iter().map(|cell| cell.map(|p| encoding.puzzle.sides(p))).collect()
}

/// Counts the solutions of an encoded puzzle; `watch` is called about once a second while nothing
/// has to be looked at solution by solution.
pub fn count(encoding: &Encoding, settings: &Settings, watch: &mut dyn FnMut(&Search)) -> Result<Counts, SearchError> {
    let classes = Classes::new(encoding);
    let symmetry = Symmetry::new(encoding);
    let uniform = encoding.is_whole() || classes.classes.is_empty();
    let mut search = Search::new(&encoding.problem, settings)?;
    let mut tallies: HashMap<Vec<u16>, Tally> = HashMap::new();
    if uniform && symmetry.divisor.is_some() {
        let all = search.count_with(watch).solutions;
        tallies.insert(classes.all(), Tally { all, least: 0 });
    } else {
        let mut options = Vec::new();
        while search.next_into(&mut options) {
            let mut uses = if uniform { classes.all() } else { vec![0; classes.classes.len()] };
            if !uniform {
                let pieces = options.iter().map(|&o| encoding.placement(o).1.piece());
                pieces.filter_map(|p| classes.of[p]).for_each(|class| uses[class] += 1);
            }
            let least = symmetry.divisor.is_none() && symmetry.is_least(&look(encoding, &options));
            let tally = tallies.entry(uses).or_default();
            tally.all += 1;
            tally.least += u128::from(least);
        }
    }
    let outcome = search.outcome();
    let (mut solutions, mut distinct, mut least) = (0u128, 0u128, 0u128);
    for (uses, tally) in &tallies {
        let (turns, orders) = classes.factors(uses)?;
        let labelled = tally.all.checked_mul(turns).ok_or(SearchError::Overflow)?;
        solutions = solutions.checked_add(labelled).ok_or(SearchError::Overflow)?;
        distinct += tally.all / orders;
        least += tally.least / orders;
    }
    let essentially_different = symmetry.divisor.map_or(least, |divisor| distinct / divisor);
    Ok(Counts {
        solutions,
        distinct: outcome.complete.then_some(distinct),
        essentially_different: outcome.complete.then_some(essentially_different),
        complete: outcome.complete,
        end: outcome.end,
        nodes: outcome.nodes,
        updates: outcome.updates,
        seconds: outcome.seconds,
    })
}
