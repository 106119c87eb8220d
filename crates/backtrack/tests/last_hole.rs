//! "255 pieces placed without a break complete to 256": where it is true, why, and where it is not.
//!
//! Take a solvable framed puzzle and a board of it with one hole and no break. Walk round the frame
//! clockwise: every border piece has a side it is entered by and a side it is left by, and as pieces
//! turn but do not flip, its grey says which is which. On a solved board every frame seam joins a left
//! side with an entered one, so over the whole set each colour is entered as often as it is left,
//! however the pieces lie. If the hole is on the frame, all frame seams but its two are matched; so the
//! left-over piece must be entered and left by the very colours its two neighbours on the frame show,
//! unless those two are equal. Then any border piece with two equal frame sides keeps the balance.
//! (Colour parity alone, each colour's sides being even in number, would not tell left from right.) The
//! other sides of all pieces are even in number of each colour as well, and all of them are matched but
//! the one that faces the hole: the left-over piece's third side fits too.
//!
//! So, on the frame, the last piece always fits if its two frame sides differ. The four corner pieces of
//! the official set are such, and Blackwood's order, like all orders by rows, ends in a corner. In a hole
//! inside the frame parity asks the colours to be right, not their cyclic order, and may be kept by two
//! pairs of other colours.

use edgewise_backtrack::plain::count;
use edgewise_backtrack::{Backtrack, TABLE};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ClueSet, Puzzle, Rng, Sides, official};
use edgewise_search::{Budget, Engine, Order, Seed, Silent, StopReason};

/// The colours a border piece is entered and left by; `None` for an inner piece.
fn frame_sides(sides: Sides) -> Option<(u8, u8)> {
    let after_grey = (0..4).find(|&i| sides[i] == 0 && sides[(i + 1) % 4] != 0)?;
    let before_grey = (0..4).find(|&i| sides[i] == 0 && sides[(i + 3) % 4] != 0)?;
    Some((sides[(before_grey + 3) % 4], sides[(after_grey + 1) % 4]))
}

fn has_twin_sides(puzzle: &Puzzle, corners_only: bool) -> bool {
    let greys = |s: &&Sides| s.iter().filter(|&&c| c == 0).count() >= if corners_only { 2 } else { 1 };
    puzzle.pieces().iter().filter(greys).any(|&s| frame_sides(s).is_some_and(|(a, b)| a == b))
}

/// All boards with one hole, at `hole`, and no break, by plain exhaustive search, and those of them that
/// the left-over piece completes without one.
fn arrivals_and_boards(puzzle: &Puzzle, hole: usize) -> (u64, u64) {
    let mut cells: Vec<usize> = (0..puzzle.size().cells()).filter(|&cell| cell != hole).collect();
    cells.push(hole);
    let counts = count(puzzle, &Order { name: "last".to_owned(), cells });
    (counts.by_step[puzzle.size().cells() - 1], counts.full)
}

fn random_puzzle(rng: &mut Rng, sizes: &[(usize, usize)], frame_colours: usize) -> Puzzle {
    let (width, height) = sizes[rng.index(sizes.len())];
    let inner_colours = 2 + rng.index(3);
    let seed = rng.next_u64() >> 1;
    generate(&Specification { width, height, frame_colours, inner_colours, seed, ..Default::default() }).unwrap().puzzle
}

#[test]
fn the_last_piece_fits_any_hole_of_a_frame_without_twin_sides() {
    let mut rng = Rng::new(255);
    let (mut tried, mut arrivals) = (0, 0);
    while tried < 250 {
        let frame_colours = 3 + rng.index(3);
        let puzzle = random_puzzle(&mut rng, &[(2, 2), (2, 4), (3, 3), (4, 3), (3, 5), (4, 4), (5, 4)], frame_colours);
        if has_twin_sides(&puzzle, false) {
            continue;
        }
        let border: Vec<usize> = (0..puzzle.size().cells()).filter(|&c| puzzle.size().is_border(c)).collect();
        let hole = border[rng.index(border.len())];
        let (arrived, full) = arrivals_and_boards(&puzzle, hole);
        assert!(arrived > 0, "a solved board less one piece is one");
        assert_eq!(arrived, full, "{puzzle:?}, hole at {hole}");
        tried += 1;
        arrivals += arrived;
    }
    assert!(arrivals > 1500, "{arrivals} boards with one hole");
}

