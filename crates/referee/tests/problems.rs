//! Hand-made boards for every rule, every kind of problem and every line that reports one.

use edgewise_referee::{ClueFact, PuzzleFacts, Regime, RimRule, Sides, Verdict, judge, judge_cells};

/// Solved by its pieces as they come: `b` and `e` level, `c` and `d` upright.
const SQUARE: [Sides; 4] = [[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]];

fn facts(width: usize, height: usize, pieces: &[Sides], rim: RimRule) -> PuzzleFacts {
    PuzzleFacts { width, height, pieces: pieces.to_vec(), rim, rotation: true, clues: vec![], official_clues: None }
}

fn square() -> PuzzleFacts {
    facts(2, 2, &SQUARE, RimRule::Grey)
}

fn verdict(facts: &PuzzleFacts, board: &str) -> Verdict {
    judge(facts, &board.replace(' ', "")).unwrap()
}

fn figures(v: &Verdict) -> [usize; 6] {
    [v.score, v.total, v.breaks, v.filled, v.cells, v.break_free]
}

#[test]
fn a_solved_board_has_every_seam_and_no_problem() {
    let v = verdict(&square(), "abca aadb ceaa daae");
    assert_eq!(figures(&v), [4, 4, 0, 4, 4, 4]);
    assert!(v.legal && v.problems().is_empty() && v.break_lines().is_empty());
    assert_eq!((v.official_clues, v.regime), (None, None));
}

#[test]
fn an_empty_board_is_legal_and_worth_nothing() {
    let v = verdict(&square(), "aaaa aaaa aaaa aaaa");
    assert_eq!(figures(&v), [0, 4, 0, 0, 4, 0]);
    assert!(v.legal);
}

#[test]
fn a_break_is_located_and_legal() {
    let v = verdict(&square(), "abca aaaa ceaa baad");
    assert_eq!(figures(&v), [1, 4, 1, 3, 4, 2]);
    assert_eq!(v.break_lines(), ["break: row 1, column 0 (B1), right: e against d"]);
    assert!(v.legal && v.problems().is_empty());
    let v = verdict(&square(), "ceaa aaaa abca aaaa");
    assert_eq!(v.break_lines(), ["break: row 0, column 0 (A1), down: a against a"]);
}

#[test]
fn grey_against_grey_breaks_only_under_the_grey_rule() {
    let board = "caab dbaa aaaa aaaa";
    let rim = [
        "rim: row 0, column 0 (A1), up: c on the rim, expected a",
        "rim: row 0, column 0 (A1), left: b on the rim, expected a",
        "rim: row 0, column 1 (A2), up: d on the rim, expected a",
        "rim: row 0, column 1 (A2), right: b on the rim, expected a",
    ];
    for (rule, score, lines) in
        [(RimRule::Grey, 0, &rim[..]), (RimRule::Zero, 1, &rim[..]), (RimRule::Free, 1, &rim[..0])]
    {
        let v = verdict(&facts(2, 2, &SQUARE, rule), board);
        assert_eq!((v.score, v.breaks), (score, 1 - score), "{rule:?}");
        assert_eq!(v.problems(), lines, "{rule:?}");
        assert_eq!(v.legal, lines.is_empty(), "{rule:?}");
    }
}

#[test]
fn every_rim_side_is_looked_at() {
    let single = facts(1, 1, &[[1, 2, 3, 4]], RimRule::Grey);
    let lines = [("up", 'b'), ("right", 'c'), ("down", 'd'), ("left", 'e')]
        .map(|(side, colour)| format!("rim: row 0, column 0 (A1), {side}: {colour} on the rim, expected a"));
    assert_eq!(verdict(&single, "bcde").problems(), lines);
    let middle = facts(3, 3, &[[0; 4]; 9], RimRule::Zero);
    let mut cells = [Some([0; 4]); 9];
    cells[4] = Some([1; 4]);
    assert!(judge_cells(&middle, &cells).unwrap().rim_violations.is_empty(), "the middle has no rim side");
}

#[test]
fn a_grey_side_turned_inwards_is_a_break_and_no_rim_violation() {
    let row = facts(3, 1, &[[0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 0, 1]], RimRule::Grey);
    let v = verdict(&row, "abaa aaab aaab");
    assert_eq!(v.break_lines(), ["break: row 0, column 1 (A2), right: a against b"]);
    assert!(v.rim_violations.is_empty() && v.legal, "the three pieces are one kind: {:?}", v.problems());
}

