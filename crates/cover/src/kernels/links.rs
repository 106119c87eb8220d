//! Algorithms X and C by dancing links.
//!
//! Source: Knuth, TAOCP 4B, 7.2.2.1: Algorithm X with operations (12) to (15) (cover, hide, uncover,
//! unhide), Algorithm C with (50) to (57) (commit, purify and their inverses). Iterative; the path is
//! a vector. What differs from the page changes neither the tree nor the order of solutions:
//!
//! * The list of active items is the array of lengths with a mark on those that are covered, searched
//!   in blocks; its order is the item order, as that of Knuth's horizontal list always is.
//! * An item whose last option goes while the chosen option's members are committed, and which that
//!   option does not cover itself, is a dead end already: the rest of the option is not committed.
//! * When only counting, the last item's options are counted without being tried one by one: with
//!   no other primary item left each of them completes a solution.
//!
//! An update, as in Knuth's programs, is a node taken out of its item's list or an item taken from
//! the list of active items; putting back is not counted.

use super::nodes::{COVERED, Node, Nodes, PURIFIED, len_mut, node, node_mut};
use super::{Kernel, Pause, State};
use crate::limits::Meter;
use crate::problem::Member;

/// One level of the path.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Header of the item chosen.
    item: u32,
    /// Its node in the option being tried.
    node: u32,
    /// Which of its options that is, 1-based.
    tried: u32,
    /// How many options it has here.
    of: u32,
    /// Length of the list of starved items below this level.
    starved: u32,
}

/// The dancing links; `COLOURS` says whether some option gives a colour.
#[derive(Clone, Debug)]
pub(crate) struct Links<const COLOURS: bool> {
    /// Whether items are chosen in their order and starved ones go unnoticed: see [`crate::Settings::in_order`].
    pub(crate) in_order: bool,
    nodes: Nodes,
    levels: Vec<Level>,
    state: State,
    /// Primary items not covered.
    remaining: u32,
    /// Items that lost their last option when a level's item was covered.
    starved: Vec<u32>,
    /// Nodes and items taken out.
    updates: u64,
}

// The operations of the dance. They are functions of the array and the lengths alone, not of the search
// around them, so that the compiler knows that nothing else changes under their loops.

/// Takes every other member of an option out of its list: TAOCP (13). Items left without options go to
/// `starved`. How many were taken out.
#[inline(always)]
fn hide<const COLOURS: bool>(nodes: &mut [Node], lens: &mut [u32], starved: &mut Vec<u32>, option: u32) -> u64 {
    let mut taken = 0;
    let mut at = option + 1;
    while at != option {
        let here = node(nodes, at);
        if here.top == 0 {
            at = here.up;
            continue;
        }
        at += 1;
        if COLOURS && here.colour == PURIFIED {
            continue;
        }
        node_mut(nodes, here.up).down = here.down;
        node_mut(nodes, here.down).up = here.up;
        let len = len_mut(lens, here.top);
        *len -= 1;
        taken += 1;
        if *len == 0 {
            note(starved, here.top);
        }
    }
    taken
}

/// An active primary item has no option left.
#[cold]
fn note(starved: &mut Vec<u32>, top: u32) {
    starved.push(top);
}

/// Puts them back, in reverse: TAOCP (15).
#[inline(always)]
fn unhide<const COLOURS: bool>(nodes: &mut [Node], lens: &mut [u32], option: u32) {
    let mut at = option - 1;
    while at != option {
        let here = node(nodes, at);
        if here.top == 0 {
            at = here.down;
            continue;
        }
        if !COLOURS || here.colour != PURIFIED {
            node_mut(nodes, here.up).down = at;
            node_mut(nodes, here.down).up = at;
            *len_mut(lens, here.top) += 1;
        }
        at -= 1;
    }
}

/// Hides all options of an item.
#[inline(never)]
fn hide_all<const COLOURS: bool>(nodes: &mut [Node], lens: &mut [u32], starved: &mut Vec<u32>, item: u32) -> u64 {
    let mut taken = 0;
    let mut at = node(nodes, item).down;
    while at != item {
        taken += hide::<COLOURS>(nodes, lens, starved, at);
        at = node(nodes, at).down;
    }
    taken
}

