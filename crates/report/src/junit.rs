//! A verdict as JUnit XML: one suite with one test case, for the test views of CI services.
//!
//! A check passes only if the verdict is *verified*. A violation is a failure; whatever else keeps us from
//! concluding is an error, so that a bounded search is never shown as a passed test.
//!
//! There is no standard. This is what the schema of Apache Ant's tasks allows, which is the strictest in use:
//! it knows no attributes of `testsuites`, wants properties and both outputs in each suite, and has room for
//! the latter nowhere else.

use std::fmt::Write;

use selvedge_check::Conclusion;
use selvedge_core::unseen::visible;

use crate::diagnostic::{self, Problem, ProblemClass};
use crate::paint::{Colour, Page};
use crate::{Report, Subject, text};

/// How the test case ended.
enum Outcome<'a> {
    Passed,
    /// `failure` or `error`, the type, the message, the whole text.
    Ended(&'static str, &'a str, String, String),
}

/// The document for a search that took place.
pub fn verdict(report: &Report<'_>, subject: &Subject<'_>) -> String {
    let verdict = report.verdict;
    let whole = text::verdict(report, Page::from(Colour::Plain));
    let message = match report.account() {
        Some(account) if !account.headline.is_empty() => account.headline,
        _ => text::reason(verdict),
    };
    let outcome = match (verdict.conclusion(), verdict.violation()) {
        (Conclusion::Verified, _) => Outcome::Passed,
        (Conclusion::Violated, Some(violation)) => {
            Outcome::Ended("failure", violation.kind.name(), message, whole.clone())
        }
        (conclusion, _) => Outcome::Ended("error", conclusion.name(), message, whole.clone()),
    };
    document(subject, Some(report.model), verdict.seconds(), &outcome, &whole)
}

/// The document for an input that could not be checked.
pub fn problems(problems: &[Problem<'_>], subject: &Subject<'_>, model: Option<&str>) -> String {
    let kind = match ProblemClass::of(problems) {
        ProblemClass::Input => "input",
        ProblemClass::Unsupported => "unsupported",
    };
    let message = problems.first().map_or(String::new(), |problem| problem.message.clone());
    let whole = diagnostic::render(problems, Colour::Plain);
    document(subject, model, 0.0, &Outcome::Ended("error", kind, message, whole), "")
}

/// The document for a bug in Selvedge.
pub fn internal(message: &str, subject: &Subject<'_>, model: Option<&str>) -> String {
    let outcome = Outcome::Ended("error", "internal", message.to_owned(), message.to_owned());
    document(subject, model, 0.0, &outcome, "")
}

fn document(subject: &Subject<'_>, model: Option<&str>, seconds: f64, outcome: &Outcome<'_>, out: &str) -> String {
    let count = |what: &str| match outcome {
        Outcome::Ended(element, ..) if *element == what => 1,
        _ => 0,
    };
    let name = match model {
        Some(model) => format!("{} ({model})", subject.name()),
        None => subject.name(),
    };
    let time = if subject.time.is_empty() { "1970-01-01T00:00:00" } else { subject.time };
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    let _ = writeln!(
        xml,
        "  <testsuite name=\"selvedge\" package=\"selvedge\" id=\"0\" timestamp=\"{}\" hostname=\"localhost\" \
         tests=\"1\" failures=\"{}\" errors=\"{}\" time=\"{seconds:.3}\">\n    <properties>",
        escape(time),
        count("failure"),
        count("error"),
    );
    let properties = [("version", Some(env!("CARGO_PKG_VERSION"))), ("model", model)];
    for (name, value) in properties {
        if let Some(value) = value {
            let _ = writeln!(xml, "      <property name=\"{name}\" value=\"{}\"/>", escape(value));
        }
    }
    let _ = writeln!(xml, "    </properties>");
    let case = format!("name=\"{}\" classname=\"selvedge\" time=\"{seconds:.3}\"", escape(&name));
    match outcome {
        Outcome::Passed => {
            let _ = writeln!(xml, "    <testcase {case}/>");
        }
        Outcome::Ended(element, kind, message, whole) => {
            let (kind, message, whole) = (escape(kind), escape(message), escape(whole));
            let _ = writeln!(
                xml,
                "    <testcase {case}>\n      <{element} type=\"{kind}\" message=\"{message}\">{whole}</{element}>\n    \
                 </testcase>"
            );
        }
    }
    let _ = writeln!(xml, "    <system-out>{}</system-out>", escape(out));
    xml.push_str("    <system-err></system-err>\n  </testsuite>\n</testsuites>\n");
    xml
}

/// A text as XML 1.0, and HTML, may have it, in an element or an attribute. Characters that are not seen are
/// shown.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c < ' ' => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escape("a<b & \"c\"\u{1b}[1m\n"), "a&lt;b &amp; &quot;c&quot;\\u{1b}[1m\n");
    }
}
