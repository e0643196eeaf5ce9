//! Threads that wait: complete and blocked executions of small programs (engine.md §6.3).
//!
//! The complete ones are those of the table, under rc11. Fewer are blocked where we say so: a thread that
//! would only wait goes last, and does not even read.

use selvedge_core::execution::End;
use selvedge_core::{StopReason, ViolationKind};
use selvedge_explore::{Liveness, Options, Schedule, Silent};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile_text, search, search_under};

const PRELUDE: &str = "
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_assume(int);
#define assume __VERIFIER_assume
#define LOAD(x) atomic_load_explicit(&x, memory_order_acquire)
#define STORE(x, v) atomic_store_explicit(&x, v, memory_order_release)
static int cas(atomic_int *x, int from, int to) { return atomic_compare_exchange_strong(x, &from, to); }
static atomic_int x, y;
";

/// Complete and blocked executions of these threads, which `main` starts and joins.
fn counts(threads: &[&str]) -> (u64, u64) {
    use std::fmt::Write;
    let mut text = PRELUDE.to_owned();
    let mut main = format!("int main(void) {{ pthread_t t[{}];\n", threads.len());
    for (number, body) in threads.iter().enumerate() {
        let _ = writeln!(text, "static void *t{number}(void *arg) {{ (void)arg; {body} return 0; }}");
        let _ = writeln!(main, "pthread_create(&t[{number}], 0, t{number}, 0);");
    }
    for number in 0..threads.len() {
        let _ = writeln!(main, "pthread_join(t[{number}], 0);");
    }
    let mut machine = compile_text(&format!("{text}{main} return 0; }}\n"), "").unwrap_or_else(|why| panic!("{why}"));
    let options = Options { liveness: Liveness::Ignore, ..Options::default() };
    let (verdict, Silent) = search_under(&mut machine, Builtin::Rc11, &options, || Silent);
    assert!(verdict.violation.is_none() && verdict.stop == StopReason::Exhausted, "{threads:?}: {verdict:?}");
    (verdict.counts.complete, verdict.counts.blocked)
}

#[test]
fn loops_that_retry() {
    let lock = "while (!cas(&x, 0, 1)); atomic_store(&x, 0);";
    for (threads, complete) in [(3, 6), (4, 24), (5, 120)] {
        assert_eq!(counts(&vec![lock; threads]), (complete, 0), "spin-cas3, {threads} threads");
    }
    let other = "int r = LOAD(x); while (!cas(&x, r, 42));";
    let (complete, blocked) = counts(&[other, other, other, "STORE(x, 1);"]);
    assert!(complete == 42 && blocked <= 86, "spin-cas2: {complete}, {blocked}");
    assert_eq!(
        counts(&["while (!cas(&x, 1, 42)) { if (LOAD(x) == 42) break; }", "STORE(x, 42);"]),
        (2, 0),
        "spin-cas6"
    );
    // The table has 4/0 and 3/0: there the thread that has read 0 and finds 1 exchanges that in a second
    // attempt. Here that does not count, because its first read could have been of the 1.
    let retry = "while (!atomic_compare_exchange_strong(&x, &r, 42));";
    assert_eq!(counts(&[&format!("int r = LOAD(x) + 1; {retry}"), "STORE(x, 1);"]), (3, 0), "spin-cas7");
    assert_eq!(counts(&[&format!("int r = LOAD(x); {retry}"), "STORE(x, 1);"]), (2, 0), "spin-cas8");
    // Fewer of both than in the table, for the same reason: 744/750 without symmetry.
    let (to_42, to_0) = (format!("int r = LOAD(x); {retry}"), format!("int r = LOAD(x); {}", retry.replace("42", "0")));
    let (complete, blocked) = counts(&["cas(&x, 0, 1);", &to_42, &to_42, &to_42, &to_0]);
    assert!(complete <= 744 && blocked <= 750, "conf-loop-small: {complete}, {blocked}");
    let double = ["while (!LOAD(x) && !LOAD(y));", "if (!LOAD(x)) STORE(y, 1);", "if (!LOAD(y)) STORE(x, 1);"];
    assert_eq!(counts(&double), (4, 1), "doubleloop");
}

/// Additions that are taken back, and nobody ever leaves: each thread stops before it takes its first one
/// back.
#[test]
fn loops_that_come_to_nothing() {
    assert_eq!(counts(&["for (;;) { atomic_fetch_add(&x, 1); atomic_fetch_sub(&x, 1); }"; 3]), (0, 6), "spin-fai1");
    let waiting = "for (;;) { atomic_fetch_sub(&x, 1); atomic_fetch_add(&x, 1); assume(atomic_load(&x) == 42); }";
    assert_eq!(counts(&[waiting; 2]), (0, 2), "spin-fai2");
}

