//! Counting the solutions of a puzzle, the completions of a board, the fillings of a block.

use std::collections::BTreeMap;

use edgewise_puzzle::{Board, Clue, Puzzle, PuzzleError, opposite};

use crate::half::{Half, Layout};
use crate::key::{Key, Packer};
use crate::kinds::Kinds;
use crate::limits::{Control, Halt, Limits, Stop};
use crate::part::{Cut, Part, exports, layout};
use crate::plan::{self, PAIR, Planned, Words};
use crate::symmetry::{Looks, anchor, invariant, turned, turns, united};
use crate::table::Table;
use crate::task::Task;
use crate::walk::{Sink, Walk};

/// A count of a puzzle's solutions: full boards that keep clues and rim and match every seam.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// With every piece and every turn of a symmetric piece told apart. A clue pins its piece and its turn.
    pub solutions: u128,
    /// Boards that look alike are one.
    pub distinct: u128,
    /// Boards that look alike after a turn of the board are one too (pieces that may not turn: the same as
    /// `distinct`).
    pub essentially_different: u128,
    /// Whether the count ran to its end. If not, all three are lower bounds.
    pub complete: bool,
    /// Why it did not.
    pub stop: Option<Stop>,
    /// Pieces placed and halves joined.
    pub nodes: u64,
    /// Bytes of all tables at their largest.
    pub peak_bytes: usize,
    /// How it was counted.
    pub method: &'static str,
}

/// A count of the ways to fill a block of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockCount {
    /// With every piece and every turn of a symmetric piece told apart.
    pub labelled: u128,
    /// Fillings that look alike are one.
    pub distinct: u128,
    /// Whether the count ran to its end. If not, both are lower bounds.
    pub complete: bool,
    /// Why it did not.
    pub stop: Option<Stop>,
    /// Pieces placed.
    pub nodes: u64,
}

