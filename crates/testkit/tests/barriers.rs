//! Barriers: search and oracle on random programs, up to the order of arrivals.

use selvedge_explore::Schedule;
use selvedge_models::Builtin;
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::meetings::{Meetings, Report, compare};
use selvedge_testkit::random::Random;

/// How many programs per model. `./x test --full` sets the variable.
fn programs() -> u64 {
    std::env::var("SELVEDGE_FUZZ_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(600)
}

fn agrees(model: Builtin) {
    let mut report = Report::default();
    for seed in 0..programs() {
        let mut random = Random::new(seed);
        let schedule = random.pick(&[Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(seed)]);
        let recipe = Recipe { accesses: random.between(3, 6), plain: 20, assertions: random.pick(&[0, 20]) };
        let test = generate(&mut random, recipe);
        let program = Meetings::new(&test, &mut random);
        if let Err(difference) = compare(&program, model, schedule, &mut report) {
            panic!(
                "{} differs from the oracle (seed {seed}, {schedule:?}) on\n{test}\nwith {program:?}\n{difference}",
                model.name()
            );
        }
    }
    // A comparison that skips most programs, or only sees trivial ones, would prove little.
    assert!(report.skipped * 10 <= programs(), "{report:?}");
    assert!(report.reduced * 3 >= programs(), "{report:?}");
    assert!(report.told_apart * 50 >= programs(), "{report:?}");
    assert!(report.executions.1 > 2 * report.executions.0, "{report:?}");
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
