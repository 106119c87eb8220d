//! Rules beyond quota and break budget that a candidate must keep: a ceiling on quota sides, breaks that
//! lie apart, and the *ledger*: a break is not paid where the board could then no longer end with the
//! breaks aimed at.
//!
//! The ledger has two halves, both sound. *Parity*: all sides of a colour pair up on a matched board and
//! a break flips two colours, so with `odd` colours out of balance at least `odd / 2` breaks must still
//! come. *Supply*: where more open sides ask for a colour than the pieces not yet placed have, the
//! difference must break ([`still_to_come`] joins both). It is looked at where a break is paid, since only
//! there parity moves.
//!
//! Source: LEDGER (R. Anjou, eternity2.dev); `bench/plans/ledger.toml` measures it.

use edgewise_puzzle::{Colour, Puzzle, Rim};
use edgewise_search::candidates::Candidate;
use edgewise_search::fill::still_to_come;

use crate::compiled::Compiled;
use crate::growth::Tally;
use crate::parameters::{Prune, Settings};

/// Classes of colours that the ledger tells apart; with more colours than these several share one, which
/// weakens the bound and keeps it sound.
const CLASSES: usize = 64;

fn class(colour: Colour) -> usize {
    usize::from(colour) % CLASSES
}

/// The rules of a plan.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Most quota sides once each step is placed, clues passed deducted (negative where they alone are
    /// too many); empty without a ceiling.
    ceiling: Vec<i32>,
    /// Whether no cell may touch two breaks.
    isolated: bool,
    /// What the ledger looks at.
    prune: Prune,
    /// Most breaks a finished board may have.
    pub(crate) target: u32,
    /// The ledger before the first step.
    start: Note,
    /// By step: the sides of filled cells that face an empty one once it is placed.
    open_sides: Vec<Vec<OpenSide>>,
    /// Colours that match themselves, by class: what asks for a colour can be satisfied.
    matches_itself: [bool; CLASSES],
    framed: bool,
    /// Counts placements by breaks, for [`crate::growth`].
    pub(crate) tally: Option<Tally>,
}

/// A side of a filled cell that faces an empty one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OpenSide {
    /// Of what a step placed.
    Step(usize, usize),
    /// Of a clue.
    Clue(Colour),
}

/// What is known after each break on a strand's path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    /// The cells of the broken seam.
    cells: [u32; 2],
    /// Steps placed, the breaking one included.
    steps: u32,
    /// Bit c: class c is out of balance.
    parity: u64,
    /// Sides of each class on the pieces not placed after these steps.
    supply: [u16; CLASSES],
}

impl Note {
    /// A note to be written over.
    pub(crate) const BLANK: Note = Note { cells: [0; 2], steps: 0, parity: 0, supply: [0; CLASSES] };

    fn flip(&mut self, colour: Colour) {
        self.parity ^= 1 << class(colour);
    }
}

impl Rules {
    /// The rules of `settings`, `None` if there are none. `by_clues` are the quota sides of clues passed
    /// before each step.
    pub(crate) fn of(puzzle: &Puzzle, settings: &Settings, compiled: &Compiled, by_clues: &[u16]) -> Option<Rules> {
        if settings.ceiling.is_none() && !settings.isolated && settings.prune == Prune::None && !settings.tally {
            return None;
        }
        let steps = &compiled.plan.steps;
        let ceiling = |(step, &by_clues): (&edgewise_search::plan::Step, &u16)| {
            settings.ceiling.at(step.position).map_or(i32::MAX, |most| i32::from(most) - i32::from(by_clues))
        };
        let mut start = Note::BLANK;
        puzzle.pieces().iter().flatten().for_each(|&colour| start.flip(colour));
        let perimeter = 2 * (puzzle.size().width() + puzzle.size().height());
        (0..perimeter).for_each(|_| start.flip(0));
        for &(a, b) in compiled.broken_by_clues() {
            start.flip(a);
            start.flip(b);
        }
        // Clues placed by the order itself (crude pins) still count as supply until then.
        let steps_on = |cell: usize| steps.iter().any(|step| step.cell == cell);
        let pinned =
            |piece: usize| puzzle.clues().iter().any(|clue| clue.placement.piece() == piece && !steps_on(clue.cell));
        let free = (0..puzzle.pieces().len()).filter(|&piece| !pinned(piece));
        free.flat_map(|piece| puzzle.pieces()[piece]).for_each(|colour| start.supply[class(colour)] += 1);
        let mut matches_itself = [true; CLASSES];
        for colour in (0..puzzle.colours()).map(|colour| colour as Colour) {
            matches_itself[class(colour)] &= puzzle.seam_matches(colour, colour);
        }
        Some(Rules {
            ceiling: if settings.ceiling.is_none() {
                Vec::new()
            } else {
                steps.iter().zip(by_clues).map(ceiling).collect()
            },
            isolated: settings.isolated,
            prune: settings.prune,
            target: settings.prune_target.unwrap_or(u32::MAX),
            start,
            open_sides: if settings.prune == Prune::Supply { open_sides(puzzle, compiled) } else { Vec::new() },
            matches_itself,
            framed: puzzle.rim() == Rim::Grey,
            tally: settings.tally.then(|| Tally::new(steps.len())),
        })
    }

