//! A candidate under construction, and the moves its threads can make.

use selvedge_core::execution::End;
use selvedge_core::{Access, Action, Answer, BlockReason, Mode, Program, Spawn, ThreadId, Value};

use crate::candidate::{Candidate, Event, EventKind, Roster, Thread};

/// A candidate under construction.
pub(crate) struct State<P: Program> {
    /// What has happened so far.
    pub candidate: Candidate,
    machines: Vec<Machine<P::Thread>>,
}

/// A thread that stands before an action.
#[derive(Clone)]
struct Machine<T> {
    thread: T,
    next: Action,
}

// Not derived: that would ask for `P: Clone`.
impl<P: Program> Clone for State<P> {
    fn clone(&self) -> State<P> {
        State { candidate: self.candidate.clone(), machines: self.machines.clone() }
    }
}

/// What a thread does to memory when it reads a value.
enum Effect {
    Read(Mode),
    Update(Mode, Value),
}

/// Where a read may get its value from: a write that is there, or the initial value.
pub(crate) type SourceOrInit = Option<usize>;

impl<P: Program> State<P> {
    /// The initial threads, each before its first action.
    pub fn new(program: &P) -> State<P> {
        let mut state = State { candidate: Candidate::default(), machines: Vec::new() };
        for (index, spawn) in program.initial_threads().into_iter().enumerate() {
            state.start(program, ThreadId(index as u32), spawn);
        }
        state
    }

    /// Whether the thread stands before a read.
    pub fn is_reading(&self, thread: usize) -> bool {
        self.reading(thread).is_some()
    }

    fn reading(&self, thread: usize) -> Option<Access> {
        match self.machines[thread].next {
            Action::Read { at, .. }
            | Action::Copy { at }
            | Action::Rmw { at, .. }
            | Action::UpdateUnless { at, .. }
            | Action::CompareExchange { at, .. } => Some(at),
            Action::Write { .. }
            | Action::Arrive { .. }
            | Action::Leave { .. }
            | Action::Fence(_)
            | Action::Allocate { .. }
            | Action::Free(_)
            | Action::Spawn(_)
            | Action::Join(_)
            | Action::Choose(_)
            | Action::Block(_)
            | Action::Fail { .. }
            | Action::Unsupported(_)
            | Action::Exceeds(_)
            | Action::Finish(_)
            | Action::Exit(_) => None,
        }
    }

    /// Whether the thread stands before a read of a location that the source writes.
    pub fn can_read(&self, thread: usize, source: SourceOrInit) -> bool {
        self.reading(thread).is_some_and(|at| source.is_none_or(|write| self.written(at, write).is_some()))
    }

    /// Whether the thread would be the second to update what the source, which it can read, wrote.
    pub fn would_clash(&self, program: &P, thread: usize, source: SourceOrInit) -> bool {
        let at = self.reading(thread).expect("invariant: the thread stands before a read");
        let is_update = matches!(self.effect(thread, at, self.value(program, at, source)), Effect::Update(..));
        is_update && self.candidate.update_of(at.address, source).is_some()
    }

    /// Lets the thread read from there.
    pub fn read(&mut self, program: &P, thread: usize, source: SourceOrInit) {
        let at = self.reading(thread).expect("invariant: the thread stands before a read");
        let value = self.value(program, at, source);
        let kind = match self.effect(thread, at, value) {
            Effect::Read(mode) => EventKind::Read { at, mode, value, from: source },
            Effect::Update(mode, written) => EventKind::Update { at, mode, read: value, from: source, written },
        };
        self.add(program, thread, kind, Answer::Value(value));
    }

    fn value(&self, program: &P, at: Access, source: SourceOrInit) -> Value {
        match source {
            None => program.initial_value(at),
            Some(write) => self.written(at, write).expect("invariant: the source is a write to the location"),
        }
    }

    fn written(&self, at: Access, event: usize) -> Option<Value> {
        let kind = &self.candidate.events[event].kind;
        if kind.address() == Some(at.address) { kind.written() } else { None }
    }