/// Why nothing could be counted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CountError {
    /// A count does not fit 128 bits.
    #[error("the count of {0} does not fit 128 bits: expected at most {max}", max = u128::MAX)]
    Overflow(&'static str),
    /// The pieces that lie on a board to be completed break the rules.
    #[error("board to be completed: {0}")]
    Board(#[from] PuzzleError),
    /// A board has another size than the puzzle.
    #[error("board to be completed: {found}, expected {expected} as the puzzle")]
    Size {
        /// The board's size.
        found: edgewise_puzzle::Size,
        /// The puzzle's.
        expected: edgewise_puzzle::Size,
    },
    /// A clue of the puzzle is not on the board to be completed.
    #[error("board to be completed: cell {0} holds another piece than the clue there")]
    Clue(usize),
    /// A cell of a block is off the board.
    #[error("block: cell {cell} is off the board, expected a cell in 0..{cells}")]
    Cell {
        /// The cell.
        cell: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// A piece to be left out does not exist.
    #[error("block: piece {piece} to be left out does not exist, expected 1..={pieces}")]
    Piece {
        /// 1-based number.
        piece: usize,
        /// Pieces of the puzzle.
        pieces: usize,
    },
}

/// Counts the solutions of a puzzle. See the crate's page for the method.
pub fn count(puzzle: &Puzzle, limits: &Limits) -> Result<Count, CountError> {
    let kinds = Kinds::of(puzzle);
    let control = Control::start(limits);
    let looks = clue_looks(puzzle);
    let counter = Counter { puzzle, kinds: &kinds, control: &control };
    let (tally, method) = counter.boards(&looks)?;
    let solutions = if tally.boards == 0 { 0 } else { counter.labelled(&looks, tally.boards)? };
    let group = turns(puzzle).len() as u128;
    let mut stop = tally.stop;
    let mut essentially_different = tally.boards.div_ceil(group);
    if stop.is_none() {
        match counter.classes(&looks, tally.boards) {
            Ok(classes) => essentially_different = classes,
            Err(Halt::Stop(reason)) => stop = Some(reason),
            Err(_) => return Err(CountError::Overflow("boards up to turns")),
        }
    }
    Ok(Count {
        solutions,
        distinct: tally.boards,
        essentially_different,
        complete: stop.is_none(),
        stop,
        nodes: control.nodes(),
        peak_bytes: control.peak(),
        method,
    })
}

/// Counts the solutions that agree with what lies on `board`.
pub fn count_completions(puzzle: &Puzzle, board: &Board, limits: &Limits) -> Result<Count, CountError> {
    if board.size() != puzzle.size() {
        return Err(CountError::Size { found: board.size(), expected: puzzle.size() });
    }
    let placed = board.cells().iter().enumerate().filter_map(|(cell, p)| p.map(|placement| Clue { cell, placement }));
    let mut clues: Vec<Clue> = puzzle.clues().to_vec();
    for clue in placed {
        match puzzle.clues().iter().find(|c| c.cell == clue.cell) {
            Some(own) if own.placement != clue.placement => return Err(CountError::Clue(clue.cell)),
            Some(_) => {}
            None => clues.push(clue),
        }
    }
    count(&puzzle.with_clues(clues)?, limits)
}

/// Counts the ways to fill the free ones of `cells`, with pieces that are no clues and not among `without` (0-based
/// ids). Rim and seams to clues hold, cells outside stay empty.
pub fn count_block(
    puzzle: &Puzzle,
    cells: &[usize],
    without: &[usize],
    limits: &Limits,
) -> Result<BlockCount, CountError> {
    let (size, pieces) = (puzzle.size(), puzzle.pieces().len());
    if let Some(&cell) = cells.iter().find(|&&cell| cell >= size.cells()) {
        return Err(CountError::Cell { cell, cells: size.cells() });
    }
    if let Some(&piece) = without.iter().find(|&&piece| piece >= pieces) {
        return Err(CountError::Piece { piece: piece + 1, pieces });
    }
    let kinds = Kinds::of(puzzle);
    let control = Control::start(limits);
    let looks = clue_looks(puzzle);
    let mut gone: Vec<usize> = puzzle.clues().iter().map(|c| c.placement.piece()).chain(without.to_vec()).collect();
    gone.sort_unstable();
    gone.dedup();
    let left = kinds.left(gone.into_iter().map(|piece| puzzle.pieces()[piece])).unwrap_or_default();
    let task = Task::new(puzzle, &kinds, &looks, cells, left);
    let alike = task.left.iter().any(|&left| left > 1) || task.turns.iter().any(|&turns| turns > 1);
    let (labelled, mut stop) = filled(&task, true, &control)?;
    let mut distinct = labelled;
    if alike {
        let (found, again) = filled(&task, false, &control)?;
        (distinct, stop) = (found, stop.or(again));
    }
    Ok(BlockCount { labelled, distinct, complete: stop.is_none(), stop, nodes: control.nodes() })
}

fn clue_looks(puzzle: &Puzzle) -> Looks {
    puzzle.clue_board().cells().iter().map(|placement| placement.map(|p| puzzle.sides(p))).collect()
}

/// Boards found, and why not all.
struct Tally {
    boards: u128,
    stop: Option<Stop>,
}

struct Counter<'a> {
    puzzle: &'a Puzzle,
    kinds: &'a Kinds,
    control: &'a Control,
}

impl Counter<'_> {
    /// Whether two neighbours that lie there already do not match.
    fn is_broken(&self, looks: &Looks) -> bool {
        self.puzzle.size().seam_list().any(|(a, side, b)| match (looks[a], looks[b]) {
            (Some(a), Some(b)) => !self.puzzle.seam_matches(a[side], b[opposite(side)]),
            _ => false,
        })
    }

    fn task(&self, looks: &Looks) -> Option<Task> {
        let left = self.kinds.left(looks.iter().copied().flatten())?;
        if self.is_broken(looks) {
            return None;
        }
        let all: Vec<usize> = (0..self.puzzle.size().cells()).collect();
        Some(Task::new(self.puzzle, self.kinds, looks, &all, left))
    }

    /// The boards, by their looks, that have these looks.
    fn boards(&self, looks: &Looks) -> Result<(Tally, &'static str), CountError> {
        let Some(mut task) = self.task(looks) else { return Ok((Tally { boards: 0, stop: None }, "clues clash")) };
        let size = self.puzzle.size();
        let keeps: Vec<u8> =
            turns(self.puzzle).iter().copied().filter(|&turn| turned(size, looks, turn) == *looks).collect();
        let mut factor = 1;
        if let Some((kind, cells)) = anchor(&task, &keeps) {
            task.pin(kind, &cells);
            factor = keeps.len() as u128;
        }
        let mut sum = 0;
        let (done, method) = match task.cells.iter().all(|&cell| !task.candidates(cell).is_empty()) {
            true => run(self.puzzle, &task, self.control, &mut sum),
            false => (Ok(()), "no candidates"),
        };
        let boards = sum.checked_mul(factor).ok_or(CountError::Overflow("boards"))?;
        match done {
            Ok(()) => Ok((Tally { boards, stop: None }, method)),
            Err(Halt::Stop(stop)) => Ok((Tally { boards, stop: Some(stop) }, method)),
            Err(_) => Err(CountError::Overflow("boards")),
        }
    }

    /// Labelled boards behind `boards` looks: the pieces that are no clues may be swapped with those that look
    /// alike, and turned where that changes nothing.
    fn labelled(&self, looks: &Looks, boards: u128) -> Result<u128, CountError> {
        let left = self.kinds.left(looks.iter().copied().flatten()).unwrap_or_default();
        let ways = left.iter().zip(&self.kinds.kinds).try_fold(boards, |product, (&left, kind)| {
            (1..=u128::from(left)).try_fold(product, |product, n| product.checked_mul(n)?.checked_mul(kind.turns))
        });
        ways.ok_or(CountError::Overflow("labelled solutions"))
    }

    /// The boards with these looks, up to turns: by Burnside's lemma on all boards that a turn takes to one with
    /// these looks. Those are a union, over the turns of the looks, and counted by inclusion and exclusion.
    fn classes(&self, looks: &Looks, boards: u128) -> Result<u128, Halt> {
        let turns = turns(self.puzzle);
        let mut images: Vec<Looks> = Vec::new();
        for &turn in turns {
            let image = turned(self.puzzle.size(), looks, turn);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        let (mut plus, mut minus) = (0u128, 0u128);
        for chosen in 1u32..1 << images.len() {
            let mut chosen_images = images.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(|i| i.1);
            let union = chosen_images.try_fold(vec![None; looks.len()], |all, image| united(&all, image));
            let Some(union) = union else { continue };
            let sum = if chosen.count_ones() % 2 == 1 { &mut plus } else { &mut minus };
            // One image of the looks is had by as many boards as the looks themselves.
            let mut found = if chosen.count_ones() == 1 { boards } else { self.exactly(&union)? };
            for &turn in &turns[1..] {
                found = found.checked_add(self.invariant(&union, turn)?).ok_or(Halt::Overflow)?;
            }
            *sum = sum.checked_add(found).ok_or(Halt::Overflow)?;
        }
        Ok((plus - minus) / turns.len() as u128)
    }

    fn exactly(&self, looks: &Looks) -> Result<u128, Halt> {
        match self.boards(looks) {
            Ok((Tally { boards, stop: None }, _)) => Ok(boards),
            Ok((Tally { stop: Some(stop), .. }, _)) => Err(Halt::Stop(stop)),
            Err(_) => Err(Halt::Overflow),
        }
    }

    /// The boards with these looks that a turn takes to themselves. Three quarters are one quarter back.
    fn invariant(&self, looks: &Looks, turn: u8) -> Result<u128, Halt> {
        let turn = if turn == 3 { 1 } else { turn };
        // What a turn takes to itself has the turned looks too, and with a quarter turn all four images.
        let mut all = looks.clone();
        for _ in 0..3 {
            let image = turned(self.puzzle.size(), &all, turn);
            let Some(union) = united(&all, &image) else { return Ok(0) };
            all = union;
        }
        match self.task(&all) {
            Some(task) => invariant(&task, &all, turn, self.control),
            None => Ok(0),
        }
    }
}

/// Runs `$run::<N>(..)` with keys of as many words as are needed.
macro_rules! with_words {
    ($words:expr, $run:ident ( $($argument:expr),* )) => {
        match $words {
            0..=2 => $run::<2>($($argument),*),
            3 => $run::<3>($($argument),*),
            4 => $run::<4>($($argument),*),
            5..=8 => $run::<8>($($argument),*),
            _ => $run::<32>($($argument),*),
        }
    };
}

/// Adds the boards of a task to `sum`, and says how it was done.
fn run(puzzle: &Puzzle, task: &Task, control: &Control, sum: &mut u128) -> (Result<(), Halt>, &'static str) {
    let halves = plan::halves(task, control.memory);
    if let Some(ring) = plan::ring(puzzle, task, control.memory).filter(|ring| ring.work < halves.work) {
        match frame(task, &ring.cut, halves.work, control, sum) {
            // The halves need no table of rings.
            Err(Halt::Dear | Halt::Stop(Stop::Memory)) => *sum = 0,
            done => return (done, "frame and inside"),
        }
    }
    let (layout, words) = layout(task, &halves.cut, &BTreeMap::new(), &Packer::default());
    (with_words!(words, run_halves(task, &halves.cut, &layout, control, sum)), "halves")
}

fn run_halves<const N: usize>(
    task: &Task,
    cut: &Cut,
    layout: &Layout,
    control: &Control,
    sum: &mut u128,
) -> Result<(), Halt> {
    if !Part::<N>::fits(task, cut, layout) {
        return Ok(());
    }
    Part::<N>::new(task, cut, layout).run(control, None, |_, ways| add(sum, ways))
}

/// Counts the rings, and then the inside, unless that is or looks like more than `most` work.
fn frame(task: &Task, ring: &Cut, most: f64, control: &Control, sum: &mut u128) -> Result<(), Halt> {
    let mut packer = Packer::default();
    let exports = exports(task, ring, &mut packer);
    let (ring_layout, ring_words) = layout(task, ring, &exports, &packer);
    // The cut of the inside is chosen when the rings are known; this one will do if that needs longer keys.
    let inside = plan::inside(task, control.memory, None);
    let inside_words = layout(task, &inside.cut, &exports, &packer).1;
    let parts = (ring, &ring_layout, &packer, &inside);
    with_words!(ring_words.max(inside_words), run_frame(task, parts, most, control, sum))
}

/// Rings that are thought worth their table, for every placement that counting without them would take.
const RING_SHARE: f64 = 0.01;
/// Work below which no way is too dear.
const CHEAP: f64 = 1e5;

fn run_frame<const N: usize>(
    task: &Task,
    (ring, ring_layout, packer, spare): (&Cut, &Layout, &Packer, &Planned),
    most: f64,
    control: &Control,
    sum: &mut u128,
) -> Result<(), Halt> {
    if !Part::<N>::fits(task, ring, ring_layout) {
        return Ok(());
    }
    let mut rings = Table::new();
    let ring = Part::<N>::new(task, ring, ring_layout);
    let most = most.max(CHEAP);
    let most_rings = most * RING_SHARE;
    let counted = ring.run(control, None, |word, ways| match rings.len() as f64 > most_rings {
        true => Err(Halt::Dear),
        false => rings.add_growing(&word, ways, control),
    });
    let done = counted.and_then(|()| {
        if rings.len() == 0 {
            return Ok(());
        }
        let Planned { mut cut, work } = plan::inside(task, control.memory, Some(&words_of(&rings, ring_layout)));
        if work > most {
            return Err(Halt::Dear);
        }
        let (mut inside_layout, words) = layout(task, &cut, &ring_layout.exports, packer);
        if words > N {
            cut = spare.cut.clone();
            inside_layout = layout(task, &cut, &ring_layout.exports, packer).0;
        }
        if !Part::<N>::fits(task, &cut, &inside_layout) {
            return Ok(());
        }
        let inside = Part::<N>::new(task, &cut, &inside_layout);
        let mut pairs = most / PAIR;
        inside.run(control, Some(&rings), |word, ways| {
            pairs -= 1.0;
            let boards = rings.get(&word).checked_mul(ways).ok_or(Halt::Overflow)?;
            if pairs < 0.0 { Err(Halt::Dear) } else { add(sum, boards) }
        })
    });
    rings.release(control);
    done
}

/// How many words the rings show, and how many colours at each seam.
fn words_of<const N: usize>(rings: &Table<N>, layout: &Layout) -> Words {
    let mut seen = vec![[0.0; 256]; layout.exports.len()];
    for (key, _) in rings.iter() {
        seen.iter_mut().zip(layout.exports.values()).for_each(|(seen, &field)| seen[key.get(field)] += 1.0);
    }
    let colours = layout.exports.keys().zip(seen).map(|(&seam, seen)| {
        let squares: f64 = seen.iter().map(|n| n * n).sum();
        (seam, (rings.len() as f64).powi(2) / squares)
    });
    Words { count: rings.len() as f64, colours: colours.collect() }
}

fn add(sum: &mut u128, more: u128) -> Result<(), Halt> {
    *sum = sum.checked_add(more).ok_or(Halt::Overflow)?;
    Ok(())
}

struct Sum(u128);

impl<const N: usize> Sink<N> for Sum {
    fn take(&mut self, _: &Key<N>, count: u128) -> Result<(), Halt> {
        add(&mut self.0, count)
    }
}

/// The ways to fill all cells of a task, from whatever pieces.
fn filled(task: &Task, labelled: bool, control: &Control) -> Result<(u128, Option<Stop>), CountError> {
    let mut cells = task.cells.clone();
    let size = task.size;
    let spread = |of: &dyn Fn(usize) -> usize| {
        let (least, most) = cells.iter().map(|&c| of(c)).fold((usize::MAX, 0), |(a, b), v| (a.min(v), b.max(v)));
        most.saturating_sub(least)
    };
    if spread(&|cell| size.col(cell)) > spread(&|cell| size.row(cell)) {
        cells.sort_by_key(|&cell| (size.col(cell), size.row(cell)));
    }
    let cut = Cut { kept: cells, asking: Vec::new() };
    let (layout, words) = layout(task, &cut, &BTreeMap::new(), &Packer::default());
    let mut sum = Sum(0);
    let done = with_words!(words, fill(task, &cut, &layout, labelled, control, &mut sum));
    match done {
        Ok(()) => Ok((sum.0, None)),
        Err(Halt::Stop(stop)) => Ok((sum.0, Some(stop))),
        Err(_) => Err(CountError::Overflow("fillings")),
    }
}

fn fill<const N: usize>(
    task: &Task,
    cut: &Cut,
    layout: &Layout,
    labelled: bool,
    control: &Control,
    sum: &mut Sum,
) -> Result<(), Halt> {
    let half = Half::<N>::new(task, &cut.kept, layout, None);
    Walk::run(&half, control, &[], labelled, control.memory / 2, sum)
}
