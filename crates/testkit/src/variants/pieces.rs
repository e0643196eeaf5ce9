//! What the random programs are made of, and how each variant is written.
//!
//! Atomic variables `v0` to `v3` of several widths, a plain one `p0` under a mutex `m0`, and for each
//! function that a thread runs an atomic variable that keeps what the thread has read. What has a name
//! outside of functions is written with a `$`.

use std::fmt::Write;

use super::Variant;
use crate::random::Random;

/// The types of the atomic variables.
const TYPES: [&str; 4] = ["int", "int", "long", "unsigned char"];

const PRELUDE: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define rlx memory_order_relaxed
#define acq memory_order_acquire
#define rel memory_order_release
#define acqrel memory_order_acq_rel
#define sc memory_order_seq_cst
#define LD(v, o) atomic_load_explicit(&v, o)
#define ST(v, d, o) atomic_store_explicit(&v, d, o)
#define ADD(v, d, o) atomic_fetch_add_explicit(&v, d, o)
#define SWAP(v, d, o) atomic_exchange_explicit(&v, d, o)
#define CAS(v, e, d, s, f) atomic_compare_exchange_strong_explicit(&v, e, d, s, f)
";

/// A program before it is written down.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it was made from. All its names end in it.
    pub seed: u64,
    /// Functions that threads run, as statements.
    bodies: Vec<String>,
    /// Which of them each thread runs.
    threads: Vec<usize>,
    /// What `main` does while they run.
    main: String,
    /// The order in which they are started where it is another.
    order: Vec<usize>,
}

impl Program {
    /// Makes a program.
    pub fn random(random: &mut Random, seed: u64) -> Program {
        let count = 2 + usize::from(random.chance(45)) + usize::from(random.chance(15));
        let most = [6, 4, 3][count - 2];
        let (mut bodies, mut threads) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let again = !bodies.is_empty() && random.chance(25);
            threads.push(if again { random.below(bodies.len()) } else { bodies.len() });
            if !again {
                bodies.push(statements(random, most / 2, most));
            }
        }
        let main = if random.chance(30) { statements(random, 1, 1) } else { String::new() };
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, random.below(last + 1));
        }
        if order.is_sorted() {
            order.reverse();
        }
        Program { seed, bodies, threads, main, order }
    }

    /// The function that it begins with.
    pub fn entry(&self) -> String {
        format!("main{}", self.seed)
    }

    /// Everything that it names outside of functions: a type, a name, and what is behind it.
    fn globals(&self) -> Vec<(String, String, &'static str)> {
        let atomics = TYPES.iter().enumerate().map(|(index, of)| (format!("_Atomic {of}"), format!("v{index}"), ""));
        let kept = (0..=self.bodies.len()).map(|index| ("_Atomic long".into(), format!("kept{index}"), ""));
        let others =
            [("int".into(), "p0".into(), ""), ("pthread_mutex_t".into(), "m0".into(), " = PTHREAD_MUTEX_INITIALIZER")];
        atomics.chain(kept).chain(others).collect()
    }

    fn name(&self, name: &str, variant: Variant) -> String {
        match variant {
            // The letter decides in which order names are sorted.
            Variant::OtherNames => {
                let letter = b'z' - name.bytes().map(usize::from).sum::<usize>().wrapping_mul(7).wrapping_rem(26) as u8;
                format!("{}_{name}_{}", char::from(letter), self.seed)
            }
            _ => format!("{name}_{}", self.seed),
        }
    }

    /// What the plain variant calls a place that a variant calls `name`.
    pub(super) fn plain_name(&self, name: &str, variant: Variant) -> String {
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
        let found = self.globals().into_iter().find(|(_, global, _)| self.name(global, variant) == name[..end]);
        found.map_or_else(|| name.into(), |(_, global, _)| global + &name[end..])
    }

    /// Gives what is written with a `$` its name.
    fn named(&self, text: &str, variant: Variant) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            let end = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
            write!(out, "{before}{}", self.name(&after[..end], variant)).expect("a string");
            rest = &after[end..];
        }
        out + rest
    }

    /// The program as files, in most cases one.
    fn write(&self, files: &mut [String], variant: Variant) {
        let mut declared = String::new();
        let mut defined: Vec<String> = Vec::new();
        for (of, name, value) in self.globals() {
            writeln!(declared, "extern {of} ${name};").expect("a string");
            defined.push(format!("{of} ${name}{value};\n"));
        }
        for (index, body) in self.bodies.iter().enumerate() {
            let dead = if variant == Variant::DeadCode { DEAD } else { "" };
            writeln!(declared, "void *$run{index}(void *);").expect("a string");
            defined.push(format!(
                "void *$run{index}(void *arg) {{\n\tlong r = 0;\n{dead}{body}\tST($kept{index}, r, rlx);\n\treturn 0;\n}}\n"
            ));
        }
        if variant == Variant::OtherNames {
            defined.reverse();
        }
        if variant == Variant::DeadCode {
            defined.insert(0, "long $unused0[3] = {1, 2, 3};\n_Atomic int $unused1;\n".into());
            defined
                .push("void $nobody(void) { ST($v0, 7, sc); $p0 = 1; pthread_mutex_lock(&$m0); $nobody(); }\n".into());
        }
        defined.push(self.main(variant));
        let count = files.len();
        files.iter_mut().for_each(|file| file.push_str(&self.named(&declared, variant)));
        for (index, item) in defined.iter().enumerate() {
            files[index % count].push_str(&self.named(item, variant));
        }
    }

    fn main(&self, variant: Variant) -> String {
        let count = self.threads.len();
        let mut out = String::new();
        let mut line = |text: String| writeln!(out, "{text}").expect("a string");
        if let Variant::AfterIdle(_) = variant {
            line("static void *$idle(void *arg) { return arg; }".into());
        }
        line(format!("int main{}(void) {{\n\tlong r = 0;\n\tpthread_t t[{count}];", self.seed));
        match variant {
            Variant::AfterIdle(idle) if self.seed.is_multiple_of(2) => {
                line(format!("\tpthread_t i[{idle}];"));
                line(format!("\tfor (int k = 0; k < {idle}; k++) pthread_create(&i[k], 0, $idle, 0);"));
                line(format!("\tfor (int k = 0; k < {idle}; k++) pthread_join(i[k], 0);"));
            }
            Variant::AfterIdle(idle) => line(format!(
                "\tfor (int k = 0; k < {idle}; k++) {{ pthread_t i; pthread_create(&i, 0, $idle, 0); pthread_join(i, 0); }}"
            )),
            _ => {}
        }
        let in_turn: Vec<usize> = (0..count).collect();
        let order = if variant == Variant::OtherOrder { &self.order } else { &in_turn };
        for &thread in order {
            line(format!("\tpthread_create(&t[{thread}], 0, $run{}, 0);", self.threads[thread]));
        }
        line(self.main.clone());
        for thread in 0..count {
            line(format!("\tpthread_join(t[{thread}], 0);"));
        }
        line(format!("\tST($kept{}, r, rlx);\n\treturn 0;\n}}", self.bodies.len()));
        out
    }
}

