//! Jobs: a setting with a seed, and a key that says everything that decides its result.

use edgewise_puzzle::Puzzle;
use edgewise_puzzle::fnv::Fnv;
use edgewise_search::{Engine, ParamError, Params};

use crate::plan::{Plan, PlanError, Setting};

/// One run of one setting.
#[derive(Clone, Debug)]
pub struct Job {
    /// The key: equal exactly for equal work.
    pub key: String,
    /// The setting's number in the plan.
    pub setting: usize,
    /// The setting's name.
    pub name: String,
    /// The parameters.
    pub params: Params,
    /// The seed.
    pub seed: u64,
}

/// Why the jobs of a plan cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// The plan itself.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A setting's parameters.
    #[error("plan, setting `{setting}`: {error}")]
    Setting {
        /// The setting.
        setting: String,
        /// What is wrong.
        error: String,
    },
    /// The parameters of an engine in a comparison.
    #[error("{entrant}: {error}")]
    Entrant {
        /// The engine.
        entrant: String,
        /// What is wrong.
        error: String,
    },
}

/// All jobs of a plan, seed by seed, so that an interrupted study has whole rows of settings to
/// compare.
pub fn jobs(plan: &Plan, puzzle: &Puzzle, engine: &dyn Engine, default_preset: &str) -> Result<Vec<Job>, JobError> {
    let settings = plan.settings()?;
    let mut prepared = Vec::with_capacity(settings.len());
    for setting in &settings {
        let wrong = |error: String| JobError::Setting { setting: setting.name.clone(), error };
        let params = params_of(setting, engine, default_preset).map_err(|e| wrong(e.to_string()))?;
        engine.check(puzzle, &params).map_err(|e| wrong(e.to_string()))?;
        prepared.push(params);
    }
    let mut jobs = Vec::new();
    for seed in plan.seed_list()? {
        for (index, params) in prepared.iter().enumerate() {
            jobs.push(Job::new(plan, puzzle, (index, &settings[index].name), params, seed));
        }
    }
    Ok(jobs)
}

impl Job {
    /// The job of the plan's setting with this number and name.
    pub(crate) fn new(plan: &Plan, puzzle: &Puzzle, setting: (usize, &str), params: &Params, seed: u64) -> Job {
        let (nodes, seconds) = (plan.budget.nodes.unwrap_or(0), plan.budget.seconds.unwrap_or(0.0));
        Job {
            key: key(&plan.engine, puzzle, params, seed, [nodes, seconds.to_bits()], ""),
            setting: setting.0,
            name: setting.1.to_owned(),
            params: params.clone(),
            seed,
        }
    }
}

fn params_of(setting: &Setting, engine: &dyn Engine, default_preset: &str) -> Result<Params, ParamError> {
    let mut params = engine.parameters().preset(setting.preset.as_deref().unwrap_or(default_preset))?;
    for (name, value) in &setting.parameters {
        params.set(name, value)?;
    }
    Ok(params)
}

/// A hash of puzzle, engine, every parameter, seed, budget and, if there is one, what else decides the record, as
/// sixteen hexadecimal digits.
pub(crate) fn key(engine: &str, puzzle: &Puzzle, params: &Params, seed: u64, budget: [u64; 2], beyond: &str) -> String {
    let mut hash = Fnv::default();
    hash.word(puzzle.hash64());
    let mut text = |part: &str| {
        part.bytes().for_each(|b| hash.byte(b));
        hash.byte(0);
    };
    text(engine);
    for (name, value) in params.iter() {
        text(name);
        text(&value.to_string());
    }
    hash.word(seed);
    budget.into_iter().for_each(|word| hash.word(word));
    beyond.bytes().for_each(|b| hash.byte(b));
    format!("{:016x}", hash.hash())
}
