//! How a search tree grows: of every step, how many candidates with no, one and two breaks a board has that
//! comes to it. [`crate::forecast`] says what follows from it.

use std::cell::Cell;
use std::ops::AddAssign;

use edgewise_puzzle::Puzzle;
use edgewise_search::{EngineError, Params, Seed, StopFlag};

use crate::compiled::Compiled;
use crate::forecast::{Model, first_position};
use crate::lanes::{Lanes, Portable};
use crate::node_loop::{Pause, Search};
use crate::parameters::Settings;
use crate::schedule::Schedule;

/// Placements between two looks at the stop flag.
const BATCH: u64 = 1 << 20;
/// Trees searched to their ends, each in another order, that are enough.
const MOST_TREES: u32 = 64;
/// Last positions that may all break where growth is measured.
const FREE: usize = 10;
/// Numbers of breaks that a tally tells apart; boards with more count with these.
const MOST: usize = 63;

/// Counts placements by step, breaks before and breaks paid.
#[derive(Clone, Debug)]
pub(crate) struct Tally(Vec<Cell<u64>>);

impl Tally {
    pub(crate) fn new(steps: usize) -> Tally {
        Tally(vec![Cell::new(0); steps * (MOST + 1) * 3])
    }

    fn at(step: usize, before: usize, paid: usize) -> usize {
        (step * (MOST + 1) + before.min(MOST)) * 3 + paid
    }

    /// One more placement at `step` that pays `paid` breaks after `before`.
    pub(crate) fn note(&self, step: usize, before: u32, paid: u8) {
        if let Some(count) = self.0.get(Tally::at(step, before as usize, usize::from(paid))) {
            count.set(count.get() + 1);
        }
    }

    fn get(&self, step: usize, before: usize, paid: usize) -> u64 {
        self.0[Tally::at(step, before, paid)].get()
    }
}

/// What one step saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StepGrowth {
    /// Placements.
    pub placements: u64,
    /// Boards that came to it and might have paid 0, 1 and 2 breaks.
    pub boards: [u64; 3],
    /// Placements that paid them.
    pub paid: [u64; 3],
}

/// How a tree grows, by step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Growth {
    /// The steps' positions in the order.
    pub positions: Vec<usize>,
    /// What each saw.
    pub steps: Vec<StepGrowth>,
}

impl AddAssign<&Growth> for Growth {
    fn add_assign(&mut self, other: &Growth) {
        if self.steps.is_empty() {
            self.clone_from(other);
            return;
        }
        for (own, more) in self.steps.iter_mut().zip(&other.steps) {
            own.placements += more.placements;
            for paid in 0..3 {
                own.boards[paid] += more.boards[paid];
                own.paid[paid] += more.paid[paid];
            }
        }
    }
}

/// Measures the growth of the tree of `params` on `puzzle` over `nodes` placements (fewer if `stop` is raised
/// or the tree ends).
pub fn measure(
    puzzle: &Puzzle,
    params: &Params,
    seed: Seed,
    nodes: u64,
    stop: &StopFlag,
) -> Result<Growth, EngineError> {
    measured(puzzle, Settings::read(params, puzzle)?, seed, nodes, stop)
}

/// [`measure`] for settings that are read.
fn measured(
    puzzle: &Puzzle,
    settings: Settings,
    seed: Seed,
    nodes: u64,
    stop: &StopFlag,
) -> Result<Growth, EngineError> {
    let settings = Settings { tally: true, ..settings };
    let compiled = Compiled::new(puzzle, &settings)?;
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "avx512vbmi",
        target_feature = "avx512bw",
        target_feature = "avx512vl",
        target_feature = "bmi2"
    ))]
    if puzzle.pieces().len() <= 256 {
        return Ok(run::<crate::lanes::Vbmi>(puzzle, &settings, compiled, seed, nodes, stop));
    }
    Ok(if puzzle.pieces().len() <= 256 {
        run::<Portable<4>>(puzzle, &settings, compiled, seed, nodes, stop)
    } else {
        run::<Portable<7>>(puzzle, &settings, compiled, seed, nodes, stop)
    })
}

