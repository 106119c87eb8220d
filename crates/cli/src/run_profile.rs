//! A run's profile in its directory: `profile.json` and `profile.svg`, written at the end and read back by
//! `edgewise profile`.

use std::path::Path;

use edgewise_archive::RunInfo;
use edgewise_backtrack::discrepancy::parameters::LdsSettings;
use edgewise_backtrack::parameters::Settings;
use edgewise_backtrack::{TABLE, discrepancy};
use edgewise_picture::{PictureError, profile_sheet};
use edgewise_puzzle::{Puzzle, Size};
use edgewise_search::{Order, ParameterTable, Params, Profile, shared};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output;

/// The numbers.
pub(crate) const JSON: &str = "profile.json";
/// The sheet of plots.
pub(crate) const SVG: &str = "profile.svg";

/// Arrivals at the watched depths, by depth.
pub(crate) fn arrivals(profile: &Profile) -> Value {
    Value::Object(profile.watched().into_iter().map(|(depth, n)| (depth.to_string(), json!(n))).collect())
}

/// The profile as `profile.json` holds it.
pub(crate) fn to_json(profile: &Profile) -> Value {
    let mut value = serde_json::to_value(profile).unwrap_or_default();
    value["arrivals"] = arrivals(profile);
    value
}

/// The profile of the run in `run`, checked against the size of its board.
pub(crate) fn read(run: &Path, size: Size) -> Result<Profile, Failure> {
    let path = run.join(JSON);
    let shown = path.display();
    let bytes = std::fs::read(&path)
        .map_err(|error| Failure::input(format!("{shown}: {error}: expected the profile a run writes when it ends")))?;
    let bad = |why: String| Failure::input(format!("{shown}: {why}"));
    let profile: Profile =
        serde_json::from_slice(&bytes).map_err(|error| bad(format!("{error}: expected a profile")))?;
    match profile.problem(size.cells()) {
        Some(problem) => Err(bad(problem)),
        None => Ok(profile),
    }
}

/// The sheet of a run's plots and maps.
pub(crate) fn sheet(info: &RunInfo, puzzle: &Puzzle, profile: &Profile) -> Result<String, PictureError> {
    profile_sheet(profile, puzzle.size(), &title(info), &caption(info, puzzle, profile))
}

/// What was run, in a few words.
pub(crate) fn title(info: &RunInfo) -> String {
    format!("{} on {}, clues {}", info.engine, info.puzzle, info.clues)
}

/// How it was run and how much. Of a run with several legs: those the profile is of.
pub(crate) fn caption(info: &RunInfo, puzzle: &Puzzle, profile: &Profile) -> String {
    let legs = settings(info, puzzle).unwrap_or_default();
    let own = legs.iter().filter(|leg| leg.order.cells == profile.order);
    let mut presets: Vec<&str> = own.map(|leg| leg.preset.as_str()).collect();
    if presets.is_empty() {
        // A record of another version, say.
        presets.extend(info.preset.as_deref());
    }
    format!(
        "{}   seed {}   {}   {} placements",
        presets.join(" and "),
        info.seed,
        output::counted(info.threads as u64, "thread"),
        output::grouped(profile.nodes())
    )
}

/// What the profile of a leg is drawn with.
pub(crate) struct LegSettings {
    /// Its preset.
    pub(crate) preset: String,
    /// Its order.
    pub(crate) order: Order,
    /// What a side of each colour counts in its quota; empty for engines that have none.
    pub(crate) weights: Vec<u8>,
}

impl LegSettings {
    fn read(preset: &str, engine: &str, params: &Params, puzzle: &Puzzle) -> Result<LegSettings, Failure> {
        let weights = match engine {
            "backtrack" => Settings::read(params, puzzle).map_err(Failure::input)?.weights,
            "lds" => LdsSettings::read(params, puzzle).map_err(Failure::input)?.base.weights,
            _ => Vec::new(),
        };
        let order = shared::order(params, puzzle).map_err(Failure::input)?;
        Ok(LegSettings { preset: preset.to_owned(), order, weights })
    }
}

/// The name of the engine whose parameters these are, if they are one's.
pub(crate) fn engine_of(values: &toml::Table) -> Option<&'static str> {
    table_of(values).ok().map(|table| table.engine)
}

/// The engine whose parameters these are: a leg of `solve` does not name its own.
fn table_of(values: &toml::Table) -> Result<&'static ParameterTable, Failure> {
    let tables = [&TABLE, &discrepancy::TABLE, &edgewise_beam::TABLE];
    let has = |table: &&ParameterTable| values.keys().all(|name| table.parameters.iter().any(|p| p.name == name));
    let unknown =
        || Failure::input("run.toml: its parameters are no engine's: expected a run of this version or before");
    tables.into_iter().find(has).ok_or_else(unknown)
}

/// The legs of a run, read from its record, by name of their presets.
pub(crate) fn settings(info: &RunInfo, puzzle: &Puzzle) -> Result<Vec<LegSettings>, Failure> {
    let read = |preset: &str, values: &toml::Table| {
        let table = table_of(values)?;
        let mut params = table.defaults();
        for (name, value) in values {
            params.set(name, value.as_str().unwrap_or_default()).map_err(Failure::input)?;
        }
        LegSettings::read(preset, table.engine, &params, puzzle)
    };
    match &info.preset {
        Some(preset) => Ok(vec![read(preset, &info.parameters)?]),
        None => {
            let legs = info.parameters.iter().filter_map(|(preset, value)| Some((preset, value.as_table()?)));
            legs.map(|(preset, table)| read(preset, table)).collect()
        }
    }
}
