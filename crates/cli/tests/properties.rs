//! `--check`, `--property` and `--keep-going`: what is looked for, what is passed over, and what is said of
//! that.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;
#[path = "common/schema.rs"]
mod schema;

use common::{Done, Folder};
use schema::Schema;
use serde_json::Value;

/// Threads that race, and nothing else.
const RACES: &str = "\
#include <pthread.h>
int x;
void *t(void *p) { x = 1; return 0; }
int main(void) { pthread_t h; pthread_create(&h, 0, t, 0); x = 2; pthread_join(h, 0); return 0; }
";

/// A function of competitions, with some body.
fn reaches(body: &str) -> String {
    format!(
        "#include <pthread.h>\n#include <stdlib.h>\n#include <assert.h>\nvoid reach_error(void) {{ {body} }}\n\
         void *t(void *p) {{ void (*f)(void) = reach_error; f(); return 0; }}\n\
         int main(void) {{ pthread_t h; pthread_create(&h, 0, t, 0); pthread_join(h, 0); return 0; }}\n"
    )
}

/// Errors of six kinds, each in a thread's way.
const MANY: &str = "\
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>
#include <limits.h>
int x;
atomic_int turn;
void *t(void *p) {
  x = 1;
  int now = turn;
  switch (now) {
  case 1: assert(0);
  case 2: abort();
  case 3: *(volatile int *)p = 1; break;
  case 4: { volatile int zero = 0, n = 1 / zero; (void)n; break; }
  }
  return 0;
}
int main(void) {
  pthread_t h;
  int *kept = malloc(4);
  *kept = 0;
  pthread_create(&h, 0, t, 0);
  turn = 1; turn = 2; turn = 3; turn = 4;
  x = 2;
  pthread_join(h, 0);
  kept = 0;
  return 0;
}
";

fn property(formula: &str) -> String {
    format!("CHECK( init(main()), LTL({formula}) )\n")
}

fn parse(done: &Done) -> Value {
    let document = serde_json::from_str(&done.out).unwrap_or_else(|error| panic!("{error}: {}{}", done.out, done.err));
    let errors = Schema::load("report-1.json").errors(&document);
    assert!(errors.is_empty(), "{errors:?}\n{}", done.out);
    document
}

#[test]
fn something_must_be_looked_for() {
    let folder = Folder::new("properties-nothing");
    folder.write("a.c", RACES).write("race.prp", property("G ! data-race"));
    for flags in [
        "--check race --no-race-detection",
        "--check liveness --no-liveness",
        "--check race,liveness --no-race-detection --no-liveness",
        "--check assert,race --no-race-detection",
        "--property race.prp --no-race-detection",
    ] {
        let done = folder.run(&format!("check {flags} a.c"));
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{flags}: {}", done.err);
        assert!(done.err.contains("looks for what `--no-"), "{flags}: {}", done.err);
    }
    folder.write("plain.kat", "let ppo = po\nview hb_stable = (po | (rf | tc | tj);po)+\nexport coherence hb_stable\n");
    let done = folder.run("check --model plain.kat --check race a.c");
    assert!(done.status == 2 && done.err.contains("plain does not say what one is"), "{}{}", done.out, done.err);
    let done = folder.run("check --check all --no-race-detection --no-liveness a.c");
    assert!(done.status == 42 || done.status == 0, "{}{}", done.out, done.err);
}

#[test]
fn races_that_are_not_looked_for_are_still_seen() {
    let folder = Folder::new("properties-races");
    folder.write("a.c", RACES);
    for check in ["assert", "memory", "undefined,deadlock", "assert,abort,memory,undefined,deadlock,liveness,leak"] {
        for model in ["rc11", "sc", "ra"] {
            for symmetry in ["", "--no-model-simplification --threads 1"] {
                let done = folder.run(&format!("check --no-witness --model {model} --check {check} {symmetry} a.c"));
                assert_eq!(done.status, 3, "{check} {model}: {}", done.out);
                assert!(done.out.starts_with("bounded: "), "{}", done.out);
                assert!(done.out.contains("errors were met that were not looked for (race)"), "{}", done.out);
                assert!(done.out.contains("2 complete"), "{check} {model}: {}", done.out);
            }
        }
    }
    // The user has said that they do not count.
    let done = folder.run("check --no-race-detection a.c");
    assert!(done.status == 0 && done.out.contains("not looked for (--no-race-detection)"), "{}", done.out);
    // Tasks of competitions are full of them.
    folder.write("reach.prp", property("G ! call(reach_error())")).write("race.prp", property("G ! data-race"));
    let done = folder.run("check --property reach.prp a.c");
    assert!(done.status == 0 && done.out.contains("data races were not looked for (--property)"), "{}", done.out);
    assert_eq!(folder.run("check --no-witness --property race.prp a.c").status, 42);
    // What does not race is not bounded.
    folder.write("b.c", RACES.replace("int x;", "#include <stdatomic.h>\natomic_int x;"));
    assert_eq!(folder.run("check --check assert b.c").status, 0);
}

