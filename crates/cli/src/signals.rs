//! Ctrl-C: the first one asks for an orderly stop, the second ends at once.

use std::sync::OnceLock;

use edgewise_search::StopFlag;

use crate::failure::output_error;

/// The process's stop flag, raised by Ctrl-C and by a polite kill. Installed on first use.
pub(crate) fn stop_flag() -> StopFlag {
    static FLAG: OnceLock<StopFlag> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = StopFlag::default();
        let raised = flag.clone();
        let installed = ctrlc::set_handler(move || {
            if raised.is_raised() {
                std::process::exit(130);
            }
            raised.raise();
            output_error("stopping: the best board is being written (again to end at once)");
        });
        if let Err(error) = installed {
            output_error(&format!("warning: Ctrl-C will end at once, no handler could be set: {error}"));
        }
        flag
    })
    .clone()
}
