//! Bounds on schedules: only what few preemptions, or few rounds, can bring about (engine.md §3.4; Marmanis,
//! Kokologiannakis, Vafeiadis, *Reconciling Preemption Bounding with DPOR*, TACAS 2023).
//!
//! Under sequential consistency an execution is what some schedules do: the orders of its steps that respect
//! program order, reads-from, coherence and from-read. It counts iff the cheapest of them costs no more than
//! the bound.
//! - *Contexts*: taking the turn from a thread that could go on costs one. A thread that has ended, or waits
//!   for a lock, at a barrier, or for the end of another thread, gives its turn away for nothing.
//! - *Rounds*: threads take turns in the order of their names; each time the first one's turn comes again
//!   costs one.
//!
//! **Exact.** What a complete execution costs is computed, not estimated. For rounds, each thread runs as far
//! as it can: running further never hinders anybody. For contexts, a thread that has the turn runs on as long
//! as nobody can notice; where a step changes whether others wait, or could itself have waited, both going on
//! and switching are tried ([`Course`]).
//!
//! **Sound pruning.** A graph on the way has events that a revisit may yet delete. Those that can be neither
//! deleted nor bound again are known: what is frozen, what was not added maximally (a revisit deletes nothing
//! such, and changes no such read), and the causes of these. They are part of every execution below, with the
//! same sources and the same order of writes. A schedule of the whole, with the other steps left out, is a
//! schedule of this part and costs no more: a switch that remains was one before, and whoever was passed over
//! then could go on then. So if this part is too expensive already, nothing below counts, and the search
//! turns back. That needs no slack, and holds for any scheduling policy; left to right works best, because
//! what it adds by itself takes no preemption. Whether a thread waited cannot be told from a part, so there a
//! step that may wait is passed over for nothing. Such steps are compare-exchanges, updates that may leave it
//! at reading, leaving a barrier, and reads of what is updated: that covers locks, semaphores, conditions,
//! futexes and futures. (So where threads do little else than take locks, little is pruned.)
//!
//! Differs from the paper: it bounds each graph on the way with some slack for what may be deleted, we leave
//! that out.

use std::collections::{BTreeSet, HashMap};

use selvedge_core::past::Closed;
use selvedge_core::{BlockReason, Event, EventId, EventKind, LocId, Model, Program, ThreadId};

use crate::observer::Observer;
use crate::record::name;
use crate::search::Search;
use crate::trie::ResolvedAction;

/// Which executions to explore. Bounds on schedules make sense under sequential consistency only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Within {
    /// All of them.
    Everything,
    /// What needs at most so many preemptions.
    Contexts(u32),
    /// What needs at most so many rounds after the first.
    Rounds(u32),
    /// Some, at random; this under any model.
    Samples {
        /// How many, complete and blocked.
        count: u64,
        /// Where chance begins.
        seed: u64,
    },
}

impl Within {
    /// Whether it depends on its schedules whether an execution counts.
    #[inline]
    pub(crate) fn bounds_schedules(self) -> bool {
        matches!(self, Within::Contexts(_) | Within::Rounds(_))
    }
}

/// States of a schedule between two looks at the clock: where there are many locks, one answer can take long.
const STATES_PER_CHECK: usize = 4096;

/// A thread as a number: its place in the order of names.
type Runner = usize;

/// A step of a thread: an event, or both halves of an update.
struct Point {
    event: EventId,
    /// What comes first: so many steps of that thread.
    needs: Vec<(Runner, u32)>,
    waits: Waits,
    /// Whether it makes no difference to others when the step is taken, and to its own thread that it could
    /// have waited.
    quiet: bool,
}

/// Whether a thread waits before a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waits {
    Never,
    /// For what the step needs.
    ForNeeds,
    /// Depending on what it would read.
    Perhaps,
}

/// How much is known of an execution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// All of it.
    Whole,
    /// What will be part of it.
    Part,
}

/// Steps and what each needs to come first.
struct Course {
    threads: Vec<Vec<Point>>,
    /// The runner of each thread.
    runners: Vec<Runner>,
    /// By runner and index of an event, the number of its step.
    places: Vec<Vec<u32>>,
}

impl Course {
    fn next(&self, done: &[u32], runner: Runner) -> Option<&Point> {
        self.threads[runner].get(done[runner] as usize)
    }

    fn can_take(&self, done: &[u32], point: &Point) -> bool {
        point.needs.iter().all(|&(other, steps)| done[other] >= steps)
    }

    fn is_done(&self, done: &[u32]) -> bool {
        self.threads.iter().zip(done).all(|(points, &done)| points.len() == done as usize)
    }

