//! Same puzzle, parameters, seed and node budget: same boards and same counts, for any number of threads that is kept.

mod common;

use common::{Scratch, assert_summary, without_time};
use serde_json::{Value, json};

/// What `edgewise bench --signature` prints: all engines together, then each. A commit that moves a number changes what
/// a search does, and must say so in its message.
const SIGNATURE: &str = "\
110eb9225a73e6c3
2f7eb71cc8ee6e13 backtrack
3d568b5e77bc3a1b lds
77436631c87c5355 beam
";

#[test]
fn the_signature_of_all_searches_is_the_one_pinned() {
    let dir = Scratch::new();
    for _ in 0..2 {
        dir.run("bench --signature").expect_stdout(SIGNATURE);
    }
}

/// Two runs of the same work: everything but times, rates and places is the same. Their common JSON.
#[track_caller]
fn same_twice(dir: &Scratch, line: &str) -> Value {
    let run = |name: &str| {
        let ran = dir.run(&format!("{line} --json --out {name}")).expect(0);
        let json = ran.json();
        assert_summary(&json);
        let judged = dir.run(&format!("board score {name} --json")).expect(0).json();
        assert_eq!([&judged["score"], &judged["breaks"]], [&json["score"], &json["breaks"]], "{line}");
        let mut boards = dir.names(&format!("{name}/boards"));
        if json["threads"] != 1 {
            // Which other boards were stored on the way depends on which worker was heard first.
            boards.clear();
        }
        std::fs::remove_dir_all(dir.path(name)).unwrap();
        (without_time(json), boards)
    };
    let (first, second) = (run("first"), run("second"));
    assert_eq!(first, second, "{line}");
    first.0
}

#[test]
fn a_node_budget_and_a_seed_make_the_same_run() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("p", "--width 9 --height 8 --inner-colours 12 --clues 2");
    for line in [
        "solve --nodes 3M",
        "backtrack eternity2 --clues five --nodes 1M",
        "backtrack eternity2 --preset general --clues none --nodes 1M",
        "backtrack eternity2 --node-cap 100000 --nodes 1M",
        "lds eternity2 --nodes 1M",
        "lds eternity2 --clues five --variant ilds --discrepancy-cost binary --nodes 1M",
        &format!("solve {puzzle} --nodes 300k"),
    ] {
        let [one, two] = [1, 2].map(|threads| same_twice(&dir, &format!("{line} --seed 11 --threads {threads}")));
        assert_eq!([&one["nodes"], &one["stop"]], [&two["nodes"], &json!("nodes")], "{line}");
        assert_ne!(one["depth_counts"], two["depth_counts"], "{line}: two workers go two ways");
        let other = dir.run(&format!("{line} --seed 12 --threads 1 --json --no-save")).expect(0).json();
        assert_ne!(one["depth_counts"], other["depth_counts"], "{line}: another seed goes another way");
    }
}

#[test]
fn beams_are_the_same_on_any_number_of_threads() {
    let dir = Scratch::new();
    let line = "beam eternity2 --clues five --preset growing --nodes 4M";
    let run = |threads| same_twice(&dir, &format!("{line} --seed 11 --threads {threads}"));
    let [one, two] = [1, 2].map(run);
    for field in ["nodes", "stop", "score", "depth_counts", "board_edges", "attempts"] {
        assert_eq!(one[field], two[field], "{field}");
    }
    assert!(one["attempts"].as_u64().unwrap() > 1 && one["stop"] == "nodes");
    let other = dir.run(&format!("{line} --seed 12 --json --no-save")).expect(0).json();
    assert_ne!(one["depth_counts"], other["depth_counts"]);
}

#[test]
fn a_puzzle_solved_by_one_worker_is_solved_the_same_way_again() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("p", "--width 5 --height 5 --frame-colours 3 --inner-colours 4 --seed 7");
    for line in [format!("solve {puzzle}"), format!("backtrack {puzzle} --preset general")] {
        let json = same_twice(&dir, &format!("{line} --seed 3 --threads 1 --nodes 10M"));
        assert_eq!([&json["stop"], &json["score"]], [&json!("solved"), &json!(40)], "{line}");
    }
    let json = same_twice(&dir, "solve --seed 3 --threads 1 --nodes 100M --target 440");
    assert_eq!(json["stop"], "target");
}

#[test]
fn a_longer_budget_goes_on_where_a_shorter_one_ended() {
    let dir = Scratch::new();
    let run = |nodes: &str| {
        let line = format!("backtrack eternity2 --seed 2 --nodes {nodes} --no-save --no-fill --json");
        dir.run(&line).expect(0).json()
    };
    let (short, long) = (run("300k"), run("600k"));
    let counts =
        |json: &Value| json["depth_counts"].as_array().unwrap().iter().map(|c| c.as_u64().unwrap()).collect::<Vec<_>>();
    assert!(counts(&short).iter().zip(counts(&long)).all(|(s, l)| *s <= l));
    assert!(long["deepest"].as_u64() >= short["deepest"].as_u64());
    assert!(long["score"].as_u64() >= short["score"].as_u64());
}
