//! The `edgewise` command line: arguments and glue around the library crates.

mod board_set;
mod commands;
mod corpus;
mod cpu_time;
mod engine_flags;
mod failure;
mod input;
mod output;
mod progress;
mod recorder;
mod resuming;
mod run_flags;
mod run_profile;
mod session;
mod signals;
mod study_plan;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use edgewise_portfolio::engines;

use failure::{Answer, Failure};

/// Solvers and instruments for edge-matching puzzles, above all Eternity II.
///
/// `edgewise solve` builds boards of the official puzzle, shows the best one growing, and ends with a
/// complete, legal, independently re-scored board, its picture and its viewer links.
#[derive(Debug, Parser)]
#[command(
    name = "edgewise",
    version,
    after_help = "Exit codes: 0 done; 1 the answer is no (a board fails `check`, --target missed); \
2 bad usage or input; 3 disk or another outside thing failed; 4 undecided within the limit.\n\n\
Example: edgewise solve --time 60s"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(commands::solve::SolveArgs),
    Backtrack(commands::backtrack::BacktrackArgs),
    Lds(commands::lds::LdsArgs),
    Beam(commands::beam::BeamArgs),
    #[command(subcommand)]
    Cover(commands::cover::CoverCommand),
    #[command(subcommand)]
    Board(commands::board::BoardCommand),
    #[command(subcommand)]
    Puzzle(commands::puzzle::PuzzleCommand),
    Profile(commands::profile::ProfileArgs),
    Compare(commands::compare::CompareArgs),
    #[command(subcommand)]
    Study(commands::study::StudyCommand),
    #[command(subcommand)]
    Factory(commands::factory::FactoryCommand),
    Lab(commands::lab::LabArgs),
    Tail(Box<commands::tail::TailArgs>),
    Estimate(commands::estimate::EstimateArgs),
    Schedule(Box<commands::schedule::ScheduleArgs>),
    Bench(commands::bench::BenchArgs),
    /// Print the reference page of the engines' parameters and presets, as Markdown.
    #[command(after_help = "Example: edgewise parameters lds")]
    Parameters {
        /// One engine [default: all]
        #[arg(value_parser = engines::NAMES)]
        engine: Option<String>,
    },
    /// Print a shell completion script.
    #[command(after_help = "Example: edgewise completions bash > ~/.local/share/bash-completion/completions/edgewise")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    #[command(after_help = "Example: edgewise man | man -l -")]
    Man,
}

fn run(cli: Cli) -> Result<Answer, Failure> {
    match cli.command {
        Command::Solve(args) => commands::solve::run(&args),
        Command::Backtrack(args) => commands::backtrack::run(&args),
        Command::Lds(args) => commands::lds::run(&args),
        Command::Beam(args) => commands::beam::run(&args),
        Command::Cover(command) => commands::cover::run(&command),
        Command::Board(command) => commands::board::run(&command),
        Command::Puzzle(command) => commands::puzzle::run(&command),
        Command::Profile(args) => commands::profile::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Study(command) => commands::study::run(&command),
        Command::Factory(command) => commands::factory::run(&command),
        Command::Lab(args) => commands::lab::run(&args.flags, args.json),
        Command::Tail(args) => commands::tail::run(&args),
        Command::Estimate(args) => commands::estimate::run(&args),
        Command::Schedule(args) => commands::schedule::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Parameters { engine } => {
            let wanted = engines::NAMES.into_iter().filter(|name| engine.as_ref().is_none_or(|e| e == name));
            let pages = wanted.filter_map(engines::named).map(|listed| listed.engine.parameters().reference());
            output::bytes(pages.collect::<Vec<_>>().join("\n").as_bytes())
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "edgewise", &mut script);
            output::bytes(&script)
        }
        Command::Man => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page).map_err(|e| Failure::outside(e.to_string()))?;
            output::bytes(&page)
        }
    }
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(answer) => answer.into(),
        Err(failure) => {
            failure.report();
            failure.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed_and_every_command_has_an_example() {
        Cli::command().debug_assert();
        fn walk(command: &clap::Command) {
            if command.get_name() == "help" {
                return;
            }
            let help = command.clone().render_long_help().to_string();
            if !command.has_subcommands() {
                assert!(help.contains("Example"), "`{}` has no example", command.get_name());
            }
            command.get_subcommands().for_each(walk);
        }
        walk(&Cli::command());
    }
}
