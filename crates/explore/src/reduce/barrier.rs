//! Barriers: the orders in which threads arrive are not told apart.
//!
//! An arrival is an update that adds one to a count, and who arrives first makes no difference to anybody:
//! nobody goes on before all have arrived, and the thread says that it does not care which of them it was
//! (`Action::Arrive`). So an arrival reads from the latest one and has no alternatives, its write revisits
//! nothing, and a thread leaves when the last arrival of its round is there, by reading from that one and
//! nothing else: also when others have arrived again since. (Paper 001 §3.2, "barrier-aware model checking";
//! it does the same for reads by revisiting them in place.)
//!
//! **Why this is enough.** Forget, in an execution, the order of the arrivals in each round, and which count
//! of a later round a thread saw when it left. What remains is a barrier that is no memory at all: a thread
//! leaves like one that joins all who meet. The search is one of these executions, each met once, because the
//! rest of the graph cannot tell:
//! - *Causality.* The chain of updates adds an edge from each arrival to the next one, so from what precedes
//!   the one to what follows the other. What follows an arrival follows the leaving, which comes after all
//!   arrivals of the round anyway.
//! - *Coherence, total orders.* A leaving is from-read-before the arrivals of the next round. It can be put
//!   right after the last arrival of its own round: between the two, its thread does nothing.
//! - *Restriction.* A set of events that is closed under causes and has an arrival has all earlier ones too:
//!   the chain is never broken. Deleting barrier events loses nothing: they had no alternatives.
//!
//! **When it does not apply.** Who belongs to a round must not depend on the order either: there are no more
//! participants than the barrier has room for, so that each takes part in every round. Nobody accesses the
//! count with another size. And everything else that is done with the count (initialising it, destroying it,
//! an update by a thread that does care) must be ordered with all arrivals and leavings. Both are checked at
//! each step; where they do not hold, the search starts again and takes the barrier for the memory it is.
//! Nothing slips through: of two events that are not ordered, or n + 1 participants, the search meets an
//! execution with all of them, unless it has given up the reduction before.
//!
//! **What it costs.** One execution, and time in proportion to its events, nearly: clocks share what they
//! have in common (`core/src/clock/forest.rs`), threads that wait are not asked at each step whether they
//! still do (`ready.rs`), and nobody looks for the opening of a round among all arrivals.

use std::num::NonZeroU32;

use selvedge_core::graph::Binding;
use selvedge_core::{Cursor, Event, EventId, EventKind, LocId, Mode, Model, NewEvent, Program, ThreadId, Value};

use super::to_loc;
use crate::observer::Observer;
use crate::options::Reduce;
use crate::search::Search;
use crate::trie::ResolvedAction;

/// Part of the count of a barrier that has been destroyed, which is no place in a round.
const DESTROYED: u64 = 1 << 63;

/// What is known of barriers.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Barriers {
    /// Those whose arrivals are not told apart.
    reduced: Vec<ReducedBarrier>,
    /// Those whose arrivals are told apart because of what else is done with them.
    distinguished: Vec<LocId>,
}

/// A barrier whose arrivals are not told apart.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ReducedBarrier {
    loc: LocId,
    /// Everything else that has been done with its count, in this or another graph: there is little of it,
    /// and much of the rest.
    others: Vec<EventId>,
}

impl Barriers {
    /// Whether the arrivals at some barrier are not told apart.
    pub(super) fn is_used(&self) -> bool {
        !self.reduced.is_empty()
    }

    /// A number that grows whenever something is learnt.
    #[inline]
    pub(super) fn version(&self) -> usize {
        self.reduced.len() + self.distinguished.len()
    }

