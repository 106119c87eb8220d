//! `edgewise beam`: boards, presets, threads, what it reports, and priors.

mod common;

use common::boards::published;
use common::{Scratch, assert_summary, without_time};
use serde_json::{Value, json};

/// The summary of a small beam of the official puzzle.
#[track_caller]
fn run(dir: &Scratch, flags: &str) -> Value {
    let ran = dir.run(&format!("beam eternity2 --seed 4 --json --no-save {flags}")).expect(0);
    assert_summary(&ran.json());
    ran.json()
}

#[test]
fn one_board_unless_told_otherwise() {
    let dir = Scratch::new();
    let json = run(&dir, "--clues five --width 100").as_object().unwrap().clone();
    assert_eq!([&json["engine"], &json["presets"]], [&json!("beam"), &json!(["producer"])]);
    assert_eq!([&json["attempts"], &json["filled"], &json["legal"]], [&json!(1), &json!(256), &json!(true)]);
    assert_eq!([&json["stop"], &json["clues_respected"]], [&json!("exhausted"), &json!(5)]);
    assert!(json["score"].as_u64() > Some(430));

    let three = run(&dir, "--clues five --width 100 --boards 3");
    assert_eq!(three["attempts"], 3);
    let by_score = three["beam"]["scores"].as_array().unwrap();
    assert_eq!(by_score.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 3);
    assert_eq!(by_score.iter().rposition(|n| n != 0).map(|s| s as u64), three["score"].as_u64());

    // A budget goes on with board after board.
    let many = run(&dir, "--width 20 --nodes 1M");
    assert!(many["attempts"].as_u64() > Some(3));
    assert_eq!([&many["stop"], &many["nodes"]], [&json!("nodes"), &json!(1_000_000)]);
    let reached = run(&dir, "--width 100 --target 430");
    assert_eq!(reached["stop"], "target");
}

#[test]
fn what_happened_at_each_depth_is_reported() {
    let dir = Scratch::new();
    let json = run(&dir, "--preset seed --clues five --width 300");
    let series = |name: &str| -> Vec<u64> {
        json["beam"][name].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
    };
    let (survivors, ties, places) = (series("survivors"), series("ties"), series("tie_places"));
    assert_eq!([survivors.len(), ties.len(), places.len()], [257; 3]);
    // Rows and matched seams alone: while nothing breaks, all children tie, and the width is full.
    assert_eq!((survivors[100], places[100]), (300, 300));
    assert!(ties[100] > 300 && ties.iter().zip(&places).all(|(t, p)| t >= p));
    // Two layers of states and a pool, less than a step back for every survivor of every layer.
    let bytes = json["beam"]["bytes"].as_str().unwrap().parse::<u64>().unwrap();
    assert!((300 * 100..300 * 256 * 6).contains(&bytes), "{bytes}");
}

#[test]
fn the_threads_do_not_matter_and_the_seed_does() {
    let dir = Scratch::new();
    let flags = "--clues five --width 3000 --nodes 2M";
    let threads = |n: usize| {
        let mut json = without_time(run(&dir, &format!("{flags} --threads {n}")));
        assert_eq!(json["threads"], n);
        json.as_object_mut().unwrap().remove("threads");
        json
    };
    let one = threads(1);
    assert_eq!([&threads(2), &threads(5)], [&one; 2]);
    let other = dir.run(&format!("beam eternity2 {flags} --seed 5 --json --no-save")).expect(0).json();
    assert_ne!(other["depth_counts"], one["depth_counts"]);
}

