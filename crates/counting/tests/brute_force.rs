//! Exact counts against the obvious search: every piece in every turn at every cell, boards as they look in a
//! set, turned boards by turning them.

use std::collections::{BTreeMap, BTreeSet};

use edgewise_counting::{Limits, count, count_block, count_completions};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Board, Clue, Placement, Puzzle, Rim, Rng, Sides, opposite, rotated};

type Looks = Vec<Option<Sides>>;

/// What the obvious search finds: labelled boards by their look.
struct Brute<'a> {
    puzzle: &'a Puzzle,
    found: BTreeMap<Looks, u128>,
    nodes: u64,
}

impl Brute<'_> {
    /// Fills `cells` in order; `None` if that takes too long.
    fn fill(&mut self, cells: &[usize], used: &mut [bool], looks: &mut Looks) -> Option<()> {
        let Some((&cell, rest)) = cells.split_first() else {
            *self.found.entry(looks.clone()).or_default() += 1;
            return (self.found.len() < 20_000).then_some(());
        };
        for piece in 0..used.len() {
            for turn in 0..if self.puzzle.rotation() { 4 } else { 1 } {
                let sides = rotated(self.puzzle.pieces()[piece], turn);
                if used[piece] || !self.puzzle.fits(cell, sides) || !self.matches(looks, cell, sides) {
                    continue;
                }
                self.nodes += 1;
                if self.nodes > 60_000 {
                    return None;
                }
                used[piece] = true;
                looks[cell] = Some(sides);
                self.fill(rest, used, looks)?;
                looks[cell] = None;
                used[piece] = false;
            }
        }
        Some(())
    }

    fn matches(&self, looks: &Looks, cell: usize, sides: Sides) -> bool {
        (0..4).all(|side| match self.puzzle.size().neighbour(cell, side).and_then(|other| looks[other]) {
            Some(other) => self.puzzle.seam_matches(sides[side], other[opposite(side)]),
            None => true,
        })
    }
}

/// Labelled fillings of the free cells of `region` by look; pieces of `without` and of clues are out.
fn brute(puzzle: &Puzzle, region: &[usize], without: &[usize], whole: bool) -> Option<BTreeMap<Looks, u128>> {
    let mut search = Brute { puzzle, found: BTreeMap::new(), nodes: 0 };
    let mut looks: Looks = vec![None; puzzle.size().cells()];
    let mut used = vec![false; puzzle.pieces().len()];
    without.iter().for_each(|&piece| used[piece] = true);
    for clue in puzzle.clues() {
        let sides = puzzle.sides(clue.placement);
        if whole && !search.matches(&looks, clue.cell, sides) {
            return Some(BTreeMap::new());
        }
        looks[clue.cell] = Some(sides);
        used[clue.placement.piece()] = true;
    }
    let cells: Vec<usize> = region.iter().copied().filter(|&cell| looks[cell].is_none()).collect();
    search.fill(&cells, &mut used, &mut looks)?;
    Some(search.found)
}

/// A board turned a quarter clockwise.
fn quarter(puzzle: &Puzzle, looks: &Looks) -> Looks {
    let size = puzzle.size();
    let mut out = looks.clone();
    for (cell, look) in looks.iter().enumerate() {
        let (row, col) = (size.row(cell), size.col(cell));
        out[size.cell(col, size.height() - 1 - row)] = look.map(|sides| rotated(sides, 1));
    }
    out
}

/// A board turned a half.
fn half(looks: &Looks) -> Looks {
    looks.iter().rev().map(|look| look.map(|sides| rotated(sides, 2))).collect()
}

/// Classes of boards under turning.
fn classes<'a>(puzzle: &Puzzle, boards: impl Iterator<Item = &'a Looks>) -> usize {
    let canonical = |board: &Looks| {
        let mut turned = vec![board.clone()];
        if puzzle.rotation() {
            turned.push(half(board));
            if puzzle.size().width() == puzzle.size().height() {
                turned.push(quarter(puzzle, board));
                turned.push(quarter(puzzle, &half(board)));
            }
        }
        turned.into_iter().min()
    };
    boards.map(canonical).collect::<BTreeSet<_>>().len()
}

