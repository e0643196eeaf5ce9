//! Programs that mean the same have the same executions, and as many (`crates/testkit/src/variants.rs`).
//!
//! This test compiles: it needs clang or zig. `./x test` sees to that.

use selvedge_models::Builtin;
use selvedge_testkit::variants::{Variant, compare};

const MODELS: [Builtin; 3] = [Builtin::Sc, Builtin::Tso, Builtin::Rc11];

#[test]
fn what_means_the_same_counts_the_same() {
    let programs = if std::env::var_os("SELVEDGE_FULL").is_some() { 300 } else { 30 };
    let report = compare(&MODELS, programs, 1).unwrap_or_else(|disagreement| panic!("{disagreement}"));
    println!("{report:?}");
    // Most programs are right and not too large: the others say little.
    let most = programs * (Variant::OTHERS.len() * MODELS.len()) as u64;
    assert!(report.pairs > most * 3 / 4 && report.violations < most / 3, "{report:?}");
    assert!(report.executions > 20 * report.pairs, "{report:?}");
}
