//! What a run's profile is made from.
//!
//! Placements by step are counted by the node loop. All else is sampled: every [`SPACING`] placements a
//! *slice* of [`SLICE`] is timed, and at its end the board is looked at as it stands. Fuel that ends
//! leaves no trace in the search, so neither does a slice. The time of a slice is shared over the steps
//! by its own placements; the time per placement that this gives for every step, times all placements of
//! the step, is scaled to the wall time. Fills are timed one by one.
//!
//! Cost: two readings of the clock and one board for every [`SPACING`] placements, and for every board to
//! be filled the breaks of its last cells.

use std::ops::Range;
use std::time::{Duration, Instant};

use edgewise_puzzle::{Board, Puzzle, opposite};
use edgewise_search::candidates::Candidate;
use edgewise_search::{BreakPlaces, BreakProfile, Known, Profile, QuotaProfile};
use serde::{Deserialize, Serialize};

use crate::compiled::Compiled;
use crate::parameters::Settings;

/// Placements from one slice to the next.
const SPACING: u64 = 1 << 18;
/// Placements of a slice.
const SLICE: u64 = 1 << 12;

/// What was sampled so far. Checkpoints keep it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Samples {
    /// Wall time of the run's earlier parts, in seconds.
    seconds_before: f64,
    /// Time in fills, in seconds.
    fill_seconds: f64,
    /// Placements of all slices by steps placed after them, and the seconds they took.
    slice_placements: Vec<u64>,
    slice_seconds: Vec<f64>,
    quota: QuotaProfile,
    sampled: BreakPlaces,
    filled: BreakPlaces,
}

/// Takes samples and sums them up.
pub(crate) struct Profiler {
    order: Vec<usize>,
    /// The cells of clues that are no steps.
    clues: Vec<usize>,
    budget: Vec<u16>,
    /// Quota sides of every piece.
    sides: Vec<u16>,
    /// The first step that may break a seam, and for it and every later one the seams towards cells
    /// filled before, as (side, cell).
    first_break: usize,
    seams: Vec<Vec<(usize, usize)>>,
    samples: Samples,
    /// The open slice: counts at its beginning, and its time so far.
    slice: Option<(Vec<u64>, Duration)>,
    /// When the node loop was last entered.
    entered: Option<Instant>,
}

impl Profiler {
    /// A profiler without samples.
    pub(crate) fn new(puzzle: &Puzzle, settings: &Settings, compiled: &Compiled) -> Profiler {
        let plan = &compiled.plan;
        let (cells, length, steps) = (puzzle.size().cells(), plan.length, plan.steps.len());
        let weight = |colours: &[u8; 4]| colours.iter().map(|&c| u16::from(settings.weights[usize::from(c)])).sum();
        let first_break = compiled.cold.iter().position(|step| step.most > 0).unwrap_or(steps);
        let seams = plan.steps[first_break..].iter().map(|step| {
            let seen = |&side: &usize| matches!(step.known[side], Known::Clue(_) | Known::Placed(_));
            let sides = (0..4).filter(seen);
            sides.filter_map(|side| puzzle.size().neighbour(step.cell, side).map(|other| (side, other))).collect()
        });
        Profiler {
            order: settings.order.cells.clone(),
            // Crude pins are placed by the order and count as any other cell.
            clues: plan.clues_passed.iter().map(|(_, clue)| clue.cell).collect(),
            budget: (0..length).map(|position| settings.schedule.allowed(position)).collect(),
            sides: puzzle.pieces().iter().map(weight).collect(),
            first_break,
            seams: seams.collect(),
            samples: Samples {
                seconds_before: 0.0,
                fill_seconds: 0.0,
                slice_placements: vec![0; steps + 1],
                slice_seconds: vec![0.0; steps + 1],
                quota: QuotaProfile::new((0..length).map(|position| settings.quota.at(position)).collect()),
                sampled: BreakPlaces::new(cells, length),
                filled: BreakPlaces::new(cells, length),
            },
            slice: None,
            entered: None,
        }
    }

    /// What a checkpoint after `elapsed` of this part of the run keeps.
    pub(crate) fn samples(&self, elapsed: Duration) -> Samples {
        let seconds_before = self.samples.seconds_before + elapsed.as_secs_f64();
        Samples { seconds_before, ..self.samples.clone() }
    }

    /// Takes over what a checkpoint kept; false if it does not fit.
    pub(crate) fn restore(&mut self, kept: &Samples) -> bool {
        let lengths = |s: &Samples| {
            let quota = [s.quota.boards.len(), s.quota.least.len(), s.quota.total.len(), s.quota.most.len()];
            let places = [&s.sampled, &s.filled].map(|p| (p.by_cell.len(), p.by_depth.len()));
            (s.slice_placements.len(), s.slice_seconds.len(), quota, places)
        };
        let fits = lengths(kept) == lengths(&self.samples) && kept.quota.asked == self.samples.quota.asked;
        if fits {
            self.samples.clone_from(kept);
        }
        fits
    }