#[test]
fn each_error_is_found_by_its_name_and_by_no_other() {
    let folder = Folder::new("properties-each");
    folder.write("many.c", MANY);
    for (check, kind) in [
        ("race", "race"),
        ("assert", "assertion"),
        ("abort", "user-abort"),
        ("memory", "null-access"),
        ("undefined", "undefined-behaviour"),
        ("leak", "memory-leak"),
    ] {
        let document = parse(&folder.run(&format!("check --format json --witness w --check {check} many.c")));
        assert_eq!(document["error"]["kind"], kind, "{check}: {document}");
        assert_eq!(folder.run("replay w").status, 42, "{check}");
    }
    // Neither is there.
    for check in ["deadlock", "liveness"] {
        let document = parse(&folder.run(&format!("check --format json --no-witness --check {check} many.c")));
        assert_eq!(document["verdict"], "bounded", "{check}: {document}");
        let bounds = document["bounds"].as_array().expect("a list");
        let passed = bounds.iter().find(|bound| bound["kind"] == "other-errors").expect("they were met");
        assert_eq!(passed["value"], serde_json::json!(["race", "null-access", "undefined-behaviour"]), "{check}");
    }
}

#[test]
fn all_errors_are_found_and_each_has_a_witness() {
    let folder = Folder::new("properties-going");
    folder.write("many.c", MANY);
    for flags in ["", "--threads 1 --no-symmetry", "--model sc"] {
        let line = format!("check --format json --keep-going --check all --witness w {flags} many.c");
        let document = parse(&folder.run(&line));
        let others = document["more_errors"].as_array().expect("a list");
        let mut kinds: Vec<&str> =
            others.iter().chain([&document["error"]]).filter_map(|e| e["kind"].as_str()).collect();
        kinds.sort_unstable();
        let known = ["assertion", "memory-leak", "null-access", "race", "undefined-behaviour", "user-abort"];
        assert_eq!(kinds, known, "{flags}");
        for number in 2..=known.len() {
            let done = folder.run(&format!("replay w.{number}"));
            assert!(done.status == 42 && done.out.contains("replayed w."), "{number}: {}{}", done.out, done.err);
        }
        assert_eq!(folder.run("replay w").status, 42);
    }
}

#[test]
fn a_call_of_reach_error_is_an_error_whatever_it_does() {
    let folder = Folder::new("properties-reach");
    folder.write("reach.prp", property("G ! call(reach_error())")).write("race.prp", property("G ! data-race"));
    for body in ["", "abort();", "assert(0);", "exit(0);", "for (;;) ;"] {
        folder.write("a.c", reaches(body));
        let done = folder.run("check --property reach.prp --witness w a.c");
        assert_eq!(done.status, 42, "{body}: {}{}", done.out, done.err);
        assert!(done.out.contains("reach_error is reached"), "{body}: {}", done.out);
        // A witness needs no property file.
        let again = folder.run("replay w");
        assert!(again.status == 42 && again.out.contains("reach_error is reached"), "{body}: {}", again.out);
    }
    // By itself it is a function like any other.
    folder.write("a.c", reaches(""));
    assert_eq!(folder.run("check a.c").status, 0);
    assert_eq!(folder.run("check --check assert a.c").status, 0);
    assert_eq!(folder.run("check --property race.prp a.c").status, 0);
    // As the function that a thread starts with, in C++, in a file of its own, and not called.
    let starts = "#include <pthread.h>\nvoid *reach_error(void *p) { return p; }\n\
         int main(void) { pthread_t h; pthread_create(&h, 0, reach_error, 0); return pthread_join(h, 0); }\n";
    folder.write("starts.c", starts);
    assert_eq!(folder.run("check --no-witness --property reach.prp starts.c").status, 42);
    folder.write("a.cpp", "void reach_error() {}\nint main() { reach_error(); }\n");
    assert_eq!(folder.run("check --no-witness --property reach.prp a.cpp").status, 42);
    folder.write("one.c", "static void reach_error(void) {}\nvoid two(void);\nint main(void) { two(); if (0) reach_error(); return 0; }\n");
    folder.write("two.c", "static void reach_error(void) {}\nvoid two(void) { reach_error(); }\n");
    assert_eq!(folder.run("check --no-witness --property reach.prp one.c two.c").status, 42);
    folder.write("two.c", "static void reach_error(void) {}\nvoid two(void) { if (0) reach_error(); }\n");
    assert_eq!(folder.run("check --property reach.prp one.c two.c").status, 0);
}

