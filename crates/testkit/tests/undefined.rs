//! Undefined behaviour, kind by kind: the C programs of `corpus/c/undefined`. What is expected of each stands
//! in it.

use selvedge_testkit::c::corpus;
use selvedge_testkit::expect::agree;

#[test]
fn programs_are_undefined_where_they_say() {
    let runs = agree(&corpus().join("undefined"), None);
    assert!(runs > 60, "only {runs} runs");
}
