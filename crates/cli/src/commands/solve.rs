//! `edgewise solve`: the main job.

use clap::Args;
use edgewise_portfolio::solve::legs;

use crate::failure::{Answer, Failure};
use crate::input;
use crate::run_flags::RunFlags;
use crate::session::{SOLVE_TIME, Session};

/// Build the best board it can, on all cores.
///
/// For eternity2 with the starter clue (the default) or all five (`--clues five`), and for any puzzle
/// file. Shows the best board growing, keeps every better board in the run directory, and stops by
/// time, target or Ctrl-C. Without any limit it stops after a minute; `--time none` goes on for ever.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  edgewise solve\n  edgewise solve --clues five --time 10m\n  \
edgewise solve my-puzzle.json --target 180 --json")]
pub(crate) struct SolveArgs {
    /// Built-in name or puzzle file
    #[arg(default_value = "eternity2")]
    puzzle: String,

    #[command(flatten)]
    flags: RunFlags,
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs) -> Result<Answer, Failure> {
    let input = input::puzzle(&args.puzzle, args.flags.clues)?;
    input.say_notes(args.flags.quiet);
    let threads = args.flags.threads(true);
    Session {
        name: "solve",
        puzzle: &input.puzzle,
        built_in: input.format == "built-in",
        legs: legs(&input.puzzle, threads).map_err(Failure::input)?,
        flags: &args.flags,
        given: None,
        threads,
        closes: true,
        budget: args.flags.budget(Some(SOLVE_TIME)),
    }
    .run()
}