#[test]
fn a_repeated_piece_is_reported_with_all_its_cells() {
    let v = verdict(&square(), "abca aabc ceaa aaaa");
    assert_eq!(
        v.problems(),
        ["repeated: piece 1 lies on 2 cells, expected at most 1: row 0, column 0 (A1); row 0, column 1 (A2)"]
    );
    assert!(!v.legal);
    assert_eq!(figures(&v), [1, 4, 1, 3, 4, 2], "it scores all the same");
}

#[test]
fn twins_are_repeated_only_beyond_their_number() {
    let pieces = [[9, 9, 9, 8], [1, 2, 3, 4], [4, 1, 2, 3], [7, 7, 7, 7]];
    let puzzle = facts(4, 1, &pieces, RimRule::Free);
    assert!(verdict(&puzzle, "bcde debc aaaa aaaa").legal);
    let v = verdict(&puzzle, "bcde debc cdeb hhhh");
    let [repeated] = &v.repeated[..] else { panic!("{:?}", v.repeated) };
    assert_eq!((repeated.piece, repeated.copies, repeated.cells.len()), (2, 2, 3));
    let v = verdict(&puzzle, "hhhh hhhh jjij jijj");
    assert_eq!(v.repeated.iter().map(|r| r.piece).collect::<Vec<_>>(), [1, 4], "by piece number");
}

#[test]
fn a_mirrored_piece_is_foreign() {
    let puzzle = facts(2, 1, &[[1, 2, 3, 4], [5, 5, 5, 5]], RimRule::Free);
    let v = verdict(&puzzle, "aaaa bedc");
    assert_eq!(v.problems(), ["foreign: row 0, column 1 (A2): no piece has the sides bedc in any rotation"]);
    assert!(!v.legal);
    let v = judge_cells(&puzzle, &[Some([1, 2, 3, 40]), None]).unwrap();
    assert_eq!(v.problems(), ["foreign: row 0, column 0 (A1): no piece has the sides 1.2.3.40 in any rotation"]);
}

#[test]
fn turning_is_a_misfit_where_it_is_forbidden() {
    let pieces = [[1, 2, 3, 4], [2, 3, 4, 1], [5, 6, 5, 6]];
    let mut puzzle = facts(3, 1, &pieces, RimRule::Free);
    assert!(verdict(&puzzle, "bcde ebcd gfgf").legal, "twins up to rotation");
    puzzle.rotation = false;
    let v = verdict(&puzzle, "bcde ebcd gfgf");
    assert_eq!(
        v.problems(),
        [
            "turned: row 0, column 1 (A2): piece 1 turned 1, expected 0: the puzzle has no rotation",
            "turned: row 0, column 2 (A3): piece 3 turned 1, expected 0: the puzzle has no rotation",
        ]
    );
    assert!(!v.legal && v.repeated.is_empty() && v.foreign.is_empty());
    assert!(verdict(&puzzle, "cdeb bcde fgfg").legal);
    let v = verdict(&puzzle, "bcde bcde zzzz");
    assert_eq!((v.repeated.len(), v.foreign.len(), v.misfits.len()), (1, 1, 0), "twins only as they lie");
}

#[test]
fn missing_clues_say_what_is_there_and_what_is_wanted() {
    let mut puzzle = square();
    let clue = |cell, piece, rotation| ClueFact { cell, piece, rotation };
    puzzle.clues = vec![clue(0, 0, 0), clue(1, 0, 1), clue(3, 3, 2)];
    let v = verdict(&puzzle, "abca aadb ceaa aaaa");
    assert_eq!((v.clues_respected, v.clues_required), (1, 3));
    assert_eq!(
        v.problems(),
        [
            "clue 2: row 0, column 1 (A2): aadb, expected aabc (piece 1 turned 1)",
            "clue 3: row 1, column 1 (B2): an empty cell, expected aeda (piece 4 turned 2)",
        ]
    );
    assert!(!v.legal);
}

