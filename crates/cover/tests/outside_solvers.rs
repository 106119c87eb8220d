//! Counts against two outside solvers, miniexact 1.6.1 and pyxcc 0.1.1, on random problems with colours.
//!
//! `cargo xtask python` installs them into target/python (or where EDGEWISE_COVER_ORACLES says).
//! Where they are missing this test fails; it never skips.

mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{is_plain, random_problem};
use edgewise_cover::{Method, Problem, classics, count, text};
use edgewise_puzzle::Rng;

const PROBLEMS: usize = 1200;

fn tool(name: &str) -> PathBuf {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python");
    let folder = std::env::var_os("EDGEWISE_COVER_ORACLES").map_or(default, PathBuf::from);
    let tool = folder.join("bin").join(name);
    assert!(tool.exists(), "{}: not there; `cargo xtask python` installs the outside solvers", tool.display());
    tool
}

/// Random problems both solvers accept, and a few classics.
fn problems() -> Vec<Problem> {
    let mut rng = Rng::new(11);
    let mut problems: Vec<Problem> = (1..=7).filter_map(|n| classics::queens(n).ok()).filter(is_plain).collect();
    problems.push(classics::langford(7).unwrap());
    while problems.len() < PROBLEMS {
        problems.extend(Some(random_problem(&mut rng)).filter(is_plain));
    }
    problems
}

fn ours(problem: &Problem) -> u128 {
    count(problem, &Method::Links.into()).unwrap().solutions
}

#[test]
fn miniexact_counts_the_same() {
    let tool = tool("miniexact");
    let file = std::env::temp_dir().join(format!("edgewise-cover-{}.xc", std::process::id()));
    let mut some = 0;
    for problem in problems() {
        std::fs::write(&file, text::write(&problem)).unwrap();
        let output = Command::new(&tool).args(["-c", "-e", "-D"]).arg(&file).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let found =
            said.lines().find_map(|line| line.strip_prefix("Found ")?.strip_suffix(" solutions!")?.parse().ok());
        assert_eq!(found, Some(ours(&problem)), "{}\n{said}", text::write(&problem));
        some += u32::from(found > Some(1));
    }
    std::fs::remove_file(&file).unwrap();
    assert!(some > 200, "{some} problems have several solutions");
}

#[test]
fn pyxcc_counts_the_same() {
    let problems = problems();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pyxcc_counts.py");
    let mut child =
        Command::new(tool("python")).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let texts: Vec<String> = problems.iter().map(text::write).collect();
    let feeder = std::thread::spawn(move || {
        texts.iter().for_each(|text| writeln!(input, "{text}").unwrap());
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    let counts: Vec<u128> = said.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(counts.len(), problems.len());
    for (problem, found) in problems.iter().zip(counts) {
        assert_eq!(found, ours(problem), "{}", text::write(problem));
    }
}
