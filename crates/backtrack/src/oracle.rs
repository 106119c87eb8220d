//! The fast search against the slow one: on random small puzzles both make exactly the same
//! placements, depth by depth, whatever the order, clues, quota and breaks.

use std::collections::BTreeSet;

use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Placement, Puzzle, Rim, Rng};

use crate::compiled::Compiled;
use crate::lanes::{Lanes, Portable};
use crate::node_loop::{Pause, Search};
use crate::parameters::{Settings, TABLE};
use crate::plain;

fn fast<L: Lanes>(puzzle: &Puzzle, settings: &Settings, strands: usize, limit: u64, slice: u64) -> plain::Counts {
    let mut compiled = Compiled::new(puzzle, settings).unwrap();
    let mut search = Search::<L>::new(&mut compiled, puzzle, strands);
    let mut full = u64::from(compiled.plan.steps.is_empty()); // clues everywhere: one board, no step
    let mut left = limit;
    loop {
        let (pause, rest) = search.advance(&mut compiled, puzzle, slice.min(left));
        left = limit - search.nodes();
        assert!(rest <= slice);
        if let Pause::Arrival { strand, placed } = pause
            && placed == compiled.plan.steps.len()
        {
            full += 1;
            let board = compiled.board(puzzle, search.path(strand, placed));
            assert!(puzzle.is_legal(&board));
            let allowed = settings.schedule.allowed(compiled.plan.length) as usize;
            let between_clues = edgewise_search::StepPlan::breaks_between_clues(puzzle);
            assert!(puzzle.score(&board).breaks <= allowed + between_clues);
        }
        if pause == Pause::Exhausted {
            return plain::Counts { full, by_step: search.counts, complete: true };
        }
        if left == 0 {
            return plain::Counts { full, by_step: search.counts, complete: false };
        }
    }
}

fn random_case(rng: &mut Rng) -> (Puzzle, Settings) {
    let rim = [Rim::Grey, Rim::Grey, Rim::Free, Rim::Zero][rng.index(4)];
    let (width, height) = [(1, 1), (1, 5), (2, 2), (3, 3), (4, 3), (3, 4), (5, 4), (4, 4)][rng.index(8)];
    let spec = Specification {
        width,
        height,
        frame_colours: 1 + rng.index(3),
        inner_colours: 2 + rng.index(5),
        rim,
        rotation: rng.below(4) > 0,
        clues: rng.index(4).min(width * height),
        seed: rng.next_u64() >> 1,
    };
    let puzzle = generate(&spec).unwrap().puzzle;
    let mut params = TABLE.preset("strict").unwrap();
    let orders =
        ["row", "blackwood", "spiral-in", "spiral-out", "border-first", "row-reversed", "clues-outward", "comb:1"];
    params.set("order", orders[rng.index(orders.len())]).unwrap();
    params.set("candidate_sort", "number").unwrap();
    params.set("clue_pin", ["tables", "tables", "crude"][rng.index(3)]).unwrap();
    let cells = width * height;
    if rng.below(3) > 0 {
        let mut breaks: Vec<usize> = (0..rng.index(4)).map(|_| rng.index(cells)).collect();
        breaks.sort_unstable();
        let text: Vec<String> = breaks.iter().map(usize::to_string).collect();
        params.set("breaks", &text.join(",")).unwrap();
        params.set("breaks_per_placement", &(1 + rng.below(2)).to_string()).unwrap();
        params.set("break_frame", &(rng.below(2) == 0).to_string()).unwrap();
        params.set("isolation", ["off", "placement", "strict"][rng.index(3)]).unwrap();
        params.set("prune", ["none", "none", "parity", "supply"][rng.index(4)]).unwrap();
        params.set("prune_target", &rng.below(4).to_string()).unwrap();
    }
    if rng.below(2) > 0 {
        params.set("colours", "1,2").unwrap();
        if rng.below(2) == 0 {
            params.set("colour_weights", "1,3").unwrap();
        }
        let text: Vec<String> = (0..cells).map(|i| (i * rng.index(3) / 2).to_string()).collect();
        params.set("quota", &text.join(",")).unwrap();
        if rng.below(3) == 0 {
            let text: Vec<String> = (0..cells).map(|i| (1 + i + rng.index(3)).to_string()).collect();
            params.set("quota_most", &text.join(",")).unwrap();
        }
    }
    let settings = Settings::read(&params, &puzzle);
    match settings {
        Ok(settings) => (puzzle, settings),
        Err(_) => random_case(rng), // colour 2 does not exist in every puzzle
    }
}

