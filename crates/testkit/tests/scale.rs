//! Many threads: what a search costs grows with the number of events, and little faster.
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use std::time::Instant;

use selvedge_core::StopReason;
use selvedge_explore::{Limits, Options, Reduce, Silent};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile_text, search_under};

/// Threads that meet at a barrier several times.
const ROUNDS: &str = "
#include <pthread.h>
static pthread_barrier_t barrier;
static void *run(void *unused) {
    for (int round = 0; round < ROUNDS; round++) pthread_barrier_wait(&barrier);
    return unused;
}
int main(void) {
    static pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, 0, THREADS);
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, run, 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
    return 0;
}";

/// Each thread is created and joined by `main`, which writes and reads its name, starts and ends: six events.
/// In each round it looks at the barrier, arrives (an update is two events) and leaves. `main` starts and
/// ends, and initialises the barrier (three parts).
fn meet(threads: u64, rounds: u64, model: Builtin) -> f64 {
    let mut machine = compile_text(ROUNDS, &format!("-DTHREADS={threads} -DROUNDS={rounds}")).expect("it compiles");
    let limits = Limits { graph_size: 1_000_000, ..Limits::default() };
    let options = Options { symmetry: Reduce::WherePossible, limits, ..Options::default() };
    let started = Instant::now();
    let (verdict, _) = search_under(&mut machine, model, &options, || Silent);
    let seconds = started.elapsed().as_secs_f64();
    let counts = verdict.counts;
    let what = format!("{threads} threads, {rounds} rounds, {}: {seconds:.1} s, {counts:?}", model.name());
    assert_eq!((verdict.stop, verdict.violation), (StopReason::Exhausted, None), "{what}");
    assert_eq!((counts.complete, counts.blocked), (1, 0), "{what}");
    let events = threads * (6 + 4 * rounds) + 5;
    assert_eq!(counts.largest_graph, events + 1, "{what}");
    assert!(counts.peak_bytes < 4_000 * events, "{what}");
    seconds
}

/// With a lane for each thread in each clock, an event would take 16,000 bytes under `sc` and 48,000 under
/// `ra`.
#[test]
fn memory_does_not_grow_with_the_square() {
    for model in [Builtin::Sc, Builtin::Tso, Builtin::Rc11] {
        let seconds = meet(2_000, 2, model);
        assert!(seconds < 20.0, "{}: {seconds} s", model.name());
    }
}

/// Issue 6: 10⁴ threads and 10 rounds. The tests are built with assertions, and others may use the machine.
#[test]
fn ten_thousand_threads_meet_ten_times() {
    if std::env::var_os("SELVEDGE_FULL").is_none() {
        return;
    }
    for model in [Builtin::Sc, Builtin::Tso, Builtin::Rc11] {
        let seconds = meet(10_000, 10, model);
        assert!(seconds < 60.0, "{}: {seconds} s", model.name());
    }
}
