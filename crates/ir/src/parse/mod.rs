//! The parser: recursive descent over borrowed tokens, with one token of lookahead.
//!
//! `scan` finds the entities of a text, `header` reads signatures and globals, `body` and its companions read
//! instructions on demand. Two kinds of failure are kept apart ([`Fail`]): a text that is malformed, and one
//! that is probably fine but says something we do not know; the latter becomes an [`Unsupported`] node.

mod body;
mod call;
mod constant;
mod flow;
mod header;
mod inst;
mod memory;
pub(crate) mod metadata;
mod records;
mod scan;
#[cfg(test)]
mod tests;
mod types;

use std::cell::Cell;
use std::sync::Arc;

use crate::MAX_DEPTH;
use crate::lex::{Lexer, Tok};
use crate::nodes::{Body, Constant, Function, Module, NameScope, ReadError, Span, Type, TypedConst, Unit, Unsupported};

pub(crate) use scan::Reading;

/// Reads a module. `file` names it in errors. Bytes that are not UTF-8 are replaced; only comments contain
/// any.
///
/// ```
/// let module = selvedge_ir::read("f.ll", "define i32 @f(i32 %x) {\n %y = add i32 %x, 1\n ret i32 %y\n}")?;
/// let f = module.function_named("f").expect("defined above");
/// assert_eq!(module.body(f)?.insts.len(), 2);
/// # Ok::<(), selvedge_ir::ReadError>(())
/// ```
pub fn read(file: &str, text: impl Into<Vec<u8>>) -> Result<Module, ReadError> {
    let text = match String::from_utf8(text.into()) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    let mut reading = Reading::default();
    reading.add(file, text.into())?;
    reading.finish().map_err(|error| ReadError { file: file.into(), line: 1, column: 1, message: error.to_string() })
}

/// Why parsing stopped.
#[derive(Debug)]
pub(crate) struct Fail {
    /// Where, as a byte of the text.
    pub at: usize,
    /// What was found or expected.
    pub what: String,
    /// Well-formed for all we know, but unknown to us.
    pub unsupported: bool,
}

pub(crate) type Parsed<T> = Result<T, Box<Fail>>;

/// The state of a parse.
pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The next token.
    pub tok: Tok<'a>,
    /// Where it starts.
    pub start: usize,
    /// Where the one before it ended.
    pub end: usize,
    depth: u32,
    /// A byte of the text and its line: lines are counted on from there.
    line: Cell<(usize, u32)>,
    pub scope: &'a NameScope,
}

