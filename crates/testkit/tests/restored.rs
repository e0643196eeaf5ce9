//! Threads that are alike again after a barrier: search and oracle on random programs, up to who does what
//! after it.

use selvedge_core::{Reduction, StopReason};
use selvedge_explore::{Options, Reduce, Schedule, Silent};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile, corpus, search_under};
use selvedge_testkit::fuzz::seeds;
use selvedge_testkit::random::Random;
use selvedge_testkit::teams::{Against, Report, Teams, compare};

fn agrees(model: Builtin) {
    let (mut reports, seeds) = ([Report::default(); 2], seeds(60));
    for seed in seeds.clone() {
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
    assert!(report.skipped * 4 <= seeds.end - seeds.start, "{report:?}");
    assert!(report.restored * 10 >= seeds.end - seeds.start, "{report:?}");
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

/// How many executions of a program in `corpus/c/symmetry` are met, and whether symmetry was restored.
fn executions(name: &str, flags: &str, model: Builtin, restored: Reduce) -> (u64, bool) {
    let mut machine = compile(&corpus().join(format!("symmetry/{name}.c")), flags, None).expect("the program compiles");
    let options = Options { symmetry: Reduce::WherePossible, restored, ..Options::default() };
    let (verdict, Silent) = search_under(&mut machine, model, &options, || Silent);
    assert!(verdict.violation.is_none() && verdict.stop == StopReason::Exhausted, "{name}: {verdict:?}");
    assert_eq!(verdict.counts.blocked, 0, "{name}: nobody waits for ever");
    (verdict.counts.complete, verdict.reductions.contains(&Reduction::RestoredSymmetry))
}

const MODELS: [Builtin; 5] = [Builtin::Sc, Builtin::Tso, Builtin::Pso, Builtin::Ra, Builtin::Rc11];

/// In each round but the first, threads that add one come in any order, unless they are alike again.
#[test]
fn rounds_of_additions() {
    for model in MODELS {
        for (threads, rounds) in (2..=6).flat_map(|threads| (1..=3).map(move |rounds| (threads, rounds))) {
            let flags = format!("-DN={threads} -DK={rounds}");
            let found = executions("inc-barrier", &flags, model, Reduce::WherePossible);
            assert_eq!(found, (1, true), "{flags}, {}", model.name());
            let factorial: u64 = (1..=threads).product();
            let all = factorial.pow(rounds - 1);
            if all < 1_000 {
                assert_eq!(executions("inc-barrier", &flags, model, Reduce::Never), (all, false), "{flags}");
            }
        }
    }
}

/// The other programs of paper 001 chapter 4. Three threads add to one counter and then, what they got from
/// it, to another: that these are in any order is no matter of symmetry, as each knows something else by
/// then.
#[test]
fn what_is_dead_or_equal_does_not_count() {
    for model in MODELS {
        for (name, with, without) in [("local-barrier", 6, 36), ("trick-barrier", 6, 36), ("keeps-barrier", 6, 6)] {
            let [restored, apart] =
                [Reduce::WherePossible, Reduce::Never].map(|restored| executions(name, "", model, restored));
            assert_eq!(restored, (with, with < without), "{name}, {}", model.name());
            assert_eq!(apart, (without, false), "{name}, {}", model.name());
        }
    }
}

/// A thread that has made a release before the barrier, or stands after a fence, is not like one that has
/// not: what others learn from its relaxed writes differs.
#[test]
fn what_was_released_before_counts() {
    for model in [Builtin::Ra, Builtin::Rc11] {
        for flags in ["", "-DFENCE"] {
            let [(found, restored), (all, _)] = [Reduce::WherePossible, Reduce::Never]
                .map(|restored| executions("released-barrier", flags, model, restored));
            assert_eq!((found, restored), (all, false), "{flags}, {}", model.name());
        }
    }
}
