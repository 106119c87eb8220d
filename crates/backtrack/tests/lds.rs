//! Limited-discrepancy search against the depth-first engine: one wave without a limit, first candidates first,
//! is depth-first search, so both make the same placements.

use edgewise_backtrack::{Backtrack, Discrepancy, TABLE, discrepancy};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ClueSet, Puzzle, official};
use edgewise_search::{Budget, Engine, EngineError, Event, Seed, Silent};

/// Settings both engines have.
type Shared<'a> = &'a [(&'a str, &'a str)];

fn same_as_depth_first(puzzle: &Puzzle, shared: Shared<'_>, breaks: Shared<'_>, allowance: &str, nodes: u64) {
    let mut depth_first = TABLE.preset("strict").unwrap();
    [("opening", "16"), ("strands", "1")].iter().for_each(|(name, value)| depth_first.set(name, value).unwrap());
    shared.iter().chain(breaks).for_each(|(name, value)| depth_first.set(name, value).unwrap());
    let mut wave = discrepancy::TABLE.preset("strict").unwrap();
    let own = [("allowance", allowance), ("waves", "last"), ("spend", "late")];
    shared.iter().chain(&own).for_each(|(name, value)| wave.set(name, value).unwrap());
    for cost in ["rank", "binary"] {
        wave.set("discrepancy_cost", cost).unwrap();
        let (seed, budget) = (Seed { seed: 9, stream: 2 }, Budget::of_nodes(nodes));
        let one = Backtrack::default().run(puzzle, &depth_first, seed, &budget, &mut Silent).unwrap();
        let other = Discrepancy.run(puzzle, &wave, seed, &budget, &mut Silent).unwrap();
        let what = format!("{} {shared:?} {breaks:?} {cost}", puzzle.name());
        assert_eq!(one.profile.placements, other.profile.placements, "{what}");
        assert_eq!((one.nodes, one.stop, one.deepest), (other.nodes, other.stop, other.deepest), "{what}");
        assert_eq!((one.board, one.score, one.fills), (other.board, other.score, other.fills), "{what}");
        assert!(other.nodes > 1000, "{what}");
    }
}

#[test]
fn an_unlimited_wave_with_first_candidates_first_is_depth_first_search() {
    let starter = official::puzzle(ClueSet::Starter);
    let five = official::puzzle(ClueSet::Five);
    let blackwood: Shared<'_> = &[("order", "blackwood"), ("colours", "5,20,7"), ("candidate_sort", "quota")];
    let ten: Shared<'_> = &[("breaks", "0,0,0,0,0,0,0,0,0,0")];
    same_as_depth_first(&starter, blackwood, ten, "10", 1_500_000);
    let quota: Shared<'_> = &[
        ("order", "blackwood"),
        ("colours", "5,20,7"),
        ("quota", "blackwood"),
        ("quota_offset", "-6"),
        ("breaks", "190,195,201,206,211,216,221,225,229,233,237,239"),
    ];
    same_as_depth_first(&five, quota, &[], "none", 1_500_000);
    for (seed, order) in [(1, "row"), (2, "spiral-in"), (3, "border-first")] {
        let spec = Specification { width: 8, height: 7, inner_colours: 12, seed, ..Default::default() };
        let small = generate(&spec).unwrap().puzzle;
        let shared: Shared<'_> = &[("order", order), ("breaks_per_placement", "2"), ("break_frame", "true")];
        same_as_depth_first(&small, shared, &[("breaks", "0,0,0")], "3", 200_000);
    }
}

#[test]
fn there_is_nothing_to_go_on_from() {
    let puzzle = official::puzzle(ClueSet::Starter);
    let params = discrepancy::TABLE.preset("korf").unwrap();
    let (seed, budget) = (Seed::new(1), Budget::of_nodes(1000));
    let mut checkpoints = 0;
    let mut count = |event: &Event| checkpoints += usize::from(matches!(event, Event::Checkpoint(_)));
    Discrepancy.run(&puzzle, &params, seed, &budget, &mut count).unwrap();
    assert_eq!(checkpoints, 0);
    match Discrepancy.resume(&puzzle, &params, seed, "{}", &budget, &mut Silent) {
        Err(EngineError::Unsupported(why)) => assert_eq!(why, "lds cannot go on from a checkpoint"),
        other => panic!("{other:?}"),
    }
}
