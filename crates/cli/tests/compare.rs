//! `edgewise board diff|families`: boards with planted likenesses.

mod common;

use common::Scratch;
use common::boards::{BEST, BEST_FIVE, cell, exchanged, letters, with_cell};
use serde_json::json;

#[test]
fn a_board_does_not_differ_from_itself() {
    let dir = Scratch::new();
    dir.write("a", letters(BEST));
    dir.run("board convert a --to board-json -o b").expect(0);
    let ran = dir.run("board diff a b --json").expect(0);
    let json = json!({"cells": 256, "same": 256, "turned": 0, "different_cells": [], "equal": true,
        "score_a": 470, "score_b": 470});
    assert_eq!(ran.json(), json);
    let words = "256 of 256 cells the same (.), 0 the same piece turned (~), 0 different (#), \
                 0 filled on one side only (+); scores 470 and 470\n";
    dir.run("board diff a b").expect_stdout(&format!("{}{words}", "................\n".repeat(16)));
}

#[test]
fn differences_are_found_where_they_are() {
    let dir = Scratch::new();
    let a = with_cell(letters(BEST_FIVE), 1, 1, "aaaa");
    let turned = format!("{}{}", &cell(&a, 7, 3)[1..], &cell(&a, 7, 3)[..1]);
    let b = with_cell(&with_cell(&exchanged(&a, (5, 5), (6, 6)), 7, 3, &turned), 9, 9, "aaaa");
    dir.write("a", &a);
    dir.write("b", &b);
    let ran = dir.run("board diff a b --json").expect(0);
    let row = |at: &[(usize, char)]| {
        let mut row = ".".repeat(16);
        at.iter().for_each(|&(col, mark)| row.replace_range(col..=col, &mark.to_string()));
        row
    };
    let expected: Vec<String> = (0..16)
        .map(|i| match i {
            1 => row(&[(1, ' ')]),
            5 => row(&[(5, '#')]),
            6 => row(&[(6, '#')]),
            7 => row(&[(3, '~')]),
            9 => row(&[(9, '+')]),
            _ => row(&[]),
        })
        .collect();
    assert_eq!(ran.stdout.lines().take(16).collect::<Vec<_>>(), expected);
    let score = |board: &str| dir.run(&format!("board score {board} --json")).expect(0).json()["score"].clone();
    let words = "251 of 256 cells the same (.), 1 the same piece turned (~), 2 different (#), \
                 1 filled on one side only (+); ";
    assert!(ran.stdout.lines().nth(16).unwrap().starts_with(words), "{ran}");
    let json = json!({"cells": 256, "same": 251, "turned": 1, "different_cells": [85, 102, 115, 153], "equal": false,
        "score_a": score("a"), "score_b": score("b")});
    assert_eq!(ran.json(), json);
}

#[test]
fn boards_of_small_puzzles_are_compared_by_their_puzzle() {
    let dir = Scratch::new();
    let (puzzle, solution) = dir.generate("small", "--width 4 --height 3 --seed 2");
    let (_, other) = dir.generate("other", "--width 3 --height 3");
    let same = dir.run(&format!("board diff {solution} {solution} --puzzle {puzzle} --json")).expect(0).json();
    assert_eq!((&same["equal"], &same["cells"], &same["score_a"]), (&json!(true), &json!(12), &json!(17)));
    dir.run(&format!("board diff {solution} {other} --puzzle {puzzle}"))
        .refused("other.solved.json: board size 3x3: expected 4x3, the size of puzzle generated_4x3_f3_i9_s2");
    let one = dir.run(&format!("board families {solution} --puzzle {puzzle} --json")).expect(0);
    assert_eq!((&one.json()["families"], &one.json()["agreement"]), (&json!([[0]]), &json!([[12]])));
    assert!(!one.stdout.contains("pairwise"), "{one}");
}

/// Two families: three boards from the best, two from the best with five clues, the five alternating.
fn plant(dir: &Scratch) {
    let (a, b) = (letters(BEST), letters(BEST_FIVE));
    let empty = |from: &str, rows: std::ops::Range<usize>| {
        format!("{}{}{}", &from[..64 * rows.start], "a".repeat(64 * rows.len()), &from[64 * rows.end..])
    };
    dir.write("a1", a);
    dir.write("b1", b);
    dir.write("a2", empty(a, 12..16));
    dir.write("b2", exchanged(b, (0, 3), (0, 4)));
    dir.write("a3", empty(a, 0..1));
}

