//! How the beam chooses.

use serde::{Deserialize, Serialize};

use crate::points::Points;

/// Most candidates of a level: what a trace holds in memory.
pub const MOST_CANDIDATES: u64 = 1 << 22;

/// What decides a run on a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeamSettings {
    /// Most survivors of a level; 0: all.
    pub width: usize,
    /// How survivors are chosen.
    pub rule: Rule,
    /// Of candidates alike in this way the best stays.
    pub likeness: Likeness,
    /// The depth at which families part: nodes with the same ancestor there are one family.
    pub family_depth: u32,
    /// Most survivors of one family on every level below `family_depth`; 0: no limit.
    pub family_most: usize,
    /// The seed of lotteries and noise.
    pub seed: u64,
}

impl Default for BeamSettings {
    /// Width 16, exact ties drawn.
    fn default() -> Self {
        BeamSettings {
            width: 16,
            rule: Rule::Lottery { tolerance: Points::ZERO },
            likeness: Likeness::None,
            family_depth: 2,
            family_most: 0,
            seed: 1,
        }
    }
}

/// How survivors are chosen among the candidates of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Rule {
    /// The best scores; exact ties go to the earlier path.
    Plain,
    /// The best scores; ties are drawn. Candidates no more than `tolerance` below the level's best tie with it.
    Lottery {
        /// Points.
        tolerance: Points,
    },
    /// The best scores with Gumbel noise of this temperature on each, fresh on every level.
    Gumbel {
        /// Points, above 0.
        temperature: Points,
    },
    /// The stochastic beam of Kool, van Hoof and Welling (2019): survivors are a sample without replacement of
    /// all paths, a child being likely by exp(gain / temperature) among its siblings.
    Stochastic {
        /// Points, above 0.
        temperature: Points,
    },
    /// A draw among the best `pool` × width scores.
    Sample {
        /// At least 1.
        pool: usize,
    },
}

/// When two candidates are duplicates. Nodes of a tree are never one state, so this is the coarse key of the seed
/// document and nothing finer: a path-aware key would merge nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Likeness {
    /// Never.
    None,
    /// When they made the same choices equally often, in whatever order: the like of "the same pieces used".
    Choices,
}

/// How much of a run is traced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Counts of every level.
    Counts,
    /// Every candidate of every level too.
    Nodes,
}

/// Why a run cannot be made.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum LabError {
    /// A setting is out of its range.
    #[error("lab: {name} {value}: expected {expected}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: String,
        /// Its range.
        expected: &'static str,
    },
    /// A level would have too many candidates.
    #[error("lab: width {width}: a level would have {candidates} candidates: expected at most {MOST_CANDIDATES}")]
    TooWide {
        /// The width, 0 for all.
        width: usize,
        /// The candidates.
        candidates: u128,
    },
}

impl BeamSettings {
    /// Checks the ranges, and that the levels of a tree with this branching and depth fit into memory.
    pub fn check(&self, branching: u32, depth: u32) -> Result<(), LabError> {
        let of = |name, value: String, expected| Err(LabError::Setting { name, value, expected });
        match self.rule {
            Rule::Gumbel { temperature } | Rule::Stochastic { temperature } if temperature <= Points::ZERO => {
                return of("temperature", temperature.value().to_string(), "a number above 0");
            }
            Rule::Lottery { tolerance } if tolerance < Points::ZERO => {
                return of("tolerance", tolerance.value().to_string(), "0 or more points");
            }
            Rule::Sample { pool: 0 } => return of("pool", "0".to_owned(), "at least 1"),
            _ => {}
        }
        if self.family_depth > depth {
            return of("family depth", self.family_depth.to_string(), "a depth of the tree");
        }
        // 36^24 is below 2^128 and beyond every width.
        let all = u128::from(branching).pow((depth - 1).min(24));
        let parents = if self.width == 0 { all } else { all.min(self.width as u128) };
        let candidates = parents.saturating_mul(branching.into());
        match candidates > MOST_CANDIDATES.into() {
            true => Err(LabError::TooWide { width: self.width, candidates }),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_out_of_range_are_named() {
        let message = |s: BeamSettings, depth| s.check(4, depth).unwrap_err().to_string();
        let default = BeamSettings::default();
        assert_eq!(default.check(4, 14), Ok(()));
        assert_eq!(BeamSettings { width: 0, ..default }.check(4, 11), Ok(()));
        assert_eq!(
            message(BeamSettings { width: 0, ..default }, 12),
            "lab: width 0: a level would have 16777216 candidates: expected at most 4194304"
        );
        assert_eq!(BeamSettings { width: 0, ..default }.check(1, 64), Ok(()));
        assert!(BeamSettings { width: 0, ..default }.check(36, 64).is_err());
        for rule in [Rule::Gumbel { temperature: Points::ZERO }, Rule::Stochastic { temperature: Points::ZERO }] {
            assert_eq!(message(BeamSettings { rule, ..default }, 9), "lab: temperature 0: expected a number above 0");
        }
        assert!(message(BeamSettings { rule: Rule::Sample { pool: 0 }, ..default }, 9).contains("pool 0"));
        let tolerance = Points::ZERO - Points::ONE;
        assert!(message(BeamSettings { rule: Rule::Lottery { tolerance }, ..default }, 9).contains("tolerance -1"));
        assert!(message(BeamSettings { family_depth: 10, ..default }, 9).contains("family depth 10"));
    }
}
