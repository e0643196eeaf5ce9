//! Programs for which a search alone concludes too much, and what a whole check must conclude.
//!
//! Each row needs some step of the check: searching again, asking the program what it left out, judging how
//! executions end, asking the model what it licenses. `crates/testkit/tests/whole_checks.rs` goes through
//! them, and so does `selvedge-checks`, for seeded bugs.

use std::path::PathBuf;

use selvedge_check::{Conclusion, Verdict, check};
use selvedge_core::{Properties, Property, Seal};
use selvedge_explore::{Limits, OnViolation, Options, Reduce, Silent, Within};
use selvedge_kat::{Diagnostic, Interpreter, Model, compile_text as compile_kat};
use selvedge_models::Builtin;
use selvedge_vm::Machine;

use crate::any_model::AnyModel;
use crate::c::{compile, compile_text};

/// A program to check.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// A file of `crates/vm/tests/retry`.
    Retry(&'static str),
    /// A text in C.
    C(&'static str),
    /// A litmus test.
    Litmus(&'static str),
}

/// A model to check it under.
#[derive(Clone, Copy, Debug)]
pub enum Under {
    /// One that comes with Selvedge.
    Builtin(Builtin),
    /// A text of somebody else.
    Text(&'static [&'static str]),
}

/// What a check must conclude.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What it is about.
    pub name: &'static str,
    /// The program.
    pub subject: Subject,
    /// The model.
    pub model: Under,
    /// Which executions.
    pub within: Within,
    /// What is looked for; everything usual if nothing is said.
    pub looks_for: &'static [Property],
    /// Flags for the compiler.
    pub flags: &'static str,
    /// How many violations a search finds that goes on after the first. It does not go on if nothing is said.
    pub violations: Option<usize>,
    /// The conclusion.
    pub conclusion: Conclusion,
    /// A part of what is said of the violation.
    pub violation: &'static str,
}

/// Inputs of which one is tried.
const INPUT: &str = "
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { assert(__VERIFIER_nondet_int() != 7); return 0; }
";

/// A struct that is used whole and in parts.
const OVERLAP: &str = "
#include <assert.h>
#include <pthread.h>
struct { int a, b; } s, t;
static void *copy(void *p) { t = s; return 0; }
int main(void) {
  pthread_t h;
  s.a = 1; s.b = 2;
  pthread_create(&h, 0, copy, 0); pthread_join(h, 0);
  assert(t.a == 1 && t.b == 3);
  return 0;
}
";

/// Two threads meet at a barrier; the one that was created second stores x before.
pub const MEET: &str = "
#include <pthread.h>
#include <stdatomic.h>
pthread_barrier_t b;
atomic_int x;
static void *first(void *a) { pthread_barrier_wait(&b); return 0; }
static void *second(void *a) {
  atomic_store_explicit(&x, 1, memory_order_relaxed); pthread_barrier_wait(&b); return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, first, 0); pthread_create(&u, 0, second, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  return 0;
}
";

/// Store buffering, and a claim about it.
pub const BUFFERING: &str = "C SB
{}
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
~exists (0:r0=0 /\\ 1:r0=0)
";

/// A model with an error by which it tells apart who arrives first at a barrier.
pub const ARRIVED_FIRST: &str = "
let ppo = po
view hb_stable = (po | (rf | tc | tj);po)+
export coherence hb_stable
let conflict = [MEM];loc-overlap;[W] | [W];loc-overlap;[R]
export error RaceNotAtomic unless [NA];conflict | conflict;[NA] <= hb_stable
export error ArrivedFirst unless [W;RLX];po;[UW];rfe;[UR] <= 0
";

/// What a text may say, and nobody believes.
pub const CLAIMS: &str = "licence barriers by \"me\"\nlicence symmetry by \"me\"\nlicence restored by \"me\"\n";

/// Three races, in three places.
const RACES: &str = "
#include <pthread.h>
int x, y, z;
static void *t(void *p) { x = 1; y = 1; z = 1; return 0; }
int main(void) {
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  x = 2; y = 2; z = 2;
  pthread_join(h, 0);
  return 0;
}
";

