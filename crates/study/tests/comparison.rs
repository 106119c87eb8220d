//! Comparisons: one tree for all engines, budgets that hold, the same records however the work is cut.

use std::sync::atomic::{AtomicUsize, Ordering};

use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Puzzle, Rng};
use edgewise_search::{Budget, Outcome, Seed, Silent, StopFlag, StopReason};
use edgewise_study::comparison::{Entrant, Finished, Ground, Report, Rules, Spend, Unit};
use edgewise_study::{Comparison, Job, Record, Results, Workers};

/// A puzzle that no board solves: an inner side has a colour that no other side has.
fn imperfect(width: usize, height: usize, seed: u64, clues: usize) -> Puzzle {
    let spec = Specification { width, height, seed, frame_colours: 2, inner_colours: 4, clues, ..Default::default() };
    let puzzle = generate(&spec).unwrap().puzzle;
    let mut pieces = puzzle.pieces().to_vec();
    let pinned = |p: usize| puzzle.clues().iter().any(|c| c.placement.piece() == p);
    let inner = (0..pieces.len()).find(|&p| pieces[p].iter().all(|&c| c != 0) && !pinned(p)).unwrap();
    pieces[inner][0] = puzzle.colours() as u8;
    Puzzle::new("imperfect", (width, height), pieces, puzzle.rim(), true, puzzle.clues().to_vec()).unwrap()
}

fn rules(order: &str, breaks_per_placement: u8, break_frame: bool) -> Rules {
    Rules { order: order.to_owned(), breaks_per_placement, break_frame }
}

/// A run of an entrant to its end.
fn exhausted(entrant: Entrant, puzzle: &Puzzle, rules: &Rules, allowance: usize) -> Outcome {
    let params = entrant.params(puzzle, rules, Some(allowance), Some(1 << 22)).unwrap();
    let engine = entrant.engine().unwrap();
    let outcome = engine.run(puzzle, &params, Seed::new(7), &Budget::default(), &mut Silent).unwrap();
    assert_eq!(outcome.stop, StopReason::Exhausted, "{}", entrant.name());
    outcome
}

/// Left to the end, every engine makes every partial board with at most so many breaks, each once: they share one
/// tree, and nothing but the way through it differs.
#[test]
fn all_engines_search_one_tree() {
    let mut rng = Rng::new(0xc0);
    let mut sizes = Vec::new();
    for seed in 0..24 {
        let (width, height) = [(3, 3), (4, 3), (3, 4)][rng.index(3)];
        let puzzle = imperfect(width, height, seed, rng.index(3));
        let order = ["row", "spiral-in", "column", "border-first", "comb:1"][rng.index(5)];
        let rules = rules(order, 1 + rng.index(4).min(1) as u8, rng.index(3) > 0);
        let allowance = rng.index(4);
        let plain = exhausted(Entrant::DepthFirst, &puzzle, &rules, allowance);
        let what = format!("{width}x{height} seed {seed} {rules:?} {allowance}");
        let pass = exhausted(Entrant::OnePass(1_000_000), &puzzle, &rules, allowance);
        assert_eq!(pass.profile.placements, plain.profile.placements, "{what}");
        // With one break a placement the beam passes some children over.
        if rules.breaks_per_placement == 2 {
            let beam = exhausted(Entrant::Beam { boards: 1 }, &puzzle, &rules, allowance);
            assert_eq!(beam.profile.placements, plain.profile.placements, "{what}");
        }
        sizes.push(plain.nodes);
    }
    sizes.sort_unstable();
    assert!(sizes[12] > 200 && sizes[23] > 10_000, "trees worth the name: {sizes:?}");
}

fn comparison(unit: Unit, amount: u64) -> Comparison {
    let ground = |clues: &str, n| Ground { clues: clues.to_owned(), puzzle: imperfect(7, 6, 3, n) };
    Comparison {
        grounds: vec![ground("none", 0), ground("own", 3)],
        rules: rules("row", 2, true),
        spend: Spend { unit, amount },
        allowances: vec![3, 5],
        entrants: vec![
            Entrant::Beam { boards: 1 },
            Entrant::Beam { boards: 4 },
            Entrant::DepthFirst,
            Entrant::Restarts,
            Entrant::Waves,
            Entrant::OnePass(3),
        ],
        seeds: vec![1, 2, 5],
    }
}

/// A run on so many threads, stopped after `stop_after` finished jobs.
fn run(comparison: &Comparison, results: &mut Results, threads: usize, stop_after: usize) -> Finished {
    let (stop, heard) = (StopFlag::default(), AtomicUsize::new(0));
    let hear = |_: &Record, _, _| {
        if heard.fetch_add(1, Ordering::Relaxed) + 1 >= stop_after {
            stop.raise();
        }
    };
    comparison.run(results, &Workers { threads, cpu: "test", stop: &stop, hear: &hear }).unwrap()
}

