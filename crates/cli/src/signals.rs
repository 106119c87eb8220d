//! Ctrl-C: the first one asks for an orderly stop, the second ends at once.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use edgewise_search::StopFlag;

use crate::failure::output_error;

/// Signals this close together are one: `timeout` and a terminal may send two at a time.
const ONE_SIGNAL: Duration = Duration::from_millis(500);

/// The process's stop flag, raised by Ctrl-C and by a polite kill. Installed on first use; says what
/// it does unless `quiet`.
pub(crate) fn stop_flag(quiet: bool) -> StopFlag {
    static FLAG: OnceLock<StopFlag> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = StopFlag::default();
        let raised = flag.clone();
        let mut first: Option<Instant> = None;
        let installed = ctrlc::set_handler(move || match first {
            Some(at) if at.elapsed() < ONE_SIGNAL => {}
            Some(_) => std::process::exit(130),
            None => {
                first = Some(Instant::now());
                raised.raise();
                if !quiet {
                    output_error("stopping: the best board is being written (again to end at once)");
                }
            }
        });
        if let Err(error) = installed {
            output_error(&format!("warning: Ctrl-C will end at once, no handler could be set: {error}"));
        }
        flag
    })
    .clone()
}
