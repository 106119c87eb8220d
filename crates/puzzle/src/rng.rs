//! The project's one random generator: xoshiro256++ with its own bounded draw and shuffle.
//!
//! The generator comes from `rand_xoshiro`; range and shuffle are ours, because those of the `rand`
//! crate may change between releases and every published number here must re-run for ever. Golden
//! values pin the sequence. Source: Blackman and Vigna, "Scrambled linear pseudorandom number
//! generators" (2021); the bounded draw is Lemire's multiply-and-reject (2019).

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded, portable random stream. Its serialised form is its state.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of `seed` (spread over the state by SplitMix64).
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Stream number `stream` of `seed`: the base stream jumped ahead `stream` times 2^128 draws,
    /// so that workers never share numbers.
    pub fn stream(seed: u64, stream: usize) -> Rng {
        let mut rng = Rng::new(seed);
        for _ in 0..stream {
            rng.0.jump();
        }
        rng
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number in `0..bound`. `bound` must not be 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "an empty range has no random member");
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(bound);
            if wide as u64 >= threshold {
                return (wide >> 64) as u64;
            }
        }
    }

    /// A uniform index into something of length `len` (not 0).
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Shuffles `items` uniformly (Fisher–Yates from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_stay_below_the_bound_and_reach_all() {
        let mut rng = Rng::new(3);
        let mut seen = [0u32; 7];
        for _ in 0..7000 {
            seen[rng.index(7)] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
    }

    #[test]
    fn shuffle_keeps_the_items() {
        let mut items: Vec<u32> = (0..50).collect();
        Rng::new(9).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
