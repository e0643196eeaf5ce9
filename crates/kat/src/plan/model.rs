//! The plan of a whole model.

use selvedge_core::model::Conflicts;
use selvedge_core::{EventId, Graph};

use super::clocks::{CAUSALITY, Clocks, is_causality, relations_of};
use super::cycle::Cycle;
use super::races::{conflicts, known_of};
use super::shortcut::Shortcuts;
use super::{Automaton, Edge, Nested, Types};
use crate::admissible::{RACE_VIEW, is_coherence, is_race, speaks_of_derived_sets};
use crate::ast::Compare;
use crate::diagnostic::Place;
use crate::model::{Check, CheckKind, Claim, Model, Role, When};
use crate::prove::{Outcome, prove_claim};
use crate::term::Term;
use crate::vocabulary::Builtin;

/// What is done when an event is added or changed.
#[derive(Clone, Debug)]
pub(crate) struct ModelPlan {
    pub views: Vec<ViewPlan>,
    /// How many rows of clocks there are, that of causality included.
    pub rows: usize,
    pub coherence: usize,
    pub race: usize,
    /// Relations that can be read off clocks.
    pub known: Vec<Known>,
    /// None if some axiom has no plan.
    pub axioms: Option<Vec<AxiomPlan>>,
    /// For each error statement, what it forbids and what excuses it. None if there is no plan for one.
    pub errors: Option<Vec<ErrorPlan>>,
}

/// How a view becomes clocks.
#[derive(Clone, Debug)]
pub(crate) enum ViewPlan {
    /// By rows of its own.
    Rows(Clocks),
    /// The row of that number, by walking the whole view.
    Walked(usize, Automaton),
    /// The row of that number, by evaluating the view of that position.
    Evaluated(usize, usize),
}

/// A relation that can be read off clocks.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub term: Term,
    /// Position among the plans of views.
    pub view: usize,
    pub output: usize,
}

/// How an axiom is checked.
#[derive(Clone, Debug)]
pub(crate) struct AxiomPlan {
    pub name: String,
    pub check: AxiomCheck,
}

#[derive(Clone, Debug)]
pub(crate) enum AxiomCheck {
    Acyclic(Box<Acyclic>),
    Irreflexive(Automaton),
}

/// A search for cycles and its shortcuts.
#[derive(Clone, Debug)]
pub(crate) struct Acyclic {
    pub search: Cycle,
    pub shortcuts: Shortcuts,
    /// For each pair of operands of the search, how to find the ends of an intersection by clocks.
    pub nested: Vec<Option<AtLocation>>,
}

/// The part of a relation within a location, where the relation is an output of the clocks of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AtLocation {
    /// Position among the known relations.
    pub known: usize,
    /// Whether an event is related to itself.
    pub reflexive: bool,
}

/// What a data race is.
#[derive(Clone, Debug)]
pub(crate) enum ErrorPlan {
    /// Two accesses of these types that the race clock does not order.
    Conflicts { pairs: Vec<(Types, Types)>, known: Conflicts },
    /// Events that a walk relates and the race clock does not.
    Unordered(Automaton),
    /// Events that the first walk relates and the second does not.
    Difference(Automaton, Automaton),
}

impl ModelPlan {
    /// The plan of a model that the search can rely on; none if it has no coherence statement or no view for
    /// races.
    pub fn new(model: &Model) -> Option<ModelPlan> {
        let coherence = model.checks.iter().find_map(|check| match check.kind {
            CheckKind::Coherence(view) if is_coherence(check) => Some(view),
            _ => None,
        })?;
        let race = model.views.iter().position(|view| view.name == RACE_VIEW)?;
        let mut plan = ModelPlan {
            views: Vec::new(),
            rows: 1,
            coherence: 0,
            race: 0,
            known: Vec::new(),
            axioms: None,
            errors: None,
        };
        plan.coherence = plan.add_view(model, coherence);
        plan.race = if race == coherence { plan.coherence } else { plan.add_view(model, race) };
        plan.axioms = plan.plan_axioms(model);
        plan.errors = plan_errors(model, race);
        Some(plan)
    }

    /// Adds the rows of a view and returns the one that is the view.
    fn add_view(&mut self, model: &Model, view: usize) -> usize {
        let relation = &model.views[view].relation;
        if is_causality(relation) {
            return CAUSALITY;
        }
        let first = self.rows;
        let number = self.views.len();
        let relations = known_relations(model, relation);
        if let Some((clocks, found)) = Clocks::new(&model.views[view].name, relation, &relations, first) {
            for (term, output) in relations.into_iter().zip(found) {
                self.known.extend(output.map(|output| Known { term, view: number, output }));
            }
            self.rows += clocks.rows.len();
            let row = clocks.view;
            self.views.push(ViewPlan::Rows(clocks));
            return row;
        }
        self.rows += 1;
        self.views.push(match Automaton::new(relation) {
            Some(automaton) => ViewPlan::Walked(first, automaton),
            None => ViewPlan::Evaluated(first, view),
        });
        first
    }
}

