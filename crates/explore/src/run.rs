//! The present run: from a choice to the end of an execution.
//!
//! Two things are told apart. What becomes of the *run*: it goes on, it is moot, or the rest of it is skipped
//! because it can have no other outcome. And what becomes of the *search* when the run is over: it goes on,
//! it starts again because something was learnt that should have been known, or it stops. A run can be moot
//! in a search that has to stop, and a search can be out of time when it should start again, so these are not
//! one enum.

use selvedge_core::{BlockReason, Cursor, Event, EventId, Model, Program, StopReason, ThreadId};

use crate::observer::{Finished, Observer, RunEnd, Searching};
use crate::search::Search;
use crate::trie::ResolvedAction;

/// What becomes of the present run, and of the search after it.
#[derive(Default)]
pub(crate) struct Run {
    course: Course,
    /// All that was found so far must be found again.
    restarts: bool,
    stop: Option<StopReason>,
    /// It was stopped before it had ended: whoever goes on later begins with it.
    is_unfinished: bool,
    /// Whether ends of runs may be skipped.
    may_skip: bool,
}

/// What becomes of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Course {
    #[default]
    Going,
    /// It leads to no execution that is not met elsewhere too.
    Moot,
    /// So many steps are left, and are counted without being taken; see [`crate::reduce::epilogue`].
    Skipped(usize),
}

