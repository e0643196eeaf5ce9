//! Loops without an end: what goes wrong in their first rounds is found, and what is known of them otherwise
//! is said.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

const HEAD: &str = "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n";

/// A thread counts until it is told to stop.
const COUNTS: &str = "atomic_int stop, ticks;
void *t(void *p) { while (!stop) atomic_fetch_add(&ticks, 1); return 0; }
int main(void) {
  pthread_t h; pthread_create(&h, 0, t, 0); int seen = ticks; stop = 1; pthread_join(h, 0); assert(seen != WRONG); return 0;
}
";

/// Two locks in two orders, again and again.
const ROUNDS: &str = "pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) {
  pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return 0;
}
void *g(void *p) {
  pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return 0;
}
int main(void) {
  for (int i = 0; i < 10000; i++) {
    pthread_t s, t;
    pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0); pthread_join(s, 0); pthread_join(t, 0);
  }
  return 0;
}
";

#[test]
fn an_error_in_an_early_round_is_found() {
    let folder = Folder::new("deepening-early");
    folder.write("counts.c", format!("{HEAD}{COUNTS}")).write("rounds.c", format!("{HEAD}{ROUNDS}"));
    // Who sees 5 needs five rounds, and eight are tried: before that 0 to 4 are seen, each with any number of
    // rounds from then on.
    for (line, what, counts) in [
        ("counts.c -- -DWRONG=1", "assertion `seen != WRONG` failed", "2 complete, 1 blocked"),
        ("counts.c -- -DWRONG=5", "assertion `seen != WRONG` failed", "30 complete, 5 blocked"),
        ("rounds.c", "deadlock", "1 complete, 1 blocked"),
    ] {
        let done = folder.run(&format!("check --threads 1 --witness w {line}"));
        assert_eq!(done.status, 42, "{line}: {}", done.out);
        assert!(done.out.contains(what) && done.out.contains(counts), "{line}: {}", done.out);
        // It happens without a limit on rounds.
        let again = folder.run("replay w");
        assert!(again.status == 42 && again.out.contains(what), "{line}: {}{}", again.out, again.err);
    }
    let done = folder.run("check --no-witness --keep-going counts.c -- -DWRONG=1");
    assert!(done.status == 42 && done.out.contains("assertion `seen != WRONG` failed"), "{}", done.out);
}

#[test]
fn what_is_known_of_a_loop_is_said() {
    let folder = Folder::new("deepening-known");
    folder.write("counts.c", format!("{HEAD}{COUNTS}"));
    let done = folder.run("check --threads 1 --limit-events 300 counts.c -- -DWRONG=-1");
    assert_eq!(done.status, 3, "{}", done.out);
    assert!(done.out.starts_with("inconclusive: limit of 300 events in one execution reached"), "{}", done.out);
    assert!(done.out.contains("as long as each loop takes at most 64 rounds, nothing goes wrong"), "{}", done.out);
    assert!(done.out.contains("--limit-events N") && done.out.contains("counts.c:5"), "{}", done.out);
    // The checkpoint is that of the search without a limit on rounds.
    folder.run("check --threads 1 --limit-events 300 --checkpoint rest counts.c -- -DWRONG=-1");
    let done = folder.run("check --resume rest --limit-events 600");
    assert!(done.status == 3 && done.out.contains("limit of 600 events"), "{}{}", done.out, done.err);
    // Where no execution ends, nothing is known.
    let text = "atomic_int x;\nvoid *t(void *p) { for (;;) x++; return 0; }\n\
         int main(void) { pthread_t h; pthread_create(&h, 0, t, 0); pthread_join(h, 0); assert(0); }\n";
    let done = folder.write("endless.c", format!("{HEAD}{text}")).run("check --limit-events 300 endless.c");
    assert!(done.status == 3 && !done.out.contains("nothing goes wrong"), "{}", done.out);
    // The user's own number is not changed.
    let done = folder.run("check --unroll 1000 --limit-events 300 counts.c -- -DWRONG=1");
    assert_eq!(done.status, 3, "{}", done.out);
}

#[test]
fn long_executions_that_end_are_no_loops_without_an_end() {
    let folder = Folder::new("deepening-long");
    let text = "#include <pthread.h>\npthread_barrier_t b;\nint a[5000];\n\
         void *t(void *p) { for (int i = 0; i < 1000; i++) pthread_barrier_wait(&b); return 0; }\n\
         int main(void) {\n  pthread_t h[10];\n  pthread_barrier_init(&b, 0, 10);\n\
           for (int i = 0; i < 10; i++) pthread_create(&h[i], 0, t, 0);\n\
           for (int i = 0; i < 10; i++) pthread_join(h[i], 0);\n\
           for (int i = 0; i < 5000; i++) a[i] = i;\n  return 0;\n}\n";
    let done = folder.write("long.c", text).run("check long.c");
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(done.out.contains("1 complete, 0 blocked"), "{}", done.out);
}
