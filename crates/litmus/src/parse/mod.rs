//! Tokens to trees: recursive descent, one function per phrase.
//!
//! The parser goes on after an error in a statement, at the next semicolon or brace, so that one run shows
//! most of what is wrong. Everywhere else it stops at the first error. Two limits keep the trees shallow
//! enough for everything that walks them recursively: [`MAX_DEPTH`] and [`MAX_OPERATORS`].

mod body;
mod condition;
mod expr;
mod header;

use selvedge_core::Span;

use crate::ast::{Init, Mark, Name, Observable, Param, ParamKind, Test, Thread};
use crate::error::Diagnostic;
use crate::lex::{self, Kind, Token};

/// How deep parentheses, prefix operators and `if`s may nest.
const MAX_DEPTH: usize = 200;

/// How many operators an expression may have.
const MAX_OPERATORS: usize = 500;

/// How many errors are worth showing at once.
pub(crate) const MAX_ERRORS: usize = 20;

type Parsed<T> = Result<T, Diagnostic>;

/// Reads a test.
pub(crate) fn test(text: &str) -> Result<Test, Vec<Diagnostic>> {
    let header = header::header(text).map_err(|error| vec![error])?;
    let (tokens, errors) = lex::lex(text, header.end);
    let mut parser = Parser { text, tokens, next: 0, depth: 0, operators: 0, errors };
    let test = parser.sections(header);
    let errors = &mut parser.errors;
    match test {
        Ok(test) if errors.is_empty() => return Ok(test),
        Ok(_) => {}
        Err(error) => errors.push(error),
    }
    errors.sort_by_key(|error| error.span);
    errors.truncate(MAX_ERRORS);
    Err(parser.errors)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// The next token. Never past the last one, which is the end of the text.
    next: usize,
    /// How deep the phrase being read is nested.
    depth: usize,
    /// The operators of the expression being read.
    operators: usize,
    /// What was wrong with the statements skipped so far, and with the characters of the text.
    errors: Vec<Diagnostic>,
}

/// The sections of a file.
impl Parser<'_> {
    fn sections(&mut self, header: header::Header) -> Parsed<Test> {
        let init = self.init()?;
        let mut threads = Vec::new();
        while let Some(number) = thread_number(self.word()) {
            if number as usize != threads.len() {
                return Err(Diagnostic::input(self.peek().span, format!("expected thread P{}", threads.len()))
                    .help("threads are numbered from P0, in order"));
            }
            self.advance();
            threads.push(self.thread()?);
        }
        if threads.is_empty() {
            return Err(self.expected("a thread: `P0 (…) { … }`"));
        }
        let locations = if self.eat_word("locations") { self.locations()? } else { Vec::new() };
        let condition = self.final_condition()?;
        Ok(Test { name: header.name, description: header.description, init, threads, locations, condition })
    }

    /// `{ x = 0; int y; 0:r1 = 2; [z] = 3; }`
    fn init(&mut self) -> Parsed<Vec<Init>> {
        if !self.eat("{") {
            return Err(self.expected("`{`, the initial state"));
        }
        let mut init = Vec::new();
        while !self.eat("}") {
            if self.eat(";") {
                continue;
            }
            if matches!(self.word(), "int" | "atomic_int" | "volatile" | "const" | "_Atomic" | "atomic_long" | "long") {
                self.base_type()?;
                if self.at("*") {
                    return Err(Diagnostic::unsupported(self.peek().span, "pointers in memory are not supported"));
                }
            }
            let target = self.observable()?;
            if self.at("[") {
                return Err(Diagnostic::unsupported(self.peek().span, "arrays are not supported"));
            }
            let value = match self.eat("=") {
                true => self.constant()?,
                false => 0,
            };
            init.push(Init { target, value });
            if !self.at("}") {
                self.expect(";")?;
            }
        }
        Ok(init)
    }

    /// `(atomic_int* x, int* y) { … }`
    fn thread(&mut self) -> Parsed<Thread> {
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.eat(")") {
            if !params.is_empty() {
                self.expect(",")?;
            }
            let kind = self.base_type()?;
            if !self.eat("*") {
                return Err(self
                    .expected("`*`")
                    .help("a parameter names a shared location: `atomic_int* x`, or `int* x` for plain accesses"));
            }
            if self.at("*") {
                return Err(Diagnostic::unsupported(self.peek().span, "pointers in memory are not supported"));
            }
            params.push(Param { name: self.name("the name of a location")?, kind });
        }
        self.expect("{")?;
        let body = self.block();
        self.expect("}")?;
        Ok(Thread { params, body })
    }

    /// `int`, `volatile int`, `atomic_int`, `_Atomic int`, …
    fn base_type(&mut self) -> Parsed<ParamKind> {
        let (mut kind, mut complete) = (ParamKind::Plain, false);
        loop {
            match self.word() {
                "volatile" | "const" => {}
                "_Atomic" => kind = ParamKind::Atomic,
                "int" if !complete => complete = true,
                "atomic_int" if !complete => (kind, complete) = (ParamKind::Atomic, true),
                _ if complete => return Ok(kind),
                "" => return Err(self.expected("a type: `int` or `atomic_int`")),
                other => {
                    let message = format!("the type `{other}` is not supported");
                    return Err(Diagnostic::unsupported(self.peek().span, message).help("use `int` or `atomic_int`"));
                }
            }
            self.advance();
        }
    }

    /// `0:r1`, `P0:r1`, `x` or `[x]`
    fn observable(&mut self) -> Parsed<Observable> {
        if self.eat("[") {
            let name = self.name("the name of a location")?;
            self.expect("]")?;
            return Ok(Observable::Location(name));
        }
        let thread = if self.peek().kind == Kind::Number {
            // A number too large for a thread is refused later, with those that are only too large for this
            // test.
            u32::try_from(self.number()?).unwrap_or(u32::MAX)
        } else if let Some(thread) = thread_number(self.word()).filter(|_| self.colon_follows()) {
            self.advance();
            thread
        } else {
            return Ok(Observable::Location(self.name("a location or a register, as in `x` or `0:r1`")?));
        };
        self.expect(":")?;
        Ok(Observable::Register { thread, name: self.name("the name of a register")? })
    }

    /// Whether a colon stands after the next token.
    fn colon_follows(&self) -> bool {
        self.tokens.get(self.next + 1).is_some_and(|token| token.kind == Kind::Symbol(":"))
    }
}

