//! Profiles against what is known otherwise: sums, the quota the search itself enforces, the breaks its
//! budget allows, the score of its board.

use edgewise_backtrack::parameters::Settings;
use edgewise_backtrack::{Backtrack, TABLE};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ClueSet, Puzzle, official};
use edgewise_search::{BreakPlaces, Budget, Engine, Event, Outcome, Params, Profile, Seed};

/// Puzzles with settings and nodes: the published ones, clues in the order, frames that break, no quota,
/// restarts, boards too small for a slice, clues pinned crudely.
fn cases() -> Vec<(Puzzle, Params, u64)> {
    let params = |preset: &str, settings: &[(&str, &str)]| {
        let mut params = TABLE.preset(preset).unwrap();
        settings.iter().for_each(|(name, value)| params.set(name, value).unwrap());
        params
    };
    let small = |width, height, clues, seed| {
        generate(&Specification { width, height, clues, inner_colours: 9, seed, ..Specification::default() })
            .unwrap()
            .puzzle
    };
    let own = [("quota", "3:0,40:30"), ("colours", "5,6"), ("colour_weights", "1,3"), ("breaks_per_placement", "2")];
    vec![
        (official::puzzle(ClueSet::Starter), params("blackwood-470", &[]), 3_000_000),
        (official::puzzle(ClueSet::Five), params("five-clue", &[("node_cap", "700000")]), 3_000_000),
        (official::puzzle(ClueSet::Five), params("crude-pin", &[]), 1_000_000),
        (official::puzzle(ClueSet::None), params("libblackwood-wobbly", &[("node_cap", "300000")]), 2_000_000),
        (small(9, 9, 5, 1), params("general", &own), 1_500_000),
        (small(8, 10, 0, 2), params("general", &[("order", "spiral-in"), ("break_frame", "true")]), 1_000_000),
        (small(8, 8, 3, 3), params("strict", &[("fill_holes", "0")]), 700_000),
        (small(5, 4, 1, 4), params("general", &[]), 3_000),
        (official::puzzle(ClueSet::Five), params("crude-pin", &[("quota_offset", "-6")]), 1_500_000),
        (small(7, 7, 6, 5), params("general", &[("clue_pin", "crude")]), 1_500_000),
    ]
}

fn run(puzzle: &Puzzle, params: &Params, nodes: u64) -> (Outcome, Profile) {
    let mut told = None;
    let mut hear = |event: &Event| {
        if let Event::Profile(profile) = event {
            told = Some((**profile).clone());
        }
    };
    let outcome = Backtrack::default().run(puzzle, params, Seed::new(3), &Budget::of_nodes(nodes), &mut hear);
    (outcome.unwrap(), told.unwrap())
}

