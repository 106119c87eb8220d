//! Every preset is what it was: a golden prefix of its candidate order, quota and break list.
//!
//! With EDGEWISE_BLESS set the golden file is written anew; look at the difference before it is
//! committed.

use std::fmt::Write;

use edgewise_backtrack::TABLE;
use edgewise_backtrack::parameters::Settings;
use edgewise_puzzle::{ClueSet, Rng, official};
use edgewise_search::candidates::{BreakRule, CandidateTables, Recipe, StepTable};

/// What a preset does on the official puzzle with the starter clue.
fn description(name: &str) -> String {
    let puzzle = official::puzzle(ClueSet::Starter);
    let settings = Settings::read(&TABLE.preset(name).unwrap(), &puzzle).unwrap();
    let plan = settings.plan(&puzzle);
    let mut tables = CandidateTables::build(&Recipe {
        puzzle: &puzzle,
        plan: &plan,
        breaks: BreakRule {
            from_position: settings.schedule.first().saturating_sub(settings.wobble),
            per_placement: settings.breaks_per_placement,
            frame: settings.break_frame,
        },
        weights: &settings.weights,
        sort: settings.sort,
        opening_steps: plan.steps.iter().take_while(|s| s.position < settings.opening).count(),
        copies: 1,
    });
    tables.shuffle(&mut Rng::new(1));
    let mut text = format!("[{name}]\n");
    let cells: Vec<String> = settings.order.cells[..20].iter().map(usize::to_string).collect();
    writeln!(text, "order {}", cells.join(" ")).unwrap();
    let weights: Vec<String> =
        settings.weights.iter().enumerate().filter(|w| *w.1 > 0).map(|(c, w)| format!("{c}x{w}")).collect();
    writeln!(text, "colours {}", weights.join(" ")).unwrap();
    let quota: Vec<String> = [16, 26, 56, 76, 102, 130, 160, 161].map(|i| settings.quota.at(i).to_string()).to_vec();
    writeln!(text, "quota {}", quota.join(" ")).unwrap();
    let steps = |i: &usize| settings.schedule.allowed(*i) > if *i == 0 { 0 } else { settings.schedule.allowed(*i - 1) };
    let breaks: Vec<String> = (0..256).filter(steps).map(|i| format!("{i}:{}", settings.schedule.allowed(i))).collect();
    writeln!(text, "breaks {} wobble {}", breaks.join(" "), settings.wobble).unwrap();
    for step in [0, 40, 215] {
        let StepTable::Table { bases, .. } = &tables.steps[step] else { panic!("step {step} has a table") };
        let from = tables.starts[bases[0] as usize] as usize;
        let first: Vec<String> =
            tables.candidates[from..from + 12].iter().map(|c| format!("{:?}", c.placement)).collect();
        writeln!(text, "candidates of step {step}: {}", first.join(" ")).unwrap();
    }
    text
}

#[test]
fn presets_are_what_they_were() {
    let all: String = TABLE.presets.iter().map(|(name, _)| description(name) + "\n").collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/presets.golden");
    if std::env::var_os("EDGEWISE_BLESS").is_some() {
        std::fs::write(path, &all).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap();
    assert!(golden == all, "presets differ from {path}:\n{all}");
}
