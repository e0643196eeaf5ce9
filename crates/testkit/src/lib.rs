//! What tests and benchmarks share: programs as closures, random programs, the comparison with the oracle,
//! tests that are files. Nothing that ships depends on this crate.

pub mod addresses;
pub mod any_model;
pub mod anything;
pub mod arguments;
pub mod attack;
pub mod c;
pub mod checks;
pub mod compare;
pub mod estimates;
pub mod expect;
pub mod families;
pub mod fuzz;
pub mod generate;
pub mod hangs;
pub mod java;
pub mod loops;
pub mod meetings;
pub mod mixed;
pub mod mutants;
pub mod notation;
pub mod programs;
pub mod random;
pub mod script;
pub mod searched;
pub mod sections;
pub mod shrink;
pub mod structs;
pub mod teams;
pub mod texts;
pub mod translate;
pub mod variants;
