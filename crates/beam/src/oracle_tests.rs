//! The engine against the slow beam of `oracle`: the same boards, the same children at each depth.

use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Board, Puzzle, Rim, Rng};
use edgewise_search::{Budget, Engine, Event, Outcome, Params, Seed};

use crate::oracle::{Slow, descend};
use crate::settings::Settings;
use crate::{Beam, Corpus, TABLE};

/// A small random puzzle of any kind.
fn puzzle(rng: &mut Rng, seed: u64, largest: usize) -> Puzzle {
    let rim = [Rim::Grey, Rim::Grey, Rim::Grey, Rim::Free, Rim::Zero][rng.index(5)];
    let spec = Specification {
        width: 1 + rng.index(largest),
        height: 2 + rng.index(largest - 1),
        frame_colours: 1 + rng.index(3),
        inner_colours: 1 + rng.index(6),
        rim,
        rotation: rng.index(4) > 0,
        clues: rng.index(4).min(2),
        seed,
    };
    generate(&spec).unwrap().puzzle
}

/// One of `texts`.
fn pick(rng: &mut Rng, texts: &[&'static str]) -> &'static str {
    texts[rng.index(texts.len())]
}

/// Parameters at random.
fn params(rng: &mut Rng, puzzle: &Puzzle) -> Params {
    let mut params = TABLE.preset("general").unwrap();
    let orders =
        ["row", "blackwood", "spiral-in", "border-first", "diagonal", "comb:1", "clues-outward", "snake-reversed"];
    let colours: Vec<String> = (0..puzzle.colours()).step_by(2).map(|c| c.to_string()).collect();
    let weights = ["0", "0", "0.4", "0.01", "2:1,9:0.1"];
    let mut corpus = Corpus::default();
    for seed in 0..3 {
        let mut board = Board::empty(puzzle.size());
        let mut rng = Rng::new(seed);
        let pieces = puzzle.pieces().len();
        (0..pieces).for_each(|cell| {
            let placement = edgewise_puzzle::Placement::new(rng.index(pieces), 0);
            board.set(cell, Some(placement));
        });
        corpus.add(&board, false);
    }
    let mut set = |name: &str, text: &str| params.set(name, text).unwrap();
    set("order", pick(rng, &orders));
    set("boards", "1");
    let widest = [3, 40, 200][rng.index(3)];
    set("width", &(1 + rng.index(widest)).to_string());
    set("width_schedule", pick(rng, &["none", "none", "4:2x,9:0.5x", "6:3"]).replace("0.5x", "7").as_str());
    set("concentration", pick(rng, &weights));
    set("frame_concentration", pick(rng, &weights));
    set("outlook", pick(rng, &["0", "0", "0.3", "2:0.5,9:0.1"]));
    set("frame_outlook", pick(rng, &["0", "0.3"]));
    set("outlook_form", pick(rng, crate::outlook::FORMS));
    set("burn_colours", &colours.join(","));
    set("burn", pick(rng, &weights));
    set("prior", if rng.index(3) == 0 { corpus.text() } else { "none".to_owned() }.as_str());
    set("prior_weight", pick(rng, &weights));
    set("scarcity", pick(rng, &weights));
    set("tolerance", pick(rng, &["2", "2", "0", "1"]));
    set("fanout", pick(rng, &["0", "0", "0", "1", "4"]));
    set("rollouts", pick(rng, &["false", "false", "false", "false", "true"]));
    set("noise", pick(rng, &["none", "none", "gumbel", "stochastic"]));
    set("temperature", pick(rng, &["0.1", "0.5", "2", "2:1,9:0.1"]));
    set("selection", pick(rng, &["best", "best", "sample", "resample"]));
    set("dedup", pick(rng, &["none", "pieces", "path", "future", "future"]));
    set("dedup_from", pick(rng, &["0", "0", "0", "7"]));
    set("two_breaks", pick(rng, &["starve", "always", "never"]));
    set("allowance", pick(rng, &["1000", "1000", "6", "2"]));
    set("break_frame", pick(rng, &["true", "false"]));
    set("fill_holes", "0");
    params
}

/// A run of the engine, with the numbers by depth it reports.
fn run(engine: Beam, puzzle: &Puzzle, params: &Params, seed: u64, budget: &Budget) -> (Outcome, Slow) {
    let (mut survivors, mut ties) = (Vec::new(), Vec::new());
    let mut observer = |event: &Event| match event {
        Event::Series { name: "survivors", values } => survivors.clone_from(values),
        Event::Series { name: "ties", values } => ties.clone_from(values),
        _ => {}
    };
    let outcome = engine.run(puzzle, params, Seed::new(seed), budget, &mut observer).unwrap();
    let slow = Slow { board: outcome.board.clone(), nodes: outcome.profile.placements.clone(), survivors, ties };
    (outcome, slow)
}

fn agrees(puzzle: &Puzzle, params: &Params, seed: u64, nodes: Option<u64>) -> Slow {
    let settings = Settings::read(params, puzzle).unwrap();
    let board_seed = Seed::new(seed).rng().next_u64();
    let mut slow = descend(puzzle, &settings, board_seed, nodes.unwrap_or(u64::MAX));
    let budget = nodes.map_or(Budget::default(), Budget::of_nodes);
    for portable in [false, true] {
        let (outcome, mut fast) = run(Beam { threads: 1, portable }, puzzle, params, seed, &budget);
        if params.text("dedup") != "none" {
            // Ties among alike states are counted about.
            fast.ties.clone_from(&slow.ties);
        }
        if outcome.stop == edgewise_search::StopReason::Nodes {
            // Where the budget ends the last layer has no survivors.
            slow.survivors.clone_from(&fast.survivors);
            slow.ties.clone_from(&fast.ties);
        }
        assert_eq!(fast, slow, "{} {params:?} seed {seed}", puzzle.name());
        assert_eq!(outcome.score, puzzle.score(&outcome.board));
    }
    slow
}

#[test]
fn the_beam_is_the_slow_beam_on_random_small_puzzles() {
    let mut rng = Rng::new(0xbea);
    let (mut complete, mut ties) = (0, 0);
    for seed in 0..500 {
        let puzzle = puzzle(&mut rng, seed, 5);
        let params = params(&mut rng, &puzzle);
        let slow = agrees(&puzzle, &params, seed, None);
        complete += usize::from(slow.board.holes().is_empty());
        ties += slow.ties.iter().filter(|&&t| t > 0).count();
        // Cut short at a random child.
        let all: u64 = slow.nodes.iter().sum();
        agrees(&puzzle, &params, seed, Some(rng.below(all + 2)));
    }
    assert!(complete > 200 && ties > 700, "{complete} complete boards, {ties} layers with ties");
}

#[test]
fn the_beam_is_the_slow_beam_over_several_rounds() {
    let mut rng = Rng::new(0xbeb);
    for (seed, dedup) in ["none", "future", "pieces"].into_iter().enumerate() {
        let spec = Specification { width: 5, height: 5, inner_colours: 5, seed: 5, ..Specification::default() };
        let puzzle = generate(&spec).unwrap().puzzle;
        let mut params = params(&mut rng, &puzzle);
        for (name, value) in [("width", "3000"), ("dedup", dedup), ("concentration", "0.3"), ("fanout", "0")] {
            params.set(name, value).unwrap();
        }
        for (name, value) in
            [("noise", "none"), ("rollouts", "false"), ("selection", "best"), ("allowance", "1000"), ("tolerance", "2")]
        {
            params.set(name, value).unwrap();
        }
        agrees(&puzzle, &params, seed as u64, Some(260_000));
    }
}
