//! Which thread goes next.
//!
//! The order in which threads are run has no influence on the set of executions found, only on how many
//! blocked ones are met on the way. It must be a function of the graph, because a revisit deletes events and
//! relies on them being added again in the same manner.

pub(crate) mod ready;

use selvedge_core::ThreadId;

/// A scheduling policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// The first thread that can go on.
    LeftToRight,
    /// The first thread whose next step is not a read, else the first thread. Reads then find more to choose
    /// from when they are added, and fewer have to be revisited. If there are few threads, they end last.
    WritesFirst,
    /// Some thread, decided by the seed and by how far each thread is.
    Random(u64),
}

/// A thread that can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ready {
    pub(crate) thread: ThreadId,
    /// How many events it has.
    pub(crate) length: usize,
    /// Whether its next step is a read.
    pub(crate) reads: bool,
}

impl Schedule {
    /// Some of the threads, decided by the seed.
    pub(crate) fn pick(seed: u64, ready: impl Iterator<Item = Ready>) -> Option<Ready> {
        ready.max_by_key(|ready| scramble(seed ^ scramble(u64::from(ready.thread.0) << 32 | ready.length as u64)))
    }
}

/// The finaliser of SplitMix64.
fn scramble(mut word: u64) -> u64 {
    word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
