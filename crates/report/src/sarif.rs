//! A verdict as SARIF 2.1.0 (OASIS, 2020): for code scanning services and editors.
//!
//! One run with a result for each violation. Its code flow has one thread flow per thread of the program, and
//! the steps say with `executionOrder` in which order the whole happened, which is what thread flows are made
//! for. A run without result is not yet a proof: the verdict is in the run's properties, and whatever keeps
//! it from being *verified* is a notification. Only the properties that we use are written;
//! `docs/schema/sarif-subset.json` says which.

use std::collections::BTreeMap;

use selvedge_check::Conclusion;
use selvedge_core::unseen::visible_json;
use selvedge_core::{Digest, Site, Violation, ViolationKind};
use serde_json::{Value, json};

use crate::account::{Account, Place};
use crate::diagnostic::{Problem, ProblemClass};
use crate::story::{Standing, Story, Told};
use crate::summary::summary;
use crate::{Other, Report, Subject, text};

/// The document for a search that took place.
pub fn verdict(report: &Report<'_>, subject: &Subject<'_>) -> String {
    let verdict = report.verdict;
    let conclusion = verdict.conclusion();
    let mut notes: Vec<Value> = Vec::new();
    if !matches!(conclusion, Conclusion::Verified | Conclusion::Violated) {
        let level = if conclusion == Conclusion::Unsupported { "error" } else { "warning" };
        notes.push(notification(level, &format!("{}: {}", conclusion.name(), text::reason(verdict))));
    }
    notes.extend(verdict.bounds().iter().map(|bound| notification("warning", &text::bound(bound))));
    notes.extend(text::warnings(verdict).iter().map(|warning| notification("warning", &text::warning(warning))));
    notes.extend(report.notes.iter().map(|note| notification("note", note)));
    let successful = !matches!(conclusion, Conclusion::Inconclusive | Conclusion::Unsupported);
    let mut run = run(subject, successful, conclusion.exit_status(), notes);
    let mut kinds: Vec<ViolationKind> = verdict.violations().map(|violation| violation.kind).collect();
    kinds.sort();
    kinds.dedup();
    run["tool"]["driver"]["rules"] = kinds.iter().map(|kind| rule(*kind)).collect();
    let first =
        verdict.violation().map(|first| result(first, &report.account().unwrap_or_default(), report.story, &kinds));
    let other = |other: &Other<'_>| result(other.violation, &report.account_of(other), Some(&other.story), &kinds);
    run["results"] = first.into_iter().chain(report.others.iter().map(other)).collect();
    run["properties"] = json!({
        "verdict": conclusion.name(),
        "model": report.model,
        "complete": verdict.counts().complete,
        "blocked": verdict.counts().blocked,
        "seconds": verdict.seconds(),
    });
    document(run)
}

/// The document for an input that could not be checked.
pub fn problems(problems: &[Problem<'_>], subject: &Subject<'_>) -> String {
    let (verdict, status) = match ProblemClass::of(problems) {
        ProblemClass::Input => ("error", 2),
        ProblemClass::Unsupported => ("unsupported", 4),
    };
    let note = |problem: &Problem<'_>| {
        let help = problem.help.as_ref().map_or(String::new(), |help| format!(" (help: {help})"));
        let mut note = notification("error", &format!("{}{help}", problem.message));
        if let Some(place) = &problem.place {
            let (line, column) = place.span.line_column(place.source.text);
            note["locations"] = json!([{ "physicalLocation": physical(place.source.file, line, column) }]);
        }
        note
    };
    let mut run = run(subject, false, status, problems.iter().map(note).collect());
    run["properties"] = json!({ "verdict": verdict });
    document(run)
}

/// The document for a bug in Selvedge.
pub fn internal(message: &str, subject: &Subject<'_>) -> String {
    let mut run = run(subject, false, 101, vec![notification("error", &format!("internal error: {message}"))]);
    run["properties"] = json!({ "verdict": "error" });
    document(run)
}

fn document(run: Value) -> String {
    let document = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    });
    visible_json(&format!("{document:#}\n"))
}

/// A run without results.
fn run(subject: &Subject<'_>, successful: bool, status: u8, notes: Vec<Value>) -> Value {
    let artifacts = subject.files.iter().map(|file| json!({ "location": { "uri": uri(file) } }));
    json!({
        "tool": { "driver": { "name": "selvedge", "version": env!("CARGO_PKG_VERSION"), "rules": [] } },
        "invocations": [{
            "executionSuccessful": successful,
            "exitCode": status,
            "toolExecutionNotifications": notes,
        }],
        "artifacts": artifacts.collect::<Vec<_>>(),
        "columnKind": "unicodeCodePoints",
        "results": [],
    })
}

fn notification(level: &str, message: &str) -> Value {
    json!({ "level": level, "message": { "text": message } })
}

