//! Our own exact method: prices, a beam, and questions one break apart.
//!
//! 1. *Bound*: the priced relaxation (`relax`), improved by subgradient steps; supply and
//!    demand of colours beside it (`balance`).
//! 2. *Incumbent*: what stands on the board, where it is a refill; else or better, a beam in the same states.
//! 3. *Proof*: from the bound upwards, "is there a refill with at most b breaks?" by depth-first search with
//!    a table of hopeless states (`branch`), until the incumbent is reached or beaten; from both ends
//!    once a question from one end has become dear.
//!
//! A cap is part of every step (the search order puts a slot after all that comes in to it), so no state needs
//! to know of it, and states are only ever merged if pieces and frontier colours are the same: dominance among
//! different colours would be unsound under a cap.

use std::time::Instant;

use crate::backend::{Backend, Limits, Status, TailResult};
use crate::beam::{Refill, beam};
use crate::branch::{Answer, Branch, Question};
use crate::error::TailError;
use crate::layout::Layout;
use crate::problem::TailProblem;
use crate::relax::{NEVER, Relaxation, breaks_of};
use crate::table::Table;
use crate::walk::Walk;

/// Name of the method.
const NAME: &str = "own";

/// The method and its settings. None of them changes a proven answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Own {
    /// Survivors of a beam step; 0 for no beam.
    pub beam_width: usize,
    /// Most states of a step of the relaxation.
    pub relaxed_states: usize,
    /// Subgradient steps; fewer where the relaxation is large.
    pub rounds: usize,
    /// Pieces the relaxation tracks at most; each doubles its table.
    pub tracked: usize,
    /// Nodes of a question above which the next ones are asked from both ends.
    pub one_sided: u64,
    /// Bytes of memory where no limit is given.
    pub memory: usize,
}

impl Default for Own {
    /// Chosen by trials on the two-row tails of the seed study.
    fn default() -> Own {
        Own { beam_width: 1000, relaxed_states: 4096, rounds: 300, tracked: 8, one_sided: 200_000, memory: 4 << 30 }
    }
}

/// Progress of a solve.
#[derive(Default)]
struct Found {
    refill: Option<Refill>,
    /// No refill has fewer breaks.
    least: usize,
    /// No refill has as few breaks as asked for.
    none: bool,
    nodes: u64,
}

impl Found {
    /// Whether something is left to prove.
    fn is_open(&self) -> bool {
        !self.none && self.refill.as_ref().is_none_or(|refill| usize::from(refill.breaks) > self.least)
    }

    /// Takes the answer to "at most `most` breaks?".
    fn hear(&mut self, answer: Answer, most: usize, within: usize) {
        match answer {
            Answer::Yes(refill) => self.refill = Some(refill),
            Answer::No => self.least = most + 1,
            Answer::Cut => {}
        }
        self.none = self.refill.is_none() && self.least > within;
    }
}

/// What a solve is about.
#[derive(Clone, Copy)]
struct Task<'a> {
    problem: &'a TailProblem,
    layout: &'a Layout,
    limits: &'a Limits,
    started: Instant,
    /// Most breaks a refill may have.
    within: usize,
}

impl Backend for Own {
    fn name(&self) -> &'static str {
        NAME
    }

    fn solve(&self, problem: &TailProblem, limits: &Limits) -> Result<TailResult, TailError> {
        self.within(problem, problem.seams(), limits)
    }
}

impl Own {
    /// Solves `problem`, but looks only for refills that break at most `within` of its seams: infeasible then
    /// means that there is none of those.
    ///
    /// # Errors
    /// If the pool has more than 64 pieces or the region is too wide for a state to be written down.
    pub fn within(&self, problem: &TailProblem, within: usize, limits: &Limits) -> Result<TailResult, TailError> {
        let started = Instant::now();
        let layout = Layout::new(problem, NAME)?;
        let task = Task { problem, layout: &layout, limits, started, within: within.min(problem.seams()) };
        let found = self.search(&task)?;
        let most = problem.base_score() + problem.seams();
        let score = found.refill.as_ref().map(|refill| most - usize::from(refill.breaks));
        let bound = if found.none { most } else { most - found.least };
        Ok(TailResult {
            status: match score {
                Some(score) if score == bound => Status::Optimal,
                Some(_) => Status::Feasible,
                None if found.none => Status::Infeasible,
                None => Status::Unknown,
            },
            board: found.refill.map(|refill| problem.refilled(&refill.placements)),
            score,
            bound,
            nodes: found.nodes,
            seconds: started.elapsed().as_secs_f64(),
        })
    }

