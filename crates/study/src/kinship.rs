//! How alike boards are: families, and cells on which pairs agree.

use std::collections::HashMap;
use std::hash::Hash;

use edgewise_puzzle::{Board, Puzzle, Size};

/// What every cell of a board shows. Pieces that look the same count as the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    size: Size,
    /// By cell: 0 where it is empty, its four colours above a 1 otherwise.
    cells: Vec<u64>,
}

impl Look {
    /// Of a board of `puzzle`.
    pub fn of(puzzle: &Puzzle, board: &Board) -> Look {
        let show = |sides: [u8; 4]| 1 << 32 | u64::from(u32::from_le_bytes(sides));
        let cells = board.cells().iter().map(|c| c.map_or(0, |p| show(puzzle.sides(p))));
        Look { size: board.size(), cells: cells.collect() }
    }

    /// Cells on which both boards show the same piece in the same way; empty cells never agree. Boards of
    /// different sizes agree on none.
    pub fn agreement(&self, other: &Look) -> usize {
        if self.size != other.size {
            return 0;
        }
        self.cells.iter().zip(&other.cells).map(|(a, b)| usize::from(a == b && *a != 0)).sum()
    }

    /// What the given cells show; cells off the board show nothing.
    pub fn part(&self, cells: impl IntoIterator<Item = usize>) -> Vec<u64> {
        cells.into_iter().map(|cell| self.cells.get(cell).copied().unwrap_or(0)).collect()
    }

    /// What `rows` rows show, from the top or from the bottom.
    pub fn rows(&self, rows: usize, from_bottom: bool) -> Vec<u64> {
        let rows = rows.min(self.size.height());
        let first = if from_bottom { self.size.height() - rows } else { 0 };
        self.part(first * self.size.width()..(first + rows) * self.size.width())
    }

    /// What the four corners show: up left, up right, down left, down right.
    pub fn corners(&self) -> Vec<u64> {
        let (bottom, right) = (self.size.height() - 1, self.size.width() - 1);
        self.part([(0, 0), (0, right), (bottom, 0), (bottom, right)].map(|(row, col)| self.size.cell(row, col)))
    }
}

/// Groups of indices with equal keys, each in rising order, by their first members.
pub fn families_by<K: Hash + Eq>(keys: impl IntoIterator<Item = K>) -> Vec<Vec<usize>> {
    let mut numbers: HashMap<K, usize> = HashMap::new();
    let mut families: Vec<Vec<usize>> = Vec::new();
    for (index, key) in keys.into_iter().enumerate() {
        let number = *numbers.entry(key).or_insert(families.len());
        if number == families.len() {
            families.push(Vec::new());
        }
        families[number].push(index);
    }
    families
}

/// How pairs of boards agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kinship {
    /// Pairs by the cells they agree on.
    pub pairs: Vec<u64>,
    /// Families by agreement: boards linked, directly or by way of others, by pairs that agree on so many
    /// cells as was asked; by their first members.
    pub families: Vec<Vec<usize>>,
}

impl Kinship {
    /// Of all pairs of `looks`; a pair that agrees on `enough` cells is of one family.
    pub fn of(looks: &[Look], enough: usize) -> Kinship {
        let cells = looks.iter().map(|l| l.cells.len()).max().unwrap_or(0);
        let mut pairs = vec![0; cells + 1];
        let mut roots: Vec<usize> = (0..looks.len()).collect();
        for (a, look) in looks.iter().enumerate() {
            for (b, other) in looks.iter().enumerate().skip(a + 1) {
                let agreed = look.agreement(other);
                pairs[agreed] += 1;
                if agreed >= enough {
                    let (one, two) = (root(&mut roots, a), root(&mut roots, b));
                    roots[one.max(two)] = one.min(two);
                }
            }
        }
        let families = families_by((0..looks.len()).map(|i| root(&mut roots, i)).collect::<Vec<_>>());
        Kinship { pairs, families }
    }

    /// Pairs in all.
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The mean of the cells agreed on; none without a pair.
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = self.pairs.iter().zip(0..).map(|(n, cells)| n * cells).sum();
        (self.count() > 0).then(|| sum as f64 / self.count() as f64)
    }

    /// The least number of cells that `share` of the pairs (0 to 1) do not exceed; none without a pair.
    pub fn quantile(&self, share: f64) -> Option<usize> {
        let wanted = (self.count() as f64 * share).ceil().max(1.0) as u64;
        let mut sum = 0;
        self.pairs.iter().position(|n| {
            sum += n;
            sum >= wanted
        })
    }
}

