//! Extending the graph by one event.
//!
//! ```text
//! visit(G):
//!     a ← addNextEvent(G)
//!     if a = ⊥: an execution is complete
//!     if G is erroneous: stop
//!     if a reads: visitRfs(G, a)                          read.rs
//!     if a writes: visitCos(G, a); revisit older reads    write.rs, revisit.rs
//!     otherwise: visit(G)
//! ```
//!
//! Differs from the paper: there is no recursion. What can be done otherwise becomes a choice, and the loop
//! (`explorer.rs`) comes back to it.

use std::hint::cold_path;

use selvedge_core::{
    Cursor, Event, EventId, EventKind, Limit, Mode, Model, NewEvent, Program, StopReason, ThreadId, Value,
};

use crate::budget::EVENTS_PER_CHECK;
use crate::choice::Kind;
use crate::observer::Observer;
use crate::search::Search;
use crate::trie::ResolvedAction;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Lets the thread whose turn it is take a step. False if the run is over.
    #[inline(never)]
    pub(crate) fn step(&mut self) -> bool {
        let Some(thread) = self.next_thread() else { return false };
        self.step_of(thread);
        true
    }

    /// As [`Self::extend`], of which the loop has a copy of its own: there need not be more.
    #[inline(never)]
    pub(crate) fn step_of(&mut self, thread: ThreadId) {
        self.extend(thread);
    }

    /// Lets a thread take its next step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn extend(&mut self, thread: ThreadId) {
        let at = self.graph.cursor_of(thread);
        let task = self.trie.task(at);
        if self.take_over_step(thread, at, task) {
            return;
        }
        match task {
            ResolvedAction::Read { .. } | ResolvedAction::CompareExchange { .. } | ResolvedAction::Update { .. } => {
                self.add_read(thread, at, task);
            }
            ResolvedAction::Write { loc, mode, value, .. } => self.add_write(thread, at, loc, mode, value),
            ResolvedAction::Fence(mode) => self.add_fence(thread, at, mode),
            ResolvedAction::Allocate { block, .. } => self.add_allocation(thread, at, block),
            ResolvedAction::Free(block) => self.add_free(thread, at, block),
            ResolvedAction::Spawn(spawn) => self.add_creation(thread, at, spawn),
            ResolvedAction::Join(child) => self.add_join(thread, at, child),
            ResolvedAction::Choose(ways) => self.add_choice(thread, ways),
            ResolvedAction::Finish(value) | ResolvedAction::Exit(value) => {
                self.add(NewEvent { before: at, value, ..NewEvent::new(EventKind::Finish, Mode::Plain, thread) });
            }
            ResolvedAction::Fail(failure) => self.fail(thread, failure),
            ResolvedAction::Unsupported(what) => self.refuse(what),
            ResolvedAction::Exceeds(limit) => self.run.stop_for(StopReason::Limit(limit)),
            ResolvedAction::Overlap(accesses) => self.report_overlap(accesses),
            ResolvedAction::Block(_) => unreachable!("invariant: a blocked thread does not go next"),
        }
    }

    #[inline(never)]
    fn add_fence(&mut self, thread: ThreadId, at: Cursor, mode: Mode) {
        let after = self.trie.proceed(self.program, &mut self.graph, at);
        self.add(NewEvent { before: at, after, ..NewEvent::new(EventKind::Fence, mode, thread) });
        self.note_block(thread);
    }

    /// Takes the first of several ways; the others become alternatives. To the search, a choice is a read
    /// with so many sources that no other thread can touch; the first way is the maximal one.
    #[inline(never)]
    fn add_choice(&mut self, thread: ThreadId, ways: u32) {
        let last = self.graph.last(thread).expect("invariant: a thread that goes next has been started");
        let ways = self.filter_ways(thread, ways);
        let others: Vec<EventId> = (1..ways).rev().map(EventId).collect();
        self.push_choice(Kind::Way, last, &others);
        self.take_way(last, EventId(0));
    }

    /// Lets the thread with this last event take a way.
    #[inline(never)]
    pub(crate) fn take_way(&mut self, last: EventId, way: EventId) -> bool {
        let Event { thread, after: at, .. } = self.graph[last];
        let value = Value(u64::from(way.0));
        let after = self.trie.answer(self.program, &mut self.graph, at, value);
        let event = NewEvent::new(EventKind::Choose, Mode::Plain, thread);
        self.add(NewEvent { before: at, after, value, maximal: way.0 == 0, ..event });
        self.note_block(thread);
        true
    }

    /// Adds an event and computes its clocks.
    pub(crate) fn add(&mut self, event: NewEvent) -> EventId {
        if self.graph.len() >= self.options.limits.graph_size {
            cold_path();
            self.run.stop_for(StopReason::Limit(Limit::GraphSize(self.options.limits.graph_size)));
        }
        self.counts.events_added += 1;
        if self.counts.events_added.is_multiple_of(EVENTS_PER_CHECK) {
            self.check_clock();
        }
        self.readiness.note(&event);
        let id = self.graph.append(event);
        self.model.stamp(&mut self.graph, id);
        self.appended(id);
        id
    }

    /// Remembers alternatives to come back to.
    #[inline]
    pub(crate) fn push_choice(&mut self, kind: Kind, event: EventId, alternatives: &[EventId]) {
        if self.choices.push(kind, event, self.graph.mark(), alternatives) {
            self.observer.marked(self.choices.depth(), &self.graph);
        }
    }

    /// Whether the graph is consistent after a change of this event.
    #[inline]
    pub(crate) fn is_consistent(&mut self, changed: EventId) -> bool {
        let consistent = self.model.consistent(&self.graph, changed);
        self.counts.inconsistent += u64::from(!consistent);
        consistent
    }
}
