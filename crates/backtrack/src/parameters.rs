//! The engine's parameter table, its presets, and the typed settings made from them.

use edgewise_puzzle::{ColourMap, Puzzle};
use edgewise_search::candidates::Sort;
use edgewise_search::{
    CluePin, EngineError, Kind, Order, ParamError, Parameter, ParameterTable, Params, StepPlan, shared,
};

use crate::attempts::Policy;
use crate::quota::{self, Ceiling, Quota};
use crate::schedule::{self, Schedule};

const SEED_DOC: &str = "J. Blackwood, EternityII_Solver (2021)";
const LIBBLACKWOOD: &str = "J. Bucas, libblackwood (2020)";
const OWN: &str = "own measurement, docs/BACKTRACK.md";

/// The heaviest a side may count: the quota sides of a whole board must fit the 16 bits that the node
/// loop keeps them in.
const HEAVIEST: i64 = 40;
const _: () = assert!(4 * HEAVIEST as usize * edgewise_puzzle::MAX_CELLS <= u16::MAX as usize);

/// Every tunable of the engine.
pub static TABLE: ParameterTable = ParameterTable {
    engine: "backtrack",
    parameters: &[
        Parameter { source: SEED_DOC, ..shared::ORDER },
        Parameter { source: SEED_DOC, ..shared::COLOURS },
        Parameter {
            name: "colour_weights",
            kind: Kind::Integers(1, HEAVIEST),
            default: "",
            help: "What a side of each of `colours` counts, in the same order; empty: one each",
            unit: "sides",
            source: OWN,
        },
        Parameter { default: "blackwood", source: SEED_DOC, ..shared::QUOTA },
        Parameter { source: OWN, ..shared::QUOTA_OFFSET },
        Parameter {
            name: "quota_most",
            kind: Kind::Text,
            default: "none",
            help: "Most quota sides by position, which saves them for the end: none, points 16:20,160:100,.., or a list; free elsewhere",
            unit: "sides",
            source: "J. Blackwood tried it and found it worse (groups.io)",
        },
        Parameter { source: SEED_DOC, ..shared::BREAKS },
        Parameter { source: SEED_DOC, ..shared::BREAKS_PER_PLACEMENT },
        Parameter {
            name: "breaks_wobble",
            kind: Kind::Integer(0, 20),
            default: "0",
            help: "Every attempt moves each position of `breaks` by up to this many, either way",
            unit: "positions",
            source: LIBBLACKWOOD,
        },
        Parameter {
            name: "isolation",
            kind: Kind::Choice(&["off", "placement", "strict"]),
            default: "off",
            help: "Whether breaks must lie apart: off; at most one a placement; strict: no cell touches two (fills are free of it)",
            unit: "",
            source: "folklore of the 470, docs/BACKTRACK.md",
        },
        Parameter {
            name: "prune",
            kind: Kind::Choice(&["none", "parity", "supply"]),
            default: "none",
            help: "Where a break is paid, whether the board can still end within prune_target: by colours out of balance, or by missing sides too",
            unit: "",
            source: "LEDGER (R. Anjou, eternity2.dev)",
        },
        Parameter {
            name: "prune_target",
            kind: Kind::Text,
            default: "best",
            help: "Breaks that prune aims at: a number, or best for one fewer than the best board so far",
            unit: "breaks",
            source: OWN,
        },
        Parameter { source: SEED_DOC, ..shared::BREAK_FRAME },
        Parameter { source: SEED_DOC, ..shared::CANDIDATE_SORT },
        Parameter {
            name: "opening",
            kind: Kind::Integer(0, 400),
            default: "16",
            help: "Positions of the opening, whose lists are shuffled without regard to how many quota sides a piece has",
            unit: "positions",
            source: SEED_DOC,
        },
        Parameter {
            name: "node_cap",
            kind: Kind::Integer(0, i64::MAX),
            default: "50000000000",
            help: "Placements of one attempt before a restart with new tables; 0 = never (nor with candidate_sort number)",
            unit: "nodes",
            source: "J. Blackwood, EternityII_Solver (2021), who counts loop turns, about twice as many",
        },
        Parameter {
            name: "restart",
            kind: Kind::Choice(&["fixed", "luby", "geometric"]),
            default: "fixed",
            help: "Cap of each attempt: node_cap for all; times 1,1,2,1,1,2,4,..; or growing by restart_ratio",
            unit: "",
            source: SEED_DOC,
        },
        Parameter {
            name: "restart_ratio",
            kind: Kind::Integer(100, 1000),
            default: "150",
            help: "With restart geometric, the cap of an attempt in percent of the one before",
            unit: "%",
            source: "after T. Walsh, Search in a small world (1999); the ratio is that of MiniSat 1",
        },
        Parameter {
            name: "restart_most",
            kind: Kind::Integer(1, 1_000_000),
            default: "1024",
            help: "Most times node_cap that luby and geometric grow to",
            unit: "",
            source: "own choice",
        },
        Parameter {
            name: "abort",
            kind: Kind::Text,
            default: "none",
            help: "Ends an attempt that has made so many placements and was never so deep: placements:depth,.. like 500M:128,4G:165",
            unit: "",
            source: "L. Verhaard, eii (2008): no depth 128 within N nodes, none beyond 4e9 without a deep completion",
        },
        Parameter {
            name: "prune_back",
            kind: Kind::Text,
            default: "none",
            help: "Leaves a subtree below a depth after so many placements and goes on so many cells above: depth:placements:cells,.. like 160:100M:24",
            unit: "",
            source: "Joe, prune-back (groups.io, 2026)",
        },
        Parameter {
            name: "clue_pin",
            kind: Kind::Choice(&["tables", "crude"]),
            default: "tables",
            help: "Whether the cells beside a clue see its colours from the start, or a clue is a step its neighbours do not foresee",
            unit: "",
            source: "own; crude: the five-clue run of the seed document \"Blackwood's solver, decoded\"",
        },
        Parameter {
            name: "strands",
            kind: Kind::Integer(1, 8),
            default: "4",
            help: "Searches interleaved in one thread (1, 2, 4 or 8, others round down; where rules or wide keys slow the loop, 4 or 1), which hide each other's waits: each with an opening of its own, or where no chance decides there, with a part of one tree; with prune_back 1",
            unit: "searches",
            source: OWN,
        },
        Parameter { source: OWN, ..shared::FILL_HOLES },
        Parameter {
            name: "fill_share",
            kind: Kind::Integer(1, 1000),
            default: "10",
            help: "Fill nodes allowed per hundred placements; when overspent only deeper arrivals are filled",
            unit: "%",
            source: OWN,
        },
    ],
    presets: &[
        ("blackwood-470", include_str!("../presets/blackwood-470.toml")),
        ("blackwood-469", include_str!("../presets/blackwood-469.toml")),
        ("blackwood-468", include_str!("../presets/blackwood-468.toml")),
        ("blackwood-plan", include_str!("../presets/blackwood-plan.toml")),
        ("mcgavin-469", include_str!("../presets/mcgavin-469.toml")),
        ("mcgavin-strict", include_str!("../presets/mcgavin-strict.toml")),
        ("libblackwood-471", include_str!("../presets/libblackwood-471.toml")),
        ("libblackwood-wobbly", include_str!("../presets/libblackwood-wobbly.toml")),
        ("verhaard", include_str!("../presets/verhaard.toml")),
        ("five-clue", include_str!("../presets/five-clue.toml")),
        ("five-forecast", include_str!("../presets/five-forecast.toml")),
        ("crude-pin", include_str!("../presets/crude-pin.toml")),
        ("general", include_str!("../presets/general.toml")),
        ("strict", include_str!("../presets/strict.toml")),
    ],
};

