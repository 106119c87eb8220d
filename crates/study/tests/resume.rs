//! A study that is stopped, torn and gone on with ends in the same records as one in a piece.

use std::io::Write;

use edgewise_backtrack::Backtrack;
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_search::StopFlag;
use edgewise_study::{Plan, Record, Results, Study, good_table, jobs, published_table, table};

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

#[test]
fn a_board_that_cannot_be_kept_leaves_its_job_unfinished() {
    let puzzle = generate(&Specification { width: 6, height: 6, seed: 3, ..Default::default() }).unwrap().puzzle;
    let plan = Plan::parse("preset = 'general'\nseeds = '1..=4'\nbudget = { nodes = 20_000 }").unwrap();
    let engine = Backtrack::default();
    let jobs = jobs(&plan, &puzzle, &engine, "general").unwrap();
    let study = Study { plan: &plan, puzzle: &puzzle, engine: &engine, jobs: &jobs, threads: 1, cpu: "test" };
    let folder = tempfile::tempdir().unwrap();
    let mut results = Results::open(&folder.path().join("r.jsonl")).unwrap();
    let kept = std::sync::Mutex::new(Vec::new());
    let keep = |room: usize| {
        let kept = &kept;
        move |record: &Record, board: &edgewise_puzzle::Board| {
            let mut kept = kept.lock().unwrap();
            if kept.len() == room {
                return Err("no room".to_owned());
            }
            assert_eq!(record.board_hash.as_deref(), Some(format!("{:016x}", board.hash64()).as_str()));
            kept.push(record.key.clone());
            Ok(())
        }
    };
    let error = study.run_keeping(&mut results, &StopFlag::default(), keep(2), |_, _, _| ()).unwrap_err();
    assert_eq!(error.to_string(), "no room");
    let finished = || jobs.iter().filter(|job| results.get(&job.key).is_some()).map(|job| job.key.clone());
    assert_eq!(finished().collect::<Vec<_>>(), *kept.lock().unwrap());
    let report = study.run_keeping(&mut results, &StopFlag::default(), keep(9), |_, _, _| ()).unwrap();
    assert_eq!((report.found, report.done, report.left), (2, 2, 0));
    assert_eq!(kept.lock().unwrap().len(), 4, "each board was kept once");
}

#[test]
fn published_figures_stand_beside_own_ones() {
    let text = "
        preset = 'general'
        seeds = '1..=3'
        budget = { nodes = 20_000 }
        [[setting]]
        name = 'spread'
        [[setting]]
        name = 'none'
        breaks = 'none'
        [[published]]
        setting = 'none'
        source = 'a page'
        note = 'one run'
        n = 7
        median = 40.5
        [[published]]
        scores = { 99 = 2, 98 = 3 }
    ";
    let puzzle = generate(&Specification { width: 6, height: 6, seed: 3, ..Default::default() }).unwrap().puzzle;
    let plan = Plan::parse(text).unwrap();
    let engine = Backtrack::default();
    let jobs = jobs(&plan, &puzzle, &engine, "general").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut results = Results::open(&folder.path().join("r.jsonl")).unwrap();
    let before = published_table(&plan.published, &jobs, &results);
    assert!(before.contains("| none | this study | 0 | – | – | – | – | – |\n"), "{before}");
    let study = Study { plan: &plan, puzzle: &puzzle, engine: &engine, jobs: &jobs, threads: 2, cpu: "test" };
    study.run(&mut results, &StopFlag::default(), |_, _, _| ()).unwrap();

    let text = published_table(&plan.published, &jobs, &results);
    let scores = |name: Option<&str>| -> Vec<usize> {
        let meant = jobs.iter().filter(|job| name.is_none_or(|n| n == job.name));
        meant.map(|job| results.get(&job.key).unwrap().score).collect()
    };
    let least = scores(Some("none")).into_iter().min().unwrap();
    assert!(text.contains(&format!("| none | this study | 3 | {least} | ")), "{text}");
    assert!(text.contains("| | a page; one run | 7 | – | 40.5 | – | – | – |\n"), "{text}");
    assert!(
        text.contains("| all boards | this study | 6 | ") && text.contains("| | published | 5 | – | – | – | – | – |\n"),
        "{text}"
    );
    assert!(text.contains("| 99 | 0 | 2 |\n| 98 | 0 | 3 |\n"), "{text}");
    let best = scores(None).into_iter().max().unwrap();
    let n = scores(None).into_iter().filter(|&score| score == best).count();
    assert!(text.contains(&format!("| {best} | {n} | 0 |\n")), "{text}");
    assert_eq!(published_table(&[], &jobs, &results), "");
}
