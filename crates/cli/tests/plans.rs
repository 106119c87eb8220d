//! Every plan in bench/plans can be read and its jobs made.

use std::process::Command;

#[test]
fn the_kept_plans_are_sound() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/plans");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let scratch = tempfile::tempdir().unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_edgewise"))
            .args(["study", "plan"])
            .arg(&path)
            .arg("--results")
            .arg(scratch.path().join("none.jsonl"))
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
        assert!(text.lines().last().is_some_and(|l| l.ends_with(" jobs, 0 finished")), "{text}");
        seen += 1;
    }
    assert!(seen >= 5, "the plans are there");
}
