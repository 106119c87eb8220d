//! Classics with known counts, by every method.
//!
//! Source of the figures: TAOCP 4B 7.2.2.1 and OEIS A000170 (queens), A014552 (Langford), A002860
//! (Latin squares), A004003 (dominoes); each recomputed by an independent program.

use edgewise_cover::{Method, Problem, Search, Settings, classics, count};

/// Counts by every method, which must try the same number of options.
#[track_caller]
fn check(problem: &Problem, expected: u128) {
    let outcomes = Method::ALL.map(|method| count(problem, &method.into()).unwrap());
    for (method, outcome) in Method::ALL.into_iter().zip(outcomes) {
        assert_eq!((outcome.solutions, outcome.complete), (expected, true), "{method:?}");
        assert_eq!(outcome.nodes, outcomes[0].nodes, "{method:?}");
    }
}

#[test]
fn queens() {
    for (n, expected) in (1..=10).zip([1, 0, 0, 2, 10, 4, 40, 92, 352, 724]) {
        check(&classics::queens(n).unwrap(), expected);
    }
    for (n, expected) in [(11, 2680), (12, 14200)] {
        assert_eq!(count(&classics::queens(n).unwrap(), &Method::Links.into()).unwrap().solutions, expected);
    }
}

#[test]
fn langford_pairs() {
    for (n, expected) in [(1, 0), (2, 0), (3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300)] {
        check(&classics::langford(n).unwrap(), expected);
    }
}

#[test]
fn latin_squares_and_sudoku() {
    for (n, expected) in (1..=4).zip([1, 2, 12, 576]) {
        check(&classics::latin(n).unwrap(), expected);
    }
    check(&classics::latin(5).unwrap(), 161_280);
    check(&classics::sudoku(2).unwrap(), 288);
}

#[test]
fn dominoes() {
    for (side, expected) in [(2, 2), (4, 36), (6, 6728)] {
        check(&classics::dominoes(side, side).unwrap(), expected);
    }
    let chessboard = count(&classics::dominoes(8, 8).unwrap(), &Method::Bits.into()).unwrap();
    assert_eq!(chessboard.solutions, 12_988_816);
    check(&classics::dominoes(3, 3).unwrap(), 0);
    check(&classics::dominoes(3, 6).unwrap(), 41);
}

#[test]
fn pentominoes() {
    check(&classics::pentominoes(20, 3, &[]).unwrap(), 8);
    let fast = |width, height, holes: &[(usize, usize)]| {
        let problem = classics::pentominoes(width, height, holes).unwrap();
        count(&problem, &Method::Bits.into()).unwrap().solutions
    };
    assert_eq!(fast(15, 4, &[]), 1472);
    assert_eq!(fast(12, 5, &[]), 4040);
    assert_eq!(fast(10, 6, &[]), 9356);
    assert_eq!(fast(8, 8, &[(3, 3), (3, 4), (4, 3), (4, 4)]), 520);
}

/// The sixteen two-colour tiles on a 4×4 board without rotation; on a torus opposite rims meet.
fn wang_tiles(torus: bool) -> Problem {
    let mut builder = Problem::builder();
    let name = |kind: &str, row: usize, column: usize| format!("{kind}{row}{column}");
    let cells = || (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
    for (row, column) in cells() {
        builder.primary(&name("cell", row, column)).unwrap();
    }
    for tile in 0..16 {
        builder.primary(&format!("tile{tile}")).unwrap();
    }
    // A seam is named after the cell it lies to the right of, or below.
    let seams: Vec<String> = ["right", "below"]
        .into_iter()
        .flat_map(|kind| cells().map(move |(row, column)| (kind, row, column)))
        .filter(|&(kind, row, column)| torus || if kind == "right" { column < 3 } else { row < 3 })
        .map(|(kind, row, column)| name(kind, row, column))
        .collect();
    for seam in &seams {
        builder.secondary(seam).unwrap();
    }
    for (row, column) in cells() {
        for tile in 0..16usize {
            let around = [
                name("right", row, column),
                name("below", row, column),
                name("right", row, (column + 3) % 4),
                name("below", (row + 3) % 4, column),
            ];
            let mut option = vec![(name("cell", row, column), ""), (format!("tile{tile}"), "")];
            for (side, seam) in around.into_iter().enumerate().filter(|(_, seam)| seams.contains(seam)) {
                option.push((seam, ["red", "green"][tile >> side & 1]));
            }
            let option: Vec<(&str, &str)> = option.iter().map(|(item, colour)| (item.as_str(), *colour)).collect();
            builder.named_option(&option).unwrap();
        }
    }
    builder.build()
}

#[test]
fn wang_tiles_on_a_board_and_on_a_torus() {
    for (torus, expected) in [(false, 2_765_440), (true, 203_520)] {
        assert_eq!(count(&wang_tiles(torus), &Method::Bits.into()).unwrap().solutions, expected);
    }
    assert_eq!(count(&wang_tiles(true), &Method::Links.into()).unwrap().solutions, 203_520);
}

#[test]
fn knuths_seven_items_have_one_solution() {
    let problem = classics::knuth().unwrap();
    for method in Method::ALL {
        let solutions: Vec<Vec<u32>> = Search::new(&problem, &Settings::from(method)).unwrap().collect();
        assert_eq!(solutions, [[3, 0, 4]], "{method:?}");
    }
}
