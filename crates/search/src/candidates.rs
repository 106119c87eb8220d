//! Candidate tables: for every step of a plan and every combination of colours its placed
//! neighbours may show, the list of placements that can go there, in the order they are tried.
//!
//! Placements that match every known side are tried first, then those with one mismatch, then two,
//! as far as the [`BreakRule`] allows; inside each class placements with more sides of the quota
//! colours come first, and chance decides among equals. This is the order of Blackwood's tables
//! (`docs/BACKTRACK.md`), made from step plans so that any order and any set of clues works. The
//! three classes lie in tables of their own: the break-free one of the official puzzle's inner cells
//! has 780 candidates and stays in the first-level cache however many breaks are allowed.
//!
//! Where the combinations of colours are too many for a table the step is a *scan*: the engine
//! filters the [`Scan`] list of the cell's class when it gets there.

use std::collections::HashMap;

use edgewise_puzzle::{Colour, Placement, Puzzle, Rng, Sides, rotated};

use crate::plan::{Known, Step, StepPlan};

/// Most key combinations of one table; beyond, the step scans.
const MAX_KEYS: usize = 1 << 20;
/// Most candidates of one table before it is given up for a scan.
const MAX_TABLE: usize = 1 << 22;

/// One way to fill a cell. Eight bytes, so that a list stays in cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Candidate {
    /// The piece's sides as placed.
    pub sides: Sides,
    /// The placement.
    pub placement: Placement,
    /// Weighted number of its sides in the quota colours.
    pub quota: u8,
    /// Mismatches against the known sides of this list.
    pub breaks: u8,
}

/// How the key of a step is computed: the sum over its looked-up sides of colour × multiplier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lookup {
    /// Index into the flat array of placed colours, `cell * 4 + side` of the neighbour's side.
    pub offset: u32,
    /// Its multiplier.
    pub multiplier: u32,
}

/// Where a step's lists are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepTable {
    /// The candidates with `b` breaks are `starts[bases[b] + key]..starts[bases[b] + key + 1]`.
    Table {
        /// First list of the step's table, by number of breaks. Classes the step may not use
        /// repeat an earlier one.
        bases: [u32; 3],
        /// The key's parts, one per side an earlier step filled.
        lookups: Vec<Lookup>,
        /// Distance between the copies of the step's lists ([`Recipe::copies`]); 0 where there is
        /// one only.
        copy_stride: u32,
    },
    /// Filter `scans[index]` at run time.
    Scan {
        /// Which class of cells.
        index: usize,
    },
}

/// All placements that fit a class of cells, for steps without a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scan {
    /// The placements in the order they are tried (breaks not yet known, so 0).
    pub candidates: Vec<Candidate>,
}

/// Where breaks may be paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BreakRule {
    /// First position of the order at which a placement may pay a break.
    pub from_position: usize,
    /// Most breaks one placement may pay: 0, 1 or 2.
    pub per_placement: u8,
    /// Whether seams between two border cells may break.
    pub frame: bool,
}

/// What decides the order inside a class of equally many breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// More quota sides first, chance among equals.
    Quota,
    /// Chance alone.
    Chance,
    /// Piece number, then rotation: no chance at all.
    Number,
}

/// The tables of a plan.
#[derive(Clone, Debug)]
pub struct CandidateTables {
    /// One entry per step.
    pub steps: Vec<StepTable>,
    /// Where each list starts; a list ends where the next one starts.
    pub starts: Vec<u32>,
    /// All candidates of all lists.
    pub candidates: Vec<Candidate>,
    /// The scan classes.
    pub scans: Vec<Scan>,
    /// The tables: which lists (`starts` index range), and how freely they are shuffled.
    tables: Vec<(std::ops::Range<usize>, Opening)>,
    sort: Sort,
}

/// What two steps must share to share a table.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Signature {
    rim: [bool; 4],
    /// The only placement, where the step's cell is a clue's.
    pinned: Option<Placement>,
    fixed: [Option<Colour>; 4],
    looked_up: [bool; 4],
    /// Sides that may break; none where no candidate of the table has a break.
    breakable: [bool; 4],
    /// Breaks of every candidate in the table.
    breaks: u8,
    opening: Opening,
}

