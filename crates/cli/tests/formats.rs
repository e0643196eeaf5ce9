//! Machine formats: JSON against our schema, SARIF against the part of its schema that we use, JUnit against
//! the rules of Apache Ant's schema, GitHub by hand.
//!
//! The official schema of SARIF is large and not ours, so the repository has the part that we use, written by
//! hand (`docs/schema/sarif-subset.json`); it allows nothing that is not listed there with SARIF's own type.
//! Documents of all bugs of the corpus, and of the other cases below, were valid by the official schemas of
//! SARIF 2.1.0 and of Ant when this was last looked at (November 2026).

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;
#[path = "common/junit.rs"]
mod junit;
#[path = "common/schema.rs"]
mod schema;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Done, Folder, RACE, SB};
use schema::Schema;
use serde_json::Value;

fn corpus(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(folder)
}

fn programs(folder: &str) -> Vec<String> {
    let files = std::fs::read_dir(corpus(folder)).expect("the folder is there");
    let mut names: Vec<String> = files.filter_map(|file| file.ok()?.file_name().into_string().ok()).collect();
    names.retain(|name| name.ends_with(".c"));
    names.sort();
    names
}

fn check(folder: &str, format: &str, arguments: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selvedge"));
    command.args(["check", "--format", format, "--limit-time", "20"]).args(arguments).current_dir(corpus(folder));
    Done::from(command.output().expect("selvedge runs"))
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn the_document_of_every_bug_is_as_the_schema_says() {
    let schema = Schema::load("report-1.json");
    let programs = programs("c/bugs");
    assert!(programs.len() > 80, "{}", programs.len());
    let mut violated = 0;
    for name in &programs {
        let done = check("c/bugs", "json", &[name]);
        let document = parse(&done.out);
        assert_eq!(schema.errors(&document), [""; 0], "{name}");
        violated += u32::from(document["verdict"] == "violated");
    }
    // The others are about liveness, about leaks, or wrong in a model that allows more.
    assert!(violated > 70, "{violated}");
}

#[test]
fn documents_about_everything_else_are_as_the_schema_says() {
    let schema = Schema::load("report-1.json");
    let folder = Folder::new("formats-json");
    folder
        .write("sb.litmus", format!("{SB}exists (0:r0=0 /\\ 1:r0=0)\n"))
        .write("race.litmus", RACE)
        .write("bad.litmus", "C bad\n{}\nP0 (atomic_int* x) {\n  x = ;\n}\n")
        .write("loop.c", "int nondet(void);\nint main(void) { for (int i = 0; i < 9; i++) nondet(); return 0; }\n");
    let cases = [
        ("--print-executions sb.litmus", "verified"),
        ("--explain --model sc sb.litmus", "verified"),
        ("--limit-executions 1 sb.litmus", "inconclusive"),
        ("race.litmus", "violated"),
        ("bad.litmus", "error"),
        ("--unroll 2 --stub nondet=zero loop.c", "bounded"),
        ("loop.c", "unsupported"),
        ("--model xyz sb.litmus", "error"),
    ];
    for (arguments, verdict) in cases {
        let done = folder.run(&format!("check --format json {arguments}"));
        let document = parse(&done.out);
        assert_eq!(document["verdict"], verdict, "{arguments}: {}", done.out);
        assert_eq!(schema.errors(&document), [""; 0], "{arguments}");
    }
    // The validator does notice.
    let mut wrong = parse(&folder.run("check --format json race.litmus").out);
    wrong["verdict"] = "perhaps".into();
    wrong["error"]["kind"] = 7.into();
    wrong["error"]["trace"][0]["colour"] = "red".into();
    assert_eq!(schema.errors(&wrong).len(), 4, "{:?}", schema.errors(&wrong));
}

#[test]
fn sarif_has_one_flow_per_thread() {
    let schema = Schema::load("sarif-subset.json");
    for name in programs("reports") {
        let done = check("reports", "sarif", &[&name]);
        assert_eq!(done.status, 42, "{name}");
        let document = parse(&done.out);
        assert_eq!(schema.errors(&document), [""; 0], "{name}");
        let run = &document["runs"][0];
        let result = &run["results"][0];
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], result["ruleId"], "{name}");
        assert_eq!(run["invocations"][0]["exitCode"], 42);
        assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], name.as_str());
        let text = std::fs::read_to_string(corpus("reports").join(&name).with_extension("txt")).expect("a report");
        let headline = text.lines().next().and_then(|line| line.strip_prefix("violated: ")).expect("a headline");
        assert!(result["message"]["text"].as_str().expect("a text").starts_with(headline), "{name}: {result}");
        // Flows are threads of the report, and the orders of all steps of all flows are different.
        let flows = result["codeFlows"][0]["threadFlows"].as_array().expect("flows");
        let mut orders = Vec::new();
        for flow in flows {
            assert!(text.contains(flow["id"].as_str().expect("an id")), "{name}: {flow}");
            let steps = flow["locations"].as_array().expect("steps");
            let order: Vec<u64> = steps.iter().map(|step| step["executionOrder"].as_u64().expect("a number")).collect();
            assert!(order.is_sorted(), "{name}: {order:?}");
            orders.extend(order);
        }
        let last = orders.iter().copied().max().expect("there are steps");
        // Whatever threads do at the end, they do at the same time.
        orders.retain(|order| *order != last);
        let all = orders.len();
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(orders.len(), all, "{name}");
    }
}

