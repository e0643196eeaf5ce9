//! A model asked about one execution, by its definition.
//!
//! Every expression is computed as a relation on the events, every axiom is looked at as it is written. This
//! is the slow and simple back end: nothing is incremental, and the automata of [`mod@crate::prove`] have no
//! part in it.
//!
//! Three things are common to all models and are checked first (kat.md §4): causality `po | rf | tc | tj` has
//! no cycle, an update comes after the write it reads from, and directly. Executions are those of
//! `selvedge-core`: they have no dependencies, so a model that speaks of `ctrl`, `addr` or `data`, or of
//! relations and sets that the file declares itself, cannot be evaluated ([`Unsupported`]).

mod explain;
mod frame;
mod matrix;

use std::collections::HashMap;
use std::fmt;

pub use explain::{Edge, Link, Reason};
pub use frame::{Frame, Origin};
pub(crate) use frame::{READ, WRITE, halves, mode_bits, type_bits};
pub use matrix::Matrix;

use crate::ast::Compare;
use crate::model::{Check, CheckKind, Claim, Model, Role, SetDefinition, When};
use crate::term::{Node, Relation, Set, Term};
use crate::vocabulary::{Builtin, PREDICATES, predicate};

/// Something that executions do not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The name of the relation or set.
    pub name: String,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "executions have no `{}`", self.name)
    }
}

impl std::error::Error for Unsupported {}

/// A check that an execution fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure<'m> {
    /// The name of the check.
    pub name: &'m str,
    /// Events that show it: a cycle, an event related to itself, or a pair.
    pub events: Vec<usize>,
}

/// A model that can be evaluated.
#[derive(Clone, Debug)]
pub struct Evaluator<'m> {
    model: &'m Model,
}

impl<'m> Evaluator<'m> {
    /// Fails if the model speaks of something that executions do not have.
    pub fn new(model: &'m Model) -> Result<Evaluator<'m>, Unsupported> {
        for check in &model.checks {
            check_terms(check, &mut |term| supported(model, term))?;
        }
        for view in &model.views {
            supported(model, &view.relation)?;
        }
        for set in &model.sets {
            supported_set(model, &set.definition)?;
        }
        Ok(Evaluator { model })
    }

    /// A model that has been found good before.
    pub(crate) fn trusted(model: &'m Model) -> Evaluator<'m> {
        Evaluator { model }
    }

    /// The first axiom that the execution fails, if any: then the model forbids it.
    pub fn forbids(&self, frame: &Frame) -> Option<Failure<'m>> {
        let mut values = Values::new(self.model, frame);
        let axioms = self.model.checks.iter().filter(|check| check.role == Role::Axiom);
        values.well_formed().or_else(|| {
            let asked = axioms.filter(|check| check.when == When::Always || frame.complete);
            asked.into_iter().find_map(|check| values.failure(check))
        })
    }

    /// The errors that the execution shows. A pair is only looked at if its second event may come last.
    pub fn errors(&self, frame: &Frame) -> Vec<Failure<'m>> {
        let mut values = Values::new(self.model, frame);
        let before = values.causality().plus().inverse();
        let errors = self.model.checks.iter().filter(|check| matches!(check.role, Role::Error(_)));
        errors
            .filter_map(|check| {
                let CheckKind::Compare(claim) = &check.kind else { return None };
                let (a, b) = values.difference(claim).minus(&before).first()?;
                Some(Failure { name: &check.name, events: vec![a, b] })
            })
            .collect()
    }

    /// The value of a relation.
    pub fn relation(&self, frame: &Frame, term: &Term) -> Matrix {
        Values::new(self.model, frame).term(term)
    }

    /// Pairs that violate an error or warning statement, for each one that is asked for. A pair is only
    /// looked at if its second event may come last.
    pub(crate) fn pairs(&self, frame: &Frame, asked: impl Fn(&Check) -> bool) -> Vec<(&'m Check, Matrix)> {
        let mut values = Values::new(self.model, frame);
        let before = values.causality().plus().inverse();
        let statements = self.model.checks.iter().filter(|check| asked(check));
        statements
            .filter_map(|check| {
                let CheckKind::Compare(claim) = &check.kind else { return None };
                Some((check, values.difference(claim).minus(&before)))
            })
            .collect()
    }

    /// Whether the axioms about whole executions hold.
    pub(crate) fn allows_end(&self, frame: &Frame) -> bool {
        let mut values = Values::new(self.model, frame);
        let axioms = self.model.checks.iter();
        let mut axioms = axioms.filter(|check| check.role == Role::Axiom && check.when == When::Complete);
        axioms.all(|check| values.failure(check).is_none())
    }

    /// Whether the axioms that are asked at every step hold, except coherence.
    pub fn allows_step(&self, frame: &Frame) -> bool {
        let mut values = Values::new(self.model, frame);
        let axioms = self.model.checks.iter().filter(|check| {
            check.role == Role::Axiom && check.when == When::Always && !matches!(check.kind, CheckKind::Coherence(_))
        });
        axioms.into_iter().all(|check| values.failure(check).is_none())
    }
}

