//! How a command ends: exit codes and one-line errors.

use std::fmt::Display;
use std::process::ExitCode;

/// An orderly end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Done, or yes.
    Yes,
    /// The question's answer is no.
    No,
    /// The limits ended a proof.
    Undecided,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> ExitCode {
        ExitCode::from(match answer {
            Answer::Yes => 0,
            Answer::No => 1,
            Answer::Undecided => 4,
        })
    }
}

/// Why a command could not do its work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    /// Bad usage or input: exit code 2.
    pub(crate) fn input(error: impl Display) -> Failure {
        Failure { code: 2, message: error.to_string() }
    }

    /// Disk, queue or another outside thing: exit code 3.
    pub(crate) fn outside(error: impl Display) -> Failure {
        Failure { code: 3, message: error.to_string() }
    }

    /// A failure with the code another crate chose.
    pub(crate) fn with_code(code: u8, error: impl Display) -> Failure {
        Failure { code, message: error.to_string() }
    }

    /// Whether standard output went away, which needs no words.
    pub(crate) fn is_silent(&self) -> bool {
        self.message.is_empty()
    }

    /// Standard output was closed by its reader (`| head`): a quiet end.
    pub(crate) fn closed_output() -> Failure {
        Failure { code: 0, message: String::new() }
    }

    /// Prints the error, one line.
    pub(crate) fn report(&self) {
        if !self.is_silent() {
            let line = self.message.split_whitespace().collect::<Vec<_>>().join(" ");
            output_error(&format!("error: {line}"));
        }
    }
}

impl From<Failure> for ExitCode {
    fn from(failure: Failure) -> ExitCode {
        ExitCode::from(failure.code)
    }
}

impl From<edgewise_archive::RunError> for Failure {
    fn from(error: edgewise_archive::RunError) -> Failure {
        Failure::with_code(error.exit_code(), error)
    }
}

/// A line on standard error; a closed standard error is nobody's problem.
pub(crate) fn output_error(line: &str) {
    use std::io::Write;
    drop(writeln!(std::io::stderr(), "{line}"));
}
