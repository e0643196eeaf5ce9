//! Which axioms of one model follow from those of another: what the other allows need not be asked about
//! them.
//!
//! An axiom follows from the same axiom, and from one about a larger relation, if a proof finds that it is
//! larger. What such proofs do not see is left to the comparison of executions.

use crate::ast::Compare;
use crate::diagnostic::Place;
use crate::model::{Check, CheckKind, Claim, Model, Role, When};
use crate::prove::{Outcome, prove_claim};
use crate::term::Term;

/// The model without the axioms that every execution fulfils that the other model allows.
pub(super) fn without_implied(model: &Model, other: &Model) -> Model {
    let mut left = model.clone();
    // The same number may stand for different sets or relations of the two texts.
    let is_plain = |model: &Model| model.vocabulary.predicates.is_empty() && model.vocabulary.relations.is_empty();
    if is_plain(model) && is_plain(other) {
        let others: Vec<&Check> = other.checks.iter().filter(|check| check.role == Role::Axiom).collect();
        left.checks.retain(|check| !others.iter().any(|other_check| follows((model, check), (other, other_check))));
    }
    left.checks.retain(|check| check.role == Role::Axiom);
    left
}

/// Whether the axiom of the first model holds wherever that of the second does.
fn follows((model, check): (&Model, &Check), (other, known): (&Model, &Check)) -> bool {
    let is_asked_then = known.when == When::Always || known.when == check.when;
    if !is_asked_then || known.unless.is_some() {
        return false;
    }
    // Nothing may be taken for granted that one of the texts assumes.
    let free = Model { assumptions: Vec::new(), ..model.clone() };
    let is_within = |small: &Term, large: Term| {
        let claim = Claim { left: small.clone(), operator: Compare::Included, right: large, place: Place::default() };
        *small == claim.right || prove_claim(&free, &claim) == Outcome::Proved
    };
    match (&check.kind, &known.kind) {
        (CheckKind::Acyclic(small) | CheckKind::Irreflexive(small), CheckKind::Acyclic(large)) => {
            small == large || is_within(small, large.plus())
        }
        (CheckKind::Irreflexive(small), CheckKind::Irreflexive(large)) => is_within(small, large.clone()),
        (CheckKind::Empty(small), CheckKind::Empty(large)) => is_within(small, large.clone()),
        (CheckKind::Coherence(small), CheckKind::Coherence(large)) => {
            is_within(&model.views[*small].relation, other.views[*large].relation.clone())
        }
        _ => false,
    }
}
