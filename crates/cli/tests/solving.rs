//! `edgewise solve|backtrack` from end to end: the summary, the pictures, the links, the run directory, what goes to
//! which stream, how a run stops, and with which exit code.

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::pictures::{breaks_drawn, decoded};
use common::{Ran, Scratch, assert_summary, exists, without_time};
use edgewise_archive::RunDir;
use serde_json::{Value, json};

/// Everything a finished run directory holds besides checkpoints.
const RUN_FILES: [&str; 10] = [
    ".lock",
    "board.png",
    "board.svg",
    "boards",
    "events.jsonl",
    "profile.json",
    "profile.svg",
    "puzzle.json",
    "run.toml",
    "summary.json",
];

/// Checks a finished run directory against the JSON that the run ended with.
fn check_run(dir: &Scratch, run: &str, json: &Value) {
    assert_eq!(dir.run_names(run), RUN_FILES);
    let summary: Value = serde_json::from_str(&dir.text(&format!("{run}/summary.json"))).unwrap();
    assert_eq!(&summary, json);
    let breaks = json["breaks"].as_u64().unwrap() as usize;
    assert_eq!(breaks_drawn(&dir.text(&format!("{run}/board.svg"))), breaks);
    assert_eq!(decoded(&fs::read(dir.path(&format!("{run}/board.png"))).unwrap()).0, 1200);

    let report = RunDir::read(dir.path(run)).unwrap();
    assert_eq!((report.problems.len(), report.torn_tail), (0, false));
    let info = report.info.as_ref().unwrap();
    assert_eq!(
        (json!(info.engine), json!(info.seed), json!(info.threads)),
        (json["engine"].clone(), json["seed"].clone(), json["threads"].clone())
    );
    assert_eq!(json!(info.puzzle), json["puzzle"]);
    let shown = dir.run(&format!("puzzle show {run}/puzzle.json --json")).expect(0).json();
    assert_eq!(shown["hash"], format!("{:016x}", info.puzzle_hash));

    let kinds: Vec<&str> = report.events.iter().map(|e| e.kind()).collect();
    assert_eq!((kinds.first(), kinds.last()), (Some(&"started"), Some(&"finished")));
    assert!(kinds.contains(&"profile"), "{kinds:?}");
    assert_eq!(json!(report.best().unwrap().score), json["score"]);
    // Every board is worth what its name and its file claim.
    for board in &report.boards {
        let name = board.path.strip_prefix(dir.path("")).unwrap().to_str().unwrap();
        let judged = dir.run(&format!("board check {name} --json")).json();
        let claimed: Value = serde_json::from_slice(&fs::read(&board.path).unwrap()).unwrap();
        assert_eq!((&judged["score"], &claimed["score"]), (&json!(board.score), &json!(board.score)));
    }
    let judged = dir.run(&format!("board score {run} --json")).expect(0).json();
    for name in
        ["score", "total", "breaks", "filled", "clues_respected", "clues_required", "official_clues", "regime", "legal"]
    {
        assert_eq!(judged[name], json[name], "{name}");
    }
}

/// The three facts of a viewer link, read back.
fn read_back(dir: &Scratch, link: &Value, flags: &str) -> [Value; 3] {
    let judged = dir.run_with(&format!("board score --json {flags}"), link.as_str().unwrap()).expect(0).json();
    ["score", "legal", "board_edges"].map(|name| judged[name].clone())
}

#[test]
fn solve_ends_with_the_summary_the_pictures_and_both_links() {
    let dir = Scratch::new();
    let ran = dir.run("solve --seed 7 --nodes 3M --threads 2 --out run --json").expect(0);
    let json = ran.json();
    assert_summary(&json);
    check_run(&dir, "run", &json);
    for (name, value) in [
        ("engine", json!("solve")),
        ("puzzle", json!("eternity2")),
        ("seed", json!(7)),
        ("threads", json!(2)),
        ("nodes", json!(3_000_000)),
        ("total", json!(480)),
        ("filled", json!(256)),
        ("legal", json!(true)),
        ("clues_required", json!(1)),
        ("clues_respected", json!(1)),
        ("stop", json!("nodes")),
        ("stopped", json!(false)),
        ("run", json!("run")),
    ] {
        assert_eq!(json[name], value, "{name}");
    }
    for link in ["url", "url_dev"] {
        assert_eq!(
            read_back(&dir, &json[link], ""),
            ["score", "legal", "board_edges"].map(|n| json[n].clone()),
            "{link}"
        );
    }
    assert!(json["url"].as_str().unwrap().starts_with("https://e2.bucas.name/#puzzle=eternity2&"));
    assert!(json["url_dev"].as_str().unwrap().starts_with("https://eternity2.dev/viewer?puzzle=eternity2&"));

    let lines: Vec<&str> = ran.stdout.lines().collect();
    let words = |name: &str| json[name].to_string();
    assert_eq!(lines.len(), 7, "{ran}");
    assert_eq!(
        lines[5],
        format!("{}/480 matched, {} breaks, 256 of 256 cells, legal", words("score"), words("breaks"))
    );
    let official = format!("; {} of 5 official clues, {}", words("official_clues"), json["regime"].as_str().unwrap());
    assert_eq!(lines[4], format!("clues 1 of 1{official}"));
    assert!(lines[3].starts_with("3,000,000 placements in "), "{ran}");
    let end =
        format!(" on 2 threads, deepest {}, {} attempts, seed 7, ended by nodes", words("deepest"), words("attempts"));
    assert!(lines[3].ends_with(&end), "{ran}");
    assert_eq!(lines[0], "run       run (board.svg, board.png, profile.svg, boards/)");
    assert_eq!(lines[1], format!("viewer    {}", json["url"].as_str().unwrap()));
    assert_eq!(lines[2], format!("viewer 2  {}", json["url_dev"].as_str().unwrap()));
}

