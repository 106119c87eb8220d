//! Set tests over whole lists: which candidates are free, and which pieces would cost too much.
//!
//! Two implementations give the same answers: [`Portable`] with plain words, and `Vbmi` with one
//! byte permute for up to 64 candidates (AVX-512, chosen at build time).

use edgewise_search::candidates::Candidate;

/// Candidates tested at once.
pub(crate) const WIDTH: usize = 64;
/// Colours that [`Lanes::dear`] can tell apart.
pub(crate) const MOST_COLOURS: usize = 32;

/// Fetches item `at` into the cache, if there is one, before it is needed.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(at) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and a fetch has no effect but on time.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
}

/// Set tests for sets of up to `W * 64` pieces.
pub(crate) trait Lanes<const W: usize>: Sync + Sized {
    /// Prepares for lists over `candidates`. `colours` are every piece's sides
    /// and `free` is what is taken off their sum, see [`Self::dear`].
    fn new(candidates: &[Candidate], colours: &[[u8; 4]], free: &[u32]) -> Self;

    /// Bit `i` is set if the piece of candidate `at + i` is not in `set`, for `i < len` and at most
    /// [`WIDTH`].
    fn outside(&self, candidates: &[Candidate], set: &[u64; W], at: usize, len: usize) -> u64;

    /// Whether [`Self::dear`] is worth its price.
    const PRICES: bool;

    /// The pieces for which twice the sum of `counts` over their colours, less what is taken off,
    /// exceeds `limit`. May leave out some, or all.
    fn dear(&self, counts: &[u16], limit: u16) -> [u64; W];
}

/// Plain words.
#[derive(Clone, Debug)]
pub(crate) struct Portable;

impl<const W: usize> Lanes<W> for Portable {
    const PRICES: bool = false;

    fn new(_: &[Candidate], _: &[[u8; 4]], _: &[u32]) -> Self {
        Portable
    }

    #[inline(always)]
    fn outside(&self, candidates: &[Candidate], set: &[u64; W], at: usize, len: usize) -> u64 {
        let mut mask = 0;
        for (i, c) in candidates[at..at + len.min(WIDTH)].iter().enumerate() {
            let piece = c.placement.piece();
            mask |= (!(set[(piece / 64) % W] >> (piece % 64)) & 1) << i;
        }
        mask
    }

