//! `edgewise backtrack`: the depth-first engine with every knob.

use clap::Args;
use edgewise_backtrack::{Backtrack, default_preset};

use super::single;
use crate::engine_flags::FlagsOf;
use crate::failure::{Answer, Failure};
use crate::run_flags::RunFlags;

/// Search depth-first with a quota schedule and a break budget (Blackwood's method).
///
/// One thread and no limit unless told otherwise: stop it with --time, --nodes, --target or Ctrl-C.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  edgewise backtrack eternity2 --preset blackwood-470 --time 60s --json\n  \
edgewise backtrack eternity2 --clues five --quota-offset -4 --nodes 2G --seed 7\n  \
edgewise backtrack puzzle.json --preset strict --order snake")]
pub(crate) struct BacktrackArgs {
    /// Built-in name or puzzle file
    puzzle: String,

    #[command(flatten)]
    flags: RunFlags,

    #[command(flatten)]
    engine: FlagsOf<Backtrack>,
}

/// Runs the command.
pub(crate) fn run(args: &BacktrackArgs) -> Result<Answer, Failure> {
    single::run(&Backtrack::default(), &args.puzzle, &args.flags, &args.engine.given, default_preset)
}
