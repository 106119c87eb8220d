//! The boards and counts of a beam do not depend on its threads, nor on vector instructions.

use edgewise_beam::{Beam, TABLE};
use edgewise_puzzle::{ClueSet, official};
use edgewise_search::{Budget, Engine, Event, Outcome, Seed};

/// Settings on top of a preset that take every road through a layer.
const ROADS: &[(&str, &[(&str, &str)])] = &[
    ("producer", &[("width", "9000"), ("dedup_from", "0")]),
    ("producer", &[("width", "40000"), ("concentration", "0.4"), ("prior_weight", "0"), ("scarcity", "0.05")]),
    ("seed", &[("width", "7000")]),
    ("comb", &[("width", "5000"), ("dedup", "pieces"), ("tolerance", "2"), ("two_breaks", "always")]),
    ("comb", &[("width", "3000"), ("noise", "stochastic"), ("temperature", "0.3")]),
    ("seed", &[("width", "6000"), ("selection", "sample"), ("dedup", "none"), ("fanout", "2")]),
    ("seed", &[("width", "6000"), ("selection", "resample"), ("dedup", "future"), ("order", "spiral-in")]),
];

fn run(engine: Beam, road: (&str, &[(&str, &str)]), nodes: u64) -> (Outcome, Vec<Event>) {
    let mut params = TABLE.preset(road.0).unwrap();
    road.1.iter().for_each(|(name, value)| params.set(name, value).unwrap());
    let mut events = Vec::new();
    let mut observer = |event: &Event| events.push(event.clone());
    let puzzle = official::puzzle(ClueSet::Five);
    let outcome = engine.run(&puzzle, &params, Seed::new(3), &Budget::of_nodes(nodes), &mut observer).unwrap();
    assert_eq!(outcome.score, puzzle.score(&outcome.board));
    (Outcome { seconds: 0.0, ..outcome }, events)
}

#[test]
fn threads_and_lanes_do_not_change_the_boards() {
    for &road in ROADS {
        for nodes in [300_001, 900_000] {
            let one = run(Beam { threads: 1, portable: false }, road, nodes);
            for other in [
                Beam { threads: 1, portable: true },
                Beam { threads: 2, portable: false },
                Beam { threads: 7, portable: true },
            ] {
                assert!(run(other, road, nodes) == one, "{road:?} with {other:?}, {nodes} nodes");
            }
        }
    }
}

#[test]
fn whole_boards_do_not_depend_on_threads() {
    for road in
        [("producer", &[("width", "3000"), ("boards", "1")][..]), ("seed", &[("width", "3000"), ("boards", "1")][..])]
    {
        let one = run(Beam { threads: 1, portable: false }, road, u64::MAX);
        assert!(one.0.board.holes().is_empty() && one.0.filled_by.is_none());
        assert!(run(Beam { threads: 3, portable: false }, road, u64::MAX) == one, "{road:?}");
    }
}
