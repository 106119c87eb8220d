//! Keys: which pieces are used and which colours are in view, packed into a few words.

use std::ops::RangeInclusive;

/// Packed fields in `N` words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key<const N: usize>([u64; N]);

/// Where a number lies in a key, less the least it can be. A field never straddles two words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    word: usize,
    shift: u32,
    mask: u64,
    least: usize,
}

/// Hands out the fields of a key.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packer {
    bits: usize,
}

impl Packer {
    /// A field for numbers of a range.
    pub(crate) fn field(&mut self, range: RangeInclusive<usize>) -> Field {
        let least = *range.start();
        let width = (usize::BITS - range.end().saturating_sub(least).leading_zeros()).max(1) as usize;
        if self.bits % 64 + width > 64 {
            self.bits = self.bits.next_multiple_of(64);
        }
        let field = Field { word: self.bits / 64, shift: (self.bits % 64) as u32, mask: (1 << width) - 1, least };
        self.bits += width;
        field
    }

    /// Words that hold all fields handed out.
    pub(crate) fn words(&self) -> usize {
        self.bits.div_ceil(64)
    }
}

impl<const N: usize> Key<N> {
    pub(crate) const EMPTY: Key<N> = Key([0; N]);

    /// The number in a field.
    pub(crate) fn get(&self, field: Field) -> usize {
        ((self.0[field.word] >> field.shift) & field.mask) as usize + field.least
    }

    /// This key with a number in a field that had none.
    pub(crate) fn with(mut self, field: Field, value: usize) -> Key<N> {
        self.0[field.word] += ((value - field.least) as u64) << field.shift;
        self
    }

    /// A mask of some fields.
    pub(crate) fn mask(fields: impl IntoIterator<Item = Field>) -> Key<N> {
        fields.into_iter().fold(Key::EMPTY, |key, field| key.with(field, field.mask as usize + field.least))
    }

    /// Field by field sum; no field may overflow.
    pub(crate) fn plus(mut self, other: &Key<N>) -> Key<N> {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a += b);
        self
    }

    /// Field by field difference; no field may underflow.
    pub(crate) fn minus(mut self, other: &Key<N>) -> Key<N> {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a -= b);
        self
    }

    /// The fields of a mask.
    pub(crate) fn and(mut self, mask: &Key<N>) -> Key<N> {
        self.0.iter_mut().zip(mask.0).for_each(|(a, b)| *a &= b);
        self
    }

    /// A 64-bit hash whose upper bits are good.
    pub(crate) fn hash(&self) -> u64 {
        let mix = |h: u64, w: u64| {
            let h = (h ^ w).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            h ^ (h >> 32)
        };
        self.0.iter().fold(0, |h, &w| mix(h, w)).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_hold_their_numbers_and_never_straddle_words() {
        let mut packer = Packer::default();
        let fields: Vec<(Field, usize)> = (0..40).map(|i| (packer.field(i / 2..=i), i)).collect();
        assert_eq!(packer.words(), 3);
        let key = fields.iter().fold(Key::<3>::EMPTY, |key, &(field, value)| key.with(field, value));
        assert!(fields.iter().all(|&(field, value)| key.get(field) == value));
        let mask = Key::mask(fields[3..9].iter().map(|f| f.0));
        let part = key.and(&mask);
        let expected = fields[3..9].iter().fold(Key::EMPTY, |key, &(field, value)| key.with(field, value));
        assert_eq!(part, expected);
        assert_eq!(part.plus(&key.minus(&part)), key);
    }
}
