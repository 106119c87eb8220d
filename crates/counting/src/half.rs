//! Half of a part, laid out for the walk that fills it.

use std::collections::BTreeMap;

use crate::key::{Field, Key, Packer};
use crate::steps::{Step, steps};
use crate::task::{Meets, Task, seam};

/// The fields of the keys of one part, both halves alike.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Seams to the other part, by number.
    pub(crate) exports: BTreeMap<usize, Field>,
    /// Seams between the halves, by number.
    pub(crate) interface: BTreeMap<usize, Field>,
    /// Pieces used, by kind; none for kinds that cannot lie in the part.
    pub(crate) used: Vec<Option<Field>>,
    /// What comes after those fields.
    pub(crate) packer: Packer,
}

/// A point of the walk at which states that only differ in how they came about are merged.
#[derive(Clone, Debug)]
pub(crate) struct Meeting<const N: usize> {
    /// Steps placed.
    pub(crate) at: usize,
    /// Colours in view: the step and side that show it, and the field.
    pub(crate) view: Vec<(usize, usize, Field)>,
    /// The fields of the view.
    pub(crate) mask: Key<N>,
    /// The fields of colours shown on seams that leave the half.
    pub(crate) leaving: Vec<Field>,
    /// Sides by colour that the cells filled owe to rim and neighbours.
    pub(crate) owed: Vec<i16>,
}

/// A walk over some cells: its steps, what each candidate adds to the key, and where states meet.
#[derive(Clone, Debug)]
pub(crate) struct Half<const N: usize> {
    pub(crate) steps: Vec<Step>,
    /// By step and candidate: the piece used, and the colours shown on seams that leave the half.
    pub(crate) adds: Vec<Vec<Key<N>>>,
    pub(crate) meetings: Vec<Meeting<N>>,
    /// The meeting at each number of steps placed.
    pub(crate) meeting_at: Vec<Option<usize>>,
    pub(crate) left: Vec<u16>,
    pub(crate) used: Vec<Option<Field>>,
    pub(crate) turns: Vec<u128>,
    /// Sides of each colour that the pieces have, less those asked for.
    pub(crate) supply: Vec<i16>,
    /// By kind, how many sides of each colour it has, as (colour, sides).
    pub(crate) sides: Vec<Vec<(usize, i16)>>,
    /// By step, the kinds of which no piece may be left after it: neither a later step nor the other half takes them.
    pub(crate) due: Vec<Vec<usize>>,
    /// By steps placed, the fields of the colours shown to the other part.
    pub(crate) exported: Vec<Key<N>>,
}

/// The walk's own seams that lie between its first `at` steps and the rest, as (step, side) of the earlier.
fn view(steps: &[Step], at: usize) -> Vec<(usize, usize)> {
    let later = steps[at..].iter().flat_map(|step| &step.known);
    let mut view: Vec<(usize, usize)> =
        later.filter(|k| k.1 < at).map(|&(side, step)| (step, edgewise_puzzle::opposite(side))).collect();
    view.sort_unstable();
    view
}

/// The seams in view with their fields, behind those of the layout.
fn view_fields(task: &Task, steps: &[Step], at: usize, packer: &mut Packer) -> Vec<(usize, usize, Field)> {
    let field = |(step, side): (usize, usize)| {
        let colours = task.colours_at(steps[step].cell, side);
        (step, side, packer.field(colours))
    };
    view(steps, at).into_iter().map(field).collect()
}

/// The most words the keys of a walk over `cells` need.
pub(crate) fn words(task: &Task, cells: &[usize], layout: &Layout) -> usize {
    let steps = steps(task, cells);
    let words = (0..=steps.len()).map(|at| {
        let mut packer = layout.packer.clone();
        view_fields(task, &steps, at, &mut packer);
        packer.words()
    });
    words.max().unwrap_or(0)
}

impl<const N: usize> Half<N> {
    /// The walk over `cells`. With the cells of the `other` half the two use up all pieces, and states meet at the
    /// walk's end too.
    pub(crate) fn new(task: &Task, cells: &[usize], layout: &Layout, other: Option<&[usize]>) -> Half<N> {
        let steps = steps(task, cells);
        let adds = steps.iter().map(|step| adds(task, step, layout)).collect();
        let mut half = Half {
            meetings: Vec::new(),
            meeting_at: vec![None; steps.len() + 1],
            steps,
            adds,
            left: task.left.clone(),
            used: layout.used.clone(),
            turns: task.turns.clone(),
            supply: task.supply.clone(),
            sides: sides_of_kinds(task, cells),
            due: vec![Vec::new(); cells.len()],
            exported: exported(task, cells, layout),
        };
        if let Some(other) = other {
            half.find_due(task, cells, other);
        }
        half.place_meetings(task, layout, other.is_some());
        half
    }

