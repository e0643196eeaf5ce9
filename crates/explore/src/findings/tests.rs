//! Whatever a search finds is kept: a finding that nothing but this folder knows of comes through workers,
//! parts that are written down and read again, and searches that start again.

use std::collections::BTreeSet;
use std::time::Duration;

use selvedge_core::{StopReason, ViolationKind};
use selvedge_models::Rc11;

use super::*;
use crate::observer::{Finding, Finished};
use crate::options::{Options, Reduce};
use crate::resume::checkpoint::Checkpoint;

/// One thread takes what may be a lock from another, which makes the other wait; and then it turns out to be
/// no lock, so that the search has to start again.
const NO_LOCK: &str = "C no-lock
{}
P0 (atomic_int* x, atomic_int* y) {
  int r0 = 0;
  int r1 = atomic_compare_exchange_strong_explicit(y, &r0, 1, memory_order_relaxed, memory_order_relaxed);
  assume(r1);
  atomic_fetch_add_explicit(x, 1, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = 0;
  int r1 = atomic_compare_exchange_strong_explicit(y, &r0, 1, memory_order_relaxed, memory_order_relaxed);
  assume(r1);
  int t = spawn(P2);
  atomic_store_explicit(y, 0, memory_order_relaxed);
  atomic_fetch_add_explicit(x, 1, memory_order_relaxed);
}
P2 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 0, memory_order_relaxed);
  atomic_fetch_add_explicit(x, 1, memory_order_relaxed);
}
";

/// How often the search has started again.
#[derive(Default)]
struct Restarts(u32);

impl<P: Program> Observer<P> for Restarts {
    fn looks_at_graphs(&self) -> bool {
        false
    }

    fn started_again(&mut self) {
        self.0 += 1;
    }

    fn fork(&self) -> Option<Restarts> {
        Some(Restarts(0))
    }
}

/// Searches, from a checkpoint if there is one. What was found, how many executions, how often it started
/// again, and what is left.
fn search(options: &Options, from: Option<&Checkpoint>) -> (BTreeSet<u64>, u64, u32, Option<Checkpoint>) {
    let program = selvedge_litmus::parse("no-lock.litmus", NO_LOCK).expect("a test");
    let mut restarts = Restarts::default();
    let mut search = Search::new(&program, Rc11::default(), options, &mut restarts, options.clock.now());
    let goes_on = match from {
        Some(checkpoint) => search.take_up(checkpoint).expect("a checkpoint of this search"),
        None => {
            search.start();
            true
        }
    };
    let stop = search.visit(goes_on);
    let left = search.checkpoint(&stop, 0.0);
    assert_eq!(left.is_none(), stop == StopReason::Exhausted);
    let (found, executions) = (std::mem::take(&mut search.findings.dummy), search.counts.complete);
    drop(search);
    (found, executions, restarts.0, left)
}

fn read_again(checkpoint: &Checkpoint) -> Checkpoint {
    let facts = checkpoint.facts();
    Checkpoint::from_facts(facts.iter().map(|(key, text)| (*key, text.as_str()))).expect("its own facts")
}

#[test]
fn what_is_found_is_kept_by_workers_checkpoints_and_searches_that_start_again() {
    let without = search(&Options { awaits: Reduce::Never, ..Options::default() }, None);
    let (alone, executions, restarts, _) = search(&Options::default(), None);
    assert_eq!((&alone, executions), (&without.0, without.1), "what was found before it started again is gone");
    assert!(alone.len() > 5 && executions > 20 && restarts > 0 && without.2 == 0, "{alone:?} {executions} {restarts}");
    let several = Options { workers: 3, alone: Duration::ZERO, ..Options::default() };
    let (together, also, ..) = search(&several, None);
    assert_eq!((&together, also), (&alone, executions), "workers");
    let mut parts = Options::default();
    parts.limits.executions = Some(7);
    let (mut found, mut so_far, _, mut left) = search(&parts, None);
    let mut times = 0;
    while let Some(checkpoint) = left {
        (found, so_far, _, left) = search(&parts, Some(&read_again(&checkpoint)));
        times += 1;
    }
    assert_eq!((&found, so_far), (&alone, executions), "parts");
    assert!(times > 1, "{times}");
}

/// Finds something in every execution, and wants to see the others.
struct Finds;

impl<P: Program> Observer<P> for Finds {
    fn finished(&mut self, _: &Finished<'_, P>) -> Option<Finding> {
        let (kind, message) = (ViolationKind::FinalCondition, "this one".to_owned());
        Some(Finding { kind, message, steps: Vec::new(), go_on: true })
    }

    fn started_again(&mut self) {}
}

#[test]
fn no_checkpoint_is_read_of_a_search_that_had_its_answer() {
    let program = selvedge_litmus::parse("no-lock.litmus", NO_LOCK).expect("a test");
    let mut options = Options::default();
    options.limits.executions = Some(7);
    let mut finds = Finds;
    let mut search = Search::new(&program, Rc11::default(), &options, &mut finds, Duration::ZERO);
    search.start();
    let stop = search.visit(true);
    let left = search.checkpoint(&stop, 0.0).expect("there are more");
    assert!(left.has_answer());
    let facts = left.facts();
    let again = Checkpoint::from_facts(facts.iter().map(|(key, text)| (*key, text.as_str())));
    assert_eq!(again, Err("a violation was found before it was written".to_owned()));
}

#[test]
fn findings_are_added_up_from_the_left() {
    let findings = |facts: &[(&str, &str)]| {
        let mut findings = Findings::default();
        assert!(facts.iter().all(|(key, text)| findings.add_fact(key, text) == Some(true)), "{facts:?}");
        findings
    };
    let mut sum = findings(&[("rounds", "2"), ("loop", "1 1 a.c\nx"), ("warning", "odd\nfirst"), ("dummy", "1")]);
    let later =
        [("rounds", "2"), ("loop", "2 1 a.c\ny"), ("warning", "odd\nsecond"), ("leaves-out", ""), ("dummy", "2")];
    sum.merge(findings(&later));
    let expected = [
        ("rounds", "2"),
        ("loop", "1 1 a.c\nx"),
        ("loop", "2 1 a.c\ny"),
        ("warning", "odd\nfirst"),
        ("leaves-out", ""),
        ("dummy", "1"),
        ("dummy", "2"),
    ];
    assert_eq!(sum, findings(&expected));
    assert_eq!(sum.facts(), expected.map(|(key, text)| (key, text.to_owned())));
    assert_eq!(Findings::default().add_fact("path", "0/2"), Some(false));
    assert_eq!(Findings::default().add_fact("passed-over", "bad luck"), None);
}
