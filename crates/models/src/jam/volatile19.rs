//! Cycles among volatile accesses that `jam19` forbids.
//!
//! There, of two volatile accesses of a thread the first pushes unless it only reads and the second only writes; then it is
//! merely visible (`ra` in `kat/jam.kat`). So a cycle of program order, reads-from, coherence and from-read is one of
//! `push;B*;X;B*` if there is a push between each of its steps of `X` and the next. Two steps of `X` with nothing between
//! them but a read of the one by the other are one step.
//!
//! Every cycle that is found is forbidden, whatever else is in the graph. Where all atomic accesses are volatile, there is no
//! other that matters: see `simplify/company.rs`.

use selvedge_core::walk::{Points, Suffixes, co_successor, po_later, readers, update_write};
use selvedge_core::{EventId, EventKind, Graph, Mode};

use super::volatile::is_volatile;

/// A search for such a cycle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Volatile19 {
    /// Writes of any mode to which `X` leads.
    overwriting: Points,
    /// Accesses to which `X` leads, and then `B`, without a push.
    fresh: Points,
    /// Accesses to which `push;B*` leads from there. What comes after one in its thread is another.
    pushed: Suffixes,
}

impl Volatile19 {
    /// Whether there is a cycle through an event from which only coherence leads on.
    pub(crate) fn finds_cycle(&mut self, graph: &Graph, changed: EventId) -> bool {
        // An update is one event: its second half leads wherever the first one does.
        let changed = update_write(graph, changed).unwrap_or(changed);
        if !is_volatile(graph, changed) {
            return false;
        }
        self.overwriting.start(graph);
        self.fresh.start(graph);
        self.pushed.start(graph);
        self.overwrite(graph, changed);
        loop {
            if let Some(event) = self.pushed.next(graph) {
                if event == changed {
                    return true;
                }
                if is_volatile(graph, event) {
                    self.overwrite(graph, event);
                    volatile_readers(graph, event).for_each(|reader| self.pushed.reach(graph, reader));
                }
            } else if let Some(event) = self.overwriting.next() {
                self.overwrite(graph, event);
                if is_volatile(graph, event) {
                    self.fresh.reach(event);
                }
            } else if let Some(event) = self.fresh.next() {
                self.visit_fresh(graph, event);
            } else {
                return false;
            }
        }
    }

    fn overwrite(&mut self, graph: &Graph, event: EventId) {
        if let Some(later) = co_successor(graph, event) {
            self.overwriting.reach(later);
        }
    }

    fn visit_fresh(&mut self, graph: &Graph, event: EventId) {
        if graph[event].is_write() {
            volatile_readers(graph, event).for_each(|reader| self.fresh.reach(reader));
            self.pushed.reach_after(graph, event);
            return;
        }
        // If it is a write, the next access is not pushed, but pushes all that comes after it.
        let pushes = |&&later: &&EventId| is_volatile(graph, later) || is_full_fence(graph, later);
        match po_later(graph, event).iter().find(pushes) {
            Some(&next) if graph[next].is_write() => self.fresh.reach(next),
            Some(&next) => self.pushed.reach(graph, next),
            None => {}
        }
    }
}

#[inline]
fn volatile_readers(graph: &Graph, event: EventId) -> impl Iterator<Item = EventId> + '_ {
    readers(graph, event).filter(|&reader| is_volatile(graph, reader))
}

fn is_full_fence(graph: &Graph, event: EventId) -> bool {
    graph[event].kind == EventKind::Fence && graph[event].mode == Mode::SeqCst
}
