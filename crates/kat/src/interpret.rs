//! A model from a text, for the search: the second back end beside the hand-written models.
//!
//! Views are clocks: the clock of an event is where walks of its view start that end at the event ([`Plan`]).
//! Coherence is then what all models share ([`selvedge_core::Model`]); the other axioms are walks from the event that
//! changed. A relation that has no plan is evaluated on the whole graph instead ([`mod@crate::evaluate`]).

use std::sync::Arc;

use selvedge_core::{Complaint, EventId, Graph, clock};

use crate::admissible::{Admission, RACE_VIEW, admit, is_coherence, is_complaint, is_race, speaks_of_derived_sets};
use crate::ast::Compare;
use crate::diagnostic::Diagnostic;
use crate::evaluate::{Evaluator, Frame};
use crate::model::{Check, CheckKind, Model, Role, When};
use crate::plan::Plan;
use crate::term::Term;

/// A model that the search can use.
#[derive(Clone, Debug)]
pub struct Interpreter {
    parts: Arc<Parts>,
    name: &'static str,
}

#[derive(Debug)]
struct Parts {
    model: Model,
    /// The views that are kept as clocks, in the order of the rows after the first, by position in the model.
    rows: Vec<(usize, Row)>,
    coherence: usize,
    race: usize,
    axioms: Axioms,
    /// For each error statement, what it forbids and what excuses it.
    errors: Option<Vec<(Plan, Excuse)>>,
    /// Whether there are axioms about whole executions.
    judges_ends: bool,
    /// Whether there are errors beside races, or warnings.
    complains: bool,
    doubts: Vec<Diagnostic>,
}

/// How a clock is computed.
#[derive(Debug)]
enum Row {
    /// The view is the closure of what the plan walks in one round: clocks of earlier events are joined.
    Round(Plan),
    /// The plan walks the whole view.
    Whole(Plan),
    /// The view has no plan.
    Evaluated,
}

impl Row {
    fn new(view: &Term) -> Row {
        match Plan::round(view) {
            Some(plan) => Row::Round(plan),
            None => Plan::new(view).map_or(Row::Evaluated, Row::Whole),
        }
    }
}

/// The axioms beside coherence.
#[derive(Debug)]
enum Axioms {
    /// As plans.
    Planned(Vec<Axiom>),
    /// Some axiom has no plan.
    Evaluated,
}

#[derive(Debug)]
enum Axiom {
    Acyclic(Plan),
    Irreflexive(Plan),
}

/// What makes a pair of events no error.
#[derive(Debug)]
enum Excuse {
    /// The clock used for races relates it.
    RaceClock,
    /// The relation relates it.
    Relation(Plan),
}

impl Interpreter {
    /// Makes a model ready for the search, or says why the search cannot use it.
    pub fn new(model: Model) -> Result<Interpreter, Vec<Diagnostic>> {
        let Admission { obstacles, doubts } = admit(&model);
        let coherence = model.checks.iter().find_map(|check| match check.kind {
            CheckKind::Coherence(view) if is_coherence(check) => Some(view),
            _ => None,
        });
        let race = model.views.iter().position(|view| view.name == RACE_VIEW);
        let (Some(coherence), Some(race), true) = (coherence, race, obstacles.is_empty()) else {
            return Err(obstacles);
        };
        let mut rows = vec![coherence];
        if race != coherence {
            rows.push(race);
        }
        let row_of_race = rows.len();
        let rows = rows.into_iter().map(|view| (view, Row::new(&model.views[view].relation))).collect();
        // The search wants a name that lives for ever; a process loads one model.
        let name = Box::leak(model.name.clone().into_boxed_str());
        let (axioms, errors) = (plan_axioms(&model), plan_errors(&model, race));
        let judges_ends = model.checks.iter().any(|check| check.role == Role::Axiom && check.when == When::Complete);
        let complains = model.checks.iter().any(is_complaint);
        let parts =
            Parts { model, rows, coherence: 1, race: row_of_race, axioms, errors, judges_ends, complains, doubts };
        Ok(Interpreter { parts: Arc::new(parts), name })
    }

    /// Why it is not known whether the search finds everything under the model.
    pub fn doubts(&self) -> &[Diagnostic] {
        &self.parts.doubts
    }

    /// Whether the model says what a data race is.
    pub fn finds_races(&self) -> bool {
        self.parts.model.checks.iter().any(is_race)
    }
}