    fn dear(&self, _: &[u16], _: u16) -> [u64; W] {
        [0; W]
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
pub(crate) use vbmi::Vbmi;

#[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
mod vbmi {
    use std::arch::x86_64::*;

    use edgewise_search::candidates::Candidate;

    use super::{Lanes, MOST_COLOURS, WIDTH};

    /// Pieces of a set.
    const PIECES: usize = 256;
    /// Pieces whose price is found at once.
    const BLOCK: usize = 32;

    /// AVX-512 VBMI, for up to 256 pieces: the set is 32 bytes of a register, permuted by each
    /// candidate's byte index and tested against its bit. Prices are four word permutes of the
    /// colour counts for every 32 pieces.
    #[derive(Clone, Debug)]
    pub(crate) struct Vbmi {
        /// Per candidate: piece / 8, padded by [`WIDTH`].
        byte: Vec<u8>,
        /// Per candidate: 1 << (piece % 8), padded.
        bit: Vec<u8>,
        /// Per block of pieces: their colours side by side.
        colours: Vec<[[u16; BLOCK]; 4]>,
        /// Per block of pieces: what is taken off.
        free: Vec<[u16; BLOCK]>,
    }

    impl Lanes<4> for Vbmi {
        const PRICES: bool = true;

        fn new(candidates: &[Candidate], colours: &[[u8; 4]], free: &[u32]) -> Self {
            let piece = |c: &Candidate| c.placement.piece();
            assert!(candidates.iter().all(|c| piece(c) < PIECES), "pieces do not fit 32 bytes");
            let pad = std::iter::repeat_n(0, WIDTH);
            let blocks = 0..PIECES / BLOCK;
            let of = |block: usize, i: usize| colours.get(block * BLOCK + i).copied().unwrap_or([0; 4]);
            Vbmi {
                byte: candidates.iter().map(|c| (piece(c) / 8) as u8).chain(pad.clone()).collect(),
                bit: candidates.iter().map(|c| 1 << (piece(c) % 8)).chain(pad).collect(),
                colours: blocks
                    .clone()
                    .map(|b| std::array::from_fn(|side| std::array::from_fn(|i| u16::from(of(b, i)[side]))))
                    .collect(),
                free: blocks
                    .map(|b| std::array::from_fn(|i| free.get(b * BLOCK + i).map_or(0, |&f| f as u16)))
                    .collect(),
            }
        }

        #[inline(always)]
        fn outside(&self, _: &[Candidate], set: &[u64; 4], at: usize, len: usize) -> u64 {
            assert!(at + WIDTH <= self.byte.len() && at + WIDTH <= self.bit.len(), "a list ends in the padding");
            // SAFETY: this module is compiled only where the target has AVX-512 BW and VBMI. The
            // loads of WIDTH bytes at `at` stay inside both arrays (asserted above); `set` is 32
            // bytes; byte indices are below 32, so the undefined upper half of the widened set is
            // never picked.
            unsafe {
                let set = _mm256_loadu_si256(set.as_ptr().cast());
                if len <= 32 {
                    let byte = _mm256_loadu_si256(self.byte.as_ptr().add(at).cast());
                    let bit = _mm256_loadu_si256(self.bit.as_ptr().add(at).cast());
                    let picked = _mm256_permutexvar_epi8(byte, set);
                    return u64::from(_bzhi_u32(_mm256_testn_epi8_mask(picked, bit), len as u32));
                }
                let byte = _mm512_loadu_si512(self.byte.as_ptr().add(at).cast());
                let bit = _mm512_loadu_si512(self.bit.as_ptr().add(at).cast());
                let picked = _mm512_permutexvar_epi8(byte, _mm512_castsi256_si512(set));
                _bzhi_u64(_mm512_testn_epi8_mask(picked, bit), len.min(WIDTH) as u32)
            }
        }

        #[inline]
        fn dear(&self, counts: &[u16], limit: u16) -> [u64; 4] {
            assert!(counts.len() >= MOST_COLOURS, "a table of 32 words");
            let mut set = [0u64; 4];
            for (i, (colours, free)) in self.colours.iter().zip(&self.free).enumerate() {
                // SAFETY: compiled only where the target has AVX-512 BW; all loads are of 64 bytes
                // from arrays of 32 words (`counts` asserted above).
                let mask = unsafe {
                    let table = _mm512_loadu_si512(counts.as_ptr().cast());
                    let of = |side: usize| {
                        _mm512_permutexvar_epi16(_mm512_loadu_si512(colours[side].as_ptr().cast()), table)
                    };
                    let sum = _mm512_add_epi16(_mm512_add_epi16(of(0), of(1)), _mm512_add_epi16(of(2), of(3)));
                    let price = _mm512_subs_epu16(_mm512_add_epi16(sum, sum), _mm512_loadu_si512(free.as_ptr().cast()));
                    _mm512_cmpgt_epu16_mask(price, _mm512_set1_epi16(limit as i16))
                };
                set[i / 2 % 4] |= u64::from(mask) << (i % 2 * BLOCK);
            }
            set
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{Placement, Rng};

    fn agree<const W: usize, L: Lanes<W>>(pieces: u64) {
        let mut rng = Rng::new(8);
        let candidates: Vec<Candidate> = (0..500)
            .map(|_| {
                let placement = Placement::new(rng.below(pieces) as usize, rng.below(4) as u8);
                Candidate { sides: [0; 4], placement, quota: 0, breaks: 0 }
            })
            .collect();
        let colours: Vec<[u8; 4]> = (0..pieces).map(|_| std::array::from_fn(|_| rng.below(32) as u8)).collect();
        let free: Vec<u32> = (0..pieces).map(|_| 4 + rng.below(13) as u32).collect();
        let lanes = L::new(&candidates, &colours, &free);
        for _ in 0..2000 {
            let set: [u64; W] = std::array::from_fn(|_| rng.next_u64() & rng.next_u64());
            let inside = |piece: usize| set[piece / 64] >> (piece % 64) & 1 == 1;
            let at = rng.index(candidates.len());
            let len = rng.index(candidates.len() - at + 1);
            let mask = lanes.outside(&candidates, &set, at, len);
            for i in 0..64 {
                let expected = i < len && !inside(candidates[at + i].placement.piece());
                assert_eq!(mask >> i & 1 == 1, expected);
            }
            let counts: Vec<u16> = (0..32).map(|_| rng.below(1600) as u16).collect();
            let limit = rng.below(9000) as u16;
            let dear = lanes.dear(&counts, limit);
            for (piece, colours) in colours.iter().enumerate() {
                let price = 2 * colours.iter().map(|&c| u32::from(counts[c as usize])).sum::<u32>();
                let expected = price.saturating_sub(free[piece]) > u32::from(limit);
                let found = dear[piece / 64] >> (piece % 64) & 1 == 1;
                assert!(found == expected || (!L::PRICES && !found), "{price} {limit}");
            }
        }
    }

    #[test]
    fn masks_are_what_a_piece_by_piece_test_gives() {
        agree::<4, Portable>(256);
        agree::<7, Portable>(400);
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
        agree::<4, Vbmi>(256);
    }
}
