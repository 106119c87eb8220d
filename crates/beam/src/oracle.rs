//! The slow obvious beam: whole boards as states, keys from scratch, full sorts. It shares with the
//! fast one the lottery, the fixed-point functions and the random selections (tested by themselves),
//! and nothing of its tables, masks, hashes and counting.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use edgewise_puzzle::{Board, Placement, Puzzle, Sides, opposite, rotated};
use edgewise_search::{Known, Step, StepPlan};

use crate::child::{Child, clamped, draw, key_of, rank, salt};
use crate::expand::noise;
use crate::fixed::{GUMBEL_MOST, ONE, gumbel};
use crate::keys::groups;
use crate::likeness::{Dedup, mix};
use crate::outlook::{self, Form};
use crate::select::{resample, sample};
use crate::settings::{Selection, Settings, TwoBreaks};
use crate::stochastic;

/// What a descent of the slow beam left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slow {
    /// The board, complete or not.
    pub(crate) board: Board,
    /// Children made, by cells filled.
    pub(crate) nodes: Vec<u64>,
    /// Survivors, by cells filled.
    pub(crate) survivors: Vec<u64>,
    /// Children with the key of the last survivor, by cells filled.
    pub(crate) ties: Vec<u64>,
}

#[derive(Clone)]
struct State {
    board: Board,
    breaks: usize,
    /// Scarcity so far.
    served: i64,
    luck: [i64; 2],
}

/// A child: its parent, class, placement, rank and luck.
#[derive(Clone)]
struct Born {
    parent: usize,
    class: usize,
    placement: Placement,
    served: i64,
    rank: u64,
    luck: [i64; 2],
}

struct Oracle<'a> {
    puzzle: &'a Puzzle,
    settings: &'a Settings,
    plan: StepPlan,
    groups: Vec<Option<usize>>,
    /// By step: what may lie there.
    fitting: Vec<Vec<Placement>>,
    /// By step: weights of the squares by group in the layer after it.
    weights: Vec<[i64; 2]>,
    /// By step: weights of the outlook by group.
    outlook_weights: Vec<[i64; 2]>,
}

/// Builds one board as the engine does with the board seed `seed` and at most `fuel` children.
pub(crate) fn descend(puzzle: &Puzzle, settings: &Settings, seed: u64, fuel: u64) -> Slow {
    let plan = StepPlan::compile(puzzle, &settings.order);
    let pinned = |p: usize| puzzle.clues().iter().any(|c| c.placement.piece() == p);
    let at = |step: &Step| puzzle.placements_at(step.cell).into_iter().filter(|p| !pinned(p.piece())).collect();
    let fitting = plan.steps.iter().map(at).collect();
    let mut oracle = Oracle {
        puzzle,
        settings,
        groups: groups(puzzle),
        plan,
        fitting,
        weights: Vec::new(),
        outlook_weights: Vec::new(),
    };
    oracle.weights = (0..oracle.plan.steps.len()).map(|index| oracle.square_weights(index)).collect();
    oracle.outlook_weights =
        (0..oracle.plan.steps.len()).map(|index| [0, 1].map(|g| oracle.outlook_weight(index, g))).collect();
    let root = puzzle.clue_board();
    let breaks = puzzle.score(&root).breaks;
    let none = vec![0; oracle.plan.length + 1];
    let mut slow = Slow { board: root.clone(), nodes: none.clone(), survivors: none.clone(), ties: none };
    let mut states = vec![State { board: root, breaks, served: 0, luck: [0; 2] }];
    let mut left = fuel;
    for (index, step) in oracle.plan.steps.iter().enumerate() {
        if left == 0 {
            return slow;
        }
        let layer_seed = mix(seed ^ index as u64);
        let width = settings.widths.at(step.depth_after);
        let Layer { pool: mut kept, made, all, cut } = oracle.children(index, layer_seed, &states, width, left);
        slow.nodes[step.depth_after] += made;
        left -= made;
        if made > 0 && left == 0 {
            let (pool, _) = oracle.best(step, &states, &all, settings.wanted(width));
            let breaks = |b: &Born| states[b.parent].breaks + b.class;
            let key = |b: &&Born| (Reverse(breaks(b)), b.rank as u32, Reverse((b.class, b.parent, b.placement)));
            let best = pool.iter().max_by_key(key).unwrap();
            slow.board = oracle.place(step, &states[best.parent], best).board;
            return slow;
        }
        if let (Some(cut), Selection::Best) = (cut, settings.selection) {
            slow.ties[step.depth_after] = all.iter().filter(|b| key_of(b.rank) == cut).count() as u64;
        }
        oracle.choose(&mut kept, width, settings.temperature(step.depth_after), layer_seed);
        let pool = kept;
        slow.survivors[step.depth_after] = pool.len() as u64;
        let next: Vec<State> = pool.iter().map(|b| oracle.place(step, &states[b.parent], b)).collect();
        let key = |i: &usize| (Reverse(next[*i].breaks), pool[*i].rank as u32, Reverse(*i));
        let Some(lead) = (0..next.len()).max_by_key(key) else { return slow };
        slow.board = next[lead].board.clone();
        states = next;
    }
    slow
}

