//! Kinds of events, as far as one goal can tell them apart.
//!
//! An *atom* is one combination of the predicates that a goal speaks about. A test is the set of atoms that
//! pass it, so conjunction, union and complement of tests are exact, and "every event is one of these" is
//! known where it is true. [`LIMIT`] bounds the number of atoms.

use crate::term::Set;
use crate::vocabulary::{FREE_PREDICATES, PREDICATES, Vocabulary, event_types};

/// The most atoms a goal may have.
pub const LIMIT: usize = 64 * WORDS;
const WORDS: usize = 4;

/// A set of atoms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AtomSet([u64; WORDS]);

impl AtomSet {
    pub const NONE: AtomSet = AtomSet([0; WORDS]);
    pub const ALL: AtomSet = AtomSet([u64::MAX; WORDS]);

    pub fn contains(&self, atom: usize) -> bool {
        self.0[atom / 64] >> (atom % 64) & 1 == 1
    }

    pub fn insert(&mut self, atom: usize) {
        self.0[atom / 64] |= 1 << (atom % 64);
    }

    pub fn and(self, other: AtomSet) -> AtomSet {
        AtomSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub fn or(self, other: AtomSet) -> AtomSet {
        AtomSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub fn includes(&self, other: AtomSet) -> bool {
        other.and(*self) == other
    }
}

/// The atoms of a goal: the bits of the predicates it speaks about.
#[derive(Clone, Debug)]
pub struct Atoms(Vec<u64>);

impl Atoms {
    /// All combinations of the relevant predicates (bits) that an event can have; `excluded` are sets that
    /// the user declared to be empty. Fails if there are more than [`LIMIT`].
    pub fn new(vocabulary: &Vocabulary, mut relevant: u64, excluded: &[Set]) -> Option<Atoms> {
        let mut excluded = excluded.to_vec();
        for family in &vocabulary.disjoint {
            for (i, a) in family.iter().enumerate() {
                excluded.extend(family[..i].iter().map(|b| Set::both(a.clone(), b.clone())));
            }
        }
        relevant |= excluded.iter().fold(0, |bits, set| bits | set.predicates());
        let mut atoms: Vec<u64> = event_types().into_iter().map(|bits| bits & relevant).collect();
        let users = (0..vocabulary.predicates.len()).map(|i| PREDICATES.len() + i);
        for free in FREE_PREDICATES.iter().map(|id| id.0 as usize).chain(users) {
            if relevant >> free & 1 == 1 {
                atoms.sort_unstable();
                atoms.dedup();
                if atoms.len() > 16 * LIMIT {
                    return None;
                }
                atoms.extend(atoms.clone().into_iter().map(|bits| bits | 1 << free));
            }
        }
        atoms.retain(|bits| !excluded.iter().any(|set| set.contains(*bits)));
        atoms.sort_unstable();
        atoms.dedup();
        (atoms.len() <= LIMIT).then_some(Atoms(atoms))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The atoms in a set.
    pub fn of(&self, set: &Set) -> AtomSet {
        let mut atoms = AtomSet::NONE;
        for (atom, bits) in self.0.iter().enumerate() {
            if set.contains(*bits) {
                atoms.insert(atom);
            }
        }
        atoms
    }

    /// What a class of atoms has in common, as a test.
    pub fn describe(&self, vocabulary: &Vocabulary, class: AtomSet) -> String {
        let members = self.0.iter().enumerate().filter(|(atom, _)| class.contains(*atom)).map(|(_, bits)| *bits);
        let common = members.fold(u64::MAX, |common, bits| common & bits);
        let has = |name: &str| PREDICATES.iter().position(|known| *known == name).is_some_and(|i| common >> i & 1 == 1);
        let implied = |name: &str| match name {
            "ACQ" | "REL" => has("SC"),
            "DEP" => has("R") || has("ALLOC"),
            "LOC" => ["R", "W", "ALLOC", "FREE", "HPPROT"].iter().any(|kind| has(kind)),
            _ => false,
        };
        let all = PREDICATES.len() + vocabulary.predicates.len();
        let ids = (0..all as u8).map(crate::vocabulary::PredicateId).filter(|id| common >> id.0 & 1 == 1);
        let mut names: Vec<&str> = ids.map(|id| vocabulary.predicate_name(id)).filter(|name| !implied(name)).collect();
        // The kind of event reads better before its mode.
        names.sort_by_key(|name| matches!(*name, "NA" | "RLX" | "ACQ" | "REL" | "SC" | "EXCL"));
        format!("[{}]", names.join(";"))
    }
}

/// Atoms that none of the given sets tells apart, as classes.
pub fn classes(count: usize, sets: impl Iterator<Item = AtomSet>) -> Vec<AtomSet> {
    let mut all = AtomSet::NONE;
    (0..count).for_each(|atom| all.insert(atom));
    let mut classes = vec![all];
    let mut seen = std::collections::HashSet::new();
    for set in sets {
        if !seen.insert(set) {
            continue;
        }
        let mut next = Vec::with_capacity(classes.len());
        for class in classes {
            let inside = class.and(set);
            let outside = AtomSet(std::array::from_fn(|i| class.0[i] & !set.0[i]));
            next.extend([inside, outside].into_iter().filter(|class| !class.is_empty()));
        }
        classes = next;
    }
    classes
}
