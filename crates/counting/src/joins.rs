//! The chance that joins match: half-edges drawn at random from those of the set.
//!
//! A *join* is a seam with both its cells filled. In Brendan Owen's complex theory the sides of all pieces are
//! half-edges in an urn; m joins draw 2m of them, and match if each pair is of one colour. With `n` half-edges of
//! colour c in an urn of T, the chance is
//!
//! ```text
//! p(m) = m! [x^m] prod_c f_c(x) / P(T, 2m),   f_c(x) = sum_j P(n_c, 2j) x^j / j!,   P(n, k) = n (n-1) .. (n-k+1)
//! ```
//!
//! which is the recursion Vm of the published tables said as a product. *Directed* joins (along the frame, or
//! where pieces do not turn) take one half from each of two urns: P(a_c, j) P(b_c, j) in the place of P(n_c, 2j),
//! and P(A, m) P(B, m) of P(T, 2m); with a = b = n that is the published Vb.
//!
//! Everything is kept as natural logarithms in 64-bit floats; all terms of p are positive, so its relative error
//! stays below 1e-10 for 400 pieces.

/// The natural logarithm of a sum, from those of its terms.
pub(crate) fn ln_sum(terms: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = terms.clone().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY { most } else { most + terms.map(|t| (t - most).exp()).sum::<f64>().ln() }
}

/// Logarithms of factorials.
#[derive(Clone, Debug)]
pub(crate) struct Factorials(Vec<f64>);

impl Factorials {
    /// Of 0 to `most`.
    pub(crate) fn new(most: usize) -> Factorials {
        let mut sums = vec![0.0];
        let mut sum = 0.0;
        for n in 1..=most {
            sum += (n as f64).ln();
            sums.push(sum);
        }
        Factorials(sums)
    }

    /// ln n!
    pub(crate) fn factorial(&self, n: usize) -> f64 {
        self.0[n]
    }

    /// ln P(n, k), the falling factorial; minus infinity where k > n.
    pub(crate) fn falling(&self, n: usize, k: usize) -> f64 {
        n.checked_sub(k).map_or(f64::NEG_INFINITY, |rest| self.0[n] - self.0[rest])
    }

    /// ln C(n, k).
    pub(crate) fn choose(&self, n: usize, k: usize) -> f64 {
        self.falling(n, k) - self.0[k.min(n)]
    }
}

/// The half-edges that joins of one sort draw from.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Urn {
    /// Half-edges by colour; of directed joins those that show right or down.
    pub(crate) a: Vec<usize>,
    /// Of directed joins those that show left or up; empty for the others.
    pub(crate) b: Vec<usize>,
}

impl Urn {
    fn is_directed(&self) -> bool {
        !self.b.is_empty()
    }

    /// ln f_c at every power up to `most`, with `forced` half-edges of the colour gone before.
    fn factor(&self, facts: &Factorials, colour: usize, most: usize, forced: [usize; 2]) -> Vec<f64> {
        let term = |j: usize| match self.is_directed() {
            true => facts.falling(self.a[colour], j + forced[0]) + facts.falling(self.b[colour], j + forced[1]),
            false => facts.falling(self.a[colour], 2 * j + forced[0] + forced[1]),
        };
        (0..=most).map(|j| term(j) - facts.factorial(j)).take_while(|t| *t > f64::NEG_INFINITY).collect()
    }

    fn of_all(&self, facts: &Factorials, joins: usize, forced: [usize; 2]) -> f64 {
        let (a, b) = (self.a.iter().sum(), self.b.iter().sum());
        match self.is_directed() {
            true => facts.falling(a, joins + forced[0]) + facts.falling(b, joins + forced[1]),
            false => facts.falling(a, 2 * joins + forced[0] + forced[1]),
        }
    }
}

/// The chances of one urn, for any number of joins.
#[derive(Clone, Debug)]
pub(crate) struct Chances {
    urn: Urn,
    /// ln of the product of f_c over all colours but 0, by power.
    others: Vec<f64>,
}

impl Chances {
    /// For up to `most` joins.
    pub(crate) fn new(urn: Urn, most: usize, facts: &Factorials) -> Chances {
        let mut others = vec![0.0];
        for colour in 1..urn.a.len() {
            others = product(&others, &urn.factor(facts, colour, most, [0, 0]), most);
        }
        Chances { urn, others }
    }

