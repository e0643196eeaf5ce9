//! What tests and benchmarks share: programs as closures, random programs, the comparison with the oracle, tests that
//! are files. Nothing that ships depends on this crate.

pub mod programs;
pub mod script;
