//! A run that does nothing but write, to be killed or starved by the tests.
//!
//! `archive-hammer <out|default> PATH [BOARDS]` makes a run at PATH, or under its default name in the
//! folder PATH, and saves boards of score 1, 2, 3, … with events between them, as fast as it can, for
//! ever or until that many. On stdout: `run DIR` once it is made, `ack SCORE` once a board is on the disk,
//! `log SCORE` once its event is, `error TEXT` when one of them failed. It goes on after an error, and
//! exits with the error's code if it cannot make the run.

#![allow(clippy::print_stdout, reason = "its stdout is what the tests read")]

#[path = "../common/mod.rs"]
mod common;

use edgewise_archive::{Event, RunDir};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let start = Instant::now();
    let run = match args[1].as_str() {
        "out" => RunDir::create(&args[2], &common::info(7)),
        "default" => RunDir::create_default(&args[2], &common::info(7)),
        other => panic!("expected `out` or `default`, not `{other}`"),
    };
    let run = match run {
        Ok(run) => run,
        Err(error) => {
            println!("error {error}");
            return ExitCode::from(error.exit_code());
        }
    };
    println!("run {}", run.path().display());
    let boards = args.get(3).map_or(usize::MAX, |count| count.parse().unwrap());
    for score in 1..=boards {
        match common::save(&run, score) {
            Ok(_) => println!("ack {score}"),
            Err(error) => println!("error {error}"),
        }
        for kind in ["improved", "progress", "progress"] {
            match run.log(&Event::new(start.elapsed(), kind).with("score", score)) {
                Ok(()) => println!("log {score}"),
                Err(error) => println!("error {error}"),
            }
        }
    }
    ExitCode::SUCCESS
}