    /// Takes steps of a thread as long as that is possible, and the step is one to be taken.
    fn run(&self, done: &mut [u32], runner: Runner, takes: impl Fn(&Point) -> bool) {
        while self.next(done, runner).is_some_and(|point| takes(point) && self.can_take(done, point)) {
            done[runner] += 1;
        }
    }

    fn takes_rounds(&self, most: u32) -> bool {
        let mut done = vec![0; self.threads.len()];
        for _ in 0..=most {
            for runner in 0..self.threads.len() {
                self.run(&mut done, runner, |_| true);
            }
            if self.is_done(&done) {
                return true;
            }
        }
        false
    }

    /// How many steps of its thread have been taken with this event.
    fn place(&self, event: &Event) -> Option<(Runner, u32)> {
        let runner = self.runners[event.thread.0 as usize];
        Some((runner, self.places[runner].get(event.index as usize)? + 1))
    }
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Whether the graph, of a complete execution, is within the bound.
    pub(crate) fn is_within(&mut self) -> bool {
        !self.options.within.bounds_schedules() || self.fits(Known::Whole)
    }

    /// Whether some execution that this graph leads to may be within the bound.
    #[inline]
    pub(crate) fn may_be_within(&mut self) -> bool {
        !self.options.within.bounds_schedules() || self.run.is_moot() || self.fits(Known::Part)
    }

    fn fits(&mut self, known: Known) -> bool {
        let course = self.course(known);
        let fits = match self.options.within {
            Within::Everything | Within::Samples { .. } => true,
            Within::Contexts(most) => self.takes_contexts(&course, most, known),
            Within::Rounds(most) => course.takes_rounds(most),
        };
        if !fits {
            self.findings.leave_out();
        }
        fits
    }

    fn takes_contexts(&mut self, course: &Course, most: u32, known: Known) -> bool {
        // How much was left when this was met before, with that thread's turn.
        let mut met: HashMap<(Vec<u32>, Option<Runner>), u32> = HashMap::new();
        let mut open = vec![(vec![0; course.threads.len()], None, most)];
        while let Some((mut done, turn, left)) = open.pop() {
            if met.len() % STATES_PER_CHECK == STATES_PER_CHECK - 1 {
                self.check_clock();
                if self.run.is_over() {
                    return true;
                }
            }
            if let Some(runner) = turn {
                course.run(&mut done, runner, |point| point.quiet);
            }
            if course.is_done(&done) {
                return true;
            }
            let before = met.get(&(done.clone(), turn));
            if before.is_some_and(|&before| before >= left) {
                continue;
            }
            met.insert((done.clone(), turn), left);
            let costs = turn.is_some_and(|runner| self.goes_on(course, &done, runner, known));
            let mut take = |runner: Runner, left: u32| {
                if course.next(&done, runner).is_some_and(|point| course.can_take(&done, point)) {
                    let mut next = done.clone();
                    next[runner] += 1;
                    open.push((next, Some(runner), left));
                }
            };
            if let Some(left) = left.checked_sub(u32::from(costs)) {
                (0..course.threads.len()).rev().filter(|&runner| turn != Some(runner)).for_each(|r| take(r, left));
            }
            if let Some(runner) = turn {
                take(runner, left);
            }
        }
        false
    }

    /// Whether the thread has more to do, and does not wait.
    fn goes_on(&mut self, course: &Course, done: &[u32], runner: Runner, known: Known) -> bool {
        let Some(point) = course.next(done, runner) else { return false };
        match point.waits {
            Waits::Never => true,
            Waits::ForNeeds => course.can_take(done, point),
            Waits::Perhaps if known == Known::Part => false,
            Waits::Perhaps => !self.waits_for_lock(course, done, point.event),
        }
    }

    /// Whether the thread of this read would wait if it took place now.
    fn waits_for_lock(&mut self, course: &Course, done: &[u32], read: EventId) -> bool {
        let Event { loc, before, .. } = self.graph[read];
        let mut latest = self.graph.co_last(loc);
        while !latest.is_init() && course.place(&self.graph[latest]).is_none_or(|(runner, n)| done[runner] < n) {
            latest = self.graph.co_prev(latest);
        }
        let value = self.graph.value_seen(self.program, loc, latest);
        let after = self.trie.answer(self.program, &mut self.graph, before, value);
        matches!(self.trie.task(after), ResolvedAction::Block(BlockReason::Lock))
    }

    /// The events that will be in every execution that this graph leads to, as they are.
    fn lasting(&self) -> Closed {
        let graph = &self.graph;
        let mut lasting = Closed::empty(graph.lanes());
        for event in graph.newest_first().filter(|event| !event.is_init()) {
            if graph.is_frozen(event) {
                lasting.include(&graph[event]);
            } else if !graph[event].maximal {
                let source = graph[event].from;
                for last in [event, source].into_iter().filter(|&last| last.is_some() && !last.is_init()) {
                    lasting.add(&graph[last], graph.causes(last));
                }
            }
        }
        lasting
    }