/// How freely a table's lists are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Opening {
    /// Within equal numbers of quota sides.
    No,
    /// The opening row: within "has a quota side" and "has none".
    Row,
    /// The first cell: all alike, so that each corner opens as often as the others.
    First,
}

/// What tables are made from.
#[derive(Clone, Debug)]
pub struct Recipe<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The plan.
    pub plan: &'a StepPlan,
    /// Where breaks may be paid.
    pub breaks: BreakRule,
    /// Weight of every colour in the quota (index = colour; missing = 0).
    pub weights: &'a [u8],
    /// The order inside a class.
    pub sort: Sort,
    /// Steps of the plan that form the opening, whose lists are shuffled more freely.
    pub opening_steps: usize,
    /// Copies of the opening's lists, each shuffled on its own, so that several searches over the
    /// same tables part from the first piece on.
    pub copies: usize,
}

impl CandidateTables {
    /// Builds the tables, lists in the order of [`Sort::Number`] inside each class until
    /// [`Self::shuffle`] is called.
    pub fn build(recipe: &Recipe<'_>) -> CandidateTables {
        let mut tables = CandidateTables {
            steps: Vec::with_capacity(recipe.plan.steps.len()),
            starts: Vec::new(),
            candidates: Vec::new(),
            scans: Vec::new(),
            tables: Vec::new(),
            sort: recipe.sort,
        };
        let mut tables_made: HashMap<Signature, Option<u32>> = HashMap::new();
        let mut scans_made: HashMap<([bool; 4], Option<Placement>), usize> = HashMap::new();
        let pool = Pool::of(recipe);
        for (index, step) in recipe.plan.steps.iter().enumerate() {
            let most =
                if step.position >= recipe.breaks.from_position { recipe.breaks.per_placement.min(2) } else { 0 };
            let mut bases = Some([0; 3]);
            for breaks in 0..=2 {
                let opening = match index {
                    0 if recipe.opening_steps > 0 => Opening::First,
                    i if i < recipe.opening_steps => Opening::Row,
                    _ => Opening::No,
                };
                let signature = recipe.signature(step, breaks.min(most), opening);
                let base = *tables_made
                    .entry(signature.clone())
                    .or_insert_with(|| tables.add_table(recipe, &pool, &signature));
                bases = bases.zip(base).map(|(mut bases, base)| {
                    bases[breaks as usize] = base;
                    bases
                });
            }
            let table = match bases {
                Some(bases) => {
                    let lookups = recipe.lookups(step);
                    let copied = index < recipe.opening_steps && recipe.copies > 1;
                    let copy_stride = if copied { recipe.keys(lookups.len()).map_or(0, |k| k as u32 + 1) } else { 0 };
                    StepTable::Table { bases, lookups, copy_stride }
                }
                None => {
                    let (rim, pinned) = (recipe.puzzle.size().rim_sides(step.cell), recipe.pinned(step));
                    let next = tables.scans.len();
                    let index = *scans_made.entry((rim, pinned)).or_insert(next);
                    if index == next {
                        tables.scans.push(Scan { candidates: pool.fitting(recipe, rim, pinned) });
                    }
                    StepTable::Scan { index }
                }
            };
            tables.steps.push(table);
        }
        tables.regroup();
        tables
    }

    /// Adds the table of a signature; `None` if it would be too large.
    fn add_table(&mut self, recipe: &Recipe<'_>, pool: &Pool, signature: &Signature) -> Option<u32> {
        let colours = recipe.puzzle.colours();
        let sides: Vec<usize> = (0..4).filter(|&s| signature.looked_up[s]).collect();
        let keys = recipe.keys(sides.len())?;
        let mut lists: Vec<Vec<Candidate>> = vec![Vec::new(); keys];
        let mut made = 0;
        for candidate in pool.fitting(recipe, signature.rim, signature.pinned) {
            // Fixed sides first: the rim is settled, a clue's colour matches or costs a break.
            let mut breaks = 0;
            let mut possible = true;
            for side in 0..4 {
                if let Some(colour) = signature.fixed[side]
                    && !recipe.puzzle.seam_matches(candidate.sides[side], colour)
                {
                    breaks += 1;
                    possible &= signature.breakable[side];
                }
            }
            if !possible || breaks > signature.breaks {
                continue;
            }
            let spread = Spread { recipe, signature, sides: &sides, colours };
            made += spread.spread_over(&mut lists, candidate, 0, 0, breaks);
            if made > MAX_TABLE {
                return None;
            }
        }
        lists.iter_mut().for_each(|list| list.sort_by_key(|c| c.placement));
        let first = self.starts.len();
        let copies = if signature.opening == Opening::No { 1 } else { recipe.copies.max(1) };
        for _ in 0..copies {
            let base = self.starts.len();
            for list in &lists {
                self.starts.push(self.candidates.len() as u32);
                self.candidates.extend(list);
            }
            self.starts.push(self.candidates.len() as u32);
            self.tables.push((base..self.starts.len(), signature.opening));
        }
        Some(first as u32)
    }

