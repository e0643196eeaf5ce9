//! Adding a write, and placing it elsewhere in coherence (engine.md §2.4, §2.6).
//!
//! ```text
//! visitCos(G, a):
//!     for each w in W(loc(a)): G' ← setCo(G, w, a); if G' is consistent: visit(G')
//! ```
//!
//! The first `w` is the latest write, which is always consistent; the others become alternatives.

use selvedge_core::{Cursor, Event, EventId, EventKind, LocId, Mode, Model, NewEvent, Program, ThreadId, Value};

use crate::choice::Kind;
use crate::observer::Observer;
use crate::trie::ResolvedAction;
use crate::search::Search;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Adds a write at the end of coherence; the other places it may take become alternatives, and so do the older
    /// reads that may read from it.
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

    /// Places a write, the newest event and open, elsewhere than last in coherence. False if that is inconsistent.
    pub(crate) fn replace(&mut self, write: EventId, place: EventId) -> bool {
        self.graph.place_early(write, place);
        if !self.is_consistent(write) {
            return false;
        }
        self.push_revisits(write);
        self.note_block(self.graph[write].thread);
        true
    }

    /// Adds the write of an update, directly after the write that the update reads from.
    ///
    /// If another update reads from there too, atomicity is violated for a moment: this run exists only to generate the
    /// revisits by the new write, and is given up when it has.
    #[inline(never)]
    pub(crate) fn add_update_write(&mut self, read: EventId) {
        let write = self.place_update_write(read);
        if !self.is_faulty(read) && !self.is_faulty(write) {
            self.revisit_from_update(read, write);
        }
    }

    /// As [`Self::add_update_write`], for an update that does not read from the latest write. False if inconsistent.
    #[inline(never)]
    pub(crate) fn add_update_write_checked(&mut self, read: EventId) -> bool {
        let write = self.place_update_write(read);
        // With atomicity violated there is nothing to check, and no race to report: whatever lies behind the write is
        // about to be deleted.
        if self.rival(read).is_none() {
            if !self.is_consistent(write) {
                return false;
            }
            self.placed_early(write);
            if self.reads_nothing(read) || self.is_faulty(write) {
                return true;
            }
        }
        self.revisit_from_update(read, write);
        true
    }

    /// Adds the write of an update, directly after the write that the update reads from, and looks no further.
    pub(crate) fn place_update_write(&mut self, read: EventId) -> EventId {
        let Event { thread, loc, value: old, before, after, from, .. } = self.graph[read];
        let (value, mode) = match self.trie.task(before) {
            ResolvedAction::Update { width, ordering, op, operand, .. } => {
                (op.apply(width, old, operand), ordering.write().into())
            }
            ResolvedAction::CompareExchange { desired, success, .. } => (desired, success.write().into()),
            _ => unreachable!("invariant: an update comes from a task that reads and writes"),
        };
        let event = NewEvent::new(EventKind::UpdateWrite, mode, thread);
        let write = self.add(NewEvent { loc, value, before, after, ..event });
        self.graph.place(write, from);
        write
    }

    fn revisit_from_update(&mut self, read: EventId, write: EventId) {
        self.push_revisits(write);
        if self.rival(read).is_some() {
            self.run.give_up();
        } else {
            self.note_block(self.graph[write].thread);
        }
    }

    /// The write of another update that reads from the same write as this one: the oldest such.
    pub(crate) fn rival(&self, read: EventId) -> Option<EventId> {
        let Event { loc, from, .. } = self.graph[read];
        self.graph
            .readers(loc, from)
            .filter(|&other| other != read && self.graph[other].kind == EventKind::UpdateRead)
            .filter_map(|other| self.graph.po_next(other))
            .min()
    }
}