/// The preset that suits a puzzle: the official set by its number of clues, `general` otherwise.
pub fn default_preset(puzzle: &Puzzle) -> &'static str {
    match ColourMap::recognise(puzzle) {
        None => "general",
        Some(_) if puzzle.clues().len() <= 1 => "blackwood-470",
        Some(_) => "five-forecast",
    }
}

/// What the ledger looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prune {
    /// Nothing.
    None,
    /// Colours out of balance.
    Parity,
    /// These, and open sides beyond what the left-over pieces have.
    Supply,
}

/// The parameters, read and checked for one puzzle.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The cell order.
    pub order: Order,
    /// Weight of each of the puzzle's colours in the quota.
    pub weights: Vec<u8>,
    /// The quota curve, offset applied.
    pub quota: Quota,
    /// Most quota sides.
    pub ceiling: Ceiling,
    /// The break schedule.
    pub schedule: Schedule,
    /// How far every attempt may move each position of the schedule.
    pub wobble: usize,
    /// Most breaks of one placement.
    pub breaks_per_placement: u8,
    /// Whether no cell may touch two breaks.
    pub isolated: bool,
    /// What the ledger looks at where a break is paid.
    pub prune: Prune,
    /// Breaks it aims at; `None`: one fewer than the best board so far.
    pub prune_target: Option<u32>,
    /// Whether frame seams may break.
    pub break_frame: bool,
    /// Order inside a class of candidates.
    pub sort: Sort,
    /// Positions of the opening.
    pub opening: usize,
    /// When attempts end.
    pub attempts: Policy,
    /// When the search learns of the clues.
    pub clue_pin: CluePin,
    /// Searches interleaved in one thread.
    pub strands: usize,
    /// Most holes filled exactly on the way; 0 = none.
    pub fill_holes: usize,
    /// Fill nodes per hundred placements.
    pub fill_share: u64,
    /// Whether placements are counted by breaks; no parameter ([`crate::growth`] asks for it).
    pub tally: bool,
}

