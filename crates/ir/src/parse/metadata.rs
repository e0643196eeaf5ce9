//! Metadata nodes, one at a time and without interpretation: `!DIx(key: value, …)` and `!{…}`.

use crate::MAX_DEPTH;
use crate::lex::{Lexer, Tok};

/// A field's value, as far as debug info needs it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Value<'a> {
    /// `!12`.
    Node(u32),
    /// A string, as written.
    Str(&'a str),
    /// A number.
    Int(i128),
    /// A word, such as `DW_TAG_member` or `true`; of several joined by `|` the first.
    Word(&'a str),
    /// Anything else.
    Other,
}

/// A node.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node<'a> {
    /// `DILocation`; empty for a tuple.
    pub tag: &'a str,
    /// The fields in order; those of a tuple have empty names.
    pub fields: Vec<(&'a str, Value<'a>)>,
}

impl<'a> Node<'a> {
    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        self.fields.iter().find(|f| f.0 == key).map(|f| f.1)
    }

    pub fn node(&self, key: &str) -> Option<u32> {
        match self.get(key)? {
            Value::Node(n) => Some(n),
            _ => None,
        }
    }

    pub fn str(&self, key: &str) -> Option<&'a str> {
        match self.get(key)? {
            Value::Str(s) => Some(s),
            _ => None,
        }
    }

    pub fn int(&self, key: &str) -> Option<i128> {
        match self.get(key)? {
            Value::Int(n) => Some(n),
            _ => None,
        }
    }

    pub fn word(&self, key: &str) -> Option<&'a str> {
        match self.get(key)? {
            Value::Word(w) => Some(w),
            _ => None,
        }
    }
}

/// The tokens of a text.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Tok<'_>> {
    let mut lexer = Lexer::new(text, 0, text.len());
    std::iter::from_fn(move || match lexer.next().1 {
        Tok::Eof | Tok::Unterminated => None,
        tok => Some(tok),
    })
}

/// The node that starts at byte `at`; `None` when it is malformed.
pub(crate) fn parse(text: &str, at: usize) -> Option<Node<'_>> {
    let mut lexer = Lexer::new(text, at, text.len());
    let mut tok = lexer.next().1;
    while let Tok::Word(_) = tok {
        tok = lexer.next().1; // `distinct`
    }
    let (tag, close) = match (tok, lexer.next().1) {
        (Tok::MetaName(tag), Tok::Punct(b'(')) => (tag, b')'),
        (Tok::Bang, Tok::Punct(b'{')) => ("", b'}'),
        _ => return None,
    };
    let mut fields = Vec::with_capacity(8);
    let mut tok = lexer.next().1;
    while tok != Tok::Punct(close) {
        let mut key = "";
        if let Tok::Word(word) = tok {
            let mut ahead = lexer.clone();
            if ahead.next().1 == Tok::Punct(b':') {
                key = word;
                lexer = ahead;
                tok = lexer.next().1;
            }
        }
        fields.push((key, value(&mut lexer, &mut tok)?));
        match tok {
            Tok::Punct(b',') => tok = lexer.next().1,
            Tok::Punct(b) if b == close => {}
            _ => return None,
        }
    }
    Some(Node { tag, fields })
}

/// One value, up to the comma or bracket after it, which ends up in `tok`.
fn value<'a>(lexer: &mut Lexer<'a>, tok: &mut Tok<'a>) -> Option<Value<'a>> {
    let found = match *tok {
        Tok::MetaNum(n) => Value::Node(n),
        Tok::Str(s) => Value::Str(s),
        Tok::Number(digits) => digits.parse().map_or(Value::Other, Value::Int),
        Tok::Word(word) => Value::Word(word),
        Tok::Bang => match lexer.clone().next().1 {
            Tok::Str(s) => Value::Str(s),
            _ => Value::Other,
        },
        _ => Value::Other,
    };
    // The rest of the value, if it is one of several tokens, is stepped over.
    let mut depth = 0;
    loop {
        match *tok {
            Tok::Punct(b'(' | b'{' | b'[') => depth += 1,
            Tok::Punct(b')' | b'}' | b']') if depth == 0 => return Some(found),
            Tok::Punct(b')' | b'}' | b']') => depth -= 1,
            Tok::Punct(b',') if depth == 0 => return Some(found),
            Tok::Eof | Tok::Unterminated => return None,
            _ => {}
        }
        if depth > MAX_DEPTH {
            return None;
        }
        *tok = lexer.next().1;
    }
}
