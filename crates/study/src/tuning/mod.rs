//! Tuning: a search for the best setting of an engine.
//!
//! It starts from a plan's setting. Challengers that differ from the best setting so far by one or two
//! drawn changes are raced against it over the same seeds, block by block: a challenger that falls behind
//! is dropped after few seeds, one that is better takes the best one's place. A change that won and can go
//! on is tried again first. A new best setting starts on seeds of its own, without the luck that it won
//! with. At the end start and best are compared over seeds that no decision has seen.
//!
//! All of it is decided by the plan and its finished jobs, and jobs are on disk as they finish. So a
//! tuning that was stopped and is run again goes over what is there and on from it, and with a budget of
//! nodes it comes to the same end on any machine. Source: the races of ROAR (Hutter, Hoos and Leyton-Brown,
//! 2011) with the one-change neighbours of ParamILS (Hutter et al., 2009).
//!
//! * [`plan`]: what a plan says of it
//! * [`moves`]: how challengers differ
//! * [`race`]: when they are dropped, and when they have won
//! * [`report`]: its tables

pub mod moves;
pub mod plan;
pub mod race;
pub mod report;

use std::collections::BTreeSet;

use edgewise_puzzle::Rng;
use edgewise_search::{Params, StopFlag};

use crate::job::{Job, JobError};
use crate::plan::PlanError;
use crate::results::{Record, Results};
use crate::run::Study;
use crate::work::{RunReport, StudyError};
use moves::{Change, Moves};
pub use plan::{Measure, Tune};
use race::Verdict;

/// Draws of a challenger before the tuning gives up: all neighbours may have been tried.
const DRAWS: usize = 1000;

/// A challenger that was raced.
#[derive(Clone, Debug)]
pub struct Trial {
    /// How it differs from the best setting of the time: parameter and change.
    pub changes: Vec<(String, Change)>,
    /// Its differences to that, seed by seed.
    pub differences: Vec<f64>,
    /// What became of it; [`Verdict::GoOn`] if the race is not over.
    pub verdict: Verdict,
}

/// What a tuning came to so far.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The setting it started from.
    pub start: Params,
    /// The best one.
    pub best: Params,
    /// The races, in order.
    pub trials: Vec<Trial>,
    /// The jobs of start and best over fresh seeds, once all races are over.
    pub fresh: Vec<Job>,
    /// Whether everything is finished.
    pub finished: bool,
}

/// How a tuning goes on.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// A job is finished.
    Job(&'a Record),
    /// A race is over; so many of all are.
    Race(&'a Trial, usize),
}

/// A challenger about to be raced.
struct Challenger {
    params: Params,
    changes: Vec<(String, Change)>,
}

/// A tuning under way.
struct Tuner<'a> {
    study: &'a Study<'a>,
    tune: &'a Tune,
    seeds: Vec<u64>,
    best: Params,
    /// Where in `seeds` the races against the best setting begin.
    offset: usize,
    /// Settings tried, as text.
    tried: BTreeSet<String>,
    rng: Rng,
}

