//! Running one execution again, whose decisions are known.
//!
//! Every event is added where and with what the decisions say, after everything it depends on, and the model
//! is asked each time: an execution that the model does not allow cannot be replayed, and neither can one of
//! another program. What is wrong with the execution is found by the same checks as in a search, when its
//! last event is added.
//!
//! That works because consistency does not depend on the order of insertion, and because every causally
//! closed part of a consistent graph is consistent (see `Model`). The step that the violation is about goes
//! last: nothing depends on it.

use std::collections::BTreeMap;

use selvedge_core::execution::Source;
use selvedge_core::witness::{Decision, Decisions};
use selvedge_core::{
    Cursor, EventId, EventKind, Model, NewEvent, Program, StepName, ThreadId, Violation, ViolationKind,
};

use crate::observer::Observer;
use crate::options::{Options, Reduce};
use crate::search::Search;
use crate::trie::ResolvedAction;

/// Runs the execution with these decisions. Says how the program or the model departs from them, if they do.
pub fn replay<P, M, O>(
    program: &P,
    model: M,
    options: &Options,
    observer: &mut O,
    decisions: &Decisions,
) -> Result<Violation, String>
where
    P: Program,
    M: Model,
    O: Observer<P>,
{
    let started = options.clock.now();
    // Everything is decided: there is nothing to leave out.
    let options = &Options { symmetry: Reduce::Never, ..options.under(&model) };
    let mut replay = Replay {
        search: Search::new(program, model, options, observer, started),
        decisions,
        told: vec![0; decisions.threads.len()],
        events: BTreeMap::new(),
    };
    replay.search.trie.promise(decisions.threads.iter().map(|thread| (&thread.name, thread.id)))?;
    replay.search.start();
    replay.run()?;
    match std::mem::take(&mut replay.search.findings).into_last_violation(decisions.kind) {
        Some(found) if found.kind == decisions.kind => Ok(found),
        Some(found) => Err(format!("another violation was found, of the kind {}", found.kind.name())),
        None => Err("nothing went wrong".to_owned()),
    }
}

struct Replay<'a, 'd, P: Program, M: Model, O: Observer<P>> {
    search: Search<'a, P, M, O>,
    decisions: &'d Decisions,
    /// How many steps of each thread have been taken.
    told: Vec<usize>,
    /// The event that others read from, for each step that writes.
    events: BTreeMap<StepName, EventId>,
}

impl<P: Program, M: Model, O: Observer<P>> Replay<'_, '_, P, M, O> {
    fn run(&mut self) -> Result<(), String> {
        let mut held = self.last_step();
        loop {
            let next = self.next(held).or_else(|| {
                // Others wait for it, or nobody has anything left to do.
                let step = held.take()?;
                self.is_ready(step.thread).then_some(step.thread)
            });
            let Some(thread) = next else { break };
            self.take(thread)?;
            if self.search.run.is_over() {
                self.stopped()?;
                break;
            }
        }
        if self.told.iter().zip(&self.decisions.threads).any(|(told, thread)| *told < thread.steps.len()) {
            return Err("some steps do not come to pass".to_owned());
        }
        if !self.search.run.is_over() {
            self.finish();
        }
        self.stopped()
    }

    /// A search that stopped for anything but a violation did not do what the decisions say.
    fn stopped(&self) -> Result<(), String> {
        match self.search.run.stops_for_something_else() {
            true => Err("the program does something that cannot be replayed".to_owned()),
            false => Ok(()),
        }
    }

    /// The step to be taken as late as possible: the one that the violation is about, if it is the last one
    /// of its thread.
    fn last_step(&self) -> Option<StepName> {
        let step = *self.decisions.steps.first()?;
        let is_last = step.index + 1 == self.decisions.threads[step.thread].steps.len();
        let of_an_event = !matches!(
            self.decisions.kind,
            ViolationKind::Deadlock | ViolationKind::Liveness | ViolationKind::FinalCondition
        );
        (is_last && of_an_event).then_some(step)
    }

