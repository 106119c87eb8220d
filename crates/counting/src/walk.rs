//! The walk: depth-first from meeting to meeting, breadth-first over meetings as far as memory goes.
//!
//! At a meeting the states that have used the same pieces and show the same colours are one, with the sum of
//! their counts. They gather in a table; when it is full, or everything before is done, the walk goes on from
//! each. A meeting at which hardly any two states are alike is closed, and the walk runs through it. So memory
//! is bounded, and with little of it the walk becomes a plain depth-first search.

use edgewise_puzzle::Sides;

use crate::half::Half;
use crate::key::Key;
use crate::limits::{Control, Halt};
use crate::table::Table;

/// Takes the states at the end of a walk.
pub(crate) trait Sink<const N: usize> {
    /// A state and the number of ways it came about.
    fn take(&mut self, key: &Key<N>, count: u128) -> Result<(), Halt>;
}

/// Which colours may be shown to another part after some step.
#[derive(Debug)]
pub(crate) struct Filter<const N: usize> {
    pub(crate) mask: Key<N>,
    /// Keys under the mask; counts mean nothing.
    pub(crate) shown: Table<N>,
}

/// States after which a meeting is judged.
const TRIAL: usize = 1 << 17;

/// A walk under way.
pub(crate) struct Walk<'a, const N: usize, S> {
    half: &'a Half<N>,
    control: &'a Control,
    /// By steps placed.
    filters: &'a [Option<Filter<N>>],
    sink: &'a mut S,
    /// Whether to count every piece and turn apart instead of looks.
    labelled: bool,
    left: Vec<u16>,
    shown: Vec<Sides>,
    /// Sides of each colour that the pieces left have, less those that open seams and cells to be filled ask for.
    supply: Vec<i16>,
    tables: Vec<Table<N>>,
    closed: Vec<bool>,
    /// Bytes a table may take.
    share: usize,
}

impl<'a, const N: usize, S: Sink<N>> Walk<'a, N, S> {
    /// Walks over all ways to fill the half that the filters let through. `share` bounds the bytes of all tables of
    /// meetings.
    pub(crate) fn run(
        half: &'a Half<N>,
        control: &'a Control,
        filters: &'a [Option<Filter<N>>],
        labelled: bool,
        share: usize,
        sink: &'a mut S,
    ) -> Result<(), Halt> {
        let meetings = half.meetings.len();
        let mut walk = Walk {
            half,
            control,
            filters,
            sink,
            labelled,
            left: half.left.clone(),
            shown: vec![[0; 4]; half.steps.len()],
            supply: half.supply.clone(),
            tables: (0..meetings).map(|_| Table::new()).collect(),
            closed: vec![false; meetings],
            share: share / meetings.max(1),
        };
        let mut done = walk.arrive(0, &Key::EMPTY, 1);
        for meeting in 0..meetings {
            done = done.and_then(|()| walk.go_on_from(meeting));
        }
        walk.tables.into_iter().for_each(|table| table.release(control));
        done
    }

    /// A state with `at` steps placed.
    fn arrive(&mut self, at: usize, key: &Key<N>, count: u128) -> Result<(), Halt> {
        match self.half.meeting_at[at] {
            Some(meeting) if !self.closed[meeting] => self.gather(meeting, key, count),
            _ => self.leave(at, key, count),
        }
    }

    /// Goes on behind a meeting.
    fn leave(&mut self, at: usize, key: &Key<N>, count: u128) -> Result<(), Halt> {
        let half = self.half;
        let (Some(step), Some(adds)) = (half.steps.get(at), half.adds.get(at)) else {
            return self.sink.take(key, count);
        };
        let filter = self.filters.get(at + 1).and_then(Option::as_ref);
        let due = &half.due[at];
        for i in step.range(&self.shown) {
            let candidate = &step.list[i];
            let left = self.left[candidate.kind];
            if left == 0 || !step.agrees(candidate, &self.shown) {
                continue;
            }
            let next = key.plus(&adds[i]);
            if filter.is_some_and(|filter| filter.shown.get(&next.and(&filter.mask)) == 0) {
                continue;
            }
            if self.draw(&step.takes, &candidate.sides) {
                self.control.tick()?;
                let labels = if self.labelled { u128::from(left) * half.turns[candidate.kind] } else { 1 };
                let ways = if labels == 1 { count } else { count.checked_mul(labels).ok_or(Halt::Overflow)? };
                self.left[candidate.kind] = left - 1;
                self.shown[at] = candidate.sides;
                if due.iter().all(|&kind| self.left[kind] == 0) {
                    self.arrive(at + 1, &next, ways)?;
                }
                self.left[candidate.kind] = left;
            }
            step.takes.iter().for_each(|&(side, n)| self.supply[usize::from(candidate.sides[side])] += n);
        }
        Ok(())
    }

    /// Takes from the supply; whether there was enough. If not, the pieces left cannot close what is open.
    fn draw(&mut self, takes: &[(usize, i16)], sides: &Sides) -> bool {
        let mut enough = true;
        for &(side, n) in takes {
            let supply = &mut self.supply[usize::from(sides[side])];
            *supply -= n;
            enough &= *supply >= 0;
        }
        enough
    }

    fn gather(&mut self, meeting: usize, key: &Key<N>, count: u128) -> Result<(), Halt> {
        let half = self.half;
        let point = &half.meetings[meeting];
        let key = point
            .view
            .iter()
            .fold(*key, |key, &(step, side, field)| key.with(field, usize::from(self.shown[step][side])));
        let table = &mut self.tables[meeting];
        if table.is_full() {
            let alike = table.added > table.len() as u64 + table.len() as u64 / 8;
            if table.len() >= TRIAL && !alike {
                self.closed[meeting] = true;
                self.go_on_from(meeting)?;
            } else if table.may_grow_within(self.share, self.control) {
                table.grow(self.control);
            } else if table.len() > 0 {
                self.go_on_from(meeting)?;
            } else {
                self.closed[meeting] = true; // no memory for even one state
            }
            if self.closed[meeting] {
                return self.leave(point.at, &key.minus(&key.and(&point.mask)), count);
            }
        }
        self.tables[meeting].add(&key, count)
    }

    /// Goes on from all states that a meeting has gathered.
    fn go_on_from(&mut self, meeting: usize) -> Result<(), Halt> {
        let half = self.half;
        let point = &half.meetings[meeting];
        let mut table = std::mem::replace(&mut self.tables[meeting], Table::new());
        let before = (self.left.clone(), self.shown.clone(), self.supply.clone());
        let mut done = Ok(());
        for (key, count) in table.iter() {
            for ((supply, &all), &owed) in self.supply.iter_mut().zip(&half.supply).zip(&point.owed) {
                *supply = all + owed;
            }
            for (kind, field) in half.used.iter().enumerate() {
                if let Some(field) = *field {
                    let used = key.get(field);
                    self.left[kind] = half.left[kind] - used as u16;
                    half.sides[kind].iter().for_each(|&(colour, sides)| self.supply[colour] -= used as i16 * sides);
                }
            }
            for &(step, side, field) in &point.view {
                let colour = key.get(field);
                self.shown[step][side] = colour as u8;
                self.supply[colour] -= 1;
            }
            point.leaving.iter().for_each(|&field| self.supply[key.get(field)] -= 1);
            done = self.leave(point.at, &key.minus(&key.and(&point.mask)), count);
            if done.is_err() {
                break;
            }
        }
        (self.left, self.shown, self.supply) = before;
        if self.closed[meeting] {
            table.release(self.control);
        } else {
            table.clear();
            self.tables[meeting] = table;
        }
        done
    }
}
