//! herd's C litmus tests as programs with a final condition.
//!
//! ```text
//! C SB
//! "store buffering"
//! { x = 0; y = 0; }
//! P0 (atomic_int* x, atomic_int* y) {
//!   atomic_store_explicit(x, 1, memory_order_relaxed);
//!   int r0 = atomic_load_explicit(y, memory_order_relaxed);
//! }
//! P1 (atomic_int* x, atomic_int* y) {
//!   atomic_store_explicit(y, 1, memory_order_relaxed);
//!   int r0 = atomic_load_explicit(x, memory_order_relaxed);
//! }
//! exists (0:r0=0 /\ 1:r0=0)
//! ```
//!
//! The road from text to program is short: [`parse`](fn@parse) reads it into a tree ([`ast`]), resolves its
//! names and compiles each thread to straight code with forward jumps. [`Litmus`] runs that code as a
//! [`Program`](selvedge_core::Program) and judges final states; [`States`] counts them and prints herd's
//! report.
//!
//! # The language
//!
//! * Values are `int`, 32 bits wide; arithmetic wraps. Registers and locations start at 0 unless the initial
//!   state says otherwise. A parameter declares the location it names.
//! * `*x` is a plain access if the thread declares `int* x` (or `volatile int* x`), and a seq_cst one if it
//!   declares `atomic_int* x`. Atomic operations work on both, as in herd.
//! * A register belongs to its whole thread, whatever block declares it.
//! * `memory_order_consume` means acquire. A relaxed fence does nothing.
//! * `atomic_compare_exchange_weak` does not fail spuriously: it is the strong one. What a test can observe
//!   through a spurious failure is not explored.
//! * Operands are evaluated from left to right, where C leaves the order open; `&&` and `||` leave their
//!   right side out as in C.
//! * In the code of a thread `(*x` is a dereference in parentheses; a comment there needs a blank: `(* x *)`.
//! * In conditions, both sides of `=` and `<>` may be observables.
//! * Not supported, and said so: loops, pointers, arrays, types other than `int`, casts, division and shifts,
//!   compound assignment, `filter`, the operations of the Linux kernel.
//!
//! # Extensions
//!
//! Not in herd:
//!
//! * `assume(e);`, also `__VERIFIER_assume(e);`: executions in which `e` is 0 do not count.
//! * `assert(e);`: an execution in which `e` is 0 is wrong.
//! * `int t = spawn(P2);`: starts `P2`, which then does not run from the start. One `spawn` per thread.
//! * `join(t);`: waits for the thread whose handle `spawn` returned.

pub mod ast;
mod code;
mod compile;
mod condition;
mod error;
mod lex;
mod order;
mod parse;
mod print;
mod program;
mod scope;
mod source;
mod states;
mod subject;

pub use ast::Quantifier;
pub use code::Thread;
pub use condition::State;
pub use error::{Class, Diagnostic};
pub use program::Litmus;
pub use states::{Frequency, Observation, Reached, States};

/// Reads a test: [`Litmus::parse`].
pub fn parse(file: &str, text: &str) -> Result<Litmus, Vec<Diagnostic>> {
    Litmus::parse(file, text)
}
