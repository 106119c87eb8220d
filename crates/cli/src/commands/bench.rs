//! `edgewise bench`: in-process measurements on this computer.

use std::time::Duration;

use clap::Args;
use edgewise_archive::cpu_model;
use edgewise_backtrack::{Backtrack, Discrepancy};
use edgewise_beam::Beam;
use edgewise_portfolio::bench::{measure, signature};
use edgewise_puzzle::{ClueSet, official};
use edgewise_search::Engine;

use crate::failure::{Answer, Failure};
use crate::output;

/// Measure the engines on this computer, or print the signature of their behaviour.
///
/// The signature runs every engine on fixed small work and prints one number, and then one for each engine,
/// that depend only on what the searches do, never on speed: a change that alters them alters a search.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  edgewise bench\n  edgewise bench --signature")]
pub(crate) struct BenchArgs {
    /// Print the behaviour signature instead
    #[arg(long)]
    signature: bool,

    /// Seconds per measurement
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs) -> Result<Answer, Failure> {
    if args.signature {
        let signature = signature().map_err(Failure::input)?;
        let mut lines = vec![format!("{:016x}", signature.all)];
        lines.extend(signature.engines.iter().map(|(name, word)| format!("{word:016x} {name}")));
        return output::line(&lines.join("\n"));
    }
    output::line(&format!("{}; one thread, seed 1, {} s each", cpu_model(), args.seconds))?;
    let engine = Backtrack::default();
    let portable = Backtrack { portable: true };
    let runs: [(&str, &str, ClueSet, &dyn Engine); 4] = [
        ("blackwood-470, starter", "blackwood-470", ClueSet::Starter, &engine),
        ("five-clue, five clues", "five-clue", ClueSet::Five, &engine),
        ("blackwood-470, portable", "blackwood-470", ClueSet::Starter, &portable),
        ("harvey-ginsberg, starter", "harvey-ginsberg", ClueSet::Starter, &Discrepancy),
    ];
    for (name, preset, clues, engine) in runs {
        let puzzle = official::puzzle(clues);
        let params = engine.parameters().preset(preset).map_err(Failure::input)?;
        let outcome = measure(engine, &puzzle, &params, Duration::from_secs(args.seconds)).map_err(Failure::input)?;
        output::line(&format!(
            "{:9} {name:24} {:6.1} M placements/s, {:6.1} M candidate reads/s, deepest {}, score {}",
            engine.name(),
            outcome.nodes as f64 / outcome.seconds / 1e6,
            outcome.candidate_reads as f64 / outcome.seconds / 1e6,
            outcome.deepest,
            outcome.score.matched,
        ))?;
    }
    for (name, preset) in [("producer, five clues", "producer"), ("seed, five clues", "seed")] {
        let params = edgewise_beam::TABLE.preset(preset).map_err(Failure::input)?;
        let (puzzle, time) = (official::puzzle(ClueSet::Five), Duration::from_secs(args.seconds));
        let outcome = measure(&Beam::default(), &puzzle, &params, time).map_err(Failure::input)?;
        let boards = outcome.nodes as f64 / outcome.seconds / 1e6;
        output::line(&format!("beam      {name:24} {boards:6.1} M children/s, best score {}", outcome.score.matched))?;
    }
    Ok(Answer::Yes)
}
