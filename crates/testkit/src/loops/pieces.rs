//! What the random programs are made of.
//!
//! Two atomic variables `x` and `y`, a plain one `p`, one word `l` and one mutex `m` to lock, and a stack of
//! nodes. Each thread has registers `a`, `b`, `n`, does something, goes round a loop, does something else,
//! and leaves its registers in `r`, where they are part of the outcome.

use std::fmt::Write;

use crate::random::Random;

/// Declarations that every file starts with.
pub(super) const PRELUDE: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
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
struct node { int v, next; };
";

/// A program, whose names all end in its number.
pub(super) fn program(random: &mut Random, number: u64, threads: usize) -> String {
    let mut out = format!(
        "static atomic_int x{number}, y{number}, l{number}; static int p{number}, r{number}[{threads}][3];\n\
         static pthread_mutex_t m{number} = PTHREAD_MUTEX_INITIALIZER; static _Atomic(struct node *) top{number};\n"
    );
    let flavour = Flavour {
        plain: random.chance(25),
        // One kind of loop for all makes threads that meet.
        common: random.chance(40).then(|| random.below(KINDS)),
    };
    for thread in 0..threads {
        let body = body(random, &flavour, thread);
        let body = named(&body, number);
        writeln!(out, "static void *t{thread}_{number}(void *arg) {{\n{body}\treturn 0;\n}}").expect("a string");
    }
    let list: Vec<String> = (0..threads).map(|thread| format!("t{thread}_{number}")).collect();
    writeln!(
        out,
        "int main{number}(void) {{\n\tvoid *(*code[])(void *) = {{{}}};\n\tpthread_t t[{threads}];\n\
         \tpthread_create(&t[0], 0, code[0], 0);\n\tpthread_create(&t[1], 0, code[1], 0);\n\
         {}\tpthread_join(t[0], 0);\n\tpthread_join(t[1], 0);\n{}\treturn 0;\n}}",
        list.join(", "),
        if threads == 3 { "\tpthread_create(&t[2], 0, code[2], 0);\n" } else { "" },
        if threads == 3 { "\tpthread_join(t[2], 0);\n" } else { "" },
    )
    .expect("a string");
    out
}

/// Gives the shared variables, which are written with a `$`, their numbers.
fn named(text: &str, number: u64) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        let end = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (name, then) = after.split_at(end);
        write!(out, "{before}{name}{number}").expect("a string");
        rest = then;
    }
    out + rest
}

struct Flavour {
    plain: bool,
    common: Option<usize>,
}

fn body(random: &mut Random, flavour: &Flavour, thread: usize) -> String {
    let mut lines = vec!["int a = 0, b = 0, n = 0, o = 0;".to_owned()];
    for _ in 0..random.below(2) {
        lines.push(simple(random, flavour));
    }
    if random.chance(85) {
        let kind = flavour.common.filter(|_| random.chance(70)).unwrap_or_else(|| random.below(KINDS));
        lines.extend(round(random, flavour, kind, thread));
    }
    for _ in 0..random.below(3) {
        lines.push(simple(random, flavour));
    }
    for (slot, register) in ["a", "b", "n"].into_iter().enumerate() {
        if random.chance(60) {
            lines.push(format!("$r[{thread}][{slot}] = {register};"));
        }
    }
    lines.iter().map(|line| format!("\t{line}\n")).collect()
}

fn read(random: &mut Random) -> &'static str {
    random.pick(&["rlx", "acq", "sc"])
}

fn write(random: &mut Random) -> &'static str {
    random.pick(&["rlx", "rel", "sc"])
}

fn update(random: &mut Random) -> &'static str {
    random.pick(&["rlx", "acq", "rel", "acqrel", "sc"])
}

fn word(random: &mut Random) -> &'static str {
    random.pick(&["$x", "$y"])
}

/// Something outside of loops.
fn simple(random: &mut Random, flavour: &Flavour) -> String {
    match random.below(if flavour.plain { 14 } else { 11 }) {
        0 | 1 => format!("ST({}, {}, {});", word(random), random.between(1, 2), write(random)),
        2 => format!("ST({}, a + 1, {});", word(random), write(random)),
        3 | 4 => format!("a = LD({}, {});", word(random), read(random)),
        5 => format!("b = ADD({}, 1, {});", word(random), update(random)),
        6 => format!("atomic_thread_fence({});", random.pick(&["acq", "rel", "sc"])),
        7 => format!("b = LD($l, {});", read(random)),
        8 => "pthread_mutex_lock(&$m); $p = 1; pthread_mutex_unlock(&$m);".to_owned(),
        9 => "pthread_mutex_lock(&$m); b = $p; pthread_mutex_unlock(&$m);".to_owned(),
        10 => "if (!pthread_mutex_trylock(&$m)) { b = 3; pthread_mutex_unlock(&$m); }".to_owned(),
        11 => "$p = 2;".to_owned(),
        12 => "a = $p;".to_owned(),
        _ => format!("if (LD({}, {})) $p = 3;", word(random), read(random)),
    }
}

