//! The path trie: each local path of a thread is interpreted once.
//!
//! A thread's behaviour is a function of the answers it has been given. So the states of all threads in all executions
//! form tries, one per way of starting a thread, with an edge per answer. A node holds the task that follows; a
//! [`Cursor`] is the number of a node. Going one step further in a known direction is a lookup; the program's
//! interpreter only runs where no execution has been before (engine.md §5.3).
//!
//! Where different answers lead a thread to the same state, and its [`fingerprint`](Program::fingerprint) lets us notice, the
//! paths meet: in one node where the thread is to be answered, and after it where it is not, because tasks may differ.
//!
//! A node whose task is answered with a value keeps a snapshot of the thread, so that a new answer can be tried at any
//! time; where there is only one way on, the snapshot moves along. When the trie outgrows its budget, [`Paths::evict`]
//! forgets every node that no event refers to, and the way to it is interpreted again if it is ever needed.

mod evict;
mod foretold;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;
use std::sync::Arc;

use selvedge_core::graph::Manner;
use selvedge_core::hash::WordHash;
use selvedge_core::{
    Access, Action, Answer, Block, BlockReason, Content, Cursor, Foretold, Generation, Graph, Limit, LocId, Mode,
    Program, RmwOp, RmwOrdering, Spawn, ThreadId, ThreadName, Value, ViolationKind, Width,
};

use crate::ways::Ways;

/// An action with its location resolved, small enough to copy.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Task {
    Read {
        loc: LocId,
        width: Width,
        mode: Mode,
        /// If the thread leaves a barrier, the count it waits for.
        leaves: Option<Value>,
        /// Whether it may read what was never written.
        copies: bool,
    },
    Write {
        loc: LocId,
        width: Width,
        mode: Mode,
        value: Value,
    },
    Update {
        loc: LocId,
        width: Width,
        ordering: RmwOrdering,
        op: RmwOp,
        operand: Value,
        /// The value that keeps it from writing, if there is one.
        unless: Option<Value>,
        /// If the thread arrives at a barrier, how many meet there.
        arrives: Option<NonZeroU32>,
    },
    CompareExchange {
        loc: LocId,
        width: Width,
        expected: Value,
        desired: Value,
        success: RmwOrdering,
        failure: Mode,
    },
    Fence(Mode),
    Allocate {
        block: Block,
        size: u64,
        content: Content,
    },
    Free(Block),
    Spawn(Spawn),
    Join(ThreadId),
    Choose(u32),
    Block(BlockReason),
    /// Index into the failures.
    Fail(u32),
    /// Index into what is not supported.
    Unsupported(u32),
    Exceeds(Limit),
    /// Index into pairs of accesses that overlap, of which one has to be cut.
    Overlap(u32),
    Finish(Value),
    Exit(Value),
}

impl Task {
    /// Whether the task starts with a read.
    #[inline]
    pub(crate) fn is_read(self) -> bool {
        matches!(self, Task::Read { .. } | Task::Update { .. } | Task::CompareExchange { .. })
    }

    /// The location that it reads, and with which ordering if it does no more than that.
    #[inline]
    pub(crate) fn first_read(self) -> (LocId, Mode) {
        match self {
            Task::Read { loc, mode, .. } => (loc, mode),
            Task::CompareExchange { loc, failure, .. } => (loc, failure),
            Task::Update { loc, ordering, .. } => (loc, ordering.read().into()),
            _ => unreachable!("invariant: the task begins with a read"),
        }
    }

    /// What it is to the schedule.
    fn step(self) -> Step {
        match self {
            Task::Block(_) => Step::Blocks,
            Task::Finish(_) | Task::Exit(_) => Step::Ends,
            Task::Fail(_) | Task::Join(_) => Step::Depends,
            Task::Read { leaves: Some(_), .. } | Task::Update { arrives: Some(_), .. } => Step::Depends,
            _ if self.is_read() => Step::Reads,
            _ => Step::Goes,
        }
    }

