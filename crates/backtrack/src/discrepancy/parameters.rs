//! The parameter table of limited-discrepancy search, its presets, and the typed settings made from them.

use edgewise_puzzle::{ColourMap, Puzzle};
use edgewise_search::{EngineError, Kind, ParamError, Parameter, ParameterTable, Params, shared};

use crate::parameters::{self as backtrack, Settings};
use crate::schedule::Schedule;

const BACKTRACK: &str = "as in backtrack";
const LDS: &str = "W. D. Harvey, M. L. Ginsberg, Limited discrepancy search (1995)";
const ILDS: &str = "R. E. Korf, Improved limited discrepancy search (1996)";
const OWN: &str = "own choice, docs/LDS.md";

/// More discrepancies than any path has: at each of 400 cells at most 1599 placements are passed over.
pub const UNLIMITED: i64 = 1_000_000;

/// Every tunable of the engine.
pub static TABLE: ParameterTable = ParameterTable {
    engine: "lds",
    parameters: &[
        Parameter { source: BACKTRACK, ..shared::ORDER },
        Parameter {
            help: "Colours that come first among equally many breaks and that the quota counts, in the official numbering",
            source: BACKTRACK,
            ..shared::COLOURS
        },
        Parameter { source: BACKTRACK, ..shared::QUOTA },
        Parameter { source: BACKTRACK, ..shared::QUOTA_OFFSET },
        Parameter {
            help: "Positions at which one more break is allowed: a list, none, or spread; not used with an allowance",
            source: BACKTRACK,
            ..shared::BREAKS
        },
        Parameter {
            name: "allowance",
            kind: Kind::Text,
            default: "none",
            help: "Breaks allowed over the whole board from the first position on; none: the schedule `breaks`",
            unit: "breaks",
            source: "the seed document on beam search: a fixed global mismatch allowance",
        },
        Parameter { source: BACKTRACK, ..shared::BREAKS_PER_PLACEMENT },
        Parameter { source: BACKTRACK, ..shared::BREAK_FRAME },
        Parameter { source: BACKTRACK, ..shared::CANDIDATE_SORT },
        Parameter {
            name: "discrepancies",
            kind: Kind::Integer(0, UNLIMITED),
            default: "1000000",
            help: "The last wave; the default is more than any path has: the search is then exhaustive",
            unit: "discrepancies",
            source: LDS,
        },
        Parameter {
            name: "variant",
            kind: Kind::Choice(&["lds", "ilds"]),
            default: "lds",
            help: "What wave k visits: lds, boards with at most k discrepancies; ilds, exactly k, no full board twice",
            unit: "",
            source: ILDS,
        },
        Parameter {
            name: "discrepancy_cost",
            kind: Kind::Choice(&["rank", "binary"]),
            default: "rank",
            help: "What the i-th free candidate costs: rank, i - 1; binary, 1 for any but the first",
            unit: "",
            source: LDS,
        },
        Parameter {
            name: "spend",
            kind: Kind::Choice(&["early", "late"]),
            default: "early",
            help: "Where a wave spends discrepancies first: early, near the root; late, first candidates first",
            unit: "",
            source: LDS,
        },
        Parameter {
            name: "waves",
            kind: Kind::Choice(&["all", "last"]),
            default: "all",
            help: "Whether waves 0, 1, 2, .. are made up to `discrepancies`, or that last one alone",
            unit: "",
            source: OWN,
        },
        Parameter { source: BACKTRACK, ..shared::FILL_HOLES },
    ],
    presets: &[
        ("harvey-ginsberg", include_str!("../../presets/lds/harvey-ginsberg.toml")),
        ("korf", include_str!("../../presets/lds/korf.toml")),
        ("general", include_str!("../../presets/lds/general.toml")),
        ("strict", include_str!("../../presets/lds/strict.toml")),
    ],
};

/// The parameters that mean what they mean to the depth-first engine.
const SHARED: [&str; 9] = [
    "order",
    "colours",
    "quota",
    "quota_offset",
    "breaks",
    "breaks_per_placement",
    "break_frame",
    "candidate_sort",
    "fill_holes",
];

/// The preset that suits a puzzle: `harvey-ginsberg` for the official set, `general` otherwise.
pub fn default_preset(puzzle: &Puzzle) -> &'static str {
    match ColourMap::recognise(puzzle) {
        None => "general",
        Some(_) => "harvey-ginsberg",
    }
}

/// What a step that does not take the first free candidate costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// As many discrepancies as free candidates were passed over.
    Rank,
    /// One.
    Binary,
}

