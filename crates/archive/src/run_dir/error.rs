//! What can go wrong with a run directory, in one line each.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a run directory could not be made, written or read.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The operating system refused: disk full, no permission, a failing disk.
    #[error("cannot {action} {}: {}", path.display(), reason(cause))]
    Io {
        /// What was being done, to be followed by the path: "write the board of score 464 to".
        action: String,
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        cause: io::Error,
    },
    /// The path already holds a run, and runs are never mixed.
    #[error("{} already holds a run: expected a new or an empty folder", .0.display())]
    HoldsRun(PathBuf),
    /// The path holds something else.
    #[error("{} is not empty: expected a new or an empty folder", .0.display())]
    NotEmpty(PathBuf),
    /// The path is something else than a folder, or nothing is there to read.
    #[error("{} is not a folder: expected one for a run", .0.display())]
    NotAFolder(PathBuf),
    /// The folder has none of the parts of a run.
    #[error("{} holds no run: expected run.toml, events.jsonl or boards/ in it", .0.display())]
    NoRun(PathBuf),
    /// Another process, or another handle of this one, is writing to the run.
    #[error("{} is being written by another process: expected a run that has ended", .0.display())]
    InUse(PathBuf),
    /// The content handed over cannot be stored.
    #[error("cannot {action} {}: {why}", path.display())]
    Content {
        /// What was being done, to be followed by the path.
        action: String,
        /// The file it was meant for.
        path: PathBuf,
        /// What is wrong with it and what was expected.
        why: String,
    },
}

impl RunError {
    /// For `map_err`: an [`RunError::Io`] with this action and path.
    pub(crate) fn io(action: impl Into<String>, path: &Path) -> impl FnOnce(io::Error) -> RunError {
        move |cause| RunError::Io { action: action.into(), path: path.to_owned(), cause }
    }

    /// Whether space is what is missing: a full disk or a quota used up. Trying again later may succeed.
    pub fn is_disk_full(&self) -> bool {
        matches!(self, RunError::Io { cause, .. }
            if matches!(cause.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded))
    }

    /// The exit code that belongs to it: 3 where an outside thing failed, 2 where the path or the content
    /// given was wrong.
    pub fn exit_code(&self) -> u8 {
        match self {
            RunError::Io { .. } | RunError::InUse(_) => 3,
            RunError::HoldsRun(_)
            | RunError::NotEmpty(_)
            | RunError::NotAFolder(_)
            | RunError::NoRun(_)
            | RunError::Content { .. } => 2,
        }
    }
}

/// The system's reason, with the plain word for the cases people meet.
fn reason(cause: &io::Error) -> String {
    match cause.kind() {
        ErrorKind::StorageFull => format!("disk full: {cause}"),
        ErrorKind::QuotaExceeded => format!("disk quota used up: {cause}"),
        _ => cause.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_stated_plainly() {
        let error =
            RunError::io("write the board of score 464 to", Path::new("r/b.json"))(ErrorKind::StorageFull.into());
        let text = error.to_string();
        assert!(text.starts_with("cannot write the board of score 464 to r/b.json: disk full: "), "{text}");
        assert!(error.is_disk_full());
        assert_eq!(error.exit_code(), 3);
        let denied = RunError::io("open", Path::new("r"))(ErrorKind::PermissionDenied.into());
        assert!(!denied.is_disk_full() && !denied.to_string().contains("disk full"));
        assert_eq!(RunError::HoldsRun("r".into()).exit_code(), 2);
    }
}
