//! Which candidates of a list are free, without a branch per candidate: the first 8 of a list when it is
//! opened, the others in pages of 31.
//!
//! The wall of every published solver is the unpredictable branch "is this piece used?". Here a page is
//! tested at once and comes back as a bit mask, whose top bit says that there is more; the next
//! candidate is a count of trailing zeros. Two implementations give the same masks: [`Portable`] with plain words and
//! `Vbmi` with one byte permute against the used set (AVX-512 VBMI, chosen at build time).

use edgewise_search::candidates::Candidate;

use crate::compiled::Head;

/// Candidates tested at once. The same for all, so that a checkpoint of one build can go on in another.
pub(crate) const WIDTH: usize = 31;
/// The bit above the candidates of a mask: there is more to try after them.
pub(crate) const MORE: u32 = 1 << WIDTH;

/// Candidates of a list tested when it is opened; most break-free lists have no more.
pub(crate) const FIRST: usize = 8;

/// A set of used pieces and the test of candidate lists against it.
pub(crate) trait Lanes: Clone {
    /// The set.
    type Used: Copy;

    /// What the tests read, borrowed once for a whole loop.
    type View<'a>: Copy
    where
        Self: 'a;

    /// Prepares for lists over `candidates` (a full copy of what [`Self::available`] will be asked
    /// about, same indices).
    fn new(candidates: &[Candidate], pieces: usize) -> Self;

    /// Takes over changed candidates from index `at` on.
    fn update(&mut self, at: usize, candidates: &[Candidate]);

    /// The view.
    fn view(&self) -> Self::View<'_>;

    /// The empty set.
    fn empty() -> Self::Used;

    /// `used` with `piece` added.
    fn with(view: Self::View<'_>, used: Self::Used, piece: usize) -> Self::Used;

    /// `used` with the piece of a placement code added.
    #[inline(always)]
    fn with_code(view: Self::View<'_>, used: Self::Used, code: usize) -> Self::Used {
        Self::with(view, used, code / 4)
    }

    /// Bit `i` is set if candidate `i` of the first ones of a list is free and has at least `need`
    /// quota sides.
    fn first(head: &Head, used: Self::Used, need: u8) -> u32;

    /// Bit `i` is set if candidate `at + i` is free and has at least `need` quota sides, for `i` below
    /// `span`, which is at most [`WIDTH`].
    fn available(
        view: Self::View<'_>,
        candidates: &[Candidate],
        used: Self::Used,
        at: usize,
        span: u32,
        need: u8,
    ) -> u32;
}

/// Plain words, `W * 64` pieces.
#[derive(Clone, Debug)]
pub(crate) struct Portable<const W: usize>;

impl<const W: usize> Lanes for Portable<W> {
    type Used = [u64; W];
    type View<'a> = ();

    fn new(_: &[Candidate], pieces: usize) -> Self {
        assert!(pieces <= W * 64, "{pieces} pieces do not fit {W} words");
        Portable
    }

    fn update(&mut self, _: usize, _: &[Candidate]) {}

    fn view(&self) -> Self::View<'_> {}

    fn empty() -> Self::Used {
        [0; W]
    }

    #[inline(always)]
    fn with((): Self::View<'_>, mut used: Self::Used, piece: usize) -> Self::Used {
        used[(piece / 64) % W] |= 1 << (piece % 64);
        used
    }

    #[inline(always)]
    fn first(head: &Head, used: Self::Used, need: u8) -> u32 {
        let mut mask = 0;
        for i in 0..FIRST {
            let byte = usize::from(head.byte[i]);
            let free = (used[(byte / 8) % W] >> (byte % 8 * 8)) as u8 & head.bit[i] == 0;
            mask |= u32::from(free & (head.quota[i] > need)) << i;
        }
        mask
    }

