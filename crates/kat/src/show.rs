//! Terms as text, for messages.

use crate::term::{Node, Set, Term};
use crate::vocabulary::Vocabulary;

/// The relation as text.
pub fn term(vocabulary: &Vocabulary, term: &Term) -> String {
    show(vocabulary, term, 0)
}

/// The set as text.
pub fn set(vocabulary: &Vocabulary, set: &Set) -> String {
    match set {
        Set::None => "0".into(),
        Set::All => "id".into(),
        Set::Predicate(id) => vocabulary.predicate_name(*id).into(),
        Set::Either(a, b) => format!("({} | {})", self::set(vocabulary, a), self::set(vocabulary, b)),
        Set::Both(a, b) => format!("{};{}", self::set(vocabulary, a), self::set(vocabulary, b)),
        Set::Minus(a, b) => format!("({} \\ {})", self::set(vocabulary, a), self::set(vocabulary, b)),
    }
}

fn show(vocabulary: &Vocabulary, term: &Term, tightness: u8) -> String {
    let join = |parts: &[Term], operator: &str, level: u8| {
        parts.iter().map(|part| show(vocabulary, part, level)).collect::<Vec<_>>().join(operator)
    };
    let (level, text) = match term.node() {
        Node::Test(Set::All) => (9, "id".into()),
        Node::Test(Set::None) => (9, "0".into()),
        Node::Test(set) => (9, format!("[{}]", self::set(vocabulary, set))),
        Node::Primitive { relation, inverse } => {
            let name = vocabulary.relation_name(*relation);
            if *inverse { (3, format!("{name}^-1")) } else { (9, name) }
        }
        Node::Union(parts) => (0, join(parts, " | ", 1)),
        Node::Both(a, b) => (1, format!("{} & {}", show(vocabulary, a, 1), show(vocabulary, b, 2))),
        Node::Minus(a, b) => (1, format!("{} \\ {}", show(vocabulary, a, 1), show(vocabulary, b, 2))),
        Node::Sequence(parts) => (2, join(parts, ";", 3)),
        Node::Plus(a) => (3, format!("{}+", show(vocabulary, a, 3))),
        Node::Star(a) => (3, format!("{}*", show(vocabulary, a, 3))),
        Node::Optional(a) => (3, format!("{}?", show(vocabulary, a, 3))),
        Node::Rot(a) => (4, format!("rot {}", show(vocabulary, a, 4))),
    };
    if level < tightness { format!("({text})") } else { text }
}
