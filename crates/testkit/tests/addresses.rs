//! Where the place of an object decides, the machine says so (`crates/testkit/src/addresses.rs`).
//!
//! This test compiles: it needs clang or zig. `./x test` sees to that.

use selvedge_testkit::addresses::fuzz;

/// How many programs are compared. `./x test --full` takes more.
fn programs() -> u64 {
    if std::env::var_os("SELVEDGE_FULL").is_some() { 20_000 } else { 1_000 }
}

#[test]
fn chance_is_not_kept_quiet_about() {
    let compared = fuzz(programs(), 1).unwrap_or_else(|disagreement| panic!("{disagreement}"));
    // The comparison is worth something only if both happen often.
    assert!(compared.by_chance > programs() / 5 && compared.by_chance < programs() * 4 / 5, "{compared:?}");
    assert!(compared.cautious < programs() / 3, "{compared:?}");
}
