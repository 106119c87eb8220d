//! Determinism: the same orders give the same run, other seeds another.

use edgewise_puzzle::{ClueSet, Puzzle, official};
use edgewise_search::{Budget, Engine, Event, Seed};

use crate::failure::{Failure, require};
use crate::options::Options;
use crate::puzzles::{odd, ordinary, vast};
use crate::subject::{SEED, Subject};
use crate::trace::Trace;

/// Puzzles of every kind.
fn mixed() -> Result<Vec<Puzzle>, Failure> {
    let mut all = vec![official::puzzle(ClueSet::Starter)];
    all.extend(vast()?.into_iter().take(1));
    all.extend(ordinary()?.into_iter().step_by(4));
    all.extend(odd::rims()?.into_iter().step_by(5));
    all.extend(odd::largest()?.into_iter().rev().take(1));
    Ok(all)
}

/// An event without what time has to do with: checkpoints hold times and are an engine's own matter.
fn timeless(event: &Event) -> Event {
    match event {
        Event::Profile(profile) => Event::Profile(Box::new(profile.timeless())),
        Event::Checkpoint(_) => Event::Checkpoint(String::new()),
        other => other.clone(),
    }
}

/// Both runs told and left the same, wall time aside.
fn same(one: &Trace, other: &Trace) -> Result<(), Failure> {
    let (a, b) = (one.outcome.timeless(), other.outcome.timeless());
    let events = |trace: &Trace| trace.events.iter().map(timeless).collect::<Vec<_>>();
    other.require(require(a == b && events(one) == events(other), || {
        let what = |t: &Trace| {
            let (o, hash) = (&t.outcome, t.outcome.board.hash64());
            format!(
                "{} with {} nodes, {} reads, {} events, board {hash:016x}",
                o.score.matched,
                o.nodes,
                o.candidate_reads,
                t.events.len()
            )
        };
        format!("a second run left {}, the first ({}) {}", what(other), one.case, what(one))
    }))
}

/// The same puzzle, parameters, seed and node budget give the same outcome and events: one after the
/// other, and side by side on two threads.
pub fn the_same_seed_gives_the_same_outcome(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let budget = Budget::of_nodes(2_000);
    for (number, puzzle) in (0..).zip(&mixed()?) {
        let seed = Seed { seed: number, stream: number as usize % 3 };
        let run = || Subject::new(engine, options).run(puzzle, seed, &budget);
        let first = run()?;
        same(&first, &run()?)?;
        let panicked = |_| Failure::new(puzzle.name(), "the thread of a run panicked");
        let (left, right) = std::thread::scope(|scope| {
            let (left, right) = (scope.spawn(run), scope.spawn(run));
            (left.join(), right.join())
        });
        same(&first, &left.map_err(panicked)??)?;
        same(&first, &right.map_err(panicked)??)?;
    }
    Ok(())
}

/// Other seeds, and other streams of one seed, give other boards on puzzles with a choice. Asked of
/// engines that are [`seeded`](Options::seeded).
pub fn other_seeds_and_streams_give_other_boards(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    if !options.seeded {
        return Ok(());
    }
    let subject = Subject::new(engine, options);
    let far = Seed { seed: u64::MAX, stream: 0 };
    let seeds = [SEED, Seed::new(0), Seed::new(2), far, Seed { seed: 1, stream: 1 }, Seed { seed: 1, stream: 2 }];
    for puzzle in [vec![official::puzzle(ClueSet::Starter)], vast()?].concat() {
        let mut seen: Vec<Trace> = Vec::new();
        for seed in seeds {
            let trace = subject.run(&puzzle, seed, &Budget::of_nodes(3_000))?;
            let twin = seen.iter().find(|other| other.outcome.board == trace.outcome.board);
            trace.require(twin.map_or(Ok(()), |twin| Err(format!("the board of another seed ({})", twin.case))))?;
            seen.push(trace);
        }
    }
    Ok(())
}

/// The [`twins`](Options::twins) of the engine do exactly what it does.
pub fn twins_agree(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    for puzzle in &mixed()? {
        for nodes in [1, 10_000] {
            let run = |engine| Subject::new(engine, options).run(puzzle, Seed::new(nodes), &Budget::of_nodes(nodes));
            let first = run(engine)?;
            options.twins.iter().try_for_each(|&twin| same(&first, &run(twin)?))?;
        }
    }
    Ok(())
}