    /// The fields of all colours shown to the other part.
    pub(crate) fn shows(&self) -> Key<N> {
        self.exported.last().copied().unwrap_or(Key::EMPTY)
    }

    fn find_due(&mut self, task: &Task, cells: &[usize], other: &[usize]) {
        let takes = |cell: usize, kind: usize| task.candidates(cell).iter().any(|c| c.kind == kind);
        for kind in (0..task.left.len()).filter(|&kind| !other.iter().any(|&cell| takes(cell, kind))) {
            if let Some(last) = cells.iter().rposition(|&cell| takes(cell, kind)) {
                self.due[last].push(kind);
            }
        }
    }

    /// Meetings where few colours are in view: at the ends of rows, in effect, and at least every eight steps.
    fn place_meetings(&mut self, task: &Task, layout: &Layout, last: bool) {
        let views: Vec<_> = (0..=self.steps.len()).map(|at| view(&self.steps, at)).collect();
        let mut before = 0;
        for at in 1..=self.steps.len() {
            let end = at == self.steps.len();
            let narrow = !end && views[at].len() <= views[at - 1].len() && views[at].len() <= views[at + 1].len();
            if !(end && last || !end && (at - before >= 3 && narrow || at - before >= 8)) {
                continue;
            }
            before = at;
            let view = view_fields(task, &self.steps, at, &mut layout.packer.clone());
            let mask = Key::mask(view.iter().map(|v| v.2));
            self.meeting_at[at] = Some(self.meetings.len());
            let (leaving, owed) = (leaving(task, &self.steps[..at], layout), owed(task, &self.steps[..at]));
            self.meetings.push(Meeting { at, view, mask, leaving, owed });
        }
    }
}

/// Sides of each colour, by kind; of kinds that lie nowhere in the half none.
fn sides_of_kinds(task: &Task, cells: &[usize]) -> Vec<Vec<(usize, i16)>> {
    let mut sides = vec![Vec::new(); task.left.len()];
    for candidate in cells.iter().flat_map(|&cell| task.candidates(cell)) {
        let mut counts = std::collections::BTreeMap::new();
        candidate.sides.iter().for_each(|&c| *counts.entry(usize::from(c)).or_default() += 1);
        sides[candidate.kind] = counts.into_iter().collect();
    }
    sides
}

/// The seams of a step that leave the half, with their fields.
fn leaving_sides(task: &Task, step: &Step, layout: &Layout) -> Vec<(usize, Field)> {
    let free = (0..4).filter(|&side| matches!(task.meets(step.cell, side), Meets::Free(_)));
    free.filter_map(|side| {
        let seam = seam(task.size, step.cell, side);
        layout.exports.get(&seam).or_else(|| layout.interface.get(&seam)).map(|&field| (side, field))
    })
    .collect()
}

fn exported<const N: usize>(task: &Task, cells: &[usize], layout: &Layout) -> Vec<Key<N>> {
    let mut shown = Key::EMPTY;
    let mut add = |&cell: &usize| {
        let free = (0..4).filter(|&side| matches!(task.meets(cell, side), Meets::Free(_)));
        let fields = free.filter_map(|side| layout.exports.get(&seam(task.size, cell, side)).copied());
        shown = shown.plus(&Key::mask(fields));
        shown
    };
    std::iter::once(Key::EMPTY).chain(cells.iter().map(&mut add)).collect()
}

fn leaving(task: &Task, steps: &[Step], layout: &Layout) -> Vec<Field> {
    steps.iter().flat_map(|step| leaving_sides(task, step, layout)).map(|(_, field)| field).collect()
}

fn owed(task: &Task, steps: &[Step]) -> Vec<i16> {
    let mut owed = vec![0; task.colours];
    for (step, side) in steps.iter().flat_map(|step| (0..4).map(move |side| (step, side))) {
        if let Some(colour) = task.asked(step.cell, side) {
            owed[usize::from(colour)] += 1;
        }
    }
    owed
}

fn adds<const N: usize>(task: &Task, step: &Step, layout: &Layout) -> Vec<Key<N>> {
    let leaving = leaving_sides(task, step, layout);
    let add = |candidate: &crate::task::Candidate| {
        let used = layout.used[candidate.kind].map_or(Key::EMPTY, |field| Key::EMPTY.with(field, 1));
        leaving.iter().fold(used, |key, &(side, field)| key.with(field, usize::from(candidate.sides[side])))
    };
    step.list.iter().map(add).collect()
}