#[test]
fn planted_families_are_found() {
    let dir = Scratch::new();
    plant(&dir);
    let families = |flags: &str| {
        let json = dir.run(&format!("board families a1 b1 a2 b2 a3 --json {flags}")).expect(0).json();
        (json["families"].clone(), json["prefix_families"].clone())
    };
    let (by_half, top) = families("--rows 2");
    assert_eq!(by_half, json!([[0, 2, 4], [1, 3]]));
    assert_eq!(top, json!([[0, 2], [1], [3], [4]]));
    let (by_most, bottom) = families("--rows 2 --from bottom --agreement 90");
    assert_eq!(by_most, json!([[0, 4], [1, 3], [2]]));
    assert_eq!(bottom, json!([[0, 4], [1, 3], [2]]));
    // More rows than there are: whole boards.
    assert_eq!(
        families("--rows 99 --agreement 100"),
        (json!([[0], [1], [2], [3], [4]]), json!([[0], [1], [2], [3], [4]]))
    );

    let json = dir.run("board families a1 b1 a2 b2 a3 --json").expect(0).json();
    let agree = |x: usize, y: usize| json["agreement"][x][y].as_u64().unwrap();
    assert_eq!(
        [agree(0, 0), agree(2, 2), agree(0, 2), agree(0, 4), agree(2, 4), agree(1, 3)],
        [256, 192, 192, 240, 176, 254]
    );
    assert!((0..5).all(|x| (0..5).all(|y| agree(x, y) == agree(y, x))));
    let origins: Vec<_> = json["boards"].as_array().unwrap().iter().map(|b| b["origin"].as_str().unwrap()).collect();
    assert_eq!(origins, ["a1", "b1", "a2", "b2", "a3"]);
}

#[test]
fn the_words_of_families() {
    let dir = Scratch::new();
    plant(&dir);
    let said = dir.run("board families a1 b1 a2 b2 a3 --rows 2").expect(0).stdout;
    let score =
        |board: &str| dir.run(&format!("board score {board} --json")).expect(0).json()["score"].as_u64().unwrap();
    let lines = [
        "5 boards, 16x16".to_owned(),
        "2 families that agree on at least 50 % of the cells".to_owned(),
        "     3 boards, best 470: a1, a2, a3".to_owned(),
        "     2 boards, best 464: b1, b2".to_owned(),
        "4 families with equal top 2 rows".to_owned(),
        "     2 boards, best 470: a1, a2".to_owned(),
        "     1 boards, best 464: b1".to_owned(),
        format!("     1 boards, best {}: b2", score("b2")),
        format!("     1 boards, best {}: a3", score("a3")),
    ];
    assert_eq!(said.lines().take(9).collect::<Vec<_>>(), lines);
    assert!(said.lines().nth(9).unwrap().starts_with("pairwise agreement: mean "), "{said}");
}

#[test]
fn a_run_directory_stands_for_all_its_boards() {
    let dir = Scratch::new();
    dir.run("solve --seed 1 --nodes 3M --threads 1 --out run").expect(0);
    let count = dir.names("run/boards").len();
    assert!(count >= 2, "{count} boards");
    let json = dir.run("board families run --json").expect(0).json();
    assert_eq!(json["boards"].as_array().unwrap().len(), count);
    dir.write("best", letters(BEST));
    let json = dir.run("board families best run --json").expect(0).json();
    assert_eq!(json["boards"].as_array().unwrap().len(), count + 1);
    // Its best is the board that other commands see.
    let best = dir.run("board score run --json").expect(0).json()["score"].clone();
    let diff = dir.run("board diff run best --json").expect(0).json();
    assert_eq!((&diff["score_a"], &diff["score_b"]), (&best, &json!(470)));

    std::fs::create_dir_all(dir.path("none/boards")).unwrap();
    dir.run("board families none").refused("no boards in what was named: expected at least one");
    dir.run("board score none").refused("none: holds no run and no board");
}
