//! Algorithm X (and C) move by move, for people: what is chosen, what covering takes out, what
//! uncovering puts back, in the order of the links.
//!
//! A plain model of the lattice, lists of live options by item, that shares no code with the search. It
//! is meant for small problems; every move is kept.

use crate::problem::Problem;

/// One move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// The first item with the fewest live options, and those.
    Choose {
        /// The item.
        item: u32,
        /// Its live options.
        options: Vec<u32>,
    },
    /// An item without live options: this way there is no solution.
    DeadEnd {
        /// The item.
        item: u32,
    },
    /// An item leaves, and its options leave all other lists, in this order.
    Cover {
        /// The item.
        item: u32,
        /// The options.
        options: Vec<u32>,
    },
    /// They come back, in the opposite order.
    Uncover {
        /// The item.
        item: u32,
        /// The options.
        options: Vec<u32>,
    },
    /// A secondary item gets its colour; options that give it another leave all other lists.
    Purify {
        /// The item.
        item: u32,
        /// The colour.
        colour: u32,
        /// The options.
        options: Vec<u32>,
    },
    /// They come back, in the opposite order.
    Unpurify {
        /// The item.
        item: u32,
        /// The colour.
        colour: u32,
        /// The options.
        options: Vec<u32>,
    },
    /// An option is tried.
    Try {
        /// The option.
        option: u32,
    },
    /// It is taken back.
    TakeBack {
        /// The option.
        option: u32,
    },
    /// Every primary item is covered.
    Solution {
        /// The options chosen, in order.
        options: Vec<u32>,
    },
}

/// A move with its level: how many options are chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The level.
    pub level: usize,
    /// The move.
    pub what: Move,
}

/// The moves of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// In order.
    pub steps: Vec<Step>,
    /// Whether they lead to the end of the search.
    pub complete: bool,
}

/// Live options by item, and what is settled.
struct Lattice<'a> {
    problem: &'a Problem,
    live: Vec<Vec<u32>>,
    covered: Vec<bool>,
    /// The colour of every secondary item that has one.
    colour: Vec<u32>,
    steps: Vec<Step>,
}

/// An item chosen, the options it had, and which is being tried.
struct Level {
    item: u32,
    options: Vec<u32>,
    at: usize,
}

impl Lattice<'_> {
    fn note(&mut self, level: usize, what: Move) {
        self.steps.push(Step { level, what });
    }

    /// The other lists an option stands in: not those of its members that already agree with a colour.
    fn others(&self, option: u32, item: u32) -> Vec<usize> {
        let members = self.problem.option(option as usize).iter().filter(|m| m.item != item);
        let linked = members.filter(|m| m.colour == 0 || self.colour[m.item as usize] != m.colour);
        linked.map(|m| m.item as usize).collect()
    }

    fn hide(&mut self, option: u32, item: u32) {
        for other in self.others(option, item) {
            self.live[other].retain(|&o| o != option);
        }
    }

    fn unhide(&mut self, option: u32, item: u32) {
        for other in self.others(option, item) {
            let at = self.live[other].partition_point(|&o| o < option);
            self.live[other].insert(at, option);
        }
    }

    fn cover(&mut self, level: usize, item: u32) {
        let options = self.live[item as usize].clone();
        options.iter().for_each(|&o| self.hide(o, item));
        self.covered[item as usize] = true;
        self.note(level, Move::Cover { item, options });
    }

    fn uncover(&mut self, level: usize, item: u32) {
        let options: Vec<u32> = self.live[item as usize].iter().rev().copied().collect();
        options.iter().for_each(|&o| self.unhide(o, item));
        self.covered[item as usize] = false;
        self.note(level, Move::Uncover { item, options });
    }

    /// The live options that give an item another colour than this.
    fn disagreeing(&self, item: u32, colour: u32) -> Vec<u32> {
        let gives = |o: &u32| self.problem.option(*o as usize).iter().any(|m| m.item == item && m.colour == colour);
        self.live[item as usize].iter().filter(|o| !gives(o)).copied().collect()
    }

    /// Commits the other items of an option, in cyclic order from the item it was chosen for.
    fn commit(&mut self, level: usize, option: u32, chosen: u32) {
        for member in self.cyclic(option, chosen) {
            if member.colour == 0 {
                self.cover(level, member.item);
            } else if self.colour[member.item as usize] == 0 {
                let options = self.disagreeing(member.item, member.colour);
                options.iter().for_each(|&o| self.hide(o, member.item));
                self.colour[member.item as usize] = member.colour;
                self.note(level, Move::Purify { item: member.item, colour: member.colour, options });
            }
        }
    }

    /// Takes the commitments back in reverse; `before` are the colours there were.
    fn uncommit(&mut self, level: usize, option: u32, chosen: u32, before: &[u32]) {
        for member in self.cyclic(option, chosen).into_iter().rev() {
            if member.colour == 0 {
                self.uncover(level, member.item);
            } else if before[member.item as usize] == 0 {
                self.colour[member.item as usize] = 0;
                let mut options = self.disagreeing(member.item, member.colour);
                options.reverse();
                options.iter().for_each(|&o| self.unhide(o, member.item));
                self.note(level, Move::Unpurify { item: member.item, colour: member.colour, options });
            }
        }
    }

    /// The members of an option after `chosen`, wrapping around.
    fn cyclic(&self, option: u32, chosen: u32) -> Vec<crate::problem::Member> {
        let members = self.problem.option(option as usize);
        let at = members.iter().position(|m| m.item == chosen).unwrap_or(0);
        members[at + 1..].iter().chain(&members[..at]).copied().collect()
    }

    /// The first primary item with the fewest live options.
    fn choose(&self) -> Option<u32> {
        let primary = 0..self.problem.primary() as u32;
        primary.filter(|&i| !self.covered[i as usize]).min_by_key(|&i| self.live[i as usize].len())
    }
}

