//! The random programs: threads that poll, retry, take locks of several makes and join each other, as
//! structured code.
//!
//! Shared are two atomic variables `x` and `y`, a word `l` to lock and two mutexes `m` and `n`; each thread
//! has the registers `a`, `b` and `o`. Every program has finitely many states.

use std::fmt::Write;

use crate::random::Random;

/// A shared variable: two words, a word to lock, two mutexes.
pub type Variable = usize;
/// Their names.
pub const NAMES: [&str; 5] = ["x", "y", "l", "m", "n"];
const LOCK: Variable = 2;
/// A register of a thread.
pub type Register = usize;
const REGISTERS: [&str; 3] = ["a", "b", "o"];

/// Something indivisible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Stores a number.
    Store(Variable, u8),
    /// Loads.
    Load(Register, Variable),
    /// Adds a number, possibly 255 for -1, and says what was there.
    Add(Register, Variable, u8),
    /// Stores a number and says what was there.
    Swap(Register, Variable, u8),
    /// If the variable is what the second register says, stores that and the number; the second register says
    /// what was there, the first whether it was.
    Exchange(Register, Variable, Register, u8),
    /// Takes a mutex, when it is free.
    Lock(Variable),
    /// Gives it back.
    Unlock(Variable),
    /// Takes it if it is free; says 1 if it was not.
    TryLock(Register, Variable),
    /// Sets a register.
    Set(Register, u8),
    /// Adds one to a register, modulo a number: what a thread keeps for itself from round to round.
    Turn(Register, u8),
    /// Waits for the end of a thread.
    Join(usize),
}

/// Whether a register is, or is not, a number.
pub type Condition = (Register, bool, u8);

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// One step.
    Do(Op),
    /// What is done under a condition.
    If(Condition, Vec<Statement>),
    /// A loop without end.
    Loop(Vec<Statement>),
    /// Leaves the innermost loop under a condition.
    BreakIf(Condition),
    /// A mark for the checker: goes on if the condition holds, and else only waits.
    SpinEnd(Condition),
    /// The way round the loop takes time and nothing else.
    Pause,
    /// Leaves a register where it is part of the outcome.
    Keep(Register),
}

use Op::{Add, Exchange, Join, Load, Lock, Set, Store, Swap, TryLock, Turn, Unlock};
use Statement::{BreakIf, Do, If, Keep, Loop, Pause, SpinEnd};

/// A program: the code of its threads, `main` last.
#[derive(Clone, Debug)]
pub struct Code {
    /// Threads that `main` starts, all at once, and `main`.
    pub threads: Vec<Vec<Statement>>,
}

/// Makes a program.
pub fn generate(random: &mut Random) -> Code {
    let count = if random.chance(65) { 2 } else { 3 };
    let common = random.chance(30).then(|| random.below(KINDS));
    let mut threads: Vec<_> = (0..count).map(|_| body(random, common)).collect();
    let mut main = Vec::new();
    for thread in 0..count {
        if random.chance(10) {
            main.push(simple(random));
        }
        // Sometimes a thread is left behind.
        if random.chance(94) {
            main.push(Do(Join(thread)));
        }
    }
    threads.push(main);
    Code { threads }
}

fn body(random: &mut Random, common: Option<usize>) -> Vec<Statement> {
    let mut out = Vec::new();
    for _ in 0..random.below(3) {
        out.push(simple(random));
    }
    for _ in 0..random.between(1, 2) {
        if random.chance(70) {
            let kind = common.filter(|_| random.chance(70)).unwrap_or_else(|| random.below(KINDS));
            let looped = looped(random, kind);
            if random.chance(25) {
                out.push(Do(Load(0, random.below(2))));
                out.push(If((0, random.chance(50), random.below(2) as u8), looped));
            } else {
                out.extend(looped);
            }
        }
        for _ in 0..random.below(3) {
            out.push(simple(random));
        }
    }
    if random.chance(30) {
        out.push(Keep(random.below(2)));
    }
    // A mutex around it all, and not always given back.
    if random.chance(25) {
        let mutex = random.between(3, 4);
        let locked = random.below(out.len() + 1);
        out.insert(locked, Do(Lock(mutex)));
        if random.chance(85) {
            out.insert(random.between(locked + 1, out.len()), Do(Unlock(mutex)));
        }
    }
    out
}

fn simple(random: &mut Random) -> Statement {
    let word = random.below(2);
    match random.below(8) {
        0..=2 => Do(Store(word, random.below(3) as u8)),
        3 => Do(Load(random.below(2), word)),
        4 => Do(Add(1, word, 1)),
        5 => Do(Store(LOCK, random.below(2) as u8)),
        6 => If((random.below(2), random.chance(50), random.below(2) as u8), vec![Do(Store(word, 1))]),
        _ => Do(Set(0, 1)),
    }
}

