//! `--format json`: exactly one document on standard output, whatever happens.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::{Done, Folder, RACE, SB};
use serde_json::Value;

fn parse(done: &Done) -> Value {
    assert_eq!(done.err, "");
    serde_json::from_str(&done.out).unwrap_or_else(|error| panic!("{error}: {}", done.out))
}

#[test]
fn a_verified_test() {
    let folder = Folder::new("json-verified");
    folder.write("sb.litmus", format!("{SB}~exists (0:r0=0 /\\ 1:r0=0)\n"));
    let done = folder.run("check --format json --model sc sb.litmus");
    assert_eq!(done.status, 0);
    let document = parse(&done);
    assert_eq!(document["schema"], 1);
    assert_eq!(document["tool"], "selvedge");
    assert_eq!(document["model"], "sc");
    assert_eq!(document["verdict"], "verified");
    assert_eq!(document["complete"], 3);
    assert_eq!(document["error"], Value::Null);
    assert_eq!(document["stop"]["reason"], "exhausted");
    let observation = &document["observation"];
    assert_eq!(observation["name"], "SB");
    assert_eq!(observation["quantifier"], "~exists");
    assert_eq!(observation["result"], "Never");
    assert_eq!(observation["states"][0]["state"]["0:r0"], "0");
    assert_eq!(observation["states"][0]["count"], 1);
}

#[test]
fn a_race() {
    let folder = Folder::new("json-race");
    let done = folder.write("mp.litmus", RACE).run("check --format json mp.litmus");
    assert_eq!(done.status, 42);
    let document = parse(&done);
    assert_eq!(document["verdict"], "violated");
    assert_eq!(document["error"]["kind"], "race");
    let lines: Vec<&Value> =
        document["error"]["locations"].as_array().into_iter().flatten().map(|place| &place["line"]).collect();
    assert_eq!(lines[..2], [10, 4]);
    assert_eq!(document["error"]["trace"][0]["thread"], "P0");
    assert_eq!(document["observation"]["result"], Value::Null);
    // Where the witness is.
    let named = parse(&folder.run("check --format json --witness mp.witness mp.litmus"));
    assert_eq!(named["witness"], "mp.witness");
    assert_eq!(folder.run("replay mp.witness").status, 42);
    let kept = document["witness"].as_str().expect("it goes to a folder of its own");
    assert!(kept.ends_with(".witness") && folder.run(&format!("replay {kept}")).status == 42, "{kept}");
    assert_eq!(parse(&folder.run("check --format json --no-witness mp.litmus"))["witness"], Value::Null);
}

#[test]
fn executions_are_part_of_the_document() {
    let folder = Folder::new("json-executions");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0)\n"));
    let document = parse(&folder.run("check --format json --print-executions sb.litmus"));
    let executions = document["executions"].as_array().expect("executions");
    assert_eq!(executions.len(), 4);
    assert_eq!(executions.iter().filter(|execution| execution["interleaving"] == false).count(), 1);
}

#[test]
fn problems_are_documents_too() {
    let folder = Folder::new("json-problems");
    folder
        .write("sb.litmus", SB)
        .write("a.rs", "")
        .write("bad.litmus", "C bad\n{}\nP0 (atomic_int* x) {\n  x = ;\n}\n");
    let refusal = |arguments: &str, status| {
        let done = folder.run(&format!("check --format json {arguments}"));
        assert_eq!(done.status, status, "{arguments}");
        parse(&done)
    };
    let document = refusal("bad.litmus", 2);
    assert_eq!(document["verdict"], "error");
    assert_eq!(document["error"]["kind"], "input");
    assert_eq!(document["error"]["locations"][0]["file"], "bad.litmus");
    assert_eq!(document["error"]["locations"][0]["line"], 4);
    assert_eq!(refusal("a.rs", 4)["verdict"], "unsupported");
    assert_eq!(refusal("nowhere.litmus", 2)["verdict"], "error");
    assert_eq!(refusal("--model xyz sb.litmus", 2)["model"], Value::Null);
}
