//! The search: every consistent execution of a program, each exactly once.
//!
//! [`explore`] runs the algorithm TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis, POPL 2022) for any
//! [`Program`](selvedge_core::Program) and any [`Model`](selvedge_core::Model), depth-first on one mutable
//! graph with an undo log. Read `explorer.rs` first, then `extend.rs`, `read.rs`, `write.rs`, `revisit.rs`.

// A new kind of event or action has to be thought about wherever kinds are told apart.
#![deny(clippy::wildcard_enum_match_arm)]

mod bound;
mod budget;
mod check;
mod choice;
mod clock;
mod estimate;
mod explorer;
mod extend;
mod findings;
mod observer;
mod oldest;
mod options;
mod parallel;
mod read;
mod record;
mod reduce;
mod replay;
mod resume;
mod revisit;
mod run;
mod sample;
mod schedule;
mod search;
mod trie;
mod update;
mod write;

pub use bound::Within;
pub use check::stuck::Liveness;
pub use clock::Clock;
pub use estimate::{Estimate, Samples, estimate};
pub use explorer::explore;
pub use observer::{Finding, Finished, Observer, Ran, RunEnd, Silent};
pub use options::{Limits, OnRace, OnViolation, Options, Reduce};
pub use replay::replay;
pub use resume::checkpoint::{Checkpoint, explore_from};
pub use resume::path::{Decision, Path};
pub use schedule::Schedule;