impl<'a> Parser<'a> {
    /// A parser of the bytes `from..to` of a text.
    pub fn new(text: &'a str, from: usize, to: usize, scope: &'a NameScope) -> Parser<'a> {
        let mut lexer = Lexer::new(text, from, to);
        let (start, tok) = lexer.next();
        Parser { lexer, tok, start, end: from, depth: 0, line: Cell::new((0, 1)), scope }
    }

    /// Steps over the next token and returns it.
    pub fn bump(&mut self) -> Tok<'a> {
        self.end = self.lexer.pos;
        let (start, tok) = self.lexer.next();
        self.start = start;
        std::mem::replace(&mut self.tok, tok)
    }

    /// Goes to another place in the text.
    pub fn seek(&mut self, at: usize) {
        self.lexer.pos = at;
        self.bump();
        self.end = at;
    }

    /// The token after the next one.
    pub fn peek2(&self) -> Tok<'a> {
        self.lexer.clone().next().1
    }

    /// Does a label end here? Its colon follows at once.
    pub fn at_label(&self) -> bool {
        matches!(self.tok, Tok::Word(_) | Tok::Number(_) | Tok::Str(_))
            && self.text().as_bytes().get(self.lexer.pos) == Some(&b':')
    }

    /// Is the next token on a later line than the last one?
    pub fn newline_before(&self) -> bool {
        let gap = self.text().as_bytes().get(self.end..self.start).unwrap_or(&[]);
        gap.contains(&b'\n')
    }

    pub fn text(&self) -> &'a str {
        self.lexer.text()
    }

    pub fn is(&self, punct: u8) -> bool {
        self.tok == Tok::Punct(punct)
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.tok, Tok::Word(w) if w == word)
    }

    pub fn accept(&mut self, punct: u8) -> bool {
        let found = self.is(punct);
        if found {
            self.bump();
        }
        found
    }

    pub fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    pub fn expect(&mut self, punct: u8) -> Parsed<()> {
        if self.accept(punct) { Ok(()) } else { self.fail(&format!("expected `{}`", punct as char)) }
    }

    pub fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { self.fail(&format!("expected `{word}`")) }
    }

    /// An error at the next token.
    #[cold]
    pub fn fail<T>(&self, what: &str) -> Parsed<T> {
        let found = match self.tok {
            Tok::Eof => "the end".to_owned(),
            Tok::Unterminated => "a string that does not end".to_owned(),
            _ => format!("`{}`", excerpt(self.text(), self.start, self.lexer.pos, 40)),
        };
        Err(Box::new(Fail { at: self.start, what: format!("{what}, found {found}"), unsupported: false }))
    }

    /// Something unknown at the next token.
    #[cold]
    pub fn unknown<T>(&self, what: String) -> Parsed<T> {
        Err(Box::new(Fail { at: self.start, what, unsupported: true }))
    }

    /// Runs `parse` one level deeper.
    pub fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return self.fail("nested too deeply");
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// At an opening bracket: steps over everything up to the one that closes it.
    pub fn skip_balanced(&mut self) -> Parsed<()> {
        let open = self.start;
        // The lexer stands just behind the bracket.
        if !self.lexer.skip_balanced() {
            return Err(Box::new(Fail { at: open, what: "bracket that is never closed".into(), unsupported: false }));
        }
        let end = self.lexer.pos;
        self.bump();
        self.end = end;
        Ok(())
    }

    /// A number that fits.
    pub fn number<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        if let Tok::Number(digits) = self.tok
            && let Ok(n) = digits.parse()
        {
            self.bump();
            return Ok(n);
        }
        self.fail("expected a number")
    }

    /// A string, as written.
    pub fn string(&mut self) -> Parsed<&'a str> {
        match self.tok {
            Tok::Str(s) => {
                self.bump();
                Ok(s)
            }
            _ => self.fail("expected a string"),
        }
    }

    /// Steps over an attribute: a word with an optional argument list, a string, a group or a number.
    /// False when there is none.
    pub fn skip_attribute(&mut self) -> Parsed<bool> {
        match self.tok {
            Tok::Word(_) => {
                self.bump();
                if self.is(b'(') {
                    self.skip_balanced()?;
                }
            }
            Tok::Str(_) => {
                self.bump();
                if self.accept(b'=') {
                    self.string()?;
                }
            }
            Tok::AttrGroup(_) | Tok::Number(_) => {
                self.bump();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A node for something unknown that began at `from` and ended with the last token.
    pub fn unsupported_node(&self, what: String, from: usize) -> Arc<Unsupported> {
        let text = self.text();
        let from = from.min(text.len());
        let (counted, line) = if self.line.get().0 <= from { self.line.get() } else { (0, 1) };
        let line = line + text.as_bytes()[counted..from].iter().filter(|&&b| b == b'\n').count() as u32;
        self.line.set((from, line));
        Arc::new(Unsupported { what, text: excerpt(text, from, self.end, 200), line })
    }
}

/// At most `max` characters of a stretch of the text, on one line.
fn excerpt(text: &str, from: usize, to: usize, max: usize) -> String {
    let all = text.get(from..to.max(from)).unwrap_or("");
    let mut short: String = all.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((cut, _)) = short.char_indices().nth(max) {
        short.truncate(cut);
        short.push('…');
    }
    short
}

/// The error of a unit.
pub(crate) fn read_error(unit: &Unit, fail: &Fail) -> ReadError {
    let (line, column) = unit.line_column(fail.at.min(unit.text.len()));
    ReadError { file: unit.file.clone(), line, column, message: fail.what.clone() }
}

/// Parses a function's body.
pub(crate) fn body(unit: &Unit, function: &Function) -> Result<Body, ReadError> {
    body::parse(unit, function).map_err(|fail| read_error(unit, &fail))
}

/// Parses the constant in `span`.
pub(crate) fn constant(unit: &Unit, span: Span, ty: &Type) -> Result<Constant, ReadError> {
    let mut p = Parser::new(&unit.text, span.start as usize, span.end as usize, &unit.scope);
    p.constant(ty).map_err(|fail| read_error(unit, &fail))
}

/// Parses the type and the constant in `span`.
pub(crate) fn typed_constant(unit: &Unit, span: Span) -> Result<TypedConst, ReadError> {
    let mut p = Parser::new(&unit.text, span.start as usize, span.end as usize, &unit.scope);
    p.typed_constant().map_err(|fail| read_error(unit, &fail))
}
