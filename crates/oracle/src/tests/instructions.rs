//! A program as text: threads separated by `||`, instructions by `;`.
//!
//! ```text
//! W x v mo    R r x mo    F mo    ADD|SUB|OR|AND|XOR|XCHG r x v mo    CAS r x e v ms mf    WN x v    RN r x
//! LET r e    ASSUME e    ASSERT e    SPAWN r k    JOIN r e    RETURN e    ?e <instruction>
//! ```
//! The language is that of the conformance corpus, with threads added. `SPAWN` starts thread `k` of the text,
//! `JOIN` waits for the id that `e` evaluates to.

use std::sync::Arc;

use selvedge_core::{
    Access, Action, Address, Answer, BlockReason, Execution, FenceOrdering, Hints, Meaning, ReadOrdering, RmwOp,
    RmwOrdering, Site, Spawn, Step, Telling, ThreadId, Value, ViolationKind, Width, WriteOrdering,
};

use super::expression::{Registers, evaluate};

/// A program.
pub struct Code {
    threads: Vec<Vec<String>>,
    initial: usize,
    locations: Vec<String>,
}

/// A thread of it.
#[derive(Clone, PartialEq)]
pub struct Machine {
    entry: usize,
    counter: usize,
    /// Where the answer to the last action goes.
    target: Option<String>,
    registers: Registers,
}

impl Code {
    /// All threads run from the start.
    pub fn new(text: &str) -> Code {
        let threads: Vec<Vec<String>> =
            text.split("||").map(|thread| thread.split(';').map(|op| op.trim().to_owned()).collect()).collect();
        let mut locations = Vec::new();
        for op in threads.iter().flatten().map(|op| unguarded(op).1) {
            let words: Vec<&str> = op.split_whitespace().collect();
            let location = match words[..] {
                ["W" | "WN", location, ..] => location,
                ["R" | "RN" | "ADD" | "SUB" | "OR" | "AND" | "XOR" | "XCHG" | "CAS", _, location, ..] => location,
                _ => continue,
            };
            if !locations.iter().any(|known| known == location) {
                locations.push(location.to_owned());
            }
        }
        Code { initial: threads.len(), threads, locations }
    }

    /// Only the first `initial` threads run from the start.
    pub fn with_initial(text: &str, initial: usize) -> Code {
        Code { initial, ..Code::new(text) }
    }

    /// What the registers of all threads and the locations hold in the end.
    pub fn outcome(&self, execution: &Execution) -> Registers {
        let mut outcome = Registers::new();
        for trace in &execution.threads {
            let mut machine = self.start(trace.id, trace.spawn);
            self.resume(&mut machine, Answer::None);
            for step in &trace.steps {
                let answer = match step {
                    Step::Write { .. } | Step::Fence(_) | Step::Allocate { .. } | Step::Free { .. } => Answer::None,
                    Step::Read { value, .. }
                    | Step::Update { read: value, .. }
                    | Step::Choose { way: value }
                    | Step::Join { value, .. } => Answer::Value(*value),
                    Step::Spawn { child } => Answer::Value(Value(u64::from(execution.threads[*child].id.0))),
                };
                self.resume(&mut machine, answer);
            }
            outcome.extend(machine.registers);
        }
        for (index, location) in self.locations.iter().enumerate() {
            let value = execution.final_value(Address(index as u64)).unwrap_or(Value(0));
            outcome.insert(format!("[{location}]"), Width::W32.signed(value.0));
        }
        outcome
    }

    fn at(&self, location: &str) -> Access {
        let index = self.locations.iter().position(|known| known == location).expect("collected when read");
        Access { address: Address(index as u64), width: Width::W32 }
    }

