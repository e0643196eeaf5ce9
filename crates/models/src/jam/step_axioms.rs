//! Whether a change leaves the axioms intact that are asked at every step: `irreflexive B+;X` (nothing is
//! visible that coherence contradicts) and `acyclic half;push;B*;X;B*;half` (pushes can be ordered).
//!
//! The changed event is the last one of its thread and nobody reads from it, so no way along `B` goes on from
//! it. A way that is new and closes a cycle therefore leaves by `X`: from the event itself, or, if it writes,
//! from something before it in its thread, to what comes after the event (or after what it has read) in
//! coherence. So one search from there decides: it must not come back to where it left from by `B+`
//! ([`State::Shown`]), nor after a push ([`State::Pushed`]).

use selvedge_core::walk::{Marks, co_later};
use selvedge_core::{EventId, EventKind, Graph};

use super::edges::{Step, across, bases, within};
use crate::ByHand;

/// How an event was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// By `X;B*`, and this `X` is the one that is new.
    Shown = 1,
    /// As before, by another `X`, after a push.
    Contradicted = 2,
    /// By `push;B*` from one of those.
    Pushed = 4,
}

/// All that is later in coherence has been reached.
const FOLLOWED: u8 = 8;

/// A search.
#[derive(Clone, Debug, Default)]
pub(super) struct StepAxioms {
    /// How events were reached.
    met: Marks,
    pending: Vec<(EventId, State)>,
}

impl StepAxioms {
    /// Whether the axioms hold, given that they did before the event was changed.
    pub(super) fn allow(&mut self, graph: &Graph, changed: EventId, version: ByHand) -> bool {
        // Of an update that has both halves, the second one knows more.
        let is_half = graph[changed].kind == EventKind::UpdateRead;
        let changed = graph.po_next(changed).filter(|_| is_half).unwrap_or(changed);
        let e = &graph[changed];
        let comes_back = |event: EventId| match e.kind.is_write() {
            true => graph[event].thread == e.thread,
            false => event == changed,
        };
        self.met.start(graph);
        self.pending.clear();
        self.follow_coherence(graph, changed, State::Shown);
        while let Some((event, state)) = self.pending.pop() {
            // What `X` alone leads to is elsewhere: a thread's own later writes are later in coherence.
            if state != State::Contradicted && comes_back(event) {
                return false;
            }
            self.visit(graph, event, state, version);
        }
        true
    }

    fn visit(&mut self, graph: &Graph, event: EventId, state: State, version: ByHand) {
        across(graph, event).for_each(|next| self.reach(next, state));
        within(graph, event, version, |next, step| {
            self.reach(next, state);
            if step == Step::Pushes && state != State::Pushed {
                self.reach(next, State::Pushed);
            }
        });
        if state == State::Pushed {
            bases(graph, event).for_each(|base| self.follow_coherence(graph, base, State::Contradicted));
        }
    }

    /// Reaches everything after a write, or after what a read has read, in coherence.
    fn follow_coherence(&mut self, graph: &Graph, event: EventId, state: State) {
        let e = &graph[event];
        let base = if e.kind.is_read() { e.from } else { event };
        for later in co_later(graph, e.loc, base) {
            let known = self.met.of(later);
            if *known & FOLLOWED != 0 {
                return;
            }
            *known |= FOLLOWED;
            self.reach(later, state);
        }
    }

    fn reach(&mut self, event: EventId, state: State) {
        let known = self.met.of(event);
        // What is shown needs not be contradicted: the search goes on in the same way.
        let enough =
            if state == State::Contradicted { State::Contradicted as u8 | State::Shown as u8 } else { state as u8 };
        if *known & enough == 0 {
            *known |= state as u8;
            self.pending.push((event, state));
        }
    }
}
