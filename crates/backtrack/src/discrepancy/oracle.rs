//! The waves against the obvious recursive version: on random small puzzles both visit the same boards in the
//! same order with the same placements. And both against the definition: what a board's discrepancies are is
//! counted from the finished board.

use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Board, Placement, Puzzle, Rim, Rng, opposite};
use edgewise_search::{Budget, Engine, Event, Known, Params, Seed, StepPlan, StopReason};

use super::layout::Layout;
use super::parameters::{Cost, LdsSettings, TABLE, WaveRule};
use super::wave::{Pause, Waves};
use super::{Discrepancy, parameters};
use crate::plain;

/// What a wave did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Seen {
    /// Full boards in the order they came.
    boards: Vec<Board>,
    /// Placements by steps placed after them.
    counts: Vec<u64>,
    /// Whether anything was passed over for want of discrepancies.
    cut: bool,
    /// Whether the wave came to its end.
    complete: bool,
}

/// The recursive version.
struct Slow<'a> {
    puzzle: &'a Puzzle,
    settings: &'a LdsSettings,
    plan: StepPlan,
    /// Placements the wave may make.
    limit: u64,
    seen: Seen,
}

impl Slow<'_> {
    fn wave(puzzle: &Puzzle, settings: &LdsSettings, k: u64, limit: u64) -> Seen {
        let plan = StepPlan::compile(puzzle, &settings.base.order);
        let seen = Seen { counts: vec![0; plan.steps.len() + 1], ..Seen::default() };
        let mut slow = Slow { puzzle, settings, plan, limit, seen };
        slow.seen.complete = slow.probe(&mut puzzle.clue_board(), 0, k);
        slow.seen
    }

    /// Goes on from `board`, where `step` steps are placed; false when the limit cut it.
    fn probe(&mut self, board: &mut Board, step: usize, left: u64) -> bool {
        if step == self.plan.steps.len() {
            self.seen.boards.push(board.clone());
            return true;
        }
        let WaveRule { exact, cost, early } = self.settings.rule;
        let mut choices: Vec<(u64, Placement)> = Vec::new();
        for (rank, placement) in (0..).zip(self.free(board, step)) {
            let price = if cost == Cost::Binary { u64::min(rank, 1) } else { rank };
            if price > left {
                self.seen.cut = true;
            } else if !exact || left - price <= self.capacity(step + 1) {
                choices.push((price, placement));
            }
        }
        if early && cost == Cost::Rank {
            choices.reverse();
        } else if early {
            choices.sort_by_key(|c| std::cmp::Reverse(c.0));
        }
        for (price, placement) in choices {
            if self.seen.counts.iter().sum::<u64>() >= self.limit {
                return false;
            }
            self.seen.counts[step + 1] += 1;
            board.set(self.plan.steps[step].cell, Some(placement));
            let finished = self.probe(board, step + 1, left - price);
            board.set(self.plan.steps[step].cell, None);
            if !finished {
                return false;
            }
        }
        true
    }

    /// Most discrepancies of the steps from `step` on: all placements of the pieces left but one.
    fn capacity(&self, step: usize) -> u64 {
        let steps = self.plan.steps.len();
        (step..steps)
            .map(|s| if self.settings.rule.cost == Cost::Binary { 1 } else { 4 * (steps - s) as u64 - 1 })
            .sum()
    }

    /// What may be placed, by breaks and then by piece number.
    fn free(&self, board: &Board, step: usize) -> Vec<Placement> {
        let (puzzle, base) = (self.puzzle, &self.settings.base);
        let planned = &self.plan.steps[step];
        let used: Vec<usize> = board.cells().iter().flatten().map(|p| p.piece()).collect();
        let weight =
            |p: Placement| -> usize { puzzle.sides(p).iter().map(|&c| usize::from(base.weights[c as usize])).sum() };
        let clues = self.plan.clues_passed.iter().filter(|c| c.0 < planned.position).map(|c| weight(c.1.placement));
        let earlier = || self.plan.steps[..step].iter().filter_map(|s| board.get(s.cell));
        let quota = clues.sum::<usize>() + earlier().map(weight).sum::<usize>();
        let paid: usize =
            (0..step).filter_map(|s| Some(self.breaks(board, s, board.get(self.plan.steps[s].cell)?))).sum();
        let allowed = usize::from(base.schedule.allowed(planned.position));
        let most = usize::from(base.breaks_per_placement).min(allowed.saturating_sub(paid));
        let mut free: Vec<(usize, Placement)> = puzzle
            .placements_at(planned.cell)
            .into_iter()
            .filter(|p| !used.contains(&p.piece()))
            .filter(|&p| quota + weight(p) >= usize::from(base.quota.at(planned.position)))
            .map(|p| (self.breaks(board, step, p), p))
            .filter(|f| f.0 <= most)
            .collect();
        free.sort();
        free.into_iter().map(|f| f.1).collect()
    }

    /// Mismatches of a step's placement against clues and earlier steps; a frame seam that may not break
    /// counts as many.
    fn breaks(&self, board: &Board, step: usize, placement: Placement) -> usize {
        let (puzzle, planned) = (self.puzzle, &self.plan.steps[step]);
        let sides = puzzle.sides(placement);
        let mut breaks = 0;
        for side in (0..4).filter(|&s| matches!(planned.known[s], Known::Clue(_) | Known::Placed(_))) {
            let other = puzzle.size().neighbour(planned.cell, side).unwrap();
            let shown = puzzle.sides(board.get(other).unwrap())[opposite(side)];
            if !puzzle.seam_matches(sides[side], shown) {
                let frame = puzzle.is_frame_seam(planned.cell, other) && !self.settings.base.break_frame;
                breaks += if frame { 1000 } else { 1 };
            }
        }
        breaks
    }

    /// The discrepancies of a full board: what its steps passed over.
    fn discrepancies(&self, full: &Board) -> u64 {
        let mut board = self.puzzle.clue_board();
        let mut sum = 0;
        for step in 0..self.plan.steps.len() {
            let cell = self.plan.steps[step].cell;
            let free = self.free(&board, step);
            let rank = free.iter().position(|&p| Some(p) == full.get(cell)).unwrap() as u64;
            sum += if self.settings.rule.cost == Cost::Binary { rank.min(1) } else { rank };
            board.set(cell, full.get(cell));
        }
        sum
    }
}