/// Calls the function with every term of a check.
fn check_terms<E>(check: &Check, visit: &mut impl FnMut(&Term) -> Result<(), E>) -> Result<(), E> {
    let mut claims: Vec<&Claim> = check.unless.iter().collect();
    match &check.kind {
        CheckKind::Acyclic(term) | CheckKind::Irreflexive(term) | CheckKind::Empty(term) => visit(term)?,
        CheckKind::Coherence(_) => {}
        CheckKind::Compare(claim) => claims.push(claim),
    }
    claims.into_iter().try_for_each(|claim| visit(&claim.left).and_then(|()| visit(&claim.right)))
}

fn supported(model: &Model, term: &Term) -> Result<(), Unsupported> {
    match term.node() {
        Node::Test(set) => supported_predicates(model, set),
        Node::Primitive { relation, .. } => {
            use Builtin::{Addr, Alloc, Ctrl, Data, Free};
            match relation {
                Relation::Builtin(Ctrl | Addr | Data | Alloc | Free) | Relation::User(_) | Relation::UserLoc(_) => {
                    Err(Unsupported { name: model.vocabulary.relation_name(*relation) })
                }
                Relation::Builtin(_) => Ok(()),
            }
        }
        Node::Union(parts) | Node::Sequence(parts) => parts.iter().try_for_each(|part| supported(model, part)),
        Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Rot(a) => supported(model, a),
        Node::Both(a, b) | Node::Minus(a, b) => supported(model, a).and_then(|()| supported(model, b)),
    }
}

fn supported_predicates(model: &Model, set: &Set) -> Result<(), Unsupported> {
    let derived = model.sets.iter().fold(0, |bits, set| bits | 1_u64 << set.predicate.0);
    let own = u64::MAX << PREDICATES.len() & !derived;
    let missing = set.predicates() & (own | 1 << predicate("HEAP").0 | 1 << predicate("NOTHPPROT").0);
    if missing == 0 {
        return Ok(());
    }
    let id = crate::vocabulary::PredicateId(missing.trailing_zeros() as u8);
    Err(Unsupported { name: model.vocabulary.predicate_name(id).into() })
}

fn supported_set(model: &Model, set: &SetDefinition) -> Result<(), Unsupported> {
    match set {
        SetDefinition::Domain(term) | SetDefinition::Codomain(term) => supported(model, term),
        SetDefinition::Set(set) => supported_predicates(model, set),
        SetDefinition::Either(parts) => parts.iter().try_for_each(|part| supported_set(model, part)),
        SetDefinition::Both(a, b) | SetDefinition::Minus(a, b) => {
            supported_set(model, a).and_then(|()| supported_set(model, b))
        }
    }
}

/// Relations of one execution, each computed once.
struct Values<'f, 'm> {
    model: &'m Model,
    frame: &'f Frame,
    /// The predicates of each event, the model's own sets included.
    bits: Vec<u64>,
    known: HashMap<Term, Matrix>,
}