/// A race of a read that nothing depends on.
const UNUSED: &str = "
#include <pthread.h>
int x;
static void *t(void *p) { x = 1; return 0; }
int main(void) {
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  int seen = x; (void)seen;
  pthread_join(h, 0);
  return 0;
}
";

/// The name of a program is its first argument, and there is no other.
const ARGUMENTS: &str = "
#include <assert.h>
#include <pthread.h>
static void *t(void *p) { return 0; }
int main(int argc, char **argv) {
  pthread_t h;
  pthread_create(&h, 0, t, 0); pthread_join(h, 0);
  assert(argc == 1 && argv[0] && argv[0][0] && !argv[1]);
  return 0;
}
";

/// A thread counts until it is told to stop.
const COUNTS: &str = "
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int stop, ticks;
static void *t(void *p) { while (!stop) atomic_fetch_add(&ticks, 1); return 0; }
int main(void) {
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  int seen = ticks;
  stop = 1;
  pthread_join(h, 0);
  assert(seen!=2);
  return 0;
}
";

const SC: Under = Under::Builtin(Builtin::Sc);
const RC11: Under = Under::Builtin(Builtin::Rc11);

/// A row about all executions.
const fn row(
    name: &'static str,
    subject: Subject,
    model: Under,
    conclusion: Conclusion,
    violation: &'static str,
) -> Row {
    let (within, looks_for, flags, violations) = (Within::Everything, &[], "", None);
    Row { name, subject, model, within, looks_for, flags, violations, conclusion, violation }
}

/// The table.
pub const ROWS: &[Row] = &[
    // Rounds that were cut short hide these until the program is searched again.
    row("wrong-race", Subject::Retry("wrong-race"), RC11, Conclusion::Violated, "data race on y"),
    row("wrong-race-atomic", Subject::Retry("wrong-race-atomic"), RC11, Conclusion::Violated, "data race on y"),
    row("wrong-free", Subject::Retry("wrong-free"), RC11, Conclusion::Violated, "freed while it may still be in use"),
    // These go round until a limit is met.
    row("undone", Subject::Retry("undone"), SC, Conclusion::Inconclusive, ""),
    row("section-tried", Subject::Retry("section-tried"), SC, Conclusion::Inconclusive, ""),
    // Pieces of memory that overlap are cut, and all is searched again.
    row("overlap", Subject::C(OVERLAP), SC, Conclusion::Violated, "assertion"),
    // The program says what it left out.
    row("input", Subject::C(INPUT), SC, Conclusion::Bounded, ""),
    // A litmus test judges how executions end.
    row("buffering", Subject::Litmus(BUFFERING), RC11, Conclusion::Violated, "0:r0=0; 1:r0=0; is forbidden"),
    row("no-buffering", Subject::Litmus(BUFFERING), SC, Conclusion::Verified, ""),
    // What a model does not license is not done.
    row("meet", Subject::C(MEET), RC11, Conclusion::Verified, ""),
    row("arrived-first", Subject::C(MEET), Under::Text(&[ARRIVED_FIRST]), Conclusion::Violated, "ArrivedFirst"),
    row(
        "arrived-first-claims",
        Subject::C(MEET),
        Under::Text(&[ARRIVED_FIRST, CLAIMS]),
        Conclusion::Violated,
        "ArrivedFirst",
    ),
    Row { within: Within::Contexts(0), ..row("contexts", Subject::C(MEET), RC11, Conclusion::Unsupported, "") },
    Row { within: Within::Rounds(0), ..row("rounds", Subject::Litmus(BUFFERING), RC11, Conclusion::Unsupported, "") },
    // What is not looked for is met all the same.
    Row { looks_for: &[Property::Assertion], ..row("passed-over", Subject::C(RACES), RC11, Conclusion::Bounded, "") },
    // All that goes wrong is found.
    Row { violations: Some(3), ..row("going-on", Subject::C(RACES), RC11, Conclusion::Violated, "data race on x") },
    // What the program is called with.
    row("arguments", Subject::C(ARGUMENTS), SC, Conclusion::Verified, ""),
    // What an optimiser would remove.
    Row { flags: "-Xclang -O2", ..row("optimised", Subject::C(UNUSED), RC11, Conclusion::Violated, "data race on x") },
    // What goes wrong in the first rounds of a loop without an end.
    row("early", Subject::C(COUNTS), SC, Conclusion::Violated, "assertion `seen!=2` failed"),
];

