//! A verdict as one JSON document, for scripts. The keys are a contract: `docs/schema/report-1.json`.
//!
//! Keys are only ever added. Every document has all keys of the contract, also one about an input that could
//! not be checked.

use selvedge_core::unseen::visible_json;
use selvedge_core::{Bound, Frame, Limit, Site, StopReason, Violation, Warning};
use serde_json::{Map, Value, json};

use crate::account::{Account, Place};
use crate::diagnostic::{Problem, ProblemClass};
use crate::explain::Explanation;
use crate::story::{Story, Told, What};
use crate::{Other, Report, text};

/// The version of the contract.
pub const SCHEMA: u32 = 1;

/// What the final states of a litmus test were, and what its condition says about them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    /// The test's name.
    pub name: String,
    /// `exists`, `~exists` or `forall`; nothing if the test has no condition.
    pub quantifier: Option<String>,
    /// `Never`, `Sometimes` or `Always`; nothing when not all states were seen.
    pub result: Option<String>,
    /// In how many executions the condition's proposition holds.
    pub positive: u64,
    /// In how many it does not.
    pub negative: u64,
    /// The states seen.
    pub states: Vec<ObservedState>,
}

/// One final state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObservedState {
    /// What each observed register and location holds.
    pub bindings: Vec<(String, String)>,
    /// The number of executions that end so.
    pub count: u64,
    /// Whether the condition's proposition holds.
    pub holds: bool,
}

/// The document for a search that took place. `executions` are those the user asked to see.
pub fn verdict(
    report: &Report<'_>,
    observation: Option<&Observation>,
    executions: Option<&[Story]>,
    explanation: Option<&Explanation>,
) -> String {
    let verdict = report.verdict;
    let mut document = skeleton(Some(report.model), verdict.conclusion().name());
    document["complete"] = json!(verdict.counts().complete);
    document["blocked"] = json!(verdict.counts().blocked);
    document["discarded"] = json!(verdict.counts().discarded);
    document["beyond"] = json!(verdict.counts().beyond);
    document["error"] = error(report);
    if !report.others.is_empty() {
        let other = |other: &Other<'_>| {
            let mut error = violation(other.violation, &report.account_of(other), Some(&other.story));
            error["witness"] = json!(other.witness);
            error
        };
        document["more_errors"] = report.others.iter().map(other).collect();
    }
    document["warnings"] = text::warnings(verdict).iter().map(warning).collect();
    document["bounds"] = verdict.bounds().iter().map(bound).collect();
    document["reductions"] = verdict.reductions().iter().map(|reduction| reduction.name()).collect();
    document["seconds"] = json!(verdict.seconds());
    document["events_added"] = json!(verdict.counts().events_added);
    document["stop"] = stop(verdict.stop());
    document["checks"] = json!(report.checks);
    document["notes"] = json!(report.notes);
    document["witness"] = json!(report.witness);
    if let Some(observation) = observation {
        document["observation"] = self::observation(observation);
    }
    if let Some(explanation) = explanation {
        document["explanation"] = crate::explain::data(explanation);
    }
    if let Some(executions) = executions {
        document["executions"] = executions.iter().map(execution).collect();
    }
    print(&document)
}

