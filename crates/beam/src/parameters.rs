//! The engine's parameter table and its presets.

use edgewise_puzzle::{ColourMap, Puzzle};
use edgewise_search::{Kind, Parameter, ParameterTable, shared};

const SEED_DOC: &str = "the seed document \"Beam search\"";
const OWN: &str = "own measurement, docs/BEAM.md";
const KOOL: &str = "W. Kool, H. van Hoof, M. Welling, Stochastic Beams (2019)";
const BLACKWOOD: &str = "J. Blackwood, EternityII_Solver (2021), as a slope";

/// Every tunable of the engine.
pub static TABLE: ParameterTable = ParameterTable {
    engine: "beam",
    parameters: &[
        Parameter {
            name: "width",
            kind: Kind::Integer(1, crate::curve::WIDEST as i64),
            default: "65536",
            help: "States kept side by side; twice as many take twice the time and add somewhat less than a seam",
            unit: "states",
            source: OWN,
        },
        Parameter {
            name: "width_schedule",
            kind: Kind::Text,
            default: "none",
            help: "Other widths from given depths on: 160:24576 or 160:3x, in rising order; or none",
            unit: "states",
            source: OWN,
        },
        Parameter {
            name: "growth",
            kind: Kind::Integer(100, 1000),
            default: "100",
            help: "Base width of every board in percent of the one before's, up to width_most; 100: all are alike",
            unit: "%",
            source: "after W. Zhang, Complete anytime beam search (1998)",
        },
        Parameter {
            name: "width_most",
            kind: Kind::Integer(1, crate::curve::WIDEST as i64),
            default: "1048576",
            help: "Width at which growth ends; about half a gigabyte a million on a 16x16 board",
            unit: "states",
            source: OWN,
        },
        Parameter { source: OWN, ..shared::ORDER },
        Parameter {
            name: "boards",
            kind: Kind::Integer(0, i64::MAX),
            default: "0",
            help: "Boards to build, each with a lottery of its own; 0: until the budget ends, or one without a budget",
            unit: "boards",
            source: SEED_DOC,
        },
        Parameter {
            name: "concentration",
            kind: Kind::Text,
            default: "0.4",
            help: "Weight of S/N over the inner colours of the pieces not placed; a number, or depth:weight points",
            unit: "seams",
            source: OWN,
        },
        Parameter {
            name: "frame_concentration",
            kind: Kind::Text,
            default: "0.15",
            help: "The same over the colours that only border pieces have",
            unit: "seams",
            source: OWN,
        },
        Parameter {
            name: "outlook",
            kind: Kind::Text,
            default: "0",
            help: "Weight of the outlook over the inner colours, see outlook_form; a number up to 10, or depth:weight points",
            unit: "seams",
            source: OWN,
        },
        Parameter {
            name: "frame_outlook",
            kind: Kind::Text,
            default: "0",
            help: "The same over the colours that only border pieces have",
            unit: "seams",
            source: OWN,
        },
        Parameter {
            name: "outlook_form",
            kind: Kind::Choice(crate::outlook::FORMS),
            default: "matchings",
            help: "What the outlook sums over colours: a function of the sides left over and of those lying open",
            unit: "",
            source: "G. Owen's complex theory, and own; docs/BEAM.md",
        },
        Parameter {
            name: "burn_colours",
            kind: Kind::Integers(0, 255),
            default: "5,20,7",
            help: "Colours whose sides are to be placed early, in the official numbering; see burn",
            unit: "",
            source: BLACKWOOD,
        },
        Parameter {
            name: "burn",
            kind: Kind::Text,
            default: "0",
            help: "What every placed side of burn_colours adds to the key; a number, or depth:weight points",
            unit: "seams",
            source: BLACKWOOD,
        },
        Parameter {
            name: "prior",
            kind: Kind::Text,
            default: "none",
            help: "Boards whose placements are preferred: @FOLDER or @FILE of boards, or none",
            unit: "",
            source: "PRIOR, the seed document",
        },
        Parameter {
            name: "prior_weight",
            kind: Kind::Text,
            default: "0.001",
            help: "What a placement that all boards of the prior have adds to the key; a number, or depth:weight points",
            unit: "seams",
            source: "PRIOR, the seed document",
        },
        Parameter {
            name: "scarcity",
            kind: Kind::Text,
            default: "0",
            help: "What serving a demand adds that one placement alone can serve (1/m where m can); a number, or points",
            unit: "seams",
            source: "LODESTONE, the seed document",
        },
        Parameter {
            name: "tolerance",
            kind: Kind::Integer(0, 2),
            default: "2",
            help: "Breaks a child may have more than the best of its parent; 2: any child may survive",
            unit: "breaks",
            source: SEED_DOC,
        },
        Parameter {
            name: "fanout",
            kind: Kind::Integer(0, 1000),
            default: "0",
            help: "Most children of one parent, drawn among those within the tolerance; 0: all",
            unit: "children",
            source: SEED_DOC,
        },
        Parameter {
            name: "rollouts",
            kind: Kind::Flag,
            default: "false",
            help: "Counts the breaks of a greedy board built from each child instead of its own; some hundred times the work",
            unit: "",
            source: SEED_DOC,
        },
        Parameter {
            name: "noise",
            kind: Kind::Choice(&["none", "gumbel", "stochastic"]),
            default: "gumbel",
            help: "Perturbs keys: Gumbel noise for every child by itself, or the stochastic beam",
            unit: "",
            source: KOOL,
        },
        Parameter {
            name: "temperature",
            kind: Kind::Text,
            default: "0:0.03,16:0.03,17:0",
            help: "Size of the noise, and softness of resampling; a number, or depth:temperature points",
            unit: "seams",
            source: SEED_DOC,
        },
        Parameter {
            name: "selection",
            kind: Kind::Choice(&["best", "sample", "resample"]),
            default: "best",
            help: "Survivors: the best children, a sample of the best pool x width, or those resampled among them",
            unit: "",
            source: SEED_DOC,
        },
        Parameter {
            name: "pool",
            kind: Kind::Integer(1, 64),
            default: "2",
            help: "How many times the width are the best that sample and resample choose from",
            unit: "widths",
            source: SEED_DOC,
        },
        Parameter {
            name: "dedup",
            kind: Kind::Choice(&["none", "pieces", "path", "future"]),
            default: "future",
            help: "Of states alike only the best survives; alike are those with the same pieces, look, or future",
            unit: "",
            source: OWN,
        },
        Parameter {
            name: "dedup_from",
            kind: Kind::Integer(0, 400),
            default: "180",
            help: "Cells filled from which on states are de-duplicated; before, hardly any are alike and looking costs time",
            unit: "cells",
            source: OWN,
        },
        Parameter {
            name: "two_breaks",
            kind: Kind::Choice(&["starve", "always", "never"]),
            default: "starve",
            help: "Children with two breaks: when there are fewer children than parents, always (and one break too), or never",
            unit: "",
            source: OWN,
        },
        Parameter {
            name: "allowance",
            kind: Kind::Integer(0, 1000),
            default: "1000",
            help: "Most breaks of a board; states with more are dropped",
            unit: "breaks",
            source: SEED_DOC,
        },
        Parameter { default: "true", source: OWN, ..shared::BREAK_FRAME },
        Parameter {
            help: "A board cut short with at most this many holes is completed exactly; 0: holes stay open",
            source: OWN,
            ..shared::FILL_HOLES
        },
    ],
    presets: &[
        ("producer", include_str!("../presets/producer.toml")),
        ("growing", include_str!("../presets/growing.toml")),
        ("seed", include_str!("../presets/seed.toml")),
        ("comb", include_str!("../presets/comb.toml")),
        ("deep", include_str!("../presets/deep.toml")),
        ("general", include_str!("../presets/general.toml")),
    ],
};

/// The preset that suits a puzzle.
pub fn default_preset(puzzle: &Puzzle) -> &'static str {
    if ColourMap::recognise(puzzle).is_some() { "producer" } else { "general" }
}
