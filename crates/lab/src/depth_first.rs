//! Depth-first search: as it is, for a comparison at equal cost; and with a bound, for the optimum.

use serde::{Deserialize, Serialize};

use crate::beam;
use crate::points::Points;
use crate::settings::{BeamSettings, Detail, LabError, Likeness, Rule};
use crate::trace::Leaf;
use crate::tree::{Node, Tree, path_of_text};

/// What a depth-first search found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Found {
    /// The best leaf, the first of equal ones; none if the nodes did not reach to one.
    pub best: Option<Leaf>,
    /// Children made and scored.
    pub nodes: u64,
    /// Whether the whole tree was seen, or excluded by the bound: `best` is then the optimum.
    pub complete: bool,
}

/// Goes down the best child first and takes back the last choice, for `nodes` nodes.
pub fn depth_first(tree: &Tree, nodes: u64) -> Found {
    Search::new(tree, nodes, false, None).run()
}

/// Looks for the best leaf, leaving out what the tree's bound excludes, for at most `nodes` nodes. Begins with
/// what a narrow beam finds, whose nodes are not counted.
pub fn optimum(tree: &Tree, nodes: u64) -> Result<Found, LabError> {
    let rule = Rule::Lottery { tolerance: Points::ZERO };
    let settings = BeamSettings { width: 512, rule, likeness: Likeness::None, ..BeamSettings::default() };
    let family_depth = settings.family_depth.min(tree.settings().depth);
    let first = beam::run(tree, &BeamSettings { family_depth, ..settings }, None, Detail::Counts)?;
    Ok(Search::new(tree, nodes, true, Some(first.best)).run())
}

struct Search<'a> {
    tree: &'a Tree,
    limit: u64,
    /// Whether the bound is used.
    bounded: bool,
    found: Found,
    path: Vec<u8>,
}

impl Search<'_> {
    fn new(tree: &Tree, limit: u64, bounded: bool, best: Option<Leaf>) -> Search<'_> {
        Search { tree, limit, bounded, found: Found { best, nodes: 0, complete: true }, path: Vec::new() }
    }

    fn run(mut self) -> Found {
        self.descend(&self.tree.root());
        self.found
    }

    fn descend(&mut self, node: &Node) {
        if node.depth == self.tree.settings().depth {
            if self.found.best.as_ref().is_none_or(|best| node.score > best.score) {
                self.found.best = Some(Leaf::of(&self.path, node));
            }
            return;
        }
        let left = self.limit - self.found.nodes;
        let mut children: Vec<(Points, u8, Node)> = self
            .tree
            .children(node)
            .take(usize::try_from(left).unwrap_or(usize::MAX))
            .map(|(choice, child)| (if self.bounded { self.tree.bound(&child) } else { child.score }, choice, child))
            .collect();
        self.found.nodes += children.len() as u64;
        self.found.complete &= children.len() == self.tree.settings().branching as usize;
        children.sort_by_key(|child| std::cmp::Reverse(child.0));
        for (bound, choice, child) in children {
            if self.bounded && self.found.best.as_ref().is_some_and(|best| bound <= best.score) {
                return;
            }
            if self.found.nodes == self.limit && child.depth < self.tree.settings().depth {
                self.found.complete = false;
                return;
            }
            self.path.push(choice);
            self.descend(&child);
            self.path.pop();
        }
    }
}

/// The path of the best leaf.
pub(crate) fn best_path(found: &Found) -> Option<Vec<u8>> {
    found.best.as_ref().and_then(|leaf| path_of_text(&leaf.path))
}
