//! A small engine passes the suite.

mod toy;

use edgewise_conformance::{Options, Settings, suite};
use toy::Toy;

suite!(
    Toy { breaks: false },
    Options {
        preset: None,
        latency: toy::LATENCY,
        seeded: true,
        twins: &[&Toy { breaks: false }],
        no_filling: Some(("fill", "false")),
        exhaustive: Some(Settings { preset: "columns", set: &[("pick", "number")] }),
        optimal: None,
    },
);

#[test]
fn a_search_of_all_boards_is_optimal() {
    let optimal = Some(Settings { preset: "plain", set: &[("fill", "false")] });
    let options = Options { optimal, latency: toy::LATENCY, ..Options::default() };
    edgewise_conformance::checks::exhausted_means_optimal(&Toy { breaks: true }, &options).unwrap();
}