/// Tunes the setting of `study`, whose plan says how, telling `hear` as it goes. Where `stop` is raised, what
/// is finished decides how far it gets.
pub fn tune(
    study: &Study<'_>,
    results: &mut Results,
    stop: &StopFlag,
    hear: &(dyn Fn(News<'_>) + Sync),
) -> Result<Tuned, StudyError> {
    let none = || PlanError::Tune { what: "the plan".to_owned(), expected: "a section [tune]".to_owned() };
    let tune = study.plan.tune.as_ref().ok_or_else(|| JobError::Plan(none()))?;
    let start = study.jobs.first().map(|job| job.params.clone()).ok_or_else(|| JobError::Plan(none()))?;
    let seeds = study.plan.seed_list().map_err(JobError::Plan)?;
    let mut tuner = Tuner {
        study,
        tune,
        seeds,
        best: start.clone(),
        offset: 0,
        tried: BTreeSet::from([written(&start)]),
        rng: Rng::new(tune.draw),
    };
    let mut tuned = Tuned { best: start.clone(), start, trials: Vec::new(), fresh: Vec::new(), finished: false };
    tuner.check_moves()?;
    while tuned.trials.len() < tune.challengers {
        let Some(challenger) = tuner.challenger(tuned.trials.last())? else { break };
        let trial = tuner.race(&challenger, results, stop, hear)?;
        let verdict = trial.verdict;
        tuned.trials.push(trial);
        if verdict == Verdict::GoOn {
            return Ok(tuned);
        }
        if verdict == Verdict::Won {
            tuned.best = challenger.params;
        }
        if let Some(trial) = tuned.trials.last() {
            hear(News::Race(trial, tuned.trials.len()));
        }
    }
    for seed in tune.fresh.list().map_err(JobError::Plan)? {
        tuned.fresh.push(tuner.job((0, "start"), &tuned.start, seed));
        if written(&tuned.best) != written(&tuned.start) {
            tuned.fresh.push(tuner.job((1, "best"), &tuned.best, seed));
        }
    }
    tuned.finished = tuner.run(&tuned.fresh, results, stop, hear)?.left == 0;
    Ok(tuned)
}

/// All parameters as text: equal for equal settings.
fn written(params: &Params) -> String {
    params.iter().map(|(name, value)| format!("{name}={value}\n")).collect()
}

impl Tuner<'_> {
    fn job(&self, setting: (usize, &str), params: &Params, seed: u64) -> Job {
        Job::new(self.study.plan, self.study.puzzle, setting, params, seed)
    }

    fn run(
        &self,
        jobs: &[Job],
        results: &mut Results,
        stop: &StopFlag,
        hear: &(dyn Fn(News<'_>) + Sync),
    ) -> Result<RunReport, StudyError> {
        let study = Study { jobs, ..*self.study };
        study.run(results, stop, |record, _, _| hear(News::Job(record)))
    }

    /// Whether the moves fit the parameters that they start from.
    fn check_moves(&self) -> Result<(), StudyError> {
        let wrong = |what: String, expected: String| JobError::Plan(PlanError::Tune { what, expected });
        for (name, moves, _) in self.tune.rules().map_err(JobError::Plan)? {
            let value = value(&self.best, name)?;
            if let Some(expected) = moves.expected(&value) {
                return Err(wrong(format!("moves of `{name}`, which is `{value}`"), expected.to_owned()).into());
            }
            let Moves::Values(values) = moves else { continue };
            for value in values {
                let mut params = self.best.clone();
                let refused = params.set(name, &value).err().map(|error| error.to_string()).or_else(|| {
                    self.study.engine.check(self.study.puzzle, &params).err().map(|error| error.to_string())
                });
                if let Some(error) = refused {
                    return Err(wrong(
                        format!("moves of `{name}`, {error}"),
                        "values that the engine takes".to_owned(),
                    )
                    .into());
                }
            }
        }
        Ok(())
    }

    /// The next challenger: what won just now once more, or a draw. None where draws lead nowhere new.
    fn challenger(&mut self, last: Option<&Trial>) -> Result<Option<Challenger>, StudyError> {
        let again = last.filter(|trial| trial.verdict == Verdict::Won).map(|trial| trial.changes.clone());
        if let Some(changes) = again.filter(|changes| changes.iter().all(|(_, change)| change.goes_on()))
            && let Some(challenger) = self.changed(changes)
        {
            return Ok(Some(challenger));
        }
        let rules = self.tune.rules().map_err(JobError::Plan)?;
        let weights: u64 = rules.iter().map(|rule| rule.2).sum();
        for _ in 0..DRAWS {
            // One challenger in four makes two changes.
            let count = if self.rng.below(4) == 0 { 2 } else { 1 };
            let mut changes = Vec::with_capacity(count);
            for _ in 0..count {
                let mut at = self.rng.below(weights);
                let drawn = rules.iter().find(|(_, _, weight)| match at.checked_sub(*weight) {
                    Some(rest) => {
                        at = rest;
                        false
                    }
                    None => true,
                });
                if let Some((name, moves, _)) = drawn {
                    let change = moves.draw(&value(&self.best, name)?, &mut self.rng);
                    changes.push(((*name).to_owned(), change));
                }
            }
            if let Some(challenger) = self.changed(changes) {
                return Ok(Some(challenger));
            }
        }
        Ok(None)
    }

    /// The best setting with `changes`, if that is a setting not tried yet.
    fn changed(&mut self, changes: Vec<(String, Change)>) -> Option<Challenger> {
        let mut params = self.best.clone();
        for (name, change) in &changes {
            let value = change.apply(&value(&params, name).ok()?)?;
            params.set(name, &value).ok()?;
        }
        self.study.engine.check(self.study.puzzle, &params).ok()?;
        self.tried.insert(written(&params)).then_some(Challenger { params, changes })
    }

    /// Races a challenger against the best setting, and puts it in its place if it wins.
    fn race(
        &mut self,
        challenger: &Challenger,
        results: &mut Results,
        stop: &StopFlag,
        hear: &(dyn Fn(News<'_>) + Sync),
    ) -> Result<Trial, StudyError> {
        let mut trial = Trial { changes: challenger.changes.clone(), differences: Vec::new(), verdict: Verdict::GoOn };
        let seeds: Vec<u64> = self.seeds.iter().cycle().skip(self.offset).take(self.tune.race).copied().collect();
        for (number, block) in seeds.chunks(self.tune.block).enumerate() {
            let pair = |&seed: &u64| {
                [self.job((0, "best so far"), &self.best, seed), self.job((1, "challenger"), &challenger.params, seed)]
            };
            let jobs: Vec<Job> = block.iter().flat_map(pair).collect();
            if self.run(&jobs, results, stop, hear)?.left > 0 {
                return Ok(trial);
            }
            let measured = |job: &Job| results.get(&job.key).map(|record| self.tune.by.of(record));
            let differences = jobs.chunks(2).filter_map(|pair| Some(measured(&pair[1])? - measured(&pair[0])?));
            trial.differences.extend(differences);
            let deviation = race::deviation(&trial.differences);
            let last = trial.differences.len() >= seeds.len();
            trial.verdict = race::verdict(&trial.differences, deviation, number == 0, last);
            if trial.verdict != Verdict::GoOn {
                break;
            }
        }
        if trial.verdict == Verdict::Won {
            self.best.clone_from(&challenger.params);
            self.offset = (self.offset + self.tune.race) % self.seeds.len();
        }
        Ok(trial)
    }
}

/// A parameter's value as text.
fn value(params: &Params, name: &str) -> Result<String, StudyError> {
    let found = params.iter().find(|(known, _)| *known == name.replace('-', "_"));
    let missing = || {
        let known = params.iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
        PlanError::Tune { what: format!("moves of `{name}`"), expected: format!("one of {known}") }
    };
    found.map(|(_, value)| value.to_string()).ok_or_else(|| JobError::Plan(missing()).into())
}
