//! Plan files.
//!
//! ```toml
//! about = "How far to lower the quota for the five clues"
//! puzzle = "eternity2"          # or a puzzle file, read by the caller
//! clues = "five"
//! engine = "backtrack"          # or another name of `edgewise_portfolio::engines`
//! preset = "five-clue"          # the base of every setting; the engine's own default if absent
//! seeds = "1..=8"               # or a list of numbers
//! budget = { seconds = 60 }     # or nodes
//!
//! [fixed]                       # changed in every setting
//! fill_share = 10
//!
//! [axes]                        # every combination is a setting
//! quota_offset = [-4, -6, -8]
//!
//! [[setting]]                   # single settings beside the axes, with names of their own
//! name = "no fills"
//! fill_holes = 0
//!
//! [tune]                        # a search for the best setting instead of axes; see `tuning`
//! challengers = 60
//!
//! [[published]]                 # figures to print beside its own; see `published`
//! setting = "no fills"
//! median = 455
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::published::Published;
use crate::tuning::Tune;

/// A plan as its file says it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What the study is for.
    #[serde(default)]
    pub about: String,
    /// Built-in name or file of the puzzle.
    #[serde(default = "eternity2")]
    pub puzzle: String,
    /// `starter`, `five` or `none`; a file's own clues if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clues: Option<String>,
    /// The engine.
    #[serde(default = "backtrack")]
    pub engine: String,
    /// The preset every setting starts from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The seeds.
    pub seeds: Seeds,
    /// What each job may spend.
    pub budget: JobBudget,
    /// A score worth counting: the table then says how many jobs reached it in an hour of their time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub good: Option<usize>,
    /// Another plan, whose boards are made first and are what `prior = "corpus"` means in this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corpus: Option<String>,
    /// Parameters changed in every setting.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fixed: BTreeMap<String, toml::Value>,
    /// Parameters with several values: every combination is a setting.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub axes: BTreeMap<String, Vec<toml::Value>>,
    /// Settings with names.
    #[serde(default, rename = "setting", skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<NamedSetting>,
    /// A search for the best setting, which starts from the plan's only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tune: Option<Tune>,
    /// Published figures to print beside its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub published: Vec<Published>,
}

fn eternity2() -> String {
    "eternity2".to_owned()
}

fn backtrack() -> String {
    "backtrack".to_owned()
}

/// Seeds: a range such as `1..=40`, or a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Seeds {
    /// `first..=last`.
    Range(String),
    /// Each by itself.
    List(Vec<u64>),
}

/// A job's budget: exactly one of the two.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobBudget {
    /// Nodes; such a study gives the same numbers on every machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Wall time in seconds on one core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// A setting with a name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NamedSetting {
    /// Its name in the table.
    pub name: String,
    /// A preset of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Its parameters.
    #[serde(flatten)]
    pub parameters: BTreeMap<String, toml::Value>,
}

/// A setting of a plan: a name, the preset below it, and parameters as text in the order they are
/// set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its name: `quota_offset=-6`, or its own.
    pub name: String,
    /// The preset it starts from.
    pub preset: Option<String>,
    /// Parameters and values.
    pub parameters: Vec<(String, String)>,
}

/// Why a plan cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Not TOML, or not a plan.
    #[error("plan: {0}")]
    Toml(String),
    /// The seeds make no sense.
    #[error("plan: seeds `{0}`: expected a range such as 1..=40, or a list of different numbers")]
    Seeds(String),
    /// The budget is none or two.
    #[error("plan: budget: expected exactly one of nodes and seconds, above 0")]
    Budget,
    /// A published figure belongs to no setting, or is none.
    #[error("plan: published, {what}: expected {expected}")]
    Published {
        /// What does not fit.
        what: String,
        /// What would.
        expected: String,
    },
    /// The search for the best setting makes no sense.
    #[error("plan: tune, {what}: expected {expected}")]
    Tune {
        /// What does not fit.
        what: String,
        /// What would.
        expected: String,
    },
    /// A value has no form as a parameter.
    #[error(
        "plan: `{name}`: expected a number, text, true or false, or a list of whole numbers; of an axis at least one"
    )]
    Value {
        /// The parameter.
        name: String,
    },
}

impl Seeds {
    /// Reads `1..=40`, or numbers separated by commas.
    pub fn parse(text: &str) -> Result<Seeds, PlanError> {
        let bad = || PlanError::Seeds(text.to_owned());
        let seeds = match text.split(',').map(|word| word.trim().parse()).collect() {
            Ok(list) => Seeds::List(list),
            Err(_) => Seeds::Range(text.to_owned()),
        };
        seeds.list().map_err(|_| bad())?;
        Ok(seeds)
    }

