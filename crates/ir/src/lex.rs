//! The lexer: bytes to tokens, without allocating.
//!
//! LLVM's text has few kinds of tokens, and which words are keywords depends on the version. So a word is a
//! word here: the parser decides. Tokens borrow from the text; escapes in strings are left as written (see
//! [`unescape`]).

use selvedge_core::unseen::visible_line;

/// One token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok<'a> {
    /// A keyword, type, opcode, attribute or label.
    Word(&'a str),
    /// `%name` or `%"name"`.
    Local(&'a str),
    /// `%12`.
    LocalNum(u32),
    /// `@name`, `@"name"` or `@12`.
    Global(&'a str),
    /// `$name`.
    Comdat(&'a str),
    /// `!12`.
    MetaNum(u32),
    /// `!name`.
    MetaName(&'a str),
    /// A `!` before a brace or a string.
    Bang,
    /// `#12`.
    AttrGroup(u32),
    /// `#dbg_value` and the like.
    Record(&'a str),
    /// Anything that starts with a digit or a sign, as written.
    Number(&'a str),
    /// `"…"`, without the quotes.
    Str(&'a str),
    /// `c"…"`, without the quotes.
    CStr(&'a str),
    /// One byte of punctuation, or a byte that means nothing.
    Punct(u8),
    /// A string that does not end.
    Unterminated,
    /// The end of the text.
    Eof,
}

/// What a byte can be part of.
const SPACE: u8 = 1;
const WORD: u8 = 2;
const DIGIT: u8 = 4;

const CLASS: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut byte = 0usize;
    while byte < 256 {
        let b = byte as u8;
        if b == b' ' || b == b'\t' || b == b'\n' || b == b'\r' || b == 0x0c {
            table[byte] = SPACE;
        } else if b.is_ascii_digit() {
            table[byte] = WORD | DIGIT;
        } else if b.is_ascii_alphabetic() || b == b'_' || b == b'.' || b == b'$' || b == b'-' {
            table[byte] = WORD;
        }
        byte += 1;
    }
    table
};

/// A position in the text that yields tokens.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// Where the next token is looked for.
    pub pos: usize,
}

impl<'a> Lexer<'a> {
    /// Starts at byte `pos` of `text` and stops at byte `end`.
    pub fn new(text: &'a str, pos: usize, end: usize) -> Lexer<'a> {
        let end = end.min(text.len());
        let text = text.get(..end).unwrap_or(text);
        Lexer { text, bytes: text.as_bytes(), pos: pos.min(text.len()) }
    }

    /// The text it reads, from its beginning to where it stops.
    pub fn text(&self) -> &'a str {
        self.text
    }

    fn at(&self, pos: usize) -> u8 {
        self.bytes.get(pos).copied().unwrap_or(0)
    }

    fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or("")
    }

    /// Skips space and comments.
    pub fn skip_space(&mut self) {
        while let Some(&b) = self.bytes.get(self.pos) {
            if CLASS[b as usize] & SPACE != 0 {
                self.pos += 1;
            } else if b == b';' {
                self.skip_line();
            } else {
                return;
            }
        }
    }

    /// Moves to the end of the line.
    pub fn skip_line(&mut self) {
        let rest = &self.bytes[self.pos..];
        self.pos += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    fn word_end(&self, mut pos: usize) -> usize {
        while pos < self.bytes.len() && CLASS[self.bytes[pos] as usize] & WORD != 0 {
            pos += 1;
        }
        pos
    }

    /// The contents of a string whose opening quote is at `quote`; moves past it.
    fn string(&mut self, quote: usize) -> Option<&'a str> {
        let rest = &self.bytes[quote + 1..];
        let Some(len) = rest.iter().position(|&b| b == b'"') else {
            self.pos = self.bytes.len();
            return None;
        };
        self.pos = quote + len + 2;
        Some(self.slice(quote + 1, quote + 1 + len))
    }

    /// The name after a sigil at `sigil`: quoted or plain.
    fn name(&mut self, sigil: usize) -> Option<&'a str> {
        if self.at(sigil + 1) == b'"' {
            return self.string(sigil + 1);
        }
        self.pos = self.word_end(sigil + 1);
        Some(self.slice(sigil + 1, self.pos))
    }

    /// The number after a sigil, when all of the word is digits and it fits.
    fn number(&mut self, sigil: usize) -> Option<u32> {
        let end = self.word_end(sigil + 1);
        let number = self.slice(sigil + 1, end).parse().ok()?;
        self.pos = end;
        Some(number)
    }

    /// The next token and where it starts.
    pub fn next(&mut self) -> (usize, Tok<'a>) {
        self.skip_space();
        let start = self.pos;
        let Some(&b) = self.bytes.get(start) else { return (start, Tok::Eof) };
        let class = CLASS[b as usize];
        if class & WORD != 0 && class & DIGIT == 0 && b != b'-' {
            if b == b'c' && self.at(start + 1) == b'"' {
                return (start, self.string(start + 1).map_or(Tok::Unterminated, Tok::CStr));
            }
            // `$x` is a comdat, but a word may contain `$`.
            if b == b'$' {
                return (start, self.name(start).map_or(Tok::Unterminated, Tok::Comdat));
            }
            self.pos = self.word_end(start + 1);
            return (start, Tok::Word(self.slice(start, self.pos)));
        }
        self.pos = start + 1;
        let next = self.at(start + 1);
        let digit = CLASS[next as usize] & DIGIT != 0;
        let tok = match b {
            b'%' if digit => match self.number(start) {
                Some(n) => Tok::LocalNum(n),
                None => self.name(start).map_or(Tok::Unterminated, Tok::Local),
            },
            b'%' => self.name(start).map_or(Tok::Unterminated, Tok::Local),
            b'@' => self.name(start).map_or(Tok::Unterminated, Tok::Global),
            b'"' => self.string(start).map_or(Tok::Unterminated, Tok::Str),
            b'!' if digit => self.number(start).map_or(Tok::Punct(b'!'), Tok::MetaNum),
            b'!' if CLASS[next as usize] & WORD != 0 || next == b'\\' => {
                let mut end = self.word_end(start + 1);
                while self.at(end) == b'\\' {
                    end = self.word_end(end + 1);
                }
                self.pos = end;
                Tok::MetaName(self.slice(start + 1, end))
            }
            b'!' => Tok::Bang,
            b'#' if digit => self.number(start).map_or(Tok::Punct(b'#'), Tok::AttrGroup),
            b'#' if CLASS[next as usize] & WORD != 0 => {
                self.pos = self.word_end(start + 1);
                Tok::Record(self.slice(start + 1, self.pos))
            }
            b'0'..=b'9' | b'-' | b'+' => {
                let mut end = self.word_end(start + 1);
                // An exponent's sign is the one `+` inside a number.
                while self.at(end) == b'+' && matches!(self.at(end - 1), b'e' | b'E') {
                    end = self.word_end(end + 1);
                }
                self.pos = end;
                Tok::Number(self.slice(start, end))
            }
            _ => {
                // Keep to character boundaries, so that slices of the text stay valid.
                while self.pos < self.bytes.len() && !self.text.is_char_boundary(self.pos) {
                    self.pos += 1;
                }
                Tok::Punct(b)
            }
        };
        (start, tok)
    }

    /// From just inside an opening bracket, moves past the bracket that closes it; strings and comments are
    /// stepped over. False when the text ends first.
    pub fn skip_balanced(&mut self) -> bool {
        let mut depth = 1usize;
        while let Some(&b) = self.bytes.get(self.pos) {
            self.pos += 1;
            match b {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        return true;
                    }
                }
                b'"' if self.string(self.pos - 1).is_none() => return false,
                b';' => self.skip_line(),
                _ => {}
            }
        }
        false
    }
}

/// Turns `\XX` and `\\` of a string or name into bytes.
pub(crate) fn unescape(raw: &str) -> Vec<u8> {
    let bytes = raw.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let hex = |b: u8| (b as char).to_digit(16);
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b'\\' {
            if bytes.get(i + 1) == Some(&b'\\') {
                out.push(b'\\');
                i += 2;
                continue;
            }
            if let (Some(h), Some(l)) = (bytes.get(i + 1).and_then(|&b| hex(b)), bytes.get(i + 2).and_then(|&b| hex(b)))
            {
                out.push((h * 16 + l) as u8);
                i += 3;
                continue;
            }
        }
        out.push(bytes[i]);
        i += 1;
    }
    out
}

/// [`unescape`] as text; a leading `\01`, which only tells the assembler not to mangle the name, is dropped.
pub(crate) fn unescape_name(raw: &str) -> String {
    if !raw.contains('\\') {
        return raw.to_owned();
    }
    let bytes = unescape(raw);
    let bytes = bytes.strip_prefix(b"\x01").unwrap_or(&bytes);
    String::from_utf8_lossy(bytes).into_owned()
}

/// As [`unescape_name`], to be told to people: on one line, and nothing in it does anything to a terminal.
pub(crate) fn shown_name(raw: &str) -> String {
    visible_line(&unescape_name(raw)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lex(text: &str) -> Vec<Tok<'_>> {
        let mut lexer = Lexer::new(text, 0, text.len());
        let mut out = Vec::new();
        loop {
            let (_, tok) = lexer.next();
            if tok == Tok::Eof {
                return out;
            }
            out.push(tok);
        }
    }

    #[test]
    fn names_and_numbers() {
        use Tok::*;
        assert_eq!(lex("%a.b %\"x y\" %12 %\"12\""), [Local("a.b"), Local("x y"), LocalNum(12), Local("12")]);
        assert_eq!(lex("@f @\"g$1\" @0 $c"), [Global("f"), Global("g$1"), Global("0"), Comdat("c")]);
        assert_eq!(lex("!12 !dbg !{ !\"s\""), [MetaNum(12), MetaName("dbg"), Bang, Punct(b'{'), Bang, Str("s")]);
        assert_eq!(lex("#3 #dbg_value("), [AttrGroup(3), Record("dbg_value"), Punct(b'(')]);
        assert_eq!(
            lex("-1 1.0e+10 0xK4000 12:"),
            [Number("-1"), Number("1.0e+10"), Number("0xK4000"), Number("12"), Punct(b':')]
        );
        assert_eq!(lex("c\"a\\22b\" c ..."), [CStr("a\\22b"), Word("c"), Word("...")]);
    }

    #[test]
    fn comments_and_odd_bytes() {
        assert_eq!(lex("a ; \"b\nc"), [Tok::Word("a"), Tok::Word("c")]);
        assert_eq!(lex("é"), [Tok::Punct(0xc3)]);
        assert_eq!(lex("\"open"), [Tok::Unterminated]);
        assert_eq!(lex("!99999999999"), [Tok::Punct(b'!'), Tok::Number("99999999999")]);
    }

    #[test]
    fn balanced_text_respects_strings() {
        let text = "{ \"}\" ; }\n ( ) } rest";
        let mut lexer = Lexer::new(text, 1, text.len());
        assert!(lexer.skip_balanced());
        assert_eq!(lexer.next().1, Tok::Word("rest"));
        assert!(!Lexer::new("( ", 1, 2).skip_balanced());
    }

    #[test]
    fn escapes() {
        assert_eq!(unescape("a\\22\\5C\\\\\\zz\\0"), b"a\"\\\\\\zz\\0");
        assert_eq!(unescape_name("\\01_x"), "_x");
    }
}
