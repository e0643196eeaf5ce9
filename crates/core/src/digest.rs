//! What tells two texts apart: BLAKE3, so that no other text has the same digest, whether by accident or by
//! design.
//!
//! Identities of programs and seals of files rest on it. The function is written down here, as its authors
//! specify it (O'Connor, Aumasson, Neves, Wilcox-O'Hearn, *BLAKE3: one function, fast everywhere*, 2020),
//! without the modes that nothing here needs: keys and long outputs. A text is cut into chunks of 1024 bytes;
//! a chunk is compressed block by block, and the results are the leaves of a binary tree, whose left subtrees
//! are complete.

use std::fmt;

const BLOCK: usize = 64;
const CHUNK: usize = 1024;

/// The beginnings of the fractional parts of the square roots of the first eight primes, as in SHA-256.
const START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// Which word of a block comes where in the next round.
const PERMUTATION: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];

const CHUNK_START: u32 = 1;
const CHUNK_END: u32 = 2;
const PARENT: u32 = 4;
const ROOT: u32 = 8;

/// The digest of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        let mut digester = Digester::default();
        digester.add(bytes);
        digester.digest()
    }

    /// Its first eight bytes: enough for a name that tells files of one user apart, and for no claim.
    pub fn short(self) -> u64 {
        self.0.iter().take(8).fold(0, |short, &byte| short << 8 | u64::from(byte))
    }
}

/// 64 hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text of which the digest is wanted, piece by piece.
#[derive(Clone, Debug, Default)]
pub struct Digester {
    chunk: Chunk,
    /// The complete subtrees to the left of the chunk, largest first.
    subtrees: Vec<[u32; 8]>,
}

impl Digester {
    /// Adds bytes at the end.
    pub fn add(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            // A chunk is only closed when there is more: the last one is treated in another way.
            if self.chunk.len() == CHUNK {
                let mut subtree = self.chunk.last().chain();
                let mut complete = self.chunk.number + 1;
                while complete.is_multiple_of(2) {
                    subtree = parent(self.subtrees.pop().expect("invariant: an even number has a left half"), subtree)
                        .chain();
                    complete /= 2;
                }
                self.subtrees.push(subtree);
                self.chunk = Chunk { number: self.chunk.number + 1, ..Chunk::default() };
            }
            let (now, later) = bytes.split_at(bytes.len().min(CHUNK - self.chunk.len()));
            self.chunk.add(now);
            bytes = later;
        }
    }

    /// The digest of what was added.
    pub fn digest(&self) -> Digest {
        let last = self.subtrees.iter().rev().fold(self.chunk.last(), |right, &left| parent(left, right.chain()));
        let words = Compression { flags: last.flags | ROOT, counter: 0, ..last }.run();
        let mut digest = Digest::default();
        for (bytes, word) in digest.0.chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        digest
    }
}

#[derive(Clone, Debug)]
struct Chunk {
    number: u64,
    chain: [u32; 8],
    block: [u8; BLOCK],
    /// Bytes in the block, and blocks before it.
    filled: usize,
    blocks: usize,
}

impl Default for Chunk {
    fn default() -> Chunk {
        Chunk { number: 0, chain: START, block: [0; BLOCK], filled: 0, blocks: 0 }
    }
}

impl Chunk {
    fn len(&self) -> usize {
        BLOCK * self.blocks + self.filled
    }

    fn add(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.filled == BLOCK {
                self.chain = self.compression(0).chain();
                (self.block, self.filled) = ([0; BLOCK], 0);
                self.blocks += 1;
            }
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.filled));
            self.block[self.filled..self.filled + now.len()].copy_from_slice(now);
            self.filled += now.len();
            bytes = later;
        }
    }

    fn compression(&self, flags: u32) -> Compression {
        let mut block = [0; 16];
        for (word, bytes) in block.iter_mut().zip(self.block.chunks_exact(4)) {
            *word = u32::from_le_bytes(bytes.try_into().expect("invariant: four bytes"));
        }
        let flags = flags | if self.blocks == 0 { CHUNK_START } else { 0 };
        Compression { chain: self.chain, block, counter: self.number, len: self.filled as u32, flags }
    }

    /// The compression of the last block.
    fn last(&self) -> Compression {
        self.compression(CHUNK_END)
    }
}

fn parent(left: [u32; 8], right: [u32; 8]) -> Compression {
    let mut block = [0; 16];
    block[..8].copy_from_slice(&left);
    block[8..].copy_from_slice(&right);
    Compression { chain: START, block, counter: 0, len: BLOCK as u32, flags: PARENT }
}

/// What is put into the compression function.
struct Compression {
    chain: [u32; 8],
    block: [u32; 16],
    counter: u64,
    len: u32,
    flags: u32,
}

