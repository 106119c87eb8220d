//! `edgewise factory`: boards kept through kills, the same for any number of threads, their families, and
//! the figures a plan publishes beside them.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use common::{Running, Scratch};
use serde_json::{Value, json};

/// A factory of small beams: two orders, so many seeds.
fn plan(seeds: &str, more: &str) -> String {
    format!(
        "about = 'Two orders.'\nclues = 'five'\nengine = 'beam'\npreset = 'seed'\nseeds = '{seeds}'\n\
         budget = {{ nodes = 1_000_000_000_000 }}\n[fixed]\nwidth = 60\n[axes]\norder = ['row', 'comb:12']\n{more}"
    )
}

/// The names of a factory's boards.
fn boards(dir: &Scratch, run: &str) -> BTreeSet<String> {
    dir.names(&format!("{run}/boards")).into_iter().filter(|name| !name.starts_with('.')).collect()
}

/// The report without what depends on time and place.
fn timeless(mut report: Value) -> Value {
    for name in ["run", "seconds", "cpu_seconds", "boards_per_hour", "boards_per_cpu_hour"] {
        report.as_object_mut().unwrap().remove(name);
    }
    for board in report["boards"].as_array_mut().unwrap() {
        board.as_object_mut().unwrap().retain(|name, _| name != "seconds" && name != "file");
    }
    report
}

/// What the line of a finished job says: setting, seed and score.
fn told(line: &str) -> Option<(String, u64, u64)> {
    let (job, score) = line.split_once("s  ")?.1.split_once("  ")?.1.rsplit_once(": ")?;
    let (setting, seed) = job.rsplit_once(", seed ")?;
    Some((setting.to_owned(), seed.parse().ok()?, score.parse().ok()?))
}

#[test]
fn no_kill_costs_a_finished_board_and_what_is_missing_is_built() {
    let dir = Scratch::new();
    dir.write("plan.toml", plan("1..=12", ""));
    let whole = dir.run("factory run plan.toml --out whole --threads 2 --json").expect(0).json();
    assert_eq!((&whole["jobs"], &whole["done"]), (&json!(24), &json!(24)));
    for (kill, wait) in [1, 4, 9].into_iter().enumerate() {
        let run = format!("run{kill}");
        let mut all: BTreeMap<(String, u64), u64> = BTreeMap::new();
        let mut line = format!("factory run plan.toml --out {run} --threads {}", 1 + kill % 2);
        // Killed twice: in the first session and in the one that went on.
        for session in 0..2 {
            let running = Running::start(dir.command(line.split_whitespace()));
            let mut said = Vec::new();
            for _ in 0..wait {
                said.extend(running.until(|line| told(line).is_some()));
            }
            std::thread::sleep(Duration::from_micros(700 * (wait as u64 + session)));
            // Killing returns all that was said, what was waited for included.
            let said = running.kill();
            all.extend(
                said.iter().filter_map(|line| told(line)).map(|(setting, seed, score)| ((setting, seed), score)),
            );
            line = format!("factory run --resume {run} --threads 2");
        }
        assert!(all.len() >= 2 * wait, "{all:?}");
        let report = dir.run(&format!("factory report {run} --json")).expect(0).json();
        let kept: BTreeMap<(String, u64), u64> = (report["boards"].as_array().unwrap().iter())
            .map(|b| {
                let file = b["file"].as_str().unwrap();
                dir.run(&format!("board check {file} --clues five")).expect(0);
                let (setting, seed) = (b["setting"].as_str().unwrap().to_owned(), b["seed"].as_u64().unwrap());
                ((setting, seed), b["score"].as_u64().unwrap())
            })
            .collect();
        assert!(all.iter().all(|(job, score)| kept.get(job) == Some(score)), "told {all:?}, kept {kept:?}");

        let ended = dir.run(&format!("factory run --resume {run} --quiet --json")).expect(0).json();
        assert_eq!(timeless(ended), timeless(whole.clone()));
        assert_eq!(boards(&dir, &run), boards(&dir, "whole"));
        // Nothing is built twice, and nothing is left to do.
        let again = dir.run(&format!("factory run --resume {run}")).expect(0);
        assert!(!again.stderr.lines().any(|line| told(line).is_some()), "{again}");
    }
}

