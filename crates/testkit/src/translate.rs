//! Litmus tests as C programs.
//!
//! A random litmus test, written as C, compiled by a real compiler, read back and run by the virtual machine,
//! must have as many executions as the test itself, and go wrong iff the test does. So the whole C frontend
//! is compared, through the search, with the oracle.
//!
//! Many tests go into one file, because starting a compiler takes longer than all the rest.

use std::collections::BTreeSet;
use std::fmt::Write;

use selvedge_litmus::ast::{Expr, Stmt, StmtKind, Test, Thread};

/// How a lock of the test is written in C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locks {
    /// As it is: a compare-exchange and an assumption.
    Spelt,
    /// As a mutex, if the location is used for nothing else.
    Mutex,
}

/// How `main` accesses the locations before and after the threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// Not at all.
    Same,
    /// It writes them byte by byte before, and reads them byte by byte after, where it joins all threads.
    Bytes,
}

/// Declarations that every file starts with. The generic functions of C11 refuse what is not declared atomic,
/// and the tests mix atomic and plain accesses.
const PRELUDE: &str = "\
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
enum { memory_order_relaxed = __ATOMIC_RELAXED, memory_order_acquire = __ATOMIC_ACQUIRE,
       memory_order_release = __ATOMIC_RELEASE, memory_order_acq_rel = __ATOMIC_ACQ_REL,
       memory_order_seq_cst = __ATOMIC_SEQ_CST };
#define assume(e) __VERIFIER_assume(e)
#define atomic_load_explicit(p, o) __atomic_load_n(p, o)
#define atomic_store_explicit(p, v, o) __atomic_store_n(p, v, o)
#define atomic_exchange_explicit(p, v, o) __atomic_exchange_n(p, v, o)
#define atomic_fetch_add_explicit(p, v, o) __atomic_fetch_add(p, v, o)
#define atomic_fetch_sub_explicit(p, v, o) __atomic_fetch_sub(p, v, o)
#define atomic_fetch_or_explicit(p, v, o) __atomic_fetch_or(p, v, o)
#define atomic_fetch_and_explicit(p, v, o) __atomic_fetch_and(p, v, o)
#define atomic_fetch_xor_explicit(p, v, o) __atomic_fetch_xor(p, v, o)
#define atomic_compare_exchange_strong_explicit(p, e, d, s, f) __atomic_compare_exchange_n(p, e, d, 0, s, f)
#define atomic_thread_fence(o) __atomic_thread_fence(o)
";

/// A C file with all the tests; test `i` starts with the function `main{i}`.
pub fn translate(tests: &[Test], locks: Locks, sizes: Sizes) -> String {
    let mut out = PRELUDE.to_owned();
    for (number, test) in tests.iter().enumerate() {
        let lock = (locks == Locks::Mutex).then(|| lock_of(test)).flatten();
        Translation { number, lock, sizes }.write(test, &mut out).expect("invariant: a string can be written to");
    }
    out.push_str("int main(void) { return main0(); }\n");
    out
}

/// The location that is used for critical sections, and for nothing else.
pub fn lock_of(test: &Test) -> Option<String> {
    let names: BTreeSet<&str> = test.threads.iter().flat_map(|t| &t.params).map(|p| p.name.text.as_str()).collect();
    let is_lock = |name: &str| {
        let mut sections = 0;
        let proper = test.threads.iter().all(|thread| uses_properly(&thread.body, name, &mut sections));
        proper && sections > 0
    };
    names.into_iter().find(|name| is_lock(name)).map(str::to_owned)
}

/// Whether the block uses a location in nothing but critical sections, one after the other, each ended in the
/// same block.
fn uses_properly(block: &[Stmt], name: &str, sections: &mut usize) -> bool {
    let mut held = false;
    let mut rest = block;
    while let Some((first, after)) = rest.split_first() {
        if let Some(after) = after_lock(rest, name) {
            if held {
                return false;
            }
            held = true;
            *sections += 1;
            rest = after;
            continue;
        }
        if is_unlock(first, name) {
            if !held {
                return false;
            }
            held = false;
        } else if let StmtKind::If { then, otherwise, .. } = &first.kind {
            // Taking a lock within a critical section would be a deadlock, which C programs report.
            let mut inner = 0;
            if !uses_properly(then, name, &mut inner) || !uses_properly(otherwise, name, &mut inner) {
                return false;
            }
            if held && inner > 0 {
                return false;
            }
            *sections += inner;
        } else if mentions(first, name) {
            return false;
        }
        rest = after;
    }
    !held
}

/// What follows the three statements that take a lock, if these do.
fn after_lock<'a>(block: &'a [Stmt], name: &str) -> Option<&'a [Stmt]> {
    let [expected, exchange, assumed, rest @ ..] = block else { return None };
    let StmtKind::Declare { value: Some(Expr::Const(0)), .. } = &expected.kind else { return None };
    let StmtKind::Declare { name: taken, value: Some(Expr::CompareExchange { at, desired, .. }) } = &exchange.kind
    else {
        return None;
    };
    let StmtKind::Assume(Expr::Local(condition)) = &assumed.kind else { return None };
    (at.text == name && **desired == Expr::Const(1) && condition == taken).then_some(rest)
}

fn is_unlock(stmt: &Stmt, name: &str) -> bool {
    matches!(&stmt.kind, StmtKind::Store { at, value: Expr::Const(0), .. } if at.text == name)
}

