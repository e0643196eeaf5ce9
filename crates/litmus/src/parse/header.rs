//! What stands before the initial state: `C`, the name, a description, and lines such as `Cycle=…` that the
//! tools of herd's family leave there.

use selvedge_core::Span;

use crate::error::Diagnostic;
use crate::lex::{Section, skip_blanks};

/// The header of a test.
pub(crate) struct Header {
    pub name: String,
    pub description: Option<String>,
    /// Where the rest starts.
    pub end: usize,
}

/// Languages of litmus tests that are not ours.
const OTHER_LANGUAGES: &[&str] =
    &["AArch64", "ARM", "ASL", "Bell", "BPF", "CPP", "Java", "JAVA", "LISA", "MIPS", "PPC", "RISCV", "X86", "X86_64"];

pub(crate) fn header(text: &str) -> Result<Header, Diagnostic> {
    let start = skip_blanks(text, 0, Section::Other)?;
    let language = word(text, start);
    match language.text {
        "C" => {}
        "" => {
            return Err(Diagnostic::input(language.span, "the file is empty")
                .help("a litmus test starts with `C` and its name"));
        }
        other if OTHER_LANGUAGES.contains(&other) => {
            return Err(Diagnostic::unsupported(language.span, format!("litmus tests for {other} are not supported"))
                .help("Selvedge reads the C dialect: the first line is `C` and the name of the test"));
        }
        _ => {
            return Err(
                Diagnostic::input(language.span, "a litmus test starts with `C` and its name").label("expected `C`")
            );
        }
    }
    let line = text[language.span.end..].split('\n').next().unwrap_or_default();
    let blank = line.len() - line.trim_start().len();
    let name = word(text, language.span.end + blank);
    if name.text.is_empty() {
        return Err(Diagnostic::input(language.span, "the test has no name").help("write it after `C`"));
    }
    let mut header = Header { name: name.text.to_owned(), description: None, end: name.span.end };
    loop {
        header.end = skip_blanks(text, header.end, Section::Other)?;
        let rest = &text[header.end..];
        if let Some(quoted) = rest.strip_prefix('"') {
            let opening = Span { start: header.end, end: header.end + 1 };
            let Some(length) = quoted.find('"') else {
                return Err(Diagnostic::input(opening, "the description never ends").help("close it with `\"`"));
            };
            if header.description.replace(quoted[..length].to_owned()).is_some() {
                return Err(Diagnostic::input(opening, "a test has one description"));
            }
            header.end += length + 2;
        } else if is_annotation(rest) {
            header.end += rest.find('\n').unwrap_or(rest.len());
        } else {
            return Ok(header);
        }
    }
}

/// Whether the text starts with `Key=`, such as `Cycle=Rfe Fre`.
fn is_annotation(text: &str) -> bool {
    let after = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && after.trim_start_matches([' ', '\t']).starts_with('=')
}

struct Word<'a> {
    text: &'a str,
    span: Span,
}

/// What stands at `start` up to the next blank.
fn word(text: &str, start: usize) -> Word<'_> {
    let word = text[start..].split(char::is_whitespace).next().unwrap_or_default();
    Word { text: word, span: Span { start, end: start + word.len() } }
}
