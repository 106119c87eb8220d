//! What the commands of single engines share: parameters from flags, one leg, a session.

use edgewise_portfolio::solve::Leg;
use edgewise_puzzle::{ColourMap, Puzzle};
use edgewise_search::Engine;

use crate::engine_flags::EngineFlags;
use crate::failure::{Answer, Failure, output_error};
use crate::input;
use crate::run_flags::RunFlags;
use crate::session::Session;

/// Runs `engine` on the puzzle called `puzzle` with the parameters given, or those of the preset that suits
/// it.
pub(crate) fn run(
    engine: &dyn Engine,
    puzzle: &str,
    flags: &RunFlags,
    given: &EngineFlags,
    default_preset: fn(&Puzzle) -> &'static str,
) -> Result<Answer, Failure> {
    let input = input::puzzle(puzzle, flags.clues)?;
    input.say_notes(flags.quiet);
    let (params, preset) = given.params(engine.parameters(), default_preset(&input.puzzle))?;
    if !params.integers("colours").is_empty() && ColourMap::recognise(&input.puzzle).is_none() {
        output_error("note: not the official set: the quota colours are taken as the puzzle's own numbers");
    }
    if given.preset.is_some()
        && let Err(error) = engine.check(&input.puzzle, &params)
    {
        return Err(Failure::input(format!("with preset {preset} on {}: {error}", input.puzzle.name())));
    }
    let threads = flags.threads(false);
    Session {
        name: engine.name(),
        puzzle: &input.puzzle,
        built_in: input.format == "built-in",
        legs: vec![Leg::whole(engine.name(), threads, preset, params)],
        flags,
        given: Some(given),
        threads,
        closes: false,
        budget: flags.budget(None),
    }
    .run()
}