/// The scores in the progress lines of a run whose standard error is no terminal.
fn progress(ran: &Ran, first: &str, total: u64) -> Vec<u64> {
    let mut lines = ran.stderr.lines();
    assert_eq!(lines.next(), Some(first), "{ran}");
    let score = |line: &str| {
        let (time, rest) = line.trim_start().split_once("s  ").unwrap_or_else(|| panic!("{ran}"));
        time.parse::<f64>().unwrap();
        rest.strip_suffix(&format!("/{total}")).unwrap_or_else(|| panic!("{ran}")).parse().unwrap()
    };
    lines.map(score).collect()
}

#[test]
fn progress_goes_to_standard_error_and_the_last_board_is_the_best() {
    let dir = Scratch::new();
    let ran = dir.run("solve --seed 1 --nodes 3M --threads 1 --out run --json").expect(0);
    let scores = progress(&ran, "solve with seed 1, run in run", 480);
    assert!(!scores.is_empty() && scores.windows(2).all(|w| w[0] < w[1]), "{scores:?}");
    assert_eq!(json!(scores.last()), ran.json()["score"]);
    // The log tells the same, and there is a file for every line of it.
    let report = RunDir::read(dir.path("run")).unwrap();
    let logged: Vec<Value> =
        report.events.iter().filter(|e| e.kind() == "improved").map(|e| e.fields()["score"].clone()).collect();
    assert_eq!(json!(logged), json!(scores));
    let stored: Vec<u64> = report.boards.iter().rev().map(|b| b.score as u64).collect();
    assert_eq!(stored, scores);
}

#[test]
fn json_alone_is_left_of_standard_output_when_quiet() {
    let dir = Scratch::new();
    let quiet = dir.run("solve --seed 1 --nodes 100k --out a --json --quiet").expect(0);
    assert_eq!((quiet.stdout.lines().count(), quiet.stderr.as_str()), (1, ""), "{quiet}");
    assert_summary(&quiet.json());
    let silent = dir.run("solve --seed 1 --nodes 100k --no-save -q").expect(0);
    assert_eq!((silent.stdout.as_str(), silent.stderr.as_str()), ("", ""));
    let words = dir.run("solve --seed 1 --nodes 100k --no-save").expect(0);
    assert_eq!(words.stdout.lines().count(), 5, "{words}");
    let last = words.stdout.lines().last().unwrap();
    assert!(!words.stdout.contains('{') && last.starts_with(&quiet.json()["score"].to_string()), "{words}");
}

