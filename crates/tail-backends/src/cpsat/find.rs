//! Where the OR-Tools library lies.

use std::env;
use std::path::{Path, PathBuf};

/// The environment variable that names the library or a folder with it.
pub const VARIABLE: &str = "EDGEWISE_ORTOOLS";

/// The version of the Python package this was written against and is tested with.
pub const VERSION: &str = "9.15.6755";

/// The file's name.
pub const FILE: &str = if cfg!(target_os = "macos") { "libortools.9.dylib" } else { "libortools.so.9" };

/// The library was found nowhere. Its text is one line: where it was looked for and how to get it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{FILE} (OR-Tools, for CP-SAT) is not there: looked for it {looked}; `python3 -m venv ort && ort/bin/pip install \
     --no-deps ortools=={VERSION}` gets it, then give `--ortools ort` or set {VARIABLE}=ort"
)]
pub struct Absent {
    /// The places, in words.
    pub looked: String,
}

/// Finds the library: in `given` (the flag) if there is one, else in what [`VARIABLE`] names if it is set, else
/// in the active Python environment, in `.venv` and `venv` of the working directory and in the user's own
/// packages. A place is the file itself, its folder, the folder of the Python packages, or an environment.
///
/// # Errors
/// [`Absent`]. What is named and not there is not replaced by what lies elsewhere.
pub fn find(given: Option<&Path>) -> Result<PathBuf, Absent> {
    find_among(given, env::var_os(VARIABLE).map(PathBuf::from).as_deref(), &usual_places())
}

fn find_among(given: Option<&Path>, variable: Option<&Path>, usual: &[PathBuf]) -> Result<PathBuf, Absent> {
    let named = match (given, variable) {
        (Some(given), _) => Some((given, format!("in {} (--ortools)", given.display()))),
        (None, Some(variable)) => Some((variable, format!("in {} ({VARIABLE})", variable.display()))),
        (None, None) => None,
    };
    if let Some((place, looked)) = named {
        return in_place(place).ok_or(Absent { looked });
    }
    let list: Vec<String> = usual.iter().map(|place| place.display().to_string()).collect();
    let looked = format!("in {} (no --ortools given, {VARIABLE} not set)", list.join(", "));
    usual.iter().find_map(|place| in_place(place)).ok_or(Absent { looked })
}

/// The library in or below a place that may hold it.
fn in_place(place: &Path) -> Option<PathBuf> {
    if place.is_file() {
        return Some(place.to_owned());
    }
    let direct = ["", ".libs", "ortools/.libs"].map(|folder| place.join(folder).join(FILE));
    let below = ["lib", "lib64"].into_iter().flat_map(|lib| pythons(&place.join(lib)));
    let below = below.map(|python| python.join("site-packages/ortools/.libs").join(FILE));
    direct.into_iter().chain(below).find(|path| path.is_file())
}

/// The folders `python3*` of a folder, the greatest name first.
fn pythons(lib: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(lib).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> =
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("python3")).map(|e| e.path()).collect();
    folders.sort();
    folders.reverse();
    folders
}

fn usual_places() -> Vec<PathBuf> {
    let active = env::var_os("VIRTUAL_ENV").map(PathBuf::from);
    let user = env::home_dir().map(|home| home.join(".local"));
    active.into_iter().chain([PathBuf::from(".venv"), PathBuf::from("venv")]).chain(user).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(path: &Path) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }

    #[test]
    fn every_kind_of_place_leads_to_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let packages = folder.path().join("lib/python3.11/site-packages");
        let file = packages.join("ortools/.libs").join(FILE);
        std::fs::create_dir_all(folder.path().join("lib/python3.12")).unwrap();
        touch(&file);
        for place in [&file, file.parent().unwrap(), &packages.join("ortools"), &packages, folder.path()] {
            assert_eq!(find_among(Some(place), None, &[]), Ok(file.clone()), "{}", place.display());
        }
        let usual = [PathBuf::from("nowhere"), folder.path().to_owned()];
        assert_eq!(find_among(None, None, &usual), Ok(file));
    }

    #[test]
    fn the_flag_comes_before_the_variable_and_that_before_the_usual_places() {
        let folder = tempfile::tempdir().unwrap();
        let [flag, variable, usual] = ["a", "b", "c"].map(|name| folder.path().join(name));
        [&flag, &variable, &usual].iter().for_each(|place| touch(&place.join(FILE)));
        let usual_list = [usual.clone()];
        assert_eq!(find_among(Some(&flag), Some(&variable), &usual_list), Ok(flag.join(FILE)));
        assert_eq!(find_among(None, Some(&variable), &usual_list), Ok(variable.join(FILE)));
        assert_eq!(find_among(None, None, &usual_list), Ok(usual.join(FILE)));
        let wrong = folder.path().join("wrong");
        let absent = find_among(Some(&wrong), Some(&variable), &usual_list).unwrap_err().to_string();
        assert!(absent.contains("wrong (--ortools);") && absent.contains("pip install"), "{absent}");
        let absent = find_among(None, Some(&wrong), &usual_list).unwrap_err().to_string();
        assert!(absent.contains("wrong (EDGEWISE_ORTOOLS);"), "{absent}");
        let absent = find_among(None, None, &["x".into(), "y".into()]).unwrap_err().to_string();
        assert!(absent.contains("in x, y (no --ortools given") && !absent.contains('\n'), "{absent}");
    }
}
