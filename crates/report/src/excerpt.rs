//! The user's source with the places of a violation pointed out, in the style of rustc.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Snippet};
use selvedge_core::Site;

use crate::account::Place;
use crate::paint::Colour;

/// A source text and the name the user knows it by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceText<'a> {
    /// The file, as the user named it.
    pub file: &'a str,
    /// What is in it.
    pub text: &'a str,
}

/// The lines of the sources that the places are on. Empty when there are none. The first place is the primary
/// one.
pub(crate) fn excerpt(sources: &[SourceText<'_>], places: &[Place], width: usize, colour: Colour) -> String {
    let mut group: Group<'_> = Group::with_level(Level::ERROR);
    let mut files: Vec<&str> = Vec::new();
    for place in places {
        if !files.contains(&&*place.site.file) {
            files.push(&place.site.file);
        }
    }
    for file in files {
        let here = || places.iter().enumerate().filter(|(_, place)| *place.site.file == *file);
        let source = sources.iter().find(|source| source.file == file);
        let spans: Vec<Option<Range<usize>>> = here().map(|(_, place)| span(source?, &place.site)).collect();
        let mut snippet: Option<Snippet<'_, Annotation<'_>>> = None;
        for ((number, place), span) in here().zip(spans) {
            let (Some(source), Some(span)) = (source, span) else {
                let origin = Origin::path(&*place.site.file).line(place.site.line as usize);
                group = group.element(origin.char_column(place.site.column as usize));
                continue;
            };
            let kind = if number == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            let so_far = snippet.take().unwrap_or_else(|| Snippet::source(source.text).path(source.file));
            snippet = Some(so_far.annotation(kind.span(span).label(place.label.as_str())));
        }
        if let Some(snippet) = snippet {
            group = group.element(snippet);
        }
    }
    if group.is_empty() {
        return String::new();
    }
    // The renderer counts neither the line's number nor what marks that something was left out.
    colour.renderer().term_width(width.saturating_sub(AROUND).max(AROUND)).render(&[group]) + "\n"
}

/// How much may stand before and behind the part of a line that is shown.
const AROUND: usize = 14;

/// The bytes of the source that a site stands for: its text if that is found there, else the expression that
/// starts there, as far as that can be told.
fn span(source: &SourceText<'_>, site: &Site) -> Option<Range<usize>> {
    let line = source.text.split_inclusive('\n').nth(site.line.checked_sub(1)? as usize)?;
    let start_of_line = line.as_ptr().addr() - source.text.as_ptr().addr();
    let column = site.column.checked_sub(1)? as usize;
    let offset = line.char_indices().nth(column).map_or(line.trim_end().len(), |(offset, _)| offset);
    let range = if line[offset..].starts_with(&*site.text) && !site.text.is_empty() {
        offset..offset + site.text.len()
    } else {
        expression(line.trim_end(), offset.min(line.trim_end().len()))
    };
    Some(start_of_line + range.start..start_of_line + range.end)
}

/// The expression of C that a compiler means by a position: for an operator that assigns, the whole
/// assignment; for a name, the name with what it is applied to and what is taken from it; else whatever word
/// or sign is there.
fn expression(line: &str, at: usize) -> Range<usize> {
    let bytes = line.as_bytes();
    let assigns = {
        let rest = &line[at..];
        let sign = rest.find(|c: char| !"+-*/%&|^<>=".contains(c)).map_or(rest, |end| &rest[..end]);
        sign.ends_with('=') && !matches!(sign, "==" | "<=" | ">=" | "!=")
    };
    let steps = line[at..].starts_with("++") || line[at..].starts_with("--");
    if assigns || steps {
        let start = start_of(bytes, at);
        let start = start + (line[start..at].len() - line[start..at].trim_start().len());
        if assigns {
            return start..end_of(bytes, at);
        }
        if start < at {
            return start..at + 2;
        }
    }
    let mut start = at;
    // Back over `a->b.`, to where the name begins.
    loop {
        let before = &line[..start];
        let Some(owner) =
            before.strip_suffix("->").or_else(|| before.strip_suffix('.')).or_else(|| before.strip_suffix("::"))
        else {
            break;
        };
        let word = owner.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        if word.len() == owner.len() {
            break;
        }
        start = word.len();
    }
    let prefix = line[at..].find(|c: char| !"*&!~-+".contains(c)).unwrap_or(0);
    let mut end = at + prefix;
    loop {
        let before = end;
        while end < bytes.len() && is_word(bytes[end]) {
            end += 1;
        }
        match bytes.get(end) {
            Some(b'(' | b'[') => end = closing(bytes, end),
            Some(b'.') if bytes.get(end + 1).is_some_and(|&byte| is_word(byte)) => end += 1,
            Some(b'-') if bytes.get(end + 1) == Some(&b'>') => end += 2,
            Some(b':') if bytes.get(end + 1) == Some(&b':') => end += 2,
            _ => {}
        }
        if end == before {
            break;
        }
    }
    start..end.max((at + 1).min(line.len())).min(line.len())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// One past the bracket that closes the one here; the end of the line if none does.
fn closing(bytes: &[u8], open: usize) -> usize {
    let mut depth = 0usize;
    for (at, byte) in bytes.iter().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    bytes.len()
}

/// Where the statement, or the argument, begins.
fn start_of(bytes: &[u8], end: usize) -> usize {
    let mut depth = 0usize;
    for at in (0..end).rev() {
        match bytes[at] {
            // The end of `if (…)` and the like.
            b')' if depth == 0
                && bytes[at + 1..end].trim_ascii_start().first().is_some_and(|&b| is_word(b) || b == b'*') =>
            {
                return at + 1;
            }
            b')' | b']' => depth += 1,
            b'(' | b'[' if depth == 0 => return at + 1,
            b'(' | b'[' => depth -= 1,
            b';' | b',' | b'{' | b'}' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    0
}

/// Where the statement, or the argument, ends.
fn end_of(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0usize;
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return at,
            b')' | b']' | b'}' => depth -= 1,
            b';' | b',' if depth == 0 => return at,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn found(line: &str, at: usize) -> &str {
        &line[expression(line, at)]
    }

    #[test]
    fn a_position_means_an_expression() {
        let line = "  x = f(a, g(b))->next[2].v + 1; return;";
        assert_eq!(found(line, 6), "f(a, g(b))->next[2].v");
        assert_eq!(found(line, 4), "x = f(a, g(b))->next[2].v + 1");
        assert_eq!(found("if (h && LD(&h->next, rlx)) free(h);", 16), "h->next");
        assert_eq!(found("while (*p->q != 0) {", 7), "*p->q");
        assert_eq!(found("assert(!(in[0] && in[1]));", 18), "in[1]");
        assert_eq!(found("for (a = 1; a += 2, b; )", 14), "a += 2");
        assert_eq!(found("  for (;;) a[f(x, 1)] = 1; }", 22), "a[f(x, 1)] = 1");
        assert_eq!(found("{ c++; }", 3), "c++");
        assert_eq!(found("++c;", 0), "++c");
        assert_eq!(found("", 0), "");
        assert_eq!(found("x", 1), "");
        assert_eq!(found("f(", 0), "f(");
    }
}
