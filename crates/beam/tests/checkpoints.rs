//! A run that goes on from a checkpoint ends as one that was never cut.

use edgewise_beam::{Beam, TABLE};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ClueSet, Puzzle, official};
use edgewise_search::{Budget, Engine, Event, Outcome, Params, Seed, StopReason};

const SEED: Seed = Seed { seed: 5, stream: 0 };

fn params(settings: &[(&str, &str)]) -> Params {
    let mut params = TABLE.preset("growing").unwrap();
    settings.iter().for_each(|(name, value)| params.set(name, value).unwrap());
    params
}

/// Runs or goes on: the outcome and the last checkpoint told of. Who goes on is never heard below the nodes of the
/// checkpoint, and tells of its board first.
fn run(puzzle: &Puzzle, params: &Params, from: Option<&str>, budget: &Budget) -> (Outcome, Option<String>) {
    let mut last = None;
    let before = from.map_or(0, |text| {
        let kept: serde_json::Value = serde_json::from_str(text).unwrap();
        assert!(kept["boards"].as_u64() > Some(0) && kept["best"].is_array(), "{kept}");
        kept["ledger"]["nodes"].as_u64().unwrap()
    });
    let mut heard = 0;
    let mut hear = |event: &Event| {
        heard += 1;
        match event {
            Event::Checkpoint(text) => last = Some(text.clone()),
            Event::Progress(progress) => assert!(progress.nodes > before, "{} after {before}", progress.nodes),
            Event::Improved { nodes, .. } => {
                assert!(*nodes >= before && (before == 0 || heard > 2 || *nodes == before))
            }
            event => assert!(before == 0 || heard != 2, "{event:?} before the checkpoint's board"),
        }
    };
    let outcome = match from {
        None => Beam::default().run(puzzle, params, SEED, budget, &mut hear),
        Some(text) => Beam::default().resume(puzzle, params, SEED, text, budget, &mut hear),
    };
    (outcome.unwrap(), last)
}

/// What must be the same.
fn facts(outcome: &Outcome) -> (String, usize, u64, u64, u64, Vec<u64>) {
    let Outcome {
        board, score, nodes, candidate_reads, attempts, profile, fills, unfilled, filled_by, deepest, ..
    } = outcome;
    let boards = format!("{board:?} {unfilled:?} {filled_by:?} {fills} {deepest}");
    (boards, score.matched, *nodes, *candidate_reads, *attempts, profile.placements.clone())
}

#[test]
fn cut_runs_go_on_as_if_they_had_not_been_cut() {
    let generated = Specification { width: 7, height: 6, inner_colours: 9, seed: 3, ..Default::default() };
    let small = generate(&generated).unwrap().puzzle;
    let official = official::puzzle(ClueSet::Five);
    for (puzzle, settings, nodes) in [
        (&small, &[("order", "row"), ("burn_colours", ""), ("width", "3"), ("width_most", "40")][..], 120_000),
        (&official, &[("width", "8"), ("width_most", "64")][..], 2_000_000),
    ] {
        let params = params(settings);
        let (whole, _) = run(puzzle, &params, None, &Budget::of_nodes(nodes));
        assert!(whole.attempts > 5, "{} boards", whole.attempts);
        for cuts in [2, 5, 9] {
            let mut kept: Option<String> = None;
            for part in 1..cuts {
                let budget = Budget::of_nodes(nodes * part / cuts);
                let (outcome, checkpoint) = run(puzzle, &params, kept.as_deref(), &budget);
                assert_eq!(outcome.stop, StopReason::Nodes);
                kept = checkpoint;
                assert!(kept.is_some());
            }
            let (last, _) = run(puzzle, &params, kept.as_deref(), &Budget::of_nodes(nodes));
            assert_eq!(facts(&last), facts(&whole), "{cuts} parts");
        }
    }
}

#[test]
fn boards_grow_to_the_most_and_no_further() {
    let puzzle = official::puzzle(ClueSet::Five);
    let survivors = |settings: &[(&str, &str)]| {
        let mut counts = Vec::new();
        let mut hear = |event: &Event| {
            if let Event::Series { name: "survivors", values } = event {
                counts.clone_from(values);
            }
        };
        Beam::default().run(&puzzle, &params(settings), SEED, &Budget::default(), &mut hear).unwrap();
        counts[150]
    };
    // 10, 20, 40, 50, 50 states at a depth where there are children enough.
    let grown = [("width", "10"), ("width_most", "50"), ("boards", "5")];
    assert_eq!(survivors(&grown), 170);
    assert_eq!(survivors(&[("width", "10"), ("growth", "100"), ("boards", "5")]), 50);
    assert_eq!(survivors(&[("width", "1"), ("growth", "110"), ("boards", "4")]), 1 + 2 + 3 + 4);
}

#[test]
fn checkpoints_of_others_are_refused() {
    let puzzle = official::puzzle(ClueSet::Five);
    let given = params(&[("width", "8")]);
    let (_, kept) = run(&puzzle, &given, None, &Budget::of_nodes(100_000));
    let kept = kept.unwrap();
    let refused = |puzzle: &Puzzle, params: &Params, seed, text: &str| {
        Beam::default()
            .resume(puzzle, params, seed, text, &Budget::of_nodes(1), &mut |_: &Event| {})
            .unwrap_err()
            .to_string()
    };
    let other = params(&[("width", "9")]);
    for message in [
        refused(&puzzle, &other, SEED, &kept),
        refused(&official::puzzle(ClueSet::Starter), &given, SEED, &kept),
        refused(&puzzle, &given, Seed { seed: 6, stream: 0 }, &kept),
    ] {
        assert!(message.contains("another puzzle, other parameters or another seed"), "{message}");
    }
    assert!(refused(&puzzle, &given, SEED, "{}").contains("expected the JSON of one"));
    let cut = kept.replacen("\"scores\":[0,", "\"scores\":[", 1);
    assert!(refused(&puzzle, &given, SEED, &cut).contains("damaged"));
    let later = kept.replacen("\"version\":1", "\"version\":2", 1);
    assert!(refused(&puzzle, &given, SEED, &later).contains("version 2: expected 1"));
}

#[test]
fn damaged_checkpoints_never_panic() {
    let puzzle = official::puzzle(ClueSet::Five);
    let given = params(&[("width", "4")]);
    let (_, kept) = run(&puzzle, &given, None, &Budget::of_nodes(60_000));
    let kept = kept.unwrap();
    let mut rng = edgewise_puzzle::Rng::new(8);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..800 {
        let mut bytes = kept.clone().into_bytes();
        for _ in 0..=rng.index(3) {
            let at = rng.index(bytes.len());
            bytes[at] = b"0123456789-[]{},\":x"[rng.index(19)];
        }
        if rng.index(4) == 0 {
            bytes.truncate(rng.index(bytes.len()));
        }
        let text = String::from_utf8(bytes).unwrap();
        let resumed =
            Beam::default().resume(&puzzle, &given, SEED, &text, &Budget::of_nodes(61_000), &mut |_: &Event| {});
        match resumed {
            Ok(outcome) => {
                assert_eq!(outcome.score, puzzle.score(&outcome.board));
                taken += 1;
            }
            Err(why) => {
                assert!(why.to_string().starts_with("checkpoint: "), "{why}");
                refused += 1;
            }
        }
    }
    assert!(taken > 10 && refused > 100, "{taken} taken, {refused} refused");
}
