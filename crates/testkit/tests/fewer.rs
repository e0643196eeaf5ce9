//! Programs that once had more executions than they must have, with the number that they must.
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use selvedge_explore::{Options, Reduce, Silent};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile_text, search_under};

/// Threads that all run the same.
fn program(before: &str, body: &str, threads: u32) -> String {
    format!(
        "#include <pthread.h>\n#include <stdatomic.h>\n{before}\nstatic void *run(void *unused) {{ {body} return unused; }}\n\
         int main(void) {{ pthread_t t[{threads}];\n\
         for (int i = 0; i < {threads}; i++) pthread_create(&t[i], 0, run, 0);\n\
         for (int i = 0; i < {threads}; i++) pthread_join(t[i], 0); return 0; }}\n"
    )
}

fn complete(text: &str, model: Builtin) -> u64 {
    let mut machine = compile_text(text, "").unwrap_or_else(|why| panic!("{why}"));
    let options = Options { symmetry: Reduce::Never, ..Options::default() };
    let (searched, _) = search_under(&mut machine, model, &options, || Silent);
    assert_eq!(searched.violation, None);
    assert_eq!(searched.bounds, []);
    searched.counts.complete
}

/// The kernel's lock for readers and writers, taken to write: who comes too late takes back what it
/// subtracted, waits until the lock looks free, and tries again. There are as many executions as orders.
#[test]
fn who_comes_too_late_takes_back_and_waits() {
    let lock = "while (atomic_fetch_sub_explicit(&l, 1, memory_order_acquire) != 1) { \
         atomic_fetch_add_explicit(&l, 1, memory_order_relaxed); \
         while (atomic_load_explicit(&l, memory_order_relaxed) != 1); } \
         atomic_fetch_add_explicit(&l, 1, memory_order_release);";
    for model in [Builtin::Sc, Builtin::Tso, Builtin::Ra, Builtin::Rc11] {
        for (threads, orders) in [(2, 2), (3, 6), (4, 24)] {
            let text = program("static atomic_int l = 1;", lock, threads);
            assert_eq!(complete(&text, model), orders, "{} {threads}", model.name());
        }
    }
}

/// Where nobody waits, it does not matter who is told first.
#[test]
fn nobody_is_told_in_no_order() {
    let before = "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; \
         static pthread_cond_t c = PTHREAD_COND_INITIALIZER; static int n;";
    let alone = "pthread_cond_broadcast(&c);";
    let after = "pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); pthread_cond_broadcast(&c);";
    let within = "pthread_mutex_lock(&m); n++; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);";
    for model in [Builtin::Sc, Builtin::Rc11] {
        for (body, executions) in [(alone, 1), (after, 6), (within, 6)] {
            assert_eq!(complete(&program(before, body, 3), model), executions, "{} {body}", model.name());
        }
    }
}