const KINDS: usize = 20;

fn looped(random: &mut Random, kind: usize) -> Vec<Statement> {
    let r = random;
    let (word, mutex, number, is) = (r.below(2), r.between(3, 4), r.below(2) as u8, r.chance(50));
    let section = vec![simple(r)];
    let pause = |r: &mut Random| if r.chance(30) { vec![Pause] } else { vec![] };
    let seq = |parts: Vec<Vec<Statement>>| parts.concat();
    match kind {
        // Waiting for a value, or for another than that.
        0 => vec![Loop(seq(vec![vec![Do(Load(0, word)), BreakIf((0, is, number))], pause(r)]))],
        // The same, with the first round outside.
        1 => vec![Do(Load(0, word)), Loop(vec![BreakIf((0, is, number)), Do(Load(0, word))])],
        // Two variables.
        2 => vec![Loop(vec![
            Do(Load(0, 0)),
            Do(Load(1, 1)),
            BreakIf((0, is, number)),
            BreakIf((1, r.chance(50), r.below(2) as u8)),
        ])],
        // Spinlocks, given back or not.
        3 => seq(vec![
            vec![Loop(seq(vec![vec![Do(Swap(0, LOCK, 1)), BreakIf((0, true, 0))], pause(r)]))],
            section,
            if r.chance(85) { vec![Do(Store(LOCK, 0))] } else { vec![] },
        ]),
        4 => seq(vec![
            vec![Loop(vec![
                Loop(vec![Do(Load(0, LOCK)), BreakIf((0, true, 0))]),
                Do(Swap(0, LOCK, 1)),
                BreakIf((0, true, 0)),
            ])],
            section,
            if r.chance(85) { vec![Do(Store(LOCK, 0))] } else { vec![] },
        ]),
        // Adding, and taking it back.
        5 => seq(vec![
            vec![Loop(vec![Do(Add(0, LOCK, 1)), BreakIf((0, true, 0)), Do(Add(1, LOCK, 255))])],
            section,
            if r.chance(80) { vec![Do(Add(1, LOCK, 255))] } else { vec![] },
        ]),
        // Polling under a mutex.
        6 => vec![Loop(seq(vec![
            vec![Do(Lock(mutex)), Do(Load(0, word)), Do(Unlock(mutex)), BreakIf((0, is, number))],
            pause(r),
        ]))],
        7 => vec![
            Do(Lock(mutex)),
            Loop(vec![Do(Load(0, word)), BreakIf((0, is, number)), Do(Unlock(mutex)), Do(Lock(mutex))]),
            Do(Unlock(mutex)),
        ],
        // A mutex that is tried.
        8 => seq(vec![
            vec![Loop(seq(vec![vec![Do(TryLock(0, mutex)), BreakIf((0, true, 0))], pause(r)]))],
            section,
            if r.chance(85) { vec![Do(Unlock(mutex))] } else { vec![] },
        ]),
        // Counting with compare-exchange, and forgetting to look again.
        9 => vec![Do(Load(2, word)), Loop(vec![Do(Exchange(0, word, 2, r.below(3) as u8)), BreakIf((0, true, 1))])],
        10 => vec![Loop(vec![Do(Set(2, number)), Do(Exchange(0, word, 2, 2)), BreakIf((0, true, 1))])],
        // A loop in a loop.
        11 => vec![Loop(vec![
            Loop(vec![Do(Load(0, word)), BreakIf((0, is, number))]),
            Do(Load(1, 1 - word)),
            BreakIf((1, r.chance(50), r.below(2) as u8)),
        ])],
        // A loop that others notice.
        12 => vec![Loop(vec![Do(Load(0, word)), BreakIf((0, is, number)), Do(Store(1 - word, number))])],
        // One that others notice now and then.
        13 => vec![Loop(vec![
            Do(Load(0, word)),
            If((0, is, number), vec![Do(Store(r.below(2), r.below(2) as u8))]),
            BreakIf((0, r.chance(50), r.below(2) as u8)),
        ])],
        // Marked.
        14 => vec![Loop(vec![Do(Load(0, word)), SpinEnd((0, is, number)), BreakIf((0, is, number))])],
        // Under a mutex that it keeps.
        15 => vec![Do(Lock(mutex)), Loop(vec![Do(Load(0, word)), BreakIf((0, is, number))]), Do(Unlock(mutex))],
        // Rounds that differ in something of the thread's own, again and again.
        16 => {
            let differs = r.between(2, 3) as u8;
            let odd = if r.chance(50) { vec![If((2, true, 1), pause(r))] } else { vec![] };
            let polls =
                vec![Loop(seq(vec![vec![Do(Load(0, word)), BreakIf((0, is, number)), Do(Turn(2, differs))], odd]))];
            match r.chance(30) {
                true => seq(vec![vec![Do(Lock(mutex))], polls, vec![Do(Unlock(mutex))]]),
                false => polls,
            }
        }
        // One variable in this round and the other in the next.
        17 => vec![Loop(vec![
            If((2, true, 0), vec![Do(Load(0, word))]),
            If((2, false, 0), vec![Do(Load(0, 1 - word))]),
            BreakIf((0, is, number)),
            Do(Turn(2, 2)),
        ])],
        // Writes what is there already, in every other round.
        18 => vec![Loop(vec![
            Do(Load(0, word)),
            BreakIf((0, is, number)),
            If((2, true, 1), vec![Do(Swap(1, word, 1 - number))]),
            Do(Turn(2, 2)),
        ])],
        // Under a mutex for others only: waiting until it is free.
        _ => vec![Do(Lock(mutex)), simple(r), Do(Unlock(mutex)), Do(Store(word, number))],
    }
}

