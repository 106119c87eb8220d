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

#[test]
fn knuths_seven_items_have_one_solution() {
    let problem = classics::knuth().unwrap();
    for method in Method::ALL {
        let solutions: Vec<Vec<u32>> = Search::new(&problem, &Settings::from(method)).unwrap().collect();
        assert_eq!(solutions, [[3, 0, 4]], "{method:?}");
    }
}
