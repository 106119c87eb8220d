//! The model both solvers get: variables with finite domains, five kinds of constraints, an objective.
//!
//! For every slot a *choice* among its (piece, rotation) options, a *piece* and the *colours* of its sides that
//! have a seam, joined by a table with a row an option; the pieces all different; for every seam a boolean
//! *match*, equivalent to equal colours; for every slot under a cap that can bind, a least number of matches on
//! its incoming sides. The rim is hard in that only options that fit it are there. Wanted: the most matches.

use edgewise_puzzle::{Colour, Placement, Puzzle, opposite};
use edgewise_tail::{Meets, Option4, TailProblem};

/// A variable: an index into [`Model::domains`].
pub type Var = usize;

/// What must hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// No two of these are equal.
    AllDifferent(Vec<Var>),
    /// The values of `of` are one of `rows`.
    Table {
        /// The variables; the first is a choice.
        of: Vec<Var>,
        /// Rows by choice: the first value of each is its number, from 0.
        rows: Vec<Vec<i32>>,
    },
    /// `matched` (0 or 1) is 1 exactly if `here = there`.
    Agree {
        /// The match boolean.
        matched: Var,
        /// The colour on one side of the seam.
        here: Var,
        /// The colour on the other.
        there: Var,
    },
    /// `matched` (0 or 1) is 1 exactly if `here = colour`.
    Shows {
        /// The match boolean.
        matched: Var,
        /// The colour of a free cell's side.
        here: Var,
        /// The frozen colour it meets.
        colour: i32,
    },
    /// At least so many of these booleans are 1.
    AtLeast {
        /// The booleans.
        of: Vec<Var>,
        /// How many.
        least: i32,
    },
}

/// A tail as a constraint model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The values of every variable, ascending, never empty.
    pub domains: Vec<Vec<i32>>,
    /// What must hold. Every [`Constraint::Table`] comes before the seams of its slot.
    pub constraints: Vec<Constraint>,
    /// The match booleans; their sum is to be as great as can be.
    pub matches: Vec<Var>,
    /// The choice variable of every slot.
    choices: Vec<Var>,
    /// The options of every slot, by choice.
    options: Vec<Vec<Option4>>,
}

impl Model {
    /// The model of `problem`; `None` if a slot has no option at all, so that there is no refill.
    pub fn new(problem: &TailProblem) -> Option<Model> {
        let options: Vec<_> = (0..problem.slots().len()).map(|slot| problem.options(slot)).collect();
        if options.iter().any(Vec::is_empty) {
            return None;
        }
        let mut model =
            Model { domains: Vec::new(), constraints: Vec::new(), matches: Vec::new(), choices: Vec::new(), options };
        let colours = model.add_slots(problem);
        let seams = model.add_seams(problem, &colours);
        model.add_caps(problem, &seams);
        Some(model)
    }

    fn variable(&mut self, mut domain: Vec<i32>) -> Var {
        domain.sort_unstable();
        domain.dedup();
        self.domains.push(domain);
        self.domains.len() - 1
    }

    /// Choices, pieces and colours; gives the colour variable of every side with a seam.
    fn add_slots(&mut self, problem: &TailProblem) -> Vec<[Option<Var>; 4]> {
        let mut pieces = Vec::new();
        let mut colours = Vec::new();
        for (slot, options) in problem.slots().iter().zip(self.options.clone()) {
            let choice = self.variable((0..options.len() as i32).collect());
            let piece = self.variable(options.iter().map(|o| o.index as i32).collect());
            let mut of = vec![choice, piece];
            let mut rows: Vec<Vec<i32>> = (0..).zip(&options).map(|(i, o)| vec![i, o.index as i32]).collect();
            let mut shown = [None; 4];
            for side in (0..4).filter(|&side| matches!(slot.meets[side], Meets::Frozen(_) | Meets::Slot(_))) {
                let column: Vec<i32> = options.iter().map(|o| code(problem.puzzle(), o.sides[side], side)).collect();
                rows.iter_mut().zip(&column).for_each(|(row, &colour)| row.push(colour));
                let colour = self.variable(column);
                of.push(colour);
                shown[side] = Some(colour);
            }
            self.constraints.push(Constraint::Table { of, rows });
            self.choices.push(choice);
            pieces.push(piece);
            colours.push(shown);
        }
        self.constraints.push(Constraint::AllDifferent(pieces));
        colours
    }

