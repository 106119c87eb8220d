//! `edgewise cover`, and `edgewise puzzle generate --unique`.

mod common;

use common::{Running, Scratch, without_time};
use serde_json::{Value, json};

const METHODS: [&str; 3] = ["xcc", "cells", "bits"];

#[test]
fn classics_are_counted_by_every_method() {
    let dir = Scratch::new();
    for (name, expected) in [
        ("knuth", 1),
        ("queens:8", 92),
        ("langford:7", 52),
        ("latin:4", 576),
        ("sudoku:2", 288),
        ("dominoes:6x6", 6728),
        ("pentominoes:20x3", 8),
    ] {
        let mut nodes = Vec::new();
        for method in METHODS {
            let json = dir.run(&format!("cover count {name} --method {method} --json")).expect(0).json();
            assert_eq!((&json["solutions"], &json["complete"]), (&json!(expected), &json!(true)), "{name} {method}");
            assert_eq!([&json["method"], &json["end"]], [method, "exhausted"], "{name}");
            nodes.push(json["nodes"].clone());
        }
        assert!(nodes.iter().all(|n| *n == nodes[0]), "{name}: {nodes:?}");
    }
    let said = dir.run("cover count queens:8").expect(0).stdout;
    assert!(said.starts_with("                  92 solutions\n") && said.contains(" nodes, "), "{said}");
}

#[test]
fn a_count_that_is_cut_says_so_and_a_seed_is_an_order() {
    let dir = Scratch::new();
    let cut = dir.run("cover count queens:10 --nodes 1000 --json").expect(4);
    let json = cut.json();
    assert_eq!([&json["complete"], &json["end"], &json["nodes"]], [&json!(false), &json!("nodes"), &json!(1000)]);
    assert!(cut.stdout.contains("solutions so far") && cut.stdout.contains("; cut by --nodes"), "{cut}");
    assert_eq!(dir.run("cover count queens:10 --solutions 5 --json").expect(4).json()["solutions"], 5);
    assert_eq!(dir.run("cover count queens:20 --time 0.05 --json --quiet").expect(4).json()["end"], "time");
    let with = |seed: u32| dir.run(&format!("cover solve queens:10 --seed {seed} --json")).expect(0).json();
    assert_eq!(without_time(with(3)), without_time(with(3)));
    assert_ne!(with(3)["found"], with(4)["found"]);
}

#[test]
fn solutions_are_printed_and_proved_unique() {
    let dir = Scratch::new();
    let solved = dir.run("cover solve knuth").expect(0).stdout;
    assert!(solved.starts_with("R4 (A D), R1 (C E F), R5 (B G)\n"), "{solved}");
    let all = dir.run("cover solve queens:6 --solutions all --json").expect(0).json();
    assert_eq!((all["found"].as_array().unwrap().len(), &all["complete"]), (4, &json!(true)));
    assert!(dir.run("cover solve queens:3").expect(1).stdout.starts_with("no solution\n"));
    dir.run("cover solve queens:20 --nodes 3").expect(4);

    let unique = dir.run("cover unique knuth --json").expect(0);
    assert!(unique.stdout.starts_with("unique: exactly one solution\nR4 "), "{unique}");
    assert_eq!((&unique.json()["unique"], &unique.json()["found"]), (&json!(true), &json!([[4, 1, 5]])));
    let several = dir.run("cover unique queens:8 --json").expect(1);
    assert_eq!((&several.json()["unique"], &several.json()["solutions"]), (&json!(false), &json!(2)));
    assert!(dir.run("cover unique queens:3").expect(1).stdout.starts_with("not unique: no solution\n"));
    assert_eq!(dir.run("cover unique queens:20 --nodes 3 --json").expect(4).json()["unique"], Value::Null);
}