/// Unhides them, in reverse.
#[inline(never)]
fn unhide_all<const COLOURS: bool>(nodes: &mut [Node], lens: &mut [u32], item: u32) {
    let mut at = node(nodes, item).up;
    while at != item {
        unhide::<COLOURS>(nodes, lens, at);
        at = node(nodes, at).up;
    }
}

/// Takes out the options that give an item another colour: TAOCP (55).
#[inline(never)]
fn purify(nodes: &mut [Node], lens: &mut [u32], starved: &mut Vec<u32>, item: u32, colour: u32) -> u64 {
    let mut taken = 0;
    let mut at = node(nodes, item).down;
    while at != item {
        let here = node(nodes, at);
        if here.colour == colour {
            node_mut(nodes, at).colour = PURIFIED;
        } else {
            taken += hide::<true>(nodes, lens, starved, at);
        }
        at = here.down;
    }
    taken
}

/// Puts them back: TAOCP (57).
#[inline(never)]
fn unpurify(nodes: &mut [Node], lens: &mut [u32], item: u32, colour: u32) {
    let mut at = node(nodes, item).up;
    while at != item {
        let here = node(nodes, at);
        if here.colour == PURIFIED {
            node_mut(nodes, at).colour = colour;
        } else {
            unhide::<true>(nodes, lens, at);
        }
        at = here.up;
    }
}

impl<const COLOURS: bool> Links<COLOURS> {
    /// A search at its root.
    pub(crate) fn new<'a>(items: usize, primary: usize, options: impl Iterator<Item = &'a [Member]>) -> Self {
        let nodes = Nodes::new(items, primary, options);
        let remaining = nodes.primary();
        Links {
            nodes,
            in_order: false,
            levels: Vec::new(),
            state: State::Enter,
            remaining,
            starved: Vec::new(),
            updates: 0,
        }
    }

    /// Marks an item covered or takes the mark off, if it is primary; 1 if it is.
    #[inline(always)]
    fn toggle(&mut self, item: u32) -> u32 {
        let primary = u32::from(self.nodes.is_primary(item));
        *len_mut(self.nodes.parts().1, item) ^= COVERED * primary;
        primary
    }

    /// Takes an item and all its options out: TAOCP (12).
    #[inline(always)]
    fn cover(&mut self, item: u32) {
        self.remaining -= self.toggle(item);
        let (nodes, lens) = self.nodes.parts();
        self.updates += 1 + hide_all::<COLOURS>(nodes, lens, &mut self.starved, item);
    }

    /// Puts them back: TAOCP (14).
    #[inline(always)]
    fn uncover(&mut self, item: u32) {
        let (nodes, lens) = self.nodes.parts();
        unhide_all::<COLOURS>(nodes, lens, item);
        self.remaining += self.toggle(item);
    }

    /// Commits a member of the chosen option: TAOCP (54).
    #[inline(always)]
    fn commit(&mut self, member: Node) {
        if !COLOURS || member.colour == 0 {
            self.cover(member.top);
        } else if member.colour != PURIFIED {
            // The member itself is in no list any more, so it keeps its colour for the way back.
            let (nodes, lens) = self.nodes.parts();
            self.updates += purify(nodes, lens, &mut self.starved, member.top, member.colour);
        }
    }

    /// Takes a commitment back: TAOCP (56).
    #[inline(always)]
    fn uncommit(&mut self, member: Node) {
        if !COLOURS || member.colour == 0 {
            self.uncover(member.top);
        } else if member.colour != PURIFIED {
            let (nodes, lens) = self.nodes.parts();
            unpurify(nodes, lens, member.top, member.colour);
        }
    }

    /// Commits the other members of the option of `node`. `false`, with everything taken back, if an
    /// item is left without options on the way.
    #[inline]
    fn place(&mut self, level: Level) -> bool {
        let node = level.node;
        let starved = &self.starved[level.starved as usize..];
        if !self.in_order && !starved.iter().all(|&top| self.nodes.option_has(node, top)) {
            return false;
        }
        let known = self.starved.len();
        let mut at = node + 1;
        while at != node {
            let here = self.nodes.node(at);
            if here.top == 0 {
                at = here.up;
                continue;
            }
            self.commit(here);
            if self.starved.len() > known {
                let dead = self.starved[known..].iter().any(|&top| !self.nodes.option_has(node, top));
                self.starved.truncate(known);
                if dead && !self.in_order {
                    self.unplace(node, at + 1);
                    return false;
                }
            }
            at += 1;
        }
        true
    }

    /// Uncommits the members of the option of `node` that lie before `from`, in reverse.
    #[inline]
    fn unplace(&mut self, node: u32, from: u32) {
        let mut at = from - 1;
        while at != node {
            let here = self.nodes.node(at);
            if here.top == 0 {
                at = here.down;
                continue;
            }
            self.uncommit(here);
            at -= 1;
        }
    }

    /// Covers a chosen item that has `of` options: its level goes on the path.
    #[inline]
    fn choose(&mut self, item: u32, of: u32) {
        let starved = self.starved.len() as u32;
        self.cover(item);
        let node = self.nodes.node(item).down;
        self.levels.push(Level { item, node, tried: 1, of, starved });
    }

    /// One random descent from the root by the same choice of items: how many options the item
    /// chosen at each level had, and whether it ended in a solution. The links are as before after it.
    pub(crate) fn dive(&mut self, rng: &mut edgewise_puzzle::Rng, branching: &mut Vec<u32>) -> bool {
        branching.clear();
        let solved = loop {
            let (item, of) = self.nodes.shortest();
            if self.remaining == 0 {
                break true;
            }
            branching.push(of);
            if of == 0 {
                break false;
            }
            self.choose(item, of);
            let Some(level) = self.levels.last_mut() else { break false };
            for _ in 0..rng.below(u64::from(of)) {
                level.node = self.nodes.node(level.node).down;
            }
            let level = *level;
            if !self.place(level) {
                branching.push(0);
                self.uncover(level.item);
                self.levels.pop();
                break false;
            }
        };
        while let Some(level) = self.levels.pop() {
            self.unplace(level.node, level.node);
            self.uncover(level.item);
        }
        self.starved.clear();
        solved
    }
}

