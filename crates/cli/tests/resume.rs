//! `--resume`: a run that was cut goes on in its own directory; `--on-best` and `--save-from`.

mod common;

use common::Scratch;

#[test]
fn a_cut_run_goes_on_as_if_it_had_not_been_cut() {
    let scratch = Scratch::new();
    let engine = "backtrack eternity2 --quota-offset -2 --node-cap 1000000 --seed 7 --threads 2 --json";
    let whole = scratch.run(&format!("{engine} --nodes 5M --out whole")).expect(0).json();
    scratch.run(&format!("{engine} --nodes 2M --out parts")).expect(0);
    let parts = scratch.run("backtrack eternity2 --resume parts --nodes 5M --json").expect(0).json();
    for field in [
        "score",
        "nodes",
        "candidate_reads",
        "depth_counts",
        "arrivals",
        "board_edges",
        "attempts",
        "fills",
        "seed",
        "threads",
    ] {
        assert_eq!(parts[field], whole[field], "{field}");
    }
    // The profile is that of the whole run too, samples included; only times differ.
    let [mut one, mut two] = ["parts", "whole"]
        .map(|run| serde_json::from_str::<serde_json::Value>(&scratch.text(&format!("{run}/profile.json"))).unwrap());
    assert_eq!(one["breaks"]["sampled"]["boards"], 20, "two workers of 2.5 M placements, a sample every 2^18");
    assert!(one["seconds"][40].as_f64() > Some(0.0));
    for profile in [&mut one, &mut two] {
        for name in ["seconds", "fill_seconds"] {
            assert!(profile.as_object_mut().unwrap().remove(name).is_some());
        }
    }
    assert_eq!(one, two);
}

#[test]
fn a_cut_run_of_beams_goes_on_with_the_board_it_was_at() {
    let scratch = Scratch::new();
    let run = |flags: &str| scratch.run(&format!("beam eternity2 --clues five --preset growing {flags}"));
    let whole = run("--seed 7 --threads 2 --nodes 12M --out whole --json").expect(0).json();
    run("--seed 7 --threads 2 --nodes 5M --out parts --quiet").expect(0);
    let parts = run("--resume parts --nodes 12M --json").expect(0).json();
    for field in ["score", "nodes", "candidate_reads", "depth_counts", "board_edges", "attempts", "seed", "beam"] {
        assert_eq!(parts[field], whole[field], "{field}");
    }
    assert!(whole["attempts"].as_u64() > Some(2));
    // Not by another engine, nor another engine's run.
    let refused = |line: &str| scratch.run(line).expect(2).error().to_owned();
    let other = refused("backtrack eternity2 --clues five --resume parts");
    assert!(other.contains("a run of beam, not of backtrack: expected `edgewise beam --resume`"), "{other}");
    scratch.run("backtrack eternity2 --clues five --nodes 100k --seed 1 --out depth --quiet").expect(0);
    let other = refused("beam eternity2 --clues five --resume depth");
    assert!(other.contains("a run of backtrack, not of beam"), "{other}");
    let other = refused("solve --clues five --resume parts");
    assert!(other.contains("a run of beam, not of backtrack"), "{other}");
    scratch.run("beam eternity2 --clues five --resume parts --nodes 13M --quiet").expect(0);
    // Without a limit: one board more.
    let boards = |run: &str| scratch.run(&format!("beam eternity2 {run} --json")).expect(0).json()["attempts"].clone();
    scratch.run("beam eternity2 --preset growing --width 50 --nodes 1M --seed 3 --out cut --quiet").expect(0);
    let before = scratch.run("beam eternity2 --resume cut --nodes 1M --json").expect(0).json()["attempts"].clone();
    assert_eq!(boards("--resume cut").as_u64(), before.as_u64());
}

#[test]
fn runs_that_cannot_go_on_say_why() {
    let scratch = Scratch::new();
    scratch.run("backtrack eternity2 --nodes 100000 --seed 1 --out run --quiet").expect(0);
    let refused = |line: &str| scratch.run(line).expect(2).error().to_owned();
    let clues = refused("backtrack eternity2 --clues five --resume run");
    assert!(clues.contains("expected the same puzzle and --clues"), "{clues}");
    std::fs::remove_file(scratch.path("run").join("checkpoint-0.json")).unwrap();
    let none = refused("backtrack eternity2 --resume run");
    assert!(none.contains("has no checkpoint yet"), "{none}");
    let missing = refused("backtrack eternity2 --resume nowhere");
    assert!(missing.contains("nowhere"), "{missing}");
}

