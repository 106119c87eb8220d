//! What a plan says of its tuning.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::moves::{Moves, Rule};
use crate::plan::{Plan, PlanError, Seeds};
use crate::results::Record;

/// The section `[tune]` of a plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tune {
    /// Settings that are raced against the best one.
    pub challengers: usize,
    /// Seeds of a race, at most.
    #[serde(default = "thirty_two")]
    pub race: usize,
    /// Seeds between two looks at a race.
    #[serde(default = "four")]
    pub block: usize,
    /// Seeds that no decision sees: the start and the best setting are compared over them at the end.
    pub fresh: Seeds,
    /// What is to be large.
    #[serde(default)]
    pub by: Measure,
    /// The seed of the draws of challengers.
    #[serde(default)]
    pub draw: u64,
    /// How challengers may differ, by parameter.
    pub moves: BTreeMap<String, Rule>,
}

fn thirty_two() -> usize {
    32
}

fn four() -> usize {
    4
}

/// What of a job is to be large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Its score.
    #[default]
    Score,
    /// Its deepest board.
    Deepest,
}

impl Measure {
    /// Its value of a finished job.
    pub fn of(self, record: &Record) -> f64 {
        match self {
            Measure::Score => record.score as f64,
            Measure::Deepest => record.deepest as f64,
        }
    }
}

impl Tune {
    /// Whether the tuning fits its plan.
    pub(crate) fn check(&self, plan: &Plan) -> Result<(), PlanError> {
        let wrong =
            |what: &str, expected: &str| PlanError::Tune { what: what.to_owned(), expected: expected.to_owned() };
        if plan.settings()?.len() != 1 {
            return Err(wrong("the plan's settings", "one to start from: neither axes nor several settings"));
        }
        if self.block < 2 || self.race < 2 * self.block {
            return Err(wrong("race and block", "at least 2 seeds a block and two blocks a race"));
        }
        let (seeds, fresh) = (plan.seed_list()?, self.fresh.list()?);
        if seeds.len() < 2 * self.race {
            let expected =
                format!("at least twice the {} of a race, so that a new best setting has its own", self.race);
            return Err(wrong(&format!("{} seeds", seeds.len()), &expected));
        }
        if fresh.iter().any(|seed| seeds.contains(seed)) {
            return Err(wrong("fresh", "seeds that are none of the plan's others"));
        }
        if self.moves.is_empty() {
            return Err(wrong("moves", "a parameter at least"));
        }
        self.rules().map(drop)
    }

    /// The rules, each with its parameter and weight.
    pub(crate) fn rules(&self) -> Result<Vec<(&str, Moves, u64)>, PlanError> {
        self.moves.iter().map(|(name, rule)| Ok((name.as_str(), rule.moves(name)?, rule.weight))).collect()
    }
}
