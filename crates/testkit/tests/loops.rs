//! Waiting in loops loses no outcome and no violation of random programs (`crates/testkit/src/loops.rs`).
//!
//! This test compiles: it needs clang or zig. `./x test` sees to that.

use selvedge_models::Builtin;
use selvedge_testkit::loops::fuzz;

/// How many programs are compared. `./x test --full` takes more.
fn programs() -> u64 {
    if std::env::var_os("SELVEDGE_FULL").is_some() { 5_000 } else { 200 }
}

#[test]
fn waiting_makes_no_difference() {
    let report = fuzz(&Builtin::MAIN, programs(), 1).unwrap_or_else(|disagreement| panic!("{disagreement}"));
    // The comparison is worth something only if most programs wait somewhere and end in several ways.
    assert!(report.programs > 3 * programs(), "{report:?}");
    assert!(report.cut > programs() / 2 && report.outcomes > 4 * programs(), "{report:?}");
    assert!(report.violations > programs() / 8, "{report:?}");
}