#[test]
fn text_files_are_read_and_their_mistakes_named() {
    let dir = Scratch::new();
    dir.write("book.xc", "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n");
    assert!(dir.run("cover solve book.xc").expect(0).stdout.starts_with("R4 (q x:A), R2 (p r x:A y)\n"));
    let fed = dir.run_fed("cover count - --json", dir.text("book.xc").as_bytes()).expect(0).json();
    assert_eq!((&fed["solutions"], &fed["distinct"]), (&json!(1), &Value::Null));
    for (text, expected) in [
        ("", "bad.xc: line 1, column 1: no items: expected a line that names the items, and then options"),
        ("a b\n", "bad.xc: line 1, column 1: no options: expected a line for every option after the line of items"),
        ("a b\na c\n", "bad.xc: line 2, column 3: unknown item `c`: expected one of the 2 items declared"),
        ("a b\na b a\n", "bad.xc: line 2, column 5: item `a` occurs twice in one option: expected every item once"),
        (
            "a\na:r\n",
            "bad.xc: line 2, column 1: primary item `a` has a colour: expected colours on secondary items only",
        ),
        ("2|a\na\n", "bad.xc: line 1, column 1: `2|a`: multiplicities are not supported, expected a plain item name"),
    ] {
        dir.write("bad.xc", text);
        for what in ["count", "solve", "unique", "steps", "matrix"] {
            dir.run(&format!("cover {what} bad.xc")).refused(expected);
        }
    }
    // Numbers alone are taken for a puzzle, unless told otherwise.
    dir.write("numbers", "1 2 3 4\n1 2\n3 4\n");
    assert_eq!(dir.run("cover count numbers --as problem --json").expect(0).json()["solutions"], 1);
    dir.run("cover count numbers").expect(2);
    dir.run("cover count book.xc --rect 0,0,1,1")
        .refused("book.xc: --rect is for puzzles, this is an exact-cover problem");
    let nothing = dir.run("cover count nothing").expect(2);
    assert!(nothing.error().starts_with("`nothing`: no such file and no built-in: expected a file, "), "{nothing}");
}

#[test]
fn the_steps_of_knuths_example() {
    let dir = Scratch::new();
    let said = dir.run("cover steps knuth").expect(0).stdout;
    let text = "\
choose A: 2 options, R2 R4
cover A: takes out R2 R4
try R2 (A D G)
cover D: takes out R6
cover G: takes out R5
  choose B: 1 option, R3
  cover B: takes out R3
  try R3 (B C F)
  cover C: takes out R1
  cover F: takes out nothing
    dead end: E has no option left
  uncover F: puts back nothing
  uncover C: puts back R1
  take R3 back
  uncover B: puts back R3
uncover G: puts back R5
uncover D: puts back R6
take R2 back
try R4 (A D)
";
    assert!(said.starts_with(text), "{said}");
    assert!(said.contains("\n      solution: R4 R1 R5\n"), "{said}");
    assert!(said.ends_with("uncover A: puts back R4 R2\nend: everything is back in place\n"), "{said}");
    let json = dir.run("cover steps knuth --json").expect(0).json();
    assert_eq!(json["steps"][0], json!({"move": "choose", "item": "A", "options": [2, 4], "level": 0}));
    assert_eq!((&json["options"][0], &json["complete"]), (&json!("C E F"), &json!(true)));
    // Everything taken out comes back: covers and uncovers pair up.
    let moves = |kind: &str| json["steps"].as_array().unwrap().iter().filter(|s| s["move"] == kind).count();
    assert_eq!((moves("cover"), moves("try")), (moves("uncover"), moves("take_back")));
    dir.write("book.xc", "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n");
    let coloured = dir.run("cover steps book.xc").expect(0).stdout;
    assert!(coloured.contains("purify x:A: takes out") && coloured.contains("unpurify x:A: puts back"), "{coloured}");
    assert!(dir.run("cover steps queens:5 --moves 10").expect(4).stdout.ends_with("cut by --moves\n"));
}