    #[inline(always)]
    fn available(
        (): Self::View<'_>,
        candidates: &[Candidate],
        used: Self::Used,
        at: usize,
        span: u32,
        need: u8,
    ) -> u32 {
        let mut mask = 0;
        for (i, c) in candidates[at..at + span as usize].iter().enumerate() {
            let piece = c.placement.piece();
            let free = !(used[(piece / 64) % W] >> (piece % 64)) & 1;
            mask |= (free as u32 & u32::from(c.quota >= need)) << i;
        }
        mask
    }
}

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512vbmi",
    target_feature = "avx512bw",
    target_feature = "avx512vl",
    target_feature = "bmi2"
))]
pub(crate) use vbmi::Vbmi;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512vbmi",
    target_feature = "avx512bw",
    target_feature = "avx512vl",
    target_feature = "bmi2"
))]
mod vbmi {
    use std::arch::x86_64::*;

    use edgewise_search::candidates::Candidate;

    use super::Lanes;
    use crate::compiled::Head;

    /// Bytes read past a list's end.
    const PADDING: usize = 64;

    /// AVX-512 VBMI: the used set is 32 bytes of a register, permuted by each candidate's byte
    /// index and tested against its bit. Up to 256 pieces.
    #[derive(Clone, Debug)]
    pub(crate) struct Vbmi {
        /// Per candidate: piece / 8.
        byte: Vec<u8>,
        /// Per candidate: 1 << (piece % 8).
        bit: Vec<u8>,
        /// Per candidate: quota sides.
        quota: Vec<u8>,
        /// Per piece: the set that holds it alone.
        single: Vec<[u64; 4]>,
    }

