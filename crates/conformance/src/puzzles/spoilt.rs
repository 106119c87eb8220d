//! Puzzles that cannot be solved: without a perfect board, and without a legal one.

use edgewise_puzzle::generate::Specification;
use edgewise_puzzle::{Clue, Colour, Placement, Puzzle, Rim, Rng, Sides, distinct_rotations};

use super::{Puzzles, generated, puzzle};
use crate::failure::Failure;

/// The pieces of a generated puzzle with the inner sides (all that are not 0) shuffled among
/// themselves: every cell keeps its rim, and whether a perfect board is left is a matter of luck.
pub fn scrambled(spec: &Specification) -> Result<Puzzle, Failure> {
    let made = generated(spec)?.puzzle;
    let mut colours: Vec<Colour> = made.pieces().iter().flatten().copied().filter(|&c| c != 0).collect();
    Rng::new(spec.seed).shuffle(&mut colours);
    let mut pieces = made.pieces().to_vec();
    let sides = pieces.iter_mut().flatten().filter(|side| **side != 0);
    sides.zip(colours).for_each(|(side, colour)| *side = colour);
    let name = format!("{}_scrambled", made.name());
    puzzle(&name, (spec.width, spec.height), pieces, spec.rim, spec.rotation, made.clues().to_vec())
}

/// The pieces of a generated framed puzzle with the colour of one inner side changed to another
/// inner colour: two colours occur an odd number of times, so no board is perfect.
pub fn odd_one_out(spec: &Specification) -> Result<Puzzle, Failure> {
    let last = (spec.frame_colours + spec.inner_colours) as Colour;
    changed(spec, "odd_one_out", |colour| if colour == last { last - 1 } else { last })
}

/// The pieces of a generated framed puzzle with one inner side made grey: it breaks wherever it lies.
pub fn spare_grey(spec: &Specification) -> Result<Puzzle, Failure> {
    changed(spec, "spare_grey", |_| 0)
}

/// A generated puzzle with the colour of one inner side changed.
fn changed(spec: &Specification, how: &str, change: impl Fn(Colour) -> Colour) -> Result<Puzzle, Failure> {
    let made = generated(spec)?.puzzle;
    let mut pieces = made.pieces().to_vec();
    let pinned = |piece: usize| made.clues().iter().any(|clue| clue.placement.piece() == piece);
    let inner = (0..pieces.len()).find(|&piece| !pieces[piece].contains(&0) && !pinned(piece));
    let Some(inner) = inner else { return Err(Failure::new(made.name(), "no inner piece to change")) };
    pieces[inner][0] = change(pieces[inner][0]);
    let name = format!("{}_{how}", made.name());
    puzzle(&name, (spec.width, spec.height), pieces, spec.rim, spec.rotation, made.clues().to_vec())
}

/// Puzzles of twelve cells without a perfect board.
pub fn small_imperfect() -> Puzzles {
    let specs = (0..24).map(|seed| {
        let (width, height) = [(4, 3), (3, 4)][seed as usize % 2];
        Specification { width, height, frame_colours: 2, inner_colours: 3, seed, ..Specification::default() }
    });
    specs.flat_map(|spec| [spare_grey(&spec), odd_one_out(&spec)]).collect()
}

/// Puzzles of two to nine cells without clues or spare greys, perfect or not, small enough to try
/// every board.
pub fn tiny() -> Puzzles {
    let sizes = [(2, 2), (3, 2), (2, 3), (3, 3)];
    let specs = (0..32).map(|seed| {
        let (width, height) = sizes[seed as usize % 4];
        let rim = if (width, height) == (3, 3) {
            Rim::Grey
        } else {
            [Rim::Grey, Rim::Zero, Rim::Free][seed as usize / 4 % 3]
        };
        let rotation = rim == Rim::Grey || (width, height) == (2, 2);
        Specification { width, height, frame_colours: 3, inner_colours: 4, rim, rotation, clues: 0, seed }
    });
    specs.map(|spec| scrambled(&spec)).collect()
}

