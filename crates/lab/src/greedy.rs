//! Greedy walks: the best child of every node, no second thought. A beam of width 1.

use edgewise_puzzle::Rng;
use serde::{Deserialize, Serialize};

use crate::trace::Leaf;
use crate::tree::{Node, Tree};

/// Walks down taking the best child; of equal ones the first.
pub fn greedy(tree: &Tree) -> Leaf {
    walk(tree, |_| 0)
}

/// The best of many greedy walks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Restarts {
    /// Walks made.
    pub walks: u64,
    /// Children made and scored.
    pub nodes: u64,
    /// The best leaf; the first of equal ones.
    pub best: Leaf,
}

/// Greedy walks that draw among equally good children, as many as cost about `nodes`, at least one.
pub fn restarts(tree: &Tree, nodes: u64, seed: u64) -> Restarts {
    let cost = u64::from(tree.settings().branching) * u64::from(tree.settings().depth);
    let walks = (nodes / cost).max(1);
    let mut rng = Rng::new(seed);
    let mut best = walk(tree, |n| rng.index(n));
    for _ in 1..walks {
        let leaf = walk(tree, |n| rng.index(n));
        if leaf.score > best.score {
            best = leaf;
        }
    }
    Restarts { walks, nodes: walks * cost, best }
}

/// Walks down; `pick` says which of so many equally good children to take.
fn walk(tree: &Tree, mut pick: impl FnMut(usize) -> usize) -> Leaf {
    let (mut node, mut path) = (tree.root(), Vec::new());
    loop {
        let children: Vec<(u8, Node)> = tree.children(&node).collect();
        let Some(best) = children.iter().map(|(_, child)| child.score).max() else {
            return Leaf::of(&path, &node);
        };
        let tied: Vec<&(u8, Node)> = children.iter().filter(|(_, child)| child.score == best).collect();
        let (choice, child) = tied[pick(tied.len())];
        path.push(*choice);
        node = *child;
    }
}