/// The number in `P7`.
pub(crate) fn thread_number(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('P')?;
    let canonical = digits == "0" || !digits.starts_with('0');
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (canonical && all_digits).then(|| digits.parse().ok())?
}

/// Words that cannot name anything.
const RESERVED: &[&str] = &[
    "int",
    "atomic_int",
    "volatile",
    "const",
    "_Atomic",
    "if",
    "else",
    "while",
    "for",
    "do",
    "goto",
    "switch",
    "case",
    "break",
    "continue",
    "return",
    "exists",
    "forall",
    "locations",
    "filter",
    "true",
    "false",
    "not",
];

/// Tokens.
impl Parser<'_> {
    fn peek(&self) -> Token {
        self.tokens[self.next]
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.start..span.end]
    }

    /// The next token if it is a word, or nothing.
    fn word(&self) -> &str {
        match self.peek() {
            Token { kind: Kind::Word, span } => self.slice(span),
            _ => "",
        }
    }

    fn advance(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Kind::End {
            self.next += 1;
        }
        token
    }

    fn at(&self, symbol: &str) -> bool {
        matches!(self.peek().kind, Kind::Symbol(found) if found == symbol)
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = self.at(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        match self.eat(symbol) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{symbol}`"))),
        }
    }

    /// The error of finding something else than `what`. Symbols of C that we do not have are named as such.
    fn expected(&self, what: &str) -> Diagnostic {
        let token = self.peek();
        let found = match token.kind {
            Kind::Symbol(
                symbol @ ("/" | "%" | "<<" | ">>" | "?" | "++" | "--" | "->" | "." | "+=" | "-=" | "*=" | "/=" | "%="
                | "&=" | "|=" | "^=" | "<<=" | ">>="),
            ) => {
                return Diagnostic::unsupported(token.span, format!("the operator `{symbol}` is not supported"));
            }
            Kind::End => "the end of the file".to_owned(),
            Kind::Word | Kind::Number | Kind::Symbol(_) => format!("`{}`", self.slice(token.span)),
        };
        Diagnostic::input(token.span, format!("expected {what}, found {found}")).label(format!("expected {what}"))
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let word = self.word();
        if word.is_empty() || RESERVED.contains(&word) {
            return Err(self.expected(what));
        }
        let (text, span) = (word.to_owned(), self.advance().span);
        Ok(Name { text, mark: Mark(Some(span)) })
    }

    /// A constant with its sign.
    fn constant(&mut self) -> Parsed<i32> {
        let start = self.peek().span;
        let negative = self.eat("-");
        if self.peek().kind != Kind::Number {
            return Err(self.expected("an integer"));
        }
        self.signed_number(negative, start)
    }

    /// A number whose sign, at `start`, has been read.
    fn signed_number(&mut self, negative: bool, start: Span) -> Parsed<i32> {
        let token = self.peek();
        let hexadecimal = self.slice(token.span).starts_with("0x");
        let magnitude = self.number()?;
        let value = if negative { -magnitude } else { magnitude };
        match i32::try_from(value) {
            Ok(value) => Ok(value),
            // 0xffffffff is an unsigned constant; turning it into an `int` keeps its bits.
            Err(_) if hexadecimal && u32::try_from(value).is_ok() => Ok(value as u32 as i32),
            Err(_) => Err(Diagnostic::input(start.to(token.span), "the constant does not fit in an `int`")
                .help("values are 32 bits wide: from -2147483648 to 2147483647")),
        }
    }

    /// An unsigned number, cut to 2^40 if it is larger.
    fn number(&mut self) -> Parsed<i64> {
        const HUGE: i64 = 1 << 40;
        let token = self.advance();
        let text = self.slice(token.span);
        let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => (digits, 16),
            None => (text, 10),
        };
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
            return Err(Diagnostic::input(token.span, format!("`{text}` is not an integer"))
                .help("constants are decimal or hexadecimal, without suffix"));
        }
        if radix == 10 && digits.len() > 1 && digits.starts_with('0') {
            return Err(Diagnostic::unsupported(token.span, "octal constants are not supported")
                .help("write the number in decimal or, after `0x`, in hexadecimal"));
        }
        Ok(i64::from_str_radix(digits, radix).map_or(HUGE, |value| value.min(HUGE)))
    }

    /// Reads a phrase that is nested in the one being read.
    fn nested<T>(&mut self, phrase: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return Err(Diagnostic::input(self.peek().span, "the text is nested too deeply here")
                .help(format!("at most {MAX_DEPTH} levels are allowed")));
        }
        self.depth += 1;
        let result = phrase(self);
        self.depth -= 1;
        result
    }
}
