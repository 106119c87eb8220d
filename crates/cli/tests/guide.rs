//! Runs docs/GUIDE.md: every `$` line of its console blocks, in order, in an empty folder. The lines
//! below a command must be part of what it prints. A block with a file's name after its language is a file
//! of that folder.

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

/// The files of the guide: names and contents.
fn files(guide: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in guide.lines() {
        if let Some(opening) = line.strip_prefix("```") {
            let name = opening.split_once(' ').map(|(_, name)| name.to_owned());
            inside = name.is_some();
            files.extend(name.map(|name| (name, String::new())));
        } else if inside && let Some((_, text)) = files.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    files
}

#[test]
fn the_guide_runs_as_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/GUIDE.md");
    let guide = std::fs::read_to_string(path).expect("the guide is there");
    let steps = steps(&guide);
    assert!(steps.len() > 15, "the guide has its steps");
    let folder = tempfile::tempdir().expect("a scratch folder");
    for (name, text) in files(&guide) {
        std::fs::write(folder.path().join(name), text).expect("the folder can be written");
    }
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