/// The fast version, paused after every `slice` placements.
fn fast(puzzle: &Puzzle, settings: &LdsSettings, k: u32, limit: u64, slice: u64) -> Seen {
    let mut layout = Layout::new(puzzle, settings, &mut Rng::new(0)).unwrap();
    let mut waves = Waves::<4>::new(&layout, puzzle, settings.rule);
    // A wave before leaves nothing behind.
    waves.begin(1);
    waves.advance(&mut layout, puzzle, &mut 5);
    waves.counts.fill(0);
    waves.begin(k);
    let mut seen = Seen::default();
    if layout.steps.is_empty() {
        return Seen { boards: vec![puzzle.clue_board()], counts: vec![0], cut: false, complete: true };
    }
    let mut spent = 0;
    while spent < limit && !seen.complete {
        let given = slice.min(limit - spent);
        let mut fuel = given;
        let pause = waves.advance(&mut layout, puzzle, &mut fuel);
        spent += given - fuel;
        assert_eq!(spent, waves.counts.iter().sum::<u64>());
        assert!(pause != Pause::Fuel || fuel == 0);
        if pause == Pause::Arrival && waves.placed().len() == layout.steps.len() {
            seen.boards.push(layout.board(puzzle, waves.placed()));
        }
        seen.complete = pause == Pause::Over;
    }
    (seen.counts, seen.cut) = (waves.counts.clone(), waves.cut);
    seen
}

