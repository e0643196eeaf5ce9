//! Barriers: search and oracle on random programs, up to the order of arrivals.

use selvedge_core::Counts;
use selvedge_explore::{Options, Reduce, Schedule, Silent};
use selvedge_kat::Interpreter;
use selvedge_models::{Builtin, Rc11, texts};
use selvedge_testkit::fuzz::seeds;
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::meetings::{Meetings, Report, compare, compare_with_itself};
use selvedge_testkit::random::Random;
use selvedge_testkit::script::Script;
use selvedge_testkit::searched::explore;
use selvedge_testkit::texts::model;

fn agrees(model: Builtin) {
    let (mut report, seeds) = (Report::default(), seeds(600));
    for seed in seeds.clone() {
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
    assert!(report.skipped * 10 <= seeds.end - seeds.start, "{report:?}");
    assert!(report.reduced * 3 >= seeds.end - seeds.start, "{report:?}");
    assert!(report.told_apart * 50 >= seeds.end - seeds.start, "{report:?}");
    assert!(2 * report.executions.1 > 3 * report.executions.0, "{report:?}");
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

/// The models of which the oracle has no axioms.
#[test]
fn models_from_texts_agree_with_themselves() {
    let has_axioms = |name: &str| Builtin::MAIN.iter().any(|model| model.name() == name);
    for text in texts::models().filter(|text| !has_axioms(text.name)) {
        let interpreter = Interpreter::vouched(model(text.name)).expect("built-in models can be used");
        let (mut found, mut all) = (0, 0);
        for seed in seeds(100) {
            let mut random = Random::new(seed);
            let accesses = random.between(3, 5);
            let test = generate(&mut random, Recipe { accesses, plain: 20, assertions: 0 });
            let program = Meetings::new(&test, &mut random);
            match compare_with_itself(&program, interpreter.clone()) {
                Ok(counts) => {
                    let (fewer, more) = counts.unwrap_or_default();
                    (found, all) = (found + fewer, all + more);
                }
                Err(difference) => {
                    panic!("{}: seed {seed}\n{test}\nwith {program:?}\n{difference}", text.name)
                }
            }
        }
        assert!(found > 100 && all > found + 100, "{}: {found} of {all}", text.name);
    }
}

/// So many threads wait at a barrier so many times.
fn rounds(threads: usize, rounds: usize, barriers: Reduce) -> Counts {
    let mut script = Script::new("rounds");
    let count = script.location("count");
    for _ in 0..threads {
        script.thread(move |t| {
            for _ in 0..rounds {
                t.meet(count, threads as u64)?;
            }
            Ok(0)
        });
    }
    explore(&script, Rc11::default(), &Options { barriers, ..Options::default() }, &mut Silent).counts
}

/// Table 5.1 of paper 001, the columns of the new model without the reduction.
///
/// The arrivals of a round are ordered in n! ways. A thread that leaves a round may also read the count of
/// the next one, if that does not depend on it: while it has not left, it has not arrived again, so the count
/// is short of the next round, and the thread can see any of the arrivals of the others there.
#[test]
fn without_the_reduction_the_counts_are_those_of_the_paper() {
    let expected = [
        (2, 1, 2),
        (3, 1, 6),
        (4, 1, 24),
        (5, 1, 120),
        (2, 2, 8),
        (3, 2, 216),
        (4, 2, 13_824),
        (2, 3, 32),
        (3, 3, 7_776),
    ];
    for (threads, times, complete) in expected {
        let counts = rounds(threads, times, Reduce::Never);
        assert_eq!((counts.complete, counts.blocked), (complete, 0), "{threads} threads, {times} rounds");
    }
}

/// With it there is one execution, and nothing is done twice on the way (table 5.2 of paper 001, as far as it
/// takes no time).
#[test]
fn with_the_reduction_there_is_one_execution() {
    for (threads, times) in
        [(1, 1), (2, 1), (5, 1), (2, 3), (4, 4), (3, 10), (20, 10), (100, 1), (100, 2), (100, 5), (100, 10)]
    {
        let counts = rounds(threads, times, Reduce::WherePossible);
        assert_eq!((counts.complete, counts.blocked, counts.moot), (1, 0, 0), "{threads} threads, {times} rounds");
        // A start and an end; an update, two events, and a read in each round.
        assert_eq!(counts.events_added as usize, threads * (2 + 3 * times), "{threads} threads, {times} rounds");
    }
}
