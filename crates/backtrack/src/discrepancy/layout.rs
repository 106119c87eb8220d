//! A step plan with its candidate lists, laid out flat for the waves.

use edgewise_puzzle::{Board, Placement, Puzzle, Rng, Sides, opposite};
use edgewise_search::candidates::{BreakRule, Candidate, CandidateTables, Recipe, Scan, StepTable};
use edgewise_search::{EngineError, Known, StepPlan};

use super::parameters::{Cost, LdsSettings};

/// What a wave wants to know of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FlatStep {
    /// First list of the step's tables by number of breaks.
    pub(super) bases: [u32; 3],
    /// Where the parts of the key lie in the flat colours; unused parts point at a zero.
    offsets: [u32; 4],
    /// The multiplier of each part.
    multipliers: [u32; 4],
    /// Where the step's own four colours go in the flat colours.
    pub(super) own: u32,
    /// Quota sides the steps up to here must have placed (clues passed are deducted).
    pub(super) need: u32,
    /// Breaks allowed up to here.
    pub(super) allowed: u32,
    /// Most breaks this placement may pay.
    pub(super) most: u32,
    /// Whether the step has no table: its lists are filtered when it is opened.
    pub(super) scans: bool,
}

impl FlatStep {
    /// The key of the colours in view.
    #[inline(always)]
    pub(super) fn key(&self, colours: &[u8]) -> u32 {
        let part = |i: usize| u32::from(colours[self.offsets[i] as usize]) * self.multipliers[i];
        part(0) + part(1) + part(2) + part(3)
    }
}

/// A plan ready for waves.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The plan behind it.
    pub(super) plan: StepPlan,
    /// The steps.
    pub(super) steps: Vec<FlatStep>,
    /// Where each list starts; a list ends where the next one starts.
    pub(super) starts: Vec<u32>,
    /// All candidates; room for the steps without tables follows the last list.
    pub(super) candidates: Vec<Candidate>,
    /// Most discrepancies the steps from an index on can make together.
    pub(super) capacity: Vec<u32>,
    /// What steps without tables are filtered from, by class.
    scans: Vec<Scan>,
    /// The class of each step without a table.
    class: Vec<usize>,
    /// Whether frame seams may break.
    break_frame: bool,
}

impl Layout {
    /// Lays out `settings` for `puzzle`, candidate lists shuffled with `rng`.
    pub(super) fn new(puzzle: &Puzzle, settings: &LdsSettings, rng: &mut Rng) -> Result<Layout, EngineError> {
        let base = &settings.base;
        let plan = StepPlan::compile(puzzle, &base.order);
        let breaks = BreakRule {
            from_position: base.schedule.first(),
            per_placement: base.breaks_per_placement,
            frame: base.break_frame,
        };
        let mut tables = CandidateTables::build(&Recipe {
            puzzle,
            plan: &plan,
            breaks,
            weights: &base.weights,
            sort: base.sort,
            opening_steps: plan.steps.iter().take_while(|s| s.position < base.opening).count(),
            copies: 1,
        });
        tables.shuffle(rng);
        let mut layout = Layout {
            steps: Vec::with_capacity(plan.steps.len()),
            starts: tables.starts,
            candidates: tables.candidates,
            capacity: capacity(plan.steps.len(), settings.rule.cost),
            scans: tables.scans,
            class: vec![0; plan.steps.len()],
            break_frame: base.break_frame,
            plan,
        };
        for (index, table) in tables.steps.iter().enumerate() {
            let flat = layout.flat_step(puzzle, settings, &breaks, index, table);
            layout.steps.push(flat);
        }
        match u32::try_from(layout.candidates.len()) {
            Ok(_) => Ok(layout),
            Err(_) => Err(EngineError::Unsupported(
                "the candidate tables outgrow memory: use an order with fewer open sides".to_owned(),
            )),
        }
    }

