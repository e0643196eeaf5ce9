//! A short attack: `./x attack` makes a longer one.

use selvedge_testkit::attack::texts::Texts;

#[test]
fn damaged_inputs_are_refused_or_understood() {
    let full = std::env::var_os("SELVEDGE_FULL").is_some();
    let report = Texts::new().run(0..if full { 200_000 } else { 3_000 }).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(report.kinds.len(), 6);
    // Damage that nobody would notice is no attack.
    assert!(report.kinds["litmus"].1 > 0 && report.kinds["ll"].1 > 0 && report.kinds["kat"].1 > 0, "{report:?}");
}
