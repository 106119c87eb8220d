//! A run cut anywhere and gone on with ends where an undisturbed run ends: same nodes, same counts, same
//! boards.

use edgewise_backtrack::{Backtrack, TABLE};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ClueSet, Puzzle, Rng, official};
use edgewise_search::{Budget, Engine, Event, Outcome, Params, Seed};

/// A run to `nodes`, from a checkpoint if there is one; its outcome and last checkpoint.
fn run(
    engine: Backtrack,
    puzzle: &Puzzle,
    params: &Params,
    nodes: u64,
    from: Option<&str>,
) -> (Outcome, Option<String>) {
    let mut last = None;
    let mut keep = |event: &Event| {
        if let Event::Checkpoint(text) = event {
            last = Some(text.clone());
        }
    };
    let (seed, budget) = (Seed { seed: 5, stream: 1 }, Budget::of_nodes(nodes));
    let outcome = match from {
        None => engine.run(puzzle, params, seed, &budget, &mut keep),
        Some(text) => engine.resume(puzzle, params, seed, text, &budget, &mut keep),
    };
    (outcome.unwrap(), last)
}

fn same(a: &Outcome, b: &Outcome) {
    assert_eq!(a.timeless(), b.timeless());
}

#[test]
fn cut_and_resumed_runs_are_the_undisturbed_one() {
    let mut rng = Rng::new(77);
    let small =
        generate(&Specification { width: 9, height: 9, inner_colours: 12, seed: 4, ..Default::default() }).unwrap();
    let cases = [
        (official::puzzle(ClueSet::Starter), "blackwood-470", vec![("node_cap", "1500000")], 4_000_000),
        (official::puzzle(ClueSet::Five), "five-clue", vec![("isolation", "strict")], 3_000_000),
        (official::puzzle(ClueSet::Starter), "libblackwood-wobbly", vec![("node_cap", "700000")], 2_000_000),
        (small.puzzle.clone(), "general", vec![("order", "spiral-in"), ("breaks_per_placement", "2")], 2_500_000),
    ];
    for (puzzle, preset, settings, nodes) in cases {
        let mut params = TABLE.preset(preset).unwrap();
        settings.iter().for_each(|(name, value)| params.set(name, value).unwrap());
        let (whole, _) = run(Backtrack::default(), &puzzle, &params, nodes, None);
        assert_eq!(whole.nodes, nodes);
        // Three cuts, each part with another build of the candidate test.
        let mut cuts: Vec<u64> = (0..3).map(|_| 1 + rng.below(nodes - 1)).collect();
        cuts.sort_unstable();
        let mut kept: Option<String> = None;
        for (i, cut) in cuts.into_iter().chain([nodes]).enumerate() {
            let engine = Backtrack { portable: i % 2 == 1 };
            let (part, checkpoint) = run(engine, &puzzle, &params, cut, kept.as_deref());
            assert_eq!(part.nodes, cut);
            kept = checkpoint;
            if cut == nodes {
                same(&part, &whole);
            }
        }
    }
}

#[test]
fn checkpoints_of_other_runs_are_refused() {
    let puzzle = official::puzzle(ClueSet::Starter);
    let params = TABLE.preset("blackwood-470").unwrap();
    let (_, kept) = run(Backtrack::default(), &puzzle, &params, 100_000, None);
    let kept = kept.unwrap();
    let message = |puzzle: &Puzzle, params: &Params, text: &str, seed: Seed| {
        let budget = Budget::of_nodes(1);
        let result = Backtrack::default().resume(puzzle, params, seed, text, &budget, &mut |_: &Event| ());
        result.unwrap_err().to_string()
    };
    let seed = Seed { seed: 5, stream: 1 };
    let mut other = params.clone();
    other.set("quota_offset", "-1").unwrap();
    for text in [
        message(&puzzle, &other, &kept, seed),
        message(&puzzle, &params, &kept, Seed::new(5)),
        message(&official::puzzle(ClueSet::Five), &params, &kept, seed),
    ] {
        assert!(text.contains("expected the same"), "{text}");
    }
    assert!(message(&puzzle, &params, "{", seed).contains("expected the JSON"));
    let damaged = kept.replacen("\"placed\":", "\"placed\":1", 1);
    assert!(message(&puzzle, &params, &damaged, seed).starts_with("checkpoint: "), "{damaged}");
}