#[test]
fn a_program_that_aborts() {
    let folder = Folder::new("properties-abort");
    folder.write("abort.c", "#include <stdlib.h>\nint main(void) { abort(); }\n");
    let assumes = "#include <stdlib.h>\n#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n\
         void assume_abort_if_not(int c) { if (!c) abort(); }\n\
         int main(void) { int n = __VERIFIER_nondet_int(); assume_abort_if_not(n == 0); assert(n == 0); return 0; }\n";
    folder.write("assumes.c", assumes);
    folder.write("reach.prp", property("G ! call(reach_error())"));
    let status = |line: &str| folder.run(&format!("check --no-witness {line}")).status;
    // A crash is what users want to know.
    assert_eq!(status("abort.c"), 42);
    assert_eq!(status("--check abort abort.c"), 42);
    // Else it ends the execution, and here no other is left.
    assert_eq!(status("--check assert abort.c"), 3);
    assert_eq!(status("--property reach.prp abort.c"), 3);
    // An assumption is none in any case.
    for flags in ["", "--check abort", "--check assert", "--property reach.prp"] {
        let done = folder.run(&format!("check --no-witness {flags} assumes.c"));
        assert!(done.status != 42, "{flags}: {}", done.out);
    }
}

#[test]
fn property_files_are_understood_or_refused() {
    let folder = Folder::new("properties-files");
    folder.write("a.c", RACES);
    folder.write("mark.prp", format!("\u{feff}{}", property("G ! data-race")).replace('\n', "\r\n"));
    assert_eq!(folder.run("check --no-witness --property mark.prp a.c").status, 42);
    // What is folded by a compiler, or shifted, cannot be seen to overflow.
    folder.write("overflow.prp", property("G ! overflow"));
    let done = folder.run("check --property overflow.prp a.c");
    assert_eq!(done.status, 4, "{}{}", done.out, done.err);
    assert!(done.err.contains("overflow.prp:1: that no operation overflows is not supported"), "{}", done.err);
    folder.write("two.prp", property("G valid-deref") + &property("G ! data-race"));
    let done = folder.run("check --no-witness --property two.prp a.c");
    assert!(done.status == 42 && done.out.contains("data race"), "{}", done.out);
}

#[test]
fn reports_keep_to_the_schema_whatever_stops_the_search() {
    let folder = Folder::new("properties-schema");
    let deep = "int r(int n) { return n ? 1 + r(n - 1) : 0; }\nint main(void) { return r(1000000) != 1000000; }\n";
    folder.write("deep.c", deep);
    let document = parse(&folder.run("check --format json deep.c"));
    assert_eq!(document["stop"]["limit"], "stack");
    folder.write("a.c", RACES);
    for flags in ["--check assert", "--no-race-detection", "--keep-going", "--limit-events 3", "--check leak"] {
        parse(&folder.run(&format!("check --format json --no-witness {flags} a.c")));
    }
}

#[test]
fn notes_say_what_stopped_a_thread() {
    let folder = Folder::new("properties-notes");
    folder.write("null.c", "int main(void) { *(volatile int *)0 = 1; return 0; }\n");
    let done = folder.run("check --check assert null.c");
    assert!(done.out.contains("stands before an error that was not looked for"), "{}", done.out);
    let text = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n\
         void *t(void *p) { for (;;) x++; return 0; }\n\
         int main(void) { pthread_t h; pthread_create(&h, 0, t, 0); pthread_join(h, 0); return 0; }\n";
    let done = folder.write("endless.c", text).run("check --unroll 3 endless.c");
    assert!(done.out.contains("has begun a loop as often as it may"), "{}", done.out);
    assert!(!done.out.contains("no thread waits for ever"), "{}", done.out);
    let done = folder.run("check --check deadlock,liveness null.c");
    assert!(!done.out.contains("no thread waits for ever"), "{}", done.out);
}
