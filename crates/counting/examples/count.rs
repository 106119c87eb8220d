//! Counts the solutions of puzzle files: `count [--memory MIB] [--seconds S] FILE..`
#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::error::Error;
use std::time::{Duration, Instant};

use edgewise_counting::{Limits, count};
use edgewise_puzzle::formats::read_puzzle;

fn main() -> Result<(), Box<dyn Error>> {
    let mut limits = Limits::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().ok_or("a number is missing")?.parse::<usize>().map_err(|e| e.to_string());
        match argument.as_str() {
            "--memory" => limits.memory = number()? << 20,
            "--seconds" => limits.budget.time = Some(Duration::from_secs(number()? as u64)),
            path => {
                let puzzle = read_puzzle(&std::fs::read(path)?, path)?.puzzle;
                let start = Instant::now();
                let found = count(&puzzle, &limits)?;
                println!(
                    "{}: {} solutions, {} distinct, {} essentially different; {}, {} nodes, {:.2} s, {} MiB, {}",
                    puzzle.name(),
                    found.solutions,
                    found.distinct,
                    found.essentially_different,
                    found.stop.map_or("complete", |stop| stop.name()),
                    found.nodes,
                    start.elapsed().as_secs_f64(),
                    found.peak_bytes >> 20,
                    found.method
                );
            }
        }
    }
    Ok(())
}
