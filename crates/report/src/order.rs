//! In which order to tell the steps of an execution.
//!
//! A step must come after its predecessor in the thread, after the step it reads from, after its thread's
//! creation and, for a join, after the joined thread's end. Among the orders that respect this we prefer one
//! that could have happened: a write also waits for its coherence predecessor and for that one's readers. If
//! the execution is sequentially consistent, the greedy choice below always finds such an interleaving,
//! because an acyclic relation never leaves it without a candidate. If it is not, some write is told too
//! early, and the reader can be told so.

use std::collections::HashMap;

use selvedge_core::execution::Source;
use selvedge_core::{Address, Execution, Step, StepName};

/// The steps of an execution in an order to tell them.
pub(crate) struct Order {
    pub(crate) steps: Vec<StepName>,
    /// Whether running the steps in this order on a memory without surprises gives the same execution.
    pub(crate) interleaving: bool,
}

pub(crate) fn order(execution: &Execution) -> Order {
    let mut planner = Planner::new(execution);
    let total = execution.threads.iter().map(|thread| thread.steps.len()).sum();
    let mut order = Order { steps: Vec::with_capacity(total), interleaving: true };
    let mut current = 0;
    while order.steps.len() < total {
        // Staying with the current thread keeps the number of switches, and thus the reader's effort, small.
        let threads = || (0..execution.threads.len()).map(|offset| (current + offset) % execution.threads.len());
        let next = threads().find(|&thread| planner.is_ready(thread) && planner.is_natural(thread)).or_else(|| {
            order.interleaving = false;
            // The last resort serves models in which causality may be cyclic.
            threads().find(|&thread| planner.is_ready(thread)).or_else(|| threads().find(|&t| planner.has_more(t)))
        });
        current = next.expect("invariant: some thread has a step left");
        order.steps.push(planner.take(current));
    }
    order
}

struct Planner<'a> {
    execution: &'a Execution,
    /// For each thread, how many of its steps were told.
    told: Vec<usize>,
    /// For each thread, the step that creates it.
    creator: Vec<Option<StepName>>,
    /// For each write, the coherence predecessor.
    before: HashMap<StepName, Source>,
    /// For each write (an initial value is named by its address), the steps that read from it.
    readers: HashMap<(Address, Source), Vec<StepName>>,
}

impl<'a> Planner<'a> {
    fn new(execution: &'a Execution) -> Planner<'a> {
        let mut planner = Planner {
            execution,
            told: vec![0; execution.threads.len()],
            creator: vec![None; execution.threads.len()],
            before: HashMap::new(),
            readers: HashMap::new(),
        };
        for (thread, trace) in execution.threads.iter().enumerate() {
            for (index, step) in trace.steps.iter().enumerate() {
                let name = StepName { thread, index };
                if let Step::Spawn { child } = step {
                    planner.creator[*child] = Some(name);
                }
                if let (Some(at), Some(from)) = (step.access(), step.source()) {
                    planner.readers.entry((at.address, from)).or_default().push(name);
                }
            }
        }
        for writes in execution.coherence.values() {
            let sources = std::iter::once(Source::Init).chain(writes.iter().map(|&name| Source::Step(name)));
            planner.before.extend(writes.iter().copied().zip(sources));
        }
        planner
    }

    fn has_more(&self, thread: usize) -> bool {
        self.told[thread] < self.execution.threads[thread].steps.len()
    }

    fn was_told(&self, name: StepName) -> bool {
        name.index < self.told[name.thread]
    }

    fn take(&mut self, thread: usize) -> StepName {
        let name = StepName { thread, index: self.told[thread] };
        self.told[thread] += 1;
        name
    }

    fn source_was_told(&self, source: Source) -> bool {
        match source {
            Source::Init => true,
            Source::Step(name) => self.was_told(name),
        }
    }

    /// Whether everything that caused the thread's next step was told.
    fn is_ready(&self, thread: usize) -> bool {
        let Some(step) = self.execution.threads[thread].steps.get(self.told[thread]) else { return false };
        self.creator[thread].is_none_or(|creator| self.was_told(creator))
            && step.source().is_none_or(|source| self.source_was_told(source))
            && match step {
                Step::Join { child, .. } => !self.has_more(*child),
                Step::Read { .. }
                | Step::Write { .. }
                | Step::Update { .. }
                | Step::Fence(_)
                | Step::Allocate { .. }
                | Step::Free { .. }
                | Step::Choose { .. }
                | Step::Spawn { .. } => true,
            }
    }

    /// Whether telling the thread's next step now hides nothing from a step that is still to be told.
    fn is_natural(&self, thread: usize) -> bool {
        let name = StepName { thread, index: self.told[thread] };
        let (Some(at), Some(&before)) = (self.execution.step(name).access(), self.before.get(&name)) else {
            return true;
        };
        let readers = self.readers.get(&(at.address, before)).map_or(&[][..], Vec::as_slice);
        self.source_was_told(before) && readers.iter().all(|&reader| reader == name || self.was_told(reader))
    }
}
