//! Sizes of walks, estimated by following a sample of states.
//!
//! Where a step leads to no more states than the sample holds, all are kept and the numbers are exact. From
//! there on the sample stands for all: the growth of a step is that of the sample, which is then drawn anew from
//! what the step led to. Such an estimate is unbiased and does not die out where single random descents (D. E.
//! Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975) mostly do.

use edgewise_puzzle::{Rng, Sides};

use crate::steps::Step;
use crate::task::Task;

/// States in a sample.
const SAMPLE: usize = 600;

/// A state followed.
#[derive(Clone)]
struct Probe {
    left: Vec<u16>,
    shown: Vec<Sides>,
}

/// The estimated number of states by steps placed, merged nowhere.
pub(crate) fn profile(task: &Task, steps: &[Step], rng: &mut Rng) -> Vec<f64> {
    let mut sample = vec![Probe { left: task.left.clone(), shown: Vec::new() }];
    let mut states = 1.0;
    let mut all = vec![states];
    for step in steps {
        // Every child as the number of its parent and of its candidate.
        let mut children: Vec<(usize, usize)> = Vec::new();
        for (parent, probe) in sample.iter().enumerate() {
            let fits = |&i: &usize| {
                let candidate = &step.list[i];
                probe.left[candidate.kind] > 0 && step.agrees(candidate, &probe.shown)
            };
            children.extend(step.range(&probe.shown).filter(fits).map(|i| (parent, i)));
        }
        states *= children.len() as f64 / sample.len().max(1) as f64;
        all.push(states);
        if children.len() > SAMPLE {
            for i in 0..SAMPLE {
                let other = i + rng.index(children.len() - i);
                children.swap(i, other);
            }
            children.truncate(SAMPLE);
        }
        let child = |&(parent, i): &(usize, usize)| {
            let (candidate, mut probe) = (&step.list[i], sample[parent].clone());
            probe.left[candidate.kind] -= 1;
            probe.shown.push(candidate.sides);
            probe
        };
        sample = children.iter().map(child).collect();
    }
    all
}