#[test]
fn every_engine_command_and_clue_set_has_the_same_json() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("nine", "--width 9 --height 9 --clues 4 --inner-colours 12");
    let mut names = BTreeSet::new();
    for (i, line) in [
        "solve eternity2",
        "solve --clues five",
        "solve --clues none",
        "backtrack eternity2",
        "backtrack eternity2 --clues five",
        "backtrack eternity2 --clues none --preset general",
        &format!("solve {puzzle}"),
        &format!("solve {puzzle} --clues none"),
        &format!("backtrack {puzzle} --preset general"),
        &format!("backtrack {puzzle} --preset strict"),
    ]
    .iter()
    .enumerate()
    {
        let run = format!("run{i}");
        let save = if i % 3 == 0 { format!("--out {run}") } else { "--no-save".to_owned() };
        let json = dir.run(&format!("{line} --nodes 200k --seed 5 --json {save}")).expect(0).json();
        assert_summary(&json);
        if i % 3 == 0 {
            check_run(&dir, &run, &json);
        }
        let official = !line.contains(&puzzle);
        let clues = [("five", 5), ("none", 0)].iter().find(|c| line.contains(&format!("--clues {}", c.0)));
        let clues = clues.map_or(if official { 1 } else { 4 }, |c| c.1);
        assert_eq!([&json["clues_required"], &json["clues_respected"]], [&json!(clues); 2], "{line}");
        assert_eq!(json["official_clues"].is_u64(), official, "{line}");
        assert_eq!(json["threads"] == 1, line.starts_with("backtrack") || cores() == 1, "{line}");
        assert_eq!(json["filled"], if official { 256 } else { 81 }, "{line}");
        names.extend(json.as_object().unwrap().keys().cloned());
    }
    for name in ["score_unfilled", "filled_by", "run"] {
        assert!(names.remove(name), "{name}");
    }
    // Without filling and saving, the same names and those not.
    let bare = dir.run("solve --nodes 200k --seed 5 --json --no-fill --no-save").expect(0).json();
    assert_eq!(bare.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>(), names);
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[test]
fn no_fill_leaves_the_holes_and_says_so() {
    let dir = Scratch::new();
    for line in ["solve --threads 2", "backtrack eternity2", "backtrack eternity2 --clues five"] {
        let run = line.replace(' ', "_");
        let ran = dir.run(&format!("{line} --seed 1 --nodes 500k --no-fill --json --out {run}")).expect(0);
        let json = ran.json();
        assert_summary(&json);
        assert_eq!(dir.run_names(&run), RUN_FILES);
        let (filled, deepest) = (json["filled"].as_u64().unwrap(), json["deepest"].as_u64().unwrap());
        assert!(filled < 256 && filled >= deepest, "{json:#}");
        assert_eq!([&json["legal"], &json["fills"]], [&json!(true), &json!(0)], "{json:#}");
        assert!(ran.stdout.contains(&format!(", {filled} of 256 cells, legal\n")), "{ran}");
        let judged = dir.run(&format!("board check {run} --clues none --json")).expect(0).json();
        assert_eq!([&judged["filled"], &judged["score"]], [&json["filled"], &json["score"]]);
    }
}

#[test]
fn no_save_writes_nothing() {
    let dir = Scratch::new();
    let (puzzle, solution) = dir.generate("p", "--width 4 --height 4");
    for line in ["solve", "solve p.json", "backtrack p.json"] {
        let ran = dir.run(&format!("{line} --nodes 10k --no-save --json")).expect(0);
        assert!(ran.json().get("run").is_none() && !ran.stdout.contains("\nrun "), "{ran}");
        assert!(!ran.stderr.contains("run in"), "{ran}");
    }
    assert_eq!(dir.names(""), [puzzle, solution]);
}

#[test]
fn a_run_directory_must_be_new_or_empty() {
    let dir = Scratch::new();
    fs::create_dir_all(dir.path("empty")).unwrap();
    fs::create_dir_all(dir.path("other")).unwrap();
    dir.write("other/file", "x");
    dir.write("file", "x");
    for out in ["empty", "new", "new.d/with/parents"] {
        dir.run(&format!("solve --nodes 1k --seed 1 --out {out}")).expect(0);
        assert_eq!(dir.run_names(out), RUN_FILES);
        let before = fs::read(dir.path(&format!("{out}/events.jsonl"))).unwrap();
        dir.run(&format!("solve --nodes 1k --seed 1 --out {out}"))
            .refused(&format!("{out} already holds a run: expected a new or an empty folder"));
        assert_eq!(fs::read(dir.path(&format!("{out}/events.jsonl"))).unwrap(), before);
    }
    dir.run("backtrack eternity2 --nodes 1k --out other")
        .refused("other is not empty: expected a new or an empty folder");
    dir.run("backtrack eternity2 --nodes 1k --out file").refused("file is not a folder: expected one for a run");
    assert_eq!(dir.names("other"), ["file"]);
    // What is wrong with the arguments is found before anything is written.
    for line in [
        "solve --target 481",
        "backtrack eternity2 --order nowhere",
        "backtrack eternity2 --breaks 9,8",
        "solve nothing",
    ] {
        dir.run(&format!("{line} --nodes 1k --out unmade")).expect(2);
        assert!(!exists(&dir.path("unmade")), "{line}");
    }
}

#[test]
fn runs_that_start_together_never_share_a_directory() {
    let dir = Scratch::new();
    let command = || dir.command("solve --seed 1 --nodes 1k --json --quiet".split_whitespace());
    let started: Vec<_> = (0..3).map(|_| common::Running::start(command())).collect();
    let runs: BTreeSet<String> =
        started.into_iter().map(|r| r.wait().expect(0).json()["run"].as_str().unwrap().to_owned()).collect();
    let names: BTreeSet<String> = dir.names("runs").iter().map(|name| format!("runs/{name}")).collect();
    assert_eq!((runs.len(), &runs), (3, &names));
    for run in &runs {
        let name = run.strip_prefix("runs/").unwrap();
        let (time, rest) = name.split_at("20261130T101920Z".len());
        assert!(time.ends_with('Z') && time.as_bytes()[8] == b'T' && rest.starts_with("-solve-1"), "{name}");
        assert_eq!(dir.run_names(run), RUN_FILES);
    }
}

