//! Fixed work: the behaviour signature and a timed run.

use std::time::Duration;

use edgewise_backtrack::Backtrack;
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ClueSet, Puzzle, official};
use edgewise_search::{Budget, Engine, EngineError, Outcome, Params, Seed, Silent};

/// Runs every engine on fixed small work and folds what it did (nodes, reads, counts per depth,
/// boards, scores) into one number (FNV-1a). The same on every machine; it moves exactly when the
/// behaviour of a search moves.
pub fn signature() -> Result<u64, EngineError> {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut eat = |word: u64| {
        for byte in word.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for engine in [&Backtrack::default() as &dyn Engine] {
        for (puzzle, preset, nodes) in work() {
            let Ok(params) = engine.parameters().preset(preset) else { continue };
            let outcome = engine.run(&puzzle, &params, Seed::new(1), &Budget::of_nodes(nodes), &mut Silent)?;
            let Outcome { nodes, candidate_reads, deepest, attempts, fills, fill_nodes, .. } = outcome;
            let words = [nodes, candidate_reads, deepest as u64, attempts, fills, fill_nodes];
            words.into_iter().chain(outcome.depth_counts).for_each(&mut eat);
            eat(outcome.board.hash64());
            eat(outcome.score.matched as u64);
        }
    }
    Ok(hash)
}

/// The signature's work: puzzle, preset, nodes.
fn work() -> Vec<(Puzzle, &'static str, u64)> {
    let small = |width, height, seed| {
        let spec =
            Specification { width, height, seed, frame_colours: 3, inner_colours: 6, ..Specification::default() };
        generate(&spec).map(|g| g.puzzle)
    };
    let mut work = vec![
        (official::puzzle(ClueSet::Starter), "blackwood-470", 6_000_000),
        (official::puzzle(ClueSet::Five), "five-clue", 3_000_000),
        (official::puzzle(ClueSet::None), "general", 1_000_000),
    ];
    for (width, height, seed) in [(6, 6, 1), (7, 5, 2), (10, 10, 3)] {
        work.extend(small(width, height, seed).ok().map(|p| (p, "general", 200_000)));
    }
    work.extend(small(5, 5, 4).ok().map(|p| (p, "strict", 200_000)));
    work
}

/// One timed run with seed 1.
pub fn measure(engine: &dyn Engine, puzzle: &Puzzle, params: &Params, time: Duration) -> Result<Outcome, EngineError> {
    engine.run(puzzle, params, Seed::new(1), &Budget::of_time(time), &mut Silent)
}