/// A puzzle and settings; one of six has high labels, if any may have.
fn random_case(rng: &mut Rng, high_labels: bool) -> (Puzzle, Params, LdsSettings) {
    let rim = [Rim::Grey, Rim::Grey, Rim::Free, Rim::Zero][rng.index(4)];
    let (width, height) = [(1, 1), (1, 5), (2, 2), (3, 3), (4, 3), (3, 4), (5, 4), (4, 4)][rng.index(8)];
    let cells = width * height;
    let spec = Specification {
        width,
        height,
        frame_colours: 1 + rng.index(3),
        inner_colours: 2 + rng.index(4),
        rim,
        rotation: rng.below(4) > 0,
        clues: rng.index(4).min(cells),
        seed: rng.next_u64() >> 1,
    };
    let mut puzzle = generate(&spec).unwrap().puzzle;
    if high_labels && rng.below(6) == 0 {
        // High labels make large tables: steps that look up three sides are then filtered instead.
        let high = |c: u8| if c == 0 { 0 } else { 200 + c };
        let pieces = puzzle.pieces().iter().map(|sides| sides.map(high)).collect();
        let clues = puzzle.clues().to_vec();
        puzzle = Puzzle::new("high", (width, height), pieces, rim, puzzle.rotation(), clues).unwrap();
    }
    let mut params = TABLE.preset("strict").unwrap();
    let mut set = |name: &str, value: &str| params.set(name, value).unwrap();
    let orders = ["row", "blackwood", "spiral-in", "border-first", "row-reversed", "clues-outward", "comb:1"];
    set("order", orders[rng.index(orders.len())]);
    set("candidate_sort", "number");
    set("variant", ["lds", "ilds"][rng.index(2)]);
    set("discrepancy_cost", ["rank", "binary"][rng.index(2)]);
    set("spend", ["early", "late"][rng.index(2)]);
    match rng.index(4) {
        0 => set("allowance", &rng.below(4).to_string()),
        1 => {
            let mut breaks: Vec<usize> = (0..rng.index(4)).map(|_| rng.index(cells)).collect();
            breaks.sort_unstable();
            set("breaks", &breaks.iter().map(usize::to_string).collect::<Vec<_>>().join(","));
        }
        _ => {}
    }
    set("breaks_per_placement", &(1 + rng.below(2)).to_string());
    set("break_frame", &(rng.below(2) == 0).to_string());
    if rng.below(3) == 0 {
        set("colours", "1,2");
        let quota: Vec<String> = (0..cells).map(|i| (i * rng.index(3) / 2).to_string()).collect();
        set("quota", &quota.join(","));
    }
    match LdsSettings::read(&params, &puzzle) {
        Ok(settings) => (puzzle, params, settings),
        Err(_) => random_case(rng, high_labels), // colour 2 does not exist in every puzzle
    }
}

#[test]
fn the_waves_are_those_of_the_recursive_version() {
    let mut rng = Rng::new(1995);
    let (mut complete, mut boards, mut cut, mut scans) = (0, 0, 0, 0);
    for _ in 0..400 {
        let (puzzle, _, settings) = random_case(&mut rng, true);
        let layout = Layout::new(&puzzle, &settings, &mut Rng::new(0)).unwrap();
        scans += layout.steps.iter().filter(|s| s.scans).count();
        for k in [0, 1, 2, 3 + rng.below(4), parameters::UNLIMITED as u64] {
            let limit = 1_500;
            let slow = Slow::wave(&puzzle, &settings, k, limit);
            let found = fast(&puzzle, &settings, k as u32, limit, 1 + rng.below(400));
            assert_eq!(found.boards, slow.boards, "wave {k} of {settings:?} on {puzzle:?}");
            assert_eq!(found.counts, slow.counts, "wave {k} of {settings:?} on {puzzle:?}");
            let spent: u64 = slow.counts.iter().sum();
            if slow.complete && spent < limit {
                assert!(found.complete);
                assert_eq!(found.cut, slow.cut, "wave {k} of {settings:?} on {puzzle:?}");
                complete += 1;
            }
            boards += slow.boards.len();
            cut += usize::from(slow.cut);
        }
    }
    // The cases are worth something: many waves end, many hold boards, many are cut, some steps have no table.
    let worth = complete > 1000 && boards > 5000 && cut > 400 && scans > 20;
    assert!(worth, "{complete} complete, {boards} boards, {cut} cut, {scans} steps without tables");
}

