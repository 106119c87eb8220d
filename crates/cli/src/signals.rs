//! Ctrl-C and a polite kill: the first one asks for an orderly stop, the second ends at once.
//!
//! A hang-up is left alone: it ends the process as ever (every better board is on disk already), and
//! under `nohup` it stays ignored.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use edgewise_search::StopFlag;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::failure::output_error;

/// Signals this close together are one: `timeout` and a terminal may send two at a time.
const ONE_SIGNAL: Duration = Duration::from_millis(500);

/// The process's stop flag, raised by the first signal. Installed on first use; says what it does
/// unless `quiet`.
pub(crate) fn stop_flag(quiet: bool) -> StopFlag {
    stop_flag_saying(quiet, "stopping: the best board is being written (again to end at once)")
}

/// [`stop_flag`] with words of its own.
pub(crate) fn stop_flag_saying(quiet: bool, words: &'static str) -> StopFlag {
    static FLAG: OnceLock<StopFlag> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = StopFlag::default();
        let raised = flag.clone();
        match Signals::new([SIGINT, SIGTERM]) {
            Ok(mut signals) => drop(std::thread::spawn(move || {
                let mut first: Option<Instant> = None;
                for _ in signals.forever() {
                    match first {
                        Some(at) if at.elapsed() < ONE_SIGNAL => {}
                        Some(_) => std::process::exit(130),
                        None => {
                            first = Some(Instant::now());
                            raised.raise();
                            if !quiet {
                                output_error(words);
                            }
                        }
                    }
                }
            })),
            Err(error) => {
                output_error(&format!("warning: Ctrl-C will end at once, no handler could be set: {error}"));
            }
        }
        flag
    })
    .clone()
}
