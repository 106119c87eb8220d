//! What a check says when an engine does not keep a requirement.

/// A requirement that was not kept, on one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{case}: {complaint}")]
pub struct Failure {
    /// The run: puzzle, parameters, seed and budget.
    pub case: String,
    /// What was expected and what was found.
    pub complaint: String,
}

impl Failure {
    /// `complaint` about `case`.
    pub fn new(case: impl Into<String>, complaint: impl Into<String>) -> Failure {
        Failure { case: case.into(), complaint: complaint.into() }
    }
}

/// `Ok` if `kept`, the complaint otherwise.
pub(crate) fn require(kept: bool, complaint: impl FnOnce() -> String) -> Result<(), String> {
    if kept { Ok(()) } else { Err(complaint()) }
}
