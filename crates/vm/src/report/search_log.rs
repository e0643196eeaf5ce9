//! What threads did, noted down while they run and looked at after the search.
//!
//! No thread's behaviour depends on a note, so a thread is still a function of its answers.

use std::collections::{BTreeMap, BTreeSet};

use selvedge_core::{Access, ThreadId};

use crate::memory::address::{base_of, block_of, end_of_slot};
use crate::state::thread::Thread;
use crate::waiting::cancelling_adds::Passing;

/// Rounds of a loop before it is worth mentioning.
const MANY_ROUNDS: u32 = 16;

/// Which thread accesses something, how many bytes, and whether it is a plain access.
pub(crate) type Accesses = BTreeSet<(ThreadId, u64, bool)>;

/// The size of the largest access.
const LARGEST: u64 = 16;

/// The notes.
#[derive(Default, Debug)]
pub(crate) struct SearchLog {
    /// What was read in rounds that were cut short, by address.
    pub(super) idle_reads: BTreeMap<u64, Accesses>,
    /// What was written where others may see it, by address.
    pub(super) writes: BTreeMap<u64, Accesses>,
    /// The first bytes of shared blocks that were freed.
    pub(super) frees: BTreeMap<u64, Accesses>,
    /// The same, by the first thread when it had joined all the threads that it had started.
    pub(super) late_writes: BTreeMap<u64, Accesses>,
    pub(super) late_frees: BTreeMap<u64, Accesses>,
    /// Mutexes of sections that were left out, or that were taken for granted (`sections.rs`).
    pub(super) sections: BTreeSet<u64>,
    /// Mutexes that a thread peeked at.
    pub(super) peeks: BTreeSet<u64>,
    pub(super) late_peeks: BTreeSet<u64>,
    /// Additions that were taken back in rounds that were left out.
    pub(super) taken_back: Passing,
    /// What of that others could notice.
    pub(super) seen_passing: BTreeSet<u64>,
    pub(super) late_seen_passing: BTreeSet<u64>,
    /// Whether others than the first thread start threads.
    pub(super) others_spawn: bool,
    /// The loop that went round most often in one call: how often, where, and why that did not count as
    /// waiting.
    pub(super) longest: Option<(u32, String)>,
    /// Pieces of memory that were touched in atomic sections, and outside of them (`exclusive.rs`).
    pub(super) inside_sections: BTreeMap<u64, Accesses>,
    pub(super) outside_sections: BTreeMap<u64, Accesses>,
    /// The calls that were found too deep.
    pub(super) deepest: Option<String>,
}

/// Which threads may run at the same time as a thread.
enum Company {
    /// No other.
    None,
    /// No other, if only the first thread starts threads.
    NoneLeft,
    Others,
}

fn company(thread: &Thread) -> Company {
    match thread.trace.children {
        _ if thread.id() != ThreadId(0) => Company::Others,
        (0, _) => Company::None,
        (started, joined) if started == joined => Company::NoneLeft,
        _ => Company::Others,
    }
}

impl SearchLog {
    /// A thread has written, or may write, to an address.
    pub(crate) fn wrote(&mut self, thread: &Thread, address: u64, size: u64, plain: bool) {
        let writes = match company(thread) {
            Company::None => return,
            _ if thread.is_imagined() => return,
            Company::NoneLeft => &mut self.late_writes,
            Company::Others => &mut self.writes,
        };
        writes.entry(address).or_default().insert((thread.id(), size, plain));
    }

    /// A thread has freed the block that starts there. That conflicts with every access.
    pub(crate) fn freed(&mut self, thread: &Thread, base: u64) {
        let frees = match company(thread) {
            Company::None => return,
            _ if thread.is_imagined() => return,
            Company::NoneLeft => &mut self.late_frees,
            Company::Others => &mut self.frees,
        };
        frees.entry(base).or_default().insert((thread.id(), end_of_slot(base) - base, true));
    }

    /// A thread has started another.
    pub(crate) fn spawned(&mut self, thread: &Thread) {
        self.others_spawn |= thread.id() != ThreadId(0);
    }

    /// A thread has read something in a round that was cut short.
    pub(crate) fn read_idly(&mut self, thread: ThreadId, address: u64, size: u64, plain: bool) {
        self.idle_reads.entry(address).or_default().insert((thread, size, plain));
    }

    /// A thread relies on no other peeking at these mutexes.
    pub(crate) fn left_out_sections(&mut self, mutexes: impl IntoIterator<Item = u64>) {
        self.sections.extend(mutexes);
    }

    /// A thread uses a mutex otherwise than by waiting for it and giving it back.
    pub(crate) fn peeked(&mut self, thread: &Thread, mutex: u64) {
        let peeks = match company(thread) {
            Company::None => return,
            _ if thread.is_imagined() => return,
            Company::NoneLeft => &mut self.late_peeks,
            Company::Others => &mut self.peeks,
        };
        peeks.insert(mutex);
    }

