//! `selvedge replay --litmus FILE`: the violation as a litmus test.
//!
//! The accesses of the execution become straight code, with a value of its own for every write (its place in
//! coherence), so that a condition on registers and final values says who read from whom. If no interleaving
//! gives the execution, it contains a cycle of program order, reads-from, coherence and from-read; a shortest
//! one, with the writes it reads from, is all that is kept. Otherwise, and for a race, what the violation
//! depends on is kept.
//!
//! What `main` writes before it starts threads becomes the initial state, and what it reads after joining all
//! of them a condition on the final state. A thread of a litmus test cannot start others, and there is no
//! memory to allocate or free.
//!
//! No test is written that our own frontend does not confirm under the model: see `confirm.rs`.

mod confirm;
mod cycle;
mod print;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use selvedge_core::execution::Source;
use selvedge_core::{Address, Execution, Mode, Step, StepName, ViolationKind};
use selvedge_report::{Problem, What};

use super::Replayed;
use crate::exit::Exit;
use crate::files;
use crate::flags::plan::Plan;
use crate::output::Output;

/// An access, or a fence, of the test.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Op {
    /// The step of the execution that it comes from.
    step: StepName,
    what: Kind,
    mode: Mode,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Reads from a write of the test, or the initial value.
    Read(Address, Option<StepName>),
    Write(Address),
    Update(Address, Option<StepName>),
    Fence,
}

impl Op {
    fn location(&self) -> Option<Address> {
        match self.what {
            Kind::Read(at, _) | Kind::Write(at) | Kind::Update(at, _) => Some(at),
            Kind::Fence => None,
        }
    }

    fn source(&self) -> Option<Option<StepName>> {
        match self.what {
            Kind::Read(_, from) | Kind::Update(_, from) => Some(from),
            Kind::Write(_) | Kind::Fence => None,
        }
    }
}

/// What a violation comes down to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Test {
    threads: Vec<Vec<Op>>,
    /// The writes to each location, in coherence order.
    coherence: BTreeMap<Address, Vec<StepName>>,
    names: BTreeMap<Address, String>,
    /// The two steps that race, if that is what is wrong.
    race: bool,
}

/// Writes the test, or says why there is none.
pub fn write(replayed: &Replayed, plan: &Plan, out: &Path, output: Output) -> Exit {
    let refuse = |why: &str| {
        let problem = Problem::unsupported(format!("this violation cannot be written as a litmus test: {why}"));
        output.refuse(&[problem], Some(plan.model.name()))
    };
    let test = match reduce(replayed) {
        Ok(test) => test,
        Err(why) => return refuse(why),
    };
    let stem = out.file_stem().map_or("witness".into(), |stem| stem.to_string_lossy());
    let text = print::print(&test, &stem, plan.model.name(), &replayed.violation.message);
    if !confirm::confirms(&text, &test, plan) {
        return refuse("a test of the same shape does not show it under this model");
    }
    if let Err(error) = files::write(out, &text) {
        let problem = Problem::input(format!("cannot write {}: {error}", out.display()));
        return output.refuse(&[problem], Some(plan.model.name()));
    }
    let (threads, accesses) = (test.threads.len(), test.threads.iter().flatten().count());
    let found = if test.race { "its race" } else { "its condition" };
    let said = format!(
        "{}: {threads} threads, {accesses} steps; {found} is confirmed under {}\n",
        out.display(),
        plan.model.name()
    );
    output.finish(&said, Exit::Done)
}

/// The test, as small as it can be made.
fn reduce(replayed: &Replayed) -> Result<Test, &'static str> {
    let violation = &replayed.violation;
    let race = match violation.kind {
        ViolationKind::Race => true,
        ViolationKind::Assertion | ViolationKind::FinalCondition | ViolationKind::UserAbort => false,
        ViolationKind::Deadlock => return Err("a litmus test has no locks to wait for"),
        ViolationKind::MixedSizeRace => return Err("a litmus test has accesses of one size only"),
        ViolationKind::UndefinedBehaviour => return Err("it is about what one thread computes"),
        ViolationKind::InvalidJoin => return Err("a litmus test has no threads to join"),
        _ => return Err("it is about memory or locks, and a litmus test has neither"),
    };
    let whole = whole(&violation.execution, names(replayed), race)?;
    let kept = if race {
        whole.past(&violation.steps)
    } else if let Some(cycle) = cycle::shortest(&whole) {
        cycle
    } else {
        // Any interleaving will do, so everything that the failing thread has seen matters, and what it all
        // came to.
        whole.threads.iter().flatten().map(|op| op.step).collect()
    };
    let test = whole.restricted(&kept);
    match test.threads.len() {
        0 => Err("no two threads take part in it"),
        _ => Ok(test),
    }
}

