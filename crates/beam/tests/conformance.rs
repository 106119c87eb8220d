//! The suite every engine must pass, for the beam on one thread and on three.

use edgewise_beam::{Beam, default_preset};
use edgewise_conformance::{Options, Settings, suite};

const OPTIONS: Options = Options {
    preset: Some(default_preset),
    latency: 1 << 20,
    seeded: true,
    twins: &[&Beam { threads: 1, portable: true }, &Beam { threads: 3, portable: false }],
    no_filling: Some(("fill_holes", "0")),
    // Wide enough for every break-free partial board of the tiny puzzles.
    exhaustive: Some(Settings {
        preset: "general",
        set: &[("width", "50000"), ("allowance", "0"), ("two_breaks", "never")],
    }),
    // At most two sides are known in rows without clues, so no board at all is left out.
    optimal: Some(Settings { preset: "general", set: &[("width", "1000000"), ("two_breaks", "always")] }),
};

suite!(Beam { threads: 1, portable: false }, OPTIONS);