impl Settings {
    /// Reads `params` for `puzzle`.
    pub fn read(params: &Params, puzzle: &Puzzle) -> Result<Settings, EngineError> {
        let bad = |name: &str, found: String, expected: &str| {
            EngineError::Param(ParamError::Value { name: name.to_owned(), found, expected: expected.to_owned() })
        };
        let order = shared::order(params, puzzle)?;
        let map = ColourMap::recognise(puzzle);
        let mut weights = vec![0; puzzle.colours()];
        let (colours, given) = (params.integers("colours"), params.integers("colour_weights"));
        if !given.is_empty() && given.len() != colours.len() {
            return Err(bad("colour_weights", given.len().to_string(), "one for each of `colours`, or none"));
        }
        for (i, &colour) in colours.iter().enumerate() {
            let own = map.as_ref().map_or(Some(colour as u8), |m| m.colour(colour as u8));
            match own.and_then(|c| weights.get_mut(c as usize)) {
                Some(weight) => *weight = given.get(i).map_or(1, |&w| w as u8),
                None => return Err(bad("colours", colour.to_string(), "colours of the puzzle")),
            }
        }
        let heaviest = u16::from(weights.iter().copied().max().unwrap_or(1).max(1));
        let quota = Quota::parse(params.text("quota")).map_err(|e| bad("quota", e.0, quota::EXPECTED))?;
        let length = order.cells.len();
        if weights.iter().all(|&w| w == 0)
            && let Some(i) = (0..length).find(|&i| quota.at(i) > 0)
        {
            let found = format!("{} at position {i}", quota.at(i));
            return Err(bad("quota", found, "none where `colours` is empty: no side would count"));
        }
        if let Some((i, q)) = quota.impossible(length, 4 * heaviest) {
            let expected = format!("at most {length} positions, and at most {} a cell", 4 * heaviest);
            return Err(bad("quota", format!("{q} at position {i}"), &expected));
        }
        let schedule = Schedule::parse(params.text("breaks"), length)
            .map_err(|word| bad("breaks", word, &format!("{}, below {length}", schedule::EXPECTED)))?;
        let sort = match params.text("candidate_sort") {
            "chance" => Sort::Chance,
            "number" => Sort::Number,
            _ => Sort::Quota,
        };
        let attempts = Policy::read(params, length, sort)?;
        let most = params.text("quota_most");
        let ceiling = Ceiling::parse(most).map_err(|e| bad("quota_most", e.0, quota::EXPECTED))?;
        if ceiling.goes_beyond(length) || (!ceiling.is_none() && weights.iter().all(|&w| w == 0)) {
            let expected = format!("none, or at most {length} positions and `colours` to count");
            return Err(bad("quota_most", most.chars().take(60).collect(), &expected));
        }
        if params.text("prune") != "none" && length != puzzle.size().cells() {
            return Err(bad(
                "prune",
                params.text("prune").to_owned(),
                "none with an order that is not of the whole board",
            ));
        }
        Ok(Settings {
            weights,
            quota: quota.shifted(params.integer("quota_offset")),
            schedule,
            wobble: params.integer("breaks_wobble") as usize,
            breaks_per_placement: match params.text("isolation") {
                "off" => params.integer("breaks_per_placement") as u8,
                _ => 1,
            },
            isolated: params.text("isolation") == "strict",
            ceiling,
            prune: match params.text("prune") {
                "parity" => Prune::Parity,
                "supply" => Prune::Supply,
                _ => Prune::None,
            },
            prune_target: match params.text("prune_target") {
                "best" => None,
                number => {
                    let number = number.parse::<u32>();
                    Some(number.map_err(|_| {
                        bad(
                            "prune_target",
                            params.text("prune_target").chars().take(60).collect(),
                            "best, or a number of breaks",
                        )
                    })?)
                }
            },
            break_frame: params.flag("break_frame"),
            sort,
            opening: params.integer("opening") as usize,
            clue_pin: if params.text("clue_pin") == "crude" { CluePin::Crude } else { CluePin::Tables },
            // What lingers is a search, not a crowd of them.
            strands: if attempts.prunes_back() { 1 } else { 1 << params.integer("strands").ilog2() },
            attempts,
            fill_holes: params.integer("fill_holes") as usize,
            fill_share: params.integer("fill_share") as u64,
            tally: false,
            order,
        })
    }

