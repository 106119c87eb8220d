//! Exact counts of known puzzles. Sources of the expected figures: counts published by the Eternity II
//! community and recounted by an independent exhaustive row scan, as each line says.

use edgewise_counting::{Count, Limits, Stop, count, count_block};
use edgewise_puzzle::{ClueSet, Puzzle, Rim, formats, official};
use edgewise_search::{Budget, Order, StopReason};

fn read(path: &str) -> Puzzle {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    formats::read_puzzle(&bytes, &path).unwrap().puzzle
}

fn counted(puzzle: &Puzzle) -> Count {
    let counted = count(puzzle, &Limits::default()).unwrap();
    assert!(counted.complete, "{counted:?}");
    counted
}

#[test]
fn brendans_rectangles() {
    let expected = [
        ("03x03", 16),
        ("04x03", 32),
        ("04x04", 36),
        ("05x03", 78),
        ("05x05", 16),
        ("06x03", 1380),
        ("06x04", 8),
        ("06x06", 260),
        ("07x03", 18),
        ("07x05", 32),
        ("08x04", 18),
        ("09x03", 588),
    ];
    for (name, solutions) in expected {
        let puzzle = read(&format!("../backtrack/tests/data/brendan_{name}.txt"));
        let turns = if puzzle.size().width() == puzzle.size().height() { 4 } else { 2 };
        let counted = counted(&puzzle);
        let found = (counted.solutions, counted.distinct, counted.essentially_different);
        assert_eq!(found, (solutions, solutions, solutions / turns), "{name}");
    }
}

#[test]
fn clue_puzzle_3() {
    // 476,486 = 2,195,647,488 / (4 turns of the board, 288 swaps of pieces that look alike, 4 turns of symmetric ones).
    let found = counted(&read("tests/data/clue3.json"));
    assert_eq!(found.essentially_different, 476_486);
    assert_eq!(found.distinct, 4 * 476_486);
    assert_eq!(found.solutions, 2_195_647_488);
}

#[test]
fn clue_puzzle_1() {
    // 18,729,107 = 115,071,633,408 / (4, 384, 4).
    let found = counted(&read("tests/data/clue1.json"));
    assert_eq!(found.essentially_different, 18_729_107);
    assert_eq!(found.solutions, 115_071_633_408);
}

#[test]
fn macmahons_squares() {
    // 106,624 boards of 13,328 that neither a half turn, a mirror nor an exchange of the two other colours tells
    // apart; we turn boards only.
    let found = counted(&read("tests/data/macmahon24_4x6.json"));
    assert_eq!((found.distinct, found.essentially_different), (106_624, 53_312));
}

#[test]
fn wang_tiles_without_rotation() {
    let found = counted(&read("tests/data/wang16_4x4_open.json"));
    assert_eq!([found.solutions, found.distinct, found.essentially_different], [2_765_440; 3]);
}

#[test]
fn a_framed_board_of_few_colours() {
    // Pieces that look alike are told apart in the published figure; no piece is symmetric.
    assert_eq!(counted(&read("tests/data/framed6x6_c4.json")).solutions, 122_432);
}

#[test]
fn tomys_web_teaser() {
    let found = counted(&read("tests/data/tomy_4x4.json"));
    assert_eq!((found.solutions, found.distinct, found.essentially_different), (2560, 1280, 320));
}

#[test]
fn eight_by_eight_at_the_hardness_peak() {
    // No published counts: the plain row scan is the oracle.
    for file in ["tests/data/hardness8_c14_s1.json", "tests/data/hardness8_c17_s1.json"] {
        let puzzle = read(file);
        let order = Order::named("row", puzzle.size(), &[]).unwrap();
        let found = counted(&puzzle);
        assert_eq!(found.solutions, u128::from(edgewise_backtrack::plain::count(&puzzle, &order).full), "{file}");
        assert_eq!(found.solutions, 4 * found.essentially_different);
    }
}

#[test]
fn a_count_that_is_cut_says_so_and_reproduces() {
    let puzzle = read("../backtrack/tests/data/brendan_06x06.txt");
    let limits = |nodes| Limits { budget: Budget::of_nodes(nodes), ..Limits::default() };
    let cut = count(&puzzle, &limits(100_000)).unwrap();
    assert!(!cut.complete && cut.stop == Some(Stop::Budget(StopReason::Nodes)) && cut.nodes == 100_000);
    assert!(cut.solutions <= 260);
    assert_eq!(count(&puzzle, &limits(100_000)).unwrap(), cut);
    let stopped = Limits::default();
    stopped.budget.stop.raise();
    assert_eq!(count(&puzzle, &stopped).unwrap().stop, Some(Stop::Budget(StopReason::Flag)));
}

#[test]
fn numbers_too_large_are_an_error() {
    // One look, 400! ways to label it.
    let puzzle = Puzzle::new("one colour", (20, 20), vec![[1; 4]; 400], Rim::Free, true, vec![]).unwrap();
    let error = count(&puzzle, &Limits::default()).unwrap_err();
    assert!(error.to_string().starts_with("the count of labelled solutions does not fit 128 bits"), "{error}");
}

#[test]
fn blocks_of_the_official_set() {
    let size = official::puzzle(ClueSet::None).size();
    let block = |set, row: usize, col: usize, rows: usize, cols: usize, without: &[usize]| {
        let cells: Vec<usize> =
            (row..row + rows).flat_map(|r| (col..col + cols).map(move |c| size.cell(r, c))).collect();
        let counted = count_block(&official::puzzle(set), &cells, without, &Limits::default()).unwrap();
        assert!(counted.complete && counted.labelled == counted.distinct);
        counted.distinct
    };
    // Columns: all pieces; piece 139 out of the pool; all five clue pieces out of it.
    let clues: Vec<usize> = official::five_clues().iter().map(|c| c.placement.piece()).collect();
    let out: [&[usize]; 3] = [&[], &clues[..1], &clues];
    for ((row, col), expected) in
        [((0, 0), [1312, 1307, 1291]), ((7, 0), [73003, 72365, 69531]), ((3, 4), [4059952, 3980912, 3649320])]
    {
        assert_eq!(out.map(|without| block(ClueSet::None, row, col, 2, 2, without)), expected, "{row} {col}");
    }
    assert_eq!(block(ClueSet::None, 13, 13, 3, 3, &[]), 2_633_221);
    assert_eq!(block(ClueSet::None, 13, 13, 3, 3, &clues[..1]), 2_582_369);
    let corners = [((0, 0), 3084), ((0, 13), 3782), ((13, 13), 2897), ((13, 0), 3195)];
    for ((row, col), expected) in corners {
        assert_eq!(block(ClueSet::Five, row, col, 3, 3, &[]), expected);
    }
}
