//! A tuning finds the better setting, comes to the same end however it is cut, and says what it found.

use edgewise_backtrack::Backtrack;
use edgewise_puzzle::Puzzle;
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_search::{Engine, StopFlag};
use edgewise_study::tuning::race::Verdict;
use edgewise_study::tuning::report::{differing, preset, tuning_table};
use edgewise_study::{News, Plan, Results, Study, Tuned, jobs, tune};

/// Breaks that come far too late, and none of the fills that make up for it.
const PLAN: &str = "
    about = 'schedules'
    engine = 'backtrack'
    preset = 'strict'
    seeds = '1..=64'
    budget = { nodes = 20_000 }
    [fixed]
    breaks = '60,61,62'
    fill_holes = 0
    [tune]
    challengers = 25
    race = 16
    fresh = '101..=120'
    [tune.moves]
    breaks = { shift = 12, weight = 3 }
    opening = { values = [0, 8, 16] }
";

fn puzzle() -> Puzzle {
    generate(&Specification { width: 8, height: 8, seed: 5, inner_colours: 9, ..Default::default() }).unwrap().puzzle
}

/// Runs the plan over `path` with so many threads until `jobs` jobs are finished.
fn run(path: &std::path::Path, threads: usize, most: usize) -> (Tuned, Results, usize) {
    let (puzzle, plan, engine) = (puzzle(), Plan::parse(PLAN).unwrap(), Backtrack::default());
    let jobs = jobs(&plan, &puzzle, &engine, "general").unwrap();
    let study = Study { plan: &plan, puzzle: &puzzle, engine: &engine, jobs: &jobs, threads, cpu: "test" };
    let mut results = Results::open(path).unwrap();
    let (stop, done) = (StopFlag::default(), std::sync::atomic::AtomicUsize::new(0));
    let hear = |news: News<'_>| {
        if matches!(news, News::Job(_)) && done.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1 >= most {
            stop.raise();
        }
    };
    let tuned = tune(&study, &mut results, &stop, &hear).unwrap();
    (tuned, results, done.into_inner())
}

#[test]
fn a_bad_schedule_is_mended_and_the_way_does_not_depend_on_cuts_or_threads() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, results, all) = run(&folder.path().join("whole.jsonl"), 2, usize::MAX);
    assert!(whole.finished && whole.trials.len() == 25);
    let won = whole.trials.iter().filter(|trial| trial.verdict == Verdict::Won).count();
    let changed = differing(&whole.start, &whole.best);
    assert!(won > 0 && changed.iter().any(|(name, ..)| *name == "breaks"), "{changed:?}");

    // Over seeds that no race has seen, the best is better.
    let score = |setting: usize| -> usize {
        let of = whole.fresh.iter().filter(|job| job.setting == setting);
        of.map(|job| results.get(&job.key).unwrap().score).sum()
    };
    assert_eq!(whole.fresh.len(), 40);
    assert!(score(1) > score(0) + 20, "{} against {}", score(1), score(0));

    // In pieces of few jobs, one thread.
    let (path, mut runs, mut done) = (folder.path().join("pieces.jsonl"), 0, 0);
    let pieces = loop {
        let (tuned, _, some) = run(&path, 1, 37);
        (runs, done) = (runs + 1, done + some);
        assert!(some > 0 || tuned.finished, "every run gets further");
        if tuned.finished {
            break tuned;
        }
    };
    assert!(runs > 3);
    assert_eq!(done, all, "no job is run twice");
    assert_eq!(differing(&whole.best, &pieces.best), []);
    let way = |tuned: &Tuned| -> Vec<(String, Vec<f64>, Verdict)> {
        let trial = |t: &edgewise_study::tuning::Trial| (format!("{:?}", t.changes), t.differences.clone(), t.verdict);
        tuned.trials.iter().map(trial).collect()
    };
    assert_eq!(way(&whole), way(&pieces));

    let plan = Plan::parse(PLAN).unwrap();
    let text = tuning_table(plan.tune.as_ref().unwrap(), &whole, &results);
    assert!(text.contains("25 of 25 challengers") && text.contains("| best | 20 |"), "{text}");
    // The preset, laid over any other, is the best setting.
    let engine = Backtrack::default();
    let mut params = engine.parameters().preset("blackwood-470").unwrap();
    params.apply_toml("best", &preset("schedules", &whole)).unwrap();
    assert_eq!(differing(&params, &whole.best), []);
}

#[test]
fn mistakes_are_named() {
    let message = |from: &str, to: &str| Plan::parse(&PLAN.replace(from, to)).unwrap_err().to_string();
    assert!(message("'101..=120'", "'64..=70'").contains("tune, fresh: expected seeds that are none of"));
    assert!(message("race = 16", "race = 33").contains("at least twice the 33 of a race"));
    assert!(message("race = 16", "race = 16\n block = 9").contains("two blocks a race"));
    assert!(message("shift = 12,", "shift = 12, step = 1,").contains("exactly one of values, step, shift"));
    assert!(message("shift = 12,", "shft = 12,").contains("unknown field `shft`"));
    assert!(message("[tune]", "[axes]\n opening = [1, 2]\n [tune]").contains("neither axes nor several settings"));

    let refused = |from: &str, to: &str| {
        let plan = Plan::parse(&PLAN.replace(from, to)).unwrap();
        let (puzzle, engine, folder) = (puzzle(), Backtrack::default(), tempfile::tempdir().unwrap());
        let jobs = jobs(&plan, &puzzle, &engine, "general").unwrap();
        let study = Study { plan: &plan, puzzle: &puzzle, engine: &engine, jobs: &jobs, threads: 1, cpu: "test" };
        let mut results = Results::open(&folder.path().join("r.jsonl")).unwrap();
        tune(&study, &mut results, &StopFlag::default(), &|_| ()).unwrap_err().to_string()
    };
    assert!(refused("breaks = {", "brakes = {").contains("moves of `brakes`: expected one of abort, "));
    assert!(
        refused("[0, 8, 16]", "[0, 8, 1600]").contains("moves of `opening`, parameter `opening`: `1600` does not fit")
    );
    assert!(refused("'60,61,62'", "'spread'").contains("which is `spread`: expected positions such as"));
}
