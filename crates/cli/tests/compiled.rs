//! `selvedge check` on C programs. These tests compile: they need clang or zig, and `./x test` sees to that.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

const RING: &str = include_str!("../../../examples/ring.c");

#[test]
fn a_race_is_shown_at_both_places() {
    let done = Folder::new("c-race").write("ring.c", RING).run("check ring.c");
    assert_eq!(done.status, 42, "{}", done.err);
    let headline = "violated: data race on ring.slots[0]: a non-atomic write and a non-atomic read are not ordered\n";
    assert!(done.out.starts_with(headline), "{}", done.out);
    assert!(done.out.contains("28 |     r->slots[tail % SIZE] = value;"), "{}", done.out);
    assert!(done.out.contains("37 |     *value = r->slots[head % SIZE];"), "{}", done.out);
}

#[test]
fn flags_reach_the_compiler() {
    let done = Folder::new("c-fixed").write("ring.c", RING).run("check ring.c -- -DFIXED");
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(done.out.starts_with("verified: no execution goes wrong\n"), "{}", done.out);
    assert!(done.out.contains("executions  9 complete"), "{}", done.out);
}

/// A search that learns something and starts again takes back what it has printed, if it has printed
/// anything.
#[test]
fn executions_that_do_not_count_are_taken_back() {
    let counter = include_str!("../../../corpus/c/litmus/lock-counter.c");
    let leak = include_str!("../../../corpus/c/bugs/live-lock-leak.c");
    let folder = Folder::new("c-again");
    folder.write("counter.c", counter).write("leak.c", leak);
    let again = "the search starts again: the executions above do not count\n";
    let counted = folder.run("check --print-executions --threads 1 counter.c");
    assert!(counted.out.starts_with("execution 1\n") && !counted.out.contains(again), "{}", counted.out);
    let leaks = folder.run("check --no-liveness --print-executions --threads 1 leak.c");
    let (before, after) = leaks.out.split_once(again).expect("it starts again");
    assert!(before.starts_with("execution 1\n") && after.contains("execution 1\n"), "{}", leaks.out);
}

#[test]
fn what_does_not_compile_is_told_in_the_compilers_words() {
    let done = Folder::new("c-broken").write("broken.c", "int main(void) { return x; }\n").run("check broken.c");
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(done.err.contains("broken.c:1:25: error:"), "{}", done.err);
    assert!(done.err.contains("error: broken.c does not compile"), "{}", done.err);
}

#[test]
fn what_is_not_modelled_is_named() {
    let text = "int system(const char *);\nint main(void) { return system(\"ls\"); }\n";
    let done = Folder::new("c-unsupported").write("u.c", text).run("check u.c");
    assert_eq!(done.status, 4, "{}{}", done.out, done.err);
    assert!(done.out.contains("the external function system"), "{}", done.out);
}

#[test]
fn several_files_are_one_program() {
    let folder = Folder::new("c-several");
    folder.write("a.c", "int two(void);\n#include <assert.h>\nint main(void) { assert(two() == 3); }\n");
    folder.write("b.c", "int two(void) { return 2; }\n");
    let done = folder.run("check a.c b.c");
    assert_eq!(done.status, 42, "{}{}", done.out, done.err);
    assert!(done.out.starts_with("violated: assertion `two() == 3` failed\n"), "{}", done.out);
}

#[test]
fn an_endless_program_is_not_a_proof() {
    let text = "#include <stdatomic.h>\natomic_int x;\nint main(void) { for (;;) atomic_fetch_add(&x, 1); }\n";
    let done = Folder::new("c-endless").write("e.c", text).run("check e.c --limit-events 500");
    assert_eq!(done.status, 3, "{}{}", done.out, done.err);
    assert!(done.out.starts_with("inconclusive: "), "{}", done.out);
}

#[test]
fn options_for_compiled_programs_do_not_fit_litmus_tests() {
    let folder = Folder::new("c-options");
    folder.write("sb.litmus", common::SB);
    let done = folder.run("check sb.litmus --no-spin-assume");
    assert_eq!(done.status, 2);
    assert!(done.err.starts_with("error: a litmus test is not compiled\n"), "{}", done.err);
}