/// Names for locations that C accepts, all different.
fn names(replayed: &Replayed) -> BTreeMap<Address, String> {
    let mut names: BTreeMap<Address, String> = BTreeMap::new();
    let execution = &replayed.violation.execution;
    for told in &replayed.story.steps {
        let (What::Read { location, .. } | What::Write { location, .. } | What::Update { location, .. }) = &told.what
        else {
            continue;
        };
        let Some(at) = execution.step(told.name).access() else { continue };
        let mut name: String = location.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        while name.contains("__") {
            name = name.replace("__", "_");
        }
        let name = name.trim_matches('_');
        let name = match name.chars().next() {
            Some(first) if first.is_ascii_alphabetic() && !print::is_taken(name) => name.to_owned(),
            _ => format!("v_{name}"),
        };
        if names.contains_key(&at.address) {
            continue;
        }
        let taken = |candidate: &String| names.values().any(|other| other == candidate);
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        if let Some(free) = std::iter::once(name.clone()).chain(numbered).find(|candidate| !taken(candidate)) {
            names.insert(at.address, free);
        }
    }
    names
}

/// Everything that the threads do while they run beside each other.
fn whole(execution: &Execution, names: BTreeMap<Address, String>, race: bool) -> Result<Test, &'static str> {
    let is_spawn = |step: &Step| matches!(step, Step::Spawn { .. });
    if execution.threads.iter().skip(1).any(|trace| trace.steps.iter().any(is_spawn)) {
        return Err("a thread other than main starts threads");
    }
    let mut threads: Vec<Vec<Op>> = Vec::new();
    let mut before: BTreeSet<StepName> = BTreeSet::new();
    for (thread, trace) in execution.threads.iter().enumerate() {
        let mut ops: Vec<Op> = Vec::new();
        for (index, step) in trace.steps.iter().enumerate() {
            let name = StepName { thread, index };
            let when = if thread == 0 { when(execution, index) } else { When::Beside };
            match when {
                When::Before => _ = before.insert(name),
                When::After => {}
                When::Beside => ops.extend(op(step, name)),
            }
        }
        threads.push(ops);
    }
    check_main(execution, &threads[0])?;
    let mut test = Test { threads, coherence: BTreeMap::new(), names, race };
    let steps: BTreeSet<StepName> = test.threads.iter().flatten().map(|op| op.step).collect();
    // What main wrote before is what is there in the beginning.
    for op in test.threads.iter_mut().flatten() {
        if let Kind::Read(_, from) | Kind::Update(_, from) = &mut op.what {
            *from = from.filter(|source| !before.contains(source));
            if from.is_some_and(|source| !steps.contains(&source)) {
                return Err("a thread reads what main writes after joining threads");
            }
        }
    }
    test.coherence = order(execution, &steps);
    Ok(test)
}

/// When a step of main comes, as far as those can tell who access the same memory.
enum When {
    /// Before they are started: it is part of the initial state.
    Before,
    /// While they run.
    Beside,
    /// After they have been joined: it sees, or comes after, the final state.
    After,
}

fn when(execution: &Execution, index: usize) -> When {
    let main = &execution.threads[0].steps;
    let Some(at) = main[index].access() else { return When::Beside };
    let touches = |thread: usize| {
        let mut steps = execution.threads[thread].steps.iter().filter_map(Step::access);
        steps.any(|other| other.address == at.address)
    };
    let others: Vec<usize> = (1..execution.threads.len()).filter(|&thread| touches(thread)).collect();
    let spawns = |step: &Step, thread: usize| matches!(step, Step::Spawn { child } if *child == thread);
    let joins = |step: &Step, thread: usize| matches!(step, Step::Join { child, .. } if *child == thread);
    if others.iter().all(|&thread| main[index..].iter().any(|step| spawns(step, thread))) {
        When::Before
    } else if others.iter().all(|&thread| main[..index].iter().any(|step| joins(step, thread))) {
        When::After
    } else {
        When::Beside
    }
}

