//! A run directory that nobody disturbs, the states a killed run can leave, and two runs at once.

mod common;

use common::{board, info, names, read_intact, save};
use edgewise_archive::{Event, RunDir, RunError, Saved};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

fn event(seconds: u64, kind: &str) -> Event {
    Event::new(Duration::from_secs(seconds), kind)
}

#[test]
fn an_undisturbed_run_reads_back_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/folders/run");
    let run = RunDir::create(&path, &info(u64::MAX)).unwrap();
    let events = [event(0, "started"), event(1, "progress").with("nodes", 1u64 << 60), event(2, "improved")];
    events.iter().for_each(|e| run.log(e).unwrap());
    for score in [3, 460, 12] {
        assert!(matches!(save(&run, score).unwrap(), Saved::New(_)));
    }
    run.store_file("summary.json", b"{}").unwrap();
    run.store_file("summary.json", b"{\"score\":460}").unwrap();

    let report = read_intact(&path);
    assert_eq!(report.info, Some(info(u64::MAX)));
    assert_eq!(report.events, events);
    assert_eq!(report.boards.iter().map(|b| b.score).collect::<Vec<_>>(), [460, 12, 3]);
    assert_eq!(report.best().unwrap().path, path.join(format!("boards/460-{:016x}.json", board(460).0)));
    assert!(!report.torn_tail);
    assert_eq!(report.problems, [""; 0]);
    assert_eq!(fs::read(path.join("summary.json")).unwrap(), b"{\"score\":460}");
    assert_eq!(names(&path), [".lock", "boards", "events.jsonl", "run.toml", "summary.json"]);
}

#[test]
fn a_board_is_stored_once_and_a_damaged_one_anew() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunDir::create(folder.path(), &info(1)).unwrap();
    let Saved::New(path) = save(&run, 5).unwrap() else { panic!("it was not there") };
    let same = |saved| assert_eq!(saved, Saved::AlreadyThere(path.clone()));
    same(save(&run, 5).unwrap());
    same(run.save_board(5, board(5).0, b"{\"written\":\"otherwise\"}").unwrap());
    assert_eq!(fs::read(&path).unwrap(), board(5).1, "the first stays");
    fs::write(&path, b"").unwrap();
    assert_eq!(RunDir::read(folder.path()).unwrap().problems.len(), 1);
    assert_eq!(save(&run, 5).unwrap(), Saved::New(path));
    assert_eq!(read_intact(folder.path()).problems, [""; 0]);

    let one_new = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| matches!(save(&run, 9).unwrap(), Saved::New(_)))).collect();
        threads.into_iter().map(|t| t.join().unwrap()).filter(|&new| new).count()
    });
    assert_eq!(one_new, 1);
    assert_eq!(read_intact(folder.path()).boards.len(), 2);
}

#[test]
fn what_would_not_read_back_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunDir::create(folder.path(), &info(1)).unwrap();
    for bytes in [&b""[..], b"{\"half\":", b"464", b"\xff"] {
        let error = run.save_board(464, 1, bytes).unwrap_err();
        assert!(error.to_string().ends_with("0000000000000001.json: expected one JSON object"), "{error}");
    }
    for name in ["", ".", "..", "../x", "a/b", "a/", "/etc/x", ".hidden", "run.toml", "events.jsonl", "boards"] {
        let error = run.store_file(name, b"x").unwrap_err();
        assert!(matches!(error, RunError::Content { .. }), "{name}");
        assert_eq!(error.exit_code(), 2);
    }
    assert_eq!(names(folder.path()), [".lock", "boards", "events.jsonl", "run.toml"]);
    assert_eq!(names(&folder.path().join("boards")), [""; 0]);
}

#[test]
fn an_out_path_is_never_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |path: &Path, why: &str| {
        let error = RunDir::create(path, &info(1)).unwrap_err();
        assert_eq!(error.to_string(), format!("{} {why}", path.display()));
        assert_eq!(error.exit_code(), 2);
    };
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    drop(RunDir::create(&empty, &info(1)).unwrap());
    let before = fs::read(empty.join("run.toml")).unwrap();
    refused(&empty, "already holds a run: expected a new or an empty folder");
    assert_eq!(fs::read(empty.join("run.toml")).unwrap(), before);
    refused(folder.path(), "is not empty: expected a new or an empty folder");
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    refused(&file, "is not a folder: expected one for a run");
    let error = RunDir::create(file.join("run"), &info(1)).unwrap_err();
    assert_eq!(error.exit_code(), 3, "{error}");
    assert!(error.to_string().starts_with("cannot make the "), "{error}");
}

#[test]
fn only_runs_are_read_or_opened() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(RunDir::read(folder.path().join("none")), Err(RunError::NotAFolder(_))));
    assert!(matches!(RunDir::open(folder.path()), Err(RunError::NoRun(_))));
    fs::write(folder.path().join("notes.txt"), "x").unwrap();
    assert!(matches!(RunDir::read(folder.path()), Err(RunError::NoRun(_))));
    assert!(matches!(RunDir::open(folder.path()), Err(RunError::NoRun(_))));
    assert_eq!(names(folder.path()), ["notes.txt"]);
}