/// Something inside of a round.
fn within(random: &mut Random, flavour: &Flavour) -> String {
    match random.below(12) {
        0 => format!("b = LD({}, {});", word(random), read(random)),
        1 => format!("atomic_thread_fence({});", random.pick(&["acq", "rel", "sc"])),
        2 => "n++;".to_owned(),
        3 => "n = o;".to_owned(),
        4 => format!("ST({}, 1, {});", word(random), write(random)),
        5 if flavour.plain => "b = $p;".to_owned(),
        6 => "assert(n < 2);".to_owned(),
        _ => String::new(),
    }
}

/// Kinds of loops.
const KINDS: usize = 14;

fn round(random: &mut Random, flavour: &Flavour, kind: usize, thread: usize) -> Vec<String> {
    let r = random;
    let at = word(r);
    let extra: Vec<String> = (0..r.below(3)).map(|_| within(r, flavour)).collect();
    let extra = extra.join(" ");
    // What is done under a lock.
    let section = r.pick(&["$p++;", "n = $p; $p = n + 1;", "ST($x, 2, rlx);", "a = LD($x, rlx);", "a = $p;"]);
    match kind {
        // Waiting for a value.
        0 => vec![format!("while (LD({at}, {}) == 0) {{ {extra} }}", read(r))],
        // Retrying, from a load before the loop or in it.
        1 => {
            let until = r.pick(&["", "o < 2 && ", ""]);
            let add = r.between(1, 2);
            vec![
                format!("o = LD({at}, {});", read(r)),
                r.pick(&["", "a = o;", "if (o == 2) b = 5;"]).to_owned(),
                format!("while ({until}!CAS({at}, &o, o + {add}, {}, {})) {{ {extra} }}", update(r), read(r)),
            ]
        }
        2 => {
            let (first, failure) = (read(r), read(r));
            vec![format!(
                "do {{ o = LD({at}, {first}); {extra} }} while (!CAS({at}, &o, o + 1, {}, {failure}));",
                update(r)
            )]
        }
        // Waiting for a relation.
        3 => vec![format!("do {{ a = LD($x, {}); b = LD($y, {}); {extra} }} while (a > b);", read(r), read(r))],
        // Spinlocks: test and test-and-set, and without the test.
        4 => vec![
            format!("for (;;) {{ while (LD($l, {}) != 0) {{ {extra} }} if (!SWAP($l, 1, acq)) break; }}", read(r)),
            format!("{section} ST($l, 0, rel);"),
        ],
        5 => vec![format!("while (SWAP($l, 1, acq)) {{ {extra} }} {section} ST($l, 0, rel);")],
        // Adding, and taking it back if somebody else was there.
        6 => vec![format!(
            "while (ADD($l, 1, {}) != 0) {{ ADD($l, -1, {}); {extra} }} {section} ADD($l, -1, rel);",
            r.pick(&["acq", "acqrel", "sc"]),
            r.pick(&["rlx", "rel"])
        )],
        // A lock for many readers, or for one writer who adds 8.
        7 => {
            let (add, free) = if r.chance(50) { (1, "< 8") } else { (8, "== 0") };
            let poll = if r.chance(50) { format!("while (!(LD($l, rlx) {free}));") } else { String::new() };
            vec![format!(
                "while (!(ADD($l, {add}, acq) {free})) {{ ADD($l, -{add}, rlx); {poll} }} {section} ADD($l, -{add}, rel);"
            )]
        }
        // Polling under a mutex.
        8 => vec![format!(
            "for (;;) {{ pthread_mutex_lock(&$m); a = $p; {} pthread_mutex_unlock(&$m); if (a) break; {extra} }}",
            r.pick(&["", "", "b = LD($x, rlx);", "if (!a) b = LD($y, acq);"])
        )],
        9 => vec![
            format!("pthread_mutex_lock(&$m); {}", r.pick(&["", "", "a = LD($x, rlx);"])),
            format!("while (!$p) {{ pthread_mutex_unlock(&$m); {extra} pthread_mutex_lock(&$m); }}"),
            "b = $p; pthread_mutex_unlock(&$m);".to_owned(),
        ],
        10 => vec![format!("while (pthread_mutex_trylock(&$m)) {{ {extra} }} $p++; pthread_mutex_unlock(&$m);")],
        // As often as it says.
        11 => vec![format!("for (int i = 0; i < 2; i++) {{ {} {extra} }}", simple(r, flavour))],
        // A loop in a loop.
        12 => vec![format!(
            "do {{ while (LD($x, {}) == 0) {{ {extra} }} o = LD($y, {}); }} while (!CAS($y, &o, o + 1, {}, {}));",
            read(r),
            read(r),
            update(r),
            read(r)
        )],
        // A new node.
        _ => vec![
            format!(
                "struct node *nd = malloc(sizeof *nd), *op = LD($top, {}); nd->v = {thread};",
                r.pick(&["rlx", "acq"])
            ),
            format!(
                "do {{ nd->next = {}; {extra} }} while (!CAS($top, &op, nd, {}, {}));",
                r.pick(&["op ? 1 : 2", "op ? op->v : 7"]),
                r.pick(&["rel", "acqrel", "sc"]),
                r.pick(&["acq", "acq", "rlx"])
            ),
            r.pick(&["", "b = nd->next;"]).to_owned(),
        ],
    }
}