/// The program as C; its names end in the number.
pub fn text(code: &Code, number: u64) -> String {
    let mut out = format!(
        "static atomic_int x{number}, y{number}, l{number}; static int r{number}[4][3];\n\
         static pthread_mutex_t m{number} = PTHREAD_MUTEX_INITIALIZER, n{number} = PTHREAD_MUTEX_INITIALIZER;\n"
    );
    let count = code.threads.len() - 1;
    for (thread, body) in code.threads.iter().enumerate() {
        if thread < count {
            let _ = writeln!(out, "static void *t{thread}_{number}(void *arg) {{\n\tint a = 0, b = 0, o = 0;");
        } else {
            let _ = writeln!(out, "int main{number}(void) {{\n\tint a = 0, b = 0, o = 0; pthread_t t[{count}];");
            for child in 0..count {
                let _ = writeln!(out, "\tpthread_create(&t[{child}], 0, t{child}_{number}, 0);");
            }
        }
        write_block(&mut out, body, (thread, number), 1);
        out.push_str(if thread < count { "\treturn 0;\n}\n" } else { "\treturn 0;\n}\n\n" });
    }
    out
}

fn write_block(out: &mut String, body: &[Statement], name: (usize, u64), depth: usize) {
    let (thread, number) = name;
    let tabs = "\t".repeat(depth);
    let test = |(register, is, number): &Condition| {
        format!("{} {} {number}", REGISTERS[*register], if *is { "==" } else { "!=" })
    };
    for statement in body {
        let _ = match statement {
            Do(op) => writeln!(out, "{tabs}{}", written(*op, number)),
            If(condition, then) => {
                let _ = writeln!(out, "{tabs}if ({}) {{", test(condition));
                write_block(out, then, name, depth + 1);
                writeln!(out, "{tabs}}}")
            }
            Loop(body) => {
                let _ = writeln!(out, "{tabs}for (;;) {{");
                write_block(out, body, name, depth + 1);
                writeln!(out, "{tabs}}}")
            }
            BreakIf(condition) => writeln!(out, "{tabs}if ({}) break;", test(condition)),
            SpinEnd(condition) => writeln!(out, "{tabs}__VERIFIER_spin_end({});", test(condition)),
            Pause => writeln!(out, "{tabs}sched_yield();"),
            Keep(register) => writeln!(out, "{tabs}r{number}[{thread}][{register}] = {};", REGISTERS[*register]),
        };
    }
}

fn written(op: Op, number: u64) -> String {
    let shared = |variable: Variable| format!("{}{number}", NAMES[variable]);
    let signed = |operand: u8| operand as i8;
    match op {
        Store(variable, value) => format!("atomic_store(&{}, {value});", shared(variable)),
        Load(to, variable) => format!("{} = atomic_load(&{});", REGISTERS[to], shared(variable)),
        Add(to, variable, operand) => {
            format!("{} = atomic_fetch_add(&{}, {});", REGISTERS[to], shared(variable), signed(operand))
        }
        Swap(to, variable, value) => format!("{} = atomic_exchange(&{}, {value});", REGISTERS[to], shared(variable)),
        Exchange(to, variable, expected, new) => {
            let (to, expected) = (REGISTERS[to], REGISTERS[expected]);
            format!("{to} = atomic_compare_exchange_strong(&{}, &{expected}, {new});", shared(variable))
        }
        Lock(mutex) => format!("pthread_mutex_lock(&{});", shared(mutex)),
        Unlock(mutex) => format!("pthread_mutex_unlock(&{});", shared(mutex)),
        TryLock(to, mutex) => format!("{} = pthread_mutex_trylock(&{}) != 0;", REGISTERS[to], shared(mutex)),
        Set(register, value) => format!("{} = {value};", REGISTERS[register]),
        Turn(register, modulus) => format!("{0} = ({0} + 1) % {modulus};", REGISTERS[register]),
        Join(thread) => format!("pthread_join(t[{thread}], 0);"),
    }
}
