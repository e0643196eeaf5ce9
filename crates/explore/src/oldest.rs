//! The oldest read that a new write may revisit: where the walk through older events can end (`revisit.rs`).
//!
//! Mostly there is none, and that should be found out quickly. Of few events that the write does not depend
//! on, each is looked at; of many, only the accesses of its location, newest first, until one that depends on
//! all older ones.

use std::hint::cold_path;

use selvedge_core::{EventId, Model, Program};

use crate::observer::Observer;
use crate::search::Search;

/// Up to so many events that a write does not depend on are looked at one by one, if there are no more
/// threads than that.
const FEW: usize = 16;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// The oldest read that may be revisited if everything newer is maximal: the walk can end there.
    pub(crate) fn oldest_candidate(&mut self, write: EventId) -> Option<EventId> {
        let found = self.oldest_outside_past(write);
        debug_assert!(found.is_none_or(|found| found == self.oldest_at_location(write)));
        let (oldest, covers) = found.unwrap_or_else(|| self.oldest_at_location(write));
        if covers {
            self.graph.set_covers(write);
        }
        oldest
    }

    /// The oldest candidate, and whether the write depends on all older accesses of its location. Looks at
    /// all events that the write does not depend on; says nothing if they, or the threads, are many.
    #[inline]
    fn oldest_outside_past(&self, write: EventId) -> Option<(Option<EventId>, bool)> {
        let graph = &self.graph;
        if graph.thread_count() > FEW {
            cold_path();
            return None;
        }
        let loc = graph[write].loc;
        let (mut oldest, mut covers, mut left) = (EventId::NONE, true, FEW + 1);
        for outside_past in graph.outside_past(write) {
            left = left.checked_sub(outside_past.len())?;
            for &outsider in outside_past {
                let event = &graph[outsider];
                if event.loc != loc || outsider == write {
                    continue;
                }
                covers = false;
                if event.maximal && event.is_read() && !graph.is_frozen(outsider) {
                    oldest = oldest.min(outsider);
                }
            }
        }
        Some((oldest.some(), covers))
    }

    /// The same, by looking at all accesses of the location.
    ///
    /// Where writes depend on each other, as those of one thread do, it is enough to look at what has come
    /// since the last.
    fn oldest_at_location(&self, write: EventId) -> (Option<EventId>, bool) {
        let graph = &self.graph;
        let past = graph.past(write);
        let (mut oldest, mut covers) = (None, true);
        for access in graph.accesses_newest_first(graph[write].loc).skip_while(|&access| access == write) {
            let event = &graph[access];
            if past.contains(event) {
                if event.covers {
                    break;
                }
                continue;
            }
            covers = false;
            if event.maximal && event.is_read() && !graph.is_frozen(access) {
                oldest = Some(access);
            }
        }
        (oldest, covers)
    }
}
