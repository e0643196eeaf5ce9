//! `--progress` and `--estimate`, as programs see them.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;
#[path = "common/schema.rs"]
mod schema;

use common::{Folder, SB};
use schema::Schema;
use serde_json::Value;

/// Threads that each add one to a variable. The last one must not be the first.
fn large(threads: u32, claim: bool) -> String {
    let mut text = "C large\n{}\n".to_owned();
    for thread in 0..threads {
        let last = if claim && thread + 1 == threads { " assert(r != 0);" } else { "" };
        text.push_str(&format!("P{thread} (atomic_int* x) {{ int r = atomic_fetch_add(x, 1);{last} }}\n"));
    }
    text + "exists (0:r=0)\n"
}

fn documents(err: &str) -> Vec<Value> {
    let schema = Schema::load("progress-1.json");
    let read = |line: &str| {
        let document: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(schema.errors(&document), [""; 0], "{line}");
        document
    };
    err.lines().map(read).collect()
}

#[test]
fn lines_for_programs_are_as_the_schema_says() {
    let folder = Folder::new("progress-json");
    folder.write("large.litmus", large(14, false));
    let done = folder.run("check --progress json --limit-time 3 large.litmus");
    assert_eq!(done.status, 3, "{}", done.out);
    let documents = documents(&done.err);
    let of_kind = |kind: &str| documents.iter().filter(|document| document["kind"] == kind).collect::<Vec<_>>();
    assert!(of_kind("progress").len() >= 2, "{}", done.err);
    assert_eq!(of_kind("estimate").len(), 1, "{}", done.err);
    assert_eq!(documents.last().map(|last| &last["kind"]), Some(&Value::from("end")), "{}", done.err);
    let numbers = |key: &str| -> Vec<f64> { documents.iter().filter_map(|document| document[key].as_f64()).collect() };
    for key in ["seconds", "fraction"] {
        assert!(numbers(key).is_sorted(), "{key}: {}", done.err);
    }
    assert!(numbers("fraction").iter().all(|fraction| *fraction < 1.0), "{}", done.err);
    // 14! orders would take hours.
    assert!(of_kind("end")[0]["seconds_left"].as_f64().is_some_and(|left| left > 60.0), "{}", done.err);
}

#[test]
fn the_end_of_a_whole_search_is_one() {
    let folder = Folder::new("progress-end");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0)\n"));
    let done = folder.run("check --progress json sb.litmus");
    let documents = documents(&done.err);
    assert_eq!(documents.len(), 1, "{}", done.err);
    assert_eq!((&documents[0]["kind"], &documents[0]["fraction"]), (&"end".into(), &1.0.into()));
    assert_eq!((&documents[0]["complete"], &documents[0]["blocked"]), (&4.into(), &0.into()));
}

#[test]
fn nobody_is_told_who_does_not_watch() {
    let folder = Folder::new("progress-quiet");
    folder.write("large.litmus", large(14, false)).write("sb.litmus", format!("{SB}exists (0:r0=0)\n"));
    assert_eq!(folder.run("check --limit-time 2 large.litmus").err, "");
    assert_eq!(folder.run("check --estimate sb.litmus").err, "");
    let done = folder.run("check --estimate --limit-time 1 large.litmus");
    assert!(done.err.starts_with("about ") && done.err.contains(" executions"), "{}", done.err);
    assert!(done.out.contains("limit of 1 s"), "{}", done.out);
    let done = folder.run("check --progress loud sb.litmus");
    assert_eq!(done.status, 2);
    assert!(done.err.contains("the choices are auto, json, never"), "{}", done.err);
}

#[test]
fn an_error_that_a_sample_meets_ends_the_check() {
    let folder = Folder::new("progress-error");
    folder.write("claim.litmus", large(12, true));
    // The search comes late to the last thread's being first. It is one of the first things that samples try.
    let alone = folder.run("check --limit-executions 300000 claim.litmus");
    assert_eq!(alone.status, 3, "{}", alone.out);
    let done = folder.run("check --estimate --witness w claim.litmus");
    assert_eq!(done.status, 42, "{}{}", done.out, done.err);
    assert!(done.out.contains("violated: assertion `r != 0` failed"), "{}", done.out);
    // The execution is one: it can be run again.
    assert_eq!(folder.run("replay w").status, 42);
}
