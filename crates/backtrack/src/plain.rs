//! The slow obvious version: the same search said as directly as possible, as an oracle for the
//! fast one, and as a plain exhaustive counter.
//!
//! It looks at every piece in every rotation at every step, checks the sides against what lies
//! there, and keeps no table at all.

use edgewise_puzzle::{Board, Placement, Puzzle, opposite};
use edgewise_search::fill::Filler;
use edgewise_search::{Known, Order, StepPlan};

use crate::parameters::{Prune, Settings};

/// What a plain search saw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Ways to fill the whole order.
    pub full: u64,
    /// Placements by steps placed after them (clues are no steps).
    pub by_step: Vec<u64>,
    /// Whether the tree was searched to the end.
    pub complete: bool,
}

impl Counts {
    /// All placements.
    pub fn placements(&self) -> u64 {
        self.by_step.iter().sum()
    }
}

/// The slow version of the engine's search: piece number order, quota, break budget.
pub fn search(puzzle: &Puzzle, settings: &Settings, limit: u64) -> Counts {
    let plan = settings.plan(puzzle);
    let mut counts = Counts { by_step: vec![0; plan.steps.len() + 1], ..Counts::default() };
    let mut board = puzzle.clue_board();
    plan.steps.iter().for_each(|step| board.set(step.cell, None)); // crude pins come when it is their turn
    counts.complete = descend(puzzle, settings, &plan, &mut board, 0, limit, &mut counts);
    counts
}

fn quota_sides(puzzle: &Puzzle, settings: &Settings, placement: Placement) -> usize {
    puzzle.sides(placement).iter().map(|&c| usize::from(settings.weights[c as usize])).sum()
}

/// Returns false when the limit cut the search.
fn descend(
    puzzle: &Puzzle,
    settings: &Settings,
    plan: &StepPlan,
    board: &mut Board,
    depth: usize,
    limit: u64,
    counts: &mut Counts,
) -> bool {
    let Some(step) = plan.steps.get(depth) else {
        counts.full += 1;
        return true;
    };
    let used: Vec<usize> = board.cells().iter().flatten().map(|p| p.piece()).collect();
    let before: usize =
        plan.steps[..depth].iter().filter_map(|s| board.get(s.cell)).map(|p| quota_sides(puzzle, settings, p)).sum();
    let clues: usize = plan
        .clues_passed
        .iter()
        .filter(|c| c.0 < step.position)
        .map(|c| quota_sides(puzzle, settings, c.1.placement))
        .sum();
    let paid: usize = (0..depth).map(|d| breaks_of(puzzle, settings, plan, board, d)).sum();
    let mut options: Vec<(usize, Placement)> = Vec::new();
    let pinned = |piece: usize| puzzle.clues().iter().any(|c| c.placement.piece() == piece);
    let free: Vec<Placement> = match puzzle.clues().iter().find(|c| c.cell == step.cell) {
        Some(clue) => vec![clue.placement],
        None => {
            let all = puzzle.placements_at(step.cell).into_iter();
            all.filter(|p| !used.contains(&p.piece()) && !pinned(p.piece())).collect()
        }
    };
    for placement in free {
        board.set(step.cell, Some(placement));
        let breaks = breaks_of(puzzle, settings, plan, board, depth);
        board.set(step.cell, None);
        let per_placement =
            if step.position >= settings.schedule.first() { usize::from(settings.breaks_per_placement) } else { 0 };
        let total_quota = before + clues + quota_sides(puzzle, settings, placement);
        if breaks <= per_placement
            && paid + breaks <= usize::from(settings.schedule.allowed(step.position)).max(paid)
            && total_quota >= usize::from(settings.quota.at(step.position))
            && settings.ceiling.at(step.position).is_none_or(|most| total_quota <= usize::from(most))
            && (breaks == 0 || within_target(puzzle, settings, board, step.cell, placement))
            && (!settings.isolated || breaks == 0 || lies_apart(puzzle, plan, board, depth, placement))
        {
            options.push((breaks, placement));
        }
    }
    options.sort_by_key(|o| o.0);
    for (_, placement) in options {
        if counts.placements() >= limit {
            return false;
        }
        counts.by_step[depth + 1] += 1;
        board.set(step.cell, Some(placement));
        let finished = descend(puzzle, settings, plan, board, depth + 1, limit, counts);
        board.set(step.cell, None);
        if !finished {
            return false;
        }
    }
    true
}