    fn id(&self, thread: usize) -> ThreadId {
        self.decisions.threads[thread].id
    }

    /// Where a thread that has been started stands.
    fn cursor(&self, thread: usize) -> Option<Cursor> {
        Some(self.search.graph.cursor_of(self.id(thread))).filter(|&after| after != Cursor::NONE)
    }

    /// A thread whose next step can be taken.
    fn next(&self, held: Option<StepName>) -> Option<usize> {
        (0..self.told.len()).find(|&thread| {
            let held_back = held.is_some_and(|step| step.thread == thread && step.index == self.told[thread]);
            !held_back && self.is_ready(thread)
        })
    }

    fn is_ready(&self, thread: usize) -> bool {
        let Some(at) = self.cursor(thread) else { return false };
        let task = self.search.trie.task(at);
        match self.decisions.threads[thread].steps.get(self.told[thread]) {
            Some(Decision::From(Source::Step(source))) => self.events.contains_key(source),
            Some(_) => !matches!(task, ResolvedAction::Block(_)) && self.search.is_ready(self.id(thread)),
            // What is left is no step, and somebody may wait for it.
            None => matches!(task, ResolvedAction::Finish(_) | ResolvedAction::Exit(_)),
        }
    }

    /// Takes the next step of a thread.
    fn take(&mut self, thread: usize) -> Result<(), String> {
        let name = StepName { thread, index: self.told[thread] };
        let id = self.id(thread);
        let at = self.cursor(thread).ok_or("a thread ends early")?;
        let task = self.search.trie.task(at);
        let decision = self.decisions.threads[thread].steps.get(name.index).copied();
        let first = self.search.graph.thread(id).len();
        match (task, decision) {
            (ResolvedAction::Finish(_) | ResolvedAction::Exit(_), None) => {
                self.search.step_of(id);
                return Ok(());
            }
            (
                ResolvedAction::Read { .. } | ResolvedAction::Update { .. } | ResolvedAction::CompareExchange { .. },
                Some(Decision::From(source)),
            ) => {
                self.read(id, at, task, source)?;
            }
            (ResolvedAction::Write { .. }, Some(Decision::Nothing)) => self.write(id, at, task, name)?,
            (ResolvedAction::Choose(ways), Some(Decision::Way(way))) if way < ways => {
                let last = self.search.graph.last(id).ok_or("a thread has not been started")?;
                self.search.take_way(last, EventId(way));
            }
            (
                ResolvedAction::Fence(_)
                | ResolvedAction::Allocate { .. }
                | ResolvedAction::Free(_)
                | ResolvedAction::Spawn(_)
                | ResolvedAction::Join(_),
                Some(Decision::Nothing),
            ) => self.search.step_of(id),
            _ => return Err("a thread does something else".to_owned()),
        }
        self.told[thread] += 1;
        let added = &self.search.graph.thread(id)[first..];
        if let Some(&write) = added.iter().find(|&&event| self.search.graph[event].is_write()) {
            self.events.insert(name, write);
        }
        self.search.hear_model(false);
        // Such runs are left to others in a search; here they are the ones that matter.
        self.search.run.begin();
        Ok(())
    }

