//! `edgewise lds` from end to end.

mod common;

use common::{Scratch, assert_summary};
use serde_json::json;

#[test]
fn a_run_ends_with_a_complete_board_and_its_directory() {
    let dir = Scratch::new();
    let ran = dir.run("lds eternity2 --clues five --nodes 300k --seed 3 --out run --json").expect(0);
    let json = ran.json();
    assert_summary(&json);
    for (name, value) in [
        ("engine", json!("lds")),
        ("presets", json!(["harvey-ginsberg"])),
        ("nodes", json!(300_000)),
        ("filled", json!(256)),
        ("legal", json!(true)),
        ("clues_respected", json!(5)),
    ] {
        assert_eq!(json[name], value, "{name}");
    }
    assert!(json["attempts"].as_u64().unwrap() > 1, "several waves");
    let judged = dir.run("board score run --json").expect(0).json();
    assert_eq!(judged["score"], json["score"]);
    dir.run("lds eternity2 --resume run").refused("--resume run: lds keeps no checkpoint to go on from");
}

#[test]
fn limits_on_discrepancies_hold_and_unlimited_waves_solve() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("p", "--width 5 --height 5 --frame-colours 3 --inner-colours 4 --seed 7");
    let run = |line: &str| dir.run(&format!("lds {puzzle} --preset strict --seed 1 --no-save --json {line}")).expect(0);
    for variant in ["lds", "ilds"] {
        let json = run(&format!("--variant {variant}")).json();
        assert_eq!([&json["stop"], &json["score"]], [&json!("solved"), &json!(40)], "{variant}");
        let waves = json["attempts"].as_u64().unwrap();
        // One wave fewer misses the board; the wave alone finds it.
        let before = run(&format!("--variant {variant} --discrepancies {}", waves - 2)).json();
        assert_eq!([&before["stop"], &before["attempts"]], [&json!("exhausted"), &json!(waves - 1)], "{variant}");
        let alone = run(&format!("--variant {variant} --discrepancies {} --waves last", waves - 1)).json();
        assert_eq!([&alone["stop"], &alone["attempts"]], [&json!("solved"), &json!(1)], "{variant}");
        assert!(alone["nodes"].as_u64() < json["nodes"].as_u64(), "{variant}");
    }
}

#[test]
fn studies_know_the_engine() {
    let dir = Scratch::new();
    let plan = "engine = 'lds'\nclues = 'five'\nseeds = [1, 2]\nbudget = { nodes = 20_000 }\n\
                [axes]\ndiscrepancies = [2, 5]\nallowance = [10, 16]\n";
    dir.write("plan.toml", plan);
    let report = dir.run("study run plan.toml --quiet").expect(0).stdout;
    for setting in ["allowance=10 discrepancies=2", "allowance=16 discrepancies=5"] {
        assert!(report.contains(setting), "{report}");
    }
    dir.write("other.toml", plan.replace("lds", "ouija"));
    dir.run("study plan other.toml").refused("plan: engine `ouija`: expected one of backtrack, lds, beam");
    dir.write("bad.toml", plan.replace("10, 16", "'many'"));
    dir.run("study plan bad.toml").refused(
        "plan, setting `allowance=many discrepancies=2`: parameter `allowance`: `many` does not fit, expected none, \
             or the number of breaks allowed over the whole board",
    );
}
