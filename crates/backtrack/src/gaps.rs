//! The gaps of arrivals: which cells a search leaves empty at the end of its order, and what they meet.
//!
//! An arrival with few holes is looked at without a board: its holes are the last steps of the order, so
//! where they lie, and which step or clue each of their sides meets, is known from the start.

use std::collections::BTreeMap;

use edgewise_puzzle::{Colour, Puzzle, opposite};
use edgewise_search::candidates::Candidate;
use edgewise_search::fill::{Around, Filler, Gap, MAX_EXACT_HOLES};

use crate::compiled::Compiled;

/// Where a side of a hole finds its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// A step, and the side of it.
    Step(usize, usize),
    /// A clue.
    Clue(Colour),
}

/// The gap that stays when so many steps are placed.
struct StepGap {
    gap: Gap,
    /// Hole, side, and what it meets.
    seams: Vec<(usize, usize, Source)>,
}

/// The gaps of a search that fills the whole board.
pub(crate) struct Gaps {
    /// By steps placed.
    by_steps: BTreeMap<usize, StepGap>,
    /// The pieces that are no clues.
    free: Vec<bool>,
    /// Whether the clues keep the rim rule, as all that the search places does.
    keeps_the_rim: bool,
    /// The last arrival looked at.
    around: Around,
}

impl Gaps {
    /// The gaps of at most [`MAX_EXACT_HOLES`] holes. None where the search does not come to all cells
    /// but those of the clues, or has pieces to choose from that cannot all be left over.
    pub(crate) fn new(puzzle: &Puzzle, compiled: &Compiled) -> Gaps {
        let steps = &compiled.plan.steps;
        let (clues, cells) = (puzzle.clue_board(), puzzle.size().cells());
        let mut free = vec![true; puzzle.pieces().len()];
        puzzle.clues().iter().for_each(|clue| free[clue.placement.piece()] = false);
        let keeps_the_rim = puzzle.clues().iter().all(|clue| puzzle.rim_ok(clue.cell, puzzle.sides(clue.placement)));
        let mut gaps = Gaps { by_steps: BTreeMap::new(), free, keeps_the_rim, around: Around::default() };
        let spare = puzzle.pieces().len().saturating_sub(cells);
        let whole = steps.len() + clues.filled() == cells;
        let most = if whole { steps.len().min(MAX_EXACT_HOLES.saturating_sub(spare)) } else { 0 };
        for holes in 1..=most {
            let placed = steps.len() - holes;
            // Any board with these holes will do to find where they lie.
            let mut board = clues.clone();
            let mut any = clues.cells().iter().flatten().copied().next();
            any = any.or_else(|| compiled.tables.candidates.first().map(|candidate| candidate.placement));
            steps[..placed].iter().for_each(|step| board.set(step.cell, any));
            let gap = Gap::of(puzzle, &board);
            let source = |other: usize, side: usize| match compiled.step_of(other) {
                Some(step) => Some(Source::Step(step, opposite(side))),
                None => clues.get(other).map(|clue| Source::Clue(puzzle.sides(clue)[opposite(side)])),
            };
            let seams = gap.seams(puzzle).filter_map(|(hole, side, other)| Some((hole, side, source(other, side)?)));
            let seams = seams.collect();
            gaps.by_steps.insert(placed, StepGap { gap, seams });
        }
        gaps
    }

    /// The gap of an arrival and what lies around it; none where the gaps are not known.
    pub(crate) fn of(
        &mut self,
        puzzle: &Puzzle,
        compiled: &Compiled,
        filler: &Filler<'_>,
        placed: &[Candidate],
    ) -> Option<(&Gap, &Around)> {
        let StepGap { gap, seams } = self.by_steps.get(&placed.len())?;
        let Around { meets, pieces, breaks, parity, keeps_the_rim } = &mut self.around;
        (*breaks, *parity) = filler.state_of(compiled.broken_colours(puzzle, placed));
        *keeps_the_rim = self.keeps_the_rim;
        meets.clear();
        meets.resize(gap.cells().len(), [None; 4]);
        for &(hole, side, source) in seams {
            meets[hole][side] = Some(match source {
                Source::Step(step, side) => placed[step].sides[side],
                Source::Clue(colour) => colour,
            });
        }
        placed.iter().for_each(|candidate| self.free[candidate.placement.piece()] = false);
        pieces.clear();
        pieces.extend((0..self.free.len()).filter(|&piece| self.free[piece]));
        placed.iter().for_each(|candidate| self.free[candidate.placement.piece()] = true);
        Some((gap, &self.around))
    }
}

#[cfg(test)]
mod tests {
    use edgewise_puzzle::generate::{Specification, generate};
    use edgewise_puzzle::{Placement, Rng};

    use super::*;
    use crate::TABLE;
    use crate::parameters::Settings;

    #[test]
    fn what_is_found_from_the_path_is_what_lies_on_the_board() {
        let mut looked = 0;
        for (seed, clues) in (0..12).flat_map(|seed| [0, 3, 7].map(|clues| (seed, clues))) {
            let specification = Specification { width: 5, height: 5, clues, seed, ..Specification::default() };
            let puzzle = generate(&specification).unwrap().puzzle;
            let mut params = TABLE.preset("strict").unwrap();
            params.set("breaks", "0,0,1,1").unwrap();
            params.set("order", ["row", "spiral-in", "blackwood"][seed as usize % 3]).unwrap();
            let settings = Settings::read(&params, &puzzle).unwrap();
            let compiled = Compiled::new(&puzzle, &settings).unwrap();
            let (filler, mut gaps) = (Filler::new(&puzzle), Gaps::new(&puzzle, &compiled));
            // Any pieces anywhere, turned so that the rim is kept where one can.
            let pinned = |piece: usize| puzzle.clues().iter().any(|clue| clue.placement.piece() == piece);
            let mut pieces: Vec<usize> = (0..puzzle.pieces().len()).filter(|&piece| !pinned(piece)).collect();
            Rng::new(seed).shuffle(&mut pieces);
            let mut placed = Vec::new();
            for step in &compiled.plan.steps {
                let fits =
                    |&i: &usize| (0..4).any(|r| puzzle.rim_ok(step.cell, puzzle.sides(Placement::new(pieces[i], r))));
                let piece = pieces.remove((0..pieces.len()).find(fits).unwrap_or(0));
                let turn = (0..4).find(|&r| puzzle.rim_ok(step.cell, puzzle.sides(Placement::new(piece, r))));
                let placement = Placement::new(piece, turn.unwrap_or(0));
                placed.push(Candidate { sides: puzzle.sides(placement), placement, quota: 0, breaks: 1 });
            }
            for steps in 0..=placed.len() {
                let (board, path) = (compiled.board(&puzzle, &placed[..steps]), &placed[..steps]);
                let holes = placed.len() - steps;
                let Some((gap, found)) = gaps.of(&puzzle, &compiled, &filler, path) else {
                    assert!(holes == 0 || holes > MAX_EXACT_HOLES);
                    continue;
                };
                assert_eq!(*gap, Gap::of(&puzzle, &board));
                let expected = filler.around(&board, gap);
                if expected.keeps_the_rim {
                    assert_eq!(*found, expected);
                    looked += 1;
                }
            }
        }
        assert!(looked > 200, "{looked}");
    }
}
