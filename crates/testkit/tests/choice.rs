//! Choices, and updates that do not always write: exact counts, and random programs against the oracle.

use selvedge_core::ReadOrdering::{Acquire, Relaxed};
use selvedge_core::{
    Access, Action, Answer, BlockReason, Hints, Meaning, RmwOp, RmwOrdering, Site, Spawn, Telling, ThreadId, Value,
    WriteOrdering,
};
use selvedge_explore::{OnRace, Options, Schedule, Silent, explore};
use selvedge_models::{Builtin, Sc};
use selvedge_testkit::compare::{run, same_executions};
use selvedge_testkit::script::{Asking, Script};

const SCHEDULES: [Schedule; 3] = [Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(3)];

/// Compares with the oracle under every model and schedule, and checks the number of executions.
fn count(program: &Script, expected: usize) {
    for model in Builtin::MAIN {
        for schedule in SCHEDULES {
            let found = same_executions(program, model, &Options { schedule, ..Options::default() })
                .unwrap_or_else(|d| panic!("{}: {d}", program.name()));
            assert_eq!(found.expect("small enough"), expected, "{} under {}", program.name(), model.name());
        }
    }
}

/// Independent choices multiply: 2 · 3 · 4.
#[test]
fn choices_multiply() {
    let mut program = Script::new("choices");
    program.thread(|t| Ok(t.choose(2)? + 2 * t.choose(3)?));
    program.thread(|t| t.choose(4));
    count(&program, 24);
}

/// A write that depends on a choice, and a read before it that the write of the other thread may revisit: the
/// reader reads 0 or what the writer chose, so 2 values of the read times 3 choices of the writer, times 2
/// choices after the read.
#[test]
fn revisits_over_choices() {
    for reader_first in [false, true] {
        let mut program = Script::new("revisit");
        let x = program.location("x");
        let reader = move |t: &mut Asking<'_>| {
            let value = t.read(x, Relaxed)?;
            Ok(10 * value + t.choose(2)?)
        };
        let writer = move |t: &mut Asking<'_>| {
            let value = t.choose(3)? + 1;
            t.write(x, value, WriteOrdering::Relaxed)?;
            Ok(0)
        };
        if reader_first {
            program.thread(reader);
            program.thread(writer);
        } else {
            program.thread(writer);
            program.thread(reader);
        }
        count(&program, 12);
    }
}

/// A semaphore with one unit and two threads that try to take it: whoever reads the initial 1 takes it, the
/// other must read the 0 that the first wrote, and fails: 2 executions, one for each who is first. If a
/// thread gives back what it took, the second one reads that 0 (fails) or the 1 that was given back
/// (succeeds): 4.
#[test]
fn conditional_updates() {
    for (give_back, expected) in [(false, 2), (true, 4)] {
        let mut program = Script::new("semaphore");
        let s = program.location_with("s", 1);
        for _ in 0..2 {
            program.thread(move |t| {
                let old = t.update_unless(s, 0, (RmwOp::Sub, 1), RmwOrdering::Acquire)?;
                if old != 0 && give_back {
                    t.update(s, RmwOp::Add, 1, RmwOrdering::Release)?;
                }
                Ok(old)
            });
        }
        count(&program, expected);
    }
}

/// Two threads read and then choose, and with the first choice they go no further; see `mixed.rs` for what is
/// special about it.
///
/// Each of the two chooses 1. The addition is directly after the write of 1, or after the exchange that
/// succeeded. In the first case there is 1 + 1 = 2 to be seen beside 0, and 1 is used up: each of the two
/// reads 0 or 2, 4 executions. In the second it is one of the two that succeeds, and the other reads 0, 2 or
/// 3: 2 · 3.
#[test]
fn a_choice_that_blocks_may_be_taken_back() {
    let mut program = Script::new("chooses after reading");
    let x = program.location("x");
    let adds = program.entry(move |t| {
        t.write(x, 1, WriteOrdering::Release)?;
        t.update(x, RmwOp::Add, 1, RmwOrdering::Release)
    });
    let exchanges = program.entry(move |t| {
        let seen = t.cas(x, 1, 2, RmwOrdering::AcqRel)?;
        let way = t.choose(2)?;
        t.assume(way == 1)?;
        Ok(seen)
    });
    program.thread(move |t| {
        t.spawn(adds, 0)?;
        t.spawn(exchanges, 0)?;
        t.spawn(exchanges, 0)?;
        Ok(0)
    });
    count(&program, 10);
}

