//! The engines by name.

use edgewise_backtrack::{Backtrack, Discrepancy, discrepancy};
use edgewise_beam::Beam;
use edgewise_puzzle::Puzzle;
use edgewise_search::Engine;

/// The names of all engines.
pub const NAMES: [&str; 3] = ["backtrack", "lds", "beam"];

/// An engine and what suits it.
pub struct Listed {
    /// The engine.
    pub engine: Box<dyn Engine>,
    /// Whether one run uses all threads; otherwise there is a run for each.
    pub joint: bool,
    /// The preset that suits a puzzle.
    pub default_preset: fn(&Puzzle) -> &'static str,
}

/// The engine called `name`, one of [`NAMES`], on one thread.
pub fn named(name: &str) -> Option<Listed> {
    with_threads(name, 1)
}

/// The engine called `name`, which may use so many threads for one run if that does not change its result.
pub fn with_threads(name: &str, threads: usize) -> Option<Listed> {
    match name {
        "backtrack" => {
            let (engine, default_preset) = (Box::new(Backtrack::default()), edgewise_backtrack::default_preset);
            Some(Listed { engine, joint: false, default_preset })
        }
        "lds" => {
            Some(Listed { engine: Box::new(Discrepancy), joint: false, default_preset: discrepancy::default_preset })
        }
        "beam" => {
            let engine = Beam { threads, ..Beam::default() };
            Some(Listed { engine: Box::new(engine), joint: true, default_preset: edgewise_beam::default_preset })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_its_engine() {
        for name in NAMES {
            let listed = named(name).unwrap();
            assert_eq!(listed.engine.name(), name);
            assert_eq!(listed.engine.parameters().engine, name);
        }
        assert!(named("none").is_none());
    }
}
