//! A virtual machine for LLVM IR: a module as a [`Program`](selvedge_core::Program).
//!
//! ```
//! use selvedge_core::{Action, Answer, Meaning, ThreadId, Value};
//! use selvedge_vm::Machine;
//!
//! let text = "
//!     @x = global i32 41
//!
//!     define i32 @main() {
//!       %old = atomicrmw add ptr @x, i32 1 seq_cst
//!       ret i32 %old
//!     }
//! ";
//! let module = selvedge_ir::read("example.ll", text.as_bytes().to_vec())?;
//! let machine = Machine::new(module, "main")?;
//! let mut thread = machine.start(ThreadId(0), machine.initial_threads()[0]);
//! // Only what others may see is an action. What it reads is up to the search.
//! assert!(matches!(machine.resume(&mut thread, Answer::None), Action::Rmw { .. }));
//! assert_eq!(machine.resume(&mut thread, Answer::Value(Value(41))), Action::Exit(Value(41)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rooms:
//!
//! - `machine` has its parts: the code, what searches have taught, and what is noted.
//! - `exec` runs a thread from one action to the next: values, instructions, calls, what comes before and
//!   after `main`.
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
pub use report::notes::Notes;
pub use state::thread::Thread;
