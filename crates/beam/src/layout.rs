//! A step plan laid out for a beam: where the colours of the open frontier lie, which table a step
//! looks into, and which sides it opens and closes.
//!
//! A state keeps no board, only the colours of sides that a later step will meet. Each such side has
//! a *slot* from the step that opens it to the step that closes it; slots are used again, so a row
//! order on a 16×16 board needs 17 of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use edgewise_puzzle::{Colour, Placement, Puzzle, Rim, Sides, opposite};
use edgewise_search::candidates::{BreakRule, Candidate, CandidateTables, Recipe, Sort, StepTable};
use edgewise_search::{EngineError, Known, StepPlan};

use crate::settings::Settings;

/// Break classes: children with 0, 1 and 2 breaks.
pub(crate) const CLASSES: usize = 3;

/// A side that a step opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Open {
    /// The side of the step's cell.
    pub(crate) side: usize,
    /// Its slot from now on.
    pub(crate) slot: usize,
    /// Its number over the whole board, `cell * 4 + side`.
    pub(crate) number: usize,
}

/// A side that a step meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Meeting {
    /// The side of the step's cell.
    pub(crate) side: usize,
    /// What it meets.
    pub(crate) with: With,
    /// Whether the seam may break.
    pub(crate) breakable: bool,
}

/// What a side meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum With {
    /// A clue's colour.
    Clue(Colour),
    /// The colour in a slot, which is free afterwards; `number` is that of the side behind it.
    Slot {
        /// The slot.
        slot: usize,
        /// `cell * 4 + side` of the earlier cell.
        number: usize,
    },
}

/// Everything the beam wants to know of a step.
#[derive(Clone, Debug)]
pub(crate) struct HotStep {
    /// The cell.
    pub(crate) cell: usize,
    /// Cells filled once the step is done.
    pub(crate) depth: usize,
    /// First list of the step's tables by class; `None` where the step scans.
    bases: Option<[u32; CLASSES]>,
    /// Parts of the key into the tables: slot and multiplier; unused ones have multiplier 0.
    lookups: [(usize, u32); 4],
    /// The sides whose other side is known, in side order.
    pub(crate) meetings: Vec<Meeting>,
    /// The sides it opens.
    pub(crate) opens: Vec<Open>,
    /// Index into [`Layout::fitting`].
    fitting: usize,
}

/// A plan ready for a beam.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The plan behind it.
    pub(crate) plan: StepPlan,
    /// The steps.
    pub(crate) steps: Vec<HotStep>,
    /// Slots of a state, at least 1.
    pub(crate) slots: usize,
    /// Sides by placement code.
    pub(crate) sides: Vec<Sides>,
    /// The tables.
    pub(crate) tables: CandidateTables,
    /// What fits each class of cells.
    fitting: Vec<Fitting>,
    /// How many classes the tables hold.
    tabled: usize,
    /// Whether grey against grey is a break.
    grey_breaks: bool,
}

/// All placements that fit a class of cells.
#[derive(Clone, Debug)]
struct Fitting {
    /// By placement code.
    candidates: Vec<Candidate>,
    /// The pieces among them, as a set.
    pieces: Vec<u64>,
    /// By piece: its candidates.
    ranges: Vec<Range<u32>>,
}

/// The candidates of a state in a class.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List<'a> {
    /// `len` candidates of the tables from `at` on.
    Table {
        /// The first.
        at: usize,
        /// How many.
        len: usize,
    },
    /// Found by looking through all that fit the cell.
    Scanned(&'a [Candidate]),
}

impl Layout {
    /// Lays out `settings` for `puzzle`.
    pub(crate) fn new(puzzle: &Puzzle, settings: &Settings) -> Result<Layout, EngineError> {
        let plan = StepPlan::compile(puzzle, &settings.order);
        let tabled = if settings.two_breaks_always() { 3 } else { 2 };
        let tables = CandidateTables::build(&Recipe {
            puzzle,
            plan: &plan,
            breaks: BreakRule { from_position: 0, per_placement: tabled as u8 - 1, frame: settings.break_frame },
            weights: &[],
            sort: Sort::Number,
            opening_steps: 0,
        });
        if u32::try_from(tables.candidates.len()).is_err() {
            return Err(EngineError::Unsupported(
                "the candidate tables outgrow memory: use an order with fewer open sides".to_owned(),
            ));
        }
        let sides = (0..4 * puzzle.pieces().len()).map(|code| puzzle.sides(Placement::from_code(code as u16)));
        let mut layout = Layout {
            steps: Vec::with_capacity(plan.steps.len()),
            slots: 1,
            sides: sides.collect(),
            tables,
            fitting: Vec::new(),
            tabled,
            grey_breaks: puzzle.rim() == Rim::Grey,
            plan,
        };
        layout.lay_out(puzzle, settings.break_frame);
        Ok(layout)
    }