    /// Whether the thread waits: nothing can follow that could not follow if it had not come here. A thread that is not
    /// allowed to go on does not wait, and the execution may be complete all the same.
    fn waits(self) -> bool {
        matches!(self, Task::Block(reason) if !matches!(reason, BlockReason::Unroll(_)))
    }

    /// Whether the task writes something if this is what it reads.
    #[inline]
    pub(crate) fn writes_after_reading(self, value: Value) -> bool {
        match self {
            Task::CompareExchange { expected, .. } => value == expected,
            Task::Update { unless, .. } => unless != Some(value),
            _ => false,
        }
    }

    /// Whether the thread is answered with a value, so that there is more than one way on.
    fn returns_value(self) -> bool {
        self.is_read() || matches!(self, Task::Spawn(_) | Task::Join(_) | Task::Choose(_))
    }

    /// The size of the access.
    pub(crate) fn width(self) -> Width {
        match self {
            Task::Read { width, .. }
            | Task::Write { width, .. }
            | Task::Update { width, .. }
            | Task::CompareExchange { width, .. } => width,
            Task::Fence(_)
            | Task::Allocate { .. }
            | Task::Free(_)
            | Task::Spawn(_)
            | Task::Join(_)
            | Task::Choose(_)
            | Task::Block(_)
            | Task::Fail(_)
            | Task::Unsupported(_)
            | Task::Exceeds(_)
            | Task::Overlap(_)
            | Task::Finish(_)
            | Task::Exit(_) => unreachable!("invariant: only accesses have a width"),
        }
    }
}

/// What a task is to the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A read.
    Reads,
    /// Something else that can be done at any time.
    Goes,
    /// The end of the thread, at any time.
    Ends,
    /// Nothing.
    Blocks,
    /// It depends on what others have done.
    Depends,
}

/// What every step of an execution looks at. It fits into a line of the processor's cache.
#[repr(align(64))]
struct Node {
    task: Task,
    step: Step,
    /// The answer that was given last: what would happen is often asked just before it does. 0 for a task without answer.
    recent: Value,
    /// The way on from there, or [`Cursor::NONE`] if there is none yet.
    next: Cursor,
}

const _: () = assert!(cfg!(debug_assertions) || size_of::<Node>() == 64);

impl Node {
    /// The way on that was taken last.
    #[inline]
    fn way(&self) -> Option<(Value, Cursor)> {
        (self.next != Cursor::NONE).then_some((self.recent, self.next))
    }

    #[inline]
    fn set_way(&mut self, (answer, next): (Value, Cursor)) {
        self.recent = answer;
        self.next = next;
    }
}

/// The rest of a node.
struct Rest<T> {
    /// When it was made.
    generation: Generation,
    /// How many threads were spawned on the way here.
    spawned: u32,
    /// How much memory the thread takes.
    weight: u32,
    /// All ways on, if there are several.
    ways: Ways,
    /// The thread just after it was resumed here. Kept where it may be needed again.
    state: Option<Box<T>>,
    /// A way on, if only the value that is written next depends on the answer.
    pattern: Option<Cursor>,
}

impl<T> Rest<T> {
    /// That of a node that no thread has stood at.
    fn new(spawned: u32) -> Rest<T> {
        Rest { generation: Generation::FIRST, spawned, weight: 0, ways: Ways::default(), state: None, pattern: None }
    }
}

/// A thread that has been met.
struct Known {
    /// Its parent, and which of the parent's children it is.
    origin: Option<(ThreadId, u32)>,
    /// The tries it has been started on. Mostly one.
    roots: Vec<(Spawn, Cursor)>,
}

