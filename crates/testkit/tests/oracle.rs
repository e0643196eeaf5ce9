//! The search against the oracle on random programs: same set of executions, none twice, the graph
//! well-formed after every step, and restored bit for bit by going back. `./x fuzz` runs more of them.

use selvedge_models::Builtin;
use selvedge_testkit::fuzz::{fuzz, seeds};

fn agrees(model: Builtin) {
    let seeds = seeds(2_000);
    let programs = seeds.end - seeds.start;
    let report = fuzz(model, programs, seeds.start).unwrap_or_else(|counterexample| panic!("{counterexample}"));
    // A comparison that skips most programs, or only sees trivial ones, would prove little.
    assert!(report.skipped * 50 <= programs, "{report:?}");
    assert!(report.executions > 10 * programs, "{report:?}");
    assert!(report.violations > programs / 50, "{report:?}");
}

#[test]
fn sc_agrees_with_the_oracle() {
    agrees(Builtin::Sc);
}

#[test]
fn tso_agrees_with_the_oracle() {
    agrees(Builtin::Tso);
}

#[test]
fn ra_agrees_with_the_oracle() {
    agrees(Builtin::Ra);
}

#[test]
fn rc11_agrees_with_the_oracle() {
    agrees(Builtin::Rc11);
}
