//! What can be reached from an event, when program order is part of the relation.
//!
//! The reached events of a thread are then a suffix of it. So the whole set is one index per thread, the *frontier*, and
//! the search only ever moves frontiers towards the beginning: each event is visited once, no visited set is needed, and
//! nothing has to be cleared.

use selvedge_core::{EventId, EventKind, Graph, ThreadId};

use crate::sc::co_successor;

/// A forward search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontier {
    /// Per thread, the index from which on everything is reached.
    reached: Vec<u32>,
    /// Per thread, the index from which on everything has been visited.
    visited: Vec<u32>,
    /// Threads with reached events that have not been visited.
    pending: Vec<ThreadId>,
}

impl Frontier {
    /// Begins with nothing reached.
    #[inline]
    pub(crate) fn start(&mut self, graph: &Graph) {
        self.reached.clear();
        self.visited.clear();
        self.pending.clear();
        for thread in graph.thread_ids() {
            let length = graph.thread(thread).len() as u32;
            self.reached.push(length);
            self.visited.push(length);
        }
    }

    /// Reaches an event and everything after it in its thread.
    #[inline]
    pub(crate) fn reach(&mut self, graph: &Graph, event: EventId) {
        let e = &graph[event];
        let thread = e.thread.0 as usize;
        if e.index < self.reached[thread] {
            if self.reached[thread] == self.visited[thread] {
                self.pending.push(e.thread);
            }
            self.reached[thread] = e.index;
        }
    }

    /// The next event to visit.
    #[inline]
    pub(crate) fn next(&mut self, graph: &Graph) -> Option<EventId> {
        let thread = *self.pending.last()?;
        let t = thread.0 as usize;
        self.visited[t] -= 1;
        let event = graph.thread(thread)[self.visited[t] as usize];
        if self.visited[t] == self.reached[t] {
            self.pending.pop();
        }
        Some(event)
    }

    /// Follows reads-from, coherence and from-read.
    #[inline]
    pub(crate) fn reach_communication(&mut self, graph: &Graph, event: EventId) {
        let e = &graph[event];
        if e.is_write() {
            for reader in graph.readers(e.loc, event) {
                self.reach(graph, reader);
            }
        }
        if let Some(next) = co_successor(graph, event) {
            self.reach(graph, next);
        }
    }

    /// Follows creation and joining.
    #[inline]
    pub(crate) fn reach_thread_edges(&mut self, graph: &Graph, event: EventId) {
        if let Some(next) = thread_successor(graph, event) {
            self.reach(graph, next);
        }
    }
}

/// The start of the thread that an event creates, or the join that waits for the thread an event ends.
#[inline]
pub(crate) fn thread_successor(graph: &Graph, event: EventId) -> Option<EventId> {
    let e = &graph[event];
    match e.kind {
        EventKind::Create => graph.thread(ThreadId(e.value.0 as u32)).first().copied(),
        EventKind::Finish => graph.joiner(e.thread),
        _ => None,
    }
}
