//! Cheaper questions that answer an `acyclic` axiom most of the time (decision 0013).
//!
//! 1. *Is there a cycle of all edges that the axiom follows*, whatever its tests say? If not, it has none
//!    either. For the axiom on seq_cst of C11 this is the check of sequential consistency: one state, one
//!    walk.
//! 2. *Is there a cycle that communicates between seq_cst accesses only*, with program order and the edges of
//!    threads between? If it is proved that such a cycle is one of the axiom, the answer is known.
//!
//! Where all accesses are seq_cst, or none is, nothing else is ever asked.

use super::Automaton;
use super::cycle::Cycle;
use crate::ast::Compare;
use crate::diagnostic::Place;
use crate::model::{Claim, Model};
use crate::prove::{Outcome, prove_claim};
use crate::term::{Node, Relation, Set, Term};
use crate::vocabulary::{Builtin, builtin_set};

/// The most states of a search that needs no shortcut.
const SMALL: usize = 8;

/// The two questions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shortcuts {
    /// No cycle here, none there.
    pub wider: Option<Cycle>,
    /// A cycle here is one there.
    pub narrower: Option<Cycle>,
}

impl Shortcuts {
    pub fn new(model: &Model, axiom: &Term, search: &Cycle) -> Shortcuts {
        if search.states.len() <= SMALL && search.nested.is_empty() {
            return Shortcuts::default();
        }
        let cycle = |term: &Term| Automaton::new(term).map(Cycle::new);
        Shortcuts {
            wider: wider(axiom).and_then(|term| cycle(&term)),
            narrower: narrower(model, axiom).and_then(|term| cycle(&term)),
        }
    }
}

/// The union of the edges that a relation follows. None if there are others than those of which executions
/// are made.
fn wider(term: &Term) -> Option<Term> {
    let mut edges = Vec::new();
    collect(term, &mut edges)?;
    edges.sort_unstable();
    edges.dedup();
    Some(Term::union(edges.into_iter().map(Term::builtin)))
}

fn collect(term: &Term, edges: &mut Vec<Builtin>) -> Option<()> {
    match term.node() {
        Node::Test(_) => Some(()),
        Node::Primitive { relation: Relation::Builtin(builtin), inverse: false } => {
            use Builtin::{Fr, Fre, Fri, Mo, Moe, Moi, Po, PoLoc, PoNeqLoc, Rf, Rfe, Rfi, Rmw, Tc, Tj};
            edges.push(match builtin {
                Po | PoLoc | PoNeqLoc | Rmw => Po,
                Rf | Rfe | Rfi => Rf,
                Mo | Moe | Moi => Mo,
                Fr | Fre | Fri => Fr,
                Tc => Tc,
                Tj => Tj,
                _ => return None,
            });
            Some(())
        }
        Node::Primitive { .. } | Node::Rot(_) => None,
        Node::Union(parts) | Node::Sequence(parts) => parts.iter().try_for_each(|part| collect(part, edges)),
        Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Minus(a, _) => collect(a, edges),
        Node::Both(a, b) => {
            // Either side has all pairs.
            let length = edges.len();
            collect(a, edges).or_else(|| {
                edges.truncate(length);
                collect(b, edges)
            })
        }
    }
}

/// Cycles of seq_cst accesses that are proved to be cycles of the axiom.
fn narrower(model: &Model, axiom: &Term) -> Option<Term> {
    let strong = Term::test(builtin_set("SC")?);
    let between = |edge: Term| Term::sequence([strong.clone(), edge, strong.clone()]);
    let [rf, mo, fr] = [Builtin::Rf, Builtin::Mo, Builtin::Fr].map(Term::builtin);
    let communication = between(Term::union([rf, mo, fr]));
    let known = without_intersections(model, axiom).plus();
    let is_part = |term: Term| holds(model, term, known.clone());
    if !is_part(communication.clone()) {
        return None;
    }
    // Threads as well if possible, and program order alone if not. Between events that are no edges of
    // threads themselves, a path of program order and edges of threads has program order at both ends, and
    // between any two edges.
    let [po, tc, tj] = [Builtin::Po, Builtin::Tc, Builtin::Tj].map(Term::builtin);
    let crossing = Term::sequence([Term::union([tc.clone(), tj.clone()]), po.clone()]);
    let across = Term::sequence([po.clone(), crossing.plus()]);
    if !is_part(between(po.clone())) {
        return None;
    }
    let order = if is_part(between(across)) { Term::union([po, tc, tj]) } else { po };
    Some(Term::union([communication, order]))
}

fn holds(model: &Model, left: Term, right: Term) -> bool {
    let claim = Claim { left, operator: Compare::Included, right, place: Place::default() };
    prove_claim(model, &claim) == Outcome::Proved
}

/// A part of a relation that proofs can look into: of `a & same-loc`, the edges within a location, between
/// seq_cst accesses, that are part of `a`. All other intersections and all differences are left out.
fn without_intersections(model: &Model, term: &Term) -> Term {
    let part = |term: &Term| without_intersections(model, term);
    match term.node() {
        Node::Test(_) | Node::Primitive { .. } => term.clone(),
        Node::Union(parts) => Term::union(parts.iter().map(part)),
        Node::Sequence(parts) => Term::sequence(parts.iter().map(part)),
        Node::Plus(a) => part(a).plus(),
        Node::Star(a) => part(a).star(),
        Node::Optional(a) => part(a).optional(),
        Node::Both(a, b) => {
            let same = Term::builtin(Builtin::SameLoc);
            let inner = match (*a == same, *b == same) {
                (true, _) => b,
                (_, true) => a,
                _ => return Term::zero(),
            };
            let strong = Term::test(builtin_set("SC").unwrap_or(Set::None));
            let within = [Builtin::Rf, Builtin::Mo, Builtin::Fr, Builtin::PoLoc].map(Term::builtin);
            let edges = within.map(|edge| Term::sequence([strong.clone(), edge, strong.clone()]));
            Term::union(edges.into_iter().filter(|edge| holds(model, edge.clone(), inner.clone())))
        }
        Node::Minus(..) | Node::Rot(_) => Term::zero(),
    }
}
