//! Symmetry restored: threads that have become different may be alike again when they leave a barrier.
//!
//! Threads that were started alike part as soon as they see different things. Where they meet at a barrier,
//! and are in the same state then, they are as good as started anew: what each of them does from there on
//! might as well have been done by another. So we call two executions the same if what follows the barrier
//! has changed places between such threads, and meet the sorted one (paper 001 chapter 4 asks for this; what
//! it calls a condition on live variables is [`Hints::are_alike`](selvedge_core::Hints::are_alike)). N
//! threads that add one in each of k rounds have N!ᵏ executions, N!ᵏ⁻¹ with `symmetry.rs`, and one with this.
//!
//! `symmetry.rs` does the work; here is decided who is whose twin. The state counts in which a thread stands
//! when it has arrived. All arrivals of a round precede whatever follows it, so that a twin is the same in
//! every graph, and in every part of a graph, in which it is asked for. The twin is the nearest of those
//! started earlier.
//!
//! **Why threads may change places.** Everything before the arrivals happens before everything after them,
//! for all who take part, and it still does when the latter has changed places. It remains to see what else
//! program order is used for, in the models that we do this for
//! ([`Options::restored`](crate::Options::restored)):
//! - Coherence, and the orders of sc, tso and pso: an arrival is an update that orders what precedes it, and
//!   a leaving is a read that orders what follows it. What was ordered by program order across the barrier
//!   still is, by way of it.
//! - `psc` of rc11: `po-neqloc;hb;po-neqloc` leads across, because nobody accesses the count in another way.
//! - Release sequences may continue in the same thread, and fences work on accesses before or after them.
//!   These are the only cases in which it does matter who did something before. So there must be no fences,
//!   and no write that is not itself a release to a location where one of these threads has made a release
//!   before. This is checked as it happens; if it does not hold, the search starts again and lets threads
//!   that have become different be different.
//!
//! Mutexes that a thread holds are part of its state, and it must hold none.
//! That sorting works, and where not (`Rank::Forced`), is as it is there.

use selvedge_core::{Event, EventId, EventKind, Model, Program, ThreadId};

use super::Pair;
use crate::observer::Observer;
use crate::options::Reduce;
use crate::search::Search;
use crate::trie::ResolvedAction;

/// Where a thread has left a barrier: the step in which it did. It had arrived in the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Meeting(usize);

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Where the thread left a barrier last before a step, if that may restore symmetry.
    #[inline]
    pub(super) fn last_meeting(&self, thread: ThreadId, index: usize) -> Option<Meeting> {
        if self.options.restored == Reduce::Never || !self.reductions.barriers.is_used() {
            return None;
        }
        let events = &self.graph.thread(thread)[..index];
        let left = (2..events.len()).rev().find(|&step| {
            let [arrival, leaving] = [step - 1, step].map(|step| &self.graph[events[step]]);
            leaving.kind == EventKind::Read
                && arrival.kind.ends_update()
                && arrival.loc == leaving.loc
                && self.is_reduced_barrier(leaving.loc)
        })?;
        let (parent, ..) = self.birth(thread)?;
        (!self.reductions.symmetry.no_restore.contains(&parent)).then_some(Meeting(left))
    }

    /// The twin of a thread since it left a barrier.
    pub(super) fn twin_since(&self, thread: ThreadId, Meeting(left): Meeting) -> Option<Pair> {
        let arrival = &self.graph[self.graph.thread(thread)[left - 1]];
        let earlier = std::iter::successors(self.twin(thread), |&sibling| self.twin(sibling));
        earlier.filter_map(|twin| Some((twin, self.arrival_with(twin, arrival)?))).find_map(|(twin, arrived)| {
            let never_parted = arrived + 1 == left && self.share(thread, Pair::from_the_start(twin), left);
            let other = self.graph[self.graph.thread(twin)[arrived]].after;
            let is_alike = never_parted || self.trie.are_alike(self.program, other, arrival.after);
            is_alike.then_some(Pair { twin, from: [arrived + 2, left + 1] })
        })
    }

    /// The step in which a thread arrived in the same round.
    fn arrival_with(&self, thread: ThreadId, arrival: &Event) -> Option<usize> {
        let ResolvedAction::Update { arrives: Some(threads), .. } = self.trie.task(arrival.before) else { return None };
        let round = |event: &Event| event.value.0.checked_sub(1).map(|before| before / u64::from(threads.get()));
        let events = self.graph.thread(thread);
        (0..events.len()).rev().find(|&step| {
            let event = &self.graph[events[step]];
            event.kind.ends_update() && event.loc == arrival.loc && round(event) == round(arrival)
        })
    }

    /// Looks for what makes it matter who did something before a barrier.
    pub(super) fn watch_order(&mut self, added: EventId) {
        let Event { thread, kind, mode, loc, .. } = self.graph[added];
        let matters = match kind {
            EventKind::Fence => true,
            EventKind::Write | EventKind::UpdateWrite if !mode.is_release() => {
                let releases = |access: EventId| {
                    let event = &self.graph[access];
                    event.is_write() && event.mode.is_release() && self.are_siblings(event.thread, thread)
                };
                self.last_meeting(thread, self.graph.thread(thread).len()).is_some()
                    && self.graph.accesses_newest_first(loc).any(releases)
            }
            EventKind::Init
            | EventKind::Start
            | EventKind::Read
            | EventKind::UpdateRead
            | EventKind::Write
            | EventKind::UpdateWrite
            | EventKind::Allocate
            | EventKind::Free
            | EventKind::Create
            | EventKind::Join
            | EventKind::Choose
            | EventKind::Finish => false,
        };
        if matters {
            self.give_up_restoring(thread);
        }
    }

    fn are_siblings(&self, one: ThreadId, other: ThreadId) -> bool {
        let parent = |thread| self.birth(thread).map(|(parent, ..)| parent);
        parent(one).is_some() && parent(one) == parent(other)
    }

    /// Lets the thread and its siblings be different once they are. Says whether that is news.
    pub(super) fn give_up_restoring(&mut self, thread: ThreadId) -> bool {
        let Some((parent, ..)) = self.birth(thread) else { return false };
        let is_news = self.options.restored != Reduce::Never && self.reductions.symmetry.no_restore.insert(parent);
        let matters = is_news && self.reductions.symmetry.is_restored();
        if matters {
            self.run.restart();
        }
        matters
    }
}
