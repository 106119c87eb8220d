//! `edgewise tail --backend` with outside solvers, from end to end. The library of CP-SAT comes from
//! EDGEWISE_ORTOOLS or from where `cargo xtask python` puts it; without it the tests fail.

mod common;

use common::Scratch;
use common::boards::{BEST, letters};
use serde_json::json;

fn ortools() -> String {
    let installed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python");
    std::env::var("EDGEWISE_ORTOOLS").unwrap_or_else(|_| installed.to_owned())
}

#[test]
fn outside_solvers_prove_the_same() {
    let dir = Scratch::new();
    dir.write("best.txt", letters(BEST));
    let flags = ["--backend cpsat --workers 2 --no-hint", "--backend cpsat", "--backend pumpkin"];
    for (flags, threads) in flags.iter().zip([2, 1, 1]) {
        let line = format!("tail best.txt --cells 250-255 --cap 2 --json {flags} --ortools {}", ortools());
        let json = dir.run(&line).expect(0).json();
        let name = flags.split(' ').nth(1).unwrap();
        for (field, value) in [
            ("backend", json!(name)),
            ("threads", json!(threads)),
            ("status", json!("optimal")),
            ("verdict", json!("tight")),
            ("score", json!(470)),
            ("bound", json!(470)),
        ] {
            assert_eq!(json[field], value, "{flags}: {field}");
        }
    }
}

#[test]
fn a_sweep_takes_an_outside_solver() {
    let dir = Scratch::new();
    let line = format!("tail sweep --rows 1 --seeds 1-2 --quiet --json --backend cpsat --ortools {}", ortools());
    let json = dir.run(&line).expect(0).json();
    assert_eq!((&json["backend"], &json["summary"]["rows1_cap1"]["n_optimal"]), (&json!("cpsat"), &json!(2)));
    assert!(dir.text("tail-sweep.jsonl").lines().all(|line| line.contains("\"backend\":\"cpsat\"")));
}

#[test]
fn an_absent_library_is_said_in_one_line() {
    let dir = Scratch::new();
    dir.write("best.txt", letters(BEST));
    let ran = dir.run("tail best.txt --backend cpsat --ortools no/such/place").expect(3);
    assert!(ran.error().contains("looked for it in no/such/place (--ortools)"), "{ran}");
    assert!(ran.error().contains("pip install --no-deps ortools=="), "{ran}");
    dir.run("tail best.txt --backend cpsat --workers 0").expect(2);
}