    /// The arrays of a [`Vbmi`], all of the same length but `single`.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct View<'a> {
        byte: &'a [u8],
        bit: &'a [u8],
        quota: &'a [u8],
        single: &'a [[u64; 4]],
    }

    impl Lanes for Vbmi {
        type Used = __m256i;
        type View<'a> = View<'a>;

        fn new(candidates: &[Candidate], pieces: usize) -> Self {
            assert!(pieces <= 256, "{pieces} pieces do not fit 32 bytes");
            let len = candidates.len() + PADDING;
            let single = (0..256).map(|p| std::array::from_fn(|w| if p / 64 == w { 1u64 << (p % 64) } else { 0 }));
            let mut lanes =
                Vbmi { byte: vec![0; len], bit: vec![0; len], quota: vec![0; len], single: single.collect() };
            lanes.update(0, candidates);
            lanes
        }

        fn update(&mut self, at: usize, candidates: &[Candidate]) {
            for (i, c) in candidates.iter().enumerate() {
                let piece = c.placement.piece();
                assert!(piece < 256, "piece {piece} does not fit 32 bytes");
                self.byte[at + i] = (piece / 8) as u8;
                self.bit[at + i] = 1 << (piece % 8);
                self.quota[at + i] = c.quota;
            }
        }

        fn view(&self) -> View<'_> {
            View { byte: &self.byte, bit: &self.bit, quota: &self.quota, single: &self.single }
        }

        fn empty() -> Self::Used {
            // SAFETY: this module is compiled only where the target has AVX-512, hence AVX.
            unsafe { _mm256_setzero_si256() }
        }

        #[inline(always)]
        fn with(view: View<'_>, used: Self::Used, piece: usize) -> Self::Used {
            debug_assert!(piece < view.single.len());
            // SAFETY: `single` has 256 entries of 32 bytes and candidates name pieces below 256
            // (checked in `update`); the load is unaligned.
            unsafe { _mm256_or_si256(used, _mm256_loadu_si256(view.single.get_unchecked(piece).as_ptr().cast())) }
        }

        #[inline(always)]
        fn with_code(view: View<'_>, used: Self::Used, code: usize) -> Self::Used {
            debug_assert!(code / 4 < view.single.len());
            // SAFETY: as for `with`; four codes of 8 bytes each make one entry.
            unsafe {
                let single = view.single.as_ptr().byte_add((code & !3) * 8);
                _mm256_or_si256(used, _mm256_loadu_si256(single.cast()))
            }
        }

        #[inline(always)]
        fn first(head: &Head, used: Self::Used, need: u8) -> u32 {
            // SAFETY: every load stays inside the head: eight bytes of an array of eight, and sixteen
            // from `bit`, which `quota` follows. Byte indices are below 32. What lies beyond the eighth
            // candidate is cut off by the quota, read as zero there.
            unsafe {
                let byte = _mm_loadl_epi64(head.byte.as_ptr().cast());
                let whole = std::ptr::from_ref(head).cast::<u8>();
                let bit = _mm_loadu_si128(whole.add(std::mem::offset_of!(Head, bit)).cast());
                let quota = _mm_loadl_epi64(head.quota.as_ptr().cast());
                let picked = _mm256_castsi256_si128(_mm256_permutexvar_epi8(_mm256_zextsi128_si256(byte), used));
                let enough = _mm_cmpgt_epu8_mask(quota, _mm_set1_epi8(need as i8));
                u32::from(_mm_mask_testn_epi8_mask(enough, picked, bit))
            }
        }

        #[inline(always)]
        fn available(view: View<'_>, _: &[Candidate], used: Self::Used, at: usize, span: u32, need: u8) -> u32 {
            debug_assert!(at + PADDING <= view.byte.len(), "the arrays are padded by a full vector");
            debug_assert!(view.bit.len() == view.byte.len() && view.quota.len() == view.byte.len());
            // SAFETY: `at` is the start of a list inside the arrays, which are padded by 64 bytes
            // (asserted in checked builds), so the three loads stay inside; byte indices are below
            // 32, so the undefined upper half of the widened set is never picked.
            unsafe {
                let byte = _mm256_loadu_si256(view.byte.as_ptr().add(at).cast());
                let bit = _mm256_loadu_si256(view.bit.as_ptr().add(at).cast());
                let picked = _mm256_permutexvar_epi8(byte, used);
                let mut free = _mm256_testn_epi8_mask(picked, bit);
                if need > 0 {
                    let quota = _mm256_loadu_si256(view.quota.as_ptr().add(at).cast());
                    free &= _mm256_cmpge_epu8_mask(quota, _mm256_set1_epi8(need as i8));
                }
                _bzhi_u32(free, span)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{Placement, Rng};

    fn random_lists(rng: &mut Rng, pieces: u64) -> Vec<Candidate> {
        (0..500)
            .map(|_| Candidate {
                sides: [0; 4],
                placement: Placement::new(rng.below(pieces) as usize, rng.below(4) as u8),
                quota: rng.below(5) as u8,
                breaks: 0,
            })
            .collect()
    }

    fn agree<L: Lanes>(pieces: u64) {
        let mut rng = Rng::new(8);
        let candidates = random_lists(&mut rng, pieces);
        let lanes = L::new(&candidates, pieces as usize);
        for _ in 0..2000 {
            let mut used = L::empty();
            let mut slow = vec![false; pieces as usize];
            for _ in 0..rng.below(pieces) {
                let piece = rng.below(pieces) as usize;
                used = L::with(lanes.view(), used, piece);
                slow[piece] = true;
            }
            let at = rng.index(candidates.len());
            let len = rng.index(candidates.len() - at + 1);
            let need = rng.below(6) as u8;
            let mask = L::available(lanes.view(), &candidates, used, at, len.min(WIDTH) as u32, need);
            for i in 0..64 {
                let expected = i < len.min(WIDTH) && {
                    let c = &candidates[at + i];
                    !slow[c.placement.piece()] && c.quota >= need
                };
                assert_eq!(u64::from(mask) >> i & 1 == 1, expected);
            }
        }
    }

    #[test]
    fn masks_are_what_a_candidate_by_candidate_test_gives() {
        agree::<Portable<4>>(256);
        agree::<Portable<7>>(400);
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx512vbmi",
            target_feature = "avx512bw",
            target_feature = "avx512vl",
            target_feature = "bmi2"
        ))]
        agree::<Vbmi>(256);
    }
}
