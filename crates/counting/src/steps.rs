//! A sequence of cells with, for each, the candidates found by the colours already in view.

use edgewise_puzzle::{Sides, opposite};

use crate::task::{Candidate, Meets, Task};

/// One cell of a walk.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) cell: usize,
    /// Sides on which an earlier step of the walk lies, with that step.
    pub(crate) known: Vec<(usize, usize)>,
    /// Sides that take from the supply of their colour, and how much: 2 where a free cell lies that is filled later,
    /// in this walk or another, for it will need a side of that colour too; 1 where nothing is met.
    pub(crate) takes: Vec<(usize, i16)>,
    /// Candidates grouped by the colours on the first two known sides.
    pub(crate) list: Vec<Candidate>,
    starts: Vec<u32>,
    colours: usize,
}

/// The steps of a walk over `cells`, which may be a part of the task's.
pub(crate) fn steps(task: &Task, cells: &[usize]) -> Vec<Step> {
    let mut positions = vec![usize::MAX; task.size.cells()];
    cells.iter().enumerate().for_each(|(i, &cell)| positions[cell] = i);
    cells.iter().enumerate().map(|(i, &cell)| Step::new(task, cell, i, &positions)).collect()
}

impl Step {
    fn new(task: &Task, cell: usize, position: usize, positions: &[usize]) -> Step {
        let known: Vec<(usize, usize)> = (0..4)
            .filter_map(|side| match task.meets(cell, side) {
                Meets::Free(other) if positions[other] < position => Some((side, positions[other])),
                _ => None,
            })
            .collect();
        let takes = (0..4).filter_map(|side| match task.meets(cell, side) {
            Meets::Free(other) if positions[other] > position => Some((side, 2)),
            Meets::Nothing if task.asked(cell, side).is_none() => Some((side, 1)),
            _ => None,
        });
        let takes = takes.collect();
        let colours = task.colours;
        let group = |sides: &Sides| {
            known.iter().take(2).fold(0, |group, &(side, _)| group * colours + usize::from(sides[side]))
        };
        let mut list = task.candidates(cell).to_vec();
        list.sort_by_key(|c| group(&c.sides));
        let groups = colours.pow(known.len().min(2) as u32);
        let mut starts = vec![0; groups + 1];
        list.iter().for_each(|c| starts[group(&c.sides) + 1] += 1);
        for group in 0..groups {
            starts[group + 1] += starts[group];
        }
        Step { cell, known, takes, list, starts, colours }
    }

    /// The colour the step sees on its `i`-th known side.
    fn seen(&self, i: usize, shown: &[Sides]) -> usize {
        let (side, step) = self.known[i];
        usize::from(shown[step][opposite(side)])
    }

    /// Candidates that agree on the first two known sides, given what the earlier steps show.
    pub(crate) fn range(&self, shown: &[Sides]) -> std::ops::Range<usize> {
        let group = match self.known.len() {
            0 => 0,
            1 => self.seen(0, shown),
            _ => self.seen(0, shown) * self.colours + self.seen(1, shown),
        };
        self.starts[group] as usize..self.starts[group + 1] as usize
    }

    /// Whether a candidate of the range agrees on the other known sides too.
    pub(crate) fn agrees(&self, candidate: &Candidate, shown: &[Sides]) -> bool {
        self.known.iter().skip(2).all(|&(side, step)| candidate.sides[side] == shown[step][opposite(side)])
    }
}
