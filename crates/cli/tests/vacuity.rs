//! What a verdict on a C program must not keep quiet about: stubs, fixed inputs, leaks, and checks that
//! checked nothing.
//!
//! These tests compile: they need clang or zig.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::{Done, Folder};
use serde_json::Value;

const PROGRAM: &str = "\
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#include <time.h>
int mystery(int);
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void helper(int x) { mystery(x); }
static void *run(void *arg) {
  int *p = malloc(sizeof *p);
  *p = 1;
#ifndef LEAK
  free(p);
#endif
  return 0;
}
int main(void) {
  int seen = 1;
#ifdef STUB
  helper(seen);
#endif
#ifdef INPUT
  seen = __VERIFIER_nondet_int() * 0 + 1;
#endif
#ifdef CHOICE
  seen = __VERIFIER_nondet_bool();
#endif
#ifdef RANDOM
  srand(time(0));
  seen = rand() * 0 + 1;
#endif
#ifndef ALONE
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
#endif
#ifdef NEVER
  if (seen > 1)
#endif
#ifdef SELDOM
  assert(seen);
  if (seen > 1)
#endif
  assert(seen);
  return 0;
}
";

fn check(name: &str, flags: &str, cflags: &str) -> (Done, Value) {
    let folder = Folder::new(name);
    folder.write("p.c", PROGRAM);
    let text = folder.run(&format!("check {flags} p.c -- {cflags}"));
    let json = folder.run(&format!("check {flags} --format json p.c -- {cflags}"));
    assert_eq!(text.status, json.status);
    (text, serde_json::from_str(&json.out).expect("a document"))
}

fn kinds(document: &Value, key: &str) -> Vec<String> {
    let entries = document[key].as_array().expect("a list");
    entries.iter().map(|entry| entry["kind"].as_str().expect("a kind").to_owned()).collect()
}

#[test]
fn nothing_to_say() {
    let (text, json) = check("quiet", "", "-DQUIET");
    assert_eq!((text.status, json["verdict"].as_str()), (0, Some("verified")));
    assert!(!text.out.contains("warning:") && !text.out.contains("bound:"), "{}", text.out);
    assert_eq!((kinds(&json, "warnings"), kinds(&json, "bounds")), (vec![], vec![]));
}

#[test]
fn unknown_functions_are_named_with_their_path_and_a_way_out() {
    let (text, json) = check("unknown", "", "-DSTUB");
    assert_eq!((text.status, json["verdict"].as_str()), (4, Some("unsupported")));
    let named = "the external function mystery, reached at p.c:8:22 in main > helper";
    assert!(text.out.contains(named) && text.out.contains("note: --stub mystery=STUB goes on"), "{}", text.out);
    assert_eq!(json["error"]["message"], named);
}

#[test]
fn stubs_bound_the_verdict() {
    for stub in ["zero", "ignore"] {
        let (text, json) = check("stub", &format!("--stub mystery={stub}"), "-DSTUB");
        assert_eq!((text.status, json["verdict"].as_str()), (3, Some("bounded")));
        assert!(text.out.contains(&format!("(--stub mystery={stub})")), "{}", text.out);
        assert_eq!(kinds(&json, "bounds"), ["stub"]);
        assert_eq!(json["bounds"][0]["value"]["function"], "mystery");
    }
    assert_eq!(kinds(&check("havoc", "--stub mystery=havoc", "-DSTUB").1, "bounds"), ["stub", "fixed-inputs"]);
    // A stub that is never called takes nothing away; one for nothing is a mistake.
    assert_eq!(check("unused", "--stub helper=zero", "-DQUIET").0.status, 0);
    let folder = Folder::new("misspelt");
    let refused = folder.write("p.c", PROGRAM).run("check --stub mistery=zero p.c");
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("no function `mistery`"), "{}", refused.err);
}

#[test]
fn inputs_are_fixed_or_explored() {
    let (text, json) = check("input", "", "-DINPUT");
    assert_eq!((text.status, kinds(&json, "bounds")), (3, vec!["fixed-inputs".to_owned()]));
    assert!(text.out.contains("bound: __VERIFIER_nondet_int returns one fixed sequence of values"), "{}", text.out);
    // Both values of a bool are explored, and one of them is wrong.
    assert_eq!(check("choice", "", "-DCHOICE").1["error"]["kind"], "assertion");
    // The seed makes no difference; the number reaches an assertion.
    let (text, json) = check("random", "", "-DRANDOM");
    assert_eq!((text.status, kinds(&json, "warnings")), (3, vec!["fixed-environment".to_owned()]));
    assert!(text.out.contains("warning: time returns fixed values here, which decided nothing"), "{}", text.out);
    assert!(text.out.contains("bound: rand returns one fixed sequence of values"), "{}", text.out);
}

#[test]
fn leaks_are_warnings_with_a_place() {
    let (text, json) = check("leak", "", "-DLEAK");
    assert_eq!((text.status, kinds(&json, "warnings")), (0, vec!["memory-leak".to_owned()]));
    assert!(text.out.contains("warning: memory allocated at p.c:10 can be left unfreed at the end"), "{}", text.out);
    assert_eq!(json["warnings"][0]["places"][0], "p.c:10");
}