fn rule(kind: ViolationKind) -> Value {
    json!({
        "id": kind.name(),
        "shortDescription": { "text": summary(kind) },
        "help": { "text": format!("`selvedge explain {}` says more.", kind.name()) },
        "defaultConfiguration": { "level": "error" },
    })
}

fn result(violation: &Violation, account: &Account, story: Option<&Story>, kinds: &[ViolationKind]) -> Value {
    let kind = violation.kind;
    let message = match account.headline.is_empty() {
        true => violation.message.clone(),
        false => account.headline.clone(),
    };
    let more = account.why.iter().map(|line| line.trim().to_owned());
    let more = more.chain(account.help.iter().map(|help| format!("help: {help}")));
    let full = std::iter::once(message.clone()).chain(more).collect::<Vec<_>>().join("\n");
    let related = account.places.iter().enumerate().skip(1).map(|(number, place)| {
        let mut found = location(place);
        found["id"] = json!(number);
        found
    });
    let mut result = json!({
        "ruleId": kind.name(),
        "ruleIndex": kinds.iter().position(|other| *other == kind),
        "kind": "fail",
        "level": "error",
        "message": { "text": full },
        "locations": account.places.first().map(location).into_iter().collect::<Vec<_>>(),
        "relatedLocations": related.collect::<Vec<_>>(),
        "partialFingerprints": { "selvedgeViolation/v1": fingerprint(kind, &account.places) },
    });
    if let Some(story) = story {
        let important = |told: &Told| violation.steps.contains(&told.name);
        result["codeFlows"] = json!([{
            "message": { "text": "the execution, one flow per thread" },
            "threadFlows": flows(story, &important),
        }]);
    }
    result
}

/// What stays the same when lines move: the kind, and the texts of the places.
fn fingerprint(kind: ViolationKind, places: &[Place]) -> String {
    let mut parts: Vec<String> =
        places.iter().map(|place| format!("{}|{}", place.site.file, place.site.text)).collect();
    parts.sort();
    parts.dedup();
    format!("{:016x}", Digest::of(format!("{}|{}", kind.name(), parts.join("|")).as_bytes()).short())
}

fn flows(story: &Story, important: &dyn Fn(&Told) -> bool) -> Vec<Value> {
    let mut flows: BTreeMap<usize, Vec<Value>> = (0..story.threads.len()).map(|thread| (thread, vec![])).collect();
    let step = |site: Option<&Site>, text: String, order: usize, essential: bool, stack: Value| {
        let mut at = json!({ "message": { "text": text } });
        if let Some(site) = site {
            at["physicalLocation"] = physical(&site.file, site.line, site.column);
        }
        let importance = if essential { "essential" } else { "important" };
        let mut step = json!({ "location": at, "executionOrder": order, "importance": importance });
        if stack != Value::Null {
            step["stack"] = stack;
        }
        step
    };
    for (order, told) in story.steps.iter().enumerate() {
        let text = format!("{}: {}", told.label, told.what.sentence());
        let step = step(told.site.as_ref(), text, order + 1, important(told), stack(told));
        flows.entry(told.name.thread).or_default().push(step);
    }
    for (thread, ending) in &story.endings {
        let failed = matches!(ending.standing, Standing::Failed(..));
        let text = ending.text.clone();
        let step = step(ending.site.as_ref(), text, story.steps.len() + 1, failed, Value::Null);
        flows.entry(*thread).or_default().push(step);
    }
    // A thread flow without locations is not allowed: such a thread has done nothing.
    let flows = flows.into_iter().filter(|(_, steps)| !steps.is_empty());
    flows.map(|(thread, steps)| json!({ "id": story.threads[thread], "locations": steps })).collect()
}

fn stack(told: &Told) -> Value {
    if told.stack.len() < 2 {
        return Value::Null;
    }
    let frames = told.stack.iter().filter_map(|frame| {
        let site = frame.site.as_ref()?;
        let at = json!({
            "physicalLocation": physical(&site.file, site.line, site.column),
            "message": { "text": &*frame.function },
        });
        Some(json!({ "location": at }))
    });
    json!({ "frames": frames.collect::<Vec<_>>() })
}

fn location(place: &Place) -> Value {
    let Site { file, line, column, .. } = &place.site;
    json!({ "physicalLocation": physical(file, *line, *column), "message": { "text": place.label } })
}

fn physical(file: &str, line: u32, column: u32) -> Value {
    json!({
        "artifactLocation": { "uri": uri(file) },
        "region": { "startLine": line.max(1), "startColumn": column.max(1) },
    })
}

/// The name of a file as a reference of RFC 3986.
fn uri(file: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~+@,=".contains(&byte);
    let encoded: String = file
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    if file.starts_with('/') { format!("file://{encoded}") } else { encoded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_references() {
        assert_eq!(uri("src/a.c"), "src/a.c");
        assert_eq!(uri("a b#.c"), "a%20b%23.c");
        assert_eq!(uri("/x/y.c"), "file:///x/y.c");
        assert_eq!(uri("ä.c"), "%C3%A4.c");
    }
}
