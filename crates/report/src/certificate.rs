//! What a check amounts to, as a JSON document that can be filed: what was checked, under which model and
//! options, how much was explored, and everything that keeps it from being a proof.
//!
//! A certificate is not a proof object: nobody can check it without running the search again. It is a precise
//! claim. `docs/schema/certificate-1.json` describes it.

use selvedge_check::Conclusion;
use selvedge_core::unseen::visible_json;
use selvedge_core::{Bound, Digest};
use serde_json::{Value, json};

use crate::{Report, Subject, json as document, text};

/// The version of the format.
pub const SCHEMA: u32 = 1;

/// The circumstances of a check that a verdict does not know.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The digest of the program as it was checked.
    pub digest: Digest,
    /// Techniques by name, and whether they were used.
    pub techniques: Vec<(&'static str, bool)>,
    /// Limits by name; nothing if there was none.
    pub limits: Vec<(&'static str, Option<u64>)>,
    /// The assertions of the program; nothing if the frontend does not know them.
    pub assertions: Option<Vec<Assertion>>,
}

/// An assertion of the program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Assertion {
    /// Where it is: `file:line`.
    pub place: String,
    /// On how many paths of threads it was reached. A path is what one thread does, given the values that it
    /// reads; a path that many executions share is counted once, and one that is tried and found impossible
    /// may be counted too.
    pub paths: u64,
}

/// The document.
pub fn certificate(report: &Report<'_>, subject: &Subject<'_>, conditions: &Conditions) -> String {
    let verdict = report.verdict;
    let counts = verdict.counts();
    let conclusion = verdict.conclusion();
    let loops = verdict.bounds().iter().flat_map(|bound| match bound {
        Bound::Unroll { rounds, loops } => {
            let cut = |site: &selvedge_core::Site| {
                json!({ "file": &*site.file, "line": site.line, "rounds": rounds, "how": "threads were stopped there" })
            };
            loops.iter().map(cut).collect()
        }
        _ => Vec::new(),
    });
    let stubs = verdict.bounds().iter().filter_map(|bound| match bound {
        Bound::Stub { function, behaviour } => Some(json!({ "function": function, "behaviour": behaviour })),
        _ => None,
    });
    let assertions = conditions.assertions.as_ref().map(|assertions| {
        let assertion = |one: &Assertion| json!({ "place": one.place, "paths": one.paths });
        assertions.iter().map(assertion).collect::<Vec<_>>()
    });
    let named = |pairs: Vec<(&str, Value)>| {
        Value::Object(pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    };
    let violation = verdict.violation().map(|violation| {
        let headline = report.account().map(|account| account.headline).filter(|headline| !headline.is_empty());
        json!({ "kind": violation.kind.name(), "message": headline.unwrap_or_else(|| violation.message.clone()) })
    });
    let certificate = json!({
        "certificate": SCHEMA,
        "tool": "selvedge",
        "version": env!("CARGO_PKG_VERSION"),
        "program": { "files": subject.files, "digest": format!("blake3:{}", conditions.digest) },
        "model": report.model,
        "options": subject.options,
        "verdict": conclusion.name(),
        "proof": conclusion == Conclusion::Verified,
        "statement": statement(report, subject),
        "checked": report.checks,
        "violation": violation,
        "executions": { "complete": counts.complete, "blocked": counts.blocked },
        "search": {
            "stop": document::stop(verdict.stop()),
            "events_added": counts.events_added,
            "inconsistent": counts.inconsistent,
            "revisits": counts.revisits,
            "moot": counts.moot,
            "interpreted": counts.interpreted,
            "largest_graph": counts.largest_graph,
            "peak_bytes": counts.peak_bytes,
            "seconds": verdict.seconds(),
        },
        "techniques": named(conditions.techniques.iter().map(|(name, used)| (*name, json!(used))).collect()),
        "limits": named(conditions.limits.iter().map(|(name, limit)| (*name, json!(limit))).collect()),
        "reductions": verdict.reductions().iter().map(|reduction| reduction.name()).collect::<Vec<_>>(),
        "bounds": verdict.bounds().iter().map(document::bound).collect::<Vec<_>>(),
        "loops_cut": loops.collect::<Vec<_>>(),
        "stubs": stubs.collect::<Vec<_>>(),
        "assertions": assertions,
        "warnings": text::warnings(verdict).iter().map(document::warning).collect::<Vec<_>>(),
        "notes": report.notes,
    });
    visible_json(&format!("{certificate:#}\n"))
}

/// What is claimed, in one sentence.
fn statement(report: &Report<'_>, subject: &Subject<'_>) -> String {
    let (name, model) = (subject.name(), report.model);
    let sought = report.checks.join(", ");
    match report.verdict.conclusion() {
        Conclusion::Verified => format!(
            "every execution of {name} that {model} allows was explored, and none of them shows any of: {sought}"
        ),
        Conclusion::Violated => format!("{name} has an execution under {model} that goes wrong"),
        Conclusion::Bounded => {
            format!("no execution of {name} within the bounds goes wrong under {model}; others were not explored")
        }
        Conclusion::Inconclusive => format!("nothing is claimed about {name}: {}", text::reason(report.verdict)),
        Conclusion::Unsupported => {
            format!("nothing is claimed about {name}: it uses something that is not supported")
        }
    }
}

/// The same for a person: names and values.
pub(crate) fn facts(report: &Report<'_>, subject: &Subject<'_>, conditions: &Conditions) -> Vec<(String, String)> {
    let counts = report.verdict.counts();
    let mut facts = vec![
        ("claim".to_owned(), statement(report, subject)),
        ("model".to_owned(), report.model.to_owned()),
        ("checked".to_owned(), report.checks.join(", ")),
        ("executions".to_owned(), format!("{} complete, {} blocked", counts.complete, counts.blocked)),
        (
            "search".to_owned(),
            format!(
                "{}; {} events added, {} revisits, largest execution {} events, {:.2} s",
                text::stop(report.verdict.stop()),
                counts.events_added,
                counts.revisits,
                counts.largest_graph,
                report.verdict.seconds()
            ),
        ),
    ];
    let reduced: Vec<&str> = report.verdict.reductions().iter().map(|reduction| text::reduction(*reduction)).collect();
    if !reduced.is_empty() {
        facts.push(("reductions".to_owned(), reduced.join(", ")));
    }
    if !subject.options.is_empty() {
        facts.push(("options".to_owned(), subject.options.join(" ")));
    }
    let off: Vec<&str> = conditions.techniques.iter().filter(|(_, used)| !used).map(|(name, _)| *name).collect();
    if !off.is_empty() {
        facts.push(("switched off".to_owned(), off.join(", ")));
    }
    for assertion in conditions.assertions.iter().flatten() {
        let reached = match assertion.paths {
            0 => "never reached".to_owned(),
            1 => "reached on 1 path".to_owned(),
            paths => format!("reached on {paths} paths"),
        };
        facts.push(("assertion".to_owned(), format!("{}: {reached}", assertion.place)));
    }
    facts.push(("program".to_owned(), format!("blake3:{}", conditions.digest)));
    facts.push(("tool".to_owned(), format!("selvedge {}", env!("CARGO_PKG_VERSION"))));
    facts
}