#[test]
fn a_fresh_seed_is_drawn_told_and_can_be_given_again() {
    let dir = Scratch::new();
    let first = dir.run("backtrack eternity2 --nodes 50k --json --out first").expect(0);
    let json = first.json();
    let seed = json["seed"].as_u64().unwrap();
    assert!(first.stderr.starts_with(&format!("backtrack with seed {seed}, run in first\n")), "{first}");
    assert!(first.stdout.contains(&format!(", seed {seed}, ended by nodes\n")), "{first}");
    let again = dir.run(&format!("backtrack eternity2 --nodes 50k --json --out again --seed {seed}")).expect(0).json();
    assert_eq!(without_time(json), without_time(again));
    // The largest seed there is comes back as it was.
    let json = dir.run(&format!("solve --nodes 1k --no-save --json --seed {}", u64::MAX)).expect(0).json();
    assert_eq!(json["seed"], u64::MAX);
}

#[test]
fn a_target_is_reached_or_missed() {
    let dir = Scratch::new();
    let reached = dir.run("solve --seed 1 --nodes 50M --target 400 --json --out reached").expect(0).json();
    assert_summary(&reached);
    assert_eq!(reached["stop"], "target");
    assert!(reached["score"].as_u64() >= Some(400));
    check_run(&dir, "reached", &reached);
    // Missed: the answer is no, and all the rest is as ever.
    let missed = dir.run("solve --seed 1 --nodes 1k --target 480 --json --out missed").expect(1);
    assert_eq!((&missed.json()["stop"], &missed.json()["stopped"]), (&json!("nodes"), &json!(false)));
    assert!(!missed.stderr.contains("error"), "{missed}");
    check_run(&dir, "missed", &missed.json());
    dir.run("solve --seed 1 --time 0 --target 480 --no-save").expect(1);
    dir.run("solve --seed 1 --nodes 0 --target 0 --no-save").expect(0);
}

#[test]
fn time_ends_a_run_however_short() {
    let dir = Scratch::new();
    for time in ["0", "1ms", "1s"] {
        let run = format!("run{time}");
        let json = dir.run(&format!("solve --time {time} --json --out {run}")).expect(0).json();
        assert_summary(&json);
        assert_eq!([&json["stop"], &json["filled"]], [&json!("time"), &json!(256)], "{time}");
        check_run(&dir, &run, &json);
    }
    // The first limit to be reached counts; `none` is no limit.
    let json = dir.run("solve --time none --nodes 10k --no-save --json").expect(0).json();
    assert_eq!([&json["stop"], &json["nodes"]], [&json!("nodes"), &json!(10_000)]);
    let json = dir.run("solve --nodes 1_000 --threads 8 --no-save --json").expect(0).json();
    assert_eq!([&json["nodes"], &json["threads"], &json["filled"]], [&json!(1000), &json!(8), &json!(256)]);
    assert_summary(&json);
}

#[cfg(unix)]
#[test]
fn a_directory_name_that_is_no_text_is_no_trouble() {
    use std::os::unix::ffi::OsStrExt;
    let dir = Scratch::new();
    let name = std::ffi::OsStr::from_bytes(b"run\xff");
    let words = "solve --seed 1 --nodes 1k --quiet --out".split_whitespace().map(std::ffi::OsStr::new);
    common::Running::start(dir.command(words.chain([name]))).wait().expect(0);
    let report = RunDir::read(dir.path("").join(name)).unwrap();
    assert!(report.best().is_some() && report.problems.is_empty());
}

/// On a terminal the best board is shown growing, and is gone when the summary comes.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_the_board_growing() {
    let dir = Scratch::new();
    let run = format!("{} solve --seed 1 --time 2s --no-save", env!("CARGO_BIN_EXE_edgewise"));
    let mut command = std::process::Command::new("script");
    command.args(["-qec", &run, "/dev/null"]).current_dir(dir.path("")).stdin(std::process::Stdio::null());
    let Ok(output) = command.env("TERM", "xterm-256color").env_remove("NO_COLOR").output() else {
        return common::announce("SKIPPED, no terminal to show progress on: there is no `script`");
    };
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && !said.contains("panicked"), "{said}");
    let bar = said.find("s of 2s · best ").expect("the line of numbers");
    let summary = said.find("/480 matched, ").expect("the summary");
    assert!(summary > bar && said[bar..summary].contains("/480 · deepest "), "{said}");
    assert!(said[bar..summary].contains("\x1b[0;1;38;5;") && !said[summary..].contains('\x1b'), "{said}");
    assert!(said[bar..summary].contains("\nviewer    https://e2.bucas.name/"), "{said}");
}
