//! Puzzles as exact-cover problems: the three counts against brute force on random small puzzles of every
//! rule, and known counts of well-known ones.

use std::collections::HashSet;

use edgewise_cover::encode::{EncodeError, Request, counts, encode, solve};
use edgewise_cover::{Method, Settings, count};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Board, Clue, ClueSet, Placement, Puzzle, Rim, Rng, Sides, formats, official, opposite, rotated};

type Look = Vec<Option<Sides>>;

/// All labelled fillings of the open cells, by trying everything; their looks one by one.
fn brute(puzzle: &Puzzle, board: &mut Board, open: &[usize], forbidden: &[(usize, Placement)], found: &mut Vec<Look>) {
    let Some((&cell, rest)) = open.split_first() else {
        found.push(board.cells().iter().map(|c| c.map(|p| puzzle.sides(p))).collect());
        return;
    };
    for piece in 0..puzzle.pieces().len() {
        if board.cells().iter().flatten().any(|p| p.piece() == piece) {
            continue;
        }
        for turn in 0..if puzzle.rotation() { 4 } else { 1 } {
            let placement = Placement::new(piece, turn);
            let sides = puzzle.sides(placement);
            let seams = (0..4).all(|side| match puzzle.size().neighbour(cell, side) {
                Some(other) => {
                    board.get(other).is_none_or(|p| puzzle.seam_matches(sides[side], puzzle.sides(p)[opposite(side)]))
                }
                None => puzzle.rim() == Rim::Free || sides[side] == 0,
            });
            // Grey turned to an empty cell could never match.
            let grey_inside = puzzle.rim() == Rim::Grey
                && (0..4).any(|side| sides[side] == 0 && puzzle.size().neighbour(cell, side).is_some());
            let banned = forbidden.iter().any(|&(c, p)| c == cell && puzzle.sides(p) == sides);
            if seams && !grey_inside && !banned {
                board.set(cell, Some(placement));
                brute(puzzle, board, rest, forbidden, found);
                board.set(cell, None);
            }
        }
    }
}

/// A look turned clockwise by a quarter.
fn quarter(look: &Look, width: usize, height: usize) -> Look {
    let cell = |row: usize, col: usize| look[(height - 1 - col) * width + row].map(|s| rotated(s, 1));
    (0..width * height).map(|c| cell(c / height, c % height)).collect()
}

/// Classes of looks under the turns of the board.
fn essentially_different(puzzle: &Puzzle, looks: &HashSet<Look>) -> usize {
    let (width, height) = (puzzle.size().width(), puzzle.size().height());
    let least = |look: &Look| {
        let (mut turned, mut least) = (look.clone(), look.clone());
        for turn in 1..4 {
            turned = if turn % 2 == 1 { quarter(&turned, width, height) } else { quarter(&turned, height, width) };
            let same_shape = turn == 2 || width == height;
            if puzzle.rotation() && same_shape && looks.contains(&turned) {
                least = least.min(turned.clone());
            }
        }
        least
    };
    looks.iter().map(least).collect::<HashSet<_>>().len()
}

/// A random puzzle of few pieces and colours, so that pieces repeat and are symmetric, with clues, a part
/// of the board and forbidden placements now and then.
fn random_case(rng: &mut Rng) -> (Puzzle, Request) {
    let sizes = [(1, 1), (2, 1), (1, 3), (2, 2), (2, 2), (3, 2), (2, 3), (4, 1), (5, 1)];
    let (width, height) = sizes[rng.index(sizes.len())];
    let spec = Specification {
        width,
        height,
        frame_colours: 1 + rng.index(2),
        inner_colours: 1 + rng.index(2),
        rim: [Rim::Grey, Rim::Zero, Rim::Free][rng.index(3)],
        rotation: rng.index(4) > 0,
        clues: if rng.index(3) == 0 { rng.index(3).min(width * height) } else { 0 },
        seed: rng.next_u64(),
    };
    let made = generate(&spec).unwrap();
    let mut puzzle = made.puzzle;
    let cells = puzzle.size().cells();
    // A symmetric clue may be given by any of its equal turns.
    if puzzle.rotation() && rng.index(2) == 0 {
        let turned = |c: &Clue| {
            let turns = puzzle.rotations(c.placement.piece()).end;
            let turn = (c.placement.rotation() + turns) % 4;
            let same = puzzle.sides(Placement::new(c.placement.piece(), turn)) == puzzle.sides(c.placement);
            Clue { cell: c.cell, placement: if same { Placement::new(c.placement.piece(), turn) } else { c.placement } }
        };
        puzzle = puzzle.with_clues(puzzle.clues().iter().map(turned).collect()).unwrap();
    }
    let mut request = Request::default();
    if rng.index(3) == 0 {
        let mut board = Board::empty(puzzle.size());
        let cell = rng.index(cells);
        board.set(cell, made.solution.get(cell));
        if puzzle
            .clues()
            .iter()
            .all(|c| c.cell != cell && Some(c.placement.piece()) != board.get(cell).map(|p| p.piece()))
        {
            request.board = Some(board);
        }
    }
    let filled = |cell: usize| {
        request.board.as_ref().is_some_and(|b| b.get(cell).is_some()) || puzzle.clues().iter().any(|c| c.cell == cell)
    };
    if rng.index(3) == 0 {
        request.region = Some((0..cells).filter(|&c| !filled(c) && rng.index(2) == 0).collect());
    }
    if rng.index(4) == 0 {
        let placement = Placement::new(rng.index(cells), if puzzle.rotation() { rng.below(4) as u8 } else { 0 });
        request.forbidden.push((rng.index(cells), placement));
    }
    (puzzle, request)
}

