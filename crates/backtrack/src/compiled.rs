//! A step plan with its candidate tables, laid out flat for the node loop.

use edgewise_puzzle::{Board, Colour, Puzzle, Rng, Sides};
use edgewise_search::candidates::{BreakRule, Candidate, CandidateTables, Recipe, Sort, StepTable};
use edgewise_search::plan::Step;
use edgewise_search::{EngineError, Known, StepPlan};

use crate::lanes::{FIRST, MORE};
use crate::parameters::Settings;
use crate::rules::Rules;

/// Bytes of a placed candidate, its sides first.
pub(crate) const CELL_BYTES: usize = size_of::<Candidate>();
const _: () = assert!(CELL_BYTES == 8, "candidates are read and written as one word");

/// What the node loop reads at every turn of a step: half a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub(crate) struct HotStep {
    /// Where the first two parts of the key lie in the bytes of the placed candidates; unused parts
    /// point at the candidate after the last, which shows zeros.
    pub(crate) offsets: [u32; 2],
    /// The multiplier of the second part (that of the first is 1).
    pub(crate) multiplier: u32,
    /// First list of the step's break-free table.
    pub(crate) base: u32,
    /// Quota sides the steps up to here must have placed (clues passed are deducted).
    pub(crate) need: u32,
    /// Breaks allowed up to here, as the breaks of a [`Sums`]; 0 where this placement may pay none.
    pub(crate) allowed: u32,
    /// Distance between the strands' own copies of the lists; 0 where they share them.
    pub(crate) copy_stride: u32,
}

/// How a word holds quota sides and, above them, breaks: in `SMALL` plans with 8 bits for the sides,
/// as a candidate holds them, otherwise with 16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sums<const SMALL: bool>;

impl<const SMALL: bool> Sums<SMALL> {
    const SHIFT: u32 = if SMALL { 8 } else { 16 };

    /// The sums of a candidate, from its bits.
    #[inline(always)]
    pub(crate) fn of(bits: u64) -> u32 {
        if SMALL { (bits >> 48) as u32 } else { ((bits >> 48) as u32 & 0xff) + (((bits >> 56) as u32) << 16) }
    }

    /// The breaks of a sum.
    #[inline(always)]
    pub(crate) fn breaks(sums: u32) -> u32 {
        sums >> Self::SHIFT
    }

    /// The quota sides of a sum.
    #[inline(always)]
    pub(crate) fn quota(sums: u32) -> u32 {
        sums & ((1 << Self::SHIFT) - 1)
    }
}

/// What the node loop reads of a step now and then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ColdStep {
    /// First list of the step's tables by number of breaks (scan steps: of their scratch lists).
    pub(crate) bases: [u32; 3],
    /// All parts of the key: where they lie, and their multipliers.
    pub(crate) parts: [(u32, u32); 4],
    /// Most breaks this placement may pay.
    pub(crate) most: u8,
    /// Scan class and first scratch candidate, for steps without a table.
    pub(crate) scan: Option<(u32, u32)>,
}

impl ColdStep {
    /// The step of a table, and what a copy of it adds to its keys. `step_of` tells the step of every cell;
    /// sides not looked up read at `blank`; `most` are the breaks a placement may pay. A scanned step gets
    /// lists and candidates of its own at the end of `tables`.
    fn of(
        table: &StepTable,
        tables: &mut CandidateTables,
        step_of: &[Option<usize>],
        blank: u32,
        most: u8,
    ) -> (ColdStep, u32) {
        let mut cold = ColdStep { bases: [0; 3], parts: [(blank, 0); 4], most, scan: None };
        match table {
            StepTable::Table { bases, lookups, copy_stride } => {
                cold.bases = *bases;
                for (part, lookup) in cold.parts.iter_mut().zip(lookups) {
                    let (cell, side) = (lookup.offset / 4, lookup.offset % 4);
                    let other = step_of[cell as usize].map_or(blank, |step| (step * CELL_BYTES) as u32);
                    *part = (other + side, lookup.multiplier);
                }
                (cold, *copy_stride)
            }
            StepTable::Scan { index } => {
                let scratch = tables.candidates.len() as u32;
                let filler = tables.scans[*index].candidates.clone();
                tables.candidates.extend(filler);
                cold.scan = Some((*index as u32, scratch));
                let lists = tables.starts.len() as u32;
                cold.bases = [lists, lists + 1, lists + 2];
                tables.starts.extend([scratch; 4]);
                (cold, 0)
            }
        }
    }

