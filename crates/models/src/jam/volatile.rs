//! Cycles of program order, reads-from, coherence and from-read among volatile accesses alone. JAM21 forbids
//! them: each access on one pushes, or is read, overwritten or followed by one that does.

use selvedge_core::walk::{Suffixes, co_later};
use selvedge_core::{EventId, Graph, Mode};

/// A search for such a cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Volatile {
    reached: Suffixes,
}

impl Volatile {
    /// Whether there is a cycle through an event that is the last one of its thread.
    pub(super) fn finds_cycle(&mut self, graph: &Graph, changed: EventId) -> bool {
        if !is_volatile(graph, changed) {
            return false;
        }
        self.reached.start(graph);
        self.overwrite(graph, changed);
        while let Some(event) = self.reached.next(graph) {
            if event == changed {
                return true;
            }
            if is_volatile(graph, event) {
                self.visit(graph, event);
            }
        }
        false
    }

    fn visit(&mut self, graph: &Graph, event: EventId) {
        self.overwrite(graph, event);
        if graph[event].is_write() {
            let readers = graph.readers(graph[event].loc, event).filter(|&reader| is_volatile(graph, reader));
            readers.for_each(|reader| self.reached.reach(graph, reader));
        }
    }

    /// Reaches the next volatile write in coherence.
    fn overwrite(&mut self, graph: &Graph, event: EventId) {
        let e = &graph[event];
        let base = if e.is_read() { e.from } else { event };
        if let Some(later) = co_later(graph, e.loc, base).find(|&later| is_volatile(graph, later)) {
            self.reached.reach(graph, later);
        }
    }
}

#[inline]
pub(super) fn is_volatile(graph: &Graph, event: EventId) -> bool {
    graph[event].kind.is_access() && graph[event].mode == Mode::SeqCst
}
