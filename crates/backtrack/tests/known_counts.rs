//! Counts with known answers, by plain exhaustive search: blocks of the official set and small
//! puzzles whose numbers of solutions several independent programs agree on.
//!
//! Source of the expected figures: the community's published block counts and the count tables of
//! Brendan Owen's rectangles, all recomputed by an independent program before this project began.

use edgewise_backtrack::plain::count;
use edgewise_puzzle::{Clue, ClueSet, Puzzle, formats, official};
use edgewise_search::Order;

/// A block of the official board, filled row by row.
fn block(clues: ClueSet, drop_clue_cells: bool, (row, col): (usize, usize), (height, width): (usize, usize)) -> u64 {
    let puzzle = official::puzzle(clues);
    let size = puzzle.size();
    let cells = (row..row + height).flat_map(|r| (col..col + width).map(move |c| size.cell(r, c))).collect();
    assert!(!drop_clue_cells || puzzle.clues().is_empty());
    count(&puzzle, &Order { name: "block".to_owned(), cells }).full
}

#[test]
fn two_by_two_blocks_of_the_official_set() {
    let two = (2, 2);
    // Columns of the published table: all pieces; 139 out of the pool; all five clue pieces out.
    // The blocks lie away from the clue cells and their neighbours.
    for (place, expected) in
        [((0, 0), [1312, 1307, 1291]), ((0, 5), [73003, 72365, 69531]), ((10, 10), [4059952, 3980912, 3649320])]
    {
        for (clues, expected) in [ClueSet::None, ClueSet::Starter, ClueSet::Five].into_iter().zip(expected) {
            assert_eq!(block(clues, false, place, two), expected, "{clues:?} at {place:?}");
        }
    }
}

#[test]
fn three_by_three_corner_of_the_official_set() {
    assert_eq!(block(ClueSet::None, true, (0, 0), (3, 3)), 2_633_221);
    assert_eq!(block(ClueSet::Starter, false, (0, 0), (3, 3)), 2_582_369);
    // With all five clues each 3×3 corner holds one of them.
    let corners = [((0, 0), 3084), ((0, 13), 3782), ((13, 13), 2897), ((13, 0), 3195)];
    for (place, expected) in corners {
        assert_eq!(block(ClueSet::Five, false, place, (3, 3)), expected, "{place:?}");
    }
}

#[test]
fn per_corner_piece_counts_of_the_three_by_three_corner() {
    let expected = [721_207, 815_762, 553_076, 543_176];
    for (piece, expected) in expected.into_iter().enumerate() {
        let open = official::puzzle(ClueSet::None);
        let placement = open.placements_at(0).into_iter().find(|p| p.piece() == piece).unwrap();
        let puzzle = open.with_clues(vec![Clue { cell: 0, placement }]).unwrap();
        let cells = [1, 2, 16, 17, 18, 32, 33, 34].to_vec();
        assert_eq!(count(&puzzle, &Order { name: "block".to_owned(), cells }).full, expected);
    }
}

fn instance(name: &str) -> Puzzle {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap();
    formats::read_puzzle(&bytes, name).unwrap().puzzle
}

#[test]
fn brendans_rectangles() {
    let expected = [
        ("03x03", 16, 132),
        ("04x03", 32, 918),
        ("04x04", 36, 4_470),
        ("05x03", 78, 3_837),
        ("05x05", 16, 113_211),
        ("06x03", 1380, 81_996),
        ("06x04", 8, 80_116),
        ("07x03", 18, 65_126),
        ("07x05", 32, 35_583_265),
        ("08x04", 18, 8_434_580),
        ("09x03", 588, 7_032_695),
    ];
    for (name, solutions, placements) in expected {
        let puzzle = instance(&format!("brendan_{name}.txt"));
        let order = Order::named("row", puzzle.size(), &[]).unwrap();
        let counts = count(&puzzle, &order);
        assert_eq!((counts.full, counts.placements()), (solutions, placements), "{name}");
    }
}

#[test]
fn brendans_six_by_six_has_260_solutions_in_69284103_placements() {
    let puzzle = instance("brendan_06x06.txt");
    let counts = count(&puzzle, &Order::named("row", puzzle.size(), &[]).unwrap());
    assert_eq!((counts.full, counts.placements()), (260, 69_284_103));
}