    /// The list of a number of breaks and a key.
    #[inline(always)]
    pub(crate) fn list(&self, breaks: u8, key: u32) -> u32 {
        self.bases[usize::from(breaks) % 3] + key
    }
}

/// A list as the node loop opens it: half a cache line with all that the test of its first
/// candidates reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub(crate) struct Head {
    /// Where the candidates begin.
    pub(crate) at: u32,
    /// [`MORE`] if there are more than the first [`FIRST`].
    pub(crate) more: u32,
    /// The first candidates: piece / 8.
    pub(crate) byte: [u8; FIRST],
    /// 1 << (piece % 8).
    pub(crate) bit: [u8; FIRST],
    /// One more than their quota sides; 0 where there is no candidate.
    pub(crate) quota: [u8; FIRST],
}

impl Head {
    /// The head of the list from `start` to `end`.
    fn of(candidates: &[Candidate], start: u32, end: u32) -> Head {
        let list = candidates.get(start as usize..end as usize).unwrap_or_default();
        let more = if list.len() > FIRST { MORE } else { 0 };
        let mut head = Head { at: start, more, byte: [0; FIRST], bit: [0; FIRST], quota: [0; FIRST] };
        for (i, candidate) in list.iter().take(FIRST).enumerate() {
            let piece = candidate.placement.piece();
            (head.byte[i], head.bit[i], head.quota[i]) = ((piece / 8) as u8, 1 << (piece % 8), candidate.quota + 1);
        }
        head
    }
}

/// A plan ready to run.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    /// The plan behind it.
    pub(crate) plan: StepPlan,
    /// The steps, and one more that nothing fits: a full board has no step to go on with.
    pub(crate) steps: Vec<HotStep>,
    pub(crate) cold: Vec<ColdStep>,
    /// The lists, as `tables.starts` has them.
    pub(crate) heads: Vec<Head>,
    /// The tables; scratch space for scan steps follows the last list.
    pub(crate) tables: CandidateTables,
    /// Whether frame seams may break.
    break_frame: bool,
    /// Whether every step looks up at most two sides in a table, and all quota sides of the set fit a
    /// byte: what the fast form of the node loop wants.
    pub(crate) small: bool,
    break_shift: u32,
    /// Copies of the opening's lists, one for each strand or one for all.
    pub(crate) copies: usize,
    /// The rules beyond quota and break budget, if there are any.
    pub(crate) rules: Option<Rules>,
    /// The step of each cell that is one.
    step_of: Vec<Option<usize>>,
    /// The colours on both sides of the seams that the clues break among themselves.
    broken_by_clues: Vec<(Colour, Colour)>,
}

/// The candidates of `plan`, and how many openings of their own the strands get.
fn tables_of(puzzle: &Puzzle, settings: &Settings, plan: &StepPlan, breaks: BreakRule) -> (CandidateTables, usize) {
    // Attempts without chance in the opening are all one tree.
    let opening_steps = plan.steps.iter().take_while(|s| s.position < settings.opening).count();
    let by_chance = opening_steps > 1 && settings.sort != Sort::Number;
    let copies = if by_chance { settings.strands } else { 1 };
    let (weights, sort) = (&settings.weights, settings.sort);
    (CandidateTables::build(&Recipe { puzzle, plan, breaks, weights, sort, opening_steps, copies }), copies)
}