struct Layer {
    pool: Vec<Born>,
    made: u64,
    all: Vec<Born>,
    cut: Option<u32>,
}

impl Oracle<'_> {
    /// The children of a layer: those that may survive, how many were made, all of them, and the key
    /// of the last of the best if there were enough.
    fn children(&self, index: usize, seed: u64, states: &[State], width: usize, fuel: u64) -> Layer {
        let settings = self.settings;
        let want = settings.wanted(width);
        let step = &self.plan.steps[index];
        let reference = if settings.is_stochastic() { states[0].luck[1] } else { self.key(index, &states[0]) };
        let mut layer = Layer { pool: Vec::new(), made: 0, all: Vec::new(), cut: None };
        if settings.by_family() {
            for parent in 0..states.len() {
                let family = self.family(index, seed, states, parent, reference, fuel - layer.made, &mut layer.made);
                layer.all.extend(family);
                if layer.made == fuel {
                    return layer;
                }
            }
            (layer.pool, layer.cut) = self.best(step, states, &layer.all, want);
            return layer;
        }
        let mut fewest = vec![None; states.len()];
        for class in 0..=2 {
            let starving = layer.pool.len() < states.len().min(width);
            let always = settings.two_breaks == TwoBreaks::Always;
            let never = settings.two_breaks == TwoBreaks::Never;
            let level = states.iter().all(|s| s.breaks == states[0].breaks);
            let grows = !starving && layer.cut.is_none();
            if (class == 1 && grows && level && !always) || (class == 2 && (never || !(starving || always))) {
                continue;
            }
            for (parent, state) in states.iter().enumerate() {
                let tolerated = match (settings.tolerance, fewest[parent]) {
                    (Some(tolerance), Some(fewest)) => class <= fewest + tolerance,
                    _ => true,
                };
                let bound = clamped(self.bound(index, state, class) - reference);
                if !tolerated || (class > 0 && layer.cut.is_some_and(|cut| bound < cut)) {
                    continue;
                }
                for mut born in self.born(index, seed, state, parent, class, reference) {
                    if layer.made == fuel {
                        return layer;
                    }
                    layer.made += 1;
                    fewest[parent].get_or_insert(class);
                    born.parent = parent;
                    layer.all.push(born);
                }
                if layer.made == fuel {
                    return layer;
                }
            }
            (layer.pool, layer.cut) = self.best(step, states, &layer.all, want);
        }
        layer
    }

    /// The best `want` children that differ, in the order they were made, and the key of the last.
    fn best(&self, step: &Step, states: &[State], all: &[Born], want: usize) -> (Vec<Born>, Option<u32>) {
        let mut sorted: Vec<(usize, &Born)> = all.iter().enumerate().collect();
        sorted.sort_by_key(|&(i, b)| (Reverse(b.rank), i));
        let mut seen = HashSet::new();
        sorted.retain(|(_, b)| {
            self.settings.dedup == Dedup::None
                || step.depth_after < self.settings.dedup_from
                || seen.insert(self.likeness(&self.place(step, &states[b.parent], b).board))
        });
        sorted.truncate(want);
        let cut = (sorted.len() == want).then(|| sorted.last().map(|s| key_of(s.1.rank))).flatten();
        sorted.sort_by_key(|s| s.0);
        (sorted.into_iter().map(|s| s.1.clone()).collect(), cut)
    }

    /// What must be the same for two boards of a layer to be alike.
    fn likeness(&self, board: &Board) -> (Vec<Sides>, Vec<(usize, u8)>) {
        let turns = if self.puzzle.rotation() { 4 } else { 1 };
        let look = |p: &Placement| {
            let sides = self.puzzle.pieces()[p.piece()];
            (0..turns).map(|r| rotated(sides, r)).min().unwrap()
        };
        let mut pieces: Vec<Sides> = board.cells().iter().flatten().map(look).collect();
        pieces.sort_unstable();
        let side = |cell: usize, side: usize| board.get(cell).map(|p| (cell * 4 + side, self.puzzle.sides(p)[side]));
        let all = (0..board.cells().len()).flat_map(|cell| (0..4).filter_map(move |s| side(cell, s)));
        let open = |&(number, _): &(usize, u8)| {
            let other = self.puzzle.size().neighbour(number / 4, number % 4);
            other.is_some_and(|o| board.get(o).is_none())
        };
        match self.settings.dedup {
            Dedup::Pieces | Dedup::None => (pieces, Vec::new()),
            Dedup::Path => (Vec::new(), all.collect()),
            Dedup::Future => (pieces, all.filter(open).collect()),
        }
    }

    /// The children of one state in a class, in the order of their codes.
    fn born(&self, index: usize, seed: u64, state: &State, parent: usize, class: usize, reference: i64) -> Vec<Born> {
        let step = &self.plan.steps[index];
        let all = self.fitting[index].iter().copied();
        let fitting: Vec<Placement> = all.filter(|&p| self.breaks_of(step, state, p) == Some(class)).collect();
        let served = if class == 0 { 65_536 / fitting.len().max(1) as i64 } else { 0 };
        let used: Vec<usize> = state.board.cells().iter().flatten().map(|p| p.piece()).collect();
        let mut children = Vec::new();
        if state.breaks + class > self.settings.allowance {
            return children;
        }
        for placement in fitting.into_iter().filter(|p| !used.contains(&p.piece())) {
            let mut born = Born { parent, class, placement, served, rank: 0, luck: [0; 2] };
            let draw = draw(salt(seed, parent), placement.code());
            let mut key = self.key(index, &self.place(step, state, &born)) - reference;
            if self.settings.rollouts {
                key -= self.rollout(index, &self.place(step, state, &born), draw) as i64 * ONE;
            }
            let temperature = self.settings.gumbel(step.depth_after);
            if temperature > 0 {
                key += noise(temperature, gumbel(draw as u32));
            }
            born.luck = [key, 0];
            born.rank = rank(key, draw);
            children.push(born);
        }
        children
    }

    /// The breaks that a greedy board from `state` pays after step `index`.
    fn rollout(&self, index: usize, state: &State, bits: u64) -> usize {
        let mut board = State { breaks: 0, ..state.clone() };
        for (i, step) in self.plan.steps.iter().enumerate().skip(index + 1) {
            let salt = mix(bits ^ (i - index - 1) as u64);
            let used: Vec<usize> = board.board.cells().iter().flatten().map(|p| p.piece()).collect();
            let free = self.fitting[i].iter().copied().filter(|p| !used.contains(&p.piece()));
            let priced = free.filter_map(|p| self.breaks_of(step, &board, p).map(|breaks| (breaks, p)));
            let best = priced.min_by_key(|&(breaks, p)| (breaks, Reverse(draw(salt, p.code()))));
            match best {
                Some((breaks, placement)) if breaks <= 2 => {
                    board.board.set(step.cell, Some(placement));
                    board.breaks += breaks;
                }
                _ => {
                    let known = |s: &Step| s.known.iter().filter(|k| !matches!(k, Known::Open | Known::Rim)).count();
                    return board.breaks + self.plan.steps[i..].iter().map(known).sum::<usize>();
                }
            }
        }
        board.breaks
    }

    /// The children that a parent keeps, when families are looked at together.
    fn family(
        &self,
        index: usize,
        seed: u64,
        states: &[State],
        parent: usize,
        reference: i64,
        fuel: u64,
        made: &mut u64,
    ) -> Vec<Born> {
        let (settings, state) = (self.settings, &states[parent]);
        let mut family: Vec<Born> = Vec::new();
        for class in 0..=2 {
            let tolerated = match (settings.tolerance, family.first()) {
                (Some(tolerance), Some(best)) => class <= best.class + tolerance,
                _ => true,
            };
            let two = match settings.two_breaks {
                TwoBreaks::Starve => family.is_empty(),
                TwoBreaks::Always => true,
                TwoBreaks::Never => false,
            };
            if tolerated && (class < 2 || two) {
                family.extend(self.born(index, seed, state, parent, class, reference));
            }
        }
        family.truncate(fuel as usize);
        *made += family.len() as u64;
        let draw = |b: &Born| draw(salt(seed, parent), b.placement.code());
        if settings.fanout > 0 && family.len() > settings.fanout {
            let mut lots: Vec<u64> = family.iter().map(|b| mix(draw(b))).collect();
            lots.sort_unstable();
            family.retain(|b| mix(draw(b)) <= lots[settings.fanout - 1]);
        }
        if settings.is_stochastic() {
            let keys: Vec<i64> = family.iter().map(|b| b.luck[0]).collect();
            let bits: Vec<u32> = family.iter().map(|b| draw(b) as u32).collect();
            let lucks = stochastic::children(
                state.luck,
                &keys,
                &bits,
                settings.temperature(self.plan.steps[index].depth_after),
            );
            for (born, luck) in family.iter_mut().zip(lucks) {
                born.luck = luck;
                born.rank = rank(luck[1] - reference, draw(born));
            }
        }
        family
    }

    /// Breaks of a placement against what lies there; `None` if it breaks what may not break.
    fn breaks_of(&self, step: &Step, state: &State, placement: Placement) -> Option<usize> {
        let sides = self.puzzle.sides(placement);
        let mut breaks = 0;
        for (side, &own) in sides.iter().enumerate() {
            let Some(other) = self.puzzle.size().neighbour(step.cell, side) else { continue };
            let Some(there) = state.board.get(other) else { continue };
            if !self.puzzle.seam_matches(own, self.puzzle.sides(there)[opposite(side)]) {
                if self.puzzle.is_frame_seam(step.cell, other) && !self.settings.break_frame {
                    return None;
                }
                breaks += 1;
            }
        }
        debug_assert!((0..4).all(|s| step.known[s] == Known::Open
            || step.known[s] == Known::Rim
            || self.puzzle.size().neighbour(step.cell, s).is_some_and(|o| state.board.get(o).is_some())));
        Some(breaks)
    }

    /// The state that a child is.
    fn place(&self, step: &Step, state: &State, born: &Born) -> State {
        let mut board = state.board.clone();
        board.set(step.cell, Some(born.placement));
        State { board, breaks: state.breaks + born.class, served: state.served + born.served, luck: born.luck }
    }

    /// Weights of the squares by group in the layer after step `index`.
    fn square_weights(&self, index: usize) -> [i64; 2] {
        let depth = self.plan.steps[index].depth_after;
        [0, 1].map(|g| {
            let left: u64 = self.fitting[index + 1..].iter().map(|at| self.takes(at, g)).sum();
            let lambda = i128::from(self.settings.concentration[g].at(depth));
            ((lambda << 42) / (1_000_000 * i128::from(left.max(65_536)))) as i64
        })
    }

    /// The sides of a piece that are in a group of colours.
    fn sides_in(&self, piece: usize, group: usize) -> Vec<u8> {
        let sides = self.puzzle.pieces()[piece];
        sides.into_iter().filter(|&c| self.groups[c as usize] == Some(group)).collect()
    }

    /// Weighted sum of the squares of the colour counts of the pieces not placed.
    fn area(&self, index: usize, board: &Board) -> i64 {
        let used: HashSet<usize> = board.cells().iter().flatten().map(|p| p.piece()).collect();
        let weights = self.weights[index];
        let area = |g: usize| {
            let mut counts: BTreeMap<u8, i64> = BTreeMap::new();
            let left = (0..self.puzzle.pieces().len()).filter(|p| !used.contains(p));
            left.flat_map(|p| self.sides_in(p, g)).for_each(|c| *counts.entry(c).or_default() += 1);
            weights[g] * counts.values().map(|n| n * n).sum::<i64>()
        };
        area(0) + area(1)
    }

    /// Burnt sides, prior and scarcity of a state.
    fn sums(&self, state: &State) -> [i64; 3] {
        let mut sums = [0, 0, state.served];
        for step in &self.plan.steps {
            if let Some(placement) = state.board.get(step.cell) {
                sums[0] += self.burns(placement.piece());
                sums[1] += self.share(step.cell, placement.piece());
            }
        }
        sums
    }

    fn burns(&self, piece: usize) -> i64 {
        self.puzzle.pieces()[piece].iter().filter(|c| self.settings.burn_colours.contains(c)).count() as i64
    }

    fn share(&self, cell: usize, piece: usize) -> i64 {
        self.settings.prior.as_ref().map_or(0, |corpus| corpus.share(cell, piece).into())
    }

    fn extras(&self, index: usize, [burnt, prior, served]: [i64; 3]) -> i64 {
        let depth = self.plan.steps[index].depth_after;
        let weight = |millionths: i64| millionths * ONE / 1_000_000;
        weight(self.settings.burn.at(depth)) * burnt
            + ((weight(self.settings.prior_weight.at(depth)) * prior) >> 16)
            + ((weight(self.settings.scarcity.at(depth)) * served) >> 16)
    }

    /// The key of a state by the weights of the layer after step `index`, noise aside.
    fn key(&self, index: usize, state: &State) -> i64 {
        let area = self.area(index, &state.board);
        let outlook = self.outlook(index, &state.board);
        -(state.breaks as i64) * ONE + (area >> 6) + (outlook >> 24) + self.extras(index, self.sums(state))
    }

    /// Sides left over and sides lying open by colour; those that face the cell of step `index` count as closed.
    fn left_and_open(&self, index: usize, board: &Board) -> BTreeMap<u8, (usize, usize)> {
        let mut numbers: BTreeMap<u8, (usize, usize)> = BTreeMap::new();
        let used: HashSet<usize> = board.cells().iter().flatten().map(|p| p.piece()).collect();
        let left = (0..self.puzzle.pieces().len()).filter(|p| !used.contains(p));
        left.flat_map(|p| self.puzzle.pieces()[p]).for_each(|c| numbers.entry(c).or_default().0 += 1);
        for (cell, placement) in board.cells().iter().enumerate() {
            let Some(placement) = placement else { continue };
            for (side, colour) in self.puzzle.sides(*placement).into_iter().enumerate() {
                let other = self.puzzle.size().neighbour(cell, side);
                if other.is_some_and(|o| board.get(o).is_none() && o != self.plan.steps[index].cell) {
                    numbers.entry(colour).or_default().1 += 1;
                }
            }
        }
        numbers
    }

    fn outlook_weight(&self, index: usize, group: usize) -> i64 {
        let left: u64 = self.fitting[index + 1..].iter().map(|at| self.takes(at, group)).sum();
        let weight = self.settings.outlook[group].at(self.plan.steps[index].depth_after);
        outlook::weight(self.settings.outlook_form, weight, left, outlook::all_sides(self.puzzle))
    }

    /// The weighted outlook.
    fn outlook(&self, index: usize, board: &Board) -> i64 {
        let (form, all): (Form, _) = (self.settings.outlook_form, outlook::all_sides(self.puzzle));
        let of = |(colour, (n, d)): (u8, (usize, usize))| {
            let group = self.groups[colour as usize];
            group.map_or(0, |g| self.outlook_weights[index][g] * form.value(n, d, all))
        };
        if self.outlook_weights[index] == [0; 2] {
            return 0;
        }
        // Colours that are neither left nor open add nothing.
        self.left_and_open(index, board).into_iter().map(of).sum()
    }

    /// The most a placement by step `index` adds to the outlook: four times the most that any side adds, from
    /// there or after up to three others.
    fn outlook_most(&self, index: usize, board: &Board) -> i64 {
        let (form, all): (Form, _) = (self.settings.outlook_form, outlook::all_sides(self.puzzle));
        let mut most = 0;
        if self.outlook_weights[index] == [0; 2] {
            return 0;
        }
        for (colour, (n, d)) in self.left_and_open(index, board) {
            let Some(group) = self.groups[colour as usize] else { continue };
            for n in n.saturating_sub(3).max(1)..=n {
                for d in d..d + 4 {
                    let next = form.value(n - 1, d, all).max(form.value(n - 1, d + 1, all));
                    most = most.max(self.outlook_weights[index][group] * (next - form.value(n, d, all)));
                }
            }
        }
        4 * most
    }

    /// The sides that one of the placements `at` a cell takes on average, 16 places.
    fn takes(&self, at: &[Placement], group: usize) -> u64 {
        let pieces: HashSet<usize> = at.iter().map(|p| p.piece()).collect();
        let sides = pieces.iter().map(|&p| self.sides_in(p, group).len() as u64).sum::<u64>();
        (sides << 16) / (pieces.len() as u64).max(1)
    }

    /// No child of `state` with `class` breaks has a greater key.
    fn bound(&self, index: usize, state: &State, class: usize) -> i64 {
        let weights = self.weights[index];
        let equal = |piece: usize, g: usize| {
            let sides = self.sides_in(piece, g);
            sides.iter().map(|c| sides.iter().filter(|d| *d == c).count() as i64).sum::<i64>()
        };
        let pieces = 0..self.puzzle.pieces().len();
        let most: i64 = (0..2).map(|g| weights[g] * pieces.clone().map(|p| equal(p, g)).max().unwrap_or(0)).sum();
        let mut sums = self.sums(state);
        sums[0] += pieces.clone().map(|p| self.burns(p)).max().unwrap_or(0);
        sums[1] += pieces.map(|p| self.share(self.plan.steps[index].cell, p)).max().unwrap_or(0);
        sums[2] += 65_536;
        let noisy = noise(self.settings.gumbel(self.plan.steps[index].depth_after), GUMBEL_MOST);
        let area = self.area(index, &state.board) + most;
        let outlook = self.outlook(index, &state.board) + self.outlook_most(index, &state.board);
        -((state.breaks + class) as i64) * ONE + (area >> 6) + (outlook >> 24) + self.extras(index, sums) + noisy
    }

    /// Leaves the survivors.
    fn choose(&self, pool: &mut Vec<Born>, width: usize, temperature: i64, seed: u64) {
        let mut children: Vec<Child> =
            pool.iter().map(|b| Child::new(b.rank, b.parent, b.placement.code(), b.class)).collect();
        match self.settings.selection {
            Selection::Best => children.truncate(width),
            Selection::Sample => sample(&mut children, width, seed),
            Selection::Resample => {
                resample(&mut children, width, temperature, seed, &mut Vec::new());
            }
        }
        pool.retain(|b| children.contains(&Child::new(b.rank, b.parent, b.placement.code(), b.class)));
    }
}
