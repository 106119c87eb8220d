//! Expected counts against the published ones, and against what searches measure.

use edgewise_counting::{BreakList, Expectation, expect};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ClueSet, Puzzle, Rim, Rng, Sides, formats, official, opposite, rotated};
use edgewise_search::Order;

fn along(puzzle: &Puzzle, order: &str) -> Expectation {
    expect(puzzle, &Order::named(order, puzzle.size(), &[]).unwrap(), &BreakList::default())
}

/// The first digits of 10 to the power of `log10`.
fn close(log10: f64, expected: f64, digits: i32) {
    let off = (10f64.powf(log10 - expected.log10()) - 1.0).abs();
    assert!(off < 0.6 * 10f64.powi(1 - digits), "{} is not {expected}", 10f64.powf(log10));
}

#[test]
fn official_solutions() {
    for (set, expected, digits) in
        [(ClueSet::Starter, 14702.2707, 9), (ClueSet::None, 11_526_580.0, 8), (ClueSet::Five, 4.0968e-8, 5)]
    {
        for order in ["row-reversed", "blackwood", "spiral-in"] {
            close(along(&official::puzzle(set), order).log10_solutions, expected, digits);
        }
    }
}

#[test]
fn the_published_row_scan() {
    let puzzle = official::puzzle(ClueSet::Starter);
    // Rows upwards, each from the left.
    let cells = (0..16).rev().flat_map(|row| 16 * row..16 * row + 16).collect();
    let found = expect(&puzzle, &Order { name: "rows up".to_owned(), cells }, &BreakList::default());
    let expected = [
        (1, 4.0),
        (2, 44.8),
        (3, 493.366),
        (4, 5340.61),
        (5, 56806.0),
        (6, 593_507.0),
        (10, 5.86949e9),
        (16, 2.25131e14),
        (64, 3.10019e31),
        (128, 7.38228e43),
        (150, 4.47299e45),
        (160, 7.30158e45),
        (165, 4.79836e45),
        (200, 2.37998e40),
        (240, 2.0324e14),
        (254, 26663.4),
        (255, 14702.3),
    ];
    for (depth, nodes) in expected {
        close(found.steps[depth - 1].log10_nodes, nodes, 5);
    }
    close(found.log10_nodes, 1.36503e47, 6);
    assert_eq!(found.peak(), Some(159));
    let last = &found.steps[254];
    assert_eq!((last.depth, last.frame_joins, last.inner_joins), (256, 60, 420));
}

#[test]
fn other_published_orders() {
    // Source: the order comparison of the community's theory pages, total nodes with the starter pinned.
    let puzzle = official::puzzle(ClueSet::Starter);
    let size = puzzle.size();
    let total = |cells: Vec<usize>| {
        expect(&puzzle, &Order { name: "published".to_owned(), cells }, &BreakList::default()).log10_nodes
    };
    let named = |name: &str| Order::named(name, size, &[]).unwrap().cells;
    close(total(named("spiral-in")), 3.979e57, 4);
    close(total(named("spiral-out")), 1.556e57, 4);
    // Upside down: the frame first, then rows upwards; and diagonals from the bottom left, every second one back.
    let upwards = |cells: Vec<usize>| cells.into_iter().map(|c| size.cell(15 - size.row(c), size.col(c))).collect();
    close(total(upwards(named("border-first"))), 1.110e57, 4);
    let mut zigzag: Vec<usize> = (0..256).collect();
    zigzag.sort_by_key(|&cell| {
        let (row, col) = (size.row(cell), size.col(cell));
        let diagonal = row + col;
        (diagonal, if diagonal % 2 == 0 { row } else { col })
    });
    close(total(upwards(zigzag)), 4.176e53, 4);
}

#[test]
fn the_border_ring_alone() {
    let puzzle = official::puzzle(ClueSet::None);
    let mut order = Order::named("border-first", puzzle.size(), &[]).unwrap();
    order.cells.truncate(60);
    close(expect(&puzzle, &order, &BreakList::default()).log10_solutions, 5.1712e37, 5);
}

#[test]
fn small_sets() {
    let expected = [
        ("tests/data/clue1.json", 262_881_014_825.0, 12),
        ("tests/data/clue2.json", 7.592e36, 4),
        ("tests/data/clue3.json", 8.185e8, 4),
        ("tests/data/clue4.json", 4.902e34, 4),
        ("../backtrack/tests/data/brendan_06x06.txt", 145.5, 4),
        ("tests/data/brendan_set1_07x07.json", 12170.0, 4),
        ("tests/data/brendan_set1_08x08.json", 68.3, 3),
        ("tests/data/brendan_set1_09x09.json", 3.206, 4),
        ("tests/data/brendan_set1_10x10.json", 303.6, 4),
    ];
    for (file, solutions, digits) in expected {
        let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
        let puzzle = formats::read_puzzle(&std::fs::read(&path).unwrap(), &path).unwrap().puzzle;
        close(along(&puzzle, "row").log10_solutions, solutions, digits);
    }
}

/// The urn that a side's half-edge belongs to in the model; none for grey sides of a framed puzzle.
fn urn(puzzle: &Puzzle, sides: Sides, side: usize) -> Option<usize> {
    let grey = |side: usize| puzzle.rim() == Rim::Grey && sides[side % 4] == 0;
    match (puzzle.rotation(), grey(side)) {
        (_, true) => None,
        (false, _) => Some(side),
        (true, _) if grey(side + 3) => Some(1),
        (true, _) if grey(side + 1) => Some(2),
        (true, _) => Some(0),
    }
}

