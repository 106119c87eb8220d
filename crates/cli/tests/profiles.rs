//! `profile.json` and `profile.svg` of a run, `edgewise profile`, maps of boards, orders and studies.

mod common;

use common::boards::{BEST, letters};
use common::pictures::decoded;
use common::{Ran, Scratch};
use serde_json::{Value, json};

/// A run of two workers in Blackwood's order, long enough for samples, breaks and fills.
fn run(dir: &Scratch) -> Value {
    dir.run("backtrack eternity2 --quota-offset -8 --seed 3 --threads 2 --nodes 4M --out run --json").expect(0).json()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect()
}

/// The texts of a document's tooltips and titles.
fn titles(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    assert!(document.descendants().all(|n| n.tag_name().name() != "text"), "no font is needed");
    let titles = document.descendants().filter(|n| n.tag_name().name() == "title");
    titles.map(|n| n.text().unwrap_or("").to_owned()).collect()
}

/// The values of a heat map's cells by name, hatched ones left out.
fn cells(svg: &str) -> Vec<(String, f64)> {
    let split = |title: &String| {
        let (cell, value) = title.split_once(": ")?;
        Some((cell.to_owned(), value.parse().ok()?))
    };
    titles(svg).iter().filter_map(split).collect()
}

#[test]
fn a_run_keeps_its_profile_and_it_adds_up() {
    let dir = Scratch::new();
    let summary = run(&dir);
    let profile: Value = serde_json::from_str(&dir.text("run/profile.json")).unwrap();
    assert_eq!(profile["placements"], summary["depth_counts"]);
    assert_eq!(numbers(&profile["placements"]).iter().sum::<f64>(), 4e6);
    assert_eq!(profile["arrivals"], summary["arrivals"]);
    for depth in ["200", "236", "242", "246", "248"] {
        assert_eq!(summary["arrivals"][depth], profile["placements"][depth.parse::<usize>().unwrap()], "{depth}");
    }
    let timed = numbers(&profile["seconds"]).iter().sum::<f64>() + profile["fill_seconds"].as_f64().unwrap();
    let wall = 2.0 * summary["seconds"].as_f64().unwrap();
    assert!(timed > 0.0 && timed <= wall, "{timed} of {wall} s of two threads");
    assert_eq!(profile["breaks"]["sampled"]["boards"], 16);
    assert_eq!(
        numbers(&profile["breaks"]["best"]["by_depth"]).iter().sum::<f64>(),
        summary["breaks"].as_f64().unwrap()
    );
    assert_eq!((&profile["order"][0], &profile["clues"]), (&json!(240), &json!([135])));
    assert_eq!((&profile["quota"]["asked"][76], &profile["breaks"]["budget"][201]), (&json!(81), &json!(1)));
    assert!(numbers(&profile["quota"]["boards"])[30] > 0.0);
    assert!(profile["quota"]["least"][76].as_u64() >= Some(81));
    assert!(titles(&dir.text("run/profile.svg"))[0].starts_with("backtrack on eternity2, clues starter"));

    // Drawn again it is the same picture; in words it says the same.
    dir.run("profile run -o again.svg").expect_stdout("");
    assert_eq!(dir.text("again.svg"), dir.text("run/profile.svg"));
    dir.run("profile run -o -").expect_stdout(&dir.text("again.svg"));
    dir.run("profile run -o again.png --width 500").expect_stdout("");
    assert_eq!(decoded(&std::fs::read(dir.path("again.png")).unwrap()).0, 500);
    let shown = dir.run("profile run --json").expect(0);
    assert_eq!(shown.json(), profile);
    let lines: Vec<&str> = shown.stdout.lines().collect();
    assert_eq!(lines[1], "blackwood-470   seed 3   2 threads   4,000,000 placements");
    assert!(lines.contains(&"arrivals    248: 0"), "{shown}");
    let best = format!("breaks      best board: {}; allowed to the search: 10", summary["breaks"]);
    assert!(lines.contains(&best.as_str()), "{shown}");
}

