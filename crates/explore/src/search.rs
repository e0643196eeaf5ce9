//! The state of a search, and the steps that are neither a read nor a write.

use std::collections::BTreeSet;
use std::hint::cold_path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use selvedge_core::graph::{Manner, Mark};
use selvedge_core::{
    Access, BlockReason, Bound, Counts, Cursor, Event, EventId, EventKind, Graph, Licence, Limit, LocId, Mode, Model,
    NewEvent, Program, Property, Reduction, Searched, Site, StepName, StopReason, ThreadId, Value, Violation,
    ViolationKind, Warning,
};

use crate::bound::Within;
use crate::choice::{Choices, Kind};
use crate::observer::{Finished, Observer, RunEnd};
use crate::options::{OnRace, OnViolation, Options};
use crate::path::Path;
use crate::paths::{Paths, Task};
use crate::ready::Readiness;
use crate::record::{describe, record, step_name};
use crate::reduce::barrier::MeetingPlace;
use crate::reduce::listed::Listed;
use crate::reduce::symmetry::Symmetry;
use crate::team::Undecided;
use crate::violations::{PassedOver, Violations};
use crate::workers::{Help, Member};

/// Runs between two looks at the memory.
const RUNS_PER_CHECK: u32 = 256;

/// Events between two looks at the clock: one run can take long.
const EVENTS_PER_CHECK: u64 = 1024;

/// A search in progress.
pub(crate) struct Search<'a, P: Program, M: Model, O: Observer<P>> {
    pub(crate) program: &'a P,
    pub(crate) model: M,
    pub(crate) options: &'a Options,
    pub(crate) observer: &'a mut O,
    pub(crate) graph: Graph,
    pub(crate) paths: Paths<P>,
    pub(crate) choices: Choices,
    /// Which threads can go on; see [`crate::ready`].
    pub(crate) readiness: Readiness,
    pub(crate) counts: Counts,
    /// The present run cannot lead to an execution that is not met elsewhere too.
    pub(crate) moot: bool,
    /// Locations where a thread has been made to wait for a lock that it had taken; see [`Search::dispossess`].
    pub(crate) dispossessed: Listed,
    /// Locations where that is not done because their writes are not ordered.
    pub(crate) unordered: Listed,
    /// Barriers whose arrivals are not told apart; see [`crate::reduce::barrier`].
    pub(crate) meeting_places: Vec<MeetingPlace>,
    /// Barriers whose arrivals are told apart because of what else is done with them.
    pub(crate) told_apart: Vec<LocId>,
    /// Threads that were started alike; see [`crate::reduce::symmetry`].
    pub(crate) symmetry: Symmetry,
    /// Whether the ends of runs may be foreseen, and how many steps of this run were; see [`crate::tail`].
    pub(crate) foresees: bool,
    pub(crate) foreseen: usize,
    /// All that was found so far must be found again.
    pub(crate) starts_again: bool,
    /// Reused for lists of candidates. Empty between uses.
    pub(crate) buffer: Vec<EventId>,
    pub(crate) violations: Violations,
    pub(crate) passed_over: PassedOver,
    /// How often a loop may begin a round, and the loops in which that was not enough.
    pub(crate) cuts: Option<(u32, BTreeSet<Site>)>,
    /// The loops of which it is not known whether they end, as far as their places are.
    pub(crate) undecided: Undecided,
    /// What the model warns of, each statement once.
    pub(crate) model_warnings: Vec<Warning>,
    /// Errors were met in graphs that the model forbids as a whole, and not followed.
    pub(crate) has_forbidden_errors: bool,
    /// Executions were left out because of a bound on schedules.
    pub(crate) leaves_out: bool,
    /// How many different executions have been drawn at random.
    pub(crate) different: u64,
    pub(crate) stop: Option<StopReason>,
    /// How much of the search lies behind, as far as was ever guessed.
    pub(crate) fraction: f64,
    /// The last run was stopped before it had ended.
    pub(crate) is_unfinished: bool,
    /// Pieces of the tree to be searched after this one.
    pub(crate) later: Vec<Path>,
    /// Why there is no way to one of them.
    pub(crate) astray: Option<String>,
    /// When to look for help, and whether that is now.
    pub(crate) help: Help,
    /// If this search works for another one: where it takes its work from.
    pub(crate) member: Option<Member<'a, O>>,
    /// How many executions had been met before the search was taken up again.
    pub(crate) executions_before: u64,
    pub(crate) started: Instant,
    pub(crate) runs_until_check: u32,
}

