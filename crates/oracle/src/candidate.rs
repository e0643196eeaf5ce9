//! A candidate: what every thread did and which write each read got its value from, before anyone asks
//! whether a memory model allows it.

use std::collections::{BTreeMap, HashMap};

use selvedge_core::execution::{End, Source, ThreadTrace};
use selvedge_core::{Access, Address, Block, Execution, Mode, Spawn, Step, StepName, ThreadId, ThreadName, Value};

/// One event. Other events are named by their position in [`Candidate::events`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    /// The thread, as an index into [`Candidate::threads`].
    pub thread: usize,
    /// What it does.
    pub kind: EventKind,
}

/// The kinds of event. An update is one event: it reads and writes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EventKind {
    /// A load, or a compare-exchange that fails. No source means the initial value.
    Read { at: Access, mode: Mode, value: Value, from: Option<usize> },
    /// A store.
    Write { at: Access, mode: Mode, value: Value },
    /// A read-modify-write, or a compare-exchange that succeeds.
    Update { at: Access, mode: Mode, read: Value, from: Option<usize>, written: Value },
    /// A fence.
    Fence(Mode),
    /// A block of memory comes into being. Nothing is ordered by it.
    Allocate { block: Block, size: u64 },
    /// A block of memory goes.
    Free { block: Block },
    /// Starts the thread with that index.
    Spawn { child: usize },
    /// Took one of several ways. Nothing is ordered by it.
    Choose { way: Value },
    /// Saw the end of the thread with that index.
    Join { child: usize, value: Value },
}

/// A thread of a candidate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thread {
    /// Its id.
    pub id: ThreadId,
    /// How it was started.
    pub spawn: Spawn,
    /// How far it got.
    pub end: End,
    /// How many threads it has started.
    pub children: u32,
    /// Whether some thread has seen its end.
    pub joined: bool,
    /// Whether the program has ended with it.
    pub exits: bool,
}

/// A candidate. Its events are listed in an order that respects program order and reads-from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidate {
    /// The events.
    pub events: Vec<Event>,
    /// The threads, in the order in which they were started.
    pub threads: Vec<Thread>,
    /// Whether some thread says that the program is wrong.
    pub fails: bool,
    /// Whether some thread waits for a thread that nobody started, or for one that was waited for already.
    pub invalid_join: bool,
}

/// The identities of threads, the same in all candidates of a program.
#[derive(Debug)]
pub(crate) struct Roster {
    ids: HashMap<(ThreadId, u32), ThreadId>,
    names: Vec<ThreadName>,
}

impl EventKind {
    /// The location.
    pub fn address(&self) -> Option<Address> {
        match self {
            EventKind::Read { at, .. } | EventKind::Write { at, .. } | EventKind::Update { at, .. } => Some(at.address),
            EventKind::Fence(_)
            | EventKind::Allocate { .. }
            | EventKind::Free { .. }
            | EventKind::Spawn { .. }
            | EventKind::Choose { .. }
            | EventKind::Join { .. } => None,
        }
    }

    /// The value written.
    pub fn written(&self) -> Option<Value> {
        match self {
            EventKind::Write { value, .. } | EventKind::Update { written: value, .. } => Some(*value),
            EventKind::Read { .. }
            | EventKind::Fence(_)
            | EventKind::Allocate { .. }
            | EventKind::Free { .. }
            | EventKind::Spawn { .. }
            | EventKind::Choose { .. }
            | EventKind::Join { .. } => None,
        }
    }

    /// The ordering; plain for what is neither access nor fence.
    pub fn mode(&self) -> Mode {
        match self {
            EventKind::Read { mode, .. } | EventKind::Write { mode, .. } | EventKind::Update { mode, .. } => *mode,
            EventKind::Fence(mode) => *mode,
            EventKind::Allocate { .. }
            | EventKind::Free { .. }
            | EventKind::Spawn { .. }
            | EventKind::Choose { .. }
            | EventKind::Join { .. } => Mode::Plain,
        }
    }
}

