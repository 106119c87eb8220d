//! Fixed-point numbers: keys, weights and noise are integers, so that a beam is the same beam on
//! every processor. Logarithms and exponentials come from tables of our own, made with integers
//! alone.

use std::sync::LazyLock;

/// Binary places of a key.
pub(crate) const PLACES: u32 = 20;
/// One matched seam in a key.
pub(crate) const ONE: i64 = 1 << PLACES;
/// Binary places of logarithms and exponentials.
const WIDE: u32 = 32;
/// ln 2 with [`WIDE`] places.
const LN_2: i64 = 2_977_044_472;
/// log2 e with [`WIDE`] places.
const LOG2_E: i64 = 6_196_328_019;
/// Entries of a table, as a power of two.
const BITS: u32 = 10;
/// `exp(-x)` is 0 from here on, with [`PLACES`] places.
const VANISHED: i64 = 23 * ONE;

/// The most [`gumbel`] ever gives: -ln of the least exponential deviate, 2^-33, and a little more.
pub(crate) const GUMBEL_MOST: i64 = 23 * ONE;

/// log2(1 + i / 1024), [`WIDE`] places: bit by bit, by squaring.
static LOG2: LazyLock<Vec<i64>> = LazyLock::new(|| {
    let of = |i: u64| {
        let mut x = u128::from((1 << BITS) + i) << (62 - BITS);
        let mut log = 0i64;
        for _ in 0..=WIDE {
            x = (x * x) >> 62;
            log <<= 1;
            if x >> 63 == 1 {
                x >>= 1;
                log |= 1;
            }
        }
        (log + 1) >> 1
    };
    (0..1 << BITS).map(of).chain([1 << WIDE]).collect()
});

/// 2^(-i / 1024), [`WIDE`] places: products of repeated square roots of one half.
static EXP2: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut roots = Vec::with_capacity(BITS as usize);
    let mut root = 1u128 << 61;
    for _ in 0..BITS {
        root = (root << 62).isqrt();
        roots.push(root);
    }
    let of = |i: u64| {
        let chosen = (0..BITS).filter(|b| i >> (BITS - 1 - b) & 1 == 1);
        let power = chosen.fold(1u128 << 62, |power, b| (power * roots[b as usize]) >> 62);
        ((power >> (61 - WIDE)) as u64).div_ceil(2)
    };
    (0..1 << BITS).map(of).chain([1 << (WIDE - 1)]).collect()
});

/// A decimal number that is not negative, in millionths: `0.4` is 400,000. At most a thousand.
pub(crate) fn millionths(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !digits(whole) || !digits(part) || part.len() > 6 || whole.len() > 4 {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole.parse::<i64>().ok()? };
    let part = format!("{part:0<6}").parse::<i64>().ok()?;
    Some(whole * 1_000_000 + part).filter(|&n| n <= 1_000_000_000)
}

/// log2 of a positive number, [`WIDE`] places.
fn log2(x: u64) -> i64 {
    let zeros = x.max(1).leading_zeros();
    let mantissa = x.max(1) << zeros;
    let index = (mantissa >> (63 - BITS)) as usize & ((1 << BITS) - 1);
    let rest = (mantissa >> (63 - BITS - WIDE)) as i64 & ((1 << WIDE) - 1);
    let step = LOG2[index + 1] - LOG2[index];
    (i64::from(63 - zeros) << WIDE) + LOG2[index] + ((step * rest) >> WIDE)
}

/// ln of `x` with `places` binary places, with [`PLACES`] places. `x` must be positive.
pub(crate) fn ln(x: u64, places: u32) -> i64 {
    let log = log2(x) - (i64::from(places) << WIDE);
    ((i128::from(log) * i128::from(LN_2)) >> (2 * WIDE - PLACES)) as i64
}

/// `exp(-x)` of an `x >= 0` with [`PLACES`] places, with [`WIDE`] places: 2^32 is one.
pub(crate) fn exp_minus(x: i64) -> u64 {
    if x >= VANISHED {
        return 0;
    }
    let y = ((i128::from(x) * i128::from(LOG2_E)) >> PLACES) as u64;
    let (shift, index) = (y >> WIDE, (y >> (WIDE - BITS)) as usize & ((1 << BITS) - 1));
    let rest = y & ((1 << (WIDE - BITS)) - 1);
    let step = EXP2[index] - EXP2[index + 1];
    (EXP2[index] - ((step * rest) >> (WIDE - BITS))) >> shift
}

