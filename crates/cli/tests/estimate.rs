//! `selvedge estimate`, as a user runs it.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::{Folder, RACE, SB};

/// Ten threads that read and write one location: far more executions than anybody waits for.
fn large() -> String {
    let mut text = "C large\n{}\n".to_owned();
    for thread in 0..10 {
        text.push_str(&format!(
            "P{thread} (atomic_int* x) {{\n  atomic_store_explicit(x, {thread}, memory_order_relaxed);\n  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n}}\n"
        ));
    }
    text + "exists (0:r0=1)\n"
}

#[test]
fn what_ends_soon_is_not_guessed() {
    let folder = Folder::new("estimate-small");
    let done = folder.write("sb.litmus", format!("{SB}exists (0:r0=0)\n")).run("estimate sb.litmus");
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(done.out.starts_with("4 executions under rc11, 0 blocked; a check takes "), "{}", done.out);
}

#[test]
fn what_does_not_is() {
    let folder = Folder::new("estimate-large");
    let done = folder.write("large.litmus", large()).run("estimate --format json large.litmus");
    assert_eq!(done.status, 0, "{}", done.err);
    let document: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!(document["exact"], false);
    // Ten writes have 10! orders, and each of the ten reads can be satisfied by several.
    assert!(document["complete"].as_f64().is_some_and(|complete| complete > 3_628_800.0), "{}", done.out);
    assert!(document["expected_seconds"].as_f64().is_some_and(|seconds| seconds > 1.0), "{}", done.out);
    let done = folder.run("estimate large.litmus");
    assert!(done.out.starts_with("about ") && done.out.contains("a check would take about "), "{}", done.out);
}

#[test]
fn an_error_on_the_way_ends_it() {
    let folder = Folder::new("estimate-race");
    let done = folder.write("race.litmus", RACE).run("estimate race.litmus");
    assert_eq!(done.status, 42, "{}", done.err);
    assert!(done.out.starts_with("violated: data race"), "{}", done.out);
}
