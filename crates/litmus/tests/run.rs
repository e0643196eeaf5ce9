//! How threads run and how final states are judged.

use selvedge_core::{
    Access, Action, Address, Answer, BlockReason, FenceOrdering, Meaning, ReadOrdering, RmwOp, RmwOrdering, Spawn,
    Telling, ThreadId, Value, ViolationKind, Width, WriteOrdering,
};
use selvedge_litmus::{Frequency, Litmus, Observation, Quantifier, Thread, parse};

fn read(text: &str) -> Litmus {
    parse("test.litmus", text).expect("a valid test")
}

fn spawn(entry: u32) -> Spawn {
    Spawn { entry, argument: Value(0) }
}

fn at(address: u64) -> Access {
    Access { address: Address(address), width: Width::W32 }
}

fn value(int: i32) -> Value {
    Value(u64::from(int as u32))
}

fn answer(int: i32) -> Answer {
    Answer::Value(value(int))
}

/// Runs the first thread of `code` over locations `x` and `y`, giving these answers. Returns all its actions.
fn run(code: &str, answers: &[i32]) -> (Litmus, Thread, Vec<Action>) {
    let test = read(&format!("C t {{ 0:r = 0; 0:s = 5; }} P0 (atomic_int* x, int* y) {{ {code} }} P1 () {{}}"));
    let mut thread = test.start(ThreadId(0), spawn(0));
    let (mut actions, mut answers, mut reply) = (Vec::new(), answers.iter(), Answer::None);
    loop {
        let action = test.resume(&mut thread, reply);
        actions.push(action.clone());
        reply = match action {
            Action::Read { .. }
            | Action::Copy { .. }
            | Action::Rmw { .. }
            | Action::CompareExchange { .. }
            | Action::UpdateUnless { .. }
            | Action::Arrive { .. }
            | Action::Leave { .. }
            | Action::Choose(_)
            | Action::Spawn(_) => answer(*answers.next().expect("an answer for each action that returns a value")),
            Action::Join(_) => answer(0),
            Action::Write { .. } | Action::Fence(_) | Action::Allocate { .. } | Action::Free(_) => Answer::None,
            Action::Block(_)
            | Action::Fail { .. }
            | Action::Unsupported(_)
            | Action::Exceeds(_)
            | Action::Finish(_)
            | Action::Exit(_) => {
                break;
            }
        };
    }
    assert!(answers.next().is_none(), "too many answers: {actions:?}");
    (test, thread, actions)
}

/// What register `r` holds at the end.
fn result(code: &str, answers: &[i32]) -> i32 {
    let (test, thread, _) = run(code, answers);
    test.register(&thread, "r").expect("every test has it")
}

#[test]
fn a_thread_steps_from_action_to_action() {
    let text = "C t
{ y = 3; }
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x,
                        1, memory_order_release);
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  if (atomic_fetch_add_explicit(x, r0, memory_order_relaxed) == 1) {
    atomic_thread_fence(memory_order_seq_cst);
  }
}
exists (0:r0=7)";
    let test = read(text);
    assert_eq!(test.initial_threads(), [spawn(0)]);
    assert_eq!(test.thread_name(0, spawn(0), &()), "P0");
    assert_eq!((test.location_name(at(0), &()), test.location_name(at(1), &())), ("y".to_owned(), "x".to_owned()));
    assert_eq!((test.initial_value(at(0)), test.initial_value(at(1))), (Value(3), Value(0)));

    let mut thread = test.start(ThreadId(0), spawn(0));
    let site = |thread: &Thread| test.site(thread).map(|site| (site.line, site.column, site.text.to_string()));
    let write = Action::Write { at: at(1), ordering: WriteOrdering::Release, value: Value(1) };
    assert_eq!(test.resume(&mut thread, Answer::None), write);
    let text = "atomic_store_explicit(x, 1, memory_order_release)";
    assert_eq!(site(&thread), Some((4, 3, text.to_owned())));
    let read = Action::Read { at: at(0), ordering: ReadOrdering::Acquire };
    assert_eq!(test.resume(&mut thread, Answer::None), read);
    assert_eq!(site(&thread).map(|(line, column, _)| (line, column)), Some((6, 3)));
    let add = Action::Rmw { at: at(1), ordering: RmwOrdering::Relaxed, op: RmwOp::Add, operand: Value(7) };
    assert_eq!(test.resume(&mut thread, answer(7)), add);
    let text = "if (atomic_fetch_add_explicit(x, r0, memory_order_relaxed) == 1)";
    assert_eq!(site(&thread), Some((7, 3, text.to_owned())));

    let mut other = thread.clone();
    assert_eq!(test.resume(&mut thread, answer(1)), Action::Fence(FenceOrdering::SeqCst));
    assert_eq!(test.resume(&mut thread, Answer::None), Action::Finish(Value(0)));
    assert_eq!(site(&thread), None);
    assert_eq!(test.resume(&mut other, answer(0)), Action::Finish(Value(0)));
    assert_eq!(test.register(&other, "r0"), Some(7));
    assert_eq!(test.register(&other, "r1"), None);
}

