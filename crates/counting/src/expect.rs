//! Expected numbers of partial boards by depth, for any order, clues and break list.
//!
//! The number of partial boards a depth-first search meets at a depth is the number of ways to place so many
//! pieces, each where its grey sides may lie, times the chance that all joins match (`joins`). Source: B. Owen's
//! "complex theory" and P. McGavin's node counts on the Eternity II mailing list; the formula of the break
//! list is ours, see `docs/COUNTING.md`.

use std::collections::BTreeMap;

use edgewise_puzzle::{DOWN, GREY, LEFT, Puzzle, RIGHT, Rim, Sides, UP, opposite};
use edgewise_search::{Known, Order, StepPlan};

use crate::joins::{Chances, Factorials, Urn, broken, ln_sum};

/// The breaks a search may pay.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BreakList {
    /// Positions of the order (from 0) in rising order, at each of which one more break is allowed in all.
    pub positions: Vec<usize>,
    /// Breaks one placement may pay at most, from the first of the positions on.
    pub per_placement: usize,
    /// Whether seams between two border cells of a framed puzzle may break.
    pub frame: bool,
}

impl BreakList {
    /// Breaks allowed in all once the cell at `position` is filled.
    fn allowed(&self, position: usize) -> usize {
        self.positions.partition_point(|&p| p <= position)
    }
}

/// What is expected of one step of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct ExpectedStep {
    /// The cell filled.
    pub cell: usize,
    /// Cells of the order filled after it, clue cells included once the order has passed them.
    pub depth: usize,
    /// Joins so far between frame pieces along the rim.
    pub frame_joins: usize,
    /// All other joins so far.
    pub inner_joins: usize,
    /// log10 of the expected number of nodes: ways to have placed this and all earlier steps.
    pub log10_nodes: f64,
}

/// What is expected of a depth-first search. Counts are labelled: every piece and every turn told apart.
#[derive(Clone, PartialEq, Debug)]
pub struct Expectation {
    /// By step; clues are no steps.
    pub steps: Vec<ExpectedStep>,
    /// log10 of the expected number of ways to fill the order without a break.
    pub log10_solutions: f64,
    /// log10 of the expected number of ways to fill the order within the break list.
    pub log10_boards: f64,
    /// log10 of the expected number of nodes of the whole search.
    pub log10_nodes: f64,
}

impl Expectation {
    /// The index of the step with the most nodes, none if there are no steps.
    pub fn peak(&self) -> Option<usize> {
        (0..self.steps.len()).max_by(|&a, &b| self.steps[a].log10_nodes.total_cmp(&self.steps[b].log10_nodes))
    }
}

/// Expected nodes and solutions of a search along `order`.
pub fn expect(puzzle: &Puzzle, order: &Order, breaks: &BreakList) -> Expectation {
    let model = Model::new(puzzle, order);
    let perfect = model.nodes(&BreakList::default());
    let with_breaks = if breaks.positions.is_empty() { perfect.clone() } else { model.nodes(breaks) };
    let log10 = |ln: f64| ln / std::f64::consts::LN_10;
    let last = |nodes: &[f64]| log10(nodes.last().copied().unwrap_or(0.0));
    let (mut frame_joins, mut inner_joins) = (0, 0);
    let steps = model.plan.steps.iter().zip(&with_breaks).zip(&model.joins).map(|((step, &ln), joins)| {
        let along = joins.iter().filter(|join| model.is_lateral(join.sort)).count();
        frame_joins += along;
        inner_joins += joins.len() - along;
        ExpectedStep { cell: step.cell, depth: step.depth_after, frame_joins, inner_joins, log10_nodes: log10(ln) }
    });
    Expectation {
        steps: steps.collect(),
        log10_solutions: last(&perfect),
        log10_boards: last(&with_breaks),
        log10_nodes: log10(ln_sum(with_breaks.iter().copied())),
    }
}

