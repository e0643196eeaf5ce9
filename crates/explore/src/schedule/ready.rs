//! Which thread goes next, and which could.
//!
//! To ask every thread at each step takes time that grows with the square of their number. So what was found
//! out about a thread is kept until something happens that can change it:
//! - the thread itself takes a step;
//! - the thread that it waits for ends, or somebody arrives at the barrier that it wants to leave;
//! - events are taken away or changed, or it turns out that locations share bytes
//!   ([`Graph::structure_version`](selvedge_core::Graph::structure_version)): then those are asked again who
//!   stand elsewhere ([`Graph::take_dirty_threads`](selvedge_core::Graph::take_dirty_threads)), and those of
//!   whom it depends on others whether they can go on, unless they wait for a thread that has not ended. If
//!   there are more than 64 threads, everybody is.
//!
//! What is kept is a function of the graph, as the schedule must be. Where that is hard to see, nothing is
//! kept.

use std::hint::cold_path;

use selvedge_core::{Cursor, Graph, LocId, Model, NewEvent, Program, ThreadId, Value};

use crate::observer::Observer;
use crate::schedule::{Ready, Schedule};
use crate::search::Search;
use crate::trie::{ResolvedAction, StepKind};

/// So many threads that have been started are few.
const FEW: usize = 3;

/// What is known about the threads. Those that are in no set cannot go on.
#[derive(Default)]
pub(crate) struct Readiness {
    /// Of the first 64 threads. Mostly these are all.
    low: Sets,
    /// Of the others, 64 at a time.
    high: Vec<Sets>,
    /// Those of the first 64 threads of whom it depends on others.
    dependent: u64,
    /// The structure_version of the graph when this was found out.
    seen: u64,
    /// Threads that wait for the end of another, which comes first.
    joining: Vec<(ThreadId, ThreadId)>,
    /// Threads that wait for others to arrive.
    meeting: Vec<Meeting>,
}

/// Sets of up to 64 threads, which have no thread in common.
#[derive(Clone, Copy, Default)]
struct Sets {
    /// Can go on, and the next step is neither a read nor the last.
    writers: u64,
    /// Can go on, and the next step is a read.
    readers: u64,
    /// Can go on, and all that is left is to end.
    enders: u64,
    /// Has to be asked.
    unknown: u64,
}

/// Threads that wait for the same round of the same barrier.
struct Meeting {
    loc: LocId,
    count: Value,
    threads: Vec<ThreadId>,
}

/// Whether a thread can go on of whom it depends on others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Reads,
    /// Also for steps that are neither reads nor writes.
    Writes,
    /// Not before this thread ends.
    Joins(ThreadId),
    /// Not before so many have arrived.
    Meets(LocId, Value),
    /// It can or cannot, and that may change for many reasons.
    ForNow(bool),
}

/// Which threads to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Anybody,
    Writers,
    Readers,
    Enders,
    /// Writers and enders.
    Others,
}

/// What the next step of a thread is that can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    Writes,
    Reads,
    Ends,
}

impl Sets {
    /// It has to be asked of these what they can do.
    #[inline]
    fn ask(&mut self, threads: u64) {
        let Sets { writers, readers, enders, unknown } = self;
        *unknown |= threads;
        *writers &= !threads;
        *readers &= !threads;
        *enders &= !threads;
    }
}

