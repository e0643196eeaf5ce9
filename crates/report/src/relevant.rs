//! Which steps of an execution matter for a violation.
//!
//! We do not know which values a thread computes from which, so this errs on the side of showing: a step
//! matters if the violation or its explanation is about it; if a step that matters reads from it, or is
//! overwritten by it unseen; if it is how something came from another thread before a step that matters; if
//! it concerns the life of a block or a lock that matters; or if it is a fence or a join before a step that
//! matters. What remains is what a thread does with memory that nobody else changes, and what happens after
//! the last step that matters.

use std::collections::BTreeSet;

use selvedge_core::execution::{Source, ThreadTrace};
use selvedge_core::{Address, Block, Step, StepName, Violation, ViolationKind};

use crate::story::{Standing, Story};
use crate::why;

/// For each step of the story, whether it matters.
pub(crate) fn relevant(violation: &Violation, story: &Story, model: &str) -> Vec<bool> {
    let mut slice = Slice { violation, story, found: BTreeSet::new(), todo: Vec::new() };
    slice.todo.extend(violation.steps.iter().copied());
    slice.todo.extend(why::reason(violation, story, model).places.into_iter().map(|(name, _)| name));
    slice.add_ends();
    slice.close();
    let mut matters: Vec<bool> = story.steps.iter().map(|told| slice.found.contains(&told.name)).collect();
    // A short story is told in full, and a gap is worth its row only if it hides more than one step.
    if matters.len() <= SHORT {
        matters.fill(true);
    }
    for at in 0..matters.len() {
        let shown = |at: Option<usize>| at.and_then(|at| matters.get(at)).is_none_or(|matters| *matters);
        if shown(at.checked_sub(1)) && shown(at.checked_add(1)) {
            matters[at] = true;
        }
    }
    matters
}

/// Stories of so many steps are told in full.
const SHORT: usize = 12;

struct Slice<'a> {
    violation: &'a Violation,
    story: &'a Story,
    found: BTreeSet<StepName>,
    todo: Vec<StepName>,
}

impl Slice<'_> {
    /// The last steps of the threads that the violation is about.
    fn add_ends(&mut self) {
        let execution = &self.violation.execution;
        let last = |thread: usize| {
            execution.threads[thread].steps.len().checked_sub(1).map(|index| StepName { thread, index })
        };
        for (thread, ending) in &self.story.endings {
            let waits = self.violation.kind == ViolationKind::Deadlock && ending.standing == Standing::Waiting;
            if waits || matches!(ending.standing, Standing::Failed(..)) {
                self.todo.extend(last(*thread));
            }
        }
        // A final state is about all that was written last, and about what threads read.
        if self.violation.kind == ViolationKind::FinalCondition {
            self.todo.extend(execution.coherence.values().filter_map(|writes| writes.last()).copied());
            self.todo.extend((0..execution.threads.len()).filter_map(last));
        }
    }

    fn close(&mut self) {
        let shared = self.shared();
        while let Some(name) = self.todo.pop() {
            if !self.found.insert(name) {
                continue;
            }
            let execution = &self.violation.execution;
            let step = execution.step(name);
            if let Some(Source::Step(write)) = step.source() {
                self.todo.push(write);
            }
            // What a read does not see yet.
            if let (Some(Source::Init), Some(at)) = (step.source(), step.access()) {
                let first = execution.coherence.get(&at.address).and_then(|writes| writes.first());
                self.todo.extend(first.filter(|write| write.thread != name.thread));
            }
            if let Some(block) = self.block(name) {
                let life = self.story.steps.iter().filter(|told| {
                    let step = execution.step(told.name);
                    matches!(step, Step::Allocate { block: other, .. } | Step::Free { block: other } if *other == block)
                });
                self.todo.extend(life.map(|told| told.name));
            }
            // While a thread is alone, nothing comes from others.
            let alone = self.alone(name.thread).min(name.index);
            let before = execution.threads[name.thread].steps[..name.index].iter().enumerate().skip(alone);
            let before = before.filter(|(_, step)| match step {
                Step::Fence(_) | Step::Choose { .. } | Step::Join { .. } => true,
                Step::Read { from: Source::Step(write), .. } | Step::Update { from: Source::Step(write), .. } => {
                    write.thread != name.thread
                }
                Step::Read { from: Source::Init, at, .. } | Step::Update { from: Source::Init, at, .. } => {
                    shared.contains(&at.address)
                }
                _ => false,
            });
            self.todo.extend(before.map(|(index, _)| StepName { thread: name.thread, index }));
            let creator = self
                .story
                .steps
                .iter()
                .find(|told| matches!(execution.step(told.name), Step::Spawn { child } if *child == name.thread));
            self.todo.extend(creator.map(|told| told.name));
        }
    }

    /// How many steps a thread takes before there is any other thread.
    fn alone(&self, thread: usize) -> usize {
        let execution = &self.violation.execution;
        let spawns = |trace: &ThreadTrace| trace.steps.iter().position(|step| matches!(step, Step::Spawn { .. }));
        let created = execution.threads.iter().flat_map(|trace| &trace.steps);
        let created = created.filter(|step| matches!(step, Step::Spawn { .. })).count();
        let is_first = execution.threads[thread].name.0.len() == 1 && created + 1 == execution.threads.len();
        if is_first { spawns(&execution.threads[thread]).unwrap_or(0) } else { 0 }
    }

    /// The addresses that several threads access, at least one of them to write, while others run.
    fn shared(&self) -> BTreeSet<Address> {
        let execution = &self.violation.execution;
        let written = execution.coherence.iter().filter(|(address, writes)| {
            let others = |thread: usize| {
                execution.threads.iter().enumerate().any(|(other, trace)| {
                    let here = |step: &Step| step.access().is_some_and(|at| at.address == **address);
                    other != thread && trace.steps.iter().any(here)
                })
            };
            writes.iter().any(|write| others(write.thread))
        });
        written.map(|(address, _)| *address).collect()
    }

    fn block(&self, name: StepName) -> Option<Block> {
        let block = self.story.step(name)?.block?.0;
        let about = |name: &StepName| self.story.step(*name).and_then(|told| told.block).map(|(block, _)| block);
        let matters = self.violation.steps.iter().any(|name| about(name) == Some(block));
        (matters || self.story.failing == Some(block)).then_some(block)
    }
}
