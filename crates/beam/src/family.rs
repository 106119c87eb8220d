//! Children of a parent looked at together: where a parent may keep only a few of them, or where
//! their probabilities depend on each other.

use std::ops::Range;

use edgewise_search::candidates::Candidate;

use crate::child::{Child, draw, rank, salt};
use crate::expand::{Layer, Tally, WATCH};
use crate::fixed::ONE;
use crate::lanes::Lanes;
use crate::layout::CLASSES;
use crate::likeness::mix;
use crate::settings::{Settings, TwoBreaks};
use crate::stochastic::{self, Luck};

/// A child of a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kin {
    /// The placement.
    pub(crate) code: u16,
    /// The breaks it pays.
    pub(crate) class: usize,
    /// Its key.
    pub(crate) key: i64,
    /// Its random bits.
    draw: u64,
    /// Its luck in a stochastic beam.
    pub(crate) luck: Luck,
}

/// How families are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Manners {
    /// Most children kept; 0: all.
    fanout: usize,
    /// When children with two breaks are made: where a parent has no other, if the beam is to starve.
    two_breaks: TwoBreaks,
    /// Temperature of the stochastic beam.
    stochastic: Option<i64>,
    /// Whether children are worth what a greedy board from them is.
    rollouts: bool,
}

impl Manners {
    /// What the settings ask for in a layer with `depth` cells filled.
    pub(crate) fn of(settings: &Settings, depth: usize) -> Manners {
        Manners {
            fanout: settings.fanout,
            two_breaks: settings.two_breaks,
            rollouts: settings.rollouts,
            stochastic: settings.is_stochastic().then(|| settings.temperature(depth)),
        }
    }
}

impl<const W: usize, L: Lanes<W>> Layer<'_, W, L> {
    /// Makes the families of `parents`, at most `fuel` children, and adds those above the floor to
    /// `out`.
    pub(crate) fn expand_families(
        &self,
        manners: Manners,
        parents: Range<usize>,
        fuel: u64,
        out: &mut Vec<Child>,
    ) -> Tally {
        let mut tally = Tally { passed: manners.fanout > 0, ..Tally::default() };
        for parent in parents {
            if parent.is_multiple_of(WATCH) && self.watch.is_over() {
                break;
            }
            let family = self.family(manners, parent, fuel - tally.nodes, &mut tally);
            let salt = salt(self.seed, parent);
            for kin in family {
                let key = match manners.stochastic {
                    Some(_) => kin.luck[1] - self.reference,
                    None => kin.key,
                };
                self.offer(rank(key, draw(salt, kin.code)), parent, kin.code, kin.class, out, &mut tally);
            }
            if tally.nodes >= fuel {
                break;
            }
        }
        tally
    }

    /// The children that `parent` keeps, by class and then by code.
    pub(crate) fn family(&self, manners: Manners, parent: usize, fuel: u64, tally: &mut Tally) -> Vec<Kin> {
        let mut scratch: Vec<Candidate> = Vec::new();
        let salt = salt(self.seed, parent);
        let mut family: Vec<Kin> = Vec::new();
        for class in 0..CLASSES {
            let wanted = match (class, manners.two_breaks) {
                (2, TwoBreaks::Never) => false,
                (2, TwoBreaks::Starve) => family.is_empty(),
                _ => true,
            };
            let near = match (family.first(), self.tolerance) {
                (Some(best), Some(tolerance)) => class <= best.class + tolerance,
                _ => true,
            };
            if !wanted || !near || usize::from(self.states.breaks[parent]) + class > self.allowance {
                continue;
            }
            let mut rolled = 0;
            self.each_free(parent, class, &mut scratch, &mut tally.reads, |c, takers| {
                if (family.len() as u64) < fuel {
                    let code = c.placement.code();
                    let draw = draw(salt, code);
                    let mut key = self.key_of_child(parent, class, c, takers, draw);
                    if manners.rollouts {
                        key -= self.rollout(parent, c.placement, draw, &mut rolled) as i64 * ONE;
                    }
                    family.push(Kin { code, class, key, draw, luck: [0; 2] });
                }
            });
            tally.reads += rolled;
        }
        tally.nodes += family.len() as u64;
        self.thin_out(manners.fanout, &mut family);
        if let Some(temperature) = manners.stochastic {
            let keys: Vec<i64> = family.iter().map(|kin| kin.key).collect();
            let bits: Vec<u32> = family.iter().map(|kin| kin.draw as u32).collect();
            let lucks = stochastic::children(self.states.luck[parent], &keys, &bits, temperature);
            family.iter_mut().zip(lucks).for_each(|(kin, luck)| kin.luck = luck);
        }
        family
    }

    /// Leaves `fanout` children of a family, drawn by a lottery of their own; 0 leaves all.
    fn thin_out(&self, fanout: usize, family: &mut Vec<Kin>) {
        if fanout == 0 || family.len() <= fanout {
            return;
        }
        let lot = |kin: &Kin| mix(kin.draw);
        let mut lots: Vec<u64> = family.iter().map(lot).collect();
        let last = *lots.select_nth_unstable(fanout - 1).1;
        family.retain(|kin| lot(kin) <= last);
        family.truncate(fanout);
    }
}