impl ModelPlan {
    fn plan_axioms(&self, model: &Model) -> Option<Vec<AxiomPlan>> {
        let axioms = model.checks.iter().filter(|check| check.role == Role::Axiom && check.when == When::Always);
        let is_plain = |check: &Check| check.unless.is_none() && !speaks_of_derived_sets(model, check);
        if !axioms.clone().all(is_plain) {
            return None;
        }
        let plans = axioms.filter_map(|check| {
            let plan = match &check.kind {
                CheckKind::Coherence(_) => return None,
                CheckKind::Acyclic(term) => self.plan_acyclic(model, term),
                CheckKind::Irreflexive(term) => Automaton::new(term).map(AxiomCheck::Irreflexive),
                CheckKind::Empty(_) | CheckKind::Compare(_) => None,
            };
            Some(plan.map(|plan| AxiomPlan { name: check.name.clone(), check: plan }))
        });
        plans.collect()
    }

    fn plan_acyclic(&self, model: &Model, term: &Term) -> Option<AxiomCheck> {
        let known: Vec<Term> = self.known.iter().map(|known| known.term.clone()).collect();
        let search = Cycle::new(Automaton::with_known(term, &known)?);
        let shortcuts = Shortcuts::new(model, term, &search);
        let by_clocks = |(number, nested): (usize, &Nested)| {
            let (relation, reflexive) = at_location(nested)?;
            let known = known.iter().position(|known| known == relation)?;
            // Differences cannot be read off clocks.
            is_both(&search, number).then_some(AtLocation { known, reflexive })
        };
        let nested = search.nested.iter().enumerate().map(by_clocks).collect();
        Some(AxiomCheck::Acyclic(Box::new(Acyclic { search, shortcuts, nested })))
    }

    /// Whether some clock depends on which locations earlier events of the thread access.
    pub fn looks_back_at_locations(&self) -> bool {
        self.views.iter().any(|view| match view {
            ViewPlan::Rows(clocks) => clocks.looks_back_at_locations(),
            ViewPlan::Walked(..) | ViewPlan::Evaluated(..) => true,
        })
    }

    /// Whether a known relation relates two events.
    pub fn relates(&self, known: usize, graph: &Graph, earlier: EventId, event: EventId) -> bool {
        let Known { view, output, .. } = self.known[known];
        match &self.views[view] {
            ViewPlan::Rows(clocks) => clocks.relates(output, graph, earlier, event),
            ViewPlan::Walked(..) | ViewPlan::Evaluated(..) => false,
        }
    }
}

/// The relations in axioms that clocks of a view may know.
fn known_relations(model: &Model, view: &Term) -> Vec<Term> {
    let mut relations = Vec::new();
    for check in model.checks.iter().filter(|check| check.role == Role::Axiom) {
        if let CheckKind::Acyclic(term) = &check.kind {
            relations_of(view, term, &mut relations);
        }
    }
    // What comes later in a thread must know it too.
    relations.retain(|relation| {
        let left = Term::sequence([relation.clone(), Term::builtin(Builtin::Po)]);
        let claim = Claim { left, operator: Compare::Included, right: relation.clone(), place: Place::default() };
        prove_claim(model, &claim) == Outcome::Proved
    });
    relations
}

/// For `a & same-loc` or `a & loc-overlap`, `a` and whether an event may be related to itself.
fn at_location(nested: &Nested) -> Option<(&Term, bool)> {
    let [same, overlap] = [Builtin::SameLoc, Builtin::LocOverlap].map(Term::builtin);
    let (a, b) = &nested.terms;
    [(a, b), (b, a)].into_iter().find_map(|(relation, location)| match location {
        _ if *location == same => Some((relation, true)),
        _ if *location == overlap => Some((relation, false)),
        _ => None,
    })
}

/// Whether the operands of that number are those of an intersection, wherever they are used.
fn is_both(search: &Cycle, number: usize) -> bool {
    let mut edges = search.states.iter().flat_map(|state| &state.steps).map(|step| step.edge);
    !edges.any(|edge| edge == Edge::Minus(number))
}

fn plan_errors(model: &Model, race: usize) -> Option<Vec<ErrorPlan>> {
    let errors = model.checks.iter().filter(|check| is_race(check));
    if errors.clone().any(|check| speaks_of_derived_sets(model, check)) {
        return None;
    }
    let plans = errors.map(|check| match &check.kind {
        CheckKind::Compare(claim) if claim.operator == Compare::Included => {
            let is_clock = claim.right == model.views[race].relation;
            match conflicts(&claim.left).filter(|_| is_clock) {
                Some(pairs) => {
                    let known = known_of(model, &pairs, &claim.right);
                    Some(ErrorPlan::Conflicts { pairs, known })
                }
                None if is_clock => Some(ErrorPlan::Unordered(Automaton::new(&claim.left)?)),
                None => Some(ErrorPlan::Difference(Automaton::new(&claim.left)?, Automaton::new(&claim.right)?)),
            }
        }
        _ => None,
    });
    plans.collect()
}
