//! Sequential consistency (Lamport 1979): `acyclic (po | rf | mo | fr | tc | tj)`.
//!
//! Happens-before is causality, so the graph's own clock serves for coherence and races. An event that is added
//! maximally has no successor and closes no cycle. A read that reads from an older write, or a write that is not placed
//! last, has exactly one new successor that matters: the write that follows in coherence. The graph stays
//! consistent iff that write does not reach the event; see `frontier.rs`.

use selvedge_core::model::PORF;
use selvedge_core::{EventId, EventKind, Graph, Model};

use crate::frontier::Frontier;

pub(crate) const DESCRIPTION: &str = "\
Sequential consistency (Lamport, 1979).
All steps of all threads fall into one order that respects program order, and a read sees the latest write in it.

  acyclic (po | rf | mo | fr | tc | tj)

Orderings make no difference, except that a non-atomic access can race: here, two conflicting accesses race when they are
not ordered by program order and reads-from together.";

/// Sequential consistency.
#[derive(Clone, Debug, Default)]
pub struct Sc {
    frontier: Frontier,
}

impl Model for Sc {
    fn name(&self) -> &'static str {
        "sc"
    }

    fn clocks(&self) -> usize {
        1
    }

    fn coherence_clock(&self) -> usize {
        PORF
    }

    fn race_clock(&self) -> usize {
        PORF
    }

    fn knows_sizes(&self) -> bool {
        true
    }

    #[inline]
    fn stamp(&self, _: &mut Graph, _: EventId) {}

    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        let Some(next) = co_successor(graph, changed) else { return true };
        self.frontier.start(graph);
        self.frontier.reach(graph, next);
        while let Some(event) = self.frontier.next(graph) {
            if event == changed {
                return false;
            }
            self.frontier.reach_communication(graph, event);
            self.frontier.reach_thread_edges(graph, event);
        }
        true
    }
}

/// The write that directly follows in coherence: after the write itself, or after the write a read reads from.
pub(crate) fn co_successor(graph: &Graph, event: EventId) -> Option<EventId> {
    let e = &graph[event];
    let base = match e.kind {
        EventKind::Read | EventKind::UpdateRead => e.from,
        EventKind::Write | EventKind::UpdateWrite => event,
        EventKind::Init
        | EventKind::Start
        | EventKind::Fence
        | EventKind::Allocate
        | EventKind::Free
        | EventKind::Create
        | EventKind::Join
        | EventKind::Choose
        | EventKind::Finish => return None,
    };
    graph.co_next(e.loc, base).some()
}