    /// The match booleans; gives that of every side with a seam, the same from both slots of an inner one.
    fn add_seams(&mut self, problem: &TailProblem, colours: &[[Option<Var>; 4]]) -> Vec<[Option<Var>; 4]> {
        let mut seams = vec![[None; 4]; colours.len()];
        for (s, slot) in problem.slots().iter().enumerate() {
            for side in 0..4 {
                let (Some(here), None) = (colours[s][side], seams[s][side]) else { continue };
                let matched = self.variable(vec![0, 1]);
                self.matches.push(matched);
                seams[s][side] = Some(matched);
                match slot.meets[side] {
                    Meets::Frozen(colour) => {
                        let colour = code(problem.puzzle(), colour, opposite(side));
                        self.constraints.push(Constraint::Shows { matched, here, colour });
                    }
                    Meets::Slot(other) => {
                        seams[other][opposite(side)] = Some(matched);
                        if let Some(there) = colours[other][opposite(side)] {
                            self.constraints.push(Constraint::Agree { matched, here, there });
                        }
                    }
                    Meets::Rim | Meets::Open => {}
                }
            }
        }
        seams
    }

    fn add_caps(&mut self, problem: &TailProblem, seams: &[[Option<Var>; 4]]) {
        let Some(cap) = problem.cap().map(i32::from) else { return };
        for (slot, seams) in problem.slots().iter().zip(seams) {
            let of: Vec<Var> = (0..4).filter(|&side| slot.incoming[side]).filter_map(|side| seams[side]).collect();
            let least = of.len() as i32 - cap;
            if least > 0 {
                self.constraints.push(Constraint::AtLeast { of, least });
            }
        }
    }

    /// Reads a solution: the placement of every slot, given the value of a variable; `None` if a choice has
    /// no such value.
    pub fn filling(&self, value: impl Fn(Var) -> Option<i64>) -> Option<Vec<Placement>> {
        let chosen = self.choices.iter().zip(&self.options).map(|(&choice, options)| {
            let index = usize::try_from(value(choice)?).ok()?;
            options.get(index).map(|option| option.placement)
        });
        chosen.collect()
    }

    /// The value of every variable under a filling; `None` if a placement is no option of its slot.
    pub fn values(&self, filling: &[Placement]) -> Option<Vec<i32>> {
        let mut values = vec![0; self.domains.len()];
        for ((&choice, options), &placement) in self.choices.iter().zip(&self.options).zip(filling) {
            values[choice] = options.iter().position(|option| option.placement == placement)? as i32;
        }
        for constraint in &self.constraints {
            match constraint {
                Constraint::Table { of, rows } => {
                    let row = &rows[values[of[0]] as usize];
                    of.iter().zip(row).for_each(|(&var, &value)| values[var] = value);
                }
                Constraint::Agree { matched, here, there } => {
                    values[*matched] = i32::from(values[*here] == values[*there]);
                }
                Constraint::Shows { matched, here, colour } => values[*matched] = i32::from(values[*here] == *colour),
                Constraint::AllDifferent(_) | Constraint::AtLeast { .. } => {}
            }
        }
        Some(values)
    }
}

/// A colour on `side` as a number such that two sides of a seam match exactly if their numbers are equal:
/// the colour, or, if it does not even match itself (grey inside a framed puzzle), one that only this half
/// of a seam has.
fn code(puzzle: &Puzzle, colour: Colour, side: usize) -> i32 {
    match puzzle.seam_matches(colour, colour) {
        true => i32::from(colour),
        false => [-1, -1, -2, -2][side],
    }
}
