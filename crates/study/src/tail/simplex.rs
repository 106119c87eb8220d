//! Minimising a function of two numbers without derivatives.
//!
//! J. A. Nelder, R. Mead, "A simplex method for function minimization" (1965), with the usual coefficients:
//! reflection 1, expansion 2, contraction ½, shrinking ½.

/// Steps after which the search ends whatever it has.
const MOST_STEPS: usize = 400;
/// It ends where the function differs by less than this over the simplex, and the corners too.
const NEAR: f64 = 1e-9;

/// A point with a small value of `f`, from a simplex at `start` with these steps. Values that are no number, and
/// infinite ones, count as worse than all others, so `f` may forbid regions.
pub fn minimise(f: impl Fn([f64; 2]) -> f64, start: [f64; 2], steps: [f64; 2]) -> [f64; 2] {
    let value = |x: [f64; 2]| Some(f(x)).filter(|v| v.is_finite()).unwrap_or(f64::INFINITY);
    let corner = |x: [f64; 2]| (value(x), x);
    let mut corners = [start, [start[0] + steps[0], start[1]], [start[0], start[1] + steps[1]]].map(corner);
    for _ in 0..MOST_STEPS {
        corners.sort_by(|a, b| a.0.total_cmp(&b.0));
        let [best, second, worst] = corners;
        let spread = (0..2).map(|i| (best.1[i] - second.1[i]).abs().max((best.1[i] - worst.1[i]).abs()));
        if worst.0 - best.0 < NEAR && spread.fold(0.0, f64::max) < NEAR.sqrt() {
            break;
        }
        let middle = [0, 1].map(|i| (best.1[i] + second.1[i]) / 2.0);
        // The point so many times as far from the middle as the worst, on the other side.
        let across = |times: f64| corner([0, 1].map(|i| middle[i] + times * (middle[i] - worst.1[i])));
        let reflected = across(1.0);
        let accepted = if reflected.0 < best.0 {
            let expanded = across(2.0);
            Some(if expanded.0 < reflected.0 { expanded } else { reflected })
        } else if reflected.0 < second.0 {
            Some(reflected)
        } else {
            let contracted = across(if reflected.0 < worst.0 { 0.5 } else { -0.5 });
            Some(contracted).filter(|c| c.0 < reflected.0.min(worst.0))
        };
        match accepted {
            Some(better) => corners[2] = better,
            None => {
                let halved = |x: [f64; 2]| corner([0, 1].map(|i| (best.1[i] + x[i]) / 2.0));
                corners = [best, halved(second.1), halved(worst.1)];
            }
        }
    }
    corners.sort_by(|a, b| a.0.total_cmp(&b.0));
    corners[0].1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valleys_and_forbidden_regions() {
        let rosenbrock = |[x, y]: [f64; 2]| (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2);
        let [x, y] = minimise(rosenbrock, [-1.2, 1.0], [0.5, 0.5]);
        assert!((x - 1.0).abs() < 1e-3 && (y - 1.0).abs() < 1e-3, "{x} {y}");
        let edge = |[x, y]: [f64; 2]| if x < 2.0 { f64::NAN } else { x * x + (y - 3.0).powi(2) };
        let [x, y] = minimise(edge, [5.0, -4.0], [1.0, 1.0]);
        assert!((x - 2.0).abs() < 1e-3 && (y - 3.0).abs() < 1e-2, "{x} {y}");
    }
}