/// Threads of a test all start at once and are never joined: what main does beside them must come after it
/// has started, and before it joins, each of them.
fn check_main(execution: &Execution, ops: &[Op]) -> Result<(), &'static str> {
    let mut accesses = ops.iter().filter(|op| op.what != Kind::Fence).map(|op| op.step.index);
    let Some(first) = accesses.next() else { return Ok(()) };
    let last = accesses.next_back().unwrap_or(first);
    let main = &execution.threads[0].steps;
    let starts_late = main[first..].iter().any(|step| matches!(step, Step::Spawn { .. }));
    let joins_early = main[..last].iter().any(|step| matches!(step, Step::Join { .. }));
    if starts_late || joins_early { Err("main touches memory between starting or joining threads") } else { Ok(()) }
}

fn op(step: &Step, name: StepName) -> Option<Op> {
    let source = |from: &Source| match from {
        Source::Init => None,
        Source::Step(step) => Some(*step),
    };
    let (what, mode) = match step {
        Step::Read { at, mode, from, .. } => (Kind::Read(at.address, source(from)), *mode),
        Step::Write { at, mode, .. } => (Kind::Write(at.address), *mode),
        Step::Update { at, mode, from, .. } => (Kind::Update(at.address, source(from)), *mode),
        Step::Fence(mode) => (Kind::Fence, *mode),
        Step::Allocate { .. } | Step::Free { .. } | Step::Spawn { .. } | Step::Choose { .. } | Step::Join { .. } => {
            return None;
        }
    };
    Some(Op { step: name, what, mode })
}

/// The coherence order of those steps.
fn order(execution: &Execution, steps: &BTreeSet<StepName>) -> BTreeMap<Address, Vec<StepName>> {
    let kept = |writes: &Vec<StepName>| writes.iter().copied().filter(|write| steps.contains(write)).collect();
    let orders = execution.coherence.iter().map(|(address, writes)| (*address, kept(writes)));
    orders.filter(|(_, writes): &(Address, Vec<StepName>)| !writes.is_empty()).collect()
}

impl Test {
    fn find(&self, step: StepName) -> Option<&Op> {
        self.threads.iter().flatten().find(|op| op.step == step)
    }

    /// The steps that these depend on, by program order and reads-from, and they themselves.
    fn past(&self, steps: &[StepName]) -> BTreeSet<StepName> {
        let mut past = BTreeSet::new();
        let mut pending = steps.to_vec();
        while let Some(step) = pending.pop() {
            let Some(thread) = self.threads.iter().find(|ops| ops.iter().any(|op| op.step == step)) else { continue };
            for op in thread.iter().take_while(|op| op.step <= step) {
                if past.insert(op.step) {
                    pending.extend(op.source().flatten());
                }
            }
        }
        past
    }

    /// Only these steps, the writes that they read from, and the fences between them.
    fn restricted(&self, steps: &BTreeSet<StepName>) -> Test {
        let mut kept = BTreeSet::new();
        let mut pending: Vec<StepName> = steps.iter().copied().collect();
        while let Some(step) = pending.pop() {
            if kept.insert(step) {
                pending.extend(self.find(step).and_then(Op::source).flatten());
            }
        }
        let threads = self.threads.iter().map(|ops| {
            // A read of what nobody writes says nothing.
            let is_written = |at: Address| {
                self.coherence.get(&at).is_some_and(|writes| writes.iter().any(|write| kept.contains(write)))
            };
            let is_kept = |op: &Op| kept.contains(&op.step) && op.location().is_some_and(is_written);
            let (first, last) = (ops.iter().position(is_kept), ops.iter().rposition(is_kept));
            let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
            let between = ops[first..=last].iter().filter(|op| op.what == Kind::Fence || is_kept(op));
            between.cloned().collect::<Vec<Op>>()
        });
        let threads: Vec<Vec<Op>> = threads.filter(|ops| !ops.is_empty()).collect();
        let left: BTreeSet<StepName> = threads.iter().flatten().map(|op| op.step).collect();
        let mut coherence = self.coherence.clone();
        coherence.values_mut().for_each(|writes| writes.retain(|write| left.contains(write)));
        coherence.retain(|_, writes| !writes.is_empty());
        Test { threads, coherence, names: self.names.clone(), race: self.race }
    }

    /// The value of a write: its place in coherence, from 1. The initial value is 0.
    fn value(&self, at: Address, write: Option<StepName>) -> usize {
        let writes = self.coherence.get(&at).map_or(&[][..], Vec::as_slice);
        write.and_then(|write| writes.iter().position(|other| *other == write)).map_or(0, |place| place + 1)
    }
}