impl Roster {
    /// Knows the initial threads.
    pub fn new(initial: usize) -> Roster {
        let names = (0..initial as u32).map(|k| ThreadName(vec![k])).collect();
        Roster { ids: HashMap::new(), names }
    }

    /// The id of a thread's child of that number: a new one the first time the pair is met.
    pub fn child(&mut self, parent: ThreadId, number: u32) -> ThreadId {
        let Roster { ids, names } = self;
        *ids.entry((parent, number)).or_insert_with(|| {
            let mut name = names[parent.0 as usize].clone();
            name.0.push(number);
            names.push(name);
            ThreadId(names.len() as u32 - 1)
        })
    }

    /// The name of a thread.
    pub fn name(&self, id: ThreadId) -> &ThreadName {
        &self.names[id.0 as usize]
    }
}

impl Candidate {
    /// Whether every thread ended. Threads that the end of the program leaves waiting are not looked at here.
    pub fn is_complete(&self) -> bool {
        self.threads.iter().all(|thread| matches!(thread.end, End::Finished(_)))
    }

    /// The update that reads from the given write, or from the initial value of the location.
    pub fn update_of(&self, address: Address, source: Option<usize>) -> Option<usize> {
        self.events.iter().position(|event| match event.kind {
            EventKind::Update { at, from, .. } => at.address == address && from == source,
            EventKind::Read { .. }
            | EventKind::Write { .. }
            | EventKind::Fence(_)
            | EventKind::Allocate { .. }
            | EventKind::Free { .. }
            | EventKind::Spawn { .. }
            | EventKind::Choose { .. }
            | EventKind::Join { .. } => false,
        })
    }

    /// The events that write, by location and in the order of the list.
    pub fn writes(&self) -> BTreeMap<Address, Vec<usize>> {
        let mut writes: BTreeMap<Address, Vec<usize>> = BTreeMap::new();
        for (index, event) in self.events.iter().enumerate() {
            if let (Some(address), Some(_)) = (event.kind.address(), event.kind.written()) {
                writes.entry(address).or_default().push(index);
            }
        }
        writes
    }

    /// The execution that this candidate is, with the given order of the writes to each location.
    pub fn execution<'a>(&self, roster: &Roster, coherence: impl Iterator<Item = (Address, &'a [usize])>) -> Execution {
        let mut by_name: Vec<usize> = (0..self.threads.len()).collect();
        by_name.sort_by_key(|&thread| roster.name(self.threads[thread].id));
        let mut position = vec![0; by_name.len()];
        let mut threads = Vec::with_capacity(by_name.len());
        for (index, &thread) in by_name.iter().enumerate() {
            position[thread] = index;
            let Thread { id, spawn, end, .. } = self.threads[thread];
            threads.push(ThreadTrace { name: roster.name(id).clone(), id, spawn, steps: Vec::new(), end });
        }
        let mut names: Vec<StepName> = Vec::with_capacity(self.events.len());
        for event in &self.events {
            let steps = &mut threads[position[event.thread]].steps;
            let source = |from: Option<usize>| from.map_or(Source::Init, |write| Source::Step(names[write]));
            let step = match event.kind {
                EventKind::Read { at, mode, value, from } => Step::Read { at, mode, value, from: source(from) },
                EventKind::Write { at, mode, value } => Step::Write { at, mode, value },
                EventKind::Update { at, mode, read, from, written } => {
                    Step::Update { at, mode, read, from: source(from), written }
                }
                EventKind::Fence(mode) => Step::Fence(mode),
                EventKind::Allocate { block, size } => Step::Allocate { block, size },
                EventKind::Free { block } => Step::Free { block },
                EventKind::Spawn { child } => Step::Spawn { child: position[child] },
                EventKind::Choose { way } => Step::Choose { way },
                EventKind::Join { child, value } => Step::Join { child: position[child], value },
            };
            names.push(StepName { thread: position[event.thread], index: steps.len() });
            steps.push(step);
        }
        let coherence =
            coherence.map(|(address, order)| (address, order.iter().map(|&write| names[write]).collect())).collect();
        Execution { threads, coherence }
    }
}
