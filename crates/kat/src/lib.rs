//! Memory models as text.
//!
//! A model is a `.kat` file: regular expressions over relations and sets of events, and axioms about them.
//! The road of a text is [`compile`]: tokens, statements ([`parse()`]), names and sorts (`resolve`), a
//! [`Model`]. Its `assert`s are proved by automata ([`mod@prove`]); an execution is judged by relations as
//! matrices ([`mod@evaluate`]); [`Interpreter`] lets the search use it, and [`mod@generate`] writes code that
//! does the same.
//!
//! The language is that of Kater (kat.md §1) with `irreflexive`, `empty`, `set`, `when complete`, names for
//! axioms, and differences of sets. Two rules of its prover are unsound and are not here (kat.md §2.4): see
//! [`mod@prove`].

mod admissible;
pub mod ast;
pub mod diagnostic;
pub mod evaluate;
pub mod generate;
mod interpret;
mod lex;
pub mod licences;
pub mod model;
mod parse;
mod plan;
pub mod print;
pub mod prove;
mod resolve;
pub mod show;
pub mod small;
pub mod term;
mod unrestricted;
pub mod vocabulary;

pub use admissible::{Admission, admit, unused};
pub use diagnostic::{Diagnostic, Severity, Sources};
pub use interpret::Interpreter;
pub use licences::Citations;
pub use model::Model;
pub use parse::parse;
pub use resolve::{Compiled, Loader, compile, compile_text};
pub use unrestricted::Unrestricted;
