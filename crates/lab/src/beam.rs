//! Beam search down a tree, level by level.

use edgewise_puzzle::Rng;

use crate::choose::{Contender, choose};
use crate::noise::{Luck, draws, family, perturbed};
use crate::points::Points;
use crate::settings::{BeamSettings, Detail, LabError, Rule};
use crate::trace::{Fate, Leaf, Level, NodeTrace, Trace};
use crate::tree::{Node, Tree, path_text};

/// A survivor or candidate: a node with what the beam knows of it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct State {
    node: Node,
    luck: Luck,
    /// The sum over its choices of a random number for each choice: equal for equal multisets.
    likeness: u64,
    /// Its ancestor where families part.
    family: u64,
}

/// Where a survivor came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    /// The parent's index among the survivors above.
    parent: usize,
    choice: u8,
    /// Its place among the candidates by key, from 0.
    place: usize,
}

/// Runs the beam. `watch` is a path whose nodes are followed, such as the optimum's.
pub fn run(tree: &Tree, settings: &BeamSettings, watch: Option<&[u8]>, detail: Detail) -> Result<Trace, LabError> {
    settings.check(tree.settings().branching, tree.settings().depth)?;
    let watched: Vec<u64> = watch.map_or(Vec::new(), |path| {
        (1..=path.len()).filter_map(|n| tree.walk(&path[..n])).map(|node| node.hash()).collect()
    });
    let mut beam = Beam { tree, settings, weights: weights(tree), history: Vec::new(), nodes: 0 };
    let root = tree.root();
    let mut states = vec![State { node: root, luck: Luck::default(), likeness: 0, family: root.hash() }];
    let mut levels = Vec::new();
    for depth in 1..=tree.settings().depth {
        let (level, next) = beam.level(depth, &states, watched.get(depth as usize - 1).copied(), detail);
        levels.push(level);
        states = next;
    }
    let (best, leaf) = first_best(&states);
    let path = beam.path(levels.len(), best);
    let mut index = best;
    for (level, steps) in levels.iter_mut().zip(&beam.history).rev() {
        level.winner_place = steps[index].place + 1;
        index = steps[index].parent;
    }
    Ok(Trace { tree: *tree.settings(), beam: *settings, nodes: beam.nodes, levels, best: Leaf::of(&path, &leaf) })
}

/// The first of the best states; a tree's levels are never empty.
fn first_best(states: &[State]) -> (usize, Node) {
    let mut best = 0;
    for (i, state) in states.iter().enumerate() {
        if state.node.score > states[best].node.score {
            best = i;
        }
    }
    (best, states[best].node)
}

/// A random number for each choice, the same in every run.
fn weights(tree: &Tree) -> Vec<u64> {
    let mut rng = Rng::new(0);
    (0..tree.settings().branching).map(|_| rng.next_u64()).collect()
}

struct Beam<'a> {
    tree: &'a Tree,
    settings: &'a BeamSettings,
    weights: Vec<u64>,
    /// By level: where every survivor came from, in the order of paths.
    history: Vec<Vec<Step>>,
    nodes: u64,
}