/// Whether a file that a search has left behind is refused when a byte of it has changed.
pub fn check_seal() -> Result<(), String> {
    const SEAL: Seal = Seal { kind: "selvedge-checkpoint", version: 2 };
    let file = SEAL.close("search.path 0/2 1/3\nsearch.path 1/2\n").into_bytes();
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 1;
        if SEAL.open(&damaged).is_ok() {
            return Err(format!("verdicts differ: a checkpoint is taken up although its byte {at} has changed"));
        }
    }
    Ok(())
}

/// A text as a model that the search can use, or what is wrong with it.
pub fn own(text: &str) -> Result<Interpreter, String> {
    let said = |diagnostics: &[Diagnostic]| {
        diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect::<Vec<_>>().join("; ")
    };
    let mut nothing = |_: &str| Err("no files here".to_owned());
    let compiled = compile_kat("own.kat", text.to_owned(), &mut nothing);
    let model: Model = compiled.model.ok_or_else(|| said(&compiled.diagnostics))?;
    Interpreter::new(model).map_err(|obstacles| said(&obstacles))
}

/// A program of `crates/vm/tests/retry`.
pub fn retry(name: &str) -> Result<Machine, String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../vm/tests/retry");
    compile(&folder.join(format!("{name}.c")), "", None)
}

impl Row {
    /// Checks it by the public interface. An error says what differs from what must be concluded.
    pub fn check(&self) -> Result<Verdict, String> {
        let verdict = self.verdict().map_err(|why| format!("{}: {why}", self.name))?;
        let message = verdict.violation().map_or("", |violation| violation.message.as_str());
        let found = verdict.violations().count();
        let is_all = self.violations.is_none_or(|violations| violations == found);
        match verdict.conclusion() == self.conclusion && message.contains(self.violation) && is_all {
            true => Ok(verdict),
            false => Err(format!(
                "verdicts differ: {} is {} and not {} {message} ({found} violations) {:?}",
                self.name,
                verdict.conclusion(),
                self.conclusion,
                verdict.stop()
            )),
        }
    }

    fn verdict(&self) -> Result<Verdict, String> {
        let model = match self.model {
            Under::Builtin(builtin) => AnyModel::from(builtin),
            Under::Text(parts) => AnyModel::new(own(&parts.concat())?),
        };
        let properties = match self.looks_for {
            [] => Properties::default(),
            properties => properties.iter().copied().collect(),
        };
        let options = Options {
            within: self.within,
            symmetry: Reduce::WherePossible,
            restored: Reduce::WherePossible,
            limits: Limits { graph_size: 1_000, ..Limits::default() },
            properties,
            on_violation: if self.violations.is_some() { OnViolation::GoOn } else { OnViolation::Stop },
            ..Options::default()
        };
        Ok(match self.subject {
            Subject::Retry(name) => check(&mut retry(name)?, model, &options, &mut Silent),
            Subject::C(text) => check(&mut compile_text(text, self.flags)?, model, &options, &mut Silent),
            Subject::Litmus(text) => {
                let mut litmus = selvedge_litmus::parse("own.litmus", text).map_err(|wrong| format!("{wrong:?}"))?;
                check(&mut litmus, model, &options, &mut Silent)
            }
        })
    }
}

/// Checks all rows.
pub fn check_all() -> Result<usize, String> {
    check_seal()?;
    ROWS.iter().try_for_each(|row| row.check().map(drop))?;
    Ok(ROWS.len() + 1)
}