/// The tries of all threads.
pub(crate) struct Paths<P: Program> {
    nodes: Vec<Node>,
    rest: Vec<Rest<P::Thread>>,
    /// The places of nodes that were forgotten.
    free: Vec<u32>,
    /// How often that has happened.
    generation: Generation,
    threads: Vec<Known>,
    children: HashMap<(ThreadId, u32), ThreadId>,
    failures: Vec<(ViolationKind, Arc<str>)>,
    unsupported: Vec<Arc<str>>,
    overlaps: Vec<(Access, Access)>,
    /// How plain accesses of different sizes are treated.
    plain: Manner,
    /// How many bytes of nodes and threads there may be, and how many there are.
    budget: usize,
    bytes: usize,
    interpreted: u64,
    /// Nodes whose states may be met again on other paths.
    states: HashMap<u64, Cursor, WordHash>,
    /// Writes that were foretold, by where they lead and what they write.
    foretold: HashMap<(Cursor, Value), Cursor, WordHash>,
    /// Where ways on from reads lead that were foretold, by the number of the way.
    gone: HashMap<(Cursor, u32), Cursor, WordHash>,
    /// Reads that are followed by what is foretold, by what they have in common.
    patterns: HashMap<u64, Cursor, WordHash>,
    /// Pairs of nodes, and whether their threads go on in the same way.
    compared: RefCell<HashMap<(Cursor, Cursor), bool>>,
    /// Whether any thread was stopped in a loop, or did what others do as well.
    has_cuts: bool,
    has_redundant_steps: bool,
}

impl<P: Program> Paths<P> {
    /// Bytes of a node, without the thread.
    const NODE: usize = size_of::<Node>() + size_of::<Rest<P::Thread>>();

    /// Empty tries for the initial threads.
    pub(crate) fn new(initial: usize, budget: usize, plain: Manner) -> Paths<P> {
        Paths {
            nodes: Vec::new(),
            rest: Vec::new(),
            free: Vec::new(),
            generation: Generation::FIRST,
            threads: (0..initial).map(|_| Known { origin: None, roots: Vec::new() }).collect(),
            children: HashMap::new(),
            failures: Vec::new(),
            unsupported: Vec::new(),
            overlaps: Vec::new(),
            plain,
            budget,
            bytes: 0,
            interpreted: 0,
            states: HashMap::default(),
            foretold: HashMap::default(),
            gone: HashMap::default(),
            patterns: HashMap::default(),
            compared: RefCell::default(),
            has_cuts: false,
            has_redundant_steps: false,
        }
    }

    /// The place of a node, which must not have been forgotten since.
    #[inline]
    fn place(&self, at: Cursor) -> usize {
        debug_assert_eq!(self.rest[at.place()].generation, at.generation(), "the node has been forgotten");
        at.place()
    }

    #[inline]
    fn node(&self, at: Cursor) -> &Node {
        &self.nodes[self.place(at)]
    }

    #[inline]
    fn node_mut(&mut self, at: Cursor) -> &mut Node {
        let place = self.place(at);
        &mut self.nodes[place]
    }

    #[inline]
    fn rest(&self, at: Cursor) -> &Rest<P::Thread> {
        &self.rest[self.place(at)]
    }

    #[inline]
    fn rest_mut(&mut self, at: Cursor) -> &mut Rest<P::Thread> {
        let place = self.place(at);
        &mut self.rest[place]
    }

    /// What the thread does next.
    #[inline]
    pub(crate) fn task(&self, at: Cursor) -> Task {
        self.node(at).task
    }

    /// What that is to the schedule.
    #[inline]
    pub(crate) fn step(&self, at: Cursor) -> Step {
        self.node(at).step
    }

    /// Whether a thread that stands there waits; see [`Task::waits`].
    #[inline]
    pub(crate) fn waits(&self, at: Cursor) -> bool {
        self.step(at) == Step::Blocks && self.task(at).waits()
    }

    /// How many steps were really interpreted.
    pub(crate) fn interpreted(&self) -> u64 {
        self.interpreted
    }

    /// Whether some thread was ever stopped in a loop after so many rounds. Mostly none is, and nobody need look for it.
    #[inline]
    pub(crate) fn has_cuts(&self) -> bool {
        self.has_cuts
    }

    /// Whether some thread ever came to a step that need not be looked at.
    #[inline]
    pub(crate) fn has_redundant_steps(&self) -> bool {
        self.has_redundant_steps
    }

    /// A failure that a thread ran into.
    pub(crate) fn failure(&self, index: u32) -> (ViolationKind, Arc<str>) {
        self.failures[index as usize].clone()
    }

    /// Whether some thread fails somewhere.
    pub(crate) fn has_failures(&self) -> bool {
        !self.failures.is_empty()
    }

