//! Back ends by name.

use std::path::PathBuf;

use edgewise_tail::{Backend, BruteForce, FullProgramme, Own};

use crate::cpsat::find::Absent;
use crate::cpsat::{CpSat, OrTools};

/// What the back ends take beside the tail and its limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackendSettings {
    /// Where the OR-Tools library lies, if said: the file, a folder with it, or a Python environment
    /// (see [`crate::cpsat::find::find`]).
    pub ortools: Option<PathBuf>,
    /// Threads of CP-SAT.
    pub workers: usize,
    /// Whether CP-SAT gets a first refill as a hint.
    pub hint: bool,
}

impl Default for BackendSettings {
    /// The usual places, one worker, a hint.
    fn default() -> Self {
        BackendSettings { ortools: None, workers: 1, hint: true }
    }
}

/// Why there is no such back end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BackendError {
    /// No back end has this name.
    #[error("back end `{name}`: expected one of {expected}, which this build has")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names there are.
        expected: String,
    },
    /// The OR-Tools library was not found.
    #[error(transparent)]
    Absent(#[from] Absent),
    /// The OR-Tools library was found and cannot be used.
    #[error("{}: {why}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        why: String,
    },
}

/// The names [`backend`] takes: those of `edgewise-tail` and the outside ones of this build.
pub fn names() -> &'static [&'static str] {
    if cfg!(feature = "pumpkin") {
        &["own", "cpsat", "pumpkin", "full", "brute"]
    } else {
        &["own", "cpsat", "full", "brute"]
    }
}

/// The back end called `name`, ready to solve; of `cpsat` the library is opened here.
///
/// # Errors
/// If there is none of that name in this build, or its library is absent or cannot be used.
pub fn backend(name: &str, settings: &BackendSettings) -> Result<Box<dyn Backend + Send + Sync>, BackendError> {
    match name {
        "own" => Ok(Box::new(Own::default())),
        "full" => Ok(Box::new(FullProgramme)),
        "cpsat" => {
            let library = OrTools::open(settings.ortools.as_deref())?;
            Ok(Box::new(CpSat { library, workers: settings.workers, hint: settings.hint }))
        }
        #[cfg(feature = "pumpkin")]
        "pumpkin" => Ok(Box::new(crate::Pumpkin)),
        "brute" => Ok(Box::new(BruteForce)),
        _ => Err(BackendError::Unknown { name: name.to_owned(), expected: names().join(", ") }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_none_and_a_library_that_is_absent_are_one_clear_line() {
        let line = |name: &str, ortools: &str| {
            let settings = BackendSettings { ortools: Some(ortools.into()), ..Default::default() };
            backend(name, &settings).map(|b| b.name()).unwrap_err().to_string()
        };
        assert!(line("gurobi", "").starts_with("back end `gurobi`: expected one of own, cpsat, "));
        assert!(line("cpsat", "no/such/place").contains("looked for it in no/such/place (--ortools)"));
        // A file that is no library.
        let text = line("cpsat", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        assert!(text.contains("Cargo.toml") && text.contains("expected libortools") && !text.contains('\n'), "{text}");
    }

    #[test]
    fn a_back_end_has_the_name_it_is_found_by() {
        for name in names().iter().filter(|&&name| name != "cpsat") {
            assert_eq!(backend(name, &BackendSettings::default()).map(|b| b.name()), Ok(*name));
        }
    }
}
