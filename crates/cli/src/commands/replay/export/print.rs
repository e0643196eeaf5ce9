//! A test as a text in herd's dialect.
//!
//! Where all accesses are atomic, the code is straight. Where some are plain, what follows a read is done
//! only if the read has seen what it saw in the execution: otherwise the test would have races that the
//! program does not have.

use std::fmt::Write;

use selvedge_core::unseen::is_unseen;
use selvedge_core::{Address, Mode};

use super::{Kind, Op, Test};

/// Words that a location cannot be called.
pub(super) fn is_taken(name: &str) -> bool {
    let is_numbered = |letter: char| {
        name.strip_prefix(letter).is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
    };
    const WORDS: [&str; 16] = [
        "int",
        "volatile",
        "if",
        "else",
        "while",
        "do",
        "for",
        "return",
        "exists",
        "forall",
        "not",
        "true",
        "false",
        "reached",
        "atomic_int",
        "filter",
    ];
    WORDS.contains(&name)
        || is_numbered('r')
        || is_numbered('P')
        || name.starts_with("atomic_")
        || name.starts_with("memory_")
}

/// The text of the test.
pub(super) fn print(test: &Test, name: &str, model: &str, message: &str) -> String {
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "-+._".contains(c) { c } else { '-' }).collect();
    let message: String = message.chars().map(|c| if c == '"' || is_unseen(c) { ' ' } else { c }).collect();
    let mut out = format!("C {name}\n\"{message}, under {model}\"\n\n");
    let locations = test.locations();
    let zeros: Vec<String> = locations.iter().map(|at| format!("{} = 0;", test.name(*at))).collect();
    let _ = writeln!(out, "{{ {} }}", zeros.join(" "));
    let guarded = test.is_plain_anywhere();
    let mut condition = Vec::new();
    for (number, ops) in test.threads.iter().enumerate() {
        let used: Vec<Address> =
            locations.iter().copied().filter(|at| ops.iter().any(|op| op.location() == Some(*at))).collect();
        let kind = |at: &Address| if test.is_plain(*at) { "int*" } else { "atomic_int*" };
        let parameters: Vec<String> = used.iter().map(|at| format!("{} {}", kind(at), test.name(*at))).collect();
        let _ = writeln!(out, "\nP{number} ({}) {{", parameters.join(", "));
        let mut depth = 1;
        let mut registers = 0;
        for (at, op) in ops.iter().enumerate() {
            let indent = "  ".repeat(depth);
            let register = format!("r{registers}");
            let _ = writeln!(out, "{indent}{}", statement(test, op, &register));
            let (Some(location), Some(source)) = (op.location(), op.source()) else { continue };
            registers += 1;
            let value = test.value(location, source);
            condition.push(format!("{number}:{register}={value}"));
            if guarded && at + 1 < ops.len() {
                let _ = writeln!(out, "{indent}if ({register} == {value}) {{");
                depth += 1;
            }
        }
        if guarded && registers > 0 && !test.race {
            let _ = writeln!(out, "{}int reached = 1;", "  ".repeat(depth));
            condition.push(format!("{number}:reached=1"));
        }
        for depth in (0..depth).rev() {
            let _ = writeln!(out, "{}}}", "  ".repeat(depth));
        }
    }
    for (at, writes) in test.coherence.iter().filter(|(_, writes)| writes.len() > 1) {
        condition.push(format!("{}={}", test.name(*at), writes.len()));
    }
    if !test.race && !condition.is_empty() {
        let _ = writeln!(out, "\nexists ({})", condition.join(" /\\ "));
    }
    out
}

fn statement(test: &Test, op: &Op, register: &str) -> String {
    let order = order(op.mode);
    let plain = op.mode == Mode::Plain;
    match op.what {
        Kind::Fence => format!("atomic_thread_fence({order});"),
        Kind::Read(at, _) if plain => format!("int {register} = *{};", test.name(at)),
        Kind::Read(at, _) => format!("int {register} = atomic_load_explicit({}, {order});", test.name(at)),
        Kind::Write(at) if plain => format!("*{} = {};", test.name(at), test.value(at, Some(op.step))),
        Kind::Write(at) => {
            format!("atomic_store_explicit({}, {}, {order});", test.name(at), test.value(at, Some(op.step)))
        }
        Kind::Update(at, _) => {
            let value = test.value(at, Some(op.step));
            format!("int {register} = atomic_exchange_explicit({}, {value}, {order});", test.name(at))
        }
    }
}

fn order(mode: Mode) -> &'static str {
    match mode {
        Mode::Plain | Mode::Relaxed => "memory_order_relaxed",
        Mode::Acquire => "memory_order_acquire",
        Mode::Release => "memory_order_release",
        Mode::AcqRel => "memory_order_acq_rel",
        Mode::SeqCst => "memory_order_seq_cst",
    }
}

impl Test {
    fn name(&self, at: Address) -> &str {
        self.names.get(&at).map_or("x", String::as_str)
    }

    /// The locations, in the order in which they are met.
    fn locations(&self) -> Vec<Address> {
        let mut found = Vec::new();
        for at in self.threads.iter().flatten().filter_map(Op::location) {
            if !found.contains(&at) {
                found.push(at);
            }
        }
        found
    }

    fn is_plain(&self, at: Address) -> bool {
        self.threads.iter().flatten().any(|op| op.location() == Some(at) && op.mode == Mode::Plain)
    }

    fn is_plain_anywhere(&self) -> bool {
        self.threads.iter().flatten().any(|op| op.what != Kind::Fence && op.mode == Mode::Plain)
    }
}
