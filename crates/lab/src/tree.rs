//! The synthetic tree.
//!
//! Every node has a quality between 0 and 1, part of it inherited:
//!
//! ```text
//! quality(child) = h · quality(parent) + (1 − h) · u        u uniform, from the path's hash; the root has ½
//! gain(child)    = quality(child), down to a step of 1/levels
//!                  + reward if the child is a trap            − cost for every trap above it
//! ```
//!
//! A node's score is the sum of the gains on its way from the root, as a board's is of its matched seams. A trap
//! is thus worth `reward − cost · (levels below it)`: early ones are a loss, late ones a bargain. That is piece
//! theft in two lines: what pays now is missing later.
//!
//! Source: the seed document "Beam search", which says branching 4, depth 14, scores partly heritable and a few
//! traps; shares, steps and amounts are ours.

use edgewise_puzzle::Rng;
use edgewise_puzzle::fnv::Fnv;
use serde::{Deserialize, Serialize};

use crate::points::Points;
use crate::settings::LabError;

/// Most children of a node: a choice is one character of a path.
pub const MOST_BRANCHING: u32 = 36;
/// Most levels.
pub const MOST_DEPTH: u32 = 64;
/// Most points for a reward or a cost.
const MOST_POINTS: f64 = 1000.0;

/// What decides a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeSettings {
    /// Children of a node, 1 to 36.
    pub branching: u32,
    /// Levels below the root, 1 to 64.
    pub depth: u32,
    /// Share of a node's quality that is its parent's, 0 to 1.
    pub heritability: Points,
    /// Steps of a point that gains are rounded down to, 2 to 65536, so that scores tie; 0: not rounded.
    pub levels: u32,
    /// Share of nodes that are traps, 0 to 1.
    pub trap_share: Points,
    /// What a trap pays at once, 0 to 1000 points.
    pub trap_reward: Points,
    /// What a trap costs each of its descendants, 0 to 1000 points.
    pub trap_cost: Points,
    /// Which tree of the kind.
    pub seed: u64,
}

impl Default for TreeSettings {
    /// Branching and depth of the seed document; half of a quality inherited, eight steps a point, one node in
    /// fifty a trap that pays a point and costs a quarter of one each level.
    fn default() -> Self {
        TreeSettings {
            branching: 4,
            depth: 14,
            heritability: HALF,
            levels: 8,
            trap_share: Points::ratio(1, 50),
            trap_reward: Points::ONE,
            trap_cost: Points::ratio(1, 4),
            seed: 1,
        }
    }
}

/// The root's quality.
const HALF: Points = Points::ratio(1, 2);

/// A node, with what its children inherit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// The hash of the way from the root.
    path: Fnv,
    /// Levels below the root.
    pub depth: u32,
    /// Its quality.
    pub quality: Points,
    /// What it added to its parent's score.
    pub gain: Points,
    /// The sum of the gains down to it.
    pub score: Points,
    /// Whether it is a trap.
    pub trap: bool,
    /// Traps on the way to it, itself included.
    pub traps: u32,
}

impl Node {
    /// A number that stands for the node's path; two paths share one with a chance of 2⁻⁶⁴.
    pub fn hash(&self) -> u64 {
        self.path.hash()
    }
}

/// A tree. It holds no nodes: each is made from its parent when it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tree(TreeSettings);

impl Tree {
    /// The tree of these settings, if they are within their ranges.
    pub fn new(settings: TreeSettings) -> Result<Tree, LabError> {
        let of = |name, value: String, expected| Err(LabError::Setting { name, value, expected });
        let share = |x: Points| (Points::ZERO..=Points::ONE).contains(&x);
        let points = |x: Points| (0.0..=MOST_POINTS).contains(&x.value());
        let s = settings;
        if !(1..=MOST_BRANCHING).contains(&s.branching) {
            return of("branching", s.branching.to_string(), "1 to 36");
        }
        if !(1..=MOST_DEPTH).contains(&s.depth) {
            return of("depth", s.depth.to_string(), "1 to 64");
        }
        if !share(s.heritability) {
            return of("heritability", s.heritability.value().to_string(), "0 to 1");
        }
        if s.levels == 1 || s.levels > 1 << 16 {
            return of("levels", s.levels.to_string(), "0, or 2 to 65536");
        }
        if !share(s.trap_share) {
            return of("trap share", s.trap_share.value().to_string(), "0 to 1");
        }
        if !points(s.trap_reward) {
            return of("trap reward", s.trap_reward.value().to_string(), "0 to 1000 points");
        }
        if !points(s.trap_cost) {
            return of("trap cost", s.trap_cost.value().to_string(), "0 to 1000 points");
        }
        Ok(Tree(settings))
    }

