//! Writing a graph down as an execution.

use std::collections::{BTreeMap, HashMap};

use selvedge_core::execution::{End, Source, ThreadTrace};
use selvedge_core::{
    Access, Address, Block, BlockReason, Cursor, Event, EventId, EventKind, Execution, Graph, Mode, Program, Step,
    StepName, ThreadId, ThreadName,
};

use crate::trie::{ResolvedAction, Trie};

/// The execution that a graph, complete or not, represents.
pub(crate) fn record<P: Program>(graph: &Graph, trie: &Trie<P>) -> Execution {
    Recorder::new(graph, trie).execution()
}

/// The name of the step that an event belongs to, if it belongs to one.
pub(crate) fn step_name<P: Program>(graph: &Graph, trie: &Trie<P>, event: EventId) -> Option<StepName> {
    Recorder::new(graph, trie).steps.get(&event).copied()
}

struct Recorder<'a, P: Program> {
    graph: &'a Graph,
    trie: &'a Trie<P>,
    /// The started threads, ordered by name.
    threads: Vec<(ThreadName, ThreadId)>,
    steps: HashMap<EventId, StepName>,
}

impl<'a, P: Program> Recorder<'a, P> {
    fn new(graph: &'a Graph, trie: &'a Trie<P>) -> Recorder<'a, P> {
        let started = graph.thread_ids().filter(|&id| graph.last(id).is_some());
        let mut threads: Vec<(ThreadName, ThreadId)> = started.map(|id| (name(trie, id), id)).collect();
        threads.sort();
        let mut steps = HashMap::new();
        for (thread, (_, id)) in threads.iter().enumerate() {
            let mut index = 0;
            for &event in graph.thread(*id) {
                match graph[event].kind {
                    EventKind::Init | EventKind::Start | EventKind::Finish => {}
                    // Both halves of an update are one step.
                    EventKind::UpdateRead => _ = steps.insert(event, StepName { thread, index }),
                    EventKind::UpdateWrite
                    | EventKind::Read
                    | EventKind::Write
                    | EventKind::Fence
                    | EventKind::Allocate
                    | EventKind::Free
                    | EventKind::Create
                    | EventKind::Choose
                    | EventKind::Join => {
                        steps.insert(event, StepName { thread, index });
                        index += 1;
                    }
                }
            }
        }
        Recorder { graph, trie, threads, steps }
    }

    fn execution(&self) -> Execution {
        let threads = self.threads.iter().map(|(name, id)| self.thread(name.clone(), *id)).collect();
        let mut writes: BTreeMap<Address, Vec<EventId>> = BTreeMap::new();
        for loc in self.graph.locations() {
            let mut order: Vec<EventId> = self.graph.coherence(loc).collect();
            if let Some(known) = writes.get(&self.graph.address(loc)) {
                order = self.merge(known, &order);
            }
            if !order.is_empty() {
                writes.insert(self.graph.address(loc), order);
            }
        }
        let names = |order: Vec<EventId>| order.iter().map(|write| self.steps[write]).collect();
        let coherence = writes.into_iter().map(|(address, order)| (address, names(order))).collect();
        Execution { threads, coherence }
    }

    /// The writes to two locations that share bytes, in one order: those to the one and those to the other
    /// are ordered.
    fn merge(&self, first: &[EventId], second: &[EventId]) -> Vec<EventId> {
        let mut merged = first.to_vec();
        for &write in second {
            let later = |&other: &EventId| self.graph.causes(other).contains(&self.graph[write]);
            let after = merged.iter().rposition(|other| second.contains(other)).map_or(0, |last| last + 1);
            let place = merged[after..].iter().position(later).map_or(merged.len(), |at| after + at);
            merged.insert(place, write);
        }
        merged
    }

    fn thread(&self, name: ThreadName, id: ThreadId) -> ThreadTrace {
        let events = self.graph.thread(id);
        let steps = events.iter().filter_map(|&event| self.step(event)).collect();
        let start = self.graph[events[0]].after;
        ThreadTrace { name, id, spawn: self.trie.spawn_of(id, start), steps, end: self.end(id) }
    }

    fn step(&self, id: EventId) -> Option<Step> {
        let event = &self.graph[id];
        let Event { value, mode, before, .. } = *event;
        match event.kind {
            EventKind::Init | EventKind::Start | EventKind::Finish | EventKind::UpdateRead => None,
            EventKind::Read => Some(Step::Read { at: self.access(event), mode, value, from: self.source(id) }),
            EventKind::Write => Some(Step::Write { at: self.access(event), mode, value }),
            EventKind::UpdateWrite => {
                let read_id = self.graph.po_prev(id)?;
                let read = &self.graph[read_id];
                let mode = match self.trie.task(before) {
                    ResolvedAction::Update { ordering, .. } => ordering.into(),
                    ResolvedAction::CompareExchange { success, .. } => success.into(),
                    ResolvedAction::Read { .. }
                    | ResolvedAction::Write { .. }
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
                    | ResolvedAction::Exit(_) => {
                        unreachable!("invariant: an update comes from a task that reads and writes")
                    }
                };
                let (at, from) = (self.access(event), self.source(read_id));
                Some(Step::Update { at, mode, read: read.value, from, written: value })
            }
            EventKind::Fence => Some(Step::Fence(mode)),
            EventKind::Allocate => {
                let ResolvedAction::Allocate { block, size, .. } = self.trie.task(before) else {
                    unreachable!("invariant: an allocation comes from a task that allocates");
                };
                Some(Step::Allocate { block, size })
            }
            EventKind::Free => Some(Step::Free { block: Block(value.0) }),
            EventKind::Create => Some(Step::Spawn { child: self.thread_index(ThreadId(value.0 as u32)) }),
            EventKind::Choose => Some(Step::Choose { way: value }),
            EventKind::Join => {
                let child = self.thread_index(self.graph[event.from].thread);
                Some(Step::Join { child, value })
            }
        }
    }

    fn access(&self, event: &Event) -> Access {
        Access { address: self.graph.address(event.loc), width: self.trie.task(event.before).width() }
    }

    /// What a read reads from: of several writes of different sizes, the last.
    fn source(&self, read: EventId) -> Source {
        let write = self.graph.last_seen(read);
        if write.is_init() { Source::Init } else { Source::Step(self.steps[&write]) }
    }

    fn thread_index(&self, id: ThreadId) -> usize {
        let found = self.threads.iter().position(|(_, thread)| *thread == id);
        found.expect("invariant: a created or joined thread has been started")
    }

    fn end(&self, id: ThreadId) -> End {
        let Some(last) = self.graph.last(id) else { return End::Running };
        let Event { value, after, .. } = self.graph[last];
        if after == Cursor::NONE {
            return End::Finished(value);
        }
        match self.trie.task(after) {
            ResolvedAction::Block(reason) => End::Blocked(reason),
            ResolvedAction::Join(child) if self.has_nothing_left(child) => End::Running,
            ResolvedAction::Join(_) => End::Joining,
            // It is not blocked only if the run was not finished; then nobody asks.
            ResolvedAction::Read { leaves: Some(_), .. } => End::Blocked(BlockReason::Lock),
            ResolvedAction::Fail(_) => End::Failed,
            ResolvedAction::Finish(value) => End::Finished(value),
            ResolvedAction::Read { .. }
            | ResolvedAction::Write { .. }
            | ResolvedAction::Update { .. }
            | ResolvedAction::CompareExchange { .. }
            | ResolvedAction::Fence(_)
            | ResolvedAction::Allocate { .. }
            | ResolvedAction::Free(_)
            | ResolvedAction::Spawn(_)
            | ResolvedAction::Choose(_)
            | ResolvedAction::Unsupported(_)
            | ResolvedAction::Exceeds(_)
            | ResolvedAction::Overlap(_)
            | ResolvedAction::Exit(_) => End::Running,
        }
    }

    /// Whether a thread has ended, or will with its next step: which of the two is up to the schedule, and
    /// nobody shall see it.
    fn has_nothing_left(&self, thread: ThreadId) -> bool {
        let end = match self.graph.last(thread).map(|last| &self.graph[last]) {
            Some(&Event { kind: EventKind::Finish, before, .. }) => before,
            Some(&Event { after, .. }) => after,
            None => Cursor::NONE,
        };
        matches!(self.trie.task_at(end), Some(ResolvedAction::Finish(_)))
    }
}

/// The name of a thread.
pub(crate) fn name<P: Program>(trie: &Trie<P>, id: ThreadId) -> ThreadName {
    let mut parts = Vec::new();
    let mut thread = id;
    while let Some((parent, ordinal)) = trie.origin(thread) {
        parts.push(ordinal);
        thread = parent;
    }
    parts.push(thread.0);
    parts.reverse();
    ThreadName(parts)
}

/// How an event is called in messages.
pub(crate) fn describe(kind: EventKind, mode: Mode) -> String {
    let noun = match kind {
        EventKind::Read => "read",
        EventKind::UpdateRead | EventKind::UpdateWrite => "update",
        EventKind::Write => "write",
        EventKind::Init
        | EventKind::Start
        | EventKind::Fence
        | EventKind::Allocate
        | EventKind::Free
        | EventKind::Create
        | EventKind::Join
        | EventKind::Choose
        | EventKind::Finish => "step",
    };
    if mode == Mode::Plain { format!("a non-atomic {noun}") } else { format!("an atomic {noun}") }
}
