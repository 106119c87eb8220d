//! Where a strand stands, independent of where tables lie: what a checkpoint keeps.

use edgewise_puzzle::Puzzle;
use edgewise_search::candidates::Candidate;
use serde::{Deserialize, Serialize};

use super::{Entry, MORE, Search, chunk};
use crate::compiled::Compiled;
use crate::lanes::Lanes;

/// A strand's board and what it has left to try: all that a restart with the same candidate lists
/// needs to stand here again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Path {
    /// Placement codes of the steps before the last open one.
    placed: Vec<u16>,
    /// The steps with something left to try, first to last; empty if the tree is searched.
    open: Vec<Open>,
}

/// What a step has left to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Open {
    step: usize,
    /// Free candidates of the current chunk that were not tried yet.
    mask: u32,
    /// Where the chunk begins in its list.
    offset: u32,
    /// Breaks of the list's candidates.
    breaks: u8,
}

impl<L: Lanes> Search<L> {
    /// Where each strand stands.
    pub(crate) fn paths(&self, compiled: &Compiled) -> Vec<Path> {
        let path = |(index, strand): (usize, &super::Strand<L::Used>)| {
            let open = strand.stack[1..=strand.top].iter().map(|entry| {
                let (step, breaks) = (entry.step(), entry.breaks());
                let list = compiled.cold[step].list(breaks, self.key(compiled, index, step));
                let offset = entry.at - compiled.tables.starts[list as usize];
                Open { step, mask: entry.left & !MORE, offset, breaks }
            });
            let codes = self.path(index, strand.stack[strand.top].step()).iter().map(|c| c.placement.code());
            Path { placed: codes.collect(), open: open.collect() }
        };
        self.strands.iter().enumerate().map(path).collect()
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self) -> usize {
        self.turn
    }

    /// Stands where `paths` lead; false if they do not fit the candidate lists.
    pub(crate) fn restore(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, turn: usize, paths: &[Path]) -> bool {
        self.restart(compiled, puzzle);
        self.turn = turn;
        turn < self.strands.len()
            && paths.len() == self.strands.len()
            && paths.iter().enumerate().all(|(i, path)| self.follow(compiled, puzzle, i, path).is_some())
    }

    /// Brings one strand from the root to where `path` leads.
    fn follow(&mut self, compiled: &mut Compiled, puzzle: &Puzzle, strand: usize, path: &Path) -> Option<()> {
        self.strands[strand].top = 0;
        let Some(last) = path.open.last() else { return path.placed.is_empty().then_some(()) };
        if last.step >= compiled.plan.steps.len() || path.placed.len() != last.step {
            return None;
        }
        let mut open = path.open.iter().peekable();
        let (mut used, mut sums) = (L::empty(), 0);
        for step in 0..=last.step {
            self.scan(compiled, puzzle, strand, step);
            let key = self.key(compiled, strand, step);
            if let Some(left) = open.next_if(|open| open.step == step) {
                let mut entry = self.entry(compiled, strand, step, used, sums);
                entry.take_over(compiled, key, left)?;
                let strand = &mut self.strands[strand];
                strand.top += 1;
                strand.stack[strand.top] = entry;
            }
            let Some(&code) = path.placed.get(step) else { break };
            let candidate = candidate(compiled, step, key, code)?;
            if let Some(rules) = compiled.rules.as_ref().filter(|_| candidate.breaks > 0) {
                let breaks = compiled.breaks(sums) as usize;
                let strand = &mut self.strands[strand];
                // Allowed when it was placed: the target may have moved since.
                rules.note(compiled, puzzle, step, breaks, &candidate, &strand.placed, &mut strand.notes);
            }
            self.strands[strand].placed[step] = candidate;
            used = L::with(self.lanes.view(), used, candidate.placement.piece());
            sums += compiled.sums(&candidate);
        }
        open.next().is_none().then_some(())
    }
}

impl<U: Copy> Entry<U> {
    /// Leaves of this freshly opened entry what `left` says; `None` if its list is no such list.
    fn take_over(&mut self, compiled: &Compiled, key: u32, left: &Open) -> Option<()> {
        let most = if compiled.small { self.most::<true>(compiled) } else { self.most::<false>(compiled) };
        let list = compiled.cold[self.step()].list(left.breaks, key) as usize;
        let &[start, end] = compiled.tables.starts.get(list..list + 2)? else { return None };
        if left.breaks > most || left.offset > end - start {
            return None;
        }
        self.at = start + left.offset;
        self.step = self.step() as u32 + (u32::from(left.breaks) << 16);
        let rest = end - self.at;
        let span = chunk(left.breaks, left.offset);
        let more = rest > span || left.breaks < most;
        self.left = left.mask | if more { MORE } else { 0 };
        (left.mask.checked_shr(rest.min(span)).unwrap_or(0) == 0).then_some(())
    }
}

/// The candidate of a step's lists with this placement code.
fn candidate(compiled: &Compiled, step: usize, key: u32, code: u16) -> Option<Candidate> {
    (0..=compiled.cold[step].most).find_map(|breaks| {
        let list = compiled.cold[step].list(breaks, key) as usize;
        let &[start, end] = compiled.tables.starts.get(list..list + 2)? else { return None };
        let candidates = compiled.tables.candidates.get(start as usize..end as usize)?;
        candidates.iter().find(|c| c.placement.code() == code).copied()
    })
}
