//! What is predicted is what the thread does.

use std::collections::BTreeMap;

use selvedge_core::{Action, Answer, Hints, Meaning, Prediction, ReadOrdering, ThreadId, Value};
use selvedge_ir::read;
use selvedge_vm::{Machine, Thread};

/// Reads `y`, and writes something to `x` that is computed from it and from what was read before.
fn machine(arithmetic: &str) -> Machine {
    let text = format!(
        "@x = global i32 1\n@y = global i32 1\n@z = thread_local global i32 0\n\
         define i32 @main() {{\n %t = alloca i32\n %a = load atomic i32, ptr @x monotonic, align 4\n \
         %b = load atomic i32, ptr @y monotonic, align 4\n {arithmetic}\n br label %end\nend:\n ret i32 0\n}}"
    );
    Machine::new(read("t.ll", text).unwrap(), "main").unwrap()
}

/// The thread when it has asked for `y`.
fn asking(machine: &Machine, first: u64) -> Thread {
    let spawn = machine.initial_threads()[0];
    let mut thread = machine.start(ThreadId(0), spawn);
    assert!(matches!(machine.resume(&mut thread, Answer::None), Action::Read { ordering: ReadOrdering::Relaxed, .. }));
    assert!(matches!(machine.resume(&mut thread, Answer::Value(Value(first))), Action::Read { .. }));
    thread
}

/// Words of all sizes, the same every time.
fn answers() -> impl Iterator<Item = u64> {
    let mut state = 1_u64;
    (0..2_000).map(move |i| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) >> (i % 32)
    })
}

const STRAIGHT: &str = "store i32 %b, ptr %t\n %c = load i32, ptr %t\n %d = mul i32 %c, 3\n %w = zext i32 %d to i64\n \
                        %n = trunc i64 %w to i32\n %e = add nsw i32 %a, %n\n \
                        store atomic i32 %e, ptr @x release, align 4";

/// Compares what is predicted with what happens, for many answers. How many of them were predicted to write,
/// how many to go somewhere in the same state, how many in another, and how many were left to the thread.
fn compare(machine: &Machine, firsts: &[u64]) -> [usize; 4] {
    let mut counts = [0; 4];
    for &first in firsts {
        let thread = asking(machine, first);
        let after = |answer| {
            let mut copy = thread.clone();
            let action = machine.resume(&mut copy, Answer::Value(Value(answer)));
            (action, copy)
        };
        let mut written = None;
        let mut ways: BTreeMap<u32, (Action, Thread)> = BTreeMap::new();
        for answer in answers() {
            let (action, then) = after(answer);
            match machine.predict(&thread, Value(answer)) {
                Some(Prediction::Writes(predicted)) => {
                    let Action::Write { at, ordering, value } = action else { panic!("{answer}: {action:?}") };
                    let (place, manner, state) = written.get_or_insert((at, ordering, then.clone()));
                    assert_eq!((value, at, ordering), (predicted, *place, *manner), "{answer}");
                    assert!(then == *state, "another state after {answer}");
                    counts[0] += 1;
                }
                Some(Prediction::Goes { way, same }) => {
                    let (known, state) = ways.entry(way).or_insert((action.clone(), then.clone()));
                    assert_eq!(action, *known, "{answer}");
                    match same {
                        true => assert!(then == *state, "another state after {answer}"),
                        false => {
                            let led = machine.go_there(&thread, Value(answer), state);
                            assert!(led == Some(then), "another state after {answer}");
                        }
                    }
                    counts[if same { 1 } else { 2 }] += 1;
                }
                None => counts[3] += 1,
            }
        }
    }
    counts
}

const FIRSTS: [u64; 4] = [0, 1, 77, i32::MAX as u64];

#[test]
fn what_is_foretold_is_what_happens() {
    // The sum does not always fit, and then the thread fails.
    let [writes, 0, 0, left] = compare(&machine(STRAIGHT), &FIRSTS) else { panic!("ways that do not write") };
    assert!(writes > 1_000 && left > 100, "{writes} and {left}");
}