/// Whether a board with `placement` at `cell` can end within the target, as far as the ledger tells.
fn within_target(puzzle: &Puzzle, settings: &Settings, board: &Board, cell: usize, placement: Placement) -> bool {
    let Some(target) = settings.prune_target.filter(|_| settings.prune != Prune::None) else { return true };
    let mut board = board.clone();
    board.set(cell, Some(placement));
    let mut bound = Filler::new(puzzle).lower_bound(&board) as usize;
    if settings.prune == Prune::Supply {
        let mut missing = 0;
        for colour in (0..puzzle.colours()).map(|c| c as u8).filter(|&c| puzzle.seam_matches(c, c)) {
            let used: Vec<usize> = board.cells().iter().flatten().map(|p| p.piece()).collect();
            let left = (0..puzzle.pieces().len()).filter(|piece| !used.contains(piece));
            let supply = left.flat_map(|piece| puzzle.pieces()[piece]).filter(|&c| c == colour).count();
            let mut demand = 0;
            for (from, side, to) in puzzle.size().seam_list() {
                for (from, side, to) in [(from, side, to), (to, opposite(side), from)] {
                    let shows = board.get(from).is_some_and(|p| puzzle.sides(p)[side] == colour);
                    demand += usize::from(shows && board.get(to).is_none());
                }
            }
            missing += demand.saturating_sub(supply);
        }
        bound = bound.max(puzzle.breaks(&board).len() + missing);
    }
    bound <= target as usize
}

/// Whether the break that `placement` pays touches no cell that touches one already.
fn lies_apart(puzzle: &Puzzle, plan: &StepPlan, board: &Board, depth: usize, placement: Placement) -> bool {
    let mut board = board.clone();
    board.set(plan.steps[depth].cell, Some(placement));
    let clue = |cell: usize| puzzle.clues().iter().any(|c| c.cell == cell);
    let mut touches = vec![0; puzzle.size().cells()];
    for (a, _, b) in puzzle.breaks(&board).into_iter().filter(|&(a, _, b)| !(clue(a) && clue(b))) {
        touches[a] += 1;
        touches[b] += 1;
    }
    touches.into_iter().all(|n| n <= 1)
}

/// Mismatches of the step's placement against clues and earlier steps; a frame seam that may not
/// break counts as many.
fn breaks_of(puzzle: &Puzzle, settings: &Settings, plan: &StepPlan, board: &Board, depth: usize) -> usize {
    let step = &plan.steps[depth];
    let Some(placement) = board.get(step.cell) else { return 0 };
    let sides = puzzle.sides(placement);
    let size = puzzle.size();
    (0..4)
        .filter(|&side| matches!(step.known[side], Known::Clue(_) | Known::Placed(_)))
        .filter_map(|side| size.neighbour(step.cell, side).map(|other| (side, other)))
        .map(|(side, other)| {
            let there = board.get(other).map_or(0, |p| puzzle.sides(p)[opposite(side)]);
            let broken = !puzzle.seam_matches(sides[side], there);
            let frame = !settings.break_frame && puzzle.is_frame_seam(step.cell, other);
            usize::from(broken) * if frame { 100 } else { 1 }
        })
        .sum()
}

/// Counts the ways to fill the cells of `order` (often a block of the board) with no break:
/// distinct pieces, rim kept, in piece number order. A little faster than [`search`], and as plain.
pub fn count(puzzle: &Puzzle, order: &Order) -> Counts {
    let plan = StepPlan::compile(puzzle, order);
    let size = puzzle.size();
    let pool: Vec<Vec<(Placement, [u8; 4])>> = plan
        .steps
        .iter()
        .map(|s| puzzle.placements_at(s.cell).into_iter().map(|p| (p, puzzle.sides(p))).collect())
        .collect();
    let mut counts = Counts { by_step: vec![0; plan.steps.len() + 1], full: 0, complete: true };
    let mut used = vec![false; puzzle.pieces().len()];
    puzzle.clues().iter().for_each(|c| used[c.placement.piece()] = true);
    let mut shown = vec![[0u8; 4]; size.cells()];
    fn go(
        puzzle: &Puzzle,
        plan: &StepPlan,
        pool: &[Vec<(Placement, [u8; 4])>],
        used: &mut [bool],
        shown: &mut [[u8; 4]],
        depth: usize,
        counts: &mut Counts,
    ) {
        let Some(step) = plan.steps.get(depth) else {
            counts.full += 1;
            return;
        };
        for &(placement, sides) in &pool[depth] {
            let agrees = |side: usize| match step.known[side] {
                Known::Rim | Known::Open => true,
                Known::Clue(c) => puzzle.seam_matches(c, sides[side]),
                Known::Placed(o) => puzzle.seam_matches(shown[o][opposite(side)], sides[side]),
            };
            if !used[placement.piece()] && (0..4).all(agrees) {
                used[placement.piece()] = true;
                shown[step.cell] = sides;
                counts.by_step[depth + 1] += 1;
                go(puzzle, plan, pool, used, shown, depth + 1, counts);
                used[placement.piece()] = false;
            }
        }
    }
    go(puzzle, &plan, &pool, &mut used, &mut shown, 0, &mut counts);
    counts
}
