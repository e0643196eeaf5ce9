//! Threads that cannot go on: they fail, or do what is not supported.

use selvedge_core::{Cursor, EventId, Model, Program, StopReason, ThreadId, ViolationKind};

use crate::observer::Observer;
use crate::options::OnViolation;
use crate::search::Search;
use crate::trie::ResolvedAction;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// A thread fails.
    #[cold]
    pub(crate) fn fail(&mut self, thread: ThreadId, failure: u32) {
        let last = self.graph.last(thread).expect("invariant: a thread that goes next has been started");
        let (kind, message) = self.trie.failure(failure);
        self.violate(kind, message.to_string(), &[last]);
    }

    /// A thread does something that is not supported.
    #[cold]
    pub(crate) fn refuse(&mut self, what: u32) {
        self.run.stop_for(StopReason::Unsupported(self.trie.unsupported(what).to_owned()));
    }

    /// Accesses overlap, and one of them has to be cut.
    #[cold]
    pub(crate) fn report_overlap(&mut self, accesses: u32) {
        let (known, new) = self.trie.overlap(accesses);
        self.run.stop_for(StopReason::Overlap(known, new));
    }

    /// Whether a thread that would fail in this way takes that step: else it stands still, and is noted at
    /// the end of the run.
    #[cold]
    pub(crate) fn takes_failures(&self, kind: ViolationKind) -> bool {
        self.options.on_violation == OnViolation::Stop && self.options.properties.include(kind)
    }

    /// Notes which threads stand before a failure, at the end of a run.
    pub(crate) fn note_failures(&mut self) {
        if self.trie.has_failures() {
            self.note_each_failure();
        }
    }

    #[cold]
    fn note_each_failure(&mut self) {
        let failure = |thread: ThreadId| {
            let last = self.graph.last(thread).filter(|&last| self.graph[last].after != Cursor::NONE)?;
            let ResolvedAction::Fail(failure) = self.trie.task(self.graph[last].after) else { return None };
            Some((last, failure))
        };
        let failures: Vec<(EventId, u32)> = self.graph.thread_ids().filter_map(failure).collect();
        for (last, failure) in failures {
            let (kind, message) = self.trie.failure(failure);
            self.violate(kind, message.to_string(), &[last]);
        }
    }
}
