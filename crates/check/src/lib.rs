//! One whole check: from a program and a memory model to a verdict.
//!
//! A search alone proves little. The program may have to be searched again, because it was looked at in pieces that are too large or
//! with something left out that matters; it knows itself what it has left out; and how an execution ends may be wrong. [`check`]
//! does all of that, in this order:
//!
//! 1. it tries simpler models that allow the same ([`selvedge_models::simplify`]),
//! 2. explores, with a guess on the way how long that will take (`search.rs`),
//! 3. does it again as long as the program asks for it ([`settle`]),
//! 4. adds what the program has left out and what the user must know, and makes the [`Verdict`] of it.
//!
//! It is the only maker of verdicts: what says *verified* has come this way.

mod again;
mod check;
mod eyes;
mod forecast;
mod replay;
mod search;
mod verdict;

pub use again::settle;
pub use check::{Besides, Checked, Keeper, Left, check, check_from};
pub use forecast::{Forecast, forecast};
pub use replay::replay;
pub use verdict::{Conclusion, Verdict};
