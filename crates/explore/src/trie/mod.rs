//! The path trie: each local path of a thread is interpreted once.
//!
//! A thread's behaviour is a function of the answers it has been given. So the states of all threads in all
//! executions form tries, one per way of starting a thread, with an edge per answer. A node holds the task
//! that follows; a [`Cursor`] is the number of a node. Going one step further in a known direction is a
//! lookup; the program's interpreter only runs where no execution has been before (engine.md §5.3).
//!
//! Where different answers lead a thread to the same state, and its
//! [`fingerprint`](selvedge_core::Hints::fingerprint) lets us notice, the paths meet: in one node where the
//! thread is to be answered, and after it where it is not, because tasks may differ.
//!
//! A node whose task is answered with a value keeps a snapshot of the thread, so that a new answer can be
//! tried at any time; where there is only one way on, the snapshot moves along. When the trie outgrows its
//! budget, [`Trie::evict`] forgets every node that no event refers to, and the way to it is interpreted again
//! if it is ever needed.

mod action;
mod edges;
mod evict;
mod merge;
mod node;
mod predict;
mod threads;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use selvedge_core::graph::Manner;
use selvedge_core::hash::WordHash;
use selvedge_core::{
    Access, Answer, BlockReason, Cursor, Generation, Graph, Prediction, Program, ThreadId, Value, ViolationKind,
};

use node::{Node, Rest};
use threads::Known;

pub(crate) use action::{ResolvedAction, StepKind, extent};

/// The tries of all threads.
pub(crate) struct Trie<P: Program> {
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
    /// Writes that were predicted, by where they lead and what they write.
    predicted: HashMap<(Cursor, Value), Cursor, WordHash>,
    /// Where ways on from reads lead that were predicted, by the number of the way.
    gone: HashMap<(Cursor, u32), Cursor, WordHash>,
    /// Reads that are followed by what is predicted, by what they have in common.
    patterns: HashMap<u64, Cursor, WordHash>,
    /// Pairs of nodes, and whether their threads go on in the same way.
    compared: RefCell<HashMap<(Cursor, Cursor), bool>>,
    /// Whether any thread was stopped in a loop, or did what others do as well.
    has_cuts: bool,
    has_redundant_steps: bool,
    takes_back: bool,
}

impl<P: Program> Trie<P> {
    /// Bytes of a node, without the thread.
    const NODE: usize = size_of::<Node>() + size_of::<Rest<P::Thread>>();

    /// Empty tries for the initial threads.
    pub(crate) fn new(initial: usize, budget: usize, plain: Manner) -> Trie<P> {
        Trie {
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
            predicted: HashMap::default(),
            gone: HashMap::default(),
            patterns: HashMap::default(),
            compared: RefCell::default(),
            has_cuts: false,
            has_redundant_steps: false,
            takes_back: false,
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
    pub(crate) fn task(&self, at: Cursor) -> ResolvedAction {
        self.node(at).task
    }

    /// What that is to the schedule.
    #[inline]
    pub(crate) fn step(&self, at: Cursor) -> StepKind {
        self.node(at).step
    }

    /// Whether a thread that stands there waits; see [`ResolvedAction::waits`].
    #[inline]
    pub(crate) fn waits(&self, at: Cursor) -> bool {
        self.step(at) == StepKind::Blocks && self.task(at).waits()
    }

    /// How many steps were really interpreted.
    pub(crate) fn interpreted(&self) -> u64 {
        self.interpreted
    }

    /// Whether some thread was ever stopped in a loop after so many rounds. Mostly none is, and nobody need
    /// look for it.
    #[inline]
    pub(crate) fn has_cuts(&self) -> bool {
        self.has_cuts
    }

    /// Whether some thread ever came to a step that need not be looked at.
    #[inline]
    pub(crate) fn has_redundant_steps(&self) -> bool {
        self.has_redundant_steps
    }

    /// Whether some thread ever stood where it would take back what it has added.
    #[inline]
    pub(crate) fn takes_back(&self) -> bool {
        self.takes_back
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
    pub(crate) fn task_at(&self, at: Cursor) -> Option<ResolvedAction> {
        (at != Cursor::NONE).then(|| self.task(at))
    }

    /// Two accesses that overlap, of which one has to be cut.
    pub(crate) fn overlap(&self, index: u32) -> (Access, Access) {
        self.overlaps[index as usize]
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
        let predicted = match (self.task(at), &self.rest(at).state) {
            (ResolvedAction::Read { .. }, Some(state)) => program.predict(state, value),
            _ => None,
        };
        let known = match predicted {
            Some(Prediction::Writes(written)) => self.write_as_before(program, graph, at, value, written),
            Some(Prediction::Goes { way, same }) => self.go_as_before(program, at, value, way, same),
            None => None,
        };
        if let Some(next) = known {
            self.add_way(at, value, next);
            return next;
        }
        let (task, rest) = (self.task(at), self.rest(at));
        let spawned = rest.spawned + u32::from(matches!(task, ResolvedAction::Spawn(_)));
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
        if let Some(Prediction::Goes { way, .. }) = predicted {
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

    fn keep(&mut self, node: Node, rest: Rest<P::Thread>) -> Cursor {
        self.bytes += Self::NODE;
        let generation = self.generation;
        let rest = Rest { generation, ..rest };
        match node.task {
            ResolvedAction::Block(BlockReason::Unroll(_)) => self.has_cuts = true,
            ResolvedAction::Block(BlockReason::Redundant(_)) => self.has_redundant_steps = true,
            ResolvedAction::Block(BlockReason::TakesBack(_)) => self.takes_back = true,
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
            | ResolvedAction::Exit(_) => {}
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

    /// The state of a thread that has ended, or goes no further, at the end of an event from `before` to
    /// `after`.
    pub(crate) fn final_state(&self, before: Cursor, after: Cursor) -> Option<&P::Thread> {
        let at = if after == Cursor::NONE { before } else { after };
        self.rest(at).state.as_deref()
    }

    /// Bytes in use, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}
