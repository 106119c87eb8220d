//! Turns of the board.
//!
//! Boards that a quarter or half turn takes into one another are essentially the same. Pieces are never
//! mirrored, so neither are boards; and where pieces may not turn, no turn of a board is a board.

use edgewise_puzzle::{Puzzle, Sides, Size, rotated};

use crate::limits::{Control, Halt};
use crate::task::{Candidate, Meets, Task};

/// The looks that lie at cells, nothing elsewhere.
pub(crate) type Looks = Vec<Option<Sides>>;

/// The turns a board has, in clockwise quarters; 0 comes first.
pub(crate) fn turns(puzzle: &Puzzle) -> &'static [u8] {
    let size = puzzle.size();
    match (puzzle.rotation(), size.width() == size.height()) {
        (false, _) => &[0],
        (true, true) => &[0, 1, 2, 3],
        (true, false) => &[0, 2],
    }
}

/// Where a turn takes a cell. Quarter turns are for square boards.
pub(crate) fn turned_cell(size: Size, cell: usize, turn: u8) -> usize {
    let (row, col) = (size.row(cell), size.col(cell));
    let (bottom, right) = (size.height() - 1, size.width() - 1);
    match turn {
        1 => size.cell(col, bottom - row),
        2 => size.cell(bottom - row, right - col),
        3 => size.cell(right - col, row),
        _ => cell,
    }
}

/// The looks after a turn.
pub(crate) fn turned(size: Size, looks: &Looks, turn: u8) -> Looks {
    let mut out = vec![None; looks.len()];
    for (cell, look) in looks.iter().enumerate() {
        out[turned_cell(size, cell, turn)] = look.map(|sides| rotated(sides, turn));
    }
    out
}

/// All looks of both, or nothing if they contradict each other.
pub(crate) fn united(a: &Looks, b: &Looks) -> Option<Looks> {
    let unite = |(a, b): (&Option<Sides>, &Option<Sides>)| match (a, b) {
        (Some(a), Some(b)) if a != b => Err(()),
        (a, b) => Ok(a.or(*b)),
    };
    a.iter().zip(b).map(unite).collect::<Result<Looks, ()>>().ok()
}

/// A kind of which one piece is left, and cells such that every board can be turned, by one of `turns` (a
/// group) in one way only, to have it at one of them. Counting those boards alone divides the count by the turns.
pub(crate) fn anchor(task: &Task, turns: &[u8]) -> Option<(usize, Vec<usize>)> {
    if turns.len() < 2 {
        return None;
    }
    let orbit = |cell: usize| {
        let mut orbit: Vec<usize> = turns.iter().map(|&turn| turned_cell(task.size, cell, turn)).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    };
    let single = (0..task.left.len()).filter(|&kind| task.left[kind] == 1);
    let cells = single.map(|kind| (kind, task.cells_of(kind)));
    let whole = cells.filter(|(_, cells)| cells.iter().all(|&cell| orbit(cell).len() == turns.len()));
    let (kind, cells) = whole.min_by_key(|(_, cells)| cells.len())?;
    Some((kind, cells.into_iter().filter(|&cell| orbit(cell)[0] == cell).collect()))
}

/// The boards of a task that look the same after a turn of 1 or 2 quarters. `looks` are what lies already.
pub(crate) fn invariant(task: &Task, looks: &Looks, turn: u8, control: &Control) -> Result<u128, Halt> {
    let mut orbits: Vec<Vec<usize>> = Vec::new();
    for &cell in &task.cells {
        let mut orbit = vec![cell];
        let mut next = turned_cell(task.size, cell, turn);
        while next != cell {
            orbit.push(next);
            next = turned_cell(task.size, next, turn);
        }
        // What lies already must be taken into itself, so orbits are free as a whole or not at all.
        if orbit.iter().any(|&cell| looks[cell].is_some()) {
            return Ok(0);
        }
        if orbit.iter().all(|&other| other >= cell) {
            orbits.push(orbit);
        }
    }
    // Pieces go round in whole orbits, so what is left over must fit the cells that stay in place.
    let length = orbits.iter().map(Vec::len).max().unwrap_or(1);
    let fixed: usize = orbits.iter().filter(|orbit| orbit.len() < length).map(Vec::len).sum();
    let over: usize = task.left.iter().map(|&left| usize::from(left) % length).sum();
    if over > fixed {
        return Ok(0);
    }
    let mut search = Invariant { task, turn, control, orbits, shown: vec![None; looks.len()], left: task.left.clone() };
    search.count(0)
}

struct Invariant<'a> {
    task: &'a Task,
    turn: u8,
    control: &'a Control,
    orbits: Vec<Vec<usize>>,
    shown: Looks,
    left: Vec<u16>,
}

impl Invariant<'_> {
    fn count(&mut self, at: usize) -> Result<u128, Halt> {
        let task = self.task;
        let Some(orbit) = self.orbits.get(at).cloned() else { return Ok(1) };
        let mut sum = 0u128;
        for candidate in task.candidates(orbit[0]) {
            let Some(left) = self.left[candidate.kind].checked_sub(orbit.len() as u16) else { continue };
            if orbit.len() == 1 && rotated(candidate.sides, self.turn) != candidate.sides {
                continue;
            }
            self.control.tick()?;
            let before = std::mem::replace(&mut self.left[candidate.kind], left);
            let mut sides = candidate.sides;
            for &cell in &orbit {
                self.shown[cell] = Some(sides);
                sides = rotated(sides, self.turn);
            }
            if orbit.iter().all(|&cell| self.agrees(cell, candidate.kind)) {
                sum = sum.checked_add(self.count(at + 1)?).ok_or(Halt::Overflow)?;
            }
            orbit.iter().for_each(|&cell| self.shown[cell] = None);
            self.left[candidate.kind] = before;
        }
        Ok(sum)
    }

    fn agrees(&self, cell: usize, kind: usize) -> bool {
        let Some(sides) = self.shown[cell] else { return false };
        let allowed = self.task.candidates(cell).contains(&Candidate { kind, sides });
        let meets = |side: usize| match self.task.meets(cell, side) {
            Meets::Free(other) => self.shown[other].is_none_or(|o| o[edgewise_puzzle::opposite(side)] == sides[side]),
            _ => true,
        };
        allowed && (0..4).all(meets)
    }
}