impl Readiness {
    /// Notes that an event is about to be added.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn note(&mut self, event: &NewEvent) {
        self.ask(event.thread);
        if event.kind.ends_thread() && !self.joining.is_empty() {
            self.wake_joining(event.thread);
        }
        if event.kind.is_write() && !self.meeting.is_empty() {
            self.wake_meeting(event.loc, event.value);
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ask(&mut self, thread: ThreadId) {
        let (place, bit) = place(thread);
        if place > self.high.len() {
            self.make_room(place);
        }
        self.sets_mut(place).ask(bit);
    }

    #[cold]
    fn make_room(&mut self, place: usize) {
        self.high.resize(place, Sets::default());
    }

    /// The sets of 64 threads, if there are so many.
    #[inline]
    fn sets(&self, place: usize) -> Option<Sets> {
        if place == 0 { Some(self.low) } else { self.high.get(place - 1).copied() }
    }

    #[inline]
    fn sets_mut(&mut self, place: usize) -> &mut Sets {
        if place == 0 { &mut self.low } else { &mut self.high[place - 1] }
    }

    /// Whether one of the first 64 threads is known to read next.
    #[inline]
    pub(crate) fn has_readers(&self) -> bool {
        self.low.readers != 0
    }

    fn wake_joining(&mut self, ended: ThreadId) {
        while let Some(found) = self.joining.iter().position(|(awaited, _)| *awaited == ended) {
            let (_, thread) = self.joining.swap_remove(found);
            self.ask(thread);
        }
    }

    #[inline(never)]
    fn wake_meeting(&mut self, loc: LocId, value: Value) {
        while let Some(found) = self.meeting.iter().position(|meeting| meeting.loc == loc && meeting.count <= value) {
            let Meeting { threads, .. } = self.meeting.swap_remove(found);
            threads.into_iter().for_each(|thread| self.ask(thread));
        }
    }

    /// Forgets what is known of these threads, and of those of whom it depends on others. Those wait on who
    /// wait for a thread that has not ended.
    #[inline]
    fn reconsider(&mut self, touched: u64, graph: &Graph) {
        let mut waiting = 0;
        self.joining.retain(|&(awaited, thread)| {
            let waits = touched >> thread.0 & 1 == 0 && graph.cursor_of(awaited) != Cursor::NONE;
            waiting |= u64::from(waits) << thread.0;
            waits
        });
        let again = touched | self.dependent & !waiting;
        self.dependent = waiting;
        self.low.ask(again);
        self.meeting.clear();
    }

    /// Forgets everything.
    #[cold]
    fn reset(&mut self, threads: usize) {
        debug_assert!(threads > 64);
        let all = Sets { unknown: u64::MAX, ..Sets::default() };
        self.low = all;
        self.high.clear();
        self.high.resize(threads / 64 - 1, all);
        self.high.push(Sets { unknown: (1 << (threads % 64)) - 1, ..Sets::default() });
        self.joining.clear();
        self.meeting.clear();
    }

    /// Notes whom a thread waits for.
    fn put_to_sleep(&mut self, thread: ThreadId, status: Status) {
        match status {
            Status::Reads | Status::Writes | Status::ForNow(_) => {}
            Status::Joins(child) => self.joining.push((child, thread)),
            Status::Meets(loc, count) => {
                match self.meeting.iter_mut().find(|meeting| meeting.loc == loc && meeting.count == count) {
                    Some(meeting) => meeting.threads.push(thread),
                    None => self.meeting.push(Meeting { loc, count, threads: vec![thread] }),
                }
            }
        }
    }
}

/// Where a thread is in the sets.
#[inline]
fn place(thread: ThreadId) -> (usize, u64) {
    (thread.0 as usize / 64, 1 << (thread.0 % 64))
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// The thread that goes next; nothing if the run is over. Threads that would only wait go last.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn next_thread(&mut self) -> Option<ThreadId> {
        if self.run.is_over() {
            return None;
        }
        let thread = match self.options.schedule {
            Schedule::WritesFirst => self.first_writer_or_useful()?,
            Schedule::LeftToRight => {
                cold_path();
                let first = self.next_from(0);
                self.first_useful(first?)
            }
            Schedule::Random(seed) => {
                cold_path();
                self.any_useful(seed)?
            }
        };
        Some(self.forerunner(thread))
    }