/// Sorts of joins. Which there are depends on the rules: a framed puzzle tells joins along the rim from the
/// others, one without rotation level ones from upright ones.
const SORTS: usize = 4;
/// Set in the sort of joins along the rim.
const LATERAL: usize = 2;

/// A join made by a step.
#[derive(Clone, Copy, Debug)]
struct Join {
    sort: usize,
    may_break: bool,
}

struct Model<'a> {
    puzzle: &'a Puzzle,
    plan: StepPlan,
    facts: Factorials,
    /// By sort.
    chances: Vec<Chances>,
    /// Joins that each step makes.
    joins: Vec<Vec<Join>>,
    /// ln of the ways to place the pieces, by steps placed, joins left out of account.
    placements: Vec<f64>,
    /// Half-edges that must be of colour 0, by steps placed and sort, of either urn.
    forced: Vec<[[usize; 2]; SORTS]>,
}

impl<'a> Model<'a> {
    fn new(puzzle: &'a Puzzle, order: &Order) -> Model<'a> {
        let plan = StepPlan::compile(puzzle, order);
        let facts = Factorials::new(4 * puzzle.pieces().len());
        let joins = plan.steps.iter().map(|step| {
            let filled = (0..4).filter(|&side| matches!(step.known[side], Known::Clue(_) | Known::Placed(_)));
            let join = |side: usize| {
                let other = puzzle.size().neighbour(step.cell, side).unwrap_or(step.cell);
                Join { sort: sort(puzzle, step.cell, side), may_break: !puzzle.is_frame_seam(step.cell, other) }
            };
            filled.map(join).collect()
        });
        let joins: Vec<Vec<Join>> = joins.collect();
        let most = joins.iter().map(Vec::len).sum();
        let chances = urns(puzzle).into_iter().map(|urn| Chances::new(urn, most, &facts)).collect();
        let (placements, forced) = (placements(puzzle, &plan, &facts), forced(puzzle, &plan));
        Model { puzzle, plan, facts, chances, joins, placements, forced }
    }

    fn is_lateral(&self, sort: usize) -> bool {
        self.puzzle.rim() == Rim::Grey && sort & LATERAL != 0
    }

    /// ln of the expected nodes of every step.
    fn nodes(&self, breaks: &BreakList) -> Vec<f64> {
        let mut joins = [0; SORTS];
        // ln of the ways to choose which joins break, by breaks of every sort.
        let mut ways = BTreeMap::from([([0; SORTS], 0.0)]);
        let mut all = Vec::with_capacity(self.plan.steps.len());
        for (i, step) in self.plan.steps.iter().enumerate() {
            let mut may_break = [0; SORTS];
            for join in &self.joins[i] {
                joins[join.sort] += 1;
                may_break[join.sort] += usize::from(join.may_break || breaks.frame);
            }
            if breaks.positions.first().is_some_and(|&first| step.position >= first) {
                ways = self.pay(&ways, may_break, breaks.per_placement, breaks.allowed(step.position));
            }
            let matched: Vec<Vec<f64>> = (0..SORTS)
                .map(|sort| self.chances[sort].matched(&self.facts, joins[sort], self.forced[i + 1][sort]))
                .collect();
            let chance = |paid: &[usize; SORTS]| {
                (0..SORTS).map(|s| broken(&matched[s], joins[s], paid[s], &self.facts)).sum::<f64>()
            };
            let terms: Vec<f64> = ways.iter().map(|(paid, ln)| ln + chance(paid)).collect();
            all.push(self.placements[i + 1] + ln_sum(terms.into_iter()));
        }
        all
    }

    /// The ways after a step that may pay breaks on so many of its joins.
    fn pay(
        &self,
        ways: &BTreeMap<[usize; SORTS], f64>,
        may_break: [usize; SORTS],
        most: usize,
        allowed: usize,
    ) -> BTreeMap<[usize; SORTS], f64> {
        let mut terms: BTreeMap<[usize; SORTS], Vec<f64>> = BTreeMap::new();
        let options: usize = may_break.iter().map(|n| n + 1).product();
        for (paid, ln) in ways {
            for option in 0..options {
                let (mut rest, mut now, mut choices) = (option, *paid, *ln);
                let mut breaks = 0;
                for (&most_here, paid_here) in may_break.iter().zip(&mut now) {
                    let here = rest % (most_here + 1);
                    rest /= most_here + 1;
                    *paid_here += here;
                    breaks += here;
                    choices += self.facts.choose(most_here, here);
                }
                // What was paid before stays paid; what is paid now must keep to the list.
                if breaks == 0 || breaks <= most && now.iter().sum::<usize>() <= allowed {
                    terms.entry(now).or_default().push(choices);
                }
            }
        }
        terms.into_iter().map(|(paid, terms)| (paid, ln_sum(terms.into_iter()))).collect()
    }
}

/// Whether `side`, of a piece or cell with these sides at the rim, runs along it: 1 if the rim lies on its
/// left-hand side as one looks outwards, 2 if on its right-hand side, 3 if on both, 0 if on none.
fn along(rim: [bool; 4], side: usize) -> usize {
    usize::from(rim[(side + 3) % 4]) + 2 * usize::from(rim[(side + 1) % 4])
}

/// The sort of the join on a side of a cell.
fn sort(puzzle: &Puzzle, cell: usize, side: usize) -> usize {
    let upright = if puzzle.rotation() { 0 } else { usize::from(matches!(side, UP | DOWN)) };
    upright + if puzzle.rim() == Rim::Grey { lateral(puzzle, along(puzzle.size().rim_sides(cell), side)) } else { 0 }
}

/// The sort of a side that runs along the rim in this way. Between two rims pieces turn freely, and nothing
/// tells their sides from others.
fn lateral(puzzle: &Puzzle, along: usize) -> usize {
    match along {
        0 => 0,
        3 if puzzle.rotation() => 0,
        _ => LATERAL,
    }
}

/// The half-edges of every sort of joins, by colour.
fn urns(puzzle: &Puzzle) -> Vec<Urn> {
    let (colours, grey) = (puzzle.colours(), puzzle.rim() == Rim::Grey);
    let empty = |sort: usize| Urn {
        a: vec![0; colours],
        // Along a rim, and where nothing turns, a side meets only sides that face it.
        b: if !puzzle.rotation() || grey && sort & LATERAL != 0 { vec![0; colours] } else { Vec::new() },
    };
    let mut urns: Vec<Urn> = (0..SORTS).map(empty).collect();
    for sides in puzzle.pieces() {
        for side in 0..4 {
            let colour = usize::from(sides[side]);
            if grey && sides[side] == GREY {
                continue;
            }
            let along = along(sides.map(|c| c == GREY), side);
            let upright = if puzzle.rotation() { 0 } else { usize::from(matches!(side, UP | DOWN)) };
            let sort = upright + if grey { lateral(puzzle, along) } else { 0 };
            let first = if puzzle.rotation() { along != 2 } else { matches!(side, RIGHT | DOWN) };
            let urn = &mut urns[sort];
            if first || urn.b.is_empty() { urn.a[colour] += 1 } else { urn.b[colour] += 1 }
        }
    }
    // A join between two clues is what it is: it draws nothing.
    let clues = puzzle.clue_board();
    for (cell, side, other) in puzzle.size().seam_list() {
        let (Some(here), Some(there)) = (clues.get(cell), clues.get(other)) else { continue };
        for (cell, side, placement) in [(cell, side, here), (other, opposite(side), there)] {
            let rim = along(puzzle.size().rim_sides(cell), side);
            let first = if puzzle.rotation() { rim != 2 } else { matches!(side, RIGHT | DOWN) };
            let colour = usize::from(puzzle.sides(placement)[side]);
            let urn = &mut urns[sort(puzzle, cell, side)];
            let counts = if first || urn.b.is_empty() { &mut urn.a } else { &mut urn.b };
            counts[colour] = counts[colour].saturating_sub(1);
        }
    }
    // Nor do the rim sides of a clue, which keep the rim rule as a matter of fact.
    for clue in puzzle.clues().iter().filter(|_| puzzle.rim() == Rim::Zero) {
        for side in (0..4).filter(|&side| puzzle.size().rim_sides(clue.cell)[side]) {
            let second = !puzzle.rotation() && matches!(side, LEFT | UP);
            let urn = &mut urns[sort(puzzle, clue.cell, side)];
            let counts = if second { &mut urn.b } else { &mut urn.a };
            counts[usize::from(GREY)] = counts[usize::from(GREY)].saturating_sub(1);
        }
    }
    urns
}

/// Half-edges forced to colour 0 by a rim that asks for it, by steps placed.
fn forced(puzzle: &Puzzle, plan: &StepPlan) -> Vec<[[usize; 2]; SORTS]> {
    let mut now = [[0; 2]; SORTS];
    let mut add = |cell: usize| {
        if puzzle.rim() == Rim::Zero {
            for side in (0..4).filter(|&side| puzzle.size().rim_sides(cell)[side]) {
                let second = !puzzle.rotation() && matches!(side, LEFT | UP);
                now[sort(puzzle, cell, side)][usize::from(second)] += 1;
            }
        }
        now
    };
    let start = [[0; 2]; SORTS];
    std::iter::once(start).chain(plan.steps.iter().map(|step| add(step.cell))).collect()
}

/// ln of the ways to place pieces that may lie there by their grey sides, by steps placed.
fn placements(puzzle: &Puzzle, plan: &StepPlan, facts: &Factorials) -> Vec<f64> {
    let class = |grey: [bool; 4]| class(puzzle, grey);
    let mut left: BTreeMap<usize, usize> = BTreeMap::new();
    puzzle.pieces().iter().for_each(|sides| *left.entry(class(grey(sides))).or_default() += 1);
    for clue in puzzle.clues() {
        let gone = left.entry(class(grey(&puzzle.sides(clue.placement)))).or_default();
        *gone = gone.saturating_sub(1);
    }
    let mut used: BTreeMap<usize, usize> = BTreeMap::new();
    let mut turns = 0.0;
    let mut all = vec![0.0];
    for step in &plan.steps {
        let rim = puzzle.size().rim_sides(step.cell);
        *used.entry(class(rim)).or_default() += 1;
        turns += turns_that_fit(puzzle, rim).ln();
        let ways = |(class, &n): (&usize, &usize)| facts.falling(left.get(class).copied().unwrap_or(0), n);
        all.push(turns + used.iter().map(ways).sum::<f64>());
    }
    all
}

fn grey(sides: &Sides) -> [bool; 4] {
    sides.map(|colour| colour == GREY)
}

/// A number that pieces and cells share if the grey sides of the one can lie on the rim sides of the other.
fn class(puzzle: &Puzzle, grey: [bool; 4]) -> usize {
    if puzzle.rim() != Rim::Grey {
        return 0;
    }
    let turned = |by: usize| (0..4).map(|side| usize::from(grey[(side + by) % 4]) << side).sum::<usize>();
    (0..if puzzle.rotation() { 4 } else { 1 }).map(turned).min().unwrap_or(0)
}

/// In how many rotations a piece of a cell's class keeps the rim rule there.
fn turns_that_fit(puzzle: &Puzzle, rim: [bool; 4]) -> f64 {
    let fit = |by: &usize| puzzle.rim() != Rim::Grey || (0..4).all(|side| rim[side] == rim[(side + by) % 4]);
    if puzzle.rotation() { (0..4).filter(fit).count() as f64 } else { 1.0 }
}