/// All records, without times.
fn records(finished: &Finished, results: &Results) -> Vec<Record> {
    let records = finished.jobs.iter().filter_map(|job| results.get(&job.key));
    records.map(|record| Record { seconds: 0.0, ..record.clone() }).collect()
}

/// A pass of few discrepancies may end before its budget.
fn is_one_pass(job: &Job) -> bool {
    job.name.contains("one pass")
}

#[test]
fn no_engine_spends_more_than_its_nodes_and_the_threads_do_not_matter() {
    let comparison = comparison(Unit::Nodes, 60_000);
    let folder = tempfile::tempdir().unwrap();
    let mut one = Results::open(&folder.path().join("one.jsonl")).unwrap();
    let finished = run(&comparison, &mut one, 1, usize::MAX);
    assert_eq!((finished.contests.len(), finished.jobs.len(), finished.report.left), (24, 72, 0));
    for (job, record) in finished.jobs.iter().zip(records(&finished, &one)) {
        match record.stop.as_str() {
            "nodes" => assert_eq!(record.nodes, 60_000, "{}", job.name),
            stop => assert!(stop == "exhausted" && is_one_pass(job) && record.nodes < 60_000, "{}: {stop}", job.name),
        }
        let completed = record.completed.clone().unwrap();
        assert!(record.legal && completed.legal && completed.score >= record.score, "{}", job.name);
        assert_eq!(completed.holes == 0, record.deepest == 42, "{}: {record:?}", job.name);
    }

    let mut three = Results::open(&folder.path().join("three.jsonl")).unwrap();
    let again = run(&comparison, &mut three, 3, usize::MAX);
    assert_eq!(records(&again, &three), records(&finished, &one));
}

#[test]
fn a_beam_is_as_wide_as_the_budget_lets_it() {
    let comparison = comparison(Unit::Nodes, 60_000);
    let folder = tempfile::tempdir().unwrap();
    let mut results = Results::open(&folder.path().join("r.jsonl")).unwrap();
    let finished = run(&comparison, &mut results, 2, usize::MAX);
    for contest in finished.contests.iter().filter(|c| matches!(c.entrant, Entrant::Beam { .. })) {
        let Entrant::Beam { boards } = contest.entrant else { continue };
        let puzzle = &comparison.grounds[contest.ground].puzzle;
        let mut params = contest.entrant.params(puzzle, &comparison.rules, contest.allowance, contest.width).unwrap();
        params.set("boards", &boards.to_string()).unwrap();
        for seed in [1, 2, 5] {
            let engine = contest.entrant.engine().unwrap();
            let outcome = engine.run(puzzle, &params, Seed::new(seed), &Budget::default(), &mut Silent).unwrap();
            let share = outcome.nodes as f64 / 60_000.0;
            // Small boards differ more from seed to seed than those of the official puzzle.
            assert!((0.65..=1.1).contains(&share), "{}: {share} of the budget", comparison.name(contest));
        }
    }
}

#[test]
fn reads_are_kept_to_as_well() {
    let comparison = Comparison { allowances: vec![4], ..comparison(Unit::Reads, 400_000) };
    let folder = tempfile::tempdir().unwrap();
    let mut results = Results::open(&folder.path().join("r.jsonl")).unwrap();
    let finished = run(&comparison, &mut results, 2, usize::MAX);
    assert_eq!(finished.jobs.len(), 36);
    for (job, record) in finished.jobs.iter().zip(records(&finished, &results)) {
        let (reads, ended) = (record.candidate_reads, record.stop == "exhausted" && is_one_pass(job));
        assert!(reads <= 400_000 && (reads >= 360_000 || ended), "{}: {reads} reads", job.name);
    }
    // Nodes and reads are different budgets, whatever their number.
    let by_nodes = Comparison { spend: Spend { unit: Unit::Nodes, amount: 400_000 }, ..comparison.clone() };
    let stopped = run(&by_nodes, &mut results, 1, 1);
    assert!(stopped.report.left > 0 && stopped.report.found == 0);
}

