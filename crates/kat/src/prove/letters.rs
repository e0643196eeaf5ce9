//! Letters: the steps of the words that proofs are about.
//!
//! A relation stands for the letters that are its parts, and covers those of all relations included in it
//! (`vocabulary.rs`). An intersection or difference of relations has no automaton: it becomes an *opaque*
//! letter of its own, of which only is known what its left side, and for an intersection either side, is
//! included in.

use std::collections::BTreeMap;

use crate::term::{Node, Relation, Set, Term};
use crate::vocabulary::{Builtin, Vocabulary};

/// How many letters there may be, backward ones not counted.
const CAPACITY: usize = 64;

/// A set of letters; the upper half are the same letters backwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LetterSet(pub u128);

impl LetterSet {
    pub const NONE: LetterSet = LetterSet(0);
    pub const ALL: LetterSet = LetterSet(u128::MAX);

    pub fn of(letter: usize) -> LetterSet {
        LetterSet(1 << letter)
    }

    pub fn or(self, other: LetterSet) -> LetterSet {
        LetterSet(self.0 | other.0)
    }

    pub fn includes(self, other: LetterSet) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn inverse(self) -> LetterSet {
        LetterSet(self.0.rotate_left(CAPACITY as u32))
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..2 * CAPACITY).filter(move |letter| self.0 >> letter & 1 == 1)
    }
}

/// The letters of one goal.
#[derive(Clone, Debug)]
pub struct Letters {
    /// Each letter's relation, or the term that is opaque.
    letters: Vec<Letter>,
    opaque: BTreeMap<Term, usize>,
}

#[derive(Clone, Debug)]
enum Letter {
    Builtin(Builtin),
    /// The same-location part of the user's relation of that number.
    UserLoc(u16),
    /// The rest of it.
    UserRest(u16),
    Opaque(Term),
}

impl Letters {
    /// The letters that the terms need. Fails if there are too many.
    pub fn new(vocabulary: &Vocabulary, terms: &[&Term]) -> Option<Letters> {
        let builtin = Builtin::ALL.into_iter().filter(|relation| relation.parts().is_empty()).map(Letter::Builtin);
        let users = (0..vocabulary.relations.len() as u16).flat_map(|i| [Letter::UserLoc(i), Letter::UserRest(i)]);
        let letters: Vec<Letter> = builtin.chain(users).collect();
        let mut letters = Letters { letters, opaque: BTreeMap::new() };
        for term in terms {
            letters.collect_opaque(term);
        }
        (letters.letters.len() <= CAPACITY).then_some(letters)
    }

    fn collect_opaque(&mut self, term: &Term) {
        match term.node() {
            Node::Test(_) | Node::Primitive { .. } => {}
            Node::Union(parts) | Node::Sequence(parts) => parts.iter().for_each(|part| self.collect_opaque(part)),
            Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Rot(a) => self.collect_opaque(a),
            Node::Both(..) | Node::Minus(..) => {
                // A term and its converse are one letter.
                let key = term.clone().min(term.inverse());
                if !self.opaque.contains_key(&key) {
                    self.opaque.insert(key.clone(), self.letters.len());
                    self.letters.push(Letter::Opaque(key));
                }
            }
        }
    }

    pub fn has_opaque(&self) -> bool {
        !self.opaque.is_empty()
    }

    fn find(&self, wanted: impl Fn(&Letter) -> bool) -> LetterSet {
        let matching = self.letters.iter().enumerate().filter(|(_, letter)| wanted(letter));
        matching.fold(LetterSet::NONE, |set, (i, _)| set.or(LetterSet::of(i)))
    }

    /// The letters that the relation is made of.
    pub fn parts(&self, relation: Relation) -> LetterSet {
        match relation {
            Relation::Builtin(builtin) if builtin.parts().is_empty() => {
                self.find(|letter| matches!(letter, Letter::Builtin(other) if *other == builtin))
            }
            Relation::Builtin(builtin) => {
                builtin.parts().iter().fold(LetterSet::NONE, |set, part| set.or(self.parts(Relation::Builtin(*part))))
            }
            Relation::UserLoc(index) => self.find(|letter| matches!(letter, Letter::UserLoc(i) if *i == index)),
            Relation::User(index) => {
                self.find(|letter| matches!(letter, Letter::UserLoc(i) | Letter::UserRest(i) if *i == index))
            }
        }
    }

    /// The letters that are included in the relation.
    pub fn cover(&self, relation: Relation) -> LetterSet {
        if relation == Relation::Builtin(Builtin::Any) {
            return LetterSet::ALL;
        }
        let mut cover = self.parts(relation);
        if let Relation::Builtin(builtin) = relation {
            for part in builtin.parts().iter().chain(builtin.covers()) {
                cover = cover.or(self.cover(Relation::Builtin(*part)));
            }
        }
        if let Relation::Builtin(Builtin::SameLoc) = relation {
            cover = cover.or(self.find(|letter| matches!(letter, Letter::UserLoc(_))));
        }
        let mut opaque = LetterSet::NONE;
        for (i, letter) in self.letters.iter().enumerate() {
            if let Letter::Opaque(term) = letter {
                for (inverse, set) in [(false, LetterSet::of(i)), (true, LetterSet::of(i).inverse())] {
                    if self.opaque_within(term, inverse, cover) {
                        opaque = opaque.or(set);
                    }
                }
            }
        }
        cover = cover.or(opaque);
        if matches!(relation, Relation::Builtin(Builtin::SameLoc | Builtin::SameThread | Builtin::LocOverlap)) {
            cover = cover.or(cover.inverse());
        }
        cover
    }

    /// Whether a side that bounds the opaque term is a primitive relation whose parts are among the letters.
    fn opaque_within(&self, term: &Term, backwards: bool, cover: LetterSet) -> bool {
        let bounds = match term.node() {
            Node::Both(a, b) => vec![a, b],
            Node::Minus(a, _) => vec![a],
            _ => vec![],
        };
        bounds.into_iter().any(|bound| match bound.node() {
            Node::Primitive { relation, inverse } => {
                let parts = self.parts(*relation);
                cover.includes(if *inverse != backwards { parts.inverse() } else { parts })
            }
            _ => false,
        })
    }

    /// The letter of an intersection or difference.
    pub fn opaque(&self, term: &Term) -> LetterSet {
        let inverse = term.inverse();
        match (self.opaque.get(term), self.opaque.get(&inverse)) {
            (Some(&letter), _) => LetterSet::of(letter),
            (None, Some(&letter)) => LetterSet::of(letter).inverse(),
            (None, None) => LetterSet::NONE,
        }
    }

    /// Where a letter starts and ends.
    pub fn ends(&self, letter: usize) -> (Set, Set) {
        if letter >= CAPACITY {
            let (start, end) = self.ends(letter - CAPACITY);
            return (end, start);
        }
        match self.letters.get(letter) {
            Some(Letter::Builtin(builtin)) => builtin.ends(),
            _ => (Set::All, Set::All),
        }
    }

    /// The letter's name.
    pub fn name(&self, vocabulary: &Vocabulary, letter: usize) -> String {
        if letter >= CAPACITY {
            return format!("{}^-1", self.name(vocabulary, letter - CAPACITY));
        }
        match &self.letters[letter] {
            Letter::Builtin(builtin) => builtin.name().into(),
            Letter::UserLoc(index) => vocabulary.relation_name(Relation::UserLoc(*index)),
            Letter::UserRest(index) => vocabulary.relation_name(Relation::User(*index)),
            Letter::Opaque(term) => format!("({})", crate::show::term(vocabulary, term)),
        }
    }
}
