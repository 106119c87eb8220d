//! The smallest engine that keeps every requirement: depth first without breaks, holes filled at
//! the end and a few times on the way.

use edgewise_conformance::oracle;
use edgewise_puzzle::{Board, Placement, Puzzle, Score, opposite};
use edgewise_search::{
    Budget, Clock, Engine, EngineError, Event, Kind, Observer, Order, Outcome, Parameter, ParameterTable, Params,
    Profile, Progress, Seed, StopReason,
};

/// Nodes between two looks at the clock.
pub(crate) const LATENCY: u64 = 64;

pub(crate) static TABLE: ParameterTable = ParameterTable {
    engine: "toy",
    parameters: &[
        Parameter { name: "order", kind: Kind::Text, default: "row", help: "Cell order", unit: "", source: "" },
        Parameter { name: "fill", kind: Kind::Flag, default: "true", help: "Fill holes", unit: "", source: "" },
        Parameter { name: "every", kind: Kind::Integer(1, 64), default: "9", help: "x", unit: "", source: "" },
        Parameter {
            name: "pick",
            kind: Kind::Choice(&["chance", "number"]),
            default: "chance",
            help: "",
            unit: "",
            source: "",
        },
    ],
    presets: &[("plain", "order = 'row'"), ("columns", "order = 'column'\nevery = 4")],
};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Toy {
    /// Lets every seam break, so that the whole tree is searched.
    pub(crate) breaks: bool,
}

impl Engine for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn parameters(&self) -> &'static ParameterTable {
        &TABLE
    }

    fn check(&self, puzzle: &Puzzle, params: &Params) -> Result<(), EngineError> {
        order(puzzle, params).map(drop)
    }

    fn run(
        &self,
        puzzle: &Puzzle,
        params: &Params,
        seed: Seed,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, EngineError> {
        let order = order(puzzle, params)?;
        let mut rng = seed.rng();
        let board = puzzle.clue_board();
        let cells: Vec<usize> = order.cells.into_iter().filter(|&c| board.get(c).is_none()).collect();
        let options = cells.iter().map(|&cell| {
            let mut options = puzzle.placements_at(cell);
            if params.text("pick") == "chance" {
                rng.shuffle(&mut options);
            }
            options
        });
        let options = options.collect();
        let mut used = vec![false; puzzle.pieces().len()];
        board.cells().iter().flatten().for_each(|p| used[p.piece()] = true);
        let mut run = Run {
            toy: *self,
            puzzle,
            fill: params.flag("fill"),
            every: params.integer("every") as u64,
            clock: Clock::start(budget),
            clues: puzzle.clues().len(),
            depth_counts: vec![0; puzzle.size().cells() + 1],
            deepest_board: board.clone(),
            board,
            cells,
            options,
            used,
            best: None,
            nodes: 0,
            reads: 0,
            fills: 0,
            deepest: puzzle.clues().len(),
            observer,
        };
        Ok(run.go())
    }
}

fn order(puzzle: &Puzzle, params: &Params) -> Result<Order, EngineError> {
    let clues: Vec<usize> = puzzle.clues().iter().map(|c| c.cell).collect();
    Ok(Order::named(&params.text("order").escape_debug().to_string(), puzzle.size(), &clues)?)
}

struct Best {
    board: Board,
    score: Score,
    unfilled: Board,
    filled_by: Option<&'static str>,
}

struct Run<'a> {
    toy: Toy,
    puzzle: &'a Puzzle,
    fill: bool,
    every: u64,
    clock: Clock,
    clues: usize,
    depth_counts: Vec<u64>,
    board: Board,
    deepest_board: Board,
    cells: Vec<usize>,
    options: Vec<Vec<Placement>>,
    used: Vec<bool>,
    best: Option<Best>,
    nodes: u64,
    reads: u64,
    fills: u64,
    deepest: usize,
    observer: &'a mut dyn Observer,
}