    /// Puts a new random order on every list, within the classes of [`Sort`]. The order depends on
    /// the random numbers alone, not on shuffles before. The opening's lists
    /// are ordered by "has a quota side or not" alone, its first cell's not at all, so that attempts
    /// differ from the first piece on.
    pub fn shuffle(&mut self, rng: &mut Rng) {
        if self.sort == Sort::Number {
            return;
        }
        self.regroup();
        for (lists, opening) in &self.tables {
            for pair in self.starts[lists.clone()].windows(2) {
                let list = &mut self.candidates[pair[0] as usize..pair[1] as usize];
                let class = |c: &Candidate| match self.sort {
                    Sort::Quota => match opening {
                        Opening::No => u8::MAX - c.quota,
                        Opening::Row => u8::from(c.quota == 0),
                        Opening::First => 0,
                    },
                    Sort::Chance | Sort::Number => 0,
                };
                if *opening == Opening::Row {
                    list.sort_by_key(class);
                }
                shuffle_classes(list, class, rng);
            }
        }
        let sort = self.sort;
        for scan in &mut self.scans {
            let class = |c: &Candidate| if sort == Sort::Quota { u8::MAX - c.quota } else { 0 };
            shuffle_classes(&mut scan.candidates, class, rng);
        }
    }

    /// Sorts every list into its classes, by number inside them.
    fn regroup(&mut self) {
        let by_quota = self.sort == Sort::Quota;
        let class = |c: &Candidate| (if by_quota { u8::MAX - c.quota } else { 0 }, c.placement);
        for (lists, _) in &self.tables {
            for pair in self.starts[lists.clone()].windows(2) {
                self.candidates[pair[0] as usize..pair[1] as usize].sort_unstable_by_key(class);
            }
        }
        for scan in &mut self.scans {
            scan.candidates.sort_unstable_by_key(class);
        }
    }
}

/// Shuffles each run of equal class in a list sorted by class.
fn shuffle_classes<K: PartialEq>(list: &mut [Candidate], class: impl Fn(&Candidate) -> K, rng: &mut Rng) {
    let mut from = 0;
    while from < list.len() {
        let key = class(&list[from]);
        let run = list[from..].iter().take_while(|c| class(c) == key).count();
        rng.shuffle(&mut list[from..from + run]);
        from += run;
    }
}

/// The free placements of a puzzle with their quota counts, by piece and rotation.
struct Pool(Vec<Candidate>);

impl Pool {
    fn of(recipe: &Recipe<'_>) -> Pool {
        let puzzle = recipe.puzzle;
        let mut pinned = vec![false; puzzle.pieces().len()];
        puzzle.clues().iter().for_each(|clue| pinned[clue.placement.piece()] = true);
        let free = (0..puzzle.pieces().len()).filter(|&p| !pinned[p]);
        let all = free.flat_map(|piece| puzzle.rotations(piece).map(move |r| Placement::new(piece, r)));
        Pool(all.map(|placement| recipe.candidate(placement)).collect())
    }

    /// The placements that keep the rim rule on a cell with these rim sides (and, in a framed
    /// puzzle, turn no grey inwards); of a pinned cell the one.
    fn fitting(&self, recipe: &Recipe<'_>, rim: [bool; 4], pinned: Option<Placement>) -> Vec<Candidate> {
        match pinned {
            Some(placement) => vec![recipe.candidate(placement)],
            None => self.0.iter().filter(|c| recipe.puzzle.fits_rim(rim, c.sides)).copied().collect(),
        }
    }
}

