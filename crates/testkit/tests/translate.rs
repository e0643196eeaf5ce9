//! Random litmus tests and the same as C programs: equally many executions, and the same verdicts.
//!
//! The litmus tests are compared with the oracle elsewhere, so this compares compiler driver, reader, virtual
//! machine and mutexes with it too.

use selvedge_core::{Searched, ViolationKind};
use selvedge_explore::{OnRace, Schedule, Silent};
use selvedge_litmus::Litmus;
use selvedge_litmus::ast::{Expr, Stmt, StmtKind, Test};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile, search};
use selvedge_testkit::compare::run;
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::random::Random;
use selvedge_testkit::translate::{Locks, Sizes, lock_of, translate};

/// How many tests go into one file.
const BATCH: usize = 100;

/// How many tests are compared. `./x test --full` takes more.
fn tests() -> usize {
    if std::env::var_os("SELVEDGE_FULL").is_some() { 5_000 } else { 300 }
}

fn batches(seed: u64, keep: impl Fn(&Test) -> bool, mut prepare: impl FnMut(&mut Test)) -> Vec<Vec<Test>> {
    let mut made = Vec::new();
    let mut seed = seed;
    while made.len() < tests() {
        let mut random = Random::new(seed);
        seed += 1;
        let accesses = random.pick(&[5, 6, 7, 8]);
        let mut test = generate(&mut random, Recipe { accesses, plain: 20, assertions: 30 });
        if keep(&test) {
            prepare(&mut test);
            made.push(test);
        }
    }
    made.chunks(BATCH).map(<[Test]>::to_vec).collect()
}

fn agree(name: &str, batches: &[Vec<Test>], locks: Locks, sizes: Sizes) -> (u64, usize) {
    let (mut executions, mut violations) = (0, 0);
    for (number, tests) in batches.iter().enumerate() {
        let file = std::env::temp_dir().join(format!("selvedge-{}-{name}-{number}.c", std::process::id()));
        std::fs::write(&file, translate(tests, locks, sizes)).expect("a file can be written");
        let mut machine = compile(&file, "-Wno-everything", None).unwrap_or_else(|why| panic!("{why}"));
        std::fs::remove_file(&file).expect("the file is there");
        for (index, test) in tests.iter().enumerate() {
            machine = machine.started_with(&format!("main{index}")).unwrap_or_else(|why| panic!("{why}"));
            for model in Builtin::MAIN {
                let litmus = Litmus::from_ast(test).expect("generated tests are well-formed");
                let expected = run(&litmus, model, Schedule::WritesFirst, OnRace::Report, &mut Silent);
                let found = search(&mut machine, model);
                compare(test, model, sizes, &expected, &found);
                executions += found.counts.complete;
                violations += usize::from(found.violation.is_some());
            }
        }
    }
    (executions, violations)
}

fn compare(test: &Test, model: Builtin, sizes: Sizes, expected: &Searched, found: &Searched) {
    let program = || translate(std::slice::from_ref(test), Locks::Spelt, sizes);
    let context = || format!("under {}\n{test}\n{}", model.name(), program());
    // An assumption that cannot be met is no deadlock, but a mutex that cannot be taken is.
    if found.violation.as_ref().is_some_and(|violation| violation.kind == ViolationKind::Deadlock) {
        return assert!(expected.counts.blocked > 0 || expected.violation.is_some(), "{}", context());
    }
    assert_eq!(expected.violation.is_some(), found.violation.is_some(), "{:?} {}", found.violation, context());
    if expected.violation.is_none() {
        assert_eq!(expected.counts.complete, found.counts.complete, "{:?} {}", found.stop, context());
    }
}

#[test]
fn c_programs_do_what_litmus_tests_do() {
    let (executions, violations) = agree("spelt", &batches(1, |_| true, |_| {}), Locks::Spelt, Sizes::Same);
    assert!(executions > 10_000, "{executions}");
    assert!(violations > 20, "{violations}");
}

/// That a location is written and read in bytes where nobody else uses it makes no difference.
#[test]
fn bytes_before_and_after_change_nothing() {
    let (executions, violations) = agree("bytes", &batches(200_000, |_| true, |_| {}), Locks::Spelt, Sizes::Bytes);
    assert!(executions > 5_000, "{executions}");
    assert!(violations > 20, "{violations}");
}

#[test]
fn mutexes_do_what_locks_do() {
    // A mutex is taken with acquire and released with release.
    let batches = batches(100_000, |test| lock_of(test).is_some(), strengthen);
    let (executions, violations) = agree("mutex", &batches, Locks::Mutex, Sizes::Same);
    assert!(executions > 2_000, "{executions}");
    assert!(violations > 0, "{violations}");
}

fn strengthen(test: &mut Test) {
    let lock = lock_of(test).expect("the test has a lock");
    for thread in &mut test.threads {
        strengthen_block(&mut thread.body, &lock);
    }
}

fn strengthen_block(block: &mut [Stmt], lock: &str) {
    use selvedge_core::{ReadOrdering, RmwOrdering, WriteOrdering};
    for stmt in block {
        match &mut stmt.kind {
            StmtKind::Store { at, ordering, .. } if at.text == lock => *ordering = WriteOrdering::Release,
            StmtKind::Declare { value: Some(Expr::CompareExchange { at, success, failure, .. }), .. }
                if at.text == lock =>
            {
                (*success, *failure) = (RmwOrdering::Acquire, ReadOrdering::Relaxed);
            }
            StmtKind::If { then, otherwise, .. } => {
                strengthen_block(then, lock);
                strengthen_block(otherwise, lock);
            }
            _ => {}
        }
    }
}