impl<'a, P: Program, M: Model, O: Observer<P>> Search<'a, P, M, O> {
    pub(crate) fn new(program: &'a P, model: M, options: &'a Options, observer: &'a mut O, started: Instant) -> Self {
        let mut graph = Graph::new(model.clocks());
        if options.on_violation == OnViolation::GoOn || !options.properties.has(Property::Race) {
            graph.allow_races();
        }
        // Where races do not count, plain accesses that are not ordered with atomic ones need to be of their size.
        let cut = options.on_race == OnRace::Ignore || !model.licences().has(Licence::Sizes);
        let plain = if cut { Manner::Cut } else { Manner::Plain };
        Search {
            program,
            model,
            options,
            observer,
            graph,
            paths: Paths::new(program.initial_threads().len(), options.trie_bytes, plain),
            choices: Choices::default(),
            readiness: Readiness::default(),
            counts: Counts::default(),
            moot: false,
            dispossessed: Listed::default(),
            unordered: Listed::default(),
            meeting_places: Vec::new(),
            told_apart: Vec::new(),
            symmetry: Symmetry::default(),
            foresees: false,
            foreseen: 0,
            starts_again: false,
            buffer: Vec::new(),
            violations: Violations::default(),
            passed_over: PassedOver::default(),
            cuts: None,
            undecided: None,
            model_warnings: Vec::new(),
            has_forbidden_errors: false,
            leaves_out: false,
            different: 0,
            stop: None,
            fraction: 0.0,
            is_unfinished: false,
            later: Vec::new(),
            astray: None,
            help: Help::new(options),
            member: None,
            executions_before: 0,
            started,
            runs_until_check: 0,
        }
    }

    /// Adds the start of every initial thread.
    pub(crate) fn start(&mut self) {
        for (id, spawn) in self.program.initial_threads().into_iter().enumerate() {
            self.add_start(ThreadId(id as u32), spawn, EventId::NONE);
        }
    }

    /// Forgets what was found, but not what was learnt, and begins anew.
    #[cold]
    pub(crate) fn start_again(&mut self) {
        self.graph.undo_to(Mark::BEGINNING);
        self.choices = Choices::default();
        self.later.clear();
        self.dispossessed.keep(0);
        self.meeting_places.clear();
        self.recall_symmetry();
        self.counts = Counts::default();
        self.executions_before = 0;
        self.violations.clear();
        self.passed_over.clear();
        self.cuts = None;
        self.undecided = None;
        self.model_warnings.clear();
        self.has_forbidden_errors = false;
        self.leaves_out = false;
        self.starts_again = false;
        self.moot = false;
        self.observer.started_again();
        self.start();
    }