    /// Gives every open side a slot and makes the steps.
    fn lay_out(&mut self, puzzle: &Puzzle, break_frame: bool) {
        let size = puzzle.size();
        let mut slot_of = vec![0; size.cells() * 4];
        let mut made = 0;
        let mut free: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
        let mut rims: Vec<[bool; 4]> = Vec::new();
        for (index, step) in self.plan.steps.iter().enumerate() {
            let mut meetings = Vec::new();
            for (side, known) in step.known.iter().enumerate() {
                let with = match *known {
                    Known::Clue(colour) => With::Clue(colour),
                    Known::Placed(other) => {
                        let number = other * 4 + opposite(side);
                        With::Slot { slot: slot_of[number], number }
                    }
                    Known::Rim | Known::Open => continue,
                };
                let frame = size.neighbour(step.cell, side).is_some_and(|o| puzzle.is_frame_seam(step.cell, o));
                meetings.push(Meeting { side, with, breakable: break_frame || !frame });
            }
            let mut lookups = [(0, 0); 4];
            let bases = match &self.tables.steps[index] {
                StepTable::Table { bases, lookups: parts } => {
                    for (i, part) in parts.iter().enumerate() {
                        lookups[i] = (slot_of[part.offset as usize], part.multiplier);
                    }
                    Some(*bases)
                }
                StepTable::Scan { .. } => None,
            };
            meetings.iter().for_each(|m| {
                if let With::Slot { slot, .. } = m.with {
                    free.push(Reverse(slot));
                }
            });
            let open_sides = (0..4).filter(|&side| step.known[side] == Known::Open);
            let opens: Vec<Open> = open_sides
                .map(|side| {
                    let number = step.cell * 4 + side;
                    let slot = free.pop().map_or(made, |Reverse(slot)| slot);
                    made = made.max(slot + 1);
                    slot_of[number] = slot;
                    Open { side, slot, number }
                })
                .collect();
            let rim = size.rim_sides(step.cell);
            let fitting = rims.iter().position(|&r| r == rim).unwrap_or(rims.len());
            if fitting == rims.len() {
                rims.push(rim);
            }
            let (cell, depth) = (step.cell, step.depth_after);
            self.steps.push(HotStep { cell, depth, bases, lookups, meetings, opens, fitting });
        }
        self.slots = made.max(1);
        self.fitting = rims.into_iter().map(|rim| fitting(puzzle, rim)).collect();
    }

