//! The search: every consistent execution of a program, each exactly once.
//!
//! [`explore`] runs the algorithm TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis, POPL 2022) for any
//! [`Program`](selvedge_core::Program) and any [`Model`](selvedge_core::Model), depth-first on one mutable graph with
//! an undo log. Read `explorer.rs` first, then `read.rs`, `write.rs` and `revisit.rs`.

mod bound;
mod checkpoint;
mod choice;
mod complain;
mod estimate;
mod explorer;
mod lessons;
mod memory;
mod observer;
mod options;
mod overlap;
mod path;
mod paths;
mod read;
mod ready;
mod record;
mod reduce;
mod replay;
mod revisit;
mod sample;
mod schedule;
mod search;
mod stuck;
mod tail;
mod team;
mod violations;
mod ways;
mod workers;
mod write;

pub use bound::Within;
pub use checkpoint::{Checkpoint, explore_from};
pub use estimate::{Estimate, Samples, estimate};
pub use explorer::explore;
pub use observer::{Finding, Finished, Observer, RunEnd, Silent};
pub use options::{Limits, OnRace, OnViolation, Options, Reduce};
pub use path::{Decision, Path};
pub use replay::replay;
pub use schedule::Schedule;
pub use stuck::Liveness;
