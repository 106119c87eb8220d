//! Disks that fill: at 20 different points, with real small file systems (Linux, where mounting is
//! permitted), and with a limit on file sizes (any Unix). Every time the run reads, what was acknowledged
//! is there to the byte, nothing else is, the errors say plainly what is wrong, and when there is space
//! again the run goes on.

#![cfg(unix)]

mod common;

use common::{info, names, read_intact, save};
use edgewise_archive::{Event, RunDir, RunError, RunInfo};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

/// A small file system in memory, unmounted when dropped.
struct Tmpfs {
    folder: tempfile::TempDir,
}

impl Tmpfs {
    /// Mounts one, or says why that is not permitted here and the test is skipped.
    fn mount(options: &str) -> Option<Tmpfs> {
        let folder = tempfile::tempdir().unwrap();
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(folder.path()).output();
        let why = match mount {
            Ok(Output { status, .. }) if status.success() => return Some(Tmpfs { folder }),
            Ok(Output { stderr, .. }) => {
                String::from_utf8_lossy(&stderr).lines().next().unwrap_or("no reason given").to_owned()
            }
            Err(error) => error.to_string(),
        };
        // Past the test harness, which hides what passing tests print.
        let skipped = format!("SKIPPED, cannot mount a small tmpfs: {why}\n");
        std::io::stderr().write_all(skipped.as_bytes()).unwrap();
        None
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives it all the space it may need.
    fn grow(&self) {
        let mut mount = Command::new("mount");
        let status = mount.args(["-o", "remount,size=16m,nr_inodes=10000"]).arg(self.path()).status();
        assert!(status.unwrap().success());
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        let done = Command::new("umount").arg(self.path()).status().is_ok_and(|status| status.success());
        if !done {
            let _ = Command::new("umount").arg("-l").arg(self.path()).status();
        }
    }
}

/// A run whose `run.toml` is longer than a page of memory, so that it too can be cut short.
fn long_info() -> RunInfo {
    RunInfo { command: vec!["x".repeat(6000)], ..info(1) }
}

fn event(score: usize) -> Event {
    Event::new(Duration::from_secs(score as u64), "improved").with("score", score)
}

/// Checks that an error says in one line that the disk is full, and where.
fn assert_plain(error: &RunError, path: &Path) {
    let text = error.to_string();
    assert!(error.is_disk_full() && text.contains(": disk full: "), "{text}");
    assert!(text.starts_with("cannot ") && text.contains(path.to_str().unwrap()), "{text}");
    assert!(!text.contains('\n'), "{text}");
    assert_eq!(error.exit_code(), 3);
}

/// What a run that goes on after every error was told.
#[derive(Default)]
struct Told {
    boards: Vec<usize>,
    events: usize,
    errors: Vec<RunError>,
}

/// Writes 60 boards with `events` events before each, whatever fails.
fn write_on(run: &RunDir, events: usize) -> Told {
    let mut told = Told::default();
    for score in 1..=60 {
        for _ in 0..events {
            match run.log(&event(score)) {
                Ok(()) => told.events += 1,
                Err(error) => told.errors.push(error),
            }
        }
        match save(run, score) {
            Ok(_) => told.boards.push(score),
            Err(error) => told.errors.push(error),
        }
    }
    told
}

/// Checks that the run holds what was told and not a trace of what was not.
fn assert_holds(path: &Path, told: &Told) {
    let report = read_intact(path);
    assert_eq!(report.info, Some(long_info()));
    assert_eq!(report.boards.iter().rev().map(|b| b.score).collect::<Vec<_>>(), told.boards);
    assert_eq!(report.best().map(|b| b.score), told.boards.last().copied());
    assert_eq!(report.events.len(), told.events);
    assert!(!report.torn_tail);
    assert_eq!(report.problems, [""; 0]);
    assert_eq!(names(&path.join("boards")).len(), told.boards.len(), "no hidden file takes up space");
    assert_eq!(names(path), [".lock", "boards", "events.jsonl", "run.toml"]);
}

/// What an error was about: its text up to the path, without numbers.
fn action(error: &RunError, path: &Path) -> String {
    let text = error.to_string();
    let action = text.split(path.to_str().unwrap()).next().unwrap();
    action.replace(|c: char| c.is_ascii_digit(), "")
}

#[test]
fn a_disk_that_fills_at_20_points_never_costs_a_board() {
    let pages = (1..=12).map(|pages| (format!("size={}k", 4 * pages), if pages % 2 == 0 { 3 } else { 150 }));
    let inodes = (2..=9).map(|inodes| (format!("size=16m,nr_inodes={inodes}"), 3));
    let mut actions = BTreeSet::new();
    let mut points = 0;
    for (options, events) in pages.chain(inodes) {
        let Some(disk) = Tmpfs::mount(&options) else { return };
        points += 1;
        let path = disk.path().join("run");
        let run = match RunDir::create(&path, &long_info()) {
            Ok(run) => run,
            Err(error) => {
                assert_plain(&error, &path);
                actions.insert(action(&error, &path));
                assert_eq!(names(disk.path()), [""; 0], "{options}: nothing is left of a run that could not start");
                disk.grow();
                RunDir::create(&path, &long_info()).unwrap()
            }
        };
        let mut told = write_on(&run, events);
        told.errors.iter().for_each(|error| assert_plain(error, &path));
        actions.extend(told.errors.iter().map(|error| action(error, &path)));
        assert_holds(&path, &told);

        disk.grow();
        save(&run, 1000).unwrap();
        run.log(&event(1000)).unwrap();
        told.boards.push(1000);
        told.events += 1;
        assert_holds(&path, &told);
    }
    assert_eq!(points, 20);
    let expected = [
        "cannot append the event `improved` to ",
        "cannot make the folder ",
        "cannot open the event log ",
        "cannot open the lock ",
        "cannot write the board of score  to ",
        "cannot write what was run to ",
    ];
    assert_eq!(actions.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn a_final_file_that_does_not_fit_leaves_the_earlier_one() {
    let Some(disk) = Tmpfs::mount("size=64k") else { return };
    let run = RunDir::create(disk.path().join("run"), &info(1)).unwrap();
    let path = run.store_file("summary.json", b"{\"score\":1}").unwrap();
    let large = vec![b' '; 100_000];
    let error = run.store_file("summary.json", &large).unwrap_err();
    assert_plain(&error, &path);
    assert_eq!(fs::read(&path).unwrap(), b"{\"score\":1}");
    assert_plain(&run.store_file("board.svg", &large).unwrap_err(), &run.path().join("board.svg"));
    assert_eq!(names(run.path()), [".lock", "boards", "events.jsonl", "run.toml", "summary.json"]);
    disk.grow();
    run.store_file("summary.json", &large).unwrap();
    assert_eq!(fs::read(&path).unwrap(), large);
}

/// A run of 80 boards by the hammer under a limit on file sizes, which cuts writes short as a full disk does.
fn limited(path: &Path) -> Vec<String> {
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" out \"$1\" 80";
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", script, env!("CARGO_BIN_EXE_archive-hammer")]).arg(path).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn writes_cut_short_by_a_size_limit_leave_whole_files_and_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("run");
    let said = limited(&path);
    let acknowledged: Vec<usize> =
        said.iter().filter_map(|l| l.strip_prefix("ack ")).map(|n| n.parse().unwrap()).collect();
    let logged = said.iter().filter(|l| l.starts_with("log ")).count();
    let errors = |what: &str| said.iter().filter(|l| l.starts_with(&format!("error cannot {what}"))).count();
    assert!(errors("write the board of score ") > 10 && errors("append the event ") > 10);
    assert!(said.iter().filter(|l| l.starts_with("error ")).all(|l| l.contains("File too large")));

    let report = read_intact(&path);
    assert_eq!(report.boards.iter().rev().map(|b| b.score).collect::<Vec<_>>(), acknowledged);
    assert!(acknowledged.len() > 10);
    assert_eq!(report.events.len(), logged);
    assert!(!report.torn_tail);
    assert_eq!(report.problems, [""; 0]);
    assert_eq!(names(&path.join("boards")).len(), acknowledged.len());
}