const DEAD: &str = "\tint never = 0;\n\tif (never) { ST($v1, 9, sc); $p0 = 5; pthread_mutex_lock(&$m0); assert(0); }\n";

/// Programs as files.
pub(super) fn files(programs: &[Program], variant: Variant) -> Vec<String> {
    let mut files = vec![PRELUDE.to_owned(); if variant == Variant::TwoFiles { 2 } else { 1 }];
    programs.iter().for_each(|program| program.write(&mut files, variant));
    let first = &programs[0];
    write!(files[0], "int {0}(void);\nint main(void) {{ return {0}(); }}\n", first.entry()).expect("a string");
    files
}

fn statements(random: &mut Random, least: usize, most: usize) -> String {
    (0..random.between(least, most)).map(|_| format!("\t{}\n", statement(random, true))).collect()
}

fn statement(random: &mut Random, may_branch: bool) -> String {
    // The first of them are used most, so that threads meet.
    let index = random.below(TYPES.len()).min(random.below(TYPES.len()));
    let value = 1 + random.below(3);
    let read = random.pick(&["rlx", "acq", "sc"]);
    let write = random.pick(&["rlx", "rel", "sc"]);
    let both = random.pick(&["rlx", "acq", "rel", "acqrel", "sc"]);
    match random.below(if may_branch { 100 } else { 72 }) {
        0..22 => format!("r = r * 5 + LD($v{index}, {read});"),
        22..42 => format!("ST($v{index}, {value}, {write});"),
        42..48 => format!("ST($v{index}, r & 3, {write});"),
        48..56 => format!("r = r * 5 + ADD($v{index}, {value}, {both});"),
        56..60 => format!("r = r * 5 + SWAP($v{index}, {value}, {both});"),
        60..68 => {
            let of = TYPES[index];
            format!("{{ {of} e = {}; if (CAS($v{index}, &e, {value}, {both}, {read})) r++; }}", random.below(2))
        }
        68..72 => format!("atomic_thread_fence({});", random.pick(&["acq", "rel", "sc"])),
        72..82 => format!(
            "pthread_mutex_lock(&$m0); r = r * 5 + $p0; $p0 = {value}; {} pthread_mutex_unlock(&$m0);",
            if random.chance(20) { statement(random, false) } else { String::new() }
        ),
        82..88 => format!("if (LD($v{index}, {read}) == {value}) {{ {} }}", statement(random, false)),
        88..92 => format!("while (LD($v{index}, {read}) == 0) {{ }}"),
        92..94 => format!("for (int k = 0; k < 2; k++) {{ {} }}", statement(random, false)),
        94..96 => "if (pthread_mutex_trylock(&$m0) == 0) { r = r * 5 + $p0; pthread_mutex_unlock(&$m0); }".into(),
        96..98 => format!("$p0 = {value};"),
        _ => format!("assert(LD($v{index}, {read}) != {value});"),
    }
}
