//! A step plan with its candidate tables, laid out flat for the node loop.

use edgewise_puzzle::{Board, Puzzle, Rng, Sides};
use edgewise_search::candidates::{BreakRule, Candidate, CandidateTables, Recipe, StepTable};
use edgewise_search::{EngineError, Known, StepPlan};

use crate::parameters::Settings;

/// Everything the node loop wants to know of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HotStep {
    /// First list of the step's tables by number of breaks (scan steps: of their scratch lists).
    pub(crate) bases: [u32; 3],
    /// Where the parts of the key lie in the flat colours; unused parts point at a zero byte.
    pub(crate) offsets: [u32; 4],
    /// The multiplier of each part.
    pub(crate) multipliers: [u32; 4],
    /// Where the step's own four colours go in the flat colours.
    pub(crate) own: u32,
    /// Quota sides the steps up to here must have placed (clues passed are deducted).
    pub(crate) need: u16,
    /// Breaks allowed up to here.
    pub(crate) allowed: u16,
    /// Most breaks this placement may pay.
    pub(crate) most: u16,
    /// Scan class and first scratch candidate, for steps without a table.
    pub(crate) scan: Option<(u32, u32)>,
}

/// A plan ready to run.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    /// The plan behind it.
    pub(crate) plan: StepPlan,
    /// The steps.
    pub(crate) steps: Vec<HotStep>,
    /// The tables; scratch space for scan steps follows the last list.
    pub(crate) tables: CandidateTables,
    /// Whether frame seams may break.
    break_frame: bool,
    /// Whether every step looks up at most two sides in a table.
    pub(crate) small: bool,
}

impl Compiled {
    /// Lays out `settings` for `puzzle`.
    pub(crate) fn new(puzzle: &Puzzle, settings: &Settings) -> Result<Compiled, EngineError> {
        let plan = settings.plan(puzzle);
        let rule = BreakRule {
            from_position: settings.schedule.first().saturating_sub(settings.wobble),
            per_placement: settings.breaks_per_placement,
            frame: settings.break_frame,
        };
        let mut tables = CandidateTables::build(&Recipe {
            puzzle,
            plan: &plan,
            breaks: rule,
            weights: &settings.weights,
            sort: settings.sort,
            opening_steps: plan.steps.iter().take_while(|s| s.position < settings.opening).count(),
        });
        let blank = (puzzle.size().cells() * 4) as u32;
        let mut steps = Vec::with_capacity(plan.steps.len());
        for (step, table) in plan.steps.iter().zip(&tables.steps) {
            let passed = plan.clues_passed.iter().filter(|c| c.0 < step.position);
            let by_clues: u16 = passed
                .flat_map(|c| puzzle.sides(c.1.placement))
                .map(|colour| u16::from(settings.weights[colour as usize]))
                .sum();
            let mut hot = HotStep {
                bases: [0; 3],
                offsets: [blank; 4],
                multipliers: [0; 4],
                own: (step.cell * 4) as u32,
                need: settings.quota.at(step.position).saturating_sub(by_clues),
                allowed: settings.schedule.allowed(step.position),
                most: if step.position >= rule.from_position { rule.per_placement.into() } else { 0 },
                scan: None,
            };
            match table {
                StepTable::Table { bases, lookups } => {
                    hot.bases = *bases;
                    for (i, lookup) in lookups.iter().enumerate() {
                        hot.offsets[i] = lookup.offset;
                        hot.multipliers[i] = lookup.multiplier;
                    }
                }
                StepTable::Scan { index } => {
                    let scratch = tables.candidates.len();
                    let filler = tables.scans[*index].candidates.clone();
                    tables.candidates.extend(filler);
                    hot.scan = Some((*index as u32, scratch as u32));
                    let lists = tables.starts.len() as u32;
                    hot.bases = [lists, lists + 1, lists + 2];
                    tables.starts.extend([scratch as u32; 4]);
                }
            }
            steps.push(hot);
        }
        if u32::try_from(tables.candidates.len()).is_err() {
            return Err(EngineError::Unsupported(
                "the candidate tables outgrow memory: use an order with fewer open sides".to_owned(),
            ));
        }
        let small = tables.steps.iter().all(|t| matches!(t, StepTable::Table { lookups, .. } if lookups.len() <= 2));
        Ok(Compiled { plan, steps, tables, break_frame: rule.frame, small })
    }

