//! Ends of runs that nobody needs to see.
//!
//! Most programs end alike: the threads end one by one, the one that started them joins them, looks at the
//! result, and ends too. In small programs that is most of what is added again for every execution. But
//! nothing can happen there any more. Where all others have ended and been joined, a read has one write to
//! read from, the latest of its location; nobody is left to race with it, or to revisit it. So what the last
//! thread does is *skipped*: its path is followed in the trie, without events. If it comes to its end, the
//! run is complete, and one like all others, except that its graph lacks the last events. Whatever is not a
//! join, a read or an end is left to the search itself: writes, failures, memory that can be freed, locations
//! that share bytes, barriers.
//!
//! That all who have been joined come before what follows is for the model to say. [`orders_joins`] asks it
//! with a small graph: as clocks are closed under program order, it is enough that they contain the ends of
//! the threads, and whether they do depends on the kinds of events only.
//!
//! It is done only if the observer does not look at graphs ([`Observer::looks_at_graphs`]), no axiom about
//! whole executions can forbid this one ([`Model::judges_end`]), schedules are not bounded, and threads that
//! were started alike are told apart.

use selvedge_core::graph::Binding;
use selvedge_core::{
    Access, Address, Cursor, EventId, EventKind, Graph, LocId, Mode, Model, NewEvent, Program, ThreadId, Value, Width,
};

use crate::bound::Within;
use crate::observer::Observer;
use crate::search::Search;
use crate::trie::ResolvedAction;

/// A run that takes more steps than this to end is no ordinary one.
const MOST_STEPS: usize = 256;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Whether the run ends soon, now that a thread is about to end: the rest is skipped, and the run is
    /// over.
    pub(super) fn skips_epilogue(&mut self) -> bool {
        let Some(steps) = self.run.may_skip().then(|| self.epilogue()).flatten() else { return false };
        let skips = steps > 0 && !self.model.judges_end(&self.graph);
        if skips {
            self.run.skip(steps);
        }
        skips
    }

    /// Whether the ends of runs can be skipped in this search at all.
    pub(crate) fn may_skip_epilogues(&self) -> bool {
        !self.observer.looks_at_graphs()
            && self.options.within == Within::Everything
            && !self.model.complains()
            && orders_joins(&self.model.clone())
    }

    /// The number of steps to the end of the run, if they are sure to be taken.
    fn epilogue(&mut self) -> Option<usize> {
        let (mut steps, mut left) = (0, None);
        let mut unjoined = 0_u64;
        if self.graph.thread_count() > 64 || self.reductions.symmetry.is_active() || self.readiness.has_readers() {
            return None;
        }
        for (thread, after, is_unjoined) in self.graph.started() {
            unjoined |= u64::from(is_unjoined) << thread.0;
            match self.trie.task_at(after) {
                None => {}
                Some(ResolvedAction::Finish(_)) => steps += 1,
                Some(ResolvedAction::Join(_)) if left.is_none() => left = Some((thread, after)),
                Some(_) => return None,
            }
        }
        let Some((thread, mut at)) = left else { return Some(steps) };
        unjoined &= !(1 << thread.0);
        let most = MOST_STEPS.min(self.options.limits.graph_size.saturating_sub(self.graph.len() + 1));
        while steps < most {
            steps += 1;
            let answer = match self.trie.task(at) {
                ResolvedAction::Finish(_) | ResolvedAction::Exit(_) => return Some(steps),
                ResolvedAction::Join(child) => {
                    let is_unjoined = child.0 < 64 && unjoined >> child.0 & 1 == 1;
                    unjoined &= !(1_u64.checked_shl(child.0).unwrap_or(0));
                    self.result_of(child).filter(|_| is_unjoined)?
                }
                // Which modes there are in the program shows in its graphs.
                ResolvedAction::Read { loc, width, mode, leaves: None, copies }
                    if unjoined == 0
                        && (!copies || width == Width::W8 && !self.is_unwritten(loc))
                        && (mode == Mode::Plain || self.graph.events_with(mode) > 0)
                        && !self.graph.is_part(loc)
                        && !self.is_reduced_barrier(loc) =>
                {
                    Some(self.graph.value_of(loc, self.graph.co_last(loc))).filter(|value| *value != Value::NOTHING)?
                }
                ResolvedAction::Read { .. }
                | ResolvedAction::Write { .. }
                | ResolvedAction::Update { .. }
                | ResolvedAction::CompareExchange { .. }
                | ResolvedAction::Fence(_)
                | ResolvedAction::Allocate { .. }
                | ResolvedAction::Free(_)
                | ResolvedAction::Spawn(_)
                | ResolvedAction::Choose(_)
                | ResolvedAction::Block(_)
                | ResolvedAction::Fail(_)
                | ResolvedAction::Unsupported(_)
                | ResolvedAction::Exceeds(_)
                | ResolvedAction::Overlap(_) => return None,
            };
            at = self.trie.answer(self.program, &mut self.graph, at, answer);
        }
        None
    }

    /// What a thread has ended with, or is about to end with.
    fn result_of(&self, thread: ThreadId) -> Option<Value> {
        match self.trie.task_at(self.graph.cursor_of(thread)) {
            None if !self.has_exited(thread) => Some(self.graph[self.graph.last(thread)?].value),
            Some(ResolvedAction::Finish(value)) => Some(value),
            _ => None,
        }
    }
}

/// Whether everything that joined threads have done comes before a read, for coherence and for races. The
/// model may remember the events it is asked about, so it should not be one that is in use.
fn orders_joins<M: Model>(model: &M) -> bool {
    let modes = [Mode::Plain, Mode::Relaxed, Mode::Acquire, Mode::SeqCst];
    modes.into_iter().all(|mode| orders_joins_before(model, mode))
}

fn orders_joins_before<M: Model>(model: &M, mode: Mode) -> bool {
    let mut graph = Graph::new(model.clocks());
    let loc = graph.intern(Access { address: Address(0), width: Width::W8 }, Value(0));
    let mut add = |kind: EventKind, mode: Mode, thread: u32, value: u64, from: EventId| {
        let thread = ThreadId(thread);
        graph.ensure_thread(thread);
        let loc = if kind == EventKind::Read { loc } else { LocId::NONE };
        let event = graph.append(NewEvent { loc, value: Value(value), from, ..NewEvent::new(kind, mode, thread) });
        model.stamp(&mut graph, event);
        if kind == EventKind::Read {
            let (from, value, after) = (EventId::INIT, Value(0), Cursor::NONE);
            graph.bind(event, Binding { from, value, kind, mode, after, maximal: true });
        }
        event
    };
    add(EventKind::Start, Mode::Plain, 0, 0, EventId::NONE);
    let mut ends = Vec::new();
    for child in 1..=2 {
        let creation = add(EventKind::Create, Mode::Plain, 0, child, EventId::NONE);
        add(EventKind::Start, Mode::Plain, child as u32, 0, creation);
        ends.push(add(EventKind::Finish, Mode::Plain, child as u32, 0, EventId::NONE));
    }
    for &end in &ends {
        add(EventKind::Join, Mode::Plain, 0, 0, end);
    }
    let reads = [(); 2].map(|()| add(EventKind::Read, mode, 0, 0, EventId::NONE));
    reads.into_iter().all(|read| {
        let rows = [model.coherence_clock(), model.race_clock()];
        rows.into_iter().all(|row| ends.iter().all(|&end| graph.clock(read, row).contains(&graph[end])))
    })
}