    /// ln of the chance that `joins` given joins match and that `forced` given half-edges (of either urn) are of
    /// colour 0, for every number of joins up to `most`.
    pub(crate) fn matched(&self, facts: &Factorials, most: usize, forced: [usize; 2]) -> Vec<f64> {
        let all = product(&self.others, &self.urn.factor(facts, 0, most, forced), most);
        let chance = |joins: usize| {
            let ways = all.get(joins).map_or(f64::NEG_INFINITY, |w| w + facts.factorial(joins));
            if ways == f64::NEG_INFINITY { ways } else { ways - self.urn.of_all(facts, joins, forced) }
        };
        (0..=most).map(chance).collect()
    }
}

/// The product of two power series up to a power.
fn product(a: &[f64], b: &[f64], most: usize) -> Vec<f64> {
    let length = (a.len() + b.len()).saturating_sub(1).min(most + 1);
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let at = |power: usize| {
        let from = (power + 1).saturating_sub(a.len());
        ln_sum((from..=power.min(b.len() - 1)).map(move |j| a[power - j] + b[j]))
    };
    (0..length).map(at).collect()
}

/// ln of the chance that of `joins` joins `breaks` given ones do not match and all others do, from
/// [`Chances::matched`]: q(m, k) = sum_t (-1)^t C(k, t) p(m - k + t).
pub(crate) fn broken(matched: &[f64], joins: usize, breaks: usize, facts: &Factorials) -> f64 {
    let Some(base) = joins.checked_sub(breaks).map(|kept| matched[kept]) else { return f64::NEG_INFINITY };
    if base == f64::NEG_INFINITY {
        return base;
    }
    let term = |t: usize| {
        let size = (facts.choose(breaks, t) + matched[joins - breaks + t] - base).exp();
        if t.is_multiple_of(2) { size } else { -size }
    };
    base + (0..=breaks).map(term).sum::<f64>().max(0.0).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to draw half-edges for joins one by one: chance that the first `breaks` break, the rest match.
    fn drawn(urn: &mut Vec<usize>, joins: usize, breaks: usize) -> f64 {
        if joins == 0 {
            return 1.0;
        }
        let all: usize = urn.iter().sum();
        let mut chance = 0.0;
        for first in 0..urn.len() {
            for second in 0..urn.len() {
                if (first == second) == (breaks > 0) || urn[first] == 0 {
                    continue;
                }
                let p = urn[first] as f64 / all as f64;
                urn[first] -= 1;
                if urn[second] > 0 {
                    let q = urn[second] as f64 / (all - 1) as f64;
                    urn[second] -= 1;
                    chance += p * q * drawn(urn, joins - 1, breaks.saturating_sub(1));
                    urn[second] += 1;
                }
                urn[first] += 1;
            }
        }
        chance
    }

    #[test]
    fn chances_are_those_of_drawing_one_by_one() {
        let facts = Factorials::new(30);
        for counts in [vec![0, 4, 6], vec![3, 2, 5], vec![0, 12], vec![1, 1, 1, 9]] {
            let urn = Urn { a: counts.clone(), b: Vec::new() };
            let matched = Chances::new(urn, 4, &facts).matched(&facts, 4, [0, 0]);
            for joins in 0..=4 {
                for breaks in 0..=joins {
                    let expected = drawn(&mut counts.clone(), joins, breaks);
                    let found = broken(&matched, joins, breaks, &facts).exp();
                    assert!((found - expected).abs() < 1e-12, "{counts:?} {joins} {breaks}: {found} {expected}");
                }
            }
        }
    }

    #[test]
    fn forced_half_edges_leave_the_urn_of_colour_0() {
        let facts = Factorials::new(30);
        // Two of five zeros among eight half-edges forced: 5/8 4/7; then one join of the remaining 3 and 3.
        let chances = Chances::new(Urn { a: vec![5, 3], b: Vec::new() }, 1, &facts);
        let matched = chances.matched(&facts, 1, [2, 0]);
        let forced = 5.0 / 8.0 * 4.0 / 7.0;
        assert!((matched[0].exp() - forced).abs() < 1e-12);
        assert!((matched[1].exp() - forced * (3.0 / 6.0 * 2.0 / 5.0 * 2.0)).abs() < 1e-12);
        // Directed: the right sides are 2 of colour 0 and 1 of 1, the left sides 1 and 2.
        let chances = Chances::new(Urn { a: vec![2, 1], b: vec![1, 2] }, 1, &facts);
        assert!((chances.matched(&facts, 1, [0, 0])[1].exp() - 4.0 / 9.0).abs() < 1e-12);
    }
}
