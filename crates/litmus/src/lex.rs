//! Text to tokens.
//!
//! One lexer serves the whole file after its header: the initial state, the code and the condition use the
//! same words and numbers, and no symbol of one means something else in another. Comments are `(* … *)`,
//! which nest, `/* … */` and `// …`. In the code of a thread `(*x` is a parenthesis and a dereference, so a
//! comment there needs a blank after `(*`.

use selvedge_core::Span;

use crate::error::Diagnostic;

/// What a token is. Words and numbers are looked up in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An identifier or keyword.
    Word,
    /// Something that starts with a digit.
    Number,
    /// Punctuation.
    Symbol(&'static str),
    /// The end of the text.
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// Every symbol, the longer before its prefixes. Some are only here to be refused by name.
const SYMBOLS: &[&str] = &[
    "<<=", ">>=", "<<", ">>", "&&", "||", "==", "!=", "<=", ">=", "<>", "=>", "/\\", "\\/", "++", "--", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=", "->", "{", "}", "(", ")", "[", "]", ";", ",", ":", "=", "+", "-", "*", "&",
    "|", "^", "~", "!", "<", ">", "/", "%", "?", ".",
];

/// Reads tokens from byte `from` on. The list ends with an [`Kind::End`], also after an error.
pub(crate) fn lex(text: &str, from: usize) -> (Vec<Token>, Vec<Diagnostic>) {
    let (mut tokens, mut errors) = (Vec::new(), Vec::new());
    let mut at = from;
    // The first braces hold the initial state, the others code.
    let (mut closed_groups, mut open_braces) = (0_usize, 0_usize);
    loop {
        let section = if closed_groups > 0 && open_braces > 0 { Section::Code } else { Section::Other };
        match skip_blanks(text, at, section) {
            Ok(next) => at = next,
            Err(error) => {
                errors.push(error);
                at = text.len();
            }
        }
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { break };
        let (kind, length) = if first.is_ascii_alphabetic() || first == '_' {
            (Kind::Word, word_length(rest))
        } else if first.is_ascii_digit() {
            (Kind::Number, word_length(rest))
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            (Kind::Symbol(symbol), symbol.len())
        } else {
            let span = Span { start: at, end: at + first.len_utf8() };
            errors.push(Diagnostic::input(span, format!("unexpected character `{}`", first.escape_debug())));
            at = span.end;
            continue;
        };
        match kind {
            Kind::Symbol("{") => open_braces += 1,
            Kind::Symbol("}") => {
                open_braces = open_braces.saturating_sub(1);
                closed_groups += usize::from(open_braces == 0);
            }
            Kind::Symbol(_) | Kind::Word | Kind::Number | Kind::End => {}
        }
        tokens.push(Token { kind, span: Span { start: at, end: at + length } });
        at += length;
    }
    tokens.push(Token { kind: Kind::End, span: Span { start: text.len(), end: text.len() } });
    (tokens, errors)
}

fn word_length(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

/// Where in a file a comment may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    /// The code of a thread.
    Code,
    /// Everywhere else.
    Other,
}

/// The first byte from `at` on that is neither blank nor in a comment.
pub(crate) fn skip_blanks(text: &str, mut at: usize, section: Section) -> Result<usize, Diagnostic> {
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        let rest = &text[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let Some(length) = comment.find("*/") else {
                return Err(unterminated(at, "/*", "close it with `*/`"));
            };
            at += length + 4;
        } else if rest.starts_with("(*") && !(section == Section::Code && word_length(&rest[2..]) > 0) {
            let Some(length) = nested_comment(rest) else {
                return Err(unterminated(at, "(*", "close it with `*)`; if a dereference is meant, write `(*x`"));
            };
            at += length;
        } else {
            return Ok(at);
        }
    }
}

/// The length of the `(* … *)` that `text` starts with.
fn nested_comment(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"(*" => (at, depth) = (at + 2, depth + 1),
            b"*)" => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn unterminated(start: usize, opener: &str, help: &str) -> Diagnostic {
    let span = Span { start, end: start + opener.len() };
    Diagnostic::input(span, format!("the comment opened by `{opener}` never ends")).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        let (tokens, errors) = lex(text, 0);
        assert_eq!(errors, []);
        tokens.iter().map(|token| &text[token.span.start..token.span.end]).collect()
    }

    #[test]
    fn symbols_are_read_greedily() {
        assert_eq!(texts("a<=b<>c</\\\\/-1"), ["a", "<=", "b", "<>", "c", "<", "/\\", "\\/", "-", "1", ""]);
        assert_eq!(texts("0:r0=0x1f"), ["0", ":", "r0", "=", "0x1f", ""]);
    }

    #[test]
    fn comments_are_blanks() {
        assert_eq!(texts("a(* (* b *) *)c // d\n e /* f * / */ g"), ["a", "c", "e", "g", ""]);
    }

    #[test]
    fn in_code_a_star_may_follow_a_parenthesis() {
        assert_eq!(texts("{(*a*)}{(*b)(* c *)}(*d*)"), ["{", "}", "{", "(", "*", "b", ")", "}", ""]);
    }

    #[test]
    fn open_comments_and_foreign_characters_are_errors() {
        let messages = |text| lex(text, 0).1.into_iter().map(|error| error.message).collect::<Vec<_>>();
        assert_eq!(messages("a (* b (* c *)"), ["the comment opened by `(*` never ends"]);
        assert_eq!(messages("/*/"), ["the comment opened by `/*` never ends"]);
        assert_eq!(
            messages("é @ \u{7f}"),
            ["unexpected character `é`", "unexpected character `@`", "unexpected character `\\u{7f}`"]
        );
    }
}
