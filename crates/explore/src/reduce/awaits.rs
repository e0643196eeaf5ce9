//! Threads that would only wait.
//!
//! A read after which the thread blocks (an assumption that fails, a lock that is taken, a loop that spins)
//! is of no use to anyone until somebody writes something better. So it is not added before there is nothing
//! else to do: the thread is *parked*. Which values are no use is not known from an analysis of the program,
//! as in engine.md §2.8, but from the path trie: it says what the thread does next when it is answered with
//! the latest value.
//!
//! Parking only changes the order in which threads are run, so it needs no proof, and it works whatever the
//! order of the writes to the location. (In-place revisits, which §2.8 uses for plain reads, need the writes
//! to be ordered.) What happens when a thread loses a lock that it had taken first does need an argument; see
//! [`Search::retract_blocked_acquire`].

use selvedge_core::{Event, EventId, LocId, Model, Program, ThreadId};

use super::locset::LocSet;
use super::to_loc;
use crate::observer::Observer;
use crate::options::Reduce;
use crate::search::Search;
use crate::trie::ResolvedAction;

/// What is known of locations where threads lose locks.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Awaits {
    /// Where an update was retracted because another one had taken its place; see
    /// [`Search::retract_blocked_acquire`].
    retracted: LocSet,
    /// Where that is not done because the writes are not ordered.
    unordered: LocSet,
}

impl Awaits {
    /// Whether any update was retracted.
    pub(crate) fn is_used(&self) -> bool {
        !self.retracted.is_empty()
    }

    /// Where updates were retracted, in the order in which that was learnt.
    pub(crate) fn retracted(&self) -> &[LocId] {
        &self.retracted
    }

    /// Where writes are not ordered, in the order in which that was learnt.
    pub(crate) fn unordered(&self) -> &[LocId] {
        &self.unordered
    }

    /// An update was retracted there.
    pub(crate) fn add_retracted(&mut self, loc: LocId) {
        debug_assert!(!self.unordered.has(loc), "the writes to {loc:?} are not ordered");
        self.retracted.add(loc);
    }

    /// Writes are not ordered there.
    pub(crate) fn add_unordered(&mut self, loc: LocId) {
        debug_assert!(!self.retracted.has(loc), "an update of {loc:?} was retracted");
        self.unordered.add(loc);
    }

    /// Forgets all but the first so many.
    pub(crate) fn keep(&mut self, retracted: usize, unordered: usize) {
        self.retracted.keep(retracted);
        self.unordered.keep(unordered);
    }

    /// Forgets all but the first so many locations where writes are not ordered.
    pub(crate) fn keep_unordered(&mut self, unordered: usize) {
        self.unordered.keep(unordered);
    }

