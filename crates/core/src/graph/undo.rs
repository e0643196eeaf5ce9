//! The undo log.

use super::Graph;
use super::change::Binding;
use crate::ids::EventId;

/// A state of the graph to return to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark(usize);

impl Mark {
    /// The empty graph.
    pub const BEGINNING: Mark = Mark(0);
}

/// One change.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// The newest event was appended (and bound or placed).
    Append,
    /// A read was bound to another write.
    Rebind { read: EventId, old: Binding, prev: EventId, next: EventId },
    /// A write moved in coherence.
    Move { write: EventId, prev: EventId, next: EventId, maximal: bool },
    /// An event was taken out.
    Detach(EventId),
    /// The frozen events became more. The old clock is on its own stack.
    Freeze { lanes: usize },
}

/// All changes since the beginning that have not been undone.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    entries: Vec<Entry>,
    frozen: Vec<u32>,
}

impl Log {
    #[inline]
    pub(super) fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    pub(super) fn save_frozen(&mut self, frozen: &[u32]) {
        self.frozen.extend_from_slice(frozen);
        self.entries.push(Entry::Freeze { lanes: frozen.len() });
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.frozen.capacity() * size_of::<u32>()
    }
}

impl Graph {
    /// The present state.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark(self.log.entries.len())
    }

    /// Returns to an earlier state.
    pub fn undo_to(&mut self, mark: Mark) {
        self.upheavals += 1;
        while self.log.entries.len() > mark.0 {
            let entry = self.log.entries.pop().expect("invariant: a mark lies within the log");
            match entry {
                Entry::Append => self.undo_append(),
                other => self.undo(other),
            }
        }
    }

    fn undo(&mut self, entry: Entry) {
        match entry {
            Entry::Append => self.undo_append(),
            Entry::Rebind { read, old, prev, next } => {
                self.count_mode(self[read].mode, old.mode);
                self.unlink_reader(read);
                self.set_binding(read, old);
                let event = self.event_mut(read);
                event.links.reader_prev = prev;
                event.links.reader_next = next;
                self.link_reader(read);
            }
            Entry::Move { write, prev, next, maximal } => {
                self.unlink_coherence(write);
                let event = self.event_mut(write);
                event.links.co_prev = prev;
                event.links.co_next = next;
                event.maximal = maximal;
                self.link_coherence(write);
            }
            Entry::Detach(event) => self.reattach(event),
            Entry::Freeze { lanes } => {
                let start = self.log.frozen.len() - lanes;
                // More threads may have turned up in the meantime: their lanes were empty.
                self.frozen.fill(0);
                self.frozen[..lanes].copy_from_slice(&self.log.frozen[start..]);
                self.log.frozen.truncate(start);
            }
        }
    }

    #[inline]
    fn undo_append(&mut self) {
        let id = EventId(self.events.len() as u32 - 1);
        let event = &self[id];
        if event.is_read() {
            if event.from.is_some() {
                self.unlink_reader(id);
            }
        } else if event.is_write() {
            if event.links.co_prev.is_some() {
                self.unlink_coherence(id);
            }
        } else {
            self.leave_others(id);
        }
        self.unappend();
    }
}