impl Recipe<'_> {
    /// Combinations of colours that `sides` sides may show; `None` where they are too many for a table.
    fn keys(&self, sides: usize) -> Option<usize> {
        self.puzzle.colours().checked_pow(sides as u32).filter(|&k| k <= MAX_KEYS)
    }

    fn candidate(&self, placement: Placement) -> Candidate {
        let sides = rotated(self.puzzle.pieces()[placement.piece()], placement.rotation());
        let weight = |c: &Colour| self.weights.get(*c as usize).copied().unwrap_or(0);
        Candidate { sides, placement, quota: sides.iter().map(weight).sum(), breaks: 0 }
    }

    /// The clue of the step's cell: plans step on clue cells only where clues are pinned crudely.
    fn pinned(&self, step: &Step) -> Option<Placement> {
        self.puzzle.clues().iter().find(|clue| clue.cell == step.cell).map(|clue| clue.placement)
    }

    fn signature(&self, step: &Step, breaks: u8, opening: Opening) -> Signature {
        let size = self.puzzle.size();
        let breakable = std::array::from_fn(|side| {
            let other = size.neighbour(step.cell, side);
            breaks > 0 && other.is_some_and(|o| self.breaks.frame || !self.puzzle.is_frame_seam(step.cell, o))
        });
        Signature {
            rim: size.rim_sides(step.cell),
            pinned: self.pinned(step),
            fixed: step.known.map(|k| if let Known::Clue(colour) = k { Some(colour) } else { None }),
            looked_up: step.known.map(|k| matches!(k, Known::Placed(_))),
            breakable,
            breaks,
            opening,
        }
    }

    fn lookups(&self, step: &Step) -> Vec<Lookup> {
        let colours = self.puzzle.colours() as u32;
        let mut multiplier = 1;
        let mut lookups = Vec::new();
        for (side, known) in step.known.iter().enumerate() {
            if let Known::Placed(other) = *known {
                let offset = (other * 4 + edgewise_puzzle::opposite(side)) as u32;
                lookups.push(Lookup { offset, multiplier });
                multiplier *= colours;
            }
        }
        lookups
    }
}

/// Spreads one candidate over all keys it answers to.
struct Spread<'a> {
    recipe: &'a Recipe<'a>,
    signature: &'a Signature,
    sides: &'a [usize],
    colours: usize,
}