    /// The steps of the search on `puzzle`.
    pub fn plan(&self, puzzle: &Puzzle) -> StepPlan {
        StepPlan::pinned(puzzle, &self.order, self.clue_pin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{ClueSet, Rim, official};

    #[test]
    fn presets_read_and_map_their_colours() {
        let puzzle = official::puzzle(ClueSet::Five);
        for (name, _) in TABLE.presets {
            Settings::read(&TABLE.preset(name).unwrap(), &puzzle).unwrap();
        }
        assert_eq!(default_preset(&puzzle), "five-forecast");
        // The same set with colours 7 and 20 exchanged: the weights follow.
        let swap = |c: u8| match c {
            7 => 20,
            20 => 7,
            c => c,
        };
        let mut swap_57 = official::pieces().to_vec();
        swap_57.iter_mut().flatten().for_each(|c| {
            *c = if *c == 5 {
                4
            } else if *c == 4 {
                5
            } else {
                swap(*c)
            }
        });
        let relabelled = Puzzle::new("r", (16, 16), swap_57, Rim::Grey, true, vec![]).unwrap();
        let settings = Settings::read(&TABLE.preset("blackwood-470").unwrap(), &relabelled).unwrap();
        let chosen: Vec<usize> = (0..23).filter(|&c| settings.weights[c] == 1).collect();
        assert_eq!(chosen, [4, 7, 20]);
        assert_eq!(default_preset(&relabelled), "blackwood-470");
    }

    #[test]
    fn mistakes_are_named() {
        let puzzle = official::puzzle(ClueSet::None);
        let message = |name: &str, value: &str| {
            let mut params = TABLE.defaults();
            params.set(name, value).unwrap();
            Settings::read(&params, &puzzle).unwrap_err().to_string()
        };
        assert!(message("quota", "1:2,x").contains("`x` does not fit, expected none, blackwood"));
        assert!(message("breaks", "9,8").contains("`8` does not fit"));
        assert!(message("colours", "99").contains("expected colours of the puzzle"));
        assert!(message("order", "sideways").contains("order `sideways`"));
    }
}
