//! Waiting in loops loses no outcome: programs with retry loops (`crates/vm/tests/retry`), with and without
//! it.
//!
//! An outcome is what the global variables hold when all threads have ended. The reference takes every round
//! of every loop; loops that may run for ever begin at most [`ROUNDS`] rounds in it, more than any of these
//! programs needs for its last outcome. Threads that are stopped there are joined by `main`, so what they
//! would have done is not an outcome.

use std::collections::BTreeSet;
use std::path::PathBuf;

use selvedge_core::{Searched, StopReason, ViolationKind};
use selvedge_explore::Schedule;
use selvedge_models::Builtin;
use selvedge_testkit::c::{self, Outcome, Outcomes};
use selvedge_vm::Machine;

/// Rounds that a loop may begin in the reference.
const ROUNDS: u32 = 5;

fn compile(name: &str) -> Machine {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../vm/tests/retry").join(format!("{name}.c"));
    c::compile(&file, "", None).unwrap_or_else(|why| panic!("{why}"))
}

fn search(machine: &mut Machine, model: Builtin) -> (Searched, BTreeSet<Outcome>) {
    let (verdict, outcomes) = c::search_with(machine, model, Schedule::WritesFirst, Outcomes::default);
    (verdict, outcomes.seen)
}

/// Programs in which nothing goes wrong, and whether some of their rounds are idle: then there are fewer
/// executions.
const RIGHT: &[(&str, bool)] = &[
    ("add", true),
    ("add-reload", true),
    ("weaker", false),
    ("stronger", true),
    ("max", true),
    ("count", false),
    ("first", false),
    ("decided", false),
    ("push", true),
    ("push-pop", true),
    ("peek", false),
    ("elsewhere", false),
    ("two", true),
    ("fence", true),
    ("seqlock", true),
    ("lock", true),
    ("ticket", true),
    ("list", true),
    ("queue", true),
    ("poll", true),
    ("right-race", true),
    ("section", true),
    ("section-held", true),
    ("section-late", true),
    ("undo", true),
    ("undo-shared", true),
];

#[test]
fn no_outcome_is_lost() {
    for (name, idle) in RIGHT.iter().copied() {
        let (mut waits, mut every) = (compile(name), compile(name).without_waiting().with_unroll(ROUNDS));
        for model in Builtin::MAIN {
            let label = format!("{name} under {}", model.name());
            let (verdict, outcomes) = search(&mut waits, model);
            let (reference, expected) = search(&mut every, model);
            for verdict in [&verdict, &reference] {
                let endless = waits.endless_loop();
                assert_eq!((&verdict.stop, &verdict.violation), (&StopReason::Exhausted, &None), "{label} {endless:?}");
            }
            assert_eq!(outcomes, expected, "{label}");
            assert!(!outcomes.is_empty(), "{label}");
            assert!(verdict.bounds.is_empty(), "{label}: waiting is no bound");
            let fewer = verdict.counts.complete < reference.counts.complete;
            let cut = !reference.bounds.is_empty() || fewer;
            assert_eq!(cut, idle, "{label}: {} and {} executions", verdict.counts.complete, reference.counts.complete);
        }
    }
}

/// Programs whose rounds are seen by others, so that they may not be left out although the thread itself
/// could not tell.
const SEEN: &[&str] = &["section-tried", "undone"];

#[test]
fn rounds_that_others_see_are_taken() {
    for name in SEEN {
        let mut waits = compile(name).with_unroll(ROUNDS);
        let mut every = compile(name).without_waiting().with_unroll(ROUNDS);
        for model in Builtin::MAIN {
            let label = format!("{name} under {}", model.name());
            let (verdict, outcomes) = search(&mut waits, model);
            let (reference, expected) = search(&mut every, model);
            assert_eq!((&verdict.violation, &reference.violation), (&None, &None), "{label}");
            assert_eq!(outcomes, expected, "{label}");
            // What was seen, and what not.
            assert_eq!(outcomes.len(), 2, "{label}: {outcomes:?}");
            assert_eq!(verdict.counts.complete, reference.counts.complete, "{label}");
        }
    }
}

/// Programs in which something goes wrong in a round that leads to nothing, with what and under which models.
const WRONG: &[(&str, ViolationKind, &[&str])] = &[
    ("wrong-assert", ViolationKind::Assertion, &["sc", "tso", "ra", "rc11"]),
    ("wrong-section", ViolationKind::Race, &["sc", "tso", "ra", "rc11"]),
    // Under the first two, what is ordered by causality is ordered.
    ("wrong-race", ViolationKind::Race, &["ra", "rc11"]),
    ("wrong-race-atomic", ViolationKind::Race, &["ra", "rc11"]),
    ("wrong-free", ViolationKind::UseAfterFree, &["ra", "rc11"]),
];

#[test]
fn no_violation_is_lost() {
    for &(name, kind, models) in WRONG {
        let mut waits = compile(name);
        for model in Builtin::MAIN {
            let (verdict, _) = search(&mut waits, model);
            let expected = models.contains(&model.name()).then_some(kind);
            assert_eq!(verdict.violation.map(|violation| violation.kind), expected, "{name} under {}", model.name());
            assert!(expected.is_some() || verdict.stop == StopReason::Exhausted, "{name} under {}", model.name());
        }
    }
}