/// The moves of the search for all solutions, at most about `most` of them.
pub fn trace(problem: &Problem, most: usize) -> Trace {
    let items = problem.items().len();
    let mut live = vec![Vec::new(); items];
    for option in (0..problem.len()).filter(|&o| problem.has_primary(o)) {
        problem.option(option).iter().for_each(|m| live[m.item as usize].push(option as u32));
    }
    let (covered, colour) = (vec![false; items], vec![0; items]);
    let mut lattice = Lattice { problem, live, covered, colour, steps: Vec::new() };
    let mut levels: Vec<Level> = Vec::new();
    let mut colours: Vec<Vec<u32>> = Vec::new();
    let mut entering = true;
    while lattice.steps.len() < most {
        if entering {
            entering = false;
            let depth = levels.len();
            match lattice.choose() {
                None => {
                    let options = levels.iter().map(|l| l.options[l.at]).collect();
                    lattice.note(depth, Move::Solution { options });
                }
                Some(item) if lattice.live[item as usize].is_empty() => lattice.note(depth, Move::DeadEnd { item }),
                Some(item) => {
                    let options = lattice.live[item as usize].clone();
                    lattice.note(depth, Move::Choose { item, options: options.clone() });
                    lattice.cover(depth, item);
                    colours.push(lattice.colour.clone());
                    lattice.note(depth, Move::Try { option: options[0] });
                    lattice.commit(depth, options[0], item);
                    levels.push(Level { item, options, at: 0 });
                    entering = true;
                    continue;
                }
            }
        }
        let depth = levels.len().saturating_sub(1);
        let (Some(level), Some(before)) = (levels.last_mut(), colours.last()) else {
            return Trace { steps: lattice.steps, complete: true };
        };
        let option = level.options[level.at];
        lattice.uncommit(depth, option, level.item, before);
        lattice.note(depth, Move::TakeBack { option });
        level.at += 1;
        if let Some(&option) = level.options.get(level.at) {
            lattice.note(depth, Move::Try { option });
            lattice.commit(depth, option, level.item);
            entering = true;
        } else {
            lattice.uncover(depth, level.item);
            levels.pop();
            colours.pop();
        }
    }
    Trace { steps: lattice.steps, complete: false }
}

impl Step {
    /// One line for people, indented by level; options are numbered from 1.
    pub fn text(&self, problem: &Problem) -> String {
        let name = |item: u32| problem.items()[item as usize].as_str();
        let colour = |c: u32| problem.colours()[c as usize].as_str();
        let list = |options: &[u32]| {
            let named: Vec<String> = options.iter().map(|o| format!("R{}", o + 1)).collect();
            if named.is_empty() { "nothing".to_owned() } else { named.join(" ") }
        };
        let words = match &self.what {
            Move::Choose { item, options } => {
                let plural = if options.len() == 1 { "" } else { "s" };
                format!("choose {}: {} option{plural}, {}", name(*item), options.len(), list(options))
            }
            Move::DeadEnd { item } => format!("dead end: {} has no option left", name(*item)),
            Move::Cover { item, options } => format!("cover {}: takes out {}", name(*item), list(options)),
            Move::Uncover { item, options } => format!("uncover {}: puts back {}", name(*item), list(options)),
            Move::Purify { item, colour: c, options } => {
                format!("purify {}:{}: takes out {}", name(*item), colour(*c), list(options))
            }
            Move::Unpurify { item, colour: c, options } => {
                format!("unpurify {}:{}: puts back {}", name(*item), colour(*c), list(options))
            }
            Move::Try { option } => format!("try R{} ({})", option + 1, problem.option_text(*option as usize)),
            Move::TakeBack { option } => format!("take R{} back", option + 1),
            Move::Solution { options } => format!("solution: {}", list(options)),
        };
        format!("{:indent$}{words}", "", indent = 2 * self.level)
    }
}
