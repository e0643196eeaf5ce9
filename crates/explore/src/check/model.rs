//! What a model says beside its axioms: axioms about whole executions (`when complete`), and its own errors
//! and warnings (kat.md §1.6).
//!
//! An axiom about whole executions cannot prune, because a graph that fails it may lead, by a revisit, to one
//! that does not. So it is asked at the end of each run; those that fail are counted as discarded. An error
//! is real only if the graph in which it shows passes these axioms too: otherwise the thread that fails
//! stands still and the others go on.

use selvedge_core::{Event, EventId, EventKind, Model, Program, ViolationKind};

use crate::observer::Observer;
use crate::record::describe;
use crate::search::Search;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Whether the axioms about whole executions forbid the graph as it stands.
    #[inline]
    pub(crate) fn is_forbidden(&self) -> bool {
        self.model.judges_end(&self.graph) && !self.model.accepts(&self.graph)
    }

    /// Reports what the model finds wrong with the graph: an error ends the search, a warning is given once.
    #[inline]
    pub(crate) fn hear_model(&mut self, ended: bool) {
        if self.model.complains() && !self.run.is_over() {
            self.hear_complaints(ended);
        }
    }

    /// An event in the words of a message.
    fn describe_event(&self, event: EventId) -> String {
        let Event { kind, mode, .. } = self.graph[event];
        match kind {
            EventKind::Read | EventKind::Write | EventKind::UpdateRead | EventKind::UpdateWrite => {
                format!("{} of {}", describe(kind, mode), self.place_of(event))
            }
            EventKind::Fence => "a fence".to_owned(),
            EventKind::Init
            | EventKind::Start
            | EventKind::Allocate
            | EventKind::Free
            | EventKind::Create
            | EventKind::Join
            | EventKind::Choose
            | EventKind::Finish => "a step".to_owned(),
        }
    }

    #[cold]
    fn hear_complaints(&mut self, ended: bool) {
        for complaint in self.model.complaints(&self.graph, ended) {
            if (!complaint.grave && self.findings.has_complaint(&complaint.name)) || self.is_forbidden() {
                continue;
            }
            let [first, second] = complaint.events.map(|event| self.describe_event(event));
            if complaint.grave {
                let message = format!("the model reports {}: {first} and {second}", complaint.name);
                let [first, second] = complaint.events;
                if self.violate(ViolationKind::Model, message, &[second, first]) {
                    return;
                }
                continue;
            }
            let message = format!("{first} and {second}");
            self.findings.add_complaint(complaint.name, message);
        }
    }
}
