//! Where threads that were started alike differ, or can be told apart.
//!
//! The parent must not tell its children apart, nor others by means of it:
//! - Between the two creations it does nothing but access, not atomically, what nobody else ever accesses
//!   (such as the array that the thread ids are stored in). The same between the joins of threads that were
//!   started alike.
//! - All of them end with the same value, and only their parent joins them.
//! - If the parent cannot join one because it hangs, while another one, further back, has ended: then there
//!   is an execution in which it gets further. It must not do anything there but join the next
//!   ([`Search::look_ahead`]).
//!
//! All this is checked as it happens; the search starts again when it does not hold. It is noticed in time:
//! up to the first event that tells threads apart, the classes are complete. Threads that can ask who they
//! are are never taken for alike ([`Hints::knows_threads_apart`](selvedge_core::Hints::knows_threads_apart)).

use std::collections::BTreeSet;

use selvedge_core::walk::po_later;
use selvedge_core::{
    BlockReason, Cursor, Event, EventId, EventKind, LocId, Mode, Model, Program, Spawn, ThreadId, Value,
};

use super::Stage;
use crate::observer::Observer;
use crate::options::Reduce;
use crate::search::Search;
use crate::trie::ResolvedAction;

/// How many steps of a parent are looked at ahead of time.
const LOOK_AHEAD: usize = 10_000;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Looks at an event just added.
    #[inline]
    pub(in crate::reduce) fn watch(&mut self, added: EventId) {
        if self.reductions.symmetry.is_active() {
            self.watch_siblings(added);
        }
    }

    #[inline(never)]
    fn watch_siblings(&mut self, added: EventId) {
        let Event { thread, index, kind, loc, mode, value, from, .. } = self.graph[added];
        if let Some((pair, twin)) = self.paired(thread, index as usize) {
            // The two halves of an update are one step.
            let whole = self.graph.po_next(twin).filter(|_| self.graph[twin].kind.begins_update());
            self.graph.depend(added, whole.unwrap_or(twin));
            let stage = if pair.is_restored() { Stage::Restored } else { Stage::Used };
            self.reductions.symmetry.stage = self.reductions.symmetry.stage.max(stage);
        }
        self.watch_order(added);
        if loc != LocId::NONE
            && let Some(parent) = self.disturbed(loc, thread)
        {
            self.distinguish_children(parent);
        }
        match kind {
            EventKind::Free => self.watch_free(thread, value.0),
            EventKind::Finish => self.watch_finish(thread, added),
            EventKind::Join => {
                let child = self.graph[from].thread;
                if self.birth(child).is_some_and(|(parent, ..)| parent != thread) {
                    self.distinguish_siblings(child);
                }
            }
            EventKind::Init
            | EventKind::Start
            | EventKind::Read
            | EventKind::UpdateRead
            | EventKind::Write
            | EventKind::UpdateWrite
            | EventKind::Fence
            | EventKind::Allocate
            | EventKind::Create
            | EventKind::Choose => {}
        }
        if !kind.joins_thread() && self.reductions.symmetry.parents.contains(&thread) && self.is_between_joins(thread) {
            match loc != LocId::NONE && mode == Mode::Plain {
                true => self.keep_quiet(loc, thread),
                false => self.distinguish_children(thread),
            }
        }
    }

    /// Another thread that is the only one to access this location, or one that shares bytes with it.
    fn disturbed(&self, loc: LocId, thread: ThreadId) -> Option<ThreadId> {
        let locations = self.graph.overlapping(loc).iter().chain([&loc]);
        let mut parents = locations.filter_map(|loc| self.reductions.symmetry.quiet.get(loc));
        parents.find(|&&parent| parent != thread).copied()
    }

    /// What only one thread accesses, it must also free itself.
    fn watch_free(&mut self, thread: ThreadId, block: u64) {
        let is_in = |loc| self.program.block(self.graph.address(loc)).is_some_and(|(other, _)| other.0 == block);
        let mut quiet = self.reductions.symmetry.quiet.iter().filter(|&(&loc, &parent)| parent != thread && is_in(loc));
        if let Some((_, &parent)) = quiet.next() {
            self.distinguish_children(parent);
        }
    }

    /// Threads that were started alike end with the same value.
    fn watch_finish(&mut self, thread: ThreadId, end: EventId) {
        let Some((parent, _, spawn)) = self.birth(thread) else { return };
        // Those who have ended before agree with each other.
        let others = self.family(parent, spawn).filter(|&child| child != thread);
        let result = others.filter_map(|child| self.result(child)).next();
        if result.is_some_and(|other| other != self.graph[end].value) {
            self.distinguish_children(parent);
        }
    }

    /// What a thread has ended with.
    fn result(&self, thread: ThreadId) -> Option<Value> {
        let last = &self.graph[self.graph.last(thread)?];
        (last.kind.ends_thread()).then_some(last.value)
    }

    /// Whether the thread has joined some but not all of several threads that it started alike.
    fn is_between_joins(&self, thread: ThreadId) -> bool {
        if self.graph.joins(thread) == 0 {
            return false;
        }
        let events = self.graph.thread(thread).iter().map(|&event| &self.graph[event]);
        let is_joined = |child| self.graph.joiner(child).is_some();
        let is_torn = |creation: &Event| {
            let child = ThreadId(creation.value.0 as u32);
            self.twin(child).is_some_and(|twin| is_joined(twin) != is_joined(child))
        };
        // Most join one after the other: then it shows where they were last.
        let mut joins = events.clone().rev().filter(|event| event.kind.joins_thread());
        let latest = joins.next().and_then(|join| self.birth(self.graph[join.from].thread));
        let next = latest.filter(|(parent, ..)| *parent == thread).and_then(|(_, creation, _)| {
            let mut later = po_later(&self.graph, creation).iter().map(|&event| &self.graph[event]);
            later.find(|event| event.kind.creates_thread())
        });
        next.is_some_and(is_torn) || events.filter(|event| event.kind.creates_thread()).any(is_torn)
    }

    /// From now on, this location is accessed by this thread only.
    fn keep_quiet(&mut self, loc: LocId, thread: ThreadId) {
        let is_shared = !self.graph.overlapping(loc).is_empty()
            || self.graph.accesses_newest_first(loc).any(|access| self.graph[access].thread != thread)
            || self.reductions.symmetry.quiet.insert(loc, thread).is_some_and(|other| other != thread);
        if is_shared {
            self.distinguish_children(thread);
        }
    }

    /// Looks at a thread that has just been created.
    pub(in crate::reduce) fn watch_birth(&mut self, child: ThreadId) {
        if self.options.symmetry == Reduce::Never || self.program.knows_threads_apart() {
            return;
        }
        let Some(twin) = self.twin(child) else { return };
        if !self.reductions.symmetry.is_active() {
            self.reductions.symmetry.stage = Stage::Wanted;
            self.run.restart();
            return;
        }
        let births = [twin, child].map(|thread| self.birth(thread).expect("invariant: twins have a parent"));
        let [(parent, first, _), (_, second, _)] = births;
        self.reductions.symmetry.parents.insert(parent);
        if self.twin(twin).is_none() {
            self.watch_results(twin);
        }
        let between = self.graph[first].index as usize..self.graph[second].index as usize;
        let locations = self.graph.thread(parent)[between].iter().map(|&event| self.graph[event].loc);
        let locations: Vec<LocId> = locations.filter(|&loc| loc != LocId::NONE).collect();
        locations.into_iter().for_each(|loc| self.keep_quiet(loc, parent));
    }

    /// Those started like this thread who have ended already must agree.
    fn watch_results(&mut self, thread: ThreadId) {
        let Some((parent, _, spawn)) = self.birth(thread) else { return };
        let results: BTreeSet<Value> = self.family(parent, spawn).filter_map(|child| self.result(child)).collect();
        if results.len() > 1 {
            self.distinguish_children(parent);
        }
    }

    /// Looks at a run in which somebody hangs: with threads in another order, somebody else might get
    /// further.
    pub(crate) fn watch_blocked(&mut self) {
        if !self.reductions.symmetry.is_active() {
            return;
        }
        for thread in self.graph.thread_ids() {
            let after = self.graph.cursor_of(thread);
            if let Some(ResolvedAction::Join(child)) = self.trie.task_at(after)
                && let Some((parent, _, spawn)) = self.birth(child)
                && !self.reductions.symmetry.distinguished.contains(&parent)
            {
                let has_ended = |child: &ThreadId| {
                    let last = self.graph.last(*child).expect("invariant: a child has been started");
                    self.graph[last].kind.ends_thread() && self.graph.joiner(*child).is_none()
                };
                let ended = self.family(parent, spawn).filter(has_ended).count();
                let is_alone = self.family(parent, spawn).nth(1).is_none();
                if !is_alone && (parent != thread || ended > 0 && !self.look_ahead(after, spawn, ended, child)) {
                    self.distinguish_children(parent);
                }
            }
        }
    }

    /// Whether the thread, if so many more of its joins came about, would do nothing with that but look at
    /// what is its own.
    fn look_ahead(&mut self, mut at: Cursor, spawn: Spawn, joins: usize, child: ThreadId) -> bool {
        let (parent, ..) = self.birth(child).expect("invariant: a thread that is joined by its parent was started");
        let ended = self.family(parent, spawn).find_map(|child| self.result(child));
        let Some(ended) = ended else { return false };
        let mut joined = Vec::new();
        for _ in 0..LOOK_AHEAD {
            let answer = match self.trie.task(at) {
                ResolvedAction::Join(child) if self.family(parent, spawn).any(|sibling| sibling == child) => {
                    if joined.contains(&child) || self.graph.joiner(child).is_some() {
                        return false;
                    }
                    if joined.len() == joins {
                        return true;
                    }
                    joined.push(child);
                    ended
                }
                ResolvedAction::Read { loc, mode: Mode::Plain, .. } => {
                    let is_own = |access| self.graph[access].thread == parent;
                    let latest = self.graph.co_last(loc);
                    let block = self.program.block(self.graph.address(loc));
                    let is_gone = block.is_some_and(|(block, _)| self.graph.end_of_life(block).is_some());
                    // What was never written, or has been freed, may be wrong to read.
                    if !self.graph.overlapping(loc).is_empty()
                        || !self.graph.accesses_newest_first(loc).all(is_own)
                        || latest.is_init()
                        || self.graph[latest].value == Value::NOTHING
                        || is_gone
                    {
                        return false;
                    }
                    self.graph.value_seen(self.program, loc, latest)
                }
                ResolvedAction::Block(BlockReason::Unroll(_)) => return true,
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
                | ResolvedAction::Overlap(_)
                | ResolvedAction::Finish(_)
                | ResolvedAction::Exit(_) => return false,
            };
            at = self.trie.answer(self.program, &mut self.graph, at, answer);
        }
        false
    }

    pub(super) fn distinguish_siblings(&mut self, thread: ThreadId) {
        if let Some((parent, ..)) = self.birth(thread) {
            self.distinguish_children(parent);
        }
    }

    /// Gives up taking the children of this thread for alike, if any are.
    #[cold]
    fn distinguish_children(&mut self, parent: ThreadId) {
        let is_known = self.reductions.symmetry.distinguished.contains(&parent);
        let children = self.graph.thread(parent).iter().filter(|&&event| self.graph[event].kind.creates_thread());
        let mut children = children.map(|&creation| ThreadId(self.graph[creation].value.0 as u32));
        if !is_known && children.any(|child| self.twin(child).is_some()) {
            self.reductions.symmetry.distinguished.push(parent);
            self.run.restart();
        }
    }
}
