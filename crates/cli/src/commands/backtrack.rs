//! `edgewise backtrack`: the depth-first engine with every knob.

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use edgewise_backtrack::{Backtrack, TABLE, default_preset};
use edgewise_portfolio::solve::Leg;
use edgewise_puzzle::ColourMap;
use edgewise_search::Engine;

use crate::engine_flags::EngineFlags;
use crate::failure::{Answer, Failure, output_error};
use crate::input;
use crate::run_flags::RunFlags;
use crate::session::Session;

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
    engine: BacktrackFlags,
}

/// The flags of the engine's parameter table.
#[derive(Clone, Debug)]
struct BacktrackFlags(EngineFlags);

impl Args for BacktrackFlags {
    fn augment_args(command: Command) -> Command {
        EngineFlags::augment(&TABLE, command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineFlags::augment(&TABLE, command)
    }
}

impl FromArgMatches for BacktrackFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        EngineFlags::from_matches(&TABLE, matches).map(BacktrackFlags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0 = EngineFlags::from_matches(&TABLE, matches)?;
        Ok(())
    }
}

/// Runs the command.
pub(crate) fn run(args: &BacktrackArgs) -> Result<Answer, Failure> {
    let input = input::puzzle(&args.puzzle, args.flags.clues)?;
    input.say_notes(args.flags.quiet);
    let (params, preset) = args.engine.0.params(&TABLE, default_preset(&input.puzzle))?;
    if !params.integers("colours").is_empty() && ColourMap::recognise(&input.puzzle).is_none() {
        output_error("note: not the official set: the quota colours are taken as the puzzle's own numbers");
    }
    if args.engine.0.preset.is_some()
        && let Err(error) = Backtrack::default().check(&input.puzzle, &params)
    {
        return Err(Failure::input(format!("with preset {preset} on {}: {error}", input.puzzle.name())));
    }
    Session {
        name: "backtrack",
        engine: &Backtrack::default(),
        puzzle: &input.puzzle,
        built_in: input.format == "built-in",
        legs: vec![Leg { preset: preset.into(), params, share: 100, nodes_without_limit: None }],
        flags: &args.flags,
        threads: args.flags.threads(false),
        joint: false,
        budget: args.flags.budget(None),
    }
    .run()
}
