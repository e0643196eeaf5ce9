//! What a worker learns about locks that threads lose, and when two workers have learnt what does not go together.
//!
//! Where a thread loses a lock, it is dispossessed, and that may be done only if the writes to the location are ordered in every
//! execution ([`Search::dispossess`]). A search that comes upon a write that is not ordered does no such thing at that location
//! from there on, and if it has, it starts again. So what is right in one piece of the tree depends on what lies to the left of
//! it, and a worker does not know all of that.
//!
//! It need not. Both kinds of knowledge are rare, and most locations are of one kind for ever. A piece says at which locations
//! somebody was dispossessed in it and at which writes were not ordered. As long as no location is of one kind here and of the other
//! there, each piece is what one worker alone would have made of it: nobody lost a lock at a location that should have been known not
//! to be ordered, and nothing had to start again. Where two pieces *contradict* each other, the right one does not count, nor
//! does anything after it, and the search goes on by itself from where that piece begins.
//!
//! Whoever is given a part of a piece is told what was learnt in it, since that lies to the left. Otherwise a thread might lose a
//! lock on the way to the part that it did not lose when the way was found, and what comes of it would not count.

use std::collections::BTreeSet;

use selvedge_core::{Access, Model, Program};

use crate::observer::Observer;
use crate::search::Search;

/// What is learnt about locations in a piece of the tree, or on the left of one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lessons {
    /// Locations where a thread has lost a lock.
    pub(crate) dispossessed: BTreeSet<Access>,
    /// Locations whose writes are not ordered.
    pub(crate) unordered: BTreeSet<Access>,
}

impl Lessons {
    /// Whether no search could have learnt both without starting again.
    pub(crate) fn contradict(&self, other: &Lessons) -> bool {
        !self.dispossessed.is_disjoint(&other.unordered) || !self.unordered.is_disjoint(&other.dispossessed)
    }

    /// Adds what others have learnt.
    pub(crate) fn add(&mut self, more: Lessons) {
        self.dispossessed.extend(more.dispossessed);
        self.unordered.extend(more.unordered);
    }
}

/// How many locations of either kind a search knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Knowledge {
    pub(crate) dispossessed: usize,
    pub(crate) unordered: usize,
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// How much it knows.
    #[inline]
    pub(crate) fn knowledge(&self) -> Knowledge {
        Knowledge { dispossessed: self.dispossessed.len(), unordered: self.unordered.len() }
    }

    /// What it has learnt since it knew so much.
    pub(crate) fn lessons_since(&self, known: Knowledge) -> Lessons {
        let access = |&loc| self.graph.access(loc);
        Lessons {
            dispossessed: self.dispossessed[known.dispossessed..].iter().map(access).collect(),
            unordered: self.unordered[known.unordered..].iter().map(access).collect(),
        }
    }

    /// Forgets what it has learnt since it knew so much, and learns something else.
    pub(crate) fn relearn(&mut self, known: Knowledge, lessons: &Lessons) {
        self.dispossessed.keep(known.dispossessed);
        self.unordered.keep(known.unordered);
        self.learn(lessons);
    }

    /// Learns what others have found out. It does not contradict what is known.
    pub(crate) fn learn(&mut self, lessons: &Lessons) {
        for &at in &lessons.dispossessed {
            let loc = self.paths.locate(self.program, &mut self.graph, at);
            debug_assert!(!self.unordered.has(loc), "{at:?} is not ordered");
            self.dispossessed.add(loc);
        }
        for &at in &lessons.unordered {
            let loc = self.paths.locate(self.program, &mut self.graph, at);
            debug_assert!(!self.dispossessed.has(loc), "somebody lost a lock at {at:?}");
            self.unordered.add(loc);
        }
    }
}