impl<const COLOURS: bool> Kernel for Links<COLOURS> {
    fn advance<const COUNT: bool>(&mut self, meter: &mut Meter) -> Pause {
        let pause = loop {
            match self.state {
                State::Enter => {
                    if self.remaining == 0 {
                        meter.solutions += 1;
                        self.state = State::Back;
                        if !COUNT || meter.solutions >= meter.solutions_at {
                            break Pause::Solution;
                        }
                        continue;
                    }
                    let (item, of) = if self.in_order { self.nodes.first() } else { self.nodes.shortest() };
                    if of == 0 {
                        self.state = State::Back;
                    } else if COUNT && self.remaining == 1 && meter.allows(u64::from(of)) {
                        meter.nodes += u64::from(of);
                        meter.solutions += u128::from(of);
                        self.state = State::Back;
                    } else {
                        self.choose(item, of);
                        self.state = State::Try;
                    }
                }
                State::Try => {
                    let Some(&level) = self.levels.last() else { break Pause::Done };
                    if level.node == level.item {
                        self.uncover(level.item);
                        self.starved.truncate(level.starved as usize);
                        self.levels.pop();
                        self.state = State::Back;
                        continue;
                    }
                    if meter.nodes >= meter.pause_at {
                        break Pause::Look;
                    }
                    meter.nodes += 1;
                    if self.place(level) {
                        self.state = State::Enter;
                    } else {
                        self.next_option();
                    }
                }
                State::Back => {
                    let Some(&level) = self.levels.last() else {
                        self.state = State::Done;
                        continue;
                    };
                    self.unplace(level.node, level.node);
                    self.next_option();
                    self.state = State::Try;
                }
                State::Done => break Pause::Done,
            }
        };
        meter.updates = self.updates;
        pause
    }

    fn path(&self, options: &mut Vec<u32>) {
        options.clear();
        options.extend(self.levels.iter().map(|level| self.nodes.option_of(level.node)));
    }

    fn levels(&self, levels: &mut Vec<(u32, u32)>) {
        levels.clear();
        levels.extend(self.levels.iter().map(|level| (level.tried, level.of)));
    }

    fn memory(&self) -> usize {
        self.nodes.memory() + self.levels.capacity() * size_of::<Level>() + self.starved.capacity() * size_of::<u32>()
    }
}

impl<const COLOURS: bool> Links<COLOURS> {
    /// Moves the last level on to the next option of its item.
    #[inline]
    fn next_option(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.node = self.nodes.node(level.node).down;
            level.tried += 1;
        }
    }
}
