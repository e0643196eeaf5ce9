//! A model from a text, for the search: executes the plan that generated code is made from as well
//! ([`mod@crate::plan`]).
//!
//! Views are clocks, coherence is then what all models share ([`selvedge_core::Model`]); the other axioms are
//! searches for cycles through the event that changed. A relation that has no plan is evaluated on the whole
//! graph instead ([`mod@crate::evaluate`]).

use std::collections::BTreeSet;
use std::sync::Arc;

use selvedge_core::model::{coherence, newest_conflict};
use selvedge_core::walk::accesses_there;
use selvedge_core::{Complaint, Digest, EventId, Graph, Licences};

use crate::admissible::{Admission, admit, is_complaint, is_race};
use crate::diagnostic::{Diagnostic, Severity};
use crate::evaluate::{Evaluator, Frame};
use crate::licences::{Citations, licences, unfounded};
use crate::model::{Check, Model, Role, When};
use crate::plan::model::{Acyclic, AtLocation, AxiomCheck, ErrorPlan, ViewPlan};
use crate::plan::search::{Ends, Search, Walked};
use crate::plan::{AxiomPlan, Edge, ModelPlan, Nested};

/// A model that the search can use.
#[derive(Clone, Debug)]
pub struct Interpreter {
    parts: Arc<Parts>,
    name: &'static str,
    licences: Licences,
    search: Search,
}

#[derive(Debug)]
struct Parts {
    model: Model,
    plan: ModelPlan,
    /// Whether there are axioms about whole executions.
    judges_ends: bool,
    /// Whether there are errors beside races, or warnings.
    complains: bool,
    doubts: Vec<Diagnostic>,
}

impl Interpreter {
    /// Makes a model ready for the search, or says why the search cannot use it. What the text claims of
    /// itself and does not prove is not relied on.
    pub fn new(model: Model) -> Result<Interpreter, Vec<Diagnostic>> {
        let unproved = unfounded(&model).into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let unproved: Vec<Diagnostic> = unproved.collect();
        if !unproved.is_empty() {
            return Err(unproved);
        }
        Interpreter::with_citations(model, Citations::Unread)
    }

    /// The same, of a text for which the caller vouches: what it cites is relied on
    /// ([`mod@crate::licences`]). A false licence makes false verdicts.
    pub fn vouched(model: Model) -> Result<Interpreter, Vec<Diagnostic>> {
        Interpreter::with_citations(model, Citations::Vouched)
    }

    fn with_citations(model: Model, citations: Citations) -> Result<Interpreter, Vec<Diagnostic>> {
        let Admission { obstacles, doubts } = admit(&model);
        let (Some(plan), true) = (ModelPlan::new(&model), obstacles.is_empty()) else {
            return Err(obstacles);
        };
        // The search wants a name that lives for ever; a process loads one model.
        let name = Box::leak(model.name.clone().into_boxed_str());
        let judges_ends = model.checks.iter().any(|check| check.role == Role::Axiom && check.when == When::Complete);
        let complains = model.checks.iter().any(is_complaint);
        let licences = licences(&model, citations);
        let parts = Parts { model, plan, judges_ends, complains, doubts };
        Ok(Interpreter { parts: Arc::new(parts), name, licences, search: Search::default() })
    }

    /// Why it is not known whether the search finds everything under the model.
    pub fn doubts(&self) -> &[Diagnostic] {
        &self.parts.doubts
    }
}

impl Parts {
    /// What the view of that position relates to an event, by its definition.
    fn evaluate_view(&self, graph: &Graph, event: EventId, view: usize) -> Vec<EventId> {
        let frame = Frame::of_graph(graph);
        let Some(last) = frame.position(event) else { return Vec::new() };
        let relation = Evaluator::trusted(&self.model).relation(&frame, &self.model.views[view].relation);
        frame.events().filter(|(_, earlier)| relation.contains(*earlier, last)).map(|(event, _)| event).collect()
    }

    fn allows(&self, axiom: &AxiomPlan, search: &mut Search, graph: &Graph, changed: EventId) -> bool {
        match &axiom.check {
            AxiomCheck::Irreflexive(automaton) => automaton.is_irreflexive(graph),
            AxiomCheck::Acyclic(acyclic) => {
                let Acyclic { search: plan, shortcuts, .. } = &**acyclic;
                if plan.is_idle(graph) {
                    return true;
                }
                let mut has_none = |plan| search.is_acyclic(plan, &Walked, graph, changed);
                if shortcuts.wider.as_ref().is_some_and(&mut has_none) {
                    return true;
                }
                if shortcuts.narrower.as_ref().is_some_and(|plan| !has_none(plan)) {
                    return false;
                }
                search.is_acyclic(plan, &ByClocks { plan: &self.plan, acyclic }, graph, changed)
            }
        }
    }

    /// Whether an earlier event makes an error with the one just added; the newest of them.
    fn error(&self, plan: &ErrorPlan, graph: &Graph, added: EventId) -> Option<EventId> {
        let event = &graph[added];
        let clock = graph.clock(added, self.plan.race);
        match plan {
            ErrorPlan::Conflicts { pairs, known } => newest_conflict(graph, added, self.plan.race, *known, |access| {
                pairs.iter().any(|(earlier, later)| earlier.contains(access) && later.contains(event))
            }),
            ErrorPlan::Unordered(conflict) => {
                conflict.sources(graph, added).into_iter().filter(|other| !clock.contains(&graph[*other])).max()
            }
            ErrorPlan::Difference(conflict, excuse) => {
                let excused = excuse.sources(graph, added);
                let others = conflict.sources(graph, added).into_iter();
                others.filter(|other| excused.binary_search(other).is_err()).max()
            }
        }
    }
}