/// The document for an input that could not be checked. `model` is the model's name where it is known.
pub fn problems(problems: &[Problem<'_>], model: Option<&str>) -> String {
    let (verdict, kind) = match ProblemClass::of(problems) {
        ProblemClass::Input => ("error", "input"),
        ProblemClass::Unsupported => ("unsupported", "unsupported"),
    };
    let mut document = skeleton(model, verdict);
    document["error"] = json!({
        "kind": kind,
        "message": problems.first().map_or("", |problem| &problem.message),
        "locations": problems.first().map(problem_locations).unwrap_or_default(),
        "trace": [],
    });
    document["diagnostics"] = problems
        .iter()
        .map(|problem| {
            let kind = match problem.class {
                ProblemClass::Input => "input",
                ProblemClass::Unsupported => "unsupported",
            };
            let locations = problem_locations(problem);
            json!({ "kind": kind, "message": problem.message, "locations": locations, "help": problem.help })
        })
        .collect();
    print(&document)
}

/// The document for a bug in Selvedge.
pub fn internal(message: &str, model: Option<&str>) -> String {
    let mut document = skeleton(model, "error");
    document["error"] = json!({ "kind": "internal", "message": message, "locations": [], "trace": [] });
    print(&document)
}

/// A document with every key of the contract, in its order.
fn skeleton(model: Option<&str>, verdict: &str) -> Value {
    json!({
        "schema": SCHEMA,
        "tool": "selvedge",
        "version": env!("CARGO_PKG_VERSION"),
        "model": model,
        "verdict": verdict,
        "complete": 0,
        "blocked": 0,
        "error": null,
        "warnings": [],
        "bounds": [],
        "seconds": 0.0,
        "events_added": 0,
        "reductions": [],
        "witness": null,
    })
}

fn print(document: &Value) -> String {
    visible_json(&format!("{document:#}\n"))
}

fn violation(violation: &Violation, account: &Account, story: Option<&Story>) -> Value {
    let message = if account.headline.is_empty() { &violation.message } else { &account.headline };
    json!({
        "kind": violation.kind.name(),
        "message": message,
        "locations": account.places.iter().map(place).collect::<Vec<_>>(),
        "trace": story.map(trace).unwrap_or_default(),
        "why": account.why,
        "help": account.help,
        "threads": story.map(|story| story.threads.as_slice()).unwrap_or_default(),
        "interleaving": story.map(|story| story.interleaving),
    })
}

fn error(report: &Report<'_>) -> Value {
    if let Some(found) = report.verdict.violation() {
        return violation(found, &report.account().unwrap_or_default(), report.story);
    }
    match report.verdict.stop() {
        StopReason::Unsupported(_) | StopReason::Overlap(..) => {
            let what = text::reason(report.verdict);
            json!({ "kind": "unsupported", "message": what, "locations": [], "trace": [] })
        }
        StopReason::Exhausted | StopReason::Violation | StopReason::Limit(_) | StopReason::Interrupted => Value::Null,
    }
}

fn location(site: &Site) -> Value {
    json!({ "file": &*site.file, "line": site.line, "column": site.column })
}

/// A place of a violation: the first one is the primary one.
fn place(place: &Place) -> Value {
    let mut found = location(&place.site);
    found["label"] = json!(place.label);
    found["thread"] = json!(place.thread);
    found["stack"] = stack(&place.stack);
    found
}

/// Calls in progress, innermost first.
fn stack(frames: &[Frame]) -> Value {
    let frames = frames.iter().map(|frame| {
        let mut found = frame.site.as_ref().map_or_else(|| json!({}), location);
        found["function"] = json!(&*frame.function);
        found
    });
    frames.collect()
}

fn problem_locations(problem: &Problem<'_>) -> Vec<Value> {
    let place = problem.place.iter().map(|place| {
        let (line, column) = place.span.line_column(place.source.text);
        json!({ "file": place.source.file, "line": line, "column": column })
    });
    place.collect()
}

/// The steps of an execution.
pub(crate) fn trace(story: &Story) -> Vec<Value> {
    story.steps.iter().map(|told| step(told, story)).collect()
}

fn step(told: &Told, story: &Story) -> Value {
    let mut step = Map::new();
    step.insert("label".into(), json!(told.label));
    step.insert("thread".into(), json!(story.threads[told.name.thread]));
    let fields = match &told.what {
        What::Read { location, ordering, value, from } => json!({
            "kind": "read", "location": location, "ordering": ordering.short(), "value": value, "reads_from": from,
        }),
        What::Write { location, ordering, value } => json!({
            "kind": "write", "location": location, "ordering": ordering.short(), "value": value,
        }),
        What::Update { location, ordering, old, new, from } => json!({
            "kind": "update", "location": location, "ordering": ordering.short(), "old_value": old, "value": new,
            "reads_from": from,
        }),
        What::Fence { ordering } => json!({ "kind": "fence", "ordering": ordering.short() }),
        What::Allocate { block, size } => json!({ "kind": "allocate", "block": block, "size": size }),
        What::Free { block } => json!({ "kind": "free", "block": block }),
        What::Spawn { child } => json!({ "kind": "spawn", "child": child }),
        What::Choose { way } => json!({ "kind": "choose", "value": way }),
        What::Join { child, value } => json!({ "kind": "join", "child": child, "value": value }),
    };
    for part in [Some(fields), told.site.as_ref().map(location)].into_iter().flatten() {
        if let Value::Object(part) = part {
            step.extend(part);
        }
    }
    if let Some(via) = &told.via {
        step.insert("call".into(), json!(via));
    }
    if !told.stack.is_empty() {
        step.insert("stack".into(), stack(&told.stack));
    }
    Value::Object(step)
}

fn execution(story: &Story) -> Value {
    let memory: Map<String, Value> = story.memory.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({ "trace": trace(story), "memory": memory, "interleaving": story.interleaving })
}

fn observation(observation: &Observation) -> Value {
    let states = observation.states.iter().map(|state| {
        let bindings: Map<String, Value> =
            state.bindings.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        json!({ "state": bindings, "count": state.count, "holds": state.holds })
    });
    json!({
        "name": observation.name,
        "quantifier": observation.quantifier,
        "result": observation.result,
        "positive": observation.positive,
        "negative": observation.negative,
        "states": states.collect::<Vec<_>>(),
    })
}

pub(crate) fn warning(warning: &Warning) -> Value {
    let kind = match warning {
        Warning::NoCompleteExecution => "no-complete-execution",
        Warning::OneThread => "one-thread",
        Warning::NoAssertion => "no-assertion-reached",
        Warning::UnreachedAssertions(_) => "unreached-assertions",
        Warning::Leak(_) => "memory-leak",
        Warning::FixedEnvironment(_) => "fixed-environment",
        Warning::Model { .. } => "model",
        Warning::DoubtfulModel(_) => "doubtful-model",
    };
    let mut document = json!({ "kind": kind, "message": text::warning(warning) });
    match warning {
        Warning::NoCompleteExecution | Warning::OneThread | Warning::NoAssertion => {}
        Warning::UnreachedAssertions(places) | Warning::Leak(places) => document["places"] = json!(places),
        Warning::FixedEnvironment(functions) => document["functions"] = json!(functions),
        Warning::Model { name, .. } => document["name"] = json!(name),
        Warning::DoubtfulModel(reasons) => document["reasons"] = json!(reasons),
    }
    document
}

pub(crate) fn bound(bound: &Bound) -> Value {
    let (kind, value) = match bound {
        Bound::Unroll { rounds, loops } => {
            let loops = sites(loops);
            return json!({ "kind": "unroll", "value": rounds, "loops": loops, "message": text::bound(bound) });
        }
        Bound::UndecidedLoops(loops) => ("undecided-loops", json!(sites(loops))),
        Bound::Stub { function, behaviour } => ("stub", json!({ "function": function, "behaviour": behaviour })),
        Bound::FixedInputs(functions) => ("fixed-inputs", json!(functions)),
        Bound::FixedAddresses => ("fixed-addresses", json!(true)),
        Bound::Optimised(files) => ("optimised", json!(files)),
        Bound::OtherErrors(kinds) => ("other-errors", kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().into()),
        Bound::ForbiddenErrors => ("forbidden-errors", json!(true)),
        Bound::Contexts(most) => ("contexts", json!(most)),
        Bound::Samples { count, seed, different } => {
            ("samples", json!({ "count": count, "seed": seed, "different": different }))
        }
        Bound::Rounds(most) => ("rounds", json!(most)),
        Bound::SpuriousWakeups => ("spurious-wakeups", json!(1)),
    };
    json!({ "kind": kind, "value": value, "message": text::bound(bound) })
}

fn sites(sites: &[Site]) -> Vec<Value> {
    sites.iter().map(|site| json!({ "file": *site.file, "line": site.line })).collect()
}

pub(crate) fn stop(reason: &StopReason) -> Value {
    match reason {
        StopReason::Exhausted => json!({ "reason": "exhausted" }),
        StopReason::Violation => json!({ "reason": "violation" }),
        StopReason::Interrupted => json!({ "reason": "interrupted" }),
        StopReason::Unsupported(what) => json!({ "reason": "unsupported", "message": what }),
        StopReason::Overlap(..) => json!({ "reason": "overlap" }),
        StopReason::Limit(reached) => {
            let (name, value) = match *reached {
                Limit::Seconds(seconds) => ("seconds", seconds),
                Limit::Executions(executions) => ("executions", executions),
                Limit::GraphSize(events) => ("events", events as u64),
                Limit::Memory(bytes) => ("bytes", bytes as u64),
                Limit::Stack(bytes) => ("stack", bytes),
            };
            json!({ "reason": "limit", "limit": name, "value": value, "message": text::limit(*reached) })
        }
    }
}
