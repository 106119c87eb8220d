//! The project's chores: `cargo xtask test`, `python`, `fuzz`, `bench`.
//!
//! Uses nothing but the standard library and the toolchain, so that it builds in seconds.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask test [--full]   format, lints, documentation, every test; --full adds the long kill, disk and fuzz runs
cargo xtask python          the outside solvers that tests check against, into target/python (needs python3)
cargo xtask fuzz [RUNS]     coverage-guided fuzzing of every parser, RUNS inputs each (default 1000000)
cargo xtask bench [DIR]     what a minute gives, 8 seeds a regime; raw results into DIR (default bench/runs/<date>-<cpu>-<commit>)";

type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(false),
        ["test", "--full"] => test(true),
        ["python"] => python::environment().map(drop),
        ["fuzz"] => fuzz(1_000_000),
        ["fuzz", runs] => runs.parse().map_err(|_| format!("fuzz: `{runs}`: expected a number")).and_then(fuzz),
        ["bench"] => bench::minute(None),
        ["bench", dir] => bench::minute(Some(dir)),
        _ => Err(HELP.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

mod bench;
mod python;

/// The workspace's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

/// Runs a command in the workspace, showing it first.
fn run(command: &mut Command) -> Result<()> {
    let line = format!("{command:?}").replace('"', "");
    eprintln!("\n$ {line}");
    let began = Instant::now();
    let status = command.current_dir(root()).status().map_err(|e| format!("cannot run {line}: {e}"))?;
    eprintln!("  ({:.0} s)", began.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("failed ({status}): {line}")) }
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    command.args(arguments);
    command
}

/// Everything a change must pass. Needs the Rust toolchain with rustfmt and clippy, a C compiler to link,
/// and Python 3, in which what the tests check against is installed under `target` (see [`python`]). The
/// tests that fill a small disk mount one, and say so and skip where that is not permitted.
fn test(full: bool) -> Result<()> {
    for component in ["rustfmt", "clippy"] {
        let tool = if component == "clippy" { "clippy" } else { "fmt" };
        let there = cargo(&[tool, "--version"]).output().is_ok_and(|o| o.status.success());
        if !there {
            run(Command::new("rustup").args(["component", "add", component]))?;
        }
    }
    run(&mut cargo(&["fmt", "--all", "--check"]))?;
    run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    run(cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    let mut tests = cargo(&["test", "--workspace", "--no-fail-fast"]);
    let python = python::environment()?;
    tests.envs(["EDGEWISE_ORTOOLS", "EDGEWISE_COVER_ORACLES"].map(|variable| (variable, &python)));
    if full {
        tests.envs([("EDGEWISE_KILLS", "100"), ("EDGEWISE_FULL", "1")]);
    }
    run(&mut tests)?;
    if full { fuzz(1_000_000) } else { Ok(()) }
}

/// Every fuzz target for `runs` inputs, on the stable toolchain (see fuzz/README.md).
fn fuzz(runs: u64) -> Result<()> {
    run(Command::new("sh").args(["fuzz/fuzz.sh", &runs.to_string()]))
}