    /// Each once, in order.
    pub fn list(&self) -> Result<Vec<u64>, PlanError> {
        match self {
            Seeds::List(seeds) => {
                let mut once = seeds.clone();
                once.sort_unstable();
                once.dedup();
                let good = !seeds.is_empty() && once.len() == seeds.len();
                if good { Ok(seeds.clone()) } else { Err(PlanError::Seeds(format!("{seeds:?}"))) }
            }
            Seeds::Range(text) => {
                let ends =
                    text.split_once("..=").and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
                let good = ends.filter(|(first, last)| first <= last && last - first < 1_000_000u64);
                good.map(|(first, last)| (first..=last).collect()).ok_or_else(|| PlanError::Seeds(text.clone()))
            }
        }
    }
}

impl Plan {
    /// Reads a plan file's text.
    pub fn parse(text: &str) -> Result<Plan, PlanError> {
        let plan: Plan = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].lines().count().max(1));
            let what = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            PlanError::Toml(format!("line {line}: {what}"))
        })?;
        plan.seed_list()?;
        plan.check_published(&plan.settings()?)?;
        plan.tune.as_ref().map_or(Ok(()), |tune| tune.check(&plan))?;
        let JobBudget { nodes, seconds } = plan.budget;
        let good = match (nodes, seconds) {
            (Some(nodes), None) => nodes > 0,
            (None, Some(seconds)) => seconds > 0.0 && seconds < 1e8,
            _ => false,
        };
        if good { Ok(plan) } else { Err(PlanError::Budget) }
    }

    fn check_published(&self, settings: &[Setting]) -> Result<(), PlanError> {
        for entry in &self.published {
            if let Some(name) = entry.setting.as_ref().filter(|name| settings.iter().all(|s| s.name != **name)) {
                let names: Vec<&str> = settings.iter().map(|s| s.name.as_str()).collect();
                return Err(PlanError::Published {
                    what: format!("setting `{name}`"),
                    expected: format!("one of {}", names.join(", ")),
                });
            }
            if entry.by_score().is_none() {
                let words: Vec<&str> = entry.scores.keys().map(String::as_str).collect();
                return Err(PlanError::Published {
                    what: format!("scores {}", words.join(", ")),
                    expected: "whole numbers".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// The plan as the text of a file.
    pub fn to_toml(&self) -> Result<String, PlanError> {
        toml::to_string(self)
            .map_err(|e| PlanError::Toml(e.to_string().split_whitespace().collect::<Vec<_>>().join(" ")))
    }

    /// The seeds, each once, in the plan's order.
    pub fn seed_list(&self) -> Result<Vec<u64>, PlanError> {
        self.seeds.list()
    }

    /// The settings: the combinations of the axes (one plain setting where there are neither axes nor
    /// named settings), then the named ones.
    pub fn settings(&self) -> Result<Vec<Setting>, PlanError> {
        let fixed = texts(&self.fixed)?;
        let mut combinations: Vec<Vec<(String, String)>> = vec![Vec::new()];
        for (name, values) in &self.axes {
            if values.is_empty() {
                return Err(PlanError::Value { name: name.clone() });
            }
            let mut grown = Vec::new();
            for before in &combinations {
                for value in values {
                    let mut next = before.clone();
                    next.push((name.clone(), text(name, value)?));
                    grown.push(next);
                }
            }
            combinations = grown;
        }
        if self.axes.is_empty() && !self.settings.is_empty() {
            combinations.clear();
        }
        let mut settings = Vec::new();
        for own in combinations {
            let words: Vec<String> = own.iter().map(|(name, value)| format!("{name}={}", shortened(value))).collect();
            let name = if words.is_empty() { "base".to_owned() } else { words.join(" ") };
            let parameters = fixed.iter().cloned().chain(own).collect();
            settings.push(Setting { name, preset: self.preset.clone(), parameters });
        }
        for named in &self.settings {
            let parameters = fixed.iter().cloned().chain(texts(&named.parameters)?).collect();
            let preset = named.preset.clone().or_else(|| self.preset.clone());
            settings.push(Setting { name: named.name.clone(), preset, parameters });
        }
        number_twins(&mut settings);
        Ok(settings)
    }
}

/// Gives settings of the same name (values from files may look alike) numbers, so that a name means one of them.
fn number_twins(settings: &mut [Setting]) {
    let mut names = std::collections::BTreeSet::new();
    for setting in settings {
        let (plain, mut n) = (setting.name.clone(), 1);
        while !names.insert(setting.name.clone()) {
            n += 1;
            setting.name = format!("{plain} ({n})");
        }
    }
}

/// A value on one line of a name: what came from a file is cut short.
fn shortened(value: &str) -> String {
    let line = value.lines().next().unwrap_or_default();
    if line.len() < value.len() || line.chars().count() > 60 {
        line.chars().take(40).chain("..".chars()).collect()
    } else {
        line.to_owned()
    }
}

fn texts(values: &BTreeMap<String, toml::Value>) -> Result<Vec<(String, String)>, PlanError> {
    values.iter().map(|(name, value)| Ok((name.clone(), text(name, value)?))).collect()
}

/// A parameter's value as it would be typed.
pub(crate) fn text(name: &str, value: &toml::Value) -> Result<String, PlanError> {
    let bad = || PlanError::Value { name: name.to_owned() };
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(n) => Ok(n.to_string()),
        toml::Value::Float(x) => Ok(x.to_string()),
        toml::Value::Boolean(b) => Ok(b.to_string()),
        toml::Value::Array(items) => {
            let words: Option<Vec<String>> = items.iter().map(|v| v.as_integer().map(|n| n.to_string())).collect();
            words.map(|w| w.join(",")).ok_or_else(bad)
        }
        toml::Value::Table(_) | toml::Value::Datetime(_) => Err(bad()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "
        clues = 'five'
        preset = 'five-clue'
        seeds = '1..=3'
        budget = { nodes = 1000 }
        [fixed]
        fill_share = 5
        [axes]
        colours = [[5, 20, 7], [1, 2]]
        quota_offset = [-4, -6]
        [[setting]]
        name = 'bare'
        preset = 'strict'
        fill_holes = 0
    ";

    #[test]
    fn settings_of_one_name_are_numbered() {
        let plan = "puzzle = 'eternity2'\nengine = 'beam'\nseeds = [1]\nbudget = { nodes = 1 }\n[[setting]]\nname = 'a'\n[[setting]]\nname = 'a'\n[[setting]]\nname = 'a (2)'\n";
        let names: Vec<String> = Plan::parse(plan).unwrap().settings().unwrap().into_iter().map(|s| s.name).collect();
        assert_eq!(names, ["a", "a (2)", "a (2) (2)"]);
    }

    #[test]
    fn axes_multiply_and_named_settings_follow() {
        let plan = Plan::parse(PLAN).unwrap();
        assert_eq!(plan.seed_list().unwrap(), [1, 2, 3]);
        let settings = plan.settings().unwrap();
        let names: Vec<&str> = settings.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "colours=5,20,7 quota_offset=-4",
                "colours=5,20,7 quota_offset=-6",
                "colours=1,2 quota_offset=-4",
                "colours=1,2 quota_offset=-6",
                "bare"
            ]
        );
        assert_eq!(settings[0].parameters[0], ("fill_share".to_owned(), "5".to_owned()));
        assert_eq!(settings[4].preset.as_deref(), Some("strict"));
        assert_eq!(settings[4].parameters.len(), 2);
    }

    #[test]
    fn a_plan_is_written_and_read_again() {
        let more = "[[published]]\nsetting = 'bare'\nscores = { 455 = 19 }\nagreement = [6, 10]\nsource = 'x'";
        for text in
            [PLAN.to_owned(), format!("{PLAN}\n{more}"), "seeds = [3, 1]\nbudget = { seconds = 2.5 }".to_owned()]
        {
            let plan = Plan::parse(&text).unwrap();
            assert_eq!(Plan::parse(&plan.to_toml().unwrap()).unwrap(), plan);
        }
    }

    #[test]
    fn mistakes_are_named() {
        let message = |from: &str, to: &str| Plan::parse(&PLAN.replace(from, to)).unwrap_err().to_string();
        assert!(message("1..=3", "3..=1").contains("seeds `3..=1`"));
        assert!(message("{ nodes = 1000 }", "{ nodes = 1000, seconds = 2 }").contains("exactly one"));
        assert!(message("{ nodes = 1000 }", "{}").contains("exactly one"));
        assert!(message("fill_share = 5", "fill_share = 1979-05-27").contains("`fill_share`"));
        assert!(message("'1..=3'", "[4, 4]").contains("different numbers"));
        assert!(message("quota_offset = [-4, -6]", "quota_offset = []").contains("`quota_offset`"));
        assert!(message("clues", "clue").contains("unknown field"));
        let published = |text: &str| Plan::parse(&format!("{PLAN}\n[[published]]\n{text}")).map(|p| p.published.len());
        assert_eq!(published("setting = 'bare'\nmost = 9\nscores = { 9 = 1 }"), Ok(1));
        assert!(
            published("setting = 'bear'").unwrap_err().to_string().contains("setting `bear`: expected one of colours=")
        );
        assert!(published("scores = { many = 1 }").unwrap_err().to_string().contains("scores many: expected whole"));
        assert_eq!(message("clues", "clue").lines().count(), 1);
    }
}
