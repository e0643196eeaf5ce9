//! Threads that were started alike: search and oracle on random programs, up to which of them is which.

use std::collections::HashSet;

use selvedge_core::{Execution, Reduction, StopReason};
use selvedge_explore::{Limits, Options, Reduce, Schedule, Silent};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile, corpus, search_under};
use selvedge_testkit::compare::Complete;
use selvedge_testkit::families::{Families, Report, compare, sort};
use selvedge_testkit::fuzz::seeds;
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::random::Random;

fn agrees(model: Builtin) {
    let (mut report, seeds) = (Report::default(), seeds(100));
    for seed in seeds.clone() {
        let mut random = Random::new(seed);
        let schedule = random.pick(&[Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(seed)]);
        let recipe = Recipe { accesses: random.between(2, 4), plain: 10, assertions: random.pick(&[0, 20]) };
        let test = generate(&mut random, recipe);
        let program = Families::new(&test, &mut random);
        if let Err(difference) = compare(&program, model, schedule, &mut report) {
            panic!(
                "{} differs from the oracle (seed {seed}, {schedule:?}) on\n{test}\nwith {program:?}\n{difference}",
                model.name()
            );
        }
    }
    // A comparison that skips most programs, or only sees trivial ones, would prove little.
    assert!(report.skipped * 4 <= seeds.end - seeds.start, "{report:?}");
    assert!(report.reduced * 4 >= seeds.end - seeds.start, "{report:?}");
    assert!(report.told_apart * 50 >= seeds.end - seeds.start, "{report:?}");
    assert!(report.executions.2 > 2 * report.executions.1, "{report:?}");
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

const MODELS: [Builtin; 4] = [Builtin::Sc, Builtin::Tso, Builtin::Ra, Builtin::Rc11];

/// All executions of a program in `corpus/c/symmetry`, and whether threads were not told apart.
fn executions(name: &str, model: Builtin, symmetry: Reduce) -> (HashSet<Execution>, bool) {
    let mut machine = compile(&corpus().join(format!("symmetry/{name}.c")), "", None).expect("the program compiles");
    let options = Options { symmetry, ..Options::default() };
    let (verdict, met) = search_under(&mut machine, model, &options, Complete::default);
    assert!(verdict.violation.is_none(), "{name}: {:?}", verdict.violation);
    assert!(!met.twice && verdict.counts.complete as usize == met.found.len(), "{name}: nothing is found twice");
    (met.found, verdict.reductions.contains(&Reduction::Symmetry))
}

/// C programs: of each class one execution is met, and no other. The classes are counted by brute force: all
/// executions, each with its threads in every order.
#[test]
fn one_execution_of_each_class() {
    let names = [
        "fetch-add",
        "two-counters",
        "load-store",
        "cas-once",
        "mutex",
        "trylock",
        "ticket",
        "readers",
        "producers-consumers",
        "store-buffer",
    ];
    for name in names {
        for model in MODELS {
            let (all, _) = executions(name, model, Reduce::Never);
            let (found, reduced) = executions(name, model, Reduce::WherePossible);
            let classes: HashSet<Execution> = all.iter().map(sort).collect();
            let met: HashSet<Execution> = found.iter().map(sort).collect();
            assert!(reduced, "{name}, {}", model.name());
            assert!(classes == met, "{name}, {}: every class is met, and nothing else", model.name());
            assert_eq!(found.len(), classes.len(), "{name}, {}: once", model.name());
            assert!(classes.len() < all.len(), "{name}, {}", model.name());
        }
    }
}

/// The counts that one expects: whoever came first, it is the same; and of n readers only how many saw the
/// write.
#[test]
fn counts_of_symmetric_programs() {
    for (name, expected) in [("fetch-add", 1), ("mutex", 1), ("ticket", 1), ("readers", 5), ("two-counters", 6)] {
        for model in MODELS {
            assert_eq!(executions(name, model, Reduce::WherePossible).0.len(), expected, "{name}, {}", model.name());
        }
    }
}

/// Nodes that threads allocate have addresses that tell whose they are, so executions cannot be compared by
/// permuting threads. But no two threads do the same here, so that each class has 3! members.
#[test]
fn threads_with_memory_of_their_own_are_alike() {
    for model in MODELS {
        let (all, _) = executions("push", model, Reduce::Never);
        let (found, _) = executions("push", model, Reduce::WherePossible);
        assert_eq!((all.len(), found.len()), (6, 1), "{}", model.name());
    }
}

/// What tells threads apart keeps them apart.
#[test]
fn threads_that_differ_are_told_apart() {
    for (name, expected) in [("order-matters", 3), ("who-am-i", 2)] {
        for model in MODELS {
            let (found, reduced) = executions(name, model, Reduce::WherePossible);
            assert_eq!((found.len(), reduced), (expected, false), "{name}, {}", model.name());
        }
    }
}

/// A bug is found with and without telling threads apart.
#[test]
fn bugs_are_found() {
    for symmetry in [Reduce::Never, Reduce::WherePossible] {
        for model in MODELS {
            let file = corpus().join("symmetry/wrong-counter.c");
            let mut machine = compile(&file, "", None).expect("the program compiles");
            let options = Options { symmetry, ..Options::default() };
            let (verdict, Silent) = search_under(&mut machine, model, &options, || Silent);
            assert!(verdict.violation.is_some(), "{symmetry:?}, {}", model.name());
        }
    }
}

/// Every program with a bug in it: the same is found with and without telling threads apart.
#[test]
fn the_same_errors_are_found() {
    let mut files: Vec<_> = std::fs::read_dir(corpus().join("bugs")).expect("the corpus is there").flatten().collect();
    files.sort_by_key(std::fs::DirEntry::path);
    let (mut found, mut reduced) = (0, 0);
    for file in files.iter().map(std::fs::DirEntry::path).filter(|file| file.extension().is_some_and(|e| e == "c")) {
        for model in [Builtin::Sc, Builtin::Rc11] {
            let [plain, symmetric] = [Reduce::Never, Reduce::WherePossible].map(|symmetry| {
                let mut machine = compile(&file, "", None).expect("the program compiles");
                let limits = Limits { executions: Some(20_000), ..Limits::default() };
                let options = Options { symmetry, limits, ..Options::default() };
                search_under(&mut machine, model, &options, || Silent).0
            });
            let kinds = [&plain, &symmetric].map(|verdict| verdict.violation.as_ref().map(|violation| violation.kind));
            if plain.stop != StopReason::Exhausted && plain.violation.is_none() {
                continue;
            }
            assert_eq!(kinds[0].is_some(), kinds[1].is_some(), "{}, {}: {kinds:?}", file.display(), model.name());
            found += u32::from(kinds[0].is_some());
            reduced += u32::from(symmetric.reductions.contains(&Reduction::Symmetry));
        }
    }
    assert!(found > 100 && reduced >= 4, "{found} errors, {reduced} programs with threads that are alike");
}