#[test]
fn the_last_corner_fits_where_no_corner_piece_has_twin_sides() {
    let mut rng = Rng::new(256);
    let (mut tried, mut arrivals) = (0, 0);
    while tried < 120 {
        let frame_colours = 2 + rng.index(3);
        let puzzle = random_puzzle(&mut rng, &[(2, 3), (3, 3), (4, 3), (3, 5), (4, 4)], frame_colours);
        if has_twin_sides(&puzzle, true) {
            continue;
        }
        let (width, cells) = (puzzle.size().width(), puzzle.size().cells());
        for corner in [0, width - 1, cells - width, cells - 1] {
            let (arrived, full) = arrivals_and_boards(&puzzle, corner);
            assert_eq!(arrived, full, "{puzzle:?}, hole at {corner}");
            arrivals += arrived;
        }
        tried += 1;
    }
    assert!(arrivals > 4000, "{arrivals} boards with one hole");
}

#[test]
fn the_engine_never_comes_back_from_the_last_corner() {
    let mut rng = Rng::new(257);
    for order in ["blackwood", "row", "comb:2", "snake", "column-reversed"] {
        let mut solved = 0;
        while solved < 5 {
            let puzzle = random_puzzle(&mut rng, &[(4, 4), (5, 4), (4, 3)], 3);
            if has_twin_sides(&puzzle, true) {
                continue;
            }
            let mut params = TABLE.preset("strict").unwrap();
            params.set("order", order).unwrap();
            params.set("fill_holes", "0").unwrap();
            params.set("strands", "1").unwrap();
            let budget = Budget::of_nodes(20_000_000);
            let outcome = Backtrack::default().run(&puzzle, &params, Seed::new(1), &budget, &mut Silent).unwrap();
            let cells = puzzle.size().cells();
            assert_eq!(outcome.stop, StopReason::Solved, "{order}");
            assert_eq!(outcome.profile.placements[cells - 1..], [1, 1], "{order}: arrived once, completed at once");
            solved += 1;
        }
    }
}

#[test]
fn the_official_corners_differ_and_the_orders_by_rows_end_in_one() {
    let puzzle = official::puzzle(ClueSet::None);
    assert!(!has_twin_sides(&puzzle, true), "the last corner always fits");
    assert!(has_twin_sides(&puzzle, false), "a last edge piece may not");
    for name in ["blackwood", "row", "comb:10", "comb:12", "snake", "row-reversed"] {
        let order = Order::named(name, puzzle.size(), &[]).unwrap();
        assert_eq!(puzzle.size().rim_sides(order.cells[255]).iter().filter(|&&rim| rim).count(), 2, "{name}");
    }
}

#[test]
fn a_last_hole_elsewhere_may_not_fit() {
    let mut rng = Rng::new(258);
    let (mut inside, mut twins) = (0, 0);
    for _ in 0..60 {
        let puzzle = random_puzzle(&mut rng, &[(4, 4)], 3);
        let (arrived, full) = arrivals_and_boards(&puzzle, 5);
        inside += usize::from(arrived > full);
        let (arrived, full) = arrivals_and_boards(&puzzle, 1);
        let fails = arrived > full;
        assert!(!fails || has_twin_sides(&puzzle, false), "only twin sides can go wrong on the frame: {puzzle:?}");
        twins += usize::from(fails);
    }
    assert!(inside > 10 && twins > 5, "{inside} puzzles with an inner hole, {twins} with one on the frame");
}
