//! What searches of a program have found out, so that the next one is right: where accesses are cut in
//! pieces, and where loops that wait must not leave anything out.

use std::collections::BTreeSet;

use selvedge_core::Access;

use crate::memory::address::{base_of, block_of};
use crate::report::search_log::SearchLog;
use crate::report::serialise::{Fact, add_passing, add_set, number, recall_passing};
use crate::waiting::cancelling_adds::Passing;

/// What is learnt between searches.
#[derive(Default)]
pub(crate) struct Cuts {
    /// Where accesses to shared memory are cut.
    boundaries: BTreeSet<u64>,
    /// A round that reads something here is taken although it is idle.
    noticed: BTreeSet<u64>,
    /// Pieces of memory that sections touch, and others outside of them; see `exclusive.rs`.
    exclusive: BTreeSet<u64>,
    /// Mutexes that some thread looks at without waiting for them.
    peeked: BTreeSet<u64>,
    /// What threads add and take back.
    passing: Passing,
    /// Where others may notice.
    seen_passing: BTreeSet<u64>,
}

impl Cuts {
    pub(super) fn of(boundaries: Vec<u64>, noticed: Vec<u64>, exclusive: Vec<u64>) -> Cuts {
        let set = |list: Vec<u64>| list.into_iter().collect();
        Cuts { boundaries: set(boundaries), noticed: set(noticed), exclusive: set(exclusive), ..Cuts::default() }
    }

    /// Where accesses are cut, which reads are taken although they are idle, and which memory sections have
    /// for themselves.
    pub(super) fn lists(&self) -> (Vec<u64>, Vec<u64>, Vec<u64>) {
        let list = |set: &BTreeSet<u64>| set.iter().copied().collect();
        (list(&self.boundaries), list(&self.noticed), list(&self.exclusive))
    }

    /// Cuts accesses at the ends of these two, which overlap. False if they were cut already.
    pub(super) fn cut_at(&mut self, first: Access, second: Access) -> bool {
        let before = self.boundaries.len();
        for at in [first, second] {
            self.boundaries.insert(at.address.0);
            self.boundaries.insert(at.address.0 + at.width.bytes());
        }
        self.boundaries.len() > before
    }

    /// Learns what a search has noted down. True if it is more than was known.
    pub(super) fn learn(&mut self, log: &SearchLog) -> bool {
        let known = |cuts: &Cuts| {
            let passing: usize = cuts.passing.values().map(BTreeSet::len).sum();
            (cuts.noticed.len(), cuts.peeked.len(), cuts.seen_passing.len(), passing)
        };
        let before = known(self);
        self.noticed.extend(log.conflicts());
        self.peeked.extend(log.peeked_sections());
        let (taken_back, seen) = log.passing();
        for (at, additions) in taken_back {
            self.passing.entry(at).or_default().extend(additions);
        }
        self.seen_passing.extend(seen);
        known(self) != before
    }

    /// Learns which memory sections have for themselves. True if there is more of it than was known.
    pub(super) fn exclude(&mut self, found: BTreeSet<u64>) -> bool {
        let before = self.exclusive.len();
        self.exclusive.extend(found);
        self.exclusive.len() > before
    }

    /// Forgets everything but where accesses are cut.
    pub(super) fn forget_all_but_boundaries(&mut self) {
        *self = Cuts { boundaries: std::mem::take(&mut self.boundaries), ..Cuts::default() };
    }

    /// Cuts a range at the known boundaries, and into pieces of 1, 2, 4 or 8 bytes.
    pub(crate) fn cut(&self, address: u64, offset: u64, size: u64) -> Vec<(u64, u64)> {
        let (mut at, end) = (offset, offset + size);
        let mut found = Vec::new();
        while at < end {
            let boundary = self.boundaries.range(address + at + 1..address + end).next().map_or(end, |b| b - address);
            let length = boundary - at;
            let piece = if length >= 8 { 8 } else { 1 << length.ilog2() };
            found.push((at, piece));
            at += piece;
        }
        found
    }

    /// Whether a plain access of so many bytes is one piece.
    #[inline]
    pub(crate) fn is_whole(&self, address: u64, size: u64) -> bool {
        self.boundaries.range(address + 1..address + size).next().is_none()
    }

    /// Whether any idle round must be taken.
    pub(crate) fn notices_any(&self) -> bool {
        !self.noticed.is_empty()
    }

    /// Whether a round that reads this is taken although it is idle.
    pub(crate) fn notices(&self, address: u64) -> bool {
        self.noticed.contains(&address) || block_of(address).is_some() && self.noticed.contains(&base_of(address))
    }

    /// Whether sections exclude what other threads do.
    #[inline]
    pub(crate) fn has_exclusive(&self) -> bool {
        !self.exclusive.is_empty()
    }

    /// Whether sections have a piece of memory for themselves.
    pub(crate) fn is_exclusive(&self, piece: u64) -> bool {
        self.exclusive.contains(&piece)
    }

    /// Whether some thread looks at a mutex without waiting for it.
    pub(crate) fn is_peeked(&self, mutex: u64) -> bool {
        self.peeked.contains(&mutex)
    }

    /// What threads add and take back.
    #[inline]
    pub(crate) fn passing(&self) -> &Passing {
        &self.passing
    }

    /// Whether others may notice that something is added there and taken back.
    pub(crate) fn is_seen_passing(&self, address: u64) -> bool {
        self.seen_passing.contains(&address)
    }

    /// Everything as keys and texts.
    pub(crate) fn facts(&self, facts: &mut Vec<Fact>) {
        let Cuts { boundaries, noticed, exclusive, peeked, passing, seen_passing } = self;
        add_set(facts, "cut", boundaries);
        add_set(facts, "noticed", noticed);
        add_set(facts, "peeked", peeked);
        add_set(facts, "exclusive", exclusive);
        add_passing(facts, "passing", passing);
        add_set(facts, "seen-passing", seen_passing);
    }

    /// Takes a fact over, and says whether it meant something. Nothing if it is a fact of another kind.
    pub(crate) fn recall(&mut self, key: &str, text: &str) -> Option<Option<()>> {
        let mut add =
            |set: fn(&mut Cuts) -> &mut BTreeSet<u64>| number(text).map(|number| _ = set(self).insert(number));
        Some(match key {
            "cut" => add(|cuts| &mut cuts.boundaries),
            "noticed" => add(|cuts| &mut cuts.noticed),
            "exclusive" => add(|cuts| &mut cuts.exclusive),
            "peeked" => add(|cuts| &mut cuts.peeked),
            "passing" => recall_passing(&mut self.passing, text),
            "seen-passing" => add(|cuts| &mut cuts.seen_passing),
            _ => return None,
        })
    }
}
