//! A model that has been understood: no names, no sugar, every expression of the right sort.

use selvedge_core::Licence;

use crate::ast::Compare;
use crate::diagnostic::Place;
use crate::term::{Set, Term};
use crate::vocabulary::{PredicateId, Vocabulary};

/// A memory model.
#[derive(Clone, Debug)]
pub struct Model {
    /// The file's name without its suffix.
    pub name: String,
    /// The primitive sets and relations.
    pub vocabulary: Vocabulary,
    /// Relations that events carry as clocks.
    pub views: Vec<View>,
    /// Sets that are kept up to date, in the order of definition.
    pub sets: Vec<DerivedSet>,
    /// What is checked of executions.
    pub checks: Vec<Check>,
    /// What is proved of the model.
    pub asserts: Vec<Claim>,
    /// What proofs take for granted.
    pub assumptions: Vec<Claim>,
    /// What the text calls relations, in the order of definition.
    pub names: Vec<(String, Term)>,
    /// What the search may rely on, as the text says.
    pub licences: Vec<Claimed>,
    /// `ppo`, the order that is used to cut prefixes, if the model defines it.
    pub ppo: Option<Term>,
}

/// `licence n by "…"`
#[derive(Clone, Debug)]
pub struct Claimed {
    /// What the search may rely on.
    pub licence: Licence,
    /// What shows it. If nothing is named, proofs must find it out.
    pub by: Option<String>,
    /// Where it is written.
    pub place: Place,
}

/// A relation that events carry as a clock.
#[derive(Clone, Debug)]
pub struct View {
    /// Its name.
    pub name: String,
    /// What it is.
    pub relation: Term,
    /// Where it is defined.
    pub place: Place,
}

/// `set D = …`
#[derive(Clone, Debug)]
pub struct DerivedSet {
    /// The set.
    pub predicate: PredicateId,
    /// What it is.
    pub definition: SetDefinition,
    /// Where it is defined.
    pub place: Place,
}

/// A set made from relations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetDefinition {
    /// Events from which the relation starts.
    Domain(Term),
    /// Events at which the relation ends.
    Codomain(Term),
    /// A set that needs no relation.
    Set(Set),
    /// One or the other.
    Either(Vec<SetDefinition>),
    /// Both.
    Both(Box<SetDefinition>, Box<SetDefinition>),
    /// The first and not the second.
    Minus(Box<SetDefinition>, Box<SetDefinition>),
}

/// A comparison of two relations.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The left side.
    pub left: Term,
    /// Inclusion or equality.
    pub operator: Compare,
    /// The right side.
    pub right: Term,
    /// Where it is written.
    pub place: Place,
}

/// Something to check of executions.
#[derive(Clone, Debug)]
pub struct Check {
    /// What reports call it.
    pub name: String,
    /// What must hold.
    pub kind: CheckKind,
    /// What it means if it does not.
    pub role: Role,
    /// The check is left out if this holds.
    pub unless: Option<Claim>,
    /// When it is checked.
    pub when: When,
    /// Where it is written.
    pub place: Place,
}

/// What must hold.
#[derive(Clone, Debug)]
pub enum CheckKind {
    /// The relation has no cycle.
    Acyclic(Term),
    /// The relation relates no event to itself.
    Irreflexive(Term),
    /// The relation is empty.
    Empty(Term),
    /// `irreflexive v;eco` for the view of that position.
    Coherence(usize),
    /// The comparison holds.
    Compare(Claim),
}

/// What it means if a check fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// The execution does not exist.
    Axiom,
    /// Nothing by itself: something else asks for the check by this name.
    Extra(String),
    /// The program is wrong.
    Error(String),
    /// The program may be wrong.
    Warning(String),
}

/// When a check is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Whenever an execution grows.
    Always,
    /// When all threads have ended.
    Complete,
}
