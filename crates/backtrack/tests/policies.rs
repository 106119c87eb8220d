//! Restarts, aborts, prune-backs and crude pins in whole runs.

use edgewise_backtrack::{Backtrack, TABLE};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ClueSet, Puzzle, official};
use edgewise_search::{Budget, Engine, Event, Outcome, Seed, Silent, StopReason};

fn run(puzzle: &Puzzle, preset: &str, settings: &[(&str, &str)], nodes: Option<u64>) -> Outcome {
    let mut params = TABLE.preset(preset).unwrap();
    settings.iter().for_each(|(name, value)| params.set(name, value).unwrap());
    let budget = nodes.map_or_else(Budget::default, Budget::of_nodes);
    Backtrack::default().run(puzzle, &params, Seed::new(3), &budget, &mut Silent).unwrap()
}

#[test]
fn attempts_are_as_many_as_their_caps_allow() {
    let puzzle = official::puzzle(ClueSet::Starter);
    let attempts = |settings: &[(&str, &str)], nodes: u64| {
        let settings = [&[("node_cap", "1000"), ("fill_holes", "0")], settings].concat();
        run(&puzzle, "blackwood-470", &settings, Some(nodes)).attempts
    };
    assert_eq!(attempts(&[], 10_500), 11);
    // 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8 add up to 32.
    assert_eq!(attempts(&[("restart", "luby")], 31_999), 15);
    assert_eq!(attempts(&[("restart", "luby")], 32_000), 16);
    // 1, 2, 4, 4, ... from the third on.
    let geometric = [("restart", "geometric"), ("restart_ratio", "200"), ("restart_most", "4")];
    assert_eq!(attempts(&geometric, 6_999), 3);
    assert_eq!(attempts(&geometric, 18_999), 6);
}

#[test]
fn attempts_that_fall_behind_end_at_the_next_batch() {
    const BATCH: u64 = 1 << 20;
    let puzzle = official::puzzle(ClueSet::Starter);
    let attempts = |abort: &str| run(&puzzle, "blackwood-470", &[("abort", abort)], Some(5 * BATCH + 9)).attempts;
    assert_eq!(attempts("1:256"), 6, "none is ever complete, each ends at the first look");
    let later = (2 * BATCH).to_string();
    assert_eq!(attempts(&format!("{later}:256")), 3);
    assert_eq!(attempts("1:20"), 1, "all are deeper than that");
}

#[test]
fn an_attempt_that_left_a_part_out_proves_nothing() {
    // One piece spoilt, so that no strict search completes the board.
    let spec =
        Specification { width: 9, height: 8, frame_colours: 5, inner_colours: 12, seed: 2, ..Specification::default() };
    let good = generate(&spec).unwrap().puzzle;
    let mut pieces = good.pieces().to_vec();
    let inner = pieces.iter().position(|p| !p.contains(&0)).unwrap();
    pieces[inner] = [6, 6, 6, 7];
    let puzzle = Puzzle::new("spoilt", (9, 8), pieces, good.rim(), true, vec![]).unwrap();
    let whole = run(&puzzle, "strict", &[], Some(30_000_000));
    assert_eq!((whole.stop, whole.attempts), (StopReason::Exhausted, 1), "{} nodes", whole.nodes);
    assert!(whole.nodes > 8 << 20, "{} nodes: several looks", whole.nodes);
    // It is exhausted with fewer placements, which counts for nothing: only an attempt that happens to
    // leave nothing out may end the run, and it alone makes as many as the whole tree has.
    let pruned = run(&puzzle, "strict", &[("prune_back", "0:1:0")], Some(2 * whole.nodes));
    assert!(pruned.attempts > 1 && pruned.nodes > whole.nodes, "{} attempts, {}", pruned.attempts, pruned.nodes);
    // Where the search never lingers so long, the proof stands.
    let patient = run(&puzzle, "strict", &[("prune_back", "1:1G:1"), ("abort", "1G:72")], None);
    assert_eq!((patient.stop, patient.nodes), (StopReason::Exhausted, whole.nodes));
}

#[test]
fn the_crude_pin_stalls_where_the_tables_go_on() {
    let puzzle = official::puzzle(ClueSet::Five);
    let median = |pin: &str| {
        let deepest = |seed: u64| {
            let mut params = TABLE.preset("five-clue").unwrap();
            params.set("clue_pin", pin).unwrap();
            params.set("strands", "1").unwrap();
            let budget = Budget::of_nodes(3_000_000);
            Backtrack::default().run(&puzzle, &params, Seed::new(seed), &budget, &mut Silent).unwrap().deepest
        };
        let mut depths: Vec<usize> = (1..=5).map(deepest).collect();
        depths.sort_unstable();
        depths[2]
    };
    let (crude, tables) = (median("crude"), median("tables"));
    assert!(
        (34..=60).contains(&crude) && tables > crude + 20,
        "{crude} cells with the crude pin, {tables} with tables"
    );
}

#[test]
fn every_board_honours_crude_pins_whether_the_order_came_to_them_or_not() {
    let puzzle = official::puzzle(ClueSet::Five);
    for (fill_holes, seed) in [("0", 1), ("12", 1), ("12", 2)] {
        let mut params = TABLE.preset("crude-pin").unwrap();
        params.set("fill_holes", fill_holes).unwrap();
        let mut boards = 0;
        let mut hear = |event: &Event| {
            if let Event::Improved { board, unfilled, .. } = event {
                boards += 1;
                for board in [Some(board), unfilled.as_ref()].into_iter().flatten() {
                    assert!(puzzle.is_legal(board));
                    assert!(puzzle.clues().iter().all(|c| board.get(c.cell) == Some(c.placement)));
                }
            }
        };
        let budget = Budget::of_nodes(3_000_000);
        let outcome = Backtrack::default().run(&puzzle, &params, Seed::new(seed), &budget, &mut hear).unwrap();
        assert!(boards > 0 && outcome.deepest < 240);
        assert_eq!(outcome.board.filled() == 256, fill_holes != "0");
    }
}
