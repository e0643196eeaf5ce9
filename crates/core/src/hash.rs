//! A quick hash for keys that nobody chooses to collide: addresses, values, numbers of nodes.

use std::hash::{BuildHasherDefault, Hasher};

/// Makes [`WordHasher`]s, for maps.
pub type WordHash = BuildHasherDefault<WordHasher>;

/// A hash of a few words: a multiplication for each.
#[derive(Clone, Copy, Debug, Default)]
pub struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_isize(&mut self, variant: isize) {
        self.write_u64(variant as u64);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(20);
    }
}