#[test]
fn wave_k_holds_the_boards_of_at_most_or_exactly_k_discrepancies_each_once() {
    let mut rng = Rng::new(1996);
    let (mut cases, mut most) = (0, 0);
    while cases < 60 {
        let (puzzle, _, settings) = random_case(&mut rng, false);
        let all = LdsSettings { rule: WaveRule { exact: false, ..settings.rule }, ..settings.clone() };
        let (limit, unlimited) = (20_000, parameters::UNLIMITED as u32);
        let whole = fast(&puzzle, &all, unlimited, limit, limit);
        if !whole.complete || whole.boards.len() < 3 {
            continue;
        }
        // An unlimited wave finds what depth-first search finds.
        assert_eq!(whole.boards.len() as u64, plain::search(&puzzle, &settings.base, u64::MAX).full);
        assert_eq!(whole.counts.iter().sum::<u64>(), plain::search(&puzzle, &settings.base, u64::MAX).placements());
        let plan = StepPlan::compile(&puzzle, &settings.base.order);
        let judge = Slow { puzzle: &puzzle, settings: &settings, plan, limit, seen: Seen::default() };
        let worth = |boards: &[Board]| -> Vec<(u64, u64)> {
            let mut worth: Vec<_> = boards.iter().map(|b| (judge.discrepancies(b), b.hash64())).collect();
            worth.sort_unstable();
            worth
        };
        let by_definition = worth(&whole.boards);
        let dearest = by_definition.last().unwrap().0;
        for k in 0..=dearest + 2 {
            let seen = fast(&puzzle, &settings, k as u32, u64::MAX, u64::MAX);
            let belongs = |d: u64| if settings.rule.exact { d == k } else { d <= k };
            let expected: Vec<_> = by_definition.iter().copied().filter(|b| belongs(b.0)).collect();
            assert_eq!(worth(&seen.boards), expected, "wave {k} of {settings:?} on {puzzle:?}");
            // A wave that cut nothing was the last one with boards of its own.
            assert!(seen.cut || dearest <= k);
        }
        most = most.max(dearest);
        cases += 1;
    }
    assert!(most > 5, "some boards lie far from the first candidates");
}

#[test]
fn a_run_makes_the_waves_it_says_and_then_ends() {
    let mut rng = Rng::new(1997);
    let mut several = 0;
    for _ in 0..1000 {
        let (puzzle, mut params, _) = random_case(&mut rng, false);
        let last = rng.below(4);
        params.set("discrepancies", &last.to_string()).unwrap();
        params.set("waves", if rng.below(4) == 0 { "last" } else { "all" }).unwrap();
        // Else the tail solves most of these small puzzles at the end of the run, which then is none that exhausts.
        params.set("fill_holes", "0").unwrap();
        let settings = LdsSettings::read(&params, &puzzle).unwrap();
        let (mut nodes, mut waves) = (0, 0);
        for k in u64::from(settings.first_wave)..=last {
            let seen = Slow::wave(&puzzle, &settings, k, 3_000);
            nodes += seen.counts.iter().sum::<u64>();
            waves += 1;
            if !seen.cut {
                break;
            }
        }
        let outcome =
            Discrepancy.run(&puzzle, &params, Seed::new(1), &Budget::of_nodes(3_000), &mut |_: &Event| ()).unwrap();
        if outcome.stop == StopReason::Exhausted {
            assert_eq!((outcome.nodes, outcome.attempts), (nodes, waves), "{params:?} on {puzzle:?}");
            several += usize::from(waves > 1 && nodes > 10);
        }
        assert!(outcome.nodes <= nodes.min(3_000));
    }
    assert!(several > 20, "{several} runs of several waves");
}
