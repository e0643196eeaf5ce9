//! Adding a write, and placing it elsewhere in coherence (engine.md §2.4, §2.6).
//!
//! ```text
//! visitCos(G, a):
//!     for each w in W(loc(a)): G' ← setCo(G, w, a); if G' is consistent: visit(G')
//! ```
//!
//! The first `w` is the latest write, which is always consistent; the others become alternatives.

use selvedge_core::{Cursor, EventId, EventKind, LocId, Mode, Model, NewEvent, Program, ThreadId, Value};

use crate::choice::Kind;
use crate::observer::Observer;
use crate::search::Search;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Adds a write at the end of coherence; the other places it may take become alternatives, and so do the
    /// older reads that may read from it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn add_write(&mut self, thread: ThreadId, at: Cursor, loc: LocId, mode: Mode, value: Value) {
        let after = self.trie.proceed(self.program, &mut self.graph, at);
        let event = NewEvent::new(EventKind::Write, mode, thread);
        let write = self.add(NewEvent { loc, value, before: at, after, ..event });
        let mut places = std::mem::take(&mut self.buffer);
        self.model.placings(&self.graph, write, &mut places);
        let last = places.pop().expect("invariant: a write can be placed last");
        self.filter_places(write, last, &mut places);
        self.push_choice(Kind::Place, write, &places);
        places.clear();
        self.buffer = places;
        self.graph.place(write, last);
        if !self.is_faulty(write) {
            self.push_revisits(write);
            self.note_block(thread);
        }
    }

    /// Places a write, the newest event and open, elsewhere than last in coherence. False if that is
    /// inconsistent.
    pub(crate) fn replace(&mut self, write: EventId, place: EventId) -> bool {
        self.graph.place_early(write, place);
        if !self.is_consistent(write) {
            return false;
        }
        self.push_revisits(write);
        self.note_block(self.graph[write].thread);
        true
    }
}
