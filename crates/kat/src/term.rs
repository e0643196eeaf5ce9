//! Relations and sets after names have been replaced by what they stand for.
//!
//! Building a term normalises it (kat.md §1.7): unions and sequences are flat, `id` disappears from
//! sequences, closures of closures collapse, converses are pushed to the primitives, `po & same-loc` is
//! `po-loc`.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::vocabulary::{Builtin, PredicateId};

/// A set of events.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Set {
    /// No event.
    None,
    /// All events.
    All,
    /// A primitive set.
    Predicate(PredicateId),
    /// Events in one or the other.
    Either(Arc<Set>, Arc<Set>),
    /// Events in both.
    Both(Arc<Set>, Arc<Set>),
    /// Events in the first and not in the second.
    Minus(Arc<Set>, Arc<Set>),
}

/// A primitive relation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    /// A built-in one.
    Builtin(Builtin),
    /// One that the user declared, by position.
    User(u16),
    /// Its same-location part.
    UserLoc(u16),
}

/// A relation. Cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(Arc<Inner>);

#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Inner {
    /// Written out in full, so many nodes.
    size: usize,
    depth: usize,
    node: Node,
    /// Of the node. Terms share parts and may be far larger than they look, so this is computed once.
    hash: u64,
}

impl Hash for Inner {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// What a relation is made of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Node {
    /// The identity on a set; on no event, the empty relation.
    Test(Set),
    /// A primitive relation, perhaps backwards.
    Primitive {
        /// The relation.
        relation: Relation,
        /// Whether it is meant backwards.
        inverse: bool,
    },
    /// One or the other: at least two.
    Union(Vec<Term>),
    /// One after the other: at least two.
    Sequence(Vec<Term>),
    /// One or more times.
    Plus(Term),
    /// Any number of times.
    Star(Term),
    /// At most once.
    Optional(Term),
    /// Both.
    Both(Term, Term),
    /// The first and not the second.
    Minus(Term, Term),
    /// Rotations of cycles. Only a whole side of an `assert` may be one.
    Rot(Term),
}

impl Set {
    pub(crate) fn either(a: Set, b: Set) -> Set {
        match (a, b) {
            (Set::None, other) | (other, Set::None) => other,
            (Set::All, _) | (_, Set::All) => Set::All,
            (a, b) if a == b => a,
            (a, b) => Set::Either(Arc::new(a), Arc::new(b)),
        }
    }

    pub(crate) fn both(a: Set, b: Set) -> Set {
        match (a, b) {
            (Set::All, other) | (other, Set::All) => other,
            (Set::None, _) | (_, Set::None) => Set::None,
            (a, b) if a == b => a,
            (a, b) => Set::Both(Arc::new(a), Arc::new(b)),
        }
    }

    pub(crate) fn minus(a: Set, b: Set) -> Set {
        match (a, b) {
            (a, Set::None) => a,
            (Set::None, _) | (_, Set::All) => Set::None,
            (a, b) if a == b => Set::None,
            (a, b) => Set::Minus(Arc::new(a), Arc::new(b)),
        }
    }

    /// Whether an event with these predicates, as bits, is in the set.
    pub fn contains(&self, bits: u64) -> bool {
        match self {
            Set::None => false,
            Set::All => true,
            Set::Predicate(id) => bits >> id.0 & 1 == 1,
            Set::Either(a, b) => a.contains(bits) || b.contains(bits),
            Set::Both(a, b) => a.contains(bits) && b.contains(bits),
            Set::Minus(a, b) => a.contains(bits) && !b.contains(bits),
        }
    }

    /// The primitive sets that occur, as bits.
    pub(crate) fn predicates(&self) -> u64 {
        match self {
            Set::None | Set::All => 0,
            Set::Predicate(id) => 1 << id.0,
            Set::Either(a, b) | Set::Both(a, b) | Set::Minus(a, b) => a.predicates() | b.predicates(),
        }
    }

    /// The number of nodes, and how deep they are nested.
    pub(crate) fn size_and_depth(&self) -> (usize, usize) {
        match self {
            Set::None | Set::All | Set::Predicate(_) => (1, 1),
            Set::Either(a, b) | Set::Both(a, b) | Set::Minus(a, b) => {
                let ((size_a, depth_a), (size_b, depth_b)) = (a.size_and_depth(), b.size_and_depth());
                (size_a + size_b + 1, depth_a.max(depth_b) + 1)
            }
        }
    }
}

