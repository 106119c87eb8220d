//! Runs that are killed at random moments and disks that fill: what was found by then is there, whole, legal, and
//! worth what it claims.
//!
//! 10 kills in the normal run; `EDGEWISE_KILLS=100 cargo test -p edgewise --test survival` for more.

#![cfg(unix)]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::process::Command;
use std::time::{Duration, Instant};

use common::pictures::{breaks_drawn, decoded};
use common::tmpfs::Tmpfs;
use common::{Ran, Running, Scratch, assert_summary, exists};
use edgewise_archive::{RunDir, RunReport};
use serde_json::Value;

/// A random whole number below `end`.
fn random(end: u64) -> u64 {
    RandomState::new().hash_one(0) % end
}

/// The score in a line of progress.
fn score_of(line: &str) -> Option<usize> {
    line.trim_start().split_once("s  ")?.1.split_once('/')?.0.parse().ok()
}

/// Reads a run directory and checks all a reader may rely on: nothing half-written, every board legal and worth what
/// its name and its text claim.
fn check_directory(dir: &Scratch, run: &str) -> RunReport {
    let report = RunDir::read(dir.path(run)).unwrap();
    for board in &report.boards {
        let name = board.path.strip_prefix(dir.path("")).unwrap().to_str().unwrap();
        let judged = dir.run(&format!("board check {name} --json")).expect(0).json();
        let claimed: Value = serde_json::from_slice(&fs::read(&board.path).unwrap()).unwrap();
        assert_eq!((&judged["score"], &claimed["score"]), (&board.score.into(), &board.score.into()), "{name}");
    }
    for name in dir.names(run) {
        let bytes = || fs::read(dir.path(run).join(&name)).unwrap();
        match name.as_str() {
            ".lock" | "boards" | "events.jsonl" => {}
            "run.toml" => assert!(report.info.is_some()),
            "puzzle.json" => drop(dir.run(&format!("puzzle show {run}/puzzle.json")).expect(0)),
            "summary.json" => assert_summary(&serde_json::from_slice(&bytes()).unwrap()),
            "checkpoint-0.json" | "checkpoint-1.json" => drop(serde_json::from_slice::<Value>(&bytes()).unwrap()),
            "board.svg" => drop(breaks_drawn(&String::from_utf8(bytes()).unwrap())),
            "board.png" => assert_eq!(decoded(&bytes()).0, 1200),
            "profile.json" => drop(dir.run(&format!("profile {run}")).expect(0)),
            "profile.svg" => assert_eq!(breaks_drawn(&String::from_utf8(bytes()).unwrap()), 0),
            // What a kill leaves of a file being written is hidden.
            _ => assert!(name.starts_with('.'), "{run}/{name}"),
        }
    }
    // The log never names a board that is not there.
    for event in report.events.iter().filter(|e| e.kind() == "improved") {
        let (score, hash) = (event.fields()["score"].as_u64().unwrap(), event.fields()["hash"].as_str().unwrap());
        assert!(exists(&dir.path(&format!("{run}/boards/{score}-{hash}.json"))), "{event:?}");
    }
    report
}

/// Starts a run and kills it: soon after it has told of `better` boards, or, with none, at a random moment from its
/// very start on. What it had said.
fn kill_one(dir: &Scratch, line: &str, better: u64) -> Vec<String> {
    let running = Running::start(dir.command(line.split_whitespace()));
    if better == 0 {
        std::thread::sleep(Duration::from_micros(random(600_000)));
    }
    // A run may find no better board for a long time.
    let patience = Instant::now() + Duration::from_secs(3);
    let mut told = 0;
    while told < better && Instant::now() < patience {
        told += running.said().iter().filter(|line| score_of(line).is_some()).count() as u64;
        std::thread::sleep(Duration::from_micros(100));
    }
    std::thread::sleep(Duration::from_micros(random(3_000)));
    running.kill()
}