    /// How many events of each thread those are. The halves of an update stay together.
    fn lasting_of_each(&self) -> Vec<usize> {
        let (graph, lasting) = (&self.graph, self.lasting());
        let of_each = |thread| {
            let count = lasting.reach(thread);
            let last = count.checked_sub(1).and_then(|last| graph.thread(thread).get(last));
            count + usize::from(last.is_some_and(|&last| graph[last].kind.begins_update()))
        };
        graph.thread_ids().map(of_each).collect()
    }

    fn course(&self, known: Known) -> Course {
        let graph = &self.graph;
        let counts: Vec<usize> = match known {
            Known::Whole => graph.thread_ids().map(|thread| graph.thread(thread).len()).collect(),
            Known::Part => self.lasting_of_each(),
        };
        let mut order: Vec<ThreadId> = graph.thread_ids().collect();
        order.sort_by_cached_key(|&thread| name(&self.trie, thread));
        let mut runners = vec![0; order.len()];
        let mut places = Vec::with_capacity(order.len());
        let mut updated = BTreeSet::new();
        let mut locks = BTreeSet::new();
        for (runner, &thread) in order.iter().enumerate() {
            runners[thread.0 as usize] = runner;
            let events = &graph.thread(thread)[..counts[thread.0 as usize]];
            let mut steps = 0;
            let step_of = |&event: &EventId| {
                steps += u32::from(!graph[event].kind.ends_update());
                steps - 1
            };
            places.push(events.iter().map(step_of).collect::<Vec<u32>>());
            let updates = events.iter().filter(|&&event| graph[event].kind.begins_update());
            updated.extend(updates.map(|&event| graph[event].loc));
        }
        let mut course = Course { threads: Vec::new(), runners, places };
        for &thread in &order {
            let events = &graph.thread(thread)[..counts[thread.0 as usize]];
            let steps = events.iter().filter(|&&event| !graph[event].kind.ends_update());
            let points: Vec<Point> = steps.map(|&event| self.point(&course, &updated, event)).collect();
            let waiting = points.iter().filter(|point| point.waits == Waits::Perhaps);
            locks.extend(waiting.map(|point| graph[point.event].loc));
            course.threads.push(points);
        }
        for point in course.threads.iter_mut().flatten() {
            let Event { kind, loc, thread, .. } = graph[point.event];
            let is_awaited = kind.ends_thread() && graph.joiner(thread).is_some();
            point.quiet = !locks.contains(&loc) && !is_awaited;
        }
        course
    }

    fn point(&self, course: &Course, updated: &BTreeSet<LocId>, event: EventId) -> Point {
        let graph = &self.graph;
        let Event { kind, loc, from, before, .. } = graph[event];
        let waits = match kind {
            EventKind::Join => Waits::ForNeeds,
            EventKind::Read | EventKind::UpdateRead => match self.trie.task(before) {
                ResolvedAction::CompareExchange { .. } | ResolvedAction::Update { unless: Some(_), .. } => {
                    Waits::Perhaps
                }
                ResolvedAction::Read { leaves: Some(_), .. } => Waits::Perhaps,
                ResolvedAction::Read { .. } if updated.contains(&loc) => Waits::Perhaps,
                ResolvedAction::Read { .. }
                | ResolvedAction::Write { .. }
                | ResolvedAction::Update { .. }
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
                | ResolvedAction::Exit(_) => Waits::Never,
            },
            EventKind::Init
            | EventKind::Start
            | EventKind::Write
            | EventKind::UpdateWrite
            | EventKind::Fence
            | EventKind::Allocate
            | EventKind::Free
            | EventKind::Create
            | EventKind::Choose
            | EventKind::Finish => Waits::Never,
        };
        let mut earlier: Vec<EventId> = from.some().into_iter().collect();
        let write = match kind {
            EventKind::Write => Some(event),
            EventKind::UpdateRead => graph.po_next(event),
            EventKind::Init
            | EventKind::Start
            | EventKind::Read
            | EventKind::UpdateWrite
            | EventKind::Fence
            | EventKind::Allocate
            | EventKind::Free
            | EventKind::Create
            | EventKind::Join
            | EventKind::Choose
            | EventKind::Finish => None,
        };
        if let Some(write) = write {
            let mut prev = graph.co_prev(write);
            while !prev.is_init() && course.place(&graph[prev]).is_none() {
                prev = graph.co_prev(prev);
            }
            earlier.push(prev);
            earlier.extend(graph.readers(loc, prev).filter(|&reader| reader != event));
        }
        earlier.retain(|event| !event.is_init());
        let needs = earlier.iter().filter_map(|&event| course.place(&graph[event])).collect();
        Point { event, needs, waits, quiet: false }
    }
}