/// `ln(1 + exp(-x))`, `x >= 0`, with [`PLACES`] places.
pub(crate) fn ln_one_plus(x: i64) -> i64 {
    ln((1 << WIDE) + exp_minus(x), WIDE)
}

/// `ln(1 - exp(-x))`, `x > 0`, with [`PLACES`] places; `x` below the resolution counts as one step.
pub(crate) fn ln_one_minus(x: i64) -> i64 {
    ln(((1 << WIDE) - exp_minus(x)).max(1 << (WIDE - PLACES)), WIDE)
}

/// A standard Gumbel deviate, `-ln(-ln u)`, from 32 random bits, with [`PLACES`] places.
pub(crate) fn gumbel(bits: u32) -> i64 {
    // u = v / 2^33, never 0 and never 1.
    let v = 2 * u64::from(bits) + 1;
    let rest = (1 << 33) - v;
    // -ln u, with 63 or 32 places: a series where u is close to one and the table would be coarse.
    let (exponential, places) = if rest < 1 << 23 {
        let (d, wide) = (rest << 30, u128::from(rest));
        (d + ((wide * wide) >> 4) as u64 + ((wide * wide * wide) >> 36) as u64 / 3, 63)
    } else {
        let log = log2(v) - (33 << WIDE);
        (((-i128::from(log) * i128::from(LN_2)) >> WIDE) as u64, WIDE)
    };
    -ln(exponential.max(1), places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::Rng;

    fn float(x: i64) -> f64 {
        x as f64 / ONE as f64
    }

    #[test]
    fn decimals_are_read_exactly() {
        let some = [("0.4", 400_000), ("1", 1_000_000), (".5", 500_000), ("2.", 2_000_000), ("0.000001", 1)];
        assert!(some.iter().all(|&(text, n)| millionths(text) == Some(n)));
        let none = ["", ".", "-1", "1e3", "0.1234567", "1001", "0x1", "1.2.3", " 1", "99999"];
        assert!(none.iter().all(|text| millionths(text).is_none()));
        assert_eq!(millionths("1000"), Some(1_000_000_000));
    }

    #[test]
    fn logarithms_and_exponentials_are_those_of_the_reals() {
        let mut rng = Rng::new(3);
        for _ in 0..20_000 {
            let x = (rng.next_u64() >> rng.below(63)).max(1);
            assert!((float(ln(x, 32)) - (x as f64 / 2f64.powi(32)).ln()).abs() < 3e-6, "{x}");
            let y = rng.below(30 << PLACES) as i64;
            let exact = (-float(y)).exp();
            assert!((exp_minus(y) as f64 / 2f64.powi(32) - exact).abs() < 1e-7 * exact + 1e-9, "{y}");
            assert!((float(ln_one_plus(y)) - exact.ln_1p()).abs() < 3e-6, "{y}");
            let y = y.max(1);
            let exact = (-(-float(y)).exp_m1()).ln();
            assert!((float(ln_one_minus(y)) - exact).abs() < 3e-6 + 4e-7 / float(y), "{y}: {exact}");
        }
        assert_eq!((exp_minus(0), ln(1 << 32, 32), ln_one_plus(40 * ONE)), (1 << 32, 0, 0));
    }

    #[test]
    fn gumbel_deviates_are_those_of_the_reals_and_stay_below_the_most() {
        let mut rng = Rng::new(4);
        let bits = (0..20_000).map(|_| (rng.next_u64() >> (32 + rng.below(32))) as u32);
        for bits in bits.flat_map(|b| [b, !b]).chain([0, 1, u32::MAX]) {
            let u = (f64::from(bits) + 0.5) / 2f64.powi(32);
            // -ln u without cancellation where u is close to one.
            let exponential = -(-(1.0 - u)).ln_1p();
            let exact = -exponential.ln();
            assert!((float(gumbel(bits)) - exact).abs() < 2e-4, "{bits}: {} {exact}", float(gumbel(bits)));
            assert!(gumbel(bits) < GUMBEL_MOST);
        }
    }
}