    /// Enters the node loop after `nodes` placements with `fuel` for it: the fuel it shall have.
    pub(crate) fn enter(&mut self, nodes: u64, fuel: u64, counts: &[u64]) -> u64 {
        let at = nodes % SPACING;
        if at == 0 {
            self.slice = Some((counts.to_vec(), Duration::ZERO));
        }
        self.entered = self.slice.is_some().then(Instant::now);
        fuel.min(if at < SLICE { SLICE - at } else { SPACING - at })
    }

    /// The node loop came back, `nodes` placements after the run's beginning, at least one of them new:
    /// whether the board is to be sampled.
    pub(crate) fn leave(&mut self, nodes: u64, counts: &[u64]) -> bool {
        if let (Some((_, time)), Some(entered)) = (&mut self.slice, self.entered.take()) {
            *time += entered.elapsed();
        }
        let over = nodes % SPACING == SLICE;
        if over {
            self.close_slice(counts);
        }
        over
    }

    /// Shares the time of the open slice, if there is one, over its placements.
    fn close_slice(&mut self, counts: &[u64]) {
        let Some((before, time)) = self.slice.take() else { return };
        let placements = |step: usize| counts[step] - before[step];
        let all: u64 = (0..counts.len()).map(placements).sum();
        let each = time.as_secs_f64() / all.max(1) as f64;
        for step in 0..counts.len() {
            self.samples.slice_placements[step] += placements(step);
            self.samples.slice_seconds[step] += each * placements(step) as f64;
        }
    }

    /// Looks at the board as it stands, the first steps of which hold `placed`.
    pub(crate) fn sample(&mut self, puzzle: &Puzzle, compiled: &Compiled, placed: &[Candidate]) {
        let mut clues = compiled.plan.clues_passed.iter().peekable();
        let mut sum = 0;
        for (step, candidate) in compiled.plan.steps.iter().zip(placed) {
            while let Some((_, clue)) = clues.next_if(|(position, _)| *position < step.position) {
                sum += self.sides[clue.placement.piece()];
            }
            sum += self.sides[candidate.placement.piece()];
            self.samples.quota.note(step.position, sum);
        }
        self.samples.sampled.boards += 1;
        if placed.len() > self.first_break {
            let board = compiled.board(puzzle, placed);
            let steps = self.first_break..placed.len();
            note_breaks(&mut self.samples.sampled, puzzle, compiled, &board, steps, &self.seams);
        }
    }

    /// Looks at a board that is to have its holes filled: at its steps that may break, up to the first hole.
    /// A clue pinned crudely lies on the board, so it counts also where the search comes to it next.
    pub(crate) fn before_fill(&mut self, puzzle: &Puzzle, compiled: &Compiled, board: &Board) {
        self.samples.filled.boards += 1;
        let steps = self.first_break..compiled.plan.steps.len();
        note_breaks(&mut self.samples.filled, puzzle, compiled, board, steps, &self.seams);
    }

    /// As [`Self::before_fill`], at a board of which no clue is a step: `placed` pays what it shows.
    pub(crate) fn before_look(&mut self, puzzle: &Puzzle, compiled: &Compiled, placed: &[Candidate]) {
        let places = &mut self.samples.filled;
        places.boards += 1;
        for (step, candidate) in placed.iter().enumerate().skip(self.first_break).filter(|(_, c)| c.breaks > 0) {
            for (cells, _) in compiled.broken_seams(puzzle, step, candidate.sides, placed) {
                places.note(cells.map(|cell| cell as usize), compiled.plan.steps[step].depth_after);
            }
        }
    }

    /// Times a fill.
    pub(crate) fn fill<T>(&mut self, fill: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = fill();
        self.samples.fill_seconds += began.elapsed().as_secs_f64();
        result
    }

    /// The profile of a run with these counts by steps placed, `elapsed` after this part of it began;
    /// `best` is its best board.
    pub(crate) fn profile(
        &mut self,
        puzzle: &Puzzle,
        compiled: &Compiled,
        counts: &[u64],
        elapsed: Duration,
        best: &Board,
    ) -> Profile {
        self.close_slice(counts);
        let samples = &self.samples;
        let depths = compiled.plan.depths(puzzle.size().cells());
        let mut best_breaks = BreakPlaces::new(puzzle.size().cells(), compiled.plan.length);
        best_breaks.add(&BreakPlaces::of_board(puzzle, best, &depths));
        let mut profile = Profile {
            order: self.order.clone(),
            clues: self.clues.clone(),
            placements: vec![0; compiled.plan.length + 1],
            seconds: vec![0.0; compiled.plan.length + 1],
            fill_seconds: samples.fill_seconds,
            quota: samples.quota.clone(),
            breaks: BreakProfile {
                budget: self.budget.clone(),
                sampled: samples.sampled.clone(),
                filled: samples.filled.clone(),
                best: best_breaks,
            },
        };
        let searching = samples.seconds_before + elapsed.as_secs_f64() - samples.fill_seconds;
        let seconds = self.seconds(counts, searching.max(0.0));
        for (steps, (&count, seconds)) in counts.iter().zip(seconds).enumerate().skip(1) {
            let depth = compiled.plan.depth(steps);
            profile.placements[depth] += count;
            profile.seconds[depth] += seconds;
        }
        profile
    }

