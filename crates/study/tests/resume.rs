//! A study that is stopped, torn and gone on with ends in the same records as one in a piece.

use std::io::Write;

use edgewise_backtrack::Backtrack;
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_search::StopFlag;
use edgewise_study::{Plan, Record, Results, Study, good_table, jobs, table};

const PLAN: &str = "
    engine = 'backtrack'
    preset = 'general'
    seeds = '1..=4'
    budget = { nodes = 30_000 }
    [axes]
    breaks = ['spread', 'none']
";

fn strip(record: &Record) -> Record {
    Record { seconds: 0.0, ..record.clone() }
}

#[test]
fn stopped_and_torn_studies_go_on() {
    let puzzle = generate(&Specification { width: 7, height: 7, seed: 3, ..Default::default() }).unwrap().puzzle;
    let plan = Plan::parse(PLAN).unwrap();
    let engine = Backtrack::default();
    let jobs = jobs(&plan, &puzzle, &engine, "general").unwrap();
    assert_eq!(jobs.len(), 8);
    let mut keys: Vec<&str> = jobs.iter().map(|j| j.key.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 8, "every job has a key of its own");
    let study = |threads| Study { plan: &plan, puzzle: &puzzle, engine: &engine, jobs: &jobs, threads, cpu: "test" };
    let folder = tempfile::tempdir().unwrap();

    let mut whole = Results::open(&folder.path().join("whole.jsonl")).unwrap();
    let report = study(2).run(&mut whole, &StopFlag::default(), |_, _, _| ()).unwrap();
    assert_eq!((report.found, report.done, report.left), (0, 8, 0));

    let path = folder.path().join("pieces.jsonl");
    let stop = StopFlag::default();
    let mut pieces = Results::open(&path).unwrap();
    let report = study(1)
        .run(&mut pieces, &stop, |_, done, _| {
            if done == 3 {
                stop.raise()
            }
        })
        .unwrap();
    assert_eq!((report.done, report.left), (3, 5));
    drop(pieces);
    std::fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"key\":\"torn").unwrap();

    let mut pieces = Results::open(&path).unwrap();
    assert!(Results::open(&path).unwrap_err().to_string().contains("another study"), "one writer at a time");
    let report = study(2).run(&mut pieces, &StopFlag::default(), |_, _, _| ()).unwrap();
    assert_eq!((report.found, report.done, report.left), (3, 5, 0));
    for job in &jobs {
        assert_eq!(strip(pieces.get(&job.key).unwrap()), strip(whole.get(&job.key).unwrap()));
    }
    let reopened = Results::read(&path).unwrap();
    assert!(jobs.iter().all(|job| reopened.get(&job.key) == pieces.get(&job.key)));

    let scores: Vec<usize> = jobs.iter().filter_map(|job| whole.get(&job.key)).map(|record| record.score).collect();
    let good = scores[0];
    let text = good_table(&jobs, &whole, good);
    assert_eq!(text.lines().count(), 4);
    let reached: usize =
        text.lines().skip(2).map(|row| row.split(" | ").nth(2).unwrap().parse::<usize>().unwrap()).sum();
    assert_eq!(reached, scores.iter().filter(|&&score| score >= good).count(), "{text}");

    let text = table(&jobs, &whole);
    assert_eq!(text.lines().count(), 4);
    assert!(text.contains("| breaks=spread | 4 |") && text.contains("(n 4)"), "{text}");
}

#[test]
fn broken_records_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.jsonl");
    std::fs::write(&path, "{\"key\":1}\n").unwrap();
    let message = Results::open(&path).unwrap_err().to_string();
    assert!(message.contains("line 1: expected a study record"), "{message}");
}
