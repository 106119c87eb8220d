//! Supply and demand of colours: the bound that knows which pieces are left.
//!
//! For every colour: the sides of it on pieces not yet placed, less the sides that ask for it (of frozen
//! cells and filled slots, towards empty slots). A colour asked for more often than it is there breaks as often;
//! what else is left over must pair up, and each colour with an odd rest breaks with another. Both halves:
//! LEDGER (R. Anjou, eternity2.dev); joined in [`edgewise_search::fill::still_to_come`], which this follows.

use edgewise_puzzle::{Colour, Rim};

use crate::problem::{Meets, TailProblem};

/// Colours a balance has room for.
pub(crate) const COLOURS: usize = 32;

/// Supply less demand, by colour.
pub(crate) type Balance = [i8; COLOURS];

/// How balances are kept for one tail.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    /// Which colours count: those that match themselves, and none beyond [`COLOURS`].
    counts: [bool; COLOURS],
    /// Whether all pieces get placed and every side of theirs meets one that counts, so that rests pair up.
    paired: bool,
    pub(crate) start: Balance,
}

impl Ledger {
    /// The ledger of `problem`. One with more than [`COLOURS`] colours, or more sides of a colour than a
    /// balance can count, stays empty and bounds nothing.
    pub(crate) fn new(problem: &TailProblem) -> Ledger {
        let puzzle = problem.puzzle();
        let meets = || problem.slots().iter().flat_map(|slot| slot.meets);
        let mut ledger = Ledger {
            counts: std::array::from_fn(|c| puzzle.seam_matches(c as Colour, c as Colour)),
            paired: problem.pool().len() == problem.slots().len()
                && !meets().any(|m| m == Meets::Open)
                && puzzle.rim() == Rim::Grey,
            start: [0; COLOURS],
        };
        let (mut supply, mut demand) = ([0i32; COLOURS], [0i32; COLOURS]);
        problem.pool().iter().flat_map(|&p| puzzle.pieces()[p]).for_each(|c| ledger.add(&mut supply, c, 1));
        meets().filter_map(|m| demanded(m, puzzle.rim())).for_each(|c| ledger.add(&mut demand, c, 1));
        // No later demand for a colour is more than all its sides there are.
        if puzzle.colours() > COLOURS || supply.iter().zip(&demand).any(|(s, d)| s + d > i32::from(i8::MAX)) {
            return Ledger { counts: [false; COLOURS], paired: false, start: [0; COLOURS] };
        }
        ledger.start = std::array::from_fn(|c| (supply[c] - demand[c]) as i8);
        ledger
    }

    /// What placing a piece changes before any closed seam is looked at: its sides leave the supply, the demands
    /// of frozen cells and the rim are done with, and its sides towards empty slots (`opens`) ask.
    pub(crate) fn change(&self, rim: Rim, sides: [Colour; 4], meets: [Meets; 4], opens: [bool; 4]) -> Balance {
        let mut change = [0i32; COLOURS];
        for side in 0..4 {
            self.add(&mut change, sides[side], -1 - i32::from(opens[side]));
            if let Some(colour) = demanded(meets[side], rim) {
                self.add(&mut change, colour, 1);
            }
        }
        change.map(|b| b as i8)
    }

    /// A seam that asked for `colour` has closed.
    pub(crate) fn close(&self, balance: &mut Balance, colour: Colour) {
        if self.counts.get(usize::from(colour)) == Some(&true) {
            balance[usize::from(colour)] += 1;
        }
    }

    /// Breaks that must still come.
    pub(crate) fn to_come(&self, balance: &Balance) -> i32 {
        let (mut missing, mut odd) = (0u8, 0u8);
        for &b in balance {
            missing = missing.saturating_add((-b).max(0) as u8);
            odd += u8::from(b >= 0) & (b as u8 & 1);
        }
        let pairs = if self.paired { odd.saturating_sub(missing).div_ceil(2) } else { 0 };
        i32::from(missing) + i32::from(pairs)
    }
}

impl Ledger {
    fn add(&self, balance: &mut [i32; COLOURS], colour: Colour, by: i32) {
        if self.counts.get(usize::from(colour)) == Some(&true) {
            balance[usize::from(colour)] += by;
        }
    }
}

/// The colour asked for by what a side meets.
fn demanded(meets: Meets, rim: Rim) -> Option<Colour> {
    match meets {
        Meets::Frozen(colour) => Some(colour),
        Meets::Rim if rim != Rim::Free => Some(0),
        _ => None,
    }
}
