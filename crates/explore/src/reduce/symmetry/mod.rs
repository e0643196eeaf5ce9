//! Symmetry: which of several threads that were started alike is which makes no difference.
//!
//! Take an execution and let two threads with the same parent, function and argument change places. The
//! program cannot tell, so it is enough to meet one execution of each such class. We meet the *sorted* one.
//! Of two threads that were started one after the other, the first is the *twin* of the second. As long as
//! both have done the same, and seen the same writes, they are interchangeable; where they part, the twin
//! comes first: it reads from an earlier write (in coherence), or its own write is earlier. (Spore, PLDI
//! 2024, has the idea; engine.md §3.1 tells how GenMC does it.)
//!
//! To the search this is one more axiom. It needs what every axiom needs (`core/src/model.rs`):
//! - *It survives restriction*, if a thread's step depends on its twin's: whoever keeps the one keeps the
//!   other ([`Graph::depend`](selvedge_core::Graph::depend)). No model sees these dependencies; they say what
//!   a revisit may delete, and nothing else.
//! - *What is added last and maximally never breaks it*, if the twin goes first ([`Search::forerunner`]): the
//!   latest write is never earlier than the one the twin has read from.
//!
//! So the search is as complete and as free of duplicates as without it, if each class has a sorted worker.
//! Sort the threads that part at the same point by the writes they read from there: that is a total order,
//! and threads that never part are the same.
//!
//! **Where that fails.** Dependencies must not go round in circles. They would if the write that the first
//! thread reads from in sorted order had been caused by what the second one did: possible where coherence
//! does not follow causality, as with relaxed accesses. Then some graph shows the two in the *opposite*
//! order, with a source that depends on the twin's step and comes earlier than the twin's source
//! ([`Rank::Forced`]). The search would have to meet it; it starts again instead, and tells these threads
//! apart. Circles through several families of threads also show in this way: cut the circle at one of its
//! threads, let the others be in sorted order, and this one in the opposite order is forced to be. Where
//! threads are not as alike as they seem, `differ.rs` notices.

mod differ;
mod restore;

use std::collections::{BTreeMap, BTreeSet};

use selvedge_core::{Event, EventId, EventKind, LocId, Mode, Model, Program, Spawn, ThreadId};

use super::{to_loc, to_thread};
use crate::observer::Observer;
use crate::search::Search;

/// What is known about threads that were started alike.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Symmetry {
    stage: Stage,
    /// The threads that have started several alike, in this or another graph.
    parents: BTreeSet<ThreadId>,
    /// Those of them that tell their children apart.
    distinguished: Vec<ThreadId>,
    /// Those whose children, once different, stay so (`restore.rs`).
    pub(super) no_restore: BTreeSet<ThreadId>,
    /// What only this thread may access.
    quiet: BTreeMap<LocId, ThreadId>,
}

/// What has come of it since the search last started again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Stage {
    /// There are no such threads.
    #[default]
    Unknown,
    /// There are; the search starts again to make use of it.
    Wanted,
    /// Dependencies on twins are kept.
    Active,
    /// That has made a difference.
    Used,
    /// And also between threads that had become different (`restore.rs`).
    Restored,
}

