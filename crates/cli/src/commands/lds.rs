//! `edgewise lds`: limited-discrepancy search.

use clap::Args;
use edgewise_backtrack::Discrepancy;
use edgewise_backtrack::discrepancy::default_preset;

use super::single;
use crate::engine_flags::FlagsOf;
use crate::failure::{Answer, Failure};
use crate::run_flags::RunFlags;

/// Search in waves of few discrepancies (Harvey and Ginsberg), on the candidates of `backtrack`.
///
/// A discrepancy is a step that does not take the first free candidate; wave k goes where at most k of them
/// lead. One thread and no limit unless told otherwise: stop it with --time, --nodes, --target or Ctrl-C.
/// Runs keep no checkpoint.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  edgewise lds eternity2 --nodes 20M --seed 1 --json\n  \
edgewise lds eternity2 --clues five --allowance 16 --discrepancies 10 --waves last --nodes 20M\n  \
edgewise lds puzzle.json --preset strict --variant ilds")]
pub(crate) struct LdsArgs {
    /// Built-in name or puzzle file
    puzzle: String,

    #[command(flatten)]
    flags: RunFlags,

    #[command(flatten)]
    engine: FlagsOf<Discrepancy>,
}

/// Runs the command.
pub(crate) fn run(args: &LdsArgs) -> Result<Answer, Failure> {
    if let Some(path) = &args.flags.resume {
        return Err(Failure::input(format!("--resume {}: lds keeps no checkpoint to go on from", path.display())));
    }
    single::run(&Discrepancy, &args.puzzle, &args.flags, &args.engine.given, default_preset)
}
