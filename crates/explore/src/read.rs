//! Adding a read, and letting it read from elsewhere (engine.md §2.3, §2.6).
//!
//! ```text
//! visitRfs(G, a):
//!     for each w in W(loc(a)): G' ← setRf(G, a, w); if G' is consistent: visit(G')
//! ```
//!
//! The first `w` is the latest write, which is always consistent; the others become alternatives.

use selvedge_core::graph::Binding;
use selvedge_core::{Cursor, Event, EventId, EventKind, Mode, Model, NewEvent, Program, ThreadId, Value};

use crate::choice::Kind;
use crate::observer::Observer;
use crate::search::Search;
use crate::trie::ResolvedAction;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Adds a read, or an update, that reads from the latest write; the other writes it may read from become
    /// alternatives.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn add_read(&mut self, thread: ThreadId, at: Cursor, task: ResolvedAction) {
        let (loc, mode) = task.first_read();
        let read = self.add(NewEvent { loc, before: at, ..NewEvent::new(EventKind::Read, mode, thread) });
        let mut sources = std::mem::take(&mut self.buffer);
        self.model.sources(&self.graph, read, &mut sources);
        if !matches!(task, ResolvedAction::Read { .. }) {
            self.leave_taken(read, task, &mut sources);
        }
        self.filter_sources(read, &mut sources);
        let latest = sources.pop().expect("invariant: a read can read from the latest write");
        self.push_choice(Kind::Source, read, &sources);
        sources.clear();
        self.buffer = sources;
        let binding = self.binding(read, latest, true);
        self.graph.bind(read, binding);
        self.complete(read);
    }

    /// Opens a read, the newest event.
    #[inline]
    pub(crate) fn reopen_read(&mut self, read: EventId) {
        let (_, mode) = self.trie.task(self.graph[read].before).first_read();
        self.graph.reopen_read(read, mode);
    }

    /// Lets a read, the newest event and open, read from a write that is not the latest. False if that is
    /// inconsistent.
    pub(crate) fn reread(&mut self, read: EventId, source: EventId) -> bool {
        let binding = self.binding(read, source, false);
        self.graph.bind(read, binding);
        self.is_consistent(read) && self.complete_checked(read)
    }

    /// What the read sees if it reads from `source`, and what becomes of it.
    pub(crate) fn binding(&mut self, read: EventId, source: EventId, maximal: bool) -> Binding {
        let Event { loc, before, .. } = self.graph[read];
        let mut value = self.graph.value_read(self.program, read, source);
        let (kind, mode) = match self.trie.task(before) {
            ResolvedAction::Read { mode, copies, .. } => {
                if copies && source.is_init() && self.is_unwritten(loc) {
                    value = Value::NOTHING;
                }
                (EventKind::Read, mode)
            }
            ResolvedAction::Update { unless: Some(unless), .. } if value == unless => (EventKind::Read, Mode::Relaxed),
            ResolvedAction::Update { ordering, .. } => (EventKind::UpdateRead, ordering.read().into()),
            ResolvedAction::CompareExchange { expected, success, .. } if value == expected => {
                (EventKind::UpdateRead, success.read().into())
            }
            ResolvedAction::CompareExchange { failure, .. } => (EventKind::Read, failure),
            ResolvedAction::Write { .. }
            | ResolvedAction::Fence(_)
            | ResolvedAction::Allocate { .. }
            | ResolvedAction::Free(_)
            | ResolvedAction::Spawn(_)
            | ResolvedAction::Join(_)
            | ResolvedAction::Choose(_)
            | ResolvedAction::Block(_)
            | ResolvedAction::Fail(_)
            | ResolvedAction::Unsupported(_)
            | ResolvedAction::Exceeds(_)
            | ResolvedAction::Overlap(_)
            | ResolvedAction::Finish(_)
            | ResolvedAction::Exit(_) => unreachable!("invariant: a read comes from a task that reads"),
        };
        let after = self.trie.answer(self.program, &mut self.graph, before, value);
        Binding { from: source, value, kind, mode, after, maximal }
    }

    /// Completes what a read that reads from the latest write brings with it: the write of an update, or the
    /// end of the road.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn complete(&mut self, read: EventId) {
        if self.graph[read].kind.begins_update() {
            self.add_update_write(read);
        } else if !self.is_faulty(read) {
            self.note_block(self.graph[read].thread);
        }
    }

    /// As [`Self::complete`], for a read that reads from an older write. False if the write of the update is
    /// inconsistent where it must go.
    pub(crate) fn complete_checked(&mut self, read: EventId) -> bool {
        if self.graph[read].kind.begins_update() {
            return self.add_update_write_checked(read);
        }
        if !self.reads_nothing(read) {
            self.note_block(self.graph[read].thread);
        }
        true
    }
}