impl Run {
    /// Another run begins.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.course = Course::Going;
    }

    /// It leads to nothing that is not met elsewhere.
    #[inline]
    pub(crate) fn give_up(&mut self) {
        self.course = Course::Moot;
    }

    #[inline]
    pub(crate) fn is_moot(&self) -> bool {
        self.course == Course::Moot
    }

    /// So many steps, to its end, can have no other outcome.
    pub(crate) fn skip(&mut self, steps: usize) {
        self.course = Course::Skipped(steps);
    }

    /// Whether ends of runs may be skipped.
    pub(crate) fn may_skip(&self) -> bool {
        self.may_skip
    }

    /// Says whether ends of runs may be skipped, and what was said before.
    pub(crate) fn set_may_skip(&mut self, may_skip: bool) -> bool {
        std::mem::replace(&mut self.may_skip, may_skip)
    }

    /// How many steps are skipped: none, unless it is over.
    #[inline]
    pub(crate) fn skipped(&self) -> usize {
        match self.course {
            Course::Skipped(steps) => steps,
            Course::Going | Course::Moot => 0,
        }
    }

    /// Whether it goes no further.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.course == Course::Moot || self.stop.is_some() || self.restarts
    }

    /// The search has to start again.
    pub(crate) fn restart(&mut self) {
        self.restarts = true;
    }

    #[inline]
    pub(crate) fn restarts(&self) -> bool {
        self.restarts
    }

    /// It has started again.
    pub(crate) fn restarted(&mut self) {
        self.restarts = false;
        self.begin();
    }

    /// The search has to stop.
    pub(crate) fn stop_for(&mut self, reason: StopReason) {
        self.stop = Some(reason);
    }

    /// The search has to stop, if it does not for another reason.
    pub(crate) fn interrupt(&mut self) {
        self.stop.get_or_insert(StopReason::Interrupted);
    }

    /// Whether the search has to stop.
    #[inline]
    pub(crate) fn stops(&self) -> bool {
        self.stop.is_some()
    }

    /// Whether the search has stopped, and not for a violation.
    pub(crate) fn stops_for_something_else(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| *stop != StopReason::Violation)
    }

    /// Why the search should stop, if it should; asked once.
    #[inline]
    pub(crate) fn take_stop(&mut self) -> Option<StopReason> {
        self.stop.take()
    }

    /// Whether it was stopped before it had ended.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.is_unfinished
    }

    pub(crate) fn set_unfinished(&mut self, is_unfinished: bool) {
        self.is_unfinished = is_unfinished;
    }

    /// A search for somebody else begins with nothing that stops it.
    pub(crate) fn forget_reasons(&mut self) {
        self.stop = None;
        self.restarts = false;
    }
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Whether the program has ended with this thread.
    pub(crate) fn has_exited(&self, thread: ThreadId) -> bool {
        self.graph.last(thread).is_some_and(|last| {
            let Event { kind, before, .. } = self.graph[last];
            kind.ends_thread() && matches!(self.trie.task(before), ResolvedAction::Exit(_))
        })
    }

    /// If the thread goes no further because of what it last read, and no revisit can change that, then this
    /// run is not worth finishing (engine.md §2.10): whatever the others do, they also do where this thread
    /// has not read yet. Unless the thread has done something since that others can notice, or has made a
    /// choice: a revisit may take the choice back, and then the thread goes on in another way with the same
    /// read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn note_block(&mut self, thread: ThreadId) {
        if self.trie.waits(self.graph.cursor_of(thread)) && self.waits_in_vain(thread) {
            self.run.give_up();
        }
    }

    fn waits_in_vain(&self, thread: ThreadId) -> bool {
        let is_open = |event: &Event| event.kind.chooses() && event.maximal;
        let mut events = self.graph.thread(thread).iter().rev();
        let decisive = events.find(|&&event| self.graph[event].kind.is_noticed() || is_open(&self.graph[event]));
        decisive.is_some_and(|&event| {
            self.graph[event].is_read()
                && (!self.graph[event].maximal || self.graph.is_frozen(event))
                && !self.has_no_alternatives(event)
        })
    }

    /// Accounts for a run that has ended, one way or another.
    pub(crate) fn count_run(&mut self) {
        if self.model.gives_up(&self.graph) {
            self.findings.clear_violations();
            self.run.stop_for(StopReason::Interrupted);
            return;
        }
        let skipped = self.run.skipped();
        self.counts.events_added += skipped as u64;
        self.counts.largest_graph = self.counts.largest_graph.max((self.graph.len() + skipped) as u64);
        self.run.set_unfinished(self.run.stops() && !self.run.is_moot());
        if self.run.is_moot() {
            self.counts.moot += 1;
            return;
        }
        if self.run.is_over() {
            return;
        }
        if self.is_forbidden() {
            self.counts.discarded += 1;
            return;
        }
        let end = self.how_it_ends();
        let is_beyond = end == RunEnd::Complete && !self.is_within();
        if self.run.stops() {
            // Time ran out before that was known.
            self.run.set_unfinished(true);
            return;
        }
        match end {
            RunEnd::Complete if is_beyond => {
                self.counts.beyond += 1;
                return;
            }
            RunEnd::Complete => self.counts.complete += 1,
            RunEnd::Blocked if self.is_redundant() => {
                self.counts.moot += 1;
                self.note_failures();
                self.report_stuck();
                return;
            }
            RunEnd::Blocked => {
                self.watch_blocked();
                self.counts.blocked += 1;
                self.note_failures();
                self.report_stuck();
            }
        }
        self.note_end();
        self.hear_model(true);
        if self.has_news() {
            return;
        }
        let ran = Searching { graph: &self.graph, trie: &self.trie };
        if let Some(finding) = self.observer.finished(&Finished::new(self.program, &self.graph, end, &ran)) {
            self.note_finding(finding);
        }
    }

    /// Whether every thread has ended, or need not.
    pub(crate) fn how_it_ends(&self) -> RunEnd {
        let ended = |thread| {
            let after = self.graph.cursor_of(thread);
            after == Cursor::NONE || matches!(self.trie.task(after), ResolvedAction::Block(BlockReason::Unroll(_)))
        };
        match self.run.skipped() > 0 || self.graph.thread_ids().all(ended) || self.is_cut_short() {
            true => RunEnd::Complete,
            false => RunEnd::Blocked,
        }
    }

    /// Whether the program has ended and left threads behind that wait, each with the latest value before its
    /// eyes: what waits with an older one has more to see. A failed assumption is not left behind: with it,
    /// there is no execution.
    fn is_cut_short(&self) -> bool {
        let waits = |thread| {
            let Some(last) = self.graph.last(thread) else { return true };
            let Event { after, kind, .. } = self.graph[last];
            after == Cursor::NONE
                || match self.trie.task(after) {
                    ResolvedAction::Join(_) | ResolvedAction::Block(BlockReason::Unroll(_)) => true,
                    ResolvedAction::Read { loc, leaves: Some(_), .. } => self.reduces(loc),
                    ResolvedAction::Block(BlockReason::Lock | BlockReason::Spin(_) | BlockReason::TakesBack(_)) => {
                        !kind.is_read() || self.reads_latest(last)
                    }
                    // What it waits for has not come: no other execution says more of it.
                    ResolvedAction::Block(BlockReason::Redundant(Some(round))) => self.goes_round(last, round),
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
                    | ResolvedAction::Overlap(_)
                    | ResolvedAction::Finish(_)
                    | ResolvedAction::Exit(_) => false,
                }
        };
        self.graph.thread_ids().any(|thread| self.has_exited(thread)) && self.graph.thread_ids().all(waits)
    }

    /// Whether some thread has found out that there is another execution that says the same.
    pub(crate) fn is_redundant(&self) -> bool {
        let is_redundant = |last: EventId| {
            let after = self.graph[last].after;
            after != Cursor::NONE && matches!(self.trie.task(after), ResolvedAction::Block(BlockReason::Redundant(_)))
        };
        self.trie.has_redundant_steps()
            && self.graph.thread_ids().filter_map(|thread| self.graph.last(thread)).any(is_redundant)
    }
}
