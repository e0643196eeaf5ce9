//! Textual LLVM IR of clang 14–22 and rustc, read without LLVM.
//!
//! LLVM's own readers accept one version each; this one is permissive instead. It understands what a program *does*
//! (types, constants, instructions, debug locations) and skips what only advises an optimiser (attributes, most metadata).
//! What it does not understand and what may have a meaning becomes an [`Unsupported`](ir::Unsupported) node that carries
//! its text and line, so that whoever runs the program can refuse it *when it is reached*, and only then.
//!
//! - [`read()`] opens a module: one pass finds functions, globals, types and metadata; a function's body, a global's
//!   initialiser and a metadata node are parsed when asked for, so a 16 MB module of rustc opens in milliseconds.
//! - [`link()`] joins several modules into one.
//! - [`driver`] runs the user's compiler to get there from C and C++.
//! - [`ir`] is the data model, [`layout`] says where things lie in memory, [`debug`] what the source calls them.
//!
//! No input makes the reader panic, overflow the stack or run for ever: nesting is limited to [`MAX_DEPTH`].

pub mod debug;
pub mod driver;
pub mod ir;
pub mod layout;
mod lex;
mod link;
pub mod names;
mod parse;
mod variables;
pub mod vm;

pub use ir::{Module, ReadError};
pub use link::{LinkError, link};
pub use parse::read;

/// How deep types, constants and metadata may nest. Real modules stay below 30.
pub const MAX_DEPTH: u32 = 200;
