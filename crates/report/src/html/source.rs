//! The source beside the picture: the places of a violation pointed out, the steps beside their lines.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::Report;
use crate::account::Account;
use crate::junit::escape;
use crate::scene::Scene;

/// Beyond so many lines, only those around places that matter are shown.
const LONG_SOURCE: usize = 400;
const AROUND: usize = 12;

/// All files that matter.
pub(super) fn source(out: &mut String, report: &Report<'_>, account: Option<&Account>, scenes: &[Scene]) {
    let _ = writeln!(out, "<div class=\"source\" role=\"region\" tabindex=\"0\" aria-label=\"the source\">");
    let mut has_target = false;
    for (number, source) in report.sources.iter().enumerate() {
        let mut steps: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
        let mut interesting: Vec<usize> = Vec::new();
        for (scene_number, scene) in scenes.iter().enumerate() {
            for (at, told) in scene.story.steps.iter().enumerate() {
                if let Some(site) = told.site.as_ref().filter(|site| *site.file == *source.file) {
                    interesting.push(site.line as usize);
                    if scene_number == 0 {
                        steps.entry(site.line as usize).or_default().push((told.name.thread, at));
                    }
                }
            }
        }
        let mut notes: BTreeMap<usize, Vec<(bool, &str)>> = BTreeMap::new();
        for (at, place) in account.iter().flat_map(|account| &account.places).enumerate() {
            if *place.site.file == *source.file {
                interesting.push(place.site.line as usize);
                notes.entry(place.site.line as usize).or_default().push((at == 0, &place.label));
            }
        }
        if interesting.is_empty() && report.sources.len() > 1 {
            continue;
        }
        let _ = writeln!(out, "<h2>{}</h2>\n<ol class=\"code\" data-f=\"{number}\">", escape(source.file));
        let lines: Vec<&str> = source.text.lines().collect();
        let mut within = Within::default();
        let mut skipped = false;
        for (at, line) in lines.iter().enumerate() {
            let at = at + 1;
            let coloured = colour(line, &mut within);
            if lines.len() > LONG_SOURCE && !interesting.iter().any(|other| other.abs_diff(at) <= AROUND) {
                if !skipped {
                    let _ = writeln!(out, "<li class=\"skip\">⋯</li>");
                }
                skipped = true;
                continue;
            }
            skipped = false;
            let here = steps.get(&at).map_or(&[][..], Vec::as_slice);
            let badges: String = here
                .iter()
                .map(|(thread, at)| {
                    let label = &scenes[0].story.steps[*at].label;
                    format!(
                        "<i class=\"c{}\" data-s=\"{at}\" role=\"button\" tabindex=\"0\" aria-label=\"step {label}\">{label}</i>",
                        thread % 6,
                        label = escape(label)
                    )
                })
                .collect();
            let said = notes.get(&at).map_or(&[][..], Vec::as_slice);
            let class = match (said.iter().any(|(primary, _)| *primary), said.is_empty(), here.is_empty()) {
                (true, ..) => " class=\"primary\"",
                (_, false, _) => " class=\"secondary\"",
                (_, _, false) => " class=\"used\"",
                _ => "",
            };
            let notes: String = said
                .iter()
                .map(|(primary, label)| {
                    let class = if *primary { "note primary" } else { "note" };
                    format!("<span class=\"{class}\">{}</span>", escape(label))
                })
                .collect();
            // Where the headline leads.
            let id = if class.contains("primary") && !std::mem::replace(&mut has_target, true) {
                " id=\"violation\""
            } else {
                ""
            };
            let _ = writeln!(
                out,
                "<li{id}{class} data-l=\"{at}\"><b>{at}</b><code>{coloured}</code>\
                 <span class=\"badges\">{badges}</span>{notes}</li>"
            );
        }
        let _ = writeln!(out, "</ol>");
    }
    let _ = writeln!(out, "</div>");
}

/// What a line begins in.
#[derive(Clone, Copy, Default)]
struct Within {
    /// A comment, and what ends it: C has one kind, litmus tests another.
    comment: Option<&'static str>,
    /// A directive that goes on.
    directive: bool,
}

