//! What a minute gives: the numbers of the README, re-run.

use std::fmt::Write;
use std::process::Command;

use crate::{Result, cargo, root, run};

/// Seeds of every row.
const SEEDS: std::ops::RangeInclusive<u32> = 1..=8;

/// The rows: name and arguments.
const ROWS: &[(&str, &[&str])] = &[
    ("solve-starter", &["solve", "--time", "60s"]),
    ("solve-five", &["solve", "--clues", "five", "--time", "60s"]),
    ("backtrack-470", &["backtrack", "eternity2", "--preset", "blackwood-470", "--time", "60s"]),
];

/// Runs every row with every seed, one after the other, and writes one JSON line a run into
/// `<dir>/<row>.jsonl`. Runs that are there already are not repeated, so an interrupted measurement
/// goes on where it stopped.
pub(crate) fn minute(dir: Option<&str>) -> Result<()> {
    run(&mut cargo(&["build", "--release"]))?;
    let binary = root().join("target/release/edgewise");
    let dir = root().join(dir.map_or_else(default_dir, Into::into));
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    for (name, arguments) in ROWS {
        let path = dir.join(format!("{name}.jsonl"));
        let mut results = std::fs::read_to_string(&path).unwrap_or_default();
        for seed in SEEDS.skip(results.lines().count()) {
            let seed = seed.to_string();
            let output = Command::new(&binary)
                .args(*arguments)
                .args(["--seed", seed.as_str(), "--no-save", "--quiet", "--json"])
                .output()
                .map_err(|e| format!("{}: {e}", binary.display()))?;
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().last().ok_or_else(|| format!("{name}, seed {seed}: no result"))?;
            let field = |field: &str| value(line, field).unwrap_or("?").to_owned();
            eprintln!(
                "{name} seed {seed}: score {}, deepest {}, {} placements/s",
                field("score"),
                field("deepest"),
                field("nodes_per_second")
            );
            writeln!(results, "{line}").map_err(|e| e.to_string())?;
            std::fs::write(&path, &results).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    Ok(())
}

/// A number in a flat JSON line, as text.
fn value<'a>(line: &'a str, field: &str) -> Option<&'a str> {
    let rest = line.split_once(&format!("\"{field}\":"))?.1;
    rest.split([',', '}']).next()
}

fn default_dir() -> String {
    let date = Command::new("date").arg("+%Y-%m-%d").output();
    let date = date.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned()).unwrap_or_default();
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|l| l.strip_prefix("model name")).unwrap_or("unknown");
    let plain: String = model.chars().filter(|c| c.is_ascii_alphanumeric() || *c == ' ').collect();
    format!("bench/runs/{date}-{}", plain.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase())
}
