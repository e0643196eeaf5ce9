//! May the search rely on this model?
//!
//! The search needs more than axioms (kat.md §3.2): consistency must survive taking causally last events away, and an
//! event that is added last, reading from or becoming the coherence-latest write, must never break it. Neither can be
//! decided for all models. Here are conditions on the text that are enough for both:
//!
//! - *forward*: an axiom's steps follow `po`, `rf`, `mo`, `fr`, `tc`, `tj` and their parts in their direction. The new
//!   event has no such step out of it, so it is on no cycle;
//! - *growing*: taking events away takes pairs away and adds none, so what had no cycle still has none;
//! - no axiom relates events to themselves by mere tests, and none depends on a derived set, into which old events
//!   may move;
//! - a view is closed under `po` to the left and ends in `po`, so it can be a clock that never changes (kat.md §2.6, O4).
//!
//! A model for which they fail is refused, with the reason. It may still be a fine model.

use crate::ast::Compare;
use crate::diagnostic::{Diagnostic, Place};
use crate::evaluate::Evaluator;
use crate::model::{Check, CheckKind, Claim, Model, Role, When};
use crate::prove::{Outcome, prove_claim};
use crate::term::{Node, Relation, Set, Term};
use crate::vocabulary::Builtin;

/// The view that race detection uses.
pub(crate) const RACE_VIEW: &str = "hb_stable";

/// Why programs cannot be checked under the model; nothing if they can.
pub fn obstacles(model: &Model) -> Vec<Diagnostic> {
    let mut obstacles = Vec::new();
    if let Err(unsupported) = Evaluator::new(model) {
        obstacles.push(Diagnostic::error(whole(model), unsupported.to_string()));
    }
    if model.ppo.as_ref().is_some_and(|ppo| *ppo != Term::builtin(Builtin::Po)) {
        let error = Diagnostic::error(whole(model), "programs can only be checked under models with `let ppo = po`");
        obstacles.push(error);
    }
    if !model.checks.iter().any(|check| matches!(check.kind, CheckKind::Coherence(_))) {
        let error = Diagnostic::error(whole(model), "to check programs, a model needs a `coherence` statement");
        obstacles.push(error.help("the weakest one is `view pov = po` and `export coherence pov`"));
    }
    if !model.views.iter().any(|view| view.name == RACE_VIEW) {
        let error = Diagnostic::error(whole(model), format!("to check programs, a model needs a view `{RACE_VIEW}`"));
        obstacles.push(error.help("it says what happens before what; for example `view hb_stable = (po | rf;po)+`"));
    }
    obstacles.extend(model.views.iter().filter_map(|view| not_a_clock(model, &view.relation, view.place)));
    obstacles.extend(model.checks.iter().filter_map(|check| not_safe(model, check)));
    obstacles
}

/// Statements that play no part when programs are checked, as warnings.
pub fn unused(model: &Model) -> Vec<Diagnostic> {
    let checks = model.checks.iter().filter_map(|check| {
        let what = match &check.role {
            Role::Axiom | Role::Error(_) => return None,
            Role::Extra(name) => format!("the extra check `{name}` is not made when programs are checked"),
            Role::Warning(name) => format!("the warning `{name}` is not given when programs are checked"),
        };
        Some(Diagnostic::warning(check.place, what))
    });
    checks.collect()
}

/// A place for what is wrong with a model as a whole: its first check or view.
fn whole(model: &Model) -> Place {
    let checks = model.checks.iter().map(|check| check.place);
    checks.chain(model.views.iter().map(|view| view.place)).min().unwrap_or_default()
}

fn not_a_clock(model: &Model, view: &Term, place: Place) -> Option<Diagnostic> {
    let builtin = Term::builtin;
    let (po, rf) = (builtin(Builtin::Po), builtin(Builtin::Rf));
    let causes = Term::union([po.clone(), rf, builtin(Builtin::Tc), builtin(Builtin::Tj)]).star();
    let holds = |left: Term, right: Term| {
        prove_claim(model, &Claim { left, operator: Compare::Included, right, place }) == Outcome::Proved
    };
    let error = Diagnostic::error(place, "this view cannot be a clock");
    if !is_growing(view) {
        return Some(error.help("it uses a difference of relations"));
    }
    if uses_derived_set(model, view) {
        return Some(error.help("it depends on a derived set"));
    }
    if !holds(Term::sequence([po.clone(), view.clone()]), view.clone()) {
        return Some(error.help("`po;view <= view` is not provable: a clock holds all earlier events of a thread"));
    }
    if !holds(view.clone(), Term::sequence([causes, po])) {
        let help = "it must end in `po`: a clock must not depend on where its own event reads from";
        return Some(error.help(help));
    }
    None
}

