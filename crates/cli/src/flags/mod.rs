//! Flags in two layers: [`raw`] is what was typed, [`plan`] is what it means.
//!
//! Nothing outside this module looks at a flag; commands are given a plan or a problem to report.

pub mod plan;
mod property;
pub mod raw;
pub mod recorded;
pub mod usage;
