//! The suite every engine must pass, for limited-discrepancy search.

use edgewise_backtrack::discrepancy::{Discrepancy, default_preset};
use edgewise_conformance::{Options, Settings, suite};

const OPTIONS: Options = Options {
    preset: Some(default_preset),
    latency: 1 << 20,
    seeded: true,
    twins: &[],
    no_filling: Some(("fill_holes", "0")),
    exhaustive: Some(Settings { preset: "strict", set: &[("variant", "ilds")] }),
    // Eight seams may break, two at a placement: in rows without clues no better board is left out.
    optimal: Some(Settings {
        preset: "strict",
        set: &[("allowance", "8"), ("breaks_per_placement", "2"), ("break_frame", "true"), ("waves", "last")],
    }),
};

suite!(Discrepancy, OPTIONS);
