//! One whole check: from a program and a memory model to a verdict.
//!
//! A search alone proves little. The program may have to be searched again, because it was looked at in
//! pieces that are too large or with something left out that matters; it knows itself what it has left out;
//! and how an execution ends may be wrong. [`check()`] does all of that, in this order:
//!
//! 1. it tries simpler models that allow the same ([`selvedge_models::simplify`]),
//! 2. explores, with a guess on the way how long that will take (`search.rs`),
//! 3. does it again as long as the program asks for it ([`settle`]),
//! 4. looks into loops that have no end, round by round (`deepen.rs`),
//! 5. adds what the program has left out and what the user must know, and makes the [`Verdict`] of it.
//!
//! It is the only maker of verdicts: what says *verified* has come this way.
//!
//! # Embedding
//!
//! A program (here a litmus test; `selvedge_vm::Machine` for C), a model, options, and an observer if
//! executions are of interest one by one:
//!
//! ```
//! use selvedge_check::{Conclusion, check};
//! use selvedge_explore::{Options, Silent};
//! use selvedge_models::{Rc11, Sc};
//!
//! let text = "C SB
//!     {}
//!     P0 (atomic_int* x, atomic_int* y) {
//!       atomic_store_explicit(x, 1, memory_order_relaxed);
//!       int r0 = atomic_load_explicit(y, memory_order_relaxed);
//!     }
//!     P1 (atomic_int* x, atomic_int* y) {
//!       atomic_store_explicit(y, 1, memory_order_relaxed);
//!       int r0 = atomic_load_explicit(x, memory_order_relaxed);
//!     }
//!     ~exists (0:r0=0 /\\ 1:r0=0)";
//! let mut litmus = selvedge_litmus::parse("sb.litmus", text).expect("a test");
//!
//! let strong = check(&mut litmus, Sc::default(), &Options::default(), &mut Silent);
//! assert_eq!(strong.conclusion(), Conclusion::Verified);
//!
//! let weak = check(&mut litmus, Rc11::default(), &Options::default(), &mut Silent);
//! assert_eq!(weak.conclusion().to_string(), "violated");
//! println!("{}: {}", weak.conclusion(), weak.violation().expect("it is violated").message);
//! ```
//!
//! What is left out shows in the verdict ([`Verdict::bounds`]); a check that stops early can go on later
//! ([`check_from`]).

mod again;
mod check;
mod deepen;
mod eyes;
mod forecast;
mod left;
mod replay;
mod search;
mod verdict;

pub use again::settle;
pub use check::{Checked, Keeper, check, check_from};
pub use forecast::{Forecast, forecast};
pub use left::Left;
pub use replay::replay;
pub use verdict::{Conclusion, Verdict};
