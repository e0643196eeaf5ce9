//! Who is told what during a search.
//!
//! Observers are how everything outside the algorithm attaches to it: final conditions, counting states,
//! progress, the verifier and the undo check of the tests. Calls are resolved at compile time; a hook nobody
//! implements costs nothing.

use selvedge_core::{Access, Counts, Ending, Execution, Graph, Program, StepName, ThreadId, Value, ViolationKind};

use crate::estimate::Estimate;
use crate::record::record;
use crate::trie::{Trie, extent};

/// How a run of the program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// Every thread ended.
    Complete,
    /// Some thread can go no further.
    Blocked,
}

/// A violation that an observer sees in a finished execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is wrong.
    pub kind: ViolationKind,
    /// One sentence.
    pub message: String,
    /// The steps it is about.
    pub steps: Vec<StepName>,
    /// Whether to go on exploring. The first finding is reported either way.
    pub go_on: bool,
}

/// A finished run, to look at. Whatever explores executions can make one.
pub struct Finished<'a, P: Program> {
    program: &'a P,
    graph: &'a Graph,
    ran: &'a dyn Ran<P>,
    end: RunEnd,
}

/// What has run, beside its graph.
pub trait Ran<P: Program> {
    /// A thread as it is at the end, if it has been started.
    fn thread(&self, id: ThreadId) -> Option<&P::Thread>;

    /// The execution, written down.
    fn execution(&self) -> Execution;
}

/// A run of a search.
pub(crate) struct Searching<'a, P: Program> {
    pub(crate) graph: &'a Graph,
    pub(crate) trie: &'a Trie<P>,
}

impl<P: Program> Ran<P> for Searching<'_, P> {
    fn thread(&self, id: ThreadId) -> Option<&P::Thread> {
        let last = self.graph.last(id)?;
        self.trie.final_state(self.graph[last].before, self.graph[last].after)
    }

    fn execution(&self) -> Execution {
        record(self.graph, self.trie)
    }
}

/// Is told what happens in a search. Most hooks do nothing unless implemented.
pub trait Observer<P: Program>: Send {
    /// A run ended. A violation can be returned.
    fn finished(&mut self, run: &Finished<'_, P>) -> Option<Finding> {
        let _ = run;
        None
    }

    /// Whether it looks at graphs, or at threads. If not, a finished one may lack steps that can have no
    /// other outcome (`tail.rs`).
    fn looks_at_graphs(&self) -> bool {
        true
    }

    /// The search begins anew: whatever was finished will be finished again.
    fn started_again(&mut self);

    /// Called now and then, about every few thousand steps, with how much of the search lies behind: a number
    /// that never shrinks, and is a guess.
    fn tick(&mut self, counts: &Counts, fraction: f64) {
        let _ = (counts, fraction);
    }

    /// The graph has just changed, and the run goes on.
    fn stepped(&mut self, graph: &Graph) {
        let _ = graph;
    }

    /// A choice was made at this depth; the search will come back to this very graph.
    fn marked(&mut self, depth: usize, graph: &Graph) {
        let _ = (depth, graph);
    }

    /// An observer for a piece of the search, which another worker makes at the same time. Nothing if all
    /// must be seen by one, at least for now: then there is one worker. Whoever has said yes may not say no
    /// later.
    fn fork(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// A piece is over, and everything before it: adds what its observer has seen. An execution in which that
    /// one has found something that ends the search is seen again.
    fn merge(&mut self, piece: Self)
    where
        Self: Sized,
    {
        drop(piece);
    }

    /// The search has come back to the choice at this depth.
    fn restored(&mut self, depth: usize, graph: &Graph) {
        let _ = (depth, graph);
    }

    /// Whether it wants to know about how many executions there are, should the search take a while. To find
    /// out takes a fraction of a second. Only a whole check asks (`selvedge-check`).
    fn wants_estimate(&self) -> bool {
        false
    }

    /// Samples say how many there are.
    fn expect(&mut self, estimate: &Estimate) {
        let _ = estimate;
    }
}

/// Observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<P: Program> Observer<P> for Silent {
    fn looks_at_graphs(&self) -> bool {
        false
    }

    fn started_again(&mut self) {}

    fn fork(&self) -> Option<Silent> {
        Some(Silent)
    }
}

impl<'a, P: Program> Finished<'a, P> {
    /// A run of the program that ended with this graph, in this way.
    pub fn new(program: &'a P, graph: &'a Graph, end: RunEnd, ran: &'a dyn Ran<P>) -> Finished<'a, P> {
        Finished { program, graph, ran, end }
    }

    /// The program.
    pub fn program(&self) -> &P {
        self.program
    }

    /// How it ended.
    pub fn end(&self) -> RunEnd {
        self.end
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        self.graph
    }

    /// The execution, written down.
    pub fn execution(&self) -> Execution {
        self.ran.execution()
    }
}

impl<P: Program> Ending<P> for Finished<'_, P> {
    fn graph(&self) -> &Graph {
        self.graph
    }

    fn final_value(&self, at: Access) -> Value {
        match self.graph.location(extent::<P>(at)) {
            Some(loc) => self.graph.value_seen(self.program, loc, self.graph.co_last(loc)),
            None => self.program.initial_value(at),
        }
    }

    fn thread(&self, id: ThreadId) -> Option<&P::Thread> {
        self.ran.thread(id)
    }
}
