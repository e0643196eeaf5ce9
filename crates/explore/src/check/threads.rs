//! Threads begin, are created, and are joined.

use selvedge_core::{
    Cursor, EventId, EventKind, Mode, Model, NewEvent, Program, Spawn, ThreadId, Value, ViolationKind,
};

use crate::observer::Observer;
use crate::search::Search;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    #[cold]
    pub(crate) fn add_start(&mut self, thread: ThreadId, spawn: Spawn, creation: EventId) {
        self.graph.ensure_thread(thread);
        let after = self.trie.root(self.program, &mut self.graph, thread, spawn);
        let event = NewEvent::new(EventKind::Start, Mode::Plain, thread);
        self.add(NewEvent { from: creation, after, ..event });
    }

    #[cold]
    pub(crate) fn add_creation(&mut self, thread: ThreadId, at: Cursor, spawn: Spawn) {
        let child = self.trie.child(thread, at);
        self.graph.ensure_thread(child);
        let value = Value(u64::from(child.0));
        let after = self.trie.answer(self.program, &mut self.graph, at, value);
        let event = NewEvent::new(EventKind::Create, Mode::Plain, thread);
        let creation = self.add(NewEvent { before: at, after, value, ..event });
        self.add_start(child, spawn, creation);
        self.created(child);
        self.note_block(thread);
    }

    #[inline(never)]
    pub(crate) fn add_join(&mut self, thread: ThreadId, at: Cursor, child: ThreadId) {
        let Some(end) = self.graph.last(child) else {
            let last = self.graph.last(thread).expect("invariant: the joining thread runs");
            let message = format!("join of {child}, which is no thread");
            return self.cannot_go_on(ViolationKind::InvalidJoin, message, &[last]);
        };
        if child == thread {
            return self.cannot_go_on(ViolationKind::InvalidJoin, "a thread joins itself".into(), &[end]);
        }
        if let Some(joiner) = self.graph.joiner(child) {
            return self.cannot_go_on(ViolationKind::InvalidJoin, "a thread is joined twice".into(), &[joiner]);
        }
        let value = self.graph[end].value;
        let after = self.trie.answer(self.program, &mut self.graph, at, value);
        let event = NewEvent::new(EventKind::Join, Mode::Plain, thread);
        self.add(NewEvent { before: at, after, value, from: end, ..event });
        self.note_block(thread);
    }
}
