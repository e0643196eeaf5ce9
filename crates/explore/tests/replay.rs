//! Running one execution again: the same violation is found, and decisions that program or model do not
//! allow are refused, whoever has written them.

use selvedge_core::execution::Source;
use selvedge_core::witness::{Decision, Decisions};
use selvedge_core::{Violation, ViolationKind};
use selvedge_explore::{Options, Schedule, Silent, explore, replay};
use selvedge_litmus::Litmus;
use selvedge_models::{Rc11, Sc};

/// One thread writes x, another one reads it twice and claims something of the two values.
fn reads_twice(claim: &str) -> Litmus {
    let text = format!(
        "C twice {{}} P0 (atomic_int* x) {{ atomic_store(x, 1); }}
        P1 (atomic_int* x) {{ int r = atomic_load(x); int s = atomic_load(x); assert({claim}); }} exists (x=1)"
    );
    selvedge_litmus::parse("twice.litmus", &text).unwrap_or_else(|why| panic!("{why:?}"))
}

fn violation(litmus: &Litmus) -> Violation {
    let found = explore(litmus, Rc11::default(), &Options::default(), &mut Silent);
    found.violation.expect("something goes wrong")
}

/// What a replay under rc11 and under sc comes to.
fn again(litmus: &Litmus, decisions: &Decisions) -> [Result<Violation, String>; 2] {
    let options = Options::default();
    [
        replay(litmus, Rc11::default(), &options, &mut Silent, decisions),
        replay(litmus, Sc::default(), &options, &mut Silent, decisions),
    ]
}

/// Both refuse it, and say the same.
fn refused(litmus: &Litmus, decisions: &Decisions) -> String {
    let [weak, strong] = again(litmus, decisions).map(|result| result.expect_err("it is refused"));
    assert_eq!(weak, strong);
    weak
}

#[test]
fn what_was_found_is_found_again() {
    let both = reads_twice("r == 0 || s == 0");
    let found = violation(&both);
    for result in again(&both, &Decisions::of(&found)) {
        let result = result.expect("it is allowed");
        assert_eq!(
            (result.kind, result.message, result.execution),
            (found.kind, found.message.clone(), found.execution.clone())
        );
    }
}

/// A second read does not see something older than the first.
#[test]
fn a_read_sees_what_the_model_lets_it_see() {
    let mut decisions = Decisions::of(&violation(&reads_twice("r == 0 || s == 0")));
    decisions.threads[1].steps[1] = Decision::From(Source::Init);
    let backwards = reads_twice("r == 0 || s == 1");
    assert_eq!(refused(&backwards, &decisions), "a read sees a value that the memory model does not let it see");
}

#[test]
fn an_error_of_another_kind_is_not_it() {
    let both = reads_twice("r == 0 || s == 0");
    let mut decisions = Decisions::of(&violation(&both));
    decisions.kind = ViolationKind::Deadlock;
    refused(&both, &decisions);
    // Nothing goes wrong if the program claims something else.
    let decisions = Decisions::of(&violation(&both));
    assert_eq!(refused(&reads_twice("r == s"), &decisions), "nothing went wrong");
}

/// Of two updates, one sees the other.
#[test]
fn updates_do_not_read_from_the_same_write() {
    let adding = |claim: &str| {
        let add = |claim: &str| format!("int r = atomic_fetch_add(x, 1); {claim}");
        let (one, other) = (add(""), add(&format!("assert({claim});")));
        let text = format!("C adds {{}} P0 (atomic_int* x) {{ {one} }} P1 (atomic_int* x) {{ {other} }} exists (x=2)");
        selvedge_litmus::parse("adds.litmus", &text).unwrap_or_else(|why| panic!("{why:?}"))
    };
    let mut decisions = Decisions::of(&violation(&adding("r == 0")));
    decisions.threads[1].steps[0] = Decision::From(Source::Init);
    assert_eq!(refused(&adding("r == 1"), &decisions), "two updates read from the same write");
}

/// The step that a race is about may come before others that have nothing to do with it.
#[test]
fn the_step_that_it_is_about_goes_last() {
    let text = "C race {} P0 (int* x) { *x = 1; }
        P1 (int* x, atomic_int* y) { atomic_store(y, 1); atomic_store(y, 2); *x = 2; }
        P2 (atomic_int* y) { int r = atomic_load(y); int s = atomic_load(y); } exists (x=1)";
    let litmus = selvedge_litmus::parse("race.litmus", text).unwrap_or_else(|why| panic!("{why:?}"));
    let schedules = [Schedule::WritesFirst, Schedule::LeftToRight];
    for schedule in schedules.into_iter().chain((0..20).map(Schedule::Random)) {
        let options = Options { schedule, ..Options::default() };
        let found = explore(&litmus, Rc11::default(), &options, &mut Silent).violation.expect("a race");
        for result in again(&litmus, &Decisions::of(&found)) {
            assert_eq!(result.map(|violation| violation.execution), Ok(found.execution.clone()), "{schedule:?}");
        }
    }
}

/// Steps that the program does not take, and steps that are not decided.
#[test]
fn the_program_takes_just_these_steps() {
    let both = reads_twice("r == 0 || s == 0");
    let good = Decisions::of(&violation(&both));
    let mut more = good.clone();
    more.threads[0].steps.push(Decision::Nothing);
    assert_eq!(refused(&both, &more), "a thread does something else");
    let mut fewer = good;
    fewer.threads[1].steps.pop();
    refused(&both, &fewer);
}