#[test]
fn the_fast_search_makes_the_placements_of_the_slow_one() {
    let mut rng = Rng::new(2024);
    let (mut complete, mut with_boards) = (0, 0);
    for _ in 0..600 {
        let (puzzle, settings) = random_case(&mut rng);
        let limit = 20_000;
        let slow = plain::search(&puzzle, &settings, limit);
        let slice = 1 + rng.below(5000);
        let found = fast::<Portable<4>>(&puzzle, &settings, 1, limit, slice);
        assert_eq!(found.by_step, slow.by_step, "{puzzle:?} {settings:?}");
        assert_eq!(found.full, slow.full, "{puzzle:?} {settings:?}");
        complete += usize::from(slow.complete);
        with_boards += usize::from(slow.full > 0);
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
        assert_eq!(fast::<crate::lanes::Vbmi>(&puzzle, &settings, 1, limit, slice), found);
        // Strands share the tree out: the same placements, in another order.
        if slow.complete {
            let strands = [2, 4, 8][rng.index(3)];
            assert_eq!(fast::<Portable<4>>(&puzzle, &settings, strands, limit + 1, slice), found);
        }
    }
    // The cases are worth something: many trees end, many hold full boards.
    assert!(complete > 200 && with_boards > 150, "{complete} complete, {with_boards} with boards");
}

/// Every placement the search makes in its first `limit`, as what then lies on the steps; where `chance`
/// is given it goes back now and then: after so many placements, to so many steps.
fn walk<L: Lanes>(
    puzzle: &Puzzle,
    settings: &Settings,
    limit: usize,
    mut chance: Option<&mut Rng>,
) -> (Vec<Vec<Placement>>, Vec<(usize, usize)>) {
    let mut compiled = Compiled::new(puzzle, settings).unwrap();
    let mut search = Search::<L>::new(&mut compiled, puzzle, 1);
    let (mut path, mut backs) = (Vec::new(), Vec::new());
    while path.len() < limit {
        let before = search.counts.clone();
        let (pause, _) = search.advance(&mut compiled, puzzle, 1);
        let placed = (0..before.len()).find(|&steps| search.counts[steps] > before[steps]);
        if let Some(placed) = placed {
            path.push(search.path(0, placed).iter().map(|c| c.placement).collect());
        }
        if pause == Pause::Exhausted {
            break;
        }
        if let Some(rng) = &mut chance
            && rng.below(9) == 0
        {
            let steps = rng.index(placed.unwrap_or(0) + 1);
            search.retreat(steps);
            assert!(search.placed() <= steps);
            backs.push((path.len(), steps));
        }
    }
    (path, backs)
}

