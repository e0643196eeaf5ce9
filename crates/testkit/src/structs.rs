//! Random C programs that move structs with gaps about, and a model of them that knows each byte.
//!
//! Members of structs are set, structs are assigned, copied, passed, returned and filled, wholly, in part,
//! byte by byte, or through an atomic variable, between variables on the stack, on the heap and in memory
//! that other threads know. In the end one member of one of them is compared with what the model says it
//! holds: the program is right if it is defined, and reads something undefined if one byte of it is not.

use std::fmt;

use selvedge_core::ViolationKind;
use selvedge_models::Builtin;
use selvedge_vm::Machine;

use crate::c::{compile_text, search};
use crate::random::Random;

/// How many programs go into one file.
const BATCH: u64 = 100;
/// How often something is done in a program.
const STEPS: (usize, usize) = (3, 14);

/// A member of a struct: its name, its type, where it begins and how many bytes it has.
type Member = (&'static str, &'static str, usize, usize);

/// A struct: its name, its size and its members. There are gaps in all of them.
struct Layout {
    name: char,
    size: usize,
    members: &'static [Member],
}

const LAYOUTS: [Layout; 4] = [
    Layout { name: 'A', size: 8, members: &[("c", "char", 0, 1), ("i", "int", 4, 4)] },
    Layout { name: 'B', size: 6, members: &[("c", "char", 0, 1), ("s", "short", 2, 2), ("d", "char", 4, 1)] },
    Layout { name: 'C', size: 16, members: &[("i", "int", 0, 4), ("c", "char", 4, 1), ("l", "long", 8, 8)] },
    Layout {
        name: 'D',
        size: 32,
        members: &[("c", "char", 0, 1), ("l", "long", 8, 8), ("m", "long", 16, 8), ("s", "short", 24, 2)],
    },
];

/// Where a variable lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Home {
    Stack,
    Global,
    /// From `malloc`, and nobody else knows it.
    Heap,
    /// The same from `calloc`.
    Zeroed,
    /// From `malloc`, and known to others.
    Known,
}

const HOMES: [(Home, &str); 6] = [
    (Home::Stack, "la"),
    (Home::Stack, "lb"),
    (Home::Global, "g"),
    (Home::Heap, "(*h)"),
    (Home::Zeroed, "(*z)"),
    (Home::Known, "(*k)"),
];

/// A program, as C, and what the model says of it.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it was made from.
    pub seed: u64,
    /// Declarations and functions; it begins with `main{seed}`.
    pub text: String,
    /// Whether what is read in the end is defined.
    pub is_defined: bool,
}

/// A program on which the model and the machine disagree.
#[derive(Debug)]
pub struct Disagreement {
    program: Program,
    found: Option<ViolationKind>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Program { seed, text, is_defined } = &self.program;
        let expected = if *is_defined { "defined" } else { "undefined" };
        let found = self.found.map_or("nothing", ViolationKind::name);
        writeln!(f, "what is read is {expected}, and {found} was found (seed {seed}) in\n{}{text}", prelude())
    }
}

/// Compares so many random programs with the model; says how many of them read something undefined.
pub fn fuzz(programs: u64, seed: u64) -> Result<u64, Box<Disagreement>> {
    let (mut undefined, end) = (0, seed + programs);
    for first in (seed..end).step_by(BATCH as usize) {
        let batch: Vec<Program> = (first..end.min(first + BATCH)).map(generate).collect();
        let mut machine = compile_all(&batch);
        for program in batch {
            let entry = format!("main{}", program.seed);
            machine = machine.started_with(&entry).expect("invariant: the program was compiled");
            let found = search(&mut machine, Builtin::Sc).violation.map(|violation| violation.kind);
            let expected = (!program.is_defined).then_some(ViolationKind::UninitialisedRead);
            if found != expected {
                return Err(Box::new(Disagreement { program, found }));
            }
            undefined += u64::from(!program.is_defined);
        }
    }
    Ok(undefined)
}

fn compile_all(batch: &[Program]) -> Machine {
    let mut text = prelude();
    batch.iter().for_each(|program| text.push_str(&program.text));
    text.push_str(&format!("int main(void) {{ return main{}(); }}\n", batch[0].seed));
    compile_text(&text, "-Wno-everything").unwrap_or_else(|why| panic!("{why}"))
}

/// What all programs begin with: for each struct its type, and a function that passes one on.
fn prelude() -> String {
    let mut text = "#include <assert.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n".to_owned();
    for Layout { name, members, .. } in &LAYOUTS {
        let members: Vec<String> = members.iter().map(|(member, ty, ..)| format!("{ty} {member};")).collect();
        text.push_str(&format!(
            "struct {name} {{ {} }};\nstatic struct {name} pass{name}(struct {name} s) {{ return s; }}\n",
            members.join(" ")
        ));
    }
    text
}

