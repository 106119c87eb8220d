//! FNV-1a, 64 bits: the fixed hash behind board, puzzle and behaviour identities.

/// A running FNV-1a hash. The same bytes give the same hash on every machine and for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Takes in one byte.
    pub fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    /// Takes in two bytes, low one first.
    pub fn half(&mut self, half: u16) {
        half.to_le_bytes().into_iter().for_each(|byte| self.byte(byte));
    }

    /// Takes in eight bytes, low one first.
    pub fn word(&mut self, word: u64) {
        word.to_le_bytes().into_iter().for_each(|byte| self.byte(byte));
    }

    /// The hash of what was taken in so far.
    pub fn hash(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        let of = |text: &str| {
            let mut hash = Fnv::default();
            text.bytes().for_each(|b| hash.byte(b));
            hash.hash()
        };
        assert_eq!(of(""), 0xcbf29ce484222325);
        assert_eq!(of("a"), 0xaf63dc4c8601ec8c);
        assert_eq!(of("foobar"), 0x85944171f73967e8);
    }
}