#[test]
fn the_type_of_a_parameter_decides_what_a_star_means() {
    let (_, _, actions) = run("*x = 1; *y = 1; r = *x; r = *y;", &[0, 0]);
    assert_eq!(
        actions[..4],
        [
            Action::Write { at: at(0), ordering: WriteOrdering::SeqCst, value: Value(1) },
            Action::Write { at: at(1), ordering: WriteOrdering::Plain, value: Value(1) },
            Action::Read { at: at(0), ordering: ReadOrdering::SeqCst },
            Action::Read { at: at(1), ordering: ReadOrdering::Plain },
        ]
    );
}

#[test]
fn arithmetic_is_that_of_int() {
    assert_eq!(result("r = 2147483647 + 1;", &[]), i32::MIN);
    assert_eq!(result("r = -1 < 0;", &[]), 1);
    assert_eq!(result("r = 3 - 2 - 1 + 2 * 3;", &[]), 6);
    assert_eq!(result("r = (6 & 3) | (8 ^ 12);", &[]), 6);
    assert_eq!(result("r = ~0 + !0 - -1;", &[]), 1);
    assert_eq!(result("r = (1 <= 1) + (1 >= 2) + (1 > 0) + (1 != 1) + (2 == 2);", &[]), 3);
    let (test, _, actions) = run("*x = -1;", &[]);
    let Action::Write { value, .. } = actions[0] else { panic!("{actions:?}") };
    assert_eq!(value, Value(0xffff_ffff));
    assert_eq!(test.show_value(value, None, &()), "-1");
}

#[test]
fn calls_nest_from_left_to_right() {
    assert_eq!(result("r = 10 * *x + *y;", &[1, 2]), 12);
    assert_eq!(result("r = *x - *y * *x;", &[10, 2, 3]), 4);
    let (_, _, actions) = run("*x = 1 + atomic_fetch_add(x, *y + 1);", &[4, 9]);
    let add = Action::Rmw { at: at(0), ordering: RmwOrdering::SeqCst, op: RmwOp::Add, operand: Value(5) };
    assert_eq!(actions[1], add);
    assert_eq!(actions[2], Action::Write { at: at(0), ordering: WriteOrdering::SeqCst, value: Value(10) });
    // The register's value is taken before the compare-exchange on its right changes it.
    assert_eq!(result("r = s + atomic_compare_exchange_strong(x, &s, 1);", &[7]), 5);
}

/// A value just computed goes into a register directly; what a register holds stays there.
#[test]
fn copies_leave_the_original() {
    assert_eq!(result("r = *x; s = r; r = 10 * r + s;", &[3]), 33);
    assert_eq!(result("s = s + 1; r = s; s = 0; r = 10 * r + s;", &[]), 60);
}

#[test]
fn logical_operators_decide_early() {
    for (code, answers, expected) in [
        ("r = *x && *y;", &[0][..], 0),
        ("r = *x && *y;", &[2, 0], 0),
        ("r = *x && *y;", &[2, 3], 1),
        ("r = *x || *y;", &[2], 1),
        ("r = *x || *y;", &[0, 0], 0),
        ("r = *x || *y;", &[0, 3], 1),
        ("s = 1; r = 0 || s && *x;", &[4], 1),
        ("r = 2; r = (r && *x) + r;", &[4], 3),
    ] {
        assert_eq!(result(code, answers), expected, "{code} {answers:?}");
    }
}

#[test]
fn compare_exchange_updates_its_expectation() {
    let code = "r = atomic_compare_exchange_strong_explicit(x, &s, 8, memory_order_acq_rel, memory_order_relaxed);";
    for (found, succeeds) in [(5, 1), (6, 0)] {
        let (test, thread, actions) = run(code, &[found]);
        assert_eq!(
            actions[0],
            Action::CompareExchange {
                at: at(0),
                expected: Value(5),
                desired: Value(8),
                success: RmwOrdering::AcqRel,
                failure: ReadOrdering::Relaxed,
            }
        );
        assert_eq!(test.register(&thread, "r"), Some(succeeds));
        assert_eq!(test.register(&thread, "s"), Some(found));
    }
    assert_eq!(result("r = 5; r = atomic_compare_exchange_weak(x, &r, 1);", &[4]), 0);
}

#[test]
fn branches() {
    let code = "if (*x) { r = 1; } else if (*y) r = 2; else { r = 3; } r = r * 10;";
    assert_eq!(result(code, &[1]), 10);
    assert_eq!(result(code, &[0, 1]), 20);
    assert_eq!(result(code, &[0, 0]), 30);
    assert_eq!(result("if (0) r = 1; int q = 4; { r = q; }", &[]), 4);
}