#[test]
fn the_three_counts_agree_with_brute_force() {
    let mut rng = Rng::new(8);
    let (mut merged, mut turned, mut parts) = (0, 0, 0);
    for number in 0..700 {
        let (puzzle, request) = random_case(&mut rng);
        let encoding = encode(&puzzle, &request).unwrap();
        let mut board = puzzle.clue_board();
        for (cell, placement) in request.board.iter().flat_map(|b| b.cells().iter().enumerate()) {
            if placement.is_some() {
                board.set(cell, *placement);
            }
        }
        let open: Vec<usize> = match &request.region {
            Some(region) => region.clone(),
            None => board.holes(),
        };
        let mut found = Vec::new();
        // What lies there already must not clash or be forbidden.
        let clash = puzzle.score(&board).breaks > 0
            || request.forbidden.iter().any(|&(c, p)| board.get(c).is_some_and(|q| puzzle.sides(p) == puzzle.sides(q)));
        if !clash {
            brute(&puzzle, &mut board, &open, &request.forbidden, &mut found);
        }
        let looks: HashSet<Look> = found.iter().cloned().collect();
        let essential = essentially_different(&puzzle, &looks);
        let name = format!("case {number}: {puzzle:?} {request:?}");
        for method in Method::ALL {
            let counted = counts::count(&encoding, &method.into(), &mut |_| {}).unwrap();
            assert!(counted.complete);
            assert_eq!(counted.solutions, found.len() as u128, "{name}: labelled");
            assert_eq!(counted.distinct, Some(looks.len() as u128), "{name}: distinct");
            assert_eq!(counted.essentially_different, Some(essential as u128), "{name}: essentially different");
        }
        let unique = solve::unique(&encoding, &Settings::default()).unwrap();
        assert_eq!(unique.is_unique(), Some(essential == 1), "{name}");
        assert_eq!(unique.first.is_some(), essential > 0, "{name}");
        for board in [unique.first, unique.second].into_iter().flatten() {
            let look: Look = board.cells().iter().map(|c| c.map(|p| puzzle.sides(p))).collect();
            assert!(looks.contains(&look), "{name}");
        }
        merged += u32::from(looks.len() < found.len());
        turned += u32::from(essential < looks.len());
        parts += u32::from(request.region.is_some() && found.len() > 1);
    }
    assert!(merged > 300 && turned > 60 && parts > 100, "{merged} merged, {turned} turned, {parts} in part");
}

fn puzzle(path: &str) -> Puzzle {
    let path = format!("{}/tests/{path}", env!("CARGO_MANIFEST_DIR"));
    formats::read_puzzle(&std::fs::read(&path).unwrap(), &path).unwrap().puzzle
}

#[test]
fn brendans_rectangles_and_other_known_puzzles() {
    let brendan = |name: &str| format!("../../backtrack/tests/data/brendan_{name}.txt");
    for (name, expected) in [
        ("03x03", 16),
        ("04x03", 32),
        ("04x04", 36),
        ("05x03", 78),
        ("05x05", 16),
        ("06x03", 1380),
        ("06x04", 8),
        ("07x03", 18),
        ("09x03", 588),
    ] {
        let encoding = encode(&puzzle(&brendan(name)), &Request::default()).unwrap();
        // The largest by the fastest method alone.
        let methods = if name == "09x03" { &Method::ALL[2..] } else { &Method::ALL[..] };
        for &method in methods {
            assert_eq!(count(&encoding.problem, &method.into()).unwrap().solutions, expected, "{name}");
        }
    }
    let tomy = encode(&puzzle("data/tomy_4x4.txt"), &Request::default()).unwrap();
    let counted = counts::count(&tomy, &Method::Bits.into(), &mut |_| {}).unwrap();
    assert_eq!((counted.solutions, counted.distinct, counted.essentially_different), (2560, Some(1280), Some(320)));
}

#[test]
fn in_order_the_tree_is_a_plain_backtrackers() {
    for name in ["03x03", "04x03", "04x04", "05x03", "05x05", "06x03"] {
        let puzzle = puzzle(&format!("../../backtrack/tests/data/brendan_{name}.txt"));
        let order = edgewise_search::Order::named("row", puzzle.size(), &[]).unwrap();
        let plain = edgewise_backtrack::plain::count(&puzzle, &order);
        let placements: u64 = plain.by_step.iter().sum();
        let problem = encode(&puzzle, &Request::default()).unwrap().problem;
        for method in Method::ALL {
            let settings = Settings { in_order: true, ..Settings::from(method) };
            let found = count(&problem, &settings).unwrap();
            assert_eq!((found.solutions, found.nodes), (u128::from(plain.full), placements), "{name} {method:?}");
        }
        assert!(count(&problem, &Settings::default()).unwrap().nodes < placements);
    }
}

