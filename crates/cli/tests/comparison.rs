//! `edgewise compare` from end to end.

mod common;

use common::{Running, Scratch};
use serde_json::{Value, json};

const PUZZLE: &str = "--width 8 --height 8 --frame-colours 3 --inner-colours 9 --seed 5 --clues 2";

/// The JSON without times.
fn timeless(mut json: Value) -> Value {
    for row in json["rows"].as_array_mut().unwrap() {
        row.as_object_mut().unwrap().remove("seconds");
    }
    json
}

#[test]
fn a_small_comparison_with_table_picture_and_json() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("p", PUZZLE);
    let line = format!("compare {puzzle} --nodes 40k --seeds 1..=3 --discrepancies 5 --svg shapes.svg --json");
    let ran = dir.run(&format!("{line} --threads 2")).expect(0);
    let json = ran.json();
    for (name, value) in [
        ("by", json!("nodes")),
        ("amount", json!(40_000)),
        ("order", json!("row")),
        ("seeds", json!([1, 2, 3])),
        ("stopped", json!(false)),
        ("breaks_per_placement", json!(2)),
    ] {
        assert_eq!(json[name], value, "{name}");
    }
    // No clue and the file's own, one break for 17 and for 16 of 112 seams.
    let rows = json["rows"].as_array().unwrap();
    let groups: Vec<(&str, u64)> =
        rows.iter().map(|r| (r["clues"].as_str().unwrap(), r["allowance"].as_u64().unwrap())).collect();
    assert_eq!((rows.len(), groups[0], groups[19]), (20, ("none", 6), ("own", 7)));
    for row in rows {
        assert_eq!(row["runs"].as_array().unwrap().len(), 3);
        assert_eq!(row["width"].is_u64(), row["kind"] == "beam", "{row}");
        assert_eq!(row["node"] == "children scored", row["kind"] == "beam", "{row}");
        for run in row["runs"].as_array().unwrap() {
            assert!(run["nodes"].as_u64() <= Some(40_000) && run["candidate_reads"].as_u64() > Some(0), "{run}");
            assert!(run["completed"].as_u64() >= run["score"].as_u64(), "{run}");
        }
    }
    assert!(ran.stdout.contains("| own | 7 | depth-first, restarts | 3 |"), "{ran}");
    assert!(ran.stdout.contains("a piece placed, of the beam a child made and scored: kinds apart"), "{ran}");
    let svg = dir.text("shapes.svg");
    roxmltree::Document::parse(&svg).unwrap();
    assert!(svg.contains("own, 7 breaks: limited discrepancy, waves: 3 values"), "{svg}");

    // All of it is kept; a comparison anew says the same.
    let kept = dir.text("compare-p.results.jsonl");
    let again = dir.run(&line).expect(0);
    assert!(!again.stderr.contains("seed 1:"), "{again}");
    assert_eq!(again.json(), json, "to the second");
    assert_eq!(dir.text("compare-p.results.jsonl"), kept);
    let anew = dir.run(&format!("{line} --quiet --results anew.jsonl")).expect(0);
    assert_eq!(anew.stdout.lines().count(), 1, "{anew}");
    assert_eq!(timeless(anew.json()), timeless(json));
}

#[test]
fn what_a_kill_leaves_is_gone_on_with() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("p", PUZZLE);
    let line = format!("compare {puzzle} --nodes 300k --seeds 3,1 --engines beam,depth-first,waves --json");
    let running = Running::start(dir.command(line.split_whitespace()));
    running.until(|line| line.contains("waves, seed 3:"));
    running.kill();
    let kept = dir.text("compare-p.results.jsonl");
    let whole = kept.rfind('\n').map_or("", |end| &kept[..=end]).to_owned();
    assert!(whole.contains("waves"));
    // A line half written.
    dir.write("compare-p.results.jsonl", format!("{whole}{{\"key\":\"to"));
    let rest = dir.run(&line).expect(0);
    assert!(dir.text("compare-p.results.jsonl").starts_with(&whole));
    assert!(!rest.stderr.contains("what a board of width 1 costs"), "the probes are kept: {rest}");
    let anew = dir.run(&format!("{line} --results anew.jsonl")).expect(0);
    assert_eq!(timeless(rest.json()), timeless(anew.json()));
}

#[test]
fn the_official_puzzle_without_clues_and_with_all_five() {
    let dir = Scratch::new();
    let line = "compare eternity2 --nodes 300k --seeds 4 --engines beam,depth-first,waves,quota --json";
    let json = dir.run(line).expect(0).json();
    let rows = json["rows"].as_array().unwrap();
    let row =
        |i: usize| (rows[i]["clues"].as_str().unwrap(), &rows[i]["allowance"], rows[i]["engine"].as_str().unwrap());
    assert_eq!(rows.len(), 14);
    assert_eq!([row(0), row(3)], [("none", &json!(28), "beam"), ("none", &json!(30), "beam")]);
    assert_eq!(
        [row(6), row(7)],
        [("none", &Value::Null, "quota-led depth-first (informed)"), ("five", &json!(28), "beam")]
    );
    // A hundredth of the seed document's budget is enough to see breadth pay.
    for ranking in json["rankings"].as_array().unwrap() {
        assert!(ranking["gaps"][0]["mean"].as_f64() > Some(30.0), "{ranking}");
    }
    let by_reads = dir.run(&format!("{line} --by reads --clues starter --allowance 28")).expect(0).json();
    assert_eq!(by_reads["by"], "reads");
    for row in by_reads["rows"].as_array().unwrap() {
        let reads = row["runs"][0]["candidate_reads"].as_u64().unwrap();
        assert!((270_000..=300_000).contains(&reads), "{row}");
    }
}

#[test]
fn mistakes_are_named() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("p", PUZZLE);
    for (flags, message) in [
        ("--nodes 0", "--nodes 0: expected at least one to spend"),
        (
            "--nodes 1k --seeds 3..=1",
            "--seeds 3..=1: expected a range such as 1..=16, or different numbers separated by commas",
        ),
        (
            "--nodes 1k --seeds 2,2",
            "--seeds 2,2: expected a range such as 1..=16, or different numbers separated by commas",
        ),
        (
            "--nodes 1k --clues five",
            "p.json: --clues starter and five belong to eternity2: expected --clues none, or no --clues for the file's own",
        ),
    ] {
        dir.run(&format!("compare {puzzle} {flags}")).refused(message);
    }
    let order = dir.run(&format!("compare {puzzle} --nodes 1k --order sideways")).expect(2);
    assert!(order.error().starts_with("beam: order `sideways`"), "{order}");
    let quota = dir.run(&format!("compare {puzzle} --nodes 1k --engines quota")).expect(2);
    assert!(quota.error().ends_with("is not the official set, for which quota and order were made"), "{quota}");
    dir.run(&format!("compare {puzzle}"))
        .refused_usage("the following required arguments were not provided:\n  --nodes");
    dir.write("compare-p.results.jsonl", "{\"key\":1}\n");
    let broken = dir.run(&format!("compare {puzzle} --nodes 1k")).expect(3);
    assert!(broken.error().contains("line 1: expected a study record"), "{broken}");
}