/// A loop that waits, with its first round outside.
#[test]
fn loops_that_begin_by_reading_again() {
    let (read, write) = ("int a = LOAD(x); while (a != 0) a = LOAD(x);", "for (int i = 0; i < 42; i++) STORE(x, i);");
    assert_eq!(counts(&[read, write]), (2, 1), "loop-peel");
    assert_eq!(counts(&[read, read, write]), (4, 5), "loop-peel2");
    let leaves = "do { if (LOAD(x) == 42) break; } while (LOAD(x) != 0);";
    let (complete, blocked) = counts(&[leaves, "for (int i = 1; i <= 42; i++) STORE(x, i);"]);
    assert!(complete == 2 && blocked <= 42, "spin-dowhile1: {complete}, {blocked}");
}

#[test]
fn assumptions() {
    let up = |x: char| format!("for (int i = 1; i <= 42; i++) STORE({x}, i);");
    let [one, other] = [["x) == 42", "y) == 0"], ["y) == 0", "x) == 42"]]
        .map(|[first, second]| format!("assume(LOAD({first}); assume(LOAD({second});"));
    assert_eq!(counts(&[&up('x'), &up('y'), &one, &other]), (1, 3), "IRIW-iter");
    let both = "for (int i = 1; i <= 42; i++) { atomic_store(&x, i); atomic_store(&y, i); }";
    let sum = "int a = atomic_load(&x), b = atomic_load(&y); assume(a + b == 84);";
    assert_eq!(counts(&[both, sum]), (1, 42), "assume-2vars");
    assert_eq!(counts(&[both, "assume(atomic_load(&x) == 42 && atomic_load(&y) == 42);"]), (1, 0), "assume-conj");
    assert_eq!(counts(&[both, "assume(atomic_load(&x) == 42 || atomic_load(&y) == 42);"]), (43, 0), "assume-disj");
    let up = "for (int i = 1; i <= 42; i++) atomic_store_explicit(&x, i, memory_order_relaxed);";
    let first = "int b = atomic_load_explicit(&x, memory_order_relaxed);";
    assert_eq!(counts(&[up, &format!("{first} (void)LOAD(y); assume(b == 42);")]), (1, 42), "assume-nonclear-path");
    assert_eq!(counts(&[up, &format!("{first} if (0 < 42) assume(b == 42);")]), (1, 0), "assume-not-postdom");
}

/// One thread waits for another, which blocks in some executions. When the search returns from those to where
/// it had ended, it is not waited for any longer: 4 executions are complete, since a read of x and one of y
/// have two sources each, and 2 are blocked.
#[test]
fn threads_that_come_back_have_ended() {
    let text = format!(
        "{PRELUDE}
        static void *look(void *arg) {{ assume(!atomic_load(&x)); return arg; }}
        static void *look_on(void *arg) {{ atomic_load(&x); return arg; }}
        static void *tell(void *arg) {{ atomic_load(&y); atomic_store(&x, 1); return arg; }}
        static void *follow(void *arg) {{ pthread_join((pthread_t)arg, 0); atomic_store(&y, 1); return 0; }}
        int main(void) {{
            pthread_t first, t[3];
            pthread_create(&first, 0, look, 0);
            pthread_create(&t[0], 0, look_on, 0);
            pthread_create(&t[1], 0, tell, 0);
            pthread_create(&t[2], 0, follow, (void *)first);
            return 0;
        }}\n"
    );
    let mut machine = compile_text(&text, "").unwrap_or_else(|why| panic!("{why}"));
    for schedule in [Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(1), Schedule::Random(2)] {
        let options = Options { schedule, ..Options::default() };
        let (verdict, Silent) = search_under(&mut machine, Builtin::Sc, &options, || Silent);
        assert!(verdict.violation.is_none() && verdict.stop == StopReason::Exhausted, "{schedule:?}: {verdict:?}");
        assert_eq!((verdict.counts.complete, verdict.counts.blocked), (4, 2), "{schedule:?}");
    }
}

/// Whoever writes down what each thread waits for must not go round in circles.
#[test]
fn threads_that_join_each_other_are_written_down() {
    let text = "
        #include <pthread.h>
        #include <stdatomic.h>
        pthread_t a, b;
        atomic_int ready;
        void *join(void *other) {
            while (!atomic_load(&ready)) ;
            pthread_join(*(pthread_t *)other, 0);
            return 0;
        }
        int main(void) {
            pthread_create(&a, 0, join, &b);
            pthread_create(&b, 0, join, &a);
            atomic_store(&ready, 1);
            pthread_join(a, 0);
            return 0;
        }
    ";
    let mut machine = compile_text(text, "").expect("it compiles");
    let verdict = search(&mut machine, Builtin::Sc);
    let found = verdict.violation.expect("nobody can go on");
    assert_eq!(found.kind, ViolationKind::Deadlock);
    let ends: Vec<End> = found.execution.threads.iter().map(|thread| thread.end).collect();
    assert_eq!(ends, [End::Joining, End::Joining, End::Joining]);
}
