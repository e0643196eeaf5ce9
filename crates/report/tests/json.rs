//! The JSON contract.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::*;
use selvedge_check::Verdict;
use selvedge_core::{Bound, Limit, Searched, StopReason};
use selvedge_report::{Observation, ObservedState, Report, SourceText, Story, json};
use serde_json::{Value, json};

const CONTRACT: [&str; 12] = [
    "schema",
    "tool",
    "version",
    "model",
    "verdict",
    "complete",
    "blocked",
    "error",
    "warnings",
    "bounds",
    "seconds",
    "events_added",
];

fn document(found: &Searched, observation: Option<&Observation>, executions: Option<&[Story]>) -> Value {
    let story = found.violation.as_ref().map(|violation| Story::new(&mp(), &violation.execution));
    let sources = &[SourceText { file: "mp.litmus", text: TEXT }];
    let report = Report {
        model: "rc11",
        verdict: &Verdict::by_hand(found.clone()),
        story: story.as_ref(),
        sources,
        checks: &["data races"],
        notes: &[],
        witness: None,
        others: &[],
    };
    let text = json::verdict(&report, observation, executions, None);
    serde_json::from_str(&text).expect("it parses")
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn every_document_starts_with_the_keys_of_the_contract() {
    for verdict in [verified(), violated(racy_mp())] {
        assert_eq!(keys(&document(&verdict, None, None))[..CONTRACT.len()], CONTRACT);
    }
    for text in [json::problems(&[], None), json::internal("invariant broken", Some("sc"))] {
        let document: Value = serde_json::from_str(&text).expect("it parses");
        assert_eq!(keys(&document)[..CONTRACT.len()], CONTRACT);
        assert_eq!(document["verdict"], "error");
    }
}

#[test]
fn a_violation_carries_locations_and_trace() {
    let document = document(&violated(racy_mp()), None, None);
    assert_eq!(document["verdict"], "violated");
    let error = &document["error"];
    assert_eq!(keys(error)[..4], ["kind", "message", "locations", "trace"]);
    assert_eq!(error["kind"], "race");
    let place = serde_json::json!({
        "file": "mp.litmus", "line": 9, "column": 12, "label": "P1 reads x = 0 (not atomic)", "thread": "P1", "stack": [],
    });
    assert_eq!(error["locations"][0], place);
    // The other access, then the two steps that do not synchronise.
    let lines: Vec<_> = error["locations"].as_array().into_iter().flatten().map(|place| &place["line"]).collect();
    assert_eq!(lines, [9, 4, 5, 8]);
    assert_eq!(error["help"], "make the write of y at line 5 release");
    assert_eq!(error["threads"], serde_json::json!(["P0", "P1"]));
    let read = serde_json::json!({
        "label": "P1#1", "thread": "P1", "kind": "read", "location": "y", "ordering": "acq", "value": "1",
        "reads_from": "P0#2", "file": "mp.litmus", "line": 8, "column": 12,
    });
    assert_eq!(error["trace"][2], read);
}

#[test]
fn an_unfinished_search_says_why() {
    let mut verdict = verified();
    verdict.stop = StopReason::Limit(Limit::Executions(7));
    verdict.bounds.push(Bound::Unroll { rounds: 2, loops: vec![] });
    let document = document(&verdict, None, None);
    assert_eq!(document["verdict"], "inconclusive");
    assert_eq!(document["error"], Value::Null);
    assert_eq!(document["stop"]["limit"], "executions");
    assert_eq!(document["stop"]["value"], 7);
    assert_eq!(document["bounds"][0]["kind"], "unroll");
    // Whatever the limit is.
    for (limit, name, value) in [
        (Limit::Seconds(9), "seconds", 9),
        (Limit::GraphSize(50), "events", 50),
        (Limit::Memory(1 << 20), "bytes", 1 << 20),
        (Limit::Stack(4096), "stack", 4096),
    ] {
        verdict.stop = StopReason::Limit(limit);
        let stop = self::document(&verdict, None, None)["stop"].clone();
        assert_eq!((&stop["reason"], &stop["limit"], &stop["value"]), (&json!("limit"), &json!(name), &json!(value)));
    }
}

#[test]
fn a_vacuous_search_is_warned_about() {
    let mut verdict = verified();
    verdict.counts.complete = 0;
    let document = document(&verdict, None, None);
    assert_eq!(document["verdict"], "inconclusive");
    assert_eq!(document["warnings"][0]["kind"], "no-complete-execution");
}

#[test]
fn observations_and_executions_come_on_request() {
    let state = ObservedState { bindings: vec![("1:r0".into(), "1".into())], count: 3, holds: true };
    let observation = Observation {
        name: "MP".into(),
        quantifier: Some("exists".into()),
        result: Some("Sometimes".into()),
        positive: 3,
        negative: 1,
        states: vec![state],
    };
    let document = document(&verified(), Some(&observation), Some(&[Story::new(&mp(), &racy_mp())]));
    assert_eq!(document["observation"]["states"][0]["state"]["1:r0"], "1");
    assert_eq!(document["observation"]["states"][0]["count"], 3);
    assert_eq!(document["executions"][0]["memory"]["x"], "1");
    assert_eq!(document["executions"][0]["interleaving"], false);
}