    /// Lays out one step; one without a table gets room for the lists it will be filtered into.
    fn flat_step(
        &mut self,
        puzzle: &Puzzle,
        settings: &LdsSettings,
        breaks: &BreakRule,
        index: usize,
        table: &StepTable,
    ) -> FlatStep {
        let step = &self.plan.steps[index];
        let by_clues = self.plan.clue_sides_before(puzzle, step.position, &settings.base.weights);
        let blank = (puzzle.size().cells() * 4) as u32;
        let mut flat = FlatStep {
            bases: [0; 3],
            offsets: [blank; 4],
            multipliers: [0; 4],
            own: (step.cell * 4) as u32,
            need: u32::from(settings.base.quota.at(step.position)).saturating_sub(by_clues.into()),
            allowed: settings.base.schedule.allowed(step.position).into(),
            most: if step.position >= breaks.from_position { breaks.per_placement.into() } else { 0 },
            scans: false,
        };
        match table {
            StepTable::Table { bases, lookups, .. } => {
                flat.bases = *bases;
                for (i, lookup) in lookups.iter().enumerate() {
                    (flat.offsets[i], flat.multipliers[i]) = (lookup.offset, lookup.multiplier);
                }
            }
            StepTable::Scan { index: class } => {
                let (room, lists) = (self.candidates.len() as u32, self.starts.len() as u32);
                self.candidates.extend_from_slice(&self.scans[*class].candidates);
                self.starts.extend([room; 4]);
                self.class[index] = *class;
                (flat.bases, flat.scans) = ([lists, lists + 1, lists + 2], true);
            }
        }
        flat
    }

    /// Filters the lists of a step without a table by the colours its neighbours show now.
    pub(super) fn filter(&mut self, puzzle: &Puzzle, index: usize, colours: &[u8]) {
        let (flat, step) = (self.steps[index], &self.plan.steps[index]);
        let price = |sides: Sides| {
            let mut breaks = 0;
            for (side, &own) in sides.iter().enumerate() {
                let (shown, other) = match (step.known[side], puzzle.size().neighbour(step.cell, side)) {
                    (Known::Clue(colour), Some(other)) => (colour, other),
                    (Known::Placed(other), _) => (colours[other * 4 + opposite(side)], other),
                    _ => continue,
                };
                if !puzzle.seam_matches(own, shown) {
                    breaks += 1;
                    if breaks > flat.most || (!self.break_frame && puzzle.is_frame_seam(step.cell, other)) {
                        return None;
                    }
                }
            }
            Some(breaks as u8)
        };
        let class = &self.scans[self.class[index]].candidates;
        let priced = class.iter().filter_map(|c| price(c.sides).map(|breaks| Candidate { breaks, ..*c }));
        let found: Vec<Candidate> = priced.collect();
        let mut at = self.starts[flat.bases[0] as usize] as usize;
        for breaks in 0..=2 {
            for candidate in found.iter().filter(|c| c.breaks == breaks) {
                self.candidates[at] = *candidate;
                at += 1;
            }
            self.starts[flat.bases[usize::from(breaks)] as usize + 1] = at as u32;
        }
    }

    /// The board with the clues and the first steps as `placed` says.
    pub(super) fn board(&self, puzzle: &Puzzle, placed: &[Placement]) -> Board {
        let mut board = puzzle.clue_board();
        for (step, &placement) in self.plan.steps.iter().zip(placed) {
            board.set(step.cell, Some(placement));
        }
        board
    }
}

/// Most discrepancies the steps from each index on can make. As many pieces are left as steps, each in at
/// most four rotations, and one placement is taken.
fn capacity(steps: usize, cost: Cost) -> Vec<u32> {
    let mut capacity = vec![0; steps + 1];
    for step in (0..steps).rev() {
        let own = match cost {
            Cost::Rank => 4 * (steps - step) as u32 - 1,
            Cost::Binary => 1,
        };
        capacity[step] = capacity[step + 1] + own;
    }
    capacity
}
