//! The fast search against the slow one: on random small puzzles both make exactly the same
//! placements, depth by depth, whatever the order, clues, quota and breaks.

use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Puzzle, Rim, Rng};

use crate::compiled::Compiled;
use crate::lanes::{Lanes, Portable};
use crate::node_loop::{Pause, Search};
use crate::parameters::{Settings, TABLE};
use crate::plain;

fn fast<L: Lanes>(puzzle: &Puzzle, settings: &Settings, strands: usize, limit: u64, slice: u64) -> plain::Counts {
    let mut compiled = Compiled::new(puzzle, settings).unwrap();
    let mut search = Search::<L>::new(&mut compiled, puzzle, settings.isolated, strands);
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
    let cells = width * height;
    if rng.below(3) > 0 {
        let mut breaks: Vec<usize> = (0..rng.index(4)).map(|_| rng.index(cells)).collect();
        breaks.sort_unstable();
        let text: Vec<String> = breaks.iter().map(usize::to_string).collect();
        params.set("breaks", &text.join(",")).unwrap();
        params.set("breaks_per_placement", &(1 + rng.below(2)).to_string()).unwrap();
        params.set("break_frame", &(rng.below(2) == 0).to_string()).unwrap();
        params.set("isolation", ["off", "off", "placement", "strict"][rng.index(4)]).unwrap();
    }
    if rng.below(2) > 0 {
        params.set("colours", "1,2").unwrap();
        if rng.below(2) == 0 {
            params.set("colour_weights", "1,3").unwrap();
        }
        let text: Vec<String> = (0..cells).map(|i| (i * rng.index(3) / 2).to_string()).collect();
        params.set("quota", &text.join(",")).unwrap();
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
