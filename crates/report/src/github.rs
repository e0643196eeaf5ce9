//! A verdict as workflow commands of GitHub Actions: annotations on the lines of a pull request, after the
//! usual text.

use std::fmt::Write;

use selvedge_check::Conclusion;
use selvedge_core::Site;
use selvedge_core::unseen::visible;

use crate::diagnostic::{self, Problem};
use crate::paint::{Colour, Page};
use crate::{Report, text};

/// The text of a search that took place, and its annotations.
pub fn verdict(report: &Report<'_>) -> String {
    let verdict = report.verdict;
    let mut out = harmless(&text::verdict(report, Page::from(Colour::Plain)));
    let conclusion = verdict.conclusion();
    let first = verdict.violation().zip(report.account());
    let others = report.others.iter().map(|other| (other.violation, report.account_of(other)));
    let found: Vec<_> = first.into_iter().chain(others).collect();
    for (violation, account) in &found {
        let title = format!("selvedge: {}", violation.kind.name());
        let why = account.why.iter().map(|line| line.trim().to_owned());
        let lines = std::iter::once(account.headline.clone()).chain(why);
        let lines = lines.chain(account.help.iter().map(|help| format!("help: {help}")));
        let message = lines.collect::<Vec<_>>().join("\n");
        command(&mut out, "error", account.places.first().map(|place| &place.site), &title, &message);
        for place in account.places.iter().skip(1) {
            command(&mut out, "notice", Some(&place.site), &title, &place.label);
        }
    }
    if found.is_empty() && conclusion != Conclusion::Verified {
        let level = if conclusion == Conclusion::Unsupported { "error" } else { "warning" };
        let title = format!("selvedge: {}", conclusion.name());
        command(&mut out, level, None, &title, &text::reason(verdict));
    }
    for bound in verdict.bounds() {
        command(&mut out, "warning", None, "selvedge: bound", &text::bound(bound));
    }
    for warning in text::warnings(verdict) {
        command(&mut out, "warning", None, "selvedge: warning", &text::warning(&warning));
    }
    out
}

/// The same for an input that could not be checked.
pub fn problems(problems: &[Problem<'_>]) -> String {
    let mut out = harmless(&diagnostic::render(problems, Colour::Plain));
    for problem in problems {
        let site = problem.place.as_ref().map(|place| {
            let (line, column) = place.span.line_column(place.source.text);
            Site { file: place.source.file.into(), line, column, text: "".into() }
        });
        let help = problem.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {help}"));
        command(&mut out, "error", site.as_ref(), "selvedge", &format!("{}{help}", problem.message));
    }
    out
}

/// The same for a bug in Selvedge.
pub fn internal(message: &str) -> String {
    let mut out = String::new();
    command(&mut out, "error", None, "selvedge: internal error", message);
    out
}

fn command(out: &mut String, level: &str, site: Option<&Site>, title: &str, message: &str) {
    let place = site
        .map_or(String::new(), |site| format!("file={},line={},col={},", property(&site.file), site.line, site.column));
    let _ = writeln!(out, "::{level} {place}title={}::{}", property(title), data(message));
}

/// A text in which no line is a command: names and texts of the program may look like one.
fn harmless(text: &str) -> String {
    let line = |line: &str| match line.trim_start().starts_with("::") || line.contains("##[") {
        true => format!("> {}", line.trim_start().replace("##[", "# #[")),
        false => line.to_owned(),
    };
    visible(text).split_inclusive(['\n', '\r']).map(line).collect()
}

/// The part after `::`.
fn data(text: &str) -> String {
    visible(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_no_commands() {
        assert_eq!(harmless("a::b\n  ::error::x\n##[error]y\n"), "a::b\n> ::error::x\n> # #[error]y\n");
    }

    #[test]
    fn commands_are_one_line_each() {
        let site = Site { file: "a,b.c".into(), line: 3, column: 5, text: "x".into() };
        let mut out = String::new();
        command(&mut out, "error", Some(&site), "selvedge: race", "100%\nof it");
        assert_eq!(out, "::error file=a%2Cb.c,line=3,col=5,title=selvedge%3A race::100%25%0Aof it\n");
    }
}