/// Finds the ends of intersections with a location by clocks, where the plan says how.
struct ByClocks<'a> {
    plan: &'a ModelPlan,
    acyclic: &'a Acyclic,
}

impl Ends for ByClocks<'_> {
    fn add(&self, nested: &[Nested], edge: Edge, graph: &Graph, at: EventId, out: &mut Vec<EventId>) {
        let known = match edge {
            Edge::Both(number) => self.acyclic.nested[number],
            Edge::Minus(_) | Edge::Known(_) | Edge::Simple(..) => None,
        };
        let Some(AtLocation { known, reflexive }) = known else { return Walked.add(nested, edge, graph, at, out) };
        let others = accesses_there(graph, at).filter(|&other| other != at || reflexive);
        out.extend(others.filter(|&other| self.plan.relates(known, graph, at, other)));
    }

    fn relates(&self, number: usize, graph: &Graph, earlier: EventId, event: EventId) -> bool {
        self.plan.relates(number, graph, earlier, event)
    }
}

impl selvedge_core::Model for Interpreter {
    fn name(&self) -> &'static str {
        self.name
    }

    fn clocks(&self) -> usize {
        self.parts.plan.rows
    }

    fn coherence_clock(&self) -> usize {
        self.parts.plan.coherence
    }

    fn race_clock(&self) -> usize {
        self.parts.plan.race
    }

    fn stamp(&self, graph: &mut Graph, event: EventId) {
        for view in &self.parts.plan.views {
            let (row, sources) = match view {
                ViewPlan::Rows(clocks) => {
                    clocks.stamp(graph, event);
                    continue;
                }
                ViewPlan::Walked(row, automaton) => (*row, automaton.sources(graph, event)),
                ViewPlan::Evaluated(row, view) => (*row, self.parts.evaluate_view(graph, event, *view)),
            };
            let (mut clock, before) = graph.clock_mut(event, row);
            clock.clear();
            sources.into_iter().for_each(|source| clock.include(before.event(source)));
        }
    }

    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        let Interpreter { parts, search, .. } = self;
        match &parts.plan.axioms {
            Some(axioms) => axioms.iter().all(|axiom| parts.allows(axiom, search, graph, changed)),
            None => Evaluator::trusted(&parts.model).allows_step(&Frame::of_graph(graph)),
        }
    }

    fn gives_up(&self, _: &Graph) -> bool {
        false
    }

    fn sources(&self, graph: &Graph, read: EventId, out: &mut Vec<EventId>) {
        coherence::sources(graph, read, self.parts.plan.coherence, out);
    }

    fn placings(&self, graph: &Graph, write: EventId, out: &mut Vec<EventId>) {
        coherence::placings(graph, write, self.parts.plan.coherence, out);
    }

    fn may_reread(&self, graph: &Graph, read: EventId, write: EventId) -> bool {
        coherence::may_reread(graph, read, write, self.parts.plan.coherence)
    }

    fn identity(&self) -> Digest {
        let Parts { model, .. } = &*self.parts;
        Digest::of(format!("{model:?} {:?}", self.licences).as_bytes())
    }

    fn licences(&self) -> Licences {
        self.licences
    }

    fn defines_races(&self) -> bool {
        self.parts.model.checks.iter().any(is_race)
    }

    fn doubts(&self) -> Vec<String> {
        let reasons: BTreeSet<&String> = self.parts.doubts.iter().filter_map(|doubt| doubt.help.as_ref()).collect();
        reasons.into_iter().cloned().collect()
    }

    fn judges_end(&self, _: &Graph) -> bool {
        self.parts.judges_ends
    }

    fn accepts(&self, graph: &Graph) -> bool {
        Evaluator::trusted(&self.parts.model).allows_end(&Frame::of_graph(graph))
    }

    fn complains(&self) -> bool {
        self.parts.complains
    }

    fn complaints(&self, graph: &Graph, ended: bool) -> Vec<Complaint> {
        let model = &self.parts.model;
        let frame = Frame::of_graph(graph);
        let asked = |check: &Check| is_complaint(check) && (check.when == When::Always || ended);
        let found = Evaluator::trusted(model).pairs(&frame, asked);
        let found = found.into_iter().filter_map(|(check, pairs)| {
            // Initial values are events of no graph.
            let events = frame.events().find_map(|(first, a)| {
                let second = frame.events().find(|(_, b)| pairs.contains(a, *b))?.0;
                Some([first, second])
            })?;
            Some(Complaint { name: check.name.clone(), events, grave: matches!(check.role, Role::Error(_)) })
        });
        found.collect()
    }

    fn race(&self, graph: &Graph, added: EventId) -> Option<EventId> {
        // The newest one, as generated models have it.
        let Some(errors) = &self.parts.plan.errors else {
            let frame = Frame::of_graph(graph);
            let last = frame.position(added)?;
            let pairs = Evaluator::trusted(&self.parts.model).pairs(&frame, is_race);
            let racing =
                frame.events().filter(|(_, other)| pairs.iter().any(|(_, pairs)| pairs.contains(*other, last)));
            return racing.map(|(event, _)| event).max();
        };
        errors.iter().filter_map(|error| self.parts.error(error, graph, added)).max()
    }
}