#[test]
fn what_is_exact_is_exact_and_what_is_sampled_keeps_the_rules_of_the_search() {
    for (puzzle, params, nodes) in cases() {
        let (outcome, profile) = run(&puzzle, &params, nodes);
        let settings = Settings::read(&params, &puzzle).unwrap();
        let plan = settings.plan(&puzzle);
        let cells = puzzle.size().cells();
        assert_eq!(outcome.profile, profile);
        assert_eq!(profile.problem(cells), None);
        assert_eq!(profile.order, settings.order.cells);
        let lying: Vec<usize> = plan.clues_passed.iter().map(|(_, clue)| clue.cell).collect();
        assert_eq!(profile.clues, lying);
        let ends = |depth: usize| plan.steps.iter().any(|step| step.depth_after == depth);
        assert!((1..=plan.length).all(|depth| ends(depth) != profile.carried(depth)));

        // Clues fill the cells that are no steps, and nothing is placed there.
        let mut all: Vec<usize> = plan.steps.iter().map(|step| step.cell).chain(profile.clues.clone()).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..cells));
        for (depth, &placements) in profile.placements.iter().enumerate() {
            assert!(placements == 0 || !profile.carried(depth), "{}: no placement ends at {depth}", puzzle.name());
        }

        // Placements, and the time of all of them: all but what is outside search and fills.
        assert_eq!(profile.placements.iter().sum::<u64>(), outcome.nodes);
        let timed = profile.seconds.iter().sum::<f64>() + profile.fill_seconds;
        assert!(timed <= outcome.seconds && timed > 0.0, "{timed} of {}", outcome.seconds);
        assert!(profile.placements.iter().zip(&profile.seconds).all(|(&n, &s)| (n == 0) == (s == 0.0)));

        // The best board's breaks are its own.
        assert_eq!(profile.breaks.best, {
            let mut places = BreakPlaces::new(cells, plan.length);
            places.add(&BreakPlaces::of_board(&puzzle, &outcome.board, &plan.depths(cells)));
            places
        });
        assert_eq!(profile.breaks.best.breaks() as usize, outcome.score.breaks);

        // A sample every 2^18 placements, the first after 2^12.
        let samples = (outcome.nodes + (1 << 18) - (1 << 12)) >> 18;
        assert_eq!(profile.breaks.sampled.boards, samples);
        let passed: Vec<usize> = plan.clues_passed.iter().map(|c| c.0).collect();
        for (position, &asked) in profile.quota.asked.iter().enumerate() {
            assert_eq!(asked, settings.quota.at(position));
            let boards = profile.quota.boards[position];
            assert!(boards <= samples && (boards == 0 || !passed.contains(&position)));
            if let Some(mean) = profile.quota.mean(position) {
                let [least, most] = [profile.quota.least[position], profile.quota.most[position]];
                assert!(least >= asked, "position {position}: {least} of {asked}");
                assert!(f64::from(least) <= mean && mean <= f64::from(most));
            }
        }

        // Breaks come with the budget, wobble aside.
        let wobble = settings.wobble as u64;
        for places in [&profile.breaks.sampled, &profile.breaks.filled] {
            assert_eq!(places.by_cell.iter().sum::<u64>(), 2 * places.breaks());
            for (depth, &paid) in places.by_depth.iter().enumerate().filter(|(_, paid)| **paid > 0) {
                assert!(depth as u64 + wobble > settings.schedule.first() as u64, "paid at {depth}");
                assert!(paid <= places.boards * u64::from(settings.breaks_per_placement));
            }
            let most = u64::from(settings.schedule.allowed(plan.length));
            assert!(places.breaks() <= most * places.boards, "{} breaks", places.breaks());
        }
    }
}

#[test]
fn boards_to_fill_pay_what_they_show() {
    // The board behind the best one was to be filled: its own breaks are among theirs.
    let mut seen = 0;
    for (puzzle, params, nodes) in cases() {
        let (outcome, profile) = run(&puzzle, &params, nodes);
        let Some((unfilled, _)) = outcome.unfilled else { continue };
        let cells = puzzle.size().cells();
        let plan = Settings::read(&params, &puzzle).unwrap().plan(&puzzle);
        // Up to the first hole: clues pinned crudely may lie behind it, or right before it without having
        // been placed.
        let mut board = unfilled;
        let clue = |cell: usize| puzzle.clues().iter().any(|clue| clue.cell == cell);
        let hole = plan.steps.iter().position(|step| board.get(step.cell).is_none()).unwrap_or(plan.steps.len());
        let placed = plan.steps[..hole].iter().rposition(|step| !clue(step.cell)).map_or(0, |last| last + 1);
        plan.steps[placed..].iter().for_each(|step| board.set(step.cell, None));
        let own = BreakPlaces::of_board(&puzzle, &board, &plan.depths(cells));
        let filled = &profile.breaks.filled;
        assert!(filled.boards > 0);
        assert!(own.by_depth.iter().zip(&filled.by_depth).all(|(own, all)| own <= all), "{}", puzzle.name());
        assert!(own.by_cell.iter().zip(&filled.by_cell).all(|(own, all)| own <= all), "{}", puzzle.name());
        seen += own.breaks();
    }
    assert!(seen > 0, "some case pays breaks");
}
