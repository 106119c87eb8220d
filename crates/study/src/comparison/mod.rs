//! Search shapes compared at equal cost: depth-first search, limited-discrepancy search and the beam on the same
//! moves, so that the only difference is what each does with them.
//!
//! What is equal: the puzzle with its clues, the order of cells, the candidates of `search::candidates` (at most so
//! many breaks a placement, frame seams or not), the breaks a whole board may have, the score (matched seams), the
//! budget, the seeds. Holes stay open, and afterwards the board of each is completed in the same way.
//!
//! * [`entrant`]: the engines and their parameters
//! * `width`: how wide a beam may be
//! * `spend`: budgets of nodes and of candidate reads
//! * [`report`]: the table
//!
//! The comparison is that of the seed document "Beam search"; see `docs/COMPARE.md`.

pub mod entrant;
pub mod report;
mod spend;
mod width;

use edgewise_puzzle::Puzzle;
use edgewise_search::fill::Filler;
use edgewise_search::{EngineError, Params};

use crate::job::{Job, JobError, key};
use crate::results::{Completed, Record, Results};
use crate::work::{RunReport, StudyError, Workers};
pub use entrant::{Entrant, Kind, Rules};
pub use report::Report;
use width::Widths;

/// Most holes completed exactly.
const EXACT_HOLES: usize = 12;
/// Branch-and-bound nodes that may take.
const FILL_NODES: u64 = 2_000_000;

/// What is equal between runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Nodes, of each engine's own kind.
    Nodes,
    /// Candidates looked at.
    Reads,
}

/// What every run may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spend {
    /// Of what.
    pub unit: Unit,
    /// How many.
    pub amount: u64,
}

/// A puzzle to compare on.
#[derive(Clone, Debug)]
pub struct Ground {
    /// What its clues are called.
    pub clues: String,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// What is to be compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The puzzle, with each set of clues.
    pub grounds: Vec<Ground>,
    /// What all engines share.
    pub rules: Rules,
    /// What every run may spend.
    pub spend: Spend,
    /// Breaks a board may have.
    pub allowances: Vec<usize>,
    /// Who is compared.
    pub entrants: Vec<Entrant>,
    /// The seeds, the same for all.
    pub seeds: Vec<u64>,
}

/// An engine on a ground with an allowance: a row of the table.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Index of the ground.
    pub ground: usize,
    /// Breaks a board may have; none where the entrant brings a schedule of its own.
    pub allowance: Option<usize>,
    /// The engine.
    pub entrant: Entrant,
    /// The width chosen for it, if it is a beam.
    pub width: Option<usize>,
    params: Params,
}

/// What a run of a comparison left.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The rows.
    pub contests: Vec<Contest>,
    /// Their jobs; `setting` is the row.
    pub jobs: Vec<Job>,
    /// How far it got.
    pub report: RunReport,
}

impl Comparison {
    /// Whether all engines take the puzzle and their parameters.
    pub fn check(&self) -> Result<(), JobError> {
        self.contests(&|_, _, _| 1).map(drop)
    }

    /// Runs what `results` does not have yet: first the probes that the widths of beams are chosen by, then every
    /// engine with every seed. The same records for any number of threads.
    pub fn run(&self, results: &mut Results, workers: &Workers<'_>) -> Result<Finished, StudyError> {
        self.check()?;
        let unfinished = self.contests(&|_, _, _| 1)?.len() * self.seeds.len();
        let Some(widths) = Widths::choose(self, workers, results)? else {
            let report = RunReport { found: 0, done: 0, left: unfinished };
            return Ok(Finished { contests: Vec::new(), jobs: Vec::new(), report });
        };
        let contests = self
            .contests(&|ground, allowance, boards| widths.at(ground, allowance, self.spend.amount / boards.max(1)))?;
        let jobs = self.jobs(&contests);
        let report = workers.work(&jobs, results, |job| match contests.get(job.setting) {
            Some(contest) => self.run_job(contest, job, workers),
            None => Ok(None),
        })?;
        Ok(Finished { contests, jobs, report })
    }

    /// The rows, with beams as wide as `width` says of ground, allowance and boards.
    fn contests(&self, width: &dyn Fn(usize, usize, u64) -> usize) -> Result<Vec<Contest>, JobError> {
        let mut contests = Vec::new();
        for (ground, Ground { puzzle, .. }) in self.grounds.iter().enumerate() {
            for allowance in self.allowances.iter().map(|&a| Some(a)).chain([None]) {
                for &entrant in self.entrants.iter().filter(|e| e.has_own_rules() == allowance.is_none()) {
                    let wrong = |e: EngineError| JobError::Entrant { entrant: entrant.name(), error: e.to_string() };
                    let width = match (entrant, allowance) {
                        (Entrant::Beam { boards }, Some(allowance)) => Some(width(ground, allowance, boards)),
                        _ => None,
                    };
                    let params = entrant.params(puzzle, &self.rules, allowance, width).map_err(wrong)?;
                    entrant.engine().and_then(|e| e.check(puzzle, &params)).map_err(wrong)?;
                    contests.push(Contest { ground, allowance, entrant, width, params });
                }
            }
        }
        Ok(contests)
    }

    /// Every row with every seed, seed by seed, so that an interrupted comparison has whole rows to compare.
    fn jobs(&self, contests: &[Contest]) -> Vec<Job> {
        let job = |seed, setting, contest: &Contest| {
            let puzzle = &self.grounds[contest.ground].puzzle;
            let beyond = format!("compare {:?}", self.spend.unit);
            Job {
                key: key(contest.entrant.engine_name(), puzzle, &contest.params, seed, [self.spend.amount, 0], &beyond),
                setting,
                name: self.name(contest),
                params: contest.params.clone(),
                seed,
            }
        };
        let rows = |seed| contests.iter().enumerate().map(move |(setting, contest)| job(seed, setting, contest));
        self.seeds.iter().flat_map(|&seed| rows(seed)).collect()
    }

    /// A row in words.
    pub fn name(&self, contest: &Contest) -> String {
        let clues = &self.grounds[contest.ground].clues;
        let allowance = contest.allowance.map_or_else(String::new, |a| format!(", {a} breaks"));
        format!("{clues}{allowance}: {}", contest.entrant.name())
    }

    fn run_job(&self, contest: &Contest, job: &Job, workers: &Workers<'_>) -> Result<Option<Record>, StudyError> {
        let (engine, puzzle) = (contest.entrant.engine()?, &self.grounds[contest.ground].puzzle);
        let stop = workers.stop;
        let outcome = spend::spend(engine.as_ref(), puzzle, &job.params, job.seed, self.spend, stop)?;
        let Some(outcome) = outcome else { return Ok(None) };
        let mut record = workers.record(job, puzzle, &outcome)?;
        let full = Filler::new(puzzle).fill(&outcome.board, EXACT_HOLES, FILL_NODES).board;
        let verdict = edgewise_portfolio::verdict(puzzle, &full).map_err(|e| StudyError::Referee(e.to_string()))?;
        let holes = outcome.board.holes().len();
        record.completed = Some(Completed { score: verdict.score, legal: verdict.legal, holes });
        Ok(Some(record))
    }
}