    /// Prepares an attempt: shuffles the candidate lists and moves the break schedule.
    pub(crate) fn begin_attempt(&mut self, settings: &Settings, rng: &mut Rng) {
        self.tables.shuffle(rng);
        if settings.wobble > 0 {
            let schedule = settings.schedule.wobbled(settings.wobble, self.plan.length, rng);
            for (hot, step) in self.steps.iter_mut().zip(&self.plan.steps) {
                hot.allowed = schedule.allowed(step.position);
            }
        }
    }

    /// The cell across a seam of `step` that its placement `sides` breaks, if it breaks one.
    pub(crate) fn broken_neighbour(&self, puzzle: &Puzzle, step: usize, sides: Sides, colours: &[u8]) -> Option<usize> {
        let planned = &self.plan.steps[step];
        (0..4).find_map(|side| {
            let other = puzzle.size().neighbour(planned.cell, side)?;
            let shown = match planned.known[side] {
                Known::Clue(colour) => colour,
                Known::Placed(_) => colours[other * 4 + edgewise_puzzle::opposite(side)],
                Known::Rim | Known::Open => return None,
            };
            (!puzzle.seam_matches(sides[side], shown)).then_some(other)
        })
    }

    /// Filters a scan step's class by the colours its neighbours show now into its scratch lists.
    /// Returns the candidates written.
    pub(crate) fn scan(&mut self, puzzle: &Puzzle, step: usize, colours: &[u8]) -> std::ops::Range<usize> {
        let HotStep { scan: Some((class, scratch)), bases, most, .. } = self.steps[step] else { return 0..0 };
        let planned = &self.plan.steps[step];
        let size = puzzle.size();
        let most = most as u8;
        let mut found: Vec<Candidate> = Vec::new();
        'candidates: for candidate in &self.tables.scans[class as usize].candidates {
            let mut breaks = 0;
            for side in 0..4 {
                let shown = match planned.known[side] {
                    Known::Clue(colour) => colour,
                    Known::Placed(other) => colours[other * 4 + edgewise_puzzle::opposite(side)],
                    Known::Rim | Known::Open => continue,
                };
                if puzzle.seam_matches(candidate.sides[side], shown) {
                    continue;
                }
                breaks += 1;
                let frame_seam =
                    size.neighbour(planned.cell, side).is_some_and(|o| puzzle.is_frame_seam(planned.cell, o));
                if breaks > most || (frame_seam && !self.break_frame) {
                    continue 'candidates;
                }
            }
            found.push(Candidate { breaks, ..*candidate });
        }
        found.sort_by_key(|c| c.breaks);
        for breaks in 0..=2 {
            let end = found.partition_point(|c| c.breaks <= breaks) as u32;
            self.tables.starts[bases[breaks as usize] as usize + 1] = scratch + end;
        }
        let written = scratch as usize..scratch as usize + found.len();
        self.tables.candidates[written.clone()].copy_from_slice(&found);
        written
    }

    /// The board with the clues and the first `depth` steps as `placed` says.
    pub(crate) fn board(&self, puzzle: &Puzzle, placed: impl Iterator<Item = edgewise_puzzle::Placement>) -> Board {
        let mut board = puzzle.clue_board();
        for (step, placement) in self.plan.steps.iter().zip(placed) {
            board.set(step.cell, Some(placement));
        }
        board
    }

    /// Cells filled once `steps` steps are placed, clue cells included when the order has passed
    /// them.
    pub(crate) fn depth(&self, steps: usize) -> usize {
        match steps.checked_sub(1) {
            None => self.plan.depth_before,
            Some(last) => self.plan.steps[last].depth_after,
        }
    }
}