impl Run<'_> {
    fn go(&mut self) -> Outcome {
        self.observer.event(&Event::Started);
        let mut stop = self.stopped().or_else(|| self.descend(0)).unwrap_or(StopReason::Exhausted);
        let deepest = self.deepest_board.clone();
        self.look(&deepest, true);
        if self.best.as_ref().is_none_or(|best| !self.puzzle.is_legal(&best.board)) {
            // Whatever there is: a legal board if the puzzle has one.
            let clues = self.puzzle.clue_board();
            self.look(&clues, true);
        }
        if let Some(reason @ (StopReason::Solved | StopReason::Target)) = self.stopped() {
            stop = reason;
        }
        let profile = Profile::of_placements(self.depth_counts.clone());
        self.observer.event(&Event::Profile(Box::new(profile.clone())));
        self.observer.event(&Event::Finished(self.progress()));
        let own = || (deepest.clone(), self.puzzle.score(&deepest), None, None);
        let (board, score, unfilled, filled_by) = self.best.as_ref().map_or_else(own, |best| {
            let unfilled = (best.unfilled.clone(), self.puzzle.score(&best.unfilled));
            (best.board.clone(), best.score, Some(unfilled), best.filled_by)
        });
        Outcome {
            board,
            score,
            unfilled,
            filled_by,
            stop,
            nodes: self.nodes,
            candidate_reads: self.reads,
            deepest: self.deepest,
            profile,
            attempts: 1,
            fills: self.fills,
            fill_nodes: 0,
            seconds: self.clock.elapsed().as_secs_f64(),
        }
    }

    /// The limit that is met, if the run stands where it looks.
    fn stopped(&self) -> Option<StopReason> {
        let legal = self.best.as_ref().filter(|best| self.puzzle.is_legal(&best.board)).map(|best| best.score.matched);
        if legal == Some(self.puzzle.size().seams()) {
            return Some(StopReason::Solved);
        }
        let spent = self.clock.spent(self.nodes, legal);
        spent.filter(|&why| why == StopReason::Nodes || self.nodes.is_multiple_of(LATENCY) || why == StopReason::Target)
    }

    fn descend(&mut self, step: usize) -> Option<StopReason> {
        let &cell = self.cells.get(step)?;
        for index in 0..self.options[step].len() {
            let placement = self.options[step][index];
            self.reads += 1;
            if self.used[placement.piece()] || (!self.toy.breaks && self.breaks(cell, placement)) {
                continue;
            }
            self.used[placement.piece()] = true;
            self.board.set(cell, Some(placement));
            self.nodes += 1;
            self.depth_counts[self.clues + step + 1] += 1;
            let full = step + 1 == self.cells.len();
            let deeper = self.clues + step + 1 > self.deepest;
            if deeper {
                self.deepest = self.clues + step + 1;
                self.deepest_board = self.board.clone();
            }
            if full || (deeper && self.fills < 2 && (step as u64 + 1).is_multiple_of(self.every)) {
                let board = self.board.clone();
                self.look(&board, full);
            }
            if self.nodes.is_multiple_of(LATENCY) {
                self.observer.event(&Event::Progress(self.progress()));
            }
            let stop = self.stopped().or_else(|| self.descend(step + 1));
            self.used[placement.piece()] = false;
            self.board.set(cell, None);
            if stop.is_some() {
                return stop;
            }
        }
        None
    }

    fn breaks(&self, cell: usize, placement: Placement) -> bool {
        let sides = self.puzzle.sides(placement);
        (0..4).any(|side| {
            let there = self.puzzle.size().neighbour(cell, side).and_then(|other| self.board.get(other));
            there.is_some_and(|there| !self.puzzle.seam_matches(sides[side], self.puzzle.sides(there)[opposite(side)]))
        })
    }

    /// Completes a board and keeps it if it is better: an illegal one only at the `last` look.
    fn look(&mut self, board: &Board, last: bool) {
        let (full, filled_by) = if board.holes().is_empty() {
            (board.clone(), None)
        } else if self.fill {
            self.fills += 1;
            (oracle::legal_completion(self.puzzle, board).unwrap_or_else(|| self.any_completion(board)), Some("greedy"))
        } else {
            return;
        };
        let legal = self.puzzle.is_legal(&full);
        let score = self.puzzle.score(&full);
        let better = self.best.as_ref().is_none_or(|best| score.matched > best.score.matched);
        if better && (legal || (last && !oracle::has_legal_board(self.puzzle))) {
            let unfilled = Some(board.clone());
            self.observer.event(&Event::Improved { board: full.clone(), score, nodes: self.nodes, unfilled });
            self.best = Some(Best { board: full, score, unfilled: board.clone(), filled_by });
        }
    }

    /// The left-over pieces in the holes as they come.
    fn any_completion(&self, board: &Board) -> Board {
        let mut full = board.clone();
        let lies = |piece: usize| board.cells().iter().flatten().any(|p| p.piece() == piece);
        let left = (0..self.puzzle.pieces().len()).filter(|&piece| !lies(piece));
        board.holes().into_iter().zip(left).for_each(|(hole, piece)| full.set(hole, Some(Placement::new(piece, 0))));
        full
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes,
            candidate_reads: self.reads,
            restarts: 0,
            depth: self.board.filled(),
            deepest: self.deepest,
            best: self.best.as_ref().map(|best| best.score.matched),
            fills: self.fills,
        }
    }
}
