//! The flags all engine commands share.

use std::time::Duration;

use clap::Args;
use edgewise_search::Budget;

use crate::failure::{Failure, output_error};
use crate::input::Clues;
use crate::signals;

/// Budget, seed, threads and output of a run.
#[derive(Clone, Debug, Args)]
pub(crate) struct RunFlags {
    /// Which clues to pin (default: starter for eternity2, all its own for a puzzle file)
    #[arg(long, value_enum)]
    pub(crate) clues: Option<Clues>,

    /// Seed of the random choices; without one a fresh seed is drawn and printed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Worker threads [default: one per core for solve, 1 for single engines]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Wall time, such as 90s, 10m, 8h, 1h30m; `none` for no limit
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    time: Option<TimeLimit>,

    /// Node budget (placements; of a beam, children), shared by all threads; a run that only this limit ends is reproducible
    #[arg(long, value_name = "N", value_parser = node_count)]
    nodes: Option<u64>,

    /// Stop at this score; exit code 1 if it is missed
    #[arg(long, value_name = "SCORE")]
    pub(crate) target: Option<usize>,

    /// Directory for the run (new or empty) [default: runs/UTC-ENGINE-SEED]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<std::path::PathBuf>,

    /// Go on with the run in DIR from its checkpoints: same puzzle and clues; seed, threads and
    /// parameters are the run's own. Nodes count from the run's beginning
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "no_save", "seed", "threads"])]
    pub(crate) resume: Option<std::path::PathBuf>,

    /// Store boards on the way only from this score on (the best one is stored at the end anyway)
    #[arg(long, value_name = "SCORE", default_value_t = 0, hide_default_value = true)]
    pub(crate) save_from: usize,

    /// Run this shell command for every better board from --save-from on; EDGEWISE_SCORE,
    /// EDGEWISE_TOTAL, EDGEWISE_URL and EDGEWISE_RUN tell it what was found
    #[arg(long, value_name = "COMMAND")]
    pub(crate) on_best: Option<String>,

    /// Write no run directory
    #[arg(long, conflicts_with = "out")]
    pub(crate) no_save: bool,

    /// Leave the holes of the deepest board open instead of filling them
    #[arg(long)]
    pub(crate) no_fill: bool,

    /// Print one JSON object as the last line
    #[arg(long)]
    pub(crate) json: bool,

    /// No progress and no summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// A wall time or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimeLimit {
    /// At most this long.
    After(Duration),
    /// No limit.
    Never,
}

impl TimeLimit {
    /// The wall time it allows, if it limits any.
    pub(crate) fn limit(self) -> Option<Duration> {
        match self {
            TimeLimit::After(time) => Some(time),
            TimeLimit::Never => None,
        }
    }
}

/// Reads a duration.
pub(crate) fn duration(text: &str) -> Result<TimeLimit, String> {
    if text == "none" {
        return Ok(TimeLimit::Never);
    }
    let seconds = text.parse::<f64>().ok().filter(|s| (0.0..=1e10).contains(s)).map(Duration::from_secs_f64);
    seconds
        .or_else(|| humantime::parse_duration(text).ok().filter(|d| d.as_secs_f64() <= 1e10))
        .map(TimeLimit::After)
        .ok_or_else(|| "expected a duration such as 90s, 10m, 8h, 1h30m, plain seconds, or none".to_owned())
}

/// A count such as `1000000`, `500M` or `2G`.
pub(crate) fn node_count(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    let (digits, scale) = match plain.strip_suffix(['k', 'M', 'G', 'T']) {
        Some(digits) => (digits, 1000u64.pow(1 + "kMGT".find(&plain[digits.len()..]).unwrap_or(0) as u32)),
        None => (plain.as_str(), 1),
    };
    let count = digits.parse::<u64>().ok().and_then(|n| n.checked_mul(scale));
    count.ok_or_else(|| "expected a whole number, such as 1000000, 500M or 2G".to_owned())
}

impl RunFlags {
    /// The budget, stopped by Ctrl-C. `default_time` applies where no limit at all is given.
    pub(crate) fn budget(&self, default_time: Option<Duration>) -> Budget {
        let time = match self.time {
            Some(limit) => limit.limit(),
            None if self.nodes.is_none() && self.target.is_none() => default_time,
            None => None,
        };
        Budget { nodes: self.nodes, time, target: self.target, stop: signals::stop_flag(self.quiet) }
    }

    /// The seed given, or a fresh one below 2^32.
    pub(crate) fn seed(&self) -> u64 {
        use std::hash::{BuildHasher, RandomState};
        self.seed.unwrap_or_else(|| RandomState::new().hash_one(std::process::id()) >> 32)
    }

    /// Worker threads.
    pub(crate) fn threads(&self, all_cores: bool) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(|| if all_cores { cores() } else { 1 }, usize::from)
    }

    /// A word of warning where there are far more workers than cores.
    pub(crate) fn say_threads(&self) {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        if let Some(threads) = self.threads.map(usize::from).filter(|&t| t > 4 * cores && !self.quiet) {
            output_error(&format!(
                "note: {threads} threads on {cores} cores: they share the time, and limits are kept late"
            ));
        }
    }

    /// The clue choice by name.
    pub(crate) fn clues_name(&self, built_in: bool) -> &'static str {
        match self.clues {
            Some(Clues::Starter) => "starter",
            Some(Clues::Five) => "five",
            Some(Clues::None) => "none",
            None if built_in => "starter",
            None => "own",
        }
    }

    /// Checks what can be checked before work begins.
    pub(crate) fn check_target(&self, total: usize) -> Result<(), Failure> {
        match self.target {
            Some(target) if target > total => {
                Err(Failure::input(format!("--target {target}: the board has {total} seams, expected at most that")))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_node_counts() {
        let seconds = |s| TimeLimit::After(Duration::from_secs(s));
        assert_eq!(duration("90"), Ok(seconds(90)));
        assert_eq!(duration("1h30m"), Ok(seconds(5400)));
        assert_eq!(duration("none"), Ok(TimeLimit::Never));
        assert!(duration("soon").is_err() && duration("-1").is_err() && duration("nan").is_err());
        assert_eq!(node_count("500M"), Ok(500_000_000));
        assert_eq!(node_count("1_000"), Ok(1000));
        assert_eq!(node_count("3T"), Ok(3_000_000_000_000));
        assert!(node_count("x").is_err() && node_count("99999999999T").is_err() && node_count("").is_err());
    }
}
