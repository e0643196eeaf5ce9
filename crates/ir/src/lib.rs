//! LLVM IR in its text form, as clang 14–22, zig and rustc write it, read without LLVM.
//!
//! LLVM's own readers accept one version each; this one is permissive instead. It understands what a program
//! *does* (types, constants, instructions, debug locations) and skips what only advises an optimiser
//! (attributes, most metadata). What it does not understand and what may have a meaning becomes an
//! [`Unsupported`] node that carries its text and line, so that a program that runs or analyses the module
//! can refuse it *when it is reached*, and only then.
//!
//! ```
//! use selvedge_ir::{InstKind, read};
//!
//! let text = "
//!     @x = global i32 41
//!
//!     define i32 @main() {
//!       %old = atomicrmw add ptr @x, i32 1 seq_cst
//!       %new = add nsw i32 %old, 1
//!       ret i32 %new
//!     }
//! ";
//! let module = read("example.ll", text.as_bytes().to_vec())?;
//! let main = module.function_named("main").expect("it is there");
//! let body = module.body(main)?;
//! assert_eq!(body.insts.len(), 3);
//! let InstKind::AtomicRmw(update) = &body.insts[0].kind else { panic!("an update comes first") };
//! assert_eq!(module.store_size_of(&update.ty), Some(4));
//! assert!(body.unsupported().is_empty());
//! # Ok::<(), selvedge_ir::ReadError>(())
//! ```
//!
//! - [`read()`] opens a module: one pass finds functions, globals, types and metadata; a function's body, a
//!   global's initialiser and a metadata node are parsed when asked for, so a 16 MB module of rustc opens in
//!   milliseconds.
//! - [`link()`] joins several modules into one.
//! - [`Module`] is where everything hangs: functions ([`Body`], [`Inst`]), globals, [`Constant`]s, [`Type`]s.
//! - [`layout`] says where things lie in memory, [`debug`] what the source calls them, [`names`] reads
//!   mangled names, and [`variables`] moves local variables into registers.
//!
//! No input makes the reader panic, overflow the stack or run for ever: nesting is limited to [`MAX_DEPTH`].

pub mod debug;
pub mod layout;
mod lex;
mod link;
pub mod names;
mod nodes;
mod parse;
pub mod variables;

pub use link::{LinkError, link};
pub use nodes::*;
pub use parse::read;

/// How deep types, constants and metadata may nest. Real modules stay below 30.
pub const MAX_DEPTH: u32 = 200;
