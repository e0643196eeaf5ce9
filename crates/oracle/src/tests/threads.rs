//! Programs that start and wait for threads, and what goes wrong in programs.

use selvedge_core::execution::{End, Step};
use selvedge_core::{ThreadId, ThreadName, Value};

use super::instructions::Code;
use super::{LIMIT, counts};
use crate::{Axioms, Findings, TooLarge, executions, findings};

fn found(code: &Code) -> [Findings; 4] {
    Axioms::ALL.map(|axioms| findings(code, axioms, LIMIT).expect("the program is small"))
}

const SAFE: Findings = Findings { racy: false, fails: false, invalid_join: false };
const RACY: Findings = Findings { racy: true, ..SAFE };
const FAILS: Findings = Findings { fails: true, ..SAFE };
const INVALID_JOIN: Findings = Findings { invalid_join: true, ..SAFE };

#[test]
fn creation_and_join_order_plain_accesses() {
    let code = Code::with_initial(
        "WN x 1; SPAWN t 1; JOIN r t; RN a x; ASSERT a==2 && r==7 || RN b x; ASSERT b==1; WN x 2; RETURN 7",
        1,
    );
    assert_eq!(counts(&code), [1; 4]);
    assert_eq!(found(&code), [SAFE; 4]);
    let execution = executions(&code, Axioms::Rc11, LIMIT).unwrap().into_iter().next().unwrap();
    let [main, child] = &execution.threads[..] else { panic!("two threads") };
    assert_eq!((&main.name, main.id), (&ThreadName(vec![0]), ThreadId(0)));
    assert_eq!((&child.name, child.id), (&ThreadName(vec![0, 0]), ThreadId(1)));
    assert_eq!(main.steps[1], Step::Spawn { child: 1 });
    assert_eq!(main.steps[2], Step::Join { child: 1, value: Value(7) });
    assert_eq!(child.end, End::Finished(Value(7)));
}

#[test]
fn creation_orders_even_an_empty_thread() {
    // x is written before the empty thread starts and read after it was seen to end, by others.
    let code =
        Code::with_initial("W x 1 rlx; SPAWN t 1; W y t rlx || RETURN 0 || R t y rlx; ?t JOIN r t; R a x rlx", 1);
    assert_eq!(counts(&code), [1; 4], "the third thread is not started");
    let code =
        Code::with_initial("W x 1 rlx; SPAWN t 2; W y t rlx || R t y rlx; ?t JOIN r t; R a x rlx || RETURN 0", 2);
    // Reads y: 0 and then x in {0, 1}; or the id and then x is 1, although y is relaxed.
    assert_eq!(counts(&code), [3; 4]);
}

#[test]
fn store_buffering_with_created_threads() {
    let code = Code::with_initial(
        "SPAWN s 1; SPAWN t 2; JOIN u s; JOIN u t || W x 1 rlx; R a y rlx || W y 1 rlx; R b x rlx",
        1,
    );
    assert_eq!(counts(&code), [3, 4, 4, 4]);
    // The main thread is one side.
    let code = Code::with_initial("SPAWN t 1; W x 1 rlx; R a y rlx || W y 1 rlx; R b x rlx", 1);
    assert_eq!(counts(&code), [3, 4, 4, 4]);
    let code = Code::with_initial("W x 1 rlx; SPAWN t 2; R a y rlx || W y 1 rlx; F sc; R b x rlx || RETURN 0", 2);
    assert_eq!(counts(&code), [3, 4, 4, 4], "creation is ordered after the store, the load is not after creation");
}

#[test]
fn a_thread_waits_for_a_thread_it_was_told_of() {
    // W+JW of GenMC's suite.
    let code = Code::with_initial(
        "SPAWN t 1; W p t rlx; SPAWN u 2; JOIN r u || W x 42 rlx || R t p rlx; JOIN r t; R a x rlx; ASSERT a==42; W y 42 rlx",
        1,
    );
    assert_eq!(counts(&code), [1; 4]);
    assert_eq!(found(&code), [SAFE; 4]);
}