    pub(super) fn start_again(&mut self) {
        self.retracted.keep(0);
    }

    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        let Awaits { retracted, unordered } = self;
        let retracted = retracted.iter().map(|loc| ("retracted", loc.0.to_string()));
        retracted.chain(unordered.iter().map(|loc| ("unordered", loc.0.to_string()))).collect()
    }

    pub(super) fn add_fact(&mut self, key: &str, text: &str) -> Option<bool> {
        match key {
            "retracted" => self.retracted.add(to_loc(text)?),
            "unordered" => self.unordered.add(to_loc(text)?),
            _ => return Some(false),
        }
        Some(true)
    }

    pub(super) fn locations(&self) -> impl Iterator<Item = LocId> {
        self.retracted.iter().chain(self.unordered.iter()).copied()
    }
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Whether the thread, whose next step is a read, would block if it read from the latest write.
    #[inline(never)]
    pub(crate) fn would_wait(&mut self, thread: ThreadId) -> bool {
        if self.options.awaits == Reduce::Never {
            return false;
        }
        let at = self.graph.cursor_of(thread);
        let loc = match self.trie.task(at) {
            ResolvedAction::Read { loc, .. }
            | ResolvedAction::Update { loc, .. }
            | ResolvedAction::CompareExchange { loc, .. } => loc,
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
            | ResolvedAction::Exit(_) => unreachable!("invariant: the thread's next step is a read"),
        };
        let value = self.graph.value_seen(self.program, loc, self.graph.co_last(loc));
        let after = self.trie.answer(self.program, &mut self.graph, at, value);
        self.trie.waits(after)
    }

    /// Whether `read` belongs to an update that `write`, of another update, has taken the place of, and would
    /// block if it read from that write: as when another thread takes a lock first.
    fn is_blocked_acquire(&mut self, read: EventId, write: EventId) -> bool {
        let Event { kind, from, .. } = self.graph[read];
        if !kind.begins_update() || !self.graph[write].kind.ends_update() {
            return false;
        }
        let rival = self.graph.po_prev(write).expect("invariant: the write of an update follows its read");
        self.graph[rival].from == from && self.would_block(read, write)
    }

    /// Whether the thread of a read would block if it read from that write.
    pub(crate) fn would_block(&mut self, read: EventId, source: EventId) -> bool {
        let Event { before, loc, .. } = self.graph[read];
        let value = self.graph.value_seen(self.program, loc, source);
        let after = self.trie.answer(self.program, &mut self.graph, before, value);
        self.trie.waits(after)
    }

    /// Revisits a read that loses to the write: instead of reading from the write, and blocking, it goes, and
    /// is added again when there is something better to read. Says whether the result is consistent; says
    /// nothing, and changes nothing, if this may not be done.
    ///
    /// It may be done if the writes to the location are ordered in every execution, each after the one
    /// before, and if the read has nothing left to read among those before `write`. Nothing is lost then:
    /// what can follow a graph in which the read blocks can follow one in which it has not been added yet.
    /// And nothing is found twice: only what comes after `write` can make the read go on, and nobody else
    /// makes it read from there. If an unordered write comes later all the same, the search starts again and
    /// leaves the location alone.
    pub(super) fn retract_blocked_acquire(&mut self, read: EventId, write: EventId) -> Option<bool> {
        let loc = self.graph[write].loc;
        let may = self.options.awaits == Reduce::WherePossible && self.is_blocked_acquire(read, write);
        if !may || self.reductions.awaits.unordered.has(loc) || !self.graph.overlapping(loc).is_empty() {
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
        self.reductions.awaits.retracted.add(loc);
        if !self.is_faulty(write) {
            self.note_block(self.graph[write].thread);
        }
        Some(true)
    }

    /// Whether the read, just taken out, could go on by reading from something before `write` in coherence.
    /// It cannot make an update of what another update has used up.
    fn leaves_source(&mut self, read: EventId, write: EventId) -> bool {
        let Event { loc, before, .. } = self.graph[read];
        let task = self.trie.task(before);
        let mut sources = std::mem::take(&mut self.buffer);
        self.model.sources(&self.graph, read, &mut sources);
        let found = sources.iter().take_while(|&&source| source != write).any(|&source| {
            let next = self.graph.co_next(loc, source);
            let used_up = self.graph[next].kind.ends_update()
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
        before.is_init() || self.graph.causes(write).contains(&self.graph[before])
    }

    /// Notices a write that is not ordered after the others to its location.
    #[inline]
    pub(super) fn check_order(&mut self, write: EventId, latest: EventId, others: &[EventId]) {
        let loc = self.graph[write].loc;
        if !self.reductions.awaits.unordered.has(loc) && (!others.is_empty() || !self.follows(write, latest)) {
            self.note_unordered(loc);
        }
    }

    /// Notices a write that has come directly before another.
    #[inline]
    pub(super) fn check_follower(&mut self, write: EventId) {
        let loc = self.graph[write].loc;
        if self.graph.co_next(loc, write).is_some() {
            self.note_unordered(loc);
        }
    }

    pub(super) fn note_unordered(&mut self, loc: LocId) {
        let Awaits { retracted, unordered } = &mut self.reductions.awaits;
        if !unordered.has(loc) {
            unordered.add(loc);
            if retracted.has(loc) {
                self.run.restart();
            }
        }
    }
}
