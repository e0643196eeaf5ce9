//! What is found although something else is not looked for, and of several errors each.
//!
//! These tests compile: they need clang or zig.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

const HEADERS: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n";

/// One thread frees what another reads, and nothing orders the two.
const FREED: &str = "int *p; void *t(void *a) { free(p); return a; }\n\
    int main(void) { p = malloc(4); *p = 1; pthread_t id; pthread_create(&id, 0, t, 0); int x = *p; (void)x;\n\
    pthread_join(id, 0); }\n";

/// The same, but one waits for what the other says; that a relaxed store is enough for that, only races show.
const HANDED: &str = "int *p; atomic_int over; void *t(void *a) { while (!atomic_load_explicit(&over, memory_order_relaxed)); \n\
    free(p); return a; }\n\
    int main(void) { p = malloc(4); *p = 1; pthread_t id; pthread_create(&id, 0, t, 0); int x = *p; (void)x;\n\
    atomic_store_explicit(&over, 1, memory_order_relaxed); pthread_join(id, 0); }\n";

#[test]
fn memory_that_is_freed_too_early_is_found_without_races() {
    let folder = Folder::new("passing-freed");
    folder.write("freed.c", format!("{HEADERS}{FREED}")).write("handed.c", format!("{HEADERS}{HANDED}"));
    for options in ["--no-race-detection", "--check memory", "--model jam21", "--model jam21s", "--model jam19"] {
        for schedule in ["wf", "ltr", "random:3"] {
            let done = folder.run(&format!("check {options} --schedule {schedule} freed.c"));
            assert_eq!(done.status, 42, "{options} {schedule}: {}{}", done.out, done.err);
            assert!(done.out.contains("freed"), "{}", done.out);
        }
    }
    // What causality orders is ordered, if races do not count.
    assert_eq!(folder.run("check handed.c").status, 42);
    assert_eq!(folder.run("check --no-race-detection handed.c").status, 0);
}

/// Two threads take two mutexes in opposite orders, and a third spins until both are done.
const CIRCLE: &str = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; atomic_int done;\n\
    void *a(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);\n\
    done++; return p; }\n\
    void *b(void *p) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);\n\
    done++; return p; }\n\
    int main(void) { pthread_t s, t; pthread_create(&s, 0, a, 0); pthread_create(&t, 0, b, 0); while (done < 2);\n\
    pthread_join(s, 0); pthread_join(t, 0); }\n";

/// A thread spins with a mutex that another wants.
const HELD: &str = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int done;\n\
    void *a(void *p) { pthread_mutex_lock(&m); while (!done); pthread_mutex_unlock(&m); return p; }\n\
    int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); pthread_mutex_lock(&m); done = 1; pthread_mutex_unlock(&m);\n\
    pthread_join(t, 0); }\n";

#[test]
fn deadlocks_are_found_beside_threads_that_spin() {
    let folder = Folder::new("passing-circle");
    folder.write("circle.c", format!("{HEADERS}{CIRCLE}")).write("held.c", format!("{HEADERS}{HELD}"));
    for options in ["", "--no-liveness", "--check deadlock"] {
        let done = folder.run(&format!("check {options} circle.c"));
        assert_eq!(done.status, 42, "{options}: {}{}", done.out, done.err);
    }
    // That a thread waits for one that spins is a loop without end; if these are not looked for, it is not
    // known what it is.
    assert_eq!(folder.run("check held.c").status, 42);
    let done = folder.run("check --no-liveness held.c");
    assert!(done.status == 3 && done.out.starts_with("bounded"), "{}{}", done.out, done.err);
}

#[test]
fn all_races_of_an_access_are_told() {
    let folder = Folder::new("passing-races");
    let text = "int x; void *a(void *p) {\nx = 1;\nreturn p; }\nvoid *b(void *p) {\nx = 2;\nreturn p; }\nint main(void) { pthread_t s, t;\n\
        pthread_create(&s, 0, a, 0); pthread_create(&t, 0, b, 0);\nx = 3;\npthread_join(s, 0); pthread_join(t, 0); }\n";
    folder.write("three.c", format!("{HEADERS}{text}"));
    let done = folder.run("check --keep-going --format json three.c");
    assert_eq!(done.status, 42, "{}", done.err);
    let document: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!(document["more_errors"].as_array().map(Vec::len), Some(2), "{}", done.out);
}

/// To start thousands of threads takes so many events that time is over on the way, also for workers.
#[test]
fn time_may_be_over_before_all_threads_have_started() {
    let folder = Folder::new("passing-many");
    let mut text = "C many\n{}\n".to_owned();
    for thread in 0..2_500 {
        text.push_str(&format!("P{thread} (atomic_int* x) {{ int r = atomic_fetch_add(x, 1); }}\n"));
    }
    let done = folder.write("many.litmus", text).run("check --threads 2 --limit-time 2 many.litmus");
    assert!(done.status == 3 && done.out.contains("limit of 2 s"), "{}{}", done.out, done.err);
}