    fn effect(&self, thread: usize, at: Access, value: Value) -> Effect {
        match self.machines[thread].next {
            Action::Read { ordering, .. } => Effect::Read(ordering.into()),
            Action::Copy { .. } => Effect::Read(Mode::Plain),
            Action::Rmw { ordering, op, operand, .. } => {
                Effect::Update(ordering.into(), op.apply(at.width, value, operand))
            }
            Action::UpdateUnless { unless, .. } if value == unless => Effect::Read(Mode::Relaxed),
            Action::UpdateUnless { ordering, op, operand, .. } => {
                Effect::Update(ordering.into(), op.apply(at.width, value, operand))
            }
            Action::CompareExchange { expected, desired, success, .. } if value == expected => {
                Effect::Update(success.into(), desired)
            }
            Action::CompareExchange { failure, .. } => Effect::Read(failure.into()),
            Action::Write { .. }
            | Action::Arrive { .. }
            | Action::Leave { .. }
            | Action::Fence(_)
            | Action::Allocate { .. }
            | Action::Free(_)
            | Action::Spawn(_)
            | Action::Join(_)
            | Action::Choose(_)
            | Action::Block(_)
            | Action::Fail { .. }
            | Action::Unsupported(_)
            | Action::Exceeds(_)
            | Action::Finish(_)
            | Action::Exit(_) => unreachable!("the thread stands before a read"),
        }
    }

    /// The first thread that stands before a choice, and between how many ways.
    pub fn choosing(&self) -> Option<(usize, u32)> {
        let ways = |machine: &Machine<P::Thread>| match machine.next {
            Action::Choose(ways) => Some(ways),
            Action::Read { .. }
            | Action::Copy { .. }
            | Action::Write { .. }
            | Action::Rmw { .. }
            | Action::UpdateUnless { .. }
            | Action::CompareExchange { .. }
            | Action::Arrive { .. }
            | Action::Leave { .. }
            | Action::Fence(_)
            | Action::Allocate { .. }
            | Action::Free(_)
            | Action::Spawn(_)
            | Action::Join(_)
            | Action::Block(_)
            | Action::Fail { .. }
            | Action::Unsupported(_)
            | Action::Exceeds(_)
            | Action::Finish(_)
            | Action::Exit(_) => None,
        };
        self.machines.iter().enumerate().find_map(|(thread, machine)| Some((thread, ways(machine)?)))
    }

    /// Lets the thread take one of the ways it can choose from.
    pub fn choose(&mut self, program: &P, thread: usize, way: u32) {
        let way = Value(u64::from(way));
        self.add(program, thread, EventKind::Choose { way }, Answer::Value(way));
    }

    /// Lets the thread do what it does next, if that is possible now and not a read. Says whether it did.
    pub fn advance(&mut self, program: &P, roster: &mut Roster, thread: usize) -> bool {
        if !matches!(self.candidate.threads[thread].end, End::Running | End::Joining) {
            return false;
        }
        match self.machines[thread].next.clone() {
            Action::Read { .. }
            | Action::Copy { .. }
            | Action::Rmw { .. }
            | Action::UpdateUnless { .. }
            | Action::CompareExchange { .. }
            | Action::Choose(_) => return false,
            Action::Arrive { .. } | Action::Leave { .. } => {
                unreachable!("invariant: barriers are reads and updates here")
            }
            Action::Write { at, ordering, value } => {
                let kind = EventKind::Write { at, mode: ordering.into(), value };
                self.add(program, thread, kind, Answer::None);
            }
            Action::Fence(ordering) => self.add(program, thread, EventKind::Fence(ordering.into()), Answer::None),
            Action::Allocate { block, size, .. } => {
                self.add(program, thread, EventKind::Allocate { block, size }, Answer::None);
            }
            Action::Free(block) => self.add(program, thread, EventKind::Free { block }, Answer::None),
            Action::Spawn(spawn) => {
                let parent = &mut self.candidate.threads[thread];
                let id = roster.child(parent.id, parent.children);
                parent.children += 1;
                let child = self.start(program, id, spawn);
                self.add(program, thread, EventKind::Spawn { child }, Answer::Value(Value(u64::from(id.0))));
            }
            Action::Join(id) => return self.join(program, thread, id),
            Action::Block(reason) => self.stop(thread, End::Blocked(reason)),
            Action::Fail { .. } | Action::Unsupported(_) | Action::Exceeds(_) => {
                self.candidate.fails = true;
                self.stop(thread, End::Failed);
            }
            Action::Finish(value) => self.stop(thread, End::Finished(value)),
            Action::Exit(value) => {
                self.candidate.threads[thread].exits = true;
                self.stop(thread, End::Finished(value));
            }
        }
        true
    }