    fn search(&self, task: &Task<'_>) -> Result<Found, TailError> {
        let Task { problem, layout, limits, started, within } = *task;
        let standing = standing(problem).filter(|refill| usize::from(refill.breaks) <= within);
        let mut found = Found { refill: standing, ..Found::default() };
        let memory = limits.memory.unwrap_or(self.memory);
        let relaxation = self.relax(layout, limits, started, memory);
        found.least = breaks_of(relaxation.root()).max(layout.ledger.to_come(&layout.ledger.start) as usize);
        if relaxation.root() == NEVER || found.least > within {
            return Ok(Found { none: true, ..found });
        }
        let walk = Walk::new(layout, &relaxation).ok_or_else(too_wide)?;
        self.sweep_beams(&walk, &|| is_over(limits, started, 1), within, &mut found);
        let tables = memory.saturating_sub(relaxation.bytes());
        let mut branch = Branch::new(&walk, limits, Table::new(tables / 2), started, found.nodes);
        let from_one_end = self.rounds == 0 || layout.is_capped();
        while found.is_open() {
            // Without a refill, and where there need not be one: first whether there is any at all.
            let must_exist = found.refill.is_some() || self.beam_width == 0;
            let most = if must_exist { found.least } else { within };
            let nodes = if from_one_end || !must_exist { u64::MAX } else { self.one_sided };
            match branch.ask(Question { most: most as u8, early: u8::MAX, half: 0, nodes }) {
                Answer::Cut => break,
                answer => found.hear(answer, most, within),
            }
        }
        found.nodes = branch.nodes;
        if found.is_open() && !branch.is_over() {
            let memory = tables / 2;
            self.prove_from_both_ends(task, branch, memory, &mut found)?;
        }
        found.least = found.least.min(within);
        Ok(found)
    }

    /// Goes on with `forward`'s questions, half of each asked from the other end.
    fn prove_from_both_ends(
        &self,
        task: &Task<'_>,
        mut forward: Branch<'_>,
        memory: usize,
        found: &mut Found,
    ) -> Result<(), TailError> {
        let Task { problem, layout, limits, started, within } = *task;
        let reversed = layout.reversed(problem);
        let relaxation = self.relax(&reversed, limits, started, memory);
        let walk = Walk::new(&reversed, &relaxation).ok_or_else(too_wide)?;
        let table = Table::new(memory.saturating_sub(relaxation.bytes()));
        let mut backward = Branch::new(&walk, limits, table, started, forward.nodes);
        let half = layout.len() / 2;
        let mut early = found.least / 2;
        while found.is_open() {
            let most = found.least;
            let ask =
                |early: usize, half: usize| Question { most: most as u8, early: early as u8, half, nodes: u64::MAX };
            let began = forward.nodes;
            let mut answer = forward.ask(ask(early, half));
            backward.nodes = forward.nodes;
            if answer == Answer::No && early < most {
                answer = backward.ask(ask(most - early - 1, layout.len() - half));
            }
            let (first, second) = (forward.nodes - began, backward.nodes - forward.nodes);
            forward.nodes = backward.nodes;
            found.nodes = backward.nodes;
            if answer == Answer::Cut {
                break;
            }
            found.hear(answer, most, within);
            // The break more that the next question allows goes to the end where it costs less. Neither end's rest
            // shrinks, so both tables stay valid.
            early += usize::from(first < second);
        }
        Ok(())
    }

    /// A narrow beam, and where that leaves a gap a wide one. Both look only for what beats the incumbent.
    fn sweep_beams(&self, walk: &Walk<'_>, is_over: &dyn Fn() -> bool, within: usize, found: &mut Found) {
        for width in [self.beam_width.div_ceil(16), self.beam_width] {
            let most = found.refill.as_ref().map_or(within, |refill| usize::from(refill.breaks).saturating_sub(1));
            if width == 0 || found.none || most < found.least || found.refill.is_some() && most + 1 == found.least {
                return;
            }
            let beam = beam(walk, width, most as u8, is_over);
            found.nodes += beam.nodes;
            match beam.refill {
                Some(refill) => found.refill = Some(refill),
                None if beam.complete && found.refill.is_some() => found.least = most + 1,
                None => found.none = beam.complete,
            }
        }
    }

    /// The relaxation with the best prices found, and the pieces it did worst with tracked.
    fn relax(&self, layout: &Layout, limits: &Limits, started: Instant, memory: usize) -> Relaxation {
        let mut relaxation = Relaxation::new(layout, self.relaxed_states);
        if relaxation.root() == NEVER || self.rounds == 0 {
            return relaxation;
        }
        let misuse = relaxation.improve(layout, self.rounds, &|| is_over(limits, started, 4));
        if is_over(limits, started, 2) {
            return relaxation;
        }
        // Half the memory at most is the relaxation's, and not more of it than a search has use for.
        let most = (memory / 2).min(1 << 28) / relaxation.bytes().max(1);
        let tracked = (self.tracked as u32).min(most.checked_ilog2().unwrap_or(0)) as usize;
        let mut worst: Vec<u8> = (0..layout.pieces as u8).filter(|&p| misuse[usize::from(p)] > 0).collect();
        worst.sort_by_key(|&p| std::cmp::Reverse(misuse[usize::from(p)]));
        worst.truncate(tracked);
        relaxation.track(layout, &worst);
        relaxation
    }
}

/// Whether a `share`-th of the time is over, or all is to stop.
fn is_over(limits: &Limits, started: Instant, share: u32) -> bool {
    limits.stop.is_raised() || limits.time.is_some_and(|time| share * started.elapsed() >= time)
}

/// A region whose states do not fit a key.
fn too_wide() -> TailError {
    let why = "the region is too wide for its states to be written down: expected a narrower one".to_owned();
    TailError::Unsupported { backend: NAME, why }
}

/// What stands on the free cells of the given board, if it is a refill that keeps rim and cap.
fn standing(problem: &TailProblem) -> Option<Refill> {
    let placements = problem.slots().iter().map(|slot| problem.given().get(slot.cell)).collect::<Option<Vec<_>>>()?;
    let breaks = problem.base_score() + problem.seams() - problem.given_score();
    problem.stands(problem.cap()).then_some(Refill { placements, breaks: breaks as u8 })
}
