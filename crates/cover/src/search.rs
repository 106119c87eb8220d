//! The front of every search: method, limits, counting, one solution after the other, uniqueness.

use std::time::{Duration, Instant};

use edgewise_puzzle::Rng;

use crate::kernels::bits::{Bits, MOST};
use crate::kernels::cells::Cells;
use crate::kernels::links::Links;
use crate::kernels::{Kernel, Pause};
use crate::limits::{End, Limits, Meter};
use crate::problem::{Member, Problem};

/// How to walk the tree. All methods choose the same items, so they try the same number of options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Dancing links: Algorithm X, or C where options have colours. Solutions in Knuth's order.
    #[default]
    Links,
    /// Sparse sets ("dancing cells"). Solutions in the same order.
    Cells,
    /// A bit matrix, for at most 16,384 options. Solutions in the same order.
    Bits,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 3] = [Method::Links, Method::Cells, Method::Bits];

    /// The method that counts this problem fastest: bits up to 4096 options (2 MiB of matrix), links
    /// beyond.
    pub fn fastest(problem: &Problem) -> Method {
        if problem.len() <= 4096 { Method::Bits } else { Method::Links }
    }

    /// A one-word name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Links => "xcc",
            Method::Cells => "cells",
            Method::Bits => "bits",
        }
    }
}

/// Why a search could not begin or give its count.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// Too many options for the bit matrix.
    #[error("{options} options for method bits: expected at most {MOST}, or method xcc or cells")]
    TooManyForBits {
        /// Options there are.
        options: usize,
    },
    /// A count beyond 128 bits.
    #[error("the count does not fit 128 bits: expected less than 2^128")]
    Overflow,
}

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The method.
    pub method: Method,
    /// With a seed, items and options are shuffled by it: which of several shortest items is chosen
    /// and in which order its options are tried. Without one the order is Knuth's.
    pub seed: Option<u64>,
    /// Chooses the first item not yet covered instead of one with the fewest options, and notices that an item has
    /// none left only when its turn comes: the tree of a plain backtracker, for comparisons with one. All
    /// methods walk it alike.
    pub in_order: bool,
    /// The limits.
    pub limits: Limits,
}

impl From<Method> for Settings {
    fn from(method: Method) -> Settings {
        Settings { method, ..Settings::default() }
    }
}

/// What a search has done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Solutions found.
    pub solutions: u128,
    /// Whether the search came to its end, so that there are no more.
    pub complete: bool,
    /// Why it ended; `None` while it can go on.
    pub end: Option<End>,
    /// Options tried: the same for every method.
    pub nodes: u64,
    /// Updates: nodes taken out of lists and items out of the active ones (links), members taken out
    /// of sets and items out of the active ones (cells), counts of an item's options (bits). Never
    /// compare those of different methods.
    pub updates: u64,
    /// Wall time, in seconds.
    pub seconds: f64,
}

#[derive(Clone, Debug)]
enum Engine {
    X(Links<false>),
    C(Links<true>),
    Cells(Cells),
    Bits(Box<Bits>),
}

/// Does the same with whichever kernel it is.
macro_rules! with_kernel {
    ($engine:expr, $kernel:ident => $body:expr) => {
        match $engine {
            Engine::X($kernel) => $body,
            Engine::C($kernel) => $body,
            Engine::Cells($kernel) => $body,
            Engine::Bits($kernel) => $body,
        }
    };
}

/// A search in progress. As an iterator it yields one solution after the other, each the indices of
/// its options in the order chosen.
#[derive(Clone, Debug)]
pub struct Search {
    engine: Engine,
    meter: Meter,
    end: Option<End>,
    /// For every option as the kernel knows it, its index in the problem; empty for the same.
    original: Vec<u32>,
    primary: usize,
}

/// Members with items renamed by a permutation of the primary ones, options in another order.
fn shuffled(problem: &Problem, seed: u64) -> (Vec<u32>, Vec<Vec<Member>>) {
    let mut rng = Rng::new(seed);
    let mut name: Vec<u32> = (0..problem.primary() as u32).collect();
    rng.shuffle(&mut name);
    let mut original: Vec<u32> = (0..problem.len() as u32).collect();
    rng.shuffle(&mut original);
    let rename = |m: &Member| Member { item: name.get(m.item as usize).copied().unwrap_or(m.item), colour: m.colour };
    let options = original.iter().map(|&o| problem.option(o as usize).iter().map(rename).collect()).collect();
    (original, options)
}

fn engine<'a>(
    problem: &Problem,
    settings: &Settings,
    options: impl Iterator<Item = &'a [Member]>,
) -> Result<Engine, SearchError> {
    let (items, primary) = (problem.items().len(), problem.primary());
    let mut engine = match settings.method {
        Method::Links if problem.has_colours() => Engine::C(Links::new(items, primary, options)),
        Method::Links => Engine::X(Links::new(items, primary, options)),
        Method::Cells => Engine::Cells(Cells::new(items, primary, options)),
        Method::Bits => {
            let bits = Bits::new(items, primary, options);
            let too_many = SearchError::TooManyForBits { options: problem.len() };
            Engine::Bits(Box::new(bits.ok_or(too_many)?))
        }
    };
    with_kernel!(&mut engine, kernel => kernel.in_order = settings.in_order);
    Ok(engine)
}