#[test]
fn better_boards_are_told_to_a_command_and_stored_from_a_score_on() {
    let scratch = Scratch::new();
    let line = "solve --nodes 3M --threads 1 --seed 1 --out run --json --save-from 420 --on-best";
    let command = "echo $EDGEWISE_SCORE of $EDGEWISE_TOTAL $EDGEWISE_RUN >> told.txt";
    let best = scratch.run_with(line, command).expect(0).json()["score"].as_u64().unwrap();
    let stored: Vec<u64> = std::fs::read_dir(scratch.path("run").join("boards"))
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().split('-').next().unwrap().parse().unwrap())
        .collect();
    assert!(stored.contains(&best) && stored.iter().all(|&score| score >= 420), "{stored:?}");
    // The command runs beside the search: wait for its last word.
    for _ in 0..200 {
        let told = std::fs::read_to_string(scratch.path("told.txt")).unwrap_or_default();
        if told.contains(&format!("{best} of 480 run")) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("--on-best was not told of the best board");
}

/// A cut run ends by completing its deepest board, and goes on as if that had not been: what it holds counts all the same.
#[test]
fn a_run_that_goes_on_reports_no_less_than_it_holds() {
    let scratch = Scratch::new();
    let mut lower = 0;
    for seed in [13, 21, 23, 25, 1, 2] {
        let clues = if seed % 2 == 1 && seed < 25 { "five" } else { "starter" };
        let engine = format!("backtrack eternity2 --clues {clues} --json");
        let first =
            scratch.run(&format!("{engine} --seed {seed} --threads 1 --nodes 700k --out r{seed}")).expect(0).json();
        let whole = scratch.run(&format!("{engine} --seed {seed} --threads 1 --nodes 800k --no-save")).expect(0).json();
        let more = scratch.run(&format!("{engine} --resume r{seed} --nodes 800k")).expect(0).json();
        let [first, whole, score] = [&first, &whole, &more].map(|run| run["score"].as_u64().unwrap());
        assert_eq!(score, first.max(whole), "seed {seed}");
        assert_eq!(more["nodes"], 800_000);
        assert!(more["nodes_per_second"].as_f64().unwrap() * more["seconds"].as_f64().unwrap() < 100_001.0);
        assert_eq!(more["presets"].as_array().unwrap().len(), 1);
        lower += u32::from(first > whole);
        // A target that the run has reached already is reached.
        let target = format!("{engine} --resume r{seed} --nodes 900k --target {score}");
        let reached = scratch.run(&target).expect(0).json();
        assert_eq!((&reached["stop"], reached["score"].as_u64()), (&serde_json::json!("target"), Some(score)));
    }
    assert!(lower > 0, "no first part was better than the whole: the test shows nothing");
}

#[test]
fn other_parameters_than_the_runs_own_are_refused() {
    let scratch = Scratch::new();
    scratch.run("backtrack eternity2 --seed 3 --nodes 200k --threads 1 --preset verhaard --out run --quiet").expect(0);
    let again = "backtrack eternity2 --resume run --nodes 300k";
    for flags in ["--order row", "--preset strict", "--quota blackwood"] {
        let error = scratch.run(&format!("{again} {flags}")).expect(2).error().to_owned();
        assert!(error.contains(&format!("run: {flags}: a run that goes on keeps its parameters")), "{error}");
    }
    let same = scratch.run(&format!("{again} --preset verhaard --json")).expect(0).json();
    assert_eq!(same["presets"], serde_json::json!(["verhaard"]));
    scratch.write("run/checkpoint-0.json", [0xff, 0xfe]);
    let error = scratch.run(again).expect(2).error().to_owned();
    assert!(error.contains("checkpoint-0.json") && error.contains("expected a checkpoint"), "{error}");
}
