//! What `solve` does for a puzzle: a list of legs, each an engine preset with its share of the
//! budget.
//!
//! The official set goes straight to the backtracker: in a minute on one core it beats
//! every published engine; with all five clues and the schedule computed from its tree it is level with
//! the beams in a minute and ahead in ten (docs/BACKTRACK.md). Any other puzzle gets a strict search first, which
//! solves small and easy ones outright, and then the break-tolerant one.

use std::borrow::Cow;
use std::rc::Rc;
use std::time::{Duration, Instant};

use edgewise_backtrack::default_preset;
use edgewise_puzzle::Puzzle;
use edgewise_search::{Budget, Engine, EngineError, Event, Outcome, ParamError, Params, Progress, StopReason, shared};

use crate::closing::close;
use crate::crew::{Crew, Report, add_counts, worth};
use crate::engines;

/// Time kept back for refilling the last cells, at most.
const CLOSING: Duration = Duration::from_millis(700);

/// One part of the work.
#[derive(Clone)]
pub struct Leg {
    /// The engine.
    pub engine: Rc<dyn Engine>,
    /// Whether one engine uses all threads; otherwise each thread runs an engine of its own, with its
    /// own stream of the seed.
    pub joint: bool,
    /// The preset's name.
    pub preset: Cow<'static, str>,
    /// Its parameters.
    pub params: Params,
    /// Percent of the budget; the last leg gets what is left.
    pub share: u32,
    /// Nodes it takes at most where the budget has no nodes and no time.
    pub nodes_without_limit: Option<u64>,
}

impl Leg {
    /// All of the budget for the engine called `name` (see [`engines::NAMES`]) with a preset and its
    /// parameters, on so many threads.
    ///
    /// # Panics
    /// Without such an engine.
    pub fn whole(name: &str, threads: usize, preset: impl Into<Cow<'static, str>>, params: Params) -> Leg {
        let listed = engines::with_threads(name, threads).unwrap_or_else(|| panic!("no engine called {name}"));
        let (engine, joint) = (Rc::from(listed.engine), listed.joint);
        Leg { engine, joint, preset: preset.into(), params, share: 100, nodes_without_limit: None }
    }
}

/// The legs for `puzzle` on so many threads.
pub fn legs(puzzle: &Puzzle, threads: usize) -> Result<Vec<Leg>, ParamError> {
    let depth_first = |preset: &'static str| {
        edgewise_backtrack::TABLE.preset(preset).map(|params| Leg::whole("backtrack", threads, preset, params))
    };
    match default_preset(puzzle) {
        "general" => {
            let strict = Leg { share: 30, nodes_without_limit: Some(2_000_000_000), ..depth_first("strict")? };
            Ok(vec![strict, depth_first("general")?])
        }
        preset => Ok(vec![depth_first(preset)?]),
    }
}

/// The work of a session: legs one after the other on a crew.
pub struct Work<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The legs, at least one.
    pub legs: &'a [Leg],
    /// The seed; every leg takes jump streams of its own.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// Whether the best board's last cells are refilled exactly at the end.
    pub closes: bool,
    /// Checkpoints of the first leg to go on from, by worker.
    pub checkpoints: &'a [Option<String>],
}

