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
    let _ = writeln!(out, "<div class=\"source\">");
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
        let mut skipped = false;
        for (at, line) in lines.iter().enumerate() {
            let at = at + 1;
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
                    format!("<i class=\"c{}\" data-s=\"{at}\">{}</i>", thread % 6, escape(label))
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
            let _ = writeln!(
                out,
                "<li{class} data-l=\"{at}\"><b>{at}</b><code>{}</code><span class=\"badges\">{badges}</span>{notes}</li>",
                colour(line)
            );
        }
        let _ = writeln!(out, "</ol>");
    }
    let _ = writeln!(out, "</div>");
}

/// A line of C with its comments, strings and keywords marked.
fn colour(line: &str) -> String {
    const WORDS: [&str; 32] = [
        "if",
        "else",
        "while",
        "for",
        "do",
        "return",
        "break",
        "continue",
        "switch",
        "case",
        "default",
        "struct",
        "union",
        "enum",
        "static",
        "const",
        "volatile",
        "int",
        "long",
        "char",
        "void",
        "unsigned",
        "bool",
        "_Bool",
        "_Atomic",
        "sizeof",
        "typedef",
        "auto",
        "class",
        "namespace",
        "using",
        "template",
    ];
    if line.trim_start().starts_with('#') || (line.trim_start().starts_with("(*") && line.trim_end().ends_with("*)")) {
        return format!("<em>{}</em>", escape(line));
    }
    let mut out = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let (length, tag) = if rest.starts_with("//") {
            (rest.len(), "em")
        } else if rest.starts_with("/*") {
            (rest.find("*/").map_or(rest.len(), |at| at + 2), "em")
        } else if c == '"' {
            (rest[1..].find('"').map_or(rest.len(), |at| at + 2), "q")
        } else if c.is_alphabetic() || c == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            (end, if WORDS.contains(&&rest[..end]) { "strong" } else { "" })
        } else {
            (c.len_utf8(), "")
        };
        let text = escape(&rest[..length]);
        match tag {
            "" => out.push_str(&text),
            tag => {
                let _ = write!(out, "<{tag}>{text}</{tag}>");
            }
        }
        rest = &rest[length..];
    }
    out
}