/// The puzzle with the half-edges of every urn dealt out anew. Over all deals the theory's numbers are the true means.
fn dealt(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
    let mut pieces = puzzle.pieces().to_vec();
    for wanted in 0..4 {
        let all = (0..pieces.len()).flat_map(|piece| (0..4).map(move |side| (piece, side)));
        let at: Vec<_> = all.filter(|&(p, side)| urn(puzzle, puzzle.pieces()[p], side) == Some(wanted)).collect();
        let mut colours: Vec<u8> = at.iter().map(|&(piece, side)| puzzle.pieces()[piece][side]).collect();
        rng.shuffle(&mut colours);
        at.iter().zip(colours).for_each(|(&(piece, side), colour)| pieces[piece][side] = colour);
    }
    let size = (puzzle.size().width(), puzzle.size().height());
    Puzzle::new("dealt", size, pieces, puzzle.rim(), puzzle.rotation(), puzzle.clues().to_vec()).unwrap()
}

/// Nodes by step of a search without breaks that tells every turn apart, as the theory does.
fn labelled(puzzle: &Puzzle, order: &Order) -> Vec<u64> {
    fn go(puzzle: &Puzzle, cells: &[usize], used: &mut [bool], looks: &mut [Option<Sides>], nodes: &mut [u64]) {
        let Some((&cell, rest)) = cells.split_first() else { return };
        let at = nodes.len() - cells.len();
        for (piece, turn) in (0..used.len()).flat_map(|piece| (0..4).map(move |turn| (piece, turn))) {
            let sides = rotated(puzzle.pieces()[piece], turn);
            let agrees = (0..4).all(|side| match puzzle.size().neighbour(cell, side).and_then(|other| looks[other]) {
                Some(other) => puzzle.seam_matches(sides[side], other[opposite(side)]),
                None => true,
            });
            if used[piece] || (turn > 0 && !puzzle.rotation()) || !agrees || !puzzle.fits(cell, sides) {
                continue;
            }
            nodes[at] += 1;
            used[piece] = true;
            looks[cell] = Some(sides);
            go(puzzle, rest, used, looks, nodes);
            looks[cell] = None;
            used[piece] = false;
        }
    }
    let cells = puzzle.size().cells();
    let mut nodes = vec![0; cells];
    assert!(puzzle.clues().is_empty());
    go(puzzle, &order.cells, &mut vec![false; cells], &mut vec![None; cells], &mut nodes);
    nodes
}

/// Nodes by step of many dealt puzzles: expected and measured, summed. Measured by the plain search of the
/// depth-first engine, which keeps no table; where pieces are often symmetric by a search that tries equal turns too.
fn compare(spec: &Specification, order: &str, breaks: &str, per_placement: usize, puzzles: u64) -> Vec<(f64, f64)> {
    use edgewise_backtrack::parameters::{Settings, TABLE};
    let mut sums: Vec<(f64, f64)> = Vec::new();
    let mut rng = Rng::new(8);
    for seed in 0..puzzles {
        let puzzle = dealt(&generate(&Specification { seed, ..spec.clone() }).unwrap().puzzle, &mut rng);
        let mut params = TABLE.preset("strict").unwrap();
        for (name, value) in [("order", order), ("breaks", breaks)] {
            params.set(name, value).unwrap();
        }
        params.set("breaks_per_placement", &per_placement.to_string()).unwrap();
        let settings = Settings::read(&params, &puzzle).unwrap();
        let order = Order::named(order, puzzle.size(), &[]).unwrap();
        let measured = if spec.rim == Rim::Zero {
            labelled(&puzzle, &order)
        } else {
            let measured = edgewise_backtrack::plain::search(&puzzle, &settings, 3_000_000);
            assert!(measured.complete);
            measured.by_step[1..].to_vec()
        };
        let positions = breaks.split(',').filter_map(|word| word.parse().ok()).collect();
        let list = BreakList { positions, per_placement, frame: false };
        let expected = expect(&puzzle, &order, &list);
        sums.resize(expected.steps.len(), (0.0, 0.0));
        for (i, sum) in sums.iter_mut().enumerate() {
            sum.0 += 10f64.powf(expected.steps[i].log10_nodes);
            sum.1 += measured[i] as f64;
        }
    }
    sums
}

#[test]
fn mean_nodes_of_dealt_puzzles_are_the_expected_ones() {
    // Many colours, so that few pieces are symmetric: the theory counts their equal turns apart, a search does not.
    let framed = Specification { width: 4, height: 4, frame_colours: 2, inner_colours: 7, ..Specification::default() };
    let flat = Specification { width: 5, height: 3, ..framed.clone() };
    let free = Specification { width: 3, height: 3, rim: Rim::Free, inner_colours: 8, ..framed.clone() };
    let zero = Specification { rim: Rim::Zero, inner_colours: 4, ..free.clone() };
    let level = Specification { width: 4, rotation: false, inner_colours: 2, ..free.clone() };
    let clued = Specification { clues: 2, ..framed.clone() };
    let cases = [
        (&framed, "row", "none", 1, 60),
        (&framed, "spiral-in", "none", 1, 40),
        (&framed, "row", "9,12", 1, 50),
        (&framed, "row", "6,6,10", 2, 30),
        (&flat, "column", "7,9", 1, 50),
        (&clued, "row", "8,11", 1, 60),
        (&free, "row", "none", 1, 20),
        (&free, "row", "5,7", 1, 8),
        (&zero, "row", "none", 1, 150),
        (&level, "row", "none", 1, 40),
        (&level, "row", "6", 1, 20),
    ];
    for (spec, order, breaks, per_placement, puzzles) in cases {
        let sums = compare(spec, order, breaks, per_placement, puzzles);
        let total = sums.iter().fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        let ratio = total.1 / total.0;
        assert!((0.85..1.17).contains(&ratio), "{spec:?} {order} {breaks}: {ratio}, {sums:.1?}");
    }
}