impl<'m> Values<'_, 'm> {
    fn new<'f>(model: &'m Model, frame: &'f Frame) -> Values<'f, 'm> {
        let mut values = Values { model, frame, bits: frame.bits.clone(), known: HashMap::new() };
        for set in &model.sets {
            let members = values.members(&set.definition);
            for (bits, is_member) in values.bits.iter_mut().zip(members) {
                *bits |= u64::from(is_member) << set.predicate.0;
            }
            // Terms computed so far may speak of the set.
            values.known.clear();
        }
        values
    }

    fn members(&mut self, set: &SetDefinition) -> Vec<bool> {
        let size = self.frame.size();
        match set {
            SetDefinition::Domain(term) => {
                let relation = self.term(term);
                (0..size).map(|event| relation.successors(event).next().is_some()).collect()
            }
            SetDefinition::Codomain(term) => {
                let relation = self.term(term).inverse();
                (0..size).map(|event| relation.successors(event).next().is_some()).collect()
            }
            SetDefinition::Set(set) => self.bits.iter().map(|&bits| set.contains(bits)).collect(),
            SetDefinition::Either(parts) => {
                let parts: Vec<Vec<bool>> = parts.iter().map(|part| self.members(part)).collect();
                (0..size).map(|event| parts.iter().any(|part| part[event])).collect()
            }
            SetDefinition::Both(a, b) => {
                self.members(a).into_iter().zip(self.members(b)).map(|(a, b)| a && b).collect()
            }
            SetDefinition::Minus(a, b) => {
                self.members(a).into_iter().zip(self.members(b)).map(|(a, b)| a && !b).collect()
            }
        }
    }

    fn causality(&self) -> Matrix {
        self.frame.po.or(&self.frame.rf).or(&self.frame.tc).or(&self.frame.tj)
    }

    fn well_formed(&mut self) -> Option<Failure<'m>> {
        let Frame { rf, mo, fr, rmw, .. } = self.frame;
        if let Some(events) = self.causality().cycle() {
            return Some(Failure { name: "causality", events });
        }
        let late = rf.then(rmw).minus(mo);
        let between = rmw.and(&fr.then(mo));
        let (a, b) = late.first().or_else(|| between.first())?;
        Some(Failure { name: "atomicity", events: vec![a, b] })
    }

    fn failure(&mut self, check: &'m Check) -> Option<Failure<'m>> {
        if let Some(unless) = &check.unless
            && self.difference(unless).is_empty()
        {
            return None;
        }
        let events = match &check.kind {
            CheckKind::Acyclic(term) => self.term(term).cycle(),
            CheckKind::Irreflexive(term) => self.term(term).loops().map(|event| vec![event]),
            CheckKind::Empty(term) => self.term(term).first().map(|(a, b)| vec![a, b]),
            CheckKind::Coherence(view) => {
                let view = self.term(&self.model.views[*view].relation);
                let eco = self.frame.rf.or(&self.frame.mo).or(&self.frame.fr).plus();
                view.then(&eco).loops().map(|event| vec![event])
            }
            CheckKind::Compare(claim) => self.difference(claim).first().map(|(a, b)| vec![a, b]),
        };
        events.map(|events| Failure { name: &check.name, events })
    }

    /// Pairs that contradict the claim.
    fn difference(&mut self, claim: &Claim) -> Matrix {
        let (left, right) = (self.term(&claim.left), self.term(&claim.right));
        match claim.operator {
            Compare::Included => left.minus(&right),
            Compare::Equal => left.minus(&right).or(&right.minus(&left)),
        }
    }

    fn term(&mut self, term: &Term) -> Matrix {
        if let Some(known) = self.known.get(term) {
            return known.clone();
        }
        let size = self.frame.size();
        let value = match term.node() {
            Node::Test(set) => Matrix::identity(size, |event| set.contains(self.bits[event])),
            Node::Primitive { relation, inverse } => {
                let forward = self.primitive(*relation);
                if *inverse { forward.inverse() } else { forward }
            }
            Node::Union(parts) => parts.iter().fold(Matrix::empty(size), |union, part| union.or(&self.term(part))),
            Node::Sequence(parts) => {
                let first = self.term(&parts[0]);
                parts[1..].iter().fold(first, |sequence, part| sequence.then(&self.term(part)))
            }
            Node::Plus(a) => self.term(a).plus(),
            Node::Star(a) => self.term(a).plus().optional(),
            Node::Optional(a) => self.term(a).optional(),
            Node::Both(a, b) => self.term(a).and(&self.term(b)),
            Node::Minus(a, b) => self.term(a).minus(&self.term(b)),
            // Only asserts have rotations, and they are proved instead of evaluated.
            Node::Rot(a) => self.term(a),
        };
        self.known.insert(term.clone(), value.clone());
        value
    }

    fn primitive(&self, relation: Relation) -> Matrix {
        let frame = self.frame;
        let size = frame.size();
        let internal = |relation: &Matrix| relation.and(&frame.same_thread());
        let external = |relation: &Matrix| relation.minus(&frame.same_thread());
        let Relation::Builtin(builtin) = relation else { return Matrix::empty(size) };
        match builtin {
            Builtin::Po => frame.po.clone(),
            Builtin::PoLoc => frame.po.and(&frame.same_location()),
            Builtin::PoNeqLoc => frame.po.minus(&frame.same_location()),
            Builtin::Rmw => frame.rmw.clone(),
            Builtin::Rf => frame.rf.clone(),
            Builtin::Rfe => external(&frame.rf),
            Builtin::Rfi => internal(&frame.rf),
            Builtin::Mo => frame.mo.clone(),
            Builtin::Moe => external(&frame.mo),
            Builtin::Moi => internal(&frame.mo),
            Builtin::Fr => frame.fr.clone(),
            Builtin::Fre => external(&frame.fr),
            Builtin::Fri => internal(&frame.fr),
            Builtin::Detour => external(&frame.mo).then(&external(&frame.rf)).and(&frame.po),
            Builtin::Tc => frame.tc.clone(),
            Builtin::Tj => frame.tj.clone(),
            Builtin::LocOverlap => frame.same_location().minus(&Matrix::identity(size, |_| true)),
            Builtin::SameLoc => frame.same_location(),
            Builtin::SameThread => frame.same_thread(),
            Builtin::Any => Matrix::pairs(size, |_, _| true),
            // Refused by `Evaluator::new`.
            Builtin::Ctrl | Builtin::Addr | Builtin::Data | Builtin::Alloc | Builtin::Free => Matrix::empty(size),
        }
    }
}