/// A puzzle with repeated and symmetric pieces, often with symmetric boards: the sides of a board that looks the
/// same after some turn, or pieces drawn from few.
fn odd_puzzle(rng: &mut Rng) -> Puzzle {
    let (width, height) =
        [(1, 1), (1, 2), (1, 4), (2, 2), (3, 2), (3, 3), (4, 2), (2, 4), (1, 6), (5, 1)][rng.index(10)];
    let cells = width * height;
    let colours = 1 + rng.below(3);
    let few: Vec<Sides> = (0..1 + rng.index(3)).map(|_| std::array::from_fn(|_| rng.below(colours) as u8)).collect();
    let mut pieces: Vec<Sides> = (0..cells).map(|_| few[rng.index(few.len())]).collect();
    for piece in &mut pieces {
        match rng.below(8) {
            0 => *piece = [piece[0]; 4],
            1 => *piece = [piece[0], piece[1], piece[0], piece[1]],
            2 => *piece = std::array::from_fn(|_| rng.below(colours) as u8),
            _ => {}
        }
    }
    let rim = [Rim::Free, Rim::Free, Rim::Zero][rng.index(3)];
    let rotation = rng.below(4) > 0;
    let free = Puzzle::new("odd", (width, height), pieces, rim, rotation, vec![]).unwrap();
    let mut clues: Vec<Clue> = Vec::new();
    for _ in 0..rng.index(3) {
        let cell = rng.index(cells);
        let fits: Vec<Placement> = free.placements_at(cell);
        if fits.is_empty() || clues.iter().any(|c| c.cell == cell) {
            continue;
        }
        let placement = fits[rng.index(fits.len())];
        if clues.iter().all(|c| c.placement.piece() != placement.piece()) {
            clues.push(Clue { cell, placement });
        }
    }
    free.with_clues(clues).unwrap()
}

/// The pieces of a board that a half turn, or on a square a quarter turn, takes to itself.
fn symmetric_puzzle(rng: &mut Rng) -> Puzzle {
    let (width, height) = [(1, 2), (2, 2), (3, 2), (3, 3), (4, 2), (2, 3), (3, 3)][rng.index(7)];
    let rim = [Rim::Grey, Rim::Free, Rim::Zero][rng.index(3)];
    let quarters = if width == height && rng.below(2) == 0 { 1 } else { 2 };
    let colours = 1 + rng.below(4);
    let plain = Puzzle::new("t", (width, height), vec![[0; 4]; width * height], Rim::Free, true, vec![]).unwrap();
    let size = plain.size();
    let mut looks: Looks = vec![None; size.cells()];
    let turned = |looks: &Looks| if quarters == 1 { quarter(&plain, looks) } else { half(looks) };
    for cell in 0..size.cells() {
        for side in 0..4 {
            // Drawn at the first side of each seam's orbit, taken round from there.
            let mut marked: Looks = vec![None; size.cells()];
            let other = size.neighbour(cell, side);
            let colour = match (other, rim) {
                (None, Rim::Grey | Rim::Zero) => 0,
                (_, Rim::Grey) => 1 + rng.below(colours) as u8,
                _ => rng.below(colours) as u8,
            };
            if looks[cell].is_some_and(|look| look[side] != 99) {
                continue;
            }
            let mut one = [99; 4];
            one[side] = colour;
            marked[cell] = Some(one);
            for _ in 0..4 {
                for (here, mark) in marked.iter().enumerate() {
                    let Some(mark) = mark else { continue };
                    for s in (0..4).filter(|&s| mark[s] != 99) {
                        looks[here].get_or_insert([99; 4])[s] = mark[s];
                        if let Some(there) = size.neighbour(here, s) {
                            looks[there].get_or_insert([99; 4])[opposite(s)] = mark[s];
                        }
                    }
                }
                marked = turned(&marked);
            }
        }
    }
    assert!(turned(&looks) == looks);
    let mut pieces: Vec<Sides> = looks.into_iter().flatten().map(|sides| rotated(sides, rng.below(4) as u8)).collect();
    rng.shuffle(&mut pieces);
    Puzzle::new("symmetric", (width, height), pieces, rim, true, vec![]).unwrap()
}

fn planted_puzzle(rng: &mut Rng) -> Puzzle {
    let (width, height) =
        [(2, 2), (3, 3), (4, 3), (3, 4), (4, 4), (3, 5), (5, 3), (2, 5), (1, 7), (6, 2)][rng.index(10)];
    let rim = [Rim::Grey, Rim::Grey, Rim::Grey, Rim::Free, Rim::Zero][rng.index(5)];
    let spec = Specification {
        width,
        height,
        frame_colours: 1 + rng.index(3),
        inner_colours: 1 + rng.index(if rim == Rim::Grey { 4 } else { 6 }),
        rim,
        rotation: rng.below(5) > 0,
        clues: [0, 0, 1, 3][rng.index(4)].min(width * height),
        seed: rng.next_u64() >> 1,
    };
    generate(&spec).unwrap().puzzle
}

/// What a comparison saw.
struct Case {
    solutions: u128,
    /// A board looks the same after a half turn.
    symmetric: bool,
    /// The frame was counted apart.
    framed: bool,
}

