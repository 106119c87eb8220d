//! The engine under test.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use edgewise_puzzle::Puzzle;
use edgewise_search::{Budget, Engine, EngineError, Event, Params, Seed};

use crate::audits::Audit;
use crate::failure::Failure;
use crate::options::{Options, Settings};
use crate::trace::Trace;

/// The seed of runs that need no particular one.
pub const SEED: Seed = Seed { seed: 1, stream: 0 };

/// An engine with what it says about itself.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The engine.
    pub engine: &'a dyn Engine,
    /// What it says.
    pub options: &'a Options,
}

impl<'a> Subject<'a> {
    /// The subject of a check.
    pub fn new(engine: &'a dyn Engine, options: &'a Options) -> Subject<'a> {
        Subject { engine, options }
    }

    /// The parameters that suit `puzzle`.
    pub fn params(&self, puzzle: &Puzzle) -> Result<Params, Failure> {
        let table = self.engine.parameters();
        let name = match self.options.preset {
            Some(preset) => Some(preset(puzzle)),
            None => table.presets.first().map(|p| p.0),
        };
        match name {
            Some(name) => table.preset(name).map_err(|e| Failure::new(self.engine.name(), e.to_string())),
            None => Ok(table.defaults()),
        }
    }

    /// The parameters that `settings` stand for.
    pub fn settings(&self, settings: &Settings) -> Result<Params, Failure> {
        let failure = |e: edgewise_search::ParamError| Failure::new(self.engine.name(), e.to_string());
        let mut params = self.engine.parameters().preset(settings.preset).map_err(failure)?;
        for (name, text) in settings.set {
            params.set(name, text).map_err(failure)?;
        }
        Ok(params)
    }

    /// Runs on `puzzle` with the parameters that suit it; refusing is a failure.
    pub fn run(&self, puzzle: &Puzzle, seed: Seed, budget: &Budget) -> Result<Trace, Failure> {
        self.run_with(puzzle, &self.params(puzzle)?, seed, budget)
    }

    /// Runs for `nodes` nodes with [`SEED`] and checks the run by `audits`.
    pub fn audited(&self, puzzle: &Puzzle, nodes: u64, audits: &[Audit]) -> Result<Trace, Failure> {
        let trace = self.run(puzzle, SEED, &Budget::of_nodes(nodes))?;
        trace.audit(audits)?;
        Ok(trace)
    }

    /// Runs with `params`; refusing is a failure.
    pub fn run_with(&self, puzzle: &Puzzle, params: &Params, seed: Seed, budget: &Budget) -> Result<Trace, Failure> {
        let told = self.try_run(puzzle, params, seed, budget, &mut |_| {})?;
        told.map_err(|e| Failure::new(self.case(puzzle, params, seed, budget), format!("refused to run: {e}")))
    }

    /// Runs with `params` and shows every event to `watcher`. A panic is a failure; refusing is the
    /// inner error.
    pub fn try_run(
        &self,
        puzzle: &Puzzle,
        params: &Params,
        seed: Seed,
        budget: &Budget,
        watcher: &mut dyn FnMut(&Event),
    ) -> Result<Result<Trace, EngineError>, Failure> {
        let case = self.case(puzzle, params, seed, budget);
        let events = RefCell::new(Vec::new());
        let mut observer = |event: &Event| {
            events.borrow_mut().push(event.clone());
            watcher(event);
        };
        let run = AssertUnwindSafe(|| self.engine.run(puzzle, params, seed, budget, &mut observer));
        match catch_unwind(run) {
            Err(panic) => Err(Failure::new(case, format!("panicked: {}", words(panic.as_ref())))),
            Ok(Err(error)) => Ok(Err(error)),
            Ok(Ok(outcome)) => Ok(Ok(Trace {
                case,
                puzzle: puzzle.clone(),
                seed,
                budget: budget.clone(),
                filling: !self.switches_filling_off(params),
                events: events.into_inner(),
                outcome,
            })),
        }
    }

    /// Whether `params` hold the value that switches filling off.
    fn switches_filling_off(&self, params: &Params) -> bool {
        self.options
            .no_filling
            .is_some_and(|(name, off)| params.iter().any(|(other, value)| other == name && value.to_string() == off))
    }

    /// A run in words: whatever differs from the default.
    fn case(&self, puzzle: &Puzzle, params: &Params, seed: Seed, budget: &Budget) -> String {
        let defaults = self.engine.parameters().defaults();
        let changed = params.iter().zip(defaults.iter()).filter(|((_, value), (_, default))| value != default);
        let changed: Vec<String> = changed.map(|((name, value), _)| format!("{name}={}", shortened(value))).collect();
        let mut words = format!("{} on {}", self.engine.name(), puzzle.name());
        if !changed.is_empty() {
            words += &format!(", {}", changed.join(" "));
        }
        words += &format!(", seed {}/{}", seed.seed, seed.stream);
        let Budget { nodes, time, target, stop } = budget;
        for (limit, name) in [(nodes.map(|n| n.to_string()), "nodes"), (target.map(|t| t.to_string()), "target")] {
            words += &limit.map_or_else(String::new, |limit| format!(", {name} {limit}"));
        }
        words += &time.map_or_else(String::new, |time| format!(", time {time:?}"));
        words + if stop.is_raised() { ", flag raised" } else { "" }
    }
}

/// A value on one line of at most forty characters.
fn shortened(value: &impl ToString) -> String {
    value.to_string().chars().take(40).flat_map(char::escape_default).collect()
}

/// What a panic said.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text =
        panic.downcast_ref::<&str>().map(|s| (*s).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "something that is no text".to_owned()).replace('\n', " ")
}

impl Trace {
    /// Checks the run by `audits`.
    pub fn audit(&self, audits: &[Audit]) -> Result<(), Failure> {
        audits.iter().try_for_each(|audit| self.require(audit(self)))
    }

    /// Turns a complaint about this run into a failure.
    pub fn require(&self, kept: Result<(), String>) -> Result<(), Failure> {
        kept.map_err(|complaint| Failure::new(&self.case, complaint))
    }
}
