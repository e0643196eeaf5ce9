//! What the public interface concludes: as `selvedge-check` says, and as the command does.
//!
//! The programs are those for which a search alone concludes too much. Some of these tests compile: they need clang or zig.

use std::path::PathBuf;

use selvedge_check::{Conclusion, Verdict, check};
use selvedge_core::{Bound, StopReason, ViolationKind};
use selvedge_explore::{Limits, Options, Silent};
use selvedge_llvm::vm::Machine;
use selvedge_models::{Rc11, Sc};
use selvedge_testkit::any_model::AnyModel;
use selvedge_testkit::c::{compile, compile_text};

fn retry(name: &str) -> Machine {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../llvm/tests/retry").join(format!("{name}.c"));
    compile(&file, "", None).unwrap_or_else(|why| panic!("{why}"))
}

fn under_rc11(mut machine: Machine) -> Verdict {
    check(&mut machine, AnyModel::new(Rc11::default()), &Options::default(), &mut Silent)
}

fn under_sc(mut machine: Machine) -> Verdict {
    check(&mut machine, AnyModel::new(Sc::default()), &Options::default(), &mut Silent)
}

/// Rounds that were cut short hide these until the program is searched again.
#[test]
fn what_only_a_second_search_shows_is_found() {
    for (name, kind, message) in [
        ("wrong-race", ViolationKind::Race, "y"),
        ("wrong-race-atomic", ViolationKind::Race, "y"),
        ("wrong-free", ViolationKind::UseAfterFree, "freed"),
    ] {
        let verdict = under_rc11(retry(name));
        assert_eq!(verdict.conclusion(), Conclusion::Violated, "{name}");
        let violation = verdict.violation().expect("a violation");
        assert_eq!(violation.kind, kind, "{name}: {}", violation.message);
        assert!(violation.message.contains(message), "{name}: {}", violation.message);
    }
}

/// A program says itself what it has left out.
#[test]
fn what_a_program_left_out_bounds_the_verdict() {
    let text = "extern int __VERIFIER_nondet_int(void);\n#include <assert.h>\n\
                int main(void) { assert(__VERIFIER_nondet_int() != 7); return 0; }\n";
    let verdict = under_sc(compile_text(text, "").expect("it compiles"));
    assert_eq!(verdict.conclusion(), Conclusion::Bounded);
    assert!(verdict.bounds().iter().any(|bound| matches!(bound, Bound::FixedInputs(_))), "{:?}", verdict.bounds());
}

/// These are searched again without an end, and say so.
#[test]
fn what_does_not_end_is_inconclusive() {
    let limits = Limits { graph_size: 1_000, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    for name in ["undone", "section-tried"] {
        let verdict = check(&mut retry(name), AnyModel::new(Sc::default()), &options, &mut Silent);
        assert_eq!(verdict.conclusion(), Conclusion::Inconclusive, "{name}: {:?}", verdict.stop());
        assert!(matches!(verdict.stop(), StopReason::Limit(_)), "{name}: {:?}", verdict.stop());
    }
}

/// The condition of a litmus test is part of the check.
#[test]
fn a_final_condition_is_checked() {
    let text = "C SB\n{}\n\
        P0 (atomic_int* x, atomic_int* y) { atomic_store_explicit(x, 1, memory_order_relaxed); \
        int r0 = atomic_load_explicit(y, memory_order_relaxed); }\n\
        P1 (atomic_int* x, atomic_int* y) { atomic_store_explicit(y, 1, memory_order_relaxed); \
        int r0 = atomic_load_explicit(x, memory_order_relaxed); }\n\
        ~exists (0:r0=0 /\\ 1:r0=0)";
    let mut litmus = selvedge_litmus::parse("sb.litmus", text).expect("a test");
    let weak = check(&mut litmus, AnyModel::new(Rc11::default()), &Options::default(), &mut Silent);
    assert_eq!(weak.conclusion(), Conclusion::Violated);
    let violation = weak.violation().expect("a violation");
    assert_eq!(violation.kind, ViolationKind::FinalCondition);
    assert!(violation.message.contains("0:r0=0; 1:r0=0;"), "{}", violation.message);
    // All final states are there to be seen: the search went on.
    assert_eq!((weak.stop(), weak.counts().complete), (&StopReason::Exhausted, 4));
    let strong = check(&mut litmus, AnyModel::new(Sc::default()), &Options::default(), &mut Silent);
    assert_eq!((strong.conclusion(), strong.counts().complete), (Conclusion::Verified, 3));
}

/// A check forgets what another one has found out.
#[test]
fn checks_do_not_depend_on_each_other() {
    let text = "#include <stdatomic.h>\n#include <assert.h>\n#include <pthread.h>\natomic_int x, y; int r;\n\
                static void *t(void *a) { atomic_store_explicit(&x, 1, memory_order_relaxed);\n\
                r = atomic_load_explicit(&y, memory_order_relaxed); return 0; }\n\
                int main(void) { pthread_t h; pthread_create(&h, 0, t, 0);\n\
                atomic_store_explicit(&y, 1, memory_order_relaxed);\n\
                int mine = atomic_load_explicit(&x, memory_order_relaxed);\n\
                pthread_join(h, 0); assert(mine || r); return 0; }\n";
    let mut machine = compile_text(text, "").expect("it compiles");
    let mut conclude = |model: AnyModel<'_>| check(&mut machine, model, &Options::default(), &mut Silent).conclusion();
    for _ in 0..2 {
        assert_eq!(conclude(AnyModel::new(Rc11::default())), Conclusion::Violated);
        assert_eq!(conclude(AnyModel::new(Sc::default())), Conclusion::Verified);
    }
}
