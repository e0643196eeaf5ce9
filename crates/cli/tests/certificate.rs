//! `--certificate`: what a check amounts to, as its schema says.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;
#[path = "common/schema.rs"]
mod schema;

use common::{Folder, SB};
use schema::Schema;
use serde_json::{Value, json};

fn certificate(folder: &Folder, arguments: &str, status: i32) -> Value {
    let done = folder.run(&format!("check --certificate c.json {arguments}"));
    assert_eq!(done.status, status, "{arguments}: {}{}", done.out, done.err);
    let certificate: Value = serde_json::from_str(&folder.read("c.json")).expect("a document");
    assert_eq!(Schema::load("certificate-1.json").errors(&certificate), [""; 0], "{arguments}");
    certificate
}

/// Each thread adds one; the first to see 1 or 2 asserts something about it.
const COUNTER: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int counter;
static void *add(void *arg) {
    int before = atomic_fetch_add(&counter, 1);
    assert(before < 2);
    if (before > 5)
        assert(0);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(atomic_load(&counter) == 2);
    return 0;
}
";

#[test]
fn a_proof_says_what_was_proved() {
    let folder = Folder::new("certificate-proof");
    folder.write("counter.c", COUNTER);
    let certificate = certificate(&folder, "--no-symmetry --model sc counter.c", 0);
    assert_eq!(certificate["proof"], true);
    assert_eq!(certificate["verdict"], "verified");
    assert_eq!(certificate["model"], "sc");
    // Two increments: two orders.
    assert_eq!(certificate["executions"], json!({ "complete": 2, "blocked": 0 }));
    assert_eq!(certificate["options"], json!(["--certificate", "c.json", "--no-symmetry", "--model", "sc"]));
    assert_eq!(certificate["limits"]["seconds"], Value::Null);
    assert_eq!(certificate["techniques"]["spin-assume"], true);
    // Each thread reads 0 or 1, so the first assertion is on two paths of each of two threads. On the same
    // paths it is decided whether the second fails: of `assert(0)`, the condition is whatever leads there.
    // Main reads 2 in every execution, which is one path.
    let assertions = json!([
        { "place": "counter.c:18", "paths": 1 },
        { "place": "counter.c:7", "paths": 4 },
        { "place": "counter.c:9", "paths": 4 },
    ]);
    assert_eq!(certificate["assertions"], assertions);
    // Drawing executions, which tells them again, changes nothing.
    let again = self::certificate(&folder, "--no-symmetry --html x.html --model sc counter.c", 0);
    assert_eq!(again["assertions"], assertions);
}

#[test]
fn what_is_not_a_proof_says_why() {
    let folder = Folder::new("certificate-bounded");
    folder.write("sb.litmus", format!("{SB}~exists (0:r0=0 /\\ 1:r0=0)\n")).write(
        "loop.c",
        "int nondet(void);\nint main(void) {\n  for (int i = 0; i < 9; i++)\n    nondet();\n  return 0;\n}\n",
    );
    let bounded = certificate(&folder, "--unroll 2 --stub nondet=zero loop.c", 3);
    assert_eq!((&bounded["proof"], &bounded["verdict"]), (&json!(false), &json!("bounded")));
    assert_eq!(bounded["stubs"], json!([{ "function": "nondet", "behaviour": "zero" }]));
    assert_eq!(bounded["loops_cut"][0]["line"], 3);
    assert_eq!(bounded["loops_cut"][0]["rounds"], 2);
    let violated = certificate(&folder, "sb.litmus", 42);
    assert_eq!(violated["proof"], false);
    assert_eq!(violated["violation"]["kind"], "final-condition");
    assert_eq!(violated["assertions"], Value::Null);
    let limited = certificate(&folder, "--limit-executions 1 --model sc sb.litmus", 3);
    assert_eq!(limited["search"]["stop"]["reason"], "limit");
    assert_eq!(limited["limits"]["executions"], 1);
    let statement = limited["statement"].as_str().expect("a statement");
    assert!(statement.starts_with("nothing is claimed about sb.litmus"), "{statement}");
}
