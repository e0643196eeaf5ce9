//! The undo log.
//!
//! That an event was appended needs no entry: events are numbered in the order in which they came, so it is
//! enough to know how many there were when something else happened.

use super::Graph;
use super::change::Binding;
use crate::cursor::Cursor;
use crate::ids::EventId;

/// A state of the graph to return to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    events: u32,
    entries: u32,
}

impl Mark {
    /// The graph with nothing but the initial event.
    pub const BEGINNING: Mark = Mark { events: 1, entries: 0 };
}

/// One change other than an event that was appended.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// A read was bound to another write.
    Rebind { read: EventId, old: Binding, prev: EventId, next: EventId },
    /// An event was taken out.
    Detach(EventId),
    /// The frozen events became more. The old clock is on its own stack.
    Freeze { lanes: usize },
}

/// All changes since the beginning that have not been undone, each with how many events there were.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    entries: Vec<(u32, Entry)>,
    frozen: Vec<u32>,
}

impl Log {
    /// Where threads will stand again when changes are taken back. Events that were taken out remember that
    /// themselves.
    pub(super) fn cursors(&self) -> impl Iterator<Item = Cursor> + '_ {
        self.entries.iter().filter_map(|(_, entry)| match entry {
            Entry::Rebind { old, .. } => Some(old.after),
            Entry::Detach(_) | Entry::Freeze { .. } => None,
        })
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<(u32, Entry)>() + self.frozen.capacity() * size_of::<u32>()
    }
}

impl Graph {
    /// The present state.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark { events: self.events.len() as u32, entries: self.log.entries.len() as u32 }
    }

    #[inline]
    pub(super) fn log(&mut self, entry: Entry) {
        self.log.entries.push((self.events.len() as u32, entry));
    }

    /// Remembers which events are frozen.
    pub(super) fn log_frozen(&mut self) {
        self.log.frozen.extend_from_slice(self.frozen.lanes());
        self.log(Entry::Freeze { lanes: self.frozen.lanes().len() });
    }

    /// Returns to an earlier state, except for the newest event, if that was bound or placed anew since.
    pub fn undo_to(&mut self, mark: Mark) {
        self.structure_version += 1;
        while self.log.entries.len() > mark.entries as usize
            && let Some((events, entry)) = self.log.entries.pop()
        {
            self.unappend_to(events);
            self.undo(entry);
        }
        self.unappend_to(mark.events);
    }

    /// Takes events away that were appended last, and have nothing else to be undone, until so many are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unappend_to(&mut self, count: u32) {
        let gone = self.events.len() - count as usize;
        if gone == 0 {
            return;
        }
        for newest in (count..self.events.len() as u32).rev() {
            self.unappend(EventId(newest));
        }
        self.newest = self.events[count as usize].links.order_prev;
        self.events[self.newest.0 as usize].links.order_next = EventId::NONE;
        self.live -= gone;
        self.events.truncate(count as usize);
        self.clocks.pop(gone);
    }

    fn undo(&mut self, entry: Entry) {
        match entry {
            Entry::Rebind { read, old, prev, next } => {
                self.count_mode(self[read].mode, old.mode);
                self.unlink_reader(read);
                self.set_binding(read, old);
                let event = self.event_mut(read);
                event.links.prev = prev;
                event.links.next = next;
                self.link_reader(read);
            }
            Entry::Detach(event) => self.reattach(event),
            Entry::Freeze { lanes } => {
                let start = self.log.frozen.len() - lanes;
                // More threads may have turned up in the meantime: their lanes were empty.
                self.frozen.lanes_mut().fill(0);
                self.frozen.lanes_mut()[..lanes].copy_from_slice(&self.log.frozen[start..]);
                self.log.frozen.truncate(start);
            }
        }
    }

    /// Takes the event that was appended last out of all lists but the one of all events.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unappend(&mut self, newest: EventId) {
        let kind = self[newest].kind;
        if kind.is_read() {
            self.unlink_first_reader(newest);
        } else if !kind.is_write() {
            self.leave_others(newest);
        } else if self[newest].links.prev.is_some() {
            self.unlink_coherence(newest);
        }
        self.leave_last(newest);
    }
}