impl Spread<'_> {
    /// Adds `candidate` to the lists of all keys that agree with `key` on the first `at` looked-up
    /// sides and cost exactly the table's breaks in all. Returns how many entries were made.
    fn spread_over(
        &self,
        lists: &mut [Vec<Candidate>],
        candidate: Candidate,
        at: usize,
        key: usize,
        breaks: u8,
    ) -> usize {
        let Some(&side) = self.sides.get(at) else {
            if breaks == self.signature.breaks {
                lists[key].push(Candidate { breaks, ..candidate });
                return 1;
            }
            return 0;
        };
        let place = self.colours.pow(at as u32);
        let own = candidate.sides[side];
        let puzzle = self.recipe.puzzle;
        let mut made = 0;
        if puzzle.seam_matches(own, own) {
            made += self.spread_over(lists, candidate, at + 1, key + own as usize * place, breaks);
        }
        if breaks < self.signature.breaks && self.signature.breakable[side] {
            for colour in (0..self.colours).filter(|&c| !puzzle.seam_matches(own, c as Colour)) {
                made += self.spread_over(lists, candidate, at + 1, key + colour * place, breaks + 1);
            }
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::Order;
    use edgewise_puzzle::{ClueSet, official};

    fn recipe<'a>(puzzle: &'a Puzzle, plan: &'a StepPlan, from: usize, weights: &'a [u8]) -> Recipe<'a> {
        let breaks = BreakRule { from_position: from, per_placement: 1, frame: false };
        Recipe { puzzle, plan, breaks, weights, sort: Sort::Quota, opening_steps: 15, copies: 1 }
    }

    /// Every list holds exactly the placements a slow check of each piece allows.
    fn check_lists(puzzle: &Puzzle, plan: &StepPlan, tables: &CandidateTables, recipe: &Recipe<'_>, rng: &mut Rng) {
        let colours = puzzle.colours() as u64;
        for _ in 0..400 {
            let index = rng.index(plan.steps.len());
            let (step, StepTable::Table { bases, lookups, .. }) = (&plan.steps[index], &tables.steps[index]) else {
                continue;
            };
            let shown: Vec<Colour> = lookups.iter().map(|_| rng.below(colours) as Colour).collect();
            let key: usize = lookups.iter().zip(&shown).map(|(l, &c)| l.multiplier as usize * c as usize).sum();
            let most = if step.position >= recipe.breaks.from_position { 1 } else { 0 };
            let mut next = shown.iter();
            let known: [Option<Colour>; 4] = std::array::from_fn(|side| match step.known[side] {
                Known::Placed(_) => next.next().copied(),
                Known::Clue(c) => Some(c),
                _ => None,
            });
            let allowed = if step.position >= recipe.breaks.from_position { 1 } else { 0 };
            let pinned = |p: usize| puzzle.clues().iter().any(|c| c.placement.piece() == p);
            let mut expected = Vec::new();
            for placement in puzzle.placements_at(step.cell).into_iter().filter(|p| !pinned(p.piece())) {
                let sides = puzzle.sides(placement);
                let wrong: Vec<usize> =
                    (0..4).filter(|&s| known[s].is_some_and(|c| !puzzle.seam_matches(c, sides[s]))).collect();
                let size = puzzle.size();
                let frame = |s: usize| {
                    size.is_border(step.cell) && size.neighbour(step.cell, s).is_some_and(|o| size.is_border(o))
                };
                if wrong.len() <= allowed && !wrong.iter().any(|&s| frame(s)) {
                    expected.push((wrong.len() as u8, placement));
                }
            }
            expected.sort_unstable();
            let mut found: Vec<(u8, Placement)> = Vec::new();
            for base in &bases[..=most] {
                let list = &tables.starts[*base as usize + key..];
                let list = &tables.candidates[list[0] as usize..list[1] as usize];
                found.extend(list.iter().map(|c| (c.breaks, c.placement)));
            }
            assert!(found.is_sorted_by_key(|c| c.0));
            found.sort_unstable();
            assert_eq!(found, expected, "step {index}");
        }
    }

    #[test]
    fn lists_hold_what_a_slow_check_allows() {
        let mut rng = Rng::new(11);
        let puzzle = official::puzzle(ClueSet::Five);
        let weights = [0, 0, 0, 0, 0, 1, 0, 1];
        for (order, from) in [("blackwood", 201), ("spiral-in", 100), ("row-reversed", 0), ("border-first", 250)] {
            let order = Order::named(order, puzzle.size(), &[]).unwrap();
            let plan = StepPlan::compile(&puzzle, &order);
            let recipe = recipe(&puzzle, &plan, from, &weights);
            let mut tables = CandidateTables::build(&recipe);
            check_lists(&puzzle, &plan, &tables, &recipe, &mut rng);
            tables.shuffle(&mut Rng::new(4));
            check_lists(&puzzle, &plan, &tables, &recipe, &mut rng);
        }
    }

    #[test]
    fn quota_candidates_come_first_and_chance_decides_among_equals() {
        let puzzle = official::puzzle(ClueSet::Starter);
        let order = Order::named("blackwood", puzzle.size(), &[]).unwrap();
        let plan = StepPlan::compile(&puzzle, &order);
        let mut weights = [0u8; 23];
        for colour in [5, 20, 7] {
            weights[colour] = 1;
        }
        let recipe = recipe(&puzzle, &plan, 201, &weights);
        let mut a = CandidateTables::build(&recipe);
        let mut b = a.clone();
        a.shuffle(&mut Rng::new(1));
        b.shuffle(&mut Rng::new(2));
        assert_ne!(a.candidates, b.candidates);
        let StepTable::Table { bases, .. } = a.steps[40] else { panic!("step 40 has a table") };
        let lists = &a.starts[bases[0] as usize..=bases[0] as usize + 529];
        for pair in lists.windows(2) {
            assert!(a.candidates[pair[0] as usize..pair[1] as usize].is_sorted_by_key(|c| u8::MAX - c.quota));
        }
        // Published sizes: 784 break-free inner placements less those of piece 139.
        let total = lists[529] - lists[0];
        assert_eq!(total, 780);
    }
}