#[test]
fn no_kill_costs_a_board_that_was_told_of() {
    let kills: usize = std::env::var("EDGEWISE_KILLS").map_or(10, |n| n.parse().unwrap());
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("p", "--width 10 --height 10 --clues 1");
    let of_its_own = format!("solve {puzzle}");
    let kinds = ["solve", "solve --clues five", "backtrack eternity2", of_its_own.as_str()];
    let (mut boards, mut unmade, mut lost) = (0, 0, Vec::new());
    for kill in 0..kills {
        let what = kinds[kill % kinds.len()];
        let run = format!("run{kill}");
        let better = if kill % 3 == 0 { 0 } else { 1 + random(4) };
        let said = kill_one(&dir, &format!("{what} --time none --out {run}"), better);
        let told = said.iter().filter_map(|line| score_of(line)).max();
        eprintln!("kill {kill} of {what}: told of {told:?}");
        if !exists(&dir.path(&run)) {
            assert_eq!(told, None);
            unmade += 1;
            continue;
        }
        let report = check_directory(&dir, &run);
        let best = report.best().map(|b| b.score);
        let logged = report.events.iter().filter_map(|e| e.fields().get("score")?.as_u64()).max();
        if best < told {
            lost.push(format!("kill {kill} of {what}: {told:?} was told, {best:?} is there"));
        }
        assert!(best >= logged.map(|score| score as usize), "kill {kill}: {logged:?} was logged, {best:?} is there");
        boards += report.boards.len();
        match best {
            Some(score) => {
                let judged = dir.run(&format!("board check {run} --json")).expect(0).json();
                assert_eq!(judged["score"], score);
            }
            None => dir.run(&format!("board score {run}")).refused(&format!("{run}: the run has no board yet")),
        }
        fs::remove_dir_all(dir.path(&run)).unwrap();
    }
    eprintln!("{kills} kills, {boards} boards kept, {unmade} killed before the directory was made");
    assert!(boards > 0 || kills == 0);
    assert_eq!(lost, [""; 0]);
}

/// The work of the disk tests: three better boards, the last of them the result.
const WORK: &str = "solve --seed 1 --threads 1 --nodes 3M --json --out disk/run";

/// Checks a run that ran out of disk: exit code 3, one plain error as the last line, a warning before it at most; the
/// summary on standard output if there was a search. What it was that could not be written.
fn check_starved(dir: &Scratch, ran: Ran, why: &str) -> String {
    let ran = ran.expect(3);
    let lines = ran.complaints();
    let (error, rest) = lines.split_last().unwrap();
    let error = error.strip_prefix("error: ").unwrap_or_else(|| panic!("{ran}"));
    assert!(error.starts_with("cannot ") && error.contains(" disk/") && error.ends_with(why), "{ran}");
    let warnings: Vec<_> = rest.iter().filter(|l| l.starts_with("warning: ")).collect();
    let others = rest.iter().filter(|l| !l.starts_with("warning: "));
    assert!(others.clone().all(|l| score_of(l).is_some() || *l == "solve with seed 1, run in disk/run"), "{ran}");
    assert!(warnings.len() <= 1, "{ran}");
    let end = format!("{why}; the search goes on and tries again");
    assert!(warnings.iter().all(|w| w.starts_with("warning: cannot ") && w.ends_with(&end)), "{ran}");

    if others.count() > 0 {
        let json = ran.json();
        assert_summary(&json);
        assert_eq!((&json["filled"], &json["legal"], &json["nodes"]), (&256.into(), &true.into(), &3_000_000.into()));
        assert!(ran.stdout.contains("/480 matched, ") && ran.stdout.contains("\nviewer    https://"), "{ran}");
    } else {
        assert_eq!(ran.stdout, "", "{ran}");
    }
    if exists(&dir.path("disk/run")) {
        let report = check_directory(dir, "disk/run");
        assert!(!report.torn_tail && report.problems.is_empty(), "{report:?}");
        let whole: BTreeSet<_> = dir.names("disk/run").into_iter().filter(|name| name.starts_with('.')).collect();
        assert!(whole.iter().all(|name| name == ".lock"), "hidden files take up space: {whole:?}");
        assert_eq!(dir.names("disk/run/boards").len(), report.boards.len());
    }
    let (action, file) = error.split_once(" disk/").unwrap();
    match action.split_once(" of score ") {
        Some((board, _)) => board.to_owned(),
        None => format!("{action} {}", file.split(':').next().unwrap()),
    }
}