    /// Its settings.
    pub fn settings(&self) -> &TreeSettings {
        &self.0
    }

    /// The root: no score, quality ½.
    pub fn root(&self) -> Node {
        let mut path = Fnv::default();
        path.word(self.0.seed);
        let zero = Points::ZERO;
        Node { path, depth: 0, quality: HALF, gain: zero, score: zero, trap: false, traps: 0 }
    }

    /// The child of `parent` that `choice` leads to, below `branching` in a tree of finite width.
    pub fn child(&self, parent: &Node, choice: u8) -> Node {
        let mut path = parent.path;
        path.byte(choice);
        // The child's own random numbers: the first draws of the stream its path seeds.
        let mut rng = Rng::new(path.hash());
        let quality = self.quality(parent.quality, Points::fraction(rng.next_u64()));
        let trap = Points::fraction(rng.next_u64()) < self.0.trap_share;
        let reward = if trap { self.0.trap_reward } else { Points::ZERO };
        let gain = quality.down_to(self.0.levels) + reward - self.0.trap_cost * parent.traps;
        Node {
            path,
            depth: parent.depth + 1,
            quality,
            gain,
            score: parent.score + gain,
            trap,
            traps: parent.traps + u32::from(trap),
        }
    }

    /// The quality that inherits from `parent`, `own` being its own part.
    fn quality(&self, parent: Points, own: Points) -> Points {
        let heritability = self.0.heritability;
        parent.share(heritability) + own.share(Points::ONE - heritability)
    }

    /// The children of `parent` with their choices; none of a leaf.
    pub fn children(&self, parent: &Node) -> impl Iterator<Item = (u8, Node)> + use<'_> {
        let parent = *parent;
        let choices = if parent.depth < self.0.depth { self.0.branching as u8 } else { 0 };
        (0..choices).map(move |choice| (choice, self.child(&parent, choice)))
    }

    /// The node at the end of a path, if the tree has it.
    pub fn walk(&self, path: &[u8]) -> Option<Node> {
        let inside = path.len() <= self.0.depth as usize && path.iter().all(|&c| u32::from(c) < self.0.branching);
        inside.then(|| path.iter().fold(self.root(), |node, &choice| self.child(&node, choice)))
    }

    /// A score that no leaf below `node` exceeds: the best quality on every level, every trap that pays and no
    /// other.
    pub fn bound(&self, node: &Node) -> Points {
        let left = self.0.depth - node.depth;
        let mut quality = node.quality;
        let mut most = node.score - self.0.trap_cost * (node.traps * left);
        for below in (0..left).rev() {
            quality = self.quality(quality, Points::fraction(u64::MAX));
            most = most + quality.down_to(self.0.levels);
            if self.0.trap_share > Points::ZERO {
                most = most + (self.0.trap_reward - self.0.trap_cost * below).max(Points::ZERO);
            }
        }
        most
    }
}

/// A path as text: one character of 0–9, a–z a choice.
pub fn path_text(path: &[u8]) -> String {
    path.iter().map(|&choice| char::from_digit(choice.into(), MOST_BRANCHING).unwrap_or('?')).collect()
}