/// How waves go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaveRule {
    /// Whether wave k asks for exactly k discrepancies, not for at most k.
    pub exact: bool,
    /// What a discrepancy costs.
    pub cost: Cost,
    /// Whether discrepancies come before the first candidate.
    pub early: bool,
}

/// The parameters, read and checked for one puzzle.
#[derive(Clone, Debug)]
pub struct LdsSettings {
    /// Order, colours, quota, break schedule, candidate order: what the depth-first engine reads too.
    pub base: Settings,
    /// How waves go.
    pub rule: WaveRule,
    /// The first wave.
    pub first_wave: u32,
    /// The last wave.
    pub last_wave: u32,
}

impl LdsSettings {
    /// Reads `params` for `puzzle`.
    pub fn read(params: &Params, puzzle: &Puzzle) -> Result<LdsSettings, EngineError> {
        // The depth-first engine's own reader, on a table of it: same syntax, same messages.
        let mut shared = backtrack::TABLE.preset("strict")?;
        shared.set("opening", "16")?;
        for (name, value) in params.iter().filter(|(name, _)| SHARED.contains(name)) {
            shared.set(name, &value.to_string())?;
        }
        let mut base = Settings::read(&shared, puzzle)?;
        if let Some(allowance) = allowance(params.text("allowance"))? {
            let all_at_once = vec!["0"; allowance.min(puzzle.size().seams())].join(",");
            base.schedule = Schedule::parse(&all_at_once, base.order.cells.len()).unwrap_or_default();
        }
        let last_wave = params.integer("discrepancies") as u32;
        Ok(LdsSettings {
            base,
            rule: WaveRule {
                exact: params.text("variant") == "ilds",
                cost: if params.text("discrepancy_cost") == "binary" { Cost::Binary } else { Cost::Rank },
                early: params.text("spend") == "early",
            },
            first_wave: if params.text("waves") == "last" { last_wave } else { 0 },
            last_wave,
        })
    }
}

/// Reads an allowance: `none`, or a number.
fn allowance(text: &str) -> Result<Option<usize>, ParamError> {
    match text.trim() {
        "none" | "" => Ok(None),
        number => number.parse().map(Some).map_err(|_| ParamError::Value {
            name: "allowance".to_owned(),
            found: number.chars().take(60).collect(),
            expected: "none, or the number of breaks allowed over the whole board".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{ClueSet, official};

    fn read(preset: &str, set: &[(&str, &str)]) -> Result<LdsSettings, String> {
        let mut params = TABLE.preset(preset).unwrap();
        set.iter().for_each(|(name, value)| params.set(name, value).unwrap());
        LdsSettings::read(&params, &official::puzzle(ClueSet::Starter)).map_err(|e| e.to_string())
    }

    #[test]
    fn presets_read_and_have_their_limits() {
        let settings = read("harvey-ginsberg", &[("discrepancies", "7")]).unwrap();
        assert_eq!((settings.first_wave, settings.last_wave), (0, 7));
        assert_eq!(settings.rule, WaveRule { exact: false, cost: Cost::Rank, early: true });
        assert_eq!([0, 255].map(|i| settings.base.schedule.allowed(i)), [10, 10], "an allowance holds everywhere");
        let korf = read("korf", &[("waves", "last"), ("discrepancy_cost", "binary"), ("spend", "late")]).unwrap();
        assert_eq!((korf.first_wave, korf.last_wave), (1_000_000, 1_000_000));
        assert_eq!(korf.rule, WaveRule { exact: true, cost: Cost::Binary, early: false });
        let scheduled = read("harvey-ginsberg", &[("allowance", "none")]).unwrap();
        assert_eq!([200, 201, 255].map(|i| scheduled.base.schedule.allowed(i)), [0, 1, 10]);
        let all = read("strict", &[("allowance", "9999")]).unwrap();
        assert_eq!(all.base.schedule.allowed(0), 480, "no board has more breaks than seams");
    }

    #[test]
    fn mistakes_are_named() {
        let message = |name, value| read("harvey-ginsberg", &[(name, value)]).unwrap_err();
        assert_eq!(
            message("allowance", "some"),
            "parameter `allowance`: `some` does not fit, expected none, or the number of breaks allowed over the whole board"
        );
        assert!(message("breaks", "9,8").contains("`8` does not fit"), "also where an allowance replaces it");
        assert!(message("quota", "1:2,x").contains("`x` does not fit, expected none, blackwood"));
        assert!(message("order", "sideways").contains("order `sideways`"));
    }
}