impl Term {
    fn new(node: Node) -> Term {
        let (size, depth) = match &node {
            Node::Test(set) => set.size_and_depth(),
            Node::Primitive { .. } => (1, 1),
            Node::Union(parts) | Node::Sequence(parts) => parts
                .iter()
                .fold((1_usize, 0), |(size, depth), part| (size.saturating_add(part.size()), depth.max(part.depth()))),
            Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Rot(a) => (a.size().saturating_add(1), a.depth()),
            Node::Both(a, b) | Node::Minus(a, b) => {
                (a.size().saturating_add(b.size()).saturating_add(1), a.depth().max(b.depth()))
            }
        };
        let mut hasher = DefaultHasher::new();
        node.hash(&mut hasher);
        Term(Arc::new(Inner { size, depth: depth + 1, hash: hasher.finish(), node }))
    }

    /// What it is made of.
    pub fn node(&self) -> &Node {
        &self.0.node
    }

    /// The number of nodes.
    pub(crate) fn size(&self) -> usize {
        self.0.size
    }

    /// How deeply it is nested.
    pub(crate) fn depth(&self) -> usize {
        self.0.depth
    }

    /// The empty relation.
    pub fn zero() -> Term {
        Term::test(Set::None)
    }

    /// The identity.
    pub fn id() -> Term {
        Term::test(Set::All)
    }

    /// The identity on a set.
    pub fn test(set: Set) -> Term {
        Term::new(Node::Test(set))
    }

    /// A built-in relation.
    pub fn builtin(builtin: Builtin) -> Term {
        Term::primitive(Relation::Builtin(builtin))
    }

    /// A primitive relation.
    pub fn primitive(relation: Relation) -> Term {
        Term::new(Node::Primitive { relation, inverse: false })
    }

    pub(crate) fn is_zero(&self) -> bool {
        matches!(self.node(), Node::Test(Set::None))
    }

    pub(crate) fn is_id(&self) -> bool {
        matches!(self.node(), Node::Test(Set::All))
    }

    /// `a | b | …`
    pub fn union(parts: impl IntoIterator<Item = Term>) -> Term {
        let mut flat: Vec<Term> = Vec::new();
        let mut seen = HashSet::new();
        for part in parts {
            let inner = match part.node() {
                Node::Union(inner) => &inner[..],
                Node::Test(Set::None) => &[],
                _ => std::slice::from_ref(&part),
            };
            flat.extend(inner.iter().filter(|part| seen.insert((*part).clone())).cloned());
        }
        match flat.len() {
            0 => Term::zero(),
            1 => flat.remove(0),
            _ => Term::new(Node::Union(flat)),
        }
    }

    /// `a ; b ; …`
    pub fn sequence(parts: impl IntoIterator<Item = Term>) -> Term {
        let mut flat: Vec<Term> = Vec::new();
        for part in parts {
            let inner = match part.node() {
                Node::Sequence(inner) => &inner[..],
                _ => std::slice::from_ref(&part),
            };
            for part in inner {
                match (flat.last().map(Term::node), part.node()) {
                    (_, Node::Test(Set::All)) => {}
                    (Some(Node::Test(a)), Node::Test(b)) => {
                        let both = Term::test(Set::both(a.clone(), b.clone()));
                        flat.pop();
                        flat.push(both);
                    }
                    _ => flat.push(part.clone()),
                }
            }
        }
        if flat.iter().any(Term::is_zero) {
            return Term::zero();
        }
        match flat.len() {
            0 => Term::id(),
            1 => flat.remove(0),
            _ => Term::new(Node::Sequence(flat)),
        }
    }

    /// `a+`
    pub fn plus(&self) -> Term {
        match self.node() {
            Node::Test(_) | Node::Plus(_) | Node::Star(_) => self.clone(),
            Node::Optional(inner) => inner.star(),
            _ => Term::new(Node::Plus(self.clone())),
        }
    }

    /// `a*`
    pub fn star(&self) -> Term {
        match self.node() {
            Node::Test(_) => Term::id(),
            Node::Star(_) => self.clone(),
            Node::Plus(inner) | Node::Optional(inner) => inner.star(),
            _ => Term::new(Node::Star(self.clone())),
        }
    }

    /// `a?`
    pub fn optional(&self) -> Term {
        match self.node() {
            Node::Test(_) => Term::id(),
            Node::Star(_) | Node::Optional(_) => self.clone(),
            Node::Plus(inner) => inner.star(),
            _ => Term::new(Node::Optional(self.clone())),
        }
    }

