//! What an engine says about itself that the suite cannot find out.

use edgewise_puzzle::Puzzle;
use edgewise_search::Engine;

/// A preset with some parameters changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The preset's name.
    pub preset: &'static str,
    /// Parameters to set on top of it, as (name, text).
    pub set: &'static [(&'static str, &'static str)],
}

/// What the suite is to know of an engine. The default knows nothing: requirements that need an
/// answer are then kept by saying nothing.
#[derive(Clone, Copy)]
pub struct Options {
    /// The preset that suits a puzzle; without it the first of the table is taken, and without
    /// presets the defaults.
    pub preset: Option<fn(&Puzzle) -> &'static str>,
    /// Most nodes between two looks at the target, the clock and the stop flag.
    pub latency: u64,
    /// Whether other seeds give other boards where there is a choice.
    pub seeded: bool,
    /// Engines that must give the same outcomes, such as a portable twin of a vector path.
    pub twins: &'static [&'static dyn Engine],
    /// The parameter and value that switch hole filling off, so that boards may have holes.
    pub no_filling: Option<(&'static str, &'static str)>,
    /// Settings whose search is exhaustive for perfect boards: it finds one wherever there is one,
    /// and ends as exhausted where there is none.
    pub exhaustive: Option<Settings>,
    /// Settings whose search is exhaustive for the best board of a puzzle without clues and
    /// without spare greys, of at most nine cells: where it ends as exhausted no legal board is
    /// better.
    pub optimal: Option<Settings>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            preset: None,
            latency: 1 << 20,
            seeded: true,
            twins: &[],
            no_filling: None,
            exhaustive: None,
            optimal: None,
        }
    }
}
