//! The width of a beam for a budget: one board costs nearly so much for each unit of width, so widths 1, 4, 16, ..
//! are tried until one is beyond the budget, and the last that is not is scaled up. What is counted are nodes or
//! reads and never time, so the choice is the same everywhere. The probes are jobs like others: a comparison that
//! goes on finds them.

use std::collections::BTreeMap;

use edgewise_search::{Budget, EngineError, Seed, Silent, StopReason};

use super::{Comparison, Entrant, Unit};
use crate::job::{Job, JobError, key};
use crate::results::{Record, Results};
use crate::work::{StudyError, Workers};

/// Each width tried is so many times the one before.
const STEP: usize = 4;
/// The widest a beam may be.
const WIDEST: usize = 1 << 27;
/// Of a hundred parts of the budget, what a board is to cost: on the official puzzle seeds differ by 7 %, and four times
/// the width costs 3 % more than four times as much. What is left over goes to another board, which is cut short.
const SHARE: u128 = 88;

/// What boards cost, by ground and allowance: widths and nodes (or reads) that are within the budget.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Widths(BTreeMap<(usize, usize), Vec<(usize, u64)>>);

impl Widths {
    /// Tries widths for every ground and allowance with the first seed; none if a stop came between.
    pub(super) fn choose(
        comparison: &Comparison,
        workers: &Workers<'_>,
        results: &mut Results,
    ) -> Result<Option<Widths>, StudyError> {
        let mut widths = Widths::default();
        if !comparison.entrants.iter().any(|e| matches!(e, Entrant::Beam { .. })) {
            return Ok(Some(widths));
        }
        let allowances = &comparison.allowances;
        let all = (0..comparison.grounds.len()).flat_map(|g| allowances.iter().map(move |&a| (g, a)));
        let mut climbing: Vec<(usize, usize)> = all.collect();
        let mut width = 1;
        while !climbing.is_empty() && width <= WIDEST {
            let jobs = climbing.iter().enumerate().map(|(i, &place)| probe(comparison, i, place, width));
            let jobs = jobs.collect::<Result<Vec<Job>, JobError>>()?;
            let done = workers.work(&jobs, results, |job| match climbing.get(job.setting) {
                Some(&(ground, _)) => run(comparison, ground, job, workers),
                None => Ok(None),
            })?;
            if done.left > 0 {
                return Ok(None);
            }
            let mut next = Vec::new();
            for (job, &place) in jobs.iter().zip(&climbing) {
                let Some(record) = results.get(&job.key) else { return Ok(None) };
                let cost = match comparison.spend.unit {
                    Unit::Nodes => record.nodes,
                    Unit::Reads => record.candidate_reads,
                };
                if record.stop != StopReason::Nodes.name() && cost <= comparison.spend.amount {
                    widths.0.entry(place).or_default().push((width, cost));
                    next.push(place);
                }
            }
            climbing = next;
            width *= STEP;
        }
        Ok(Some(widths))
    }

    /// The width at which a board costs about `amount`, but hardly more; 1 where even that is too wide.
    pub(super) fn at(&self, ground: usize, allowance: usize, amount: u64) -> usize {
        let tried = self.0.get(&(ground, allowance)).map_or(&[][..], Vec::as_slice);
        let Some(&(width, cost)) = tried.iter().rfind(|(_, cost)| *cost <= amount) else { return 1 };
        let scaled = width as u128 * u128::from(amount) * SHARE / (100 * u128::from(cost.max(1)));
        usize::try_from(scaled).unwrap_or(WIDEST).clamp(1, WIDEST)
    }
}

/// The job that tells what a board of a beam so wide costs.
fn probe(
    comparison: &Comparison,
    setting: usize,
    (ground, allowance): (usize, usize),
    width: usize,
) -> Result<Job, JobError> {
    let entrant = Entrant::Beam { boards: 1 };
    let wrong = |e: EngineError| JobError::Entrant { entrant: entrant.name(), error: e.to_string() };
    let puzzle = &comparison.grounds[ground].puzzle;
    let mut params = entrant.params(puzzle, &comparison.rules, Some(allowance), Some(width)).map_err(wrong)?;
    params.set("boards", "1").map_err(|e| wrong(e.into()))?;
    let seed = comparison.seeds.first().copied().unwrap_or(1);
    Ok(Job {
        key: key("beam", puzzle, &params, seed, [comparison.spend.amount, 0], "compare, width"),
        setting,
        name: format!("{}, {allowance} breaks: what a board of width {width} costs", comparison.grounds[ground].clues),
        params,
        seed,
    })
}

/// Runs a probe. A child is read before it is made, so no beam within the budget of reads has more nodes than
/// that.
fn run(comparison: &Comparison, ground: usize, job: &Job, workers: &Workers<'_>) -> Result<Option<Record>, StudyError> {
    let puzzle = &comparison.grounds[ground].puzzle;
    let engine = Entrant::Beam { boards: 1 }.engine()?;
    let budget = Budget { nodes: Some(comparison.spend.amount), stop: workers.stop.clone(), ..Budget::default() };
    let outcome = engine.run(puzzle, &job.params, Seed::new(job.seed), &budget, &mut Silent)?;
    if outcome.stop == StopReason::Flag {
        return Ok(None);
    }
    workers.record(job, puzzle, &outcome).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_scaled_from_the_widest_within_the_budget() {
        let tried = vec![(4, 1_000), (16, 8_000), (64, 70_000)];
        let widths = Widths(BTreeMap::from([((0, 28), tried)]));
        assert_eq!(widths.at(0, 28, 140_000), 112, "width 64 costs 70,000: 128 for 140,000, less 12 %");
        assert_eq!(widths.at(0, 28, 69_999), 123, "16 costs 8,000");
        assert_eq!(widths.at(0, 28, 999), 1);
        assert_eq!(widths.at(0, 30, 1 << 60), 1, "nothing was within the budget");
        assert_eq!(widths.at(0, 28, u64::MAX), WIDEST);
    }
}