/// Attempt after attempt, as the engine makes them, without arrivals.
fn run<L: Lanes>(
    puzzle: &Puzzle,
    settings: &Settings,
    mut compiled: Compiled,
    seed: Seed,
    nodes: u64,
    stop: &StopFlag,
) -> Growth {
    let mut rng = seed.rng();
    compiled.begin_attempt(settings, &mut rng);
    let mut search: Search<L> = Search::new(&mut compiled, puzzle, settings.strands);
    // Growth is summed up attempt by attempt, each with the schedule it had.
    let mut growth = Growth::default();
    let (mut done, mut of_attempt, mut attempts, mut trees) = (0, 0, 1, 0);
    while done < nodes && !compiled.plan.steps.is_empty() && !stop.is_raised() {
        let cap = settings.attempts.cap(attempts);
        let fuel = BATCH.min(nodes - done).min(cap - of_attempt);
        let (pause, rest) = search.advance(&mut compiled, puzzle, fuel);
        (done, of_attempt) = (done + fuel - rest, of_attempt + fuel - rest);
        if pause == Pause::Exhausted || of_attempt >= cap {
            growth += &summed(&compiled, settings);
            let empty = of_attempt == 0;
            trees += u32::from(pause == Pause::Exhausted);
            let one_tree = settings.wobble == 0 && compiled.copies == 1;
            if pause == Pause::Exhausted && (one_tree || empty || trees == MOST_TREES) {
                return growth;
            }
            (of_attempt, attempts) = (0, attempts + 1);
            compiled.begin_attempt(settings, &mut rng);
            compiled.rules.iter_mut().for_each(|rules| rules.tally = Some(Tally::new(compiled.plan.steps.len())));
            search.restart(&mut compiled, puzzle);
        }
    }
    growth += &summed(&compiled, settings);
    growth
}

/// The growth that the tally of `compiled` has.
fn summed(compiled: &Compiled, settings: &Settings) -> Growth {
    let steps = &compiled.plan.steps;
    let mut growth = Growth {
        positions: steps.iter().map(|step| step.position).collect(),
        steps: vec![StepGrowth::default(); steps.len()],
    };
    let Some(tally) = compiled.rules.as_ref().and_then(|rules| rules.tally.as_ref()) else { return growth };
    // Boards that come to the step, by their breaks.
    let mut boards = vec![0u64; MOST + 1];
    boards[0] = 1;
    for (step, seen) in growth.steps.iter_mut().enumerate() {
        let allowed = compiled.breaks(compiled.steps[step].allowed) as usize;
        for paid in 0..3 {
            let may = paid == 0 || paid <= usize::from(settings.breaks_per_placement);
            let able = boards.iter().enumerate().filter(|(before, _)| may && (paid == 0 || before + paid <= allowed));
            seen.boards[paid] = able.map(|(_, boards)| boards).sum();
            seen.paid[paid] = (0..=MOST).map(|before| tally.get(step, before, paid)).sum();
        }
        seen.placements = seen.paid.iter().sum();
        boards.fill(0);
        for (before, paid) in (0..=MOST).flat_map(|before| (0..3).map(move |paid| (before, paid))) {
            boards[(before + paid).min(MOST)] += tally.get(step, before, paid);
        }
    }
    growth
}

/// Measures the growth that matters for boards of `breaks` breaks, in four rounds of `nodes` / 4 placements:
/// with the schedule of `params`, with one that breaks early and evenly, and twice with the best one by what
/// is known so far, loosened. All but the first may break at every one of the last positions too, so that
/// boards come to them. Tells `hear` of every round. A round is an attempt at least, with openings of its own.
pub fn survey(
    puzzle: &Puzzle,
    params: &Params,
    breaks: usize,
    seed: u64,
    nodes: u64,
    stop: &StopFlag,
    hear: &mut dyn FnMut(usize, &Growth),
) -> Result<Growth, EngineError> {
    let settings = Settings::read(params, puzzle)?;
    let (length, from) = (settings.order.cells.len(), first_position(&settings));
    let round_nodes = (nodes / 4).max(1);
    let mut growth = Growth::default();
    for round in 0..4 {
        let mut params = params.clone();
        let best = |more: usize| Model::of(&growth, from).map(|model| model.best(breaks + more).positions().to_vec());
        let evenly = || {
            let more = (breaks + 4).min(length - from);
            (0..more).map(|i| (from + i * (length - from) / more).min(length - 1)).collect()
        };
        let schedule = match round {
            0 => None,
            1 => Some(evenly()),
            2 => best(3),
            _ => best(1),
        };
        let loosened = schedule.map(|mut positions| {
            positions.extend(length.saturating_sub(FREE)..length);
            Schedule::of(positions)
        });
        let cap = settings.attempts.cap(1).min(round_nodes);
        params.set("node_cap", &cap.to_string()).map_err(EngineError::Param)?;
        let mut settings = Settings::read(&params, puzzle)?;
        if let Some(schedule) = loosened {
            settings.schedule = schedule;
        }
        growth += &measured(puzzle, settings, Seed::new(seed.wrapping_add(round)), round_nodes, stop)?;
        hear(round as usize + 1, &growth);
        if stop.is_raised() {
            break;
        }
    }
    Ok(growth)
}
