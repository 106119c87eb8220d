//! `edgewise beam`: the producer with every knob.

use clap::Args;
use edgewise_beam::{Beam, TABLE, default_preset};
use edgewise_portfolio::solve::Leg;
use edgewise_search::Engine;

use super::lab::{self, LabFlags};
use crate::corpus;
use crate::engine_flags::FlagsOf;
use crate::failure::{Answer, Failure};
use crate::input;
use crate::run_flags::RunFlags;
use crate::session::Session;

/// Build boards with a beam: the best partial boards of each depth side by side, cell by cell.
///
/// One board unless told otherwise: --boards, --time, --nodes or --target go on with a new lottery for each.
/// All threads work on one board, which does not depend on their number.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  edgewise beam eternity2 --clues five\n  \
edgewise beam eternity2 --preset seed --seed 7 --json\n  \
edgewise beam eternity2 --width 16k --boards 20 --threads 2\n  \
edgewise beam puzzle.json --order snake --time 60s\n  edgewise beam --lab")]
pub(crate) struct BeamArgs {
    /// Built-in name or puzzle file
    #[arg(required_unless_present = "lab")]
    puzzle: Option<String>,

    /// A beam on a small synthetic tree instead, level by level: the same as `edgewise lab`
    #[arg(long, conflicts_with = "puzzle")]
    lab: bool,

    #[command(flatten)]
    flags: RunFlags,

    #[command(flatten)]
    engine: FlagsOf<Beam>,

    #[command(flatten, next_help_heading = "The lab (with --lab)")]
    lab_flags: LabFlags,
}

/// Runs the command.
pub(crate) fn run(args: &BeamArgs) -> Result<Answer, Failure> {
    let Some(puzzle) = &args.puzzle else { return lab::run(&args.lab_flags, args.flags.json) };
    let input = input::puzzle(puzzle, args.flags.clues)?;
    input.say_notes(args.flags.quiet);
    let (mut params, preset) = args.engine.given.params(&TABLE, default_preset(&input.puzzle))?;
    if corpus::expand(&mut params, &input.puzzle)? && args.flags.target.is_some() {
        return Err(Failure::input(
            "--target: a board made with the help of published ones never counts: expected a prior of own runs, or none",
        ));
    }
    let threads = args.flags.threads(false);
    if args.engine.given.preset.is_some()
        && let Err(error) = Beam::default().check(&input.puzzle, &params)
    {
        return Err(Failure::input(format!("with preset {preset} on {}: {error}", input.puzzle.name())));
    }
    Session {
        name: "beam",
        puzzle: &input.puzzle,
        built_in: input.format == "built-in",
        legs: vec![Leg::whole("beam", threads, preset, params)],
        flags: &args.flags,
        given: Some(&args.engine.given),
        threads,
        closes: false,
        budget: args.flags.budget(None),
    }
    .run()
}
