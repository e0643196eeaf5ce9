//! Limits on time, with a clock that the test sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use selvedge_core::{Counts, Limit, Program, StopReason};
use selvedge_explore::{Clock, Observer, Options, Silent, explore};
use selvedge_models::Rc11;

const TEXT: &str = "C counter
{}
P0 (atomic_int* x) { atomic_fetch_add(x, 1); atomic_fetch_add(x, 1); atomic_fetch_add(x, 1); }
P1 (atomic_int* x) { atomic_fetch_add(x, 1); atomic_fetch_add(x, 1); atomic_fetch_add(x, 1); }
P2 (atomic_int* x) { atomic_fetch_add(x, 1); atomic_fetch_add(x, 1); atomic_fetch_add(x, 1); }
";

fn options(clock: &Arc<AtomicU64>) -> Options {
    let mut options = Options { clock: Clock::Set(clock.clone()), ..Options::default() };
    options.limits.time = Some(Duration::from_secs(60));
    options
}

/// Lets an hour pass when it is first told how far the search is.
struct Sleeper(Arc<AtomicU64>);

impl<P: Program> Observer<P> for Sleeper {
    fn started_again(&mut self) {}

    fn tick(&mut self, _: &Counts, _: f64) {
        self.0.store(3_600_000_000_000, Ordering::Relaxed);
    }
}

#[test]
fn time_that_does_not_pass_is_not_over() {
    let program = selvedge_litmus::parse("counter.litmus", TEXT).expect("a test");
    let found = explore(&program, Rc11::default(), &options(&Arc::default()), &mut Silent);
    assert_eq!((found.stop, found.counts.complete, found.seconds), (StopReason::Exhausted, 1680, 0.0));
}

#[test]
fn time_that_is_over_ends_the_search() {
    let program = selvedge_litmus::parse("counter.litmus", TEXT).expect("a test");
    let clock = Arc::default();
    let found = explore(&program, Rc11::default(), &options(&clock), &mut Sleeper(clock.clone()));
    assert_eq!(found.stop, StopReason::Limit(Limit::Seconds(60)));
    assert!(found.counts.complete < 1680 && found.seconds == 3600.0, "{:?}", found.counts);
}
