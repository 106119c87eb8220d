//! The back ends under test.

use std::path::PathBuf;

use edgewise_tail::Backend;
use edgewise_tail_backends::{BackendSettings, backend};

/// A back end by name. CP-SAT's library comes from EDGEWISE_ORTOOLS or from where `cargo xtask python` puts it;
/// without it the test fails.
pub(crate) fn outside(name: &str, hint: bool) -> Box<dyn Backend + Send + Sync> {
    let installed = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python"));
    let named = std::env::var_os("EDGEWISE_ORTOOLS").map(PathBuf::from);
    let settings = BackendSettings { ortools: named.or(Some(installed)), hint, ..Default::default() };
    backend(name, &settings).unwrap_or_else(|error| panic!("{error} (`cargo xtask python` installs it)"))
}
