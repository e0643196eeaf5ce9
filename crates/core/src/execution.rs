//! One execution, written down: what happened in each thread, who read from whom, in which order writes took
//! effect.
//!
//! An [`Execution`] does not depend on the order in which a search added its events, nor on how a graph
//! splits an atomic update into two events. Two executions are the same iff these values are equal, so a set
//! of them is what the oracle and the search are compared by, and a report needs nothing else to draw one.

use std::collections::BTreeMap;
use std::fmt;

use crate::action::{Access, BlockReason};
use crate::ids::ThreadId;
use crate::ordering::Mode;
use crate::program::{Answer, Spawn};
use crate::value::{Address, Block, Value};

/// The name of a thread: `[k]` is the k-th initial thread, `[k, j]` its j-th child, and so on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadName(pub Vec<u32>);

/// A step of an execution, by position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StepName {
    /// Index into [`Execution::threads`].
    pub thread: usize,
    /// Index into [`ThreadTrace::steps`].
    pub index: usize,
}

/// Where a read got its value from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// The initial value.
    Init,
    /// A write, or the writing half of an update.
    Step(StepName),
}

/// One action and its effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A load, or a compare-exchange that failed.
    Read {
        /// The location.
        at: Access,
        /// The ordering.
        mode: Mode,
        /// The value read.
        value: Value,
        /// Where it came from.
        from: Source,
    },
    /// A store.
    Write {
        /// The location.
        at: Access,
        /// The ordering.
        mode: Mode,
        /// The value written.
        value: Value,
    },
    /// A read-modify-write, or a compare-exchange that succeeded.
    Update {
        /// The location.
        at: Access,
        /// The ordering.
        mode: Mode,
        /// The old value.
        read: Value,
        /// Where it came from.
        from: Source,
        /// The new value.
        written: Value,
    },
    /// A fence.
    Fence(Mode),
    /// A block of memory comes into being.
    Allocate {
        /// The block.
        block: Block,
        /// Its size in bytes.
        size: u64,
    },
    /// A block of memory goes.
    Free {
        /// The block.
        block: Block,
    },
    /// The start of another thread.
    Spawn {
        /// Index of that thread in [`Execution::threads`].
        child: usize,
    },
    /// One of several ways was taken.
    Choose {
        /// Which, from 0.
        way: Value,
    },
    /// The wait for another thread's end.
    Join {
        /// Index of that thread in [`Execution::threads`].
        child: usize,
        /// The value it finished with.
        value: Value,
    },
}

/// How far a thread got.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// It ended with this value.
    Finished(Value),
    /// It goes no further.
    Blocked(BlockReason),
    /// It waits for a thread that has not ended.
    Joining,
    /// It failed.
    Failed,
    /// It had more to do when the picture was taken.
    Running,
}

/// One thread of an execution.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadTrace {
    /// The thread.
    pub name: ThreadName,
    /// Its id in the search that produced the execution. Ids of spawned threads are handed out as threads are
    /// met, so two searches may number them differently: see [`Execution::renumbered`].
    pub id: ThreadId,
    /// How it was started.
    pub spawn: Spawn,
    /// What it did.
    pub steps: Vec<Step>,
    /// How far it got.
    pub end: End,
}

/// One execution.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Execution {
    /// The threads, ordered by name.
    pub threads: Vec<ThreadTrace>,
    /// For each location that is written, its writes in coherence order.
    pub coherence: BTreeMap<Address, Vec<StepName>>,
}

impl Step {
    /// The location the step accesses.
    pub fn access(&self) -> Option<Access> {
        match self {
            Step::Read { at, .. } | Step::Write { at, .. } | Step::Update { at, .. } => Some(*at),
            Step::Fence(_)
            | Step::Allocate { .. }
            | Step::Free { .. }
            | Step::Spawn { .. }
            | Step::Choose { .. }
            | Step::Join { .. } => None,
        }
    }

    /// The value the step writes.
    pub fn written(&self) -> Option<Value> {
        match self {
            Step::Write { value, .. } | Step::Update { written: value, .. } => Some(*value),
            Step::Read { .. }
            | Step::Fence(_)
            | Step::Allocate { .. }
            | Step::Free { .. }
            | Step::Spawn { .. }
            | Step::Choose { .. }
            | Step::Join { .. } => None,
        }
    }

    /// Where the step reads from.
    pub fn source(&self) -> Option<Source> {
        match self {
            Step::Read { from, .. } | Step::Update { from, .. } => Some(*from),
            Step::Write { .. }
            | Step::Fence(_)
            | Step::Allocate { .. }
            | Step::Free { .. }
            | Step::Spawn { .. }
            | Step::Choose { .. }
            | Step::Join { .. } => None,
        }
    }
}

impl Execution {
    /// The step of that name.
    pub fn step(&self, name: StepName) -> &Step {
        &self.threads[name.thread].steps[name.index]
    }

    /// What a location holds in the end, if anything was written there.
    pub fn final_value(&self, address: Address) -> Option<Value> {
        let last = self.coherence.get(&address)?.last()?;
        self.step(*last).written()
    }

    /// The same execution with the threads numbered by name, to compare executions from different searches.
    pub fn renumbered(mut self) -> Execution {
        for (number, thread) in self.threads.iter_mut().enumerate() {
            thread.id = ThreadId(number as u32);
        }
        self
    }

    /// Whether every thread ended.
    pub fn is_complete(&self) -> bool {
        self.threads.iter().all(|thread| matches!(thread.end, End::Finished(_)))
    }

    /// What the thread was told after this step.
    pub fn answer(&self, step: &Step) -> Answer {
        match step {
            Step::Write { .. } | Step::Fence(_) | Step::Allocate { .. } | Step::Free { .. } => Answer::None,
            Step::Read { value, .. }
            | Step::Update { read: value, .. }
            | Step::Choose { way: value }
            | Step::Join { value, .. } => Answer::Value(*value),
            Step::Spawn { child } => Answer::Value(Value(u64::from(self.threads[*child].id.0))),
        }
    }
}

impl fmt::Display for ThreadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.0.iter().enumerate() {
            write!(f, "{}{part}", if i == 0 { "" } else { "." })?;
        }
        Ok(())
    }
}