    /// Whether the present run goes no further.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.moot || self.stop.is_some() || self.starts_again
    }

    /// Whether the program has ended with this thread.
    pub(crate) fn has_exited(&self, thread: ThreadId) -> bool {
        self.graph.last(thread).is_some_and(|last| {
            let Event { kind, before, .. } = self.graph[last];
            kind == EventKind::Finish && matches!(self.paths.task(before), Task::Exit(_))
        })
    }

    /// Lets the thread whose turn it is take a step. False if the run is over.
    #[inline(never)]
    pub(crate) fn step(&mut self) -> bool {
        let Some(thread) = self.next_thread() else { return false };
        self.step_of(thread);
        true
    }

    /// As [`Self::extend`], of which the loop has a copy of its own: there need not be more.
    #[inline(never)]
    pub(crate) fn step_of(&mut self, thread: ThreadId) {
        self.extend(thread);
    }

    /// Lets a thread take its next step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn extend(&mut self, thread: ThreadId) {
        let at = self.graph.stands(thread);
        let task = self.paths.task(at);
        match task {
            Task::Read { loc, leaves: Some(count), .. } if self.reduces(loc) => {
                self.add_leaving(thread, at, loc, count)
            }
            Task::Update { loc, arrives: Some(threads), .. } if self.reduces(loc) => {
                self.add_arrival(thread, at, loc, threads);
            }
            Task::Read { .. } | Task::CompareExchange { .. } | Task::Update { .. } => self.add_read(thread, at, task),
            Task::Write { loc, mode, value, .. } => self.add_write(thread, at, loc, mode, value),
            Task::Fence(mode) => self.add_fence(thread, at, mode),
            Task::Allocate { block, .. } => self.add_allocation(thread, at, block),
            Task::Free(block) => self.add_free(thread, at, block),
            Task::Spawn(spawn) => self.add_creation(thread, at, spawn),
            Task::Join(child) => self.add_join(thread, at, child),
            Task::Choose(ways) => self.add_choice(thread, ways),
            Task::Finish(value) | Task::Exit(value) => {
                if !self.ends_soon() {
                    self.add(NewEvent { before: at, value, ..NewEvent::new(EventKind::Finish, Mode::Plain, thread) });
                }
            }
            Task::Fail(_) | Task::Unsupported(_) | Task::Exceeds(_) | Task::Overlap(_) => self.go_wrong(task, thread),
            Task::Block(_) => unreachable!("invariant: a blocked thread does not go next"),
        }
    }

    /// What a thread wants cannot be done.
    #[cold]
    fn go_wrong(&mut self, task: Task, thread: ThreadId) {
        match task {
            Task::Fail(failure) => {
                let last = self.graph.last(thread).expect("invariant: a thread that goes next has been started");
                let (kind, message) = self.paths.failure(failure);
                self.violate(kind, message.to_string(), &[last]);
            }
            Task::Unsupported(what) => {
                self.stop = Some(StopReason::Unsupported(self.paths.unsupported(what).to_owned()));
            }
            Task::Exceeds(limit) => self.stop = Some(StopReason::Limit(limit)),
            Task::Overlap(accesses) => {
                let (known, new) = self.paths.overlap(accesses);
                self.stop = Some(StopReason::Overlap(known, new));
            }
            _ => unreachable!("invariant: all else can be done"),
        }
    }

    #[inline(never)]
    fn add_fence(&mut self, thread: ThreadId, at: Cursor, mode: Mode) {
        let after = self.paths.proceed(self.program, &mut self.graph, at);
        self.add(NewEvent { before: at, after, ..NewEvent::new(EventKind::Fence, mode, thread) });
        self.note_block(thread);
    }

    #[cold]
    fn add_start(&mut self, thread: ThreadId, spawn: selvedge_core::Spawn, creation: EventId) {
        self.graph.ensure_thread(thread);
        let after = self.paths.root(self.program, &mut self.graph, thread, spawn);
        let event = NewEvent::new(EventKind::Start, Mode::Plain, thread);
        self.add(NewEvent { from: creation, after, ..event });
    }

    #[cold]
    fn add_creation(&mut self, thread: ThreadId, at: Cursor, spawn: selvedge_core::Spawn) {
        let child = self.paths.child(thread, at);
        self.graph.ensure_thread(child);
        let value = Value(u64::from(child.0));
        let after = self.paths.answer(self.program, &mut self.graph, at, value);
        let event = NewEvent::new(EventKind::Create, Mode::Plain, thread);
        let creation = self.add(NewEvent { before: at, after, value, ..event });
        self.add_start(child, spawn, creation);
        self.watch_birth(child);
        self.note_block(thread);
    }

    #[inline(never)]
    fn add_join(&mut self, thread: ThreadId, at: Cursor, child: ThreadId) {
        let Some(end) = self.graph.last(child) else {
            let last = self.graph.last(thread).expect("invariant: the joining thread runs");
            let message = format!("join of {child}, which is no thread");
            return self.cannot_go_on(ViolationKind::InvalidJoin, message, &[last]);
        };
        if child == thread {
            return self.cannot_go_on(ViolationKind::InvalidJoin, "a thread joins itself".into(), &[end]);
        }
        if let Some(joiner) = self.graph.joiner(child) {
            return self.cannot_go_on(ViolationKind::InvalidJoin, "a thread is joined twice".into(), &[joiner]);
        }
        let value = self.graph[end].value;
        let after = self.paths.answer(self.program, &mut self.graph, at, value);
        let event = NewEvent::new(EventKind::Join, Mode::Plain, thread);
        self.add(NewEvent { before: at, after, value, from: end, ..event });
        self.note_block(thread);
    }

    /// Takes the first of several ways; the others become alternatives. To the search, a choice is a read with so many
    /// sources that nobody else can touch; the first way is the maximal one.
    #[inline(never)]
    fn add_choice(&mut self, thread: ThreadId, ways: u32) {
        let last = self.graph.last(thread).expect("invariant: a thread that goes next has been started");
        let ways = self.sorted_ways(thread, ways);
        let others: Vec<EventId> = (1..ways).rev().map(EventId).collect();
        self.push_choice(Kind::Way, last, &others);
        self.take_way(last, EventId(0));
    }

    /// Lets the thread with this last event take a way.
    #[inline(never)]
    pub(crate) fn take_way(&mut self, last: EventId, way: EventId) -> bool {
        let Event { thread, after: at, .. } = self.graph[last];
        let value = Value(u64::from(way.0));
        let after = self.paths.answer(self.program, &mut self.graph, at, value);
        let event = NewEvent::new(EventKind::Choose, Mode::Plain, thread);
        self.add(NewEvent { before: at, after, value, maximal: way.0 == 0, ..event });
        self.note_block(thread);
        true
    }

    /// Adds an event and computes its clocks.
    pub(crate) fn add(&mut self, event: NewEvent) -> EventId {
        if self.graph.len() >= self.options.limits.graph_size {
            cold_path();
            self.stop = Some(StopReason::Limit(Limit::GraphSize(self.options.limits.graph_size)));
        }
        self.counts.events_added += 1;
        if self.counts.events_added.is_multiple_of(EVENTS_PER_CHECK) {
            self.check_clock();
        }
        self.readiness.note(&event);
        let id = self.graph.append(event);
        self.model.stamp(&mut self.graph, id);
        self.watch(id);
        id
    }

    /// Remembers alternatives to come back to.
    #[inline]
    pub(crate) fn push_choice(&mut self, kind: Kind, event: EventId, alternatives: &[EventId]) {
        if self.choices.push(kind, event, self.graph.mark(), alternatives) {
            self.observer.marked(self.choices.depth(), &self.graph);
        }
    }

    /// Whether the graph is consistent after a change of this event.
    #[inline]
    pub(crate) fn is_consistent(&mut self, changed: EventId) -> bool {
        let consistent = self.model.consistent(&self.graph, changed);
        self.counts.inconsistent += u64::from(!consistent);
        consistent
    }

    /// Reports a race of the access just added.
    #[inline]
    pub(crate) fn races(&mut self, added: EventId) -> bool {
        let Event { loc, .. } = self.graph[added];
        if !self.graph.overlapping(loc).is_empty() && self.clashes(added) {
            return true;
        }
        if !self.graph.has_plain_access(loc) || self.options.on_race == OnRace::Ignore {
            return false;
        }
        match self.model.race(&self.graph, added) {
            Some(other) => self.report_race(added, other),
            None => false,
        }
    }

    /// False if the model forbids what has happened.
    #[cold]
    fn report_race(&mut self, added: EventId, other: EventId) -> bool {
        if self.is_forbidden() {
            return false;
        }
        let place = self.place_of(added);
        let [first, second] = [other, added].map(|event| describe(self.graph[event].kind, self.graph[event].mode));
        let message = format!("data race on {place}: {first} and {second} are not ordered");
        self.violate(ViolationKind::Race, message, &[added, other])
    }

    /// The name of the location that an event accesses.
    pub(crate) fn place_of(&self, access: EventId) -> String {
        let Event { loc, before, .. } = self.graph[access];
        let at = Access { address: self.graph.address(loc), width: self.paths.task(before).width() };
        self.program.location_name(at, &P::Notes::default())
    }

    /// If the thread goes no further because of what it last read, and no revisit can change that, then this run is not
    /// worth finishing (engine.md §2.10): whatever the others do, they also do where this thread has not read yet. Unless
    /// the thread has done something since that others can notice, or has made a choice: a revisit may take the choice back, and
    /// then the thread goes on in another way with the same read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn note_block(&mut self, thread: ThreadId) {
        if self.paths.waits(self.graph.stands(thread)) {
            self.moot = self.waits_in_vain(thread);
        }
    }

    fn waits_in_vain(&self, thread: ThreadId) -> bool {
        let is_open = |event: &Event| event.kind == EventKind::Choose && event.maximal;
        let mut events = self.graph.thread(thread).iter().rev();
        let decisive = events.find(|&&event| self.graph[event].kind.is_noticed() || is_open(&self.graph[event]));
        decisive.is_some_and(|&event| {
            self.graph[event].is_read()
                && (!self.graph[event].maximal || self.graph.is_frozen(event))
                && !self.is_meeting_place(self.graph[event].loc)
        })
    }

    /// Accounts for a run that has ended, one way or another.
    pub(crate) fn count_run(&mut self) {
        if self.model.gives_up(&self.graph) {
            self.violations.clear();
            self.stop = Some(StopReason::Interrupted);
            return;
        }
        self.counts.events_added += self.foreseen as u64;
        self.counts.largest_graph = self.counts.largest_graph.max((self.graph.len() + self.foreseen) as u64);
        self.is_unfinished = self.stop.is_some() && !self.moot;
        if self.moot {
            self.counts.moot += 1;
            return;
        }
        if self.is_over() {
            return;
        }
        if self.is_forbidden() {
            self.counts.discarded += 1;
            return;
        }
        let end = self.how_it_ends();
        let is_beyond = end == RunEnd::Complete && !self.is_within();
        if self.stop.is_some() {
            // Time ran out before that was known.
            self.is_unfinished = true;
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
        if self.foreseen == 0 {
            self.note_cuts();
        }
        self.hear_model(true);
        if self.has_news() {
            return;
        }
        let run = Finished { program: self.program, graph: &self.graph, paths: &self.paths, end };
        if let Some(finding) = self.observer.finished(&run) {
            self.note_finding(finding);
        }
    }

    /// Whether every thread has ended, or need not.
    pub(crate) fn how_it_ends(&self) -> RunEnd {
        let ended = |thread| {
            let after = self.graph.stands(thread);
            after == Cursor::NONE || matches!(self.paths.task(after), Task::Block(BlockReason::Unroll(_)))
        };
        match self.foreseen > 0 || self.graph.thread_ids().all(ended) || self.is_cut_short() {
            true => RunEnd::Complete,
            false => RunEnd::Blocked,
        }
    }

    /// Why the search should stop, if it should.
    pub(crate) fn take_stop(&mut self) -> Option<StopReason> {
        self.stop.take()
    }

    /// Remembers the loops in which threads of this run were stopped.
    fn note_cuts(&mut self) {
        if !self.paths.has_cuts() {
            return;
        }
        for thread in self.graph.thread_ids() {
            let Some(last) = self.graph.last(thread) else { continue };
            let Event { after, .. } = self.graph[last];
            if after != Cursor::NONE
                && let Task::Block(BlockReason::Unroll(rounds)) = self.paths.task(after)
            {
                let site = self.place_of_thread(last);
                self.cuts.get_or_insert_with(|| (rounds, BTreeSet::new())).1.extend(site);
            }
        }
    }

    /// Whether the program has ended and left threads behind that wait, each with the latest value before its eyes: what
    /// waits with an older one has more to see. A failed assumption is not left behind: with it, there is no execution.
    fn is_cut_short(&self) -> bool {
        let waits = |thread| {
            let Some(last) = self.graph.last(thread) else { return true };
            let Event { after, kind, .. } = self.graph[last];
            after == Cursor::NONE
                || match self.paths.task(after) {
                    Task::Join(_) | Task::Block(BlockReason::Unroll(_)) => true,
                    Task::Read { loc, leaves: Some(_), .. } => self.reduces(loc),
                    Task::Block(BlockReason::Lock | BlockReason::Spin(_) | BlockReason::TakesBack) => {
                        !kind.is_read() || self.reads_latest(last)
                    }
                    _ => false,
                }
        };
        self.graph.thread_ids().any(|thread| self.has_exited(thread)) && self.graph.thread_ids().all(waits)
    }

    /// Whether some thread has found out that there is another execution that says the same.
    pub(crate) fn is_redundant(&self) -> bool {
        let is_redundant = |last: EventId| {
            let after = self.graph[last].after;
            after != Cursor::NONE && matches!(self.paths.task(after), Task::Block(BlockReason::Redundant(_)))
        };
        self.paths.has_redundant_steps()
            && self.graph.thread_ids().filter_map(|thread| self.graph.last(thread)).any(is_redundant)
    }

    /// Ends the search.
    pub(crate) fn stop_for(&mut self, reason: StopReason) {
        self.stop = Some(reason);
    }

    /// A violation in the present graph. Whether the run goes no further: mostly it ends the search.
    #[cold]
    pub(crate) fn violate(&mut self, kind: ViolationKind, message: String, events: &[EventId]) -> bool {
        if self.is_forbidden() {
            self.has_forbidden_errors = true;
            self.moot = true;
            return true;
        }
        if !self.options.properties.include(kind) {
            if !Property::of(kind).is_none_or(Property::leaves_meaning) {
                self.passed_over.insert(kind);
            }
            return false;
        }
        let steps: Vec<StepName> =
            events.iter().filter_map(|&event| step_name(&self.graph, &self.paths, event)).collect();
        let execution = record(&self.graph, &self.paths);
        self.keep_violation(Violation { kind, message, steps, execution });
        self.stop.is_some()
    }

    /// A violation that leaves nothing to go on with: the step that it is about cannot be taken.
    #[cold]
    pub(crate) fn cannot_go_on(&mut self, kind: ViolationKind, message: String, events: &[EventId]) {
        if !self.violate(kind, message, events) {
            self.moot = true;
        }
    }

    /// Whether the search has stopped, and not for a violation.
    pub(crate) fn stopped_for_something_else(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| *stop != StopReason::Violation)
    }

    /// Whether anything is left, beside the present run.
    pub(crate) fn is_open(&self) -> bool {
        self.choices.is_open() || !self.later.is_empty()
    }

    /// How much lies ahead, the present run included, if all options of a choice lead to equally much.
    fn ahead(&self) -> f64 {
        self.choices.ahead() + self.later.iter().map(Path::share).sum::<f64>()
    }

    /// Whether there is a reason to stop although alternatives may be left.
    #[inline]
    pub(crate) fn must_stop(&mut self) -> Option<StopReason> {
        if let Some(stop) = self.stop.take() {
            return Some(stop);
        }
        if let Some(limit) = self.options.limits.executions
            && self.counts.complete + self.counts.blocked - self.executions_before >= limit
            && self.is_open()
        {
            return Some(StopReason::Limit(Limit::Executions(limit)));
        }
        if self.runs_until_check == 0 || self.paths.is_over_budget() {
            self.runs_until_check = RUNS_PER_CHECK;
            return self.check_resources();
        }
        self.runs_until_check -= 1;
        None
    }

    #[cold]
    fn check_resources(&mut self) -> Option<StopReason> {
        self.fraction = self.fraction.max(1.0 - self.ahead());
        self.observer.tick(&self.counts, self.fraction);
        if self.paths.is_over_budget() {
            self.paths.evict(&self.graph);
        }
        let bytes = self.graph.bytes() + self.paths.bytes() + self.choices.bytes();
        self.counts.peak_bytes = self.counts.peak_bytes.max(bytes as u64);
        self.share_lessons();
        let limits = &self.options.limits;
        if self.is_too_much(bytes) {
            return Some(StopReason::Limit(Limit::Memory(limits.memory)));
        }
        self.check_clock();
        self.stop.take()
    }

    /// Stops the search if its time is over, somebody asks for it, or it is not for this model: one run can take long.
    #[cold]
    pub(crate) fn check_clock(&mut self) {
        self.help.look(self.started);
        let time_is_over = self.options.limits.time.filter(|time| self.started.elapsed() >= *time);
        if self.stop.is_some() {
            // Whatever has been found comes first.
        } else if let Some(time) = time_is_over {
            self.stop = Some(StopReason::Limit(Limit::Seconds(time.as_secs())));
        } else if self.options.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.model.gives_up(&self.graph)
        {
            self.stop = Some(StopReason::Interrupted);
        }
    }

    /// What the search found out.
    pub(crate) fn into_searched(self, stop: StopReason, seconds: f64) -> Searched {
        let counts = Counts { interpreted: self.counts.interpreted + self.paths.interpreted(), ..self.counts };
        let mut warnings = Vec::new();
        // What is not supported is reason enough.
        let is_refused = matches!(stop, StopReason::Unsupported(_) | StopReason::Overlap(..));
        if counts.complete == 0 && self.violations.is_empty() && !is_refused {
            warnings.push(Warning::NoCompleteExecution);
        }
        let cut = self.cuts.map(|(rounds, loops)| Bound::Unroll { rounds, loops: loops.into_iter().collect() });
        warnings.extend(self.model_warnings);
        let undecided = self.undecided.map(|loops| Bound::UndecidedLoops(loops.into_iter().collect()));
        let forbidden = self.has_forbidden_errors.then_some(Bound::ForbiddenErrors);
        let within = match self.options.within {
            Within::Contexts(most) if self.leaves_out => Some(Bound::Contexts(most)),
            Within::Rounds(most) if self.leaves_out => Some(Bound::Rounds(most)),
            Within::Samples { count, seed } => Some(Bound::Samples { count, seed, different: self.different }),
            Within::Everything | Within::Contexts(_) | Within::Rounds(_) => None,
        };
        let others: Vec<ViolationKind> = self.passed_over.into_iter().collect();
        let others = (!others.is_empty()).then_some(Bound::OtherErrors(others));
        let bounds = cut.into_iter().chain(undecided).chain(forbidden).chain(others).chain(within).collect();
        let awaits = (!self.dispossessed.is_empty()).then_some(Reduction::Awaits);
        let barriers = (!self.meeting_places.is_empty()).then_some(Reduction::Barriers);
        let symmetry = self.symmetry.is_used().then_some(Reduction::Symmetry);
        let restored = self.symmetry.is_restored().then_some(Reduction::RestoredSymmetry);
        let reductions = awaits.into_iter().chain(barriers).chain(symmetry).chain(restored).collect();
        let (violation, more_violations) = self.violations.into_first_and_others();
        Searched { stop, violation, more_violations, counts, bounds, reductions, warnings, seconds }
    }
}