#[test]
fn a_run_has_one_writer_and_can_be_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunDir::create(folder.path(), &info(1)).unwrap();
    save(&run, 1).unwrap();
    run.log(&event(0, "started")).unwrap();
    let error = RunDir::open(folder.path()).unwrap_err();
    assert!(matches!(error, RunError::InUse(_)), "{error}");
    assert_eq!(error.exit_code(), 3);
    assert_eq!(read_intact(folder.path()).boards.len(), 1, "reading is free");
    drop(run);

    let run = RunDir::open(folder.path()).unwrap();
    assert_eq!(save(&run, 1).unwrap(), Saved::AlreadyThere(read_intact(folder.path()).boards[0].path.clone()));
    save(&run, 2).unwrap();
    run.log(&event(9, "finished")).unwrap();
    let report = read_intact(folder.path());
    assert_eq!(report.events, [event(0, "started"), event(9, "finished")]);
    assert_eq!(report.best().unwrap().score, 2);
    assert_eq!(report.problems, [""; 0]);
}

#[test]
fn every_state_a_kill_can_leave_reads_as_far_as_it_got() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let problems = || RunDir::read(&run).unwrap().problems;
    let starts = |problems: Vec<String>| -> Vec<String> {
        problems.iter().map(|p| p.split(':').next().unwrap().to_owned()).collect()
    };
    fs::create_dir(&run).unwrap();
    assert_eq!(starts(problems()), ["run.toml", "events.jsonl", "boards"]);
    fs::create_dir(run.join("boards")).unwrap();
    assert_eq!(starts(problems()), ["run.toml", "events.jsonl"]);
    fs::write(run.join("events.jsonl"), "").unwrap();
    let whole = toml::to_string(&info(3)).unwrap();
    fs::write(run.join(".run.toml.1-0.tmp"), &whole[..40]).unwrap();
    assert_eq!(starts(problems()), ["run.toml"]);
    fs::write(run.join("run.toml"), &whole).unwrap();
    fs::write(run.join("boards/.7-0000000000000001.json.1-1.tmp"), "{\"half").unwrap();
    assert_eq!(problems(), [""; 0]);

    // Not from a kill of ours: a disk that lost data, a visitor's file.
    fs::write(run.join("boards/8-0000000000000001.json"), "{\"half").unwrap();
    fs::write(run.join("boards/best.txt"), "?").unwrap();
    fs::write(run.join("run.toml"), whole.replace("seed = \"3\"", "seed = [\n1")).unwrap();
    let (hash, bytes) = board(7);
    fs::write(run.join(format!("boards/7-{hash:016x}.json")), bytes).unwrap();
    let report = read_intact(&run);
    assert_eq!(report.best().unwrap().score, 7);
    assert_eq!(report.info, None);
    let line = whole.lines().position(|l| l.starts_with("seed")).unwrap() + 1;
    assert!(report.problems[0].starts_with("run.toml: line "), "{:?}", report.problems);
    assert!((line..line + 3).any(|l| report.problems[0].contains(&format!("line {l}: "))), "{:?}", report.problems);
    assert_eq!(report.problems[1], "boards/8-0000000000000001.json: damaged, expected one JSON object");
    assert_eq!(report.problems[2], "boards/best.txt: not a board's name, expected <score>-<hash>.json");
    assert!(report.problems.iter().all(|p| !p.contains('\n')));
}

#[test]
fn runs_of_the_same_second_get_folders_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    let paths: BTreeSet<PathBuf> = std::thread::scope(|scope| {
        let make = || RunDir::create_default(&runs, &info(7)).unwrap().path().to_owned();
        let threads: Vec<_> = (0..16).map(|_| scope.spawn(make)).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    let base = "20261130T101920Z-beam-7";
    let expected = (1..=16).map(|n| runs.join(if n == 1 { base.to_owned() } else { format!("{base}-{n}") }));
    assert_eq!(paths, expected.collect());
    assert!(paths.iter().all(|path| RunDir::read(path).unwrap().problems.is_empty()));
}

#[test]
fn processes_at_once_do_not_meet() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    let hammer = || Command::new(env!("CARGO_BIN_EXE_archive-hammer"));
    let spawn = |_| hammer().arg("default").arg(&runs).arg("5").stdout(std::process::Stdio::null()).spawn().unwrap();
    let children: Vec<_> = (0..6).map(spawn).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(names(&runs).len(), 6);
    for name in names(&runs) {
        let report = read_intact(&runs.join(name));
        assert_eq!(report.boards.iter().map(|b| b.score).collect::<Vec<_>>(), [5, 4, 3, 2, 1]);
        assert_eq!((report.events.len(), report.problems.len()), (15, 0));
    }
}

#[test]
fn of_runs_with_one_empty_out_folder_one_gets_it() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let results: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| RunDir::create(folder.path(), &info(1)))).collect();
            threads.into_iter().map(|t| t.join().unwrap()).collect()
        });
        assert_eq!(results.iter().filter(|r| r.is_ok()).count(), 1);
        for error in results.into_iter().filter_map(Result::err) {
            assert!(matches!(error, RunError::HoldsRun(_)), "{error}");
        }
        assert_eq!(RunDir::read(folder.path()).unwrap().problems, [""; 0]);
    }
}