    /// Whether `candidate` may be placed at `step` after `quota` quota sides and `breaks` breaks on the
    /// path `placed`. `notes` are those of the path's breaks; a break allowed is noted.
    pub(crate) fn allow(
        &self,
        (compiled, puzzle): (&Compiled, &Puzzle),
        step: usize,
        (quota, breaks): (u32, u32),
        candidate: &Candidate,
        placed: &[Candidate],
        notes: &mut [Note],
    ) -> bool {
        if self.ceiling.get(step).is_some_and(|&most| (quota + u32::from(candidate.quota)) as i32 > most) {
            return false;
        }
        let allowed = candidate.breaks == 0
            || !self.look_at_breaks()
            || self.note(compiled, puzzle, step, breaks as usize, candidate, placed, notes);
        if let Some(tally) = self.tally.as_ref().filter(|_| allowed) {
            tally.note(step, breaks, candidate.breaks);
        }
        allowed
    }

    /// Whether breaks are looked at, and noted.
    pub(crate) fn look_at_breaks(&self) -> bool {
        self.isolated || self.prune != Prune::None
    }

    /// Notes the breaks that `candidate` pays; false if they are not allowed.
    pub(crate) fn note(
        &self,
        compiled: &Compiled,
        puzzle: &Puzzle,
        step: usize,
        breaks: usize,
        candidate: &Candidate,
        placed: &[Candidate],
        notes: &mut [Note],
    ) -> bool {
        let mut last = if breaks == 0 { self.start } else { notes[breaks - 1] };
        if self.prune == Prune::Supply {
            let since = placed[last.steps as usize..step].iter().chain([candidate]);
            since.flat_map(|c| c.sides).for_each(|colour| last.supply[class(colour)] -= 1);
        }
        last.steps = step as u32 + 1;
        let mut after = breaks;
        for (cells, (own, shown)) in compiled.broken_seams(puzzle, step, candidate.sides, placed) {
            if self.isolated && notes[..after].iter().any(|note| note.cells.iter().any(|cell| cells.contains(cell))) {
                return false;
            }
            last.cells = cells;
            last.flip(own);
            last.flip(shown);
            notes[after] = last;
            after += 1;
        }
        let paid = (after + compiled.broken_by_clues().len()) as u32;
        self.prune == Prune::None || paid + self.still_to_come(step, &last, candidate, placed) <= self.target
    }

    /// Breaks that must still come once `candidate` lies at `step`.
    fn still_to_come(&self, step: usize, note: &Note, candidate: &Candidate, placed: &[Candidate]) -> u32 {
        let parity = if self.framed { note.parity.count_ones().div_ceil(2) } else { 0 };
        match self.prune {
            Prune::None => 0,
            Prune::Parity => parity,
            Prune::Supply => {
                let mut demand = [0u16; CLASSES];
                for &side in &self.open_sides[step] {
                    let colour = match side {
                        OpenSide::Clue(colour) => colour,
                        OpenSide::Step(other, side) if other == step => candidate.sides[side],
                        OpenSide::Step(other, side) => placed[other].sides[side],
                    };
                    demand[class(colour)] += 1;
                }
                let mut supply = note.supply;
                for c in (0..CLASSES).filter(|&c| !self.matches_itself[c]) {
                    (supply[c], demand[c]) = (0, 0);
                }
                still_to_come(&supply, &demand, self.framed)
            }
        }
    }
}

/// By step: the sides of filled cells that face an empty one once it is placed.
fn open_sides(puzzle: &Puzzle, compiled: &Compiled) -> Vec<Vec<OpenSide>> {
    let (size, steps) = (puzzle.size(), &compiled.plan.steps);
    let mut filled_by: Vec<Option<usize>> = vec![None; size.cells()];
    let mut clue_sides = vec![None; size.cells()];
    for clue in puzzle.clues().iter().filter(|clue| steps.iter().all(|step| step.cell != clue.cell)) {
        clue_sides[clue.cell] = Some(puzzle.sides(clue.placement));
    }
    let mut open = Vec::with_capacity(steps.len());
    for (index, step) in steps.iter().enumerate() {
        filled_by[step.cell] = Some(index);
        let filled = |cell: usize| filled_by[cell].is_some() || clue_sides[cell].is_some();
        let mut sides = Vec::new();
        for cell in (0..size.cells()).filter(|&cell| filled(cell)) {
            for side in (0..4).filter(|&side| size.neighbour(cell, side).is_some_and(|other| !filled(other))) {
                sides.push(match (filled_by[cell], clue_sides[cell]) {
                    (Some(step), _) => OpenSide::Step(step, side),
                    (None, Some(sides)) => OpenSide::Clue(sides[side]),
                    (None, None) => continue,
                });
            }
        }
        open.push(sides);
    }
    open
}