#[test]
fn assumptions_and_assertions_stop_a_thread() {
    let last = |code, answers: &[i32]| run(code, answers).2.pop();
    assert_eq!(last("assume(*x == 1);", &[1]), Some(Action::Finish(Value(0))));
    assert_eq!(last("assume(*x == 1); r = *y;", &[0]), Some(Action::Block(BlockReason::Assume)));
    assert_eq!(last("assert(s == 5);", &[]), Some(Action::Finish(Value(0))));
    let message = "assertion `*x == 1 || s < 0` failed".into();
    let failure = Action::Fail { kind: ViolationKind::Assertion, message, about: None };
    assert_eq!(last("assert((*x==1) || s<0);", &[0]), Some(failure));
}

#[test]
fn threads_that_are_spawned_do_not_run_from_the_start() {
    let test = read("C t {} P0 () { int t = spawn(P1); join(t); } P1 () {} P2 () {}");
    assert_eq!(test.initial_threads(), [spawn(0), spawn(2)]);
    assert_eq!(test.threads(), 3);
    let mut thread = test.start(ThreadId(0), spawn(0));
    assert_eq!(test.resume(&mut thread, Answer::None), Action::Spawn(spawn(1)));
    assert_eq!(test.resume(&mut thread, answer(2)), Action::Join(ThreadId(2)));
    assert_eq!(test.resume(&mut thread, answer(0)), Action::Finish(Value(0)));
}

const SB: &str = "C SB {} P0 (atomic_int* y) { int r0 = atomic_load(y); } P1 () { int r0; int r1; } locations [y; y;] ";

/// The histogram of states that differ in `0:r0`, for a condition on it.
fn histogram(condition: &str, values: &[i32]) -> (Litmus, selvedge_litmus::States) {
    let test = read(&format!("{SB}{condition}"));
    let mut states = test.states();
    for &int in values {
        let mut thread = test.start(ThreadId(0), spawn(0));
        test.resume(&mut thread, Answer::None);
        test.resume(&mut thread, answer(int));
        let state = test.final_state(|_| value(-9), |number| (number == 0).then_some(&thread));
        assert_eq!(test.violates(&state), test.quantifier() != Some(Quantifier::Exists) && !is_fine(&test, &state));
        states.record(state);
    }
    (test, states)
}

/// Whether a state agrees with what the condition claims.
fn is_fine(test: &Litmus, state: &selvedge_litmus::State) -> bool {
    match test.quantifier() {
        None | Some(Quantifier::Exists) => true,
        Some(Quantifier::NotExists) => !test.holds(state),
        Some(Quantifier::Forall) => test.holds(state),
    }
}

#[test]
fn states_are_reported_as_herd_does() {
    let (_, states) = histogram("exists (0:r0=1:r1 /\\ [y]=-9)", &[1, 0, 1]);
    assert_eq!(
        states.to_string(),
        "Test SB Allowed
States 2
1*>0:r0=0; 1:r1=0; [y]=-9;
2:>0:r0=1; 1:r1=0; [y]=-9;
Ok
Witnesses
Positive: 1 Negative: 2
Condition exists (0:r0=1:r1 /\\ [y]=-9)
Observation SB Sometimes 1 2
"
    );
    let (_, more) = histogram("exists (0:r0=1:r1 /\\ [y]=-9)", &[0, 2]);
    let mut all = states.clone();
    all.merge(&more);
    assert_eq!((all.len(), all.observation()), (3, Observation { positive: 2, negative: 3 }));
}

#[test]
fn claims_and_questions() {
    let outcome = |condition: &str, values: &[i32]| {
        let (_, states) = histogram(condition, values);
        let text = states.to_string();
        let kind = text.lines().next().and_then(|line| line.split(' ').next_back()).unwrap_or_default().to_owned();
        (kind, states.is_ok(), states.observation().frequency())
    };
    let expect = |kind: &str, ok, frequency| (kind.to_owned(), ok, frequency);
    assert_eq!(outcome("exists (0:r0=1)", &[0]), expect("Allowed", false, Frequency::Never));
    assert_eq!(outcome("exists (0:r0=1)", &[1]), expect("Allowed", true, Frequency::Always));
    assert_eq!(outcome("~exists (0:r0=1)", &[0]), expect("Forbidden", true, Frequency::Never));
    assert_eq!(outcome("~exists (0:r0=1)", &[0, 1]), expect("Forbidden", false, Frequency::Sometimes));
    assert_eq!(outcome("forall (0:r0=1)", &[1, 1]), expect("Required", true, Frequency::Always));
    assert_eq!(outcome("forall (0:r0=1)", &[0, 1]), expect("Required", false, Frequency::Sometimes));
    assert_eq!(outcome("", &[0, 1]), expect("Required", true, Frequency::Always));
    let (test, states) = histogram("", &[3]);
    assert_eq!(test.quantifier(), None);
    assert_eq!(states.iter().map(|(state, _)| test.show_state(state)).collect::<Vec<_>>(), ["[y]=-9;"]);
}
