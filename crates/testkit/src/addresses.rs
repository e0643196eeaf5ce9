//! Random C programs that compute with addresses, and what they do wherever their objects lie.
//!
//! Addresses become numbers, are shifted, masked, added, subtracted and compared, and go through memory of
//! all kinds. In the end two numbers are compared. The model places the objects at random, again and again:
//! where the outcome is not always the same, chance decides it, and the machine must have said so.

use std::fmt;

use selvedge_core::{Bound, Subject};
use selvedge_models::Builtin;
use selvedge_vm::Machine;

use crate::c::{compile_text, search};
use crate::random::Random;

/// How many programs go into one file.
const BATCH: u64 = 100;
/// How many variables a program has.
const VARIABLES: usize = 4;
/// How often something is done in a program.
const STEPS: (usize, usize) = (0, 6);
/// How often the objects are placed.
const LAYOUTS: usize = 40;

/// The objects: two from `malloc`, and a static one. All have 64 bytes and are aligned to 16.
const OBJECTS: [&str; 3] = ["p", "q", "o$"];
/// Numbers that programs like.
const NUMBERS: [u64; 14] = [0, 1, 3, 7, 8, 15, 16, 0xff, 0xfff, !0, !7, !0xfff, 0xffff << 48, 0x9e37_79b9_7f4a_7c15];
/// Where a number is kept for a while.
const HOMES: [&str; 4] = ["l", "s$", "(*h)", "a$"];

/// What is done with two numbers.
#[derive(Clone, Copy, Debug)]
enum Op {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Rem,
    Cut,
}

const OPS: [(Op, &str); 10] = [
    (Op::Add, "+"),
    (Op::Sub, "-"),
    (Op::Mul, "*"),
    (Op::And, "&"),
    (Op::Or, "|"),
    (Op::Xor, "^"),
    (Op::Shl, "<<"),
    (Op::Shr, ">>"),
    (Op::Rem, "%"),
    (Op::Cut, ""),
];

/// What a number comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    Variable(usize),
    Number(u64),
}

impl Source {
    fn value(self, variables: &[u64; VARIABLES]) -> u64 {
        match self {
            Source::Variable(at) => variables[at],
            Source::Number(number) => number,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Variable(at) => write!(f, "v{at}"),
            Source::Number(number) => write!(f, "{number:#x}ul"),
        }
    }
}

/// A step of a program: a variable is given a value.
#[derive(Clone, Copy, Debug)]
enum Step {
    Address { to: usize, object: usize, offset: u64 },
    Compute { to: usize, op: (Op, &'static str), operands: [Source; 2] },
    Pass { to: usize, from: usize, home: &'static str },
}

/// A program, as C, and what the model says of it.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it was made from.
    pub seed: u64,
    /// Declarations and functions; it begins with `main{seed}`.
    pub text: String,
    /// Whether its outcome depends on where its objects lie.
    pub by_chance: bool,
}

/// A program of which the machine does not say that chance decides.
#[derive(Debug)]
pub struct Disagreement(Program);

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Program { seed, text, .. } = &self.0;
        writeln!(
            f,
            "verdicts differ: addresses decide, and nothing was said (seed {seed}, one thread) in\n{}{text}",
            prelude()
        )
    }
}

/// How many programs were compared in which chance decides, and of how many others the machine says so.
#[derive(Clone, Copy, Default, Debug)]
pub struct Compared {
    /// Those in which chance decides.
    pub by_chance: u64,
    /// Others of which the machine says so.
    pub cautious: u64,
}

/// Compares so many random programs with the model.
pub fn fuzz(programs: u64, seed: u64) -> Result<Compared, Box<Disagreement>> {
    let (mut compared, end) = (Compared::default(), seed + programs);
    for first in (seed..end).step_by(BATCH as usize) {
        let batch: Vec<Program> = (first..end.min(first + BATCH)).map(generate).collect();
        let mut machine = compile_all(&batch);
        for program in batch {
            let entry = format!("main{}", program.seed);
            machine = machine.started_with(&entry).expect("invariant: the program was compiled");
            let searched = search(&mut machine, Builtin::Sc);
            assert!(searched.violation.is_none(), "{:?} in\n{}", searched.violation, program.text);
            let is_said = machine.bounds().contains(&Bound::FixedAddresses);
            match (program.by_chance, is_said) {
                (true, true) => compared.by_chance += 1,
                (true, false) => return Err(Box::new(Disagreement(program))),
                (false, is_said) => compared.cautious += u64::from(is_said),
            }
        }
    }
    Ok(compared)
}

fn compile_all(batch: &[Program]) -> Machine {
    let mut text = prelude();
    batch.iter().for_each(|program| text.push_str(&program.text));
    text.push_str(&format!("int main(void) {{ return main{}(); }}\n", batch[0].seed));
    compile_text(&text, "-Wno-everything").unwrap_or_else(|why| panic!("{why}"))
}

