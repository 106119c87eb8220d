//! How wide the tree is, by depth, without walking it: random descents.
//!
//! Every descent chooses items as the search does and one of the item's options at random. The product
//! of the numbers of options met is an unbiased estimate of the number of paths of that length.
//! Source: Knuth, "Estimating the efficiency of backtrack programs" (1975); TAOCP 4B, 7.2.2.

use edgewise_puzzle::Rng;

use crate::kernels::links::Links;
use crate::problem::Problem;

/// What descents met at one depth.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Depth {
    /// Descents that came there.
    pub descents: u32,
    /// Mean number of options of the item chosen, dead ends included as 0.
    pub mean: f64,
    /// Fewest options.
    pub least: u32,
    /// Most options.
    pub most: u32,
    /// Estimate of the nodes at this depth, the root's level being 1.
    pub nodes: f64,
}

/// The result of random descents.
#[derive(Clone, PartialEq, Debug)]
pub struct Branching {
    /// By depth, from the root.
    pub depths: Vec<Depth>,
    /// Descents that ended in a solution.
    pub solved: u32,
}

/// Makes `descents` random descents.
pub fn branching(problem: &Problem, descents: u32, seed: u64) -> Branching {
    let mut rng = Rng::new(seed);
    let mut path = Vec::new();
    let mut result = Branching { depths: Vec::new(), solved: 0 };
    let (items, primary) = (problem.items().len(), problem.primary());
    // Links of a problem without colours have no marked nodes, so the same code does for both.
    let mut links = Links::<true>::new(items, primary, problem.options());
    for _ in 0..descents {
        result.solved += u32::from(links.dive(&mut rng, &mut path));
        let mut product = 1.0;
        for (depth, &of) in path.iter().enumerate() {
            if result.depths.len() <= depth {
                result.depths.push(Depth { least: u32::MAX, ..Depth::default() });
            }
            let met = &mut result.depths[depth];
            product *= f64::from(of);
            met.descents += 1;
            met.mean += f64::from(of);
            met.least = met.least.min(of);
            met.most = met.most.max(of);
            met.nodes += product;
        }
    }
    for met in &mut result.depths {
        met.mean /= f64::from(met.descents.max(1));
        met.nodes /= f64::from(descents.max(1));
    }
    result
}