impl Work<'_> {
    /// Runs the legs until one solves the puzzle, reaches the target or is stopped. `hear` gets the
    /// leg's number and its reports, progress with earlier legs' nodes included. The outcome has the
    /// best board of all legs and the sums of what they spent; its profile is that of the leg that found
    /// the board and of those with the same order.
    pub fn run(
        &self,
        budget: &Budget,
        mut hear: impl FnMut(usize, Report<'_>),
    ) -> Result<Option<Outcome>, EngineError> {
        let began = Instant::now();
        let mut so_far: Option<Outcome> = None;
        // Closing has its own part of the time.
        let kept_back = |time: Duration| if self.closes { (time / 20).min(CLOSING) } else { Duration::ZERO };
        let searched = Budget { time: budget.time.map(|time| time - kept_back(time)), ..budget.clone() };
        // Which leg the best board is from.
        let mut finder = 0;
        for (i, leg) in self.legs.iter().enumerate() {
            let spent = so_far.as_ref().map_or(0, |o| o.nodes);
            let part = share_of(leg, i + 1 == self.legs.len(), &searched, spent, began.elapsed());
            let before = so_far.as_ref().map_or(Progress::default(), progress_of);
            let crew = Crew {
                engine: leg.engine.as_ref(),
                puzzle: self.puzzle,
                params: &leg.params,
                seed: self.seed,
                first_stream: i * self.threads,
                threads: if leg.joint { 1 } else { self.threads },
                checkpoints: if i == 0 { self.checkpoints } else { &[] },
            };
            let outcome = crew
                .work(&part, |report| {
                    let offset = match report {
                        Report::Event { worker, event, total } => {
                            Report::Event { worker, event, total: after(&before, &total) }
                        }
                        Report::Tick(total) => Report::Tick(after(&before, &total)),
                    };
                    hear(i, offset);
                })?
                .outcome;
            let over = matches!(outcome.stop, StopReason::Solved | StopReason::Target | StopReason::Flag);
            so_far = Some(match so_far {
                None => outcome,
                Some(before) => {
                    finder = if worth(self.puzzle, &outcome) > worth(self.puzzle, &before) { i } else { finder };
                    self.join(before, outcome)
                }
            });
            if over {
                break;
            }
        }
        if let Some(outcome) = &mut so_far {
            self.close(finder, budget, outcome, &mut hear)?;
            outcome.seconds = began.elapsed().as_secs_f64();
        }
        Ok(so_far)
    }

    /// Refills the last cells of the best board, found by leg `finder`, unless it has what was asked for or its
    /// holes are to stay open. After Ctrl-C too: it takes less than a second.
    fn close(
        &self,
        finder: usize,
        budget: &Budget,
        outcome: &mut Outcome,
        hear: &mut impl FnMut(usize, Report<'_>),
    ) -> Result<(), EngineError> {
        let params = &self.legs[finder].params;
        let fills = params.integer("fill_holes") > 0;
        if !self.closes || !fills || matches!(outcome.stop, StopReason::Solved | StopReason::Target) {
            return Ok(());
        }
        let order = shared::order(params, self.puzzle)?;
        if close(self.puzzle, &order, outcome) {
            let Outcome { board, score, nodes, .. } = outcome.clone();
            let unfilled = outcome.unfilled.as_ref().map(|(board, _)| board.clone());
            let event = Event::Improved { board, score, nodes, unfilled };
            hear(finder, Report::Event { worker: 0, event: &event, total: progress_of(outcome) });
            if budget.target.is_some_and(|target| outcome.score.matched >= target) {
                outcome.stop = StopReason::Target;
            }
            if outcome.score.breaks == 0 {
                outcome.stop = StopReason::Solved;
            }
        }
        Ok(())
    }

    /// The better board of two legs, with both legs' sums and the later leg's stop reason.
    fn join(&self, before: Outcome, later: Outcome) -> Outcome {
        let stop = later.stop;
        let later_is_better = worth(self.puzzle, &later) > worth(self.puzzle, &before);
        let (mut best, other) = if later_is_better { (later, before) } else { (before, later) };
        add_counts(&mut best, &other);
        best.profile.add(&other.profile);
        best.stop = stop;
        best
    }
}

fn progress_of(outcome: &Outcome) -> Progress {
    Progress {
        nodes: outcome.nodes,
        candidate_reads: outcome.candidate_reads,
        restarts: outcome.attempts,
        depth: 0,
        deepest: outcome.deepest,
        best: Some(outcome.score.matched),
        fills: outcome.fills,
    }
}

/// Progress `now` after earlier legs left `before`.
fn after(before: &Progress, now: &Progress) -> Progress {
    Progress {
        nodes: before.nodes + now.nodes,
        candidate_reads: before.candidate_reads + now.candidate_reads,
        restarts: before.restarts + now.restarts,
        depth: now.depth,
        deepest: before.deepest.max(now.deepest),
        best: before.best.max(now.best),
        fills: before.fills + now.fills,
    }
}

/// A leg's part of what is left of a budget.
fn share_of(leg: &Leg, last: bool, budget: &Budget, spent_nodes: u64, spent_time: Duration) -> Budget {
    let nodes_left = budget.nodes.map(|n| n.saturating_sub(spent_nodes));
    let time_left = budget.time.map(|t| t.saturating_sub(spent_time));
    if last {
        return Budget { nodes: nodes_left, time: time_left, ..budget.clone() };
    }
    let unlimited = nodes_left.is_none() && time_left.is_none();
    Budget {
        nodes: if unlimited { leg.nodes_without_limit } else { nodes_left.map(|n| n / 100 * u64::from(leg.share)) },
        time: time_left.map(|t| t / 100 * leg.share),
        ..budget.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::generate::{Specification, generate};
    use edgewise_puzzle::{ClueSet, official};

    #[test]
    fn official_puzzles_take_one_leg_with_their_own_preset() {
        let names = |puzzle: &Puzzle| {
            let name = |leg: &Leg| format!("{} {} {}", leg.engine.name(), leg.preset, leg.joint);
            legs(puzzle, 2).unwrap().iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(names(&official::puzzle(ClueSet::Starter)), ["backtrack blackwood-470 false"]);
        assert_eq!(names(&official::puzzle(ClueSet::Five)), ["backtrack five-forecast false"]);
        let small = edgewise_puzzle::generate::generate(&Default::default()).unwrap().puzzle;
        assert_eq!(names(&small), ["backtrack strict false", "backtrack general false"]);
        let legs = legs(&small, 2).unwrap();
        let budget = Budget::of_nodes(1000);
        let first = share_of(&legs[0], false, &budget, 0, Duration::ZERO);
        let second = share_of(&legs[1], true, &budget, 250, Duration::ZERO);
        assert_eq!((first.nodes, second.nodes), (Some(300), Some(750)));
        let long = Budget::of_time(Duration::MAX);
        assert!(share_of(&legs[0], false, &long, 0, Duration::ZERO).time.is_some());
    }

    #[test]
    fn legs_share_nodes_and_the_best_board_wins() {
        let spec = Specification { width: 9, height: 9, inner_colours: 12, seed: 5, ..Default::default() };
        let puzzle = generate(&spec).unwrap().puzzle;
        let legs = legs(&puzzle, 2).unwrap();
        for threads in [1, 2] {
            let work = Work { puzzle: &puzzle, legs: &legs, seed: 3, threads, closes: false, checkpoints: &[] };
            let (mut last, mut best, mut legs_heard) = (0, 0, vec![]);
            let outcome = work
                .run(&Budget::of_nodes(400_000), |leg, report| {
                    let (Report::Tick(total) | Report::Event { total, .. }) = report;
                    assert!(total.nodes >= last, "nodes only grow, over legs too");
                    last = total.nodes;
                    best = best.max(total.best.unwrap_or(0));
                    legs_heard.push(leg);
                })
                .unwrap()
                .unwrap();
            assert_eq!(outcome.nodes, 400_000);
            assert_eq!(outcome.score, puzzle.score(&outcome.board));
            assert!(outcome.score.matched >= best);
            assert!(legs_heard.contains(&0) && legs_heard.contains(&1));
            let again = work.run(&Budget::of_nodes(400_000), |_, _| ()).unwrap().unwrap();
            assert_eq!(again.board, outcome.board, "reproducible with {threads} threads");
        }
    }

    #[test]
    fn profiles_of_workers_and_of_legs_with_the_same_order_add_up() {
        let spec = Specification { width: 9, height: 9, inner_colours: 12, seed: 5, ..Default::default() };
        let puzzle = generate(&spec).unwrap().puzzle;
        let other_orders = legs(&puzzle, 2).unwrap();
        let mut one_order = other_orders.clone();
        one_order[0].params.set("order", "blackwood").unwrap();
        for threads in [1, 2] {
            let run = |legs: &[Leg]| {
                let work = Work { puzzle: &puzzle, legs, seed: 3, threads, closes: false, checkpoints: &[] };
                let outcome = work.run(&Budget::of_nodes(400_000), |_, _| ()).unwrap().unwrap();
                assert_eq!(outcome.profile.breaks.best.breaks() as usize, outcome.score.breaks);
                (outcome.profile.placements.iter().sum::<u64>(), outcome.profile.breaks.sampled.boards)
            };
            // A worker is sampled after 2^12 placements, and again 2^18 later.
            assert_eq!(run(&one_order), (400_000, if threads == 1 { 3 } else { 4 }));
            // Of legs that go different ways, the one that found the board: 30 or 70 %.
            let (nodes, _) = run(&other_orders);
            assert!(nodes == 120_000 || nodes == 280_000, "{nodes}");
        }
    }

    #[test]
    fn a_target_in_the_first_leg_ends_the_work() {
        let puzzle = generate(&Specification { seed: 9, ..Default::default() }).unwrap().puzzle;
        let legs = legs(&puzzle, 2).unwrap();
        let work = Work { puzzle: &puzzle, legs: &legs, seed: 1, threads: 1, closes: false, checkpoints: &[] };
        let budget = Budget { target: Some(60), nodes: Some(50_000_000), ..Budget::default() };
        let outcome = work.run(&budget, |leg, _| assert_eq!(leg, 0)).unwrap().unwrap();
        assert_eq!(outcome.stop, StopReason::Target);
        assert!(outcome.score.matched >= 60 && outcome.nodes < 15_000_000);
    }

    #[test]
    fn a_raised_flag_is_the_reason() {
        let puzzle = official::puzzle(ClueSet::Starter);
        let legs = legs(&puzzle, 2).unwrap();
        let work = Work { puzzle: &puzzle, legs: &legs, seed: 1, threads: 2, closes: false, checkpoints: &[] };
        let budget = Budget { nodes: Some(2_000), ..Budget::default() };
        budget.stop.raise();
        assert_eq!(work.run(&budget, |_, _| ()).unwrap().unwrap().stop, StopReason::Flag);
    }
}
