//! Memory does not grow with the number of executions, and neither does what has to be interpreted.
//!
//! One of these tests compiles: it needs clang or zig. `./x test` sees to that.

use selvedge_core::ReadOrdering as R;
use selvedge_core::WriteOrdering as W;
use selvedge_explore::{Options, Silent};
use selvedge_models::{Builtin, Rc11, Sc};
use selvedge_testkit::c::{compile, corpus, search};
use selvedge_testkit::programs as p;
use selvedge_testkit::searched::explore;

#[test]
fn memory_is_bounded_by_the_program_and_not_by_its_executions() {
    let options = Options::default();
    let small = explore(&p::writers(4), Rc11::default(), &options, &mut Silent).counts;
    let large = explore(&p::writers(8), Rc11::default(), &options, &mut Silent).counts;
    assert_eq!((small.complete, large.complete), (120, 362_880));
    assert!(large.peak_bytes < 64 * 1024, "{} bytes for 362,880 executions", large.peak_bytes);
    assert!(large.peak_bytes < 4 * small.peak_bytes, "{} bytes, then {}", small.peak_bytes, large.peak_bytes);
}

#[test]
fn a_small_trie_finds_the_same_executions() {
    let program = p::fib(5, R::Relaxed, W::Relaxed);
    let unlimited = explore(&program, Sc::default(), &Options::default(), &mut Silent).counts;
    let options = Options { trie_bytes: 100_000, ..Options::default() };
    let limited = explore(&program, Sc::default(), &options, &mut Silent).counts;
    assert_eq!((limited.complete, limited.blocked), (unlimited.complete, unlimited.blocked));
    assert!(limited.interpreted > unlimited.interpreted, "nothing was evicted");
    assert!(limited.peak_bytes < unlimited.peak_bytes / 2);
}

/// A thread that waits, is woken and waits again comes back to states that it has been in, however often it
/// was woken before. It did not as long as it counted all that it had ever done: then 27,956 steps of parker
/// with six rounds were interpreted.
#[test]
fn threads_that_wait_come_back_to_the_same_states() {
    let parked = |rounds: u32| {
        let compiled = compile(&corpus().join("bench/parker.c"), &format!("-DN={rounds}"), None).expect("it compiles");
        search(&mut compiled.with_unroll(rounds + 2), Builtin::Sc).counts
    };
    let (few, many) = (parked(3), parked(6));
    assert_eq!((few.complete, many.complete), (117, 27_284));
    assert!(many.interpreted < 8 * few.interpreted, "{} steps, then {}", few.interpreted, many.interpreted);
    assert!(many.interpreted < 1_000, "{} steps are interpreted", many.interpreted);
}
