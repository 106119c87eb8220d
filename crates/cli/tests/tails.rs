//! `edgewise tail` from end to end.

mod common;

use common::boards::{BEST, PARTIAL, cell, letters, with_cell};
use common::{Ran, Scratch};
use serde_json::json;

/// Refused as bad input, with one line that holds this.
#[track_caller]
fn refused(ran: Ran, message: &str) {
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran}");
    assert!(ran.error().contains(message), "{ran}");
}

#[test]
fn the_best_board_is_tight_in_its_last_row() {
    let dir = Scratch::new();
    dir.write("best.txt", letters(BEST));
    let ran = dir.run("tail best.txt --rows 1 --out refilled.json --json").expect(0);
    let json = ran.json();
    for (name, value) in [
        ("engine", json!("tail")),
        ("status", json!("optimal")),
        ("verdict", json!("tight")),
        ("score", json!(470)),
        ("bound", json!(470)),
        ("delta", json!(0)),
        ("cells", json!((240..256).collect::<Vec<_>>())),
        ("cap", json!(null)),
        ("stopped", json!(false)),
    ] {
        assert_eq!(json[name], value, "{name}");
    }
    assert!(ran.stdout.contains("proven: no refill scores more than 470") && ran.stdout.contains("\ntight, +0\n"));
    assert_eq!(dir.run("board score refilled.json --json").expect(0).json()["score"], 470);
    let quiet = dir.run("tail best.txt --rows 1 --quiet").expect(0);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
}

#[test]
fn regions_come_in_every_shape() {
    let dir = Scratch::new();
    dir.write("best.txt", letters(BEST));
    for (flags, cells) in [
        ("--cells 1,3-5,255", json!([1, 3, 4, 5, 255])),
        ("--columns 15-15", json!((0..16).map(|row| 16 * row + 15).collect::<Vec<_>>())),
        ("--rect 8,6,1,3", json!([134, 136])),
        ("--last 3 --order blackwood", json!([14, 15, 31])),
    ] {
        let json = dir.run(&format!("tail best.txt {flags} --json")).expect(0).json();
        assert_eq!((&json["cells"], &json["score"]), (&cells, &json!(470)), "{flags}");
    }
    let json = dir.run("tail best.txt --near-breaks 6 --backend full --json").expect(0).json();
    assert_eq!((json["cells"].as_array().unwrap().len(), &json["backend"]), (6, &json!("full")));
    dir.run("tail best.txt --rows 1 --last 3").expect(2);
}

#[test]
fn a_hole_is_filled_from_what_is_left_over() {
    let dir = Scratch::new();
    dir.write("holed.txt", with_cell(&with_cell(letters(BEST), 15, 3, "aaaa"), 0, 9, "aaaa"));
    refused(dir.run("tail holed.txt --rows 1"), "15 pieces for 16 free cells: some are empty on the board");
    let ran = dir.run("tail holed.txt --rows 1 --pool unplaced --json").expect(0);
    let json = ran.json();
    assert_eq!((&json["filled"], json["pieces"].as_array().unwrap().len()), (&json!(255), 17));
    assert!(ran.stderr.contains("1 hole outside the region stay open"));
    dir.write("partial.txt", letters(PARTIAL));
    refused(dir.run("tail partial.txt --clues none --rows 5 --pool unplaced"), "the pool has");
}

#[test]
fn what_cannot_be_is_said_in_a_line() {
    let dir = Scratch::new();
    dir.write("best.txt", letters(BEST));
    for (flags, message) in [
        ("--cells 256", "free cell 256: off the 16x16 board, expected a cell in 0..256"),
        ("--cells 135", "free cell 135 (row 8, column 7): holds clue piece 139, and clues are never freed"),
        ("--cells 1,1", "free cell 1: listed twice"),
        ("--rect 8,7,1,1", "no cell is free: the region holds clues only"),
        ("--rect 1,2,3", "--rect: expected four numbers"),
        ("--rows 17", "17 rows: expected 1..=16"),
        ("--last 0", "last 0 cells: expected 1..=256"),
        ("--clues five", "the board is not legal: row 2, column 2: expected clue piece 208"),
        ("--order zigzag", "order `zigzag`: expected one of"),
    ] {
        refused(dir.run(&format!("tail best.txt {flags}")), message);
    }
    dir.run("tail").expect(2);
}

#[test]
fn limits_end_with_code_4_and_infeasible_tails_with_1() {
    let dir = Scratch::new();
    dir.write("best.txt", letters(BEST));
    let cut = dir.run("tail best.txt --rect 0,8,5,8 --nodes 1 --json").expect(4).json();
    assert_eq!(
        (&cut["status"], &cut["verdict"], &cut["score"]),
        (&json!("feasible"), &json!("undecided"), &json!(470))
    );
    assert!(cut["bound"].as_u64() > Some(470));
    // The edge piece lies inside, and only an inner one is left for the rim.
    let best = letters(BEST);
    let swapped = with_cell(&with_cell(best, 15, 3, cell(best, 6, 4)), 6, 4, cell(best, 15, 3));
    dir.write("swapped.txt", swapped);
    let none = dir.run("tail swapped.txt --cells 243 --json").expect(1);
    let json = none.json();
    assert_eq!((&json["status"], &json["verdict"]), (&json!("infeasible"), &json!("infeasible")));
    assert_eq!((&json["score"], &json["bound"], &json["delta"]), (&json!(null), &json!(null), &json!(null)));
    assert!(none.stdout.contains("proven: there is no refill"));
}

#[test]
fn a_sweep_goes_on_where_it_stopped() {
    let dir = Scratch::new();
    let line = "tail sweep --rows 1 --seeds 2-3 --results r.jsonl --svg tails.svg --json";
    let first = dir.run(line).expect(0);
    let summary = &first.json()["summary"];
    assert_eq!(summary["rows1_cap1"]["n_tight"], 1);
    assert_eq!(summary["rows1_cap1"]["n_load_bearing"], 1);
    assert_eq!(summary["rows1_cap2"]["n_verified"], 2);
    assert!(dir.text("tails.svg").contains("What the exact tail buys"));
    let records = dir.text("r.jsonl");
    assert_eq!(records.lines().count(), 4);
    // A record taken out and half a line added: only that one is solved again.
    let mut lines: Vec<&str> = records.lines().collect();
    let gone = lines.remove(1);
    dir.write("r.jsonl", format!("{}\n{}", lines.join("\n"), &gone[..30]));
    let again = dir.run(line).expect(0);
    assert_eq!(again.stderr.lines().count(), 1, "{}", again.stderr);
    assert_eq!(again.json()["summary"]["rows1_cap1"]["n_tight"], 1);
    assert_eq!(dir.text("r.jsonl").lines().count(), 4);
    refused(dir.run("tail sweep --caps 3 --results r.jsonl"), "--caps: expected 1, 2 or both");
}