#[test]
fn a_prior_of_own_runs_and_one_of_published_boards() {
    let dir = Scratch::new();
    for seed in [1, 2] {
        dir.run(&format!("beam eternity2 --clues five --width 30 --seed {seed} --out runs/{seed}")).expect(0);
    }
    let flags = "--clues five --width 60 --prior-weight 0.01";
    let own = run(&dir, &format!("{flags} --prior @runs"));
    assert_eq!(own["beam"]["prior"], "own boards");
    assert_ne!(own["depth_counts"], run(&dir, flags)["depth_counts"]);
    dir.run(&format!("beam eternity2 {flags} --prior @runs --target 300 --no-save")).expect(0);

    let board = published().into_iter().find(|b| b.clues == 5 && b.filled == 256).unwrap();
    std::fs::create_dir(dir.path("boards")).unwrap();
    dir.write("boards/record.txt", board.letters);
    let touched = dir.run(&format!("beam eternity2 {flags} --prior @boards --seed 4 --json --out touched")).expect(0);
    assert_eq!(touched.json()["beam"]["prior"], "published boards");
    // What grew out of published boards stays marked.
    assert_eq!(run(&dir, &format!("{flags} --prior @touched"))["beam"]["prior"], "published boards");
    dir.run(&format!("beam eternity2 {flags} --prior @boards --target 300 --no-save")).refused(
        "--target: a board made with the help of published ones never counts: expected a prior of own runs, or none",
    );
    dir.run("beam eternity2 --prior @nowhere")
        .refused("nowhere: cannot be read: No such file or directory (os error 2)");
    std::fs::create_dir(dir.path("empty")).unwrap();
    dir.run("beam eternity2 --prior @empty").refused("empty: no boards: expected some for the prior");
    dir.write("boards/other.txt", "what is this");
    dir.run("beam eternity2 --prior @boards").expect(2);
}

#[test]
fn mistakes_are_named() {
    let dir = Scratch::new();
    for (flags, message) in [
        ("--width 0", "`width`: `0` does not fit, expected a whole number in 1..=134217728"),
        (
            "--width-schedule 9",
            "`width_schedule`: `9` does not fit, expected none, or widths by depth such as 160:24576 or 160:3x in rising order, each at least 1 and at most 134217728",
        ),
        (
            "--concentration x",
            "`concentration`: `x` does not fit, expected a weight of 0 to 1000 such as 0.4, or weights by depth such as 0:0.4,210:0.4,211:0 in rising order",
        ),
        (
            "--noise stochastic --temperature 0",
            "`temperature`: `0` does not fit, expected more than 0 for noise stochastic and selection resample",
        ),
        ("--burn-colours 99", "`burn_colours`: `99` does not fit, expected colours of the puzzle"),
        ("--dedup all", "`dedup`: `all` does not fit, expected one of none, pieces, path, future"),
        ("--prior 7", "`prior`: `7` does not fit, expected none, or @ and counts as edgewise_beam::Corpus writes them"),
    ] {
        dir.run(&format!("beam eternity2 --no-save {flags}")).refused(&format!("parameter {message}"));
    }
    dir.run("beam eternity2 --preset seed --resume none").expect(2);
}

#[test]
fn a_study_takes_the_beam() {
    let dir = Scratch::new();
    dir.write("order.txt", (0..256).map(|c| c.to_string()).collect::<Vec<_>>().join(" "));
    dir.write(
        "plan.toml",
        "puzzle = 'eternity2'\nclues = 'five'\nengine = 'beam'\npreset = 'seed'\nseeds = '1..=2'\nbudget = { nodes = 1_000_000 }\n\
         [fixed]\nboards = 1\nwidth = 20\n[axes]\norder = ['row', '@order.txt']\n",
    );
    let report = dir.run("study run plan.toml --quiet").expect(0).stdout;
    let row = |name: &str| -> Vec<String> {
        let line = report.lines().find(|l| l.contains(name)).unwrap_or_else(|| panic!("{name}: {report}"));
        line.split('|').map(|word| word.trim().to_owned()).collect()
    };
    let (named, read) = (row("order=row"), row("order=@0 1 2"));
    assert_eq!(named[2..5], read[2..5], "the same order, the same boards: {report}");
    dir.write("plan.toml", "engine = 'ram'\nseeds = [1]\nbudget = { nodes = 1 }\n");
    dir.run("study plan plan.toml").refused("plan: engine `ram`: expected one of backtrack, lds, beam");
}