#[test]
fn ids_belong_to_the_parent_and_the_number_of_the_child() {
    let code = Code::with_initial("R a x rlx; ?a SPAWN s 2; SPAWN t 3 || W x 1 rlx || RETURN 1 || RETURN 2", 2);
    let ids: Vec<Vec<(u32, u32)>> = executions(&code, Axioms::Sc, LIMIT)
        .unwrap()
        .iter()
        .map(|execution| execution.threads.iter().map(|thread| (thread.id.0, thread.spawn.entry)).collect())
        .collect();
    // Sorted by name: the children of thread 0 come before thread 1.
    assert!(ids.contains(&vec![(0, 0), (2, 3), (1, 1)]), "{ids:?}");
    assert!(ids.contains(&vec![(0, 0), (2, 2), (3, 3), (1, 1)]), "{ids:?}");
    assert_eq!(ids.len(), 2);
}

#[test]
fn invalid_joins_are_found() {
    assert_eq!(found(&Code::new("JOIN r 9")), [INVALID_JOIN; 4]);
    assert_eq!(found(&Code::with_initial("SPAWN t 1; JOIN r t; JOIN r t || RETURN 0", 1)), [INVALID_JOIN; 4]);
    let by_two = Code::with_initial("SPAWN t 2; W p t rlx; JOIN r t || R t p rlx; ?t JOIN r t || RETURN 0", 2);
    assert_eq!(found(&by_two), [INVALID_JOIN; 4]);
    assert_eq!(counts(&by_two), [1; 4]);
}

#[test]
fn waiting_for_ever_is_not_complete() {
    let code = Code::new("JOIN r 1 || JOIN r 0");
    assert_eq!((counts(&code), found(&code)), ([0; 4], [SAFE; 4]));
}

#[test]
fn races_depend_on_the_model() {
    assert_eq!(found(&Code::new("WN x 1 || RN a x")), [RACY; 4]);
    assert_eq!(found(&Code::new("WN x 1 || W x 2 rlx")), [RACY; 4]);
    assert_eq!(found(&Code::new("RN a x || RN b x || W y 1 rlx")), [SAFE; 4]);
    let mp = |w, r| found(&Code::new(&format!("WN x 1; W y 1 {w} || R a y {r}; ?a RN b x")));
    assert_eq!(mp("rel", "acq"), [SAFE; 4]);
    assert_eq!(mp("rlx", "acq"), [SAFE, SAFE, RACY, RACY], "any rf synchronises under sc and tso");
    assert_eq!(mp("rel", "rlx"), [SAFE, SAFE, RACY, RACY]);
    // Only in executions that are not complete.
    let blocked = Code::new("WN x 1; ASSUME 0 || RN a x");
    assert_eq!((counts(&blocked), found(&blocked)), ([0; 4], [RACY; 4]));
}

#[test]
fn failures_are_those_of_consistent_executions() {
    let sb = |w, r| {
        found(&Code::new(&format!(
            "W x 1 {w}; R a y {r}; W p 1+a rlx || W y 1 {w}; R b x {r}; R c p acq; ASSERT !(b==0 && c==1)"
        )))
    };
    assert_eq!(sb("rlx", "rlx"), [SAFE, FAILS, FAILS, FAILS]);
    assert_eq!(sb("sc", "sc"), [SAFE, SAFE, FAILS, SAFE]);
    let failing = Code::new("R a x rlx; ASSERT a==0 || W x 1 rlx");
    assert_eq!((counts(&failing), found(&failing)), ([1; 4], [FAILS; 4]));
}

#[test]
fn too_large_programs_are_refused() {
    let writers = ["W x 1 rlx"; 9].join(" || ");
    assert_eq!(executions(&Code::new(&writers), Axioms::Ra, 1000), Err(TooLarge::Limit));
    for instruction in ["W x 1 rlx", "R a x rlx", "F sc"] {
        let long = [instruction; 70].join("; ");
        assert_eq!(executions(&Code::new(&long), Axioms::Ra, 1000), Err(TooLarge::Events));
    }
}