const WORDS: &str = " if else while for do return break continue switch case default struct union enum static const volatile int \
                     long char void unsigned bool _Bool _Atomic sizeof typedef auto class namespace using template ";

/// A line of C with its comments, strings and keywords marked.
fn colour(line: &str, within: &mut Within) -> String {
    let mut out = String::new();
    let mark = |out: &mut String, tag: &str, text: &str| match tag {
        "" => out.push_str(&escape(text)),
        tag => _ = write!(out, "<{tag}>{}</{tag}>", escape(text)),
    };
    let is_directive = within.directive || (within.comment.is_none() && line.trim_start().starts_with('#'));
    within.directive = is_directive && line.ends_with('\\');
    let mut rest = line;
    if let Some(end) = within.comment {
        let length = rest.find(end).map(|at| at + end.len());
        mark(&mut out, "em", &rest[..length.unwrap_or(rest.len())]);
        let Some(length) = length else { return out };
        rest = &rest[length..];
        within.comment = None;
    }
    while let Some(c) = rest.chars().next() {
        let comment = [("/*", "*/"), ("(*", "*)")].into_iter().find(|(begin, _)| rest.starts_with(begin));
        let (length, tag) = if let Some((begin, end)) = comment.filter(|(begin, _)| is_comment(begin, rest)) {
            let length = rest[begin.len()..].find(end).map(|at| begin.len() + at + end.len());
            if length.is_none() {
                within.comment = Some(end);
                within.directive = is_directive;
            }
            (length.unwrap_or(rest.len()), "em")
        } else if rest.starts_with("//") {
            (rest.len(), "em")
        } else if c == '"' || c == '\'' {
            (literal(rest, c), "q")
        } else if c.is_alphanumeric() || c == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            (end, if WORDS.contains(&format!(" {} ", &rest[..end])) { "strong" } else { "" })
        } else {
            (c.len_utf8(), "")
        };
        // All of a directive is of one colour.
        mark(&mut out, if is_directive { "em" } else { tag }, &rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// Whether this begins a comment. In C, `(*` begins an expression; in a litmus test, no line of it does.
fn is_comment(begin: &str, rest: &str) -> bool {
    begin == "/*" || rest[2..].starts_with(' ') || rest.len() == 2
}

/// How long a literal is, with its quotes.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = text[1..].find(|c: char| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |at| at + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coloured(text: &str) -> Vec<String> {
        let mut within = Within::default();
        text.lines().map(|line| colour(line, &mut within)).collect()
    }

    #[test]
    fn comments_end_where_they_end() {
        let text = "/* of \"two\n * lines, if */ int x; /* and\n again */ y // z /*\nint";
        assert_eq!(
            coloured(text),
            [
                "<em>/* of &quot;two</em>",
                "<em> * lines, if */</em> <strong>int</strong> x; <em>/* and</em>",
                "<em> again */</em> y <em>// z /*</em>",
                "<strong>int</strong>",
            ]
        );
    }

    #[test]
    fn what_looks_like_a_comment_is_none() {
        let text = "s = \"/* \\\" no\"; c = '\"'; d = '\\''; (*f)(x); a = b(*p);";
        let line = "s = <q>&quot;/* \\&quot; no&quot;</q>; c = <q>'&quot;'</q>; d = <q>'\\''</q>; (*f)(x); a = b(*p);";
        assert_eq!(coloured(text).concat().replace("&#39;", "'"), line);
    }

    #[test]
    fn directives_go_on_and_litmus_tests_have_comments_of_their_own() {
        let lines = coloured("#define X /* a \\\n b */ \\\n if\nif (* x\n y *) if");
        let plain: Vec<bool> = lines.iter().map(|line| line.contains("<strong>")).collect();
        assert_eq!(plain, [false, false, false, true, true]);
        assert_eq!(lines[4], "<em> y *)</em> <strong>if</strong>");
    }
}
