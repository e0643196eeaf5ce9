//! Updates: a read and a write that nothing comes between (engine.md §2.6).
//!
//! An update is two events that are always kept or deleted together, the second directly after the first. Its
//! write has one place, directly after the write that the update reads from. Where another update reads from
//! there too, the new one is added for the sake of the revisits that its write makes, and its run is given up
//! then.

use selvedge_core::{Event, EventId, EventKind, Model, NewEvent, Program};

use crate::observer::Observer;
use crate::search::Search;
use crate::trie::ResolvedAction;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Leaves out the sources that are out of the question for an update.
    #[inline(never)]
    pub(crate) fn leave_taken(&self, read: EventId, task: ResolvedAction, sources: &mut Vec<EventId>) {
        sources.retain(|&source| !self.is_taken(read, task, source));
    }

    /// Whether `source` is out of the question for an update because another update that can no longer be
    /// revisited reads from it. If the other one can still be revisited, the new update must be explored: it
    /// is the new one's write that will revisit it.
    fn is_taken(&self, read: EventId, task: ResolvedAction, source: EventId) -> bool {
        let loc = self.graph[read].loc;
        let value = self.graph.value_read(self.program, read, source);
        if !task.writes_after_reading(value) {
            return false;
        }
        let past = self.graph.past(read);
        self.graph.readers(loc, source).any(|other| {
            self.graph[other].kind.begins_update() && (self.graph.is_frozen(other) || past.contains(&self.graph[other]))
        })
    }

    /// Adds the write of an update, directly after the write that the update reads from.
    ///
    /// If another update reads from there too, atomicity is violated for a moment: this run exists only to
    /// generate the revisits by the new write, and is given up when it has.
    #[inline(never)]
    pub(crate) fn add_update_write(&mut self, read: EventId) {
        let write = self.place_update_write(read);
        if !self.is_faulty(read) && !self.is_faulty(write) {
            self.revisit_from_update(read, write);
        }
    }

    /// As [`Self::add_update_write`], for an update that does not read from the latest write. False if
    /// inconsistent.
    #[inline(never)]
    pub(crate) fn add_update_write_checked(&mut self, read: EventId) -> bool {
        let write = self.place_update_write(read);
        // With atomicity violated there is nothing to check, and no race to report: whatever lies behind the
        // write is about to be deleted.
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

    /// Adds the write of an update, directly after the write that the update reads from, and looks no
    /// further.
    pub(crate) fn place_update_write(&mut self, read: EventId) -> EventId {
        let Event { thread, loc, value: old, before, after, from, .. } = self.graph[read];
        let (value, mode) = match self.trie.task(before) {
            ResolvedAction::Update { width, ordering, op, operand, .. } => {
                (op.apply(width, old, operand), ordering.write().into())
            }
            ResolvedAction::CompareExchange { desired, success, .. } => (desired, success.write().into()),
            ResolvedAction::Read { .. }
            | ResolvedAction::Write { .. }
            | ResolvedAction::Fence(_)
            | ResolvedAction::Allocate { .. }
            | ResolvedAction::Free(_)
            | ResolvedAction::Spawn(_)
            | ResolvedAction::Join(_)
            | ResolvedAction::Choose(_)
            | ResolvedAction::Block(_)
            | ResolvedAction::Fail(_)
            | ResolvedAction::Unsupported(_)
            | ResolvedAction::Exceeds(_)
            | ResolvedAction::Overlap(_)
            | ResolvedAction::Finish(_)
            | ResolvedAction::Exit(_) => unreachable!("invariant: an update comes from a task that reads and writes"),
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
            .filter(|&other| other != read && self.graph[other].kind.begins_update())
            .filter_map(|other| self.graph.po_next(other))
            .min()
    }
}
