//! The C programs of `corpus/c/library`, which use the run-time library, those of `corpus/c/sizes`, which
//! access the same bytes with different sizes, and the C++ programs of `corpus/cpp`, under every model. What
//! is expected stands in each program.

use selvedge_testkit::c::corpus;
use selvedge_testkit::expect::agree;

/// To compare compilers: clang-14, zig cc, …
fn compiler() -> Option<String> {
    std::env::var("SELVEDGE_COMPILER").ok()
}

#[test]
fn programs_have_the_executions_they_argue() {
    let runs = agree(&corpus().join("library"), compiler().as_deref());
    assert!(runs > 150, "only {runs} runs");
}

#[test]
fn so_do_those_in_cpp() {
    let runs = agree(&corpus().join("../cpp"), compiler().as_deref());
    assert!(runs > 150, "only {runs} runs");
}

#[test]
fn so_do_accesses_of_different_sizes() {
    let runs = agree(&corpus().join("sizes"), compiler().as_deref());
    assert!(runs > 100, "only {runs} runs");
}