#[test]
fn stopped_comparisons_go_on_to_the_same_end() {
    let comparison = comparison(Unit::Nodes, 20_000);
    let folder = tempfile::tempdir().unwrap();
    let mut whole = Results::open(&folder.path().join("whole.jsonl")).unwrap();
    let finished = run(&comparison, &mut whole, 2, usize::MAX);

    let path = folder.path().join("pieces.jsonl");
    let mut results = Results::open(&path).unwrap();
    let early = run(&comparison, &mut results, 1, 2);
    assert!(early.contests.is_empty() && early.report.left == 72, "stopped while widths were looked for");
    drop(results);
    let mut results = Results::open(&path).unwrap();
    let probes = records_in(&path);
    let half = run(&comparison, &mut results, 1, 40);
    assert!(probes == 2 && half.report.left > 20 && half.report.done > 10, "{:?}", half.report);
    let report = Report::of(&comparison, &half, &results);
    assert!(report.left == half.report.left && report.table().contains("| own | 5 | limited discrepancy, waves |"));
    drop(results);
    let mut results = Results::open(&path).unwrap();
    let rest = run(&comparison, &mut results, 2, usize::MAX);
    assert_eq!((rest.report.found, rest.report.left), (half.report.done, 0));
    assert_eq!(records(&rest, &results), records(&finished, &whole));
    let widths = |f: &Finished| f.contests.iter().map(|c| c.width).collect::<Vec<_>>();
    assert_eq!(widths(&rest), widths(&finished));
}

fn records_in(path: &std::path::Path) -> usize {
    std::fs::read_to_string(path).unwrap().lines().count()
}

#[test]
fn the_report_is_what_the_records_say() {
    let comparison = comparison(Unit::Nodes, 20_000);
    let folder = tempfile::tempdir().unwrap();
    let mut results = Results::open(&folder.path().join("r.jsonl")).unwrap();
    let finished = run(&comparison, &mut results, 2, usize::MAX);
    let report = Report::of(&comparison, &finished, &results);
    let scores = |clues: &str, allowance: usize, engine: &str| -> Vec<f64> {
        let row = |name: &&String| **name == format!("{clues}, {allowance} breaks: {engine}");
        let name = finished.jobs.iter().map(|j| &j.name).find(row).unwrap();
        let own = finished.jobs.iter().filter(|j| j.name == *name);
        own.map(|j| results.get(&j.key).unwrap().score as f64).collect()
    };
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    assert_eq!(report.rows.len(), 24);
    for row in &report.rows {
        let own = scores(&row.clues, row.allowance.unwrap(), &row.engine);
        let beam = scores(&row.clues, row.allowance.unwrap(), "beam");
        assert!((row.score.mean - mean(&own)).abs() < 1e-9 && row.score.n == 3);
        assert_eq!(row.score.max, own.iter().copied().fold(0.0, f64::max));
        if row.engine != "beam" {
            assert!((row.difference.mean - (mean(&own) - mean(&beam))).abs() < 1e-9);
        }
        assert!(row.illegal == 0 && row.nodes.max <= 20_000.0 && (row.kind != "beam" || row.nodes.min == 20_000.0));
    }
    let (together, groups) = report.rankings.split_last().unwrap();
    assert_eq!((groups.len(), together.clues.as_str(), together.allowance), (4, "all", None));
    for (shape, (_, score)) in together.shapes.iter().enumerate() {
        let of_groups: Vec<f64> = groups.iter().map(|g| g.shapes[shape].1.mean).collect();
        assert!((score.mean - mean(&of_groups)).abs() < 1e-9 && score.n == 3, "{together:?}");
    }
    for ranking in groups {
        let of = |engine: &str| mean(&scores(&ranking.clues, ranking.allowance.unwrap(), engine));
        let beam = (of("beam") + of("beam, best of 4")) / 2.0;
        let depth = (of("depth-first") + of("depth-first, restarts")) / 2.0;
        let limited = (of("limited discrepancy, waves") + of("limited discrepancy, one pass of at most 3")) / 2.0;
        for (i, expected) in [beam, depth, limited].into_iter().enumerate() {
            assert!((ranking.shapes[i].1.mean - expected).abs() < 1e-9, "{ranking:?}");
        }
        assert!((ranking.gaps[0].mean - (beam - depth)).abs() < 1e-9);
        assert!((ranking.gaps[1].mean - (depth - limited)).abs() < 1e-9);
        assert_eq!(ranking.holds, beam > depth && depth > limited);
    }
    let table = report.table();
    assert_eq!(table.lines().filter(|l| l.starts_with("| ")).count(), 26, "{table}");
    assert_eq!(table.lines().filter(|l| l.starts_with("* ") && l.contains("of the seed document")).count(), 5);
    assert!(table.contains("* all together: beam "), "{table}");
    assert!(table.contains("Equal: 20000 nodes a run."), "{table}");
}

#[test]
fn engines_that_refuse_are_named() {
    let wrong = Comparison { rules: rules("sideways", 2, true), ..comparison(Unit::Nodes, 1) };
    let message = wrong.check().unwrap_err().to_string();
    assert!(message.starts_with("beam: order `sideways`"), "{message}");
}
