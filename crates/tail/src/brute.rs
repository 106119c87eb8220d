//! Brute force: every arrangement of the pool. The oracle of the tests.

use std::time::Instant;

use edgewise_puzzle::{Placement, Sides, opposite};

use crate::backend::{Backend, Limits, Status, TailResult};
use crate::error::TailError;
use crate::problem::{Meets, Option4, TailProblem};

/// Tries everything, slot by slot, with no bound and no memory; only the cap cuts. For about eight cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct BruteForce;

impl Backend for BruteForce {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn solve(&self, problem: &TailProblem, limits: &Limits) -> Result<TailResult, TailError> {
        let started = Instant::now();
        let options = (0..problem.slots().len()).map(|slot| problem.options(slot)).collect();
        let n = problem.slots().len();
        let mut walk = Walk {
            problem,
            options,
            limits,
            started,
            laid: vec![None; n],
            used: vec![false; problem.pool().len()],
            best: None,
            nodes: 0,
            cut: false,
        };
        walk.fill(0);
        let score = walk.best.as_ref().map(|(score, _)| *score);
        Ok(TailResult {
            status: match (score.is_some(), walk.cut) {
                (true, false) => Status::Optimal,
                (true, true) => Status::Feasible,
                (false, false) => Status::Infeasible,
                (false, true) => Status::Unknown,
            },
            board: walk.best.as_ref().map(|(_, filling)| problem.refilled(filling)),
            score,
            bound: match score {
                Some(score) if !walk.cut => score,
                _ => problem.base_score() + problem.seams(),
            },
            nodes: walk.nodes,
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

struct Walk<'a> {
    problem: &'a TailProblem,
    options: Vec<Vec<Option4>>,
    limits: &'a Limits,
    started: Instant,
    laid: Vec<Option<(Placement, Sides)>>,
    used: Vec<bool>,
    best: Option<(usize, Vec<Placement>)>,
    nodes: u64,
    cut: bool,
}

impl Walk<'_> {
    fn fill(&mut self, slot: usize) {
        if slot == self.laid.len() {
            return self.judge();
        }
        for i in 0..self.options[slot].len() {
            let option = self.options[slot][i];
            if self.used[option.index] {
                continue;
            }
            self.nodes += 1;
            self.cut |= self.is_over();
            if self.cut {
                return;
            }
            self.used[option.index] = true;
            self.laid[slot] = Some((option.placement, option.sides));
            self.fill(slot + 1);
            self.used[option.index] = false;
            self.laid[slot] = None;
        }
    }

    fn is_over(&self) -> bool {
        self.limits.nodes.is_some_and(|n| self.nodes > n)
            || self.nodes.is_multiple_of(4096)
                && (self.limits.stop.is_raised() || self.limits.time.is_some_and(|t| self.started.elapsed() >= t))
    }

    /// Scores the full refill side by side, as the definitions have it.
    fn judge(&mut self) {
        let (mut twice, mut over) = (0, false);
        for (slot, laid) in self.problem.slots().iter().zip(&self.laid) {
            let Some((_, sides)) = laid else { return };
            let mut incoming_breaks = 0;
            for side in 0..4 {
                let (there, worth) = match slot.meets[side] {
                    Meets::Rim | Meets::Open => continue,
                    Meets::Frozen(colour) => (colour, 2),
                    Meets::Slot(other) => match self.laid[other] {
                        Some((_, theirs)) => (theirs[opposite(side)], 1),
                        None => return,
                    },
                };
                if self.problem.puzzle().seam_matches(sides[side], there) {
                    twice += worth;
                } else {
                    incoming_breaks += u8::from(slot.incoming[side]);
                }
            }
            over |= self.problem.cap().is_some_and(|cap| incoming_breaks > cap);
        }
        let score = self.problem.base_score() + twice / 2;
        if !over && self.best.as_ref().is_none_or(|(best, _)| score > *best) {
            let filling = self.laid.iter().flatten().map(|(placement, _)| *placement).collect();
            self.best = Some((score, filling));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::TailOptions;
    use crate::verdict::{Verdict, assess};
    use edgewise_puzzle::generate::{Specification, generate};

    #[test]
    fn a_disordered_corner_is_put_right_and_a_solved_one_is_tight() {
        for seed in 0..10 {
            let spec =
                Specification { width: 4, height: 4, frame_colours: 3, inner_colours: 4, seed, ..Default::default() };
            let made = generate(&spec).unwrap();
            let free = [5, 6, 9, 10, 14];
            let ask = |board| TailProblem::new(&made.puzzle, board, &free, &TailOptions::default()).unwrap();
            let tight = assess(&ask(&made.solution), &BruteForce, &Limits::default()).unwrap();
            assert_eq!((tight.verdict, tight.delta, tight.result.score), (Verdict::Tight, Some(0), Some(24)));
            let mut board = made.solution.clone();
            board.set(5, made.solution.get(6));
            board.set(6, made.solution.get(5));
            let assessed = assess(&ask(&board), &BruteForce, &Limits::default()).unwrap();
            assert_eq!(assessed.result.score, Some(24));
            let cut = BruteForce.solve(&ask(&board), &Limits::of_nodes(1)).unwrap();
            assert_eq!((cut.status, cut.bound), (Status::Unknown, 24));
        }
    }
}