#[test]
fn going_back_skips_what_is_left_below_and_nothing_else() {
    let mut rng = Rng::new(99);
    let (mut skipped, mut isolated, mut ended) = (0, 0, 0);
    for _ in 0..400 {
        let (puzzle, settings) = random_case(&mut rng);
        let (all, _) = walk::<Portable<4>>(&puzzle, &settings, 3000, None);
        let (found, backs) = walk::<Portable<4>>(&puzzle, &settings, 1000, Some(&mut rng));
        let (mut expected, mut backs) = (Vec::new(), backs.into_iter().peekable());
        let mut left: Vec<Vec<Placement>> = Vec::new();
        for path in &all {
            if left.iter().any(|prefix| path.starts_with(prefix)) {
                skipped += 1;
                continue;
            }
            expected.push(path.clone());
            // What is left is all below the next step's placement; a step just opened loses nothing.
            while let Some((_, steps)) = backs.next_if(|&(at, _)| at == expected.len()) {
                left.extend(path.get(..steps + 1).map(<[_]>::to_vec));
            }
        }
        let both = found.len().min(expected.len());
        assert_eq!(found[..both], expected[..both], "{puzzle:?} {settings:?}");
        if all.len() < 3000 && found.len() < 1000 {
            assert_eq!(found.len(), expected.len(), "{puzzle:?} {settings:?}");
            ended += 1;
        }
        isolated += usize::from(settings.isolated && both > 100);
    }
    assert!(skipped > 1000 && isolated > 5 && ended > 50, "{skipped} skipped, {isolated} isolated, {ended} ended");
}

/// Every board that fills the whole order, from the fast search.
fn full_boards(puzzle: &Puzzle, settings: &Settings) -> BTreeSet<Vec<Option<Placement>>> {
    let mut compiled = Compiled::new(puzzle, settings).unwrap();
    let mut search = Search::<Portable<4>>::new(&mut compiled, puzzle, 4);
    let mut boards = BTreeSet::new();
    loop {
        match search.advance(&mut compiled, puzzle, 1000).0 {
            Pause::Exhausted => return boards,
            Pause::Fuel => {}
            Pause::Arrival { strand, placed } => {
                let board = compiled.board(puzzle, search.path(strand, placed));
                let clues = puzzle.clues().iter();
                assert!(clues.into_iter().all(|c| board.get(c.cell) == Some(c.placement)), "clues lie at any time");
                if placed == compiled.plan.steps.len() {
                    boards.insert(board.cells().to_vec());
                }
            }
        }
    }
}

#[test]
fn crude_pins_and_tables_lead_to_the_same_full_boards() {
    let mut rng = Rng::new(4);
    let (mut boards, mut dearer, mut cases) = (0, 0, 0);
    while cases < 150 {
        let (width, height) = [(3, 3), (4, 3), (3, 4), (4, 4), (1, 5), (2, 4)][rng.index(6)];
        let spec = Specification {
            width,
            height,
            frame_colours: 1 + rng.index(3),
            inner_colours: 2 + rng.index(4),
            rim: [Rim::Grey, Rim::Grey, Rim::Free, Rim::Zero][rng.index(4)],
            rotation: rng.below(4) > 0,
            clues: 1 + rng.index(4),
            seed: rng.next_u64() >> 1,
        };
        let puzzle = generate(&spec).unwrap().puzzle;
        let order = ["row", "blackwood", "spiral-in", "row-reversed", "clues-outward", "comb:1"][rng.index(6)];
        let [tables, crude] = ["tables", "crude"].map(|pin| {
            let mut params = TABLE.preset("strict").unwrap();
            params.set("order", order).unwrap();
            params.set("candidate_sort", "number").unwrap();
            params.set("clue_pin", pin).unwrap();
            Settings::read(&params, &puzzle).unwrap()
        });
        let [by_tables, by_crude] = [&tables, &crude].map(|settings| plain::search(&puzzle, settings, 30_000));
        if !by_tables.complete || !by_crude.complete {
            continue;
        }
        cases += 1;
        let full = full_boards(&puzzle, &tables);
        assert_eq!(full, full_boards(&puzzle, &crude), "{puzzle:?} {order}");
        assert_eq!([by_tables.full, by_crude.full], [full.len() as u64; 2], "{puzzle:?} {order}");
        boards += full.len();
        dearer += usize::from(by_crude.placements() > by_tables.placements() + puzzle.clues().len() as u64);
    }
    assert!(boards > 300 && dearer > 50, "{boards} boards, {dearer} trees larger with a crude pin");
}