#[test]
fn maps_of_a_run_show_its_numbers_on_the_board() {
    let dir = Scratch::new();
    run(&dir);
    let profile: Value = serde_json::from_str(&dir.text("run/profile.json")).unwrap();
    let map = |heat: &str| cells(&dir.run(&format!("profile run --heat {heat} -o -")).expect(0).stdout);
    let time = map("time");
    assert_eq!(time.len(), 255, "a clue takes no time");
    assert!((time.iter().map(|cell| cell.1).sum::<f64>() - 100.0).abs() < 0.01);
    assert_eq!(map("breaks").len(), 256);
    let order = map("order");
    let positions = numbers(&profile["order"]);
    assert!(order.iter().enumerate().all(|(cell, (_, at))| positions[*at as usize] == cell as f64));
    assert_eq!((order[0].0.as_str(), order[255].0.as_str()), ("A1", "P16"));

    // The quota's colours come from the run, for the board command too.
    let quota = map("quota");
    let board = dir.run("board svg run --heat quota").expect(0).stdout;
    assert_eq!(cells(&board), quota);
    let sides = quota.iter().map(|cell| cell.1).sum::<f64>();
    assert_eq!(sides, 50.0 + 48.0 + 24.0, "all sides of the colours 5, 20 and 7 lie on a full board");
    dir.run("profile run --heat time -o time.png --width 300").expect_stdout("");
    assert_eq!(decoded(&std::fs::read(dir.path("time.png")).unwrap()).0, 300);
}

#[test]
fn maps_of_a_run_by_discrepancies_are_read_by_its_own_parameters() {
    let dir = Scratch::new();
    dir.run("lds eternity2 --clues five --order snake --nodes 100k --seed 3 --out run --quiet").expect(0);
    let shown = dir.run("profile run").expect(0).stdout;
    assert!(shown.lines().nth(1).unwrap().starts_with("harvey-ginsberg   seed 3   1 thread   100,000"), "{shown}");
    let map = |line: &str| dir.run(line).expect(0).stdout;
    let order = map("profile run --heat order -o -");
    assert!(titles(&order)[0].contains("snake"), "{:?}", titles(&order)[0]);
    assert_eq!(cells(&order)[17], ("B2".to_owned(), 30.0), "the second row goes back");
    let quota = map("profile run --heat quota -o -");
    assert_eq!(cells(&quota).iter().map(|cell| cell.1).sum::<f64>(), 122.0, "the colours 5, 20 and 7");
    assert_eq!(cells(&map("board svg run --heat quota")), cells(&quota));
    for heat in ["time", "breaks"] {
        map(&format!("profile run --heat {heat} -o -"));
    }
}

#[test]
fn a_run_of_beams_has_placements_by_depth_and_its_order() {
    let dir = Scratch::new();
    dir.run("beam eternity2 --clues five --preset growing --nodes 100k --seed 3 --threads 1 --out run --quiet")
        .expect(0);
    let shown = dir.run("profile run").expect(0).stdout;
    assert!(shown.lines().nth(1).unwrap().starts_with("growing   seed 3   1 thread   100,000"), "{shown}");
    let order = dir.run("profile run --heat order -o -").expect(0).stdout;
    assert!(titles(&order)[0].contains("blackwood"), "{:?}", titles(&order)[0]);
    let quota = dir.run("profile run --heat quota -o -").expect(2);
    assert!(quota.error().contains("the run had no quota colours"), "{quota}");
}

#[test]
fn maps_of_a_board() {
    let dir = Scratch::new();
    dir.write("best.txt", letters(BEST));
    let map = |flags: &str| dir.run(&format!("board svg best.txt {flags}")).expect(0).stdout;
    let sum = |svg: &str| cells(svg).iter().map(|cell| cell.1).sum::<f64>();
    assert_eq!(sum(&map("--heat breaks")), 20.0, "ten breaks, each at two cells");
    assert_eq!(sum(&map("--heat quota")), 122.0);
    assert_eq!(sum(&map("--heat quota --colours 1,2 --colour-weights 1,10")), 24.0 + 240.0);
    assert_eq!(titles(&map("--heat breaks --title Mine"))[0], "Mine");
    let highlighted = map("--highlight --colours 5");
    assert_ne!(highlighted, map(""));
    assert_eq!(common::pictures::breaks_drawn(&highlighted), 10);
    let png = dir.run("board png best.txt --heat quota --width 400").expect(0).bytes;
    assert_eq!(decoded(&png).0, 400);

    // Another puzzle has no colours of its own.
    let (puzzle, solution) = dir.generate("small", "--width 5 --height 4");
    let refused = |line: &str| dir.run(line).expect(2);
    let ends = |ran: Ran, end: &str| assert!(ran.error().ends_with(end), "{ran}");
    let of_small = format!("board svg {solution} --puzzle {puzzle}");
    let expected = "no colours to count: expected --colours with some of the puzzle's";
    ends(refused(&format!("{of_small} --heat quota")), expected);
    ends(refused(&format!("{of_small} --highlight")), expected);
    let counted = dir.run(&format!("{of_small} --heat quota --colours 1")).expect(0).stdout;
    let shown = dir.run(&format!("puzzle show {puzzle} --json")).expect(0).json();
    assert_eq!(sum(&counted), shown["sides_by_colour"][1].as_f64().unwrap());
    ends(refused("board svg best.txt --colours 5"), "--colours: expected --heat quota or --highlight with it");
    ends(refused("board svg best.txt --heat quota --colours 99"), "expected colours of the puzzle");
    dir.run("board svg best.txt --heat time").refused_usage("invalid value 'time' for '--heat <WHAT>'");
    dir.run("board svg best.txt --heat quota --numbers").refused_usage("the argument '--heat <WHAT>' cannot be used");
}