#[test]
fn the_official_matrix_has_its_size() {
    let puzzle = official::puzzle(ClueSet::None);
    let problem = encode(&puzzle, &Request::default()).unwrap().problem;
    assert_eq!((problem.primary(), problem.secondary(), problem.len()), (512, 480, 156_816));
    // Corners have four items, borders five, the others six.
    assert_eq!(problem.members(), 16 * 4 + 56 * 56 * 5 + 196 * 196 * 4 * 6);
    assert_eq!(problem.colours().len() - 1, 23);
    let clues = encode(&official::puzzle(ClueSet::Five), &Request::default()).unwrap().problem;
    // A clue's cell and piece keep one option between them.
    assert_eq!(clues.len(), 16 + 56 * 56 + 191 * 191 * 4 + 5);
}

#[test]
fn blocks_of_the_official_set() {
    let block = |clues: ClueSet, (row, col): (usize, usize), side: usize| {
        let puzzle = official::puzzle(clues);
        let size = puzzle.size();
        let cells = (row..row + side).flat_map(|r| (col..col + side).map(move |c| size.cell(r, c)));
        let free = |cell: &usize| puzzle.clues().iter().all(|clue| clue.cell != *cell);
        let request = Request { region: Some(cells.filter(free).collect()), ..Request::default() };
        let encoding = encode(&puzzle, &request).unwrap();
        counts::count(&encoding, &Method::Links.into(), &mut |_| {}).unwrap().solutions
    };
    for (clues, corner, side) in
        [(ClueSet::None, 1312, 73_003), (ClueSet::Starter, 1307, 72_365), (ClueSet::Five, 1291, 69_531)]
    {
        assert_eq!(block(clues, (0, 0), 2), corner);
        assert_eq!(block(clues, (0, 5), 2), side);
    }
    for (place, expected) in [((0, 0), 3084), ((0, 13), 3782), ((13, 13), 2897), ((13, 0), 3195)] {
        assert_eq!(block(ClueSet::Five, place, 3), expected, "{place:?}");
    }
}

#[test]
fn descents_into_the_official_puzzle_stay_wide() {
    let encoding = encode(&official::puzzle(ClueSet::Starter), &Request::default()).unwrap();
    let found = edgewise_cover::branching::branching(&encoding.problem, 10, 1);
    assert_eq!(found.depths[0].descents, 10);
    assert_eq!((found.depths[0].least, found.depths[0].most), (1, 1), "the clue is forced");
    assert!(found.depths.len() > 40, "{} deep", found.depths.len());
    // Descents leave no trace: the same seed goes the same ways, and a count after them is right.
    assert_eq!(edgewise_cover::branching::branching(&encoding.problem, 10, 1), found);
    let small = edgewise_cover::classics::queens(6).unwrap();
    let many = edgewise_cover::branching::branching(&small, 4000, 3);
    let tree = count(&small, &Settings::default()).unwrap();
    let estimate: f64 = many.depths.iter().map(|d| d.nodes).sum();
    let ratio = estimate / tree.nodes as f64;
    assert!((0.9..1.1).contains(&ratio), "{estimate} estimated, {} nodes", tree.nodes);
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let puzzle = official::puzzle(ClueSet::Starter);
    let size = puzzle.size();
    let refused = |request: Request| encode(&puzzle, &request).unwrap_err();
    let region = |cells: Vec<usize>| Request { region: Some(cells), ..Request::default() };
    assert_eq!(refused(region(vec![256])).to_string(), "region cell 256: off the board, expected one of its cells");
    for cells in [vec![3, 3], vec![size.cell(8, 7)]] {
        assert!(matches!(refused(region(cells)), EncodeError::Region { .. }));
    }
    let with = |cell: usize, placement: Placement| {
        let mut board = Board::empty(size);
        board.set(cell, Some(placement));
        refused(Request { board: Some(board), ..Request::default() }).to_string()
    };
    assert_eq!(
        with(0, Placement::new(138, 0)),
        "row 0, column 0: piece 139 turned 0: expected grey on the rim and only there"
    );
    assert!(with(size.cell(8, 7), Placement::new(100, 0)).contains("a clue lies there, expected the clue or nothing"));
    assert!(with(size.cell(3, 3), Placement::new(138, 0)).contains("the piece lies elsewhere already"));
    assert!(with(size.cell(3, 3), Placement::new(300, 0)).contains("no such piece"));
    let small = Board::empty(edgewise_puzzle::Size::new(2, 2).unwrap());
    let message = refused(Request { board: Some(small), ..Request::default() }).to_string();
    assert_eq!(message, "the board is 2x2: expected 16x16");
}