#[test]
fn the_threads_do_not_matter_and_the_directory_is_a_run_a_study_and_a_corpus() {
    let dir = Scratch::new();
    dir.write("plan.toml", plan("1..=2", ""));
    let threads = |n: usize| {
        let run = format!("with{n}");
        timeless(dir.run(&format!("factory run plan.toml --out {run} --threads {n} --json --quiet")).expect(0).json())
    };
    let one = threads(1);
    // Fewer jobs than threads: the beams share them.
    assert_eq!([&threads(3), &threads(9)], [&one; 2]);
    assert_eq!(boards(&dir, "with1"), boards(&dir, "with9"));
    let summary: Value = serde_json::from_str(&dir.text("with1/summary.json")).unwrap();
    assert_eq!(timeless(summary), one);

    // The best board is the run's, its puzzle needs no name, and `study` reads plan and results.
    let best = dir.run("board check with1 --json").expect(0).json();
    assert_eq!((&best["score"], &best["clues_respected"]), (&one["score"], &json!(5)));
    let study = dir.run("study report with1/plan.toml").expect(0).stdout;
    assert!(study.contains("| order=row | 2 |") && study.contains("| order=comb:12 | 2 |"), "{study}");
    // Of a factory all boards are a prior, and they are own ones.
    let flags = "beam eternity2 --clues five --width 20 --seed 1 --no-save --json --prior-weight 0.01 --prior @with1";
    assert_eq!(dir.run(flags).expect(0).json()["beam"]["prior"], "own boards");

    // Breaks are counted in the order each board was built in.
    let breaks = dir.run("board breaks with1 -o breaks.svg --json").expect(0).json();
    let orders = breaks["orders"].as_array().unwrap();
    let names: BTreeSet<&str> = orders.iter().map(|o| o["order"].as_str().unwrap()).collect();
    assert_eq!(names, BTreeSet::from(["row", "comb:12"]));
    let sum: u64 = orders.iter().map(|o| o["breaks"].as_u64().unwrap()).sum();
    let scores = one["boards"].as_array().unwrap().iter().map(|b| 480 - b["score"].as_u64().unwrap());
    assert_eq!(sum, scores.sum::<u64>());
    for drawn in ["breaks.svg", "with1/factory.svg"] {
        assert!(roxmltree::Document::parse(&dir.text(drawn)).is_ok(), "{drawn}");
    }
}

