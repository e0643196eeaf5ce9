//! Atomic sections are one step to all threads, on random programs.

use selvedge_testkit::sections::fuzz;

#[test]
fn sections_are_one_step() {
    let several = fuzz(150, 0).unwrap_or_else(|why| panic!("{why}"));
    assert!(several > 50, "only {several} programs have several outcomes");
}