/// The path that a text stands for.
pub fn path_of_text(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|c| c.to_digit(MOST_BRANCHING).map(|choice| choice as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(value: f64) -> Points {
        Points::new(value).unwrap()
    }

    #[test]
    fn settings_out_of_range_are_named() {
        let default = TreeSettings::default();
        let message = |s: TreeSettings| Tree::new(s).unwrap_err().to_string();
        assert!(Tree::new(default).is_ok());
        assert_eq!(message(TreeSettings { branching: 0, ..default }), "lab: branching 0: expected 1 to 36");
        assert_eq!(message(TreeSettings { depth: 65, ..default }), "lab: depth 65: expected 1 to 64");
        assert!(message(TreeSettings { heritability: points(1.5), ..default }).contains("heritability 1.5"));
        assert!(message(TreeSettings { levels: 1, ..default }).contains("levels 1"));
        assert!(message(TreeSettings { trap_share: points(-0.5), ..default }).contains("trap share -0.5"));
        assert!(message(TreeSettings { trap_reward: points(-1.0), ..default }).contains("trap reward -1"));
        assert!(message(TreeSettings { trap_cost: points(2000.0), ..default }).contains("trap cost 2000"));
    }

    #[test]
    fn scores_are_the_sums_the_heading_says() {
        for seed in 0..50 {
            let tree = Tree::new(TreeSettings { trap_share: points(0.3), seed, ..TreeSettings::default() }).unwrap();
            let path: Vec<u8> = (0..14).map(|i| ((seed as usize * 7 + i * 5) % 4) as u8).collect();
            let nodes: Vec<Node> = (0..=14).map(|n| tree.walk(&path[..n]).unwrap()).collect();
            let traps: Vec<usize> = (1..=14).filter(|&i| nodes[i].trap).collect();
            for depth in 1..=14 {
                let steps = |n: &Node| (n.quality.value() * 8.0).floor() / 8.0;
                let qualities: f64 = nodes[1..=depth].iter().map(steps).sum();
                let above = traps.iter().filter(|&&t| t <= depth);
                let traded: f64 = above.map(|&t| 1.0 - 0.25 * (depth - t) as f64).sum();
                assert_eq!(nodes[depth].score.value(), qualities + traded, "seed {seed}, depth {depth}");
                assert_eq!(nodes[depth].traps as usize, traps.iter().filter(|&&t| t <= depth).count());
            }
        }
        assert_eq!(Tree::new(TreeSettings::default()).unwrap().walk(&[4]), None);
    }

    #[test]
    fn qualities_are_uniform_heritable_and_traps_as_frequent_as_asked() {
        for heritability in [0.0, 0.3, 0.9] {
            let settings =
                TreeSettings { heritability: points(heritability), trap_share: points(0.1), ..TreeSettings::default() };
            let tree = Tree::new(settings).unwrap();
            let mut level = vec![tree.root()];
            for _ in 0..7 {
                level = level.iter().flat_map(|n| tree.children(n).map(|(_, child)| child)).collect();
            }
            let n = (level.len() * 4) as f64;
            let pairs: Vec<(f64, f64)> = level
                .iter()
                .flat_map(|p| tree.children(p).map(|(_, c)| (p.quality.value(), c.quality.value())))
                .collect();
            let mean = |f: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>() / n;
            let (a, b) = (mean(&|p| p.0), mean(&|p| p.1));
            let slope = mean(&|p| (p.0 - a) * (p.1 - b)) / mean(&|p| (p.0 - a).powi(2));
            assert!((slope - heritability).abs() < 0.02, "{heritability}: {slope}");
            let own: Vec<f64> = pairs.iter().map(|p| (p.1 - heritability * p.0) / (1.0 - heritability)).collect();
            for tenth in 0..10 {
                let inside = own.iter().filter(|&&u| (u * 10.0).floor() as i64 == tenth).count() as f64;
                assert!((inside / n - 0.1).abs() < 0.006, "{heritability}: tenth {tenth}: {inside} of {n}");
            }
            let traps = level.iter().flat_map(|p| tree.children(p)).filter(|(_, c)| c.trap).count() as f64;
            assert!((traps / n - 0.1).abs() < 0.006, "{traps} of {n}");
        }
    }

    #[test]
    fn no_leaf_exceeds_the_bound_of_a_node_above_it() {
        for seed in 0..40 {
            let s = TreeSettings::default();
            let settings = TreeSettings {
                branching: 3,
                depth: 6,
                heritability: points([0.0, 0.5, 0.95][seed % 3]),
                levels: [0, 3, 8][seed / 3 % 3],
                trap_share: points([0.0, 0.1, 0.6][seed / 9 % 3]),
                seed: seed as u64,
                ..s
            };
            let tree = Tree::new(settings).unwrap();
            let mut levels = vec![vec![tree.root()]];
            for depth in 0..6 {
                levels.push(levels[depth].iter().flat_map(|n| tree.children(n).map(|(_, c)| c)).collect());
            }
            let mut best: Vec<Points> = levels[6].iter().map(|n| n.score).collect();
            for level in levels[..6].iter().rev() {
                best = best.chunks(3).map(|c| *c.iter().max().unwrap()).collect();
                assert!(level.iter().zip(&best).all(|(node, &best)| tree.bound(node) >= best), "seed {seed}");
            }
            let leaf = levels[6][0];
            assert_eq!(tree.bound(&leaf), leaf.score);
            assert_eq!(tree.children(&leaf).count(), 0);
        }
    }

    #[test]
    fn paths_are_text_and_back() {
        assert_eq!(path_text(&[0, 3, 35]), "03z");
        assert_eq!(path_of_text("03z").unwrap(), [0, 3, 35]);
        assert_eq!(path_of_text("0-3"), None);
    }
}
