//! What a worker learns about locks that threads lose, and when two workers have learnt what does not go
//! together.
//!
//! Where a thread loses a lock, it is retracted, and that may be done only if the writes to the location are
//! ordered in every execution ([`Search::retract_blocked_acquire`]). A search that comes upon a write that is
//! not ordered does no such thing at that location from there on, and if it has, it starts again. So what is
//! right in one piece of the tree depends on what lies to the left of it, and a worker does not know all of
//! that.
//!
//! It need not. Both kinds of lock_facts_version are rare, and most locations are of one kind for ever. A
//! piece says at which locations somebody was retracted in it and at which writes were not ordered. As long
//! as no location is of one kind here and of the other there, each piece is what one worker alone would have
//! made of it: nobody lost a lock at a location that should have been known not to be ordered, and nothing
//! had to start again. Where two pieces *contradict* each other, the right one does not count, nor does
//! anything after it, and the search goes on by itself from where that piece begins.
//!
//! Whoever is given a part of a piece is told what was learnt in it, since that lies to the left. Otherwise a
//! thread might lose a lock on the way to the part that it did not lose when the way was found, and what
//! comes of it would not count.

use std::collections::BTreeSet;

use selvedge_core::{Access, Model, Program};

use crate::observer::Observer;
use crate::search::Search;

/// What is learnt about locations in a piece of the tree, or on the left of one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LockFacts {
    /// Locations where a thread has lost a lock.
    pub(crate) retracted: BTreeSet<Access>,
    /// Locations whose writes are not ordered.
    pub(crate) unordered: BTreeSet<Access>,
}

impl LockFacts {
    /// Whether no search could have learnt both without starting again.
    pub(crate) fn contradict(&self, other: &LockFacts) -> bool {
        !self.retracted.is_disjoint(&other.unordered) || !self.unordered.is_disjoint(&other.retracted)
    }

    /// Adds what others have learnt.
    pub(crate) fn add(&mut self, more: LockFacts) {
        self.retracted.extend(more.retracted);
        self.unordered.extend(more.unordered);
    }
}

/// How many locations of either kind a search knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LockFactsVersion {
    pub(crate) retracted: usize,
    pub(crate) unordered: usize,
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// How much it knows.
    #[inline]
    pub(crate) fn lock_facts_version(&self) -> LockFactsVersion {
        {
            let awaits = &self.reductions.awaits;
            LockFactsVersion { retracted: awaits.retracted().len(), unordered: awaits.unordered().len() }
        }
    }

    /// What it has learnt since it knew so much.
    pub(crate) fn lock_facts_since(&self, known: LockFactsVersion) -> LockFacts {
        let awaits = &self.reductions.awaits;
        let access = |&loc| self.graph.access(loc);
        LockFacts {
            retracted: awaits.retracted()[known.retracted..].iter().map(access).collect(),
            unordered: awaits.unordered()[known.unordered..].iter().map(access).collect(),
        }
    }

    /// Forgets what it has learnt since it knew so much, and learns something else.
    pub(crate) fn relearn(&mut self, known: LockFactsVersion, facts: &LockFacts) {
        self.reductions.awaits.keep(known.retracted, known.unordered);
        self.learn(facts);
    }

    /// Learns what others have found out. It does not contradict what is known.
    pub(crate) fn learn(&mut self, facts: &LockFacts) {
        for &at in &facts.retracted {
            let loc = self.trie.locate(self.program, &mut self.graph, at);
            self.reductions.awaits.add_retracted(loc);
        }
        for &at in &facts.unordered {
            let loc = self.trie.locate(self.program, &mut self.graph, at);
            self.reductions.awaits.add_unordered(loc);
        }
    }
}