/// Compares all three counts, with much and with hardly any memory.
fn agrees(puzzle: &Puzzle) -> Option<Case> {
    let all: Vec<usize> = (0..puzzle.size().cells()).collect();
    let found = brute(puzzle, &all, &[], true)?;
    let solutions: u128 = found.values().sum();
    let classes = classes(puzzle, found.keys());
    let mut framed = false;
    for memory in [Limits::DEFAULT_MEMORY, 40_000] {
        let counted = count(puzzle, &Limits { memory, ..Limits::default() }).unwrap();
        let [solutions, distinct, different] = [solutions, found.len() as u128, classes as u128];
        assert!(counted.complete, "{puzzle:?} {counted:?}");
        framed |= counted.method == "frame and inside";
        assert_eq!(counted.solutions, solutions, "{puzzle:?} {}", counted.method);
        assert_eq!(counted.distinct, distinct, "{puzzle:?} {}", counted.method);
        assert_eq!(counted.essentially_different, different, "{puzzle:?} {}", counted.method);
    }
    let symmetric = found.len() > 1 && puzzle.rotation() && found.keys().any(|board| half(board) == *board);
    Some(Case { solutions, symmetric, framed })
}

#[test]
fn all_three_counts_are_those_of_the_obvious_search() {
    let mut rng = Rng::new(5);
    let (mut cases, mut solvable, mut many, mut symmetric, mut framed) = (0, 0, 0, 0, 0);
    while cases < 900 {
        let puzzle = match cases % 5 {
            0 | 1 => odd_puzzle(&mut rng),
            2 => symmetric_puzzle(&mut rng),
            _ => planted_puzzle(&mut rng),
        };
        let Some(case) = agrees(&puzzle) else { continue };
        cases += 1;
        solvable += usize::from(case.solutions > 0);
        many += usize::from(case.solutions > 20);
        symmetric += usize::from(case.symmetric);
        framed += usize::from(case.framed);
    }
    assert!(
        solvable > 500 && many > 200 && symmetric > 60 && framed > 50,
        "{solvable} solvable, {many} many, {symmetric} symmetric, {framed} framed"
    );
}

#[test]
fn completions_of_partial_boards_and_blocks_with_holes() {
    let mut rng = Rng::new(6);
    let (mut cases, mut positive) = (0, 0);
    while cases < 400 {
        let puzzle = if cases % 2 == 0 { odd_puzzle(&mut rng) } else { planted_puzzle(&mut rng) };
        let cells = puzzle.size().cells();
        let all: Vec<usize> = (0..cells).collect();
        let region: Vec<usize> = all.iter().copied().filter(|_| rng.below(3) > 0).collect();
        let without: Vec<usize> = all.iter().copied().filter(|_| rng.below(8) == 0).collect();
        let Some(found) = brute(&puzzle, &region, &without, false) else { continue };
        let counted = count_block(&puzzle, &region, &without, &Limits::default()).unwrap();
        assert!(counted.complete);
        assert_eq!(counted.labelled, found.values().sum::<u128>(), "{puzzle:?} {region:?} {without:?}");
        assert_eq!(counted.distinct, found.len() as u128, "{puzzle:?} {region:?} {without:?}");
        positive += usize::from(counted.distinct > 1);

        // One board of the puzzle, some cells of it taken out again.
        let Some(boards) = brute(&puzzle, &all, &[], true) else { continue };
        let mut board = Board::empty(puzzle.size());
        let mut taken: Vec<usize> = Vec::new();
        for clue in puzzle.clues() {
            board.set(clue.cell, Some(clue.placement));
            taken.push(clue.placement.piece());
        }
        let Some(look) = boards.keys().next() else { continue };
        for cell in all.iter().copied().filter(|_| rng.below(2) == 0) {
            let fits = puzzle.placements_at(cell).into_iter();
            let mut fits = fits.filter(|p| Some(puzzle.sides(*p)) == look[cell] && !taken.contains(&p.piece()));
            if let (None, Some(placement)) = (board.get(cell), fits.next()) {
                taken.push(placement.piece());
                board.set(cell, Some(placement));
            }
        }
        let shown: Vec<(usize, Sides)> =
            all.iter().filter_map(|&cell| board.get(cell).map(|p| (cell, puzzle.sides(p)))).collect();
        let expected = boards.keys().filter(|look| shown.iter().all(|&(cell, sides)| look[cell] == Some(sides)));
        let counted = count_completions(&puzzle, &board, &Limits::default()).unwrap();
        assert_eq!(counted.distinct, expected.count() as u128, "{puzzle:?} {board:?}");
        cases += 1;
    }
    assert!(positive > 150, "{positive}");
}
