//! Which events may be why a graph is not sequentially consistent.
//!
//! A cycle of `po | rf | mo | fr` appears when some event is changed, and the model is asked about that change: the event is
//! then *suspected* where it reads from, or, if it writes, wherever it goes. Changes are taken back without the model
//! hearing of it, so a suspicion is forgotten only when the event itself is made anew. So if no event of a graph is
//! suspected, it is sequentially consistent; the converse need not hold.

use selvedge_core::{EventId, Graph};

/// Suspicions, by event.
#[derive(Clone, Debug, Default)]
pub(super) struct Suspects {
    events: Vec<Suspicion>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Suspicion {
    #[default]
    None,
    /// If it reads from there.
    From(EventId),
    Always,
}

impl Suspects {
    /// An event was made.
    #[inline]
    pub(super) fn forget(&mut self, event: EventId) {
        if let Some(suspicion) = self.events.get_mut(event.0 as usize) {
            *suspicion = Suspicion::None;
        }
    }

    /// An event, as it is now, may be why.
    pub(super) fn suspect(&mut self, graph: &Graph, event: EventId) {
        let at = event.0 as usize;
        if self.events.len() <= at {
            self.events.resize(at + 1, Suspicion::None);
        }
        let e = &graph[event];
        let now = if e.is_read() { Suspicion::From(e.from) } else { Suspicion::Always };
        let before = self.events[at];
        self.events[at] = if before == Suspicion::None || before == now { now } else { Suspicion::Always };
    }

    /// Whether an event of the graph is suspected.
    pub(super) fn any(&self, graph: &Graph) -> bool {
        graph.newest_first().any(|event| match self.events.get(event.0 as usize) {
            None | Some(Suspicion::None) => false,
            Some(&Suspicion::From(from)) => graph[event].from == from,
            Some(Suspicion::Always) => true,
        })
    }
}