impl Search {
    /// A search at its root; the clock runs from here.
    pub fn new(problem: &Problem, settings: &Settings) -> Result<Search, SearchError> {
        let meter = Meter::start(settings.limits.clone());
        let (original, engine) = match settings.seed {
            None => (Vec::new(), engine(problem, settings, problem.options())?),
            Some(seed) => {
                let (original, options) = shuffled(problem, seed);
                (original, engine(problem, settings, options.iter().map(Vec::as_slice))?)
            }
        };
        Ok(Search { engine, meter, end: None, original, primary: problem.primary() })
    }

    /// Goes on to the next solution or, when counting, to the end or the next look at the limits.
    fn advance<const COUNT: bool>(&mut self) -> Option<Pause> {
        if self.end.is_none() && self.meter.solutions >= self.meter.solutions_at {
            self.end = self.meter.look();
        }
        if self.end.is_some() {
            return None;
        }
        let pause = with_kernel!(&mut self.engine, kernel => kernel.advance::<COUNT>(&mut self.meter));
        self.end = match pause {
            Pause::Solution => None,
            Pause::Look => self.meter.look(),
            Pause::Done => Some(End::Exhausted),
        };
        Some(pause)
    }

    /// Goes on to the next solution and writes its options into `options`; `false` at the end.
    pub fn next_into(&mut self, options: &mut Vec<u32>) -> bool {
        while let Some(pause) = self.advance::<false>() {
            if pause == Pause::Solution {
                with_kernel!(&self.engine, kernel => kernel.path(options));
                if !self.original.is_empty() {
                    options.iter_mut().for_each(|o| *o = self.original[*o as usize]);
                }
                return true;
            }
        }
        false
    }

    /// Counts what is left without looking at it; `watch` is called about once a second, with the search as it stands.
    pub fn count_with(&mut self, watch: &mut dyn FnMut(&Search)) -> Outcome {
        let mut last = Instant::now();
        while let Some(pause) = self.advance::<true>() {
            if pause == Pause::Look && last.elapsed() >= Duration::from_secs(1) {
                last = Instant::now();
                watch(self);
            }
        }
        self.outcome()
    }

    /// What has been done so far.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            solutions: self.meter.solutions,
            complete: self.end == Some(End::Exhausted),
            end: self.end,
            nodes: self.meter.nodes,
            updates: self.meter.updates,
            seconds: self.meter.elapsed().as_secs_f64(),
        }
    }

    /// Knuth's estimate of the part of the tree that lies behind, 0 to 1: as if all subtrees of a
    /// node were equally large. Source: DLX1's progress report, TAOCP 4B, 7.2.2.1, exercise 15.
    pub fn progress(&self) -> f64 {
        if self.end == Some(End::Exhausted) {
            return 1.0;
        }
        let mut levels = Vec::with_capacity(self.primary);
        with_kernel!(&self.engine, kernel => kernel.levels(&mut levels));
        let (mut part, mut done) = (1.0, 0.0);
        for (tried, of) in levels {
            part /= f64::from(of.max(1));
            done += part * f64::from(tried.saturating_sub(1));
        }
        done + part / 2.0
    }

    /// Bytes the search holds. Links: 16 for every member, option and item and 4 more an item, 20 a
    /// level. Cells: 36 a member, 16 an item, and the sizes of the active items at every level. Bits:
    /// options² / 8 (rounded up to blocks of 512 bits), and a set of options a level.
    pub fn memory(&self) -> usize {
        let kernel = with_kernel!(&self.engine, kernel => kernel.memory());
        kernel + self.original.capacity() * size_of::<u32>()
    }
}

impl Iterator for Search {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        let mut options = Vec::with_capacity(self.primary);
        self.next_into(&mut options).then_some(options)
    }
}

/// Counts the solutions of a problem.
pub fn count(problem: &Problem, settings: &Settings) -> Result<Outcome, SearchError> {
    Ok(Search::new(problem, settings)?.count_with(&mut |_| {}))
}

/// The first solution, if there is one within the limits.
pub fn first(problem: &Problem, settings: &Settings) -> Result<Option<Vec<u32>>, SearchError> {
    Ok(Search::new(problem, settings)?.next())
}

/// Whether there is exactly one solution: stops at the second. The number found (0, 1 or 2), and
/// whether that is the answer or a limit came first.
pub fn unique(problem: &Problem, settings: &Settings) -> Result<Outcome, SearchError> {
    let mut search = Search::new(problem, settings)?;
    let mut options = Vec::new();
    while search.outcome().solutions < 2 && search.next_into(&mut options) {}
    Ok(search.outcome())
}
