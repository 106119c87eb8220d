//! Fixed work: the behaviour signature and a timed run.

use std::time::Duration;

use edgewise_puzzle::fnv::Fnv;
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ClueSet, Puzzle, official};
use edgewise_search::{Budget, Engine, EngineError, Outcome, Params, Seed, Silent};

use crate::engines::{NAMES, named};

/// A piece of the signature's work.
struct Task {
    puzzle: Puzzle,
    preset: &'static str,
    settings: &'static [(&'static str, &'static str)],
    nodes: u64,
}

/// What the searches do, as numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// All engines together.
    pub all: u64,
    /// Each engine by itself.
    pub engines: Vec<(&'static str, u64)>,
}

/// Runs every engine on fixed small work and folds what it did (nodes, reads, counts per depth,
/// boards, scores) into a number (FNV-1a), and those into one. The same on every machine; it moves exactly
/// when the behaviour of a search moves.
pub fn signature() -> Result<Signature, EngineError> {
    let work = |name| match name {
        "lds" => lds_work(),
        "beam" => beam_work(),
        _ => backtrack_work(),
    };
    let mut engines = Vec::with_capacity(NAMES.len());
    for listed in NAMES.into_iter().filter_map(named) {
        let name = listed.engine.name();
        engines.push((name, fold(listed.engine.as_ref(), &work(name)?)?));
    }
    let mut all = Fnv::default();
    engines.iter().for_each(|&(_, word)| all.word(word));
    Ok(Signature { all: all.hash(), engines })
}

/// What `engine` does on `work`, as a number.
fn fold(engine: &dyn Engine, work: &[Task]) -> Result<u64, EngineError> {
    let mut hash = Fnv::default();
    for task in work {
        let mut params = engine.parameters().preset(task.preset)?;
        for (name, value) in task.settings {
            params.set(name, value)?;
        }
        let outcome = engine.run(&task.puzzle, &params, Seed::new(1), &Budget::of_nodes(task.nodes), &mut Silent)?;
        let Outcome { nodes, candidate_reads, deepest, attempts, fills, fill_nodes, .. } = outcome;
        let words = [nodes, candidate_reads, deepest as u64, attempts, fills, fill_nodes];
        words.into_iter().chain(outcome.profile.placements).for_each(|word| hash.word(word));
        hash.word(outcome.board.hash64());
        hash.word(outcome.score.matched as u64);
    }
    Ok(hash.hash())
}

fn small(width: usize, height: usize, inner_colours: usize, seed: u64) -> Result<Puzzle, EngineError> {
    let spec = Specification { width, height, seed, frame_colours: 3, inner_colours, ..Specification::default() };
    generate(&spec).map(|g| g.puzzle).map_err(|e| EngineError::Unsupported(e.to_string()))
}

fn task(puzzle: Puzzle, preset: &'static str, settings: &'static [(&'static str, &'static str)], nodes: u64) -> Task {
    Task { puzzle, preset, settings, nodes }
}

/// The depth-first engine's work: the published settings, restarts, two breaks at a placement, wide keys,
/// steps without tables, small puzzles.
fn backtrack_work() -> Result<Vec<Task>, EngineError> {
    let two: &[_] = &[("breaks_per_placement", "2"), ("break_frame", "true"), ("node_cap", "50000")];
    let spiral: &[_] = &[("order", "spiral-in"), ("node_cap", "40000")];
    Ok(vec![
        task(official::puzzle(ClueSet::Starter), "blackwood-470", &[], 6_000_000),
        task(official::puzzle(ClueSet::Five), "five-clue", &[("node_cap", "1000000")], 3_000_000),
        task(official::puzzle(ClueSet::None), "general", &[], 1_000_000),
        task(small(6, 6, 6, 1)?, "general", two, 200_000),
        task(small(7, 5, 6, 2)?, "general", spiral, 200_000),
        task(small(8, 8, 60, 6)?, "general", spiral, 30_000),
        task(small(10, 10, 6, 3)?, "general", &[], 200_000),
        task(small(5, 5, 6, 4)?, "strict", &[], 200_000),
    ])
}

/// The work of limited-discrepancy search: both variants, both costs, both orders inside a wave, a quota, a
/// break schedule, steps without tables, exhausted puzzles.
fn lds_work() -> Result<Vec<Task>, EngineError> {
    let quota: &[_] = &[("quota", "blackwood"), ("quota_offset", "-6"), ("spend", "late")];
    let binary: &[_] = &[("discrepancy_cost", "binary"), ("allowance", "none")];
    let two: &[_] = &[("breaks_per_placement", "2"), ("break_frame", "true"), ("variant", "ilds")];
    let spiral: &[_] = &[("order", "spiral-in"), ("waves", "last"), ("discrepancies", "9")];
    Ok(vec![
        task(official::puzzle(ClueSet::Starter), "harvey-ginsberg", &[], 3_000_000),
        task(official::puzzle(ClueSet::Five), "korf", quota, 1_000_000),
        task(official::puzzle(ClueSet::Starter), "korf", binary, 1_000_000),
        task(small(6, 6, 6, 1)?, "general", two, 200_000),
        task(small(8, 8, 60, 6)?, "general", spiral, 30_000),
        task(small(5, 5, 6, 4)?, "strict", &[], 200_000),
    ])
}

/// The beam's work: its presets at small widths, every kind of noise, selection and de-duplication, steps
/// without tables, boards cut short.
fn beam_work() -> Result<Vec<Task>, EngineError> {
    let five = || official::puzzle(ClueSet::Five);
    let narrow: &[_] = &[("width", "500"), ("boards", "1"), ("dedup_from", "0")];
    let widening: &[_] = &[("width", "200"), ("width_schedule", "160:3x"), ("boards", "2")];
    let stochastic: &[_] = &[("width", "50"), ("boards", "1"), ("noise", "stochastic"), ("temperature", "0.2")];
    let sampled: &[_] = &[("width", "100"), ("selection", "sample"), ("fanout", "3"), ("dedup", "none")];
    let resampled: &[_] = &[("width", "100"), ("selection", "resample"), ("scarcity", "0.1"), ("two_breaks", "always")];
    let spiral: &[_] = &[("width", "100"), ("order", "spiral-in"), ("burn", "0.02"), ("burn_colours", "1,4")];
    Ok(vec![
        task(five(), "producer", narrow, u64::MAX),
        task(five(), "seed", widening, u64::MAX),
        task(five(), "comb", stochastic, u64::MAX),
        task(official::puzzle(ClueSet::Starter), "producer", sampled, 300_000),
        task(small(9, 8, 6, 1)?, "general", resampled, 300_000),
        task(small(10, 10, 60, 2)?, "general", spiral, 300_000),
    ])
}

/// One timed run with seed 1.
pub fn measure(engine: &dyn Engine, puzzle: &Puzzle, params: &Params, time: Duration) -> Result<Outcome, EngineError> {
    engine.run(puzzle, params, Seed::new(1), &Budget::of_time(time), &mut Silent)
}
