//! The proof: is there a refill with at most so many breaks?
//!
//! Depth first over the search order, children by their bound, with a table of states proven hopeless. A
//! question answered no raises the bound by one; entries stay valid for the next question.
//!
//! A question may also limit the breaks of the first half of the steps, which cuts the search where it is
//! widest: of b breaks either at most b/2 lie in the first half, or fewer than that in the second, so two
//! searches, one from either end, answer for all. (Breaks between the halves count for neither.) Entries
//! stay valid as long as the rest, total less early breaks, does not shrink from question to question.

use std::time::Instant;

use edgewise_puzzle::Placement;

use crate::backend::Limits;
use crate::beam::Refill;
use crate::table::Table;
use crate::walk::{Child, State, Walk};

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// Most breaks in all.
    pub(crate) most: u8,
    /// Most breaks in the first half.
    pub(crate) early: u8,
    /// Steps of the first half.
    pub(crate) half: usize,
    /// Nodes after which to give up.
    pub(crate) nodes: u64,
}

/// The answer to one question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// A refill with no more breaks.
    Yes(Refill),
    /// There is none.
    No,
    /// The limits or the question's nodes ended the search.
    Cut,
}

/// The search, kept from question to question for its table.
pub(crate) struct Branch<'a> {
    walk: &'a Walk<'a>,
    table: Table,
    limits: &'a Limits,
    started: Instant,
    /// Choices of the line, by step.
    line: Vec<u16>,
    /// Children by step, kept to spare allocations.
    lists: Vec<Vec<Child>>,
    question: Question,
    /// Nodes: children entered.
    pub(crate) nodes: u64,
    /// Nodes at which to give up.
    last: u64,
    cut: bool,
}

impl<'a> Branch<'a> {
    /// A search of `walk` whose limits count from `started` and from `nodes` nodes.
    pub(crate) fn new(
        walk: &'a Walk<'a>,
        limits: &'a Limits,
        table: Table,
        started: Instant,
        nodes: u64,
    ) -> Branch<'a> {
        let n = walk.layout.len();
        let question = Question { most: 0, early: 0, half: 0, nodes: 0 };
        Branch {
            walk,
            table,
            limits,
            started,
            line: vec![0; n],
            lists: vec![Vec::new(); n],
            question,
            nodes,
            last: 0,
            cut: false,
        }
    }

    /// Answers a question.
    pub(crate) fn ask(&mut self, question: Question) -> Answer {
        self.question = question;
        self.last = self.nodes.saturating_add(question.nodes);
        self.cut = false;
        let root = self.walk.root();
        let found = self.descend(0, &root);
        match (found, self.cut) {
            (Some(breaks), _) => Answer::Yes(Refill { placements: self.placements(), breaks }),
            (None, true) => Answer::Cut,
            (None, false) => Answer::No,
        }
    }

    fn placements(&self) -> Vec<Placement> {
        let steps = self.walk.layout.steps.iter().zip(&self.line);
        let by_step: Vec<Placement> =
            steps.map(|(step, &choice)| step.choices[usize::from(choice)].placement).collect();
        self.walk.layout.filling(&by_step)
    }

    /// Whether the limits are met, whatever the question.
    pub(crate) fn is_over(&self) -> bool {
        self.limits.nodes.is_some_and(|n| self.nodes >= n)
            || self.limits.stop.is_raised()
            || self.limits.time.is_some_and(|t| self.started.elapsed() >= t)
    }

    /// The breaks of the first refill found below `state`, whose choices are then on the line.
    fn descend(&mut self, k: usize, state: &State) -> Option<u8> {
        let n = self.walk.layout.len();
        if k == n {
            return Some(state.breaks);
        }
        let mut list = std::mem::take(&mut self.lists[k]);
        list.clear();
        let (walk, line) = (self.walk, &self.line);
        let colours = |step: usize, side: usize| walk.layout.steps[step].choices[usize::from(line[step])].sides[side];
        let Question { most, early, half, .. } = self.question;
        let allowed = if k < half { most.min(early) } else { most };
        walk.children(k, state, most, allowed, colours, &mut list);
        list.sort_unstable_by_key(|child| (child.bound, child.choice));
        let is_remembered = k + 2 < n && self.walk.has_key(k + 1);
        let mut found = None;
        for child in &list {
            let left = most - child.state.breaks;
            if is_remembered && self.table.too_few(child.state.used, child.state.key) > left {
                continue;
            }
            self.cut |= self.nodes >= self.last
                || self.limits.nodes.is_some_and(|n| self.nodes >= n)
                || self.nodes.is_multiple_of(4096) && self.is_over();
            if self.cut {
                break;
            }
            self.nodes += 1;
            self.line[k] = child.choice;
            found = self.descend(k + 1, &child.state);
            if found.is_some() || self.cut {
                break;
            }
            if is_remembered {
                self.table.remember(child.state.used, child.state.key, left);
            }
        }
        self.lists[k] = list;
        found
    }
}