/// The colours on both sides of every seam that the clues break among themselves.
fn broken_by_clues(puzzle: &Puzzle) -> Vec<(Colour, Colour)> {
    let clues = puzzle.clue_board();
    let side = |cell: usize, side: usize| clues.get(cell).map(|p| puzzle.sides(p)[side]);
    let seams = puzzle.size().seam_list();
    let between = seams.filter_map(|(cell, s, other)| side(cell, s).zip(side(other, edgewise_puzzle::opposite(s))));
    between.filter(|&(a, b)| !puzzle.seam_matches(a, b)).collect()
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
        let (mut tables, copies) = tables_of(puzzle, settings, &plan, rule);
        let blank = (plan.steps.len() * CELL_BYTES) as u32;
        let mut step_of = vec![None; puzzle.size().cells()];
        plan.steps.iter().enumerate().for_each(|(i, step)| step_of[step.cell] = Some(i));
        let two_sides =
            tables.steps.iter().all(|t| matches!(t, StepTable::Table { lookups, .. } if lookups.len() <= 2));
        let weight = |piece: &Sides| piece.iter().map(|&c| usize::from(settings.weights[c as usize])).sum::<usize>();
        let small = two_sides && puzzle.pieces().iter().map(weight).sum::<usize>() < 255;
        // More than a small plan's set has stays more than it has.
        let most_need = if small { 255 } else { u32::MAX };
        let break_shift = if small { Sums::<true>::SHIFT } else { Sums::<false>::SHIFT };
        let (mut steps, mut cold_steps, mut clue_quota) = (Vec::new(), Vec::new(), Vec::new());
        for (i, step) in plan.steps.iter().enumerate() {
            let table = tables.steps[i].clone();
            let by_clues = plan.clue_sides_before(puzzle, step.position, &settings.weights);
            clue_quota.push(by_clues);
            let most = if step.position >= rule.from_position { rule.per_placement } else { 0 };
            let (cold, stride) = ColdStep::of(&table, &mut tables, &step_of, blank, most);
            steps.push(HotStep {
                offsets: [cold.parts[0].0, cold.parts[1].0],
                multiplier: cold.parts[1].1,
                base: cold.bases[0],
                need: u32::from(settings.quota.at(step.position).saturating_sub(by_clues)).min(most_need),
                allowed: if most > 0 { u32::from(settings.schedule.allowed(step.position)) << break_shift } else { 0 },
                copy_stride: stride,
            });
            cold_steps.push(cold);
        }
        let empty = tables.starts.len() as u32;
        tables.starts.extend([tables.candidates.len() as u32; 2]);
        steps.push(HotStep { offsets: [blank; 2], multiplier: 0, base: empty, need: 0, allowed: 0, copy_stride: 0 });
        cold_steps.push(ColdStep { bases: [empty; 3], parts: [(blank, 0); 4], most: 0, scan: None });
        if u32::try_from(tables.candidates.len()).is_err() {
            return Err(EngineError::Unsupported(
                "the candidate tables outgrow memory: use an order with fewer open sides".to_owned(),
            ));
        }
        let mut compiled = Compiled {
            plan,
            steps,
            cold: cold_steps,
            heads: Vec::new(),
            tables,
            break_frame: rule.frame,
            small,
            break_shift,
            copies,
            step_of,
            broken_by_clues: broken_by_clues(puzzle),
            rules: None,
        };
        compiled.note_heads();
        compiled.rules = Rules::of(puzzle, settings, &compiled, &clue_quota);
        Ok(compiled)
    }

    /// The sums of a candidate, in this plan's form.
    pub(crate) fn sums(&self, candidate: &Candidate) -> u32 {
        u32::from(candidate.quota) + (u32::from(candidate.breaks) << self.break_shift)
    }

    /// The breaks of a sum in this plan's form.
    pub(crate) fn breaks(&self, sums: u32) -> u32 {
        sums >> self.break_shift
    }

    /// Prepares an attempt: shuffles the candidate lists and moves the break schedule.
    pub(crate) fn begin_attempt(&mut self, settings: &Settings, rng: &mut Rng) {
        self.tables.shuffle(rng);
        self.note_heads();
        if settings.wobble > 0 {
            let schedule = settings.schedule.wobbled(settings.wobble, self.plan.length, rng);
            for ((hot, cold), step) in self.steps.iter_mut().zip(&self.cold).zip(&self.plan.steps) {
                if cold.most == 0 {
                    continue;
                }
                hot.allowed = u32::from(schedule.allowed(step.position)) << self.break_shift;
            }
        }
    }

    /// Takes the heads of all lists anew.
    fn note_heads(&mut self) {
        let starts = self.tables.starts.windows(2);
        self.heads = starts.map(|pair| Head::of(&self.tables.candidates, pair[0], pair[1])).collect();
    }

    /// The colours on both sides of every seam that the placed steps and the clues break.
    pub(crate) fn broken_colours<'a>(
        &'a self,
        puzzle: &'a Puzzle,
        placed: &'a [Candidate],
    ) -> impl Iterator<Item = (Colour, Colour)> + 'a {
        let paid = placed.iter().enumerate().filter(|(_, candidate)| candidate.breaks > 0);
        let by_steps = paid.flat_map(move |(step, candidate)| {
            self.broken_seams(puzzle, step, candidate.sides, placed).map(|(_, colours)| colours)
        });
        self.broken_by_clues.iter().copied().chain(by_steps)
    }

    /// The step that fills `cell`, if one does.
    pub(crate) fn step_of(&self, cell: usize) -> Option<usize> {
        self.step_of[cell]
    }

    /// The colour that a side of a step meets, if something is there.
    fn shown(&self, puzzle: &Puzzle, planned: &Step, side: usize, placed: &[Candidate]) -> Option<Colour> {
        match planned.known[side] {
            Known::Clue(colour) => Some(colour),
            Known::Placed(_) => {
                let other = puzzle.size().neighbour(planned.cell, side)?;
                Some(placed[self.step_of[other]?].sides[edgewise_puzzle::opposite(side)])
            }
            Known::Rim | Known::Open => None,
        }
    }

    /// The seams that the placement `sides` at `step` breaks: their cells, and the colours on both sides.
    pub(crate) fn broken_seams<'a>(
        &'a self,
        puzzle: &'a Puzzle,
        step: usize,
        sides: Sides,
        placed: &'a [Candidate],
    ) -> impl Iterator<Item = ([u32; 2], (Colour, Colour))> + 'a {
        let planned = &self.plan.steps[step];
        (0..4).filter_map(move |side| {
            let other = puzzle.size().neighbour(planned.cell, side)?;
            let (own, shown) = (sides[side], self.shown(puzzle, planned, side, placed)?);
            let cells = [planned.cell as u32, other as u32];
            (!puzzle.seam_matches(own, shown)).then_some((cells, (own, shown)))
        })
    }

    /// The colours on both sides of the seams that the clues break among themselves.
    pub(crate) fn broken_by_clues(&self) -> &[(Colour, Colour)] {
        &self.broken_by_clues
    }

    /// Filters a scan step's class by the colours its neighbours show now into its scratch lists.
    /// Returns the candidates written.
    pub(crate) fn scan(&mut self, puzzle: &Puzzle, step: usize, placed: &[Candidate]) -> std::ops::Range<usize> {
        let ColdStep { scan: Some((class, scratch)), bases, most, .. } = self.cold[step] else { return 0..0 };
        let planned = &self.plan.steps[step];
        let size = puzzle.size();
        let mut found: Vec<Candidate> = Vec::new();
        'candidates: for candidate in &self.tables.scans[class as usize].candidates {
            let mut breaks = 0;
            for side in 0..4 {
                let Some(shown) = self.shown(puzzle, planned, side, placed) else { continue };
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
        let first = bases[0] as usize;
        self.heads[first] = Head::of(&self.tables.candidates, scratch, self.tables.starts[first + 1]);
        written
    }

    /// The board with the clues and the first steps as `placed` says.
    pub(crate) fn board(&self, puzzle: &Puzzle, placed: &[Candidate]) -> Board {
        let mut board = puzzle.clue_board();
        for (step, candidate) in self.plan.steps.iter().zip(placed) {
            board.set(step.cell, Some(candidate.placement));
        }
        board
    }
}