    fn action(&self, machine: &mut Machine, op: &str) -> Option<Action> {
        let registers = &machine.registers;
        let value = |text: &str| Value(Width::W32.truncate(evaluate(text, registers) as u64));
        let words: Vec<&str> = op.split_whitespace().collect();
        let mut target = None;
        let action = match words[..] {
            ["W", x, v, mo] => Action::Write { at: self.at(x), ordering: write_ordering(mo), value: value(v) },
            ["WN", x, v] => Action::Write { at: self.at(x), ordering: WriteOrdering::Plain, value: value(v) },
            ["R", r, x, mo] => {
                target = Some(r);
                Action::Read { at: self.at(x), ordering: read_ordering(mo) }
            }
            ["RN", r, x] => {
                target = Some(r);
                Action::Read { at: self.at(x), ordering: ReadOrdering::Plain }
            }
            ["F", mo] => Action::Fence(fence_ordering(mo)),
            ["CAS", r, x, e, v, ms, mf] => {
                target = Some(r);
                let (success, failure) = (rmw_ordering(ms), read_ordering(mf));
                Action::CompareExchange { at: self.at(x), expected: value(e), desired: value(v), success, failure }
            }
            [name @ ("ADD" | "SUB" | "OR" | "AND" | "XOR" | "XCHG"), r, x, v, mo] => {
                target = Some(r);
                Action::Rmw { at: self.at(x), ordering: rmw_ordering(mo), op: rmw_op(name), operand: value(v) }
            }
            ["SPAWN", r, k] => {
                target = Some(r);
                Action::Spawn(Spawn { entry: value(k).0 as u32, argument: Value(0) })
            }
            ["JOIN", r, e] => {
                target = Some(r);
                Action::Join(ThreadId(value(e).0 as u32))
            }
            ["RETURN", e] => Action::Finish(value(e)),
            ["LET", r, e] => {
                let result = evaluate(e, registers);
                machine.registers.insert(r.to_owned(), result);
                return None;
            }
            ["ASSUME", ..] => {
                return if value(&op[6..]).0 == 0 { Some(Action::Block(BlockReason::Assume)) } else { None };
            }
            ["ASSERT", ..] if value(&op[6..]).0 != 0 => return None,
            ["ASSERT", ..] => Action::Fail { kind: ViolationKind::Assertion, message: Arc::from(op), about: None },
            _ => panic!("not an instruction: {op:?}"),
        };
        machine.target = target.map(str::to_owned);
        Some(action)
    }
}

impl Meaning for Code {
    type Thread = Machine;

    fn initial_threads(&self) -> Vec<Spawn> {
        (0..self.initial as u32).map(|entry| Spawn { entry, argument: Value(0) }).collect()
    }

    fn initial_value(&self, _: Access) -> Value {
        Value(0)
    }

    fn start(&self, _: ThreadId, spawn: Spawn) -> Machine {
        Machine { entry: spawn.entry as usize, counter: 0, target: None, registers: Registers::new() }
    }

    fn resume(&self, machine: &mut Machine, answer: Answer) -> Action {
        if let Some(register) = machine.target.take() {
            machine.registers.insert(register, Width::W32.signed(answer.value().0));
        }
        while let Some(op) = self.threads[machine.entry].get(machine.counter) {
            machine.counter += 1;
            let (guard, op) = unguarded(op);
            if guard.is_some_and(|guard| evaluate(guard, &machine.registers) == 0) {
                continue;
            }
            if let Some(action) = self.action(machine, op) {
                return action;
            }
        }
        Action::Finish(Value(0))
    }
}

impl Hints for Code {}

impl Telling for Code {
    type Notes = ();

    fn site(&self, _: &Machine) -> Option<Site> {
        None
    }

    fn location_name(&self, at: Access, _: &()) -> String {
        self.locations[at.address.0 as usize].clone()
    }

    fn thread_name(&self, _: usize, spawn: Spawn, _: &()) -> String {
        format!("T{}", spawn.entry)
    }
}

fn unguarded(op: &str) -> (Option<&str>, &str) {
    match op.strip_prefix('?') {
        None => (None, op),
        Some(op) => op.split_once(' ').map(|(guard, op)| (Some(guard), op)).expect("an instruction follows the guard"),
    }
}

fn rmw_op(name: &str) -> RmwOp {
    match name {
        "ADD" => RmwOp::Add,
        "SUB" => RmwOp::Sub,
        "OR" => RmwOp::Or,
        "AND" => RmwOp::And,
        "XOR" => RmwOp::Xor,
        _ => RmwOp::Exchange,
    }
}

fn read_ordering(mo: &str) -> ReadOrdering {
    match mo {
        "rlx" => ReadOrdering::Relaxed,
        "acq" => ReadOrdering::Acquire,
        "sc" => ReadOrdering::SeqCst,
        _ => panic!("not the ordering of a read: {mo}"),
    }
}

fn write_ordering(mo: &str) -> WriteOrdering {
    match mo {
        "rlx" => WriteOrdering::Relaxed,
        "rel" => WriteOrdering::Release,
        "sc" => WriteOrdering::SeqCst,
        _ => panic!("not the ordering of a write: {mo}"),
    }
}

fn rmw_ordering(mo: &str) -> RmwOrdering {
    match mo {
        "rlx" => RmwOrdering::Relaxed,
        "acq" => RmwOrdering::Acquire,
        "rel" => RmwOrdering::Release,
        "ar" => RmwOrdering::AcqRel,
        "sc" => RmwOrdering::SeqCst,
        _ => panic!("not the ordering of an update: {mo}"),
    }
}

fn fence_ordering(mo: &str) -> FenceOrdering {
    match mo {
        "acq" => FenceOrdering::Acquire,
        "rel" => FenceOrdering::Release,
        "ar" => FenceOrdering::AcqRel,
        "sc" => FenceOrdering::SeqCst,
        _ => panic!("not the ordering of a fence: {mo}"),
    }
}
