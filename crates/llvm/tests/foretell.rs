//! What is foretold is what the thread does.

use selvedge_core::{Action, Answer, Program, ReadOrdering, ThreadId, Value};
use selvedge_llvm::read;
use selvedge_llvm::vm::{Machine, Thread};

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

#[test]
fn what_is_foretold_is_what_happens() {
    let machine = machine(STRAIGHT);
    let (mut foretold, mut left) = (0, 0);
    for first in [0, 1, 77, i32::MAX as u64] {
        let thread = asking(&machine, first);
        let after = |answer| {
            let mut copy = thread.clone();
            let action = machine.resume(&mut copy, Answer::Value(Value(answer)));
            (action, copy)
        };
        let (usual, state) = after(0);
        let Action::Write { at: place, ordering: manner, .. } = usual else { panic!("{usual:?}") };
        for answer in answers() {
            match (machine.foretell(&thread, Value(answer)), after(answer)) {
                (Some(written), (Action::Write { at, ordering, value }, then)) => {
                    assert_eq!((value, at, ordering), (written, place, manner), "{answer}");
                    assert!(then == state, "another state after {answer}");
                    foretold += 1;
                }
                // The sum does not fit, and the thread fails.
                (None, (Action::Fail { .. }, _)) => left += 1,
                (foretold, (action, _)) => panic!("{answer}: {foretold:?}, and then {action:?}"),
            }
        }
    }
    assert!(foretold > 1_000 && left > 100, "{foretold} and {left}");
}

#[test]
fn what_is_not_straight_is_not_foretold() {
    for arithmetic in [
        // What was read is still needed.
        "store atomic i32 %b, ptr @x monotonic, align 4\n store atomic i32 %b, ptr @y monotonic, align 4",
        // A branch, another read, a fence, memory of the thread's own.
        "%c = icmp eq i32 %b, 0\n br i1 %c, label %end, label %more\nmore:\n store atomic i32 %b, ptr @x monotonic, align 4",
        "%c = load atomic i32, ptr @y monotonic, align 4\n store atomic i32 %b, ptr @x monotonic, align 4",
        "fence seq_cst\n store atomic i32 %b, ptr @x monotonic, align 4",
        "store i32 %b, ptr @z",
    ] {
        let machine = machine(arithmetic);
        assert_eq!(machine.foretell(&asking(&machine, 1), Value(1)), None, "{arithmetic}");
    }
}