#[test]
fn sarif_without_result_still_says_what_is_missing() {
    let schema = Schema::load("sarif-subset.json");
    let folder = Folder::new("formats-sarif");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0)\n")).write("bad.litmus", "C bad\n{}\nP0 (");
    let run = |arguments: &str, status: i32| {
        let done = folder.run(&format!("check --format sarif {arguments}"));
        assert_eq!((done.status, done.err.as_str()), (status, ""), "{arguments}");
        let document = parse(&done.out);
        assert_eq!(schema.errors(&document), [""; 0], "{arguments}");
        assert_eq!(document["runs"][0]["results"], Value::Array(vec![]));
        document["runs"][0].clone()
    };
    let verified = run("sb.litmus", 0);
    assert_eq!(verified["properties"]["verdict"], "verified");
    assert_eq!(verified["properties"]["complete"], 4);
    assert_eq!(verified["invocations"][0]["executionSuccessful"], true);
    let limited = run("--limit-executions 1 sb.litmus", 3);
    assert_eq!(limited["properties"]["verdict"], "inconclusive");
    let note = &limited["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(note["level"], "warning");
    assert_eq!(note["message"]["text"], "inconclusive: limit of 1 executions reached; executions remain");
    assert_eq!(limited["invocations"][0]["executionSuccessful"], false);
    let bad = run("bad.litmus", 2);
    let note = &bad["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(note["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
}

#[test]
fn junit_passes_only_what_is_verified() {
    let folder = Folder::new("formats-junit");
    folder
        .write("sb.litmus", format!("{SB}exists (0:r0=0)\n"))
        .write("race.litmus", RACE)
        .write("bad.litmus", "C bad\n{}\nP0 (");
    // The document, with the numbers of failures and errors.
    let run = |arguments: &str, status: i32| {
        let done = folder.run(&format!("check --format junit {arguments}"));
        assert_eq!((done.status, done.err.as_str()), (status, ""), "{arguments}");
        let root = junit::parse(&done.out);
        assert_eq!(junit::errors(&root), [""; 0], "{arguments}: {}", done.out);
        let suite = &root.children[0];
        let counts = ["tests", "failures", "errors"].map(|name| suite.attribute(name).expect("a number").to_owned());
        (root, counts)
    };
    let (passed, counts) = run("sb.litmus", 0);
    assert_eq!(counts, ["1", "0", "0"]);
    let case = passed.find("testcase").expect("a case");
    assert_eq!(case.attribute("name"), Some("sb.litmus (rc11)"));
    assert!(case.children.is_empty());
    assert!(passed.find("system-out").expect("a text").text.starts_with("verified: "));
    let (failed, counts) = run("race.litmus", 42);
    assert_eq!(counts, ["1", "1", "0"]);
    let failure = failed.find("failure").expect("a failure");
    assert_eq!(failure.attribute("type"), Some("race"));
    assert!(failure.attribute("message").expect("a message").starts_with("data race on x"));
    assert!(failure.text.contains("<- init") || failure.text.contains("<- P0#"), "{}", failure.text);
    for (arguments, status, kind) in [
        ("--limit-executions 1 sb.litmus", 3, "inconclusive"),
        ("bad.litmus", 2, "input"),
        ("--model no sb.litmus", 2, "input"),
    ] {
        let (document, counts) = run(arguments, status);
        assert_eq!(counts, ["1", "0", "1"]);
        assert_eq!(document.find("error").expect("an error").attribute("type"), Some(kind));
    }
}

#[test]
fn junit_about_every_report_is_as_the_schema_says() {
    for name in programs("reports") {
        let done = check("reports", "junit", &[&name]);
        let root = junit::parse(&done.out);
        assert_eq!(junit::errors(&root), [""; 0], "{name}: {}", done.out);
        let text = std::fs::read_to_string(corpus("reports").join(&name).with_extension("txt")).expect("a report");
        let headline = text.lines().next().and_then(|line| line.strip_prefix("violated: "));
        assert_eq!(root.find("failure").expect("a failure").attribute("message"), headline, "{name}");
    }
    // The rules do notice.
    let wrong = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"a\"><testsuite name=\"\" package=\"b\" \
                 id=\"1\" timestamp=\"now\" tests=\"1\" failures=\"0\" errors=\"0\" time=\"0.1\"><testcase name=\"c\" \
                 classname=\"d\" time=\"e\"><system-out>f</system-out></testcase></testsuite></testsuites>";
    // An attribute too many, one missing, the count, the names and time, the children; then the time and the
    // child of the case, which has no type.
    assert_eq!(junit::errors(&junit::parse(wrong)).len(), 8, "{:?}", junit::errors(&junit::parse(wrong)));
}

#[test]
fn github_gets_annotations_on_lines() {
    let folder = Folder::new("formats-github");
    folder.write("race.litmus", RACE).write("sb.litmus", format!("{SB}exists (0:r0=0)\n"));
    let done = folder.run("check --format github race.litmus");
    assert_eq!(done.status, 42);
    let commands: Vec<&str> = done.out.lines().filter(|line| line.starts_with("::")).collect();
    let first = "::error file=race.litmus,line=10,col=5,title=selvedge%3A race::data race on x: ";
    assert!(commands[0].starts_with(first), "{commands:?}");
    assert!(commands[0].contains("%0Ahelp: make "), "{commands:?}");
    assert!(commands[1].starts_with("::notice file=race.litmus,line=4,"), "{commands:?}");
    let limited = folder.run("check --format github --limit-executions 1 sb.litmus").out;
    assert!(limited.contains("::warning title=selvedge%3A inconclusive::limit of 1 executions reached"), "{limited}");
    let verified = folder.run("check --format github sb.litmus").out;
    assert!(!verified.lines().any(|line| line.starts_with("::")), "{verified}");
}

#[test]
fn the_schema_knows_every_kind_of_violation_and_every_reduction() {
    let schema = Schema::load("report-1.json");
    let folder = Folder::new("formats-kinds");
    let mut document = parse(&folder.write("race.litmus", RACE).run("check --format json race.litmus").out);
    for kind in selvedge_core::ViolationKind::ALL {
        document["error"]["kind"] = kind.name().into();
        assert_eq!(schema.errors(&document), [""; 0], "{}", kind.name());
    }
    document["reductions"] = selvedge_core::Reduction::ALL.map(selvedge_core::Reduction::name).into();
    assert_eq!(schema.errors(&document), [""; 0]);
}
