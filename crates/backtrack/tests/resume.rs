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

/// Each policy with cuts at whole batches and anywhere: where it looks and what it remembers is the same.
#[test]
fn policies_leave_no_trace_of_cuts() {
    const BATCH: u64 = 1 << 20;
    let mut rng = Rng::new(5);
    let small =
        generate(&Specification { width: 9, height: 9, inner_colours: 12, seed: 4, ..Default::default() }).unwrap();
    let (starter, five) = (official::puzzle(ClueSet::Starter), official::puzzle(ClueSet::Five));
    // The policy, and what the run it is compared with shares.
    type Settings = &'static [(&'static str, &'static str)];
    let cases: [(&Puzzle, &str, Settings, Settings); 6] = [
        (&starter, "blackwood-470", &[("restart", "luby")], &[("node_cap", "400000")]),
        (
            &starter,
            "blackwood-470",
            &[("restart", "geometric"), ("restart_ratio", "170"), ("restart_most", "12")],
            &[("node_cap", "150k")],
        ),
        (&starter, "blackwood-470", &[("abort", "500k:150,3M:240")], &[]),
        (
            &small.puzzle,
            "general",
            &[("prune_back", "8:1:6,12:1M:4")],
            &[("isolation", "strict"), ("breaks", "2,4,6,8,20,25,30,40")],
        ),
        (&five, "five-clue", &[("prune_back", "17:1M:8")], &[("clue_pin", "crude")]),
        (
            &five,
            "five-clue",
            &[("restart", "luby"), ("abort", "1:200"), ("prune_back", "17:1:0")],
            &[("node_cap", "2M"), ("isolation", "placement")],
        ),
    ];
    for (puzzle, preset, policy, shared) in cases {
        let nodes = 6_000_000;
        let mut params = TABLE.preset(preset).unwrap();
        shared.iter().for_each(|(name, value)| params.set(name, value).unwrap());
        let (plain, _) = run(Backtrack::default(), puzzle, &params, nodes, None);
        policy.iter().for_each(|(name, value)| params.set(name, value).unwrap());
        let (whole, _) = run(Backtrack::default(), puzzle, &params, nodes, None);
        assert_eq!(whole.nodes, nodes);
        assert_ne!(whole.profile.placements, plain.profile.placements, "{policy:?} changes the search");
        let mut cuts = vec![2 * BATCH, 1 + rng.below(nodes - 1), BATCH + 1, 1 + rng.below(nodes - 1), 4 * BATCH - 1];
        cuts.sort_unstable();
        let mut kept: Option<String> = None;
        for (i, cut) in cuts.into_iter().chain([nodes]).enumerate() {
            let (part, checkpoint) = run(Backtrack { portable: i % 2 == 1 }, puzzle, &params, cut, kept.as_deref());
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
