//! Restriction: taking out the events that a backward revisit deletes.
//!
//! When `write` revisits the older `read`, the graph keeps what was added up to the read, and the causal past
//! of the write. The rest is taken out of every list but stays in the event array, links and clocks
//! untouched, and the undo log puts it back. The paper copies the graph instead; this costs O(deleted).

use super::Graph;
use super::undo::Entry;
use crate::ids::{EventId, ThreadId};

impl Graph {
    /// Takes out every event that is newer than `newest` and neither `write` nor in its causal past. The
    /// start of a thread belongs to its creation: the one stays if the other does.
    pub fn restrict(&mut self, newest: EventId, write: EventId) {
        self.structure_version += 1;
        for thread in 0..self.threads.len() {
            let thread = ThreadId(thread as u32);
            // What stays of a thread is its beginning.
            let kept = self.past(write).reach(thread);
            while let [.., last] = *self.thread(thread)
                && last > newest
                && self.thread(thread).len() > kept
                && last != write
                && !(self[last].kind.starts_thread() && self.survives(self[last].from, newest, write))
            {
                self.detach(last);
                self.log(Entry::Detach(last));
            }
        }
    }

    fn survives(&self, event: EventId, newest: EventId, write: EventId) -> bool {
        event <= newest || event == write || self.past(write).contains(&self[event])
    }

    /// Takes the last event of a thread out of all lists.
    fn detach(&mut self, event: EventId) {
        if self[event].is_read() {
            self.unlink_reader(event);
        } else if self[event].is_write() {
            self.unlink_coherence(event);
        }
        self.leave(event);
    }

    /// Puts a detached event back. Events must come back in the opposite order.
    pub(super) fn reattach(&mut self, event: EventId) {
        self.enter(event);
        if self[event].is_read() {
            self.link_reader(event);
        } else if self[event].is_write() {
            self.link_coherence(event);
        }
    }
}