fn plan_axioms(model: &Model) -> Axioms {
    let axioms = model.checks.iter().filter(|check| check.role == Role::Axiom && check.when == When::Always);
    let is_plain = |check: &Check| check.unless.is_none() && !speaks_of_derived_sets(model, check);
    if !axioms.clone().all(is_plain) {
        return Axioms::Evaluated;
    }
    let plans = axioms.filter_map(|check| match &check.kind {
        CheckKind::Coherence(_) => None,
        CheckKind::Acyclic(term) => Some(Plan::new(term).map(Axiom::Acyclic)),
        CheckKind::Irreflexive(term) => Some(Plan::new(term).map(Axiom::Irreflexive)),
        CheckKind::Empty(_) | CheckKind::Compare(_) => Some(None),
    });
    plans.collect::<Option<Vec<Axiom>>>().map_or(Axioms::Evaluated, Axioms::Planned)
}

fn plan_errors(model: &Model, race: usize) -> Option<Vec<(Plan, Excuse)>> {
    let errors = model.checks.iter().filter(|check| is_race(check));
    if errors.clone().any(|check| speaks_of_derived_sets(model, check)) {
        return None;
    }
    let plans = errors.map(|check| match &check.kind {
        CheckKind::Compare(claim) if claim.operator == Compare::Included => {
            let excuse = match claim.right == model.views[race].relation {
                true => Excuse::RaceClock,
                false => Excuse::Relation(Plan::new(&claim.right)?),
            };
            Some((Plan::new(&claim.left)?, excuse))
        }
        _ => None,
    });
    plans.collect()
}

impl Parts {
    /// What the view of that position relates to an event, by its definition.
    fn evaluate_view(&self, graph: &Graph, event: EventId, view: usize) -> Vec<EventId> {
        let frame = Frame::of_graph(graph);
        let Some(last) = frame.position(event) else { return Vec::new() };
        let relation = Evaluator::trusted(&self.model).relation(&frame, &self.model.views[view].relation);
        frame.events().filter(|(_, earlier)| relation.contains(*earlier, last)).map(|(event, _)| event).collect()
    }
}

impl selvedge_core::Model for Interpreter {
    fn name(&self) -> &'static str {
        self.name
    }

    fn clocks(&self) -> usize {
        1 + self.parts.rows.len()
    }

    fn coherence_clock(&self) -> usize {
        self.parts.coherence
    }

    fn race_clock(&self) -> usize {
        self.parts.race
    }

    fn stamp(&self, graph: &mut Graph, event: EventId) {
        for (number, (view, row)) in self.parts.rows.iter().enumerate() {
            let sources = match row {
                Row::Round(plan) | Row::Whole(plan) => plan.sources(graph, event),
                Row::Evaluated => self.parts.evaluate_view(graph, event, *view),
            };
            let (lanes, before) = graph.clock_mut(event, number + 1);
            lanes.fill(0);
            for source in sources {
                clock::include(lanes, before.event(source));
                if let Row::Round(_) = row {
                    clock::join(lanes, before.clock(source, number + 1));
                }
            }
        }
    }

    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        match &self.parts.axioms {
            Axioms::Planned(axioms) => axioms.iter().all(|axiom| match axiom {
                Axiom::Acyclic(plan) => plan.is_acyclic_through(graph, changed),
                Axiom::Irreflexive(plan) => plan.is_irreflexive(graph),
            }),
            Axioms::Evaluated => Evaluator::trusted(&self.parts.model).allows_step(&Frame::of_graph(graph)),
        }
    }

    fn judges_ends(&self) -> bool {
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
        // The newest one, as the other models have it.
        let Some(errors) = &self.parts.errors else {
            let frame = Frame::of_graph(graph);
            let last = frame.position(added)?;
            let pairs = Evaluator::trusted(&self.parts.model).pairs(&frame, is_race);
            let racing =
                frame.events().filter(|(_, other)| pairs.iter().any(|(_, pairs)| pairs.contains(*other, last)));
            return racing.map(|(event, _)| event).max();
        };
        let clock = graph.clock(added, self.parts.race);
        let racing = errors.iter().filter_map(|(conflict, excuse)| {
            let others = conflict.sources(graph, added).into_iter();
            match excuse {
                Excuse::RaceClock => others.filter(|other| !clock.contains(&graph[*other])).max(),
                Excuse::Relation(plan) => {
                    let excused = plan.sources(graph, added);
                    others.filter(|other| excused.binary_search(other).is_err()).max()
                }
            }
        });
        racing.max()
    }
}