/// What follows a read: a comparison, another read, the end.
#[test]
fn where_threads_go_is_foretold() {
    let count = FIRSTS.len() * answers().count();
    for (arithmetic, expected) in [
        // A write in another block.
        (
            "br label %next\nnext:\n %s = xor i32 %a, %b\n store atomic i32 %s, ptr @x monotonic, align 4",
            [count, 0, 0, 0],
        ),
        // Two ways; on one of them there is a write, of something else.
        (
            "%c = icmp ult i32 %b, 100\n br i1 %c, label %end, label %more\nmore:\n \
             store atomic i32 %a, ptr @x monotonic, align 4",
            [0, count, 0, 0],
        ),
        // What was read is not needed on the one way, and is on the other: that one is left to the thread.
        (
            "%c = icmp ult i32 %b, 100\n br i1 %c, label %end, label %more\nmore:\n \
             store atomic i32 %b, ptr @x monotonic, align 4",
            [0, 1, 0, 1],
        ),
        // As `a < 100 && b < 100` is compiled.
        (
            "%c = icmp ult i32 %a, 100\n br i1 %c, label %right, label %both\nright:\n %d = icmp ult i32 %b, 100\n \
             br label %both\nboth:\n %e = phi i1 [ false, %0 ], [ %d, %right ]\n br i1 %e, label %end, label %more\nmore:\n \
             store atomic i32 7, ptr @x monotonic, align 4",
            [0, count, 0, 0],
        ),
        // Another read follows, and what was read is needed after it.
        (
            "%s = add i32 %a, %b\n %c = load atomic i32, ptr @y monotonic, align 4\n %d = add i32 %s, %c\n \
             store atomic i32 %d, ptr @x monotonic, align 4",
            [0, 0, count, 0],
        ),
        // It is not.
        (
            "%c = load atomic i32, ptr @y monotonic, align 4\n store atomic i32 %c, ptr @x monotonic, align 4",
            [0, count, 0, 0],
        ),
        ("fence seq_cst\n store atomic i32 %a, ptr @x monotonic, align 4", [0, count, 0, 0]),
    ] {
        let counts = compare(&machine(arithmetic), &FIRSTS);
        let as_expected = counts.iter().zip(expected).all(|(&counted, expected)| match expected {
            1 => counted > 0,
            _ => counted == expected,
        });
        assert!(as_expected, "{counts:?}, and not {expected:?}: {arithmetic}");
    }
}

#[test]
fn what_is_not_simple_is_not_foretold() {
    for arithmetic in [
        // What was read is still needed.
        "store atomic i32 %b, ptr @x monotonic, align 4\n store atomic i32 %b, ptr @y monotonic, align 4",
        // A fence, memory of the thread's own.
        "fence seq_cst\n store atomic i32 %b, ptr @x monotonic, align 4",
        "store i32 %b, ptr @z",
        // A loop, which may ask what was read.
        "br label %loop\nloop:\n %c = load atomic i32, ptr @y monotonic, align 4\n %d = icmp eq i32 %c, 0\n \
         br i1 %d, label %loop, label %end",
    ] {
        let machine = machine(arithmetic);
        assert_eq!(machine.predict(&asking(&machine, 1), Value(1)), None, "{arithmetic}");
    }
}

/// Threads that differ in what they have read before are predicted alike, if they need it no more after the
/// write.
#[test]
fn threads_that_write_are_foretold_alike() {
    let jump = "br label %next\nnext:\n %s = xor i32 %a, %b\n store atomic i32 %s, ptr @x monotonic, align 4";
    let machines =
        [STRAIGHT, jump, "store atomic i32 %b, ptr @x release, align 4\n store atomic i32 %a, ptr @x release, align 4"];
    for (arithmetic, alike) in machines.into_iter().zip([true, true, false]) {
        let machine = machine(arithmetic);
        let [one, other] = [3, 4].map(|first| asking(&machine, first));
        assert_eq!(machine.are_predicted_alike(&one, &other), alike);
        assert_eq!(machine.prediction_key(&one) == machine.prediction_key(&other), alike);
        assert!(machine.prediction_key(&one).is_some() && machine.are_predicted_alike(&one, &one.clone()));
        let after = |thread: &Thread| {
            let mut copy = thread.clone();
            machine.resume(&mut copy, Answer::Value(Value(5)));
            copy
        };
        assert_eq!(after(&one) == after(&other), alike);
    }
}