    /// `a^-1`
    pub fn inverse(&self) -> Term {
        match self.node() {
            Node::Test(_) => self.clone(),
            Node::Primitive { relation, inverse } => {
                Term::new(Node::Primitive { relation: *relation, inverse: !inverse && !is_symmetric(*relation) })
            }
            Node::Union(parts) => Term::union(parts.iter().map(Term::inverse)),
            Node::Sequence(parts) => Term::sequence(parts.iter().rev().map(Term::inverse)),
            Node::Plus(a) => a.inverse().plus(),
            Node::Star(a) => a.inverse().star(),
            Node::Optional(a) => a.inverse().optional(),
            Node::Both(a, b) => Term::both(&a.inverse(), &b.inverse()),
            Node::Minus(a, b) => Term::minus(&a.inverse(), &b.inverse()),
            Node::Rot(a) => a.inverse().rot(),
        }
    }

    /// `rot a`
    pub fn rot(&self) -> Term {
        Term::new(Node::Rot(self.clone()))
    }

    /// `a & b`
    pub fn both(a: &Term, b: &Term) -> Term {
        use Node::{Primitive, Test};
        match (a.node(), b.node()) {
            _ if a == b => a.clone(),
            (Test(Set::None), _) | (_, Test(Set::None)) => Term::zero(),
            (Test(a), Test(b)) => Term::test(Set::both(a.clone(), b.clone())),
            (Primitive { relation, .. }, _) if *relation == Relation::Builtin(Builtin::Any) => b.clone(),
            (_, Primitive { relation, .. }) if *relation == Relation::Builtin(Builtin::Any) => a.clone(),
            (Primitive { relation, inverse }, Primitive { relation: other, .. })
            | (Primitive { relation: other, .. }, Primitive { relation, inverse })
                if *other == Relation::Builtin(Builtin::SameLoc) =>
            {
                match same_location_part(*relation) {
                    Some(part) => Term::new(Primitive { relation: part, inverse: *inverse }),
                    None => Term::new(Node::Both(a.clone(), b.clone())),
                }
            }
            (Node::Sequence(parts), _) if is_product(parts) => confine(parts, b),
            (_, Node::Sequence(parts)) if is_product(parts) => confine(parts, a),
            _ => Term::new(Node::Both(a.clone(), b.clone())),
        }
    }

    /// `a \ b`
    pub fn minus(a: &Term, b: &Term) -> Term {
        match (a.node(), b.node()) {
            (_, Node::Test(Set::None)) => a.clone(),
            (Node::Test(Set::None), _) => Term::zero(),
            (Node::Test(a), Node::Test(b)) => Term::test(Set::minus(a.clone(), b.clone())),
            (
                Node::Primitive { relation: Relation::Builtin(Builtin::Po), inverse },
                Node::Primitive { relation: Relation::Builtin(Builtin::SameLoc), .. },
            ) => Term::new(Node::Primitive { relation: Relation::Builtin(Builtin::PoNeqLoc), inverse: *inverse }),
            _ if a == b => Term::zero(),
            _ => Term::new(Node::Minus(a.clone(), b.clone())),
        }
    }
}

fn is_symmetric(relation: Relation) -> bool {
    use Builtin::{Any, LocOverlap, SameLoc, SameThread};
    matches!(relation, Relation::Builtin(Any | LocOverlap | SameLoc | SameThread))
}

/// The part of a relation that relates events of the same location, if it has a name.
fn same_location_part(relation: Relation) -> Option<Relation> {
    use Builtin::*;
    Some(match relation {
        Relation::Builtin(Po) => Relation::Builtin(PoLoc),
        Relation::Builtin(PoLoc | Rmw | Rf | Rfe | Rfi | Mo | Moe | Moi | Fr | Fre | Fri | SameLoc) => relation,
        Relation::User(index) | Relation::UserLoc(index) => Relation::UserLoc(index),
        Relation::Builtin(_) => return None,
    })
}

/// `[A];any;[B]`, where either set may be missing.
fn is_product(parts: &[Term]) -> bool {
    let any = Term::builtin(Builtin::Any);
    parts.iter().filter(|part| **part == any).count() == 1
        && parts.iter().all(|part| *part == any || matches!(part.node(), Node::Test(_)))
}

/// The part of a relation that starts and ends in the sets of a product.
fn confine(product: &[Term], relation: &Term) -> Term {
    let any = Term::builtin(Builtin::Any);
    Term::sequence(product.iter().map(|part| if *part == any { relation.clone() } else { part.clone() }))
}