/// Puzzles with legal boards but no perfect one: a colour that occurs an odd number of times, a grey
/// side to spare, nothing but grey.
pub fn imperfect() -> Puzzles {
    let mut all = Vec::new();
    for seed in 0..12 {
        let (width, height) = [(3, 3), (4, 4), (5, 4), (5, 5), (6, 5), (8, 8)][seed as usize % 6];
        let spec =
            Specification { width, height, frame_colours: 2, inner_colours: 4, seed, ..Specification::default() };
        all.push(odd_one_out(&spec)?);
        all.push(spare_grey(&spec)?);
    }
    all.push(puzzle("all_grey_3x3", (3, 3), vec![[0; 4]; 9], Rim::Grey, true, vec![])?);
    let lonely = |i: usize| [1, 2, 3, 4].map(|side| (10 * i + side) as Colour);
    all.push(puzzle("no_two_sides_alike_4x4_free", (4, 4), (0..16).map(lonely).collect(), Rim::Free, true, vec![])?);
    Ok(all)
}

/// Puzzles without any legal complete board.
pub fn hopeless() -> Puzzles {
    let framed = generated(&Specification {
        width: 4,
        height: 4,
        frame_colours: 2,
        inner_colours: 3,
        ..Specification::default()
    })?
    .puzzle;
    let greys = |sides: &Sides| sides.iter().filter(|&&c| c == 0).count();
    // Its first piece with so many greys becomes one without any.
    let without = |count: usize| -> Vec<Sides> {
        let mut pieces = framed.pieces().to_vec();
        if let Some(piece) = pieces.iter_mut().find(|sides| greys(sides) == count) {
            *piece = [3, 4, 3, 5];
        }
        pieces
    };
    let all_one = || vec![[1; 4]; 9];
    // Two rows of one colour under a rim of zeros; the clue spends one of the four corners inside.
    let mut spent = vec![[0, 1, 1, 0], [0, 1, 1, 0], [0, 1, 1, 0], [0, 1, 1, 0]];
    spent.extend(vec![[0, 1, 1, 1]; 4]);
    spent.push([1; 4]);
    let inside = Clue { cell: 4, placement: Placement::new(0, 0) };
    let all = vec![
        puzzle("all_one_1x1_grey", (1, 1), vec![[1; 4]], Rim::Grey, true, vec![])?,
        puzzle("all_one_3x3_grey", (3, 3), all_one(), Rim::Grey, true, vec![])?,
        puzzle("all_one_3x3_zero", (3, 3), all_one(), Rim::Zero, true, vec![])?,
        puzzle(
            "no_corner_4x4",
            (4, 4),
            framed.pieces().iter().map(|s| if greys(s) == 2 { [3, 4, 3, 5] } else { *s }).collect(),
            Rim::Grey,
            true,
            vec![],
        )?,
        puzzle("three_corners_4x4", (4, 4), without(2), Rim::Grey, true, vec![])?,
        puzzle("seven_edges_4x4", (4, 4), without(1), Rim::Grey, true, vec![])?,
        puzzle("corner_spent_3x3_zero", (3, 3), spent, Rim::Zero, true, vec![inside])?,
        puzzle("corners_may_not_turn_4x4", (4, 4), turned_away(&framed), Rim::Grey, false, vec![])?,
        puzzle("all_one_20x20_grey", (20, 20), vec![[1; 4]; 400], Rim::Grey, true, vec![])?,
    ];
    Ok(all)
}

/// The pieces of `framed`, each turned so that its first grey points up: without rotation only the
/// top row has legal pieces.
fn turned_away(framed: &Puzzle) -> Vec<Sides> {
    let up = |&sides: &Sides| {
        let turns = (0..distinct_rotations(sides)).map(|r| edgewise_puzzle::rotated(sides, r));
        turns.into_iter().find(|sides| sides[0] == 0).unwrap_or(sides)
    };
    framed.pieces().iter().map(up).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{best_completion, has_legal_board};

    #[test]
    fn hopeless_puzzles_have_no_legal_board_and_the_others_do() {
        assert!(!hopeless().unwrap().iter().any(has_legal_board));
        assert!(imperfect().unwrap().iter().all(has_legal_board));
        assert!(tiny().unwrap().iter().all(has_legal_board));
    }

    #[test]
    fn tiny_puzzles_are_partly_perfect_and_imperfect_ones_never() {
        let best = |p: &Puzzle| best_completion(p, &p.clue_board()).unwrap() == p.size().seams();
        let tiny = tiny().unwrap();
        let perfect = tiny.iter().filter(|p| best(p)).count();
        assert!((3..tiny.len() - 3).contains(&perfect), "{perfect} of {} have a perfect board", tiny.len());
        assert!(!imperfect().unwrap().iter().filter(|p| p.pieces().len() <= 9).any(best));
    }
}