#[test]
fn a_clue_asks_for_colours_not_for_a_number() {
    let mut puzzle = facts(3, 1, &[[1, 2, 1, 2], [2, 1, 2, 1], [3, 3, 3, 3]], RimRule::Free);
    let clue = |cell, piece, rotation| ClueFact { cell, piece, rotation };
    puzzle.clues = vec![clue(0, 0, 2), clue(1, 1, 1), clue(2, 2, 3)];
    assert!(verdict(&puzzle, "bcbc bcbc dddd").legal, "half turns, a twin, full symmetry");
    assert_eq!(verdict(&puzzle, "cbcb bcbc dddd").clues_respected, 2);
}

#[test]
fn regimes_are_told_apart() {
    let mut counts = [0; 4];
    for bits in 0..32u8 {
        let flags: [bool; 5] = std::array::from_fn(|i| bits >> i & 1 == 1);
        let index = ["five_clues", "starter_only", "mixed", "no_clue"]
            .iter()
            .position(|name| *name == Regime::of(flags).to_string());
        counts[index.unwrap()] += 1;
    }
    assert_eq!(counts, [1, 1, 29, 1]);
    assert_eq!(Regime::of([true, false, false, false, false]), Regime::StarterOnly);
    assert_eq!(Regime::of([false, true, true, true, true]), Regime::Mixed);
    assert_eq!(Regime::of([true, true, true, true, true]), Regime::FiveClues);
    assert_eq!(Regime::of([false; 5]), Regime::NoClue);
}

#[test]
fn the_regime_is_read_off_the_board_whatever_the_puzzle_pins() {
    let pieces: Vec<Sides> = (1..=5).map(|c| [c; 4]).collect();
    let mut puzzle = facts(5, 1, &pieces, RimRule::Free);
    puzzle.official_clues = Some(std::array::from_fn(|i| ClueFact { cell: i, piece: i, rotation: 0 }));
    let v = verdict(&puzzle, "bbbb aaaa dddd aaaa ffff");
    assert_eq!(v.official_flags, Some([true, false, true, false, true]));
    assert_eq!((v.official_clues, v.regime, v.clues_required), (Some(3), Some(Regime::Mixed), 0));
    assert!(v.legal, "official clues the puzzle does not pin are no rule");
}

/// Breaks and break-free count of a board on which every seam between two filled cells breaks.
fn all_broken(width: usize, height: usize, hole: impl Fn(usize) -> bool) -> (usize, usize) {
    let puzzle = facts(width, height, &vec![[0, 1, 2, 3]; width * height], RimRule::Free);
    let cells: Vec<Option<Sides>> = (0..width * height).map(|cell| (!hole(cell)).then_some([0, 1, 2, 3])).collect();
    let v = judge_cells(&puzzle, &cells).unwrap();
    (v.breaks, v.break_free)
}

#[test]
fn break_free_counts_known_shapes() {
    assert_eq!(all_broken(1, 1, |_| false), (0, 1));
    assert_eq!(all_broken(3, 1, |_| false), (2, 2));
    assert_eq!(all_broken(1, 4, |_| false), (3, 2));
    assert_eq!(all_broken(20, 20, |_| false), (760, 200));
    assert_eq!(all_broken(19, 19, |_| false), (684, 181));
    assert_eq!(all_broken(3, 3, |cell| [0, 2, 6, 8].contains(&cell)), (4, 4), "a cross gives up its middle");
    assert_eq!(all_broken(2, 2, |cell| cell == 0 || cell == 3), (0, 2));
}

#[test]
fn a_long_augmenting_path_is_followed() {
    // Row 0 from column 1 on, and the cell below its first. Taken in order the cells of row 0 pair
    // off leftwards, so the last one finds its only neighbour taken and nine pairs have to move.
    assert_eq!(all_broken(20, 2, |cell| cell == 0 || (cell >= 20 && cell != 21)), (19, 10));
}

#[test]
fn zero_is_a_piece_for_cells_and_a_hole_for_letters() {
    let wang = facts(2, 1, &[[0, 0, 0, 0], [0, 0, 0, 1]], RimRule::Free);
    let v = judge_cells(&wang, &[Some([0; 4]), Some([0, 0, 0, 1])]).unwrap();
    assert_eq!(figures(&v), [0, 1, 1, 2, 2, 1]);
    assert_eq!(verdict(&wang, "aaaa aaab").filled, 1);
    let v = judge_cells(&wang, &[Some([0; 4]), Some([0; 4])]).unwrap();
    assert_eq!((v.score, v.repeated.len()), (1, 1));
}

