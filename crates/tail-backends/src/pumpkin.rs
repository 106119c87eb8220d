//! Pumpkin, a lazy clause generation solver in Rust (ConSol Lab, TU Delft, MIT or Apache 2.0), as a back end.
//!
//! Its all-different is pairwise and its bound comes last, so it is a cross-check of small tails more than a
//! road to large ones. The crates beneath `pumpkin-solver` are used, not that one: it would bring the command
//! line and file formats of the solver and compile C++ checkers.

use std::ops::ControlFlow;
use std::time::Instant;

use edgewise_puzzle::Placement;
use edgewise_tail::{Backend, Limits, Status, TailError, TailProblem, TailResult};
use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_core::constraints::NegatableConstraint;
use pumpkin_core::optimisation::OptimisationDirection;
use pumpkin_core::optimisation::linear_sat_unsat::LinearSatUnsat;
use pumpkin_core::results::{OptimisationResult, ProblemSolution, SolutionReference};
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::variables::{DomainId, Literal};
use pumpkin_core::{DefaultBrancher, Solver, predicate};

use crate::model::{Constraint, Model, Var};

/// Pumpkin, improving solutions until none is left. Its nodes are turns of its search loop: decisions and
/// conflicts. It has no bound short of the optimum, and takes no limit on memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pumpkin;

impl Backend for Pumpkin {
    fn name(&self) -> &'static str {
        "pumpkin"
    }

    fn solve(&self, problem: &TailProblem, limits: &Limits) -> Result<TailResult, TailError> {
        let started = Instant::now();
        let trivial = problem.base_score() + problem.seams();
        let mut turns = Turns { limits, started, count: 0 };
        let (status, found) = match Model::new(problem) {
            None => (Status::Infeasible, None),
            Some(model) => optimise(&model, &mut turns)?,
        };
        let read = |found: Found| (problem.refilled(&found.filling), problem.base_score() + found.matched);
        let (board, score) = found.map(read).unzip();
        Ok(TailResult {
            status,
            board,
            score,
            bound: score.filter(|_| status == Status::Optimal).unwrap_or(trivial),
            nodes: turns.count,
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

/// Ends the search at a limit, and counts its turns.
struct Turns<'a> {
    limits: &'a Limits,
    started: Instant,
    count: u64,
}

impl TerminationCondition for Turns<'_> {
    fn should_stop(&mut self) -> bool {
        let over = self.limits.stop.is_raised()
            || self.limits.nodes.is_some_and(|nodes| self.count >= nodes)
            || self.limits.time.is_some_and(|time| self.started.elapsed() >= time);
        self.count += u64::from(!over);
        over
    }
}

/// A solution.
struct Found {
    filling: Vec<Placement>,
    matched: usize,
}

/// Solves the model: how it stands, and the best solution.
fn optimise(model: &Model, turns: &mut Turns) -> Result<(Status, Option<Found>), TailError> {
    let mut solver = Solver::default();
    let variables: Vec<DomainId> =
        model.domains.iter().map(|domain| solver.new_sparse_integer(domain.clone())).collect();
    model.constraints.iter().for_each(|constraint| post(&mut solver, &variables, constraint));
    let matches: Vec<Literal> = model.matches.iter().map(|&seam| Literal::new(variables[seam])).collect();
    let all = matches.len() as i32;
    let objective = solver.new_bounded_integer(0, all);
    let tag = solver.new_constraint_tag();
    let sum = pumpkin_constraints::boolean_equals(vec![1; matches.len()], matches, objective, tag);
    solver.add_constraint(sum).post();

    let mut brancher = solver.default_brancher();
    let go_on =
        |_: &Solver, _: SolutionReference, _: &DefaultBrancher, _: &ResolutionResolver| ControlFlow::Continue(());
    let procedure = LinearSatUnsat::new(OptimisationDirection::Maximise, objective, go_on);
    let result: OptimisationResult<()> =
        solver.optimise(&mut brancher, turns, &mut ResolutionResolver::default(), procedure);
    let (status, solution) = match result {
        OptimisationResult::Optimal(solution) => (Status::Optimal, solution),
        OptimisationResult::Satisfiable(solution) | OptimisationResult::Stopped(solution, ()) => {
            (Status::Feasible, solution)
        }
        OptimisationResult::Unsatisfiable => return Ok((Status::Infeasible, None)),
        OptimisationResult::Unknown => return Ok((Status::Unknown, None)),
    };
    let value = |var: Var| Some(i64::from(solution.get_integer_value(variables[var])));
    let matched = model.matches.iter().filter(|&&seam| value(seam) == Some(1)).count();
    let why = "its solution lacks values".to_owned();
    let filling = model.filling(value).ok_or(TailError::Backend { backend: "pumpkin", why })?;
    Ok((status, Some(Found { filling, matched })))
}

fn post(solver: &mut Solver, variables: &[DomainId], constraint: &Constraint) {
    let tag = solver.new_constraint_tag();
    let of = |vars: &[Var]| -> Vec<DomainId> { vars.iter().map(|&var| variables[var]).collect() };
    match constraint {
        Constraint::AllDifferent(vars) => {
            solver.add_constraint(pumpkin_constraints::all_different(of(vars), tag)).post();
        }
        Constraint::Table { of: vars, rows } => {
            solver.add_constraint(pumpkin_constraints::table(of(vars), rows.clone(), tag)).post();
        }
        Constraint::Agree { matched, here, there } => {
            let equal = pumpkin_constraints::binary_equals(variables[*here], variables[*there], tag);
            equal.reify(solver, Literal::new(variables[*matched]));
        }
        Constraint::Shows { matched, here, colour } => {
            let (matched, here) = (Literal::new(variables[*matched]), variables[*here]);
            solver.add_clause([matched.get_false_predicate(), predicate![here == *colour]], tag);
            solver.add_clause([matched.get_true_predicate(), predicate![here != *colour]], tag);
        }
        Constraint::AtLeast { of, least } => {
            let bools: Vec<Literal> = of.iter().map(|&var| Literal::new(variables[var])).collect();
            let weights = vec![-1; bools.len()];
            let sum = pumpkin_constraints::boolean_less_than_or_equals(weights, bools, -least, tag);
            solver.add_constraint(sum).post();
        }
    }
}
