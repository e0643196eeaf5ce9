//! May the search rely on this model?
//!
//! The search needs more than axioms (kat.md §3.2): consistency must survive taking causally last events
//! away, and an event that is added last, reading from or becoming the coherence-latest write, must never
//! break it. Neither can be decided for all models. Here are conditions on the text that are enough for both:
//!
//! - *forward*: an axiom's steps follow `po`, `rf`, `mo`, `fr`, `tc`, `tj` and their parts in their
//!   direction. The new event has no such step out of it, so it is on no cycle;
//! - *growing*: taking events away takes pairs away and adds none, so what had no cycle still has none;
//! - `rmw^-1` leads out of the write of an update and only to its read, which the search adds with it; since
//!   nothing else leads out of the two, a cycle through them lies within them, and an update alone would have
//!   it too. So updates alone are tried;
//! - no axiom relates events to themselves by mere tests, and none depends on a derived set, into which old
//!   events may move;
//! - a view is closed under `po` to the left and ends in `po`, so it can be a clock that never changes
//!   (kat.md §2.6, O4).
//!
//! An axiom for which they fail is *doubtful*. Then small executions are tried ([`hazard`]): if one shows
//! that the search would go wrong, the model is refused with it; if none does, the model is used and every
//! verdict carries a warning. Axioms `when complete` need none of this, because the search does not prune by
//! them.

use crate::ast::Compare;
use crate::diagnostic::{Diagnostic, Place};
use crate::evaluate::Evaluator;
use crate::model::{Check, CheckKind, Claim, Model, Role, When};
use crate::prove::{Outcome, prove_claim};
use crate::small::hazard;
use crate::term::{Node, Relation, Set, Term};
use crate::vocabulary::{Builtin, predicate};

/// The view that race detection uses.
pub(crate) const RACE_VIEW: &str = "hb_stable";

/// What is known of a model before programs are checked under it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Admission {
    /// Why programs cannot be checked under it; nothing if they can.
    pub obstacles: Vec<Diagnostic>,
    /// Why it is not known whether the search finds everything, as warnings.
    pub doubts: Vec<Diagnostic>,
}

/// Finds out whether programs can be checked under a model.
pub fn admit(model: &Model) -> Admission {
    let mut obstacles = shortcomings(model);
    let mut doubts: Vec<Diagnostic> = model.checks.iter().filter_map(|check| doubt(model, check)).collect();
    if obstacles.is_empty()
        && !doubts.is_empty()
        && let Some(hazard) = hazard::find(model)
    {
        let place = model.checks[hazard.check].place;
        let error = Diagnostic::error(place, format!("the search cannot rely on this axiom: {}", hazard.what()));
        let help = "with `when complete` after the axiom, it is asked of whole executions only";
        obstacles.push(error.drawing(hazard.drawing(model)).help(help));
    }
    if !obstacles.is_empty() {
        doubts.clear();
    }
    Admission { obstacles, doubts }
}

/// What a model lacks.
fn shortcomings(model: &Model) -> Vec<Diagnostic> {
    let mut obstacles = Vec::new();
    if let Err(unsupported) = Evaluator::new(model) {
        obstacles.push(Diagnostic::error(whole(model), unsupported.to_string()));
    }
    if model.ppo.as_ref().is_some_and(|ppo| *ppo != Term::builtin(Builtin::Po)) {
        let error = Diagnostic::error(whole(model), "programs can only be checked under models with `let ppo = po`");
        obstacles.push(error);
    }
    let coherence = model.checks.iter().find(|check| is_coherence(check));
    match coherence {
        None => {
            let error = Diagnostic::error(whole(model), "to check programs, a model needs a `coherence` statement");
            obstacles.push(error.help("the weakest one is `view pov = po` and `export coherence pov`"));
        }
        Some(check) if check.unless.is_some() || check.when == When::Complete => {
            obstacles
                .push(Diagnostic::error(check.place, "`coherence` holds always, without `unless` or `when complete`"));
        }
        Some(_) => {}
    }
    if !model.views.iter().any(|view| view.name == RACE_VIEW) {
        let error = Diagnostic::error(whole(model), format!("to check programs, a model needs a view `{RACE_VIEW}`"));
        obstacles.push(error.help("it says what happens before what; for example `view hb_stable = (po | rf;po)+`"));
    }
    for check in model.checks.iter().filter(|check| check.role == Role::Axiom) {
        if let CheckKind::Acyclic(term) | CheckKind::Irreflexive(term) = &check.kind
            && is_reflexive(term)
        {
            let error = Diagnostic::error(check.place, "no execution satisfies this axiom");
            obstacles.push(error.help("it relates some events to themselves"));
        }
    }
    obstacles.extend(model.views.iter().filter_map(|view| not_a_clock(model, &view.relation, view.place)));
    obstacles
}