    pub(super) fn start_again(&mut self) {
        self.reduced.clear();
    }

    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        let Barriers { reduced, distinguished } = self;
        let reduced = reduced.iter().map(|ReducedBarrier { loc, others }| {
            let others: String = others.iter().map(|other| format!(" {}", other.0)).collect();
            ("reduced-barrier", format!("{}{others}", loc.0))
        });
        reduced.chain(distinguished.iter().map(|loc| ("distinguished", loc.0.to_string()))).collect()
    }

    pub(super) fn add_fact(&mut self, key: &str, text: &str) -> Option<bool> {
        match key {
            "reduced-barrier" => {
                let mut words = text.split(' ');
                let loc = to_loc(words.next()?)?;
                let others = words.map(|word| Some(EventId(word.parse().ok()?))).collect::<Option<_>>()?;
                self.reduced.push(ReducedBarrier { loc, others });
            }
            "distinguished" => self.distinguished.push(to_loc(text)?),
            _ => return Some(false),
        }
        Some(true)
    }

    pub(super) fn locations(&self) -> impl Iterator<Item = LocId> {
        self.reduced.iter().map(|barrier| barrier.loc).chain(self.distinguished.iter().copied())
    }
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Whether the arrivals at the barrier with this count are not told apart.
    #[inline(never)]
    pub(crate) fn reduces(&self, loc: LocId) -> bool {
        self.options.barriers == Reduce::WherePossible
            && !self.options.within.bounds_schedules()
            && !self.reductions.barriers.distinguished.contains(&loc)
            && self.graph.overlapping(loc).is_empty()
    }

    /// Whether that has made a difference already.
    #[inline]
    pub(crate) fn is_reduced_barrier(&self, loc: LocId) -> bool {
        self.reductions.barriers.is_used() && self.has_reduced_barrier(loc)
    }

    #[inline(never)]
    fn has_reduced_barrier(&self, loc: LocId) -> bool {
        self.reductions.barriers.reduced.iter().any(|place| place.loc == loc)
    }

    /// The arrival that lets those go on who wait for this count.
    pub(crate) fn opening(&self, loc: LocId, count: Value) -> Option<EventId> {
        let mut write = self.graph.co_last(loc);
        if write.is_init() || self.graph[write].value < count {
            return None;
        }
        while !write.is_init() && self.is_at_barrier(write) {
            if self.graph[write].value == count {
                return Some(write);
            }
            write = self.opening_before(write, count).unwrap_or_else(|| self.graph.co_prev(write));
        }
        None
    }

    /// A shorter way back than from arrival to arrival: the one that let this thread go on before it arrived
    /// again, if that does not lead too far, nor to another life of the barrier.
    fn opening_before(&self, arrival: EventId, count: Value) -> Option<EventId> {
        let Event { thread, loc, index, .. } = self.graph[arrival];
        let earlier = self.graph.thread(thread)[..index as usize - 1].iter().rev();
        let left = earlier.copied().find(|&event| self.graph[event].loc == loc)?;
        let opening = self.graph[left].from.some().filter(|opening| !opening.is_init())?;
        let place = self.reductions.barriers.reduced.iter().find(|place| place.loc == loc)?;
        let is_between = |&other: &EventId| other > opening && self.graph.contains(other);
        let is_on_the_way = self.graph[opening].value >= count && !place.others.iter().any(is_between);
        is_on_the_way.then_some(opening)
    }

    /// Whether the event is an arrival or a leaving.
    fn is_at_barrier(&self, access: EventId) -> bool {
        let task = self.trie.task(self.graph[access].before);
        matches!(task, ResolvedAction::Update { arrives: Some(_), .. } | ResolvedAction::Read { leaves: Some(_), .. })
    }

    pub(super) fn add_arrival(&mut self, thread: ThreadId, at: Cursor, loc: LocId, threads: NonZeroU32) {
        let from = self.graph.co_last(loc);
        let count = self.graph.value_of(loc, from);
        if self.is_outsider(thread, loc, count, threads) {
            self.distinguish(loc);
        }
        self.meet_at(loc);
        let read = self.add(NewEvent { loc, before: at, ..NewEvent::new(EventKind::Read, Mode::Acquire, thread) });
        let after = self.trie.answer(self.program, &mut self.graph, at, last_of_round(count, threads));
        let (kind, mode) = (EventKind::UpdateRead, Mode::Acquire);
        self.graph.bind(read, Binding { from, value: count, kind, mode, after, maximal: true });
        let write = self.place_update_write(read);
        if !self.misuses_memory(read) && self.is_welcome(write) {
            self.note_block(thread);
        }
    }

    fn meet_at(&mut self, loc: LocId) {
        if !self.is_reduced_barrier(loc) {
            let others = self.graph.accesses_newest_first(loc).filter(|&access| !self.is_at_barrier(access)).collect();
            self.reductions.barriers.reduced.push(ReducedBarrier { loc, others });
        }
    }

    pub(super) fn add_leaving(&mut self, thread: ThreadId, at: Cursor, loc: LocId, count: Value) {
        let from = self.opening(loc, count).expect("invariant: a thread at a barrier that is closed does not go next");
        let read = self.add(NewEvent { loc, before: at, ..NewEvent::new(EventKind::Read, Mode::Acquire, thread) });
        let after = self.trie.answer(self.program, &mut self.graph, at, count);
        let (kind, mode) = (EventKind::Read, Mode::Acquire);
        self.graph.bind(read, Binding { from, value: count, kind, mode, after, maximal: true });
        if self.is_welcome(read) {
            self.note_block(thread);
        }
    }

    /// Whether the thread arrives in a round, not the first, without having left the one before: then it is
    /// one too many.
    fn is_outsider(&self, thread: ThreadId, loc: LocId, count: Value, threads: NonZeroU32) -> bool {
        let threads = u64::from(threads.get());
        if count.0 & DESTROYED != 0 || count.0 < threads {
            return false;
        }
        let earlier = self.graph.thread(thread).iter().rev().find(|&&event| self.graph[event].loc == loc);
        let opening = self.opening(loc, Value(count.0 / threads * threads));
        earlier.is_none_or(|&event| Some(self.graph[event].from) != opening)
    }

    /// Checks an arrival or a leaving: it uses memory as it should, and everything else that has been done
    /// with the count is ordered before it. If that is not so, it may be a race; at least it is a reason to
    /// give up.
    fn is_welcome(&mut self, added: EventId) -> bool {
        let Event { loc, thread, .. } = self.graph[added];
        let ordered = self.graph.clock(added, self.model.race_clock());
        let is_in_the_way = |&other: &EventId| {
            self.graph.contains(other)
                && self.graph[other].loc == loc
                && self.graph[other].thread != thread
                && !self.is_at_barrier(other)
                && !ordered.contains(&self.graph[other])
        };
        let place = self.reductions.barriers.reduced.iter().find(|place| place.loc == loc);
        if !place.is_some_and(|place| place.others.iter().any(is_in_the_way)) {
            return !self.misuses_memory(added);
        }
        self.distinguish(loc);
        !self.is_faulty(added)
    }

    /// Gives up if this access, which is neither an arrival nor a leaving, is not ordered after all of them.
    #[inline]
    pub(super) fn check_outsider(&mut self, added: EventId) {
        if self.reductions.barriers.is_used() {
            self.check_access(added);
        }
    }

    #[inline(never)]
    fn check_access(&mut self, added: EventId) {
        let Event { kind, loc, .. } = self.graph[added];
        // The write of an update belongs to its read.
        let is_access = matches!(kind, EventKind::Read | EventKind::Write);
        if is_access && self.has_reduced_barrier(loc) && !(self.reduces(loc) && self.is_at_barrier(added)) {
            self.note_outsider(added);
        }
    }

    #[cold]
    fn note_outsider(&mut self, added: EventId) {
        let loc = self.graph[added].loc;
        let place = self.reductions.barriers.reduced.iter_mut().find(|place| place.loc == loc);
        if let Some(place) = place.filter(|place| !place.others.contains(&added)) {
            place.others.push(added);
        }
        if self.disturbs(added) {
            self.distinguish(loc);
        }
    }

    fn disturbs(&self, added: EventId) -> bool {
        let loc = self.graph[added].loc;
        let ordered = self.graph.clock(added, self.model.race_clock());
        let is_waiting = |thread| {
            let after = self.graph.cursor_of(thread);
            let task = self.trie.task_at(after);
            matches!(task, Some(ResolvedAction::Read { loc: place, leaves: Some(_), .. }) if place == loc)
        };
        let mut others = self.graph.accesses_newest_first(loc).filter(|&other| other != added);
        others.any(|other| !ordered.contains(&self.graph[other])) || self.graph.thread_ids().any(is_waiting)
    }

    fn distinguish(&mut self, loc: LocId) {
        self.reductions.barriers.distinguished.push(loc);
        self.run.restart();
    }

    /// Tells the arrivals at a barrier apart from now on, if they were not.
    pub(super) fn give_up_barrier(&mut self, loc: LocId) {
        if self.is_reduced_barrier(loc) && !self.reductions.barriers.distinguished.contains(&loc) {
            self.distinguish(loc);
        }
    }
}

/// What a thread is told that arrives when so many have: as if it were the last one of its round.
fn last_of_round(count: Value, threads: NonZeroU32) -> Value {
    let threads = u64::from(threads.get());
    if count.0 & DESTROYED != 0 { count } else { Value(count.0 / threads * threads + threads - 1) }
}