    /// Lets the thread take its next step on one memory that all threads share: one state for each outcome,
    /// none if it can take no step.
    pub fn step(&self, program: &P, roster: &mut Roster, thread: usize) -> Vec<State<P>> {
        if !matches!(self.candidate.threads[thread].end, End::Running | End::Joining) {
            return Vec::new();
        }
        let mut next = self.clone();
        let mut outcomes = match self.machines[thread].next {
            Action::Choose(ways) => {
                let take = |way| {
                    let mut next = self.clone();
                    next.choose(program, thread, way);
                    next
                };
                (0..ways).map(take).collect()
            }
            _ if self.is_reading(thread) => {
                next.read_latest(program, thread);
                vec![next]
            }
            _ if next.advance(program, roster, thread) => vec![next],
            Action::Read { .. }
            | Action::Copy { .. }
            | Action::Write { .. }
            | Action::Rmw { .. }
            | Action::UpdateUnless { .. }
            | Action::CompareExchange { .. }
            | Action::Arrive { .. }
            | Action::Leave { .. }
            | Action::Fence(_)
            | Action::Allocate { .. }
            | Action::Free(_)
            | Action::Spawn(_)
            | Action::Join(_)
            | Action::Block(_)
            | Action::Fail { .. }
            | Action::Unsupported(_)
            | Action::Exceeds(_)
            | Action::Finish(_)
            | Action::Exit(_) => Vec::new(),
        };
        for outcome in &mut outcomes {
            outcome.settle(program, roster, thread);
        }
        outcomes
    }

    /// Lets a thread that has its turn end if that is its next action, one way or another.
    fn settle(&mut self, program: &P, roster: &mut Roster, thread: usize) {
        let end = &self.machines[thread].next;
        if matches!(
            end,
            Action::Finish(_)
                | Action::Exit(_)
                | Action::Block(_)
                | Action::Fail { .. }
                | Action::Unsupported(_)
                | Action::Exceeds(_)
        ) {
            self.advance(program, roster, thread);
        }
    }

    /// Whether the thread has a next step and does not wait for a lock, or for the end of another.
    pub fn could_go_on(&self, program: &P, thread: usize) -> bool {
        let running = matches!(self.candidate.threads[thread].end, End::Running | End::Joining);
        let mut next = self.clone();
        match self.machines[thread].next {
            Action::Join(id) if running => next.join(program, thread, id),
            _ if running && self.is_reading(thread) => {
                next.read_latest(program, thread);
                next.machines[thread].next != Action::Block(BlockReason::Lock)
            }
            Action::Read { .. }
            | Action::Copy { .. }
            | Action::Write { .. }
            | Action::Rmw { .. }
            | Action::UpdateUnless { .. }
            | Action::CompareExchange { .. }
            | Action::Arrive { .. }
            | Action::Leave { .. }
            | Action::Fence(_)
            | Action::Allocate { .. }
            | Action::Free(_)
            | Action::Spawn(_)
            | Action::Join(_)
            | Action::Choose(_)
            | Action::Block(_)
            | Action::Fail { .. }
            | Action::Unsupported(_)
            | Action::Exceeds(_)
            | Action::Finish(_)
            | Action::Exit(_) => running,
        }
    }

    fn read_latest(&mut self, program: &P, thread: usize) {
        let at = self.reading(thread).expect("invariant: the thread stands before a read");
        let latest = (0..self.candidate.events.len()).rev().find(|&event| self.written(at, event).is_some());
        self.read(program, thread, latest);
    }

    fn join(&mut self, program: &P, thread: usize, id: ThreadId) -> bool {
        let child = self.candidate.threads.iter().position(|other| other.id == id);
        let Some(child) = child.filter(|&child| child != thread && !self.candidate.threads[child].joined) else {
            self.candidate.invalid_join = true;
            self.stop(thread, End::Failed);
            return true;
        };
        let Thread { end: End::Finished(value), exits: false, .. } = self.candidate.threads[child] else {
            self.stop(thread, End::Joining);
            return false;
        };
        self.candidate.threads[child].joined = true;
        self.stop(thread, End::Running);
        self.add(program, thread, EventKind::Join { child, value }, Answer::Value(value));
        true
    }

    fn start(&mut self, program: &P, id: ThreadId, spawn: Spawn) -> usize {
        let mut thread = program.start(id, spawn);
        let next = program.resume(&mut thread, Answer::None).without_barriers();
        self.machines.push(Machine { thread, next });
        self.candidate.threads.push(Thread { id, spawn, end: End::Running, children: 0, joined: false, exits: false });
        self.machines.len() - 1
    }

    fn add(&mut self, program: &P, thread: usize, kind: EventKind, answer: Answer) {
        self.candidate.events.push(Event { thread, kind });
        let machine = &mut self.machines[thread];
        machine.next = program.resume(&mut machine.thread, answer).without_barriers();
    }

    fn stop(&mut self, thread: usize, end: End) {
        self.candidate.threads[thread].end = end;
    }
}