/// The end of the program completes an execution in which others wait with the latest value before their
/// eyes: for ever, or for the thread that ended it. It does not undo a failed assumption.
#[test]
fn the_end_of_the_program() {
    for (wanted, expected) in [(0, (1, 0)), (1, (1, 0)), (2, (0, 1))] {
        let mut program = Script::new("exit");
        let x = program.location("x");
        let hangs = program.entry(move |t| {
            let seen = t.read(x, Acquire)?;
            t.assume(wanted == 0 || seen == wanted)?;
            t.hang()
        });
        let exits = program.entry(|t| t.exit());
        program.thread(move |t| {
            t.write(x, 1, WriteOrdering::Release)?;
            t.spawn(hangs, 0)?;
            let child = t.spawn(exits, 0)?;
            t.join(child)
        });
        for model in Builtin::MAIN {
            for schedule in SCHEDULES {
                let verdict = run(&program, model, schedule, OnRace::Report, &mut Silent);
                assert!(verdict.violation.is_none());
                assert_eq!((verdict.counts.complete, verdict.counts.blocked), expected, "{}", model.name());
            }
        }
    }
}

/// What a guess is worth that turns out wrong: nothing, it is not even counted as blocked.
#[test]
fn redundant_runs_are_not_counted() {
    struct Guess;
    impl Meaning for Guess {
        type Thread = u32;

        fn initial_threads(&self) -> Vec<Spawn> {
            vec![Spawn { entry: 0, argument: Value(0) }]
        }

        fn initial_value(&self, _: Access) -> Value {
            Value(0)
        }

        fn start(&self, _: ThreadId, _: Spawn) -> u32 {
            0
        }

        fn resume(&self, thread: &mut u32, answer: Answer) -> Action {
            *thread += 1;
            match (*thread, answer) {
                (1, _) => Action::Choose(3),
                (_, Answer::Value(Value(1))) => Action::Block(BlockReason::Redundant(None)),
                _ => Action::Finish(Value(0)),
            }
        }
    }

    impl Hints for Guess {}

    impl Telling for Guess {
        type Notes = ();

        fn site(&self, _: &u32) -> Option<Site> {
            None
        }

        fn location_name(&self, _: Access, _: &()) -> String {
            String::new()
        }

        fn thread_name(&self, _: usize, _: Spawn, _: &()) -> String {
            String::new()
        }
    }
    let verdict = explore(&Guess, Sc::default(), &Options::default(), &mut Silent);
    assert_eq!((verdict.counts.complete, verdict.counts.blocked, verdict.counts.moot), (2, 0, 1));
}

/// One step of a random thread.
#[derive(Clone, Copy, Debug)]
enum Op {
    Read(usize),
    Write(usize, u64),
    /// Writes what the last choice or read was.
    WriteLast(usize),
    Choose(u32),
    Unless(usize, u64),
    Add(usize),
}

#[test]
fn random_programs_agree_with_the_oracle() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % below
    };
    let mut compared = 0;
    for number in 0..400 {
        let threads = 2 + random(2) as usize;
        let mut program = Script::new(&format!("random {number}"));
        let places = program.array("x", 2);
        let mut written = Vec::new();
        for _ in 0..threads {
            let length = 1 + random(3);
            let ops: Vec<Op> = (0..length)
                .map(|_| {
                    let place = random(2) as usize;
                    match random(7) {
                        0 | 1 => Op::Read(place),
                        2 => Op::Write(place, 1 + random(2)),
                        3 => Op::WriteLast(place),
                        4 => Op::Choose(2 + random(2) as u32),
                        5 => Op::Unless(place, random(2)),
                        _ => Op::Add(place),
                    }
                })
                .collect();
            written.push(ops.clone());
            let places = places.clone();
            program.thread(move |t| {
                let mut last = 0;
                for op in &ops {
                    match *op {
                        Op::Read(x) => last = t.read(places[x], Acquire)?,
                        Op::Write(x, value) => t.write(places[x], value, WriteOrdering::Release)?,
                        Op::WriteLast(x) => t.write(places[x], last + 1, WriteOrdering::Relaxed)?,
                        Op::Choose(ways) => last = t.choose(ways)?,
                        Op::Unless(x, value) => {
                            last = t.update_unless(places[x], value, (RmwOp::Add, 1), RmwOrdering::AcqRel)?;
                        }
                        Op::Add(x) => last = t.increment(places[x], RmwOrdering::Relaxed)?,
                    }
                }
                Ok(last)
            });
        }
        let schedule = SCHEDULES[number % SCHEDULES.len()];
        for model in Builtin::MAIN {
            match same_executions(&program, model, &Options { schedule, ..Options::default() }) {
                Ok(Ok(_)) => compared += 1,
                Ok(Err(_)) => {}
                Err(difference) => panic!("{written:?} under {}: {difference}", model.name()),
            }
        }
    }
    assert!(compared > 1000, "only {compared} comparisons");
}
