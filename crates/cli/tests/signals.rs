//! Ctrl-C and its relatives.

#![cfg(unix)]

mod common;

use std::process::Command;
use std::time::Duration;

use common::{Running, Scratch, assert_summary};
use edgewise_archive::RunDir;
use serde_json::json;

/// A progress line of the official puzzle: a better board.
fn is_better(line: &str) -> bool {
    line.ends_with("/480")
}

#[test]
fn the_first_signal_ends_a_run_in_order() {
    let dir = Scratch::new();
    for (signal, flags) in [("INT", "--time none"), ("TERM", "--time 1h"), ("INT", "--target 480 --threads 1")] {
        let run = format!("run{}", flags.len());
        let line = format!("solve --seed 1 {flags} --json --out {run}");
        let running = Running::start(dir.command(line.split_whitespace()));
        running.until(is_better);
        running.signal(signal);
        let ran = running.wait().expect(0);
        let json = ran.json();
        assert_summary(&json);
        assert_eq!([&json["stopped"], &json["stop"], &json["filled"]], [&json!(true), &json!("flag"), &json!(256)]);
        assert!(ran.stdout.contains(", ended by a signal\n"), "{ran}");
        let said = "stopping: the best board is being written (again to end at once)";
        assert_eq!(ran.stderr.lines().filter(|l| *l == said).count(), 1, "{ran}");
        assert!(!ran.stderr.contains("error") && !ran.stderr.contains("warning"), "{ran}");

        let report = RunDir::read(dir.path(&run)).unwrap();
        assert_eq!((report.problems.len(), report.events.last().unwrap().kind()), (0, "finished"));
        let judged = dir.run(&format!("board check {run} --json")).expect(0).json();
        assert_eq!(judged["score"], json["score"]);
        assert!(dir.path(&run).join("summary.json").is_file() && dir.path(&run).join("board.png").is_file());
    }
}

#[test]
fn a_quiet_run_says_nothing_about_its_stop() {
    let dir = Scratch::new();
    let running = Running::start(dir.command("solve --seed 1 --time none --json --quiet --out run".split_whitespace()));
    // No word of progress to wait for: the log tells.
    while RunDir::read(dir.path("run")).map_or(0, |r| r.boards.len()) == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    running.signal("INT");
    let ran = running.wait().expect(0);
    assert_eq!((ran.stdout.lines().count(), ran.stderr.as_str()), (1, ""), "{ran}");
    assert_eq!(ran.json()["stopped"], true);
}

/// A second Ctrl-C while the end of a run takes its time: here because nobody reads the summary.
#[cfg(target_os = "linux")]
#[test]
fn the_second_signal_ends_a_run_at_once() {
    use std::io::{Read, Write};
    let dir = Scratch::new();
    let (mut reader, mut writer) = std::io::pipe().unwrap();
    // Filled to the brim; the child's first byte waits.
    writer.write_all(&[b'\n'; 65_536]).unwrap();
    let mut command = dir.command("solve --seed 1 --time none --threads 1 --json --out run".split_whitespace());
    let mut child = command.stdout(writer.try_clone().unwrap()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    drop((command, writer));
    let pid = child.id();
    let interrupt = || Command::new("sh").args(["-c", &format!("kill -INT {pid}")]).status().unwrap();
    let mut said = std::io::BufRead::lines(std::io::BufReader::new(child.stderr.take().unwrap())).map(Result::unwrap);
    assert!(said.any(|line| is_better(&line)));
    assert!(interrupt().success());
    assert!(said.any(|line| line.starts_with("stopping: ")));
    // Signals within half a second count as one.
    std::thread::sleep(Duration::from_millis(800));
    assert!(interrupt().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(said.all(|line| !line.contains("panicked")));
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert_eq!(rest.trim(), "", "no part of a summary");
    let judged = dir.run("board check run --json").expect(0).json();
    assert_eq!(judged["filled"], 256);
}

/// `nohup edgewise solve --time 8h &` and then logging out.
#[test]
fn a_hangup_that_is_ignored_stays_ignored() {
    let dir = Scratch::new();
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_edgewise")]);
    command.args("solve --seed 1 --time none --json --out run".split_whitespace());
    command.current_dir(dir.path("")).stdin(std::process::Stdio::null());
    let running = Running::start(command);
    running.until(is_better);
    running.signal("HUP");
    // A handler would have spoken by then.
    std::thread::sleep(Duration::from_millis(500));
    let said = running.said();
    assert!(
        !said.iter().any(|line| line.starts_with("stopping")),
        "stopped by a hangup it was told to ignore: {said:?}"
    );
    running.signal("INT");
    let ran = running.wait().expect(0);
    assert_eq!(ran.json()["stopped"], true);
}
