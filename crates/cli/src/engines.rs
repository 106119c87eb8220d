//! The engines by name, for commands that take any of them.

use edgewise_backtrack::Backtrack;
use edgewise_beam::Beam;
use edgewise_puzzle::Puzzle;
use edgewise_search::Engine;

use crate::failure::Failure;

/// An engine and what it does where nothing else is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    /// The engine, on one thread.
    pub(crate) engine: &'static dyn Engine,
    /// The preset that suits a puzzle.
    pub(crate) default_preset: fn(&Puzzle) -> &'static str,
}

/// The names of all engines.
pub(crate) const NAMES: [&str; 2] = ["backtrack", "beam"];

/// The engine called `name`.
pub(crate) fn named(name: &str) -> Option<Known> {
    match name {
        "backtrack" => {
            let engine: &'static dyn Engine = &Backtrack { portable: false };
            Some(Known { engine, default_preset: edgewise_backtrack::default_preset })
        }
        "beam" => {
            let engine: &'static dyn Engine = &Beam { threads: 1, portable: false };
            Some(Known { engine, default_preset: edgewise_beam::default_preset })
        }
        _ => None,
    }
}

/// What is said of a name that is none.
pub(crate) fn unknown(name: &str) -> Failure {
    Failure::input(format!("engine `{name}`: expected one of {}", NAMES.join(", ")))
}