/// Makes a program from a seed and nothing else.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let layout = &LAYOUTS[random.below(LAYOUTS.len())];
    let mut maker = Maker { layout, memory: Default::default(), text: String::new() };
    for (slot, (home, _)) in maker.memory.iter_mut().zip(HOMES) {
        let first = matches!(home, Home::Global | Home::Zeroed).then_some(0);
        *slot = vec![first; layout.size];
    }
    for _ in 0..random.between(STEPS.0, STEPS.1) {
        maker.step(&mut random);
    }
    let (at, (member, _, start, size)) = (random.below(HOMES.len()), random.pick(layout.members));
    let bytes: Option<Vec<u8>> = maker.memory[at][start..start + size].iter().copied().collect();
    let value = bytes.as_deref().unwrap_or(&[]).iter().rev().fold(0_i64, |value, byte| value << 8 | i64::from(*byte));
    let Layout { name, .. } = layout;
    let text = format!(
        "struct {name} g{seed}, *k{seed}; _Atomic struct {name} t{seed};\nint main{seed}(void) {{\n  struct {name} la, lb, *h = malloc(sizeof *h), \
         *z = calloc(1, sizeof *z), *k = malloc(sizeof *k);\n  k{seed} = k;\n{}  assert({}.{member} == {value}L);\n  \
         return 0;\n}}\n",
        maker.text.replace("g$", &format!("g{seed}")).replace("t$", &format!("t{seed}")),
        HOMES[at].1.replace('g', &format!("g{seed}")),
    );
    Program { seed, text, is_defined: bytes.is_some() }
}

/// A program while it is being made.
struct Maker {
    layout: &'static Layout,
    /// What each variable holds.
    memory: [Vec<Option<u8>>; HOMES.len()],
    text: String,
}

impl Maker {
    fn name(&self, variable: usize) -> String {
        HOMES[variable].1.replace('g', "g$")
    }

    fn add(&mut self, line: &str) {
        self.text.push_str(&format!("  {line}\n"));
    }

    fn step(&mut self, random: &mut Random) {
        let (to, from) = (random.below(HOMES.len()), random.below(HOMES.len()));
        let (x, y, size) = (self.name(to), self.name(from), self.layout.size);
        // Small, so that no number has a sign.
        let value = random.between(1, 100) as u8;
        match random.below(10) {
            0 | 1 => {
                let (member, _, start, length) = random.pick(self.layout.members);
                self.memory[to][start..start + length].fill(Some(0));
                self.memory[to][start] = Some(value);
                self.add(&format!("{x}.{member} = {value};"));
            }
            2 => {
                let at = random.below(size);
                self.memory[to][at] = Some(value);
                self.add(&format!("((char *)&{x})[{at}] = {value};"));
            }
            3 => {
                self.memory[to] = self.memory[from].clone();
                self.add(&format!("{x} = {y};"));
            }
            4 => {
                self.memory[to] = self.memory[from].clone();
                self.add(&format!("memmove(&{x}, &{y}, {size});"));
            }
            5 => {
                let (start, source) = (random.below(size), random.below(size));
                let length = random.between(1, size - start.max(source));
                let bytes = self.memory[from][source..source + length].to_vec();
                self.memory[to][start..start + length].copy_from_slice(&bytes);
                self.add(&format!("memmove((char *)&{x} + {start}, (char *)&{y} + {source}, {length});"));
            }
            6 => {
                let start = random.below(size);
                let length = random.between(1, size - start);
                self.memory[to][start..start + length].fill(Some(value));
                self.add(&format!("memset((char *)&{x} + {start}, {value}, {length});"));
            }
            7 => {
                self.memory[to] = self.memory[from].clone();
                self.add(&format!("for (int i = 0; i < {size}; i++) ((char *)&{x})[i] = ((char *)&{y})[i];"));
            }
            // Nothing of it would be an error at once.
            8 if matches!(size, 8 | 16) && self.memory[from].iter().any(Option::is_some) => {
                self.memory[to] = self.memory[from].clone();
                self.add(&match random.chance(50) {
                    true => format!("atomic_store(&t$, {y}); {x} = atomic_load(&t$);"),
                    false => format!("atomic_exchange(&t$, {y}); {x} = atomic_exchange(&t$, {y});"),
                });
            }
            _ if self.may_pass(from) => {
                self.memory[to] = self.memory[from].clone();
                self.add(&format!("{x} = pass{}({y});", self.layout.name));
            }
            _ => {}
        }
    }

    /// Whether a struct may be an argument: in C the words that it travels in must not be wholly undefined,
    /// unless it is a local variable; and what is passed in memory must not be shared.
    fn may_pass(&self, from: usize) -> bool {
        let in_memory = self.layout.size > 16;
        let words = || self.memory[from].chunks(8);
        match HOMES[from].0 {
            Home::Stack => true,
            Home::Global | Home::Known if in_memory => false,
            Home::Heap | Home::Zeroed if in_memory => true,
            _ => words().all(|word| word.iter().any(Option::is_some)),
        }
    }
}
