//! Puzzles at the edge of what a puzzle may be; all of them have a legal board.

use edgewise_puzzle::generate::Specification;
use edgewise_puzzle::{Clue, Placement, Puzzle, Rim, Rng, opposite};

use super::{Puzzles, generated, pinned, puzzle};
use crate::failure::Failure;

const RIMS: [Rim; 3] = [Rim::Grey, Rim::Zero, Rim::Free];

fn made(specs: impl IntoIterator<Item = Specification>) -> Puzzles {
    specs.into_iter().map(|spec| generated(&spec).map(|made| made.puzzle)).collect()
}

/// 1×1, 1×n, n×1, 2×2 and other narrow boards.
pub fn sizes() -> Puzzles {
    let sizes = [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (1, 20), (20, 1), (2, 2), (2, 5), (5, 2), (3, 7), (20, 2)];
    let each = sizes.into_iter().flat_map(|size| RIMS.map(|rim| (size, rim)));
    made(each.flat_map(|((width, height), rim)| {
        [1, 2].map(|seed| Specification {
            width,
            height,
            frame_colours: 2,
            inner_colours: 4,
            rim,
            seed,
            ..Specification::default()
        })
    }))
}

/// Pieces that coincide and pieces that look the same when turned.
pub fn duplicate_and_symmetric() -> Puzzles {
    let mut all = made((0..3).flat_map(|seed| {
        RIMS.map(|rim| Specification {
            width: 4 + seed as usize,
            height: 5,
            frame_colours: 1,
            inner_colours: 1,
            rim,
            seed,
            ..Specification::default()
        })
    }))?;
    let half_turn = |i: usize| [[1, 2, 1, 2], [2, 2, 2, 2], [1, 1, 1, 1], [3, 1, 3, 1]][i % 4];
    let checked = Clue { cell: 5, placement: Placement::new(7, 1) };
    all.extend([
        puzzle("all_one_4x4_free", (4, 4), vec![[1; 4]; 16], Rim::Free, true, vec![])?,
        puzzle("all_zero_4x4_free", (4, 4), vec![[0; 4]; 16], Rim::Free, true, vec![])?,
        puzzle("all_zero_4x4_zero", (4, 4), vec![[0; 4]; 16], Rim::Zero, true, vec![])?,
        puzzle("all_zero_1x1_grey", (1, 1), vec![[0; 4]], Rim::Grey, true, vec![])?,
        puzzle("half_turns_4x4_free", (4, 4), (0..16).map(half_turn).collect(), Rim::Free, true, vec![])?,
        puzzle("half_turns_4x4_unturned", (4, 4), (0..16).map(half_turn).collect(), Rim::Free, false, vec![])?,
        // The clue asks for a turn of a symmetric piece that a search would not list.
        puzzle("all_one_4x4_turned_clue", (4, 4), vec![[1; 4]; 16], Rim::Free, true, vec![checked])?,
    ]);
    Ok(all)
}

/// Rims of zeros among which zero is also an inner colour, and no rim rule.
pub fn rims() -> Puzzles {
    let mut rng = Rng::new(0x21);
    made((0..30).map(|seed| Specification {
        width: 2 + rng.index(6),
        height: 2 + rng.index(6),
        inner_colours: 2 + rng.index(6),
        rim: [Rim::Zero, Rim::Free][seed as usize % 2],
        clues: rng.index(3),
        seed,
        ..Specification::default()
    }))
}

/// Puzzles without rotation; the last few have rims of zeros whose pieces a filling hole by hole
/// shares out wrongly.
pub fn unturned() -> Puzzles {
    let mut rng = Rng::new(0x0f);
    let mixed = (0..18).map(|seed| Specification {
        width: 2 + rng.index(5),
        height: 2 + rng.index(5),
        frame_colours: 2,
        inner_colours: 2 + rng.index(4),
        rim: RIMS[seed as usize % 3],
        rotation: false,
        clues: rng.index(3),
        seed,
    });
    let scarce = [(6, 4, 4, 2, 495), (4, 4, 3, 0, 611), (4, 3, 3, 2, 747)];
    let scarce = scarce.map(|(width, height, inner_colours, clues, seed)| Specification {
        width,
        height,
        frame_colours: 1,
        inner_colours,
        rim: Rim::Zero,
        rotation: false,
        clues,
        seed,
    });
    made(mixed.chain(scarce))
}

/// A clue on every cell, on all but one, and on all but two.
pub fn full_of_clues() -> Puzzles {
    let sizes = [(1, 1), (1, 4), (2, 2), (4, 4), (6, 5)];
    let each = sizes.into_iter().flat_map(|size| [0, 1, 2].map(|open| (size, open)));
    made(each.filter(|((width, height), open)| *open <= width * height).flat_map(|((width, height), open)| {
        RIMS.map(|rim| Specification {
            width,
            height,
            frame_colours: 2,
            inner_colours: 3,
            rim,
            clues: width * height - open,
            seed: 3,
            ..Specification::default()
        })
    }))
}

