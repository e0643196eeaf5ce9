//! A search that goes on after violations: it meets every execution, finds every kind of error that there is,
//! and finds the same with several workers, and in parts.

use std::collections::BTreeSet;
use std::time::Duration;

use selvedge_core::{Bound, Counts, Properties, Property, Searched, Violation, ViolationKind};
use selvedge_explore::{Checkpoint, OnViolation, Options, Silent, explore_from};
use selvedge_models::Builtin;
use selvedge_testkit::any_model::AnyModel;
use selvedge_testkit::fuzz::seeds;
use selvedge_testkit::mixed::{Mixed, Report, compare_going_on};
use selvedge_testkit::random::Random;

fn agrees(model: Builtin) {
    let (mut report, seeds) = (Report::default(), seeds(60));
    let programs = seeds.end - seeds.start;
    for seed in seeds {
        let program = Mixed::new(&mut Random::new(seed));
        if let Err(difference) = compare_going_on(&program, model, &mut report) {
            let differs = |program: &Mixed| compare_going_on(program, model, &mut Report::default()).is_err();
            let small = program.clone().shrink(differs);
            let small_difference = compare_going_on(&small, model, &mut Report::default()).expect_err("it differs");
            panic!("{}, seed {seed}: {difference}\n{program:?}\nsmaller: {small_difference}\n{small:#?}", model.name());
        }
    }
    println!("{}: {report:?}", model.name());
    assert!(report.programs * 100 >= programs * 75 && report.errors * 100 >= programs * 5, "{report:?}");
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
fn rc11_agrees_with_the_oracle() {
    agrees(Builtin::Rc11);
}

fn going_on() -> Options {
    Options { on_violation: OnViolation::GoOn, ..Options::default() }
}

fn search(
    program: &Mixed,
    model: Builtin,
    options: &Options,
    from: Option<&Checkpoint>,
) -> (Searched, Option<Checkpoint>) {
    explore_from(program, AnyModel::from(model), options, &mut Silent, from).expect("a search")
}

/// What does not depend on who searches, and in how many parts.
fn lasting(searched: Searched) -> (Vec<u64>, Vec<Violation>, Vec<Bound>) {
    let Counts { complete, blocked, discarded, moot, .. } = searched.counts;
    let violations = searched.violations().cloned().collect();
    (vec![complete, blocked, discarded, moot], violations, searched.bounds)
}

/// What is written down is read again.
fn again(facts: &[(&str, String)]) -> Checkpoint {
    Checkpoint::from_facts(facts.iter().map(|(key, text)| (*key, text.as_str()))).expect("facts")
}

#[test]
fn several_workers_and_parts_find_the_same() {
    let (mut with_several, mut passed_over) = (0, 0);
    for seed in seeds(60) {
        let program = Mixed::new(&mut Random::new(seed));
        // Some kinds are looked for, others passed over.
        let properties = [Properties::default(), [Property::Assertion, Property::Deadlock].into_iter().collect()];
        for (model, properties) in [Builtin::Sc, Builtin::Rc11].into_iter().zip(properties) {
            let options = Options { properties, ..going_on() };
            let (alone, _) = search(&program, model, &options, None);
            with_several += u64::from(!alone.more_violations.is_empty());
            passed_over += u64::from(!alone.bounds.is_empty());
            let alone = lasting(alone);
            let several = Options { workers: 3, alone: Duration::ZERO, ..options.clone() };
            let (together, _) = search(&program, model, &several, None);
            assert_eq!(lasting(together), alone, "workers, seed {seed}, {}\n{program:?}", model.name());
            let mut in_parts = options.clone();
            in_parts.limits.executions = Some(3);
            let (mut searched, mut left) = search(&program, model, &in_parts, None);
            while let Some(checkpoint) = left {
                // Whoever has an answer keeps nothing for later: it has no text form.
                let read = match checkpoint.has_answer() {
                    true => checkpoint,
                    false => again(&checkpoint.facts()),
                };
                (searched, left) = search(&program, model, &in_parts, Some(&read));
            }
            assert_eq!(lasting(searched), alone, "parts, seed {seed}, {}\n{program:?}", model.name());
        }
    }
    assert!(with_several > 0 && passed_over > 5, "{with_several} {passed_over}");
}

/// What is not looked for is not found, and what is looked for is, whatever else there is.
#[test]
fn what_is_looked_for_is_found_whatever_else_there_is() {
    let mut kinds = BTreeSet::new();
    for seed in seeds(60) {
        let program = Mixed::new(&mut Random::new(seed));
        let (all, _) = search(&program, Builtin::Sc, &going_on(), None);
        for property in [Property::Race, Property::Assertion, Property::Undefined, Property::Deadlock] {
            let options = Options { properties: [property].into_iter().collect(), ..Options::default() };
            let (searched, _) = search(&program, Builtin::Sc, &options, None);
            let of = |kind: ViolationKind| Property::of(kind) == Some(property);
            let expected = all.violations().any(|violation| of(violation.kind));
            let what = format!("{property:?}, seed {seed}\n{program:?}");
            assert_eq!(searched.violation.as_ref().is_some_and(|found| of(found.kind)), expected, "{what}");
            assert_eq!(searched.violation.is_some(), expected, "{what}");
            kinds.extend(searched.violation.map(|found| found.kind));
            if !expected {
                // A program that means nothing from somewhere on is not verified, even if what is looked for
                // was not met.
                let open = |kind| !Property::of(kind).is_none_or(Property::leaves_meaning) && !of(kind);
                let met: BTreeSet<ViolationKind> =
                    all.violations().map(|violation| violation.kind).filter(|kind| open(*kind)).collect();
                let bound = Bound::OtherErrors(met.iter().copied().collect());
                assert_eq!(searched.bounds.contains(&bound), !met.is_empty(), "{what}");
            }
        }
    }
    assert!(kinds.len() > 2, "{kinds:?}");
}