    /// `searching` seconds shared over the steps. A step of which the slices saw little takes part of its
    /// time per placement from the mean: one slice's worth.
    fn seconds(&self, counts: &[u64], searching: f64) -> Vec<f64> {
        let (placements, seconds) = (&self.samples.slice_placements, &self.samples.slice_seconds);
        let all: u64 = placements.iter().sum();
        let mean = if all == 0 { 1.0 } else { seconds.iter().sum::<f64>() / all as f64 };
        let prior = SLICE as f64;
        let parts: Vec<f64> = (counts.iter().zip(placements).zip(seconds))
            .map(|((&count, &seen), &time)| count as f64 * (time + prior * mean) / (seen as f64 + prior))
            .collect();
        let sum: f64 = parts.iter().sum();
        parts.into_iter().map(|part| if sum > 0.0 { part / sum * searching } else { 0.0 }).collect()
    }
}

/// Adds the breaks of `board` paid by `steps`, up to the first hole; their seams are `seams`.
fn note_breaks(
    places: &mut BreakPlaces,
    puzzle: &Puzzle,
    compiled: &Compiled,
    board: &Board,
    steps: Range<usize>,
    seams: &[Vec<(usize, usize)>],
) {
    for (step, seams) in compiled.plan.steps[steps].iter().zip(seams) {
        let Some(placement) = board.get(step.cell) else { return };
        let sides = puzzle.sides(placement);
        for &(side, other) in seams {
            let shown = board.get(other).map(|there| puzzle.sides(there)[opposite(side)]);
            if shown.is_some_and(|shown| !puzzle.seam_matches(sides[side], shown)) {
                places.note([step.cell, other], step.depth_after);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::generate::{Specification, generate};
    use edgewise_puzzle::{Placement, Rng};

    use crate::TABLE;

    #[test]
    fn a_sample_pays_for_placed_steps_alone_however_clues_are_pinned() {
        for (seed, pin) in (0..6).flat_map(|seed| ["tables", "crude"].map(|pin| (seed, pin))) {
            let specification = Specification { width: 6, height: 5, clues: 8, seed, ..Specification::default() };
            let puzzle = generate(&specification).unwrap().puzzle;
            let mut params = TABLE.preset("strict").unwrap();
            [("breaks", "0"), ("clue_pin", pin)].iter().for_each(|(name, value)| params.set(name, value).unwrap());
            let settings = Settings::read(&params, &puzzle).unwrap();
            let compiled = Compiled::new(&puzzle, &settings).unwrap();
            let plan = &compiled.plan;

            // Clues where they lie, any other pieces anywhere, frame and all.
            let clue = |cell: usize| puzzle.clues().iter().find(|clue| clue.cell == cell);
            let pinned = |piece: usize| puzzle.clues().iter().any(|clue| clue.placement.piece() == piece);
            let mut pieces: Vec<usize> = (0..puzzle.pieces().len()).filter(|&piece| !pinned(piece)).collect();
            Rng::new(seed).shuffle(&mut pieces);
            let placed: Vec<Candidate> = (plan.steps.iter())
                .map(|step| match clue(step.cell) {
                    Some(clue) => clue.placement,
                    None => Placement::new(pieces.pop().unwrap(), 0),
                })
                .map(|placement| Candidate { sides: puzzle.sides(placement), placement, quota: 0, breaks: 0 })
                .collect();

            let mut profiler = Profiler::new(&puzzle, &settings, &compiled);
            let mut expected = BreakPlaces::new(30, 30);
            let mut board = Board::empty(puzzle.size());
            plan.clues_passed.iter().for_each(|(_, clue)| board.set(clue.cell, Some(clue.placement)));
            for (steps, candidate) in placed.iter().enumerate() {
                board.set(plan.steps[steps].cell, Some(candidate.placement));
                profiler.sample(&puzzle, &compiled, &placed[..=steps]);
                expected.add(&BreakPlaces::of_board(&puzzle, &board, &plan.depths(30)));
            }
            assert!(expected.breaks() > 100);
            assert_eq!(profiler.samples.sampled, expected, "seed {seed}, {pin}");
        }
    }
}