impl Symmetry {
    /// Whether dependencies on twins are kept.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        self.stage >= Stage::Active
    }

    /// Whether some threads were not told apart.
    pub(crate) fn is_used(&self) -> bool {
        self.stage >= Stage::Used
    }

    /// Whether some threads that had become different were not told apart.
    pub(crate) fn is_restored(&self) -> bool {
        self.stage == Stage::Restored
    }

    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        let Symmetry { stage, parents, distinguished, no_restore, quiet } = self;
        let alike = self.is_active().then(|| ("alike", (*stage as u8 - Stage::Active as u8).to_string()));
        let parents = parents.iter().map(|parent| ("parent", parent.0.to_string()));
        let distinguished = distinguished.iter().map(|parent| ("distinguishes", parent.0.to_string()));
        let no_restore = no_restore.iter().map(|parent| ("no-restore", parent.0.to_string()));
        let quiet = quiet.iter().map(|(loc, thread)| ("quiet", format!("{} {}", loc.0, thread.0)));
        alike.into_iter().chain(parents).chain(distinguished).chain(no_restore).chain(quiet).collect()
    }

    pub(super) fn add_fact(&mut self, key: &str, text: &str) -> Option<bool> {
        match key {
            "alike" => {
                let stages = [Stage::Active, Stage::Used, Stage::Restored];
                self.stage = *stages.get(text.parse::<usize>().ok()?)?;
            }
            "parent" => drop(self.parents.insert(to_thread(text)?)),
            "distinguishes" => self.distinguished.push(to_thread(text)?),
            "no-restore" => drop(self.no_restore.insert(to_thread(text)?)),
            "quiet" => {
                let (loc, thread) = text.split_once(' ')?;
                self.quiet.insert(to_loc(loc)?, to_thread(thread)?);
            }
            _ => return Some(false),
        }
        Some(true)
    }

    /// A number that changes whenever something is learnt.
    #[inline]
    pub(super) fn version(&self) -> usize {
        let Symmetry { stage, parents, distinguished, no_restore, quiet } = self;
        *stage as usize + parents.len() + distinguished.len() + no_restore.len() + quiet.len()
    }

    /// The locations that only one thread may access.
    pub(super) fn locations(&self) -> impl Iterator<Item = LocId> {
        self.quiet.keys().copied()
    }
}

/// A thread and its twin, which are interchangeable from some step on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) twin: ThreadId,
    /// The first step that counts, of the twin and of the thread itself.
    pub(super) from: [usize; 2],
}

impl Pair {
    /// Two threads that have been so from the start.
    pub(super) fn from_the_start(twin: ThreadId) -> Pair {
        Pair { twin, from: [1, 1] }
    }

    /// Whether they have been so only since they met.
    fn is_restored(self) -> bool {
        self.from != [1, 1]
    }

    /// The step of the twin that a step of the thread is compared with.
    fn step(self, index: usize) -> usize {
        index - self.from[1] + self.from[0]
    }
}