    /// Something that a thread does and the frontend does not model.
    pub(crate) fn unsupported(&self, index: u32) -> &str {
        &self.unsupported[index as usize]
    }

    /// What the thread does next, if it has not ended.
    pub(crate) fn task_at(&self, at: Cursor) -> Option<Task> {
        (at != Cursor::NONE).then(|| self.task(at))
    }

    /// Two accesses that overlap, of which one has to be cut.
    pub(crate) fn overlap(&self, index: u32) -> (Access, Access) {
        self.overlaps[index as usize]
    }

    /// The parent of a thread and which of its children the thread is.
    pub(crate) fn origin(&self, thread: ThreadId) -> Option<(ThreadId, u32)> {
        self.threads[thread.0 as usize].origin
    }

    /// How a thread standing on this path was started.
    pub(crate) fn spawn_of(&self, thread: ThreadId, start: Cursor) -> Spawn {
        let known = &self.threads[thread.0 as usize].roots;
        known.iter().find(|(_, root)| *root == start).expect("invariant: a thread starts at a root").0
    }

    /// The id of the thread that `parent` spawns when it stands at `at`. It depends on nothing but how many threads the
    /// parent has spawned before, so that the answer to a spawn is the same in every execution.
    pub(crate) fn child(&mut self, parent: ThreadId, at: Cursor) -> ThreadId {
        let ordinal = self.rest(at).spawned;
        *self.children.entry((parent, ordinal)).or_insert_with(|| {
            self.threads.push(Known { origin: Some((parent, ordinal)), roots: Vec::new() });
            ThreadId(self.threads.len() as u32 - 1)
        })
    }

    /// Gives threads their ids before they are met, because addresses depend on them.
    pub(crate) fn promise<'n>(
        &mut self,
        threads: impl Iterator<Item = (&'n ThreadName, ThreadId)>,
    ) -> Result<(), String> {
        let ids: BTreeMap<&[u32], ThreadId> = threads.map(|(name, id)| (name.0.as_slice(), id)).collect();
        let initial = self.threads.len();
        for (&name, &id) in &ids {
            let known = self.threads.len().max(id.0 as usize + 1);
            self.threads.resize_with(known, || Known { origin: None, roots: Vec::new() });
            match name {
                [number] if *number == id.0 && (*number as usize) < initial => {}
                [parents @ .., ordinal] if !parents.is_empty() && id.0 as usize >= initial => {
                    let &parent = ids.get(parents).ok_or("a thread has no parent")?;
                    self.children.insert((parent, *ordinal), id);
                    self.threads[id.0 as usize].origin = Some((parent, *ordinal));
                }
                _ => return Err("the program starts with other threads".to_owned()),
            }
        }
        Ok(())
    }

    /// How many threads have been met.
    #[inline]
    pub(crate) fn known_threads(&self) -> usize {
        self.threads.len()
    }

    /// The threads that are not there from the beginning, by id: who starts them, and which of its children they are.
    pub(crate) fn origins(&self) -> Vec<(ThreadId, u32)> {
        self.threads.iter().filter_map(|known| known.origin).collect()
    }

    /// Gives threads the ids that they had in another search of the same program.
    pub(crate) fn adopt(&mut self, origins: &[(ThreadId, u32)]) -> Result<(), String> {
        for &(parent, ordinal) in origins {
            let child = ThreadId(self.threads.len() as u32);
            if parent >= child || self.children.insert((parent, ordinal), child).is_some() {
                return Err("its threads do not fit".to_owned());
            }
            self.threads.push(Known { origin: Some((parent, ordinal)), roots: Vec::new() });
        }
        Ok(())
    }

    /// The id of the location that is accessed.
    pub(crate) fn locate(&self, program: &P, graph: &mut Graph, at: Access) -> LocId {
        let loc = graph.intern(extent::<P>(at), program.initial_value(at));
        if let Some((block, _)) = program.block(at.address) {
            graph.assign(loc, block);
        }
        loc
    }