    /// The mutexes of sections that were left out although a thread peeked.
    pub(crate) fn peeked_sections(&self) -> BTreeSet<u64> {
        let late = |mutex: &&u64| self.others_spawn && self.late_peeks.contains(*mutex);
        self.sections.iter().filter(|mutex| self.peeks.contains(*mutex) || late(mutex)).copied().collect()
    }

    /// A thread waits after it has added something and taken it back.
    pub(crate) fn took_back(&mut self, thread: ThreadId, at: Access, operand: u64) {
        self.taken_back.entry(at).or_default().insert((thread, operand));
    }

    /// A thread may notice that others add something there, and take it back.
    pub(crate) fn saw_passing(&mut self, thread: &Thread, address: u64) {
        let seen = match company(thread) {
            Company::None => return,
            _ if thread.is_imagined() => return,
            Company::NoneLeft => &mut self.late_seen_passing,
            Company::Others => &mut self.seen_passing,
        };
        seen.insert(address);
    }

    /// Which additions were taken back, and which of them others could notice.
    pub(crate) fn passing(&self) -> (Passing, BTreeSet<u64>) {
        let late = self.late_seen_passing.iter().filter(|_| self.others_spawn);
        (self.taken_back.clone(), self.seen_passing.iter().chain(late).copied().collect())
    }

    /// A thread has touched pieces of memory, in an atomic section or outside of one (`exclusive.rs`).
    pub(crate) fn touched(&mut self, thread: ThreadId, pieces: impl Iterator<Item = u64>, inside: bool, writes: bool) {
        let touched = if inside { &mut self.inside_sections } else { &mut self.outside_sections };
        for piece in pieces {
            touched.entry(piece).or_default().insert((thread, 0, writes));
        }
    }

    /// The pieces of memory that are touched in sections and outside, by different threads of which one
    /// writes.
    pub(crate) fn excluded(&self) -> BTreeSet<u64> {
        let conflict = |piece: &u64| {
            let (inside, outside) = (self.inside_sections.get(piece), self.outside_sections.get(piece));
            let pairs =
                inside.into_iter().flatten().flat_map(|one| outside.into_iter().flatten().map(move |two| (one, two)));
            let mut pairs = pairs;
            pairs.any(|((one, _, writes), (two, _, also))| one != two && (*writes || *also))
        };
        self.inside_sections.keys().copied().filter(|piece| conflict(piece)).collect()
    }

    /// Calls need more than a stack has.
    pub(crate) fn found_too_deep(&mut self, describe: impl FnOnce() -> String) {
        self.deepest.get_or_insert_with(describe);
    }

    /// The calls that were found too deep.
    pub(crate) fn deepest_calls(&self) -> Option<String> {
        self.deepest.clone()
    }

    /// A loop has begun a round and does not wait.
    pub(crate) fn went_round(&mut self, begun: u32, describe: impl FnOnce() -> String) {
        let longest = self.longest.as_ref().map_or(0, |(rounds, _)| *rounds);
        // Now and then is enough: describing takes time.
        if begun >= MANY_ROUNDS && begun >= longest + longest / 8 {
            self.longest = Some((begun, describe()));
        }
    }

    /// The loop that went round most often.
    pub(crate) fn longest_loop(&self) -> Option<String> {
        self.longest.as_ref().map(|(rounds, text)| format!("a thread went round {text} (at least {rounds} times)"))
    }

    /// The addresses, and first bytes of blocks, that are read in rounds that were cut short and that another
    /// thread writes or frees in a way that may conflict.
    pub(crate) fn conflicts(&self) -> BTreeSet<u64> {
        let mut found = BTreeSet::new();
        for (&address, reads) in &self.idle_reads {
            // Whatever may overlap starts here.
            let near = address.saturating_sub(LARGEST - 1)..address.saturating_add(LARGEST);
            let late = self.late_writes.range(near.clone()).filter(|_| self.others_spawn);
            if self.writes.range(near).chain(late).any(|(&other, writes)| conflict((address, reads), (other, writes))) {
                found.insert(address);
            }
            if block_of(address).is_none() {
                continue;
            }
            let base = base_of(address);
            let late = self.late_frees.get(&base).filter(|_| self.others_spawn);
            if self.frees.get(&base).into_iter().chain(late).any(|frees| conflict((base, reads), (base, frees))) {
                found.insert(base);
            }
        }
        found
    }
}

/// Whether two threads access the same bytes, at least one of them not atomically, or with different extents.
fn conflict((read_at, reads): (u64, &Accesses), (write_at, writes): (u64, &Accesses)) -> bool {
    let pairs = reads.iter().flat_map(|read| writes.iter().map(move |write| (read, write)));
    pairs.into_iter().any(|((reader, read_size, read_plainly), (writer, write_size, written_plainly))| {
        let overlap = read_at < write_at.saturating_add(*write_size) && write_at < read_at.saturating_add(*read_size);
        let differ = read_at != write_at || read_size != write_size;
        reader != writer && overlap && (*read_plainly || *written_plainly || differ)
    })
}