#[test]
fn a_check_of_nothing_says_so() {
    let (text, json) = check("alone", "", "-DALONE");
    assert_eq!((text.status, kinds(&json, "warnings")), (0, vec!["one-thread".to_owned()]));
    assert!(text.out.contains("warning: no second thread was ever created"), "{}", text.out);
    let (text, json) = check("never", "", "-DNEVER");
    assert_eq!((text.status, kinds(&json, "warnings")), (0, vec!["no-assertion-reached".to_owned()]));
    assert!(text.out.contains("warning: the program has assertions, and none was ever reached"), "{}", text.out);
    let (text, json) = check("seldom", "", "-DSELDOM");
    assert_eq!((text.status, kinds(&json, "warnings")), (0, vec!["unreached-assertions".to_owned()]));
    assert!(text.out.contains("warning: the assertion at p.c:44 was never reached"), "{}", text.out);
}

/// Checks a program of one file; what it says of its assertions is in the certificate.
fn assertions(name: &str, flags: &str, program: &str) -> (Done, Vec<(String, u64)>) {
    let folder = Folder::new(name);
    let headers = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n";
    folder.write("a.c", format!("{headers}{program}"));
    let done = folder.run(&format!("check {flags} a.c --certificate c.json"));
    let certificate: Value = serde_json::from_str(&folder.read("c.json")).expect("a document");
    let of = |one: &Value| (one["place"].as_str().unwrap_or_default().to_owned(), one["paths"].as_u64().unwrap_or(0));
    (done, certificate["assertions"].as_array().expect("a list").iter().map(of).collect())
}

const STORES: &str = "atomic_int x;\nvoid *t(void *p) { x = 1; x = 2; return 0; }\n";

/// Whatever part of a condition decides it, control has got there.
#[test]
fn assertions_are_reached_whatever_decides_them() {
    for condition in [
        "!(r == 7 && s == 3)",
        "r != 7 || s == 3",
        "r < 3 && s < 3",
        "r < 3 || s < 3",
        "r < 3 ? s < 3 : r == 9",
        "!(r == 7 && (s == 3 || r == 8)) &&\n  1",
        "r != 7",
    ] {
        let program = format!(
            "{STORES}int main(void) {{ pthread_t h; pthread_create(&h, 0, t, 0); int r = x, s = x;\n  assert({condition});\n\
             pthread_join(h, 0); }}"
        );
        let (done, reached) = assertions("reached", "", &program);
        assert_eq!((done.status, done.out.contains("warning")), (0, false), "{condition}: {}", done.out);
        assert_eq!(reached.len(), 1, "{condition}");
        // Both reads have three values, and the second no older one than the first: six paths, of which some
        // meet again.
        assert!(reached[0].0 == "a.c:7" && (1..=6).contains(&reached[0].1), "{condition}: {reached:?}");
    }
}

#[test]
fn assertions_behind_what_never_ends_are_not_reached() {
    // A loop that is cut, a wait for ever, a call that waits in the block of the assertion itself.
    let cut = "for (int i = 0; i < 100; i++) x++;";
    let wait = "while (x != 5) {}";
    let lock = "pthread_mutex_lock(&m);";
    for (flags, before, last, status) in [
        ("--unroll 3", cut, "assert(0);", 3),
        ("--unroll 3", cut, "assert(!\"here\");", 3),
        ("--unroll 3", cut, "assert(x > 5);", 3),
        ("", wait, "assert(0);", 3),
        ("", wait, "assert(x == 5);", 3),
        ("--unroll 3", "for (;;) { if (x++ > 50) break; }", "assert(0);", 3),
        ("", lock, "assert(x == 5 && 1);", 42),
    ] {
        let program = format!(
            "{STORES}pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nvoid *u(void *p) {{ {before}\n  {last} return 0; }}\n\
             int main(void) {{ pthread_mutex_lock(&m); pthread_t h, g; pthread_create(&h, 0, t, 0); pthread_create(&g, 0, u, 0);\n\
             pthread_join(g, 0); }}"
        );
        let (done, reached) = assertions("unreached", flags, &program);
        assert_eq!(reached, [("a.c:8".to_owned(), 0)], "{before} {last}");
        if done.status == 3 && done.out.contains("bounded") {
            assert!(
                done.out.contains("warning: the program has assertions, and none was ever reached"),
                "{}",
                done.out
            );
        }
        assert!(done.status == status || done.status == 42, "{before} {last}: {}", done.out);
    }
    // Where the program does not come, and does something else instead, is where it should not come.
    for before in
        ["if (x > 2)", "switch (x + 0) { case 0: case 1: case 2: return 0; default:; }", "if (x < 3) return 0;"]
    {
        let program =
            format!("{STORES}int main(void) {{ pthread_t h; pthread_create(&h, 0, t, 0); {before}\n  assert(0);\n}}");
        let (done, _) = assertions("marked", "", &program);
        assert_eq!((done.status, done.out.contains("warning")), (0, false), "{before}: {}", done.out);
    }
}

/// Where every execution is beyond the bound, none within goes wrong, and that says nothing.
#[test]
fn a_bound_that_leaves_nothing_is_no_result() {
    let folder = Folder::new("nothing-within");
    let program = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int f;\nvoid *t(void *p) { f = 1; return 0; }\n\
                   int main(void) { pthread_t h; pthread_create(&h, 0, t, 0); while (!f) {} pthread_join(h, 0); }\n";
    folder.write("p.c", program);
    for flags in ["--context-bound 0", "--round-bound 0"] {
        let done = folder.run(&format!("check --model sc {flags} p.c"));
        assert_eq!(done.status, 3, "{}", done.out);
        assert!(done.out.starts_with("inconclusive: no execution within the bounds is complete"), "{}", done.out);
    }
    let done = folder.run("check --model sc --context-bound 1 p.c");
    assert!(done.out.contains("1 complete"), "{}", done.out);
}
