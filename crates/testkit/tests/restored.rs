//! Threads that are alike again after a barrier: search and oracle on random programs, up to who does what after it.

use selvedge_explore::Schedule;
use selvedge_models::Builtin;
use selvedge_testkit::random::Random;
use selvedge_testkit::teams::{Against, Report, Teams, compare};

/// How many programs per model. `./x test --full` sets the variable.
fn programs() -> u64 {
    std::env::var("SELVEDGE_FUZZ_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

fn agrees(model: Builtin) {
    let mut reports = [Report::default(); 2];
    let first = std::env::var("SELVEDGE_FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    for seed in first..first + programs() {
        let mut random = Random::new(seed);
        let schedule = random.pick(&[Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(seed)]);
        // The oracle takes much longer, and few programs are small enough for it.
        let (against, accesses) = match random.chance(10) {
            true => (Against::Oracle, 2),
            false => (Against::Itself, random.between(2, 5)),
        };
        let program = Teams::new(&mut random, accesses);
        let report = &mut reports[usize::from(against == Against::Itself)];
        if let Err(difference) = compare(&program, model, schedule, against, report) {
            let tests: String = program.tests.iter().map(ToString::to_string).collect();
            panic!(
                "{} differs from {against:?} (seed {seed}, {schedule:?}) on\n{tests}\nwith {program:?}\n{difference}",
                model.name()
            );
        }
    }
    // A comparison that skips most programs, or only sees trivial ones, would prove little.
    let [_, report] = reports;
    assert!(report.skipped * 4 <= programs(), "{report:?}");
    assert!(report.restored * 10 >= programs(), "{report:?}");
    assert!(report.executions.1 > 2 * report.executions.0, "{report:?}");
}

#[test]
fn sc_agrees() {
    agrees(Builtin::Sc);
}

#[test]
fn tso_agrees() {
    agrees(Builtin::Tso);
}

#[test]
fn pso_agrees() {
    agrees(Builtin::Pso);
}

#[test]
fn ra_agrees() {
    agrees(Builtin::Ra);
}

#[test]
fn rc11_agrees() {
    agrees(Builtin::Rc11);
}