    fn read(&mut self, thread: ThreadId, at: Cursor, task: ResolvedAction, source: Source) -> Result<(), String> {
        let (loc, mode) = match task {
            ResolvedAction::Read { loc, mode, .. } => (loc, mode),
            ResolvedAction::CompareExchange { loc, failure, .. } => (loc, failure),
            ResolvedAction::Update { loc, ordering, .. } => (loc, ordering.read().into()),
            ResolvedAction::Write { .. }
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
            | ResolvedAction::Exit(_) => return Err("a thread does not read".to_owned()),
        };
        let seen = match source {
            Source::Init => EventId::INIT,
            Source::Step(name) => *self.events.get(&name).ok_or("a read comes before what it reads from")?,
        };
        let search = &mut self.search;
        // What it sees last may be a write to another location that shares bytes with its own.
        let source = search.graph.own_source(loc, seen);
        let read = search.add(NewEvent { loc, before: at, ..NewEvent::new(EventKind::Read, mode, thread) });
        let mut sources = Vec::new();
        search.model.sources(&search.graph, read, &mut sources);
        if !sources.contains(&source) {
            return Err("a read sees a value that the memory model does not let it see".to_owned());
        }
        let latest = sources.last() == Some(&source);
        let binding = search.binding(read, source, latest);
        search.graph.bind(read, binding);
        if search.graph.last_seen(read) != seen {
            return Err("a read sees a write to something else".to_owned());
        }
        if !search.is_consistent(read) {
            return Err("the memory model does not allow what a read sees".to_owned());
        }
        if search.graph[read].kind.begins_update() {
            let write = search.place_update_write(read);
            if search.rival(read).is_some() {
                return Err("two updates read from the same write".to_owned());
            }
            if !search.is_consistent(write) {
                return Err("the memory model does not allow an update".to_owned());
            }
            _ = search.is_faulty(read) || search.is_faulty(write);
        } else {
            search.is_faulty(read);
        }
        Ok(())
    }

    fn write(&mut self, thread: ThreadId, at: Cursor, task: ResolvedAction, name: StepName) -> Result<(), String> {
        let ResolvedAction::Write { loc, mode, value, .. } = task else {
            return Err("a thread does not write".to_owned());
        };
        let search = &mut self.search;
        let writes = self.decisions.coherence.get(&search.graph.address(loc)).map_or(&[][..], Vec::as_slice);
        let place = writes.iter().position(|&write| write == name).ok_or("a write has no place")?;
        // Writes to other locations that begin at this address are among them.
        let earlier = writes[..place].iter().rev().filter_map(|write| self.events.get(write).copied());
        let before = { earlier }.find(|&write| search.graph[write].loc == loc).unwrap_or(EventId::INIT);
        let after = search.trie.proceed(search.program, &mut search.graph, at);
        let write =
            search.add(NewEvent { loc, value, before: at, after, ..NewEvent::new(EventKind::Write, mode, thread) });
        let mut places = Vec::new();
        search.model.placings(&search.graph, write, &mut places);
        if !places.contains(&before) {
            return Err("a write comes where the memory model does not let it come".to_owned());
        }
        search.graph.place(write, before);
        if !search.is_consistent(write) {
            return Err("the memory model does not allow where a write comes".to_owned());
        }
        search.is_faulty(write);
        Ok(())
    }

    /// All steps have been taken: a thread stands at its failure, or all of them wait, or what it all came to
    /// is wrong.
    fn finish(&mut self) {
        let blamed = self.decisions.steps.first().map(|step| step.thread);
        let threads = blamed.into_iter().chain(0..self.told.len());
        let at_fault = |thread: &usize| {
            let task = self.cursor(*thread).map(|at| self.search.trie.task(at));
            match task {
                Some(ResolvedAction::Fail(failure)) => self.search.trie.failure(failure).0 == self.decisions.kind,
                Some(ResolvedAction::Join(_)) => self.decisions.kind == ViolationKind::InvalidJoin,
                Some(ResolvedAction::Free(_)) => self.decisions.kind == ViolationKind::InvalidFree,
                Some(ResolvedAction::Overlap(_)) => self.decisions.kind == ViolationKind::MixedSizeRace,
                _ => false,
            }
        };
        let culprits: Vec<usize> = threads.filter(at_fault).collect();
        for thread in culprits {
            if !self.search.run.is_over() && self.search.is_ready(self.id(thread)) {
                self.search.step_of(self.id(thread));
            }
        }
        if !self.search.run.is_over() {
            self.search.finish_run();
        }
    }
}
