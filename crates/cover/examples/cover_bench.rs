//! Times our methods beside miniexact, pyxcc and the crate exact-covers on the same five problems.
//!
//! `cargo run --release -p edgewise-cover --example cover_bench [RUNS [NAME...]]` runs every solver RUNS times
//! (default 5) in turn and prints medians, and JSON lines with every time. The outside solvers are those of
//! `cargo xtask python`. What is timed: ours, exact-covers and miniexact as one process each, from the
//! same text file to the count of all solutions; of pyxcc its call of `solve` alone, without the start of
//! Python and the building of its problem. miniexact prints every solution (to nowhere): it has no way
//! to count without.

#![allow(clippy::print_stdout)]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use edgewise_cover::encode::{Request, encode};
use edgewise_cover::{Member, Method, Problem, classics, count, text};
use edgewise_puzzle::formats;
use exact_covers::{DlSolver, Solver};

type Failure = Box<dyn std::error::Error>;

const SOLVERS: [&str; 6] = ["xcc", "cells", "bits", "exact-covers", "miniexact", "pyxcc"];

fn puzzle(path: &str) -> Result<Problem, Failure> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path);
    let read = formats::read_puzzle(&std::fs::read(&path)?, &path.display().to_string())?;
    Ok(encode(&read.puzzle, &Request::default())?.problem)
}

/// The five problems with their numbers of solutions.
fn problems() -> Result<Vec<(&'static str, Problem, u128)>, Failure> {
    let brendan = "../../backtrack/tests/data/brendan";
    Ok(vec![
        ("pentominoes-6x10", classics::pentominoes(10, 6, &[])?, 9356),
        ("queens-12", classics::queens(12)?, 14_200),
        ("brendan-5x5", puzzle(&format!("{brendan}_05x05.txt"))?, 16),
        ("brendan-7x5", puzzle(&format!("{brendan}_07x05.txt"))?, 32),
        ("framed6x6-c4", puzzle("data/framed6x6_c4.txt")?, 122_432),
    ])
}

fn by_exact_covers(problem: &Problem) -> u128 {
    let primary: Vec<u32> = (0..problem.primary() as u32).collect();
    let secondary: Vec<u32> = (problem.primary() as u32..problem.items().len() as u32).collect();
    let mut solver: DlSolver<u32, u32> = DlSolver::new(&primary, &secondary);
    for option in problem.options() {
        let (plain, coloured): (Vec<&Member>, Vec<&Member>) =
            option.iter().partition(|m| (m.item as usize) < problem.primary());
        let coloured: Vec<_> = coloured.iter().map(|m| (m.item, (m.colour != 0).then_some(m.colour))).collect();
        solver.add_option(plain.iter().map(|m| m.item).collect::<Vec<_>>(), coloured);
    }
    let mut found = 0;
    solver.solve(|_| {
        found += 1;
        ControlFlow::Continue(())
    });
    found
}

/// One solver on one file: prints the count.
fn one(solver: &str, file: &str) -> Result<(), Failure> {
    let problem = text::read(&std::fs::read(file)?)?;
    let found = match Method::ALL.into_iter().find(|m| m.name() == solver) {
        Some(method) => count(&problem, &method.into())?.solutions,
        None => by_exact_covers(&problem),
    };
    println!("{found}");
    Ok(())
}

/// The seconds of one solver on one file, its count checked.
fn time(solver: &str, file: &Path, expected: u128) -> Result<f64, Failure> {
    let oracles = std::env::var_os("EDGEWISE_COVER_ORACLES")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python"), PathBuf::from);
    let mut command = match solver {
        "miniexact" => Command::new(oracles.join("bin/miniexact")),
        "pyxcc" => Command::new(oracles.join("bin/python")),
        _ => Command::new(std::env::current_exe()?),
    };
    match solver {
        "miniexact" => command.args(["-c", "-e", "-D"]),
        "pyxcc" => command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/pyxcc_time.py")),
        _ => command.args(["one", solver]),
    };
    let began = Instant::now();
    let output = command.arg(file).stderr(Stdio::null()).output()?;
    let mut seconds = began.elapsed().as_secs_f64();
    let said = String::from_utf8(output.stdout)?;
    let mut last = said.lines().last().unwrap_or_default();
    if solver == "pyxcc" {
        let (found, own) = last.split_once(' ').ok_or("pyxcc said nothing")?;
        last = found;
        seconds = own.parse()?;
    }
    let found = last.trim_start_matches("Found ").trim_end_matches(" solutions!");
    if found != expected.to_string() {
        return Err(format!("{solver}, {}: `{last}`, expected {expected} solutions", file.display()).into());
    }
    Ok(seconds)
}

fn bench(runs: usize, names: &[String]) -> Result<(), Failure> {
    let folder = std::env::temp_dir();
    println!("{:18} {}", "median seconds", SOLVERS.map(|s| format!("{s:>13}")).concat());
    for (name, problem, expected) in problems()? {
        if !names.is_empty() && !names.iter().any(|n| n == name) {
            continue;
        }
        let file = folder.join(format!("edgewise-{}-{name}.xc", std::process::id()));
        std::fs::write(&file, text::write(&problem))?;
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); SOLVERS.len()];
        for _ in 0..runs {
            for (solver, times) in SOLVERS.into_iter().zip(&mut times) {
                times.push(time(solver, &file, expected)?);
            }
        }
        std::fs::remove_file(&file)?;
        let medians: Vec<String> = times
            .iter()
            .map(|times| {
                let mut sorted = times.clone();
                sorted.sort_by(f64::total_cmp);
                format!("{:13.4}", sorted[sorted.len() / 2])
            })
            .collect();
        println!("{name:18} {}", medians.concat());
        for (solver, times) in SOLVERS.into_iter().zip(&times) {
            println!("{{\"problem\":\"{name}\",\"solver\":\"{solver}\",\"seconds\":{times:?}}}");
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.as_slice() {
        [one_word, solver, file] if one_word == "one" => one(solver, file),
        [] => bench(5, &[]),
        [runs, names @ ..] => {
            runs.parse().map_err(|_| "expected [RUNS [NAME...]]".into()).and_then(|n: usize| bench(n.max(1), names))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
