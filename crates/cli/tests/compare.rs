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
    // a2 has no bottom row and a3 no top row: three arrangements of a, one of b.
    assert_eq!(said.lines().nth(9).unwrap(), "4 families with equal corners", "{said}");
    let rest: Vec<&str> = said.lines().skip(9).collect();
    let words = rest.iter().position(|l| l.starts_with("pairwise agreement: mean ")).unwrap();
    // The agreement of every two boards, numbered from 1.
    let rows: Vec<Vec<usize>> =
        rest[words + 1..].iter().map(|l| l.split_whitespace().map(|n| n.parse().unwrap()).collect()).collect();
    assert_eq!(rows[0], [1, 2, 3, 4, 5]);
    assert_eq!((rows.len(), rows[1][..4].to_vec(), rows[4][2]), (6, vec![1, 256, rows[2][1], 192], 254));
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

#[test]
fn breaks_are_where_the_order_pays_them() {
    let dir = Scratch::new();
    let board = exchanged(letters(BEST), (5, 5), (6, 6));
    dir.write("board", &board);
    dir.write("best", letters(BEST));
    let breaks = 480 - dir.run("board score board --json").expect(0).json()["score"].as_u64().unwrap();
    let census = |flags: &str| {
        let json = dir.run(&format!("board breaks {flags} --json")).expect(0).json();
        assert_eq!(json["orders"].as_array().unwrap().len(), 1);
        json["orders"][0].clone()
    };
    let paid = |census: &serde_json::Value, row: usize, col: usize| census["paid"][16 * row + col].as_u64().unwrap();
    let sum = |census: &serde_json::Value| (0..256).map(|cell| census["paid"][cell].as_u64().unwrap()).sum::<u64>();
    let [down, up] = [census("board"), census("board --order row-reversed")];
    assert_eq!((sum(&down), sum(&up)), (breaks, breaks));
    assert_eq!((&down["order"], &up["order"]), (&json!("row (assumed)"), &json!("row-reversed")));
    // A wrong piece in the middle breaks with what comes before it when it is placed, and with what comes after
    // when that is; going the other way the two change places.
    let around = |census: &serde_json::Value| [paid(census, 5, 5), paid(census, 5, 6) + paid(census, 6, 5)];
    assert_eq!(around(&down)[0] + around(&up)[0], down_and_up(&board, 5, 5));
    assert_eq!((&down["paid_two"][16 * 5 + 5], &down["boards"]), (&json!(u64::from(around(&down)[0] >= 2)), &json!(1)));
    let both = census("board best");
    assert_eq!((sum(&both), both["boards"].as_u64()), (breaks + 10, Some(2)));
    dir.run("board breaks board best -o breaks.png").expect(0);
    dir.run("board breaks board --order zigzag").expect(2);
}

/// Broken sides of a cell.
fn down_and_up(letters: &str, row: usize, col: usize) -> u64 {
    let here = cell(letters, row, col).as_bytes();
    let around = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)];
    let broken =
        (0..4).filter(|&side| here[side] != cell(letters, around[side].0, around[side].1).as_bytes()[(side + 2) % 4]);
    broken.count() as u64
}

#[test]
fn an_order_tells_what_it_sees() {
    let dir = Scratch::new();
    let said = dir.run("puzzle order row --clues none --neighbours --json").expect(0);
    assert_eq!(said.json()["steps_by_neighbours"], json!([1, 30, 225, 0, 0]));
    let last = said.json()["neighbours"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>();
    assert_eq!(last, 480);
    let line = "steps by neighbours lying: 0: 1, 1: 30, 2: 225, 3: 0, 4: 0; mean 1.875";
    assert!(said.stdout.contains(line), "{said}");
    dir.run("puzzle order comb:12 --clues five --neighbours -o sees.svg").expect_stdout("");
    assert!(roxmltree::Document::parse(&dir.text("sees.svg")).is_ok());
}
