//! Tokens to statements (kat.md §1.2, with the additions and older spellings of §1.6).
//!
//! Statements start with a keyword and have no terminator. After an error the parser goes on at the next word
//! that can start a statement, so one run reports many errors. Words that the older dialect does not reserve
//! (`irreflexive`, `empty`, `set`, `as`, `when`, `dom`, …) are only keywords where a name could not stand.

mod expr;
mod item;

use selvedge_core::Span;

use crate::ast::{File, Name, Text};
use crate::diagnostic::{Diagnostic, FileId, Place};
use crate::lex::{Kind, Token, lex};

/// Words that can be no names.
pub(crate) const KEYWORDS: &[&str] = &[
    "acyclic",
    "and",
    "assume",
    "assert",
    "coherence",
    "disjoint",
    "error",
    "export",
    "extra",
    "genmc",
    "id",
    "include",
    "let",
    "predicate",
    "rec",
    "recovery",
    "relation",
    "rot",
    "total",
    "unless",
    "view",
    "warning",
];

/// Words that start a statement wherever they stand, for going on after an error.
const STARTERS: &[&str] = &[
    "acyclic",
    "assume",
    "assert",
    "coherence",
    "disjoint",
    "error",
    "export",
    "include",
    "let",
    "predicate",
    "recovery",
    "relation",
    "view",
    "warning",
];

/// How deeply expressions may be nested.
const MAX_DEPTH: usize = 200;

/// After so many errors a file is not worth reading on.
const MAX_ERRORS: usize = 100;

/// Reads a file. What could not be read is left out or [`Missing`](crate::ast::ExprKind::Missing).
pub fn parse(file: FileId, text: &str) -> (File, Vec<Diagnostic>) {
    let (tokens, errors) = lex(file, text);
    let mut parser = Parser { file, text, tokens, next: 0, depth: 0, errors };
    let mut items = Vec::new();
    while parser.peek().kind != Kind::End && parser.errors.len() < MAX_ERRORS {
        let start = parser.next;
        match parser.item() {
            Ok(item) => items.push(item),
            Err(Failed) => {
                if parser.next == start {
                    parser.advance();
                }
                parser.depth = 0;
                parser.skip_to_statement();
            }
        }
    }
    parser.errors.sort_by_key(|error| error.primary.place);
    (File { items }, parser.errors)
}

/// The statement cannot be read; a diagnostic has been recorded.
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'a> {
    file: FileId,
    text: &'a str,
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
    errors: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Token {
        self.tokens[self.next]
    }

    fn peek_after(&self) -> Token {
        self.peek_past(1)
    }

    fn peek_past(&self, ahead: usize) -> Token {
        self.tokens[(self.next + ahead).min(self.tokens.len() - 1)]
    }

    fn advance(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Kind::End {
            self.next += 1;
        }
        token
    }

    fn text_of(&self, token: Token) -> &'a str {
        &self.text[token.span.start..token.span.end]
    }

    /// The end of the token before the next one.
    fn end(&self) -> usize {
        self.next.checked_sub(1).map_or(0, |last| self.tokens[last].span.end)
    }

    fn since(&self, start: usize) -> Span {
        Span { start, end: self.end().max(start) }
    }

    fn place(&self, span: Span) -> Place {
        Place { file: self.file, span }
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek().kind, Kind::Symbol(found) if found == symbol)
    }

    fn is_word(&self, word: &str) -> bool {
        self.peek().kind == Kind::Name && self.text_of(self.peek()) == word
    }

    fn eat_symbol(&mut self, symbol: &str) -> bool {
        let is_next = self.is_symbol(symbol);
        if is_next {
            self.advance();
        }
        is_next
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is_next = self.is_word(word);
        if is_next {
            self.advance();
        }
        is_next
    }

    fn fail<T>(&mut self, error: Diagnostic) -> Parsed<T> {
        self.errors.push(error);
        Err(Failed)
    }

    /// Records that something else was expected than what comes next.
    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let token = self.peek();
        let place = self.place(token.span);
        let found = match token.kind {
            Kind::End => "the end of the file".into(),
            _ => format!("`{}`", self.text_of(token)),
        };
        let error = Diagnostic::error(place, format!("expected {what}, found {found}"));
        let is_keyword = token.kind == Kind::Name && KEYWORDS.contains(&self.text_of(token));
        let error = match what {
            "a name" if is_keyword => error.help("this word is a keyword and cannot be a name"),
            _ => error,
        };
        self.fail(error)
    }

    fn expect_symbol(&mut self, symbol: &'static str) -> Parsed<()> {
        if self.eat_symbol(symbol) { Ok(()) } else { self.expected(&format!("`{symbol}`")) }
    }

    /// A name without a file in front.
    fn name(&mut self) -> Parsed<Name> {
        let token = self.peek();
        let text = self.text_of(token);
        if token.kind != Kind::Name || KEYWORDS.contains(&text) {
            return self.expected("a name");
        }
        self.advance();
        Ok(Name { file: None, text: text.into(), span: token.span })
    }

    /// A name, perhaps with a file and `::` in front.
    fn qualified(&mut self) -> Parsed<Name> {
        let first = self.name()?;
        if !self.eat_symbol("::") {
            return Ok(first);
        }
        let second = self.name()?;
        Ok(Name { file: Some(first.text), text: second.text, span: first.span.to(second.span) })
    }

    fn string(&mut self) -> Parsed<Text> {
        let token = self.peek();
        if token.kind != Kind::Text {
            return self.expected("a string");
        }
        self.advance();
        let Span { start, end } = token.span;
        Ok(Text { text: self.text[start + 1..end - 1].into(), span: token.span })
    }

    /// Goes on to the next word that starts a statement.
    fn skip_to_statement(&mut self) {
        while self.peek().kind != Kind::End && !STARTERS.contains(&self.text_of(self.peek())) {
            self.advance();
        }
    }
}