    /// Adds where accesses lie. False if one of them would have to be cut.
    pub(crate) fn add_extents(
        &self,
        program: &P,
        graph: &mut Graph,
        locations: &[Access],
        occupied: &[(Access, Manner)],
    ) -> bool {
        let fit = occupied.iter().all(|&(at, manner)| graph.occupy(at, manner).is_none());
        for &at in locations {
            self.locate(program, graph, at);
        }
        fit
    }

    /// Where a thread stands when it has just been started.
    pub(crate) fn root(&mut self, program: &P, graph: &mut Graph, thread: ThreadId, spawn: Spawn) -> Cursor {
        let known = &self.threads[thread.0 as usize].roots;
        if let Some(&(_, root)) = known.iter().find(|(known, _)| *known == spawn) {
            return root;
        }
        let state = Box::new(program.start(thread, spawn));
        let root = self.interpret(program, graph, 0, state, Answer::None);
        self.threads[thread.0 as usize].roots.push((spawn, root));
        root
    }

    /// Where the thread stands after its task was answered with `value`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn answer(&mut self, program: &P, graph: &mut Graph, at: Cursor, value: Value) -> Cursor {
        let &Node { recent, next, .. } = self.node(at);
        match recent == value && next != Cursor::NONE {
            true => next,
            false => self.answer_anew(program, graph, at, value),
        }
    }

    /// The same, if the last answer was another one.
    fn answer_anew(&mut self, program: &P, graph: &mut Graph, at: Cursor, value: Value) -> Cursor {
        match self.rest(at).ways.find(value) {
            Some(next) => {
                self.node_mut(at).set_way((value, next));
                next
            }
            None => self.explore(program, graph, at, value),
        }
    }

    /// Adds a way on.
    fn add_way(&mut self, at: Cursor, answer: Value, next: Cursor) {
        let place = self.place(at);
        let (node, ways) = (&mut self.nodes[place], &mut self.rest[place].ways);
        let before = node.way();
        node.set_way((answer, next));
        if let Some((before, other)) = before {
            if ways.is_empty() {
                ways.insert(before, other);
            }
            ways.insert(answer, next);
        }
    }

    /// Where the thread stands after a task that is not answered.
    #[inline]
    pub(crate) fn proceed(&mut self, program: &P, graph: &mut Graph, at: Cursor) -> Cursor {
        self.answer(program, graph, at, Value(0))
    }

    /// Goes where no execution has been.
    #[cold]
    fn explore(&mut self, program: &P, graph: &mut Graph, at: Cursor, value: Value) -> Cursor {
        let foretold = match (self.task(at), &self.rest(at).state) {
            (Task::Read { .. }, Some(state)) => program.predict(state, value),
            _ => None,
        };
        let known = match foretold {
            Some(Foretold::Writes(written)) => self.write_as_before(program, graph, at, value, written),
            Some(Foretold::Goes { way, same }) => self.go_as_before(program, at, value, way, same),
            None => None,
        };
        if let Some(next) = known {
            self.add_way(at, value, next);
            return next;
        }
        let (task, rest) = (self.task(at), self.rest(at));
        let spawned = rest.spawned + u32::from(matches!(task, Task::Spawn(_)));
        let next = if task.returns_value() {
            let state = rest.state.clone().expect("invariant: a node with several ways on keeps its thread's state");
            self.interpret(program, graph, spawned, state, Answer::Value(value))
        } else {
            let state = self.take_state(at);
            match self.go_on_as_another(program, at, &state) {
                Some(next) => next,
                None => self.interpret(program, graph, spawned, state, Answer::None),
            }
        };
        if let Some(Foretold::Goes { way, .. }) = foretold {
            self.gone.insert((at, way), next);
        }
        self.add_way(at, value, next);
        next
    }

    /// Takes the thread away from a node with only one way on.
    fn take_state(&mut self, at: Cursor) -> Box<P::Thread> {
        let place = self.place(at);
        let Rest { weight, state, .. } = &mut self.rest[place];
        self.bytes -= std::mem::take(weight) as usize;
        state.take().expect("invariant: a node without ways on has its thread's state")
    }

    /// Where a node leads with the same state, but another task that is not answered either: what a thread does next does not
    /// depend on what it has just written. Of a state that is met for the second time, a copy is kept to compare with.
    fn go_on_as_another(&mut self, program: &P, at: Cursor, state: &P::Thread) -> Option<Cursor> {
        let fingerprint = program.fingerprint(state)?;
        let other = self.states.insert(fingerprint, at)?;
        let (rest, known) = (self.rest(at), self.rest(other));
        if !self.task(other).returns_value()
            && rest.spawned == known.spawned
            && known.state.as_deref() == Some(state)
            && let Some((_, next)) = self.node(other).way()
        {
            self.states.insert(fingerprint, other);
            return Some(next);
        }
        let weight = self.weight(program, state);
        let rest = self.rest_mut(at);
        (rest.state, rest.weight) = (Some(Box::new(state.clone())), weight);
        None
    }

    /// How much memory a thread takes, which counts from now on.
    fn weight(&mut self, program: &P, state: &P::Thread) -> u32 {
        let weight = u32::try_from(program.weight(state)).unwrap_or(u32::MAX);
        self.bytes += weight as usize;
        weight
    }

    fn interpret(
        &mut self,
        program: &P,
        graph: &mut Graph,
        spawned: u32,
        mut state: Box<P::Thread>,
        answer: Answer,
    ) -> Cursor {
        self.interpreted += 1;
        let action = program.resume(&mut state, answer);
        let task = self.resolve(program, graph, action);
        self.enter(program, task, spawned, state)
    }

    /// The node of a thread in this state, about to do this: a known one if it has come there before.
    fn enter(&mut self, program: &P, task: Task, spawned: u32, state: Box<P::Thread>) -> Cursor {
        let fingerprint = if task.returns_value() { program.fingerprint(&state) } else { None };
        if let Some(known) = fingerprint.and_then(|fingerprint| self.states.get(&fingerprint))
            && let Rest { spawned: also, state: Some(other), .. } = self.rest(*known)
            && (*also, other) == (spawned, &state)
        {
            return *known;
        }
        let weight = self.weight(program, &state);
        let node = Node { task, step: task.step(), recent: Value(0), next: Cursor::NONE };
        let at = self.keep(node, Rest { weight, state: Some(state), ..Rest::new(spawned) });
        if let Some(fingerprint) = fingerprint {
            self.states.insert(fingerprint, at);
        }
        at
    }

    fn keep(&mut self, node: Node, rest: Rest<P::Thread>) -> Cursor {
        self.bytes += Self::NODE;
        let generation = self.generation;
        let rest = Rest { generation, ..rest };
        match node.task {
            Task::Block(BlockReason::Unroll(_)) => self.has_cuts = true,
            Task::Block(BlockReason::Redundant(_)) => self.has_redundant_steps = true,
            _ => {}
        }
        match self.free.pop() {
            Some(place) => {
                self.nodes[place as usize] = node;
                self.rest[place as usize] = rest;
                Cursor::new(place, generation)
            }
            None => {
                self.nodes.push(node);
                self.rest.push(rest);
                Cursor::new(self.nodes.len() as u32 - 1, generation)
            }
        }
    }

    fn resolve(&mut self, program: &P, graph: &mut Graph, action: Action) -> Task {
        if P::BYTE_ADDRESSED
            && let Some((at, manner)) = accessed(&action, self.plain)
            && let Some(other) = graph.occupy(at, manner)
        {
            return Task::Overlap(number_of(&mut self.overlaps, (other, at)));
        }
        let mut locate = |at: Access| (self.locate(program, graph, at), at.width);
        match action {
            Action::Read { at, ordering } => {
                let (loc, width) = locate(at);
                Task::Read { loc, width, mode: ordering.into(), leaves: None, copies: false }
            }
            Action::Copy { at } => {
                let (loc, width) = locate(at);
                Task::Read { loc, width, mode: Mode::Plain, leaves: None, copies: true }
            }
            Action::Leave { at, count } => {
                let (loc, width) = locate(at);
                Task::Read { loc, width, mode: Mode::Acquire, leaves: Some(count), copies: false }
            }
            Action::Write { at, ordering, value } => {
                let (loc, width) = locate(at);
                Task::Write { loc, width, mode: ordering.into(), value }
            }
            Action::Rmw { at, ordering, op, operand } => {
                let (loc, width) = locate(at);
                Task::Update { loc, width, ordering, op, operand, unless: None, arrives: None }
            }
            Action::Arrive { at, threads } => {
                let (loc, width) = locate(at);
                let arrives = u32::try_from(threads.0).ok().and_then(NonZeroU32::new);
                let (ordering, op, operand) = (RmwOrdering::AcqRel, RmwOp::Add, Value(1));
                Task::Update { loc, width, ordering, op, operand, unless: None, arrives }
            }
            Action::UpdateUnless { at, ordering, op, operand, unless } => {
                let (loc, width) = locate(at);
                Task::Update { loc, width, ordering, op, operand, unless: Some(unless), arrives: None }
            }
            Action::CompareExchange { at, expected, desired, success, failure } => {
                let (loc, width) = locate(at);
                Task::CompareExchange { loc, width, expected, desired, success, failure: failure.into() }
            }
            Action::Fence(ordering) => Task::Fence(ordering.into()),
            Action::Allocate { block, size, content } => Task::Allocate { block, size, content },
            Action::Free(block) => Task::Free(block),
            Action::Spawn(spawn) => Task::Spawn(spawn),
            Action::Join(thread) => Task::Join(thread),
            Action::Choose(ways) => Task::Choose(ways),
            Action::Block(reason) => Task::Block(reason),
            Action::Fail { kind, message, .. } => Task::Fail(number_of(&mut self.failures, (kind, message))),
            Action::Unsupported(what) => Task::Unsupported(number_of(&mut self.unsupported, what)),
            Action::Exceeds(limit) => Task::Exceeds(limit),
            Action::Finish(value) => Task::Finish(value),
            Action::Exit(value) => Task::Exit(value),
        }
    }

    /// The state of a thread that has ended, or goes no further, at the end of an event from `before` to `after`.
    pub(crate) fn final_state(&self, before: Cursor, after: Cursor) -> Option<&P::Thread> {
        let at = if after == Cursor::NONE { before } else { after };
        self.rest(at).state.as_deref()
    }

    /// Whether two threads, both waiting for an answer, go on in the same way up to who they are.
    pub(crate) fn are_alike(&self, program: &P, one: Cursor, other: Cursor) -> bool {
        let states = || Some([self.rest(one).state.as_ref()?, self.rest(other).state.as_ref()?]);
        let compare = || states().is_some_and(|[one, other]| program.are_alike(one, other));
        *self.compared.borrow_mut().entry((one, other)).or_insert_with(compare)
    }

    /// Bytes in use, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The place of something in a list, to which it is added if it is not there yet: what a thread does may be interpreted again and
/// again.
fn number_of<T: PartialEq>(list: &mut Vec<T>, item: T) -> u32 {
    let known = list.iter().rposition(|known| *known == item);
    known.unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    }) as u32
}

/// What an action accesses, and how, if this is how plain accesses are treated.
fn accessed(action: &Action, plain: Manner) -> Option<(Access, Manner)> {
    let manner = |mode: Mode| if mode.is_atomic() { Manner::Atomic } else { plain };
    match action {
        Action::Read { at, ordering } => Some((*at, manner((*ordering).into()))),
        Action::Write { at, ordering, .. } => Some((*at, manner((*ordering).into()))),
        // Each piece has been written or not.
        Action::Copy { at } => Some((*at, Manner::Cut)),
        Action::Rmw { at, .. }
        | Action::UpdateUnless { at, .. }
        | Action::CompareExchange { at, .. }
        | Action::Arrive { at, .. }
        | Action::Leave { at, .. } => Some((*at, Manner::Atomic)),
        _ => None,
    }
}

/// The bytes of a location. If addresses do not count bytes, locations have no size, and one address each.
pub(crate) fn extent<P: Program>(at: Access) -> Access {
    if P::BYTE_ADDRESSED { at } else { Access { width: Width::W8, ..at } }
}
