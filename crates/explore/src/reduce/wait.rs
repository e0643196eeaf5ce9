//! Threads that would only wait.
//!
//! A read after which the thread blocks (an assumption that fails, a lock that is taken, a loop that spins) is of no
//! use to anyone until somebody writes something better. So it is not added before there is nothing else to do: the
//! thread is *parked*. Which values are no use is not known from an analysis of the program, as in engine.md §2.8,
//! but from the path trie: it says what the thread does next when it is answered with the latest value.
//!
//! Parking only changes the order in which threads are run, so it needs no proof, and it works whatever the order of
//! the writes to the location. (In-place revisits, which §2.8 uses for plain reads, need the writes to be ordered.)
//! What happens when a thread loses a lock that it had taken first does need an argument; see [`Search::dispossess`].

use selvedge_core::model::PORF;
use selvedge_core::{Event, EventId, EventKind, LocId, Model, Program, ThreadId};

use crate::observer::Observer;
use crate::options::Reduce;
use crate::paths::Task;
use crate::search::Search;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Whether the thread, whose next step is a read, would block if it read from the latest write.
    #[inline(never)]
    pub(crate) fn would_wait(&mut self, thread: ThreadId) -> bool {
        if self.options.awaits == Reduce::Never {
            return false;
        }
        let at = self.graph.stands(thread);
        let loc = match self.paths.task(at) {
            Task::Read { loc, .. } | Task::Update { loc, .. } | Task::CompareExchange { loc, .. } => loc,
            _ => unreachable!("invariant: the thread's next step is a read"),
        };
        let value = self.graph.value_seen(self.program, loc, self.graph.co_last(loc));
        let after = self.paths.answer(self.program, &mut self.graph, at, value);
        self.paths.waits(after)
    }

    /// Whether `read` belongs to an update that `write`, of another update, has taken the place of, and would block
    /// if it read from that write: as when another thread takes a lock first.
    fn loses_to(&mut self, read: EventId, write: EventId) -> bool {
        let Event { kind, from, .. } = self.graph[read];
        if kind != EventKind::UpdateRead || self.graph[write].kind != EventKind::UpdateWrite {
            return false;
        }
        let rival = self.graph.po_prev(write).expect("invariant: the write of an update follows its read");
        self.graph[rival].from == from && self.would_block(read, write)
    }

    /// Whether the thread of a read would block if it read from that write.
    pub(crate) fn would_block(&mut self, read: EventId, source: EventId) -> bool {
        let Event { before, loc, .. } = self.graph[read];
        let value = self.graph.value_seen(self.program, loc, source);
        let after = self.paths.answer(self.program, &mut self.graph, before, value);
        self.paths.waits(after)
    }

    /// Revisits a read that loses to the write: instead of reading from the write, and blocking, it goes, and is
    /// added again when there is something better to read. Says whether the result is consistent; says nothing, and
    /// changes nothing, if this may not be done.
    ///
    /// It may be done if the writes to the location are ordered in every execution, each after the one before, and if the
    /// read has nothing left to read among those before `write`. Nothing is lost then: what can follow a graph in which the
    /// read blocks can follow one in which it has not been added yet. And nothing is found twice: only what comes after
    /// `write` can make the read go on, and nobody else makes it read from there. If an unordered write comes later all the
    /// same, the search starts again and leaves the location alone.
    pub(crate) fn dispossess(&mut self, read: EventId, write: EventId) -> Option<bool> {
        let loc = self.graph[write].loc;
        let may = self.options.awaits == Reduce::WherePossible && self.loses_to(read, write);
        if !may || self.unordered.has(loc) || !self.graph.overlapping(loc).is_empty() {
            return None;
        }
        let before = self.graph.older(read).expect("invariant: a read comes after the start of its thread");
        let mark = self.graph.mark();
        self.graph.restrict(before, write);
        if !self.are_ordered(loc) || self.leaves_source(read, write) {
            self.graph.undo_to(mark);
            return None;
        }
        self.graph.freeze(write);
        self.dispossessed.add(loc);
        if !self.is_faulty(write) {
            self.note_block(self.graph[write].thread);
        }
        Some(true)
    }

    /// Whether the read, just taken out, could go on by reading from something before `write` in coherence. It cannot make
    /// an update of what another update has used up.
    fn leaves_source(&mut self, read: EventId, write: EventId) -> bool {
        let Event { loc, before, .. } = self.graph[read];
        let task = self.paths.task(before);
        let mut sources = std::mem::take(&mut self.buffer);
        self.model.sources(&self.graph, read, &mut sources);
        let found = sources.iter().take_while(|&&source| source != write).any(|&source| {
            let next = self.graph.co_next(loc, source);
            let used_up = self.graph[next].kind == EventKind::UpdateWrite
                && task.writes_after_reading(self.graph.value_seen(self.program, loc, source));
            !used_up && !self.would_block(read, source)
        });
        sources.clear();
        self.buffer = sources;
        found
    }

    /// Whether each write to the location depends on the one before.
    fn are_ordered(&self, loc: LocId) -> bool {
        let mut write = self.graph.co_last(loc);
        while !write.is_init() {
            let before = self.graph.co_prev(write);
            if !self.follows(write, before) {
                return false;
            }
            write = before;
        }
        true
    }

    #[inline]
    fn follows(&self, write: EventId, before: EventId) -> bool {
        before.is_init() || self.graph.clock(write, PORF).contains(&self.graph[before])
    }

    /// Notices a write that is not ordered after the others to its location.
    #[inline]
    pub(crate) fn check_order(&mut self, write: EventId, latest: EventId, others: &[EventId]) {
        let loc = self.graph[write].loc;
        if !self.unordered.has(loc) && (!others.is_empty() || !self.follows(write, latest)) {
            self.note_unordered(loc);
        }
    }

    /// Notices a write that has come directly before another.
    #[inline]
    pub(crate) fn check_follower(&mut self, write: EventId) {
        let loc = self.graph[write].loc;
        if self.graph.co_next(loc, write).is_some() {
            self.note_unordered(loc);
        }
    }

    pub(crate) fn note_unordered(&mut self, loc: LocId) {
        if !self.unordered.has(loc) {
            self.unordered.add(loc);
            self.starts_again |= self.dispossessed.has(loc);
        }
    }
}
