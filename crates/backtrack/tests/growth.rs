//! What a tally says of a tree, against the engine's own counts and against the tree built by hand.

use edgewise_backtrack::forecast::{Model, first_position};
use edgewise_backtrack::growth::{StepGrowth, measure, survey};
use edgewise_backtrack::parameters::Settings;
use edgewise_backtrack::schedule::Schedule;
use edgewise_backtrack::{Backtrack, TABLE};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Board, ClueSet, Placement, Puzzle, official};
use edgewise_search::{Budget, Engine, Params, Seed, Silent, StopFlag};

fn params(preset: &str, settings: &[(&str, &str)]) -> Params {
    let mut params = TABLE.preset(preset).unwrap();
    settings.iter().for_each(|(name, value)| params.set(name, value).unwrap());
    params
}

/// Builds the whole tree: boards, candidates, breaks, all from the board itself.
fn by_hand(
    puzzle: &Puzzle,
    settings: &Settings,
    board: &mut Board,
    step: usize,
    breaks: usize,
    tree: &mut [StepGrowth],
) {
    let plan = settings.plan(puzzle);
    let Some(planned) = plan.steps.get(step) else { return };
    let allowed = usize::from(settings.schedule.allowed(planned.position));
    for paid in 0..=2 {
        let may = paid == 0 || (paid <= usize::from(settings.breaks_per_placement) && breaks + paid <= allowed);
        tree[step].boards[paid] += u64::from(may);
    }
    let used: Vec<usize> = board.cells().iter().flatten().map(|p| p.piece()).collect();
    for piece in (0..puzzle.pieces().len()).filter(|piece| !used.contains(piece)) {
        for rotation in puzzle.rotations(piece) {
            let placement = Placement::new(piece, rotation);
            let sides = puzzle.sides(placement);
            let seams: Vec<(usize, bool)> = (0..4)
                .filter_map(|side| puzzle.size().neighbour(planned.cell, side).map(|other| (side, other)))
                .filter_map(|(side, other)| Some((side, other, board.get(other)?)))
                .map(|(side, other, there)| {
                    (other, !puzzle.seam_matches(sides[side], puzzle.sides(there)[(side + 2) % 4]))
                })
                .collect();
            let paid = seams.iter().filter(|seam| seam.1).count();
            let frame = seams.iter().any(|&(other, broken)| broken && puzzle.is_frame_seam(planned.cell, other));
            if !puzzle.fits(planned.cell, sides) || frame || paid > usize::from(settings.breaks_per_placement) {
                continue;
            }
            if paid > 0 && breaks + paid > allowed {
                continue;
            }
            tree[step].placements += 1;
            tree[step].paid[paid] += 1;
            board.set(planned.cell, Some(placement));
            by_hand(puzzle, settings, board, step + 1, breaks + paid, tree);
            board.set(planned.cell, None);
        }
    }
}

#[test]
fn the_tally_of_a_whole_tree_is_the_tree() {
    let (mut breaking, mut trees) = (0, 0);
    for seed in 0..24 {
        let specification =
            Specification { width: 4, height: 4, clues: 2, inner_colours: 3, seed, ..Default::default() };
        let puzzle = generate(&specification).unwrap().puzzle;
        let breaks = ["9,11,13", "8,8,12", "none"][seed as usize % 3];
        let per_placement = ["1", "2"][seed as usize % 2];
        // One tree: no chance, and nothing asked of the opening.
        let params = params(
            "strict",
            &[
                ("breaks", breaks),
                ("breaks_per_placement", per_placement),
                ("candidate_sort", "number"),
                ("strands", "1"),
            ],
        );
        let settings = Settings::read(&params, &puzzle).unwrap();
        let growth = measure(&puzzle, &params, Seed::new(1), 3_000_000, &StopFlag::default()).unwrap();
        let mut tree = vec![StepGrowth::default(); settings.plan(&puzzle).steps.len()];
        by_hand(&puzzle, &settings, &mut puzzle.clue_board(), 0, 0, &mut tree);
        let whole: u64 = tree.iter().map(|step| step.placements).sum();
        if whole >= 3_000_000 {
            continue;
        }
        trees += 1;
        breaking += tree.iter().map(|step| step.paid[1] + step.paid[2]).sum::<u64>();
        assert_eq!(growth.steps, tree, "seed {seed}");
    }
    assert!(trees > 12 && breaking > 1000, "{trees} trees, {breaking} breaks");
}

#[test]
fn tallied_searches_place_what_the_engine_places() {
    let puzzle = official::puzzle(ClueSet::Five);
    let params = params("five-clue", &[("fill_holes", "0"), ("node_cap", "700000")]);
    let nodes = 3_000_000;
    let growth = measure(&puzzle, &params, Seed::new(5), nodes, &StopFlag::default()).unwrap();
    let outcome =
        Backtrack::default().run(&puzzle, &params, Seed::new(5), &Budget::of_nodes(nodes), &mut Silent).unwrap();
    let plan = Settings::read(&params, &puzzle).unwrap().plan(&puzzle);
    assert_eq!(growth.steps.iter().map(|step| step.placements).sum::<u64>(), nodes);
    for (step, seen) in plan.steps.iter().zip(&growth.steps) {
        assert_eq!(seen.placements, outcome.profile.placements[step.depth_after], "step at {}", step.position);
    }
}

#[test]
fn a_survey_finds_a_schedule_that_gives_better_boards() {
    let specification = Specification { width: 9, height: 9, inner_colours: 12, seed: 11, ..Default::default() };
    let puzzle = generate(&specification).unwrap().puzzle;
    // Breaks that come far too late.
    let late = params("strict", &[("breaks", "74,75,76,77,78"), ("fill_holes", "0")]);
    let breaks = 6;
    let mut rounds = 0;
    let growth = survey(&puzzle, &late, breaks, 1, 4_000_000, &StopFlag::default(), &mut |_, _| rounds += 1).unwrap();
    assert_eq!(rounds, 4);
    let settings = Settings::read(&late, &puzzle).unwrap();
    let model = Model::of(&growth, first_position(&settings)).unwrap();
    assert!(model.positions().last() > Some(&69));
    let best = model.best(breaks);
    let expected = [&settings.schedule, &best].map(|schedule: &Schedule| model.expect(schedule, breaks).placements);
    assert!(expected[1] < expected[0] / 10.0, "{expected:?}");
    let score = |breaks: &str| -> usize {
        let mut params = late.clone();
        params.set("breaks", breaks).unwrap();
        let run =
            |seed| Backtrack::default().run(&puzzle, &params, Seed::new(seed), &Budget::of_nodes(400_000), &mut Silent);
        (1..=8).map(|seed| run(seed).unwrap().deepest).sum()
    };
    assert!(score(&best.to_string()) > score("74,75,76,77,78") + 16, "{best}");
}
