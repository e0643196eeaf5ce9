//! Techniques that make the search meet fewer executions without missing anything that can be observed.
//!
//! The search proper (`extend.rs`, `read.rs`, `write.rs`, `revisit.rs`) knows nothing of them but the hooks
//! below, which it calls at the places where there is something to leave out. Each technique has a file with
//! its argument, and a part of [`Reductions`] for what it has learnt about the program.

pub(crate) mod awaits;
mod barrier;
pub(crate) mod epilogue;
mod locset;
mod symmetry;

use selvedge_core::{Cursor, Event, EventId, LocId, Model, Program, Reduction, ThreadId};

use crate::observer::Observer;
use crate::search::Search;
use crate::trie::ResolvedAction;
use awaits::Awaits;
use barrier::Barriers;
use symmetry::Symmetry;

/// What the techniques have learnt about the program, in any graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Reductions {
    pub(crate) awaits: Awaits,
    barriers: Barriers,
    symmetry: Symmetry,
}

impl Reductions {
    /// Which of them have made a difference.
    pub(crate) fn used(&self) -> Vec<Reduction> {
        let Reductions { awaits, barriers, symmetry } = self;
        let used = [
            awaits.is_used().then_some(Reduction::Awaits),
            barriers.is_used().then_some(Reduction::Barriers),
            symmetry.is_used().then_some(Reduction::Symmetry),
            symmetry.is_restored().then_some(Reduction::RestoredSymmetry),
        ];
        used.into_iter().flatten().collect()
    }

    /// A number that grows whenever something is learnt that a worker must not learn by itself.
    #[inline]
    pub(crate) fn version(&self) -> usize {
        self.barriers.version() + self.symmetry.version()
    }

    /// The text form.
    pub(crate) fn facts(&self) -> Vec<(&'static str, String)> {
        let Reductions { awaits, barriers, symmetry } = self;
        awaits.facts().into_iter().chain(barriers.facts()).chain(symmetry.facts()).collect()
    }

    /// Adds a fact in its text form. Whether it is one of these; nothing if it means nothing.
    pub(crate) fn add_fact(&mut self, key: &str, text: &str) -> Option<bool> {
        Some(
            self.awaits.add_fact(key, text)?
                || self.barriers.add_fact(key, text)?
                || self.symmetry.add_fact(key, text)?,
        )
    }

    /// The locations that they know something about.
    pub(crate) fn locations(&self) -> impl Iterator<Item = LocId> {
        self.awaits.locations().chain(self.barriers.locations()).chain(self.symmetry.locations())
    }
}

/// A location in a text.
fn to_loc(text: &str) -> Option<LocId> {
    text.parse().ok().map(LocId)
}

/// A thread in a text.
fn to_thread(text: &str) -> Option<ThreadId> {
    text.parse().ok().map(ThreadId)
}

/// The hooks.
impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// A thread is about to take a step. Whether a technique takes it, in a way of its own.
    #[inline(always)]
    pub(crate) fn take_over_step(&mut self, thread: ThreadId, at: Cursor, task: ResolvedAction) -> bool {
        match task {
            ResolvedAction::Read { loc, leaves: Some(count), .. } if self.reduces(loc) => {
                self.add_leaving(thread, at, loc, count);
            }
            ResolvedAction::Update { loc, arrives: Some(threads), .. } if self.reduces(loc) => {
                self.add_arrival(thread, at, loc, threads);
            }
            ResolvedAction::Finish(_) | ResolvedAction::Exit(_) => return self.skips_epilogue(),
            ResolvedAction::Read { .. }
            | ResolvedAction::Write { .. }
            | ResolvedAction::Update { .. }
            | ResolvedAction::CompareExchange { .. }
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
            | ResolvedAction::Overlap(_) => return false,
        }
        true
    }

    /// An event has been appended, and is not bound or placed yet.
    #[inline]
    pub(crate) fn appended(&mut self, added: EventId) {
        self.watch(added);
        self.check_outsider(added);
    }

    /// Leaves out sources of a read that is being added, all but the last.
    #[inline]
    pub(crate) fn filter_sources(&mut self, read: EventId, sources: &mut Vec<EventId>) {
        self.sort_sources(read, sources);
    }

    /// Leaves out places of a write that is being added, beside the last.
    #[inline]
    pub(crate) fn filter_places(&mut self, write: EventId, last: EventId, places: &mut Vec<EventId>) {
        self.check_order(write, last, places);
        self.sort_places(write, places);
    }

    /// How many of several ways a thread may take.
    pub(crate) fn filter_ways(&self, thread: ThreadId, ways: u32) -> u32 {
        self.sorted_ways(thread, ways)
    }

    /// The write of an update has come where others follow.
    #[inline]
    pub(crate) fn placed_early(&mut self, write: EventId) {
        self.check_follower(write);
    }

    /// Whether the event was added in the only way there is, so that a revisit may delete it.
    #[inline]
    pub(crate) fn has_no_alternatives(&self, event: EventId) -> bool {
        let Event { loc, .. } = self.graph[event];
        self.is_reduced_barrier(loc)
    }

    /// A write is about to revisit a read. Says whether the result is consistent, if a technique does
    /// something else instead.
    #[inline]
    pub(crate) fn take_over_revisit(&mut self, read: EventId, write: EventId) -> Option<bool> {
        self.retract_blocked_acquire(read, write)
    }

    /// Whether a read may have been revisited by this write.
    #[inline]
    pub(crate) fn may_revisit(&mut self, read: EventId, write: EventId) -> bool {
        self.is_sorted(read, write)
    }

    /// A thread has just been created.
    pub(crate) fn created(&mut self, child: ThreadId) {
        self.watch_birth(child);
    }

    /// The search starts again, in an empty graph.
    pub(crate) fn start_reductions_again(&mut self) {
        self.reductions.awaits.start_again();
        self.reductions.barriers.start_again();
        self.recall_symmetry();
    }

    /// Takes over what another search has learnt, in an empty graph.
    pub(crate) fn adopt_reductions(&mut self, reductions: &Reductions) {
        self.reductions = reductions.clone();
        if self.reductions.symmetry.is_active() {
            self.graph.separate_past();
        }
    }

    /// Accesses of another size to these locations have turned up, which no technique reckoned with.
    pub(crate) fn note_sizes(&mut self, loc: LocId) {
        // That one thread has lost a lock to another, or that it does not matter who arrives first at a
        // barrier, was decided before it was known that there are accesses of other sizes. (A worker does not
        // know of all locks that were lost. It need not: nobody loses one where sizes are known to differ,
        // and if that turns out, nothing of what workers did counts.)
        if self.reductions.awaits.is_used() || self.reductions.barriers.is_used() {
            for other in self.graph.overlapping(loc).to_vec().into_iter().chain([loc]) {
                self.note_unordered(other);
                self.give_up_barrier(other);
            }
        }
    }
}