    /// The candidates of a state with this frontier at `step` that cost exactly `class` breaks, in
    /// the order of their codes. Where they are in no table `scratch` holds them, those of `used`
    /// pieces perhaps left out.
    #[inline(always)]
    pub(crate) fn list<'a>(
        &self,
        step: &HotStep,
        frontier: &[Colour],
        used: &[u64],
        class: usize,
        scratch: &'a mut Vec<Candidate>,
    ) -> List<'a> {
        match step.bases {
            Some(bases) if class < self.tabled => {
                let part = |&(slot, multiplier): &(usize, u32)| u32::from(frontier[slot]) * multiplier;
                let key = step.lookups.iter().map(part).sum::<u32>();
                let list = (bases[class] + key) as usize;
                let (from, to) = (self.tables.starts[list], self.tables.starts[list + 1]);
                List::Table { at: from as usize, len: (to - from) as usize }
            }
            _ => {
                // Only the scarcity of break-free lists asks for candidates whose piece is used.
                let used = if class == 0 { &[] } else { used };
                self.scan(step, frontier, used, class, scratch);
                List::Scanned(scratch)
            }
        }
    }

    /// Looks through all placements of unused pieces that fit the cell.
    fn scan(&self, step: &HotStep, frontier: &[Colour], used: &[u64], class: usize, scratch: &mut Vec<Candidate>) {
        scratch.clear();
        let Fitting { candidates, pieces, ranges } = &self.fitting[step.fitting];
        for (word, &set) in pieces.iter().enumerate() {
            let mut free = set & !used.get(word).copied().unwrap_or(0);
            while free != 0 {
                let piece = word * 64 + free.trailing_zeros() as usize;
                free &= free - 1;
                let range = ranges[piece].start as usize..ranges[piece].end as usize;
                let fits = |c: &&Candidate| self.breaks(step, frontier, c) == Some(class);
                scratch.extend(candidates[range].iter().filter(fits));
            }
        }
    }

    /// The breaks of a candidate; `None` if it breaks what may not break.
    fn breaks(&self, step: &HotStep, frontier: &[Colour], candidate: &Candidate) -> Option<usize> {
        let mut breaks = 0;
        for meeting in &step.meetings {
            let shown = match meeting.with {
                With::Clue(colour) => colour,
                With::Slot { slot, .. } => frontier[slot],
            };
            let own = candidate.sides[meeting.side];
            if own != shown || (own == 0 && self.grey_breaks) {
                if !meeting.breakable {
                    return None;
                }
                breaks += 1;
            }
        }
        Some(breaks)
    }

    /// The pieces that may lie at `step`.
    pub(crate) fn pieces_at(&self, step: &HotStep) -> Vec<usize> {
        let ranges = &self.fitting[step.fitting].ranges;
        (0..ranges.len()).filter(|&p| !ranges[p].is_empty()).collect()
    }

    /// Cells filled once `steps` steps are done.
    pub(crate) fn depth(&self, steps: usize) -> usize {
        steps.checked_sub(1).map_or(self.plan.depth_before, |last| self.steps[last].depth)
    }
}

/// The placements of pieces no clue pins that keep the rim rule on a cell with these rim sides.
fn fitting(puzzle: &Puzzle, rim: [bool; 4]) -> Fitting {
    let mut pinned = vec![false; puzzle.pieces().len()];
    puzzle.clues().iter().for_each(|clue| pinned[clue.placement.piece()] = true);
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut pieces = vec![0; pinned.len().div_ceil(64)];
    let mut ranges = Vec::with_capacity(pinned.len());
    for (piece, pinned) in pinned.into_iter().enumerate() {
        let start = candidates.len() as u32;
        let turns = puzzle.rotations(piece).map(|r| Placement::new(piece, r)).filter(|_| !pinned);
        let all = turns.map(|p| Candidate { sides: puzzle.sides(p), placement: p, quota: 0, breaks: 0 });
        candidates.extend(all.filter(|c| puzzle.fits_rim(rim, c.sides)));
        let end = candidates.len() as u32;
        if start < end {
            pieces[piece / 64] |= 1 << (piece % 64);
        }
        ranges.push(start..end);
    }
    Fitting { candidates, pieces, ranges }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TABLE;
    use edgewise_puzzle::{ClueSet, official};

    #[test]
    fn slots_are_as_many_as_sides_are_open_at_a_time() {
        for (order, clues, most) in [
            ("row", ClueSet::None, 17),
            ("column", ClueSet::None, 17),
            ("diagonal", ClueSet::None, 30),
            ("row", ClueSet::Starter, 17),
        ] {
            let puzzle = official::puzzle(clues);
            let mut params = TABLE.defaults();
            params.set("order", order).unwrap();
            let layout = Layout::new(&puzzle, &Settings::read(&params, &puzzle).unwrap()).unwrap();
            let mut open = Vec::new();
            let mut widest = 0;
            for step in &layout.steps {
                for meeting in &step.meetings {
                    if let With::Slot { slot, number } = meeting.with {
                        let at = open.iter().position(|&o| o == (slot, number)).expect("a side is met where it lies");
                        open.swap_remove(at);
                    }
                }
                for o in &step.opens {
                    assert!(open.iter().all(|&(slot, _)| slot != o.slot), "a slot holds one side at a time");
                    open.push((o.slot, o.number));
                }
                widest = widest.max(open.len());
            }
            assert_eq!((open.len(), widest, layout.slots), (0, most, most), "{order}");
        }
    }
}
