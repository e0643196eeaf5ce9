//! Which events may be why a graph is not sequentially consistent.
//!
//! A cycle of `po | rf | mo | fr` appears when some event is changed, and the model is asked about that
//! change: the event is then a *candidate* where it reads from, or, if it writes, wherever it goes. The model
//! is not told when changes are taken back, so an event stops being a candidate only when it is made anew. So
//! a graph without candidates is sequentially consistent; the converse need not hold.

use selvedge_core::{EventId, Graph};

/// Candidates, by event.
#[derive(Clone, Debug, Default)]
pub(super) struct CandidateCycles {
    events: Vec<Candidate>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Candidate {
    #[default]
    None,
    /// If it reads from there.
    From(EventId),
    Always,
}

impl CandidateCycles {
    /// An event was made.
    #[inline]
    pub(super) fn forget(&mut self, event: EventId) {
        if let Some(candidate) = self.events.get_mut(event.0 as usize) {
            *candidate = Candidate::None;
        }
    }

    /// An event, as it is now, may be why.
    pub(super) fn add(&mut self, graph: &Graph, event: EventId) {
        let at = event.0 as usize;
        if self.events.len() <= at {
            self.events.resize(at + 1, Candidate::None);
        }
        let e = &graph[event];
        let now = if e.is_read() { Candidate::From(e.from) } else { Candidate::Always };
        let before = self.events[at];
        self.events[at] = if before == Candidate::None || before == now { now } else { Candidate::Always };
    }

    /// Whether an event of the graph is a candidate.
    pub(super) fn any(&self, graph: &Graph) -> bool {
        graph.newest_first().any(|event| match self.events.get(event.0 as usize) {
            None | Some(Candidate::None) => false,
            Some(&Candidate::From(from)) => graph[event].from == from,
            Some(Candidate::Always) => true,
        })
    }
}
