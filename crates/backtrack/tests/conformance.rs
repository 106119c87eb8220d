//! The suite every engine must pass.

use edgewise_backtrack::{Backtrack, default_preset};
use edgewise_conformance::{Options, Settings, suite};

const OPTIONS: Options = Options {
    preset: Some(default_preset),
    latency: 1 << 20,
    seeded: true,
    twins: &[&Backtrack { portable: true }],
    no_filling: Some(("fill_holes", "0")),
    exhaustive: Some(Settings { preset: "strict", set: &[] }),
    // Eight seams may break, two at a placement: in rows without clues no better board is left out.
    optimal: Some(Settings {
        preset: "strict",
        set: &[("breaks", "0,0,0,0,0,0,0,0"), ("breaks_per_placement", "2"), ("break_frame", "true")],
    }),
};

suite!(Backtrack::default(), OPTIONS);
