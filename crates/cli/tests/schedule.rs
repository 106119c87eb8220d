//! `edgewise schedule`, and tuned settings by `edgewise study`.

mod common;

use common::Scratch;

/// A puzzle small enough that a short survey sees all of it, and boards with several breaks are found at once.
fn small(dir: &Scratch) {
    dir.run("puzzle generate --width 9 --height 9 --inner-colours 12 --seed 11 --output small.json").expect(0);
}

#[test]
fn a_schedule_is_found_written_and_run() {
    let dir = Scratch::new();
    small(&dir);
    let line = "schedule small.json --nodes 4M --score 138 --breaks 74,75,76,77,78 --quiet";
    let json = dir.run(&format!("{line} --json --best best.toml --svg schedule.svg")).expect(0).json();
    let row = |score: u64| {
        json["rows"].as_array().unwrap().iter().find(|row| row["score"] == score).unwrap_or_else(|| panic!("{json}"))
    };
    assert_eq!((json["score"].as_u64(), json["rows"].as_array().unwrap().len()), (Some(138), 5));
    // A board with more breaks costs less, and the best schedule less than any other.
    let cost = |score| row(score)["placements"].as_f64().unwrap();
    assert!((136..140).all(|score| cost(score) < cost(score + 1)), "{json}");
    assert!(row(138)["placements_as_given"].as_f64().is_none_or(|given| given > cost(138)));
    assert_eq!(row(138)["schedule"], json["schedule"]);
    roxmltree::Document::parse(&dir.text("schedule.svg")).unwrap();
    assert!(dir.text("schedule.svg").contains("Breaks allowed"));

    // The same numbers again, as text; the preset is the schedule and all else as it was.
    let text = dir.run(line).expect(0).stdout;
    let list: Vec<String> = json["schedule"].as_array().unwrap().iter().map(ToString::to_string).collect();
    assert!(text.contains(&format!("for 138: --breaks {}", list.join(","))), "{text}");
    let run = |flags: &str| {
        let line = format!("backtrack small.json --nodes 300k --seed 3 --no-save --json {flags}");
        common::without_time(dir.run(&line).expect(0).json())
    };
    let (mine, flags) = (run("--preset best.toml"), run(&format!("--breaks {}", list.join(","))));
    assert_eq!(mine["board_edges"], flags["board_edges"]);
    assert_eq!(mine["depth_counts"], flags["depth_counts"]);
}

#[test]
fn what_cannot_be_said_is_said_so() {
    let dir = Scratch::new();
    small(&dir);
    dir.run("schedule small.json --score 145").refused("--score 145: expected at most 144, the seams of the puzzle");
    dir.run("schedule small.json --breaks 5,4").refused(
        "parameter `breaks`: `4` does not fit, expected none, spread, or positions in rising order like 201,206,211, below 81",
    );
    let undecided = dir.run("schedule eternity2 --nodes 2k --quiet").expect(4);
    assert!(undecided.stderr.contains("too few boards came beyond position 161 of 256"), "{}", undecided.stderr);
}

#[test]
fn a_plan_is_tuned_reported_and_its_best_setting_run() {
    let dir = Scratch::new();
    small(&dir);
    dir.write(
        "tune.toml",
        "about = 'late breaks'\npuzzle = 'small.json'\npreset = 'strict'\nseeds = '1..=32'\nbudget = { nodes = 20_000 }\n\
         [fixed]\nbreaks = '74,75,76'\nfill_holes = 0\n\
         [tune]\nchallengers = 6\nrace = 8\nfresh = '101..=104'\n[tune.moves]\nbreaks = { shift = 12 }\n",
    );
    let nothing = dir.run("study report tune.toml").expect(0).stdout;
    assert!(nothing.contains("0 of 6 challengers raced"), "{nothing}");
    let ran = dir.run("study run tune.toml --threads 2").expect(0);
    assert!(ran.stderr.contains("race 6/6: breaks "), "{}", ran.stderr);
    assert!(ran.stdout.contains("6 of 6 challengers raced") && ran.stdout.contains("| best | 4 |"), "{}", ran.stdout);
    // Nothing is run twice.
    let again = dir.run("study run tune.toml").expect(0);
    assert_eq!(again.stdout, ran.stdout);
    assert!(!again.stderr.contains("challenger, seed"), "{}", again.stderr);
    let reported = dir.run("study report tune.toml --best mine.toml --svg races.svg").expect(0);
    assert_eq!(reported.stdout, ran.stdout);
    roxmltree::Document::parse(&dir.text("races.svg")).unwrap();
    dir.run("backtrack small.json --preset mine.toml --nodes 10k --no-save").expect(0);
    dir.write("plain.toml", "puzzle = 'small.json'\nseeds = [1]\nbudget = { nodes = 1000 }\n");
    dir.run("study report plain.toml --best x.toml")
        .refused("--best: the plan has no section [tune], so no best setting");
}
