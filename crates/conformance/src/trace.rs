//! A run written down.

use edgewise_puzzle::{Board, Puzzle, Score};
use edgewise_search::{Budget, Event, Outcome, Progress, Seed};

/// Everything an engine said during one run, and under what orders it ran.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The run in words: puzzle, parameters, seed, budget.
    pub case: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The seed.
    pub seed: Seed,
    /// The budget.
    pub budget: Budget,
    /// Whether the parameters let the engine fill holes.
    pub filling: bool,
    /// The events in the order they came.
    pub events: Vec<Event>,
    /// What the run left.
    pub outcome: Outcome,
}

/// A board that left the engine.
#[derive(Clone, Debug)]
pub struct Leaving<'a> {
    /// Where it left: `outcome`, or `improvement` with its number.
    pub by: String,
    /// The board.
    pub board: &'a Board,
    /// The score it came with.
    pub score: Score,
    /// The search's own board behind it, with its score where one was given.
    pub unfilled: Option<(&'a Board, Option<Score>)>,
}

/// An `Improved` event.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Improvement<'a> {
    /// The board.
    pub board: &'a Board,
    /// Its score.
    pub score: Score,
    /// Nodes when it was found.
    pub nodes: u64,
    /// The board before its holes were filled.
    pub unfilled: Option<&'a Board>,
}

impl Trace {
    /// The improvements in the order they came.
    pub fn improvements(&self) -> impl Iterator<Item = Improvement<'_>> {
        self.events.iter().filter_map(|event| match event {
            Event::Improved { board, score, nodes, unfilled } => {
                Some(Improvement { board, score: *score, nodes: *nodes, unfilled: unfilled.as_ref() })
            }
            _ => None,
        })
    }

    /// The progress reports in the order they came, that of `Finished` included.
    pub fn progress(&self) -> impl Iterator<Item = &Progress> {
        self.events.iter().filter_map(|event| match event {
            Event::Progress(progress) | Event::Finished(progress) => Some(progress),
            _ => None,
        })
    }

    /// Every board that left the engine, the outcome's last.
    pub fn leaving(&self) -> Vec<Leaving<'_>> {
        let numbered = (1..).zip(self.improvements());
        let mut all: Vec<Leaving<'_>> = numbered
            .map(|(number, i)| Leaving {
                by: format!("improvement {number}"),
                board: i.board,
                score: i.score,
                unfilled: i.unfilled.map(|board| (board, None)),
            })
            .collect();
        let Outcome { board, score, unfilled, .. } = &self.outcome;
        let unfilled = unfilled.as_ref().map(|(board, score)| (board, Some(*score)));
        all.push(Leaving { by: "outcome".to_owned(), board, score: *score, unfilled });
        all
    }
}
