//! What a count may spend, and the account of what it has spent.

use std::cell::Cell;

use edgewise_search::{Budget, Clock, StopReason};

/// What a count may spend. The first limit met ends it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Nodes (pieces placed and halves joined), wall time, stop flag. A target score means nothing here.
    pub budget: Budget,
    /// Bytes that tables may take. With less the same count takes longer; only a table that nothing can be
    /// put in the place of ends it.
    pub memory: usize,
}

impl Limits {
    /// Memory where nothing is said: 3 GiB.
    pub const DEFAULT_MEMORY: usize = 3 << 30;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { budget: Budget::default(), memory: Limits::DEFAULT_MEMORY }
    }
}

/// Why a count stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Nodes, time or the stop flag.
    Budget(StopReason),
    /// A table outgrew the memory allowed.
    Memory,
}

impl Stop {
    /// A one-word name.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Budget(reason) => reason.name(),
            Stop::Memory => "memory",
        }
    }
}

/// Why a walk was broken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    Stop(Stop),
    /// A number does not fit 128 bits.
    Overflow,
    /// It costs more than another way.
    Dear,
}

/// Nodes between two looks at the clock.
const SLICE: u64 = 1 << 14;

/// The account of a count, shared by everything that works on it.
#[derive(Debug)]
pub(crate) struct Control {
    clock: Clock,
    limit: u64,
    pub(crate) memory: usize,
    nodes: Cell<u64>,
    pause: Cell<u64>,
    bytes: Cell<usize>,
    peak: Cell<usize>,
}

impl Control {
    pub(crate) fn start(limits: &Limits) -> Control {
        let limit = limits.budget.nodes.unwrap_or(u64::MAX);
        Control {
            clock: Clock::start(&limits.budget),
            limit,
            memory: limits.memory,
            nodes: Cell::new(0),
            pause: Cell::new(0),
            bytes: Cell::new(0),
            peak: Cell::new(0),
        }
    }

    /// Counts a node, or says that there may be no more.
    #[inline]
    pub(crate) fn tick(&self) -> Result<(), Halt> {
        let nodes = self.nodes.get();
        if nodes >= self.pause.get() {
            self.look(nodes)?;
        }
        self.nodes.set(nodes + 1);
        Ok(())
    }

    #[cold]
    fn look(&self, nodes: u64) -> Result<(), Halt> {
        if let Some(reason) = self.clock.spent(nodes, None) {
            return Err(Halt::Stop(Stop::Budget(reason)));
        }
        self.pause.set(nodes.saturating_add(SLICE).min(self.limit));
        Ok(())
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Books a table's change of size.
    pub(crate) fn book(&self, before: usize, after: usize) {
        let bytes = (self.bytes.get() + after).saturating_sub(before);
        self.bytes.set(bytes);
        self.peak.set(self.peak.get().max(bytes));
    }

    /// Bytes that may still be booked.
    pub(crate) fn room(&self) -> usize {
        self.memory.saturating_sub(self.bytes.get())
    }

    pub(crate) fn peak(&self) -> usize {
        self.peak.get()
    }
}