    /// The first thread whose next step is not a read; if there is none, the first that would not only wait.
    ///
    /// If there are few threads, those that end come after those that read: where all have come to their
    /// ends, what is left is mostly skipped (`tail.rs`), and need not be added. Where there are many, most
    /// ends are far from that, and shared by many executions if they come early.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first_writer_or_useful(&mut self) -> Option<ThreadId> {
        if !self.readiness.high.is_empty() {
            cold_path();
            let wanted = if self.ends_last() { Wanted::Writers } else { Wanted::Others };
            return match self.first_from(0, wanted) {
                Some((writer, _)) => Some(writer),
                None => self.first_reader_or_ender(),
            };
        }
        let for_now = self.ask_again();
        let Sets { mut writers, readers, mut enders, .. } = self.readiness.low;
        writers |= for_now;
        if enders != 0 && !self.ends_last() {
            writers |= std::mem::take(&mut enders);
        }
        let found = [writers, readers, enders].into_iter().find(|found| *found != 0)?;
        let first = ThreadId(found.trailing_zeros());
        debug_assert!(self.graph.thread_count() > 32 || self.first_from_nothing() == Some(first));
        // Whether the only one that reads would wait is not worth asking.
        let has_choice = writers == 0 && readers & readers.wrapping_sub(1) != 0;
        if has_choice { self.first_reader_or_ender() } else { Some(first) }
    }

    /// Whether those that end come after those that read.
    #[inline]
    fn ends_last(&self) -> bool {
        self.graph.thread_count() <= FEW || self.has_few_started()
    }

    #[inline(never)]
    fn has_few_started(&self) -> bool {
        self.graph.started().take(FEW + 1).count() <= FEW
    }

    /// The same but for those that would only wait, from nothing.
    fn first_from_nothing(&self) -> Option<ThreadId> {
        let first = if self.ends_last() { Wanted::Writers } else { Wanted::Others };
        let wanted = [first, Wanted::Readers, Wanted::Enders];
        wanted.into_iter().find_map(|wanted| self.find_slowly(0, wanted)).map(|(thread, _)| thread)
    }

    /// The first thread that reads and would not only wait, unless it is the only one that reads; if there is
    /// none, one that ends, or else one that waits.
    #[inline(never)]
    fn first_reader_or_ender(&mut self) -> Option<ThreadId> {
        let first = self.first_from(0, Wanted::Readers);
        if let Some((first, _)) = first
            && self.first_from(first.0 + 1, Wanted::Readers).is_none()
        {
            return Some(first);
        }
        let mut next = first;
        while let Some((thread, _)) = next {
            if !self.would_wait(thread) {
                return Some(thread);
            }
            next = self.first_from(thread.0 + 1, Wanted::Readers);
        }
        self.first_from(0, Wanted::Enders).or(first).map(|(thread, _)| thread)
    }

    /// The first thread that can go on and would not only wait, from this one on, which is the first that can
    /// go on; this one if there is none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first_useful(&mut self, first: (ThreadId, bool)) -> ThreadId {
        let mut next = Some(first);
        while let Some((thread, reads)) = next {
            if !reads || !self.would_wait(thread) {
                return thread;
            }
            next = self.next_from(thread.0 + 1);
        }
        first.0
    }

    /// Some thread that can go on and would not only wait; if there is none, some thread that can go on.
    #[inline(never)]
    fn any_useful(&mut self, seed: u64) -> Option<ThreadId> {
        let mut ready = Vec::new();
        let mut next = self.next_from(0);
        while let Some((thread, reads)) = next {
            ready.push(Ready { thread, length: self.graph.thread(thread).len(), reads });
            next = self.next_from(thread.0 + 1);
        }
        let first = Schedule::pick(seed, ready.iter().copied())?;
        if !first.reads || !self.would_wait(first.thread) {
            return Some(first.thread);
        }
        ready.retain(|ready| !ready.reads || !self.would_wait(ready.thread));
        Some(Schedule::pick(seed, ready.into_iter()).unwrap_or(first).thread)
    }

    /// The first thread, from this one on, that can go on, and whether its next step is a read.
    #[inline(never)]
    fn next_from(&mut self, start: u32) -> Option<(ThreadId, bool)> {
        self.first_from(start, Wanted::Anybody)
    }

    /// The same, of those that are wanted.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first_from(&mut self, start: u32, wanted: Wanted) -> Option<(ThreadId, bool)> {
        self.look_around();
        let first = start as usize / 64;
        let mut found = self.find_in(first, u64::MAX << (start % 64), wanted);
        if found.is_none() && self.readiness.high.len() > first {
            found = (first + 1..=self.readiness.high.len()).find_map(|place| self.find_in(place, u64::MAX, wanted));
        }
        debug_assert!(self.graph.thread_count() > 32 || found == self.find_slowly(start, wanted));
        found
    }

    /// Forgets what may not be true any more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_around(&mut self) {
        if self.readiness.seen != self.graph.structure_version() {
            self.readiness.seen = self.graph.structure_version();
            match self.graph.thread_count() <= 64 {
                true => {
                    let touched = self.graph.take_dirty_threads();
                    self.readiness.reconsider(touched, &self.graph);
                }
                false => self.readiness.reset(self.graph.thread_count()),
            }
        }
    }

    /// Asks those of the first 64 threads that have to be asked, as [`Self::ask_all`] does.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ask_again(&mut self) -> u64 {
        self.look_around();
        match self.readiness.low.unknown {
            0 => 0,
            unknown => self.ask_all(0, unknown),
        }
    }

    /// The first of up to 64 threads, those of the mask.
    fn find_in(&mut self, place: usize, mask: u64, wanted: Wanted) -> Option<(ThreadId, bool)> {
        let for_now = match self.readiness.sets(place)?.unknown {
            0 => 0,
            unknown => self.ask_all(place, unknown),
        };
        let Sets { writers, readers, enders, .. } = self.readiness.sets(place)?;
        let writers = writers | for_now;
        let found = mask
            & match wanted {
                Wanted::Anybody => writers | readers | enders,
                Wanted::Writers => writers,
                Wanted::Readers => readers,
                Wanted::Enders => enders,
                Wanted::Others => writers | enders,
            };
        let number = found.trailing_zeros();
        (found != 0).then(|| (ThreadId((place * 64) as u32 + number), readers >> number & 1 == 1))
    }

    /// Asks threads whether they can go on. Those that can, and may not be able to the next time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ask_all(&mut self, place: usize, mut asked: u64) -> u64 {
        let Sets { mut writers, mut readers, mut enders, .. } = *self.readiness.sets_mut(place);
        let (mut unknown, mut for_now) = (0, 0);
        while asked != 0 {
            let bit = asked & asked.wrapping_neg();
            asked &= !bit;
            let thread = ThreadId((place * 64) as u32 + bit.trailing_zeros());
            match self.next_step(thread) {
                None | Some((StepKind::Blocks, _)) => {}
                Some((StepKind::Reads, _)) => readers |= bit,
                Some((StepKind::Goes, _)) => writers |= bit,
                Some((StepKind::Ends, _)) => enders |= bit,
                Some((StepKind::Depends, after)) => match self.ask_dependent(thread, after) {
                    Status::Reads => readers |= bit,
                    Status::Writes => writers |= bit,
                    Status::ForNow(goes) => {
                        unknown |= bit;
                        for_now |= if goes { bit } else { 0 };
                    }
                    Status::Joins(_) | Status::Meets(..) => {}
                },
            }
        }
        *self.readiness.sets_mut(place) = Sets { writers, readers, enders, unknown };
        for_now
    }

    /// Asks a thread of whom it depends on others.
    #[inline(never)]
    fn ask_dependent(&mut self, thread: ThreadId, after: Cursor) -> Status {
        if thread.0 < 64 {
            self.readiness.dependent |= 1 << thread.0;
        }
        let status = self.status_by_others(thread, after);
        self.readiness.put_to_sleep(thread, status);
        status
    }

    /// The same, from nothing.
    fn find_slowly(&self, start: u32, wanted: Wanted) -> Option<(ThreadId, bool)> {
        let threads = self.graph.thread_ids().skip(start as usize);
        let mut ready = threads.filter_map(|thread| Some((thread, self.turn(thread)?)));
        let is_wanted = |turn| match wanted {
            Wanted::Anybody => true,
            Wanted::Writers => turn == Turn::Writes,
            Wanted::Readers => turn == Turn::Reads,
            Wanted::Enders => turn == Turn::Ends,
            Wanted::Others => turn != Turn::Reads,
        };
        ready.find(|(_, turn)| is_wanted(*turn)).map(|(thread, turn)| (thread, turn == Turn::Reads))
    }

    /// What the next step of the thread is, if it can take one.
    fn turn(&self, thread: ThreadId) -> Option<Turn> {
        match self.next_step(thread)? {
            (StepKind::Blocks, _) => None,
            (StepKind::Reads, _) => Some(Turn::Reads),
            (StepKind::Goes, _) => Some(Turn::Writes),
            (StepKind::Ends, _) => Some(Turn::Ends),
            (StepKind::Depends, after) => match self.status_by_others(thread, after) {
                Status::Reads => Some(Turn::Reads),
                Status::Writes | Status::ForNow(true) => Some(Turn::Writes),
                Status::Joins(_) | Status::Meets(..) | Status::ForNow(false) => None,
            },
        }
    }

    /// Whether the thread can take a step.
    pub(crate) fn is_ready(&self, thread: ThreadId) -> bool {
        self.turn(thread).is_some()
    }

    /// What the thread does next, and where it stands, unless it has ended or not begun.
    #[inline]
    fn next_step(&self, thread: ThreadId) -> Option<(StepKind, Cursor)> {
        let after = self.graph.cursor_of(thread);
        (after != Cursor::NONE).then(|| (self.trie.step(after), after))
    }

    fn status_by_others(&self, thread: ThreadId, after: Cursor) -> Status {
        match self.trie.task(after) {
            // An error in an execution that the model forbids as a whole is none; the others go on.
            ResolvedAction::Fail(failure) => {
                Status::ForNow(!self.is_forbidden() && self.takes_failures(self.trie.failure(failure).0))
            }
            ResolvedAction::Join(child) if child == thread => Status::Writes,
            ResolvedAction::Join(child) => self.status_of_join(child),
            ResolvedAction::Read { loc, leaves: Some(count), .. } if self.reduces(loc) => {
                match self.opening(loc, count) {
                    Some(_) => Status::ForNow(true),
                    None => Status::Meets(loc, count),
                }
            }
            ResolvedAction::Update { loc, arrives: Some(_), .. } if self.reduces(loc) => Status::Writes,
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
            | ResolvedAction::Unsupported(_)
            | ResolvedAction::Exceeds(_)
            | ResolvedAction::Overlap(_)
            | ResolvedAction::Finish(_)
            | ResolvedAction::Exit(_) => Status::Reads,
        }
    }

    /// A join goes on when the other thread has ended, and also when it is an error.
    fn status_of_join(&self, child: ThreadId) -> Status {
        match self.graph.last(child) {
            None => Status::ForNow(true),
            Some(last) if self.graph[last].kind.ends_thread() && !self.has_exited(child) => Status::Writes,
            Some(_) => Status::Joins(child),
        }
    }
}
