//! `kill -9` at random moments: the directory reads, and no acknowledged board is lost.
//!
//! 10 kills in the normal run; `EDGEWISE_KILLS=100 cargo test -p edgewise-archive --test kill` for more.

#![cfg(unix)]

mod common;

use common::{names, read_intact, save};
use edgewise_archive::{Event, RunDir};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A random whole number below `end`.
fn random(end: u64) -> u64 {
    RandomState::new().build_hasher().finish() % end
}

/// What the killed run had been told.
#[derive(Default, Debug)]
struct Acknowledged {
    /// The last board said to be on the disk.
    board: usize,
    /// Events said to be in the log.
    events: usize,
}

/// Starts a run at `path` and kills it: at a random moment from its very start on, or, if `board` says so,
/// soon after it has acknowledged that board.
fn kill_one(path: &Path, board: Option<usize>) -> Acknowledged {
    let mut command = Command::new(env!("CARGO_BIN_EXE_archive-hammer"));
    let mut child = command.arg("out").arg(path).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = Acknowledged::default();
    let mut hear = |line: String| match line.split_once(' ') {
        Some(("ack", score)) => said.board = score.parse().unwrap(),
        Some(("log", _)) => said.events += 1,
        Some(("run", _)) => {}
        _ => panic!("the run said: {line}"),
    };
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    if let Some(board) = board {
        let last = format!("ack {board}");
        for line in lines.by_ref().map(Result::unwrap) {
            let reached = line == last;
            hear(line);
            if reached {
                break;
            }
        }
    }
    std::thread::sleep(Duration::from_micros(random(if board.is_some() { 3_000 } else { 15_000 })));
    child.kill().unwrap();
    child.wait().unwrap();
    // What it had said by then is still in the pipe; lines are written whole.
    lines.map(Result::unwrap).for_each(hear);
    said
}

/// Checks what a killed run left behind, and that it can be gone on with.
fn check(path: &Path, said: &Acknowledged) {
    let report = read_intact(path);
    let best = report.best().map_or(0, |b| b.score);
    assert!(best >= said.board, "best on the disk is {best}");
    assert_eq!(report.boards.len(), best, "every board up to the best is there");
    assert!(report.events.len() >= said.events, "{} events on the disk", report.events.len());
    assert!(report.problems.iter().all(|p| p.ends_with("(os error 2)")), "{:?}", report.problems);
    if said.board > 0 {
        assert_eq!(report.info, Some(common::info(7)));
        assert!(report.problems.is_empty(), "{:?}", report.problems);
    }
    if names(path).is_empty() {
        return;
    }
    let run = RunDir::open(path).unwrap();
    save(&run, best + 1).unwrap();
    run.log(&Event::new(Duration::ZERO, "started").with("again", true)).unwrap();
    let after = read_intact(path);
    assert_eq!(after.best().unwrap().score, best + 1);
    assert_eq!(after.events.len(), report.events.len() + 1);
    assert!(!after.torn_tail);
}

#[test]
fn no_kill_loses_an_acknowledged_board() {
    let kills: usize = std::env::var("EDGEWISE_KILLS").map_or(10, |n| n.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (mut boards, mut unmade) = (0, 0);
    for number in 0..kills {
        let path = folder.path().join(number.to_string());
        let board = (number % 2 == 0).then(|| 1 + random(60) as usize);
        let said = kill_one(&path, board);
        assert!(said.board >= board.unwrap_or(0));
        eprintln!("kill {number}: {said:?}");
        boards += said.board;
        if path.is_dir() {
            check(&path, &said);
        } else {
            assert_eq!(said.board, 0);
            unmade += 1;
        }
    }
    eprintln!("{kills} kills, {boards} boards acknowledged, {unmade} killed before the folder was made");
    assert!(boards > 0 || kills == 0);
}

#[test]
fn a_run_killed_in_the_middle_of_an_event_reads_up_to_it() {
    // The system stops the write that would pass the limit half way, and then the process.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let script = "ulimit -c 0; ulimit -f 20; exec \"$0\" out \"$1\"";
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", script, env!("CARGO_BIN_EXE_archive-hammer")]).arg(&path).output().unwrap();
    assert_eq!(output.status.code(), None, "killed by a signal: {output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let acknowledged = Acknowledged {
        board: said.lines().filter(|l| l.starts_with("ack ")).count(),
        events: said.lines().filter(|l| l.starts_with("log ")).count(),
    };
    assert!(acknowledged.board > 10);
    let log = std::fs::read_to_string(path.join("events.jsonl")).unwrap();
    let report = read_intact(&path);
    // By chance the limit may fall between two events.
    assert_eq!(report.torn_tail, !log.trim_end().ends_with('}'));
    assert_eq!(log.len() % 512, 0, "the log reaches to the limit");
    check(&path, &acknowledged);
}