#[test]
fn bad_letters_are_placed() {
    let error = |letters: &str| judge(&square(), letters).unwrap_err().to_string();
    assert_eq!(error(""), "board letters end in row 0, column 0 (A1) after 0: expected 16, four a cell");
    assert_eq!(error("abcaaadbceaada"), "board letters end in row 1, column 1 (B2) after 14: expected 16, four a cell");
    assert_eq!(
        error("abcaaadbceaadaaea"),
        "board letters go on after row 1, column 1 (B2), the last cell: 17 found, expected 16"
    );
    let letter =
        |place: &str, found: &str| format!("{place}: character {found} is no colour: expected a letter a to z");
    assert_eq!(error("abcaaadBceaadaae"), letter("row 0, column 1 (A2), left", "'B'"));
    assert_eq!(error("abcaaadbc aadaae"), letter("row 1, column 0 (B1), right", "' '"));
    assert_eq!(error("é"), letter("row 0, column 0 (A1), up", "'é'"), "before the length");
    assert_eq!(
        error("abcaaadbceaadaae\n"),
        "board letters go on after row 1, column 1 (B2), the last cell: 17 found, expected 16"
    );
}

#[test]
fn contradictory_facts_are_refused() {
    let error = |facts: &PuzzleFacts| judge_cells(facts, &[None; 4]).unwrap_err().to_string();
    assert_eq!(error(&facts(0, 3, &[], RimRule::Free)), "board size 0x3: expected both sides in 1..=20");
    assert_eq!(error(&facts(3, 21, &[[0; 4]; 63], RimRule::Free)), "board size 3x21: expected both sides in 1..=20");
    assert_eq!(error(&facts(2, 2, &SQUARE[..3], RimRule::Free)), "3 pieces for a 2x2 board: expected 4");
    assert_eq!(error(&facts(2, 1, &SQUARE[..2], RimRule::Free)), "4 cells for a 2x1 board: expected 2");
    let clued = |cell, piece, rotation| {
        let mut puzzle = square();
        puzzle.clues = vec![ClueFact { cell: 0, piece: 0, rotation: 0 }, ClueFact { cell, piece, rotation }];
        error(&puzzle)
    };
    assert_eq!(clued(4, 0, 0), "clue 2: cell 4 is off the board: expected a cell in 0..4");
    assert_eq!(clued(3, 4, 0), "clue 2 at row 1, column 1 (B2): piece 5 does not exist: expected 1..=4");
    assert_eq!(clued(3, 3, 4), "clue 2 at row 1, column 1 (B2): rotation 4: expected 0..=3 quarter turns");
    let mut puzzle = square();
    puzzle.official_clues = Some([ClueFact { cell: 135, piece: 138, rotation: 0 }; 5]);
    assert_eq!(error(&puzzle), "official clue 1: cell 135 is off the board: expected a cell in 0..4");
}

#[test]
fn the_json_has_the_agreed_names() {
    let mut puzzle = square();
    puzzle.clues = vec![ClueFact { cell: 3, piece: 3, rotation: 0 }];
    puzzle.official_clues = Some([ClueFact { cell: 0, piece: 0, rotation: 0 }; 5]);
    let json = serde_json::to_value(verdict(&puzzle, "abca aabc zzza aaaa")).unwrap();
    let expected = serde_json::json!({
        "score": 0, "total": 4, "breaks": 2, "filled": 3, "cells": 4, "break_free": 2,
        "break_places": [
            {"row": 0, "col": 0, "side": "right", "here": 1, "there": 2},
            {"row": 0, "col": 0, "side": "down", "here": 2, "there": 25},
        ],
        "rim_violations": [{"row": 1, "col": 0, "side": "down", "colour": 25}],
        "repeated": [{"piece": 1, "copies": 1, "cells": [{"row": 0, "col": 0}, {"row": 0, "col": 1}]}],
        "foreign": [{"row": 1, "col": 0, "sides": [25, 25, 25, 0]}],
        "misfits": [],
        "clues_respected": 0, "clues_required": 1,
        "missing_clues": [
            {"clue": 1, "row": 1, "col": 1, "piece": 4, "rotation": 0, "expected": [3, 0, 0, 4], "found": null},
        ],
        "official_clues": 5, "official_flags": [true, true, true, true, true], "regime": "five_clues",
        "legal": false,
    });
    assert_eq!(json, expected);
}
