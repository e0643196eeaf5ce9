//! The violations that a search has found, if it goes on after the first ([`OnViolation::GoOn`]).
//!
//! Many executions go wrong in the same way. One is kept for each kind and place in the source: for a failure
//! where its thread stands, for an error of accesses where each of them is. What that is, is found out by
//! letting the threads run again. Where there are no places, the message tells them apart.
//!
//! A thread that fails stands still, and the others go on: an execution in which that happens is blocked, and
//! what is wrong with it is noted when no thread can go on.
//!
//! [`OnViolation::GoOn`]: crate::options::OnViolation::GoOn

use std::collections::BTreeSet;

use selvedge_core::execution::{End, ThreadTrace};
use selvedge_core::{
    Answer, EventId, Execution, Model, Program, Property, Site, StepName, StopReason, Violation, ViolationKind,
};

use crate::observer::{Finding, Observer};
use crate::options::OnViolation;
use crate::record::{record, step_name};
use crate::search::Search;

/// So many are kept.
const MOST: usize = 100;

/// Violations in the order in which they were found, each of another kind or in another place.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Violations(Vec<(Identity, Violation)>);

/// What tells violations apart: the kind, and where it is.
#[derive(Clone, PartialEq, Debug)]
struct Identity {
    kind: ViolationKind,
    sites: BTreeSet<Site>,
    /// If there are no places.
    message: Option<String>,
}

impl Violations {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    /// Adds one, if there is none like it.
    pub(super) fn add<P: Program>(&mut self, program: &P, violation: Violation) {
        let sites = sites(program, &violation);
        let message = sites.is_empty().then(|| violation.message.clone());
        let identity = Identity { kind: violation.kind, sites, message };
        self.append(Violations(vec![(identity, violation)]));
    }

    /// Forgets the others: the search ends with this one.
    pub(super) fn replace(&mut self, violation: Violation) {
        let identity = Identity { kind: violation.kind, sites: BTreeSet::new(), message: None };
        self.0 = vec![(identity, violation)];
    }

    /// Adds those of a later part of the search.
    pub(super) fn append(&mut self, later: Violations) {
        for (identity, violation) in later.0 {
            if !self.is_full() && self.0.iter().all(|(known, _)| *known != identity) {
                self.0.push((identity, violation));
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The first one and the others.
    pub(super) fn into_first_and_others(self) -> (Option<Violation>, Vec<Violation>) {
        let mut all = self.0.into_iter().map(|(_, violation)| violation);
        (all.next(), all.collect())
    }

    /// The last one of this kind, or else the last one.
    pub(super) fn into_last(self, kind: ViolationKind) -> Option<Violation> {
        let mut all: Vec<Violation> = self.0.into_iter().map(|(_, violation)| violation).collect();
        let found = all.iter().rposition(|violation| violation.kind == kind).or(all.len().checked_sub(1))?;
        Some(all.swap_remove(found))
    }
}

/// Where in the source a violation is.
fn sites<P: Program>(program: &P, violation: &Violation) -> BTreeSet<Site> {
    let Violation { execution, steps, kind, .. } = violation;
    // A thread that fails, or goes round in a loop, stands after its last step.
    let stands = matches!(kind, ViolationKind::Deadlock | ViolationKind::Liveness);
    let site = |name: &StepName| {
        let trace = &execution.threads[name.thread];
        let is_last = name.index + 1 == trace.steps.len();
        let failed = trace.end == End::Failed;
        let done = if is_last && (failed || stands) { trace.steps.len() } else { name.index };
        site(program, execution, trace, done)
    };
    steps.iter().filter_map(site).collect()
}

/// Where a thread stands after so many steps.
fn site<P: Program>(program: &P, execution: &Execution, trace: &ThreadTrace, done: usize) -> Option<Site> {
    let mut thread = program.start(trace.id, trace.spawn);
    program.resume(&mut thread, Answer::None);
    for step in &trace.steps[..done] {
        program.resume(&mut thread, execution.answer(step));
    }
    program.site(&thread)
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// A violation in the present graph. Whether the run goes no further: mostly it ends the search.
    #[cold]
    pub(crate) fn violate(&mut self, kind: ViolationKind, message: String, events: &[EventId]) -> bool {
        if self.is_forbidden() {
            self.findings.meet_forbidden_error();
            self.run.give_up();
            return true;
        }
        if !self.options.properties.include(kind) {
            if !Property::of(kind).is_none_or(Property::leaves_meaning) {
                self.findings.pass_over(kind);
            }
            return false;
        }
        let steps: Vec<StepName> =
            events.iter().filter_map(|&event| step_name(&self.graph, &self.trie, event)).collect();
        let execution = record(&self.graph, &self.trie);
        self.keep_violation(Violation { kind, message, steps, execution });
        self.run.stops()
    }

    /// A violation that leaves nothing to go on with: the step that it is about cannot be taken.
    #[cold]
    pub(crate) fn cannot_go_on(&mut self, kind: ViolationKind, message: String, events: &[EventId]) {
        if !self.violate(kind, message, events) {
            self.run.give_up();
        }
    }

    /// Keeps a violation in the present graph, and ends the search if it does.
    #[cold]
    fn keep_violation(&mut self, violation: Violation) {
        match self.options.on_violation {
            OnViolation::Stop => {
                self.findings.violations.replace(violation);
                self.run.stop_for(StopReason::Violation);
            }
            OnViolation::GoOn => self.add_violation(violation),
        }
    }

    /// Keeps what is wrong with how an execution ends.
    #[cold]
    pub(crate) fn note_finding(&mut self, finding: Finding) {
        let Finding { kind, message, steps, go_on } = finding;
        if !self.options.properties.include(kind) {
            return;
        }
        let violation = Violation { kind, message, steps, execution: record(&self.graph, &self.trie) };
        match self.options.on_violation {
            OnViolation::Stop if go_on && !self.findings.violations.is_empty() => {}
            OnViolation::Stop if go_on => self.findings.violations.replace(violation),
            OnViolation::Stop => self.keep_violation(violation),
            OnViolation::GoOn => self.add_violation(violation),
        }
    }

    fn add_violation(&mut self, violation: Violation) {
        self.findings.violations.add(self.program, violation);
        if self.findings.violations.is_full() {
            self.run.stop_for(StopReason::Violation);
        }
    }
}