#[test]
fn puzzles_are_counted_in_three_ways() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("p", "--width 3 --height 3 --frame-colours 1 --inner-colours 1");
    let ran = dir.run(&format!("cover count {puzzle} --json")).expect(0);
    let json = ran.json();
    for method in METHODS {
        let other = dir.run(&format!("cover count {puzzle} --json --method {method}")).expect(0).json();
        for name in ["solutions", "distinct", "essentially_different", "nodes"] {
            assert_eq!(other[name], json[name], "{name} by {method}");
        }
    }
    // Four corners, four borders, all alike, and a symmetric middle.
    assert_eq!((&json["solutions"], &json["distinct"]), (&json!(24 * 24 * 4), &json!(1)));
    assert_eq!(json["essentially_different"], 1);
    assert!(ran.stdout.starts_with("               2,304 solutions, labelled\n"), "{ran}");
    dir.run(&format!("cover unique {puzzle}")).expect(0);
    let text = dir.run(&format!("cover matrix {puzzle} -o -")).expect(0).stdout;
    dir.write("p.xc", &text);
    assert_eq!(dir.run("cover count p.xc --json").expect(0).json()["solutions"], 24 * 24);
}

#[test]
fn blocks_clues_given_boards_and_forbidden_placements() {
    let dir = Scratch::new();
    let count = |line: &str| dir.run(&format!("cover count {line} --json")).expect(0).json()["solutions"].clone();
    assert_eq!(count("eternity2 --clues none --rect 0,0,2,2"), 1312);
    assert_eq!(count("eternity2 --rect 0,0,2,2"), 1307);
    assert_eq!(count("eternity2 --clues five --rect 0,0,3,3"), 3084);
    let (puzzle, solution) = dir.generate("p", "--width 4 --height 4 --inner-colours 3 --seed 2");
    assert_eq!(count(&format!("{puzzle} --board {solution}")), 1);
    let all = count(&puzzle).as_u64().unwrap();
    let placed: Value = serde_json::from_str(&dir.text("p.solved.json")).unwrap();
    let first = placed["board"][0].as_u64().unwrap();
    let without = count(&format!("{puzzle} --forbid 0,0,{},{}", first / 4 + 1, first % 4)).as_u64().unwrap();
    assert!(without < all, "{without} of {all}");
    dir.run(&format!("cover count {puzzle} --rect 3,3,2,2"))
        .refused("--rect 3,3,2,2: expected a rectangle on the 4x4 board");
    dir.run(&format!("cover count {puzzle} --forbid 0,0,17,0"))
        .refused("--forbid 0,0,17,0: expected a cell of the 4x4 board, a piece in 1..=16 and 0 to 3 turns");
}

#[test]
fn the_official_matrix_and_its_branching() {
    let dir = Scratch::new();
    let ran = dir.run("cover matrix eternity2 --clues none --branching 3 --json").expect(0);
    let json = ran.json();
    let sizes = ["primary", "secondary", "options", "colours"].map(|name| json[name].as_u64().unwrap());
    assert_eq!(sizes, [512, 480, 156_816, 23]);
    assert!(ran.stdout.starts_with("512 primary items, 480 secondary items, 156,816 options, "), "{ran}");
    assert!(json["depths"].as_array().unwrap().len() > 50);
}

#[test]
fn a_unique_puzzle_is_generated() {
    let dir = Scratch::new();
    let flags = "--width 4 --height 4 --inner-colours 4 --unique --seed 1";
    let ran = dir.run(&format!("puzzle generate {flags} -o u.json --solution u.solved.json")).expect(0);
    dir.run("cover unique u.json").expect(0);
    assert_eq!(dir.run("cover count u.json --json").expect(0).json()["essentially_different"], 1);
    dir.run("board check u.solved.json --puzzle u.json").expect(0);
    let again = dir.run(&format!("puzzle generate {flags}")).expect(0);
    assert_eq!((again.stdout, again.stderr), (dir.text("u.json"), ran.stderr));
    let none = dir.run("puzzle generate --width 5 --height 5 --frame-colours 2 --inner-colours 2 --unique --tries 2");
    assert!(none.stderr.contains("no seed from 1 on gave one solution"), "{none}");
    none.expect(1);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_count_with_what_there_is() {
    let dir = Scratch::new();
    let running = Running::start(dir.command("cover count queens:20 --json".split_whitespace()));
    running.until(|line| line.contains(" of the tree"));
    running.signal("INT");
    let json = running.wait().expect(0).json();
    assert_eq!([&json["stopped"], &json["complete"], &json["end"]], [&json!(true), &json!(false), &json!("flag")]);
}
