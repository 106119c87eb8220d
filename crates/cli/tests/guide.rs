//! Runs docs/GUIDE.md: every `$` line of its console blocks, in order, in an empty folder. The lines
//! below a command must be part of what it prints.

use std::path::Path;
use std::process::Command;

/// The commands of the guide, each with the texts expected in its output.
fn steps(guide: &str) -> Vec<(String, Vec<String>)> {
    let mut steps: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in guide.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside {
            match line.strip_prefix("$ ") {
                Some(command) => steps.push((command.to_owned(), Vec::new())),
                None => steps.last_mut().expect("a command comes first").1.push(line.to_owned()),
            }
        }
    }
    steps
}

#[test]
fn the_guide_runs_as_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/GUIDE.md");
    let steps = steps(&std::fs::read_to_string(path).expect("the guide is there"));
    assert!(steps.len() > 15, "the guide has its steps");
    let folder = tempfile::tempdir().expect("a scratch folder");
    for (command, expected) in steps {
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("edgewise"), "{command}");
        let output = Command::new(env!("CARGO_BIN_EXE_edgewise"))
            .args(words)
            .current_dir(folder.path())
            .output()
            .expect("the binary runs");
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}\n{stdout}\n{stderr}");
        for text in expected {
            assert!(stdout.contains(&text), "{command}\nshould print: {text}\nprinted:\n{stdout}\n{stderr}");
        }
    }
}