#[test]
fn orders_are_shown_and_drawn_by_name_and_from_files() {
    let dir = Scratch::new();
    let shown = dir.run("puzzle order blackwood").expect(0).stdout;
    let rows: Vec<Vec<&str>> = shown.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((rows.len(), rows[0].len()), (16, 16));
    assert_eq!((rows[0][15], rows[15][0], rows[8][7]), ("255", "0", "119*"));
    let (puzzle, _) = dir.generate("small", "--width 3 --height 2");
    dir.run(&format!("puzzle order snake --puzzle {puzzle}")).expect_stdout("    0    1    2\n    5    4    3\n");
    dir.write("order.txt", "5 4 3 # back\n0 1 2\n");
    let line = format!("puzzle order @order.txt --puzzle {puzzle}");
    dir.run(&line).expect_stdout("    3    4    5\n    2    1    0\n");
    dir.run(&format!("{line} -o order.svg")).expect_stdout("");
    let values: Vec<f64> = cells(&dir.text("order.svg")).into_iter().map(|cell| cell.1).collect();
    assert_eq!(values, [3.0, 4.0, 5.0, 2.0, 1.0, 0.0]);
    dir.run("puzzle order comb:12 --clues five -o comb.PNG --width 200").expect_stdout("");
    assert_eq!(decoded(&std::fs::read(dir.path("comb.PNG")).unwrap()).0, 200);
    assert!(dir.run("puzzle order zigzag").expect(2).error().starts_with("order `zigzag`: expected one of row, "));
    dir.write("short.txt", "0 1");
    dir.run(&format!("puzzle order @short.txt --puzzle {puzzle}")).refused("order file: 2 cells, expected all 6");
    assert_eq!(
        dir.run("puzzle order row -o none/x.svg").expect(3).error(),
        "cannot write none/x.svg: No such file or directory (os error 2)"
    );
}

#[test]
fn runs_of_several_legs_and_of_small_boards_have_profiles() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("small", "--width 9 --height 7 --inner-colours 12");
    let summary =
        dir.run(&format!("solve {puzzle} --seed 1 --nodes 400k --threads 1 --out run --json")).expect(0).json();
    let counted: u64 = summary["depth_counts"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    // The profile is of the leg that found the board: `strict` goes first, with 120,000 of the placements.
    let nodes = summary["nodes"].as_u64().unwrap();
    let strict = counted == 120_000 || counted == nodes;
    assert!(strict || counted + 120_000 == nodes, "{counted} of {nodes}");
    let shown = dir.run("profile run").expect(0).stdout;
    let preset = if strict { "strict" } else { "general" };
    assert!(shown.lines().nth(1).unwrap().starts_with(&format!("{preset}   seed 1   1 thread   ")), "{shown}");
    assert!(shown.contains("quota       none asked"), "{shown}");
    for heat in ["time", "breaks", "order"] {
        let map = dir.run(&format!("profile run --heat {heat} -o -")).expect(0).stdout;
        assert_eq!(cells(&map).len(), 63, "{heat}");
    }
    let refused = dir.run("profile run --heat quota -o -").expect(2);
    assert_eq!(
        refused.error(),
        "run: the run had no quota colours: expected `edgewise board svg run --heat quota --colours LIST`"
    );
    let solved =
        dir.run("backtrack eternity2 --clues none --preset strict --nodes 50k --out two --json").expect(0).json();
    assert_eq!(solved["arrivals"].as_object().unwrap().len(), 5);
    dir.run("profile two").expect(0);
}

