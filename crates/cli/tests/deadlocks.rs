//! What reports say of deadlocks: what each thread waits for, and why it waits in vain.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

#[track_caller]
fn deadlock(name: &str, body: &str, headline: &str, help: Option<&str>) {
    let text = format!("#include <pthread.h>\n#include <semaphore.h>\n{body}\n");
    let done = Folder::new("deadlocks").write(&format!("{name}.c"), text).run(&format!("check {name}.c"));
    let line = done.out.lines().next().unwrap_or_default();
    assert_eq!((done.status, line), (42, format!("violated: deadlock: {headline}").as_str()), "{}", done.out);
    let found = done.out.lines().find_map(|line| line.strip_prefix("help: "));
    assert_eq!(found, help, "{}", done.out);
}

const START: &str = "pthread_t t[2]; pthread_create(&t[0], 0, one, 0); pthread_create(&t[1], 0, two, 0); \
                     pthread_join(t[0], 0); pthread_join(t[1], 0);";

#[test]
fn conditions() {
    let body = format!(
        "pthread_mutex_t m; pthread_cond_t c; int ready;\n\
         void *one(void *a) {{ pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return a; }}\n\
         void *two(void *a) {{ pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m); return a; }}\n\
         int main(void) {{ {START} }}"
    );
    let help = "change what a thread waits for while holding the mutex, and signal after that: a signal wakes only threads \
                that wait already";
    deadlock("never", &body, "T1 waits for a signal of c, and nothing is left to signal it", Some(help));
    let body = format!(
        "pthread_mutex_t m, n; pthread_cond_t c; int ready;\n\
         void *one(void *a) {{ pthread_mutex_lock(&n); pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m);\n\
         pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return a; }}\n\
         void *two(void *a) {{ pthread_mutex_lock(&n); pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c);\n\
         pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return a; }}\n\
         int main(void) {{ {START} }}"
    );
    deadlock("held", &body, "T1 waits for a signal of c, which is not signalled; T2 waits for n, which T1 holds", None);
}

#[test]
fn locks_of_threads_that_have_ended() {
    let help = Some("give a lock back on every way on which a thread ends");
    let body = format!(
        "pthread_mutex_t m; int x;\nvoid *one(void *a) {{\npthread_mutex_lock(&m);\nx = 1;\nreturn a; }}\n\
         void *two(void *a) {{ pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); return a; }}\n\
         int main(void) {{ {START} }}"
    );
    deadlock("mutex", &body, "T2 waits for m, and T1 has ended with m locked at line 5", help);
    let body = "pthread_rwlock_t l;\nvoid *one(void *a) {\npthread_rwlock_rdlock(&l); return a; }\n\
                int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0); pthread_rwlock_wrlock(&l); }";
    deadlock("rwlock", body, "T0 waits for l, and T1 has ended with l locked at line 5", help);
}

#[test]
fn semaphores_and_barriers() {
    let body = "sem_t s; int main(void) { sem_init(&s, 0, 0); sem_wait(&s); }";
    deadlock("semaphore", body, "T0 waits for semaphore s, and nothing is left to post it", None);
    let body = "pthread_barrier_t b; void *one(void *a) { pthread_barrier_wait(&b); return a; }\n\
                int main(void) { pthread_t t; pthread_barrier_init(&b, 0, 3); pthread_create(&t, 0, one, 0);\n\
                pthread_barrier_wait(&b); pthread_join(t, 0); }";
    deadlock("barrier", body, "T0 and T1 wait at b, which is for 3 threads", None);
    let body = "pthread_barrier_t b; int main(void) { pthread_barrier_init(&b, 0, 2); pthread_barrier_wait(&b); }";
    deadlock("alone", body, "T0 waits at b, which is for 2 threads, alone", None);
}

#[test]
fn threads_that_wait_for_each_other_to_end() {
    let body = "pthread_t t[2]; pthread_mutex_t m;\n\
                void *one(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_join(t[1], 0); return a; }\n\
                void *two(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_join(t[0], 0); return a; }\n\
                int main(void) { pthread_mutex_lock(&m); pthread_create(&t[0], 0, one, 0);\n\
                pthread_create(&t[1], 0, two, 0); pthread_mutex_unlock(&m); pthread_exit(0); }";
    deadlock("joins", body, "T1 waits for T2 to end; T2 waits for T1 to end", None);
}

#[test]
fn locks_that_are_taken_twice() {
    let help = Some("do not take a lock again before it is released, or make the mutex recursive");
    let body = "pthread_mutex_t m; int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); }";
    deadlock("twice", body, "T0 waits for m, which it holds itself", help);
}

/// What the machine brings of libstdc++ goes by its name in C++, and is understood as what C has.
#[test]
fn conditions_of_cpp() {
    let text = "#include <condition_variable>\n#include <mutex>\n#include <thread>\n\
        std::mutex m; struct Q { int n; std::condition_variable c; } q; bool r;\n\
        int main() { std::thread t([] { std::unique_lock<std::mutex> l(m); if (!r) q.c.wait(l); });\n\
        q.c.notify_one(); { std::lock_guard<std::mutex> l(m); r = true; } t.join(); }\n";
    let done = Folder::new("deadlocks").write("c.cpp", text).run("check c.cpp");
    let line = done.out.lines().next().unwrap_or_default();
    let said = "violated: deadlock: T1 waits for a signal of q.c, and nothing is left to signal it";
    assert_eq!((done.status, line), (42, said), "{}", done.out);
    assert!(done.out.contains("std::condition_variable::wait: U q.c: 0 -> 2 (rlx)"), "{}", done.out);
    assert!(!done.out.contains("_Z") && done.out.contains("why: T0 has signalled q.c"), "{}", done.out);
}
