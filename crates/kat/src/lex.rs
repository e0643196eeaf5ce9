//! Text to tokens (kat.md §1.1).
//!
//! A name may contain `-`, `'` and `.`, so `rf-1` is one name while `rf^-1` is a name, `^` and `-1`. Only `0`
//! and `-1` are numbers. White space separates and means nothing else: no statement has a terminator.

use selvedge_core::Span;

use crate::diagnostic::{Diagnostic, FileId, Place};

/// What a token is. Names and strings are looked up in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A name or keyword.
    Name,
    /// `"…"`, the quotes included.
    Text,
    /// Punctuation, `0` and `-1`.
    Symbol(&'static str),
    /// The end of the text.
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// Every symbol, the longer before its prefixes.
const SYMBOLS: &[&str] =
    &["::", "<=", "-1", "|", "&", "\\", ";", "*", "+", "?", "^", "=", "(", ")", "[", "]", "#", ":", "0"];

/// After so many errors a text is not worth reading on.
const MAX_ERRORS: usize = 100;

/// Reads all tokens. The list ends with [`Kind::End`], also after an error.
pub(crate) fn lex(file: FileId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let (mut tokens, mut errors) = (Vec::new(), Vec::new());
    let mut at = 0;
    loop {
        at += blanks(&text[at..]);
        let rest = &text[at..];
        let Some(first) = rest.chars().next().filter(|_| errors.len() < MAX_ERRORS) else { break };
        let (kind, length) = if first.is_ascii_alphabetic() || first == '_' {
            (Some(Kind::Name), rest.find(|c| !is_name(c)).unwrap_or(rest.len()))
        } else if first == '"' {
            let line = rest.find('\n').unwrap_or(rest.len());
            match rest[1..line].find('"') {
                Some(end) => (Some(Kind::Text), end + 2),
                None => {
                    let place = Place { file, span: Span { start: at, end: at + line } };
                    errors.push(Diagnostic::error(place, "this string does not end on its line").label("needs a `\"`"));
                    (None, line)
                }
            }
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            (Some(Kind::Symbol(symbol)), symbol.len())
        } else {
            let length = rest.find(|c: char| c.is_ascii()).filter(|&n| n > 0).unwrap_or(first.len_utf8());
            let place = Place { file, span: Span { start: at, end: at + length } };
            errors.push(unexpected(place, &rest[..length]));
            (None, length)
        };
        let span = Span { start: at, end: at + length };
        tokens.extend(kind.map(|kind| Token { kind, span }));
        at += length;
    }
    let span = Span { start: text.len(), end: text.len() };
    tokens.push(Token { kind: Kind::End, span });
    (tokens, errors)
}

fn unexpected(place: Place, text: &str) -> Diagnostic {
    let error = Diagnostic::error(place, format!("`{text}` means nothing here"));
    match text {
        "∪" => error.help("write `|` for union"),
        "∩" => error.help("write `&` for intersection"),
        "⊆" | "<" => error.help("write `<=` for inclusion"),
        "~" | "!" => error.help("write `A \\ B` for the events of A that are not in B"),
        "," => error.help("write `;` for composition and `|` for union"),
        _ => error,
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '\'' | '.')
}

/// The length of white space and comments at the start of the text.
fn blanks(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        if !text[at..].starts_with("//") {
            return at;
        }
        at += text[at..].find('\n').unwrap_or(text.len() - at);
    }
}
