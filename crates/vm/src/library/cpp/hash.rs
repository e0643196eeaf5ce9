//! `std::_Hash_bytes`: the hash of strings and of what hashes by its bytes.
//!
//! It is MurmurHash64A (Appleby), as in libstdc++, so that containers are iterated in the order users know.

use selvedge_ir::{Call, ValueId};

use crate::Machine;
use crate::exec::flow::Flow;
use crate::state::thread::Thread;

const FACTOR: u64 = 0xc6a4_a793_5bd1_e995;

impl Machine {
    pub(super) fn hash_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        (name == "_ZSt11_Hash_bytesPKvmm").then(|| {
            let [start, length, seed] = self.words(thread, call)?;
            let bytes: Flow<Vec<u8>> = (0..length).map(|i| self.byte(thread, start.wrapping_add(i))).collect();
            let bytes = bytes?;
            self.remark_hash(thread, start, length, to);
            self.answer(thread, to, murmur(&bytes, seed))
        })
    }
}

fn mix(word: u64) -> u64 {
    word ^ word >> 47
}

fn murmur(bytes: &[u8], seed: u64) -> u64 {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let mut hash = seed ^ (bytes.len() as u64).wrapping_mul(FACTOR);
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let data = mix(word(chunk).wrapping_mul(FACTOR)).wrapping_mul(FACTOR);
        hash = (hash ^ data).wrapping_mul(FACTOR);
    }
    if !chunks.remainder().is_empty() {
        hash = (hash ^ word(chunks.remainder())).wrapping_mul(FACTOR);
    }
    mix(mix(hash).wrapping_mul(FACTOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_in_libstdcxx() {
        // What std::hash<std::string> gives there, with its seed.
        assert_eq!(murmur(b"", 0xc70f_6907), 0x553e_9390_1e46_2a6e);
        assert_eq!(murmur(b"worker", 0xc70f_6907), 0x91d0_fd64_de01_481d);
        assert_eq!(murmur(b"a longer string", 0xc70f_6907), 0x13aa_7c47_78a9_f128);
    }
}