#[test]
fn a_disk_that_fills_at_20_points_ends_in_one_plain_error() {
    let pages = [1, 2, 3, 4, 5, 6, 7, 15, 100].map(|pages| format!("size={}k", 4 * pages));
    let inodes = (2..=12).map(|inodes| format!("size=16m,nr_inodes={inodes}"));
    let mut actions = BTreeSet::new();
    let mut points = 0;
    for options in pages.into_iter().chain(inodes) {
        let dir = Scratch::new();
        let Some(_disk) = Tmpfs::mount(&dir.path("disk"), &options) else { return };
        points += 1;
        actions.insert(check_starved(&dir, dir.run(WORK), ": disk full: No space left on device (os error 28)"));
    }
    assert_eq!(points, 20);
    let expected = [
        "cannot make the folder run/boards",
        "cannot open the event log run/events.jsonl",
        "cannot open the lock run/.lock",
        "cannot write run/board.png",
        "cannot write run/board.svg",
        "cannot write run/puzzle.json",
        "cannot write run/summary.json",
        "cannot write the board",
        "cannot write what was run to run/run.toml",
    ];
    assert_eq!(actions.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn a_run_that_cannot_start_leaves_its_directory_free_for_another_try() {
    let mut left = Vec::new();
    for options in ["size=4k", "size=16m,nr_inodes=4", "size=16m,nr_inodes=5", "size=16m,nr_inodes=6"] {
        let dir = Scratch::new();
        let Some(disk) = Tmpfs::mount(&dir.path("disk"), options) else { return };
        let ran = dir.run(WORK).expect(3);
        assert_eq!(ran.stdout, "", "no search without a place for its boards: {ran}");
        disk.grow();
        let again = dir.run(WORK);
        if again.code != 0 {
            left.push(format!("{options}: {} is left, then: {}", dir.names("disk/run").join(", "), again.error()));
        }
    }
    assert_eq!(left, [""; 0]);
}

#[test]
fn a_disk_that_is_freed_in_time_costs_nothing() {
    let dir = Scratch::new();
    let Some(disk) = Tmpfs::mount(&dir.path("disk"), "size=8k") else { return };
    let line = "solve --seed 1 --threads 1 --time none --json --out disk/run";
    let running = Running::start(dir.command(line.split_whitespace()));
    running.until(|line| line.starts_with("warning: "));
    disk.grow();
    running.until(|line| score_of(line).is_some());
    running.signal("INT");
    let ran = running.wait().expect(0);
    assert_summary(&ran.json());
    assert_eq!(ran.stderr.matches("warning: ").count(), 1, "{ran}");
    assert!(!ran.stderr.contains("error: "), "{ran}");
    let report = check_directory(&dir, "disk/run");
    assert!(report.problems.is_empty() && !report.torn_tail, "{report:?}");
    assert_eq!(Value::from(report.best().unwrap().score), ran.json()["score"]);
    assert_eq!(report.events.last().unwrap().kind(), "finished");
    assert!(
        ["board.png", "board.svg", "profile.json", "profile.svg", "summary.json"]
            .iter()
            .all(|name| exists(&dir.path(&format!("disk/run/{name}"))))
    );
}

/// Where mounting is not permitted, a limit on file sizes cuts writes short as a full disk does.
#[test]
fn a_limit_on_file_sizes_ends_in_one_plain_error() {
    let mut actions = BTreeSet::new();
    // In blocks of 512 bytes: below the puzzle, below a board, below the SVG, below the PNG.
    for blocks in [4, 7, 60, 1000] {
        let dir = Scratch::new();
        fs::create_dir(dir.path("disk")).unwrap();
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_edgewise")]).args(WORK.split_whitespace());
        command.current_dir(dir.path("")).stdin(std::process::Stdio::null());
        actions.insert(check_starved(&dir, Running::start(command).wait(), ": File too large (os error 27)"));
    }
    let expected = [
        "cannot write run/board.png",
        "cannot write run/board.svg",
        "cannot write run/puzzle.json",
        "cannot write the board",
    ];
    assert_eq!(actions.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}