impl Compression {
    fn chain(&self) -> [u32; 8] {
        self.run()
    }

    fn run(&self) -> [u32; 8] {
        let Compression { chain, mut block, counter, len, flags } = *self;
        let mut state = [0; 16];
        state[..8].copy_from_slice(&chain);
        state[8..12].copy_from_slice(&START[..4]);
        state[12..].copy_from_slice(&[counter as u32, (counter >> 32) as u32, len, flags]);
        for round in 0..7 {
            if round > 0 {
                block = PERMUTATION.map(|from| block[from]);
            }
            for column in 0..4 {
                mix(
                    &mut state,
                    [column, column + 4, column + 8, column + 12],
                    block[2 * column],
                    block[2 * column + 1],
                );
            }
            for diagonal in 0..4 {
                let at = [diagonal, 4 + (diagonal + 1) % 4, 8 + (diagonal + 2) % 4, 12 + (diagonal + 3) % 4];
                mix(&mut state, at, block[8 + 2 * diagonal], block[9 + 2 * diagonal]);
            }
        }
        std::array::from_fn(|at| state[at] ^ state[at + 8])
    }
}

#[inline(always)]
fn mix(state: &mut [u32; 16], [a, b, c, d]: [usize; 4], first: u32, second: u32) {
    state[a] = state[a].wrapping_add(state[b]).wrapping_add(first);
    state[d] = (state[d] ^ state[a]).rotate_right(16);
    state[c] = state[c].wrapping_add(state[d]);
    state[b] = (state[b] ^ state[c]).rotate_right(12);
    state[a] = state[a].wrapping_add(state[b]).wrapping_add(second);
    state[d] = (state[d] ^ state[a]).rotate_right(8);
    state[c] = state[c].wrapping_add(state[d]);
    state[b] = (state[b] ^ state[c]).rotate_right(7);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the authors' own implementation says of bytes that count from 0 to 250 and again, for lengths
    /// around every edge.
    const KNOWN: [(usize, &str); 21] = [
        (0, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"),
        (1, "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213"),
        (63, "e9bc37a594daad83be9470df7f7b3798297c3d834ce80ba85d6e207627b7db7b"),
        (64, "4eed7141ea4a5cd4b788606bd23f46e212af9cacebacdc7d1f4c6dc7f2511b98"),
        (65, "de1e5fa0be70df6d2be8fffd0e99ceaa8eb6e8c93a63f2d8d1c30ecb6b263dee"),
        (127, "d81293fda863f008c09e92fc382a81f5a0b4a1251cba1634016a0f86a6bd640d"),
        (128, "f17e570564b26578c33bb7f44643f539624b05df1a76c81f30acd548c44b45ef"),
        (1023, "10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11"),
        (1024, "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7"),
        (1025, "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444"),
        (2048, "e776b6028c7cd22a4d0ba182a8bf62205d2ef576467e838ed6f2529b85fba24a"),
        (2049, "5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030"),
        (3072, "b98cb0ff3623be03326b373de6b9095218513e64f1ee2edd2525c7ad1e5cffd2"),
        (3073, "7124b49501012f81cc7f11ca069ec9226cecb8a2c850cfe644e327d22d3e1cd3"),
        (4096, "015094013f57a5277b59d8475c0501042c0b642e531b0a1c8f58d2163229e969"),
        (4097, "9b4052b38f1c5fc8b1f9ff7ac7b27cd242487b3d890d15c96a1c25b8aa0fb995"),
        (5120, "9cadc15fed8b5d854562b26a9536d9707cadeda9b143978f319ab34230535833"),
        (8192, "aae792484c8efe4f19e2ca7d371d8c467ffb10748d8a5a1ae579948f718a2a63"),
        (8193, "bab6c09cb8ce8cf459261398d2e7aef35700bf488116ceb94a36d0f5f1b7bc3b"),
        (31744, "62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47"),
        (102400, "bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085"),
    ];

    fn bytes(len: usize) -> Vec<u8> {
        (0..len).map(|at| (at % 251) as u8).collect()
    }

    #[test]
    fn it_is_blake3() {
        for (len, digest) in KNOWN {
            assert_eq!(Digest::of(&bytes(len)).to_string(), digest, "{len}");
        }
    }

    #[test]
    fn pieces_make_no_difference() {
        let whole = bytes(5000);
        for size in [1, 7, 63, 64, 65, 1023, 1024, 1025, 4999] {
            let mut digester = Digester::default();
            whole.chunks(size).for_each(|piece| digester.add(piece));
            assert_eq!(digester.digest(), Digest::of(&whole), "{size}");
        }
        assert_eq!(format!("{:016x}", Digest::of(b"").short()), &Digest::of(b"").to_string()[..16]);
    }
}
