//! What a minute gives: the numbers of the README, re-run.

use std::fmt::Write;
use std::process::Command;

use crate::{Result, cargo, root, run};

/// Seeds of every row.
const SEEDS: std::ops::RangeInclusive<u32> = 1..=8;

/// The rows: name and arguments.
const ROWS: &[(&str, &[&str])] = &[
    ("solve-starter", &["solve", "--time", "60s", "--threads", "2"]),
    ("solve-five", &["solve", "--clues", "five", "--time", "60s", "--threads", "2"]),
    ("backtrack-470", &["backtrack", "eternity2", "--preset", "blackwood-470", "--time", "60s"]),
];

/// Runs every row with every seed, one after the other, and writes one JSON line a run into
/// `<dir>/<row>.jsonl`. Runs that are there already are not repeated, so an interrupted measurement
/// goes on where it stopped; the directory is named after the commit, so that a changed program
/// starts afresh.
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
            if !output.status.success() {
                return Err(format!("{name}, seed {seed}: {}", String::from_utf8_lossy(&output.stderr).trim()));
            }
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().last().ok_or_else(|| format!("{name}, seed {seed}: no result"))?;
            let field = |field: &str| value(line, field).unwrap_or("?").to_owned();
            eprintln!(
                "{name} seed {seed}: score {}, deepest {}, {} nodes/s",
                field("score"),
                field("deepest"),
                field("nodes_per_second")
            );
            writeln!(results, "{line}").map_err(|e| e.to_string())?;
            let whole = path.with_extension("tmp");
            let stored = std::fs::write(&whole, &results).and_then(|()| std::fs::rename(&whole, &path));
            stored.map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    let readme = dir.join("README.md");
    std::fs::write(&readme, describe(&dir)).map_err(|e| format!("{}: {e}", readme.display()))
}

/// The table of a finished measurement, from its raw results.
fn describe(dir: &std::path::Path) -> String {
    let mut text = format!(
        "# What a minute gives\n\n`cargo xtask bench`, commit {}, {}, {} processors, nothing else running.\n\n\
         | command | n | scores | mean ± s.e. | deepest | M nodes/s (median) |\n| --- | --- | --- | --- | --- | --- |\n",
        commit(),
        cpu(),
        std::thread::available_parallelism().map_or(1, usize::from),
    );
    for (name, arguments) in ROWS {
        let results = std::fs::read_to_string(dir.join(format!("{name}.jsonl"))).unwrap_or_default();
        let column =
            |field: &str| -> Vec<f64> { results.lines().filter_map(|line| value(line, field)?.parse().ok()).collect() };
        let (scores, mut rates) = (column("score"), column("nodes_per_second"));
        let n = scores.len().max(1) as f64;
        let mean = scores.iter().sum::<f64>() / n;
        let variance = scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        rates.sort_by(f64::total_cmp);
        let list = |values: &[f64]| values.iter().map(|v| format!("{v:.0}")).collect::<Vec<_>>().join(" ");
        let row = format!(
            "| `{}` | {} | {} | {mean:.1} ± {:.1} | {} | {:.1} |\n",
            arguments.join(" "),
            scores.len(),
            list(&scores),
            (variance / n).sqrt(),
            list(&column("deepest")),
            rates.get(rates.len() / 2).unwrap_or(&0.0) / 1e6,
        );
        text.push_str(&row);
    }
    text
}

fn commit() -> String {
    let output = Command::new("git").args(["rev-parse", "--short", "HEAD"]).current_dir(root()).output();
    output.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned()).unwrap_or_default()
}

fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = info.lines().find_map(|l| l.strip_prefix("model name")).unwrap_or(": unknown");
    field.trim_start_matches([' ', '\t', ':']).to_owned()
}

/// A number in a flat JSON line, as text.
fn value<'a>(line: &'a str, field: &str) -> Option<&'a str> {
    let rest = line.split_once(&format!("\"{field}\":"))?.1;
    rest.split([',', '}']).next()
}

fn default_dir() -> String {
    let date = Command::new("date").arg("+%Y-%m-%d").output();
    let date = date.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned()).unwrap_or_default();
    let plain: String = cpu().chars().filter(|c| c.is_ascii_alphanumeric() || *c == ' ').collect();
    let machine = plain.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase();
    format!("bench/runs/{date}-{machine}-{}", commit())
}