/// A counter that runs to 5: the loop begins six times.
const COUNT: &str = "\
#include <pthread.h>
#include <stdatomic.h>
atomic_int c;
static void *run(void *arg) {
    while (atomic_fetch_add(&c, 1) < 5) {
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
#ifdef JOIN
    pthread_join(t, 0);
#endif
}
";

#[test]
fn a_thread_that_is_stopped_in_a_loop_makes_the_verdict_bounded() {
    // engine.md §6.3, last row.
    let folder = Folder::new("c-unroll");
    folder.write("c.c", COUNT);
    let done = folder.run("check c.c --unroll 5");
    assert_eq!(done.status, 3, "{}{}", done.out, done.err);
    assert!(done.out.starts_with("bounded: no execution within the bounds goes wrong\n"), "{}", done.out);
    assert!(done.out.contains("executions  1 complete, 0 blocked"), "{}", done.out);
    let bound =
        "bound: threads that had begun the loop at c.c:5 5 times went no further; a greater --unroll lets them\n";
    assert!(done.out.contains(bound), "{}", done.out);
    let done = folder.run("check c.c --unroll 5 -- -DJOIN");
    assert_eq!(done.status, 3, "{}{}", done.out, done.err);
    assert!(done.out.contains("executions  0 complete, 1 blocked"), "{}", done.out);
    let done = folder.run("check c.c --unroll 6 -- -DJOIN");
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(done.out.contains("executions  1 complete, 0 blocked"), "{}", done.out);
    let done = folder.run("check c.c --unroll 5 --format json");
    let document: serde_json::Value = serde_json::from_str(&done.out).expect("a document");
    assert_eq!(document["verdict"], "bounded");
    assert_eq!(document["bounds"][0]["kind"], "unroll");
    assert_eq!(document["bounds"][0]["value"], 5);
    assert_eq!(document["bounds"][0]["loops"][0]["line"], 5);
}

#[test]
fn a_loop_that_is_not_recognised_is_named_with_the_reason() {
    let program = |body: &str| {
        format!(
            "#include <stdatomic.h>\natomic_int x, y;\nint main(void) {{\n    int i = 0;\n{body}\n    return i;\n}}\n"
        )
    };
    let note = |name: &str, body: &str| {
        let folder = Folder::new(name);
        folder.write("l.c", program(body));
        let done = folder.run("check l.c --limit-events 300");
        assert_eq!(done.status, 3, "{}{}", done.out, done.err);
        done.out.lines().find(|line| line.starts_with("note: a thread went round")).unwrap_or_default().to_owned()
    };
    let counts = note("c-loop-counts", "    while (!atomic_load(&x))\n        i++;");
    assert!(
        counts.starts_with(
            "note: a thread went round the loop at l.c:5, which is not recognised as waiting because i has another value"
        ),
        "{counts}"
    );
    assert!(counts.contains("--unroll N"), "{counts}");
    let writes = note("c-loop-writes", "    while (!atomic_load(&x))\n        atomic_fetch_add(&y, 1);");
    assert!(writes.contains("because it writes to y at l.c:6"), "{writes}");
}

#[test]
fn a_loop_without_an_end_and_without_shared_memory_does_not_hang() {
    let text = "int main(void) {\n    int i = 0;\n    for (;;)\n        i = !i;\n}\n";
    let folder = Folder::new("c-loop-pure");
    folder.write("p.c", text);
    let done = folder.run("check p.c");
    assert_eq!(done.status, 4, "{}{}", done.out, done.err);
    let headline = "unsupported: the loop at p.c:4 that takes 5000000 steps without touching shared memory";
    assert!(done.out.starts_with(headline), "{}", done.out);
    let done = folder.run("check p.c --unroll 10");
    assert!(done.out.starts_with("bounded: "), "{}", done.out);
}

#[test]
fn marks_of_spin_loops_are_understood() {
    let text = "\
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(_Bool);
atomic_int x;
static void *run(void *arg) { atomic_store(&x, 1); return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    __VERIFIER_loop_begin();
    for (int i = 0, done = 0; !done; i++) {
        __VERIFIER_spin_start();
        done = atomic_load(&x);
        __VERIFIER_spin_end(done);
    }
    pthread_join(t, 0);
}
";
    // Without the marks, `i` would keep the loop from being recognised. It reads 0 and waits, or 1.
    let done = Folder::new("c-spin-marks").write("s.c", text).run("check s.c");
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(done.out.contains("executions  1 complete"), "{}", done.out);
}