/// Whether the check is the axiom that clocks answer.
pub(crate) fn is_coherence(check: &Check) -> bool {
    check.role == Role::Axiom && matches!(check.kind, CheckKind::Coherence(_))
}

/// Statements that play no part when programs are checked, as warnings.
pub fn unused(model: &Model) -> Vec<Diagnostic> {
    let checks = model.checks.iter().filter_map(|check| {
        let Role::Extra(name) = &check.role else { return None };
        let what = format!("the extra check `{name}` is not made when programs are checked");
        Some(Diagnostic::warning(check.place, what))
    });
    checks.collect()
}

/// Whether the check is what the search knows as a data race: of each pair, one access is plain.
pub(crate) fn is_race(check: &Check) -> bool {
    let is_named = matches!(&check.role, Role::Error(name) if name == "RaceNotAtomic") && check.when == When::Always;
    is_named
        && matches!(&check.kind, CheckKind::Compare(claim) if claim.operator == Compare::Included && involves_plain(&claim.left))
}

/// Whether the check is an error or a warning of the model's own.
pub(crate) fn is_complaint(check: &Check) -> bool {
    matches!(check.role, Role::Error(_) | Role::Warning(_)) && !is_race(check)
}

/// Whether all pairs of the relation have a plain access at one end, as far as the text shows it.
fn involves_plain(term: &Term) -> bool {
    fn is_plain(set: &Set) -> bool {
        match set {
            Set::Predicate(id) => *id == predicate("NA"),
            Set::Both(a, b) => is_plain(a) || is_plain(b),
            Set::Either(a, b) => is_plain(a) && is_plain(b),
            Set::Minus(a, _) => is_plain(a),
            Set::None => true,
            Set::All => false,
        }
    }
    match term.node() {
        Node::Test(set) => is_plain(set),
        Node::Union(parts) => parts.iter().all(involves_plain),
        Node::Sequence(parts) => [parts.first(), parts.last()].into_iter().flatten().any(involves_plain),
        Node::Both(a, b) => involves_plain(a) || involves_plain(b),
        Node::Minus(a, _) => involves_plain(a),
        Node::Primitive { .. } | Node::Plus(_) | Node::Star(_) | Node::Optional(_) | Node::Rot(_) => false,
    }
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

/// Why it is not clear that the search may prune by an axiom.
fn doubt(model: &Model, check: &Check) -> Option<Diagnostic> {
    if check.role != Role::Axiom || check.when == When::Complete || is_coherence(check) {
        return None;
    }
    let warning = Diagnostic::warning(check.place, "it is not known whether the search may rely on this axiom");
    if check.unless.is_some() {
        return Some(warning.help("it has `unless`: whether it holds may change in both directions"));
    }
    let term = match &check.kind {
        CheckKind::Coherence(_) => return None,
        CheckKind::Acyclic(term) | CheckKind::Irreflexive(term) => term,
        CheckKind::Empty(_) | CheckKind::Compare(_) => {
            return Some(warning.help("it is not known that executions can always be continued under it"));
        }
    };
    if !is_forward(term) || hazard::forbids_lone_update(model) {
        Some(warning.help("it has steps that lead out of a newly added event, such as `r^-1` or `same-loc`"))
    } else if !is_growing(term) {
        Some(warning.help("it uses a difference of relations, so leaving events out may break it"))
    } else if uses_derived_set(model, term) {
        Some(warning.help("it depends on a derived set, which old events may enter when new ones are added"))
    } else {
        None
    }
}

/// Whether the check's relations depend on sets that are derived from relations.
pub(crate) fn speaks_of_derived_sets(model: &Model, check: &Check) -> bool {
    let in_claim = |claim: &Claim| uses_derived_set(model, &claim.left) || uses_derived_set(model, &claim.right);
    let own = match &check.kind {
        CheckKind::Acyclic(term) | CheckKind::Irreflexive(term) | CheckKind::Empty(term) => {
            uses_derived_set(model, term)
        }
        CheckKind::Coherence(view) => uses_derived_set(model, &model.views[*view].relation),
        CheckKind::Compare(claim) => in_claim(claim),
    };
    own || check.unless.as_ref().is_some_and(in_claim)
}

/// Whether every step follows the direction in which executions grow.
fn is_forward(term: &Term) -> bool {
    use Builtin::{Alloc, Any, Free, LocOverlap, SameLoc, SameThread};
    match term.node() {
        Node::Test(_) => true,
        Node::Primitive { inverse: true, relation } => *relation == Relation::Builtin(Builtin::Rmw),
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
