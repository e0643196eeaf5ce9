//! Random programs hang iff a check says so (`crates/testkit/src/hangs.rs`).
//!
//! This test compiles: it needs clang or zig. `./x test` sees to that.

use selvedge_models::Builtin;
use selvedge_testkit::hangs::fuzz;

/// How many programs are compared. `./x test --full` takes more.
fn programs() -> u64 {
    if std::env::var_os("SELVEDGE_FULL").is_some() { 10_000 } else { 400 }
}

#[test]
fn programs_hang_iff_a_check_says_so() {
    let report = fuzz(&Builtin::MAIN, programs(), 1).unwrap_or_else(|disagreement| panic!("{disagreement}"));
    // The comparison is worth something only if many programs hang, many do not, and it is mostly known.
    assert!(report.hanging > programs() && report.hanging < 3 * programs(), "{report:?}");
    assert!(report.dead > programs() / 20 && report.undecided < programs(), "{report:?}");
}

/// One holds a lock between its rounds and lets it go in the middle of each; another takes it in the middle
/// of its own. In the memory that is left, the second could not take its round.
#[test]
fn rounds_that_need_others_in_the_middle_of_theirs() {
    let report = fuzz(&Builtin::MAIN, 1, 1851).unwrap_or_else(|disagreement| panic!("{disagreement}"));
    assert_eq!((report.hanging, report.undecided), (Builtin::MAIN.len() as u64, 0));
}

/// Both hold a lock between their rounds: whoever does not have it at the end waits for it, in the middle of
/// a round.
#[test]
fn who_waits_for_a_lock_may_go_round_with_it() {
    let report = fuzz(&Builtin::MAIN, 1, 101_754).unwrap_or_else(|disagreement| panic!("{disagreement}"));
    assert_eq!((report.hanging, report.undecided), (Builtin::MAIN.len() as u64, 0));
}
