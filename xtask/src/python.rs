//! The Python packages that tests check against, in an environment of their own under `target/python`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, root, run};

/// The packages, each pinned, with the options pip takes for it: outside solvers for tails and for exact cover. `ortools` is there for its library alone, which
/// needs none of the package's own dependencies.
const PYTHON_PACKAGES: &[(&str, &[&str])] =
    &[("ortools==9.15.6755", &["--no-deps"]), ("miniexact==1.6.1", &[]), ("pyxcc==0.1.1", &[])];

/// Makes the environment with every package and gives its folder. Does nothing where it is there already.
pub(crate) fn environment() -> Result<PathBuf> {
    let folder = root().join("target/python");
    let marker = folder.join("packages.txt");
    let wanted = format!("{PYTHON_PACKAGES:?}\n");
    if std::fs::read_to_string(&marker).is_ok_and(|there| there == wanted) {
        return Ok(folder);
    }
    make(&folder)?;
    for (package, options) in PYTHON_PACKAGES {
        let mut pip = Command::new(folder.join("bin/python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        run(pip.args(*options).arg(package))?;
    }
    std::fs::write(&marker, wanted).map_err(|error| format!("{}: {error}", marker.display()))?;
    Ok(folder)
}

/// A fresh environment. Where Python cannot make one, Debian's package for it is installed first.
fn make(folder: &Path) -> Result<()> {
    let mut venv = Command::new("python3");
    venv.args(["-m", "venv", "--clear"]).arg(folder);
    if run(&mut venv).is_ok() {
        return Ok(());
    }
    run(Command::new("apt-get").arg("update"))?;
    run(Command::new("apt-get").args(["install", "--yes", "--no-install-recommends", "python3-venv"]))?;
    run(&mut venv)
}
