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
    assert!(row(136)["placements_as_given"].as_f64().unwrap() > cost(136));
    assert_eq!(row(138)["schedule"], json["schedule"]);
    roxmltree::Document::parse(&dir.text("schedule.svg")).unwrap();
    assert!(dir.text("schedule.svg").contains("Breaks allowed"));

    // An order from a file lies in the preset itself.
    let cells: Vec<String> = (0..81).map(|cell: i32| cell.to_string()).collect();
    dir.write("order.txt", cells.join(" "));
    dir.run("schedule small.json --nodes 4M --score 138 --order @order.txt --quiet --best rows.toml").expect(0);
    dir.run("backtrack small.json --preset rows.toml --nodes 10k --no-save").expect(0);

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
    // Boards too small for a schedule of their own, and scores that any board has.
    for (width, height) in [(1, 1), (1, 5), (2, 2), (4, 4)] {
        dir.run(&format!("puzzle generate --width {width} --height {height} --seed 3 --output p.json")).expect(0);
        for flags in ["", "--score 0"] {
            let ran = dir.run(&format!("schedule p.json --nodes 100k --quiet {flags}"));
            assert!([0, 4].contains(&ran.code), "{width}x{height} {flags}: {ran}");
        }
    }
    let undecided = dir.run("schedule eternity2 --nodes 2k --quiet").expect(4);
    assert!(
        undecided.stderr.contains("too few boards came beyond position 161, the last is 255"),
        "{}",
        undecided.stderr
    );
}

#[test]
fn a_plan_is_tuned_reported_and_its_best_setting_run() {
    let dir = Scratch::new();
    dir.run("puzzle generate --width 8 --height 8 --inner-colours 9 --seed 5 --output small.json").expect(0);
    dir.write(
        "tune.toml",
        "about = 'late breaks'\npuzzle = 'small.json'\npreset = 'strict'\nseeds = '1..=64'\nbudget = { nodes = 20_000 }\n\
         [fixed]\nbreaks = '60,61,62'\nfill_holes = 0\n\
         [tune]\nchallengers = 25\nrace = 16\nfresh = '101..=104'\n[tune.moves]\nbreaks = { shift = 12, weight = 3 }\nopening = { values = [0, 8, 16] }\n",
    );
    let nothing = dir.run("study report tune.toml").expect(0).stdout;
    assert!(nothing.contains("0 of 25 challengers raced"), "{nothing}");
    let ran = dir.run("study run tune.toml --threads 2").expect(0);
    assert!(ran.stderr.contains("race 25/25: "), "{}", ran.stderr);
    assert!(ran.stdout.contains("25 of 25 challengers raced") && ran.stdout.contains("| best | 4 |"), "{}", ran.stdout);
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
