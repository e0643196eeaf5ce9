//! Relations as regular expressions over letters: the two readings of a relation.
//!
//! On the left of an inclusion a relation is read as the letters it is made of: all words that it may stand
//! for. On the right it is read with the laws that hold in every execution: all words that are known to be
//! included in it. The laws are those of kat.md §1.5 and `rf;rmw <= mo` (an update comes directly after the
//! write it reads from, in every model), closed under each other by hand:
//!
//! ```text
//! po, po-loc     one or more steps within it (they are transitive)
//! mo             (mo | rf;fr | rf;rmw)+
//! fr             (fr | rf^-1;mo);(mo | rf;fr | rf;rmw)*
//! same-loc, same-thread, any     equivalences: any number of steps within
//! ```

use std::collections::BTreeSet;

use super::atoms::{AtomSet, Atoms};
use super::letters::{LetterSet, Letters};
use crate::term::{Node, Relation, Term};
use crate::vocabulary::Builtin;

/// A regular expression over letters, with tests between them.
#[derive(Clone, Debug)]
pub enum Regex {
    Test(AtomSet),
    Letters(LetterSet),
    Union(Vec<Regex>),
    Sequence(Vec<Regex>),
    Plus(Box<Regex>),
    Star(Box<Regex>),
    Optional(Box<Regex>),
}

/// Which side of an inclusion an expression is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Left,
    Right,
}

/// What is needed to read terms.
pub struct Reader<'a> {
    pub atoms: &'a Atoms,
    pub letters: &'a Letters,
    /// The user's relations that are assumed to be transitive.
    pub transitive: &'a BTreeSet<u16>,
}

impl Reader<'_> {
    pub fn read(&self, term: &Term, side: Side) -> Regex {
        let list = |parts: &[Term]| parts.iter().map(|part| self.read(part, side)).collect();
        let boxed = |part: &Term| Box::new(self.read(part, side));
        match term.node() {
            Node::Test(set) => Regex::Test(self.atoms.of(set)),
            Node::Primitive { relation, inverse } => {
                let forward = match side {
                    Side::Left => Regex::Letters(self.letters.parts(*relation)),
                    Side::Right => self.law(*relation),
                };
                if *inverse { forward.inverse() } else { forward }
            }
            Node::Union(parts) => Regex::Union(list(parts)),
            Node::Sequence(parts) => Regex::Sequence(list(parts)),
            Node::Plus(a) => Regex::Plus(boxed(a)),
            Node::Star(a) => Regex::Star(boxed(a)),
            Node::Optional(a) => Regex::Optional(boxed(a)),
            Node::Both(..) | Node::Minus(..) => Regex::Letters(self.letters.opaque(term)),
            Node::Rot(a) => self.read(a, side),
        }
    }

    fn cover(&self, builtin: Builtin) -> Regex {
        Regex::Letters(self.letters.cover(Relation::Builtin(builtin)))
    }

    /// `mo | rf;(fr | rmw)`
    fn mo_step(&self) -> Regex {
        let back = Regex::Union(vec![self.cover(Builtin::Fr), self.cover(Builtin::Rmw)]);
        let around = Regex::Sequence(vec![self.cover(Builtin::Rf), back]);
        Regex::Union(vec![self.cover(Builtin::Mo), around])
    }

    /// All words that are known to be included in the relation.
    pub fn law(&self, relation: Relation) -> Regex {
        let cover = Regex::Letters(self.letters.cover(relation));
        match relation {
            Relation::Builtin(Builtin::Po | Builtin::PoLoc) => cover.plus(),
            Relation::Builtin(Builtin::Mo) => self.mo_step().plus(),
            Relation::Builtin(Builtin::Fr) => {
                let rf = self.cover(Builtin::Rf).inverse();
                let first = Regex::Union(vec![cover, Regex::Sequence(vec![rf, self.cover(Builtin::Mo)])]);
                Regex::Sequence(vec![first, Regex::Star(Box::new(self.mo_step()))])
            }
            Relation::Builtin(Builtin::SameLoc) => cover.plus(),
            Relation::Builtin(Builtin::SameThread | Builtin::Any) => Regex::Star(Box::new(cover)),
            Relation::User(index) if self.transitive.contains(&index) => cover.plus(),
            _ => cover,
        }
    }

    /// Closed paths that exist in no execution: cycles of `po` or `mo`, and a step between different
    /// locations that steps within one location lead back from.
    pub fn impossible_cycles(&self) -> Regex {
        let po = self.law(Relation::Builtin(Builtin::Po));
        let mo = self.law(Relation::Builtin(Builtin::Mo));
        let turned = vec![self.cover(Builtin::Fr), Regex::Star(Box::new(self.mo_step())), self.cover(Builtin::Rf)];
        let same = Regex::Star(Box::new(self.cover(Builtin::SameLoc)));
        let step = self.letters.parts(Relation::Builtin(Builtin::PoNeqLoc));
        let step = Regex::Letters(step.or(step.inverse()));
        Regex::Union(vec![
            po.clone(),
            po.inverse(),
            mo.clone(),
            mo.inverse(),
            Regex::Sequence(turned),
            Regex::Sequence(vec![same.clone(), step, same]),
        ])
    }
}

impl Regex {
    fn plus(self) -> Regex {
        Regex::Plus(Box::new(self))
    }

    fn inverse(&self) -> Regex {
        match self {
            Regex::Test(set) => Regex::Test(*set),
            Regex::Letters(letters) => Regex::Letters(letters.inverse()),
            Regex::Union(parts) => Regex::Union(parts.iter().map(Regex::inverse).collect()),
            Regex::Sequence(parts) => Regex::Sequence(parts.iter().rev().map(Regex::inverse).collect()),
            Regex::Plus(a) => Regex::Plus(Box::new(a.inverse())),
            Regex::Star(a) => Regex::Star(Box::new(a.inverse())),
            Regex::Optional(a) => Regex::Optional(Box::new(a.inverse())),
        }
    }

    /// All words.
    pub fn anything() -> Regex {
        Regex::Star(Box::new(Regex::Letters(LetterSet::ALL)))
    }
}