fn prelude() -> String {
    "#include <stdatomic.h>\n#include <stdint.h>\n#include <stdlib.h>\ntypedef uintptr_t U;\n".to_owned()
}

/// Makes a program from a seed and nothing else.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let mut steps: Vec<Step> = (0..VARIABLES)
        .map(|to| Step::Address { to, object: random.below(OBJECTS.len()), offset: 8 * random.below(9) as u64 })
        .collect();
    for _ in 0..random.between(STEPS.0, STEPS.1) {
        steps.push(step(&mut random));
    }
    let ends = [Source::Variable(random.below(VARIABLES)), source(&mut random)];
    let sign = random.pick(&["==", "<", ">", "bits", "bits", "bits"]);
    let (low, mask) = (random.below(64), random.pick(&[1, 3, 7]));
    let outcome = |bases: [u64; OBJECTS.len()]| {
        let mut variables = [0; VARIABLES];
        steps.iter().for_each(|step| run(*step, &bases, &mut variables));
        let [a, b] = ends.map(|end| end.value(&variables));
        match sign {
            "==" => a == b,
            "<" => a < b,
            ">" => a > b,
            _ => a >> low & mask == 1,
        }
    };
    let mut place = || std::array::from_fn(|_| random.bits() >> 17 & !15 | 1 << 40);
    let first = outcome(place());
    let by_chance = (1..LAYOUTS).any(|_| outcome(place()) != first);
    let body: String = steps.iter().map(|step| format!("  {}\n", line(*step))).collect();
    let [a, b] = ends;
    let condition = match sign {
        "bits" => format!("({a} >> {low} & {mask}) == 1"),
        sign => format!("{a} {sign} {b}"),
    };
    let text = format!(
        "_Alignas(16) static char o$[64]; static U s$; static _Atomic U a$; int r$;\n\
         int main$(void) {{\n  char *p = malloc(64), *q = malloc(64); U v0, v1, v2, v3, l, *h = malloc(8);\n\
         {body}  if ({condition}) r$ = 1;\n  return 0;\n}}\n"
    );
    Program { seed, text: text.replace('$', &seed.to_string()), by_chance }
}

fn source(random: &mut Random) -> Source {
    match random.chance(50) {
        true => Source::Variable(random.below(VARIABLES)),
        false => Source::Number(random.pick(&NUMBERS)),
    }
}

fn step(random: &mut Random) -> Step {
    let (to, from) = (random.below(VARIABLES), random.below(VARIABLES));
    match random.below(6) {
        0 => Step::Pass { to, from, home: random.pick(&HOMES) },
        1 => Step::Address { to, object: random.below(OBJECTS.len()), offset: random.below(65) as u64 },
        _ => {
            let op = random.pick(&OPS);
            let second = match op.0 {
                Op::Shl | Op::Shr => Source::Number(random.pick(&[1, 4, 16, 47, 48, 60])),
                Op::Rem => Source::Number(random.pick(&[2, 7, 16, 61])),
                Op::Cut => Source::Number(random.pick(&[8, 16, 32])),
                _ => source(random),
            };
            Step::Compute { to, op, operands: [Source::Variable(from), second] }
        }
    }
}

/// A step as a line of C.
fn line(step: Step) -> String {
    match step {
        Step::Address { to, object, offset } => format!("v{to} = (U)({} + {offset});", OBJECTS[object]),
        Step::Pass { to, from, home } => format!("{home} = v{from}; v{to} = {home};"),
        Step::Compute { to, op: (Op::Cut, _), operands: [a, Source::Number(bits)] } => {
            format!("v{to} = (uint{bits}_t){a};")
        }
        Step::Compute { to, op: (_, sign), operands: [a, b] } => format!("v{to} = {a} {sign} {b};"),
    }
}

/// What a step does.
fn run(step: Step, bases: &[u64; OBJECTS.len()], variables: &mut [u64; VARIABLES]) {
    let (to, value) = match step {
        Step::Address { to, object, offset } => (to, bases[object] + offset),
        Step::Pass { to, from, .. } => (to, variables[from]),
        Step::Compute { to, op: (op, _), operands } => {
            let [a, b] = operands.map(|operand| operand.value(variables));
            let value = match op {
                Op::Add => a.wrapping_add(b),
                Op::Sub => a.wrapping_sub(b),
                Op::Mul => a.wrapping_mul(b),
                Op::And => a & b,
                Op::Or => a | b,
                Op::Xor => a ^ b,
                Op::Shl => a << b,
                Op::Shr => a >> b,
                Op::Rem => a % b,
                Op::Cut => a & ((1 << b) - 1),
            };
            (to, value)
        }
    };
    variables[to] = value;
}