#[test]
fn the_report_counts_what_is_there_and_names_what_was_published() {
    let dir = Scratch::new();
    let published = "[[published]]\nsource = 'a page'\nfamilies = 18\nagreement = [6, 10]\nboards_per_hour = 1160\n\
                     scores = { 455 = 19 }\n[[published]]\nsetting = 'order=row'\nmedian = 453\n";
    dir.write("plan.toml", plan("1..=3", published));
    let ran = dir.run("factory run plan.toml --out run --threads 2 --json --quiet").expect(0);
    let json = ran.json();
    let scores: Vec<u64> = json["boards"].as_array().unwrap().iter().map(|b| b["score"].as_u64().unwrap()).collect();
    assert_eq!(scores.len(), 6);
    let counted: u64 = json["scores"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!((counted, json["score"].as_u64()), (6, scores.iter().copied().max()));
    assert!(json["cpu_seconds"].as_f64() > Some(0.0) && json["boards_per_hour"].as_f64() > Some(0.0));
    assert_eq!(
        json["agreement"]["pairs_by_cells"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(),
        15
    );
    for part in [
        "Two orders.\n\n6 of 6 jobs done, ",
        "  published: 1160 boards an hour (a page)\n",
        "| order=row | this study | 3 |",
        "| | published | – | – | 453 |",
        "| 455 | 0 | 19 |",
        "families of the 6 boards:\n",
        "; published: 18 (a page)\n",
        "; published: 6 to 10 (a page)\n",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {ran}");
    }
    // The same boards, judged as any set of files.
    let set = dir.run("board families run --json").expect(0).json();
    let sizes = |groups: &Value| {
        let mut sizes: Vec<usize> = groups.as_array().unwrap().iter().map(|g| g.as_array().unwrap().len()).collect();
        sizes.sort_unstable();
        sizes
    };
    assert_eq!(sizes(&set["corner_families"]), sizes(&json["families"]["corners"]));
    assert_eq!(sizes(&set["prefix_families"]), sizes(&json["families"]["top_rows"]));
    assert_eq!(set["pairs_by_agreement"], json["agreement"]["pairs_by_cells"]);
    let best = json["score"].as_u64().unwrap();
    let few = dir.run(&format!("factory report run --from-score {best} --json")).expect(0).json();
    let chosen = scores.iter().filter(|&&s| s == best).count();
    assert_eq!(
        few["families"]["corners"].as_array().unwrap().iter().map(|g| g.as_array().unwrap().len()).sum::<usize>(),
        chosen
    );
}

#[test]
fn a_corpus_is_made_before_the_boards_that_use_it() {
    let dir = Scratch::new();
    let head = "clues = 'five'\nengine = 'beam'\npreset = 'seed'\nbudget = { nodes = 1_000_000_000_000 }\n";
    dir.write("boards.toml", format!("{head}seeds = '100..=103'\n[fixed]\nboards = 1\nwidth = 30\n"));
    dir.write(
        "plan.toml",
        format!(
            "{head}corpus = 'boards.toml'\nseeds = '1..=2'\n[fixed]\nboards = 1\nwidth = 30\nprior = 'corpus'\n\
             [axes]\nprior_weight = ['0', '1']\n"
        ),
    );
    let listed = dir.run("study plan plan.toml").expect(0).stdout;
    assert!(listed.contains("waiting for the corpus\n4 jobs of the corpus come first\n4 jobs, 0 finished"), "{listed}");
    dir.run("study run plan.toml --threads 2 --quiet").expect(0);
    assert!(
        dir.text("boards.results.jsonl").lines().count() == 4 && dir.text("plan.results.jsonl").lines().count() == 4
    );
    let listed = dir.run("study plan plan.toml").expect(0).stdout;
    assert!(listed.ends_with("4 jobs, 4 finished\n") && !listed.contains("waiting"), "{listed}");
    // A factory has the corpus in its plan, and goes on without the other plan.
    dir.run("factory run plan.toml --out run --quiet").expect(0);
    std::fs::remove_file(dir.path("boards.toml")).unwrap();
    let kept = dir.run("factory run --resume run --json").expect(0).json();
    assert_eq!((&kept["done"], &kept["published_prior"]), (&json!(4), &json!(false)));
    let by_study: BTreeSet<String> = (dir.text("plan.results.jsonl").lines())
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["board_hash"].as_str().unwrap().to_owned())
        .collect();
    let by_factory: BTreeSet<String> =
        kept["boards"].as_array().unwrap().iter().map(|b| b["hash"].as_str().unwrap().to_owned()).collect();
    assert_eq!(by_factory, by_study);
    dir.write("plan.toml", format!("{head}corpus = 'self.toml'\nseeds = [1]\n"));
    dir.write("self.toml", format!("{head}corpus = 'other.toml'\nseeds = [1]\n"));
    dir.run("study plan plan.toml").refused("self.toml: the plan of a corpus has one itself: expected none");
}

#[test]
fn a_puzzle_from_a_file_and_mistakes() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("small", "--width 6 --height 5 --seed 3");
    dir.write("order.txt", (0..30).rev().map(|c| c.to_string()).collect::<Vec<_>>().join(" "));
    let plan = |seeds: &str| {
        format!(
            "puzzle = '{puzzle}'\nengine = 'beam'\nseeds = {seeds}\nbudget = {{ nodes = 100_000 }}\n[fixed]\nwidth = 8\norder = '@order.txt'\n"
        )
    };
    dir.write("plan.toml", plan("[3, 4, 5]"));
    let first = dir.run("factory run plan.toml --out run --threads 1 --json --quiet").expect(0).json();
    assert_eq!((&first["done"], &first["total"]), (&json!(3), &json!(49)));
    for gone in [puzzle.as_str(), "order.txt", "plan.toml"] {
        std::fs::remove_file(dir.path(gone)).unwrap();
    }
    let again = dir.run("factory run --resume run --json").expect(0).json();
    assert_eq!(timeless(again), timeless(first));
    assert_eq!(dir.run("board breaks run --json").expect(0).json()["orders"][0]["order"], "file");

    dir.run("beam eternity2 --width 5 --seed 1 --out single").expect(0);
    let refused = "single: not a factory: expected a directory that `factory run` made";
    dir.run("factory report single").refused(refused);
    dir.run("factory run --resume single").refused(refused);
    dir.write("many.toml", "engine = 'beam'\nseeds = [1]\nbudget = { nodes = 1000 }\n[fixed]\nboards = 3\n");
    dir.run("factory run many.toml")
        .refused("plan, setting `base`: boards = 3: expected 1: in a factory every seed is a board");
    dir.run("factory run none.toml").refused("none.toml: cannot be read: No such file or directory (os error 2)");
    dir.write("plan.toml", "engine = 'beam'\nseeds = [1]\nbudget = { nodes = 1000 }\n[fixed]\nwidth = 4\n");
    dir.run("factory run plan.toml --out run").refused("run already holds a run: expected a new or an empty folder");
    dir.run("factory run plan.toml --resume run").expect(2);
}