#[test]
fn engines_that_measure_less_say_so() {
    let dir = Scratch::new();
    dir.run("lds eternity2 --nodes 100k --seed 1 --out run --quiet").expect(0);
    let shown = dir.run("profile run").expect(0).stdout;
    assert!(shown.starts_with("lds on eternity2, clues starter\n"), "{shown}");
    assert_eq!(shown.matches("not measured by this engine").count(), 3, "{shown}");
    assert!(dir.text("run/profile.svg").contains("not measured by this engine"));
    let order = cells(&dir.run("profile run --heat order -o -").expect(0).stdout);
    assert_eq!(order.len(), 256);
    assert_eq!(cells(&dir.run("profile run --heat quota -o -").expect(0).stdout).len(), 256);
    dir.run("profile run --heat time -o time.svg").expect_stdout("");
}

#[test]
fn profiles_that_cannot_be_shown_say_why() {
    let dir = Scratch::new();
    dir.run("backtrack eternity2 --nodes 20k --seed 1 --out run --quiet").expect(0);
    dir.run("profile run --heat time").refused_usage("the following required arguments were not provided");
    dir.run("profile run --heat speed -o x.svg").refused_usage("invalid value 'speed'");
    dir.run("profile none").refused("none is not a folder: expected one for a run");
    assert_eq!(
        dir.run("profile run -o none/x.svg").expect(3).error(),
        "cannot write none/x.svg: No such file or directory (os error 2)"
    );
    let whole = dir.text("run/profile.json");
    let edited = |edit: fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&whole).unwrap();
        edit(&mut value);
        value.to_string()
    };
    // Counts beyond all bounds are shown as they are.
    dir.write(
        "run/profile.json",
        edited(|profile| {
            profile["placements"].as_array_mut().unwrap().fill(json!(u64::MAX));
            profile["breaks"]["filled"]["by_depth"].as_array_mut().unwrap().fill(json!(u64::MAX));
        }),
    );
    let shown = dir.run("profile run").expect(0).stdout;
    assert!(shown.contains("18,446,744,073,709,551,615 placements"), "{shown}");
    dir.run("profile run -o -").expect(0);
    let cases = [
        (edited(|profile| profile["quota"]["least"] = json!([])), "lists that do not fit an order of 256 cells"),
        (edited(|profile| profile["quota"]["boards"] = json!([])), "lists that do not fit an order of 256 cells"),
        (whole[..whole.len() / 2].to_owned(), "expected a profile"),
        ("[1, 2]".to_owned(), "expected a profile"),
        (whole.replacen("\"order\":[", "\"order\":[999,", 1), "expected the 256 of the board"),
        (whole.replacen("\"seconds\":[", "\"seconds\":[1.0,", 1), "lists that do not fit an order of 256 cells"),
        (whole.replacen("\"fill_seconds\":", "\"fill_seconds\":-1", 1), "lists that do not fit an order of 256 cells"),
    ];
    for (damaged, message) in cases {
        dir.write("run/profile.json", damaged);
        for line in ["profile run", "profile run -o x.svg", "profile run --heat order -o x.svg"] {
            let ran = dir.run(line).expect(2);
            assert!(ran.error().starts_with("run/profile.json: ") && ran.error().ends_with(message), "{ran}");
        }
    }
    std::fs::remove_file(dir.path("run/profile.json")).unwrap();
    let missing = dir.run("profile run").expect(2);
    assert!(missing.error().ends_with("expected the profile a run writes when it ends"), "{missing}");
    assert_eq!(dir.names(""), ["run"]);
}

#[test]
fn a_study_is_drawn_with_a_dot_for_every_job() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("small", "--width 6 --height 6 --inner-colours 8");
    dir.write(
        "plan.toml",
        format!(
            "puzzle = \"{puzzle}\"\nengine = \"backtrack\"\nseeds = \"1..=3\"\nbudget = {{ nodes = 2000 }}\n\
             [axes]\nbreaks_per_placement = [1, 2]\n"
        ),
    );
    dir.run("study report plan.toml --svg before.svg").expect(0);
    dir.run("study run plan.toml --quiet").expect(0);
    let table = dir.run("study report plan.toml").expect(0).stdout;
    dir.run("study report plan.toml --svg scores.svg").expect_stdout(&table);
    let circles = |name: &str| {
        let svg = dir.text(name);
        let document = roxmltree::Document::parse(&svg).unwrap();
        document.descendants().filter(|n| n.tag_name().name() == "circle").count()
    };
    assert_eq!((circles("before.svg"), circles("scores.svg")), (0, 6 + 2));
    dir.run("study report plan.toml --svg -").expect_stdout(&dir.text("scores.svg"));
}