/// Two clues that break the seam between them, and a board full of clues with such a seam.
pub fn clashing_clues() -> Puzzles {
    let mut all = Vec::new();
    for seed in 0..8 {
        let rim = RIMS[seed as usize % 3];
        let spec = Specification {
            width: 5,
            height: 4,
            frame_colours: 2,
            inner_colours: 4,
            rim,
            seed,
            ..Specification::default()
        };
        let made = generated(&spec)?;
        all.push(pinned(&made.puzzle, "clash", clash(&made.puzzle, seed)?)?);
    }
    let spec = Specification { width: 4, height: 4, rim: Rim::Free, seed: 9, ..Specification::default() };
    let made = generated(&spec)?;
    let turned = |cell: usize, p: Placement| Clue { cell, placement: Placement::new(p.piece(), p.rotation() + 1) };
    let clues = made.solution.cells().iter().enumerate().filter_map(|(cell, p)| p.map(|p| turned(cell, p)));
    all.push(pinned(&made.puzzle, "every_cell_turned", clues.collect())?);
    Ok(all)
}

/// Clues for two neighbouring cells that do not match each other.
fn clash(puzzle: &Puzzle, seed: u64) -> Result<Vec<Clue>, Failure> {
    let mut rng = Rng::new(seed);
    let mut seams: Vec<_> = puzzle.size().seam_list().collect();
    rng.shuffle(&mut seams);
    for (cell, side, other) in seams {
        for here in puzzle.placements_at(cell) {
            let breaks = |there: &Placement| {
                let (a, b) = (puzzle.sides(here)[side], puzzle.sides(*there)[opposite(side)]);
                there.piece() != here.piece() && !puzzle.seam_matches(a, b)
            };
            if let Some(there) = puzzle.placements_at(other).into_iter().find(breaks) {
                return Ok(vec![Clue { cell, placement: here }, Clue { cell: other, placement: there }]);
            }
        }
    }
    Err(Failure::new(puzzle.name(), "no two clues break a seam: choose another seed"))
}

/// Up to 251 colours, and the label 255.
pub fn colourful() -> Puzzles {
    let spec = |rim, frame_colours, rotation| Specification {
        width: 12,
        height: 12,
        frame_colours,
        inner_colours: 250 - frame_colours,
        rim,
        rotation,
        seed: 11,
        ..Specification::default()
    };
    let mut all = made([spec(Rim::Grey, 40, true), spec(Rim::Free, 1, true), spec(Rim::Zero, 1, false)])?;
    let few = generated(&Specification {
        width: 5,
        height: 5,
        frame_colours: 2,
        inner_colours: 3,
        ..Specification::default()
    })?;
    let last = few.puzzle.pieces().iter().map(|sides| sides.map(|c| if c == 0 { 0 } else { 250 + c })).collect();
    all.push(puzzle("labels_251_to_255", (5, 5), last, Rim::Grey, true, vec![])?);
    Ok(all)
}

/// 400 pieces on 20×20 cells, and 257 to 400 on other boards beyond the official size.
pub fn largest() -> Puzzles {
    let sizes = [(20, 20, Rim::Grey, true), (20, 20, Rim::Free, false), (19, 17, Rim::Zero, true)];
    made(sizes.map(|(width, height, rim, rotation)| Specification {
        width,
        height,
        frame_colours: 5,
        inner_colours: 17,
        rim,
        rotation,
        clues: 4,
        seed: 13,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::has_legal_board;
    use edgewise_search::StepPlan;

    #[test]
    fn all_have_a_legal_board_and_are_as_odd_as_they_say() {
        let groups =
            [sizes, duplicate_and_symmetric, rims, unturned, full_of_clues, clashing_clues, colourful, largest];
        for group in groups {
            let puzzles = group().unwrap();
            assert!(puzzles.iter().all(has_legal_board));
            let mut names: Vec<&str> = puzzles.iter().map(Puzzle::name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), puzzles.len(), "names tell puzzles apart");
        }
        assert!(clashing_clues().unwrap().iter().all(|p| StepPlan::breaks_between_clues(p) > 0));
        assert!(unturned().unwrap().iter().all(|p| !p.rotation()));
        assert_eq!(colourful().unwrap().iter().map(Puzzle::colours).collect::<Vec<_>>(), [251, 249, 249, 256]);
        assert_eq!(largest().unwrap().iter().map(|p| p.pieces().len()).collect::<Vec<_>>(), [400, 400, 323]);
    }
}
