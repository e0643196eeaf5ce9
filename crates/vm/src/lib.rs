//! A virtual machine for LLVM IR: a module as a [`Program`](selvedge_core::Program).
//!
//! - `exec` runs a thread from one action to the next: values, instructions, calls, what comes before and after `main`.
//! - `memory` says where things lie, and which of them only one thread can name.
//! - `library` has the functions that programs call and do not define.
//! - `waiting` knows which rounds of loops need not be taken.
//! - `state` is a thread as a value, and what can be forgotten of it.
//! - `report` gives things their names, and knows what a verdict must not keep quiet about.

mod exec;
mod library;
mod machine;
mod memory;
mod report;
mod state;
mod subject;
mod waiting;

pub use library::Stub;
pub use machine::{Machine, Refusal, Settings};
pub use report::naming::Notes;
pub use state::thread::Thread;
