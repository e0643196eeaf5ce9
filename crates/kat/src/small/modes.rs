//! Bounds over orderings: a stronger ordering never allows more.
//!
//! That is so if every set in a model's axioms that depends on orderings contains, with an ordering, all
//! stronger ones, and is not used negatively. Then an execution that is forbidden with the weakest orderings
//! is forbidden with all, and one that is allowed with the strongest is allowed with all.

use selvedge_core::Mode;

use super::Kind;
use super::bitgraph::op_bits;
use crate::evaluate::{READ, WRITE, mode_bits};
use crate::model::{CheckKind, Claim, Model, Role, SetDefinition};
use crate::term::{Node, Set, Term};
use crate::vocabulary::predicate;

/// The predicates of the halves of an operation of which the ordering is not known yet, at the least.
pub(super) fn weakest(kind: Kind) -> (u64, u64) {
    match kind {
        // Weaker than any fence that there is.
        Kind::Fence => (1 << predicate("F").0, 0),
        Kind::Write | Kind::Read | Kind::Update => op_bits(kind, Mode::Relaxed),
    }
}

/// The same, at the most.
pub(super) fn strongest(kind: Kind) -> (u64, u64) {
    op_bits(kind, Mode::SeqCst)
}

/// How a set or relation depends on orderings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Dependence {
    /// Not at all.
    None,
    /// It grows when orderings grow stronger.
    Grows,
    /// In some other way, as far as the text shows.
    Other,
}

/// Whether a stronger ordering never makes the model allow more, as far as the text shows.
pub(super) fn is_monotone(model: &Model) -> bool {
    let term = |term: &Term| of_term(model, term);
    let grows = |relation: &Term| term(relation) <= Dependence::Grows;
    let claim = |claim: &Claim| grows(&claim.left) && term(&claim.right) == Dependence::None;
    let axioms = model.checks.iter().filter(|check| check.role == Role::Axiom);
    let axioms = axioms.map(|check| {
        let own = match &check.kind {
            CheckKind::Acyclic(term) | CheckKind::Irreflexive(term) | CheckKind::Empty(term) => grows(term),
            CheckKind::Coherence(view) => grows(&model.views[*view].relation),
            CheckKind::Compare(compared) => claim(compared) && compared.operator == crate::ast::Compare::Included,
        };
        own && check.unless.is_none()
    });
    axioms.into_iter().all(|is_monotone| is_monotone)
        && model.sets.iter().all(|set| of_definition(model, &set.definition) <= Dependence::Grows)
}

fn of_definition(model: &Model, set: &SetDefinition) -> Dependence {
    match set {
        SetDefinition::Domain(term) | SetDefinition::Codomain(term) => of_term(model, term),
        SetDefinition::Set(set) => of_set(model, set),
        SetDefinition::Either(parts) => {
            parts.iter().map(|part| of_definition(model, part)).max().unwrap_or(Dependence::None)
        }
        SetDefinition::Both(a, b) => of_definition(model, a).max(of_definition(model, b)),
        SetDefinition::Minus(a, b) => minus(of_definition(model, a), of_definition(model, b)),
    }
}

fn minus(a: Dependence, b: Dependence) -> Dependence {
    if b == Dependence::None { a } else { Dependence::Other }
}

fn of_term(model: &Model, term: &Term) -> Dependence {
    match term.node() {
        Node::Test(set) => of_set(model, set),
        Node::Primitive { .. } => Dependence::None,
        Node::Union(parts) | Node::Sequence(parts) => {
            parts.iter().map(|part| of_term(model, part)).max().unwrap_or(Dependence::None)
        }
        Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Rot(a) => of_term(model, a),
        Node::Both(a, b) => of_term(model, a).max(of_term(model, b)),
        Node::Minus(a, b) => minus(of_term(model, a), of_term(model, b)),
    }
}

/// Asks for each kind of event whether a stronger ordering leads out of the set. Sets that are derived from
/// relations must not be used negatively; whether they grow is asked of their definitions.
fn of_set(model: &Model, set: &Set) -> Dependence {
    use Mode::{AcqRel, Acquire, Relaxed, Release, SeqCst};
    let steps = [(Relaxed, Acquire), (Relaxed, Release), (Acquire, AcqRel), (Release, AcqRel), (AcqRel, SeqCst)];
    let steps = steps.map(|(weak, strong)| (mode_bits(weak), mode_bits(strong)));
    let steps = steps.into_iter().chain([(0, mode_bits(Acquire)), (0, mode_bits(Release)), (0, mode_bits(Relaxed))]);
    let (fence, excl) = (1 << predicate("F").0, 1 << predicate("EXCL").0);
    let derived = model.sets.iter().fold(0, |bits, set| bits | 1_u64 << set.predicate.0);
    let (none, all) = (0, derived & set.predicates());
    let mut dependence = if all == 0 { Dependence::None } else { Dependence::Grows };
    for kind in [READ, WRITE, READ | excl, WRITE | excl, fence] {
        for (weak, strong) in steps.clone() {
            for own in [none, all] {
                match (set.contains(kind | weak | own), set.contains(kind | strong | own)) {
                    (true, false) => return Dependence::Other,
                    (false, true) => dependence = Dependence::Grows,
                    _ => {}
                }
            }
            if set.contains(kind | weak | none) && !set.contains(kind | weak | all) {
                return Dependence::Other;
            }
        }
    }
    dependence
}