fn not_safe(model: &Model, check: &Check) -> Option<Diagnostic> {
    match &check.role {
        Role::Axiom => {}
        Role::Error(name) if name == "RaceNotAtomic" => return None,
        Role::Error(name) => {
            let message = format!("checking programs for `{name}` is not supported");
            return Some(Diagnostic::error(check.place, message).help("only RaceNotAtomic is"));
        }
        Role::Extra(_) | Role::Warning(_) => return None,
    }
    let error = Diagnostic::error(check.place, "the search cannot rely on this axiom");
    if check.when == When::Complete {
        return Some(error.help("axioms about complete executions only are not supported"));
    }
    if check.unless.is_some() {
        return Some(error.help("`unless` on axioms is not supported"));
    }
    let term = match &check.kind {
        CheckKind::Coherence(_) => return None,
        CheckKind::Acyclic(term) | CheckKind::Irreflexive(term) => term,
        CheckKind::Empty(_) | CheckKind::Compare(_) => {
            return Some(error.help("it is not known that executions can always be continued under it; use `acyclic`"));
        }
    };
    if is_reflexive(term) {
        Some(error.help("it relates some events to themselves, so no execution with such events satisfies it"))
    } else if !is_forward(term) {
        Some(error.help("it has steps that lead out of a newly added event, such as `r^-1` or `same-loc`"))
    } else if !is_growing(term) {
        Some(error.help("it uses a difference of relations, so leaving events out may break it"))
    } else if uses_derived_set(model, term) {
        Some(error.help("it depends on a derived set, which old events may enter when new ones are added"))
    } else {
        None
    }
}

/// Whether every step follows the direction in which executions grow.
fn is_forward(term: &Term) -> bool {
    use Builtin::{Alloc, Any, Free, LocOverlap, SameLoc, SameThread};
    match term.node() {
        Node::Test(_) => true,
        Node::Primitive { inverse: true, .. } => false,
        Node::Primitive { relation, .. } => match relation {
            Relation::Builtin(builtin) => !matches!(builtin, Alloc | Any | Free | LocOverlap | SameLoc | SameThread),
            Relation::User(_) | Relation::UserLoc(_) => false,
        },
        Node::Union(parts) | Node::Sequence(parts) => parts.iter().all(is_forward),
        Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Rot(a) | Node::Minus(a, _) => is_forward(a),
        Node::Both(a, b) => is_forward(a) || is_forward(b),
    }
}

/// Whether leaving events out adds no pair.
fn is_growing(term: &Term) -> bool {
    match term.node() {
        Node::Test(_) | Node::Primitive { .. } => true,
        Node::Union(parts) | Node::Sequence(parts) => parts.iter().all(is_growing),
        Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Rot(a) => is_growing(a),
        Node::Both(a, b) => is_growing(a) && is_growing(b),
        Node::Minus(a, b) => is_growing(a) && matches!(b.node(), Node::Primitive { .. } | Node::Test(_)),
    }
}

/// Whether some event is related to itself by tests alone.
fn is_reflexive(term: &Term) -> bool {
    match term.node() {
        Node::Test(set) => *set != Set::None,
        Node::Primitive { .. } => false,
        Node::Union(parts) => parts.iter().any(is_reflexive),
        Node::Sequence(parts) => parts.iter().all(is_reflexive),
        Node::Plus(a) | Node::Rot(a) | Node::Minus(a, _) => is_reflexive(a),
        Node::Star(_) | Node::Optional(_) => true,
        Node::Both(a, b) => is_reflexive(a) && is_reflexive(b),
    }
}

fn uses_derived_set(model: &Model, term: &Term) -> bool {
    let derived = model.sets.iter().fold(0, |bits, set| bits | 1_u64 << set.predicate.0);
    let uses = |term: &Term| uses_derived_set(model, term);
    match term.node() {
        Node::Test(set) => set.predicates() & derived != 0,
        Node::Primitive { .. } => false,
        Node::Union(parts) | Node::Sequence(parts) => parts.iter().any(uses),
        Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Rot(a) => uses(a),
        Node::Both(a, b) | Node::Minus(a, b) => uses(a) || uses(b),
    }
}