/// The root of `at`, whose way there is shortened.
fn root(roots: &mut [usize], mut at: usize) -> usize {
    while roots[at] != at {
        roots[at] = roots[roots[at]];
        at = roots[at];
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::generate::{Specification, generate};
    use edgewise_puzzle::{Placement, Rng};

    /// Boards that grew out of each other by a few exchanges, some with a hole.
    fn boards(puzzle: &Puzzle, solution: &Board, rng: &mut Rng) -> Vec<Board> {
        let cells = puzzle.size().cells();
        let mut all: Vec<Board> = vec![solution.clone()];
        while all.len() < 14 {
            let mut next = all[rng.next_u64() as usize % all.len()].clone();
            for _ in 0..rng.next_u64() % 5 {
                let (a, b) = (rng.next_u64() as usize % cells, rng.next_u64() as usize % cells);
                let (x, y) = (next.get(a), next.get(b));
                next.set(a, y.map(|p| Placement::new(p.piece(), (p.rotation() + 1) % 4)));
                next.set(b, x);
            }
            if rng.next_u64().is_multiple_of(4) {
                next.set(rng.next_u64() as usize % cells, None);
            }
            all.push(next);
        }
        all
    }

    #[test]
    fn families_and_agreement_are_what_comparing_cell_by_cell_says() {
        let mut rng = Rng::new(11);
        for seed in 0..20 {
            let made = generate(&Specification { width: 5, height: 4, seed, ..Default::default() }).unwrap();
            let all = boards(&made.puzzle, &made.solution, &mut rng);
            let looks: Vec<Look> = all.iter().map(|b| Look::of(&made.puzzle, b)).collect();
            let shows = |board: &Board, cell: usize| board.get(cell).map(|p| made.puzzle.sides(p));
            let agree = |a: usize, b: usize| {
                (0..20).filter(|&c| shows(&all[a], c).is_some() && shows(&all[a], c) == shows(&all[b], c)).count()
            };
            let enough = 15;
            let kinship = Kinship::of(&looks, enough);
            let mut sum = 0;
            for a in 0..all.len() {
                for b in 0..all.len() {
                    assert_eq!(looks[a].agreement(&looks[b]), agree(a, b));
                    sum += if a < b { agree(a, b) } else { 0 };
                }
            }
            let pairs = all.len() * (all.len() - 1) / 2;
            assert_eq!(kinship.count(), pairs as u64);
            assert!((kinship.mean().unwrap() - sum as f64 / pairs as f64).abs() < 1e-12);
            // Linked by way of others: the closure by brute force.
            let mut linked: Vec<Vec<bool>> =
                (0..all.len()).map(|a| (0..all.len()).map(|b| a == b || agree(a, b) >= enough).collect()).collect();
            for via in 0..all.len() {
                for a in 0..all.len() {
                    for b in 0..all.len() {
                        linked[a][b] |= linked[a][via] && linked[via][b];
                    }
                }
            }
            let mut families: Vec<Vec<usize>> = linked
                .iter()
                .map(|row| row.iter().enumerate().filter(|(_, linked)| **linked).map(|(b, _)| b).collect())
                .collect();
            families.sort();
            families.dedup();
            assert_eq!(kinship.families, families);

            let top = families_by(looks.iter().map(|l| l.rows(2, false)));
            let same = |a: usize, b: usize| (0..10).all(|c| shows(&all[a], c) == shows(&all[b], c));
            assert!(top.iter().flatten().count() == all.len());
            for (i, family) in top.iter().enumerate() {
                assert!(family.iter().all(|&b| same(family[0], b)));
                assert!(top[..i].iter().all(|other| !same(other[0], family[0])));
            }
            assert_eq!(looks[0].corners(), looks[0].part([0, 4, 15, 19]));
            assert_eq!(looks[0].rows(1, true), looks[0].part(15..20));
            assert_eq!(looks[0].rows(9, true), looks[0].part(0..20));
        }
    }

    #[test]
    fn quantiles_by_hand() {
        let kinship = Kinship { pairs: vec![0, 3, 0, 1], families: Vec::new() };
        assert_eq!(
            [0.0, 0.5, 0.75, 0.76, 1.0].map(|s| kinship.quantile(s)),
            [Some(1), Some(1), Some(1), Some(3), Some(3)]
        );
        assert_eq!(kinship.mean(), Some(1.5));
        let none = Kinship::of(&[], 1);
        assert_eq!((none.count(), none.mean(), none.quantile(0.5), none.families.len()), (0, None, None, 0));
    }
}