/// How the source of a read compares with that of its twin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rank {
    /// It is not earlier.
    Sorted,
    /// It is earlier: the same execution is met with the two threads in the other order.
    Unsorted,
    /// It is earlier, and caused by the twin: the two cannot change places.
    Forced,
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Makes use, in an empty graph, of what was found out earlier.
    pub(super) fn recall_symmetry(&mut self) {
        if self.reductions.symmetry.stage != Stage::Unknown {
            self.graph.separate_past();
            self.reductions.symmetry.stage = Stage::Active;
        }
        self.reductions.symmetry.quiet.clear();
    }

    /// The thread before this one that was started by the same parent in the same way, with nothing of
    /// interest between.
    pub(super) fn twin(&self, thread: ThreadId) -> Option<ThreadId> {
        let (parent, creation, spawn) = self.birth(thread)?;
        if self.reductions.symmetry.distinguished.contains(&parent) {
            return None;
        }
        let before = &self.graph.thread(parent)[..self.graph[creation].index as usize];
        for &event in before.iter().rev() {
            let event = &self.graph[event];
            match event.kind {
                EventKind::Create => {
                    let child = ThreadId(event.value.0 as u32);
                    if self.birth(child).is_some_and(|(_, _, other)| other == spawn) {
                        return Some(child);
                    }
                }
                EventKind::Read | EventKind::Write if event.mode == Mode::Plain => {}
                EventKind::Init
                | EventKind::Start
                | EventKind::Read
                | EventKind::UpdateRead
                | EventKind::Write
                | EventKind::UpdateWrite
                | EventKind::Fence
                | EventKind::Allocate
                | EventKind::Free
                | EventKind::Join
                | EventKind::Choose
                | EventKind::Finish => return None,
            }
        }
        None
    }

    /// The parent of a thread, its creation, and how it was started.
    pub(super) fn birth(&self, thread: ThreadId) -> Option<(ThreadId, EventId, Spawn)> {
        let start = &self.graph[*self.graph.thread(thread).first()?];
        let creation = start.from.some()?;
        Some((self.graph[creation].thread, creation, self.trie.spawn_of(thread, start.after)))
    }

    /// The threads started by this parent in the same way.
    fn family(&self, parent: ThreadId, spawn: Spawn) -> impl Iterator<Item = ThreadId> + '_ {
        let creations = self.graph.thread(parent).iter().filter(|&&event| self.graph[event].kind.creates_thread());
        let children = creations.map(|&creation| ThreadId(self.graph[creation].value.0 as u32));
        children.filter(move |&child| self.birth(child).is_some_and(|(_, _, other)| other == spawn))
    }

    /// The twin of a thread before a step: as they were started, or as they left the last barrier.
    fn pair(&self, thread: ThreadId, index: usize) -> Option<Pair> {
        match self.last_meeting(thread, index) {
            Some(meeting) => self.twin_since(thread, meeting),
            None => self.twin(thread).map(Pair::from_the_start),
        }
    }

    /// Whether the thread has done and seen the same as its twin up to this step.
    pub(super) fn share(&self, thread: ThreadId, pair: Pair, index: usize) -> bool {
        let (one, other) = (self.graph.thread(pair.twin), self.graph.thread(thread));
        one.len() >= pair.step(index)
            && (pair.from[1]..index)
                .all(|step| self.is_alike(&self.graph[one[pair.step(step)]], &self.graph[other[step]], pair))
    }

    /// Whether two events, after the same, leave two threads interchangeable.
    fn is_alike(&self, one: &Event, other: &Event, pair: Pair) -> bool {
        if one.kind != other.kind {
            return false;
        }
        if one.loc != other.loc {
            return self.is_each_ones_own(one, other, pair);
        }
        match one.kind {
            _ if one.loc != LocId::NONE && self.is_reduced_barrier(one.loc) => true,
            EventKind::Read => one.from == other.from && one.value == other.value,
            EventKind::Choose => one.value == other.value,
            EventKind::Start | EventKind::Fence | EventKind::Allocate | EventKind::Free => true,
            EventKind::Init
            | EventKind::UpdateRead
            | EventKind::Write
            | EventKind::UpdateWrite
            | EventKind::Create
            | EventKind::Join
            | EventKind::Finish => false,
        }
    }

    /// Whether each accesses memory that it has allocated itself, when the other did, and no more of it than
    /// that: it writes there, or reads what it has written. Nobody else knows of it before something is
    /// written elsewhere.
    fn is_each_ones_own(&self, one: &Event, other: &Event, pair: Pair) -> bool {
        let own = |event: &Event, from: usize| {
            if event.loc == LocId::NONE {
                return None;
            }
            let (block, offset) = self.program.block(self.graph.address(event.loc))?;
            let allocation = &self.graph[self.graph.allocation(block)?];
            let when = (allocation.index as usize).checked_sub(from)?;
            (allocation.thread == event.thread).then_some((when, offset))
        };
        let seen = |event: &Event, from: usize| match event.kind {
            EventKind::Write => Some(usize::MAX),
            EventKind::Read if event.from.is_init() => Some(usize::MAX - 1),
            EventKind::Read if self.graph[event.from].thread == event.thread => {
                (self.graph[event.from].index as usize).checked_sub(from)
            }
            EventKind::Init
            | EventKind::Start
            | EventKind::Read
            | EventKind::UpdateRead
            | EventKind::UpdateWrite
            | EventKind::Fence
            | EventKind::Allocate
            | EventKind::Free
            | EventKind::Create
            | EventKind::Join
            | EventKind::Choose
            | EventKind::Finish => None,
        };
        let [one_from, other_from] = pair.from;
        own(one, one_from).is_some()
            && own(one, one_from) == own(other, other_from)
            && seen(one, one_from).is_some()
            && seen(one, one_from) == seen(other, other_from)
    }

    /// The step of the twin that this step of the thread has to wait for.
    #[inline]
    fn counterpart(&self, thread: ThreadId, index: usize) -> Option<EventId> {
        self.paired(thread, index).map(|(_, twin)| twin)
    }

    /// The same, and since when the two are interchangeable.
    fn paired(&self, thread: ThreadId, index: usize) -> Option<(Pair, EventId)> {
        if !self.reductions.symmetry.is_active() || index == 0 {
            return None;
        }
        let pair = self.pair(thread, index)?;
        let twin = self.graph.thread(pair.twin).get(pair.step(index)).copied();
        twin.filter(|_| self.share(thread, pair, index)).map(|twin| (pair, twin))
    }

    /// The thread to go instead of this one, if its twin has to go first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn forerunner(&self, thread: ThreadId) -> ThreadId {
        if self.reductions.symmetry.is_active() { self.foremost(thread) } else { thread }
    }

    #[inline(never)]
    fn foremost(&self, mut thread: ThreadId) -> ThreadId {
        while let Some(pair) = self.pair(thread, self.graph.thread(thread).len())
            && self.goes_first(pair, thread)
        {
            thread = pair.twin;
        }
        thread
    }

    /// Whether the twin has not got further than the thread.
    fn goes_first(&self, pair: Pair, thread: ThreadId) -> bool {
        let (length, reached) = (self.graph.thread(thread).len(), self.graph.thread(pair.twin).len());
        let is_waiting = reached < pair.from[0];
        is_waiting || reached == pair.step(length) && self.share(thread, pair, length)
    }

    /// The read of its twin that this read must not come before.
    #[inline(never)]
    fn earlier_read(&self, read: EventId) -> Option<EventId> {
        let Event { thread, index, loc, .. } = self.graph[read];
        let twin = self.counterpart(thread, index as usize)?;
        let is_like_it = self.graph[twin].loc == loc && self.graph[twin].is_read() && !self.is_reduced_barrier(loc);
        is_like_it.then_some(twin)
    }

    /// How a source of a read compares with that of the earlier one.
    fn rank(&self, earlier: EventId, source: EventId) -> Rank {
        let Event { loc, from, .. } = self.graph[earlier];
        if self.comes_after(loc, source, from) {
            return Rank::Sorted;
        }
        match !source.is_init() && self.graph.past(source).contains(&self.graph[earlier]) {
            true => Rank::Forced,
            false => Rank::Unsorted,
        }
    }

    /// Whether the write is the other one or later in coherence.
    fn comes_after(&self, loc: LocId, write: EventId, other: EventId) -> bool {
        let mut next = Some(other);
        while let Some(later) = next {
            if later == write {
                return true;
            }
            next = self.graph.co_next(loc, later).some();
        }
        false
    }

    /// Leaves out the sources with which the read would come before its twin.
    #[inline]
    pub(super) fn sort_sources(&mut self, read: EventId, sources: &mut Vec<EventId>) {
        if self.reductions.symmetry.is_active() {
            self.keep_sources(read, sources);
        }
    }

    #[inline(never)]
    fn keep_sources(&mut self, read: EventId, sources: &mut Vec<EventId>) {
        if let Some(earlier) = self.earlier_read(read) {
            sources.retain(|&source| self.keeps_order(earlier, source));
        }
    }

    /// Whether the read, reading from there, comes after its twin.
    #[inline]
    pub(super) fn is_sorted(&mut self, read: EventId, source: EventId) -> bool {
        !self.reductions.symmetry.is_active()
            || self.earlier_read(read).is_none_or(|earlier| self.keeps_order(earlier, source))
    }

    #[inline(never)]
    fn keeps_order(&mut self, earlier: EventId, source: EventId) -> bool {
        let rank = self.rank(earlier, source);
        if rank == Rank::Forced && !self.give_up_restoring(self.graph[earlier].thread) {
            self.distinguish_siblings(self.graph[earlier].thread);
        }
        rank == Rank::Sorted
    }

    /// Leaves out the places with which the write would come before its twin's.
    #[inline]
    pub(super) fn sort_places(&self, write: EventId, places: &mut Vec<EventId>) {
        if self.reductions.symmetry.is_active() {
            self.keep_places(write, places);
        }
    }

    #[inline(never)]
    fn keep_places(&self, write: EventId, places: &mut Vec<EventId>) {
        let Event { thread, index, loc, .. } = self.graph[write];
        if let Some(twin) = self.counterpart(thread, index as usize)
            && self.graph[twin].kind == EventKind::Write
            && self.graph[twin].loc == loc
        {
            places.retain(|&place| self.comes_after(loc, place, twin));
        }
    }

    /// How many of several ways the thread may take: the first that its twin has not got beyond.
    pub(super) fn sorted_ways(&self, thread: ThreadId, ways: u32) -> u32 {
        let index = self.graph.thread(thread).len();
        let twin = self.counterpart(thread, index).map(|twin| &self.graph[twin]);
        match twin.filter(|twin| twin.kind.chooses()) {
            Some(twin) => ways.min(twin.value.0 as u32 + 1),
            None => ways,
        }
    }
}
