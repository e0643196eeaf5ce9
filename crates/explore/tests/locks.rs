//! Threads that lose locks are taken back (`reduce/awaits.rs`): the executions are the same as without that,
//! and each is met once.
//!
//! Each program is four of the threads below. Some take a lock and block where another one has it; some would
//! go on if they found something else there; some write to it unasked.

use selvedge_core::{Execution, Model, Reduction};
use selvedge_explore::{Finding, Finished, Liveness, Observer, Options, Reduce, RunEnd, Schedule, explore};
use selvedge_litmus::Litmus;
use selvedge_models::{Rc11, Sc};

const LOSERS: usize = 3;
const THREADS: [&str; 9] = [
    "int e = 0; atomic_compare_exchange_strong(l, &e, 1); assume(e != 1); atomic_store(l, 0);",
    "int e = 0; atomic_compare_exchange_strong(l, &e, 1); assume(e != 1);",
    "int r = atomic_load_explicit(x, memory_order_relaxed); int e = 0; atomic_compare_exchange_strong(l, &e, 1); assume(e != 1); atomic_store(l, 0);",
    "int e = 2; atomic_compare_exchange_strong(l, &e, 0);",
    "atomic_store(l, 0);",
    "int r = atomic_load_explicit(x, memory_order_relaxed); if (r) atomic_store_explicit(l, 2, memory_order_relaxed);",
    "int r = atomic_load_explicit(x, memory_order_relaxed); if (r == 0) { int e = 0; atomic_compare_exchange_strong(l, &e, 2); }",
    "atomic_store_explicit(x, 1, memory_order_relaxed);",
    "atomic_store_explicit(l, 0, memory_order_relaxed); atomic_store_explicit(x, 1, memory_order_relaxed);",
];

/// All selections of four threads of which two may lose, in order.
fn selections() -> Vec<[usize; 4]> {
    let all = THREADS.len();
    let digits = |number: usize| [number / all.pow(3), number / all.pow(2) % all, number / all % all, number % all];
    let is_one = |digits: &[usize; 4]| digits.is_sorted() && digits[1] < LOSERS;
    (0..all.pow(4)).map(digits).filter(is_one).collect()
}

/// The complete executions that were met, those that were met again included.
#[derive(Default)]
struct Met(Vec<Execution>);

impl Observer<Litmus> for Met {
    fn finished(&mut self, run: &Finished<'_, Litmus>) -> Option<Finding> {
        if run.end() == RunEnd::Complete {
            self.0.push(run.execution().renumbered());
        }
        None
    }

    fn started_again(&mut self) {
        self.0.clear();
    }
}

/// What a search meets, and whether a thread has lost a lock.
fn met<M: Model>(litmus: &Litmus, model: M, schedule: Schedule, awaits: Reduce) -> (Vec<Execution>, bool) {
    let mut observer = Met::default();
    let options = Options { schedule, awaits, liveness: Liveness::Ignore, ..Options::default() };
    let found = explore(litmus, model, &options, &mut observer);
    assert!(found.violation.is_none(), "{:?}", found.violation);
    observer.0.sort();
    (observer.0, found.reductions.contains(&Reduction::Awaits))
}

/// Compares a search with one in which no thread loses a lock. Whether any does.
fn compare<M: Model>(text: &str, model: &M, schedule: Schedule) -> bool {
    let litmus = selvedge_litmus::parse("locks.litmus", text).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    let [(with, is_used), (without, _)] =
        [Reduce::WherePossible, Reduce::Never].map(|awaits| met(&litmus, model.clone(), schedule, awaits));
    assert!(with == without, "{schedule:?}: {} executions instead of {}\n{text}", with.len(), without.len());
    is_used
}

#[test]
fn a_lock_that_is_lost_makes_no_difference() {
    let (mut searches, mut used) = (0, 0);
    for selection in selections() {
        for initial in [0, 2] {
            let body = |(number, thread): (usize, usize)| {
                format!("P{number} (atomic_int* l, atomic_int* x) {{ {} }}\n", THREADS[thread])
            };
            let bodies: String = selection.into_iter().enumerate().map(body).collect();
            let text = format!("C locks\n{{ l = {initial}; }}\n{bodies}exists (l=0)");
            for schedule in [Schedule::WritesFirst, Schedule::LeftToRight] {
                used += usize::from(compare(&text, &Sc::default(), schedule));
                used += usize::from(compare(&text, &Rc11::default(), schedule));
                searches += 2;
            }
        }
    }
    assert!(used > searches / 6, "{used} of {searches}");
}