impl Beam<'_> {
    /// Grows `parents` by one choice: the level's counts, and its survivors in the order of paths.
    fn level(&mut self, depth: u32, parents: &[State], watched: Option<u64>, detail: Detail) -> (Level, Vec<State>) {
        let mut candidates: Vec<(usize, u8, State)> = Vec::new();
        let mut contenders: Vec<Contender> = Vec::new();
        for (index, parent) in parents.iter().enumerate() {
            for (choice, state, contender) in self.children(parent) {
                candidates.push((index, choice, state));
                contenders.push(contender);
            }
        }
        self.nodes += candidates.len() as u64;
        let choice = choose(&contenders, self.settings, depth);
        let mut survivors = Vec::new();
        let mut steps = Vec::new();
        for (i, &(parent, taken, state)) in candidates.iter().enumerate() {
            if choice.fates[i] == Fate::Kept {
                survivors.push(state);
                steps.push(Step { parent, choice: taken, place: choice.places[i] });
            }
        }
        self.history.push(steps);

        let count = |fate: Fate| choice.fates.iter().filter(|&&f| f == fate).count();
        let scores = |kept: bool| {
            let chosen = candidates.iter().zip(&choice.fates).filter(move |(_, f)| (**f == Fate::Kept) == kept);
            chosen.map(|((_, _, state), _)| state.node.score)
        };
        let distinct = self.distinct(depth as usize);
        let fate_of = |hash: u64| {
            let at = candidates.iter().position(|(_, _, state)| state.node.hash() == hash);
            at.map_or(Fate::Gone, |i| choice.fates[i])
        };
        let level = Level {
            depth,
            candidates: candidates.len(),
            alike: count(Fate::Alike),
            passed: count(Fate::Passed),
            kept: survivors.len(),
            cut: count(Fate::Cut),
            ties: choice.ties,
            tie_places: choice.tie_places,
            best: scores(true).max().unwrap_or_default(),
            least: scores(true).min().unwrap_or_default(),
            best_lost: scores(false).max(),
            trapped: survivors.iter().filter(|s| s.node.traps > 0).count(),
            shared: distinct.iter().take_while(|&&n| n == 1).count(),
            distinct,
            // Known when the winner is.
            winner_place: 0,
            watched: watched.map(fate_of),
            nodes: match detail {
                Detail::Counts => Vec::new(),
                Detail::Nodes => self.node_traces(depth as usize, &candidates, &contenders, &choice),
            },
        };
        (level, survivors)
    }

    /// The children of a survivor, each with its choice and what it is ranked by.
    fn children(&self, parent: &State) -> Vec<(u8, State, Contender)> {
        let nodes: Vec<(u8, Node)> = self.tree.children(&parent.node).collect();
        let bits: Vec<[u64; 2]> = nodes.iter().map(|(_, node)| draws(self.settings.seed, node)).collect();
        let lucks = match self.settings.rule {
            Rule::Stochastic { temperature } => {
                let gains: Vec<Points> = nodes.iter().map(|(_, node)| node.gain).collect();
                let noise: Vec<u64> = bits.iter().map(|b| b[1]).collect();
                family(parent.luck, &gains, &noise, temperature)
            }
            _ => vec![Luck::default(); nodes.len()],
        };
        let one = |((choice, node), (bits, luck)): ((u8, Node), ([u64; 2], Luck))| {
            let key = match self.settings.rule {
                Rule::Gumbel { temperature } => perturbed(node.score, temperature, bits[1]),
                Rule::Stochastic { .. } => luck.key(),
                Rule::Plain | Rule::Lottery { .. } | Rule::Sample { .. } => node.score,
            };
            let likeness = parent.likeness.wrapping_add(self.weights[usize::from(choice)]);
            let family = if node.depth <= self.settings.family_depth { node.hash() } else { parent.family };
            let state = State { node, luck, likeness, family };
            (choice, state, Contender { key, draws: bits, likeness, family })
        };
        nodes.into_iter().zip(bits.into_iter().zip(lucks)).map(one).collect()
    }

    /// How many ancestors the survivors of level `depth` have at depth 1, 2 … `depth`.
    fn distinct(&self, depth: usize) -> Vec<usize> {
        let mut alive: Vec<usize> = (0..self.history[depth - 1].len()).collect();
        let mut counts = vec![0; depth];
        for level in (0..depth).rev() {
            counts[level] = alive.len();
            // Survivors stand in the order of their paths, so children of one parent stand together.
            alive.iter_mut().for_each(|index| *index = self.history[level][*index].parent);
            alive.dedup();
        }
        counts
    }

    /// The path of a survivor of level `depth` (0: the root).
    fn path(&self, depth: usize, mut index: usize) -> Vec<u8> {
        let mut path = vec![0; depth];
        for level in (0..depth).rev() {
            let step = self.history[level][index];
            path[level] = step.choice;
            index = step.parent;
        }
        path
    }

    fn node_traces(
        &self,
        depth: usize,
        candidates: &[(usize, u8, State)],
        contenders: &[Contender],
        choice: &crate::choose::Choice,
    ) -> Vec<NodeTrace> {
        let one = |i: usize| {
            let (parent, taken, State { node, .. }) = candidates[i];
            let mut path = self.path(depth - 1, parent);
            path.push(taken);
            NodeTrace {
                path: path_text(&path),
                gain: node.gain,
                score: node.score,
                key: contenders[i].key,
                place: choice.places[i] + 1,
                trap: node.trap,
                traps: node.traps,
                fate: choice.fates[i],
            }
        };
        (0..candidates.len()).map(one).collect()
    }
}