fn mentions(stmt: &Stmt, name: &str) -> bool {
    stmt.to_string().split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

/// One test on its way into C.
struct Translation {
    number: usize,
    /// The location that becomes a mutex.
    lock: Option<String>,
    sizes: Sizes,
}

impl Translation {
    fn write(&self, test: &Test, out: &mut String) -> std::fmt::Result {
        let n = self.number;
        let names: BTreeSet<&str> = test.threads.iter().flat_map(|t| &t.params).map(|p| p.name.text.as_str()).collect();
        for name in &names {
            writeln!(out, "static int {name}{n};")?;
        }
        writeln!(out, "static pthread_mutex_t lock{n} = PTHREAD_MUTEX_INITIALIZER;")?;
        for thread in 0..test.threads.len() {
            writeln!(out, "static void *P{thread}_{n}(void *);")?;
        }
        for (number, thread) in test.threads.iter().enumerate() {
            self.write_thread(number, thread, out)?;
        }
        let mut spawned = BTreeSet::new();
        for thread in &test.threads {
            find_spawned(&thread.body, &mut spawned);
        }
        writeln!(out, "int main{n}(void) {{")?;
        let initial: Vec<usize> = (0..test.threads.len()).filter(|t| !spawned.contains(&format!("P{t}"))).collect();
        writeln!(out, "  pthread_t t[{}];", initial.len())?;
        if self.sizes == Sizes::Bytes {
            for (name, byte) in names.iter().flat_map(|name| (0..4).map(move |byte| (name, byte))) {
                writeln!(out, "  ((char *)&{name}{n})[{byte}] = 0;")?;
            }
        }
        for (slot, thread) in initial.iter().enumerate() {
            writeln!(out, "  pthread_create(&t[{slot}], 0, P{thread}_{n}, 0);")?;
        }
        writeln!(out, "  for (int i = 0; i < {}; i++) pthread_join(t[i], 0);", initial.len())?;
        if self.sizes == Sizes::Bytes && spawned.is_empty() {
            for name in names {
                let bytes =
                    (0..4).map(|byte| format!("(unsigned)((unsigned char *)&{name}{n})[{byte}] << {}", 8 * byte));
                let whole = bytes.collect::<Vec<_>>().join(" | ");
                writeln!(out, "  assert((int)({whole}) == __atomic_load_n(&{name}{n}, __ATOMIC_RELAXED));")?;
            }
        }
        writeln!(out, "  return 0;\n}}")
    }

    fn write_thread(&self, number: usize, thread: &Thread, out: &mut String) -> std::fmt::Result {
        let n = self.number;
        writeln!(out, "static void *P{number}_{n}(void *none) {{\n  (void)none;")?;
        for param in &thread.params {
            let name = &param.name.text;
            writeln!(out, "  int *{name} = &{name}{n};")?;
        }
        let mut registers = BTreeSet::new();
        find_registers(&thread.body, &mut registers);
        for register in registers {
            writeln!(out, "  int {register} = 0;")?;
        }
        self.write_block(&thread.body, out)?;
        writeln!(out, "  return 0;\n}}")
    }

    fn write_block(&self, block: &[Stmt], out: &mut String) -> std::fmt::Result {
        let mut rest = block;
        while let Some((stmt, after)) = rest.split_first() {
            if let Some(lock) = &self.lock {
                if let Some(after) = after_lock(rest, lock) {
                    writeln!(out, "  pthread_mutex_lock(&lock{});", self.number)?;
                    // Later statements may look at the registers.
                    self.write_stmt(stmt, out)?;
                    if let StmtKind::Declare { name, .. } = &rest[1].kind {
                        writeln!(out, "  {} = 1;", name.text)?;
                    }
                    rest = after;
                    continue;
                }
                if is_unlock(stmt, lock) {
                    writeln!(out, "  pthread_mutex_unlock(&lock{});", self.number)?;
                    rest = after;
                    continue;
                }
            }
            self.write_stmt(stmt, out)?;
            rest = after;
        }
        Ok(())
    }

    fn write_stmt(&self, stmt: &Stmt, out: &mut String) -> std::fmt::Result {
        match &stmt.kind {
            StmtKind::Declare { name, value: Some(Expr::Spawn(thread)) } => {
                let (name, thread, n) = (&name.text, &thread.text, self.number);
                writeln!(out, "  pthread_t h_{name};\n  pthread_create(&h_{name}, 0, {thread}_{n}, 0);")
            }
            StmtKind::Declare { value: None, .. } => Ok(()),
            StmtKind::Declare { name, value: Some(value) } => writeln!(out, "  {} = {value};", name.text),
            StmtKind::Join(Expr::Local(name)) => writeln!(out, "  pthread_join(h_{}, 0);", name.text),
            StmtKind::If { condition, then, otherwise } => {
                writeln!(out, "  if ({condition}) {{")?;
                self.write_block(then, out)?;
                writeln!(out, "  }} else {{")?;
                self.write_block(otherwise, out)?;
                writeln!(out, "  }}")
            }
            _ => writeln!(out, "  {stmt};"),
        }
    }
}

fn find_spawned(block: &[Stmt], found: &mut BTreeSet<String>) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Declare { value: Some(Expr::Spawn(thread)), .. } => drop(found.insert(thread.text.clone())),
            StmtKind::If { then, otherwise, .. } => {
                find_spawned(then, found);
                find_spawned(otherwise, found);
            }
            _ => {}
        }
    }
}

/// The registers of a block. They belong to the whole thread, whatever block declares them.
fn find_registers(block: &[Stmt], found: &mut BTreeSet<String>) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Declare { value: Some(Expr::Spawn(_)), .. } => {}
            StmtKind::Declare { name, .. } => drop(found.insert(name.text.clone())),
            StmtKind::If { then, otherwise, .. } => {
                find_registers(then, found);
                find_registers(otherwise, found);
            }
            _ => {}
        }
    }
}
