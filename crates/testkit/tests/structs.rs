//! What is undefined in a struct stays so wherever it is moved, and nothing else does
//! (`crates/testkit/src/structs.rs`).
//!
//! This test compiles: it needs clang or zig. `./x test` sees to that.

use selvedge_testkit::structs::fuzz;

/// How many programs are compared. `./x test --full` takes more.
fn programs() -> u64 {
    if std::env::var_os("SELVEDGE_FULL").is_some() { 20_000 } else { 1_000 }
}

#[test]
fn each_byte_is_as_defined_as_it_should_be() {
    let undefined = fuzz(programs(), 1).unwrap_or_else(|disagreement| panic!("{disagreement}"));
    // The comparison is worth something only if both happen often.
    assert!(undefined > programs() / 5 && undefined < programs() * 4 / 5, "{undefined}");
}
